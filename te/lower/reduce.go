package lower

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

const (
	// largeBody is how many elements may be made for a reduction, whatever it reads;
	largeBody = 1 << 20
	// bodyGrowth is how many times those that it reads and makes.
	bodyGrowth = 16
)

// reduce is a reduction of tensors.
func (a *attempt) reduce(elements []tensor) []*ir.Value {
	to, ok := a.bodyPlaces(elements)
	if !ok {
		return nil
	}
	var dims []int64
	var kept []int
	for i, axis := range to.axes {
		if axis >= a.domain.results {
			dims = append(dims, int64(i))
		} else {
			kept = append(kept, axis)
		}
	}
	var operands []*ir.Value
	var shapes [][]int64
	for _, t := range elements {
		operands = append(operands, a.spread(t, to).v)
	}
	shape := make([]int64, len(kept))
	for i, axis := range kept {
		shape[i] = a.extents[axis]
	}
	attrs := []ir.NamedAttr{a.ints("dims", dims)}
	if keeps := a.keepsDims(to, dims); keeps != nil {
		shape = keeps
		attrs = append(attrs, ir.NamedAttr{Name: "keep_dims", Value: a.b.Ctx.Unit()})
	}
	var types []*ir.Type
	for _, v := range a.c.Results() {
		types, shapes = append(types, a.b.Ctx.Tensor(shape, v.Type().Elem())), append(shapes, shape)
	}
	o := a.reduction("tg.reduce", types, operands, attrs)
	var results []*ir.Value
	for i, v := range o.Results() {
		if typ := a.c.Result(i).Type(); v.Type() == typ && len(attrs) == 2 {
			results = append(results, v)
		} else {
			results = append(results, a.result(tensor{v, kept}, typ))
		}
	}
	return results
}

// reduction makes an op that combines elements as the compute does.
func (a *attempt) reduction(name string, types []*ir.Type, operands []*ir.Value, attrs []ir.NamedAttr) *ir.Op {
	st := &ir.OpState{
		Name: a.b.Ctx.OpName(name), Loc: a.c.Loc(), Operands: append(operands, a.c.Inits()...), Results: types, Attrs: attrs,
	}
	if kind := a.c.Combiner(); kind != "" {
		st.Attrs = append(st.Attrs, a.word("kind", kind))
	} else {
		st.Regions = []*ir.Region{a.combine()}
	}
	o, err := a.b.Create(st)
	if err != nil {
		panic("lower: " + err.Error())
	}
	return o
}

// combine is the region that combines elements, as ops of tg have it.
func (a *attempt) combine() *ir.Region {
	r := a.b.CloneRegion(a.c.RegionAt(1), map[*ir.Value]*ir.Value{}, map[*ir.Block]*ir.Block{})
	end := r.First().Last()
	in := ir.NewBuilder(a.b.Ctx).AtEnd(r.First())
	in.OpWithTypes(a.b.Ctx.LookupOp("tg.yield"), end.Loc(), nil, end.Operands())
	end.Erase()
	return r
}

// bodyPlaces are the axes of what is reduced, in order: those of the reduction, and those of the
// results on which an element depends.
func (a *attempt) bodyPlaces(elements []tensor) (to place, ok bool) {
	var axes []int
	large, small := int64(1), int64(0)
	for _, axis := range a.order {
		if axis >= a.domain.results || slices.ContainsFunc(elements, func(t tensor) bool { return t.has(axis) }) {
			axes = append(axes, axis)
			large *= a.extents[axis] // a part of the points, which fit
		}
	}
	for o := a.c.Body().First(); o != nil; o = o.Next() {
		if r, ok := te.AsRead(o); ok {
			n, _ := r.Tensor().Type().NumElements()
			small += n
		}
	}
	n, _ := a.c.Result(0).Type().NumElements()
	if large > largeBody && large/bodyGrowth > small+n {
		return to, a.refuse("it combines %d elements, which are no tensor, of %d", large, small)
	}
	return places(axes), true
}

// keepsDims is the shape of a reduction that keeps its dimensions, if it is that of the results.
func (a *attempt) keepsDims(to place, dims []int64) []int64 {
	want := a.c.Result(0).Type().Shape()
	if len(to.axes) != len(want) || len(dims) == 0 {
		return nil
	}
	shape, last := make([]int64, len(want)), -1
	for i, axis := range to.axes {
		shape[i] = 1
		if axis < a.domain.results {
			if axis < last {
				return nil
			}
			shape[i], last = a.extents[axis], axis
		}
	}
	if !slices.Equal(shape, want) {
		return nil
	}
	return shape
}

// empty is what there is without any point: results without elements, or reductions of none.
func (a *attempt) empty() []*ir.Value {
	var results []*ir.Value
	for i, v := range a.c.Results() {
		t := v.Type()
		n, _ := t.NumElements()
		inits := a.c.Inits()
		switch {
		case n == 0:
			results = append(results, a.constant(t.Elem(), t.Shape(), nil))
		case a.c.Combiner() == te.Dot && len(inits) == 0:
			results = append(results, a.result(a.zero(t.Elem()), t))
		case a.c.Combine() != nil:
			results = append(results, a.result(tensor{v: inits[i]}, t))
		case a.c.Combiner() != te.Dot:
			x := a.constant(t.Elem(), a.extents, nil)
			var dims []int64
			for _, axis := range a.reduced() {
				dims = append(dims, int64(axis))
			}
			results = append(results, a.reduction("tg.reduce", []*ir.Type{t}, []*ir.Value{x}, []ir.NamedAttr{a.ints("dims", dims)}).Result(0))
		default:
			a.refuse("a chain of fused steps has an initial value")
			return nil
		}
	}
	return results
}
