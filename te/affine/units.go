package affine

import (
	"cmp"
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

// ratio is a way to see a part of a sum: it is k times y mod m, as over is y floordiv m.
type ratio struct {
	y, over form
	m, k    int64
}

// candidates are the ways to see a quotient, whatever its coefficient, as a part of a remainder in
// a sum, best first: of another quotient there, whose quotient it is, and of its own numerator.
func (s *simplifier) candidates(f form, q *atom) []ratio {
	var list []ratio
	if !s.step(len(f.terms)) {
		return nil
	}
	for _, t := range f.terms {
		if t.a.kind != divAtom || t.a == q || q.n <= t.a.n || q.n%t.a.n != 0 {
			continue
		}
		y, m := one(t.a), q.n/t.a.n
		if sameForm(s.div(y, m), one(q)) {
			list = append(list, ratio{y, one(q), m, t.c})
		}
	}
	first := q.num.terms[0]
	if k := f.coefficient(first.a); k%first.c == 0 && s.holds(f, q.num, k/first.c) {
		list = append(list, ratio{q.num, one(q), q.n, k / first.c})
	}
	return list
}

// remainderOf finds a remainder of which a quotient in a sum, with its coefficient c, is a part: of
// the terms that have smaller coefficients, if all of their quotient is there.
func (s *simplifier) remainderOf(f form, q *atom, c int64) (ratio, bool) {
	for _, r := range s.candidates(f, q) {
		if v, ok := shapes.Mul(-r.k, r.m); ok && v == c {
			return r, true
		}
	}
	var tried []int64
	for _, t := range f.terms {
		k := magnitude(t.c)
		if t.a == q || k >= magnitude(c) || c%k != 0 || slices.Contains(tried, k) {
			continue
		}
		tried = append(tried, k)
		if !s.step(2 * len(f.terms)) {
			break
		}
		if c > 0 {
			k = -k
		}
		y := f.where(func(u term) bool { return u.a != q && u.c%k == 0 && u.c%c != 0 }).divided(k)
		if len(y.terms) < 2 {
			continue
		}
		m := magnitude(c / k)
		over := s.div(y, m)
		if over.coefficient(q) == 1 && s.holds(f, form{terms: over.where(func(u term) bool { return u.a != q }).terms}, c) {
			return ratio{y, over, m, k}, true
		}
	}
	return ratio{}, false
}

// holds reports whether f has k times the terms of g.
func (s *simplifier) holds(f, g form, k int64) bool {
	if k == 0 || s.failed || !s.step(len(f.terms)+len(g.terms)) {
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
	if s.failed || !s.step(len(f.terms)) {
		return nil, 0
	}
	key := string(f.key(nil, 0))
	if known, ok := s.sums[key]; ok {
		return known.units, known.c
	}
	units, c = s.unitsOf(f)
	if s.failed {
		return nil, 0
	}
	s.sums[key] = sum{units, c}
	return units, c
}

// sum is what split finds.
type sum struct {
	units []unit
	c     int64
}

func (s *simplifier) unitsOf(f form) (units []unit, c int64) {
	rest := f
	for i := len(f.terms) - 1; i >= 0; i-- {
		t := f.terms[i]
		if t.a.kind != divAtom || rest.coefficient(t.a) != t.c {
			continue
		}
		if !s.step(len(f.terms)) {
			return nil, 0
		}
		if r, ok := s.remainderOf(rest, t.a, t.c); ok {
			mod := s.plus(r.y, r.over, -r.m)
			units = append(units, unit{c: r.k, mod: r.y, m: r.m, f: mod, iv: interval{0, r.m - 1}})
			rest = s.plus(rest, mod, -r.k)
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

// part is a term of an expression.
type part struct {
	order int
	e     *ir.AffineExpr
	c     int64
}

// expr is f as an expression.
func (s *simplifier) expr(f form) *ir.AffineExpr {
	if !s.step(len(f.terms)) {
		return Const(0)
	}
	units, c := s.split(f)
	plain := atomsOf(units)
	if low := s.lowered(plain); !sameForm(low, plain) {
		units, c = s.split(s.plus(f, s.plus(low, plain, -1), 1))
		plain = atomsOf(units)
	}
	parts, plain := s.halves(plain)
	for _, t := range plain.terms {
		parts = append(parts, part{t.a.order(), s.atomExpr(t.a), t.c})
	}
	c += plain.c
	for _, u := range units {
		switch {
		case u.a != nil:
		case u.m == 2 && u.c == -c: // 1 - x mod 2
			parts = append(parts, part{composite(u.mod), Mod(s.expr(s.shifted(u.mod, 1)), 2), c})
			c = 0
		default:
			parts = append(parts, part{composite(u.mod), Mod(s.expr(u.mod), u.m), u.c})
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Or(cmp.Compare(a.order, b.order), Compare(a.e, b.e))
	})
	var sum *ir.AffineExpr
	for i, p := range parts {
		if i+1 < len(parts) && Equal(p.e, parts[i+1].e) {
			parts[i+1].c = s.fused(p.c, parts[i+1].c, 1)
			continue
		}
		if p.c == 0 {
			continue
		}
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

// atomsOf is the sum of the units that are no remainders.
func atomsOf(units []unit) form {
	var f form
	for _, u := range units {
		if u.a != nil {
			f.terms = append(f.terms, term{u.a, u.c})
		}
	}
	return f
}

// composite is where quotients and remainders of f stand in a sum.
func composite(f form) int {
	if f.symbolic() {
		return (&atom{kind: divAtom, symbolic: true}).order()
	}
	return (&atom{kind: divAtom}).order()
}

// lowered is f without quotients that halves would find, if others that these are made of are in f
// as well.
func (s *simplifier) lowered(f form) form {
	for range len(f.terms) {
		changed := false
		for _, t := range f.terms {
			if t.a.kind != divAtom || t.a.n%2 != 0 || t.a.n == 2 || t.a.num.c < t.a.n/2 {
				continue
			}
			if !s.step(len(f.terms)) {
				return f
			}
			x := s.shifted(t.a.num, -t.a.n/2)
			low, double := s.div(x, t.a.n), s.div(x, t.a.n/2)
			if !s.multiple(f, low) && !s.multiple(f, double) {
				continue
			}
			f = s.plus(s.plus(f, one(t.a), -t.c), s.plus(double, low, -1), t.c)
			changed, s.shortened = true, true
			break
		}
		if !changed || s.failed {
			break
		}
	}
	return f
}

// multiple reports whether f has the quotients of g, which has some, times some number.
func (s *simplifier) multiple(f, g form) bool {
	for _, t := range g.terms {
		if t.a.kind == divAtom {
			k := f.coefficient(t.a)
			return k != 0 && k%t.c == 0 && s.quotients(f, g, k/t.c)
		}
	}
	return false
}

// halves finds quotients that are shorter than their form: by Hermite's identity for even n,
//
//	(x + n/2) floordiv n == x floordiv (n/2) - x floordiv n
//
// The second result is what is left of f.
func (s *simplifier) halves(f form) ([]part, form) {
	var parts []part
	for _, t := range slices.Backward(f.terms) {
		double, ok := s.doubled(f, t)
		if !ok {
			continue
		}
		f = s.plus(s.plus(f, one(t.a), -t.c), double, t.c)
		half := FloorDiv(s.expr(s.shifted(t.a.num, t.a.n/2)), t.a.n)
		parts = append(parts, part{composite(t.a.num), half, -t.c})
		s.shortened = s.shortened || t.a.n > 2
	}
	return parts, f
}

// doubled is x floordiv (n/2) for a term -k*(x floordiv n) of f, if f has that k times.
func (s *simplifier) doubled(f form, t term) (form, bool) {
	if t.a.kind != divAtom || t.a.n%2 != 0 || t.a.num.c >= t.a.n/2 || f.coefficient(t.a) != t.c || s.failed {
		return form{}, false
	}
	if !s.step(len(f.terms)) {
		return form{}, false
	}
	double := s.div(t.a.num, t.a.n/2)
	return double, s.quotients(f, double, -t.c)
}

// merged is f with such quotients as atoms, if that leaves one, and else f.
func (s *simplifier) merged(f form) form {
	out := f
	for _, t := range slices.Backward(f.terms) {
		if t.a.kind == divAtom && t.a.n == 2 {
			continue
		}
		if double, ok := s.doubled(out, t); ok {
			out = s.plus(s.plus(out, one(t.a), -t.c), double, t.c)
			out = s.plus(out, s.quotient(s.shifted(t.a.num, t.a.n/2), t.a.n), -t.c)
		}
	}
	if a, _ := innerQuotient(out); a == nil {
		return f
	}
	return out
}

// quotients reports whether f has k times the quotients of g, or if there are none, its terms.
func (s *simplifier) quotients(f, g form, k int64) bool {
	only := g.where(func(t term) bool { return t.a.kind == divAtom })
	if only.isConst() {
		return s.holds(f, g, k)
	}
	return s.holds(f, only, k)
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
