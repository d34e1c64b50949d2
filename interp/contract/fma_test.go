package contract

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/exact"
	"github.com/tg-opt/tg/internal/exact/trial"
)

// step is what a contraction does for each inner position.
func step[T number](x, y, acc T) T {
	switch sum := any(acc).(type) {
	case float32:
		return T(exact.MultiplyAdd(float32(x), float32(y), sum))
	case float64:
		return T(math.FMA(float64(x), float64(y), sum))
	}
	return acc + x*y
}

// The kernel without fused instructions gives what the exact value rounds to, and so does each that
// has them.
func TestOneRounding(t *testing.T) {
	for seed := range campaign.Seeds(some(100_000)) {
		r := rand.New(rand.NewPCG(seed, 11))
		x, y, sum := trial.MultiplyAdd(r)
		want := exact.MultiplyAdd(x, y, sum)
		for i, k := range kernelsFloat32() {
			c := []float32{sum}
			k.multiply(1, 1, 1, []float32{x}, 1, 1, []float32{y}, 1, c, 1, true)
			if bitsOf(c[0]) != bitsOf(want) {
				t.Fatalf("case %d, kernel %d: %g*%g + %g = %g (%#x), want %g (%#x)", seed, i, x, y, sum, c[0], math.Float32bits(c[0]), want, math.Float32bits(want))
			}
		}
	}
}

// What only one rounding keeps: the low half of a product.
func TestProductsAreNotRounded(t *testing.T) {
	x := float32(1 + 0x1p-12) // x*x = 1 + 2^-11 + 2^-24
	for i, k := range kernelsFloat32() {
		c := []float32{-1 - 0x1p-11}
		k.multiply(1, 1, 1, []float32{x}, 1, 1, []float32{x}, 1, c, 1, true)
		if c[0] != 0x1p-24 {
			t.Errorf("kernel %d: x*x - round(x*x) = %g, want 2^-24", i, c[0])
		}
	}
	y := 1 + 0x1p-27
	for i, k := range kernelsFloat64() {
		c := []float64{-1 - 0x1p-26}
		k.multiply(1, 1, 1, []float64{y}, 1, 1, []float64{y}, 1, c, 1, true)
		if c[0] != 0x1p-54 {
			t.Errorf("float64 kernel %d: y*y - round(y*y) = %g, want 2^-54", i, c[0])
		}
	}
}
