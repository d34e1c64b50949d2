package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How boxes at run-time positions become simpler.

var dynamicSlicePatterns = []*rewrite.Pattern{
	{
		Name: "dynamic-starts-of-whole-dims", Root: DynamicSlice,
		Doc: "Along a dimension that is shown or replaced whole, every start means 0.",
		Why: "It replaces some of a list of operands.",
		Example: example("%x: tensor<8x12xf32>, %i: tensor<i32>, %j: tensor<i32>", "tensor<2x12xf32>",
			"%0 = tg.dynamic_slice %x, %i, %j sizes [2, 12] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x12xf32>",
			"return %0 : tensor<2x12xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool { return zeroWholeStarts(r, o, 1, o.Result(0).Type()) },
	},
	{
		Name: "dynamic-slice-rises", Root: DynamicSlice,
		Doc: "A box of a broadcast, a transpose, or a reshape that adds or drops extents of 1, is that of a box: there is less to move. " +
			"Only what a box shows of a reduction or a product is computed, if what it is computed of, " +
			"which has to be copied, is a quarter of the operand or less. " +
			"One place along the dimension in which an iota counts is where the box begins, clamped.",
		Why: "It changes the number and the order of a list of operands.",
		Example: example("%x: tensor<12xf32>, %y: tensor<12x8xf32>, %z: tensor<8x1x12xf32>, %r: tensor<8x5x12xf32>, "+
			"%w: tensor<5x12xf32>, %v: tensor<8x5xf32>, %i: tensor<i32>, %j: tensor<i32>",
			"tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x1xi32>",
			"%0 = tg.broadcast %x dims [1] : (tensor<12xf32>) -> tensor<8x12xf32>",
			"%1 = tg.dynamic_slice %0, %i, %j sizes [2, 3] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>",
			"%2 = tg.transpose %y permutation [1, 0] : (tensor<12x8xf32>) -> tensor<8x12xf32>",
			"%3 = tg.dynamic_slice %2, %i, %j sizes [2, 3] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>",
			"%4 = tg.reshape %z : (tensor<8x1x12xf32>) -> tensor<8x12xf32>",
			"%5 = tg.dynamic_slice %4, %i, %j sizes [2, 3] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>",
			"%6 = tg.reduce sum %r dims [1] : (tensor<8x5x12xf32>) -> tensor<8x12xf32>",
			"%7 = tg.dynamic_slice %6, %i, %j sizes [2, 3] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>",
			"%8 = tg.matmul %v, %w : (tensor<8x5xf32>, tensor<5x12xf32>) -> tensor<8x12xf32>",
			"%9 = tg.dynamic_slice %8, %i, %j sizes [2, 3] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>",
			"%10 = tg.iota dim 1 : tensor<8x12xi32>",
			"%11 = tg.dynamic_slice %10, %i, %j sizes [3, 1] : (tensor<8x12xi32>, tensor<i32>, tensor<i32>) -> tensor<3x1xi32>",
			"return %1, %3, %5, %7, %9, %11 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x1xi32>"),
		Apply: raiseDynamicSlice,
	},
}

var dynamicUpdateSlicePatterns = []*rewrite.Pattern{
	{
		Name: "dynamic-starts-of-whole-dims", Root: DynamicUpdateSlice,
		Doc: dynamicSlicePatterns[0].Doc,
		Why: dynamicSlicePatterns[0].Why,
		Example: example("%x: tensor<8x12xf32>, %u: tensor<2x12xf32>, %i: tensor<i32>", "tensor<8x12xf32>",
			"%0 = tg.dynamic_update_slice %x, %u, %i, %i : (tensor<8x12xf32>, tensor<2x12xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>",
			"return %0 : tensor<8x12xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool { return zeroWholeStarts(r, o, 2, o.Operand(1).Type()) },
	},
}

// raiseDynamicSlice puts a dynamic slice in front of what makes its operand. What others use as
// well is there anyway; a broadcast or an iota is still cheaper to make small.
func raiseDynamicSlice(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(0).Def()
	if inner == nil || !allStatic(o) || !allStatic(inner) || elements(o.Result(0).Type()) == 0 {
		return false
	}
	switch {
	case inner.Is(Broadcast):
		return dynamicSliceOfBroadcast(r, o, inner)
	case inner.Is(Iota):
		return dynamicSliceOfIota(r, o, inner)
	case !o.Operand(0).HasOneUse():
		return false
	case inner.Is(Transpose):
		return dynamicSliceOfTranspose(r, o, inner)
	case inner.Is(Reshape):
		return dynamicSliceOfReshape(r, o, inner)
	case inner.Is(Reduce):
		return dynamicSliceOfReduce(r, o, inner)
	case inner.Is(MatMul):
		return dynamicSliceOfMatMul(r, o, inner)
	}
	return false
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

// shown is what the dynamic slice o shows of a value whose dimension i is dimension to[i] of what o
// cuts, all of it where that is -1; the value itself if that is all of it.
func shown(r *rewrite.Rewriter, o *ir.Op, v *ir.Value, to []int64) *ir.Value {
	operands, sizes := []*ir.Value{v}, shownShape(o, v, to)
	if slices.Equal(sizes, v.Type().Shape()) {
		return v
	}
	var zero *ir.Value
	for _, d := range to {
		switch index := o.Operand(1).Type(); {
		case d >= 0:
			operands = append(operands, o.Operand(1+int(d)))
			continue
		case zero == nil:
			zero = constantOf(r, o, splat(r.Ctx, index, 0), index)
		}
		operands = append(operands, zero)
	}
	return r.OpWithTypes(DynamicSlice, o.Loc(), types(r.Ctx.WithShape(v.Type(), sizes)), operands, intsAttr(r.Ctx, "sizes", sizes)).Result(0)
}

func shownShape(o *ir.Op, v *ir.Value, to []int64) []int64 {
	sizes := slices.Clone(v.Type().Shape())
	for i, d := range to {
		if d >= 0 {
			sizes[i] = o.Result(0).Type().Shape()[d]
		}
	}
	return sizes
}

// copyPays reports whether an op that reads v is done in less time on what o shows of it: that has
// to be copied, which takes twice as many bytes, and then to be read.
func copyPays(o *ir.Op, v *ir.Value, to []int64) bool {
	n, all := shapes.Product(shownShape(o, v, to)), elements(v.Type())
	return n == all || 4*n <= all
}

func dynamicSliceOfBroadcast(r *rewrite.Rewriter, o, move *ir.Op) bool {
	x, to := move.Operand(0), slices.Clone(dimsOf(move))
	for i, n := range x.Type().Shape() {
		if n == 1 {
			to[i] = -1 // repeated, or whole
		}
	}
	return replaceWith(r, o, stretched(r, o, shown(r, o, x, to), o.Result(0).Type().Shape(), dimsOf(move)))
}

func dynamicSliceOfTranspose(r *rewrite.Rewriter, o, move *ir.Op) bool {
	to, _ := shapes.Inverse(permutationOf(move))
	return replaceWith(r, o, transposed(r, o, shown(r, o, move.Operand(0), to), permutationOf(move)))
}

func dynamicSliceOfReshape(r *rewrite.Rewriter, o, move *ir.Op) bool {
	to, ok := shapes.Squeezed(move.Operand(0).Type().Shape(), move.Result(0).Type().Shape())
	return ok && replaceWith(r, o, reshaped(r, o, shown(r, o, move.Operand(0), to), o.Result(0).Type().Shape()))
}

func dynamicSliceOfReduce(r *rewrite.Rewriter, o, reduce *ir.Op) bool {
	if reduce.NumRegions() > 0 || reduce.NumOperands() > 1 {
		return false
	}
	x := reduce.Operand(0)
	to, kept, next := make([]int64, x.Type().Rank()), reduce.Attr("keep_dims") != nil, int64(0)
	for d := range to {
		reduced := slices.Contains(dimsOf(reduce), int64(d))
		if to[d] = next; reduced {
			to[d] = -1
		}
		if kept || !reduced {
			next++
		}
	}
	return copyPays(o, x, to) && replaceWith(r, o, r.OpWithTypes(Reduce, reduce.Loc(), o.ResultTypes(), []*ir.Value{shown(r, o, x, to)}, reduce.Props().Entries()...).Result(0))
}

func dynamicSliceOfMatMul(r *rewrite.Rewriter, o, product *ir.Op) bool {
	if product.NumOperands() > 2 {
		return false
	}
	x, w, out := product.Operand(0), product.Operand(1), product.Result(0).Type()
	last := out.Rank() - 1
	if x.Type().Rank() < 2 || w.Type().Rank() < 2 || !slices.Equal(out.Shape()[:last-1], o.Result(0).Type().Shape()[:last-1]) {
		return false
	}
	rows, columns := slices.Repeat([]int64{-1}, x.Type().Rank()), slices.Repeat([]int64{-1}, w.Type().Rank())
	rows[len(rows)-2], columns[len(columns)-1] = int64(last-1), int64(last)
	if !copyPays(o, x, rows) || !copyPays(o, w, columns) {
		return false
	}
	operands := []*ir.Value{shown(r, o, x, rows), shown(r, o, w, columns)}
	return replaceWith(r, o, r.OpWithTypes(MatMul, product.Loc(), o.ResultTypes(), operands, product.Props().Entries()...).Result(0))
}

func dynamicSliceOfIota(r *rewrite.Rewriter, o, iota *ir.Op) bool {
	t, dim := o.Result(0).Type(), int(iota.Attr("dim").Int())
	start := o.Operand(1 + dim)
	if t.Shape()[dim] != 1 {
		return false
	}
	index := start.Type()
	last := min(iota.Result(0).Type().Shape()[dim]-1, greatestInteger(index.Elem()))
	low, high := splat(r.Ctx, index, 0), splat(r.Ctx, index, float64(last))
	if low == nil || high == nil {
		return false
	}
	v := r.OpWithTypes(Clamp, o.Loc(), types(index), []*ir.Value{constantOf(r, o, low, index), start, constantOf(r, o, high, index)}).Result(0)
	if index.Elem() != t.Elem() {
		v = r.OpWithTypes(Convert, o.Loc(), types(r.Ctx.WithElem(index, t.Elem())), []*ir.Value{v}).Result(0)
	}
	if elements(t) == 1 {
		return replaceWith(r, o, reshaped(r, o, v, t.Shape()))
	}
	return replaceWith(r, o, stretched(r, o, v, t.Shape(), nil))
}

// greatestInteger is the greatest number of an integer type, at most that of 63 bits.
func greatestInteger(elem *ir.Type) int64 {
	width := elem.Width()
	if elem.Signedness() != ir.Unsigned {
		width--
	}
	return 1<<min(width, 63) - 1
}
