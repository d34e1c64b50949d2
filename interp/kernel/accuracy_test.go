package kernel

import (
	"flag"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

var exhaustive = flag.Bool("exhaustive", false, "test functions of f32 on all 2^32 numbers, which takes minutes for each")

// The results of functions on f32 are the nearest numbers as far as f64 can tell: at most half a
// unit in the last place, and a little for the error of the computation in f64, from the value that
// Go's library has in f64.
func TestFunctionsAreNearest(t *testing.T) {
	step := uint64(9973)
	if *exhaustive {
		step = 1
	}
	for _, name := range slices.Sorted(maps.Keys(wideFunctions)) {
		t.Run(name, func(t *testing.T) {
			loop, reference := unaryLoop(name, tensor.F32), unaryMath[name]
			const count = 4096
			x, y, want := make([]float32, count), make([]float32, count), make([]float64, count)
			worst, worstAt, different := 0.0, float32(0), 0
			for from := uint64(0); from < 1<<32; from += count * step {
				for i := range x {
					x[i] = math.Float32frombits(uint32(from + uint64(i)*step))
					want[i] = float64(x[i])
				}
				loop(asBytes(y), asBytes(x))
				reference(want, want)
				for i, v := range y {
					if nearest := float32(want[i]); math.Float32bits(v) != math.Float32bits(nearest) && (v == v || nearest == nearest) {
						different++
						if off := unitsApart(v, want[i]); off > worst {
							worst, worstAt = off, x[i]
						}
					}
				}
			}
			t.Logf("%d of %d differ from the rounded f64 value, by at most %.9f units, at %v", different, 1<<32/step, worst, worstAt)
			if worst > 0.500001 {
				t.Errorf("%s(%v) is %.9f units in the last place from the f64 value", name, worstAt, worst)
			}
		})
	}
}

// Powers are nearest, too, and those that lie halfway between two numbers go to the even one.
func TestPowersAreNearest(t *testing.T) {
	loop, err := binaryLoop("pow", tensor.F32)
	if err != nil {
		t.Fatal(err)
	}
	const count = 4096
	rng := rand.New(rand.NewPCG(1, 2))
	exponents := []float32{2, 3, 4, 7, 0.5, -0.5, 1.5, -1, -2, 1.0 / 3, 0.1, 25}
	x, y, z := make([]float32, count), make([]float32, count), make([]float32, count)
	different := 0
	for range 100 {
		for i := range x {
			switch rng.IntN(3) {
			case 0: // odd integers have squares and cubes of many bits
				x[i] = float32(2*rng.IntN(1<<12) + 1<<12 + 1)
			case 1:
				x[i] = float32(rng.NormFloat64())
			default:
				x[i] = math.Float32frombits(rng.Uint32())
			}
			y[i] = exponents[rng.IntN(len(exponents))]
			if rng.IntN(4) == 0 {
				y[i] = float32(3 * rng.NormFloat64())
			}
		}
		loop(asBytes(z), asBytes(x), asBytes(y))
		for i, v := range z {
			exact := math.Pow(float64(x[i]), float64(y[i]))
			nearest := float32(exact)
			if math.Float32bits(v) == math.Float32bits(nearest) || v != v && nearest != nearest {
				continue
			}
			different++
			if off := unitsApart(v, exact); off > 0.500001 || y[i] == 2 {
				t.Fatalf("pow(%v, %v) = %v, %.9f units in the last place from %v", x[i], y[i], v, off, exact)
			}
		}
	}
	t.Logf("%d of %d differ from the rounded f64 value", different, 100*count)
}

// unitsApart returns the distance of v from the exact value in units of the last place of v,
// infinity if only one of them is finite or a number.
func unitsApart(v float32, exact float64) float64 {
	unit := math.Nextafter32(float32(math.Abs(float64(v))), float32(math.Inf(1))) - float32(math.Abs(float64(v)))
	distance := math.Abs(float64(v)-exact) / float64(unit)
	if distance != distance {
		return math.Inf(1)
	}
	return distance
}
