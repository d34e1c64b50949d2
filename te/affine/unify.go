package affine

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Unifier says at which points of one space expressions have the values that others have in
// another space.
type Unifier struct {
	// Axes has each axis of the first space as an expression of those of the second; nil where the
	// expressions do not depend on it.
	Axes []*ir.AffineExpr
	// Free are the axes for which that is nil.
	Free []int
	// Inside says that all axes are seen to be in their ranges. Otherwise Axes is right where they
	// are.
	Inside bool
}

// Unify finds axes a of one space, as expressions of the axes b of another, for which s(a) is t(b)
// whatever b is. Symbols are the same numbers in both. Quotients and remainders in t may become
// parts of a; those in s have to be met by such in t, or to be decided by ranges and by other
// expressions of s: a floordiv 2 is never b. What s leaves open is chosen so that a is in its
// ranges if the first guess allows that. ok is false when nothing is found; what is found is
// verified.
func Unify(s, t []*ir.AffineExpr, from, to Space) (u *Unifier, ok bool) {
	if len(s) != len(t) || len(from.Dims) > maxUnknowns || len(s) > maxUnknowns || from.Empty() || to.Empty() {
		return nil, false
	}
	z := &unifier{s: newSimplifier(from), t: newSimplifier(to), known: map[*atom]form{}, guessed: map[*atom]bool{}}
	for i := range s {
		f, ok := z.s.form(s[i])
		g, fits := z.t.form(t[i])
		if !ok || !fits || !z.row(f, g) {
			return nil, false
		}
		z.sums, z.wanted = append(z.sums, f), append(z.wanted, g)
	}
	for !z.done() {
		if !z.singles() {
			return nil, false
		}
		if z.done() || z.changed {
			continue
		}
		if !(z.radix() || z.eliminate() || z.spread() || z.match() || z.inner()) || z.failed() {
			return nil, false
		}
	}
	return z.result(from, to)
}

// equation is s == t, between forms of the first and the second space.
type equation struct{ s, t form }

// unifier looks for values of atoms of the first space: of its axes, and of quotients.
type unifier struct {
	s, t         *simplifier
	sums, wanted []form
	rows         []equation
	known        map[*atom]form // of the second space
	guessed      map[*atom]bool // quotients whose numerator has a row
	changed      bool
	eliminated   bool // since something changed
	rounds       int
}

func (z *unifier) failed() bool { return z.s.failed || z.t.failed || len(z.rows) > maxUnknowns }

// row adds an equation; what has no axis goes to the other side.
func (z *unifier) row(f, g form) bool {
	g = z.t.shifted(g, -f.c)
	for _, t := range f.terms {
		if !t.a.symbolic {
			continue
		}
		same, ok := z.t.form(z.s.atomExpr(t.a))
		if !ok {
			return false
		}
		g = z.t.plus(g, same, -t.c)
	}
	z.rows = append(z.rows, equation{f.where(func(t term) bool { return !t.a.symbolic }), g})
	return !z.failed()
}

// done reports whether all rows are used, and all quotients follow from axes that are known.
func (z *unifier) done() bool {
	return len(z.rows) == 0 && len(z.open()) == 0
}

// open are quotients with known values of numerators that have unknown axes.
func (z *unifier) open() []*atom {
	var list []*atom
	for _, f := range z.sums {
		list = z.openIn(f, list)
	}
	return list
}

func (z *unifier) openIn(f form, list []*atom) []*atom {
	for _, t := range f.terms {
		if t.a.kind != divAtom || t.a.symbolic || slices.Contains(list, t.a) {
			continue
		}
		if slices.ContainsFunc(variables(t.a.num), func(a *atom) bool {
			_, ok := z.known[a]
			return !ok && !a.symbolic
		}) {
			list = append(list, t.a)
		}
		list = z.openIn(t.a.num, list)
	}
	return list
}

// singles takes known values out of rows, and finds those of rows with one unknown. It reports
// false if a row cannot hold.
func (z *unifier) singles() bool {
	z.changed = false
	if z.rounds++; z.rounds > maxRounds {
		return false
	}
	var rest []equation
	for _, r := range z.rows {
		for _, t := range r.s.terms {
			if g, ok := z.value(t.a); ok {
				r.s = z.s.plus(r.s, one(t.a), -t.c)
				r.t = z.t.plus(r.t, g, -t.c)
				z.changed = true
			}
		}
		switch n := r.s.content(); {
		case len(r.s.terms) == 0:
			if v := z.t.tight(r.t); v != (interval{}) || z.failed() {
				return false
			}
			continue
		case n > 1:
			q, ok := z.exact(r.t, n)
			if !ok {
				return false
			}
			r = equation{r.s.divided(n), q}
			z.changed = true
		}
		if len(r.s.terms) == 1 {
			z.known[r.s.terms[0].a] = z.t.scaled(r.t, r.s.terms[0].c)
			z.changed = true
			continue
		}
		rest = append(rest, r)
	}
	z.rows = rest
	z.eliminated = z.eliminated && !z.changed
	return !z.failed()
}

// value is that of an atom: known, or that of a quotient whose axes are.
func (z *unifier) value(a *atom) (form, bool) {
	if f, ok := z.known[a]; ok {
		return f, true
	}
	if a.kind != divAtom {
		return form{}, false
	}
	num := constant(a.num.c)
	for _, t := range a.num.terms {
		var v form
		if t.a.symbolic {
			same, ok := z.t.form(z.s.atomExpr(t.a))
			if !ok {
				return form{}, false
			}
			v = same
		} else if f, ok := z.value(t.a); ok {
			v = f
		} else {
			return form{}, false
		}
		num = z.t.plus(num, v, t.c)
	}
	return z.t.div(num, a.n), !z.failed()
}

// exact is f / n, if n divides f at all points.
func (z *unifier) exact(f form, n int64) (q form, ok bool) {
	q = z.t.div(f, n)
	return q, z.t.tight(z.t.plus(f, q, -n)) == interval{} && !z.failed()
}

// radix takes a row apart that is a sum of digits: each unknown counts what those of smaller
// coefficients cannot reach.
func (z *unifier) radix() bool {
	for i, r := range z.rows {
		units, c := z.s.split(r.s)
		slices.SortStableFunc(units, func(a, b unit) int { return cmp.Compare(magnitude(b.c), magnitude(a.c)) })
		rest, digits, ok := z.t.shifted(r.t, -c), []equation(nil), true
		for k, u := range units {
			low := interval{}
			for _, v := range units[k+1:] {
				low = low.plus(v.iv.times(v.c))
			}
			n := magnitude(u.c)
			if !low.bounded() || magnitude(bound(low.hi, -low.lo, everything.hi)) >= n {
				ok = false
				break
			}
			q := z.t.div(z.t.shifted(rest, -low.lo), n)
			rest = z.t.plus(rest, q, -n)
			if u.c < 0 {
				q = z.t.scaled(q, -1)
			}
			if u.a != nil {
				digits = append(digits, equation{one(u.a), q})
				continue
			}
			digit, fits := z.digit(u, q)
			if !fits {
				ok = false
				break
			}
			digits = append(digits, digit)
		}
		if ok && !z.failed() && z.t.tight(rest) == (interval{}) {
			z.rows = append(slices.Delete(z.rows, i, i+1), digits...)
			return true
		}
	}
	return false
}

// digit makes an equation of y mod m == f: f is a remainder by m as well, or in range.
func (z *unifier) digit(u unit, f form) (equation, bool) {
	units, c := z.t.split(f)
	if len(units) == 1 && units[0].a == nil && units[0].m == u.m {
		switch {
		case units[0].c == 1 && c == 0:
			return equation{u.mod, units[0].mod}, true
		case units[0].c == -1 && c == u.m-1: // m-1 - y mod m is (-1 - y) mod m
			return equation{u.mod, z.t.shifted(z.t.scaled(units[0].mod, -1), -1)}, true
		}
	}
	v := z.t.tight(f)
	return equation{u.mod, f}, v.lo >= 0 && v.hi < u.m && !z.failed()
}

// eliminate makes each row the only one with some unknown.
func (z *unifier) eliminate() bool {
	if z.eliminated {
		return false
	}
	z.eliminated = true
	any := false
	for i := range z.rows {
		r, pivot := z.rows[i], term{}
		for _, t := range r.s.terms {
			if pivot.a == nil || magnitude(t.c) < magnitude(pivot.c) {
				pivot = t
			}
		}
		if pivot.a == nil {
			continue
		}
		for k, other := range z.rows {
			c := other.s.coefficient(pivot.a)
			if k == i || c == 0 {
				continue
			}
			g := gcd(c, pivot.c)
			z.rows[k] = equation{
				z.s.plus(z.s.scaled(other.s, pivot.c/g), r.s, -c/g),
				z.t.plus(z.t.scaled(other.t, pivot.c/g), r.t, -c/g),
			}
			any = true
		}
	}
	return any && !z.failed()
}

// match gives each unknown of a row that ranges do not decide a term of the other side with the
// same coefficient, or the opposite one.
func (z *unifier) match() bool {
	if len(z.rows) == 0 {
		return false
	}
	r := z.rows[0]
	units := z.t.units(r.t)
	used := make([]bool, len(units))
	values := make([]form, len(r.s.terms))
	rest := r.t
	for i, t := range r.s.terms {
		if k := z.partner(t, units, used); k >= 0 {
			used[k] = true
			sign := units[k].c / t.c
			values[i] = z.t.scaled(units[k].f, sign)
			if iv := units[k].iv.times(sign); sameLength(t.a.iv, iv) {
				values[i] = z.t.shifted(values[i], t.a.iv.lo-iv.lo)
			}
		}
		rest = z.t.plus(rest, values[i], -t.c)
	}
	if !z.absorb(r.s.terms, values, rest) || z.failed() {
		return false
	}
	z.rows = z.rows[1:]
	for i, t := range r.s.terms {
		z.rows = append(z.rows, equation{one(t.a), values[i]})
	}
	return true
}

func sameLength(a, b interval) bool {
	n, ok := a.exclusive().Len()
	m, fits := b.exclusive().Len()
	return ok && fits && n == m
}

// partner is the unit that an unknown is matched with: one of the same number of values, if there
// is one. It is -1 if there is none.
func (z *unifier) partner(t term, units []unit, used []bool) int {
	best := -1
	for k, u := range units {
		if used[k] || magnitude(u.c) != magnitude(t.c) {
			continue
		}
		if sameLength(t.a.iv, u.iv) && (u.c == t.c || best < 0 || !sameLength(t.a.iv, units[best].iv)) {
			best = k
			if u.c == t.c {
				break
			}
		} else if best < 0 {
			best = k
		}
	}
	return best
}

// absorb adds what is left of a row to unknowns that it can be divided among: the ones with the
// largest coefficients take most.
func (z *unifier) absorb(terms []term, values []form, rest form) bool {
	order := make([]int, len(terms))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(magnitude(terms[b].c), magnitude(terms[a].c)) })
	for _, i := range order {
		if rest.isConst() && rest.c == 0 {
			return true
		}
		n := magnitude(terms[i].c)
		q, ok := z.exact(rest, n)
		if !ok {
			continue
		}
		if terms[i].c < 0 {
			q = z.t.scaled(q, -1)
		}
		values[i] = z.t.plus(values[i], q, 1)
		return true
	}
	return rest.isConst() && rest.c == 0
}

// inner takes a known quotient apart whose axes are not known: if its value is a quotient by a
// multiple of the same number, their numerators are equal.
func (z *unifier) inner() bool {
	for _, q := range z.open() {
		v, ok := z.known[q]
		if !ok || z.guessed[q] {
			continue
		}
		z.guessed[q] = true
		a, c := innerQuotient(v)
		if a == nil || a.n%q.n != 0 {
			continue
		}
		e := z.t.plus(v, one(a), -c)
		x := z.t.plus(a.num, e, a.n) // v is x floordiv a.n
		if c < 0 {
			x = z.t.plus(z.t.shifted(z.t.scaled(e, a.n), a.n-1), a.num, -1)
		}
		if z.row(q.num, z.t.div(x, a.n/q.n)) {
			z.changed = true
			return true
		}
	}
	return false
}

// result verifies what was found.
func (z *unifier) result(from, to Space) (*Unifier, bool) {
	by, dims := map[*atom]form{}, map[int64]form{}
	for _, f := range z.sums {
		for _, a := range variables(f) {
			if g, ok := z.known[a]; ok {
				by[a], dims[a.pos] = g, g
			} else if !a.symbolic {
				return nil, false
			} else if by[a], ok = z.t.form(z.s.atomExpr(a)); !ok {
				return nil, false
			}
		}
	}
	for i, f := range z.sums {
		g := z.t.replace(f, by)
		if d := z.t.plus(g, z.wanted[i], -1); z.t.tight(d) != (interval{}) || z.failed() {
			return nil, false
		}
	}
	u := &Unifier{Axes: make([]*ir.AffineExpr, len(from.Dims)), Inside: true}
	for i, r := range from.Dims {
		f, ok := dims[int64(i)]
		if n, one := r.Len(); !ok && one && n == 1 {
			f, ok = constant(r.Lo), true
		}
		if !ok {
			u.Free = append(u.Free, i)
			continue
		}
		u.Axes[i] = z.t.expr(f)
		u.Inside = u.Inside && z.t.tight(f).exclusive().Within(r)
	}
	return u, !z.failed()
}
