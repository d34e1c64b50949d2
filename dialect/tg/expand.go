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

// guard collects the conditions under which an element is read.
type guard struct {
	dims int
	set  ir.IntegerSet
}

// notNegative asks for e >= 0.
func (g *guard) notNegative(e index) { g.add(e, false) }

// zero asks for e = 0.
func (g *guard) zero(e index) { g.add(e, true) }

func (g *guard) add(e index, eq bool) {
	if e.Op == ir.AffineConst && (e.Value == 0 || e.Value > 0 && !eq) {
		return
	}
	g.set.Constraints, g.set.Eq = append(g.set.Constraints, e), append(g.set.Eq, eq)
}

// conditions is nil where there are none.
func (g *guard) conditions() *ir.IntegerSet {
	if len(g.set.Constraints) == 0 {
		return nil
	}
	g.set.Dims = g.dims
	return &g.set
}

// place asks for what makes at, which is from low to high, the position of one of n elements, at
// least one, that lie dilation apart, and returns the number of the element.
func (g *guard) place(at index, low, high, n, dilation int64) index {
	if n == 1 {
		if low < 0 || high > 0 {
			g.zero(at)
		}
		return affine.Const(0)
	}
	if low < 0 {
		g.notNegative(at)
	}
	if last := (n - 1) * dilation; high > last {
		g.notNegative(affine.Sub(affine.Const(last), at))
	}
	if dilation > 1 {
		g.zero(affine.Mod(at, dilation))
	}
	return affine.FloorDiv(at, dilation)
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
