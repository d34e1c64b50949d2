package tg

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How boxes at run-time positions become simpler.

var dynamicSlicePatterns = []*rewrite.Pattern{
	{
		Name: "dynamic-slice-whole-dims", Root: DynamicSlice,
		Doc: "Along a dimension that is shown whole, every start means 0.",
		Why: "It replaces some of a list of operands.",
		Example: example("%x: tensor<8x12xf32>, %i: tensor<i32>, %j: tensor<i32>", "tensor<2x12xf32>",
			"%0 = tg.dynamic_slice %x, %i, %j sizes [2, 12] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x12xf32>",
			"return %0 : tensor<2x12xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool { return zeroWholeStarts(r, o, 1, o.Result(0).Type()) },
	},
}

var dynamicUpdateSlicePatterns = []*rewrite.Pattern{
	{
		Name: "dynamic-update-slice-whole-dims", Root: DynamicUpdateSlice,
		Doc: "Along a dimension that is replaced whole, every start means 0.",
		Why: "It replaces some of a list of operands.",
		Example: example("%x: tensor<8x12xf32>, %u: tensor<2x12xf32>, %i: tensor<i32>", "tensor<8x12xf32>",
			"%0 = tg.dynamic_update_slice %x, %u, %i, %i : (tensor<8x12xf32>, tensor<2x12xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>",
			"return %0 : tensor<8x12xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool { return zeroWholeStarts(r, o, 2, o.Operand(1).Type()) },
	},
}

// constantInt is the element of a constant of one integer.
func constantInt(v *ir.Value) (n int64, ok bool) {
	a := splatOf(v)
	if a == nil || !isWholeNumber(a.Type().Elem()) || a.Type().Elem().Width() > 64 {
		return 0, false
	}
	n = a.Ints()[0]
	if a.Type().Elem().Signedness() == ir.Unsigned && n < 0 {
		n = 1<<63 - 1 // it is clamped anyway
	}
	return n, true
}

// zeroWholeStarts sets the starts of a box with the shape of t to 0 where it
// has all of operand 0. The starts are the operands from first on.
func zeroWholeStarts(r *rewrite.Rewriter, o *ir.Op, first int, t *ir.Type) bool {
	if !allStatic(o) {
		return false
	}
	changed := false
	for d, n := range o.Operand(0).Type().Shape() {
		start := o.Operand(first + d)
		if s, ok := constantInt(start); n != t.Shape()[d] || ok && s == 0 {
			continue
		}
		zero := splat(r.Ctx, start.Type(), 0)
		if zero == nil {
			continue
		}
		r.SetOperand(o, first+d, constantOf(r, o, zero, start.Type()))
		changed = true
	}
	return changed
}
