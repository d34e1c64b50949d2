package contract

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// ConvDims says which dimension of each array is what: the layout of a convolution. Spatial lists
// are in the order of Window's lists, and equally long.
type ConvDims struct {
	InputBatch, InputFeature   int
	InputSpatial               []int
	KernelInput, KernelOutput  int // input and output feature
	KernelSpatial              []int
	OutputBatch, OutputFeature int
	OutputSpatial              []int
}

// ConvWindow says how the kernel moves over the input, with one entry for each spatial dimension; a
// nil list stands for no stride, padding, dilation or reversal.
type ConvWindow struct {
	Strides        []int
	Padding        [][2]int // zeros before and after; negative crops
	InputDilation  []int    // distance of neighbouring input elements, zeros between them
	KernelDilation []int    // distance of neighbouring kernel elements
	Reversal       []bool   // the kernel runs backwards, as in the mathematical convolution
	FeatureGroups  int      // input and output features fall into so many groups that do not mix; 1 for none
	BatchGroups    int      // images fall into so many groups, each with its own output features; 1 for none
	Winograd       int      // results of a tile along each dimension, where Winograd's algorithm computes them, or 0
}

// conv is a checked convolution.
type conv struct {
	ConvDims
	ConvWindow
	input, kernel, output []int // shapes
}

// ConvShape returns the shape of the convolution of input by kernel, or says which of StableHLO's
// constraints they break.
func ConvShape(d ConvDims, w ConvWindow, input, kernel []int) ([]int, error) {
	c, err := newConv(d, w, input, kernel)
	if err != nil {
		return nil, fmt.Errorf("convolution: %w", err)
	}
	return c.output, nil
}

// ResolveConv prepares the convolution of arrays of the given types, with a result of the shape
// that ConvShape says and element type out. The kernel is not flipped unless reversed. It runs as a
// matrix product whose left operand is the input where features are innermost, but for rows at
// borders, and else is gathered from it block by block; or channel by channel, if groups are small;
// or in phases, each a product, if the input has holes.
func ResolveConv(d ConvDims, w ConvWindow, out tensor.DType, input, kernel Type) (Func, error) {
	return fastest(prepareConv(d, w, out, input, kernel))
}

// ConvWorkspace is the Workspace of what ResolveConv prepares.
func ConvWorkspace(d ConvDims, w ConvWindow, out tensor.DType, input, kernel Type) (Workspace, error) {
	return workspaceOf(prepareConv(d, w, out, input, kernel))
}

func prepareConv(d ConvDims, w ConvWindow, out tensor.DType, input, kernel Type) (*prepared, error) {
	if err := input.check("convolution: input"); err != nil {
		return nil, err
	}
	if err := kernel.check("convolution: kernel"); err != nil {
		return nil, err
	}
	c, err := newConv(d, w, input.Shape, kernel.Shape)
	if err != nil {
		return nil, fmt.Errorf("convolution: %w", err)
	}
	result := Type{out, c.output}
	if err := result.check("convolution: result"); err != nil {
		return nil, err
	}
	if c.Winograd != 0 {
		if err := checkWinograd(out, input, kernel); err != nil {
			return nil, err
		}
	}
	if complex, err := anyComplex("convolution", input.DType, kernel.DType, out); complex || err != nil {
		if err != nil {
			return nil, err
		}
		return complexConv(d, c.ConvWindow, result, input, kernel)
	}
	return prepare("convolution", c.contraction(), result, input, kernel)
}

func newConv(d ConvDims, w ConvWindow, input, kernel []int) (*conv, error) {
	spatial := len(d.InputSpatial)
	c := &conv{ConvDims: d, ConvWindow: w, input: input, kernel: kernel}
	for _, layout := range []struct {
		name  string
		rank  int
		roles []int
	}{
		{"input", len(input), append([]int{d.InputBatch, d.InputFeature}, d.InputSpatial...)},
		{"kernel", len(kernel), append([]int{d.KernelInput, d.KernelOutput}, d.KernelSpatial...)},
		{"output", spatial + 2, append([]int{d.OutputBatch, d.OutputFeature}, d.OutputSpatial...)},
	} {
		if err := checkLayout(layout.name, layout.rank, layout.roles); err != nil {
			return nil, err
		}
	}
	if len(input) != len(kernel) {
		return nil, fmt.Errorf("input has rank %d, kernel rank %d", len(input), len(kernel))
	}
	if err := c.defaults(); err != nil {
		return nil, err
	}
	if err := c.checkFeatures(); err != nil {
		return nil, err
	}
	if why := c.withoutWinograd(); c.Winograd != 0 && why != "" {
		return nil, fmt.Errorf("algorithm of Winograd: it is not for %s", why)
	}
	c.output = make([]int, spatial+2)
	c.output[d.OutputBatch] = input[d.InputBatch] / c.BatchGroups
	c.output[d.OutputFeature] = kernel[d.KernelOutput]
	for i := range spatial {
		n, err := c.outputExtent(i)
		if err != nil {
			return nil, err
		}
		c.output[d.OutputSpatial[i]] = n
	}
	return c, nil
}

// checkLayout refuses dimension roles that are not a permutation of the dimensions of an array.
func checkLayout(name string, rank int, roles []int) error {
	if rank != len(roles) {
		return fmt.Errorf("layout of %s names %d dimensions, it has rank %d", name, len(roles), rank)
	}
	used := make([]bool, rank)
	for _, n := range roles {
		if n < 0 || n >= rank {
			return fmt.Errorf("layout of %s names dimension %d, it has rank %d", name, n, rank)
		}
		if used[n] {
			return fmt.Errorf("layout of %s names dimension %d twice", name, n)
		}
		used[n] = true
	}
	return nil
}

// defaults fills nil lists and refuses those of wrong length or content.
func (c *conv) defaults() error {
	spatial := len(c.InputSpatial)
	for _, list := range []struct {
		name   string
		values *[]int
	}{{"strides", &c.Strides}, {"input dilation", &c.InputDilation}, {"kernel dilation", &c.KernelDilation}} {
		if *list.values == nil {
			*list.values = slices.Repeat([]int{1}, spatial)
		}
		if n := len(*list.values); n != spatial {
			return fmt.Errorf("%s: %d values for %d spatial dimensions", list.name, n, spatial)
		}
		for _, v := range *list.values {
			if v < 1 {
				return fmt.Errorf("%s must be positive, got %d", list.name, v)
			}
		}
	}
	if c.Padding == nil {
		c.Padding = make([][2]int, spatial)
	}
	if n := len(c.Padding); n != spatial {
		return fmt.Errorf("padding: %d pairs for %d spatial dimensions", n, spatial)
	}
	if c.Reversal == nil {
		c.Reversal = make([]bool, spatial)
	}
	if n := len(c.Reversal); n != spatial {
		return fmt.Errorf("window reversal: %d values for %d spatial dimensions", n, spatial)
	}
	return nil
}

func (c *conv) checkFeatures() error {
	if c.FeatureGroups < 1 || c.BatchGroups < 1 {
		return fmt.Errorf("group counts must be positive, got feature group count %d and batch group count %d", c.FeatureGroups, c.BatchGroups)
	}
	if c.FeatureGroups > 1 && c.BatchGroups > 1 {
		return fmt.Errorf("feature group count %d and batch group count %d cannot both be over 1", c.FeatureGroups, c.BatchGroups)
	}
	images, features := c.input[c.InputBatch], c.input[c.InputFeature]
	inputs, outputs := c.kernel[c.KernelInput], c.kernel[c.KernelOutput]
	if images%c.BatchGroups != 0 {
		return fmt.Errorf("input batch %d is not divisible by batch group count %d", images, c.BatchGroups)
	}
	if features%c.FeatureGroups != 0 {
		return fmt.Errorf("input features %d are not divisible by feature group count %d", features, c.FeatureGroups)
	}
	if groups := c.FeatureGroups * c.BatchGroups; outputs%groups != 0 {
		return fmt.Errorf("kernel output features %d are not divisible by group count %d", outputs, groups)
	}
	if inputs*c.FeatureGroups != features {
		return fmt.Errorf("kernel input features %d differ from input features %d / feature group count %d (%s by %s)", inputs, features, c.FeatureGroups,
			tensor.ShapeString(c.input), tensor.ShapeString(c.kernel))
	}
	return nil
}

// outputExtent is the number of positions of the kernel along a spatial dimension.
func (c *conv) outputExtent(i int) (int, error) {
	input, err := dilated(c.input[c.InputSpatial[i]], c.InputDilation[i])
	if err != nil {
		return 0, err
	}
	kernel, err := dilated(c.kernel[c.KernelSpatial[i]], c.KernelDilation[i])
	if err != nil {
		return 0, err
	}
	pad := c.Padding[i]
	for _, p := range pad {
		if p < -extentLimit || p > extentLimit {
			return 0, fmt.Errorf("padding %d of spatial dimension %d is out of range", p, i)
		}
	}
	padded := pad[0] + input + pad[1]
	if padded <= 0 || kernel > padded {
		return 0, nil
	}
	return (padded-kernel)/c.Strides[i] + 1, nil
}

// extentLimit bounds extents after dilation and padding, so that their sums do not overflow.
const extentLimit = 1 << 60

// dilated is an extent after dilation: n elements, each but the last followed by dilation-1 others.
func dilated(n, dilation int) (int, error) {
	if n == 0 {
		return 0, nil
	}
	if high, low := bits.Mul(uint(n-1), uint(dilation)); high != 0 || low >= extentLimit {
		return 0, fmt.Errorf("extent %d with dilation %d is out of range", n, dilation)
	}
	return (n-1)*dilation + 1, nil
}

// contraction maps the convolution on a matrix product for each group: rows are images and output
// positions, columns output features, and the inner axis the kernel's spatial dimensions and input
// features.
func (c *conv) contraction() contraction {
	in, ker, out := shapes.Strides(c.input), shapes.Strides(c.kernel), shapes.Strides(c.output)
	w := c.window(in, c.kernel[c.KernelInput])
	// A product may count images inside of positions, which is for its own window to say.
	own := *w
	result := c.product(&own, in, ker, out)
	result.channelwise, result.stem, result.winograd = c.channelwise(w, in, ker, out), c.stem(w, in, ker, out), c.winograd(in, ker, out)
	if result.channelwise == nil && result.winograd == nil {
		result.phased, result.grouped = c.phased(w, in, ker, out), c.grouped(w, in, ker, out)
	}
	return result
}

// product is the contraction for the output positions and the taps of a window, with the strides of
// all arrays.
func (c *conv) product(w *window, in, ker, out []int) contraction {
	groups := c.FeatureGroups * c.BatchGroups
	images := c.input[c.InputBatch] / c.BatchGroups
	features, outputs := c.kernel[c.KernelInput], c.kernel[c.KernelOutput]/groups

	var positions []dimension // of the output, and what one tap sees from them
	var inner []dimension
	for i, d := range w.dims()[:len(c.OutputSpatial)] {
		step, tap := out[c.OutputSpatial[i]], ker[c.KernelSpatial[i]]
		positions = append(positions, dimension{d.outputs, [2]int{step, d.step * d.stride}})
		inner = append(inner, dimension{d.taps, [2]int{tap, tap}})
	}
	inner = append(inner, dimension{features, [2]int{ker[c.KernelInput], in[c.InputFeature]}})

	var result contraction
	if groups > 1 {
		group := batch{size: groups, right: outputs * ker[c.KernelOutput], output: outputs * out[c.OutputFeature]}
		group.left = features * in[c.InputFeature]
		if c.BatchGroups > 1 {
			group.left = images * in[c.InputBatch]
		}
		result.batches = append(result.batches, group)
	}
	// Images are more rows, outside or inside of those of positions, where that keeps rows evenly
	// spaced in the output, else separate products.
	image := dimension{images, [2]int{out[c.OutputBatch], in[c.InputBatch]}}
	rows, inside := newAxis(slices.Concat([]dimension{image}, positions)), newAxis(slices.Concat(positions, []dimension{image}))
	switch {
	case inside.views[0].scattered == nil && (rows.views[0].scattered != nil || w.imageStride == 1):
		rows, w.imagesLast = inside, images > 1
	case w.gradientOfKernel() && images >= 8 && images*w.outerOutputs*w.last.outputs > outputs:
		// Images see lines side by side, which positions do not: worth that results are scattered.
		rows, w.imagesLast = inside, true
	case rows.views[0].scattered != nil:
		rows = newAxis(positions)
		result.batches = append(result.batches, batch{images, in[c.InputBatch], 0, out[c.OutputBatch]})
	}
	cols := newAxis([]dimension{{outputs, [2]int{ker[c.KernelOutput], out[c.OutputFeature]}}})
	depth := newAxis(inner)
	result.left = side{size: rows.size, output: rows.views[0], window: w}
	if w.plain() {
		result.left.window, result.left.vectors, result.left.inner = nil, rows.views[1], depth.views[1]
	}
	result.right = side{size: cols.size, vectors: cols.views[0], output: cols.views[1], inner: depth.views[0]}
	result.depth = depth.size
	return result
}

// window describes how vectors of the input are gathered. A reversed dimension counts its taps from
// the far end.
func (c *conv) window(in []int, features int) *window {
	w := &window{
		images: c.input[c.InputBatch] / c.BatchGroups, imageStride: in[c.InputBatch], features: features, featureStride: in[c.InputFeature],
		outerOutputs: 1, outerTaps: 1,
		last: windowDim{outputs: 1, taps: 1, step: 1, tapStep: 1, extent: 1, dilation: 1},
	}
	for i, d := range c.InputSpatial {
		if i > 0 {
			w.outer = append(w.outer, w.last)
			w.outerOutputs *= w.last.outputs
			w.outerTaps *= w.last.taps
		}
		extent, _ := dilated(c.input[d], c.InputDilation[i]) // newConv has refused what overflows
		w.last = windowDim{
			outputs: c.output[c.OutputSpatial[i]], taps: c.kernel[c.KernelSpatial[i]],
			origin: -c.Padding[i][0], step: c.Strides[i], tapStep: c.KernelDilation[i],
			extent: extent, dilation: c.InputDilation[i], stride: in[d],
		}
		if c.Reversal[i] {
			w.last.origin += (w.last.taps - 1) * w.last.tapStep
			w.last.tapStep = -w.last.tapStep
		}
	}
	return w
}
