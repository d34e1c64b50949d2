package body

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// narrowed is what a guard says.
type narrowed struct {
	cond *ir.IntegerSet // its constraints, simplified
	// decided says that it always holds, or never.
	decided, holds bool
	space          affine.Space // where it holds
}

// Narrow simplifies a guard.
func (g *Graph) Narrow(cond *ir.IntegerSet) narrowed {
	k := g.Ctx.IntegerSetAttr(cond)
	nw, ok := g.narrow[k]
	if !ok {
		nw = g.narrowing(cond)
		g.narrow[k] = nw
	}
	return nw
}

func (g *Graph) narrowing(cond *ir.IntegerSet) narrowed {
	out := &ir.IntegerSet{Dims: g.Axes}
	space := affine.Space{Dims: slices.Clone(g.Space.Dims)}
	for i, e := range cond.Constraints {
		e = simple(g.Space, e)
		r, _ := g.Space.Bounds(e)
		zero := affine.Range{Lo: 0, Hi: 1}
		switch eq := cond.Eq[i]; {
		case g.Space.Empty():
			continue
		case eq && r.Within(zero), !eq && r.Lo >= 0 && r != affine.Unknown:
			continue
		case eq && (r.Lo > 0 || r.Hi <= 0), !eq && r.Hi <= 0:
			return narrowed{decided: true}
		default:
			if has(out, e, eq) {
				continue
			}
			out.Constraints, out.Eq = append(out.Constraints, e), append(out.Eq, eq)
			narrowBy(&space, e, eq)
		}
	}
	if space.Empty() && !g.Space.Empty() {
		return narrowed{decided: true}
	}
	return narrowed{cond: out, decided: len(out.Constraints) == 0, holds: true, space: space}
}

func has(s *ir.IntegerSet, e *ir.AffineExpr, eq bool) bool {
	for i, f := range s.Constraints {
		if s.Eq[i] == eq && affine.Equal(e, f) {
			return true
		}
	}
	return false
}

// narrowBy narrows the range of the axis of a constraint that has one, with the coefficient 1 or
// -1.
func narrowBy(s *affine.Space, e *ir.AffineExpr, eq bool) {
	coeffs, rest, ok := affine.Linear(e, len(s.Dims))
	if !ok {
		return
	}
	c, ok := affine.ConstValue(rest)
	axis := -1
	for i, k := range coeffs {
		if k != 0 {
			if axis >= 0 || k != 1 && k != -1 {
				return
			}
			axis = i
		}
	}
	const far = 1 << 62
	if !ok || axis < 0 || c > far || c < -far {
		return
	}
	r := &s.Dims[axis]
	if k := coeffs[axis]; k == 1 || eq { // axis + c >= 0
		lo := -c * k
		r.Lo = max(r.Lo, lo)
		if eq {
			r.Hi = min(r.Hi, lo+1)
		}
	} else { // c - axis >= 0
		r.Hi = min(r.Hi, c+1)
	}
}

// And is the guard that holds where both do; nil is one that always holds.
func And(a, b *ir.IntegerSet) *ir.IntegerSet {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &ir.IntegerSet{
		Dims: a.Dims, Constraints: slices.Concat(a.Constraints, b.Constraints), Eq: slices.Concat(a.Eq, b.Eq),
	}
}
