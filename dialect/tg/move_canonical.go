package tg

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How two movements after each other become one.

var transposePatterns = []*rewrite.Pattern{
	{Name: "transpose-transpose", Root: Transpose, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		inner := o.Operand(0).Def()
		if !inner.Is(Transpose) {
			return false
		}
		replaceMove(r, o, inner.Operand(0), ir.NamedAttr{
			Name: "permutation", Value: o.Context().I64Array(pick(inner.Attr("permutation").Ints(), o.Attr("permutation").Ints())),
		})
		return true
	}},
}

var broadcastPatterns = []*rewrite.Pattern{
	{Name: "broadcast-broadcast", Root: Broadcast, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		inner := o.Operand(0).Def()
		if !inner.Is(Broadcast) || !inner.Result(0).Type().IsStatic() {
			return false
		}
		replaceMove(r, o, inner.Operand(0), ir.NamedAttr{
			Name: "dims", Value: o.Context().I64Array(pick(o.Attr("dims").Ints(), inner.Attr("dims").Ints())),
		})
		return true
	}},
}

var slicePatterns = []*rewrite.Pattern{
	{Name: "slice-slice", Root: Slice, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		inner := o.Operand(0).Def()
		if !inner.Is(Slice) {
			return false
		}
		n := o.Result(0).Type().Rank()
		starts, limits, strides := make([]int64, n), make([]int64, n), make([]int64, n)
		for d, count := range o.Result(0).Type().Shape() {
			step := inner.Attr("strides").Ints()[d]
			starts[d], strides[d] = inner.Attr("starts").Ints()[d], 1
			// The arithmetic stays within the extent: it is that of elements there are.
			if count > 0 {
				starts[d] += o.Attr("starts").Ints()[d] * step
				limits[d] = starts[d] + 1
			}
			if count > 1 {
				strides[d] = step * o.Attr("strides").Ints()[d]
				limits[d] += (count - 1) * strides[d]
			}
			limits[d] = max(limits[d], starts[d])
		}
		c := o.Context()
		replaceMove(r, o, inner.Operand(0), ir.NamedAttr{Name: "starts", Value: c.I64Array(starts)},
			ir.NamedAttr{Name: "limits", Value: c.I64Array(limits)}, ir.NamedAttr{Name: "strides", Value: c.I64Array(strides)})
		return true
	}},
}

// replaceMove replaces o by an op of the same kind and type on v.
func replaceMove(r *rewrite.Rewriter, o *ir.Op, v *ir.Value, attrs ...ir.NamedAttr) {
	r.Before(o)
	n := r.OpWithTypes(o.Def(), o.Loc(), o.ResultTypes(), []*ir.Value{v}, attrs...)
	r.ReplaceOp(o, n.Result(0))
}

// pick lists the entries of list at the given places.
func pick(list, places []int64) []int64 {
	out := make([]int64, len(places))
	for i, p := range places {
		out[i] = list[p]
	}
	return out
}
