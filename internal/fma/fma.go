// Package fma rounds the sum of a product and a number once, as the instruction does, on processors
// that lack it.
package fma

import "math"

// Sum is product + sum rounded once to float32, where product is that of two float32, which is
// exact, and sum is a float32. The sum in float64 is rounded, and once more to float32, which
// together is one rounding unless the first one ends where the second one has a tie to break: there
// the last 28 bits are zero, be the result normal or not.
func Sum(product, sum float64) float32 {
	if math.Float64bits(product+sum)<<36 != 0 { // exact product
		return float32(product + sum)
	}
	return tie(product, sum)
}

// tie is x + y by way of rounding to odd: where the sum is no float64, the neighbour whose last bit
// is 1 tells on which side of a tie it is (Boldo and Melquiond, "Emulation of a FMA and correctly
// rounded sums", 2008). It is rarely called, and must not be inlined, so that Sum can be.
//
//go:noinline
func tie(x, y float64) float32 {
	sum := x + y
	// What rounding has dropped, exactly (Knuth's two-sum); NaN beside an infinity or NaN.
	part := sum - x
	dropped := (x - (sum - part)) + (y - part)
	bits := math.Float64bits(sum)
	if dropped != 0 && dropped == dropped && bits&1 == 0 {
		if (dropped > 0) == (sum > 0) {
			bits++
		} else {
			bits--
		}
	}
	return float32(math.Float64frombits(bits))
}
