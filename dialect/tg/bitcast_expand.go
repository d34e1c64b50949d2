package tg

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// What a bitcast is at the index level. Where the widths differ, elements are taken apart and put
// together by shifts of unsigned integers.

var expandBitcast = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	from, to := x[0].Type().Elem(), o.Result(0).Type().Elem()
	for _, elem := range []*ir.Type{from, to} {
		switch w := width(elem); {
		case w == 1, w == 8, w == 16, w == 32, w == 64, elem.IsComplex():
		default:
			return m.Refuse("elements of '%s' have %d bits", elem, w)
		}
	}
	switch a, b := width(from), width(to); {
	case a == b:
		return te.Elementwise.Make(m, o, x)
	case a > b:
		return m.Map(o.ResultTypes(), func(b *te.Body) []value {
			rank := x[0].Type().Rank()
			return []value{bitsPart(b, b.At(x[0], axes(0, rank)), affine.Dim(rank), to)}
		})
	}
	return joinBits(m, o, x[0])
}}

func unsignedOf(c *ir.Context, width int64) *ir.Type { return c.Int(int(width), ir.Unsigned) }

// bitsOf is an element as an unsigned integer of its width; of i1, of 8 bits.
func bitsOf(b *te.Body, v value) value {
	elem := v.Type().Elem()
	if elem.IsBool() {
		return as(b, v, unsignedOf(b.Ctx, 8))
	}
	return bitcastElement(b, v, unsignedOf(b.Ctx, width(elem)))
}

func bitcastElement(b *te.Body, v value, elem *ir.Type) value {
	if v.Type().Elem() == elem {
		return v
	}
	return b.Typed("tg.bitcast", scalar(b.Ctx, elem), []value{v})
}

// bitsPart is part number k of the bits of an element, as one of a narrower type.
func bitsPart(b *te.Body, v value, k index, to *ir.Type) value {
	elem, narrow := v.Type().Elem(), width(to)
	if elem.IsComplex() {
		half := width(elem) / 2 / narrow // parts of the real part
		isReal := affine.Guard{affine.AtLeast(affine.Const(half-1), k)}
		v = b.Op("tg.select", []value{b.Where(isReal), b.Op("tg.real", []value{v}), b.Op("tg.imag", []value{v})})
		if elem, k = elem.Elem(), affine.Mod(k, half); width(elem) == narrow {
			return bitcastElement(b, v, to)
		}
	}
	wide := unsignedOf(b.Ctx, width(elem))
	bits := b.Op("tg.shr_logical", []value{bitsOf(b, v), b.Index(affine.Mul(k, narrow), wide)})
	if to.IsBool() {
		return as(b, b.Op("tg.and", []value{bits, wholeElement(b, wide, 1)}), to)
	}
	return bitcastElement(b, as(b, bits, unsignedOf(b.Ctx, narrow)), to)
}

// joinBits puts the elements along the last dimension together. The parts of complex numbers are
// put together for themselves.
func joinBits(m *te.Maker, o *ir.Op, x value) []value {
	result, rank, narrow := o.Result(0).Type(), o.Result(0).Type().Rank(), width(x.Type().Elem())
	elem, parts := result.Elem(), int64(1)
	if elem.IsComplex() {
		elem, parts = elem.Elem(), 2
	}
	wide := unsignedOf(m.Ctx, width(elem))
	count := width(elem) / narrow
	joined := make([]value, parts)
	for i := range joined {
		s := te.Shape{Axes: te.Axes(result.Shape()), Reduced: te.ReducedAxes([]int64{count}), Combiner: "or", Elems: []*ir.Type{wide}}
		joined[i] = m.Compute(s, func(b *te.Body) []value {
			at := append(axes(0, rank), affine.Add(affine.Dim(rank), affine.Const(int64(i)*count)))
			bits := as(b, bitsOf(b, b.At(x, at)), wide)
			return []value{b.Op("tg.shl", []value{bits, b.Index(affine.Mul(affine.Dim(rank), narrow), wide)})}
		})[0]
	}
	return m.Map(o.ResultTypes(), func(b *te.Body) []value {
		var elements []value
		for _, v := range joined {
			elements = append(elements, bitcastElement(b, b.At(v, axes(0, rank)), elem))
		}
		if parts == 1 {
			return elements
		}
		return []value{b.Op("tg.complex", elements)}
	})
}
