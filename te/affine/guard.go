package affine

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Constraint says that an expression is 0, or that it is at least 0.
type Constraint struct {
	Expr *ir.AffineExpr
	Eq   bool
}

// Guard holds where all of its constraints do; everywhere if there are none.
type Guard []Constraint

// AtLeast is a >= b.
func AtLeast(a, b *ir.AffineExpr) Constraint { return Constraint{Expr: Sub(a, b)} }

// Equals is a == b.
func Equals(a, b *ir.AffineExpr) Constraint { return Constraint{Sub(a, b), true} }

// Between says that e is in a range.
func Between(e *ir.AffineExpr, r Range) Guard {
	var g Guard
	if r.Empty() {
		return Never()
	}
	v := r.interval()
	if r.Lo != Unknown.Lo {
		g = append(g, AtLeast(e, Const(v.lo)))
	}
	if r.Hi != Unknown.Hi {
		g = append(g, AtLeast(Const(v.hi), e))
	}
	return g
}

// Never is the guard that holds nowhere, as SimplifyGuard leaves it.
func Never() Guard { return Guard{{Expr: Const(-1)}} }

// Never reports whether g is the guard that holds nowhere.
func (g Guard) Never() bool {
	if len(g) != 1 {
		return false
	}
	v, ok := ConstValue(g[0].Expr)
	return ok && (v < 0 || g[0].Eq && v != 0)
}

// And is where both guards hold.
func And(a, b Guard) Guard { return slices.Concat(a, b) }

// GuardOf has the constraints of a set.
func GuardOf(s *ir.IntegerSet) Guard {
	var g Guard
	for i, e := range s.Constraints {
		g = append(g, Constraint{e, s.Eq[i]})
	}
	return g
}

// Set is the set of the points, of so many dimensions and symbols, at which g holds.
func (g Guard) Set(dims, syms int) *ir.IntegerSet {
	s := &ir.IntegerSet{Dims: dims, Syms: syms}
	if len(g) == 0 { // as the parser has it: 0 == 0
		g = Guard{{Const(0), true}}
	}
	for _, c := range g {
		s.Constraints, s.Eq = append(s.Constraints, c.Expr), append(s.Eq, c.Eq)
	}
	return s
}

// Substitute is Substitute of all expressions.
func (g Guard) Substitute(dims, syms []*ir.AffineExpr) Guard {
	out := make(Guard, len(g))
	for i, c := range g {
		out[i] = Constraint{Substitute(c.Expr, dims, syms), c.Eq}
	}
	return out
}

// Holds reports whether g holds at a point; ok is false where an expression has no value.
func (g Guard) Holds(dims, syms []int64) (holds, ok bool) {
	for _, c := range g {
		v, ok := Evaluate(c.Expr, dims, syms)
		if !ok {
			return false, false
		}
		if v < 0 || c.Eq && v != 0 {
			return false, true
		}
	}
	return true, true
}

// CompareGuards is a total order of guards; simplified ones that differ in it may still hold at the
// same points.
func CompareGuards(a, b Guard) int {
	return slices.CompareFunc(a, b, func(c, d Constraint) int {
		return cmp.Or(Compare(c.Expr, d.Expr), cmp.Compare(flag(c.Eq), flag(d.Eq)))
	})
}

// EqualGuards reports whether two guards are the same list of constraints.
func EqualGuards(a, b Guard) bool { return CompareGuards(a, b) == 0 }

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// SimplifyGuard is a guard that holds at the same points of the space, without what always holds
// there, or follows from what remains: from bounds of single axes, or, where there are few points,
// at all. Expressions are simplified, also by what the guard says of single axes, and divided by
// common factors; `2*x mod 6 == 4` becomes `x mod 3 - 2 == 0`. It is Never if it is seen to hold
// nowhere. Constraints of single axes come first, then others in the order of Compare. ok is false,
// and g comes back, when an expression cannot be simplified.
func (s Space) SimplifyGuard(g Guard) (simple Guard, ok bool) {
	if len(g) == 0 || s.Empty() {
		return nil, true
	}
	if len(g) > maxTerms {
		return g, false
	}
	narrowed, rest := s, g
	var bounds Guard
	for range maxNarrowings {
		m := newSimplifier(narrowed)
		list, v := m.constraints(rest)
		if m.failed {
			return g, false
		}
		if v == never {
			return Never(), true
		}
		list, v = m.merge(list)
		if m.failed {
			return g, false
		}
		if v == never {
			return Never(), true
		}
		before, found := rest, false
		rest = nil
		for _, c := range list {
			if r, space := c.axis(); space != nil {
				narrowed = narrowed.restrict(c.f.terms[0].a, r)
				found = true
				continue
			}
			e := m.expr(c.f)
			if c.eq && e.Op == ir.AffineMul && e.RHS.Op == ir.AffineConst && e.RHS.Value == -1 {
				e = e.LHS
			}
			rest = append(rest, Constraint{e, c.eq})
		}
		if m.failed {
			return g, false
		}
		if narrowed.Empty() {
			return Never(), true
		}
		if !found && EqualGuards(before, rest) {
			break
		}
	}
	bounds = s.difference(narrowed)
	slices.SortFunc(rest, func(a, b Constraint) int { return CompareGuards(Guard{a}, Guard{b}) })
	return s.needed(append(bounds, rest...))
}

// maxNarrowings is how often ranges are narrowed by constraints that narrower ranges made simpler.
const maxNarrowings = 8

// difference says what a space restricts in another, by its axes.
func (s Space) difference(to Space) Guard {
	var g Guard
	add := func(e *ir.AffineExpr, from, to Range) {
		to = from.meet(to)
		if n, ok := to.Len(); ok && n == 1 && from != to {
			g = append(g, Constraint{sumOf(e, -to.Lo), true})
			return
		}
		if to.Lo > from.Lo {
			g = append(g, Constraint{Expr: sumOf(e, -to.Lo)})
		}
		if to.Hi < from.Hi {
			g = append(g, Constraint{Expr: sumOf(Mul(e, -1), to.Hi-1)})
		}
	}
	for i, r := range to.Dims {
		add(Dim(i), s.Dim(int64(i)), r)
	}
	for i, r := range to.Syms {
		add(Sym(i), s.Sym(int64(i)), r)
	}
	return g
}

func sumOf(e *ir.AffineExpr, c int64) *ir.AffineExpr { return Add(e, Const(c)) }

// restrict narrows the range of a variable; nothing is known of those beyond maxAxes.
func (s Space) restrict(a *atom, r Range) Space {
	if a.pos < 0 || a.pos >= maxAxes {
		return s
	}
	list := &s.Dims
	if a.kind == symAtom {
		list = &s.Syms
	}
	*list = slices.Clone(*list)
	for int64(len(*list)) <= a.pos {
		*list = append(*list, Unknown)
	}
	(*list)[a.pos] = (*list)[a.pos].meet(r)
	return s
}

// needed drops constraints that follow from others, the last ones first.
func (s Space) needed(g Guard) (Guard, bool) {
	for i := len(g) - 1; i >= 0; i-- {
		others := slices.Delete(slices.Clone(g), i, i+1)
		narrow := s.Narrow(others)
		if narrow.Empty() {
			return Never(), true
		}
		switch s.verdict(narrow, others, g[i]) {
		case always:
			g = others
		case never:
			return Never(), true
		}
	}
	return g, true
}

// Implied reports whether c is seen to hold wherever g does.
func (s Space) Implied(g Guard, c Constraint) bool {
	if s.Empty() {
		return true
	}
	narrow := s.Narrow(g)
	return narrow.Empty() || s.verdict(narrow, g, c) == always
}

// verdict says where c holds among the points of a space, narrowed by a guard, at which that holds.
func (s Space) verdict(narrow Space, g Guard, c Constraint) verdict {
	m := newSimplifier(narrow)
	f, ok := m.form(c.Expr)
	if !ok {
		return sometimes
	}
	_, v := m.normal(constraint{f, c.Eq})
	if v != sometimes || m.failed {
		return v
	}
	list, v := m.constraints(g)
	if m.failed {
		return sometimes
	}
	if v == never {
		return always
	}
	// Few points decide, and take less than differences of long expressions.
	if v := m.tried(list, constraint{f, c.Eq}); v != sometimes {
		return v
	}
	if m.follows(list, f) && (!c.Eq || m.follows(list, m.scaled(f, -1))) {
		return always
	}
	return sometimes
}
