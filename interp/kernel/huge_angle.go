package kernel

import (
	"math"
	"math/bits"
)

// Sines, cosines and tangents of numbers with many turns: what is left of x after the multiples of
// pi/2 comes from x times those binary places of 2/pi that matter (Payne and Hanek, Radian
// reduction for trigonometric functions, 1983).

func sinOfHuge(x float64) float64 {
	turns, high, low := reduceHuge(x)
	return turnedSine(turns, high, low)
}

func cosOfHuge(x float64) float64 {
	turns, high, low := reduceHuge(x)
	return turnedSine(turns+1, high, low)
}

func tanOfHuge(x float64) float64 {
	turns, high, low := reduceHuge(x)
	return turnedTangent(turns, high, low)
}

// manyTurns is a number whose low bits count ones.
const manyTurns = 3 << 51

// reduceHuge returns the quarter turns in x, modulo 4 and on top of manyTurns, and what remains, at
// most pi/4 in magnitude, in two parts. Infinities and NaN leave NaN.
func reduceHuge(x float64) (turns, high, low float64) {
	if x-x != 0 {
		return manyTurns, math.NaN(), math.NaN()
	}
	b := math.Float64bits(x)
	exponent := int(b>>52&0x7FF) - 1075
	mantissa := b&(1<<52-1) | 1<<52
	// Places of 2/pi of which a multiple by the mantissa is a multiple of 4 do not matter; 192 of
	// the others do. The first word is of zeros, for numbers that are not so huge.
	from := exponent - 2 + 64
	at := func(i int) uint64 {
		if i == 0 || i > len(twoOverPi) {
			return 0
		}
		return twoOverPi[i-1]
	}
	var window [3]uint64
	for i := range window {
		window[i] = at(from/64+i) << (from % 64)
		if from%64 > 0 {
			window[i] |= at(from/64+i+1) >> (64 - from%64)
		}
	}
	_, v0 := bits.Mul64(window[0], mantissa)
	h1, v1 := bits.Mul64(window[1], mantissa)
	h2, v2 := bits.Mul64(window[2], mantissa)
	v1, carry := bits.Add64(v1, h2, 0)
	v0 += h1 + carry
	quarters := v0 >> 62
	v0, v1, v2 = v0<<2|v1>>62, v1<<2|v2>>62, v2<<2
	sign := x < 0
	if v0>>63 != 0 { // more than half of a quarter: less than none of the next
		quarters++
		var borrow uint64
		v2, borrow = bits.Sub64(0, v2, 0)
		v1, borrow = bits.Sub64(0, v1, borrow)
		v0, _ = bits.Sub64(0, v0, borrow)
		sign = !sign
	}
	high, low = fraction(v0, v1, v2)
	high, low = timesHalfPi(high, low)
	if sign {
		high, low = -high, -low
	}
	if x < 0 {
		quarters = -quarters
	}
	return manyTurns + float64(quarters&3), high, low
}

// fraction is the number with these binary places behind its point, in two parts.
func fraction(v0, v1, v2 uint64) (high, low float64) {
	lead := bits.LeadingZeros64(v0)
	if v0 == 0 {
		lead = 64 + bits.LeadingZeros64(v1)
		v0, v1, v2 = v1, v2, 0
	}
	if s := lead % 64; s > 0 {
		v0, v1 = v0<<s|v1>>(64-s), v1<<s|v2>>(64-s)
	}
	// 53 bits, and then 64 more of which the last ones are rounded.
	high = math.Ldexp(float64(v0>>11), -53-lead)
	low = math.Ldexp(float64(v0<<53|v1>>11), -117-lead)
	return high, low
}

// timesHalfPi multiplies by pi/2, in two parts.
func timesHalfPi(high, low float64) (float64, float64) {
	product := float64(high * halfPiHigh)
	rest := math.FMA(high, halfPiHigh, -product)
	rest += math.FMA(high, halfPiLow, float64(low*halfPiHigh))
	sum := product + rest
	return sum, rest - (sum - product)
}
