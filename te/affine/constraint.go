package affine

import (
	"math"
	"math/bits"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
)

// constraint is Constraint of a form.
type constraint struct {
	f  form
	eq bool
}

// verdict says where something holds.
type verdict uint8

const (
	sometimes verdict = iota // or nobody knows
	always
	never
)

// constraints are those of a guard that do not always hold, in their normal form.
func (s *simplifier) constraints(g Guard) (list []constraint, v verdict) {
	for _, c := range g {
		f, ok := s.form(c.Expr)
		if !ok {
			return nil, sometimes
		}
		n, v := s.normal(constraint{f, c.Eq})
		switch v {
		case never:
			return nil, never
		case sometimes:
			list = append(list, n)
		}
	}
	return list, sometimes
}

// normal is a form of c that all constraints have which hold at the same points for simple reasons.
func (s *simplifier) normal(c constraint) (constraint, verdict) {
	if c.eq {
		return s.normalEq(c)
	}
	for range maxRounds {
		c.f = s.decisive(c.f)
		if g := c.f.content(); g > 1 {
			c.f = c.f.divided(g)
		}
		if v := s.sign(c); v != sometimes || s.failed {
			return c, v
		}
		q, k := innerQuotient(c.f)
		if q == nil {
			break
		}
		e := s.plus(c.f, one(q), -k)
		f := form{}
		if k > 0 { // x floordiv n >= -e
			f = s.plus(q.num, e, q.n)
		} else { // x floordiv n <= e
			f = s.plus(s.shifted(s.scaled(e, q.n), q.n-1), q.num, -1)
		}
		if s.failed {
			break
		}
		c.f = f
	}
	return c, sometimes
}

// decisive is f without terms that do not decide whether it is at least 0: with i < 2, i + 4*k - 4
// is where k - 1 is. Terms g*x with a common g of their own decide where the rest is within one
// multiple of g, as g*x + rest >= 0 is x + rest floordiv g >= 0.
func (s *simplifier) decisive(f form) form {
	if len(f.terms) < 2 || len(f.terms) > maxDecisive {
		return f
	}
	for _, least := range f.terms {
		large := f.where(func(t term) bool { return magnitude(t.c) >= magnitude(least.c) })
		g := large.content()
		if len(large.terms) == len(f.terms) || g <= 1 {
			continue
		}
		rest := s.bounds(s.plus(f, large, -1))
		if s.failed || !rest.bounded() || shapes.FloorDiv(rest.lo, g) != shapes.FloorDiv(rest.hi, g) {
			continue
		}
		return s.shifted(large.divided(g), shapes.FloorDiv(rest.lo, g))
	}
	return f
}

// maxDecisive is of how many terms those are sought that decide.
const maxDecisive = 8

// sign says what the bounds of an expression decide.
func (s *simplifier) sign(c constraint) verdict {
	v := s.tight(c.f)
	switch {
	case s.failed:
		return sometimes
	case v.hi < 0, c.eq && v.lo > 0:
		return never
	case v.lo >= 0 && (!c.eq || v.hi == 0):
		return always
	}
	return sometimes
}

func (s *simplifier) normalEq(c constraint) (constraint, verdict) {
	if g := c.f.content(); g > 1 {
		if c.f.c%g != 0 {
			return c, never
		}
		c.f = c.f.divided(g)
	}
	if y, m, r, ok := s.residue(c.f); ok {
		if r < 0 || r >= m {
			return c, never
		}
		f, v := s.class(y, m, r)
		if v != sometimes || s.failed {
			return c, v
		}
		c.f = f
	} else if len(c.f.terms) > 0 && c.f.terms[0].c < 0 {
		c.f = s.scaled(c.f, -1)
	}
	return c, s.sign(c)
}

// residue reads f == 0 as y mod m == r, which may be out of range.
func (s *simplifier) residue(f form) (y form, m, r int64, ok bool) {
	units, c := s.split(f)
	if len(units) != 1 || units[0].a != nil {
		return form{}, 0, 0, false
	}
	u := units[0]
	if c%u.c != 0 {
		return u.mod, u.m, -1, true
	}
	return u.mod, u.m, -c / u.c, true
}

// class is the f for which f == 0 says that y mod m == r. Factors that y and m have in common are
// divided out, and the first coefficient is made 1, or else small.
func (s *simplifier) class(y form, m, r int64) (form, verdict) {
	r = remainder(r-remainder(y.c, m), m)
	_, y = s.reduce(form{terms: y.terms}, m)
	y.c = 0
	if y.isConst() {
		if r == 0 {
			return form{}, always
		}
		return form{}, never
	}
	if g := gcd(y.content(), m); g > 1 {
		if r%g != 0 {
			return form{}, never
		}
		y, m, r = y.divided(g), m/g, r/g
		if m == 1 {
			return form{}, always
		}
	}
	first := remainder(y.terms[0].c, m)
	factor := int64(1)
	if u, ok := inverse(first, m); ok {
		factor = u
	} else if first > m-first {
		factor = m - 1
	}
	out := form{}
	for _, t := range y.terms {
		k := mulMod(remainder(t.c, m), factor, m)
		if k > m-k {
			k -= m
		}
		out.terms = append(out.terms, term{t.a, k})
	}
	out.terms = slices.DeleteFunc(out.terms, func(t term) bool { return t.c == 0 })
	return s.shifted(s.mod(out, m), -mulMod(r, factor, m)), sometimes
}

// mulMod is a*b mod m, for a and b from 0 on and less than m.
func mulMod(a, b, m int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	_, r := bits.Div64(hi, lo, uint64(m))
	return int64(r)
}

// inverse is the u for which a*u mod m is 1; ok is false when there is none.
func inverse(a, m int64) (u int64, ok bool) {
	r, next := m, a
	x, y := int64(0), int64(1)
	for next != 0 {
		q := r / next
		r, next = next, r-q*next
		x, y = y, x-q*y
	}
	return remainder(x, m), r == 1
}

// axis is the range that c leaves to the only variable in it; nil if it is not of that kind.
func (c constraint) axis() (r Range, a *atom) {
	if len(c.f.terms) != 1 || !c.f.terms[0].a.variable() || c.f.terms[0].a.pos >= maxAxes {
		return Unknown, nil
	}
	t := c.f.terms[0]
	r = Unknown
	if c.eq || t.c > 0 { // t.c*v >= -c
		r.Lo = -shapes.FloorDiv(c.f.c, t.c)
		if t.c < 0 {
			r.Lo = shapes.FloorDiv(c.f.c, -t.c)
		}
	}
	if c.eq {
		r.Hi = r.Lo + 1
	} else if t.c < 0 { // -t.c*v <= c
		r.Hi = shapes.FloorDiv(c.f.c, -t.c) + 1
	}
	return r, t.a
}

// merge joins constraints of the same sum, apart from its constant and sign: the strictest one of
// several remains, two that meet make an equality.
func (s *simplifier) merge(list []constraint) ([]constraint, verdict) {
	type sums struct {
		f        form // without constant
		lo, hi   int64
		from, to bool // whether there is a lo, and a hi: any number can be one
	}
	var order []string
	found := map[string]*sums{}
	for _, c := range list {
		f, opposite := form{terms: c.f.terms}, c.f.terms[0].c < 0
		if opposite {
			f = s.scaled(f, -1)
		}
		key := string(f.key(nil, 0))
		b := found[key]
		if b == nil {
			b = &sums{f: f, lo: math.MinInt64, hi: math.MaxInt64}
			order, found[key] = append(order, key), b
		}
		if c.eq || !opposite { // f >= -c, and f == -c if it is not the opposite
			v := -c.f.c
			if opposite {
				v = c.f.c
			}
			b.lo, b.from = max(b.lo, v), true
		}
		if c.eq || opposite {
			v := c.f.c
			if !opposite {
				v = -c.f.c
			}
			b.hi, b.to = min(b.hi, v), true
		}
	}
	var out []constraint
	for _, key := range order {
		b := found[key]
		switch {
		case b.lo > b.hi && b.from && b.to:
			return nil, never
		case b.lo == b.hi && b.from && b.to:
			c, v := s.normal(constraint{s.shifted(b.f, -b.lo), true})
			if v == never {
				return nil, never
			}
			if v == sometimes {
				out = append(out, c)
			}
			continue
		}
		if b.from {
			out = append(out, constraint{f: s.shifted(b.f, -b.lo)})
		}
		if b.to {
			out = append(out, constraint{f: s.shifted(s.scaled(b.f, -1), b.hi)})
		}
	}
	return out, sometimes
}

// follows reports whether f is at least 0 because it is no less than the expression of a
// constraint.
func (s *simplifier) follows(list []constraint, f form) bool {
	for _, c := range list {
		if s.tight(s.plus(f, c.f, -1)).lo >= 0 || c.eq && s.tight(s.plus(f, c.f, 1)).lo >= 0 {
			return !s.failed
		}
	}
	return false
}

// tried says where c holds among the points at which a list of constraints holds, if there are few.
func (s *simplifier) tried(list []constraint, c constraint) verdict {
	vars := variables(c.f)
	for _, other := range list {
		vars = union(vars, variables(other.f))
	}
	cost := weight(c.f)
	for _, other := range list {
		cost += weight(other.f)
	}
	points, at := int64(1), map[*atom]int64{}
	for _, a := range vars {
		n, ok := a.iv.exclusive().Len()
		if !ok || a.kind == opaqueAtom || n > maxPoints || points*n > maxPoints {
			return sometimes
		}
		points *= n
		at[a] = a.iv.lo
	}
	yes, no := false, false
	for more := true; more; more = advance(vars, at) {
		if yes && no || !s.step(cost) {
			return sometimes
		}
		here, fits := true, true
		for _, other := range list {
			holds, ok := other.holds(at)
			here, fits = here && holds, fits && ok
		}
		holds, ok := c.holds(at)
		switch {
		case !fits || !ok:
			return sometimes
		case !here:
		case holds:
			yes = true
		default:
			no = true
		}
	}
	if no {
		if yes {
			return sometimes
		}
		return never
	}
	return always
}

// holds reports whether c holds at a point; ok is false where its expression does not fit.
func (c constraint) holds(at map[*atom]int64) (holds, ok bool) {
	v, ok := value(c.f, at)
	return v == 0 || !c.eq && v > 0, ok
}
