package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How broadcasts and reshapes become simpler.

var broadcastPatterns = []*rewrite.Pattern{
	{
		Name: "broadcast-of-all", Root: Broadcast,
		Doc: "A broadcast that repeats nothing is a reshape, behind a transpose if dimensions change places.",
		Example: example("%x: tensor<2x3xf32>", "tensor<3x1x2xf32>",
			"%0 = tg.broadcast %x dims [2, 0] : (tensor<2x3xf32>) -> tensor<3x1x2xf32>",
			"return %0 : tensor<3x1x2xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			x, out := o.Operand(0), o.Result(0).Type()
			if !allStatic(o) || elements(x.Type()) != elements(out) || elements(out) == 0 {
				return false
			}
			order := shapes.Dims[int64](0, x.Type().Rank())
			slices.SortFunc(order, func(a, b int64) int { return int(dimsOf(o)[a] - dimsOf(o)[b]) })
			return replaceWith(r, o, reshaped(r, o, transposed(r, o, x, order), out.Shape()))
		},
	},
	{
		Name: "broadcast-of-reshape", Root: Broadcast,
		Doc: "A broadcast needs no reshape that adds extents of 1 before it.",
		Example: example("%x: tensor<3xf32>", "tensor<3x4xf32>",
			"%0 = tg.reshape %x : (tensor<3xf32>) -> tensor<3x1xf32>",
			"%1 = tg.broadcast %0 dims [0, 1] : (tensor<3x1xf32>) -> tensor<3x4xf32>",
			"return %1 : tensor<3x4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def()
			if !inner.Is(Reshape) || !allStatic(inner) || !allStatic(o) {
				return false
			}
			to, ok := squeezed(inner.Operand(0).Type().Shape(), inner.Result(0).Type().Shape())
			if !ok || slices.Contains(to, -1) {
				return false
			}
			replaceMove(r, o, inner.Operand(0), intsAttr(r.Ctx, "dims", shapes.Pick(dimsOf(o), to)))
			return true
		},
	},
}

var reshapePatterns = []*rewrite.Pattern{
	{
		Name: "reshape-of-broadcast", Root: Reshape,
		Doc: "A reshape that adds or drops extents of 1 behind a broadcast is a broadcast along other dimensions.",
		Example: example("%x: tensor<3xf32>", "tensor<2x1x3xf32>",
			"%0 = tg.broadcast %x dims [1] : (tensor<3xf32>) -> tensor<2x3xf32>",
			"%1 = tg.reshape %0 : (tensor<2x3xf32>) -> tensor<2x1x3xf32>",
			"return %1 : tensor<2x1x3xf32>"),
		Apply: reshapeOfBroadcast,
	},
	{
		Name: "reshape-of-iota", Root: Reshape,
		Doc: "A reshape that adds or drops extents of 1 behind an iota is an iota.",
		Example: example("", "tensor<3x1xi32>",
			"%0 = tg.iota dim 0 : tensor<3xi32>",
			"%1 = tg.reshape %0 : (tensor<3xi32>) -> tensor<3x1xi32>",
			"return %1 : tensor<3x1xi32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def()
			if !inner.Is(Iota) || !allStatic(o) {
				return false
			}
			to, ok := squeezed(o.Operand(0).Type().Shape(), o.Result(0).Type().Shape())
			if !ok || to[inner.Attr("dim").Int()] < 0 {
				return false
			}
			return replaceByIota(r, o, to[inner.Attr("dim").Int()])
		},
	},
	thereAndBack(Reshape, ""),
	{
		Name: "reshape-transpose-reshape", Root: Reshape,
		Doc: "A reshape in front of a transpose that adds or drops extents of 1 goes behind it, into the reshape that is there.",
		Example: example("%x: tensor<2x3xf32>", "tensor<6xf32>",
			"%0 = tg.reshape %x : (tensor<2x3xf32>) -> tensor<2x1x3xf32>",
			"%1 = tg.transpose %0 permutation [2, 1, 0] : (tensor<2x1x3xf32>) -> tensor<3x1x2xf32>",
			"%2 = tg.reshape %1 : (tensor<3x1x2xf32>) -> tensor<6xf32>",
			"return %2 : tensor<6xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			between := producer(o.Operand(0), Transpose)
			if between == nil || !allStatic(o) || !allStatic(between) {
				return false
			}
			first := between.Operand(0).Def()
			if !first.Is(Reshape) || !allStatic(first) {
				return false
			}
			order := orderThrough(first.Operand(0).Type().Shape(), first.Result(0).Type().Shape(), permutationOf(between))
			if order == nil {
				return false
			}
			v := transposed(r, o, first.Operand(0), order)
			return replaceWith(r, o, reshaped(r, o, v, o.Result(0).Type().Shape()))
		},
	},
	{
		Name: "reshape-of-reduce", Root: Reshape,
		Doc: "A reshape that adds or drops the extents of 1 that a reduction leaves turns into its keep_dims.",
		Example: example("%x: tensor<2x3xf32>", "tensor<2x1xf32>",
			"%0 = tg.reduce max %x dims [1] : (tensor<2x3xf32>) -> tensor<2xf32>",
			"%1 = tg.reshape %0 : (tensor<2xf32>) -> tensor<2x1xf32>",
			"return %1 : tensor<2x1xf32>"),
		Apply: reshapeOfReduce,
	},
}

func reshapeOfBroadcast(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(0).Def()
	if !inner.Is(Broadcast) || !allStatic(o) || !allStatic(inner) {
		return false
	}
	to, ok := squeezed(o.Operand(0).Type().Shape(), o.Result(0).Type().Shape())
	if !ok {
		return false
	}
	// What lies along a dimension that goes has extent 1 itself.
	x := inner.Operand(0)
	var dims, shape []int64
	for i, d := range dimsOf(inner) {
		if to[d] >= 0 {
			dims = append(dims, to[d])
			shape = append(shape, x.Type().Shape()[i])
		}
	}
	return replaceWith(r, o, stretched(r, o, reshaped(r, o, x, shape), o.Result(0).Type().Shape(), dims))
}

func reshapeOfReduce(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := producer(o.Operand(0), Reduce)
	if inner == nil || inner.NumResults() != 1 || inner.NumRegions() > 0 || !allStatic(o) || !allStatic(inner) {
		return false
	}
	keep := inner.Attr("keep_dims") == nil
	shape, err := reducedShape(inner.Operand(0).Type(), dimsOf(inner), keep)
	if err != nil || !slices.Equal(shape, o.Result(0).Type().Shape()) {
		return false
	}
	attrs := slices.DeleteFunc(slices.Clone(inner.Props().Entries()), func(a ir.NamedAttr) bool { return a.Name == "keep_dims" })
	if keep {
		attrs = append(attrs, ir.NamedAttr{Name: "keep_dims", Value: r.Ctx.Unit()})
	}
	return replaceWith(r, o, r.OpWithTypes(Reduce, inner.Loc(), o.ResultTypes(), inner.Operands(), attrs...).Result(0))
}
