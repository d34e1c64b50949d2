package affine

import (
	"math"

	"github.com/tg-opt/tg/internal/shapes"
)

// Narrow is the space with the ranges that its axes and symbols have where a guard holds, as far as
// single constraints say it. What is simplified over it is so where the guard holds. It is an empty
// space if the guard is seen to hold nowhere.
func (s Space) Narrow(g Guard) Space {
	if s.Empty() {
		return s
	}
	for range maxNarrowings {
		m := newSimplifier(s)
		list, v := m.constraints(g)
		if m.failed {
			return s
		}
		if v == never {
			return s.nowhere()
		}
		next, changed := s, false
		for _, c := range list {
			for _, t := range c.f.terms {
				if !t.a.variable() {
					continue
				}
				r := m.allowed(c, t)
				if r.meet(next.of(t.a)) != next.of(t.a) {
					next, changed = next.restrict(t.a, r), true
				}
			}
			if a, r, ok := m.stepped(c, next); ok {
				next, changed = next.restrict(a, r), true
			}
		}
		s = next
		if s.Empty() {
			return s.nowhere()
		}
		if !changed {
			break
		}
	}
	return s
}

// nowhere is an empty space with as many axes.
func (s Space) nowhere() Space {
	out := Space{Dims: make([]Range, max(1, len(s.Dims))), Syms: make([]Range, len(s.Syms))}
	return out
}

// of is the range of a variable.
func (s Space) of(a *atom) Range {
	if a.kind == symAtom {
		return s.Sym(a.pos)
	}
	return s.Dim(a.pos)
}

// allowed is the range that a constraint leaves to one of its variables.
func (s *simplifier) allowed(c constraint, t term) Range {
	v := s.bounds(s.plus(c.f, one(t.a), -t.c)) // t.c*x + v >= 0
	r := Unknown
	if s.failed {
		return r
	}
	if v.hi != math.MaxInt64 && v.hi != math.MinInt64 {
		if t.c > 0 { // x >= -v/t.c
			r.Lo = -shapes.FloorDiv(v.hi, t.c)
		} else { // x <= v/-t.c
			r.Hi = after(shapes.FloorDiv(v.hi, -t.c))
		}
	}
	if c.eq && v.lo != math.MinInt64 && v.lo != math.MaxInt64 { // t.c*x + v <= 0
		if t.c > 0 {
			r.Hi = after(shapes.FloorDiv(-v.lo, t.c))
		} else {
			r.Lo = -shapes.FloorDiv(-v.lo, -t.c)
		}
	}
	return r
}

// after is v + 1, or the end of all numbers.
func after(v int64) int64 {
	if v == math.MaxInt64 {
		return v
	}
	return v + 1
}

// stepped is the range of a variable whose remainder c says, from the first to the last number
// with that remainder; ok is false if c does not, or the range is no smaller.
func (s *simplifier) stepped(c constraint, space Space) (a *atom, r Range, ok bool) {
	if !c.eq {
		return nil, r, false
	}
	y, m, left, ok := s.residue(c.f)
	if !ok || len(y.terms) != 1 || y.terms[0].c != 1 || !y.terms[0].a.variable() {
		return nil, r, false
	}
	a = y.terms[0].a
	from := space.of(a)
	if from.Empty() {
		return nil, r, false
	}
	r = from
	left = remainder(left-remainder(y.c, m), m)
	if from.Lo != math.MinInt64 {
		up, fits := shapes.Add(from.Lo, remainder(left-remainder(from.Lo, m), m))
		if fits {
			r.Lo = up
		}
	}
	if from.Hi != math.MaxInt64 {
		last := from.Hi - 1
		down, fits := shapes.Add(last, -remainder(remainder(last, m)-left, m))
		if fits {
			r.Hi = after(down)
		}
	}
	return a, r, r != from
}
