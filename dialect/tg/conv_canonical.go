package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How convolutions become simpler.

var convPatterns = []*rewrite.Pattern{
	{
		Name: "conv-of-pad", Root: Conv,
		Doc: "Zeros around and between the spatial elements of the input become the convolution's own padding and dilation. Zeros of either sign do: the sum is never -0.",
		Example: example("%x: tensor<1x4x4x2xf32>, %w: tensor<3x3x2x3xf32>", "tensor<1x4x5x3xf32>",
			"%v = tg.constant dense<0.0> : tensor<f32>",
			"%0 = tg.pad %x, %v low [0, 1, 1, 0] high [0, 1, 2, 0] : (tensor<1x4x4x2xf32>, tensor<f32>) -> tensor<1x6x7x2xf32>",
			"%1 = tg.conv %0, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x6x7x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x4x5x3xf32>",
			"return %1 : tensor<1x4x5x3xf32>"),
		Apply: convOfPad,
	},
	{
		Name: "conv-of-reverse", Root: Conv,
		Doc: "A kernel that is reversed along spatial dimensions is read backwards by the convolution.",
		Example: example("%x: tensor<1x4x4x2xf32>, %w: tensor<3x3x2x3xf32>", "tensor<1x2x2x3xf32>",
			"%0 = tg.reverse %w dims [0] : tensor<3x3x2x3xf32>",
			"%1 = tg.conv %x, %0 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>",
			"return %1 : tensor<1x2x2x3xf32>"),
		Level: rewrite.Real, Integers: true,
		Apply: convOfReverse,
	},
	{
		Name: "conv-is-matmul", Root: Conv,
		Doc: "A convolution with a kernel of one element, without padding, strides and groups, is a matrix product.",
		Example: example("%x: tensor<2x4x5x2xf32>, %w: tensor<1x1x2x3xf32>, %b: tensor<3xf32>, %y: tensor<2x2x4x5xf32>, %v: tensor<3x2x1x1xf32>", "tensor<2x4x5x3xf32>, tensor<2x3x4x5xf32>",
			"%0 = tg.conv %x, %w bias %b layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x4x5x2xf32>, tensor<1x1x2x3xf32>, tensor<3xf32>) -> tensor<2x4x5x3xf32>",
			"%1 = tg.conv %y, %v layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] : (tensor<2x2x4x5xf32>, tensor<3x2x1x1xf32>) -> tensor<2x3x4x5xf32>",
			"return %0, %1 : tensor<2x4x5x3xf32>, tensor<2x3x4x5xf32>"),
		Apply: convAsMatMul,
	},
}

func layoutOf(o *ir.Op) contract.ConvDims {
	d, _ := ParseConvLayout(o.Attr("layout").Text()) // the verifier has parsed it
	return d
}

// convWith replaces a convolution by one on other operands and with the given
// attributes in the place of those of the same name.
func convWith(r *rewrite.Rewriter, o *ir.Op, operands []*ir.Value, attrs ...ir.NamedAttr) bool {
	all := slices.DeleteFunc(slices.Clone(o.Props().Entries()), func(a ir.NamedAttr) bool {
		return slices.ContainsFunc(attrs, func(b ir.NamedAttr) bool { return b.Name == a.Name })
	})
	return replaceWith(r, o, r.OpWithTypes(Conv, o.Loc(), o.ResultTypes(), operands, append(all, attrs...)...).Result(0))
}

func convOfPad(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(0).Def()
	if !inner.Is(Pad) || !allStatic(o) || !allStatic(inner) || elements(inner.Operand(0).Type()) == 0 {
		return false
	}
	a := splatOf(inner.Operand(1))
	if zero := a != nil && (isSplatOf(a, elementBytes(r.Ctx, a.Type().Elem(), 0)) || isSplatOf(a, elementBytes(r.Ctx, a.Type().Elem(), negativeZero))); !zero {
		return false
	}
	d := layoutOf(o)
	n := len(d.InputSpatial)
	pads := slices.Clone(fullList(o.Attr("pads"), 2*n, 0))
	dilation := slices.Clone(fullList(o.Attr("input_dilation"), n, 1))
	low, high, interior := inner.Attr("low").Ints(), inner.Attr("high").Ints(), fullList(inner.Attr("interior"), n+2, 0)
	for _, dim := range []int{d.InputBatch, d.InputFeature} {
		if low[dim] != 0 || high[dim] != 0 || interior[dim] != 0 {
			return false
		}
	}
	for i, dim := range d.InputSpatial {
		// Dilation puts zeros between the zeros of the padding as well.
		if low[dim] < 0 || high[dim] < 0 || pads[2*i] < 0 || pads[2*i+1] < 0 || dilation[i] != 1 && (low[dim] > 0 || high[dim] > 0 || interior[dim] > 0) {
			return false
		}
		pads[2*i] += low[dim]
		pads[2*i+1] += high[dim]
		if dilation[i] == 1 {
			dilation[i] += interior[dim]
		}
	}
	operands := o.Operands()
	operands[0] = inner.Operand(0)
	attrs := []ir.NamedAttr{intsAttr(r.Ctx, "pads", pads)}
	if anyNot(dilation, 1) {
		attrs = append(attrs, intsAttr(r.Ctx, "input_dilation", dilation))
	}
	return convWith(r, o, operands, attrs...)
}

func convOfReverse(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(1).Def()
	if !inner.Is(Reverse) || !allStatic(o) {
		return false
	}
	d := layoutOf(o)
	flags := slices.Clone(fullList(o.Attr("reversal"), len(d.KernelSpatial), 0))
	for _, dim := range dimsOf(inner) {
		i := slices.Index(d.KernelSpatial, int(dim))
		if i < 0 {
			return false
		}
		flags[i] = 1 - flags[i]
	}
	operands := o.Operands()
	operands[1] = inner.Operand(0)
	return convWith(r, o, operands, ir.NamedAttr{Name: "reversal", Value: r.Ctx.IntArray(r.Ctx.Bool(), flags)})
}

func convAsMatMul(r *rewrite.Rewriter, o *ir.Op) bool {
	if !allStatic(o) || elements(o.Result(0).Type()) == 0 {
		return false
	}
	d, kernel := layoutOf(o), o.Operand(1).Type().Shape()
	for _, name := range []string{"strides", "input_dilation"} {
		if anyNot(o.Attr(name).Ints(), 1) {
			return false
		}
	}
	if anyNot(o.Attr("pads").Ints(), 0) || o.Attr("groups").Int() != 1 || o.Attr("batch_groups").Int() != 1 ||
		slices.ContainsFunc(d.KernelSpatial, func(dim int) bool { return kernel[dim] != 1 }) ||
		d.InputBatch != d.OutputBatch || d.InputFeature != d.OutputFeature || !slices.Equal(d.InputSpatial, d.OutputSpatial) {
		return false
	}
	x, w, out := o.Operand(0), o.Operand(1), o.Result(0).Type()
	inputs, outputs := kernel[d.KernelInput], kernel[d.KernelOutput]
	var attrs []ir.NamedAttr
	for _, name := range []string{"activation", "element_type"} {
		if a := o.Attr(name); a != nil {
			attrs = append(attrs, ir.NamedAttr{Name: name, Value: a})
		}
	}
	switch last := out.Rank() - 1; {
	case d.InputFeature == last && d.KernelInput < d.KernelOutput:
		operands := append([]*ir.Value{x, reshaped(r, o, w, []int64{inputs, outputs})}, o.Operands()[2:]...)
		return replaceWith(r, o, r.OpWithTypes(MatMul, o.Loc(), o.ResultTypes(), operands, attrs...).Result(0))
	case d.InputBatch == 0 && d.InputFeature == 1 && d.KernelOutput < d.KernelInput && (o.NumOperands() < 3 || alongChannels(o.Operand(2).Type(), last)):
		// One product of the kernel and an image for each image.
		images := out.Shape()[0]
		pixels := shapes.Product(out.Shape()[2:])
		operands := []*ir.Value{reshaped(r, o, w, []int64{outputs, inputs}), reshaped(r, o, x, []int64{images, inputs, pixels})}
		if o.NumOperands() > 2 {
			bias := o.Operand(2)
			operands = append(operands, reshaped(r, o, bias, []int64{elements(bias.Type()), 1}))
		}
		t := r.Ctx.WithShape(out, []int64{images, outputs, pixels})
		n := r.OpWithTypes(MatMul, o.Loc(), types(t), operands, attrs...)
		return replaceWith(r, o, reshaped(r, o, n.Result(0), out.Shape()))
	}
	return false
}

// alongChannels reports whether a bias of type t differs from channel to channel
// only, which are the dimension fromLast, counted from the last.
func alongChannels(t *ir.Type, fromLast int) bool {
	n := elements(t)
	return n == 1 || t.Rank() >= fromLast && t.Shape()[t.Rank()-fromLast] == n
}
