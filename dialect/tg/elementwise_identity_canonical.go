package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Elementwise ops that compute nothing but repeat an operand.

// neutralPatterns are that of a binary op with a neutral element.
func neutralPatterns(root *ir.OpDef) []*rewrite.Pattern {
	i := slices.IndexFunc(binaryOps, func(b binaryOp) bool { return b.def == root })
	if i < 0 || binaryOps[i].neutral == nil {
		return nil
	}
	b := binaryOps[i]
	return []*rewrite.Pattern{{
		Name: "neutral-operand", Root: root,
		Doc: "An op with a neutral element repeats its other operand, where that is smaller than the result.",
		Why: "Which constant it is depends on the op, and on the side.",
		Example: example("%x: tensor<8xf32>", "tensor<4x8xf32>",
			"%c = tg.constant dense<1.0> : tensor<4x8xf32>",
			"%0 = tg.mul %x, %c : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>",
			"return %0 : tensor<4x8xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			for side := range 2 {
				a := splatOf(o.Operand(side))
				if a == nil || side == 0 && b.commutative == 0 || !allStatic(o) || !isSplatOf(a, b.neutral(r.Ctx, a.Type().Elem())) {
					continue
				}
				return replaceWith(r, o, repeatedAs(r, o, o.Operand(1-side)))
			}
			return false
		},
	}}
}

// repeatedAs is an operand of an elementwise op, repeated as the op does.
func repeatedAs(r *rewrite.Rewriter, o *ir.Op, v *ir.Value) *ir.Value {
	shape := o.Result(0).Type().Shape()
	if v.Type() == o.Result(0).Type() {
		return v
	}
	return stretched(r, o, v, shape, shapes.Dims(int64(len(shape)-v.Type().Rank()), v.Type().Rank()))
}
