package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How padding becomes simpler.

var padPatterns = []*rewrite.Pattern{
	{
		Name: "pad-negative", Root: Pad,
		Doc: "Padding that removes elements is a slice.",
		Example: example("%x: tensor<8xf32>, %v: tensor<f32>", "tensor<7xf32>",
			"%0 = tg.pad %x, %v low [-2] high [1] : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>",
			"return %0 : tensor<7xf32>"),
		Apply: padNegative,
	},
	{
		Name: "pad-pad", Root: Pad,
		Doc: "Two paddings with one value are one.",
		Example: example("%x: tensor<8xf32>, %v: tensor<f32>", "tensor<20xf32>",
			"%0 = tg.pad %x, %v low [2] high [1] interior [1] : (tensor<8xf32>, tensor<f32>) -> tensor<18xf32>",
			"%1 = tg.pad %0, %v low [0] high [2] : (tensor<18xf32>, tensor<f32>) -> tensor<20xf32>",
			"return %1 : tensor<20xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def()
			if !inner.Is(Pad) || inner.Operand(1) != o.Operand(1) || anyNot(o.Attr("interior").Ints(), 0) {
				return false
			}
			sum := func(name string) []int64 {
				list := slices.Clone(o.Attr(name).Ints())
				for d, n := range inner.Attr(name).Ints() {
					list[d] += n
				}
				return list
			}
			for _, list := range [][]int64{o.Attr("low").Ints(), o.Attr("high").Ints(), inner.Attr("low").Ints(), inner.Attr("high").Ints()} {
				if slices.ContainsFunc(list, func(n int64) bool { return n < 0 || n > 1<<61 }) {
					return false
				}
			}
			attrs := []ir.NamedAttr{intsAttr(r.Ctx, "low", sum("low")), intsAttr(r.Ctx, "high", sum("high"))}
			if a := inner.Attr("interior"); a != nil {
				attrs = append(attrs, ir.NamedAttr{Name: "interior", Value: a})
			}
			n := r.OpWithTypes(Pad, o.Loc(), o.ResultTypes(), inner.Operands(), attrs...)
			return replaceWith(r, o, n.Result(0))
		},
	},
	{
		Name: "pad-of-empty", Root: Pad,
		Doc: "Padding around no elements repeats the value.",
		Example: example("%x: tensor<0x3xf32>, %v: tensor<f32>", "tensor<2x3xf32>",
			"%0 = tg.pad %x, %v low [1, 0] high [1, 0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<2x3xf32>",
			"return %0 : tensor<2x3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			return allStatic(o) && elements(o.Operand(0).Type()) == 0 &&
				replaceWith(r, o, stretched(r, o, o.Operand(1), o.Result(0).Type().Shape(), nil))
		},
	},
	{
		Name: "pad-interior-of-one", Root: Pad,
		Doc: "Between fewer than two elements there is nothing to pad.",
		Example: example("%x: tensor<1x3xf32>, %v: tensor<f32>", "tensor<1x4xf32>",
			"%0 = tg.pad %x, %v low [0, 1] high [0, 0] interior [2, 0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x4xf32>",
			"return %0 : tensor<1x4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			a := o.Attr("interior")
			if a == nil || !allStatic(o) {
				return false
			}
			list := slices.Clone(a.Ints())
			for d, n := range o.Operand(0).Type().Shape() {
				if n < 2 {
					list[d] = 0
				}
			}
			attrs := []ir.NamedAttr{intsAttr(r.Ctx, "low", o.Attr("low").Ints()), intsAttr(r.Ctx, "high", o.Attr("high").Ints())}
			if anyNot(list, 0) {
				if slices.Equal(list, a.Ints()) {
					return false
				}
				attrs = append(attrs, intsAttr(r.Ctx, "interior", list))
			}
			return replaceWith(r, o, r.OpWithTypes(Pad, o.Loc(), o.ResultTypes(), o.Operands(), attrs...).Result(0))
		},
	},
}

// anyNot reports whether an entry differs from n.
func anyNot(list []int64, n int64) bool {
	return slices.ContainsFunc(list, func(m int64) bool { return m != n })
}

func padNegative(r *rewrite.Rewriter, o *ir.Op) bool {
	low, high, x := slices.Clone(o.Attr("low").Ints()), slices.Clone(o.Attr("high").Ints()), o.Operand(0)
	if !allStatic(o) || anyNot(o.Attr("interior").Ints(), 0) || elements(o.Result(0).Type()) == 0 {
		return false
	}
	on, negative, positive := wholeBox(x.Type().Shape()), false, false
	for d, n := range x.Type().Shape() {
		start, limit := max(0, -low[d]), n+min(0, high[d])
		if start > limit {
			return false // nothing of the operand is left
		}
		on.set(d, start, limit, 1)
		negative = negative || low[d] < 0 || high[d] < 0
		low[d], high[d] = max(0, low[d]), max(0, high[d])
		positive = positive || low[d] > 0 || high[d] > 0
	}
	if !negative {
		return false
	}
	v := sliced(r, o, x, on)
	if positive {
		v = r.OpWithTypes(Pad, o.Loc(), o.ResultTypes(), []*ir.Value{v, o.Operand(1)}, intsAttr(r.Ctx, "low", low), intsAttr(r.Ctx, "high", high)).Result(0)
	}
	return replaceWith(r, o, v)
}
