package tg

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How slices rise towards what makes their operand, so that less of it is made,
// where that is no rule (rules/slice.rules, rules/elementwise.rules).

var slicePatterns = []*rewrite.Pattern{
	{
		Name: "slice-of-concat", Root: Slice,
		Doc: "A slice that touches only some operands of a concat is one of these.",
		Why: "Which operands are touched follows from the extents of all in front of them.",
		Example: example("%x: tensor<8x12xf32>, %y: tensor<4x12xf32>", "tensor<2x12xf32>",
			"%0 = tg.concat %x, %y dim 0 : (tensor<8x12xf32>, tensor<4x12xf32>) -> tensor<12x12xf32>",
			"%1 = tg.slice %0 [9:11, 0:12] : (tensor<12x12xf32>) -> tensor<2x12xf32>",
			"return %1 : tensor<2x12xf32>"),
		Apply: sliceOfConcat,
	},
}

// sliceOfConcat drops the operands of a concat in front of and behind what the
// slice shows.
func sliceOfConcat(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(0).Def()
	if !inner.Is(Concat) || !allStatic(o) || elements(o.Result(0).Type()) == 0 {
		return false
	}
	d, b := int(inner.Attr("dim").Int()), boxOf(o)
	first, last := b.starts[d], b.starts[d]+(b.extent(d)-1)*b.strides[d]
	var touched []*ir.Value
	begin, at := int64(0), int64(0)
	for i := 0; i < inner.NumOperands() && at <= last; i++ {
		v := inner.Operand(i)
		if !staticTensor(v.Type()) {
			return false
		}
		n := v.Type().Shape()[d]
		if at+n <= first {
			begin = at + n
		} else {
			touched = append(touched, v)
		}
		at += n
	}
	if len(touched) == inner.NumOperands() || len(touched) > 1 && !o.Operand(0).HasOneUse() {
		return false
	}
	v, on := touched[0], b.copy()
	if len(touched) > 1 {
		v = r.Op(Concat, inner.Loc(), touched, ir.NamedAttr{Name: "dim", Value: r.Ctx.I64Attr(int64(d))}).Result(0)
	}
	on.set(d, first-begin, last-begin+1, b.strides[d])
	return replaceWith(r, o, sliced(r, o, v, on))
}
