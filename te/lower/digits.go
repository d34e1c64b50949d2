package lower

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// digit is (axis floordiv div) mod extent: a digit of an axis, whose extent it is if it is all of
// it.
type digit struct {
	axis        int
	div, extent int64
	reversed    bool
}

// grid says where a view lies in one dimension of a tensor, or in neighbouring ones as if they were
// one: from start on at every step-th element, the row-major number of the digits.
type grid struct {
	start, step, count int64
	digits             []digit
}

// term is c times a digit.
type term struct {
	c int64
	digit
}

// gridOf reads an expression as a grid; ok is false where it is none.
func gridOf(e *ir.AffineExpr, extents []int64) (g grid, ok bool) {
	terms, c, ok := sumOf(e, extents)
	if !ok {
		return g, false
	}
	if terms, ok = refined(terms, extents); !ok {
		return g, false
	}
	g = grid{start: c, step: 1, count: 1}
	for i := range terms {
		t := &terms[i]
		if t.c >= 0 {
			continue
		}
		last, fits := shapes.Mul(t.c, t.extent-1)
		if g.start, ok = shapes.Add(g.start, last); !fits || !ok {
			return g, false
		}
		t.c, t.reversed = -t.c, true
	}
	slices.SortStableFunc(terms, func(x, y term) int { return cmp.Compare(x.c, y.c) })
	if len(terms) > 0 {
		g.step = terms[0].c
	}
	at := g.step
	for _, t := range terms {
		if t.c != at {
			return g, false
		}
		if at, ok = shapes.Mul(at, t.extent); !ok {
			return g, false
		}
		g.count *= t.extent
		g.digits = append(g.digits, t.digit)
	}
	slices.Reverse(g.digits)
	return g, true
}

// refined writes a sum of digits, which may overlap, by digits that do not: those between all cuts
// of an axis, neighbours joined where together they are one digit.
func refined(terms []term, extents []int64) (fine []term, ok bool) {
	cuts := map[int][]int64{}
	var axes []int
	for _, t := range terms {
		if cuts[t.axis] == nil {
			axes = append(axes, t.axis)
		}
		cuts[t.axis] = append(cuts[t.axis], t.div, t.div*t.extent) // at most the extent of the axis
	}
	for _, axis := range axes {
		at := cuts[axis]
		slices.Sort(at)
		at = slices.Compact(at)
		var own []term
		for i, low := range at[:len(at)-1] {
			high := at[i+1]
			if high%low != 0 {
				return nil, false
			}
			d := term{digit: digit{axis: axis, div: low, extent: high / low}}
			for _, t := range terms {
				if t.axis != axis || t.div > low || t.div*t.extent < high {
					continue
				}
				part, fits := shapes.Mul(t.c, low/t.div)
				if d.c, ok = shapes.Add(d.c, part); !fits || !ok {
					return nil, false
				}
			}
			if n := len(own); n > 0 && own[n-1].continues(d) {
				own[n-1].extent *= d.extent
			} else if d.c != 0 {
				own = append(own, d)
			}
		}
		fine = append(fine, own...)
	}
	return fine, true
}

// continues reports whether t and the next higher digit are one digit together.
func (t term) continues(d term) bool {
	c, fits := shapes.Mul(t.c, t.extent)
	return fits && c == d.c && t.div*t.extent == d.div
}

// sumOf reads a simplified expression as a sum of digits with factors and a constant.
func sumOf(e *ir.AffineExpr, extents []int64) (terms []term, c int64, ok bool) {
	for e.Op == ir.AffineAdd {
		t, k, ok := factorOf(e.RHS, extents)
		if !ok {
			return nil, 0, false
		}
		if terms, c, ok = more(terms, c, t, k); !ok {
			return nil, 0, false
		}
		e = e.LHS
	}
	t, k, ok := factorOf(e, extents)
	if !ok {
		return nil, 0, false
	}
	return more(terms, c, t, k)
}

func more(terms []term, c int64, t term, k int64) ([]term, int64, bool) {
	if t.c == 0 {
		c, ok := shapes.Add(c, k)
		return terms, c, ok
	}
	if t.extent > 1 {
		terms = append(terms, t)
	}
	return terms, c, true
}

// factorOf reads a digit with a factor, or a constant k, for which the factor is 0.
func factorOf(e *ir.AffineExpr, extents []int64) (t term, k int64, ok bool) {
	t.c = 1
	if e.Op == ir.AffineConst {
		return term{}, e.Value, true
	}
	if e.Op == ir.AffineMul {
		factor, known := affine.ConstValue(e.RHS)
		if !known {
			return t, 0, false
		}
		t.c, e = factor, e.LHS
	}
	t.digit, ok = digitOf(e, extents)
	return t, 0, ok && t.c != 0
}

// digitOf reads a digit.
func digitOf(e *ir.AffineExpr, extents []int64) (d digit, ok bool) {
	d.div = 1
	mod := int64(0)
	if e.Op == ir.AffineMod {
		if mod, ok = affine.ConstValue(e.RHS); !ok || mod < 1 {
			return d, false
		}
		e = e.LHS
	}
	if e.Op == ir.AffineFloorDiv {
		if d.div, ok = affine.ConstValue(e.RHS); !ok || d.div < 1 {
			return d, false
		}
		e = e.LHS
	}
	axis, ok := affine.DimOf(e)
	if !ok || axis < 0 || axis >= int64(len(extents)) {
		return d, false
	}
	n := extents[axis]
	if n%d.div != 0 {
		return d, false
	}
	d.axis, d.extent = int(axis), n/d.div
	if mod > 0 && mod < d.extent {
		if d.extent%mod != 0 {
			return d, false
		}
		d.extent = mod
	}
	return d, true
}

// splits are all digits of an axis of which some are used, from the highest on; ok is false where
// they overlap.
func splits(axis int, extent int64, used []digit) (all []digit, ok bool) {
	var own []digit
	for _, d := range used {
		if d.axis == axis {
			own = append(own, d)
		}
	}
	slices.SortFunc(own, func(x, y digit) int { return cmp.Compare(y.div, x.div) })
	at := extent // what the digits so far leave
	gap := func(to int64) bool {
		if to > at || at%to != 0 {
			return false
		}
		if to < at {
			all = append(all, digit{axis: axis, div: to, extent: at / to})
		}
		at = to
		return true
	}
	for _, d := range own {
		if !gap(d.div * d.extent) {
			return nil, false
		}
		all = append(all, digit{axis: axis, div: d.div, extent: d.extent})
		at = d.div
	}
	return all, gap(1)
}
