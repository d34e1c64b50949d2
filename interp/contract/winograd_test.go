package contract

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/fma"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// usualConv are the dimensions of a convolution with features last, or first.
func usualConv(first bool) ConvDims {
	if first {
		return ConvDims{
			InputFeature: 1, InputSpatial: []int{2, 3}, KernelInput: 1, KernelSpatial: []int{2, 3}, OutputFeature: 1, OutputSpatial: []int{2, 3},
		}
	}
	return ConvDims{
		InputFeature: 3, InputSpatial: []int{1, 2}, KernelSpatial: []int{0, 1}, KernelInput: 2, KernelOutput: 3, OutputFeature: 3, OutputSpatial: []int{1, 2},
	}
}

// randomWinograd makes a convolution of 3x3 taps.
func randomWinograd(r *rand.Rand) (d ConvDims, w ConvWindow, input, kernel []int) {
	d = usualConv(r.IntN(4) == 0)
	if r.IntN(4) == 0 {
		d, _, _, _ = randomConv(r)
		for len(d.InputSpatial) != 2 {
			d, _, _, _ = randomConv(r)
		}
	}
	w = ConvWindow{FeatureGroups: 1, BatchGroups: 1, Winograd: 2 + 2*r.IntN(2)}
	if r.IntN(4) > 0 {
		w.Padding = [][2]int{{r.IntN(5) - 1, r.IntN(5) - 1}, {r.IntN(5) - 1, r.IntN(5) - 1}}
	}
	if r.IntN(6) == 0 {
		w.Reversal = []bool{r.IntN(2) == 0, r.IntN(2) == 0}
	}
	input, kernel = make([]int, 4), make([]int, 4)
	few := func() int {
		if r.IntN(4) == 0 {
			return 1 + r.IntN(90)
		}
		return r.IntN(20)
	}
	input[d.InputBatch], input[d.InputFeature] = r.IntN(3), few()
	kernel[d.KernelInput], kernel[d.KernelOutput] = input[d.InputFeature], few()
	for i := range 2 {
		input[d.InputSpatial[i]], kernel[d.KernelSpatial[i]] = r.IntN(12), 3
	}
	return d, w, input, kernel
}

// defined computes what numerics.md says that the algorithm computes, tile after tile; of each
// result it returns the largest number that its tile sees.
func defined(w *winograd, out, input, kernel []float32) (largest []float64) {
	largest = make([]float64, len(out))
	n, lines := w.seen(), map[int][2]func(*[6]float32){2: {seen2, results2}, 4: {seen4, results4}}[w.tile]
	square := func(x [6][6]float32, line func(*[6]float32)) (y [6][6]float32) {
		for j := range n {
			var col [6]float32
			for i := range n {
				col[i] = x[i][j]
			}
			line(&col)
			for i := range n {
				y[i][j] = col[i]
			}
		}
		for i := range n {
			line(&y[i])
		}
		return y
	}
	weights := make([][6][6]float64, w.features*w.outputs)
	for i := range weights {
		w.weightsAt(kernel, i/w.outputs*w.kernel.feature+i%w.outputs*w.kernel.output, &weights[i])
	}
	for tile := range w.tiles() {
		image, row, col := w.at(tile)
		seen, most := make([][6][6]float32, w.features), 0.0
		for f := range seen {
			for i := range n {
				for j := range n {
					y, x := row+i+w.rows.origin, col+j+w.cols.origin
					if y >= 0 && x >= 0 && y < w.rows.extent && x < w.cols.extent {
						seen[f][i][j] = input[image*w.input.image+y*w.input.row+x*w.input.col+f*w.input.feature]
						most = max(most, math.Abs(float64(seen[f][i][j])))
					}
				}
			}
			seen[f] = square(seen[f], lines[0])
		}
		for o := range w.outputs {
			var points [6][6]float32
			for f := range seen {
				of := &weights[f*w.outputs+o]
				for i := range n {
					for j := range n {
						points[i][j] = fma.Sum(float64(seen[f][i][j])*float64(float32(of[i][j])), float64(points[i][j]))
					}
				}
			}
			points = square(points, lines[1])
			for i := range min(w.tile, w.rows.outputs-row) {
				for j := range min(w.tile, w.cols.outputs-col) {
					at := image*w.output.image + (row+i)*w.output.row + (col+j)*w.output.col + o*w.output.feature
					out[at], largest[at] = points[i][j], most
				}
			}
		}
	}
	return largest
}

// The same bits come out of every kernel, for any number of workers, with weights that are
// transformed ahead or not: those of the definition, which are close to the convolution.
func TestWinogradRandom(t *testing.T) {
	usual := 80
	if testing.Short() || raceEnabled {
		usual = 15
	}
	for seed := range campaign.Seeds(some(usual)) {
		r := rand.New(rand.NewPCG(seed, 31))
		d, w, in, ker := randomWinograd(r)
		checkWinogradConv(t, fmt.Sprintf("case %d", seed), d, w, random(r, tensor.F32, r.IntN(3) == 0, in...), random(r, tensor.F32, false, ker...))
	}
}

// Blocks of all sizes.
func TestWinogradBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 32))
	d, w := usualConv(false), ConvWindow{FeatureGroups: 1, BatchGroups: 1, Padding: [][2]int{{1, 1}, {1, 1}}}
	cases := [][4]int{{1, 7, 270, 70}, {3, 17, 6, 65}, {1, 3, 520, 70}}
	if testing.Short() || raceEnabled {
		cases = cases[:1]
	}
	for _, c := range cases {
		for _, w.Winograd = range []int{2, 4} {
			in, ker := random(r, tensor.F32, false, c[0], c[1], c[1], c[2]), random(r, tensor.F32, false, 3, 3, c[2], c[3])
			checkWinogradConv(t, fmt.Sprint(c, w.Winograd), d, w, in, ker)
		}
	}
}

func checkWinogradConv(t *testing.T, context string, d ConvDims, w ConvWindow, input, kernel *tensor.Tensor) {
	t.Helper()
	context = fmt.Sprintf("%s: %s by %s, %+v, %+v", context, input.TypeString(), kernel.TypeString(), d, w)
	p, err := prepareConv(d, w, tensor.F32, Type{tensor.F32, input.Shape()}, Type{tensor.F32, kernel.Shape()})
	if err != nil {
		t.Fatalf("%s: %v", context, err)
	}
	want := tensor.New(tensor.F32, p.out.Shape...)
	largest := defined(p.winograd, tensor.Data[float32](want), tensor.Data[float32](input), tensor.Data[float32](kernel))
	checkAll(t, context, p, err, want, input, kernel)
	checkClose(t, context, d, w, want, input, kernel, largest)
}

// checkClose compares with the convolution in f64: no result is further off than the bound that
// numerics.md tells of the largest number that its tile sees, and where one sees others it is no
// number.
func checkClose(t *testing.T, context string, d ConvDims, w ConvWindow, got, input, kernel *tensor.Tensor, largest []float64) {
	t.Helper()
	if shapes.Product(got.Shape())*input.Shape()[d.InputFeature] > 1<<14 {
		return
	}
	exact := tensor.New(tensor.F64, got.Shape()...)
	wide := func(x *tensor.Tensor) *tensor.Tensor {
		y := tensor.New(tensor.F64, x.Shape()...)
		for i, v := range tensor.Data[float32](x) {
			tensor.Data[float64](y)[i] = float64(v)
		}
		return y
	}
	referenceConv(d, w, exact, wide(input), wide(kernel))
	weight := 0.0
	for _, v := range tensor.Data[float32](kernel) {
		weight = max(weight, math.Abs(float64(v)))
	}
	for i, g := range tensor.Data[float32](got) {
		e, g := tensor.Data[float64](exact)[i], float64(g)
		number := !math.IsNaN(g) && !math.IsInf(g, 0)
		if math.IsNaN(e) || math.IsInf(e, 0) {
			if number {
				t.Fatalf("%s: element %d is %v, and %v of the definition", context, i, g, e)
			}
			continue
		}
		// Where numbers of the tile are near the end of the range, steps may be beyond it.
		features := float64(input.Shape()[d.InputFeature])
		bound := winogradError*9*features*largest[i]*weight + winogradTiny*features*(1+weight)
		if largest[i] < 1e30 && !number || number && math.Abs(g-e) > bound {
			t.Fatalf("%s: element %d is %v, and %v exactly, which is more than %v apart", context, i, g, e, bound)
		}
	}
}

// winogradError is what numerics.md says of the error: relative to what the products could add up
// to, if all were as large as the largest.
const winogradError = 0x1p-20

// winogradTiny is what subnormal numbers round by, in all steps together: a half of the least one
// in each, which the transforms make larger.
const winogradTiny = 100 * 0x1p-149

// What the algorithm cannot do is refused.
func TestWinogradRefuses(t *testing.T) {
	for _, c := range []struct {
		change func(d *ConvDims, w *ConvWindow, in, ker *Type)
		want   string
	}{
		{func(_ *ConvDims, w *ConvWindow, _, _ *Type) { w.Winograd = 3 }, "tiles of 3x3"},
		{func(_ *ConvDims, w *ConvWindow, _, _ *Type) { w.Strides = []int{1, 2} }, "strides"},
		{func(_ *ConvDims, w *ConvWindow, _, _ *Type) { w.KernelDilation = []int{1, 2} }, "dilation"},
		{func(_ *ConvDims, w *ConvWindow, _, _ *Type) { w.InputDilation = []int{2, 1} }, "dilation"},
		{func(_ *ConvDims, w *ConvWindow, _, ker *Type) { w.FeatureGroups, ker.Shape = 2, []int{3, 3, 2, 6} }, "groups"},
		{func(_ *ConvDims, w *ConvWindow, in, _ *Type) { w.BatchGroups, in.Shape = 2, []int{2, 8, 8, 4} }, "groups"},
		{func(_ *ConvDims, _ *ConvWindow, _, ker *Type) { ker.Shape = []int{3, 1, 4, 6} }, "3x1 taps"},
		{func(_ *ConvDims, _ *ConvWindow, in, _ *Type) { in.DType = tensor.F64 }, "f64"},
		{func(_ *ConvDims, _ *ConvWindow, in, ker *Type) { in.DType, ker.DType = tensor.C64, tensor.C64 }, "for f32"},
	} {
		d, w := usualConv(false), ConvWindow{FeatureGroups: 1, BatchGroups: 1, Winograd: 4}
		in, ker := Type{tensor.F32, []int{1, 8, 8, 4}}, Type{tensor.F32, []int{3, 3, 4, 6}}
		c.change(&d, &w, &in, &ker)
		if _, err := NewConv(d, w, tensor.F32, in, ker); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v, %v by %v: %v, want %q", w, in, ker, err, c.want)
		}
	}
}
