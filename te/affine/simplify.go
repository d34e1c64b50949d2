package affine

import (
	"math"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// Simplify is e in its form over the space: the sum of dimensions, of quotients and remainders, of
// symbols and of a constant, each with a coefficient and in this order, in which equal sums are
// equal trees. Ranges take away quotients and remainders that they decide. ok is false, and e comes
// back as it is, when it is too large, a number does not fit, or it has no value: it divides by 0,
// or has a remainder by less than 1.
func (s Space) Simplify(e *ir.AffineExpr) (simple *ir.AffineExpr, ok bool) {
	if e.Op == ir.AffineConst {
		return e, true
	}
	m := newSimplifier(s)
	f, ok := m.form(e)
	if !ok {
		return e, false
	}
	if simple = m.settled(f); m.failed {
		return e, false
	}
	return simple, true
}

// settled is f as an expression. A quotient that is found only then may make more quotients simple.
func (s *simplifier) settled(f form) *ir.AffineExpr {
	e := s.expr(f)
	for range maxNarrowings {
		if !s.shortened || s.failed {
			break
		}
		s.shortened = false
		f, _ = s.form(e)
		next := s.expr(f)
		if s.failed || Equal(next, e) {
			break
		}
		e = next
	}
	return e
}

// SimplifyAll is Simplify of each expression of a list.
func (s Space) SimplifyAll(list []*ir.AffineExpr) (simple []*ir.AffineExpr, ok bool) {
	simple, ok = make([]*ir.AffineExpr, len(list)), true
	for i, e := range list {
		one, fits := s.Simplify(e)
		simple[i], ok = one, ok && fits
	}
	return simple, ok
}

// Same reports whether two expressions are seen to have the same value at all points of a space.
func (s Space) Same(a, b *ir.AffineExpr) bool {
	if s.Empty() || Equal(a, b) {
		return true
	}
	m := newSimplifier(s)
	f, ok := m.form(a)
	g, fits := m.form(b)
	if !ok || !fits {
		return false
	}
	return sameForm(f, g) || s.zero(m, m.plus(f, g, -1))
}

func (s Space) zero(m *simplifier, f form) bool {
	v := m.tight(f)
	return !m.failed && v == interval{}
}

// form is the form of an expression.
func (s *simplifier) form(e *ir.AffineExpr) (f form, ok bool) {
	if s.memo == nil {
		s.memo = map[*ir.AffineExpr]form{}
	}
	f = s.formOf(e, 0)
	return f, !s.failed
}

func (s *simplifier) formOf(e *ir.AffineExpr, depth int) form {
	if s.failed {
		return form{}
	}
	switch e.Op {
	case ir.AffineConst:
		if e.Value == math.MinInt64 {
			return s.fail()
		}
		return constant(e.Value)
	case ir.AffineDim:
		return s.leaf(dimAtom, e.Value)
	case ir.AffineSym:
		return s.leaf(symAtom, e.Value)
	}
	if f, ok := s.memo[e]; ok {
		return f
	}
	if depth > maxDepth || len(s.memo) > maxNodes {
		return s.fail()
	}
	l, r := s.formOf(e.LHS, depth+1), s.formOf(e.RHS, depth+1)
	if s.failed {
		return form{}
	}
	f := s.binary(e.Op, l, r)
	if (e.Op == ir.AffineAdd || e.Op == ir.AffineMul) && f.overflows() {
		return s.fail() // what an execution makes of it is no sum any more
	}
	s.memo[e] = f
	return f
}

// overflows reports whether int64 cannot hold all values of a sum of which all ranges are known.
func (f form) overflows() bool {
	sum := interval{f.c, f.c}
	for _, t := range f.terms {
		if !t.a.iv.bounded() {
			return false
		}
	}
	for _, t := range f.terms {
		low, fits := shapes.Mul(t.c, t.a.iv.lo)
		high, also := shapes.Mul(t.c, t.a.iv.hi)
		if t.c < 0 {
			low, high = high, low
		}
		lo, below := shapes.Add(sum.lo, low)
		hi, above := shapes.Add(sum.hi, high)
		if !fits || !also || !below || !above {
			return true
		}
		sum = interval{lo, hi}
	}
	return false
}

// binary is `l op r`.
func (s *simplifier) binary(op ir.AffineOp, l, r form) form {
	switch {
	case op == ir.AffineAdd:
		return s.plus(l, r, 1)
	case op == ir.AffineMul && r.isConst():
		return s.scaled(l, r.c)
	case op == ir.AffineMul && l.isConst():
		return s.scaled(r, l.c)
	case !r.isConst():
		return s.unknown(op, l, r)
	case op == ir.AffineMod && r.c > 0:
		return s.mod(l, r.c)
	case op == ir.AffineMod || r.c == 0:
		return s.fail()
	}
	if op == ir.AffineCeilDiv { // -(-l floordiv r)
		l = s.scaled(l, -1)
	}
	n := r.c
	if n < 0 {
		l, n = s.scaled(l, -1), -n
	}
	f := s.div(l, n)
	if op == ir.AffineCeilDiv {
		f = s.scaled(f, -1)
	}
	return f
}

// unknown is a product or quotient of forms that are not constant.
func (s *simplifier) unknown(op ir.AffineOp, l, r form) form {
	factor := int64(1)
	if op == ir.AffineMul {
		g, h := s.common(l), s.common(r)
		l, r = l.divided(g), r.divided(h)
		factor = s.fused(0, g, h)
	}
	a, b := s.expr(l), s.expr(r)
	if s.failed {
		return form{}
	}
	if op == ir.AffineMul && (!b.IsSymbolic() || a.IsSymbolic() && Compare(a, b) > 0) {
		a, b = b, a
	}
	return s.scaled(s.opaque(&ir.AffineExpr{Op: op, LHS: a, RHS: b}), factor)
}

// common is what divides all of f, with the sign of its first term.
func (s *simplifier) common(f form) int64 {
	g := gcd(f.content(), f.c)
	if f.terms[0].c < 0 {
		g = -g
	}
	return g
}

// Linear splits e into coefficients of dimensions d0 to d(ndims-1), and what has no dimension. ok
// is false where dimensions are in quotients or remainders, or are others than these.
func Linear(e *ir.AffineExpr, ndims int) (coeffs []int64, rest *ir.AffineExpr, ok bool) {
	m := newSimplifier(Space{})
	f, ok := m.form(e)
	if !ok {
		return nil, nil, false
	}
	coeffs = make([]int64, ndims)
	for _, t := range f.terms {
		switch {
		case t.a.kind == dimAtom && t.a.pos >= 0 && t.a.pos < int64(ndims):
			coeffs[t.a.pos] = t.c
		case !t.a.symbolic:
			return nil, nil, false
		}
	}
	f = form{f.where(func(t term) bool { return t.a.symbolic }).terms, f.c}
	rest = m.expr(f)
	return coeffs, rest, !m.failed
}
