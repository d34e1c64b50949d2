package ruletest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/internal/rewritetest"
	"github.com/tg-opt/tg/rewrite/rule"
)

const siblings = `rule siblings: matmul(?x, ?a), matmul(?x, ?b) => (split(matmul(?x, concat(?a, ?b) {dim = 1})) {dim = 1, sizes = [?n, dim(?b, 1)]}#0, split(matmul(?x, concat(?a, ?b) {dim = 1})) {dim = 1, sizes = [?n, dim(?b, 1)]}#1) [exact]
  let ?n = dim(?a, 1)
  where rank(?a) == 2 and rank(?b) == 2`

// Rules with several patterns: what they find through shared variables, and
// where they put what they build.
// It is long because it is a table of cases.
func TestSeveralPatterns(t *testing.T) {
	tests := []struct{ name, rule, in, want string }{
		{
			"siblings side by side",
			siblings,
			`func.func @f(%x: tensor<2x3xf32>, %a: tensor<3x4xf32>, %b: tensor<3x5xf32>) -> (tensor<2x4xf32>, tensor<2x5xf32>) {
  %0 = tg.matmul %x, %a : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = tg.exp %0 : tensor<2x4xf32>
  %2 = tg.matmul %x, %b : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return %1, %2 : tensor<2x4xf32>, tensor<2x5xf32>
}`,
			`%0 = tg.concat %arg1, %arg2 dim 1 : (tensor<3x4xf32>, tensor<3x5xf32>) -> tensor<3x9xf32>
%1 = tg.matmul %arg0, %0 : (tensor<2x3xf32>, tensor<3x9xf32>) -> tensor<2x9xf32>
%2:2 = tg.split %1 dim 1 sizes [4, 5] : (tensor<2x9xf32>) -> (tensor<2x4xf32>, tensor<2x5xf32>)
%3 = tg.exp %2#0 : tensor<2x4xf32>
return %3, %2#1 : tensor<2x4xf32>, tensor<2x5xf32>`,
		},
		{
			"an operand of the second that is computed late moves up, with what it needs",
			siblings,
			`func.func @f(%x: tensor<2x3xf32>, %a: tensor<3x4xf32>, %b: tensor<3x5xf32>) -> (tensor<2x4xf32>, tensor<2x5xf32>) {
  %0 = tg.matmul %x, %a : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = tg.exp %0 : tensor<2x4xf32>
  %c = tg.cos %b : tensor<3x5xf32>
  %s = tg.sin %c : tensor<3x5xf32>
  %2 = tg.matmul %x, %s : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return %1, %2 : tensor<2x4xf32>, tensor<2x5xf32>
}`,
			`%0 = tg.cos %arg2 : tensor<3x5xf32>
%1 = tg.sin %0 : tensor<3x5xf32>
%2 = tg.concat %arg1, %1 dim 1 : (tensor<3x4xf32>, tensor<3x5xf32>) -> tensor<3x9xf32>
%3 = tg.matmul %arg0, %2 : (tensor<2x3xf32>, tensor<3x9xf32>) -> tensor<2x9xf32>
%4:2 = tg.split %3 dim 1 sizes [4, 5] : (tensor<2x9xf32>) -> (tensor<2x4xf32>, tensor<2x5xf32>)
%5 = tg.exp %4#0 : tensor<2x4xf32>
return %5, %4#1 : tensor<2x4xf32>, tensor<2x5xf32>`,
		},
		{
			"one feeds the other",
			siblings,
			`func.func @f(%x: tensor<3x3xf32>, %a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = tg.matmul %x, %a : tensor<3x3xf32>
  %1 = tg.matmul %x, %0 : tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}`, "",
		},
		{
			"one feeds the other in a roundabout way",
			siblings,
			`func.func @f(%x: tensor<3x3xf32>, %a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = tg.matmul %x, %a : tensor<3x3xf32>
  %1 = tg.exp %0 : tensor<3x3xf32>
  %2 = tg.sin %1 : tensor<3x3xf32>
  %3 = tg.matmul %x, %2 : tensor<3x3xf32>
  return %3 : tensor<3x3xf32>
}`, "",
		},
		{
			"what would have to move has effects",
			siblings,
			`func.func @f(%x: tensor<3x3xf32>, %a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %0 = tg.matmul %x, %a : tensor<3x3xf32>
  %1 = "u.op"() : () -> tensor<3x3xf32>
  %2 = tg.matmul %x, %1 : tensor<3x3xf32>
  return %0, %2 : tensor<3x3xf32>, tensor<3x3xf32>
}`, "",
		},
		{
			"siblings in different blocks",
			siblings,
			`func.func @f(%p: tensor<i1>, %x: tensor<3x3xf32>, %a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %0 = tg.matmul %x, %a : tensor<3x3xf32>
  %1 = tg.if %p -> (tensor<3x3xf32>) {
    %2 = tg.matmul %x, %x : tensor<3x3xf32>
    tg.yield %2 : tensor<3x3xf32>
  } else {
    tg.yield %a : tensor<3x3xf32>
  }
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}`, "",
		},
		{
			"a deeper pattern, found through two levels of users",
			`rule r: exp(?x), add(neg(sin(?x)), 1) => (exp(cos(?x)), cos(?x)) [real]`,
			`func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = tg.constant dense<1.0> : tensor<4xf32>
  %0 = tg.exp %x : tensor<4xf32>
  %1 = tg.sin %x : tensor<4xf32>
  %2 = tg.neg %1 : tensor<4xf32>
  %3 = tg.add %2, %c : tensor<4xf32>
  return %0, %3 : tensor<4xf32>, tensor<4xf32>
}`,
			`%0 = tg.cos %arg0 : tensor<4xf32>
%1 = tg.exp %0 : tensor<4xf32>
return %1, %0 : tensor<4xf32>, tensor<4xf32>`,
		},
		{
			"a pattern for what defines a shared variable",
			`rule r: sub(?a, ?b), ?b exp(?y) => (sub(?a, sin(?y)), sin(?y)) [real]`,
			`func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.exp %y : tensor<4xf32>
  %1 = tg.cos %0 : tensor<4xf32>
  %2 = tg.sub %x, %0 : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}`,
			`%0 = tg.sin %arg1 : tensor<4xf32>
%1 = tg.sub %arg0, %0 : tensor<4xf32>
%2 = tg.cos %0 : tensor<4xf32>
return %2, %1 : tensor<4xf32>, tensor<4xf32>`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, applied := applyRules(t, tt.rule, tt.in)
			if tt.want == "" {
				if len(applied) > 0 {
					t.Errorf("applied %q:\n%s", applied, got)
				}
				return
			}
			if d := cmp.Diff(tt.want, got); d != "" || len(applied) == 0 {
				t.Errorf("applied %q:\n%s", applied, d)
			}
		})
	}
}

// In a graph a value may depend on itself; it is not replaced by itself.
func TestSelfReference(t *testing.T) {
	module := rewritetest.Parse(t, `"u.graph"() ({
  %0 = tg.neg %1 : tensor<f32>
  %1 = tg.neg %0 : tensor<f32>
  %2 = tg.abs %2 : tensor<f32>
  "u.use"(%1, %2) : (tensor<f32>, tensor<f32>) -> ()
}) : () -> ()`)
	list, err := rule.Parse("f.rules", "rule a: neg(neg(?x)) => ?x [exact]\nrule b: abs(?x) => max(?x, neg(?x)) [real]", rewritetest.Lookup())
	if err != nil {
		t.Fatal(err)
	}
	log, _ := rewritetest.Greedy(t, module, rewritetest.Unbounded, list[0].Pattern(rewrite.FPFast), list[1].Pattern(rewrite.FPFast))
	if slices.Contains(log, "a") || slices.Contains(log, "b") {
		t.Errorf("applied %q", log)
	}
}

// Many siblings become one, pair by pair, and always the same one.
func TestManySiblings(t *testing.T) {
	var b strings.Builder
	const n = 20
	b.WriteString("func.func @f(%x: tensor<2x3xf32>, %a: tensor<3x1xf32>) {\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%%d = tg.matmul %%x, %%a : (tensor<2x3xf32>, tensor<3x1xf32>) -> tensor<2x1xf32>\n  \"u.use\"(%%%d) : (tensor<2x1xf32>) -> ()\n", i, i)
	}
	b.WriteString("  return\n}")
	first, applied := applyRules(t, siblings, b.String())
	if len(applied) != n-1 || strings.Count(first, "tg.matmul") != 1 {
		t.Errorf("%d applications left\n%s", len(applied), first)
	}
	for range 3 {
		if again, _ := applyRules(t, siblings, b.String()); again != first {
			t.Errorf("another run differs:\n%s", cmp.Diff(first, again))
		}
	}
}
