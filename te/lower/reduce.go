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
	operands, dims, ok := a.operands(elements)
	if !ok {
		return nil
	}
	r := a.reducedShape(operands[0].Type().Shape(), dims)
	var types []*ir.Type
	var values []*ir.Value
	for i, v := range a.c.Results() {
		types, values = append(types, a.b.Ctx.Tensor(r.shape, v.Type().Elem())), append(values, operands[i])
	}
	attrs := []ir.NamedAttr{a.ints("dims", r.dims)}
	if r.keeps {
		attrs = append(attrs, ir.NamedAttr{Name: "keep_dims", Value: a.b.Ctx.Unit()})
	}
	var results []*ir.Value
	for i, v := range a.reduction("tg.reduce", types, values, attrs).Results() {
		if typ := a.c.Result(i).Type(); v.Type() == typ && r.whole {
			results = append(results, v)
		} else {
			results = append(results, a.result(tensor{v, r.kept}, typ))
		}
	}
	return results
}

// operands are elements as tensors of one shape, and the axes of its dimensions.
func (a *attempt) operands(elements []tensor) (operands []*ir.Value, dims []int, ok bool) {
	to, ok := a.bodyPlaces(elements)
	if !ok {
		return nil, nil, false
	}
	as := elements[0]
	same := to.sorted(as.dims)
	for _, axis := range to.axes {
		same = same && (a.extents[axis] == 1 || as.has(axis))
	}
	for _, t := range elements {
		same = same && slices.Equal(t.dims, as.dims)
	}
	for _, t := range elements {
		if !same {
			t = a.spread(t, to)
		}
		operands = append(operands, t.v)
	}
	if same {
		return operands, as.dims, true
	}
	return operands, to.axes, true
}

// reduced is how dimensions are reduced.
type reduced struct {
	dims, shape []int64
	kept        []int // the axes of the result
	keeps       bool  // dimensions stay, with extent 1
	whole       bool  // the shape is that of the compute's result, in its order
}

// reducedShape says how to reduce dimensions along axes: those of extent 1 may go or stay, as the
// result of the compute has it.
func (a *attempt) reducedShape(shape []int64, dims []int) (r reduced) {
	want := a.c.Result(0).Type().Shape()
	var own, all []int64
	ordered, last := true, -1
	for i, axis := range dims {
		if axis != none && axis >= a.domain.results {
			own, all = append(own, int64(i)), append(all, int64(i))
			continue
		}
		if shape[i] == 1 {
			all = append(all, int64(i))
			continue
		}
		ordered, last = ordered && axis > last, axis
	}
	for _, r = range []reduced{{dims: own}, {dims: own, keeps: true}, {dims: all}, {dims: all, keeps: true}} {
		for i, n := range shape {
			gone := slices.Contains(r.dims, int64(i))
			switch {
			case !gone:
				r.shape = append(r.shape, n)
			case r.keeps:
				r.shape = append(r.shape, 1)
			}
		}
		if r.whole = ordered && slices.Equal(r.shape, want); r.whole {
			return r
		}
	}
	r = reduced{dims: all}
	for i, n := range shape {
		if !slices.Contains(all, int64(i)) {
			r.shape, r.kept = append(r.shape, n), append(r.kept, dims[i])
		}
	}
	return r
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

// empty is what there is without any point: results without elements, or reductions of none.
func (a *attempt) empty() []*ir.Value {
	var results []*ir.Value
	if n, _ := a.c.Result(0).Type().NumElements(); n > 0 && a.c.Combine() == nil && a.c.Combiner() != te.Dot {
		if results = a.guessing().reduction(a.c.Combiner()); results != nil {
			return results
		}
	}
	for i, v := range a.c.Results() {
		t := v.Type()
		n, _ := t.NumElements()
		inits := a.c.Inits()
		switch {
		case n == 0:
			results = append(results, a.constant(t.Elem(), t.Shape(), nil))
		case a.c.Combiner() == te.Dot && len(inits) == 0:
			results = append(results, a.constant(t.Elem(), t.Shape(), make([]byte, ir.StorageBytes(t.Elem()))))
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
