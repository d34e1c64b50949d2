package affine_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

func guardText(g affine.Guard) string {
	var list []string
	for _, c := range g {
		op := " >= 0"
		if c.Eq {
			op = " == 0"
		}
		list = append(list, text(c.Expr)+op)
	}
	return strings.Join(list, ", ")
}

func (g *generator) guard() affine.Guard {
	var list affine.Guard
	for range 1 + g.IntN(4) {
		e := g.expr(1 + g.IntN(3))
		switch g.IntN(4) {
		case 0:
			m := g.divisor()
			e = affine.Add(affine.Mod(e, m), affine.Const(-g.Int64N(m+1)))
			list = append(list, affine.Constraint{Expr: e, Eq: true})
		case 1:
			list = append(list, affine.Constraint{Expr: e, Eq: g.IntN(2) == 0})
		default:
			list = append(list, affine.Constraint{Expr: e})
		}
	}
	return list
}

// A simplified guard holds at the points at which it did, is no longer, and simplifies no further;
// what it implies is true, and ranges that it narrows have all of its points.
func TestGuardRandom(t *testing.T) {
	for seed := range campaign.Seeds(2000) {
		g := newGenerator(seed)
		guard := g.guard()
		simple, ok := g.space.SimplifyGuard(guard)
		if !ok {
			t.Fatalf("case %d: %s is not simplified", seed, guardText(guard))
		}
		again, _ := g.space.SimplifyGuard(simple)
		if !affine.EqualGuards(simple, again) {
			t.Fatalf("case %d over %v: %s is %s and then %s", seed, g.space, guardText(guard), guardText(simple), guardText(again))
		}
		narrow := g.space.Narrow(guard)
		conclusion := g.guard()[0]
		implied := g.space.Implied(guard, conclusion)
		under, ok := narrow.Simplify(conclusion.Expr)
		if !ok {
			t.Fatalf("case %d: %s is not simplified", seed, text(conclusion.Expr))
		}
		somewhere := false
		points(g.space, func(dims, syms []int64) bool {
			want, _ := guard.Holds(dims, syms)
			got, ok := simple.Holds(dims, syms)
			if got != want || !ok {
				t.Fatalf("case %d over %v at %v %v: %s is %v, %s %v", seed, g.space, dims, syms, guardText(guard), want, guardText(simple), got)
			}
			if !want {
				return true
			}
			somewhere = true
			holds, _ := affine.Guard{conclusion}.Holds(dims, syms)
			if implied && !holds {
				t.Fatalf("case %d over %v at %v %v: %s does not imply %s", seed, g.space, dims, syms, guardText(guard), guardText(affine.Guard{conclusion}))
			}
			for i, v := range dims {
				if !narrow.Dim(int64(i)).Has(v) {
					t.Fatalf("case %d over %v at %v %v: %s narrows to %v", seed, g.space, dims, syms, guardText(guard), narrow)
				}
			}
			v, _ := affine.Evaluate(conclusion.Expr, dims, syms)
			if w, _ := affine.Evaluate(under, dims, syms); v != w {
				t.Fatalf("case %d over %v under %s: %s is not %s", seed, g.space, guardText(guard), text(conclusion.Expr), text(under))
			}
			return true
		})
		if !somewhere && !simple.Never() {
			t.Fatalf("case %d over %v: %s never holds, but becomes %s", seed, g.space, guardText(guard), guardText(simple))
		}
	}
}

func TestGuards(t *testing.T) {
	d0, d1, s0 := affine.Dim(0), affine.Dim(1), affine.Sym(0)
	c := affine.Const
	lin := func(e *ir.AffineExpr, k int64) *ir.AffineExpr { return affine.Add(e, c(k)) }
	unknown := affine.Space{Dims: []affine.Range{affine.Unknown, affine.Unknown}}
	for _, tc := range []struct {
		space affine.Space
		guard affine.Guard
		want  string
	}{
		{affine.Extents(16), affine.Guard{{Expr: d0}, affine.AtLeast(c(15), d0)}, ""},
		{affine.Extents(16), affine.Guard{affine.AtLeast(d0, c(1)), affine.AtLeast(d0, c(3))}, "d0 - 3 >= 0"},
		{affine.Extents(16), affine.Guard{affine.AtLeast(d0, c(16))}, "-1 >= 0"},
		{affine.Extents(16), affine.Guard{affine.AtLeast(d0, c(3)), affine.AtLeast(c(3), d0)}, "d0 - 3 == 0"},
		{affine.Extents(16, 3), affine.Between(affine.Sub(d0, d1), affine.Below(16)), "d0 - d1 >= 0"},
		{unknown, affine.Between(affine.FloorDiv(lin(d0, 1), 2), affine.Below(4)), "d0 + 1 >= 0, -d0 + 6 >= 0"},
		{unknown, affine.Guard{affine.Equals(affine.Mod(affine.Mul(d0, 2), 6), c(4))}, "d0 mod 3 - 2 == 0"},
		{unknown, affine.Guard{affine.Equals(affine.Mod(lin(affine.Mul(d0, -1), 1), 3), c(0))}, "d0 mod 3 - 1 == 0"},
		{unknown, affine.Guard{affine.Equals(affine.Mod(affine.Sub(d0, d1), 2), c(0)), affine.Equals(affine.Mod(affine.Add(d0, d1), 2), c(0))}, "(d0 + d1) mod 2 == 0"},
		{unknown, affine.Guard{affine.Equals(affine.Mul(affine.Mod(lin(d0, 1), 2), -1), c(0))}, "(d0 + 1) mod 2 == 0"},
		{affine.Extents(16), affine.Guard{affine.Equals(affine.Mod(d0, 2), c(1))}, "(d0 + 1) mod 2 == 0"},
		{unknown, affine.Guard{affine.Equals(affine.Mul(d0, 2), lin(affine.Mul(d1, 4), 1))}, "-1 >= 0"},
		{unknown, affine.Guard{{Expr: lin(affine.Add(affine.Mul(d0, 4), affine.Mul(d1, 6)), -3)}}, "d0 * 2 + d1 * 3 - 2 >= 0"},
		{unknown, affine.Guard{{Expr: affine.Sub(d0, d1)}, {Expr: affine.Sub(d1, d0)}}, "d0 - d1 == 0"},
		{unknown, affine.Guard{{Expr: affine.Sub(s0, d0)}, {Expr: affine.Sub(s0, d0)}}, "-d0 + s0 >= 0"},
		{affine.Extents(2, 2), affine.Guard{{Expr: affine.Sub(c(3), affine.Add(d0, affine.Mul(d1, 4)))}}, "d1 == 0"},
		{affine.Extents(2, 9), affine.Guard{{Expr: lin(affine.Add(d0, affine.Mul(d1, 4)), -8)}}, "d1 - 2 >= 0"},
		{affine.Extents(2, 9), affine.Guard{{Expr: lin(affine.Add(d0, affine.Mul(d1, 4)), -9)}}, "d0 + d1 * 4 - 9 >= 0"},
		{affine.Extents(3, 9, 9), affine.Guard{{Expr: affine.Sub(affine.Add(d0, affine.Mul(d1, 4)), affine.Mul(affine.Dim(2), 8))}}, "d1 - d2 * 2 >= 0"},
		{affine.Extents(16, 16), affine.Guard{affine.Equals(d0, c(4)), {Expr: affine.Sub(d1, affine.FloorDiv(d0, 2))}}, "d0 - 4 == 0, d1 - 2 >= 0"},
	} {
		g, ok := tc.space.SimplifyGuard(tc.guard)
		if got := guardText(g); got != tc.want || !ok {
			t.Errorf("%s over %v: %s, want %s", guardText(tc.guard), tc.space, got, tc.want)
		}
	}
}
