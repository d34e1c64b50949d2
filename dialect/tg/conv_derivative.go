package tg

import (
	"slices"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
)

// The derivatives of a convolution are convolutions. Position p of the result sees with tap k the
// place x of the input if p*stride + k*kernel_dilation - low = x*input_dilation. The cotangent of
// the input sums over p and k for each x, that of the kernel over p and x for each k: in each, one
// of the three distances is the stride, and the others are dilations.

var (
	convDerivative = autodiff.Rule{
		Reads: contractionReads, Plain: plainContraction, JVP: autodiff.Each, VJP: convVJP,
	}
	dynamicConvDerivative = autodiff.Rule{
		Reads: contractionReads, JVP: autodiff.Each, VJP: convVJP,
	}
)

func convVJP(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
	c := newConvGradient(m, o, g[0])
	out := make([]*ir.Value, o.NumOperands())
	for i, gradient := range []func() *ir.Value{c.ofInput, c.ofKernel} {
		switch {
		case !m.Active(i):
		case c.empty():
			out[i] = m.ZerosLike(o.Operand(i))
		default:
			out[i] = gradient()
		}
	}
	return out
}

// convGradient makes the cotangents of the operands of a convolution.
type convGradient struct {
	extentMaker
	input, kernel, g *ir.Value
	d                contract.ConvDims
	w                contract.ConvWindow // without the padding
	low              []extent
	// How far input, kernel and result reach along each spatial dimension.
	inputReach, kernelReach, resultReach []extent
}

func newConvGradient(m *autodiff.Maker, o *ir.Op, g *ir.Value) *convGradient {
	d, w := convOf(convAttr(o))
	c := &convGradient{extentMaker: extentMaker{m}, input: o.Operand(0), kernel: o.Operand(1), g: g, d: d, w: w}
	for i := range d.InputSpatial {
		if o.Is(DynamicConv) {
			c.low = append(c.low, c.told(o.Operand(2), i))
		} else {
			c.low = append(c.low, extent{known: int64(w.Padding[i][0])})
		}
		c.inputReach = append(c.inputReach, c.dilated(c.of(c.input, d.InputSpatial[i]), int64(w.InputDilation[i])))
		c.kernelReach = append(c.kernelReach, c.dilated(c.of(c.kernel, d.KernelSpatial[i]), int64(w.KernelDilation[i])))
		c.resultReach = append(c.resultReach, c.dilated(c.of(g, d.OutputSpatial[i]), int64(w.Strides[i])))
	}
	return c
}

// convAttr are the attributes of a convolution; one with padding that the run knows has none that
// says it.
func convAttr(o *ir.Op) func(name string) *ir.Attr {
	return func(name string) *ir.Attr {
		if name == "pads" && o.Is(DynamicConv) {
			return nil
		}
		return o.Attr(name)
	}
}

// told is the padding before spatial dimension i.
func (c *convGradient) told(pads *ir.Value, i int) extent {
	corner := []int64{int64(i), 0}
	v := c.Make(Slice, []*ir.Value{pads}, intsAttr(c.Ctx, "starts", corner),
		intsAttr(c.Ctx, "limits", []int64{int64(i) + 1, 1}), intsAttr(c.Ctx, "strides", []int64{1, 1}))
	v = reshapeTo(c.Builder, c.Loc, v, c.Ctx.Tensor(nil, pads.Type().Elem()))
	if v.Type() != c.scalar() {
		v = c.MakeTyped(Convert, c.scalar(), []*ir.Value{v})
	}
	return extent{v: v}
}

// empty reports whether something is known to have no elements: then nothing contributes.
func (c *convGradient) empty() bool {
	for _, v := range []*ir.Value{c.input, c.kernel, c.g} {
		if slices.Contains(v.Type().Shape(), 0) {
			return true
		}
	}
	return false
}

// ofInput convolves the cotangent with the kernel, whose features change places and whose taps are
// seen from the other side. Its groups of output features become groups of the features that
// it sums over. Those of groups of images come out as groups of features, and are moved.
func (c *convGradient) ofInput() *ir.Value {
	d, groups := c.d, int64(c.w.FeatureGroups*c.w.BatchGroups)
	kernel := c.regrouped(conjugated(c.Maker, c.kernel), d.KernelOutput, d.KernelInput, groups)
	w := contract.ConvWindow{
		Strides: c.w.InputDilation, InputDilation: c.w.Strides, KernelDilation: c.w.KernelDilation,
		FeatureGroups: int(groups), BatchGroups: 1,
	}
	var pads []extent
	for i, low := range c.low {
		w.Reversal = append(w.Reversal, !c.w.Reversal[i])
		first := c.sub(c.sub(c.kernelReach[i], extent{known: 1}), low)
		pads = append(pads, first, c.add(c.sub(c.inputReach[i], c.resultReach[i]), low))
	}
	layout := contract.ConvDims{
		InputBatch: d.OutputBatch, InputFeature: d.OutputFeature, InputSpatial: d.OutputSpatial,
		KernelInput: d.KernelOutput, KernelOutput: d.KernelInput, KernelSpatial: d.KernelSpatial,
		OutputBatch: d.InputBatch, OutputFeature: d.InputFeature, OutputSpatial: d.InputSpatial,
	}
	shape := slices.Clone(c.input.Type().Shape())
	if b := int64(c.w.BatchGroups); b > 1 {
		if images := &shape[d.InputBatch]; *images != ir.Dynamic {
			*images /= b
		}
		if features := &shape[d.InputFeature]; *features != ir.Dynamic {
			*features *= b
		}
	}
	v := c.conv(c.g, kernel, layout, w, pads, c.Ctx.WithShape(c.input.Type(), shape))
	return c.regrouped(v, d.InputFeature, d.InputBatch, int64(c.w.BatchGroups))
}

// ofKernel convolves the input, whose images are the features that it sums over, with the
// cotangent. What are groups of features there are groups of images here, and the other way round.
func (c *convGradient) ofKernel() *ir.Value {
	d := c.d
	w := contract.ConvWindow{
		Strides: c.w.KernelDilation, InputDilation: c.w.InputDilation, KernelDilation: c.w.Strides,
		FeatureGroups: c.w.BatchGroups, BatchGroups: c.w.FeatureGroups, Reversal: make([]bool, len(c.low)),
	}
	var pads []extent
	var reversed []int64
	for i, low := range c.low {
		last := c.sub(c.sub(c.resultReach[i], c.inputReach[i]), low)
		pads = append(pads, low, c.add(last, c.sub(c.kernelReach[i], extent{known: 1})))
		if c.w.Reversal[i] {
			reversed = append(reversed, int64(d.KernelSpatial[i]))
		}
	}
	layout := contract.ConvDims{
		InputBatch: d.InputFeature, InputFeature: d.InputBatch, InputSpatial: d.InputSpatial,
		KernelInput: d.OutputBatch, KernelOutput: d.OutputFeature, KernelSpatial: d.OutputSpatial,
		OutputBatch: d.KernelInput, OutputFeature: d.KernelOutput, OutputSpatial: d.KernelSpatial,
	}
	v := c.conv(conjugated(c.Maker, c.input), c.g, layout, w, pads, c.kernel.Type())
	if len(reversed) == 0 {
		return v
	}
	slices.Sort(reversed)
	return c.Make(Reverse, []*ir.Value{v}, intsAttr(c.Ctx, "dims", reversed))
}

// conv is a convolution with a result of type t, whose padding may be known to the run only.
func (c *convGradient) conv(x, kernel *ir.Value, d contract.ConvDims, w contract.ConvWindow, pads []extent, t *ir.Type) *ir.Value {
	attrs := append(resultElem(c.Maker, x, kernel, t.Elem()),
		ir.NamedAttr{Name: "layout", Value: c.Ctx.StringAttr(FormatConvLayout(d))},
		ir.NamedAttr{Name: "groups", Value: c.Ctx.I64Attr(int64(w.FeatureGroups))},
		ir.NamedAttr{Name: "batch_groups", Value: c.Ctx.I64Attr(int64(w.BatchGroups))})
	for i, name := range []string{"strides", "input_dilation", "kernel_dilation"} {
		list := fromInts([][]int{w.Strides, w.InputDilation, w.KernelDilation}[i])
		if !allOf(list, 1) {
			attrs = append(attrs, intsAttr(c.Ctx, name, list))
		}
	}
	if slices.Contains(w.Reversal, true) {
		flips := make([]int64, len(w.Reversal))
		for i, r := range w.Reversal {
			if r {
				flips[i] = 1
			}
		}
		attrs = append(attrs, ir.NamedAttr{Name: "reversal", Value: c.Ctx.IntArray(c.Ctx.Bool(), flips)})
	}
	if !allKnown(pads) {
		matrix := c.Ctx.Tensor([]int64{int64(len(pads) / 2), 2}, c.Ctx.I64())
		rows := reshapeTo(c.Builder, c.Loc, c.list(pads), matrix)
		return c.MakeTyped(DynamicConv, t, []*ir.Value{x, kernel, rows}, attrs...)
	}
	flat := make([]int64, len(pads))
	for i, p := range pads {
		flat[i] = p.known
	}
	if !allOf(flat, 0) {
		attrs = append(attrs, intsAttr(c.Ctx, "pads", flat))
	}
	return c.MakeTyped(Conv, t, []*ir.Value{x, kernel}, attrs...)
}

func fromInts(list []int) []int64 {
	out := make([]int64, len(list))
	for i, n := range list {
		out[i] = int64(n)
	}
	return out
}
