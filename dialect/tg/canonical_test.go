package tg_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// goPatterns are the patterns of the dialect's ops, one of each name.
func goPatterns() (list []*rewrite.Pattern) {
	seen := map[string]bool{}
	for _, o := range tg.Dialect.Ops() {
		patterns, _ := rewrite.Patterns.Get(o)
		for _, p := range patterns {
			if !seen[p.Name] {
				seen[p.Name] = true
				list = append(list, p)
			}
		}
	}
	return list
}

// named are all patterns of a name: those of elementwise ops are many.
func named(name string) (list []*rewrite.Pattern) {
	for _, o := range tg.Dialect.Ops() {
		patterns, _ := rewrite.Patterns.Get(o)
		for _, p := range patterns {
			if p.Name == name {
				list = append(list, p)
			}
		}
	}
	return list
}

// Every pattern has an example in which it applies, once the folders are out
// of the way, and after which the program computes the same.
func TestPatternsByExecution(t *testing.T) {
	for _, p := range goPatterns() {
		t.Run(p.Name, func(t *testing.T) {
			if p.Doc == "" || p.Example == "" {
				t.Fatal("has no Doc or no Example")
			}
			c := newContext()
			before, after := parse(t, c, p.Example), parse(t, c, p.Example)
			applied := false
			rewrite.Greedy(after, ir.NewBuilder(c), rewrite.NewSet(named(p.Name)), rewrite.Config{
				TopDown: true, MaxIterations: 10, MaxRewrites: 100, FP: rewrite.FPFast,
				Applied: func(name string, _ *ir.Op) { applied = applied || name == p.Name },
			})
			text := printer.OpString(after, printer.Options{})
			if !applied {
				t.Fatalf("does not apply in its example:\n%s", text)
			}
			if err := ir.Verify(after); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			for seed := range 3 {
				in := patternInputs(t, before, p.Level, seed)
				was, is := runPattern(t, before, in), runPattern(t, after, in)
				if len(was) == 0 {
					t.Fatal("the example has no results")
				}
				for i := range was {
					if d := differs(p.Level, was[i], is[i]); d != "" {
						t.Fatalf("result %d: %s\n%s", i, d, text)
					}
				}
			}
		})
	}
}

func patternInputs(t *testing.T, m *ir.Op, level rewrite.Level, seed int) (in []*tensor.Tensor) {
	t.Helper()
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), 0.5, math.Inf(1), -2.5, math.Inf(-1), 1e-40, 3, -7.25, 6}
	usual := []float64{0, 1, -1, 0.5, -2.5, 0.25, 3, -7.25, 6, 100, -0.125}
	numbers := special
	if level != rewrite.Exact {
		numbers = usual
	}
	for i, a := range m.RegionAt(0).First().First().RegionAt(0).First().Args() {
		spec, err := interp.SpecOf(a.Type())
		if err != nil {
			t.Fatal(err)
		}
		x := tensor.New(spec.DType, spec.Shape...)
		for k := range x.Len() {
			at := k*7 + i*5 + seed*3 + k/len(numbers)
			if x.DType().IsFloat() {
				x.SetFloat64(k, numbers[at%len(numbers)])
			} else {
				x.SetInt64(k, []int64{0, 1, 2, -1, 3, math.MinInt64 >> (64 - max(2, x.DType().Bits())), 5}[at%7])
			}
		}
		in = append(in, x)
	}
	return in
}

func runPattern(t *testing.T, m *ir.Op, in []*tensor.Tensor) (out []*tensor.Tensor) {
	t.Helper()
	p, err := interp.NewModule(m).Program("f")
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(in, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Outputs {
		out = append(out, x.Clone())
	}
	return out
}

// differs tells where two results are not what a level promises.
func differs(level rewrite.Level, x, y *tensor.Tensor) string {
	if x.DType() != y.DType() || fmt.Sprint(x.Shape()) != fmt.Sprint(y.Shape()) {
		return fmt.Sprintf("type %v%v became %v%v", x.DType(), x.Shape(), y.DType(), y.Shape())
	}
	for k := range x.Len() {
		if !x.DType().IsFloat() {
			if x.Int64At(k) != y.Int64At(k) {
				return fmt.Sprintf("element %d: %d became %d", k, x.Int64At(k), y.Int64At(k))
			}
			continue
		}
		a, b := x.Float64At(k), y.Float64At(k)
		same := a != a && b != b || a == b && (level != rewrite.Exact || math.Signbit(a) == math.Signbit(b))
		if level == rewrite.Real {
			same = same || math.Abs(a-b) <= 1e-4*math.Max(1, math.Abs(a))
		}
		if !same {
			return fmt.Sprintf("element %d: %v became %v", k, a, b)
		}
	}
	return ""
}
