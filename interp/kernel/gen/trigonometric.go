package main

import "math/big"

// Sines and cosines of f64 numbers, and their inverses.

var (
	wideSine   = fit(sineTail, 0, 0.6169, 6)
	wideCosine = fit(cosineTail, 0, 0.6169, 6)
	// arctanTail is (atan(q)/q-1)/q^2 as a function of q^2, arcsineTail is (asin(s)/s-1)/s^2
	// likewise.
	arctanTail  = fit(seriesOf(whole(-1, 3), func(n int) *big.Float { return whole(-(2*n + 3), 2*n+5) }), 0, 0.1717, 13)
	arcsineTail = fit(seriesOf(whole(1, 6), func(n int) *big.Float {
		return quotient(number(float64((2*n+3)*(2*n+3))), number(float64((2*n+4)*(2*n+5))))
	}), 0, 0.25, 14)

	halfPi    = quotient(pi, number(2))
	quarterPi = quotient(pi, number(4))
)

// quarterTurns reduces x, below 2^20, to a multiple of pi/2 and what remains of it; the multiple is
// in the low bits of turns.
func quarterTurns(t target, x value) (turns value, r double) {
	shifted := t.add(t.mul(x, t.number(rounded(quotient(number(2), pi)))), t.number(f64.roundingShift()))
	k := negative(t, t.sub(shifted, t.number(f64.roundingShift())))
	first := fma(t, k, t.number(halfPiParts[0]), x) // exact
	r = twoSum(t, first, t.mul(k, t.number(halfPiParts[1])))
	return shifted, fastSum(t, r.high, fma(t, k, t.number(halfPiParts[2]), r.low))
}

// sineOf and cosineOf are those of r, up to pi/4, as a number and a small rest.
func sineOf(t target, r double) double {
	square := t.mul(r.high, r.high)
	rest := t.mul(t.mul(r.high, square), polynomial(t, square, wideSine))
	return double{r.high, t.add(rest, fma(t, t.mul(square, t.number(-0.5)), r.low, r.low))}
}

func cosineOf(t target, r double) double {
	square := t.mul(r.high, r.high)
	half := t.mul(square, t.number(0.5))
	base := t.sub(t.number(1), half)
	lost := t.sub(t.sub(t.number(1), base), half)
	rest := t.mul(t.mul(square, square), polynomial(t, square, wideCosine))
	return double{base, t.add(lost, t.sub(rest, t.mul(r.high, r.low)))}
}

// turned is the sine of r after so many quarter turns, in the low bits of turns.
func turned(t target, turns value, r double) value {
	odd := t.less(t.or(t.shiftLeft(turns, 63), t.word(oneBits)), t.number(0))
	sign := t.and(t.shiftLeft(turns, 62), t.word(signBit))
	return t.xor(t.choose(odd, cosineOf(t, r).single(t), sineOf(t, r).single(t)), sign)
}

const mostTurned = 1 << 20

func sin64(t target, x value) value {
	t.require(t.less(magnitude(t, x), t.number(mostTurned)), "sinOfHuge")
	turns, r := quarterTurns(t, x)
	return t.choose(t.equal(x, t.number(0)), x, turned(t, turns, r))
}

func cos64(t target, x value) value {
	t.require(t.less(magnitude(t, x), t.number(mostTurned)), "cosOfHuge")
	turns, r := quarterTurns(t, x)
	return turned(t, t.add(turns, t.number(1)), r)
}

func tan64(t target, x value) value {
	t.require(t.less(magnitude(t, x), t.number(mostTurned)), "tanOfHuge")
	turns, r := quarterTurns(t, x)
	return t.choose(t.equal(x, t.number(0)), x, tangent(t, turns, r))
}

// tan is a quotient of numbers, with the roundings of both.
func tan(t target, x value) value {
	t.require(t.less(magnitude(t, x), t.number(mostTurned)), "tanOfHuge")
	turns, r := quarterTurns(t, x)
	numerator, divisor := tangentParts(t, turns, r)
	return t.choose(t.equal(x, t.number(0)), x, t.div(numerator.single(t), divisor.single(t)))
}

// tangentParts are sine and cosine, or cosine and less the sine.
func tangentParts(t target, turns value, r double) (numerator, divisor double) {
	odd := t.less(t.or(t.shiftLeft(turns, 63), t.word(oneBits)), t.number(0))
	sine, cosine := sineOf(t, r), cosineOf(t, r)
	return chooseDouble(t, odd, cosine, sine), chooseDouble(t, odd, sine.negative(t), cosine)
}

func tangent(t target, turns value, r double) value {
	numerator, divisor := tangentParts(t, turns, r)
	numerator, divisor = fastSum(t, numerator.high, numerator.low), fastSum(t, divisor.high, divisor.low)
	quotient := t.div(numerator.high, divisor.high)
	rest := fma(t, negative(t, quotient), divisor.high, numerator.high)
	rest = t.add(rest, t.sub(numerator.low, t.mul(quotient, divisor.low)))
	return t.add(quotient, t.div(rest, divisor.high))
}

// arctangent is the arc tangent of y/x for numbers that are not negative and not both 0.
func arctangent(t target, y, x value) double {
	slope := t.number(0.41421356237309503)
	sum, difference := twoSum(t, y, x), twoSum(t, y, negative(t, x))
	zero := t.number(0)
	middle := t.less(t.mul(y, slope), x)
	numerator := chooseDouble(t, middle, difference, double{negative(t, x), zero})
	divisor := chooseDouble(t, middle, sum, double{y, zero})
	base := chooseDouble(t, middle, doubleNumber(t, quarterPi), doubleNumber(t, halfPi))
	flat := t.less(y, t.mul(x, slope))
	numerator, divisor = chooseDouble(t, flat, double{y, zero}, numerator), chooseDouble(t, flat, double{x, zero}, divisor)
	base = chooseDouble(t, flat, double{zero, zero}, base)
	q := numerator.over(t, divisor)
	square := t.mul(q.high, q.high)
	tail := t.mul(t.mul(q.high, square), polynomial(t, square, arctanTail))
	total := fastSum(t, base.high, q.high)
	return fastSum(t, total.high, t.add(total.low, t.add(t.add(base.low, q.low), tail)))
}

func atan64(t target, x value) value {
	a := magnitude(t, x)
	result := arctangent(t, t.smaller(t.number(0x1p60), a), t.number(1)).single(t)
	result = t.choose(t.less(t.number(0x1p60), a), t.number(rounded(halfPi)), result)
	result = t.choose(t.less(a, t.number(0x1p-28)), a, result)
	return withSign(t, result, x)
}

// atan2Wide is a little less where it is tiny: a quotient of numbers of a smaller type can lie
// halfway between two subnormal ones, where f64 does not see that the angle is less than the slope.
func atan2Wide(t target, y, x value) value {
	angle := atan2Double(t, y, x)
	size := magnitude(t, angle)
	tiny := t.choose(t.less(size, t.number(0x1p-100)), size, t.number(0))
	return t.choose(t.less(t.number(0), tiny), t.addBits(angle, t.word(^uint64(0))), angle)
}

func atan2Double(t target, y, x value) value {
	tall, wide := magnitude(t, y), magnitude(t, x)
	// Infinities are ones beside zeros, and two zeros are the same direction as 0 and 1.
	infinite := t.number(infinity)
	one, zero := t.number(1), t.number(0)
	tallest, widest := t.equal(tall, infinite), t.equal(wide, infinite)
	a := t.choose(tallest, one, t.choose(widest, zero, tall))
	b := t.choose(widest, one, t.choose(tallest, zero, wide))
	b = t.choose(t.equal(t.add(a, b), zero), one, b)
	// Sums of both must be finite, and the rest of a quotient normal.
	most := t.choose(t.less(a, b), b, a)
	factor := t.choose(t.less(t.number(0x1p1000), most), t.number(0x1p-60), one)
	factor = t.choose(t.less(most, t.number(0x1p-900)), t.number(0x1p120), factor)
	a, b = t.mul(a, factor), t.mul(b, factor)
	angle := arctangent(t, a, b)
	left := t.less(t.or(t.and(x, t.word(signBit)), t.word(oneBits)), zero) // x is negative, or -0
	straight := doubleNumber(t, pi)
	opposite := fastSum(t, straight.high, negative(t, angle.high))
	opposite = fastSum(t, opposite.high, t.add(opposite.low, t.sub(straight.low, angle.low)))
	result := withSign(t, chooseDouble(t, left, opposite, angle).single(t), y)
	return ifNaN(t, y, ifNaN(t, x, result))
}

// arcsine is asin(s) less s, for s from 0 to 0.5.
func arcsineRest(t target, s, square value) value {
	return t.mul(t.mul(s, square), polynomial(t, square, arcsineTail))
}

// arcsineRoot is asin(sqrt((1-a)/2)) for a from 0.5 to 1, in two parts.
func arcsineRoot(t target, a value) double {
	square := t.mul(t.sub(t.number(1), a), t.number(0.5)) // exact
	root := t.sqrt(square)
	lost := fma(t, negative(t, root), root, square)
	lost = t.div(lost, t.add(t.add(root, root), t.number(0x1p-1000))) // of 0, too
	return fastSum(t, root, t.add(lost, arcsineRest(t, root, square)))
}

func asin64(t target, x value) value {
	a := magnitude(t, x)
	cut := t.smaller(t.number(1), a)
	near := t.add(a, arcsineRest(t, a, t.mul(a, a)))
	angle, quarter := arcsineRoot(t, cut), doubleNumber(t, halfPi)
	sum := fastSum(t, quarter.high, t.mul(angle.high, t.number(-2)))
	far := t.add(sum.high, t.add(sum.low, fma(t, angle.low, t.number(-2), quarter.low)))
	result := t.choose(t.less(a, t.number(0.5)), near, far)
	result = t.choose(t.less(t.number(1), a), t.number(notANumber), result)
	return withSign(t, result, x)
}

func acos64(t target, x value) value {
	a := magnitude(t, x)
	negativeNumber := t.less(x, t.number(0))
	quarter, straight := doubleNumber(t, halfPi), doubleNumber(t, pi)
	// Near zero it is a quarter turn less x and a rest.
	bent := t.smaller(t.number(0.5), a)
	rest := withSign(t, arcsineRest(t, bent, t.mul(bent, bent)), x)
	sum := fastSum(t, quarter.high, negative(t, x))
	near := t.add(sum.high, t.add(sum.low, t.sub(quarter.low, rest)))
	angle := arcsineRoot(t, t.smaller(t.number(1), a))
	twice := double{t.add(angle.high, angle.high), t.add(angle.low, angle.low)}
	opposite := fastSum(t, straight.high, negative(t, twice.high))
	opposite.low = t.add(opposite.low, t.sub(straight.low, twice.low))
	far := chooseDouble(t, negativeNumber, opposite, twice).single(t)
	result := t.choose(t.less(a, t.number(0.5)), near, far)
	result = t.choose(t.less(t.number(1), a), t.number(notANumber), result)
	return ifNaN(t, x, result)
}

// binaryPlaces are the bits of a number below 1 behind its point, in words.
func binaryPlaces(v *big.Float, words int) []uint64 {
	whole, _ := new(big.Float).SetPrec(precision).SetMantExp(v, 64*words).Int(nil)
	list := make([]uint64, words)
	for i := range list {
		list[words-1-i] = new(big.Int).Rsh(whole, uint(64*i)).Uint64()
	}
	return list
}
