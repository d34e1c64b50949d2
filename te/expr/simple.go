package expr

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// single is e as sign*axis + c, if it is that.
func single(e *ir.AffineExpr) (axis int64, sign int64, c int64, ok bool) {
	if e.Op == ir.AffineAdd && e.RHS.Op == ir.AffineConst {
		c, e = e.RHS.Value, e.LHS
	}
	sign = 1
	if e.Op == ir.AffineMul && e.RHS.Op == ir.AffineConst && e.RHS.Value == -1 {
		sign, e = -1, e.LHS
	}
	return e.Value, sign, c, e.Op == ir.AffineDim
}

// forced finds the axes of s from equations that say one each. known is false where some axis has
// no such equation; ok is whether what was found satisfies all equations.
func (m *matcher) forced(left, right []*ir.AffineExpr) (sub Substitution, known, ok bool) {
	sub = make(Substitution, len(m.s.Axes))
	by := make([]int, len(sub))
	for k, e := range left {
		axis, sign, c, one := single(e)
		if !one || sub[axis] != nil {
			continue
		}
		at := right[k]
		if c != 0 || sign < 0 {
			at = affine.Mul(affine.Sub(at, affine.Const(c)), sign)
			if at, one = m.t.space.Simplify(at); !one {
				continue
			}
		}
		sub[axis], by[axis] = at, k
	}
	for i := range sub {
		if sub[i] == nil && m.s.Root.DependsOn(i) {
			return nil, false, false
		}
	}
	for i, e := range sub {
		if e == nil {
			continue
		}
		if !m.t.space.InBounds(e, m.s.space.Dim(int64(i))) {
			return nil, true, false
		}
	}
	for k, e := range left {
		if axis, _, _, one := single(e); one && by[axis] == k {
			continue
		}
		if !m.t.space.Same(affine.Substitute(e, sub, nil), right[k]) {
			return nil, true, false
		}
	}
	return sub, true, true
}
