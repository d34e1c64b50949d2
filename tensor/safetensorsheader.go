package tensor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode/utf8"
)

// maxOffset bounds what the header says, so that sums do not overflow.
const maxOffset = math.MaxInt64 / 2

// parseSafetensorsHeader reads the header token by token: encoding/json would take the last of two
// equal keys, and keys in any case. Errors begin with the place, as in ", byte 3: ...".
func parseSafetensorsHeader(header []byte) (map[string]*placed, error) {
	if !utf8.Valid(header) {
		return nil, errors.New(": it is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(header))
	d.UseNumber()
	p := &safetensorsParser{d: d}
	tensors := map[string]*placed{}
	p.object("the header", func(name string) {
		if name == safetensorsMetadata {
			p.metadata()
			return
		}
		if tensors[name] != nil {
			p.fail("two tensors have the name '%s'", name)
		}
		tensors[name] = p.tensor(name)
	})
	if p.err == nil {
		if _, err := d.Token(); !errors.Is(err, io.EOF) {
			p.fail("text after the closing brace")
		}
	}
	return tensors, p.err
}

// safetensorsParser keeps the first error; after it every step does nothing.
type safetensorsParser struct {
	d   *json.Decoder
	err error
}

func (p *safetensorsParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(", byte %d: %s", p.d.InputOffset(), fmt.Sprintf(format, args...))
	}
}

// token is the next token, nil after an error.
func (p *safetensorsParser) token() json.Token {
	if p.err != nil {
		return nil
	}
	t, err := p.d.Token()
	switch {
	case errors.Is(err, io.EOF):
		p.fail("it ends too early")
	case err != nil:
		p.fail("%v", err)
	}
	return t
}

func (p *safetensorsParser) open(what string, bracket json.Delim) bool {
	if t := p.token(); t != bracket {
		p.fail("%s must begin with '%v'", what, bracket)
	}
	return p.err == nil
}

// object reads an object; value reads the value of each key.
func (p *safetensorsParser) object(what string, value func(key string)) {
	if !p.open(what, '{') {
		return
	}
	for p.err == nil && p.d.More() {
		key, _ := p.token().(string)
		if p.err == nil {
			value(key)
		}
	}
	p.token()
}

// metadata skips texts by name, which say nothing of the tensors.
func (p *safetensorsParser) metadata() {
	p.object(safetensorsMetadata, func(key string) {
		if _, ok := p.token().(string); !ok {
			p.fail("'%s' of %s must be a string", key, safetensorsMetadata)
		}
	})
}

func (p *safetensorsParser) tensor(name string) *placed {
	t := &placed{name: name}
	seen := map[string]bool{}
	p.object("'"+name+"'", func(key string) {
		if seen[key] {
			p.fail("'%s' has the key '%s' twice", name, key)
		}
		seen[key] = true
		switch key {
		case "dtype":
			var ok bool
			if t.dtype, ok = p.token().(string); !ok {
				p.fail("'dtype' of '%s' must be a string", name)
			}
		case "shape":
			for _, n := range p.numbers(name, key) {
				t.shape = append(t.shape, int(n))
			}
		case "data_offsets":
			n := p.numbers(name, key)
			if len(n) != 2 {
				p.fail("'data_offsets' of '%s' must be two numbers, where it begins and ends", name)
				return
			}
			t.begin, t.end = n[0], n[1]
		default:
			p.fail("'%s' has the unknown key '%s'; known are dtype, shape and data_offsets", name, key)
		}
	})
	for _, key := range []string{"dtype", "shape", "data_offsets"} {
		if !seen[key] {
			p.fail("'%s' has no '%s'", name, key)
		}
	}
	return t
}

// numbers reads a list of numbers from 0.
func (p *safetensorsParser) numbers(name, key string) []int64 {
	if !p.open("'"+key+"' of '"+name+"'", '[') {
		return nil
	}
	var list []int64
	for p.err == nil && p.d.More() {
		text, _ := p.token().(json.Number)
		n, err := strconv.ParseInt(string(text), 10, 64)
		if err != nil || n < 0 || n > maxOffset {
			p.fail("'%s' of '%s' must be whole numbers from 0", key, name)
		}
		list = append(list, n)
	}
	p.token()
	return list
}
