package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How reductions meet movements of their operand.

var reduceMovePatterns = []*rewrite.Pattern{
	{
		Name: "reduce-of-transpose", Root: Reduce,
		Doc: "A reduction does not need its operand transposed, if its kind does not mind the order or the reduced dimensions keep theirs; what is left to transpose is smaller.",
		Example: example("%x: tensor<3x2x4xf32>", "tensor<4x2xf32>, tensor<4xf32>",
			"%0 = tg.transpose %x permutation [2, 0, 1] : (tensor<3x2x4xf32>) -> tensor<4x3x2xf32>",
			"%1 = tg.reduce sum %0 dims [1] : (tensor<4x3x2xf32>) -> tensor<4x2xf32>",
			"%2 = tg.transpose %x permutation [1, 0, 2] : (tensor<3x2x4xf32>) -> tensor<2x3x4xf32>",
			"%3 = tg.reduce max %2 dims [0, 1] : (tensor<2x3x4xf32>) -> tensor<4xf32>",
			"return %1, %3 : tensor<4x2xf32>, tensor<4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool { return reduceOfTranspose(r, o, anyOrder(keywordOf(o), o)) },
	},
	{
		Name: "reduce-of-reshape", Root: Reduce,
		Doc: "A reshape goes behind a reduction that reduces or keeps the dimensions it splits or joins as a whole.",
		Example: example("%x: tensor<6x4xf32>", "tensor<2x3xf32>",
			"%0 = tg.reshape %x : (tensor<6x4xf32>) -> tensor<2x3x2x2xf32>",
			"%1 = tg.reduce sum %0 dims [2, 3] : (tensor<2x3x2x2xf32>) -> tensor<2x3xf32>",
			"return %1 : tensor<2x3xf32>"),
		Apply: reduceOfReshape,
	},
	{
		Name: "reduce-of-reverse", Root: Reduce,
		Doc: "A reverse goes behind a reduction, which does not see it along reduced dimensions if its kind does not mind the order.",
		Example: example("%x: tensor<6x4xf32>", "tensor<6xf32>",
			"%0 = tg.reverse %x dims [0, 1] : tensor<6x4xf32>",
			"%1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>",
			"return %1 : tensor<6xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool { return reduceOfReverse(r, o, anyOrder(keywordOf(o), o)) },
	},
	{
		Name: "sum-of-moved", Root: Reduce, Level: rewrite.Real,
		Doc: "A sum, product or mean does not need its operand transposed or turned around.",
		Example: example("%x: tensor<6x4xf32>", "tensor<f32>, tensor<6xf32>",
			"%0 = tg.transpose %x permutation [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>",
			"%1 = tg.reduce sum %0 dims [0, 1] : (tensor<4x6xf32>) -> tensor<f32>",
			"%2 = tg.reverse %x dims [1] : tensor<6x4xf32>",
			"%3 = tg.reduce mean %2 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>",
			"return %1, %3 : tensor<f32>, tensor<6xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			k := keywordOf(o)
			return (k == "sum" || k == "prod" || k == "mean") && (reduceOfTranspose(r, o, true) || reduceOfReverse(r, o, true))
		},
	},
	{
		Name: "reduce-of-sort", Root: Reduce,
		Doc: "A reduction along a sorted dimension that does not mind the order does not need it.",
		Example: example("%x: tensor<6x4xf32>", "tensor<6xf32>",
			"%0 = tg.sort ascending %x dim 1 : tensor<6x4xf32>",
			"%1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>",
			"return %1 : tensor<6xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def()
			if !anyOrder(keywordOf(o), o) || !inner.Is(Sort) || !slices.Contains(dimsOf(o), inner.Attr("dim").Int()) {
				return false
			}
			r.SetOperand(o, 0, inner.Operand(o.Operand(0).Index()))
			return true
		},
	},
	{
		Name: "reduce-of-concat", Root: Reduce,
		Doc: "A reduction of a concat is made of those of its operands: their concat along a dimension that stays, or their combination along one that goes.",
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
		Example: example("%x: tensor<6x4xf32>, %y: tensor<6x2xf32>", "tensor<6xf32>",
			"%0 = tg.concat %x, %y dim 1 : (tensor<6x4xf32>, tensor<6x2xf32>) -> tensor<6x6xf32>",
			"%1 = tg.reduce sum %0 dims [1] : (tensor<6x6xf32>) -> tensor<6xf32>",
			"return %1 : tensor<6xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			k := keywordOf(o)
			return (k == "sum" || k == "prod") && reduceOfConcat(r, o)
		},
	},
	{
		Name: "reduce-of-pad", Root: Reduce,
		Doc: "Padding with the neutral element along reduced dimensions does not show.",
		Example: example("%x: tensor<6x4xf32>", "tensor<6xf32>",
			"%v = tg.constant dense<0.0> : tensor<f32>",
			"%0 = tg.pad %x, %v low [0, 1] high [0, 2] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x7xf32>",
			"%1 = tg.reduce sum %0 dims [1] : (tensor<6x7xf32>) -> tensor<6xf32>",
			"return %1 : tensor<6xf32>"),
		Apply: reduceOfPad,
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

func reduceOfTranspose(r *rewrite.Rewriter, o *ir.Op, orderless bool) bool {
	_, ok := plainReduce(o)
	inner := o.Operand(0).Def()
	if !ok || !inner.Is(Transpose) {
		return false
	}
	p, sorted := permutationOf(inner), slices.Sorted(slices.Values(dimsOf(o)))
	dims := shapes.Pick(p, sorted)
	if !orderless && !increasing(dims) || len(dims) == 0 {
		return false
	}
	slices.Sort(dims)
	x := inner.Operand(0)
	place, order := afterReduce(x.Type().Rank(), dims), []int64(nil)
	for _, d := range p {
		if place[d] >= 0 {
			order = append(order, place[d])
		}
	}
	if !shapes.Identity(order) && !o.Operand(0).HasOneUse() {
		return false
	}
	v := transposed(r, o, reduced(r, o, x, dims), order)
	return replaceWith(r, o, reshaped(r, o, v, o.Result(0).Type().Shape()))
}

// groups pairs runs of the dimensions of two shapes with equal numbers of
// elements; extents of 1 belong to none.
func groups(a, b []int64) (pairs [][2][]int64) {
	i, j := 0, 0
	ones := func(shape []int64, k int) int {
		for k < len(shape) && shape[k] == 1 {
			k++
		}
		return k
	}
	for i, j = ones(a, i), ones(b, j); i < len(a) && j < len(b); i, j = ones(a, i), ones(b, j) {
		left, right := a[i], b[j]
		pair := [2][]int64{{int64(i)}, {int64(j)}}
		i, j = i+1, j+1
		for left != right {
			switch {
			case left < right && i < len(a):
				left *= a[i]
				if a[i] != 1 {
					pair[0] = append(pair[0], int64(i))
				}
				i++
			case right < left && j < len(b):
				right *= b[j]
				if b[j] != 1 {
					pair[1] = append(pair[1], int64(j))
				}
				j++
			default:
				return nil // not a reshape
			}
		}
		pairs = append(pairs, pair)
	}
	return pairs
}

func reduceOfReshape(r *rewrite.Rewriter, o *ir.Op) bool {
	_, ok := plainReduce(o)
	inner := o.Operand(0).Def()
	if !ok || !inner.Is(Reshape) || !allStatic(inner) || elements(o.Operand(0).Type()) == 0 {
		return false
	}
	x := inner.Operand(0)
	var dims []int64
	for _, g := range groups(x.Type().Shape(), o.Operand(0).Type().Shape()) {
		gone := 0
		for _, d := range g[1] {
			if slices.Contains(dimsOf(o), d) {
				gone++
			}
		}
		switch gone {
		case 0:
		case len(g[1]):
			dims = append(dims, g[0]...)
		default:
			return false
		}
	}
	return len(dims) > 0 && replaceWith(r, o, reshaped(r, o, reduced(r, o, x, dims), o.Result(0).Type().Shape()))
}

func reduceOfReverse(r *rewrite.Rewriter, o *ir.Op, orderless bool) bool {
	_, ok := plainReduce(o)
	inner := producer(o.Operand(0), Reverse)
	if !ok || inner == nil || len(dimsOf(o)) == 0 {
		return false
	}
	place := afterReduce(o.Operand(0).Type().Rank(), dimsOf(o))
	var left []int64
	for _, d := range dimsOf(inner) {
		switch {
		case place[d] >= 0:
			left = append(left, place[d])
		case !orderless:
			return false
		}
	}
	v := reduced(r, o, inner.Operand(0), dimsOf(o))
	if len(left) > 0 {
		v = r.OpWithTypes(Reverse, inner.Loc(), types(v.Type()), []*ir.Value{v}, intsAttr(r.Ctx, "dims", left)).Result(0)
	}
	return replaceWith(r, o, reshaped(r, o, v, o.Result(0).Type().Shape()))
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

// reduceOfPad: an accumulator that starts from +0 is never -0, so adding a
// zero of either sign to it changes nothing.
func reduceOfPad(r *rewrite.Rewriter, o *ir.Op) bool {
	kind, ok := plainReduce(o)
	inner := o.Operand(0).Def()
	if !ok || !inner.Is(Pad) || combiners[kind] == nil || !allStatic(inner) || !isNeutral(inner.Operand(1), kind) || elements(inner.Operand(0).Type()) == 0 {
		return false
	}
	interior := fullList(inner.Attr("interior"), o.Operand(0).Type().Rank(), 0)
	for d := range interior {
		low, high := inner.Attr("low").Ints()[d], inner.Attr("high").Ints()[d]
		if low < 0 || high < 0 || (low > 0 || high > 0 || interior[d] > 0) && !slices.Contains(dimsOf(o), int64(d)) {
			return false
		}
	}
	return replaceWith(r, o, reshaped(r, o, reduced(r, o, inner.Operand(0), dimsOf(o)), o.Result(0).Type().Shape()))
}
