package affine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

func solutionText(s *affine.Solution) string {
	var list []string
	for _, e := range s.Vars {
		list = append(list, text(e))
	}
	return fmt.Sprintf("%v %v: %s if %s", s.Space.Dims, s.Free, strings.Join(list, "; "), guardText(s.Guard))
}

// solves fails the test if a solution is not all points of the problem, each once.
func solves(t *testing.T, name string, p affine.Problem, s *affine.Solution) {
	t.Helper()
	describe := func() string {
		var list []string
		for _, e := range p.Exprs {
			list = append(list, text(e))
		}
		return fmt.Sprintf("%s: %s for %v, targets %v: %s", name, strings.Join(list, "; "), p.Vars, p.Targets, solutionText(s))
	}
	n := len(p.Targets)
	found := map[string]bool{}
	points(affine.Space{Dims: s.Space.Dims, Syms: p.Syms}, func(dims, syms []int64) bool {
		if holds, ok := s.Guard.Holds(dims, syms); !holds {
			if !ok {
				t.Fatalf("%s: the guard has no value at %v", describe(), dims)
			}
			return true
		}
		var at []int64
		for _, e := range s.Vars {
			v, ok := affine.Evaluate(e, dims, syms)
			if !ok {
				t.Fatalf("%s: no value at %v", describe(), dims)
			}
			at = append(at, v)
		}
		key := fmt.Sprint(dims[:n], at, syms)
		if found[key] {
			t.Fatalf("%s: %s twice", describe(), key)
		}
		found[key] = true
		return true
	})
	count := 0
	points(affine.Space{Dims: p.Vars, Syms: p.Syms}, func(dims, syms []int64) bool {
		var target []int64
		for j, e := range p.Exprs {
			v, _ := affine.Evaluate(e, dims, syms)
			target = append(target, v)
			if !p.Targets[j].Has(v) {
				return true
			}
		}
		count++
		if key := fmt.Sprint(target, dims, syms); !found[key] {
			t.Fatalf("%s: %s is missing", describe(), key)
		}
		return true
	})
	if count != len(found) {
		t.Fatalf("%s: %d points, not %d", describe(), len(found), count)
	}
}

func TestSolveRandom(t *testing.T) {
	for seed := range campaign.Seeds(1500) {
		g := newGenerator(seed)
		for len(g.space.Dims) < 4 && g.IntN(2) == 0 {
			g.space.Dims = append(g.space.Dims, g.someRange())
		}
		p := affine.Problem{Vars: g.space.Dims, Syms: g.space.Syms}
		for range 1 + g.IntN(2) {
			e := affine.Const(g.Int64N(5) - 2)
			for i := range p.Vars {
				if g.IntN(3) > 0 {
					e = affine.Add(e, affine.Mul(affine.Dim(i), []int64{-3, -2, -1, 1, 1, 1, 2, 3, 4}[g.IntN(9)]))
				}
			}
			if g.IntN(4) == 0 {
				e = g.expr(1 + g.IntN(3))
			}
			p.Exprs = append(p.Exprs, e)
			p.Targets = append(p.Targets, affine.Range{Lo: g.Int64N(4) - 3, Hi: 2 + g.Int64N(12)})
		}
		s, ok := affine.Solve(p)
		if !ok {
			t.Fatalf("case %d is not solved", seed)
		}
		solves(t, fmt.Sprintf("case %d", seed), p, s)
	}
}

// Windows of convolutions: which taps and outputs an input is read by.
func TestSolveConvolutions(t *testing.T) {
	a, k := affine.Dim(0), affine.Dim(1)
	window := func(stride, dilation, offset int64) *ir.AffineExpr {
		return affine.Add(affine.Add(affine.Mul(a, stride), affine.Mul(k, dilation)), affine.Const(offset))
	}
	for _, c := range []struct {
		e       *ir.AffineExpr
		taps, n int64
		want    string
	}{
		{window(1, 1, 0), 3, 16, "[{0 16} {0 3}] [{1 1}]: d0 - d1; d1 if d0 - d1 >= 0, -d0 + d1 + 13 >= 0"},
		{window(2, 1, 0), 4, 32, "[{0 32} {0 2}] [{1 2}]: -d1 + d0 floordiv 2; d1 * 2 + d0 mod 2 if d0 - d1 * 2 >= 0, -d0 + d1 * 2 + 27 >= 0"},
		{window(2, 1, -1), 3, 28, "[{0 28} {0 2}] [{1 2}]: -d1 + (d0 + 1) floordiv 2; d1 * 2 + (d0 + 1) mod 2 if -d0 + d1 * 2 + 26 >= 0, d1 * -2 + d0 mod 2 + 1 >= 0"},
		{window(3, 1, -1), 5, 42, ""},
		{window(2, 2, 0), 3, 32, ""},
		{window(4, 6, -2), 3, 50, ""},
		{window(1, -1, 2), 3, 14, ""},
	} {
		p := affine.Problem{Vars: affine.Extents(14, c.taps).Dims, Exprs: []*ir.AffineExpr{c.e}, Targets: affine.Extents(c.n).Dims}
		s, ok := affine.Solve(p)
		if !ok {
			t.Fatalf("%s is not solved", text(c.e))
		}
		solves(t, "window", p, s)
		if got := solutionText(s); c.want != "" && got != c.want {
			t.Errorf("%s: %s, want %s", text(c.e), got, c.want)
		}
	}
}
