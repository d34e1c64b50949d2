package kernel

import "math"

// fusedMultiplyAdd is x y + z, rounded once. The product is exact in f64. The sum is rounded there
// and once more to f32, which together is one rounding unless the first one ends where the second
// one has a tie to break: there the last 28 bits are zero, be the result normal or not.
func fusedMultiplyAdd(x, y, z float32) float32 {
	product := float64(x) * float64(y)
	sum := product + float64(z) // exact product
	if math.Float64bits(sum)<<36 != 0 {
		return float32(sum)
	}
	return float32(roundedToOdd(product, float64(z)))
}

// roundedToOdd is x + y or, where that is no f64, the neighbour whose last bit is 1, which tells on
// which side of a tie the sum is (Boldo and Melquiond, Emulation of a FMA and correctly rounded
// sums, 2008).
//
//go:noinline
func roundedToOdd(x, y float64) float64 {
	s := sumOf(x, y) // whose second part is NaN beside an infinity or NaN
	bits := math.Float64bits(s.high)
	if s.low != 0 && s.low == s.low && bits&1 == 0 {
		if (s.low > 0) == (s.high > 0) {
			bits++
		} else {
			bits--
		}
	}
	return math.Float64frombits(bits)
}

// scale is x 2^floor(k), rounded once, for k from -1022 to 1023.
func scale(x, k float32) float32 {
	return float32(float64(x) * math.Float64frombits(uint64(int64(math.Floor(float64(k)))+1023)<<52))
}
