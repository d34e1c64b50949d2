package affine

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
)

// maxRounds bounds the steps from a quotient to its form.
const maxRounds = 200

// mod is f mod n.
func (s *simplifier) mod(f form, n int64) form { return s.plus(f, s.div(f, n), -n) }

// div is f floordiv n, for n > 0. Its form is `whole ± rest floordiv n`, where
//
//   - no more can be taken out of rest: coefficients are at most n/2, the constant is less than n;
//   - rest and n have no common factor, also up to what stays below it: `(4*x + y) floordiv 8` is
//     `x floordiv 2` for y within 0 and 3;
//   - a quotient by itself is no term of rest: `(x floordiv 4 + y) floordiv 2` is
//     `(x + 4*y) floordiv 8`;
//   - the smallest coefficient is positive: `(15 - x) floordiv 4` is `3 - x floordiv 4`, and the
//     constant 0 if n is 2: `(x + 1) floordiv 2` is `x - x floordiv 2`, until expr writes it.
//
// If the range of rest leaves one value, it is that.
func (s *simplifier) div(f form, n int64) form {
	if n == 1 || s.failed {
		return f
	}
	if f.isConst() {
		return constant(shapes.FloorDiv(f.c, n))
	}
	if !s.step(len(f.terms)) {
		return form{}
	}
	key := string(f.key(nil, n))
	if known, ok := s.quot[key]; ok {
		return known
	}
	f = s.merged(f)
	out, sign := form{}, int64(1)
	for round := 0; ; round++ {
		if round == maxRounds || !s.step(len(f.terms)) {
			return s.fail()
		}
		if v := s.bounds(f).over(n); v.lo == v.hi {
			out = s.shifted(out, sign*v.lo)
			break
		}
		whole, rest := s.reduce(f, n)
		out, f = s.plus(out, whole, sign), rest
		if f.isConst() {
			break
		}
		if q, ok := s.onlyQuotient(f, n); ok {
			out = s.plus(out, q, sign)
			break
		}
		if g, m, ok := s.coarser(f, n); ok {
			if f, n = g, m; n == 1 {
				out = s.plus(out, f, sign)
				break
			}
			continue
		}
		turn := s.backward(f, n)
		nested, c := innerQuotient(f)
		up := n == 2 && nested != nil && c == 1 && nested.n == 2 && s.holds(f, nested.num, 1)
		if nested != nil && !(turn && n == 2 && !up) {
			if m, ok := shapes.Mul(n, nested.n); ok {
				if up { // x + x floordiv 2 is x - x floordiv 2, up to multiples of 2
					out, f, c = s.plus(out, one(nested), sign), s.plus(f, one(nested), -2), -1
				}
				if c < 0 {
					f, sign = s.opposite(f, n), -sign
				}
				f = s.plus(nested.num, s.plus(f, one(nested), -1), nested.n)
				n = m
				continue
			}
		}
		if turn {
			f, sign = s.opposite(f, n), -sign
			continue
		}
		out = s.plus(out, s.quotient(f, n), sign)
		break
	}
	if s.failed {
		return form{}
	}
	s.quot[key] = out
	return out
}

// opposite is the g for which g floordiv n is -(f floordiv n).
func (s *simplifier) opposite(f form, n int64) form {
	return s.shifted(s.scaled(f, -1), n-1)
}

// backward reports whether the quotient f floordiv n is to be that of the opposite, subtracted. The
// smallest coefficient, up to multiples of n, decides: of several, the last one of a dimension, or
// else the last one; where all are n/2, the constant.
func (s *simplifier) backward(f form, n int64) bool {
	_, c := s.split(f)
	least, negative, dim := n/2, n == 2 && c == 1, false
	for _, t := range f.terms {
		r := remainder(t.c, n)
		small := min(r, n-r)
		if r == n-r || small > least || small == least && dim && t.a.kind != dimAtom {
			continue
		}
		least, negative, dim = small, r > n-r, t.a.kind == dimAtom
	}
	return negative
}

// reduce splits f into n*whole + rest.
func (s *simplifier) reduce(f form, n int64) (whole, rest form) {
	whole = constant(shapes.FloorDiv(f.c, n))
	rest = constant(remainder(f.c, n))
	for _, t := range f.terms {
		q, r := shapes.FloorDiv(t.c, n), remainder(t.c, n)
		if r > n-r {
			q, r = q+1, r-n
		}
		if r != 0 {
			rest.terms = append(rest.terms, term{t.a, r})
		}
		if q != 0 {
			whole.terms = append(whole.terms, term{t.a, q})
		}
	}
	whole, rest = s.remainders(whole, rest, n)
	if _, c := s.split(rest); c < 0 || c >= n { // beside remainders
		q := shapes.FloorDiv(c, n)
		whole, rest = s.shifted(whole, q), s.plus(rest, constant(q), -n)
	}
	return whole, rest
}

// remainders moves multiples of n between whole and rest so that rest has remainders: of x and
// x floordiv m, whose coefficient matters up to multiples of n, x mod m.
func (s *simplifier) remainders(whole, rest form, n int64) (form, form) {
	for i := len(rest.terms) - 1; i >= 0; i-- {
		if i >= len(rest.terms) || rest.terms[i].a.kind != divAtom {
			continue
		}
		t := rest.terms[i]
		if c, ok := s.congruent(rest, t, n); ok && c != t.c {
			whole = s.plus(whole, one(t.a), (t.c-c)/n)
			rest.terms = slices.Clone(rest.terms)
			rest.terms[i].c = c
		}
	}
	return whole, rest
}

// congruent is the coefficient with which a term of f is a part of a remainder, if that differs
// from its own by a multiple of n.
func (s *simplifier) congruent(f form, t term, n int64) (c int64, ok bool) {
	for _, r := range s.candidates(f, t.a) {
		c, ok := shapes.Mul(-r.k, r.m)
		if by, fits := shapes.Add(t.c, -c); ok && fits && by%n == 0 {
			return c, true
		}
	}
	for _, c := range []int64{t.c, t.c - n, t.c + n} {
		if _, ok := s.remainderOf(f, t.a, c); ok {
			return c, true
		}
	}
	return 0, false
}

// onlyQuotient is f floordiv n if the ranges leave one form without a quotient. Axes of two values
// may need another multiple of n taken out than others do.
func (s *simplifier) onlyQuotient(f form, n int64) (form, bool) {
	if v := s.bounds(f).over(n); v.lo == v.hi {
		return constant(v.lo), true
	}
	var pairs []unit
	for _, u := range s.units(f) {
		if u.iv.bounded() && u.iv.hi-u.iv.lo == 1 && len(pairs) < 4 {
			pairs = append(pairs, u)
		}
	}
	for subset := 1; subset < 1<<len(pairs); subset++ {
		out, rest := form{}, f
		for i, u := range pairs {
			if subset>>i&1 == 0 {
				continue
			}
			up := int64(1)
			if u.c < 0 {
				up = -1
			}
			out, rest = s.plus(out, u.f, up), s.plus(rest, u.f, -up*n)
		}
		if s.failed {
			return form{}, false
		}
		if v := s.bounds(rest).over(n); v.lo == v.hi {
			return s.shifted(out, v.lo), true
		}
	}
	return form{}, false
}

// coarser divides f and n by a common factor g, if the quotient by g of what g does not divide in f
// is none by the ranges.
func (s *simplifier) coarser(f form, n int64) (form, int64, bool) {
	units, c := s.split(f)
	var factors []int64
	for _, u := range units {
		if g := gcd(n, u.c); g > 1 {
			factors = append(factors, g)
		}
	}
	slices.Sort(factors)
	factors = slices.Compact(factors)
	for _, g := range slices.Backward(factors) {
		if !s.step(len(units)) {
			break
		}
		over, rest := form{}, constant(c)
		for _, u := range units {
			if u.c%g == 0 {
				over = s.plus(over, u.f, u.c/g)
			} else {
				rest = s.plus(rest, u.f, u.c)
			}
		}
		if q, ok := s.onlyQuotient(rest, g); ok {
			return s.plus(over, q, 1), n / g, true
		}
	}
	return form{}, 0, false
}

// innerQuotient is the only quotient in f, if it is added or subtracted once.
func innerQuotient(f form) (a *atom, c int64) {
	for _, t := range f.terms {
		switch {
		case t.a.kind != divAtom || t.c != 1 && t.c != -1:
		case a != nil:
			return nil, 0
		default:
			a, c = t.a, t.c
		}
	}
	return a, c
}
