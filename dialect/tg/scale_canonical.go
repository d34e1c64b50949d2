package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Batch norm, and whatever else scales and shifts the channels of a contraction
// with constant weights by constants, becomes part of the weights and the bias.
// The pass fold computes these.

// scalePatterns start at a product or quotient.
func scalePatterns(root *ir.OpDef) *rewrite.Pattern {
	return &rewrite.Pattern{
		Name: "scale-into-weights", Root: root, Level: rewrite.Real, Integers: root == Mul,
		Doc: "A constant factor or divisor for each channel of a contraction with constant weights, behind a constant shift perhaps, scales the weights and the bias.",
		Why: "It is for three contractions, with and without a bias and a shift, of which each has its channels elsewhere.",
		Example: example("%x: tensor<1x4x4x2xf32>", "tensor<1x2x2x3xf32>",
			"%w = tg.constant dense<0.5> : tensor<3x3x2x3xf32>",
			"%mean = tg.constant dense<[0.5, 0.25, 1.0]> : tensor<3xf32>",
			"%scale = tg.constant dense<[2.0, 3.0, 5.0]> : tensor<3xf32>",
			"%0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>",
			"%1 = tg.sub %0, %mean : (tensor<1x2x2x3xf32>, tensor<3xf32>) -> tensor<1x2x2x3xf32>",
			"%2 = tg.mul %1, %scale : (tensor<1x2x2x3xf32>, tensor<3xf32>) -> tensor<1x2x2x3xf32>",
			"return %2 : tensor<1x2x2x3xf32>"),
		Apply: scaleIntoWeights,
	}
}

// channel is the dimension of a contraction's result whose positions have
// weights of their own, and the dimension of the weights, operand 1, that is
// that. ok is false where there is no such dimension.
func channel(o *ir.Op) (result, weights int, ok bool) {
	w := o.Operand(1).Type()
	switch {
	case o.Is(Conv):
		d := layoutOf(o.Attr("layout"))
		return d.OutputFeature, d.KernelOutput, true
	case o.Is(MatMul):
		return o.Result(0).Type().Rank() - 1, w.Rank() - 1, w.Rank() >= 2
	case o.Is(DotGeneral):
		used := dotDimsOf(o)[1]
		free := others(w.Rank(), slices.Concat(used.batching, used.contracting))
		if len(free) == 0 {
			return 0, 0, false
		}
		return o.Result(0).Type().Rank() - 1, int(free[len(free)-1]), true
	}
	return 0, 0, false
}

// liesAlong reports whether a tensor that aligns with a result of the given
// rank at the last dimension varies along dimension d of it only.
func liesAlong(t *ir.Type, rank, d int) bool {
	for i, n := range t.Shape() {
		if n != 1 && i+rank-t.Rank() != d {
			return false
		}
	}
	return t.Rank() <= rank
}

func scaleIntoWeights(r *rewrite.Rewriter, o *ir.Op) bool {
	v, factor := o.Operand(0), o.Operand(1)
	if !allStatic(o) || !rule.IsConstant(factor) || !v.HasOneUse() || v.Type() != o.Result(0).Type() {
		return false
	}
	var shift *ir.Value
	inner := v.Def()
	between := inner
	if between.Is(Add) || between.Is(Sub) {
		shift, inner = between.Operand(1), between.Operand(0).Def()
		if !rule.IsConstant(shift) || !between.Operand(0).HasOneUse() {
			return false
		}
	}
	if !isContraction(inner) || !allStatic(inner) || !rule.IsConstant(inner.Operand(1)) ||
		inner.Attr("activation") != nil || inner.Attr("element_type") != nil || inner.Result(0).Type() != v.Type() {
		return false
	}
	if inner.NumOperands() > 2 && !rule.IsConstant(inner.Operand(2)) {
		return false
	}
	rank := v.Type().Rank()
	d, along, ok := channel(inner)
	if !ok || !liesAlong(factor.Type(), rank, d) {
		return false
	}
	// The bias, as the contraction computes it: (bias + shift) * factor.
	var bias *ir.Value
	if inner.NumOperands() > 2 {
		bias = inner.Operand(2)
	}
	switch {
	case shift == nil:
	case bias != nil:
		bias = r.Op(between.Def(), between.Loc(), []*ir.Value{bias, shift}).Result(0)
	case between.Is(Sub):
		bias = r.Op(Neg, between.Loc(), []*ir.Value{shift}).Result(0)
	default:
		bias = shift
	}
	w := inner.Operand(1)
	shape := slices.Repeat([]int64{1}, w.Type().Rank())
	shape[along] = elements(factor.Type())
	scaled := r.Op(o.Def(), o.Loc(), []*ir.Value{w, reshaped(r, o, factor, shape)}).Result(0)
	operands := []*ir.Value{inner.Operand(0), scaled}
	if bias != nil {
		operands = append(operands, r.Op(o.Def(), o.Loc(), []*ir.Value{bias, factor}).Result(0))
	}
	return replaceWith(r, o, r.OpWithTypes(inner.Def(), inner.Loc(), o.ResultTypes(), operands, inner.Props().Entries()...).Result(0))
}
