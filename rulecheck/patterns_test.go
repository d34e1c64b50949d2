package rulecheck_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rulecheck"
)

// rightForItsExample are patterns that are right for the first op that they match
// in their example, and wrong elsewhere. The counterexample must have the text of
// want.
var rightForItsExample = []struct {
	why, want, example string
	root               *ir.OpDef
	// by is what the root is replaced by; nil where the pattern does not match.
	by func(r *rewrite.Rewriter, o *ir.Op) *ir.Value
}{
	{
		"the second op that matches", "tg.neg", `func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
			%0 = tg.exp %x : tensor<4xf32>
			%1 = tg.abs %0 : tensor<4xf32>
			%2 = tg.neg %x : tensor<4xf32>
			%3 = tg.abs %2 : tensor<4xf32>
			return %1, %3 : tensor<4xf32>, tensor<4xf32>
		}`, tg.Abs,
		func(_ *rewrite.Rewriter, o *ir.Op) *ir.Value { return o.Operand(0) },
	},
}

func TestWrongPatternsAreFound(t *testing.T) {
	for _, tt := range rightForItsExample {
		p := &rewrite.Pattern{Name: "wrong", Root: tt.root, Example: tt.example, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			v := tt.by(r, o)
			if v != nil {
				r.ReplaceOp(o, v)
			}
			return v != nil
		}}
		r := rulecheck.CheckPatterns([]*rewrite.Pattern{p}, rulecheck.Options{})[0]
		if r.Counterexample == nil || !strings.Contains(r.Counterexample.Module, tt.want) {
			t.Errorf("%s: found %q in %d instances, want a counterexample with %q: %+v", tt.why, r.Problem, r.Instances, tt.want, r.Counterexample)
		}
	}
}
