package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How transposes, reverses and broadcasts meet each other.

var transposePatterns = []*rewrite.Pattern{
	{
		Name: "transpose-of-ones", Root: Transpose,
		Doc: "A transpose that moves only dimensions of extent 1 is a reshape, which copies nothing.",
		Example: example("%x: tensor<2x1x4xf32>", "tensor<1x2x4xf32>",
			"%0 = tg.transpose %x permutation [1, 0, 2] : (tensor<2x1x4xf32>) -> tensor<1x2x4xf32>",
			"return %0 : tensor<1x2x4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			if !allStatic(o) || !increasing(shapes.Pick(permutationOf(o), notOne(o.Result(0).Type().Shape()))) {
				return false
			}
			return replaceWith(r, o, reshaped(r, o, o.Operand(0), o.Result(0).Type().Shape()))
		},
	},
	thereAndBack(Transpose, " permutation [1, 0]"),
	{
		Name: "transpose-reshape-transpose", Root: Transpose,
		Doc: "Two transposes with a reshape between them that adds or drops extents of 1 are one transpose and a reshape.",
		Example: example("%x: tensor<2x3xf32>", "tensor<2x1x3xf32>",
			"%0 = tg.transpose %x permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
			"%1 = tg.reshape %0 : (tensor<3x2xf32>) -> tensor<3x1x2xf32>",
			"%2 = tg.transpose %1 permutation [2, 1, 0] : (tensor<3x1x2xf32>) -> tensor<2x1x3xf32>",
			"return %2 : tensor<2x1x3xf32>"),
		Apply: transposeReshapeTranspose,
	},
	{
		Name: "transpose-between", Root: Transpose,
		Doc: "A transpose behind a pad, scan or sort of something transposed goes in front of it, where the two become one.",
		Example: example("%x: tensor<2x3xf32>", "tensor<2x3xf32>",
			"%0 = tg.transpose %x permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
			"%1 = tg.cumulate max %0 dim 0 : tensor<3x2xf32>",
			"%2 = tg.transpose %1 permutation [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>",
			"return %2 : tensor<2x3xf32>"),
		Apply: transposeBetween,
	},
}

func permutationOf(o *ir.Op) []int64 { return o.Attr("permutation").Ints() }
func dimsOf(o *ir.Op) []int64        { return o.Attr("dims").Ints() }

// replaceByIota replaces o by an iota of its type along dim.
func replaceByIota(r *rewrite.Rewriter, o *ir.Op, dim int64) bool {
	n := r.OpWithTypes(Iota, o.Loc(), o.ResultTypes(), nil, ir.NamedAttr{Name: "dim", Value: r.Ctx.I64Attr(dim)})
	return replaceWith(r, o, n.Result(0))
}

// orderThrough is the permutation of the shape from after which a reshape that
// adds or drops extents of 1 gives a permutation of to; behind is the one that
// is applied to the shape to. nil if the shapes differ otherwise.
func orderThrough(from, to, behind []int64) []int64 {
	back, ok := squeezed(to, from)
	if !ok {
		return nil
	}
	order, places := []int64(nil), notOne(from)
	for _, d := range behind {
		if to[d] != 1 {
			order = append(order, back[d])
		}
	}
	permutation := shapes.Dims[int64](0, len(from))
	for i, d := range places {
		permutation[d] = order[i]
	}
	return permutation
}

func transposeReshapeTranspose(r *rewrite.Rewriter, o *ir.Op) bool {
	between := producer(o.Operand(0), Reshape)
	if between == nil || !allStatic(o) || !allStatic(between) {
		return false
	}
	first := between.Operand(0).Def()
	if !first.Is(Transpose) {
		return false
	}
	order := orderThrough(first.Result(0).Type().Shape(), between.Result(0).Type().Shape(), permutationOf(o))
	if order == nil {
		return false
	}
	v := transposed(r, o, first.Operand(0), shapes.Pick(permutationOf(first), order))
	return replaceWith(r, o, reshaped(r, o, v, o.Result(0).Type().Shape()))
}

func transposeBetween(r *rewrite.Rewriter, o *ir.Op) bool {
	between := o.Operand(0).Def()
	if !between.Is(Pad) && !between.Is(Cumulate) && !between.Is(Sort) || !o.Operand(0).HasOneUse() || !allStatic(o) || !allStatic(between) ||
		between.NumResults() != 1 || between.NumRegions() > 0 || !between.Operand(0).Def().Is(Transpose) {
		return false
	}
	permutation := permutationOf(o)
	attrs := slices.Clone(between.Props().Entries())
	for i, a := range attrs {
		switch {
		case between.Is(Pad):
			attrs[i] = intsAttr(r.Ctx, a.Name, shapes.Pick(a.Value.Ints(), permutation))
		case !between.Is(Pad) && a.Name == "dim":
			attrs[i].Value = r.Ctx.I64Attr(int64(slices.Index(permutation, a.Value.Int())))
		}
	}
	operands := between.Operands()
	operands[0] = transposed(r, o, operands[0], permutation)
	return replaceWith(r, o, r.OpWithTypes(between.Def(), between.Loc(), o.ResultTypes(), operands, attrs...).Result(0))
}

var reversePatterns = []*rewrite.Pattern{
	{
		Name: "reverse-reverse", Root: Reverse,
		Doc: "Two reverses are one, along the dimensions that only one of them turns around.",
		Example: example("%x: tensor<2x3x4xf32>", "tensor<2x3x4xf32>",
			"%0 = tg.reverse %x dims [0, 1] : tensor<2x3x4xf32>",
			"%1 = tg.reverse %0 dims [1, 2] : tensor<2x3x4xf32>",
			"return %1 : tensor<2x3x4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def()
			if !inner.Is(Reverse) {
				return false
			}
			var dims []int64
			for d := range int64(o.Result(0).Type().Rank()) {
				if slices.Contains(dimsOf(o), d) != slices.Contains(dimsOf(inner), d) {
					dims = append(dims, d)
				}
			}
			replaceMove(r, o, inner.Operand(0), intsAttr(r.Ctx, "dims", dims))
			return true
		},
	},
	{
		Name: "reverse-of-ones", Root: Reverse,
		Doc: "Dimensions of extent 1 are not turned around.",
		Example: example("%x: tensor<1x3xf32>", "tensor<1x3xf32>",
			"%0 = tg.reverse %x dims [0, 1] : tensor<1x3xf32>",
			"return %0 : tensor<1x3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			return keepReversed(r, o, o.Operand(0), func(d int64) bool { return o.Result(0).Type().Shape()[d] != 1 })
		},
	},
	{
		Name: "reverse-of-broadcast", Root: Reverse,
		Doc: "Dimensions along which a broadcast repeats are not turned around.",
		Example: example("%x: tensor<3xf32>", "tensor<2x3xf32>",
			"%0 = tg.broadcast %x dims [1] : (tensor<3xf32>) -> tensor<2x3xf32>",
			"%1 = tg.reverse %0 dims [0, 1] : tensor<2x3xf32>",
			"return %1 : tensor<2x3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def()
			if !inner.Is(Broadcast) || !allStatic(inner) {
				return false
			}
			return keepReversed(r, o, o.Operand(0), func(d int64) bool {
				i := slices.Index(dimsOf(inner), d)
				return i >= 0 && inner.Operand(0).Type().Shape()[i] != 1
			})
		},
	},
}

// keepReversed reduces what a reverse turns around to the dimensions that keep
// names, and reports whether that is less.
func keepReversed(r *rewrite.Rewriter, o *ir.Op, v *ir.Value, keep func(d int64) bool) bool {
	dims := slices.DeleteFunc(slices.Clone(dimsOf(o)), func(d int64) bool { return !keep(d) })
	if len(dims) == len(dimsOf(o)) {
		return false
	}
	if len(dims) == 0 {
		return replaceWith(r, o, v)
	}
	replaceMove(r, o, v, intsAttr(r.Ctx, "dims", dims))
	return true
}

// replaceMove replaces o by an op of the same kind and type on v.
func replaceMove(r *rewrite.Rewriter, o *ir.Op, v *ir.Value, attrs ...ir.NamedAttr) {
	r.Before(o)
	n := r.OpWithTypes(o.Def(), o.Loc(), o.ResultTypes(), []*ir.Value{v}, attrs...)
	r.ReplaceOp(o, n.Result(0))
}
