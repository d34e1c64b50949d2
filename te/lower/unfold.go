package lower

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// unfolded is v, without the reshape by which it gives a gather dimensions of extent 1: the gather
// keeps dimensions of its boxes for those.
func (a *attempt) unfolded(v *ir.Value) *ir.Value {
	reshape := a.madeBy(v, "tg.reshape")
	if reshape == nil {
		return v
	}
	o := a.madeBy(reshape.Operand(0), "tg.gather")
	if o == nil {
		return v
	}
	shape := v.Type().Shape()
	added, place, ok := stretched(o.Result(0).Type().Shape(), shape)
	if !ok {
		return v
	}
	if c := a.keeping(o, v.Type(), added, place, none); c != nil {
		return c
	}
	for _, e := range added {
		if c := a.keeping(o, v.Type(), added, place, e); c != nil {
			return c
		}
	}
	return v
}

// keeping is a gather whose result has type t: with the dimensions of another one at places, and
// added ones, which are of its boxes, but for one, whose dimension of the indices then counts no
// components.
func (a *attempt) keeping(o *ir.Op, t *ir.Type, added, place []int64, ofIndices int64) *ir.Value {
	vector := o.Attr("index_vector_dim").Int()
	var offsets, batch []int64
	for d, to := range place {
		if slices.Contains(o.Attr("offset_dims").Ints(), int64(d)) {
			offsets = append(offsets, to)
		} else if to < ofIndices {
			batch = append(batch, to)
		}
	}
	boxes := 0
	for _, d := range added {
		if d != ofIndices {
			offsets = append(offsets, d)
			boxes++
		}
	}
	if ofIndices != none {
		indices := o.Operand(1).Type()
		if int(vector) >= indices.Rank() || indices.Shape()[vector] != 1 || int64(len(batch)) != vector {
			return nil
		}
		vector = int64(indices.Rank())
	}
	slices.Sort(offsets)
	collapsed, sizes := o.Attr("collapsed_slice_dims").Ints(), o.Attr("slice_sizes").Ints()
	for _, kept := range choices(collapsed, boxes) {
		left := slices.DeleteFunc(slices.Clone(collapsed), func(d int64) bool { return slices.Contains(kept, d) })
		var inBox []int64
		for d := range sizes {
			if !slices.Contains(left, int64(d)) && !slices.Contains(o.Attr("operand_batching_dims").Ints(), int64(d)) {
				inBox = append(inBox, sizes[d])
			}
		}
		if !slices.Equal(inBox, shapes.Pick(t.Shape(), offsets)) {
			continue
		}
		st := &ir.OpState{Name: o.OpName(), Loc: o.Loc(), Operands: o.Operands(), Results: []*ir.Type{t}, Attrs: slices.Clone(o.Props().Entries())}
		st.SetAttr("offset_dims", a.b.Ctx.I64Array(offsets))
		st.SetAttr("collapsed_slice_dims", a.b.Ctx.I64Array(left))
		st.SetAttr("index_vector_dim", a.b.Ctx.I64Attr(vector))
		if c, err := a.b.Create(st); err == nil {
			return c.Result(0)
		}
	}
	return nil
}

// stretched says how a shape becomes another one by more dimensions of extent 1: which of the
// latter are added, and the place there of each dimension of the former.
func stretched(from, to []int64) (added, place []int64, ok bool) {
	for d, n := range to {
		switch {
		case len(place) < len(from) && from[len(place)] == n:
			place = append(place, int64(d))
		case n == 1:
			added = append(added, int64(d))
		default:
			return nil, nil, false
		}
	}
	return added, place, len(place) == len(from) && len(added) > 0
}

// maxUnits is of how many numbers all choices are tried.
const maxUnits = 6

// choices are ways to choose n numbers: all of them, up to some of maxUnits.
func choices(all []int64, n int) (list [][]int64) {
	switch {
	case n > len(all):
		return nil
	case n == len(all):
		return [][]int64{slices.Clone(all)}
	}
	all = all[:min(len(all), maxUnits)]
	for mask := range 1 << len(all) {
		var some []int64
		for i, d := range all {
			if mask>>i&1 == 1 {
				some = append(some, d)
			}
		}
		if len(some) == n {
			list = append(list, some)
		}
	}
	return list
}
