package affine_test

import (
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// rewritten is e with some identities applied at random, without folding.
func (g *generator) rewritten(e *ir.AffineExpr, chance int) *ir.AffineExpr {
	if e.LHS != nil {
		e = &ir.AffineExpr{Op: e.Op, LHS: g.rewritten(e.LHS, chance), RHS: e.RHS}
		if e.Op == ir.AffineAdd {
			e.RHS = g.rewritten(e.RHS, chance)
		}
	}
	if g.IntN(chance) > 0 {
		return e
	}
	switch e.Op {
	case ir.AffineFloorDiv, ir.AffineMod:
		return g.otherQuotient(e)
	case ir.AffineCeilDiv:
		n := e.RHS.Value
		return bin(ir.AffineFloorDiv, sum(e.LHS, num(n-1)), num(n))
	case ir.AffineAdd:
		l, r := e.LHS, e.RHS
		if l.Op == ir.AffineAdd && g.IntN(2) == 0 {
			return sum(l.LHS, sum(r, l.RHS))
		}
		return sum(r, l)
	case ir.AffineMul:
		c := e.RHS.Value
		if e.LHS.Op == ir.AffineAdd {
			return sum(times(e.LHS.LHS, c), times(e.LHS.RHS, c))
		}
		if e.LHS.Op == ir.AffineMod && c > 0 {
			m := e.LHS.RHS.Value
			return bin(ir.AffineMod, times(e.LHS.LHS, c), num(c*m))
		}
		return sum(times(e.LHS, c-1), e.LHS)
	}
	n := g.divisor()
	if g.IntN(2) == 0 {
		return sum(sum(e, num(n)), num(-n))
	}
	return sum(times(bin(ir.AffineFloorDiv, e, num(n)), n), bin(ir.AffineMod, e, num(n)))
}

// otherQuotient is a quotient or remainder in other words.
func (g *generator) otherQuotient(e *ir.AffineExpr) *ir.AffineExpr {
	x, n, k := e.LHS, e.RHS.Value, g.divisor()
	y := g.leaf()
	if e.Op == ir.AffineMod {
		switch g.IntN(4) {
		case 0:
			return sum(x, times(bin(ir.AffineFloorDiv, x, num(n)), -n))
		case 1:
			return bin(ir.AffineMod, bin(ir.AffineMod, x, num(n*k)), num(n))
		case 2:
			return bin(ir.AffineMod, sum(times(y, n), x), num(n))
		}
		return sum(times(bin(ir.AffineMod, sum(times(x, -1), num(-1)), num(n)), -1), num(n-1))
	}
	switch g.IntN(5) {
	case 0:
		return sum(bin(ir.AffineFloorDiv, sum(x, times(y, n)), num(n)), times(y, -1))
	case 1:
		return bin(ir.AffineFloorDiv, times(x, k), num(n*k))
	case 2:
		for _, f := range []int64{2, 3, 4} {
			if n%f == 0 {
				return bin(ir.AffineFloorDiv, bin(ir.AffineFloorDiv, x, num(f)), num(n/f))
			}
		}
	case 3:
		return times(bin(ir.AffineFloorDiv, sum(times(x, -1), num(n-1)), num(n)), -1)
	}
	return sum(bin(ir.AffineFloorDiv, bin(ir.AffineMod, x, num(n*k)), num(n)), times(bin(ir.AffineFloorDiv, x, num(n*k)), k))
}

func num(v int64) *ir.AffineExpr { return affine.Const(v) }

func bin(op ir.AffineOp, l, r *ir.AffineExpr) *ir.AffineExpr {
	return &ir.AffineExpr{Op: op, LHS: l, RHS: r}
}

func sum(l, r *ir.AffineExpr) *ir.AffineExpr { return bin(ir.AffineAdd, l, r) }

func times(e *ir.AffineExpr, c int64) *ir.AffineExpr { return bin(ir.AffineMul, e, num(c)) }

// Expressions that are equal by identities have one form, whatever the ranges. Few that are not
// linear in quotients may have two, fewer than one in 500 of these.
func TestCanonicalRandom(t *testing.T) {
	tried, different := 0, 0
	for seed := range campaign.Seeds(2000) {
		g := newGenerator(seed)
		for _, list := range [][]affine.Range{g.space.Dims, g.space.Syms} {
			for i := range list {
				list[i] = affine.Unknown
			}
		}
		e := g.expr(1 + g.IntN(4))
		other := e
		for range 1 + g.IntN(3) {
			other = g.rewritten(other, 4)
		}
		a, ok := g.space.Simplify(e)
		b, fits := g.space.Simplify(other)
		if !ok || !fits {
			t.Fatalf("case %d: %s or %s is not simplified", seed, text(e), text(other))
		}
		tried++
		if affine.Equal(a, b) {
			continue
		}
		if different++; different > 2+tried/500 {
			t.Errorf("case %d: %s is %s, but %s is %s", seed, text(e), text(a), text(other), text(b))
		}
	}
}

// Linear expressions, and quotients of them, have one form without exception.
func TestCanonicalLinear(t *testing.T) {
	for seed := range campaign.Seeds(1000) {
		g := newGenerator(seed)
		linear := func() *ir.AffineExpr {
			e := num(g.Int64N(40) - 20)
			for range 1 + g.IntN(5) {
				e = sum(e, times(g.leaf(), g.factor()))
			}
			return e
		}
		e := linear()
		switch g.IntN(4) {
		case 0:
			e = sum(bin(ir.AffineFloorDiv, linear(), num(g.divisor())), times(e, g.factor()))
		case 1:
			e = sum(bin(ir.AffineMod, linear(), num(g.divisor())), e)
		}
		other := e
		for range 3 {
			other = g.reordered(other)
		}
		a, ok := g.space.Simplify(e)
		b, fits := g.space.Simplify(other)
		if !ok || !fits || !affine.Equal(a, b) {
			t.Fatalf("case %d over %v: %s is %s, but %s is %s", seed, g.space, text(e), text(a), text(other), text(b))
		}
	}
}

// reordered has the terms of sums in other places, and some of them taken apart.
func (g *generator) reordered(e *ir.AffineExpr) *ir.AffineExpr {
	if e.LHS == nil {
		return e
	}
	l, r := g.reordered(e.LHS), g.reordered(e.RHS)
	switch n := g.IntN(3); {
	case e.Op == ir.AffineAdd && n == 0:
		return sum(r, l)
	case e.Op == ir.AffineAdd && n == 1 && l.Op == ir.AffineAdd:
		return sum(l.RHS, sum(l.LHS, r))
	case e.Op == ir.AffineMul && n == 0:
		return sum(times(l, r.Value+1), times(l, -1))
	case e.Op == ir.AffineFloorDiv && n == 0:
		y := g.leaf()
		return sum(times(y, -2), bin(e.Op, sum(times(y, 2*r.Value), l), r))
	case e.Op == ir.AffineMod && n == 0:
		return bin(e.Op, sum(times(g.leaf(), 3*r.Value), l), r)
	}
	return bin(e.Op, l, r)
}
