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

// exp32 is 2^k (1+tail), where it chooses k so that 1+tail is from 3/4 to 3/2, where the last bits
// of the tail weigh least.
func exp32(t target, x value) value {
	x = bounded(t, x, -104, 89)     // beyond which it is 0 and infinite
	center := -math.Log2(1.125) / 2 // the logarithm of sqrt(3/4 3/2)
	shift := t.number(f32.roundingShift())
	shifted := t.add(t.mulAdd(x, t.number(log2e), t.number(center)), shift)
	k := t.sub(shifted, shift)
	r := t.mulAdd(k, t.number(-ln2Singles[1]), t.mulAdd(k, t.number(-ln2Singles[0]), x))
	tail := polynomial(t, r, singleExponential)
	tail = t.mulAdd(t.mul(r, r), tail, r)
	return t.scale(t.add(tail, t.number(1)), k)
}

// The logistic function divides each power of two into so many steps.
const (
	sigmoidBits  = 4
	sigmoidSteps = 1 << sigmoidBits
)

var (
	// sigmoidPower is p(0), where p(n) is a number near 2^(n/16) whose bits are those of p(0) plus
	// n times 2^(23-4). It is so much above 1 that in sigmoidOf m is always more than 1.
	sigmoidPower = math.Float32frombits(0x3F800000 + 3<<16)
	// sigmoidRests are p(n)/2^(n/16)-1.
	sigmoidRests = sigmoidRestsOf(math.Float32bits(sigmoidPower))
	// e^r is 1+r sigmoidExponential(r) for r up to half a step.
	sigmoidExponential = fit(exponentialSlope, -0.0217, 0.0217, 2)
)

func sigmoidRestsOf(first uint32) []float64 {
	rests := make([]float64, sigmoidSteps)
	for n := range rests {
		p := math.Float32frombits(first + uint32(n)<<(f32.fraction()-sigmoidBits))
		rests[n] = float64(p)*math.Exp2(-float64(n)/sigmoidSteps) - 1
	}
	return rests
}

// exponentialSlope is (e^r-1)/r.
func exponentialSlope(r *big.Float) *big.Float { return plus(number(1), times(r, exponentialTail(r))) }

// sigmoidLimit is a magnitude up to which nothing in sigmoidParts is subnormal or infinite.
const sigmoidLimit = 87

func sigmoidNear32(t target, x value) value {
	quotient, lost := sigmoidParts(t, x, t.number(-float64(sigmoidPower)))
	return t.mulAddNumber(lost, quotient, quotient)
}

// sigmoid32 is sigmoidNear32 for all numbers.
func sigmoid32(t target, x value) value {
	quotient, lost, factor := sigmoidFar(t, bounded(t, x, -104, sigmoidLimit))
	return t.mul(t.mulAddNumber(lost, quotient, quotient), factor)
}

// siluNear32 is x times the sum of the quotient and what it has lost.
func siluNear32(t target, x value) value {
	quotient, lost := sigmoidParts(t, x, t.number(-float64(sigmoidPower)))
	return siluOf(t, x, quotient, lost)
}

// silu32 is siluNear32 for all numbers: x from 87 on, and -0 at -infinity, where e^x wins.
func silu32(t target, x value) value {
	cut := bounded(t, x, -110, sigmoidLimit)
	quotient, lost, factor := sigmoidFar(t, t.copy(cut))
	return t.choose(t.less(t.number(sigmoidLimit), x), x, t.mul(siluOf(t, cut, quotient, lost), factor))
}

func siluOf(t target, x, quotient, lost value) value {
	product := t.mul(x, quotient)
	rest := t.mulAdd(product, lost, t.mulAdd(x, quotient, negative(t, product)))
	return withSign(t, t.add(product, rest), x) // of zeros, too
}

// sigmoidFar is sigmoidParts for numbers at which the result may be subnormal. It is e^x there, and
// that times 2^32 for a p that is 2^-32 times what it should be; the factor makes up for it.
func sigmoidFar(t target, x value) (quotient, lost, factor value) {
	const down = 0x1p-32
	far := t.less(x, t.number(-sigmoidLimit))
	first := t.choose(far, t.number(-down*float64(sigmoidPower)), t.number(-float64(sigmoidPower)))
	quotient, lost = sigmoidParts(t, x, first)
	return quotient, lost, t.choose(far, t.number(down), t.number(1))
}

// sigmoidParts is m/(m+p), where p is a number near e^-x, so that m = p e^x is 1 and a small rest;
// first is -p(0). Rounding has taken from the quotient its product with lost, from m minus quotient
// times m+p. There what is subtracted from 1 is first the greater of the quotient and quotient
// times p, so that the difference is small.
func sigmoidParts(t target, x, first value) (quotient, lost value) {
	shift := t.number(f32.roundingShift() / sigmoidSteps)
	shifted := t.mulAdd(x, t.number(-log2e), shift)
	k := t.sub(shifted, shift)
	r := t.mulAdd(k, t.number(ln2Singles[1]), t.mulAdd(k, t.number(ln2Singles[0]), t.copy(x)))
	slope := polynomial(t, r, sigmoidExponential)
	table := t.lookup(shifted, sigmoidRests)
	minusP := t.addBits(t.shiftLeft(shifted, f32.fraction()-sigmoidBits), first)
	rest := t.mulAdd(slope, t.mulAdd(r, table, r), table)
	m := t.add(rest, t.number(1))
	quotient = t.div(m, t.sub(m, minusP))
	lost = t.mulAddNumber(t.smaller(t.number(-1), minusP), quotient, t.number(1))
	lost = t.mulAdd(t.larger(t.number(-1), minusP), quotient, lost)
	return quotient, t.add(lost, t.subMul(quotient, rest, rest)) // over m+p, times m+p, as m is nearly 1
}
