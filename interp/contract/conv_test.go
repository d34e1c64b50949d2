package contract

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// randomConv makes a convolution with every option.
func randomConv(r *rand.Rand) (d ConvDims, w ConvWindow, input, kernel []int) {
	spatial := r.IntN(4)
	layout := func() (a, b int, rest []int) {
		p := r.Perm(spatial + 2)
		return p[0], p[1], p[2:]
	}
	d.InputBatch, d.InputFeature, d.InputSpatial = layout()
	d.KernelInput, d.KernelOutput, d.KernelSpatial = layout()
	d.OutputBatch, d.OutputFeature, d.OutputSpatial = layout()
	w.FeatureGroups, w.BatchGroups = 1, 1
	switch r.IntN(3) {
	case 0:
		w.FeatureGroups = 1 + r.IntN(3)
	case 1:
		w.BatchGroups = 1 + r.IntN(3)
	}
	input, kernel = make([]int, spatial+2), make([]int, spatial+2)
	few := func(n int) int { // or around the width of a vector
		if r.IntN(8) == 0 {
			return extent(r)
		}
		return r.IntN(n)
	}
	kernel[d.KernelInput] = few(4)
	input[d.InputFeature] = kernel[d.KernelInput] * w.FeatureGroups
	input[d.InputBatch] = r.IntN(3) * w.BatchGroups
	kernel[d.KernelOutput] = few(4) * w.FeatureGroups * w.BatchGroups
	for i := range spatial {
		input[d.InputSpatial[i]], kernel[d.KernelSpatial[i]] = few(7), r.IntN(4)
	}
	randomWindow(r, spatial, &w)
	return d, w, input, kernel
}

// randomWindow chooses strides, dilations, padding and reversal, or leaves them nil.
func randomWindow(r *rand.Rand, spatial int, w *ConvWindow) {
	ints := func(n int) []int {
		if r.IntN(3) == 0 {
			return nil
		}
		s := make([]int, spatial)
		for i := range s {
			s[i] = 1 + r.IntN(n)
		}
		return s
	}
	w.Strides, w.InputDilation, w.KernelDilation = ints(3), ints(3), ints(3)
	if r.IntN(4) > 0 {
		w.Padding = make([][2]int, spatial)
		for i := range w.Padding {
			w.Padding[i] = [2]int{r.IntN(6) - 2, r.IntN(6) - 2}
		}
	}
	if r.IntN(3) == 0 {
		w.Reversal = make([]bool, spatial)
		for i := range w.Reversal {
			w.Reversal[i] = r.IntN(2) == 0
		}
	}
}

func checkConv(t *testing.T, name string, d ConvDims, w ConvWindow, out tensor.DType, input, kernel *tensor.Tensor) {
	t.Helper()
	context := fmt.Sprintf("%s: %s by %s, %+v, %+v", name, input.TypeString(), kernel.TypeString(), d, w)
	shape, err := ConvShape(d, w, input.Shape(), kernel.Shape())
	if err != nil {
		t.Fatalf("%s: %v", context, err)
	}
	p, err := prepareConv(d, w, out, Type{input.DType(), input.Shape()}, Type{kernel.DType(), kernel.Shape()})
	want := tensor.New(out, shape...)
	referenceConv(d, w, want, input, kernel)
	checkAll(t, context, p, err, want, input, kernel)
}

func TestConvRandom(t *testing.T) {
	usual := 900
	if testing.Short() {
		usual = 400
	}
	for seed := range campaign.Seeds(some(usual)) {
		r := rand.New(rand.NewPCG(seed, 2))
		types := randomTypes(r)
		d, w, inputShape, kernelShape := randomConv(r)
		shape, err := ConvShape(d, w, inputShape, kernelShape)
		if err != nil {
			t.Fatalf("case %d: %v", seed, err)
		}
		if shapes.Product(shape)*shapes.Product(kernelShape)/max(kernelShape[d.KernelOutput], 1) > mostProducts {
			continue
		}
		checkConv(t, fmt.Sprintf("case %d", seed), d, w, types[0], random(r, types[1], true, inputShape...), random(r, types[2], true, kernelShape...))
	}
}

// One input feature for each group, in the two layouts that have loops of their own.
func TestChannelwiseConvRandom(t *testing.T) {
	types := []tensor.DType{tensor.F32, tensor.BF16, tensor.F64, tensor.I64, tensor.I32, tensor.Bool}
	cases, kinds := 0, [2]int{}
	for seed := range campaign.Seeds(some(600)) {
		r := rand.New(rand.NewPCG(seed, 3))
		d := types[r.IntN(len(types))]
		dims, w, input, kernel := channelwiseConv(r)
		c, err := newConv(dims, w, input, kernel)
		if err != nil {
			t.Fatal(err)
		}
		cases++
		if direct := c.contraction().channelwise; direct != nil && direct.acrossChannels {
			kinds[0]++
		} else if direct != nil {
			kinds[1]++
		}
		checkConv(t, fmt.Sprintf("case %d", seed), dims, w, d, random(r, d, true, input...), random(r, d, true, kernel...))
	}
	if kinds[0] < cases/10 || kinds[1] < cases/3 {
		t.Errorf("only %d and %d of %d convolutions have the two layouts", kinds[0], kinds[1], cases)
	}
}

// Planes of 3x3 taps, whose lines are innermost, of any width, stride and padding.
func TestPlaneConvRandom(t *testing.T) {
	cases, planes := 0, 0
	for seed := range campaign.Seeds(some(150)) {
		r := rand.New(rand.NewPCG(seed, 5))
		groups, outputs, images := 1+r.IntN(5), 1+r.IntN(8)/6, 1+r.IntN(2)
		stride := 1 + r.IntN(2)
		w := ConvWindow{FeatureGroups: groups, BatchGroups: 1, Strides: []int{stride, stride}}
		for range 2 {
			w.Padding = append(w.Padding, [2]int{r.IntN(6) - 2, r.IntN(6) - 2})
		}
		if r.IntN(5) == 0 {
			w.Padding[r.IntN(2)][r.IntN(2)] = 20 + r.IntN(40) // vectors of padding alone
		}
		if r.IntN(8) == 0 {
			w.Strides[0] = 1 + r.IntN(3)
		}
		input := []int{images, groups, 1 + r.IntN(20), 1 + r.IntN(80)}
		dims := ConvDims{0, 1, []int{2, 3}, 1, 0, []int{2, 3}, 0, 1, []int{2, 3}}
		kernel := []int{groups * outputs, 1, 3, 3}
		switch r.IntN(4) {
		case 0:
			dims.KernelInput, dims.KernelOutput, dims.KernelSpatial = 2, 3, []int{0, 1}
			kernel = []int{3, 3, 1, groups * outputs}
		case 1: // images between positions
			dims.OutputBatch, dims.OutputFeature, dims.OutputSpatial = 2, 0, []int{1, 3}
		case 2:
			dims.InputBatch, dims.InputFeature, dims.InputSpatial = 1, 2, []int{0, 3}
			input = []int{input[2], images, groups, input[3]}
		}
		d := tensor.F32
		if r.IntN(8) == 0 {
			d = tensor.BF16
		}
		c, err := newConv(dims, w, input, kernel)
		if err != nil {
			t.Fatal(err)
		}
		cases++
		if way := c.contraction().channelwise; way != nil && way.plane().stride > 0 {
			planes++
		}
		checkConv(t, fmt.Sprintf("case %d", seed), dims, w, d, random(r, d, true, input...), random(r, d, true, kernel...))
	}
	if planes < cases*2/3 {
		t.Errorf("only %d of %d convolutions are of planes", planes, cases)
	}
}

func channelwiseConv(r *rand.Rand) (dims ConvDims, w ConvWindow, input, kernel []int) {
	spatial := 1 + r.IntN(3)
	groups, outputs := 1+r.IntN(6), 1+r.IntN(8)/6
	if r.IntN(6) == 0 {
		groups = max(extent(r), 1)
	}
	extents := func(limit int) []int {
		s := make([]int, spatial)
		for i := range s {
			s[i] = 1 + r.IntN(limit)
		}
		return s
	}
	w = ConvWindow{FeatureGroups: groups, BatchGroups: 1}
	randomWindow(r, spatial, &w)
	if r.IntN(2) == 0 {
		w.InputDilation, w.Reversal = nil, nil // more often than not, the operand is read in place
	}
	from := func(first int) []int {
		s := make([]int, spatial)
		for i := range s {
			s[i] = first + i
		}
		return s
	}
	switch r.IntN(5) {
	case 0, 1: // features last
		dims = ConvDims{0, spatial + 1, from(1), spatial, spatial + 1, from(0), 0, spatial + 1, from(1)}
		return dims, w, append(append([]int{1 + r.IntN(2)}, extents(9)...), groups), append(extents(4), 1, groups*outputs)
	case 2: // and images behind positions
		dims = ConvDims{spatial, spatial + 1, from(0), spatial, spatial + 1, from(0), spatial, spatial + 1, from(0)}
		return dims, w, append(extents(9), 1+r.IntN(3), groups), append(extents(4), 1, groups*outputs)
	}
	dims = ConvDims{0, 1, from(2), 1, 0, from(2), 0, 1, from(2)}
	return dims, w, append([]int{1 + r.IntN(2), groups}, extents(9)...), append([]int{groups * outputs, 1}, extents(4)...)
}

// Gradients by the kernels of other convolutions: few positions, many taps, many images.
func TestConvOfGradients(t *testing.T) {
	types := []tensor.DType{tensor.F32, tensor.BF16, tensor.F64, tensor.I64}
	cases, lines, adjacent := 0, 0, 0
	usual := some(100)
	if testing.Short() {
		usual = some(60)
	}
	for seed := range campaign.Seeds(usual) {
		r := rand.New(rand.NewPCG(seed, 4))
		d := types[r.IntN(len(types))]
		dims, w, input, kernel := gradientConv(r)
		shape, err := ConvShape(dims, w, input, kernel)
		if err != nil {
			t.Fatal(err)
		}
		if shapes.Product(shape)*shapes.Product(kernel)/kernel[dims.KernelOutput] > 8*mostProducts {
			continue
		}
		c, err := newConv(dims, w, input, kernel)
		if err != nil {
			t.Fatal(err)
		}
		cases++
		if v := c.contraction().left.window; v.inLines() {
			lines++
		} else if v.adjacentImages() {
			adjacent++
		}
		checkConv(t, fmt.Sprintf("case %d", seed), dims, w, d, random(r, d, true, input...), random(r, d, true, kernel...))
	}
	if cases < usual/3 || lines < cases/8 || adjacent < cases/8 {
		t.Errorf("of %d convolutions %d see lines, and %d have adjacent images", cases, lines, adjacent)
	}
}

func gradientConv(r *rand.Rand) (dims ConvDims, w ConvWindow, input, kernel []int) {
	spatial := 1 + r.IntN(2)
	images, features, outputs := 1+r.IntN(20), 1+r.IntN(4), 1+r.IntN(4)
	if r.IntN(3) == 0 {
		images = 60 + r.IntN(20)
	}
	w = ConvWindow{FeatureGroups: 1, BatchGroups: 1}
	if r.IntN(3) == 0 {
		randomWindow(r, spatial, &w)
	}
	in, taps := make([]int, spatial), make([]int, spatial)
	for i := range in {
		taps[i] = 4 + r.IntN(30/spatial)
		in[i] = max(1, taps[i]+r.IntN(5)-2)
	}
	if w.Padding == nil {
		for range spatial {
			w.Padding = append(w.Padding, [2]int{r.IntN(3), r.IntN(3)})
		}
	}
	order := func(a, b int, last bool, rest []int) []int { // the extents of a layout
		if last {
			return append(append([]int{a}, rest...), b)
		}
		return append([]int{a, b}, rest...)
	}
	positions := func(first int) (s []int) {
		for i := range spatial {
			s = append(s, first+i)
		}
		return s
	}
	if r.IntN(2) == 0 { // what was the batch is the features, and the other way round
		dims = ConvDims{spatial + 1, 0, positions(1), 0, spatial + 1, positions(1), spatial, spatial + 1, positions(0)}
		return dims, w, order(features, images, true, in), order(features, outputs, true, taps)
	}
	dims = ConvDims{1, 0, positions(2), 0, 1, positions(2), 1, 0, positions(2)}
	return dims, w, order(features, images, false, in), order(features, outputs, false, taps)
}

// Layouts of real models at sizes that reach every loop structure.
func TestConvLarge(t *testing.T) {
	nhwc := ConvDims{0, 3, []int{1, 2}, 2, 3, []int{0, 1}, 0, 3, []int{1, 2}}
	nchw := ConvDims{0, 1, []int{2, 3}, 1, 0, []int{2, 3}, 0, 1, []int{2, 3}}
	r := rand.New(rand.NewPCG(9, 9))
	for i, c := range []struct {
		dims          ConvDims
		window        ConvWindow
		input, kernel []int
	}{
		{nhwc, ConvWindow{Padding: [][2]int{{1, 1}, {1, 1}}, FeatureGroups: 1, BatchGroups: 1}, []int{2, 9, 10, 33}, []int{3, 3, 33, 70}},
		{nchw, ConvWindow{Padding: [][2]int{{1, 1}, {1, 1}}, FeatureGroups: 1, BatchGroups: 1}, []int{2, 30, 20, 31}, []int{7, 30, 3, 3}},
		{nchw, ConvWindow{Padding: [][2]int{{3, 2}, {3, 2}}, Strides: []int{2, 2}, FeatureGroups: 1, BatchGroups: 1}, []int{1, 3, 40, 61}, []int{9, 3, 7, 7}},
		{nchw, ConvWindow{FeatureGroups: 1, BatchGroups: 1}, []int{1, 80, 6, 6}, []int{110, 80, 2, 2}},
		{nhwc, ConvWindow{InputDilation: []int{2, 2}, Padding: [][2]int{{2, 2}, {2, 2}}, Reversal: []bool{true, true}, FeatureGroups: 1, BatchGroups: 1}, []int{1, 15, 15, 8}, []int{3, 3, 8, 12}},
		{nchw, ConvWindow{InputDilation: []int{2, 2}, Padding: [][2]int{{2, 2}, {2, 2}}, Reversal: []bool{true, true}, FeatureGroups: 1, BatchGroups: 1}, []int{1, 8, 15, 15}, []int{12, 8, 3, 3}},
		{nhwc, ConvWindow{Padding: [][2]int{{1, 1}, {1, 1}}, FeatureGroups: 40, BatchGroups: 1}, []int{2, 12, 13, 40}, []int{3, 3, 1, 40}},
		{nhwc, ConvWindow{Padding: [][2]int{{1, 1}, {1, 1}}, Strides: []int{2, 2}, FeatureGroups: 20, BatchGroups: 1}, []int{2, 12, 13, 20}, []int{3, 3, 1, 60}},
		{nhwc, ConvWindow{Padding: [][2]int{{1, 1}, {1, 1}}, Strides: []int{1, 2}, FeatureGroups: 33, BatchGroups: 1}, []int{2, 40, 41, 33}, []int{3, 3, 1, 33}},
		{nhwc, ConvWindow{Padding: [][2]int{{1, 1}, {1, 1}}, FeatureGroups: 20, BatchGroups: 1}, []int{2, 30, 37, 40}, []int{3, 3, 2, 60}},
		{nhwc, ConvWindow{Padding: [][2]int{{3, 3}, {3, 3}}, Strides: []int{2, 2}, FeatureGroups: 1, BatchGroups: 1}, []int{1, 40, 61, 3}, []int{7, 7, 3, 70}},
		{nhwc, ConvWindow{Padding: [][2]int{{1, 1}, {1, 1}}, FeatureGroups: 2, BatchGroups: 1}, []int{1, 20, 23, 40}, []int{3, 3, 20, 30}},
		{nchw, ConvWindow{Padding: [][2]int{{1, 1}, {1, 1}}, FeatureGroups: 40, BatchGroups: 1}, []int{2, 40, 12, 13}, []int{40, 1, 3, 3}},
		{nchw, ConvWindow{FeatureGroups: 1, BatchGroups: 3}, []int{6, 10, 12, 13}, []int{30, 10, 3, 3}},
		{nhwc, ConvWindow{KernelDilation: []int{2, 3}, Padding: [][2]int{{-1, 4}, {2, -2}}, FeatureGroups: 1, BatchGroups: 1}, []int{1, 20, 90, 5}, []int{3, 3, 5, 7}},
	} {
		types := []tensor.DType{tensor.F32, tensor.I64}
		if raceEnabled || i%3 != 0 {
			types = types[:1]
		}
		for _, d := range types {
			checkConv(t, "large", c.dims, c.window, d, random(r, d, true, c.input...), random(r, d, true, c.kernel...))
		}
	}
}

// Padding is an element of value zero: times infinity it is NaN.
func TestPaddingUnderInfiniteKernel(t *testing.T) {
	d := ConvDims{0, 1, []int{2}, 1, 0, []int{2}, 0, 1, []int{2}}
	w := ConvWindow{Padding: [][2]int{{1, 0}}, FeatureGroups: 1, BatchGroups: 1}
	input, _ := tensor.FromSlice([]int{1, 1, 3}, []float32{1, 2, 3})
	inf := float32(math.Inf(1))
	kernel, _ := tensor.FromSlice([]int{1, 1, 2}, []float32{inf, 1})
	f, err := resolved(prepareConv(d, w, tensor.F32, Type{tensor.F32, input.Shape()}, Type{tensor.F32, kernel.Shape()}))
	if err != nil {
		t.Fatal(err)
	}
	out := tensor.New(tensor.F32, 1, 1, 3)
	f(out, input, kernel, nil)
	got := tensor.Data[float32](out)
	if got[0] == got[0] || got[1] != inf || got[2] != inf {
		t.Errorf("got %v, want [NaN +Inf +Inf]", got)
	}
}

func TestKnownConv(t *testing.T) {
	d := ConvDims{0, 3, []int{1, 2}, 2, 3, []int{0, 1}, 0, 3, []int{1, 2}}
	input, _ := tensor.FromSlice([]int{1, 3, 3, 1}, []float32{1, 2, 3, 4, 5, 6, 7, 8, 9})
	kernel, _ := tensor.FromSlice([]int{2, 2, 1, 1}, []float32{1, 2, 3, 4})
	for _, c := range []struct {
		name   string
		window ConvWindow
		want   []float32
	}{
		{"cross-correlation", ConvWindow{FeatureGroups: 1, BatchGroups: 1}, []float32{37, 47, 67, 77}},
		{"reversed", ConvWindow{Reversal: []bool{true, true}, FeatureGroups: 1, BatchGroups: 1}, []float32{23, 33, 53, 63}},
		{"reversed in one dimension", ConvWindow{Reversal: []bool{true, false}, FeatureGroups: 1, BatchGroups: 1}, []float32{25, 35, 55, 65}},
		{"cropped", ConvWindow{Padding: [][2]int{{-1, 0}, {0, -1}}, FeatureGroups: 1, BatchGroups: 1}, []float32{67}},
		{"dilated kernel", ConvWindow{KernelDilation: []int{2, 2}, FeatureGroups: 1, BatchGroups: 1}, []float32{1 + 6 + 21 + 36}},
		{"stride and padding", ConvWindow{Strides: []int{2, 2}, Padding: [][2]int{{1, 1}, {1, 1}}, FeatureGroups: 1, BatchGroups: 1},
			[]float32{4, 3*2 + 4*3, 2*4 + 4*7, 77}},
	} {
		shape, err := ConvShape(d, c.window, input.Shape(), kernel.Shape())
		if err != nil {
			t.Fatal(err)
		}
		f, err := resolved(prepareConv(d, c.window, tensor.F32, Type{tensor.F32, input.Shape()}, Type{tensor.F32, kernel.Shape()}))
		if err != nil {
			t.Fatal(err)
		}
		out := tensor.New(tensor.F32, shape...)
		f(out, input, kernel, nil)
		if diff := cmp.Diff(c.want, tensor.Data[float32](out)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestConvErrors(t *testing.T) {
	dims := ConvDims{0, 1, []int{2}, 1, 0, []int{2}, 0, 1, []int{2}}
	plain := ConvWindow{FeatureGroups: 1, BatchGroups: 1}
	change := func(f func(d *ConvDims, w *ConvWindow)) func() (ConvDims, ConvWindow) {
		return func() (ConvDims, ConvWindow) {
			d, w := dims, plain
			f(&d, &w)
			return d, w
		}
	}
	for _, c := range []struct {
		change        func() (ConvDims, ConvWindow)
		input, kernel []int
		want          string
	}{
		{change(func(d *ConvDims, _ *ConvWindow) { d.InputFeature = 0 }), []int{1, 3, 9}, []int{4, 3, 2}, "layout of input names dimension 0 twice"},
		{change(func(d *ConvDims, _ *ConvWindow) { d.KernelSpatial = []int{5} }), []int{1, 3, 9}, []int{4, 3, 2}, "layout of kernel names dimension 5, it has rank 3"},
		{change(func(d *ConvDims, _ *ConvWindow) { d.OutputSpatial = nil }), []int{1, 3, 9}, []int{4, 3, 2}, "layout of output names 2 dimensions, it has rank 3"},
		{change(func(d *ConvDims, _ *ConvWindow) { d.KernelSpatial = []int{2, 3} }), []int{1, 3, 9}, []int{4, 3, 2, 2}, "input has rank 3, kernel rank 4"},
		{change(func(*ConvDims, *ConvWindow) {}), []int{1, 3, 9, 9}, []int{4, 3, 2}, "layout of input names 3 dimensions, it has rank 4"},
		{change(func(*ConvDims, *ConvWindow) {}), []int{1, 3, 9}, []int{4, 2, 2}, "kernel input features 2 differ from input features 3 / feature group count 1 (1x3x9 by 4x2x2)"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.FeatureGroups = 2 }), []int{1, 3, 9}, []int{4, 1, 2}, "input features 3 are not divisible by feature group count 2"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.FeatureGroups = 3 }), []int{1, 3, 9}, []int{4, 1, 2}, "kernel output features 4 are not divisible by group count 3"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.BatchGroups = 2 }), []int{3, 3, 9}, []int{4, 3, 2}, "input batch 3 is not divisible by batch group count 2"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.BatchGroups, w.FeatureGroups = 2, 2 }), []int{4, 4, 9}, []int{4, 2, 2},
			"feature group count 2 and batch group count 2 cannot both be over 1"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.BatchGroups = 0 }), []int{1, 3, 9}, []int{4, 3, 2},
			"group counts must be positive, got feature group count 1 and batch group count 0"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.Strides = []int{1, 1} }), []int{1, 3, 9}, []int{4, 3, 2}, "strides: 2 values for 1 spatial dimensions"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.Strides = []int{0} }), []int{1, 3, 9}, []int{4, 3, 2}, "strides must be positive, got 0"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.InputDilation = []int{-1} }), []int{1, 3, 9}, []int{4, 3, 2}, "input dilation must be positive, got -1"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.KernelDilation = []int{0} }), []int{1, 3, 9}, []int{4, 3, 2}, "kernel dilation must be positive, got 0"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.Padding = [][2]int{} }), []int{1, 3, 9}, []int{4, 3, 2}, "padding: 0 pairs for 1 spatial dimensions"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.Reversal = []bool{true, true} }), []int{1, 3, 9}, []int{4, 3, 2}, "window reversal: 2 values for 1 spatial dimensions"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.Padding = [][2]int{{math.MaxInt, 0}} }), []int{1, 3, 9}, []int{4, 3, 2},
			"padding 9223372036854775807 of spatial dimension 0 is out of range"},
		{change(func(_ *ConvDims, w *ConvWindow) { w.KernelDilation = []int{math.MaxInt} }), []int{1, 3, 9}, []int{4, 3, 3},
			"extent 3 with dilation 9223372036854775807 is out of range"},
	} {
		d, w := c.change()
		_, err := ConvShape(d, w, c.input, c.kernel)
		if want := "convolution: " + c.want; err == nil || err.Error() != want {
			t.Errorf("error %v\nwant  %s", err, want)
		}
		if _, err := ResolveConv(d, w, tensor.F32, Type{tensor.F32, c.input}, Type{tensor.F32, c.kernel}); err == nil || err.Error() != "convolution: "+c.want {
			t.Errorf("ResolveConv: error %v\nwant  %s", err, c.want)
		}
	}
	if _, err := ResolveConv(dims, plain, tensor.I8, Type{tensor.F32, []int{1, 3, 9}}, Type{tensor.F32, []int{4, 3, 2}}); err == nil ||
		err.Error() != "convolution: f32 x f32 cannot give i8: floating-point operands need a floating-point result" {
		t.Errorf("got error %v", err)
	}
}
