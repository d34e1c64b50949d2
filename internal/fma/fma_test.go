package fma

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/exact"
	"github.com/tg-opt/tg/internal/exact/trial"
)

// What Sum gives is what the exact value rounds to.
func TestOneRounding(t *testing.T) {
	for seed := range campaign.Seeds(100_000) {
		r := rand.New(rand.NewPCG(seed, 12))
		x, y, z := trial.MultiplyAdd(r)
		want := exact.MultiplyAdd(x, y, z)
		got := Sum(float64(x)*float64(y), float64(z))
		if math.Float32bits(got) != math.Float32bits(want) && (got == got || want == want) {
			t.Fatalf("case %d: %g*%g + %g = %g (%#x), want %g (%#x)", seed, x, y, z, got, math.Float32bits(got), want, math.Float32bits(want))
		}
	}
}

// Sums that are a tie of f32, and one whose nearest number of f64 is.
func TestTies(t *testing.T) {
	const half, last = 0x1p-24, 0x1p-23
	for _, c := range [][4]float32{
		{half, 1, 1, 1},
		{half, 1, 1 + last, 1 + 2*last},
		{half * (1 - last), 1 + last, 1 + last, 1 + last},
	} {
		if got := Sum(float64(c[0])*float64(c[1]), float64(c[2])); got != c[3] {
			t.Errorf("%g*%g + %g = %g, want %g", c[0], c[1], c[2], got, c[3])
		}
	}
}

func BenchmarkSum(b *testing.B) {
	x, sum := [64]float32{}, [64]float32{}
	for i := range x {
		x[i] = 1 + float32(i)/64*0x1.23p0
	}
	for b.Loop() {
		for i, v := range x {
			sum[i] = Sum(float64(v)*0.75, float64(sum[i]))
		}
	}
}
