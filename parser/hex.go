package parser

import (
	"strings"

	"github.com/tg-opt/tg/ir"
)

// denseHex reads the elements of a dense literal as a string of hex digits:
// their little-endian bytes in row-major order.
func (p *parser) denseHex(t *ir.Type, start int) *ir.Attr {
	pos := p.pos
	text, escaped := p.rawStr()
	digits, ok := strings.CutPrefix(text, "0x")
	var raw []byte
	if ok && !escaped {
		raw, ok = decodeHex(make([]byte, 0, len(digits)/2+ir.RawHead), digits)
	}
	if !ok || escaped {
		p.failAt(pos, "expected string containing hex digits starting with `0x`")
	}
	n, _ := t.NumElements()
	size := int64(ir.StorageBytes(t.Elem()))
	got := int64(len(raw))
	fits := n > 0 && got == size || n <= got && got == n*size
	switch {
	case t.Elem().IsBool() && got > 0 && n > 1:
		raw, fits = boolBytes(raw, n)
	case fits:
		canonical(raw, t.Elem())
	}
	if !fits {
		p.failAt(start, "elements hex data size is invalid for provided type: '%s'; the string holds %d bytes", t, got)
	}
	return p.ctx.DenseOf(t, raw)
}

// boolBytes unpacks n booleans, n > 1. MLIR has written them eight to a byte,
// the first in the lowest bit, or one to a byte; the length tells which. A
// single byte that is all zeros or all ones stands for every element.
func boolBytes(raw []byte, n int64) (out []byte, ok bool) {
	got := int64(len(raw))
	switch {
	case got == 1 && (raw[0] == 0 || raw[0] == 0xff):
		return []byte{raw[0] & 1}, true
	case got == (n+7)/8:
		out = make([]byte, n)
		for i := range out {
			out[i] = raw[i/8] >> (i % 8) & 1
		}
		return out, true
	case got == n:
		for i := range raw {
			if raw[i] != 0 {
				raw[i] = 1
			}
		}
		return raw, true
	}
	return nil, false
}

// canonical rewrites elements whose width is no multiple of eight to the one
// byte pattern per value that ir.Attr.Raw uses: sign-extended integers,
// zero-extended floats.
func canonical(raw []byte, t *ir.Type) {
	if t.IsComplex() {
		t = t.Elem()
	}
	spare := 8*ir.StorageBytes(t) - t.Width()
	if t.IsIndex() || spare == 0 {
		return
	}
	size := ir.StorageBytes(t)
	signed := t.IsInteger() && t.Signedness() != ir.Unsigned && !t.IsBool()
	for i := size - 1; i < len(raw); i += size {
		if top := raw[i] << spare; signed {
			raw[i] = byte(int8(top) >> spare)
		} else {
			raw[i] = top >> spare
		}
	}
}

// sparseAttr reads the `<indices, values> : type` of a sparse attribute that
// starts at start.
func (p *parser) sparseAttr(t *ir.Type, start int) *ir.Attr {
	p.want('<', "Expected '<' after 'sparse'")
	p.skip()
	body := p.pos
	if p.peek() != '>' {
		p.skipNested()
		p.want(',', "expected ','")
		p.skipNested()
	}
	p.want('>', "expected '>'")
	t = p.elementsType(t, start)
	end := p.pos
	p.pos = body
	a := p.sparseBody(t, start)
	p.want('>', "expected '>'")
	p.pos = end
	return a
}

func (p *parser) sparseBody(t *ir.Type, start int) *ir.Attr {
	i64 := p.ctx.I64()
	if p.peek() == '>' {
		indices := p.ctx.Dense(p.ctx.Tensor([]int64{0, int64(t.Rank())}, i64), nil)
		none := p.ctx.Tensor([]int64{0}, t.Elem())
		if !isNumeric(t.Elem()) {
			return p.ctx.Sparse(t, indices, p.ctx.DenseStrings(none, nil))
		}
		return p.ctx.Sparse(t, indices, p.ctx.Dense(none, nil))
	}
	ie := newElements(p, i64)
	ie.nested(0, ie.element)
	p.want(',', "expected ','")
	ishape := shapeOr(ie.shape, 1, t.Rank())
	values := p.sparseValues(t, ishape[0], start)
	p.checkSparse(t, ie.raw, ishape, values.Type().Shape(), start)
	it := p.ctx.Tensor(ishape, i64)
	return p.ctx.Sparse(t, p.ctx.Dense(it, ie.raw), values)
}

// sparseValues reads the values of a sparse attribute with count indices.
func (p *parser) sparseValues(t *ir.Type, count int64, start int) *ir.Attr {
	elem := t.Elem()
	vshape := []int64{count}
	numeric := isNumeric(elem)
	if numeric && p.peek() == '"' {
		return p.denseHex(p.ctx.Tensor(vshape, elem), start)
	}
	var ve *elements
	var texts []string
	var leaf func()
	if numeric {
		ve = newElements(p, elem)
		if leaf = ve.element; elem.IsComplex() {
			leaf = ve.pair
		}
	} else {
		ve = &elements{p: p, depth: -1}
		leaf = p.stringLeaf(&texts, t, start)
	}
	ve.nested(0, leaf)
	if len(ve.shape) > 0 {
		vshape = shapeOr(ve.shape)
	}
	if numeric {
		return p.ctx.Dense(p.ctx.Tensor(vshape, elem), ve.raw)
	}
	return p.ctx.DenseStrings(p.ctx.Tensor(vshape, elem), texts)
}

// shapeOr is the shape of a literal, or that of a splat.
func shapeOr(shape []int, splat ...int) []int64 {
	if len(shape) == 0 {
		shape = splat
	}
	out := make([]int64, len(shape))
	for i, n := range shape {
		out[i] = int64(n)
	}
	return out
}

// checkSparse checks that there is a value for each index and that indices lie
// in the shape of t.
func (p *parser) checkSparse(t *ir.Type, raw []byte, ishape, vshape []int64, start int) {
	rank := int64(t.Rank())
	flat := len(ishape) == 1 && rank == 1
	if !flat && (len(ishape) != 2 || ishape[1] != rank && ishape[0] != 0) || len(vshape) != 1 || vshape[0] != ishape[0] {
		p.failAt(start, "expected shape (%s); inferred shape of indices literal (%s); inferred shape of values literal (%s)",
			list(t.Shape()), list(ishape), list(vshape))
	}
	index := p.ctx.DenseArray(p.ctx.I64(), raw).Ints()
	if len(index) == 1 && rank > 1 { // one number stands for all coordinates
		for len(index) < int(rank) {
			index = append(index, index[0])
		}
	}
	for k := 0; rank > 0 && (k+1)*int(rank) <= len(index); k++ {
		at := index[k*int(rank) : (k+1)*int(rank)]
		unsigned := make([]uint64, len(at)) // MLIR shows them like this
		for i, v := range at {
			unsigned[i] = uint64(v)
		}
		for i, v := range at {
			if v < 0 || v >= t.Shape()[i] {
				p.failAt(start, "sparse index #%d is not contained within the value shape, with index=%s, and type='%s'", k, list(unsigned), t)
			}
		}
	}
}
