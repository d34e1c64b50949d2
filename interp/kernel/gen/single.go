package main

import (
	"math"
	"math/big"
)

// Functions of f32 numbers in lanes of f32. Each has an error of less than 1 unit in the last
// place: what is rounded last is a large number plus a small one, and what the large one has lost
// is kept.

var (
	// e^r is 1+r+r^2 singleExponential(r) for e^r from 3/4 to 3/2.
	singleExponential = fit(exponentialTail, -0.288, 0.406, 4)
	// ln2Singles are ln(2) in two f32 numbers; a multiple of the first one by up to 2^8 is exact.
	ln2Singles = singles(ln2, 16)
)

// singles splits a number into two f32 numbers, the first of so many bits.
func singles(v *big.Float, bits uint) [2]float64 {
	first := parts(v, bits)[0]
	return [2]float64{first, float64(float32(rounded(minus(v, number(first)))))}
}

func exponentialSeries(x *big.Float) *big.Float {
	return series(number(1), func(n int) *big.Float { return times(x, whole(1, n+1)) })
}

// exponential32 is e^x as 2^k (1+tail).
type exponential32 struct{ k, tail value }

// exponentialOf32 uses x up. It chooses k so that 1+tail is from 3/4 to 3/2, where the last bits of
// the tail weigh least.
func exponentialOf32(t target, x value) exponential32 {
	center := -math.Log2(1.125) / 2 // the logarithm of sqrt(3/4 3/2)
	shift := t.number(f32.roundingShift())
	shifted := t.add(t.mulAdd(x, t.number(log2e), t.number(center)), shift)
	k := t.sub(shifted, shift)
	r := t.mulAdd(k, t.number(-ln2Singles[1]), t.mulAdd(k, t.number(-ln2Singles[0]), x))
	return exponential32{k, t.mulAdd(t.mul(r, r), polynomial(t, r, singleExponential), r)}
}

func exp32(t target, x value) value {
	e := exponentialOf32(t, bounded(t, x, -104, 89)) // beyond which it is 0 and infinite
	return t.scale(t.add(e.tail, t.number(1)), e.k)
}

// sigmoid32 is m/(m+2^-k), where e^x is 2^k m. The quotient is corrected by what rounding has lost.
func sigmoid32(t target, x value) value {
	e := exponentialOf32(t, bounded(t, x, -104, 87))
	m := fastSum(t, t.number(1), e.tail)
	k := t.larger(t.number(-126), e.k) // beyond which the inverse power is not finite
	inversePower := shiftedPower(t, t.sub(t.number(f32.roundingShift()), k))
	larger, smaller := t.larger(m.high, inversePower), t.smaller(m.high, inversePower)
	divisor := fastSum(t, larger, smaller)
	divisor.low = t.add(divisor.low, m.low)
	inverse := t.div(t.number(1), divisor.high)
	result := t.mul(m.high, inverse)
	rest := t.add(t.subMul(result, divisor.high, m.high), t.subMul(result, divisor.low, m.low))
	return t.scale(t.mulAdd(rest, inverse, result), t.sub(e.k, k))
}
