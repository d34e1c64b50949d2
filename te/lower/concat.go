package lower

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// link is one of the values that a chain of guarded reads chooses from; its read is nil for the
// last one, if that is another value.
type link struct {
	read  te.Read
	value *ir.Value
	list  []condition
}

// piece is a part of an axis at which a link of a chain is chosen.
type piece struct {
	link
	lo, hi int64
}

// concat is a chain of reads, each of which stands where the one before it is not read, along one
// axis: pieces behind each other. ok is false where r is no such chain.
func (a *attempt) concat(r te.Read) (t tensor, ok bool) {
	axis, chain := a.chain(r)
	if len(chain) < 2 || chain[len(chain)-1].read.Op == nil && len(chain) < 3 {
		return t, false
	}
	pieces, ok := a.pieces(axis, chain)
	if !ok || len(pieces) < 2 {
		return t, false
	}
	why := a.why
	defer func() {
		if !ok {
			a.why = why // another form is tried
		}
	}()
	var parts []tensor
	var all []int
	for _, p := range pieces {
		part, ok := a.part(axis, p)
		if !ok {
			return t, false
		}
		parts = append(parts, part)
		all = append(all, part.dims...)
	}
	to := place{pos: map[int]int{}}
	for _, i := range a.order {
		if i == axis || slices.Contains(all, i) {
			to.pos[i] = len(to.axes)
			to.axes = append(to.axes, i)
		}
	}
	dims := to.axes
	var values []*ir.Value
	if slices.ContainsFunc(parts, func(t tensor) bool { return !t.has(axis) || !slices.Equal(t.dims, parts[0].dims) }) {
		for i, part := range parts {
			values = append(values, a.piecewise(part, to, axis, pieces[i].hi-pieces[i].lo))
		}
	} else {
		dims = parts[0].dims
		for _, part := range parts {
			values = append(values, part.v)
		}
	}
	dim := slices.Index(dims, axis)
	shape := slices.Clone(values[0].Type().Shape())
	shape[dim] = a.extents[axis]
	v := a.op("tg.concat", a.typed(values[0], shape), values, ir.NamedAttr{Name: "dim", Value: a.b.Ctx.I64Attr(int64(dim))})
	return tensor{v, dims}, true
}

// chain follows a read along what stands where it is not read, while conditions are about one and
// the same axis.
func (a *attempt) chain(r te.Read) (axis int, chain []link) {
	axis = none
	for {
		l := link{read: r, list: a.conditions(r.Guard())}
		for _, c := range l.list {
			if len(c.axes) != 1 || axis != none && c.axes[0] != axis {
				// It is a value as others are.
				if len(chain) == 0 {
					return axis, nil
				}
				return axis, append(chain, link{value: r.Result(0)})
			}
			axis = c.axes[0]
		}
		chain = append(chain, l)
		next := r.Else()
		if len(l.list) == 0 {
			return axis, chain
		}
		if next == nil {
			return axis, append(chain, link{value: a.zero(r.Tensor().Type().Elem()).v})
		}
		inner, ok := te.AsRead(next.Def())
		if !ok || len(inner.Values()) > 0 || inner.Block() != r.Block() {
			return axis, append(chain, link{value: next})
		}
		r = inner
	}
}

// pieces says which part of the axis each link has; ok is false where one has several.
func (a *attempt) pieces(axis int, chain []link) (pieces []piece, ok bool) {
	n := a.extents[axis]
	if n > maxPoints {
		return nil, false
	}
	taken, point := make([]bool, n), make([]int64, len(a.extents))
	left := n
	for _, l := range chain {
		if left == 0 {
			break
		}
		p := piece{link: l, lo: -1}
		for v := range n {
			if taken[v] {
				continue
			}
			point[axis] = v
			all := true
			for _, c := range l.list {
				holds, ok := c.holds(point)
				if !ok {
					return nil, false
				}
				all = all && holds
			}
			switch {
			case !all:
				continue
			case p.lo < 0:
				p.lo, p.hi = v, v
			case p.hi != v:
				return nil, false
			}
			p.hi, taken[v] = v+1, true
			left--
		}
		if p.lo >= 0 {
			pieces = append(pieces, p)
		}
	}
	slices.SortFunc(pieces, func(p, q piece) int { return cmp.Compare(p.lo, q.lo) })
	return pieces, left == 0
}

// part is a link where it is chosen: its dimension along the axis, if it has one, is only as long
// as the piece.
func (a *attempt) part(axis int, p piece) (t tensor, ok bool) {
	if p.read.Op == nil {
		t = a.valueOf(p.value)
		return t, !t.has(axis)
	}
	extents, subst := slices.Clone(a.extents), make([]*ir.AffineExpr, len(a.extents))
	extents[axis] = p.hi - p.lo
	subst[axis] = affine.Add(affine.Dim(axis), affine.Const(p.lo))
	if extents[axis] == 1 {
		subst[axis] = affine.Const(p.lo)
	}
	space, at := affine.Extents(extents...), a.indices(p.read)
	for i, e := range at {
		if at[i], ok = space.Simplify(affine.Substitute(e, subst, nil)); !ok {
			return t, false
		}
	}
	if !a.inside(p.read.Tensor(), at, extents) {
		return t, false
	}
	t, ok = a.view(p.read.Tensor(), at, extents)
	if ok && extents[axis] == 1 {
		if i := slices.Index(t.dims, none); i >= 0 {
			t.dims = slices.Clone(t.dims)
			t.dims[i] = axis
		}
	}
	return t, ok
}

// piecewise is a part with all dimensions of places, n long along the axis.
func (a *attempt) piecewise(t tensor, to place, axis int, n int64) *ir.Value {
	whole := a.extents[axis]
	a.extents = slices.Clone(a.extents)
	a.extents[axis] = n
	t = a.spread(t, to)
	a.extents[axis] = whole
	return t.v
}
