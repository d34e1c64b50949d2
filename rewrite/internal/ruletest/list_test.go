package ruletest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/rewrite/internal/rewritetest"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Classes of ops, and lists in brackets: what an alternative has bound when it fails is
// forgotten, and every operand comes back by the alternative that it took.
func TestClassesAndLists(t *testing.T) {
	tests := []struct{ name, rule, in, want string }{
		{
			"an alternative that fails binds nothing",
			`rule r: abs(concat([?m transpose(?x) {permutation = ?p} where one_use(?m) | ?s]...) {dim = ?d}) => concat([transpose(exp(?x)) {permutation = ?p} | neg(?s)]...) {dim = ?d} [exact]
  where count(?x) == 1 and count(?s) == 2`,
			`func.func @f(%x: tensor<1x2x2xf32>, %y: tensor<2x1x2xf32>) -> (tensor<2x3x2xf32>, tensor<2x1x2xf32>) {
  %0 = tg.transpose %x permutation [1, 0, 2] : (tensor<1x2x2xf32>) -> tensor<2x1x2xf32>
  %1 = tg.transpose %x permutation [2, 0, 1] : (tensor<1x2x2xf32>) -> tensor<2x1x2xf32>
  %2 = tg.concat %0, %1, %y dim 1 : (tensor<2x1x2xf32>, tensor<2x1x2xf32>, tensor<2x1x2xf32>) -> tensor<2x3x2xf32>
  %3 = tg.abs %2 : tensor<2x3x2xf32>
  return %3, %0 : tensor<2x3x2xf32>, tensor<2x1x2xf32>
}`,
			`%0 = tg.transpose %arg0 permutation [1, 0, 2] : (tensor<1x2x2xf32>) -> tensor<2x1x2xf32>
%1 = tg.neg %0 : tensor<2x1x2xf32>
%2 = tg.exp %arg0 : tensor<1x2x2xf32>
%3 = tg.transpose %2 permutation [2, 0, 1] : (tensor<1x2x2xf32>) -> tensor<2x1x2xf32>
%4 = tg.neg %arg1 : tensor<2x1x2xf32>
%5 = tg.concat %1, %3, %4 dim 1 : (tensor<2x1x2xf32>, tensor<2x1x2xf32>, tensor<2x1x2xf32>) -> tensor<2x3x2xf32>
return %5, %0 : tensor<2x3x2xf32>, tensor<2x1x2xf32>`,
		},
		{
			"an op with its attributes, and types that it states",
			`rule r: neg(?f(?x, ?s...) {*}) => ?f(neg(?x), ?s...) {*} [exact]`,
			`func.func @f(%x: tensor<4xf16>) -> tensor<4xf32> {
  %0 = tg.convert %x : (tensor<4xf16>) -> tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
			`%0 = tg.neg %arg0 : tensor<4xf16>
%1 = tg.convert %0 : (tensor<4xf16>) -> tensor<4xf32>
return %1 : tensor<4xf32>`,
		},
		{
			"two ops of a class are one op with one set of attributes",
			`rule r: and(?f(?x, ?y) {*a}, ?f(?x, ?z) {*a}) => ?f(?x, ?z) {*a} [exact]`,
			`func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.compare lt %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tg.compare gt %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tg.and %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}`, "",
		},
		{
			"a list without entries",
			`rule r: concat([exp(?x) | ?y]...) {dim = ?d} => concat([exp(?x) | neg(?y)]...) {dim = ?d} [exact] where count(?x) > 0`,
			`func.func @f(%x: tensor<4xf32>) -> tensor<8xf32> {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.concat %0, %0 dim 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}`, "",
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

// The matcher keeps a bit for each attribute that an alternative binds.
func TestManyAttributesInBrackets(t *testing.T) {
	for n, want := range map[int]string{64: "", 65: "f.rules:1:17: error: an alternative binds at most 64 attributes, but this one 65"} {
		term := "?x"
		for i := range n {
			term = fmt.Sprintf("transpose(%s) {permutation = ?p%d}", term, i)
		}
		_, err := rule.Parse("f.rules", "rule r: concat(["+term+"]...) {dim = ?d} => concat([neg(?x)]...) {dim = ?d} [exact]", rewritetest.Lookup())
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%d attributes: %q, want %q", n, got, want)
		}
	}
}
