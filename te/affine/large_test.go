package affine_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// What int64 cannot hold is not taken for what it can: guards and bounds of expressions with
// coefficients at the ends of the numbers are compared with arithmetic that has no ends.
func TestLargeNumbers(t *testing.T) {
	ends := []int64{math.MaxInt64, math.MaxInt64 - 1, math.MinInt64 + 1, math.MinInt64 + 2, 1 << 62, -1 << 62, 1<<62 - 1, 1 << 61, 1 << 32, -1 << 32, 3, 2, 1, 0, -1, -2}
	for seed := range campaign.Seeds(4000) {
		r := rand.New(rand.NewPCG(seed, 17))
		number := func() int64 { return ends[r.IntN(len(ends))] }
		space := affine.Extents(1+r.Int64N(5), 1+r.Int64N(4))
		linear := func() *ir.AffineExpr {
			e := affine.Const(number())
			for d := range 2 {
				e = affine.Add(e, affine.Mul(affine.Dim(d), number()))
			}
			if r.IntN(4) == 0 {
				e = affine.FloorDiv(e, 1+r.Int64N(3))
			}
			return e
		}
		shared := linear()
		var guard affine.Guard
		for range 1 + r.IntN(3) {
			e := linear()
			switch r.IntN(3) {
			case 0:
				e = affine.Add(shared, affine.Const(number()))
			case 1:
				e = affine.Sub(affine.Const(number()), shared)
			}
			guard = append(guard, affine.Constraint{Expr: e, Eq: r.IntN(5) == 0})
		}
		simple, ok := space.SimplifyGuard(guard)
		conclusion := affine.Constraint{Expr: linear()}
		implied := space.Implied(guard, conclusion)
		bounds, bounded := space.Bounds(shared)
		points(space, func(dims, syms []int64) bool {
			want := holdsExactly(guard, dims)
			if got := holdsExactly(simple, dims); ok && got != want {
				t.Fatalf("case %d over %v at %v: %s is %v, %s %v", seed, space, dims, guardText(guard), want, guardText(simple), got)
			}
			if implied && want && !holdsExactly(affine.Guard{conclusion}, dims) {
				t.Fatalf("case %d over %v at %v: %s does not imply %s", seed, space, dims, guardText(guard), guardText(affine.Guard{conclusion}))
			}
			v := exactly(shared, dims)
			if bounded && (!v.IsInt64() || !bounds.Has(v.Int64())) {
				t.Fatalf("case %d over %v at %v: %s is %v, but its bounds are %v", seed, space, dims, text(shared), v, bounds)
			}
			return true
		})
	}
}

func holdsExactly(g affine.Guard, dims []int64) bool {
	for _, c := range g {
		if sign := exactly(c.Expr, dims).Sign(); sign < 0 || c.Eq && sign != 0 {
			return false
		}
	}
	return true
}

// exactly is the value of an expression over dimensions.
func exactly(e *ir.AffineExpr, dims []int64) *big.Int {
	switch e.Op {
	case ir.AffineConst:
		return big.NewInt(e.Value)
	case ir.AffineDim:
		return big.NewInt(dims[e.Value])
	}
	l, r, out := exactly(e.LHS, dims), exactly(e.RHS, dims), new(big.Int)
	switch e.Op {
	case ir.AffineAdd:
		return out.Add(l, r)
	case ir.AffineMul:
		return out.Mul(l, r)
	case ir.AffineFloorDiv:
		m := new(big.Int)
		out.DivMod(l, r, m) // of positive divisors this rounds down
		return out
	case ir.AffineCeilDiv:
		return out.Neg(out.Div(new(big.Int).Neg(l), r))
	}
	return out.Mod(l, r)
}
