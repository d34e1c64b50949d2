package ruletest

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/internal/rewritetest"
	"github.com/tg-opt/tg/rewrite/rule"
)

const libraryText = `
rule a: neg(neg(?x)) => ?x [exact]
rule b:
  add(?x, 0) => ?x [finite]
set s
rule c: ?p neg(abs(?x)) => ?x [real]
rule d: abs(neg(?x)) => abs(?x) [exact] priority 2
rule e: abs(abs(?x)) => abs(?x) [exact]
`

// A library has the rules of its files, found by their roots before they are
// read.
func TestLibrary(t *testing.T) {
	l := rule.NewLibrary(rewritetest.Lookup())
	l.Add("f.rules", libraryText)
	if d := cmp.Diff([]rule.Header{{Name: "a", Set: "f"}, {Name: "b", Set: "f"}, {Name: "c", Set: "s"}, {Name: "d", Set: "s"}, {Name: "e", Set: "s"}}, l.Headers()); d != "" {
		t.Error(d)
	}
	tests := []struct {
		root *ir.OpDef
		want []string
	}{{tg.Neg, []string{"a"}}, {tg.Add, []string{"b"}}, {tg.Abs, []string{"d", "e"}}, {tg.Exp, nil}}
	for _, tt := range tests {
		var names []string
		for _, p := range l.Patterns(tt.root, rewrite.FPFast, func(h rule.Header) bool { return h.Name != "c" }) {
			names = append(names, p.Name)
		}
		if !slices.Equal(names, tt.want) {
			t.Errorf("%s: %q, want %q", tt.root.Name(), names, tt.want)
		}
	}
	if n := len(l.Rules()); n != 5 {
		t.Errorf("%d rules", n)
	}
	for _, bad := range []string{"rule a: exp(?x) => ?x [real]", "nonsense", "rule z: n(?x) => ?x [real]"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", bad)
				}
			}()
			l.Add("g.rules", bad)
		}()
	}
}

// Rules of higher priority come first, then larger ones, then the earlier.
func TestOrderOfRules(t *testing.T) {
	const rules = `
rule small: neg(?x) => sin(?x) [real]
rule large: neg(exp(?x)) => cos(?x) [real]
rule larger: neg(exp(abs(?x))) => tan(?x) [real] priority -1
rule first: neg(log(?x)) => tan(?x) [real] priority 1
rule second: neg(log(exp(?x))) => tan(?x) [real]`
	tests := []struct{ op, inner, want string }{
		{"tg.exp", "tg.abs", "large"}, {"tg.log", "tg.exp", "first"}, {"tg.sin", "tg.abs", "small"},
	}
	for _, tt := range tests {
		_, applied := applyRules(t, rules, `func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = `+tt.inner+` %x : tensor<f32>
  %1 = `+tt.op+` %0 : tensor<f32>
  %2 = tg.neg %1 : tensor<f32>
  return %2 : tensor<f32>
}`)
		if !slices.Equal(applied, []string{tt.want}) {
			t.Errorf("neg(%s(%s(x))): %q, want %s", tt.op, tt.inner, applied, tt.want)
		}
	}
}

// A rule with <=> read from right to left.
func TestReversed(t *testing.T) {
	list, err := rule.Parse("f.rules", `rule relu6: relu6(?x) <=> clamp(0, ?x, 6) [exact] where not bool(root)`, rewritetest.Lookup())
	if err != nil {
		t.Fatal(err)
	}
	module := rewritetest.Parse(t, `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %l = tg.constant dense<0.0> : tensor<f32>
  %h = tg.constant dense<6.0> : tensor<f32>
  %0 = tg.clamp %l, %x, %h : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`)
	if log, _ := rewritetest.Greedy(t, module, rewritetest.Unbounded, list[0].Pattern(rewrite.FPFast)); slices.Contains(log, "relu6") {
		t.Errorf("from left to right: %q", log)
	}
	if log, _ := rewritetest.Greedy(t, module, rewritetest.Unbounded, list[0].Reversed().Pattern(rewrite.FPFast)); !slices.Contains(log, "relu6-reversed") {
		t.Errorf("from right to left: %q", log)
	}
}

// A Go pattern whose level is not exact leaves floats alone unless the mode
// allows it, and integers unless it holds for them.
func TestLevelsOfPatterns(t *testing.T) {
	tests := []struct {
		elem     string
		level    rewrite.Level
		integers bool
		mode     rewrite.FPMode
		want     bool
	}{
		{"f32", rewrite.Exact, false, "", true},
		{"f32", rewrite.Finite, false, "", false},
		{"f32", rewrite.Finite, false, rewrite.FPStrict, false},
		{"f32", rewrite.Finite, false, rewrite.FPFinite, true},
		{"f32", rewrite.Real, true, rewrite.FPFinite, false},
		{"f32", rewrite.Real, false, rewrite.FPFast, true},
		{"i32", rewrite.Finite, false, rewrite.FPStrict, true},
		{"i32", rewrite.Real, false, rewrite.FPFast, false},
		{"i32", rewrite.Real, true, rewrite.FPStrict, true},
	}
	for _, tt := range tests {
		module := rewritetest.Parse(t, `func.func @f(%x: tensor<`+tt.elem+`>) -> tensor<`+tt.elem+`> {
  %0 = tg.abs %x : tensor<`+tt.elem+`>
  return %0 : tensor<`+tt.elem+`>
}`)
		drop := &rewrite.Pattern{Name: "drop", Root: tg.Abs, Level: tt.level, Integers: tt.integers, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			r.ReplaceOp(o, o.Operand(0))
			return true
		}}
		cfg := rewritetest.Unbounded
		cfg.FP = tt.mode
		if log, _ := rewritetest.Greedy(t, module, cfg, drop); slices.Contains(log, "drop") != tt.want {
			t.Errorf("%s [%s, %v] under %q: applied %q, want %v", tt.elem, tt.level, tt.integers, tt.mode, log, tt.want)
		}
	}
}
