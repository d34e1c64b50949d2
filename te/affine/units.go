package affine

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// unit is c times an atom, or times a remainder.
type unit struct {
	c   int64
	a   *atom // nil of a remainder
	mod form
	m   int64
	f   form // the atom or the remainder
	iv  interval
}

// ratio is a way to see an atom: it is y floordiv m, and y, times k, is a part of a sum.
type ratio struct {
	y    form
	m, k int64
	from *atom // y, if that is a quotient in the sum
}

// candidates are the ways to see a quotient as a part of a remainder in a sum, best first.
func (s *simplifier) candidates(f form, q *atom) []ratio {
	var list []ratio
	for _, t := range f.terms {
		if t.a.kind != divAtom || t.a == q || q.n <= t.a.n || q.n%t.a.n != 0 {
			continue
		}
		y, m := one(t.a), q.n/t.a.n
		if sameForm(s.div(y, m), one(q)) {
			list = append(list, ratio{y, m, t.c, t.a})
		}
	}
	first := q.num.terms[0]
	if k := f.coefficient(first.a); k%first.c == 0 && s.holds(f, q.num, k/first.c) {
		list = append(list, ratio{y: q.num, m: q.n, k: k / first.c})
	}
	return list
}

// holds reports whether f has k times the terms of g.
func (s *simplifier) holds(f, g form, k int64) bool {
	if k == 0 || !s.step(len(f.terms)+len(g.terms)) {
		return false
	}
	i := 0
	for _, t := range g.terms {
		for i < len(f.terms) && f.terms[i].a != t.a {
			i++
		}
		if i == len(f.terms) {
			return false
		}
		if c, ok := shapes.Mul(t.c, k); !ok || f.terms[i].c != c {
			return false
		}
	}
	return true
}

// split makes f a sum of units, in which remainders are found again, and of a constant.
func (s *simplifier) split(f form) (units []unit, c int64) {
	rest := f
	for i := len(f.terms) - 1; i >= 0; i-- {
		t := f.terms[i]
		if t.a.kind != divAtom || rest.coefficient(t.a) != t.c {
			continue
		}
		for _, r := range s.candidates(rest, t.a) {
			if c, ok := shapes.Mul(-r.k, r.m); !ok || c != t.c {
				continue
			}
			mod := s.plus(r.y, one(t.a), -r.m)
			units = append(units, unit{c: r.k, mod: r.y, m: r.m, f: mod, iv: interval{0, r.m - 1}})
			rest = s.plus(rest, mod, -r.k)
			break
		}
		if s.failed {
			return nil, 0
		}
	}
	slices.Reverse(units)
	plain := make([]unit, 0, len(rest.terms)+len(units))
	for _, t := range rest.terms {
		plain = append(plain, unit{c: t.c, a: t.a, f: one(t.a), iv: t.a.iv})
	}
	return append(plain, units...), rest.c
}

func (s *simplifier) units(f form) []unit {
	units, _ := s.split(f)
	return units
}

// bounds is an interval in which f is.
func (s *simplifier) bounds(f form) interval {
	if !slices.ContainsFunc(f.terms, func(t term) bool { return t.a.kind == divAtom }) {
		v := interval{f.c, f.c}
		for _, t := range f.terms {
			v = v.plus(t.a.iv.times(t.c))
		}
		return v
	}
	units, c := s.split(f)
	v := interval{c, c}
	for _, u := range units {
		v = v.plus(u.iv.times(u.c))
	}
	if s.failed {
		return everything
	}
	return v
}

// expr is f as an expression.
func (s *simplifier) expr(f form) *ir.AffineExpr {
	units, c := s.split(f)
	type part struct {
		order int
		e     *ir.AffineExpr
		c     int64
	}
	parts := make([]part, len(units))
	for i, u := range units {
		if u.a != nil {
			parts[i] = part{u.a.order(), s.atomExpr(u.a), u.c}
		} else {
			order := 1
			if u.mod.symbolic() {
				order = 3
			}
			parts[i] = part{order, Mod(s.expr(u.mod), u.m), u.c}
		}
		if !s.step(1) {
			return nil
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int {
		if a.order != b.order {
			return a.order - b.order
		}
		return Compare(a.e, b.e)
	})
	var sum *ir.AffineExpr
	for _, p := range parts {
		e := Mul(p.e, p.c)
		if sum != nil {
			e = &ir.AffineExpr{Op: ir.AffineAdd, LHS: sum, RHS: e}
		}
		sum = e
	}
	switch {
	case sum == nil:
		return Const(c)
	case c != 0:
		return &ir.AffineExpr{Op: ir.AffineAdd, LHS: sum, RHS: Const(c)}
	}
	return sum
}

func (s *simplifier) atomExpr(a *atom) *ir.AffineExpr {
	switch a.kind {
	case dimAtom:
		return Dim(a.pos)
	case symAtom:
		return Sym(a.pos)
	case divAtom:
		return &ir.AffineExpr{Op: ir.AffineFloorDiv, LHS: s.expr(a.num), RHS: Const(a.n)}
	}
	return a.expr
}
