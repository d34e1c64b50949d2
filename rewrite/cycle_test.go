package rewrite_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/internal/rewritetest"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Rules that never end are stopped and named in order.
func TestCycles(t *testing.T) {
	tests := []struct{ name, rules, want string }{
		{
			"two rules",
			"rule b: exp(?x) => sin(?x) [real]\nrule a: sin(?x) => exp(?x) [real]",
			"rules 'a', 'b' rewrite each other without end (at f.rules:2:1, f.rules:1:1)",
		},
		{
			"three rules on several ops",
			"rule a: exp(neg(?x)) => neg(sin(?x)) [real]\nrule c: neg(sin(?x)) => cos(neg(?x)) [real]\nrule b: cos(?x) => exp(?x) [real]",
			"rules 'a', 'c', 'b' rewrite each other without end (at f.rules:1:1, f.rules:2:1, f.rules:3:1)",
		},
		{
			"a rule alone, with a condition that helps nothing",
			"rule a: sub(?x, ?y) => sub(?y, ?x) [real] where float(?x)",
			"rule 'a' applies to what comes of it without end (at f.rules:1:1)",
		},
		{
			"two rules that make the program grow",
			"rule a: exp(?x) => sin(neg(?x)) [real] where float(?x)\nrule b: sin(?x) => exp(abs(?x)) [real]",
			"rules 'a', 'b' rewrite each other without end (at f.rules:1:1, f.rules:2:1)",
		},
	}
	for _, tt := range tests {
		for _, topDown := range []bool{true, false} {
			list, err := rule.Parse("f.rules", tt.rules, rewritetest.Lookup())
			if err != nil {
				t.Fatal(err)
			}
			module := rewritetest.Parse(t, `
func.func @f(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = tg.neg %x : tensor<f32>
  %1 = tg.exp %0 : tensor<f32>
  %2 = tg.sub %1, %y : tensor<f32>
  return %2 : tensor<f32>
}`)
			var patterns []*rewrite.Pattern
			for _, r := range list {
				p := r.Pattern(rewrite.FPFast)
				p.Root = module.Context().LookupOp(p.Root.Name())
				patterns = append(patterns, p)
			}
			var stats rewrite.Stats
			converged, changed := rewrite.Greedy(module, ir.NewBuilder(module.Context()), rewrite.NewSet(patterns),
				rewrite.Config{TopDown: topDown, MaxIterations: 10, MaxRewrites: -1, Stats: &stats})
			if got := rewrite.CycleText(stats.Cycle); stats.Cycle == nil || converged || !changed || got != tt.want {
				t.Errorf("%s: %q, converged is %v, changed is %v; want %q", tt.name, got, converged, changed, tt.want)
			}
			if err := ir.Verify(module); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
	}
}

// A pattern that makes an op, or takes one away, and then declines is named: what
// it leaves behind would be a reason to try it again.
func TestDecliningPatternsChangeNothing(t *testing.T) {
	for name, change := range map[string]func(r *rewrite.Rewriter, o *ir.Op){
		"makes":  func(r *rewrite.Rewriter, o *ir.Op) { r.Clone(o, map[*ir.Value]*ir.Value{}) },
		"sets":   func(r *rewrite.Rewriter, o *ir.Op) { r.SetOperand(o, 0, o.Operand(0)) },
		"erases": func(r *rewrite.Rewriter, o *ir.Op) { r.EraseOp(o.Region().First().Last().Prev()) },
	} {
		module := rewritetest.Parse(t, `
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.neg %x : tensor<f32>
  tg.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}`)
		declines := &rewrite.Pattern{Name: "declines", Root: module.Context().LookupOp("tg.neg"), Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			change(r, o)
			return false
		}}
		func() {
			defer func() {
				want := "pattern declines changed the IR around tg.neg and reports that it did not apply"
				if got := recover(); got != want {
					t.Errorf("a pattern that %s: %v; want %q", name, got, want)
				}
			}()
			rewrite.Greedy(module, ir.NewBuilder(module.Context()), rewrite.NewSet([]*rewrite.Pattern{declines}),
				rewrite.Config{TopDown: true, MaxIterations: 1, MaxRewrites: -1})
		}()
	}
}

// A long way is no circle: each of many negations moves down a long chain.
func TestNoCycle(t *testing.T) {
	var b strings.Builder
	b.WriteString("func.func @f(%x: tensor<f32>) -> tensor<f32> {\n")
	const negations, sines = 100, 1000
	for i := range negations + sines {
		op := "neg"
		if i >= negations {
			op = "sin"
		}
		from := "%x"
		if i > 0 {
			from = fmt.Sprintf("%%%d", i-1)
		}
		fmt.Fprintf(&b, "  %%%d = tg.%s %s : tensor<f32>\n", i, op, from)
	}
	fmt.Fprintf(&b, "  return %%%d : tensor<f32>\n}", negations+sines-1)
	module := rewritetest.Parse(t, b.String())
	list, err := rule.Parse("f.rules", "rule down: sin(neg(?x)) => neg(sin(?x)) [real]", rewritetest.Lookup())
	if err != nil {
		t.Fatal(err)
	}
	p := list[0].Pattern(rewrite.FPFast)
	p.Root = module.Context().LookupOp("tg.sin")
	var stats rewrite.Stats
	// A set without folders, which would cancel pairs of negations.
	converged, _ := rewrite.Greedy(module, ir.NewBuilder(module.Context()), rewrite.NewSet([]*rewrite.Pattern{p}),
		rewrite.Config{TopDown: true, MaxIterations: 100, MaxRewrites: -1, Stats: &stats})
	if stats.Cycle != nil || !converged {
		t.Errorf("%s, converged is %v after %d rewrites", rewrite.CycleText(stats.Cycle), converged, stats.Rewritten)
	}
}
