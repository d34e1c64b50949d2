package tensor

import (
	"fmt"
	"strconv"
	"strings"
)

type npyHeader struct {
	dtype       DType
	bigEndian   bool
	columnMajor bool
	shape       []int
}

// parseNPYHeader reads the header's Python dictionary literal: the three keys 'descr',
// 'fortran_order' and 'shape', in any order, each once.
func parseNPYHeader(text string) (npyHeader, error) {
	p := &npyParser{text: text}
	var header npyHeader
	seen := map[string]bool{}
	p.expect("{")
	for p.err == nil && !p.accept("}") {
		key := p.quoted()
		p.expect(":")
		if seen[key] {
			p.fail("key '%s' appears twice", key)
		}
		seen[key] = true
		switch key {
		case "descr":
			header.dtype, header.bigEndian = p.descr()
		case "fortran_order":
			header.columnMajor = p.boolean()
		case "shape":
			header.shape = p.shape()
		default:
			p.fail("unknown key '%s'", key)
		}
		if !p.accept(",") && p.err == nil {
			p.expect("}")
			break
		}
	}
	if p.skip(); p.err == nil && p.pos < len(text) {
		p.fail("text after the closing brace")
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if p.err == nil && !seen[key] {
			p.fail("key '%s' is missing", key)
		}
	}
	return header, p.err
}

// npyParser keeps the first error; after it every step does nothing.
type npyParser struct {
	text string
	pos  int
	err  error
}

func (p *npyParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("header, byte %d: %s", p.pos, fmt.Sprintf(format, args...))
	}
}

func (p *npyParser) skip() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *npyParser) accept(token string) bool {
	p.skip()
	if p.err != nil || !strings.HasPrefix(p.text[p.pos:], token) {
		return false
	}
	p.pos += len(token)
	return true
}

func (p *npyParser) expect(token string) {
	if !p.accept(token) {
		p.fail("expected %q", token)
	}
}

func (p *npyParser) quoted() string {
	quote := `'`
	if p.accept(`"`) {
		quote = `"`
	} else {
		p.expect(`'`)
	}
	if p.err != nil {
		return ""
	}
	content, _, closed := strings.Cut(p.text[p.pos:], quote)
	if !closed {
		p.fail("string is not closed")
		return ""
	}
	p.pos += len(content) + 1
	return content
}

func (p *npyParser) boolean() bool {
	if p.accept("True") {
		return true
	}
	if !p.accept("False") {
		p.fail("'fortran_order' must be True or False")
	}
	return false
}

func (p *npyParser) descr() (d DType, bigEndian bool) {
	if p.skip(); strings.HasPrefix(p.text[p.pos:], "[") {
		p.fail("structured element types are not supported")
		return Invalid, false
	}
	descr := p.quoted()
	if p.err != nil {
		return Invalid, false
	}
	code := strings.TrimLeft(descr, "<>|=")
	if len(descr)-len(code) <= 1 {
		for d, known := range npyCodes {
			if known == code {
				return d, descr[0] == '>'
			}
		}
	}
	p.fail("element type '%s' is not supported; supported are bool, integers, float16, float32, float64, complex64, complex128, and V2 for bfloat16", descr)
	return Invalid, false
}

func (p *npyParser) shape() []int {
	p.expect("(")
	shape := []int{}
	for p.err == nil && !p.accept(")") {
		p.skip()
		start := p.pos
		for p.pos < len(p.text) && p.text[p.pos] >= '0' && p.text[p.pos] <= '9' {
			p.pos++
		}
		extent, err := strconv.Atoi(p.text[start:p.pos])
		if err != nil {
			p.fail("'shape' must be a tuple of non-negative integers")
			return nil
		}
		p.accept("L") // how Python 2 wrote long integers
		shape = append(shape, extent)
		if !p.accept(",") {
			p.expect(")")
			break
		}
	}
	return shape
}
