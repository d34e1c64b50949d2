package contract

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// The errors that numerics.md tells: how far results are from exact ones, in the mean relative to
// the results, and at most relative to the sum of the magnitudes of the products.
func TestWinogradErrors(t *testing.T) {
	for _, c := range []struct {
		tile      int
		mean, one float64
	}{{0, 4.5e-7, 3e-7}, {2, 4e-7, 4e-7}, {4, 8e-7, 8e-7}} {
		var squares, results, worst float64
		for _, features := range []int{16, 128} {
			for positive := range 2 {
				r := rand.New(rand.NewPCG(uint64(features), uint64(positive)))
				mean, most := errorsOf(t, r, c.tile, features, positive == 1)
				squares, results, worst = squares+mean*mean, results+1, max(worst, most)
			}
		}
		mean := math.Sqrt(squares / results)
		t.Logf("tiles of %d: error %.2g in the mean, %.2g at most", c.tile, mean, worst)
		if mean > c.mean || worst > c.one {
			t.Errorf("tiles of %d: error %.2g in the mean, %.2g at most, but should be %g and %g", c.tile, mean, worst, c.mean, c.one)
		}
	}
}

// errorsOf are those of a random convolution, whose inputs may all be positive, as those behind
// relu.
func errorsOf(t *testing.T, r *rand.Rand, tile, features int, positive bool) (mean, worst float64) {
	const size, outputs = 18, 8
	d, w := usualConv(false), ConvWindow{FeatureGroups: 1, BatchGroups: 1, Winograd: tile}
	in, ker := tensor.New(tensor.F32, 1, size, size, features), tensor.New(tensor.F32, 3, 3, features, outputs)
	x, k := tensor.Data[float32](in), tensor.Data[float32](ker)
	for i := range x {
		x[i] = float32(r.NormFloat64())
		if positive {
			x[i] = max(x[i], 0)
		}
	}
	for i := range k {
		k[i] = float32(r.NormFloat64())
	}
	f, err := resolved(prepareConv(d, w, tensor.F32, Type{tensor.F32, in.Shape()}, Type{tensor.F32, ker.Shape()}))
	if err != nil {
		t.Fatal(err)
	}
	const n = size - 2
	out := tensor.New(tensor.F32, 1, n, n, outputs)
	f(out, in, ker, nil)
	var apart, squares float64
	strides := shapes.Strides(in.Shape())
	for i, got := range tensor.Data[float32](out) {
		exact, magnitude := 0.0, 0.0
		for tap := range 9 {
			at := (i/outputs/n+tap/3)*strides[1] + (i/outputs%n+tap%3)*strides[2]
			for c := range features {
				p := float64(x[at+c]) * float64(k[(tap*features+c)*outputs+i%outputs])
				exact, magnitude = exact+p, magnitude+math.Abs(p)
			}
		}
		e := math.Abs(float64(got) - exact)
		apart, squares, worst = apart+e*e, squares+exact*exact, max(worst, e/magnitude)
	}
	return math.Sqrt(apart / squares), worst
}
