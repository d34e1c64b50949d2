package rulecheck_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rulecheck"
)

// rightForItsExample are patterns that are right for the keywords of their example,
// or for the first op that they match in it, and wrong elsewhere. The
// counterexample must have the text of want.
var rightForItsExample = []struct {
	why, want, example string
	root               *ir.OpDef
	// by is what the root is replaced by; nil where the pattern does not match.
	by func(r *rewrite.Rewriter, o *ir.Op) *ir.Value
}{
	{
		"one keyword", "tg.compare", `func.func @f(%x: tensor<4xi32>) -> tensor<4xi1> {
			%0 = tg.compare lt %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
			return %0 : tensor<4xi1>
		}`, tg.Compare,
		func(r *rewrite.Rewriter, o *ir.Op) *ir.Value {
			x := o.Operand(0)
			if o.Operand(1) != x {
				return nil
			}
			return r.Op(tg.Compare, o.Loc(), []*ir.Value{x, x}, ir.NamedAttr{Name: "direction", Value: r.Ctx.StringAttr("lt")}).Result(0)
		},
	},
	{
		"the same keyword of two ops", "tg.reduce", `func.func @f(%x: tensor<4x3xf32>) -> tensor<f32> {
			%0 = tg.reduce max %x dims [1] : (tensor<4x3xf32>) -> tensor<4xf32>
			%1 = tg.reduce max %0 dims [0] : (tensor<4xf32>) -> tensor<f32>
			return %1 : tensor<f32>
		}`, tg.Reduce,
		func(r *rewrite.Rewriter, o *ir.Op) *ir.Value {
			inner := o.Operand(0).Def()
			if !inner.Is(tg.Reduce) || inner.Attr("kind") != o.Attr("kind") {
				return nil
			}
			all := []ir.NamedAttr{{Name: "kind", Value: o.Attr("kind")}, {Name: "dims", Value: r.Ctx.I64Array([]int64{0, 1})}}
			return r.OpWithTypes(tg.Reduce, o.Loc(), o.ResultTypes(), inner.Operands(), all...).Result(0)
		},
	},
	{
		"a flag", "tg.cumulate", `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
			%0 = tg.cumulate max %x dim 0 : tensor<4xf32>
			%1 = tg.cumulate max %0 dim 0 : tensor<4xf32>
			return %1 : tensor<4xf32>
		}`, tg.Cumulate,
		func(r *rewrite.Rewriter, o *ir.Op) *ir.Value {
			inner := o.Operand(0).Def()
			if !inner.Is(tg.Cumulate) || o.Attr("kind").Text() != "max" || inner.Attr("kind") != o.Attr("kind") {
				return nil
			}
			return inner.Result(0)
		},
	},
	{
		"a flag that changes types", "keep_dims", `func.func @f(%x: tensor<4x3xf32>) -> tensor<4xf32> {
			%0 = tg.reduce max %x dims [1] : (tensor<4x3xf32>) -> tensor<4xf32>
			%1 = tg.neg %0 : tensor<4xf32>
			return %1 : tensor<4xf32>
		}`, tg.Neg,
		func(r *rewrite.Rewriter, o *ir.Op) *ir.Value {
			if o.Operand(0).Type().Rank() == 2 {
				return o.Operand(0)
			}
			return r.Op(tg.Neg, o.Loc(), o.Operands()).Result(0)
		},
	},
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
	{
		"sums of several vectors", "sum", sumOfRows, tg.Reduce,
		func(r *rewrite.Rewriter, o *ir.Op) *ir.Value { return negativeSum(r, o, 15, 40) },
	},
	{
		"sums of several blocks", "sum", sumOfRows, tg.Reduce,
		func(r *rewrite.Rewriter, o *ir.Op) *ir.Value { return negativeSum(r, o, 4097, 1<<20) },
	},
}

const sumOfRows = `func.func @f(%x: tensor<6x4xf32>) -> tensor<6xf32> {
	%0 = tg.reduce sum %x dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
	return %0 : tensor<6xf32>
}`

// negativeSum is wrong about sums of so many elements.
func negativeSum(r *rewrite.Rewriter, o *ir.Op, least, most int64) *ir.Value {
	if n := o.Operand(0).Type().Shape()[1]; n < least || n > most || !o.Result(0).Type().Elem().IsFloat() {
		return nil
	}
	sum := r.OpWithTypes(tg.Reduce, o.Loc(), o.ResultTypes(), o.Operands(), o.Props().Entries()...)
	return r.Op(tg.Neg, o.Loc(), sum.Results()).Result(0)
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
