package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How reductions meet movements of their operand.

var reduceMovePatterns = []*rewrite.Pattern{
	{
		Name: "reduce-of-sort", Root: Reduce,
		Doc: "A reduction along a sorted dimension that does not mind the order does not need it.",
		Why: "Any of the results of a sort may be what is reduced.",
		Example: example("%x: tensor<6x4xf32>", "tensor<6xf32>",
			"%0 = tg.sort ascending %x dim 1 : tensor<6x4xf32>",
			"%1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>",
			"return %1 : tensor<6xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def()
			if !anyOrder(keywordOf(o), o) || !inner.Is(Sort) || inner.Attr("first") != nil || !slices.Contains(dimsOf(o), inner.Attr("dim").Int()) {
				return false
			}
			r.SetOperand(o, 0, inner.Operand(o.Operand(0).Index()))
			return true
		},
	},
	{
		Name: "reduce-of-concat", Root: Reduce,
		Doc: "A reduction of a concat is made of those of its operands: their concat along a dimension that stays, or their combination along one that goes.",
		Why: "It combines as many reductions as there are operands, one after the other.",
		Example: example("%x: tensor<6x4xf32>, %y: tensor<6x2xf32>", "tensor<6xf32>",
			"%0 = tg.concat %x, %y dim 1 : (tensor<6x4xf32>, tensor<6x2xf32>) -> tensor<6x6xf32>",
			"%1 = tg.reduce max %0 dims [1] : (tensor<6x6xf32>) -> tensor<6xf32>",
			"return %1 : tensor<6xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def()
			return inner.Is(Concat) && (anyOrder(keywordOf(o), o) || !slices.Contains(dimsOf(o), int64(concatDim(inner)))) && reduceOfConcat(r, o)
		},
	},
	{
		Name: "sum-of-concat", Root: Reduce, Level: rewrite.Real,
		Doc: "A sum or product of a concat along a reduced dimension is made of those of its operands.",
		Why: "It combines as many reductions as there are operands, one after the other.",
		Example: example("%x: tensor<6x4xf32>, %y: tensor<6x2xf32>", "tensor<6xf32>",
			"%0 = tg.concat %x, %y dim 1 : (tensor<6x4xf32>, tensor<6x2xf32>) -> tensor<6x6xf32>",
			"%1 = tg.reduce sum %0 dims [1] : (tensor<6x6xf32>) -> tensor<6xf32>",
			"return %1 : tensor<6xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			k := keywordOf(o)
			return (k == "sum" || k == "prod") && reduceOfConcat(r, o)
		},
	},
}

// afterReduce numbers the dimensions that a reduction along dims leaves of a
// tensor with the given rank: -1 for those that go.
func afterReduce(rank int, dims []int64) []int64 {
	place := make([]int64, rank)
	for d := range place {
		place[d] = -1
	}
	for i, d := range others(rank, dims) {
		place[d] = int64(i)
	}
	return place
}

// mostParts bounds the operands of a concat along a reduced dimension: each
// becomes a reduction of its own, and an op that combines.
const mostParts = 4

func reduceOfConcat(r *rewrite.Rewriter, o *ir.Op) bool {
	kind, ok := plainReduce(o)
	inner := producer(o.Operand(0), Concat)
	if !ok || inner == nil || elements(o.Operand(0).Type()) == 0 || len(dimsOf(o)) == 0 || isArg(kind) && slices.Contains(dimsOf(o), int64(concatDim(inner))) {
		return false
	}
	place := afterReduce(o.Operand(0).Type().Rank(), dimsOf(o))[concatDim(inner)]
	if place < 0 && (combiners[kind] == nil || inner.NumOperands() > mostParts || slices.ContainsFunc(inner.OperandTypes(), func(t *ir.Type) bool { return elements(t) == 0 })) {
		return false
	}
	parts := make([]*ir.Value, inner.NumOperands())
	for i := range parts {
		parts[i] = reduced(r, o, inner.Operand(i), dimsOf(o))
	}
	v := parts[0]
	if place >= 0 {
		v = r.Op(Concat, inner.Loc(), parts, ir.NamedAttr{Name: "dim", Value: r.Ctx.I64Attr(place)}).Result(0)
	} else {
		for _, p := range parts[1:] {
			v = r.OpWithTypes(combiners[kind], o.Loc(), types(v.Type()), []*ir.Value{v, p}).Result(0)
		}
	}
	return replaceWith(r, o, reshaped(r, o, v, o.Result(0).Type().Shape()))
}
