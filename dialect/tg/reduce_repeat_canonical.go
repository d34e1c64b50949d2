package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How reductions meet repetition.

var reduceRepeatPatterns = []*rewrite.Pattern{
	{
		Name: "reduce-of-broadcast", Root: Reduce,
		Doc: "A broadcast goes behind a reduction. Along the dimensions that are reduced it does not show, if the reduction does not mind repetition.",
		Example: example("%x: tensor<6xf32>", "tensor<6x5xf32>",
			"%0 = tg.broadcast %x dims [0] : (tensor<6xf32>) -> tensor<6x4x5xf32>",
			"%1 = tg.reduce max %0 dims [1] : (tensor<6x4x5xf32>) -> tensor<6x5xf32>",
			"return %1 : tensor<6x5xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			return reduceOfBroadcast(r, o, idempotent(keywordOf(o), o))
		},
	},
	{
		Name: "sum-of-broadcast", Root: Reduce, Level: rewrite.Real, Integers: true,
		Doc: "The sum of what a broadcast repeats n times is n times the sum; the mean is the mean.",
		Example: example("%x: tensor<6xi32>", "tensor<6xi32>",
			"%0 = tg.broadcast %x dims [0] : (tensor<6xi32>) -> tensor<6x4xi32>",
			"%1 = tg.reduce sum %0 dims [1] : (tensor<6x4xi32>) -> tensor<6xi32>",
			"return %1 : tensor<6xi32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			k := keywordOf(o)
			return (k == "sum" || k == "mean") && !idempotent(k, o) && reduceOfBroadcast(r, o, true)
		},
	},
	{
		Name: "product-of-broadcast", Root: Reduce, Level: rewrite.Real, Integers: true,
		Doc: "The product of what a broadcast repeats n times is the n-th power of the product.",
		Example: example("%x: tensor<6xi32>", "tensor<6xi32>",
			"%0 = tg.broadcast %x dims [0] : (tensor<6xi32>) -> tensor<6x4xi32>",
			"%1 = tg.reduce prod %0 dims [1] : (tensor<6x4xi32>) -> tensor<6xi32>",
			"return %1 : tensor<6xi32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			return keywordOf(o) == "prod" && !idempotent("prod", o) && reduceOfBroadcast(r, o, true)
		},
	},
}

// counted are the ops that make up for the number of repetitions.
var counted = map[string]*ir.OpDef{"sum": Mul, "prod": Pow}

// reduceOfBroadcast reduces what a broadcast, or a splat, repeats. If repeated
// is true that may be along reduced dimensions; repetitions are counted for sums
// and products.
func reduceOfBroadcast(r *rewrite.Rewriter, o *ir.Op, repeated bool) bool {
	kind, ok := plainReduce(o)
	if !ok || isArg(kind) || len(dimsOf(o)) == 0 || elements(o.Operand(0).Type()) == 0 {
		return false
	}
	inner, shape := o.Operand(0).Def(), o.Operand(0).Type().Shape()
	a, x, along := splatOf(o.Operand(0)), (*ir.Value)(nil), []int64(nil)
	switch {
	case inner.Is(Broadcast):
		x, along = inner.Operand(0), dimsOf(inner)
	case a == nil || len(shape) == 0:
		return false
	}
	repeats := int64(1)
	for _, d := range dimsOf(o) {
		if i := slices.Index(along, d); i < 0 || x.Type().Shape()[i] == 1 {
			repeats *= shape[d]
		}
	}
	elem := o.Operand(0).Type().Elem()
	scalar := r.Ctx.Tensor(nil, elem)
	factor := splat(r.Ctx, scalar, float64(repeats))
	count := counted[kind]
	switch {
	case repeats > 1:
		if !repeated || count != nil && factor == nil {
			return false
		}
	case x == nil || !increasing(along) || elements(x.Type()) == elements(o.Operand(0).Type()) || !o.Operand(0).HasOneUse():
		return false
	}
	if x == nil {
		x = constantOf(r, o, r.Ctx.Dense(scalar, a.Raw()), scalar)
	}
	// The dimensions of x that are reduced, and where the others lie in the
	// result without keep_dims.
	var dims, to []int64
	place := afterReduce(len(shape), dimsOf(o))
	for i, d := range along {
		if place[d] < 0 {
			dims = append(dims, int64(i))
		} else {
			to = append(to, place[d])
		}
	}
	if repeats == 1 && len(dims) == 0 && isFloatSum(kind, o) {
		return false // the sum of -0 alone is 0
	}
	v := reduced(r, o, x, dims)
	if count != nil && repeats > 1 {
		v = r.OpWithTypes(count, o.Loc(), types(v.Type()), []*ir.Value{v, constantOf(r, o, factor, scalar)}).Result(0)
	}
	v = stretched(r, o, v, shapes.Pick(shape, others(len(shape), dimsOf(o))), to)
	return replaceWith(r, o, reshaped(r, o, v, o.Result(0).Type().Shape()))
}
