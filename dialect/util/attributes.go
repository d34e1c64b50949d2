package utilop

import (
	"bytes"
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// BytePattern is the attribute `#util.byte_pattern<n> : T`, a value of type T
// whose storage is the byte n throughout: what weights are replaced by when a
// program is passed on without them.
var BytePattern = &ir.AttrDef{
	Name:  "util.byte_pattern",
	Doc:   "A value whose storage is one byte, the number modulo 256, over and over.",
	Typed: true,
	Parse: func(p ir.OpParser) []ir.NamedAttr {
		p.Expect("<")
		n := p.Int()
		p.Expect(">")
		return []ir.NamedAttr{{Name: "pattern", Value: p.Context().I64Attr(n)}}
	},
	Print: func(p ir.OpPrinter, a *ir.Attr) {
		p.Str("<")
		p.Int(a.Get("pattern").Int())
		p.Str(">")
	},
}

// inlining are the policies that a global or a function may state.
var inlining = []*ir.AttrDef{
	{Name: "util.inline.always", Doc: "The inlining policy: wherever it is used."},
	{Name: "util.inline.never", Doc: "The inlining policy: nowhere."},
}

func init() { Dialect.Attrs = append(inlining, BytePattern) }

// Elements is the value of a tensor as tg.constant takes it: a pattern of bytes
// as the elements that it stands for.
func Elements(c *ir.Context, value *ir.Attr) (*ir.Attr, error) {
	if value.Def() != BytePattern || !value.Type().IsRankedTensor() {
		return value, nil
	}
	t := value.Type()
	size := ir.StorageBytes(t.Elem())
	if e := t.Elem(); !t.IsStatic() || size == 0 || !e.IsFloat() && !e.IsInteger() && !e.IsComplex() || !e.IsComplex() && e.Width() != 8*size {
		return nil, fmt.Errorf("cannot be converted to tg: the elements of '%s' are not whole bytes, as a pattern of bytes requires", t)
	}
	return c.Dense(t, bytes.Repeat([]byte{byte(value.Get("pattern").Int())}, size)), nil
}
