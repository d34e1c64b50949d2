package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// A factor or divisor that all terms of a sum have in common is applied to the
// sum instead: once for each result.

var reduceScalePatterns = []*rewrite.Pattern{
	{
		Name: "sum-of-scaled", Root: Reduce, Level: rewrite.Real, Integers: true,
		Doc: "A factor that is the same along the dimensions of a sum is taken out of it.",
		Example: example("%x: tensor<6x4xf32>, %c: tensor<6x1xf32>", "tensor<6xf32>",
			"%0 = tg.mul %x, %c : (tensor<6x4xf32>, tensor<6x1xf32>) -> tensor<6x4xf32>",
			"%1 = tg.reduce sum %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>",
			"return %1 : tensor<6xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			return keywordOf(o) == "sum" && (sumOfScaled(r, o, Mul, 1) || sumOfScaled(r, o, Mul, 0))
		},
	},
	{
		Name: "mean-of-scaled", Root: Reduce, Level: rewrite.Real,
		Doc: "A factor that is the same along the dimensions of a mean is taken out of it, and so is a divisor of a sum or mean.",
		Example: example("%x: tensor<6x4xf32>, %c: tensor<4xf32>", "tensor<1x4xf32>",
			"%d = tg.exp %c : tensor<4xf32>",
			"%0 = tg.div %x, %d : (tensor<6x4xf32>, tensor<4xf32>) -> tensor<6x4xf32>",
			"%1 = tg.reduce mean %0 dims [0] keep_dims : (tensor<6x4xf32>) -> tensor<1x4xf32>",
			"return %1 : tensor<1x4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			switch kind := keywordOf(o); {
			case !isFloatSum(kind, o):
				return false
			case sumOfScaled(r, o, Div, 1):
				return true
			default:
				return kind == "mean" && (sumOfScaled(r, o, Mul, 1) || sumOfScaled(r, o, Mul, 0))
			}
		},
	},
}

// sumOfScaled takes operand number at of an op on the operand of a reduction out
// of it, if it has extent 1 along all reduced dimensions.
func sumOfScaled(r *rewrite.Rewriter, o *ir.Op, def *ir.OpDef, at int) bool {
	inner := plainOn(o, def)
	if inner == nil || inner.Operand(1-at).Type() != o.Operand(0).Type() {
		return false
	}
	c := inner.Operand(at)
	lead := o.Operand(0).Type().Rank() - c.Type().Rank()
	var shape []int64
	for i, n := range c.Type().Shape() {
		gone := slices.Contains(dimsOf(o), int64(lead+i))
		if gone && n != 1 {
			return false
		}
		if !gone || o.Attr("keep_dims") != nil {
			shape = append(shape, n)
		}
	}
	sum := reducedAs(r, o, keywordOf(o), inner.Operand(1-at))
	return replaceWith(r, o, r.OpWithTypes(def, inner.Loc(), o.ResultTypes(), []*ir.Value{sum, reshaped(r, o, c, shape)}).Result(0))
}
