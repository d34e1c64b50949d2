package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How boxes at run-time positions become simpler.

var dynamicSlicePatterns = []*rewrite.Pattern{
	{
		Name: "dynamic-slice-constant", Root: DynamicSlice,
		Doc: "A dynamic slice whose starts are constants is a slice.",
		Example: example("%x: tensor<8x12xf32>", "tensor<2x4xf32>",
			"%i = tg.constant dense<7> : tensor<i32>",
			"%j = tg.constant dense<-1> : tensor<i32>",
			"%0 = tg.dynamic_slice %x, %i, %j sizes [2, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>",
			"return %0 : tensor<2x4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			starts, ok := constantStarts(o, 1, o.Result(0).Type())
			if !ok || !allStatic(o) {
				return false
			}
			return replaceWith(r, o, sliced(r, o, o.Operand(0), boxAt(starts, o.Result(0).Type().Shape())))
		},
	},
	{
		Name: "dynamic-slice-whole-dims", Root: DynamicSlice,
		Doc: "Along a dimension that is shown whole, every start means 0.",
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
		Example: example("%x: tensor<8x12xf32>, %u: tensor<2x12xf32>, %i: tensor<i32>", "tensor<8x12xf32>",
			"%0 = tg.dynamic_update_slice %x, %u, %i, %i : (tensor<8x12xf32>, tensor<2x12xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>",
			"return %0 : tensor<8x12xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool { return zeroWholeStarts(r, o, 2, o.Operand(1).Type()) },
	},
	{
		Name: "dynamic-update-slice-of-splat", Root: DynamicUpdateSlice,
		Doc: "An update of a splat at a constant position is the update, padded.",
		Example: example("%u: tensor<2xf32>", "tensor<8xf32>",
			"%i = tg.constant dense<3> : tensor<i32>",
			"%c = tg.constant dense<1.0> : tensor<8xf32>",
			"%0 = tg.dynamic_update_slice %c, %u, %i : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>",
			"return %0 : tensor<8xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			update := o.Operand(1)
			a := splatOf(o.Operand(0))
			starts, ok := constantStarts(o, 2, update.Type())
			if a == nil || !ok || !allStatic(o) {
				return false
			}
			high := slices.Clone(starts)
			for d, n := range o.Result(0).Type().Shape() {
				high[d] = n - starts[d] - update.Type().Shape()[d]
			}
			t := r.Ctx.Tensor(nil, a.Type().Elem())
			value := constantOf(r, o, r.Ctx.Dense(t, a.Raw()), t)
			n := r.OpWithTypes(Pad, o.Loc(), o.ResultTypes(), []*ir.Value{update, value}, intsAttr(r.Ctx, "low", starts), intsAttr(r.Ctx, "high", high))
			return replaceWith(r, o, n.Result(0))
		},
	},
}

// boxAt is the box of a shape that begins at starts.
func boxAt(starts, shape []int64) box {
	b := wholeBox(shape)
	for d, s := range starts {
		b.set(d, s, s+shape[d], 1)
	}
	return b
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

// constantStarts are the starts of a box with the shape of t, which are the
// operands from first on, clamped to operand 0. ok is false if one is not known.
func constantStarts(o *ir.Op, first int, t *ir.Type) (starts []int64, ok bool) {
	if !staticTensor(o.Operand(0).Type()) || !staticTensor(t) {
		return nil, false
	}
	for d, n := range o.Operand(0).Type().Shape() {
		s, ok := constantInt(o.Operand(first + d))
		if !ok {
			return nil, false
		}
		starts = append(starts, max(0, min(s, n-t.Shape()[d])))
	}
	return starts, true
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
