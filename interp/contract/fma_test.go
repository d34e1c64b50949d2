package contract

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
)

// exact32 is x*y + sum rounded once. Of what math.FMA gives in float64 the neighbours are on both
// sides of the exact value: where they agree in float32, so does that; else it is computed exactly.
func exact32(x, y, sum float32) float32 {
	near := math.FMA(float64(x), float64(y), float64(sum))
	below, above := float32(math.Nextafter(near, math.Inf(-1))), float32(math.Nextafter(near, math.Inf(1)))
	if near == 0 || math.IsNaN(near) || math.IsInf(near, 0) || below == above {
		return float32(near)
	}
	return big32(x, y, sum)
}

// big32 is x*y + sum of finite numbers, which is not zero, computed exactly.
func big32(x, y, sum float32) float32 {
	exact := func(v float32) *big.Float { return new(big.Float).SetPrec(1000).SetFloat64(float64(v)) }
	product := exact(x)
	product.Mul(product, exact(y))
	v, _ := product.Add(product, exact(sum)).Float32()
	return v
}

// step is what a contraction does for each inner position.
func step[T number](x, y, acc T) T {
	switch sum := any(acc).(type) {
	case float32:
		return T(exact32(float32(x), float32(y), sum))
	case float64:
		return T(math.FMA(float64(x), float64(y), sum))
	}
	return acc + x*y
}

// hard32 are operands whose sum is at a tie of float32, or so near to one that float64 cannot tell,
// over all exponents; and special ones.
func hard32(r *rand.Rand) (x, y, sum float32) {
	sign := float32(1 - 2*r.IntN(2))
	switch r.IntN(6) {
	case 0:
		return float32(specialFloat(r)), float32(specialFloat(r)), float32(specialFloat(r))
	case 1: // any bits
		return math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32())
	case 2: // half of the sum's last place, and a bit more or less or nothing
		sum = math.Float32frombits(r.Uint32() & 0x7F7FFFFF)
		half := float32(math.Ldexp(1, max(math.Ilogb(float64(sum))-24, -149)))
		return half * (1 + float32(r.IntN(3)-1)*0x1p-23), sign * (1 + float32(r.IntN(3)-1)*0x1p-23), sum
	case 3: // cancellation
		x, y = float32(r.NormFloat64()), float32(r.NormFloat64())
		return x, y, -x * y
	case 4: // small integers: ties and exact sums
		return float32(r.IntN(1 << 13)), sign * float32(r.IntN(1<<13)), float32(r.IntN(1 << 24))
	}
	// around what is subnormal, and what overflows
	at := []int{-149, -126, 127}[r.IntN(3)]
	part := r.IntN(60) - 30
	pick := func(e int) float32 { return float32(math.Ldexp(float64(1+r.IntN(1<<24)), e-24)) }
	return pick(at/2 + part), sign * pick(at-at/2-part+r.IntN(3)), pick(at + r.IntN(3))
}

// The kernel without fused instructions gives what the exact value rounds to, and so does each that
// has them.
func TestOneRounding(t *testing.T) {
	for seed := range campaign.Seeds(100_000) {
		r := rand.New(rand.NewPCG(seed, 11))
		x, y, sum := hard32(r)
		want := exact32(x, y, sum)
		if finite := x*0 == 0 && y*0 == 0 && sum*0 == 0; finite && want != 0 && want != big32(x, y, sum) {
			t.Fatalf("case %d: the reference is wrong: %g*%g + %g = %g, want %g", seed, x, y, sum, want, big32(x, y, sum))
		}
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
