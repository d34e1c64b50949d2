package parser

import (
	"strings"

	"github.com/tg-opt/tg/ir"
)

// typ reads any type.
func (p *parser) typ() *ir.Type {
	if p.peek() == '(' {
		return p.funcType()
	}
	return p.plainType()
}

// funcType reads `(T, ...) -> T` or `(T, ...) -> (T, ...)`; the cursor is at
// the parenthesis.
func (p *parser) funcType() *ir.Type {
	p.enter()
	t0 := len(p.tlist)
	p.typesInParens()
	t1 := len(p.tlist)
	if !p.eatArrow() {
		p.expected("expected '->' in function type")
	}
	p.resultTypes()
	t := p.ctx.Func(p.tlist[t0:t1], p.tlist[t1:])
	p.tlist = p.tlist[:t0]
	p.leave()
	return t
}

// resultTypes reads `T` or `(T, ...)` onto the stack of types.
func (p *parser) resultTypes() {
	if p.peek() == '(' {
		p.typesInParens()
		return
	}
	p.tlist = append(p.tlist, p.plainType())
}

func (p *parser) typesInParens() {
	p.pos++
	if p.eat(')') {
		return
	}
	for {
		t := p.typ()
		p.tlist = append(p.tlist, t)
		switch p.peek() {
		case ',':
			p.pos++
		case ')':
			p.pos++
			return
		default:
			p.expected("expected ')'")
		}
	}
}

// maxCachedType bounds the length of a shaped type worth remembering.
const maxCachedType = 96

// plainType reads a type that is no function type.
func (p *parser) plainType() *ir.Type {
	if p.peek() == '!' {
		return p.extendedType()
	}
	name := p.peekIdent()
	if name == "" {
		p.expected("expected non-function type")
	}
	start := p.pos
	key := name
	if p.at(p.pos+len(name)) == '<' {
		key = p.shortBody(len(name))
	}
	var hash uint64
	if key != "" {
		hash = hashText(key)
		if t, ok := p.types.find(hash, key, nil); ok {
			p.pos += len(key)
			return t
		}
	}
	p.pos += len(name)
	t := p.namedType(name, start)
	if p.pos == start+len(key) {
		p.types.add(hash, key, nil, t)
	}
	return t
}

// shortBody is the text from the cursor to the `>` that ends a type in which
// nothing nests and no alias occurs, or "".
func (p *parser) shortBody(nameLen int) string {
	for i := p.pos + nameLen + 1; i < len(p.src) && i < p.pos+maxCachedType; i++ {
		switch p.src[i] {
		case '>':
			return p.text(p.pos, i+1)
		case '<', '"', '!', '#', '(', '{', '\n':
			return ""
		}
	}
	return ""
}

// namedType reads what follows the name of a builtin type.
func (p *parser) namedType(name string, start int) *ir.Type {
	switch name {
	case "tensor":
		return p.tensorType()
	case "index":
		return p.ctx.Index()
	case "none":
		return p.ctx.None()
	case "memref":
		return p.memRefType(start)
	case "vector":
		return p.vectorType(start)
	case "complex":
		return p.complexType()
	case "tuple":
		return p.tupleType()
	}
	if t := p.intType(name, start); t != nil {
		return t
	}
	if t := p.ctx.Float(name); t != nil {
		return t
	}
	p.pos = start
	hint := nearWord(name, typeKeywords)
	if hint == "" {
		hint = "; there is no type '" + name + "'"
	}
	p.expected("expected non-function type%s", hint)
	return nil
}

// typeKeywords are what a misspelt type may have meant.
var typeKeywords = []string{
	"tensor", "index", "none", "memref", "vector", "complex", "tuple", "bf16", "tf32",
	"f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ", "f8E3M4", "f8E4M3", "f8E8M0FNU",
}

// maxIntWidth is the limit of integer types.
const maxIntWidth = 1<<24 - 1

// isIntName reports whether name is that of an integer type, which is a token of
// its own and no identifier.
func isIntName(name string) bool {
	_, digits := intName(name)
	return digits != ""
}

// intName splits the name of an integer type; without any digits it is none.
func intName(name string) (sign ir.Signedness, digits string) {
	switch {
	case name[0] == 'i':
		digits = name[1:]
	case strings.HasPrefix(name, "si"):
		sign, digits = ir.Signed, name[2:]
	case strings.HasPrefix(name, "ui"):
		sign, digits = ir.Unsigned, name[2:]
	}
	for i := range len(digits) {
		if class[digits[i]]&digit == 0 {
			return sign, ""
		}
	}
	return sign, digits
}

// intType is the type of `i32`, `si8`, `ui4`, or nil for another name.
func (p *parser) intType(name string, start int) *ir.Type {
	sign, digits := intName(name)
	if digits == "" {
		return nil
	}
	width := 0
	for i := range len(digits) {
		if width = width*10 + int(digits[i]-'0'); width > 1<<32 {
			p.failAt(start, "invalid integer width")
		}
	}
	if width > maxIntWidth {
		p.failAt(start, "integer bitwidth is limited to %d bits", maxIntWidth)
	}
	return p.ctx.Int(width, sign)
}

func (p *parser) complexType() *ir.Type {
	p.want('<', "expected '<' in complex type")
	p.enter()
	pos := p.elemPos()
	elem := p.typ()
	p.want('>', "expected '>' in complex type")
	p.leave()
	if !elem.IsInteger() && !elem.IsFloat() {
		p.failAt(pos, "invalid element type for complex")
	}
	return p.ctx.Complex(elem)
}

func (p *parser) tupleType() *ir.Type {
	p.want('<', "expected '<' in tuple type")
	p.enter()
	t0 := len(p.tlist)
	for !p.eat('>') {
		if len(p.tlist) > t0 {
			p.want(',', "expected '>' in tuple type")
		}
		t := p.typ()
		p.tlist = append(p.tlist, t)
	}
	t := p.ctx.Tuple(p.tlist[t0:])
	p.tlist = p.tlist[:t0]
	p.leave()
	return t
}

// elemPos is the position of the next token.
func (p *parser) elemPos() int {
	p.skip()
	return p.pos
}
