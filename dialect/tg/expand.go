package tg

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// What ops are at the index level: see package te. The families are in files of their own, each op
// names its expansion among its slots.

type (
	index = *ir.AffineExpr
	value = *ir.Value
)

// readAt is the expansion of an op that says for each element where in its operand it is.
func readAt(at func(o *ir.Op) []index) te.Expansion {
	return te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
		from := at(o)
		return m.Map(o.ResultTypes(), func(b *te.Body) []value { return []value{b.At(x[0], from)} })
	}}
}

// axes are the axes from first to first+n, as indices.
func axes(first, n int) []index {
	list := make([]index, n)
	for i := range list {
		list[i] = affine.Dim(first + i)
	}
	return list
}

// place is the number of the element at a position, of n elements, at least one, that lie dilation
// apart, and where there is one.
func place(at index, n, dilation int64) (index, affine.Guard) {
	if n == 1 {
		dilation = 1 // nothing lies between elements
	}
	g := affine.Between(at, affine.Below((n-1)*dilation+1))
	if dilation > 1 {
		g = append(g, affine.Equals(affine.Mod(at, dilation), affine.Const(0)))
	}
	return affine.FloorDiv(at, dilation), g
}

// scalar is the type of a single element.
func scalar(c *ir.Context, elem *ir.Type) *ir.Type { return c.Tensor(nil, elem) }

// constantElement is a constant of the bytes of an element.
func constantElement(b *te.Body, elem *ir.Type, raw []byte) value {
	return b.Constant(b.Ctx.Dense(scalar(b.Ctx, elem), raw))
}

// wholeElement is a whole number as an element, which must be one of the type.
func wholeElement(b *te.Body, elem *ir.Type, v int64) value {
	return constantElement(b, elem, elementBytes(b.Ctx, elem, float64(v)))
}

// as is an element converted to another type.
func as(b *te.Body, v value, elem *ir.Type) value {
	if v.Type().Elem() == elem {
		return v
	}
	return b.Typed("tg.convert", scalar(b.Ctx, elem), []value{v})
}
