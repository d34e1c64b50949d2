package tg

import (
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// ReduceWindow combines the elements in each position of a sliding window.
var ReduceWindow = Dialect.NewOp("tg.reduce_window")

var windowKind = ir.OneOf("reduction", "sum", "prod", "max", "min", "and", "or", "xor", "mean")

// windowLists are the optional lists of the window with what they are where they
// are missing.
var windowLists = []struct {
	name   string
	is     ir.AttrConstraint
	usual  int64
	length func(*ir.Op) int
}{
	{"strides", ir.IsInts, 1, inputRank},
	{"base_dilation", ir.IsInts, 1, inputRank},
	{"window_dilation", ir.IsInts, 1, inputRank},
	{"pads", isPads, 0, func(o *ir.Op) int { return 2 * inputRank(o) }},
}

func init() {
	attrs := []ir.AttrArg{{Name: "kind", Is: windowKind, Optional: true}, {Name: "window", Is: ir.IsInts}}
	for _, l := range windowLists {
		attrs = append(attrs, optionalList(l.name, l.is, l.usual, l.length))
	}
	ReduceWindow.Define(ir.OpDef{
		Doc: "Reduction of each position of a sliding window: pooling. `window` is its extent along each dimension, `strides` its step. " +
			"`base_dilation` is the distance of neighbouring elements of the operand, `window_dilation` that of neighbouring positions of the window, `pads` what is put before and behind; " +
			"without them it is 1 or nothing. Padding and gaps have the value of `init`, or the keyword's neutral element, which each result starts from, too; " +
			"a mean divides by all positions of the window. f16 and bf16 sums and products round at every step, a mean once. " +
			"Without a keyword there are n inputs, as many rank-0 inits, and a region that takes n accumulators and n elements and yields the accumulators.",
		Example: `func.func @f(%x: tensor<1x4x4x3xf32>, %y: tensor<8xf32>, %i: tensor<f32>) -> (tensor<1x2x2x3xf32>, tensor<7xf32>) {
  %0 = tg.reduce_window max %x window [1, 3, 3, 1] strides [1, 2, 2, 1] pads [0:0, 0:1, 0:1, 0:0] : (tensor<1x4x4x3xf32>) -> tensor<1x2x2x3xf32>
  %1 = tg.reduce_window %y init %i window [2] : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32> with (%acc: tensor<f32>, %e: tensor<f32>) {
    %2 = tg.mul %e, %e : tensor<f32>
    %3 = tg.add %acc, %2 : tensor<f32>
    tg.yield %3 : tensor<f32>
  }
  return %0, %1 : tensor<1x2x2x3xf32>, tensor<7xf32>
}`,
		Operands:  ir.Args(ir.Variadic("operands", plainTensor)),
		Results:   ir.Args(ir.Variadic("outputs", plainTensor)),
		Attrs:     attrs,
		Regions:   optionalBody,
		Traits:    ir.RecursiveEffects | ir.SingleBlock,
		NumInputs: numReduceInputs,
		Format: "($kind^)? inputs (`init` inits^)? `window` $window " + clauses("strides", "base_dilation", "window_dilation", "pads") +
			"attr-dict `:` same-type " + withBody,
		Infer:         inferReduceWindow,
		VerifyRegions: verifyReduce,
		Slots: ir.Slots{
			autodiff.Derivative.Of(reduceWindowRule),
			dimorder.Of.Of(windowOrders()),
			te.Expand.Of(expandReduceWindow),
			opgen.FormsOf.Of(reduceWindowForms),
			opgen.InstanceOf.Of(reduceWindowInstance),
			convert.WritesAll(writeReduceWindow),
			cost.Timed.Of(reduceWindowTiming),
			cost.Model.Of(reduceWindowCost),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(reduceWindowKernel),
		},
	})
}

func inferReduceWindow(in *ir.Inference) ([]*ir.Type, error) {
	kind := in.Attr("kind")
	if err := checkKeywordOrBody(kind, "kind", len(in.Regions)); err != nil {
		return nil, err
	}
	n := reduceInputs(len(in.Operands), kind)
	if kind != nil {
		if c := len(in.Operands); c != 1 && c != 2 {
			return nil, fmt.Errorf("needs one input and perhaps an init next to a keyword, but has %d operands", c)
		}
		if c := foldKinds[kind.Text()]; !c.Ok(in.Operands[0]) {
			return nil, fmt.Errorf("the operand of %s must be %s, but is '%s'", kind.Text(), c.Desc, in.Operands[0])
		}
	} else if n == 0 || len(in.Operands)%2 != 0 {
		return nil, fmt.Errorf("needs an init for each input, but has %d operands", len(in.Operands))
	}
	shape, err := windowedShape(in, in.Operands[0])
	if err != nil {
		return nil, err
	}
	var out []*ir.Type
	for i, t := range in.Operands[:n] {
		if !ir.Compatible(in.Ctx.WithElem(t, in.Operands[0].Elem()), in.Operands[0]) {
			return nil, fmt.Errorf("inputs must have one shape, but input #0 is '%s' and input #%d is '%s'", in.Operands[0], i, t)
		}
		if want := in.Ctx.Tensor(nil, t.Elem()); n+i < len(in.Operands) && in.Operands[n+i] != want {
			return nil, fmt.Errorf("init #%d must be '%s', but is '%s'", i, want, in.Operands[n+i])
		}
		out = append(out, in.Ctx.Tensor(shape, t.Elem()))
	}
	return out, nil
}

// windowedShape is how many positions the window of the op has along each
// dimension of t.
func windowedShape(in *ir.Inference, t *ir.Type) ([]int64, error) {
	for _, name := range []string{"window", "strides", "base_dilation", "window_dilation"} {
		list := fullList(in.Attr(name), t.Rank(), 1)
		if err := checkLength(name, list, t); err != nil {
			return nil, err
		}
		if err := checkPositive(name, list); err != nil {
			return nil, err
		}
	}
	pads := fullList(in.Attr("pads"), 2*t.Rank(), 0)
	if len(pads) != 2*t.Rank() {
		return nil, fmt.Errorf("'pads' has %d entries, but '%s' has %d dimensions", len(pads)/2, t, t.Rank())
	}
	window := in.Attr("window").Ints()
	strides, base, dilation := fullList(in.Attr("strides"), t.Rank(), 1), fullList(in.Attr("base_dilation"), t.Rank(), 1), fullList(in.Attr("window_dilation"), t.Rank(), 1)
	shape := make([]int64, t.Rank())
	for d, n := range t.Shape() {
		w := slidingWindow{input: n, window: window[d], stride: strides[d], inputDilation: base[d], windowDilation: dilation[d], low: pads[2*d], high: pads[2*d+1]}
		var err error
		if shape[d], err = w.positions(); err != nil {
			return nil, fmt.Errorf("dimension %d of '%s': %w", d, t, err)
		}
	}
	return shape, nil
}

func reduceWindowKernel(s *interp.Site) (interp.Step, error) {
	rank := len(s.In[0].Shape)
	list := func(name string) []int { return toInts(fullList(s.Op.Attr(name), rank, 1)) }
	window := kernel.WindowDims{
		Size: intsOf(s, "window"), Strides: list("strides"), BaseDilations: list("base_dilation"), WindowDilations: list("window_dilation"),
		Padding: pairs(fullList(s.Op.Attr("pads"), 2*rank, 0)),
	}
	if kind := s.Op.Attr("kind"); kind != nil {
		run, err := kernel.ResolveReduceWindow(kind.Text(), s.In[0].DType, s.In[0].Shape, window)
		return interp.Step{Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
			return run(out[0], in[0], initOf(in), f)
		}}, err
	}
	sites, err := kernel.ResolveWindowSites(s.In[0].Shape, window)
	w := windowBody{body: s.Bodies[0], sites: sites, settles: analysis.NewPurity().Pure(s.Op)}
	return interp.Step{Run: w.run, Fallback: steppedRegion(s)}, err
}

// slidingWindow is a window that slides along one dimension.
type slidingWindow struct {
	input, window, stride         int64
	inputDilation, windowDilation int64
	low, high                     int64
}

// positions is the number of positions of the window: the extent of the result,
// as the StableHLO specification of reduce_window and convolution has it.
func (w slidingWindow) positions() (int64, error) {
	if w.input == ir.Dynamic || w.window == ir.Dynamic {
		return ir.Dynamic, nil
	}
	if !countable(float64(float64(w.input)*float64(w.inputDilation))+math.Abs(float64(w.low))+math.Abs(float64(w.high))) ||
		!countable(float64(w.window)*float64(w.windowDilation)) {
		return 0, fmt.Errorf("the padded input or the window is larger than can be counted")
	}
	padded := w.low + w.high
	if w.input > 0 {
		padded += (w.input-1)*w.inputDilation + 1
	}
	if padded < 0 {
		return 0, fmt.Errorf("padding %d:%d leaves a negative extent of %d", w.low, w.high, padded)
	}
	reach := int64(0)
	if w.window > 0 {
		reach = (w.window-1)*w.windowDilation + 1
	}
	if padded == 0 || padded < reach {
		return 0, nil
	}
	return (padded-reach)/w.stride + 1, nil
}

// reduceWindowTiming is what calibration measures.
var reduceWindowTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"4xf32"}, Op: "tg.reduce_window max %a0 window [2] : (tensor<4xf32>) -> tensor<3xf32>"},
}

// reduceWindowInstance says what random instances look like.
var reduceWindowInstance = opgen.Instance{Attrs: windowAttrs, Operand: withInit, Count: oneOrTwo}

// reduceWindowCost: rows of the operand are combined, one for each position of
// the window; where that is larger than the operand, most see padding only.
func reduceWindowCost(in *ir.Inference) cost.Work {
	t, out := in.Operands[0], in.Results[0]
	window := 1.0
	for d, n := range in.Attr("window").Ints() {
		window *= min(float64(n), max(1, cost.Extent(t.Shape()[d])))
	}
	elements := float64(cost.Elements(out) * window)
	if in.Attr("kind") == nil {
		return cost.Body(in, elements)
	}
	w := cost.Work{Kind: cost.Simple, Elem: t.Elem(), Flops: elements, Read: cost.Bytes(in.Operands...), Written: cost.Bytes(out)}
	row, last := float64(1), t.Rank()-1
	if lines, ok := windowLines(in, last); ok {
		// Lines are copied with their padding, and taken apart where windows are some elements
		// apart.
		w.Runs += float64(lines + cost.Elements(out)/cost.Extent(out.Shape()[last]))
		w.Packed += cost.Bytes(t)
		return w
	}
	if last >= 0 {
		row = cost.Extent(out.Shape()[last])
		if fullList(in.Attr("strides"), t.Rank(), 1)[last] != 1 {
			row = 1 // elements are picked one by one
		}
	}
	w.Add(elements, row)
	return w
}

// windowLines is how many lines of the operand a window sees that goes along lines, if they are
// combined in registers: of numbers of 4 or 8 bytes, one or two elements apart.
func windowLines(in *ir.Inference, last int) (lines float64, ok bool) {
	t := in.Operands[0]
	if last < 0 || in.Attr("window").Ints()[last] == 1 || t.Shape()[last] < 16 || !slices.Contains([]*ir.Type{in.Ctx.F32(), in.Ctx.F64(), in.Ctx.I32()}, t.Elem()) {
		return 0, false
	}
	for name, most := range map[string]int64{"strides": 2, "base_dilation": 1} {
		list := fullList(in.Attr(name), t.Rank(), 1)
		if list[last] > most || name == "base_dilation" && !allOf(list, 1) {
			return 0, false
		}
	}
	switch in.Attr("kind").Text() {
	case "sum", "prod", "max", "min", "mean":
		return cost.Elements(t) / cost.Extent(t.Shape()[last]), cost.Extent(in.Results[0].Shape()[last]) >= 16
	}
	return 0, false
}

func windowAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	list := func(values ...int64) *ir.Attr {
		out := make([]int64, in[0].Rank())
		for i := range out {
			out[i] = opgen.Pick(g, values)
		}
		return g.Ints(out)
	}
	a := opgen.Attrs{"kind": g.Word("sum", "prod", "max", "min", "and", "or", "xor", "mean"), "window": list(1, 1, 2, 3)}
	for _, name := range []string{"strides", "base_dilation", "window_dilation"} {
		if g.Chance(1, 4) {
			a[name] = list(1, 1, 2)
		}
	}
	if g.Chance(1, 3) {
		pads := make([]int64, 2*in[0].Rank())
		for i := range pads {
			pads[i] = g.Int64N(2)
		}
		a["pads"] = g.Ints(pads)
	}
	return a
}
