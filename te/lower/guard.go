package lower

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// condition is that an expression is at least, or for eq just, 0; axes are those that it has.
type condition struct {
	e    *ir.AffineExpr
	eq   bool
	axes []int
}

// conditions are those of a set that do not always hold.
func (a *attempt) conditions(set *ir.IntegerSet) (list []condition) {
	if set == nil {
		return nil
	}
	for i, e := range set.Constraints {
		c := condition{a.simplified(e), set.Eq[i], nil}
		within := affine.Range{Lo: 0, Hi: math.MaxInt64}
		if c.eq {
			within.Hi = 1
		}
		if a.space.InBounds(c.e, within) {
			continue
		}
		c.axes = a.axesOf(c.e)
		list = append(list, c)
	}
	return list
}

// axesOf are the axes that an expression has.
func (d *domain) axesOf(e *ir.AffineExpr) (axes []int) {
	for i := range d.axes {
		if affine.UsesDim(e, int64(i)) {
			axes = append(axes, i)
		}
	}
	return axes
}

// holds reports whether a condition holds at a point; ok is false where that is unknown.
func (c condition) holds(point []int64) (holds, ok bool) {
	v, ok := affine.Evaluate(c.e, point, nil)
	return v == 0 || v > 0 && !c.eq, ok
}

// progression is the values first, first+step, ... of an axis, count of them.
type progression struct{ first, step, count int64 }

func (p progression) last() int64 { return p.first + p.step*(p.count-1) }

// at is value number t.
func (p progression) at(t *ir.AffineExpr) *ir.AffineExpr {
	return affine.Add(affine.Mul(t, p.step), affine.Const(p.first))
}

// restrict splits conditions: for axes whose conditions are about nothing else, the values where
// these hold, if they are a progression, and the other conditions.
func (a *attempt) restrict(list []condition) (ranges map[int]progression, rest []condition) {
	ranges = map[int]progression{}
	for i, n := range a.extents {
		var own []condition
		for _, c := range list {
			if slices.Equal(c.axes, []int{i}) {
				own = append(own, c)
			}
		}
		if own == nil {
			continue
		}
		if p, ok := a.progressionOf(i, n, own); ok {
			ranges[i] = p
		} else {
			rest = append(rest, own...)
		}
	}
	for _, c := range list {
		if len(c.axes) > 1 {
			rest = append(rest, c)
		}
	}
	return ranges, rest
}

// progressionOf is at which of n values of an axis all conditions hold.
func (a *attempt) progressionOf(axis int, n int64, list []condition) (p progression, ok bool) {
	if n > maxPoints {
		return p, false
	}
	p.step = 1
	point := make([]int64, len(a.extents))
	for v := range n {
		point[axis] = v
		all := true
		for _, c := range list {
			holds, ok := c.holds(point)
			if !ok {
				return p, false
			}
			all = all && holds
		}
		switch {
		case !all:
		case p.count == 0:
			p.first, p.count = v, 1
		case p.count == 1:
			p.step, p.count = v-p.first, 2
		case v != p.first+p.step*p.count:
			return p, false
		default:
			p.count++
		}
	}
	return p, true
}

// mask is where conditions hold, as a tensor of i1.
func (a *attempt) mask(list []condition) (t tensor, ok bool) {
	if len(list) == 0 {
		return tensor{v: a.constant(a.b.Ctx.Bool(), nil, []byte{1})}, true
	}
	if t, ok := a.maskTable(list); ok {
		return t, true
	}
	for i, c := range list {
		one, ok := a.maskTable([]condition{c})
		if !ok {
			if one, ok = a.compared(c); !ok {
				return t, false
			}
		}
		if i == 0 {
			t = one
		} else {
			t = a.binary("tg.and", t, one, a.b.Ctx.Bool())
		}
	}
	return t, true
}

// maskTable is a constant mask; ok is false where it would be large.
func (a *attempt) maskTable(list []condition) (t tensor, ok bool) {
	var axes []int
	for _, c := range list {
		axes = append(axes, c.axes...)
	}
	return a.table(axes, a.b.Ctx.Bool(), func(point []int64) ([]byte, bool) {
		for _, c := range list {
			if holds, ok := c.holds(point); !ok || !holds {
				return []byte{0}, ok
			}
		}
		return []byte{1}, true
	})
}

// compared is a condition that is computed.
func (a *attempt) compared(c condition) (t tensor, ok bool) {
	if _, fits := a.space.Bounds(c.e); !fits {
		return t, a.refuse("%s", a.describe("a condition goes beyond the numbers of 64 bits:", []*ir.AffineExpr{c.e}))
	}
	x, ok := a.number(c.e)
	if !ok {
		return t, false
	}
	direction := "ge"
	if c.eq {
		direction = "eq"
	}
	return a.binary("tg.compare", x, a.whole(0), a.b.Ctx.Bool(), a.word("direction", direction)), true
}

// table is a constant over axes, whose elements are computed here; ok is false where it is too
// large, or has an element that cannot be computed.
func (a *attempt) table(axes []int, elem *ir.Type, element func(point []int64) ([]byte, bool)) (t tensor, ok bool) {
	var dims []int
	var shape []int64
	for _, axis := range a.order {
		if slices.Contains(axes, axis) {
			dims, shape = append(dims, axis), append(shape, a.extents[axis])
		}
	}
	n, fits := shapes.Count(shape)
	if !fits || n > a.MaxConstant {
		return t, false
	}
	var raw []byte
	point := make([]int64, len(a.extents))
	for range n {
		b, ok := element(point)
		if !ok {
			return t, false
		}
		raw = append(raw, b...)
		for k := len(dims) - 1; k >= 0; k-- {
			if point[dims[k]]++; point[dims[k]] < shape[k] {
				break
			}
			point[dims[k]] = 0
		}
	}
	return tensor{a.constant(elem, shape, raw), dims}, true
}

// constant makes a constant of the bytes of its elements.
func (a *attempt) constant(elem *ir.Type, shape []int64, raw []byte) *ir.Value {
	t := a.b.Ctx.Tensor(shape, elem)
	return a.op("tg.constant", t, nil, ir.NamedAttr{Name: "value", Value: a.b.Ctx.Dense(t, raw)})
}

// zero is a scalar of which no byte is set.
func (a *attempt) zero(elem *ir.Type) tensor {
	return tensor{v: a.constant(elem, nil, make([]byte, ir.StorageBytes(elem)))}
}
