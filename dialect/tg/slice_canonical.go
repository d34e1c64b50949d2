package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How slices rise towards what makes their operand, so that less of it is made.

var slicePatterns = []*rewrite.Pattern{
	{
		Name: "slice-slice", Root: Slice,
		Doc: "Two slices are one.",
		Example: example("%x: tensor<8x12xf32>", "tensor<2x2xf32>",
			"%0 = tg.slice %x [0:8:2, 2:10] : (tensor<8x12xf32>) -> tensor<4x8xf32>",
			"%1 = tg.slice %0 [1:3, 0:8:4] : (tensor<4x8xf32>) -> tensor<2x2xf32>",
			"return %1 : tensor<2x2xf32>"),
		Apply: sliceOfSlice,
	},
	{
		Name: "slice-of-elementwise", Root: Slice,
		Doc: "A slice of what only it uses of an elementwise op is that op on slices, if these are less than what was computed.",
		Example: example("%x: tensor<8x12xf32>, %y: tensor<12xf32>", "tensor<2x12xf32>",
			"%0 = tg.sub %x, %y : (tensor<8x12xf32>, tensor<12xf32>) -> tensor<8x12xf32>",
			"%1 = tg.slice %0 [3:5, 0:12] : (tensor<8x12xf32>) -> tensor<2x12xf32>",
			"return %1 : tensor<2x12xf32>"),
		Apply: sliceOfElementwise,
	},
	{
		Name: "slice-of-broadcast", Root: Slice,
		Doc: "A slice of a broadcast is a smaller broadcast.",
		Example: example("%x: tensor<8xf32>", "tensor<4x3xf32>",
			"%0 = tg.broadcast %x dims [0] : (tensor<8xf32>) -> tensor<8x12xf32>",
			"%1 = tg.slice %0 [0:8:2, 1:4] : (tensor<8x12xf32>) -> tensor<4x3xf32>",
			"return %1 : tensor<4x3xf32>"),
		Apply: sliceOfBroadcast,
	},
	{
		Name: "slice-of-reverse", Root: Slice,
		Doc: "A reverse goes behind a slice.",
		Example: example("%x: tensor<8x12xf32>", "tensor<2x12xf32>",
			"%0 = tg.reverse %x dims [0] : tensor<8x12xf32>",
			"%1 = tg.slice %0 [1:6:3, 0:12] : (tensor<8x12xf32>) -> tensor<2x12xf32>",
			"return %1 : tensor<2x12xf32>"),
		Apply: sliceOfReverse,
	},
	{
		Name: "slice-of-reshape", Root: Slice,
		Doc: "A reshape that adds or drops extents of 1 goes behind a slice.",
		Example: example("%x: tensor<8x12xf32>", "tensor<2x1x12xf32>",
			"%0 = tg.reshape %x : (tensor<8x12xf32>) -> tensor<8x1x12xf32>",
			"%1 = tg.slice %0 [3:5, 0:1, 0:12] : (tensor<8x1x12xf32>) -> tensor<2x1x12xf32>",
			"return %1 : tensor<2x1x12xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := producer(o.Operand(0), Reshape)
			if inner == nil || !allStatic(o) || !allStatic(inner) || elements(o.Result(0).Type()) == 0 {
				return false
			}
			x, b := inner.Operand(0), boxOf(o)
			to, ok := squeezed(x.Type().Shape(), o.Operand(0).Type().Shape())
			if !ok {
				return false
			}
			on := wholeBox(x.Type().Shape())
			for i, d := range to {
				if d >= 0 {
					on.set(i, b.starts[d], b.limits[d], b.strides[d])
				}
			}
			return replaceWith(r, o, reshaped(r, o, sliced(r, o, x, on), o.Result(0).Type().Shape()))
		},
	},
	{
		Name: "slice-of-iota", Root: Slice,
		Doc: "A slice that begins with the first numbers of an iota is a smaller iota.",
		Example: example("", "tensor<2x4xi32>",
			"%0 = tg.iota dim 1 : tensor<8x12xi32>",
			"%1 = tg.slice %0 [3:5, 0:4] : (tensor<8x12xi32>) -> tensor<2x4xi32>",
			"return %1 : tensor<2x4xi32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def()
			if !inner.Is(Iota) || !allStatic(o) {
				return false
			}
			d, b := inner.Attr("dim").Int(), boxOf(o)
			return b.starts[d] == 0 && (b.strides[d] == 1 || b.extent(int(d)) < 2) && replaceByIota(r, o, d)
		},
	},
	{
		Name: "slice-of-concat", Root: Slice,
		Doc: "A slice that touches only some operands of a concat is one of these.",
		Example: example("%x: tensor<8x12xf32>, %y: tensor<4x12xf32>", "tensor<2x12xf32>",
			"%0 = tg.concat %x, %y dim 0 : (tensor<8x12xf32>, tensor<4x12xf32>) -> tensor<12x12xf32>",
			"%1 = tg.slice %0 [9:11, 0:12] : (tensor<12x12xf32>) -> tensor<2x12xf32>",
			"return %1 : tensor<2x12xf32>"),
		Apply: sliceOfConcat,
	},
	{
		Name: "slice-of-pad", Root: Slice,
		Doc: "A slice of a pad that shows nothing but the operand is a slice of that, and one that shows nothing of it repeats the value.",
		Example: example("%x: tensor<8x12xf32>, %v: tensor<f32>", "tensor<2x12xf32>, tensor<1x12xf32>",
			"%0 = tg.pad %x, %v low [1, 0] high [1, 0] : (tensor<8x12xf32>, tensor<f32>) -> tensor<10x12xf32>",
			"%1 = tg.slice %0 [3:5, 0:12] : (tensor<10x12xf32>) -> tensor<2x12xf32>",
			"%2 = tg.slice %0 [9:10, 0:12] : (tensor<10x12xf32>) -> tensor<1x12xf32>",
			"return %1, %2 : tensor<2x12xf32>, tensor<1x12xf32>"),
		Apply: sliceOfPad,
	},
	{
		Name: "slice-of-reduce", Root: Slice,
		Doc: "A slice of what only it uses of a reduction is the reduction of a slice.",
		Example: example("%x: tensor<8x12xf32>", "tensor<2xf32>",
			"%0 = tg.reduce sum %x dims [1] : (tensor<8x12xf32>) -> tensor<8xf32>",
			"%1 = tg.slice %0 [3:5] : (tensor<8xf32>) -> tensor<2xf32>",
			"return %1 : tensor<2xf32>"),
		Apply: sliceOfReduce,
	},
	{
		Name: "slice-of-matmul", Root: Slice,
		Doc: "A slice of what only it uses of a matrix product is the product of a slice of the rows and one of the columns.",
		Example: example("%x: tensor<8x12xf32>, %y: tensor<12x6xf32>", "tensor<2x3xf32>",
			"%0 = tg.matmul %x, %y : (tensor<8x12xf32>, tensor<12x6xf32>) -> tensor<8x6xf32>",
			"%1 = tg.slice %0 [3:5, 0:3] : (tensor<8x6xf32>) -> tensor<2x3xf32>",
			"return %1 : tensor<2x3xf32>"),
		Apply: sliceOfMatMul,
	},
}

func sliceOfSlice(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(0).Def()
	if !inner.Is(Slice) {
		return false
	}
	first, second, on := boxOf(inner), boxOf(o), wholeBox(o.Result(0).Type().Shape())
	for d, n := range o.Result(0).Type().Shape() {
		start, limit, stride := first.starts[d], int64(0), int64(1)
		// The arithmetic stays within the extent: it is that of elements there are.
		if n > 0 {
			start += second.starts[d] * first.strides[d]
			limit = start + 1
		}
		if n > 1 {
			stride = first.strides[d] * second.strides[d]
			limit += (n - 1) * stride
		}
		on.set(d, start, max(limit, start), stride)
	}
	replaceMove(r, o, inner.Operand(0), intsAttr(r.Ctx, "starts", on.starts), intsAttr(r.Ctx, "limits", on.limits), intsAttr(r.Ctx, "strides", on.strides))
	return true
}

func sliceOfElementwise(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(0).Def()
	if inner == nil || !inner.Has(ir.Elementwise) || !o.Operand(0).HasOneUse() || !allStatic(o) || !allStatic(inner) || inner.NumResults() != 1 {
		return false
	}
	out, b := o.Operand(0).Type(), boxOf(o)
	size := elements(o.Result(0).Type())
	full := int64(0)
	for _, t := range inner.OperandTypes() {
		if slices.Equal(t.Shape(), out.Shape()) {
			full++
		}
	}
	if size == 0 || full > 1 && full*size > elements(out) {
		return false
	}
	operands := make([]*ir.Value, inner.NumOperands())
	for i := range operands {
		v := inner.Operand(i)
		shape := v.Type().Shape()
		on, lead := wholeBox(shape), out.Rank()-len(shape)
		for d, n := range shape {
			if n != 1 {
				on.set(d, b.starts[lead+d], b.limits[lead+d], b.strides[lead+d])
			}
		}
		operands[i] = sliced(r, o, v, on)
	}
	return replaceWith(r, o, sameButOperands(r, inner, operands, o.Result(0).Type().Shape()).Result(0))
}

func sliceOfBroadcast(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(0).Def()
	if !inner.Is(Broadcast) || !allStatic(o) || !allStatic(inner) || elements(o.Result(0).Type()) == 0 {
		return false
	}
	x, b := inner.Operand(0), boxOf(o)
	on := wholeBox(x.Type().Shape())
	for i, d := range dimsOf(inner) {
		if x.Type().Shape()[i] != 1 {
			on.set(i, b.starts[d], b.limits[d], b.strides[d])
		}
	}
	return replaceWith(r, o, stretched(r, o, sliced(r, o, x, on), o.Result(0).Type().Shape(), dimsOf(inner)))
}

func sliceOfReverse(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := producer(o.Operand(0), Reverse)
	if inner == nil || !allStatic(o) || elements(o.Result(0).Type()) == 0 {
		return false
	}
	x := inner.Operand(0)
	on := boxOf(o).copy()
	for _, d := range dimsOf(inner) {
		last := x.Type().Shape()[d] - 1
		first := on.starts[d] + (on.extent(int(d))-1)*on.strides[d]
		on.set(int(d), last-first, last-on.starts[d]+1, on.strides[d])
	}
	v := sliced(r, o, x, on)
	return replaceWith(r, o, r.OpWithTypes(Reverse, inner.Loc(), types(v.Type()), []*ir.Value{v}, intsAttr(r.Ctx, "dims", dimsOf(inner))).Result(0))
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

func sliceOfPad(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(0).Def()
	if !inner.Is(Pad) || !allStatic(o) || !allStatic(inner) || elements(o.Result(0).Type()) == 0 {
		return false
	}
	x, low, on := inner.Operand(0), inner.Attr("low").Ints(), boxOf(o).copy()
	interior := fullList(inner.Attr("interior"), x.Type().Rank(), 0)
	inside, outside := true, false
	for d, n := range x.Type().Shape() {
		first := on.starts[d] - low[d]
		last := first + (on.extent(d)-1)*on.strides[d]
		end := n + max(0, n-1)*interior[d]
		outside = outside || last < 0 || first >= end
		inside = inside && first >= 0 && last < end && (interior[d] == 0 || n < 2)
		on.set(d, first, last+1, on.strides[d])
	}
	switch {
	case outside:
		return replaceWith(r, o, stretched(r, o, inner.Operand(1), o.Result(0).Type().Shape(), nil))
	case inside:
		return replaceWith(r, o, sliced(r, o, x, on))
	}
	return false
}

func sliceOfReduce(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := producer(o.Operand(0), Reduce)
	if inner == nil || inner.NumResults() != 1 || inner.NumRegions() > 0 || !allStatic(o) || !allStatic(inner) || elements(o.Result(0).Type()) == 0 {
		return false
	}
	x, b := inner.Operand(0), boxOf(o)
	on, at := wholeBox(x.Type().Shape()), 0
	for d := range on.starts {
		if !slices.Contains(dimsOf(inner), int64(d)) {
			on.set(d, b.starts[at], b.limits[at], b.strides[at])
		} else if inner.Attr("keep_dims") == nil {
			continue
		}
		at++
	}
	operands := inner.Operands()
	operands[0] = sliced(r, o, x, on)
	return replaceWith(r, o, sameButOperands(r, inner, operands, o.Result(0).Type().Shape()).Result(0))
}

func sliceOfMatMul(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := producer(o.Operand(0), MatMul)
	if inner == nil || inner.NumOperands() != 2 || !allStatic(o) || !allStatic(inner) || elements(o.Result(0).Type()) == 0 {
		return false
	}
	lhs, rhs, b := inner.Operand(0), inner.Operand(1), boxOf(o)
	n := o.Result(0).Type().Rank()
	left, right := wholeBox(lhs.Type().Shape()), wholeBox(rhs.Type().Shape())
	if lhs.Type().Rank() < 2 || rhs.Type().Rank() < 2 || !slices.Equal(b.shape()[:n-2], inner.Result(0).Type().Shape()[:n-2]) {
		return false
	}
	left.set(len(left.starts)-2, b.starts[n-2], b.limits[n-2], b.strides[n-2])
	right.set(len(right.starts)-1, b.starts[n-1], b.limits[n-1], b.strides[n-1])
	operands := []*ir.Value{sliced(r, o, lhs, left), sliced(r, o, rhs, right)}
	return replaceWith(r, o, sameButOperands(r, inner, operands, o.Result(0).Type().Shape()).Result(0))
}
