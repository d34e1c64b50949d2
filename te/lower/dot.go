package lower

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// dot is a contraction of two factors.
func (a *attempt) dot(factors []tensor) []*ir.Value {
	if len(a.c.Inits()) > 0 {
		a.refuse("a chain of fused steps has an initial value")
		return nil
	}
	lhs, rhs := a.factor(a.filled(factors[0], factors[1], 1)), a.factor(a.filled(factors[1], factors[0], 0))
	typ := a.c.Result(0).Type()
	var attrs []ir.NamedAttr
	if typ.Elem() != lhs.v.Type().Elem() {
		attrs = append(attrs, ir.NamedAttr{Name: "element_type", Value: a.b.Ctx.TypeAttr(typ.Elem())})
	}
	// A product does not depend on which factor comes first, and dimensions of extent 1 may stay.
	for _, x := range [][2]tensor{{lhs, rhs}, {rhs, lhs}} {
		if t := a.contract(x[0], x[1], attrs); t.v.Type() == typ && a.inOrder(t) {
			return []*ir.Value{t.v}
		}
	}
	lhs, rhs = a.squeezed(lhs), a.squeezed(rhs)
	first := a.contract(lhs, rhs, attrs)
	if !a.inOrder(first) {
		if second := a.contract(rhs, lhs, attrs); a.inOrder(second) {
			first = second
		}
	}
	return []*ir.Value{a.result(first, typ)}
}

// inOrder reports whether the axes of t are in their order.
func (a *attempt) inOrder(t tensor) bool {
	return slices.IsSorted(slices.DeleteFunc(slices.Clone(t.dims), func(axis int) bool { return axis == none }))
}

// filled is a constant as a whole factor, if t is a scalar constant: with the axes of the results
// that the other factor lacks; of two such, one lacks the first ones and one the last. A product
// with it takes no repetition behind it. The other one is factor number which.
func (a *attempt) filled(t, other tensor, which int) tensor {
	c := a.madeBy(t.v, "tg.constant")
	if c == nil || !t.isScalar() {
		return t
	}
	both := other.isScalar() && a.madeBy(other.v, "tg.constant") != nil
	var dims []int
	var shape []int64
	for axis, n := range a.extents {
		if axis < a.domain.results && (other.has(axis) || both && (axis == a.domain.results-1) == (which == 1)) {
			continue
		}
		dims, shape = append(dims, axis), append(shape, n)
	}
	for i, n := range shape {
		if n == 1 {
			dims[i] = none
		}
	}
	if k := len(dims) - len(a.reduced()); which == 0 {
		// The second matrix of a product has its rows along the inner axis.
		dims, shape = slices.Concat(dims[k:], dims[:k]), slices.Concat(shape[k:], shape[:k])
	}
	value := c.Attr("value")
	return tensor{a.constant(value.Type().Elem(), shape, value.Raw()), dims}
}

// factor is a factor that has all axes of the reduction.
func (a *attempt) factor(t tensor) tensor {
	missing := false
	for _, axis := range a.reduced() {
		missing = missing || a.extents[axis] != 1 && !t.has(axis)
	}
	if !missing {
		return t
	}
	var axes []int
	for _, axis := range a.order {
		if axis >= a.domain.results && a.extents[axis] != 1 || t.has(axis) {
			axes = append(axes, axis)
		}
	}
	return a.spread(t, places(axes))
}

// contract is a product with the axes that both factors have in front, then those of lhs and then
// those of rhs, with their dimensions of extent 1; of these, those of both go together.
func (a *attempt) contract(lhs, rhs tensor, attrs []ir.NamedAttr) tensor {
	var lb, rb, lc, rc []int64
	var dims []int
	for axis := a.domain.results; axis < len(a.axes); axis++ {
		if i := slices.Index(lhs.dims, axis); i >= 0 {
			lc, rc = append(lc, int64(i)), append(rc, int64(slices.Index(rhs.dims, axis)))
		}
	}
	left := slices.Clone(rhs.dims) // of rhs
	for i, axis := range lhs.dims {
		if k := slices.Index(left, axis); k >= 0 && axis < a.domain.results {
			left[k] = len(a.axes)
			lb, rb, dims = append(lb, int64(i)), append(rb, int64(k)), append(dims, axis)
		}
	}
	for i, axis := range lhs.dims {
		if axis < a.domain.results && !slices.Contains(lb, int64(i)) {
			dims = append(dims, axis)
		}
	}
	for _, axis := range left {
		if axis < a.domain.results {
			dims = append(dims, axis)
		}
	}
	shape := make([]int64, len(dims))
	for i, axis := range dims {
		if shape[i] = 1; axis != none {
			shape[i] = a.extents[axis]
		}
	}
	for _, list := range []struct {
		name string
		dims []int64
	}{{"lhs_batching", lb}, {"rhs_batching", rb}, {"lhs_contracting", lc}, {"rhs_contracting", rc}} {
		if list.dims != nil {
			attrs = append(attrs, a.ints(list.name, list.dims))
		}
	}
	t := a.b.Ctx.Tensor(shape, a.c.Result(0).Type().Elem())
	return tensor{a.op("tg.dot_general", t, []*ir.Value{lhs.v, rhs.v}, attrs...), dims}
}
