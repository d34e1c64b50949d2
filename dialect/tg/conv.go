package tg

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Conv is the convolution of any rank.
var Conv = Dialect.NewOp("tg.conv")

func init() {
	Conv.Define(ir.OpDef{
		Doc: "Convolution with any number of spatial dimensions and any layout (n batch, c feature, i and o the kernel's input and output feature, the rest spatial). " +
			"The kernel is not flipped, unless along spatial dimensions that `reversal` marks. `strides` is the step of the kernel, `pads` the zeros before and behind each spatial dimension, " +
			"`input_dilation` and `kernel_dilation` the distance of neighbouring elements; without them it is 1 or nothing. " +
			"Features fall into `groups` that do not mix, or images into `batch_groups` with output features of their own. " +
			"`algorithm` says that 3x3 taps of f32 are computed by Winograd's algorithm, in tiles of 2x2 or 4x4 results, which has fewer products and larger errors: " +
			"fuse-matmul chooses it under fp=fast. " + epilogueDoc + contractionDoc,
		Example: `func.func @f(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %b: tensor<16xf32>) -> tensor<1x4x4x16xf32> {
  %0 = tg.conv %x, %w bias %b layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [1:1, 1:1] activation relu : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>, tensor<16xf32>) -> tensor<1x4x4x16xf32>
  return %0 : tensor<1x4x4x16xf32>
}`,
		Operands: ir.Args(ir.Arg("input", plainTensor), ir.Arg("kernel", plainTensor), ir.Optional("bias", plainTensor)),
		Results:  ir.Args(ir.Arg("output", plainTensor)),
		Attrs: []ir.AttrArg{
			{Name: "layout", Is: isConvLayout},
			optionalList("strides", ir.IsInts, 1, spatialRank),
			optionalList("pads", isPads, 0, func(o *ir.Op) int { return 2 * spatialRank(o) }),
			optionalList("input_dilation", ir.IsInts, 1, spatialRank), optionalList("kernel_dilation", ir.IsInts, 1, spatialRank),
			optionalList("reversal", isTruths, 0, spatialRank),
			{Name: "groups", Is: ir.IsI64, Default: one}, {Name: "batch_groups", Is: ir.IsI64, Default: one},
			algorithm, activation, elementType,
		},
		Traits: ir.Pure,
		Format: "$input `,` $kernel (`bias` $bias^)? `layout` $layout " +
			clauses("strides", "pads", "input_dilation", "kernel_dilation", "reversal", "groups", "batch_groups", "algorithm", "activation", "element_type") +
			"attr-dict `:` same-type",
		Infer: inferConv,
		Slots: ir.Slots{
			autodiff.Derivative.Of(convDerivative),
			dimorder.Of.Of(convOrders),
			te.Expand.Of(expandConv),
			opgen.FormsOf.Of(convForms),
			opgen.InstanceOf.Of(convInstance),
			convert.Writes(writeConv),
			cost.Timed.Of(convTiming),
			cost.Model.Of(convCost),
			analysis.StorageOf.Of(convStorage),
			interp.Kernel.Of(convKernel),
		},
	})
}

// spatialRank is how many of a convolution's dimensions are spatial.
func spatialRank(o *ir.Op) int { return inputRank(o) - 2 }

func inferConv(in *ir.Inference) ([]*ir.Type, error) {
	elem, err := contractionElem(in)
	if err != nil {
		return nil, err
	}
	d := layoutOf(in.Attr("layout"))
	input, kernel := in.Operands[0], in.Operands[1]
	spatial := len(d.InputSpatial)
	if input.Rank() != spatial+2 || kernel.Rank() != spatial+2 {
		return nil, fmt.Errorf("the layout is that of arrays with %d dimensions, but input and kernel are '%s' and '%s'", spatial+2, input, kernel)
	}
	shape := make([]int64, spatial+2)
	if err := inferFeatures(in, d, shape); err != nil {
		return nil, err
	}
	if err := inferSpatial(in, d, shape); err != nil {
		return nil, err
	}
	result := in.Ctx.Tensor(shape, elem)
	if err := checkAlgorithm(in, d, result); err != nil {
		return nil, err
	}
	return types(result), checkEpilogue(in, result)
}

// inferFeatures fills in the batch and feature extents of the result.
func inferFeatures(in *ir.Inference, d contract.ConvDims, shape []int64) error {
	input, kernel := in.Operands[0], in.Operands[1]
	groups, batchGroups := in.Attr("groups").Int(), in.Attr("batch_groups").Int()
	switch {
	case groups < 1 || batchGroups < 1:
		return fmt.Errorf("groups and batch_groups must be positive, but are %d and %d", groups, batchGroups)
	case groups > 1 && batchGroups > 1:
		return fmt.Errorf("groups and batch_groups cannot both be more than 1, but are %d and %d", groups, batchGroups)
	}
	images, features := input.Shape()[d.InputBatch], input.Shape()[d.InputFeature]
	inputs, outputs := kernel.Shape()[d.KernelInput], kernel.Shape()[d.KernelOutput]
	if features != ir.Dynamic && features%groups != 0 {
		return fmt.Errorf("the %d features of input '%s' do not fall into %d groups", features, input, groups)
	}
	if features != ir.Dynamic && inputs != ir.Dynamic && inputs != features/groups {
		return fmt.Errorf("kernel '%s' must have %d input features (dimension %d), one for each of input '%s' in a group, but has %d",
			kernel, features/groups, d.KernelInput, input, inputs)
	}
	if outputs != ir.Dynamic && outputs%(groups*batchGroups) != 0 {
		return fmt.Errorf("the %d output features of kernel '%s' do not fall into %d groups", outputs, kernel, groups*batchGroups)
	}
	shape[d.OutputFeature] = outputs
	shape[d.OutputBatch] = images
	if images != ir.Dynamic {
		if images%batchGroups != 0 {
			return fmt.Errorf("the batch of %d of input '%s' does not fall into %d groups", images, input, batchGroups)
		}
		shape[d.OutputBatch] = images / batchGroups
	}
	return nil
}

// spatialLists are the lists of an entry, from 1 on, for each of n spatial dimensions.
// It checks those of truth values, too.
func spatialLists(in *ir.Inference, n int) (map[string][]int64, error) {
	lists := map[string][]int64{}
	for _, name := range []string{"strides", "input_dilation", "kernel_dilation"} {
		lists[name] = fullList(in.Attr(name), n, 1)
		if err := checkSpatial(in, name, len(lists[name]), n); err != nil {
			return nil, err
		}
		if err := checkPositive(name, lists[name]); err != nil {
			return nil, err
		}
	}
	return lists, checkSpatial(in, "reversal", len(fullList(in.Attr("reversal"), n, 0)), n)
}

// checkSpatial fails for a list attribute that has not one entry for each of n spatial
// dimensions.
func checkSpatial(in *ir.Inference, name string, entries, n int) error {
	if entries != n {
		return fmt.Errorf("'%s' has %d entries, but input '%s' has %d spatial dimensions", name, entries, in.Operands[0], n)
	}
	return nil
}

// inferSpatial fills in the spatial extents of the result.
func inferSpatial(in *ir.Inference, d contract.ConvDims, shape []int64) error {
	n := len(d.InputSpatial)
	lists, err := spatialLists(in, n)
	if err != nil {
		return err
	}
	pads := fullList(in.Attr("pads"), 2*n, 0)
	if err := checkSpatial(in, "pads", len(pads)/2, n); err != nil {
		return err
	}
	for i := range n {
		w := slidingWindow{
			input: in.Operands[0].Shape()[d.InputSpatial[i]], window: in.Operands[1].Shape()[d.KernelSpatial[i]],
			stride: lists["strides"][i], inputDilation: lists["input_dilation"][i], windowDilation: lists["kernel_dilation"][i],
			low: pads[2*i], high: pads[2*i+1],
		}
		extent, err := w.positions()
		if err != nil {
			return fmt.Errorf("dimension %d of input '%s': %w", d.InputSpatial[i], in.Operands[0], err)
		}
		shape[d.OutputSpatial[i]] = extent
	}
	return nil
}

func convStorage(in *ir.Inference) analysis.Storage {
	d, w := convOf(in.Attr)
	out := contractTypeOf(in.Results[0])
	return contractionStorage(contract.NewConv(d, w, out.DType, contractTypeOf(in.Operands[0]), contractTypeOf(in.Operands[1])))
}

// convOf is the layout and the window that attributes say.
func convOf(attr func(name string) *ir.Attr) (d contract.ConvDims, w contract.ConvWindow) {
	d = layoutOf(attr("layout"))
	n := len(d.InputSpatial)
	list := func(name string) []int { return toInts(fullList(attr(name), n, 1)) }
	w = contract.ConvWindow{
		Strides: list("strides"), InputDilation: list("input_dilation"), KernelDilation: list("kernel_dilation"),
		Padding:       pairs(fullList(attr("pads"), 2*n, 0)),
		FeatureGroups: int(attr("groups").Int()), BatchGroups: int(attr("batch_groups").Int()),
		Winograd: tileOf(attr("algorithm")),
	}
	for _, r := range fullList(attr("reversal"), n, 0) {
		w.Reversal = append(w.Reversal, r != 0)
	}
	return d, w
}

func convKernel(s *interp.Site) (interp.Step, error) {
	d, w := convOf(s.Op.Attr)
	c, err := contract.NewConv(d, w, s.Out[0].DType, contractType(s.In[0]), contractType(s.In[1]))
	return contractionStep(s, shapes.Product(s.In[1].Shape)/max(1, s.In[1].Shape[d.KernelOutput]), c, err)
}

// convTiming is what calibration measures.
var convTiming = cost.Timing{
	Overhead: cost.Program{
		Inputs: []string{"1x2x2x2xf32", "2x2x2x2xf32"},
		Op:     "tg.conv %a0, %a1 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x2x2x2xf32>, tensor<2x2x2x2xf32>) -> tensor<1x1x1x2xf32>",
	},
}

// convInstance says what random instances look like.
var convInstance = opgen.Instance{Operand: convOperand, Attrs: convAttrs, Count: withBias}

// convCost: one product for each group, with a row for each image and position
// and a column for each output feature. The rows are gathered from the input.
func convCost(in *ir.Inference) cost.Work {
	d := layoutOf(in.Attr("layout"))
	kernel, out := in.Operands[1], in.Results[0]
	groups := float64(in.Attr("groups").Int() * in.Attr("batch_groups").Int())
	features, outputs := cost.Extent(kernel.Shape()[d.KernelInput]), cost.Extent(kernel.Shape()[d.KernelOutput])/groups
	taps := 1.0
	for _, k := range d.KernelSpatial {
		taps *= cost.Extent(kernel.Shape()[k])
	}
	rows := 0.0
	if outputs > 0 {
		rows = cost.Elements(out) / (groups * outputs)
	}
	if tile := tileOf(in.Attr("algorithm")); tile > 0 {
		return withEpilogue(in, winogradCost(in, d, tile))
	}
	parts := 1.0 // of which each sees no holes
	if features > 1 || in.Attr("batch_groups").Int() > 1 {
		parts = phases(in, d)
		taps /= parts
	}
	w := cost.Product(in, groups, rows, outputs, taps*features)
	if features == 1 && in.Attr("batch_groups").Int() == 1 {
		w.Kind, w.Rows, w.Cols, w.Depth, w.Packed = cost.Depthwise, 0, 0, 0, 0
		seen := groups * rows * taps * outputs
		stride, channels := 1.0, cost.Extent(kernel.Shape()[d.KernelOutput])
		if s := fullList(in.Attr("strides"), len(d.InputSpatial), 1); len(s) > 0 {
			stride = float64(s[len(s)-1])
		}
		gatherChannels(&w, d, seen, channels, stride, out)
		if seen > 0 && cost.Elements(in.Operands[0]) > 0 && square(in, d, stride) {
			// What positions share is loaded once, from where it is.
			input := in.Operands[0]
			switch last := 3; {
			case d.InputFeature == last && d.OutputFeature == last && d.KernelOutput == last:
				w.Runs = cost.Elements(input) / cost.Extent(input.Shape()[d.InputSpatial[1]]) / channels
			case d.InputSpatial[1] == last && d.OutputSpatial[1] == last:
				w.Runs, w.Singles = cost.Extent(out.Shape()[d.OutputBatch])*channels, 0 // planes
			}
		}
	} else if groups == 1 && contract.FewFeatures(len(d.InputSpatial), int(features), int(taps), int(outputs)) {
		// Lines are copied, and results turned where features are not innermost.
		w.Packed += cost.Bytes(in.Operands[0])
		if d.OutputFeature != len(d.InputSpatial)+1 {
			w.Swapped = cost.Elements(out)
		}
		if d.KernelOutput != len(d.InputSpatial)+1 {
			w.Singles = cost.Elements(kernel)
		}
	} else if parts == 1 && linesByGroups(in, d, groups, features, outputs) {
		copyLines(&w, in, d)
	} else {
		gathered := groups * rows * taps * features
		if taps > 1 {
			w.Packed += float64(gathered * float64(ir.StorageBytes(in.Operands[0].Elem())))
		}
		run, ok := gatheredRun(in, d, groups, features)
		switch {
		case !ok:
			w.Singles = gathered
		case taps > 1 && gathered > 0:
			w.Runs = piecesOfRun * gathered / run
		}
		if !kernelInOrder(d, kernel.Shape()) {
			w.Singles += cost.Elements(kernel)
		}
		if parts > 1 {
			spreadPhases(&w, d, out)
		}
	}
	return withEpilogue(in, w)
}

// linesByGroups reports whether a convolution by groups copies lines of its input.
func linesByGroups(in *ir.Inference, d contract.ConvDims, groups, features, outputs float64) bool {
	return len(d.InputSpatial) == 2 && in.Attr("batch_groups").Int() == 1 && ir.StorageBytes(in.Operands[0].Elem()) >= 4 &&
		d.OutputSpatial[0] == 2 && d.OutputSpatial[1] == 3 && contract.FewInGroups(int(groups), int(features), int(outputs))
}

// copyLines adds what it takes to copy lines once for each tap of the last dimension.
func copyLines(w *cost.Work, in *ir.Inference, d contract.ConvDims) {
	copies := cost.Extent(in.Operands[1].Shape()[d.KernelSpatial[1]])
	w.Packed += float64(copies * cost.Bytes(in.Operands[0]))
	if copied := cost.Elements(in.Operands[0]) * copies; d.InputSpatial[1] != 3 || fullList(in.Attr("strides"), 2, 1)[1] > 1 {
		w.Singles = copied
	} else {
		w.Runs = copied / max(1, cost.Extent(in.Results[0].Shape()[3]))
	}
}

// phases is how many parts a convolution falls into that see elements under taps of their own,
// where its input is dilated.
func phases(in *ir.Inference, d contract.ConvDims) float64 {
	n := 1.0
	if ir.StorageBytes(in.Operands[0].Elem()) >= 4 { // words are made of the holes, too
		for _, dilation := range fullList(in.Attr("input_dilation"), len(d.InputSpatial), 1) {
			n *= float64(dilation)
		}
	}
	return n
}

// spreadPhases adds what it takes to write results of phases between those of others, and to look
// at them.
func spreadPhases(w *cost.Work, d contract.ConvDims, out *ir.Type) {
	w.Packed += float64(2 * cost.Bytes(out))
	if innermost := len(d.OutputSpatial) + 1; d.OutputFeature == innermost {
		w.Runs += cost.Elements(out) / max(1, cost.Extent(out.Shape()[innermost]))
	} else {
		w.Singles += cost.Elements(out)
	}
}

// piecesOfRun is how many pieces of a copy take as long as one of what a convolution gathers, whose
// place and padding are worked out.
const piecesOfRun = 4

// square reports whether a convolution of single features has 3x3 taps and no large stride.
func square(in *ir.Inference, d contract.ConvDims, stride float64) bool {
	if len(d.InputSpatial) != 2 || stride > 2 {
		return false
	}
	for _, k := range d.KernelSpatial {
		if in.Operands[1].Shape()[k] != 3 {
			return false
		}
	}
	return true
}

// gatherChannels adds what it takes to bring so many elements to where a convolution of single
// features uses them: all features at once where they are innermost, or a line of an image, which
// is copied with its padding; lines of strided positions consist of single elements.
func gatherChannels(w *cost.Work, d contract.ConvDims, seen, channels, stride float64, out *ir.Type) {
	innermost, n := len(d.InputSpatial)+1, len(d.InputSpatial)
	switch {
	case seen == 0:
	case d.InputFeature == innermost && d.OutputFeature == innermost && d.KernelOutput == innermost:
		w.Runs = seen / (2 * channels)
	case n > 0 && d.OutputSpatial[n-1] == innermost:
		w.Runs = 2 * seen / cost.Extent(out.Shape()[innermost])
		if stride > 1 || d.InputSpatial[n-1] != innermost {
			w.Singles = seen / 2
		}
	default:
		w.Singles = 2 * seen
	}
}

// gatheredRun is how many elements that lie side by side in the input become
// neighbours when a convolution gathers it: along the features, and the taps of the
// last spatial dimension if they come before those, or along that dimension if the
// output has it innermost. ok is false where there are none.
func gatheredRun(in *ir.Inference, d contract.ConvDims, groups, features float64) (run float64, ok bool) {
	n := len(d.InputSpatial)
	innermost := n + 1
	last := func(name string) int64 { return fullList(in.Attr(name), n, 1)[n-1] }
	switch {
	case n == 0:
		return features, d.InputFeature == innermost
	case d.OutputSpatial[n-1] == innermost:
		return cost.Extent(in.Results[0].Shape()[innermost]), d.InputSpatial[n-1] == innermost && last("strides") == 1
	case d.InputSpatial[n-1] == innermost-1 && groups == 1 && last("kernel_dilation") == 1 && last("input_dilation") == 1:
		features *= cost.Extent(in.Operands[1].Shape()[d.KernelSpatial[n-1]])
	}
	return features, d.InputFeature == innermost
}

// kernelInOrder reports whether the elements of a kernel that are used together
// lie side by side: those of all output features, or else those that one of them
// adds up, in that order.
func kernelInOrder(d contract.ConvDims, shape []int64) bool {
	if d.KernelOutput == len(shape)-1 {
		return true
	}
	last := -1
	for _, dim := range append(append([]int{d.KernelOutput}, d.KernelSpatial...), d.KernelInput) {
		if shape[dim] == 1 {
			continue
		}
		if dim < last {
			return false
		}
		last = dim
	}
	return true
}

// convOperand makes images and kernels in a layout that convAttrs guesses: the
// kernel's feature extents are those of any two dimensions of the image.
func convOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	switch i {
	case 0:
		return g.OfRank(3 + g.IntN(2))
	case 2:
		return biasOf(g, Conv, before)
	}
	s := make([]int64, before[0].Rank())
	for d := range s {
		s[d] = 1 + g.Int64N(3)
	}
	if len(s) > 2 {
		input := before[0].Shape()[opgen.Pick(g, []int{1, len(s) - 1})]
		s[opgen.Pick(g, []int{1, len(s) - 2})] = opgen.Pick(g, []int64{input, input, 1})
	}
	return g.Ctx.Tensor(s, before[0].Elem())
}

func convAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	spatial := in[0].Rank() - 2
	if spatial < 0 {
		return nil
	}
	a := epilogueAttrs(g, in)
	a["layout"] = g.Ctx.StringAttr(anyLayout(g, spatial))
	list := func(values ...int64) *ir.Attr {
		out := make([]int64, spatial)
		for i := range out {
			out[i] = opgen.Pick(g, values)
		}
		return g.Ints(out)
	}
	for _, name := range []string{"strides", "input_dilation", "kernel_dilation"} {
		if g.Chance(1, 5) {
			a[name] = list(1, 2)
		}
	}
	if g.Chance(1, 2) {
		pads := make([]int64, 2*spatial)
		for i := range pads {
			pads[i] = opgen.Pick(g, []int64{0, 1, 1, 2, -1})
		}
		a["pads"] = g.Ints(pads)
	}
	if g.Chance(1, 5) {
		flips := make([]int64, spatial)
		for i := range flips {
			flips[i] = g.Int64N(2)
		}
		a["reversal"] = g.Ctx.IntArray(g.Ctx.Bool(), flips)
	}
	switch g.IntN(6) {
	case 0:
		a["groups"] = g.I64(1 + g.Int64N(3))
	case 1:
		a["batch_groups"] = g.I64(1 + g.Int64N(2))
	}
	return withAlgorithm(g.Ctx, in, a)
}

// anyLayout is a usual layout, or any.
func anyLayout(g *opgen.Generator, spatial int) string {
	d := contract.ConvDims{InputBatch: 0, OutputBatch: 0}
	for i := range spatial {
		d.InputSpatial, d.KernelSpatial, d.OutputSpatial = append(d.InputSpatial, i+1), append(d.KernelSpatial, i), append(d.OutputSpatial, i+1)
	}
	d.InputFeature, d.OutputFeature, d.KernelInput, d.KernelOutput = spatial+1, spatial+1, spatial, spatial+1
	shuffle := func(first, second *int, rest []int) {
		p := g.Perm(spatial + 2)
		*first, *second = p[0], p[1]
		copy(rest, p[2:])
	}
	switch g.IntN(4) {
	case 0: // channels first
		d.InputFeature, d.OutputFeature, d.KernelOutput, d.KernelInput = 1, 1, 0, 1
		for i := range spatial {
			d.InputSpatial[i], d.KernelSpatial[i], d.OutputSpatial[i] = i+2, i+2, i+2
		}
	case 1:
		shuffle(&d.InputBatch, &d.InputFeature, d.InputSpatial)
		shuffle(&d.KernelInput, &d.KernelOutput, d.KernelSpatial)
		shuffle(&d.OutputBatch, &d.OutputFeature, d.OutputSpatial)
	}
	return FormatConvLayout(d)
}
