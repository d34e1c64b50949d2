package affine

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// maxPoints is at how many points an expression is evaluated to know its range exactly, if it does
// not have so many terms that this takes half of maxSteps.
const maxPoints = 4096

// Bounds is a range that has all values of e: exactly that from the least to the greatest one where
// e is linear in each axis that its other terms do not have, or has few points. ok is false when no
// bound is known on a side, which the range then lacks, or e has no value. Over an empty space it
// is an empty range.
func (s Space) Bounds(e *ir.AffineExpr) (r Range, ok bool) {
	if s.Empty() {
		return Range{}, true
	}
	m := newSimplifier(s)
	f, ok := m.form(e)
	if !ok {
		return Unknown, false
	}
	v := m.tight(f)
	if m.failed {
		return Unknown, false
	}
	return v.exclusive(), v.bounded()
}

// InBounds reports whether e is seen to be in a range at all points of the space.
func (s Space) InBounds(e *ir.AffineExpr, in Range) bool {
	if s.Empty() {
		return true
	}
	m := newSimplifier(s)
	f, ok := m.form(e)
	if !ok {
		return false
	}
	v := m.tight(f)
	return !m.failed && v.exclusive().Within(in)
}

// tight is the interval of f, as exact as that is cheap: terms that have no axis in common are
// bounded by themselves, those of few points at each of them, others for each value of an axis
// that has few.
func (s *simplifier) tight(f form) interval {
	v := interval{f.c, f.c}
	for _, part := range s.separate(f) {
		v = v.plus(s.tightPart(part))
	}
	return v
}

// separate splits the terms of f into sums that have no variable in common.
func (s *simplifier) separate(f form) []form {
	var parts []form
	var used [][]*atom
	for _, t := range f.terms {
		part, vars := form{terms: []term{t}}, variables(one(t.a))
		for i := len(parts) - 1; i >= 0; i-- {
			if !slices.ContainsFunc(used[i], func(a *atom) bool { return slices.Contains(vars, a) }) {
				continue
			}
			part = s.plus(parts[i], part, 1)
			vars = union(used[i], vars)
			parts, used = slices.Delete(parts, i, i+1), slices.Delete(used, i, i+1)
		}
		parts, used = append(parts, part), append(used, vars)
	}
	return parts
}

func union(a, b []*atom) []*atom {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(slices.Clip(a), x)
		}
	}
	return a
}

// variables are the dimensions, symbols and opaque atoms of f, each once.
func variables(f form) []*atom {
	var list []*atom
	seen := map[*atom]bool{}
	var visit func(f form)
	visit = func(f form) {
		for _, t := range f.terms {
			if seen[t.a] {
				continue
			}
			seen[t.a] = true
			if t.a.kind == divAtom {
				visit(t.a.num)
			} else {
				list = append(list, t.a)
			}
		}
	}
	visit(f)
	return list
}

func (s *simplifier) tightPart(f form) interval {
	v := s.bounds(f)
	if len(f.terms) == 1 && f.terms[0].a.kind != divAtom {
		return v
	}
	vars := variables(f)
	points := int64(1)
	for _, a := range vars {
		n, ok := a.iv.exclusive().Len()
		if !ok || a.kind == opaqueAtom || n > maxPoints || points*n > maxPoints {
			points = math.MaxInt64
			break
		}
		points *= n
	}
	if points <= maxPoints && s.steps+int(points)*(weight(f)+1) < maxSteps/2 {
		return v.meet(s.everywhere(f, vars))
	}
	for _, a := range vars {
		if s.steps > maxSteps/4 {
			break
		}
		if n, ok := a.iv.exclusive().Len(); ok && n <= maxPoints/16 && len(vars) > 1 {
			v = v.meet(s.along(f, a))
		}
	}
	return v
}

// everywhere is the interval of the values of f at all points of some variables.
func (s *simplifier) everywhere(f form, vars []*atom) interval {
	at := map[*atom]int64{}
	v := interval{math.MaxInt64, math.MinInt64}
	for _, a := range vars {
		at[a] = a.iv.lo
	}
	for {
		s.step(weight(f))
		x, ok := value(f, at)
		if !ok {
			return everything
		}
		v = v.union(interval{x, x})
		if !advance(vars, at) {
			return v
		}
	}
}

// advance goes to the next point; it reports whether there is one.
func advance(vars []*atom, at map[*atom]int64) bool {
	for _, a := range vars {
		if at[a] < a.iv.hi {
			at[a]++
			return true
		}
		at[a] = a.iv.lo
	}
	return false
}

// value is f at a point.
func value(f form, at map[*atom]int64) (v int64, ok bool) {
	v = f.c
	for _, t := range f.terms {
		x := at[t.a]
		if t.a.kind == divAtom {
			num, ok := value(t.a.num, at)
			if !ok {
				return 0, false
			}
			x, _ = apply(ir.AffineFloorDiv, num, t.a.n)
		}
		p, ok := apply(ir.AffineMul, x, t.c)
		if !ok {
			return 0, false
		}
		if v, ok = apply(ir.AffineAdd, v, p); !ok {
			return 0, false
		}
	}
	return v, true
}

// along is the interval of f that is found by looking at each value of a variable.
func (s *simplifier) along(f form, a *atom) interval {
	v := interval{math.MaxInt64, math.MinInt64}
	for x := a.iv.lo; x <= a.iv.hi; x++ {
		g := s.with(f, a, constant(x))
		v = v.union(s.bounds(g))
		if s.failed || v == everything {
			return everything
		}
	}
	return v
}

// with is f where a variable has another form.
func (s *simplifier) with(f form, a *atom, by form) form {
	return s.replace(f, map[*atom]form{a: by})
}

// replace is f where variables have other forms.
func (s *simplifier) replace(f form, by map[*atom]form) form {
	out := constant(f.c)
	for _, t := range f.terms {
		g, ok := by[t.a]
		switch {
		case ok:
		case t.a.kind == divAtom:
			g = s.div(s.replace(t.a.num, by), t.a.n)
		default:
			g = one(t.a)
		}
		if out = s.plus(out, g, t.c); s.failed {
			return form{}
		}
	}
	return out
}
