package expr

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// unify is affine.Unify with axes that begin at 0, where quotients and remainders are told from
// sums. It finds nothing where an axis would be outside of its range.
func unify(s, t []*ir.AffineExpr, from, to affine.Space) ([]*ir.AffineExpr, bool) {
	first, up, _ := fromZero(from)
	second, forth, back := fromZero(to)
	u, ok := affine.Unify(substituted(s, up), substituted(t, forth), first, second)
	if !ok || !u.Inside {
		return nil, false
	}
	if up == nil && forth == nil {
		return u.Axes, true
	}
	axes := make([]*ir.AffineExpr, len(u.Axes))
	for i, e := range u.Axes {
		if e == nil {
			continue
		}
		e = affine.Add(affine.Substitute(e, back, nil), affine.Const(from.Dims[i].Lo))
		if axes[i], ok = to.Simplify(e); !ok {
			return nil, false
		}
	}
	return axes, true
}

// fromZero is a space whose axes begin at 0, each axis of s as an expression of that, and the other
// way round; nil where s is it.
func fromZero(s affine.Space) (zero affine.Space, up, back []*ir.AffineExpr) {
	shifted := false
	for i, r := range s.Dims {
		shifted = shifted || r.Lo != 0
		zero.Dims = append(zero.Dims, affine.Below(r.Hi-r.Lo))
		up = append(up, affine.Add(affine.Dim(i), affine.Const(r.Lo)))
		back = append(back, affine.Sub(affine.Dim(i), affine.Const(r.Lo)))
	}
	if !shifted {
		return s, nil, nil
	}
	return zero, up, back
}

func substituted(list, dims []*ir.AffineExpr) []*ir.AffineExpr {
	if dims == nil {
		return list
	}
	out := make([]*ir.AffineExpr, len(list))
	for i, e := range list {
		out[i] = affine.Substitute(e, dims, nil)
	}
	return out
}
