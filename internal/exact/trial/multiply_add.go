package trial

import (
	"math"
	"math/rand/v2"
)

// MultiplyAdd are f32 numbers of which x y + z is at a tie of f32, or so near to one that f64
// cannot tell, over all exponents; and special ones.
func MultiplyAdd(r *rand.Rand) (x, y, z float32) {
	sign := float32(1 - 2*r.IntN(2))
	switch r.IntN(6) {
	case 0:
		return special(r), special(r), special(r)
	case 1: // any bits
		return math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32())
	case 2: // half of the last place of z, and a bit more or less or nothing
		z = math.Float32frombits(r.Uint32() & 0x7F7FFFFF)
		half := float32(math.Ldexp(1, max(math.Ilogb(float64(z))-24, -149)))
		return half * (1 + float32(r.IntN(3)-1)*0x1p-23), sign * (1 + float32(r.IntN(3)-1)*0x1p-23), z
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

// special is often an infinity, NaN, a zero, or so small or large that products leave the format.
func special(r *rand.Rand) float32 {
	if r.IntN(4) == 0 {
		return float32(r.NormFloat64())
	}
	list := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1e-40, -2e-45, 3e38, -3e38}
	return float32(list[r.IntN(len(list))])
}
