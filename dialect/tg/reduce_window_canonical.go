package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How pooling becomes simpler.

var reduceWindowPatterns = []*rewrite.Pattern{
	{
		Name: "reduce-window-of-ones", Root: ReduceWindow,
		Doc: "Windows of single elements that do not touch padding or gaps are a slice. The sum of -0 is +0, so this is not for sums of floats.",
		Example: example("%x: tensor<6x4xf32>", "tensor<3x4xf32>",
			"%0 = tg.reduce_window max %x window [1, 1] strides [2, 1] : (tensor<6x4xf32>) -> tensor<3x4xf32>",
			"return %0 : tensor<3x4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			w, ok := plainWindow(o)
			if !ok || anyNot(w.window, 1) || anyNot(w.pads, 0) || isFloatSum(keywordOf(o), o) {
				return false
			}
			b := wholeBox(o.Operand(0).Type().Shape())
			copy(b.strides, w.strides)
			return replaceWith(r, o, sliced(r, o, o.Operand(0), b))
		},
	},
	{
		Name: "reduce-window-of-all", Root: ReduceWindow,
		Doc: "Windows as large as the operand along some dimensions, and of single elements along the others, are a reduction. Sums and products of f16 and bf16 are not, because windows round them at every step.",
		Example: example("%x: tensor<1x6x4x2xf32>", "tensor<1x1x1x2xf32>",
			"%0 = tg.reduce_window mean %x window [1, 6, 4, 1] : (tensor<1x6x4x2xf32>) -> tensor<1x1x1x2xf32>",
			"return %0 : tensor<1x1x1x2xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			w, ok := plainWindow(o)
			elem := o.Operand(0).Type().Elem()
			if !ok || anyNot(w.pads, 0) || !anyOrder(keywordOf(o), o) && elem.Width() < 32 {
				return false
			}
			var dims []int64
			for d, n := range o.Operand(0).Type().Shape() {
				switch {
				case w.window[d] == 1 && w.strides[d] == 1:
				case w.window[d] == n:
					dims = append(dims, int64(d))
				default:
					return false
				}
			}
			if len(dims) == 0 {
				return false
			}
			attrs := []ir.NamedAttr{{Name: "kind", Value: o.Attr("kind")}, intsAttr(r.Ctx, "dims", dims), {Name: "keep_dims", Value: r.Ctx.Unit()}}
			return replaceWith(r, o, r.OpWithTypes(Reduce, o.Loc(), o.ResultTypes(), o.Operands(), attrs...).Result(0))
		},
	},
	{
		Name: "reduce-window-of-pad", Root: ReduceWindow,
		Doc: "Padding with what windows are padded with anyway becomes that.",
		Example: example("%x: tensor<6x4xf32>", "tensor<6x4xf32>",
			"%v = tg.constant dense<0xFF800000> : tensor<f32>",
			"%0 = tg.pad %x, %v low [1, 0] high [1, 2] : (tensor<6x4xf32>, tensor<f32>) -> tensor<8x6xf32>",
			"%1 = tg.reduce_window max %0 window [3, 3] : (tensor<8x6xf32>) -> tensor<6x4xf32>",
			"return %1 : tensor<6x4xf32>"),
		Apply: windowOfPad,
	},
}

// slidingLists are the lists of a reduce_window, those that are missing filled
// in.
type slidingLists struct{ window, strides, pads []int64 }

// plainWindow describes a reduction by a keyword of windows without dilation
// and initial value.
func plainWindow(o *ir.Op) (w slidingLists, ok bool) {
	n := o.Operand(0).Type().Rank()
	w = slidingLists{o.Attr("window").Ints(), fullList(o.Attr("strides"), n, 1), fullList(o.Attr("pads"), 2*n, 0)}
	return w, keywordOf(o) != "" && o.NumOperands() == 1 && allStatic(o) &&
		!anyNot(o.Attr("base_dilation").Ints(), 1) && !anyNot(o.Attr("window_dilation").Ints(), 1)
}

func windowOfPad(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(0).Def()
	if keywordOf(o) == "" || !inner.Is(Pad) || !allStatic(o) || !allStatic(inner) || elements(inner.Operand(0).Type()) == 0 ||
		anyNot(inner.Attr("interior").Ints(), 0) || anyNot(o.Attr("base_dilation").Ints(), 1) {
		return false
	}
	switch value := inner.Operand(1); o.NumOperands() {
	case 1:
		kind := keywordOf(o)
		if kind == "mean" {
			kind = "sum"
		}
		if !isNeutral(value, kind) {
			return false
		}
	default:
		if value != o.Operand(1) {
			return false
		}
	}
	pads := slices.Clone(fullList(o.Attr("pads"), 2*o.Operand(0).Type().Rank(), 0))
	for d, low := range inner.Attr("low").Ints() {
		high := inner.Attr("high").Ints()[d]
		if low < 0 || high < 0 || pads[2*d] < 0 || pads[2*d+1] < 0 {
			return false
		}
		pads[2*d] += low
		pads[2*d+1] += high
	}
	attrs := slices.DeleteFunc(slices.Clone(o.Props().Entries()), func(a ir.NamedAttr) bool { return a.Name == "pads" })
	operands := o.Operands()
	operands[0] = inner.Operand(0)
	return replaceWith(r, o, r.OpWithTypes(ReduceWindow, o.Loc(), o.ResultTypes(), operands, append(attrs, intsAttr(r.Ctx, "pads", pads))...).Result(0))
}
