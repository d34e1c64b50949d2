package lower

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// read is an element of a tensor, as a tensor over the axes on which it depends.
func (a *attempt) read(r te.Read) (t tensor, ok bool) {
	if len(r.Values()) > 0 {
		return a.gather(r)
	}
	key := viewKey{r.Tensor(), r.Else(), r.Attr(te.MapAttr), r.Attr(te.GuardAttr)}
	if t, ok := a.views[key]; ok {
		return t, true
	}
	at := a.indices(r)
	if list := a.conditions(r.Guard()); len(list) == 0 {
		t, ok = a.view(r.Tensor(), at, a.extents)
	} else if t, ok = a.concat(r); !ok {
		t, ok = a.guarded(r, at, list)
	}
	if ok {
		a.views[key] = t
	}
	return t, ok
}

// indices are the index expressions of a read, simplified.
func (a *attempt) indices(r te.Read) []*ir.AffineExpr {
	at := slices.Clone(r.Map().Results)
	for i, e := range at {
		at[i] = a.simplified(e)
	}
	return at
}

// guarded is a read under conditions: what is padded, and beyond that a choice by a mask.
func (a *attempt) guarded(r te.Read, at []*ir.AffineExpr, list []condition) (t tensor, ok bool) {
	otherwise := a.zero(r.Tensor().Type().Elem())
	if r.Else() != nil {
		otherwise = a.valueOf(r.Else())
	}
	if slices.ContainsFunc(list, func(c condition) bool { return len(c.axes) == 0 }) {
		return otherwise, true // it never holds
	}
	ranges, rest := a.restrict(list)
	for _, p := range ranges {
		if p.count == 0 {
			return otherwise, true
		}
	}
	used := map[int]bool{}
	for _, e := range at {
		for _, axis := range a.axesOf(e) {
			used[axis] = true
		}
	}
	for _, c := range list {
		if len(c.axes) == 1 && !used[c.axes[0]] && ranges[c.axes[0]].count != 1 {
			// A condition on an axis that the read does not have; a single point of one is a
			// dimension of extent 1 that is padded.
			delete(ranges, c.axes[0])
			if !slices.ContainsFunc(rest, func(d condition) bool { return affine.Equal(c.e, d.e) && c.eq == d.eq }) {
				rest = append(rest, c)
			}
		}
	}
	value := otherwise
	if !otherwise.isScalar() {
		value, rest = a.zero(r.Tensor().Type().Elem()), list
	}
	if t, ok = a.padded(r.Tensor(), at, ranges, value); !ok || len(rest) == 0 {
		return t, ok
	}
	mask, ok := a.mask(rest)
	if !ok {
		return t, false
	}
	return a.elementwise(a.b.Ctx.OpName("tg.select"), a.c.Loc(), []tensor{mask, t, otherwise}, r.Tensor().Type().Elem(), nil), true
}

// padded is what is read where axes have some values, and value elsewhere.
func (a *attempt) padded(v *ir.Value, at []*ir.AffineExpr, ranges map[int]progression, value tensor) (t tensor, ok bool) {
	if len(ranges) == 0 {
		if !a.inside(v, at, a.extents) {
			return t, a.refuse("%s", a.describe("conditions on several axes keep inside of a tensor the indices", at))
		}
		return a.view(v, at, a.extents)
	}
	extents := slices.Clone(a.extents)
	pads := map[int][3]int64{} // low, high, interior
	subst := make([]*ir.AffineExpr, len(extents))
	for axis, p := range ranges {
		n := a.extents[axis]
		extents[axis] = p.count
		pads[axis] = [3]int64{p.first, n - 1 - p.last(), p.step - 1}
		subst[axis] = p.at(affine.Dim(axis))
		if p.count == 1 {
			subst[axis] = affine.Const(p.first)
		}
	}
	space := affine.Extents(extents...)
	inner := make([]*ir.AffineExpr, len(at))
	for i, e := range at {
		if inner[i], ok = space.Simplify(affine.Substitute(e, subst, nil)); !ok {
			return t, a.refuse("%s", a.describe("numbers become too large in the indices", at))
		}
	}
	a.crop(v, at, inner, ranges, extents, pads)
	if !a.inside(v, inner, extents) {
		return t, a.refuse("%s", a.describe("conditions on several axes keep inside of a tensor the indices", at))
	}
	if t, ok = a.view(v, inner, extents); !ok {
		return t, false
	}
	return a.pad(t, extents, pads, value), true
}

// inside reports whether indices are known to be inside of a tensor.
func (a *attempt) inside(v *ir.Value, at []*ir.AffineExpr, extents []int64) bool {
	space := affine.Extents(extents...)
	for d, n := range v.Type().Shape() {
		if !space.InBounds(at[d], affine.Below(n)) {
			return false
		}
	}
	return true
}

// crop lets a pad take away elements of v, where that takes no slice: along dimensions that one
// axis goes along, element by element, all others of which the padding pushes out.
func (a *attempt) crop(v *ir.Value, at, inner []*ir.AffineExpr, ranges map[int]progression, extents []int64, pads map[int][3]int64) {
	for d, e := range at {
		axes := a.axesOf(e)
		if len(axes) != 1 || countUses(a, at, axes[0]) != 1 {
			continue
		}
		axis, n := axes[0], v.Type().Shape()[d]
		p, ok := ranges[axis]
		if !ok {
			continue
		}
		point := make([]int64, len(extents))
		first, ok := affine.Evaluate(inner[d], point, nil)
		if !ok {
			continue
		}
		step, last := p.step, first+p.count-1
		pushes := func(step int64) bool {
			return (first == 0 || p.first < step) && (last == n-1 || p.last()+step >= a.extents[axis])
		}
		if p.count > 1 {
			point[axis] = 1
			if second, ok := affine.Evaluate(inner[d], point, nil); !ok || second != first+1 {
				continue
			}
			if _, rest, ok := affine.Linear(inner[d], len(extents)); !ok || rest.Op != ir.AffineConst {
				continue
			}
		} else if step = 1; !pushes(step) {
			step = a.extents[axis]
		}
		if !pushes(step) {
			continue
		}
		low := p.first - first*step
		pads[axis] = [3]int64{low, a.extents[axis] - 1 - (low + (n-1)*step), step - 1}
		inner[d], extents[axis] = affine.Dim(axis), n
		if n == 1 {
			inner[d] = affine.Const(0)
		}
	}
}

func countUses(a *attempt, at []*ir.AffineExpr, axis int) (n int) {
	for _, e := range at {
		if affine.UsesDim(e, int64(axis)) {
			n++
		}
	}
	return n
}

// pad puts a scalar around and between elements. An axis of which only one value is read has become
// no dimension, and is made one again.
func (a *attempt) pad(t tensor, extents []int64, pads map[int][3]int64, value tensor) tensor {
	var lost []int
	for axis := range a.axes {
		if _, ok := pads[axis]; ok && !t.has(axis) {
			lost = append(lost, axis)
		}
	}
	for _, axis := range lost {
		if i := slices.Index(t.dims, none); i >= 0 {
			t.dims = slices.Clone(t.dims)
			t.dims[i] = axis
		} else {
			t = a.withUnit(t, axis)
		}
		if shape := slices.Clone(t.v.Type().Shape()); extents[axis] != 1 {
			// What is read is the same wherever it is read along the axis.
			shape[slices.Index(t.dims, axis)] = extents[axis]
			to := shapes.Dims(int64(0), len(shape))
			t.v = a.op("tg.broadcast", a.typed(t.v, shape), []*ir.Value{t.v}, a.ints("dims", to))
		}
	}
	shape := make([]int64, len(t.dims))
	low, high, interior := make([]int64, len(shape)), make([]int64, len(shape)), make([]int64, len(shape))
	inside := false
	for i, axis := range t.dims {
		shape[i] = 1
		if axis == none {
			continue
		}
		shape[i] = a.extents[axis]
		if p, ok := pads[axis]; ok {
			low[i], high[i], interior[i] = p[0], p[1], p[2]
			inside = inside || p[2] > 0
		}
	}
	attrs := []ir.NamedAttr{a.ints("low", low), a.ints("high", high)}
	if inside {
		attrs = append(attrs, a.ints("interior", interior))
	}
	return tensor{a.op("tg.pad", a.typed(t.v, shape), []*ir.Value{t.v, value.v}, attrs...), t.dims}
}

// withUnit gives t a dimension of extent 1 at the place of an axis.
func (a *attempt) withUnit(t tensor, axis int) tensor {
	i := 0
	for i < len(t.dims) && (t.dims[i] == none || a.pos[t.dims[i]] < a.pos[axis]) {
		i++
	}
	shape := slices.Insert(slices.Clone(t.v.Type().Shape()), i, 1)
	return tensor{a.reshape(t.v, shape), slices.Insert(slices.Clone(t.dims), i, axis)}
}
