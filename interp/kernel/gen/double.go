package main

import (
	"math"
	"math/big"
)

// Functions of f64 numbers. An error of at most 2 units in the last place is allowed, most have
// less than one: what would lose digits is computed in two parts.

var (
	wideExponential = fit(exponentialTail, -0.347, 0.347, 11)
	wideLogarithm   = fit(logarithmTail, 0, 0.02945, 7)
	// logarithmRest is logarithmTail without its first term, over s^2.
	logarithmRest = fit(seriesOf(whole(2, 5), func(n int) *big.Float { return whole(2*n+5, 2*n+7) }), 0, 0.02945, 7)
	sinhTail      = fit(seriesOf(whole(1, 6), func(n int) *big.Float { return whole(1, (2*n+4)*(2*n+5)) }), 0, 1, 8)
	inverseLn2    = quotient(number(1), ln2)
)

// exponent is e^x as 2^k (onePlus + tail), where x = k ln(2) + rest.
type exponent struct {
	k, rest, tail value // tail is e^rest-1-rest
}

// exponential reduces the sum x, whose first part is from -1400 to 1400.
func exponential(t target, x double) exponent {
	k := t.round(t.mul(x.high, t.number(log2e)))
	high := fma(t, k, t.number(-ln2Parts[0]), x.high) // exact
	r := fastSum(t, high, t.mulAdd(k, t.number(-ln2Parts[1]), t.copy(x.low)))
	return exponentialOf(t, k, r)
}

// exponentialOf is the polynomial for 2^k e^r with |r| below ln(2)/2.
func exponentialOf(t target, k value, r double) exponent {
	square := t.mul(r.high, r.high)
	return exponent{k, r.high, t.mulAdd(square, polynomial(t, r.high, wideExponential), r.low)}
}

// value is e^x without the power of two.
func (e exponent) value(t target) value {
	one := fastSum(t, t.number(1), e.rest)
	return t.add(one.high, t.add(one.low, e.tail))
}

// both is value as a sum.
func (e exponent) both(t target) double {
	one := fastSum(t, t.number(1), e.rest)
	return fastSum(t, one.high, t.add(one.low, e.tail))
}

// lessOne is e^x-1 for k from -1000 to 1000.
func (e exponent) lessOne(t target) double {
	power := powerOfTwo(t, e.k)
	base := twoSum(t, power, t.number(-1))
	sum := twoSum(t, base.high, t.mul(power, e.rest))
	return fastSum(t, sum.high, t.add(t.add(sum.low, base.low), t.mul(power, e.tail)))
}

// bounded is x, no less than low and no more than high.
func bounded(t target, x value, low, high float64) value {
	return t.smaller(t.number(high), t.larger(t.number(low), x))
}

// exactly is a number as a sum.
func exactly(t target, x value) double { return double{x, t.number(0)} }

func exp64(t target, x value) value {
	e := exponential(t, exactly(t, bounded(t, x, -746, 710)))
	return scaled(t, e.value(t), e.k)
}

func exp2Double(t target, x value) value {
	x = bounded(t, x, -1080, 1030)
	k := t.round(x)
	e := exponentialOf(t, k, doubleNumber(t, ln2).timesNumber(t, t.sub(x, k)))
	return scaled(t, e.value(t), e.k)
}

func expm164(t target, x value) value {
	e := exponential(t, exactly(t, bounded(t, x, -60, 710)))
	large := scaled(t, e.value(t), e.k)
	e.k = t.smaller(t.number(100), e.k)
	result := t.choose(t.less(t.number(60), x), large, e.lessOne(t).single(t))
	return withSign(t, magnitude(t, result), x) // of zeros, too
}

// split is u = 2^k m with m from sqrt(1/2) to sqrt(2), for subnormal numbers, too.
func split(t target, u value) (k, m value) {
	tiny := t.less(u, t.number(0x1p-1022))
	k, m = reduceLogarithm(t, t.choose(tiny, t.mul(u, t.number(0x1p54)), u))
	return t.choose(tiny, t.sub(k, t.number(54)), k), m
}

// log64 is in the order of operations of the C library of FreeBSD: log(1+f) is f-f^2/2 and a rest
// that is small.
func log64(t target, x value) value {
	k, m := split(t, x)
	f := t.sub(m, t.number(1))
	s := t.div(f, t.add(f, t.number(2)))
	square, half := t.mul(s, s), t.mul(t.mul(f, f), t.number(0.5))
	rest := t.mul(square, polynomial(t, square, wideLogarithm))
	rest = fma(t, k, t.number(ln2Parts[1]), t.mul(s, t.add(half, rest)))
	return logarithmLimits(t, x, fma(t, k, t.number(ln2Parts[0]), t.sub(f, t.sub(half, rest))))
}

// logarithmOfFraction is log(1+f), with an error of about 2^-64 of it.
func logarithmOfFraction(t target, f double) double {
	divisor := fastSum(t, t.number(2), f.high)
	divisor.low = t.add(divisor.low, f.low)
	s := f.over(t, divisor)
	square := s.times(t, s)
	cube := square.times(t, s)
	first := cube.times(t, doubleNumber(t, whole(2, 3)))
	rest := t.mul(t.mul(cube.high, square.high), polynomial(t, square.high, logarithmRest))
	sum := fastSum(t, t.add(s.high, s.high), first.high)
	return fastSum(t, sum.high, t.add(sum.low, t.add(t.add(s.low, s.low), t.add(first.low, rest))))
}

// logarithmDouble is the logarithm of a sum that is greater than 0 and not subnormal, plus k ln(2).
func logarithmDouble(t target, u double, more value) double {
	k, m := reduceLogarithm(t, u.high)
	low := t.mul(u.low, powerOfTwo(t, negative(t, t.smaller(t.number(1000), k))))
	return plusMultipleOfLn2(t, logarithmOfFraction(t, fastSum(t, t.sub(m, t.number(1)), low)), t.add(k, more))
}

func plusMultipleOfLn2(t target, fraction double, k value) double {
	sum := fastSum(t, t.mul(k, t.number(ln2Parts[0])), fraction.high)
	return fastSum(t, sum.high, t.add(sum.low, fma(t, k, t.number(ln2Parts[1]), fraction.low)))
}

func log2Double(t target, x value) value {
	k, m := split(t, x)
	fraction := logarithmOfFraction(t, exactly(t, t.sub(m, t.number(1)))).times(t, doubleNumber(t, inverseLn2))
	sum := fastSum(t, k, fraction.high)
	return logarithmLimits(t, x, t.add(sum.high, t.add(sum.low, fraction.low)))
}

func log1p64(t target, x value) value {
	u := twoSum(t, x, t.number(1))
	result := logarithmDouble(t, u, t.number(0)).single(t)
	small := fma(t, t.mul(x, t.number(-0.5)), x, x)
	result = t.choose(t.less(magnitude(t, x), t.number(0x1p-28)), small, result)
	return logarithmLimits(t, u.high, result)
}

func sinh64(t target, x value) value {
	a := magnitude(t, x)
	square := t.mul(a, a)
	near := fma(t, t.mul(a, square), polynomial(t, square, sinhTail), a)
	e := exponential(t, exactly(t, t.smaller(t.number(711), a)))
	positive := e.both(t)
	// The reciprocal is small, or there is none.
	reciprocal := scaled(t, t.div(t.number(1), positive.high), t.larger(t.number(-2000), t.mul(e.k, t.number(-2))))
	far := t.add(t.sub(positive.high, reciprocal), positive.low)
	far = scaled(t, far, t.sub(e.k, t.number(1)))
	return withSign(t, t.choose(t.less(a, t.number(1)), near, far), x)
}

func cosh64(t target, x value) value {
	e := exponential(t, exactly(t, t.smaller(t.number(711), magnitude(t, x))))
	positive := e.both(t)
	reciprocal := scaled(t, t.div(t.number(1), positive.high), t.larger(t.number(-2000), t.mul(e.k, t.number(-2))))
	sum := t.add(t.add(positive.high, reciprocal), positive.low)
	return scaled(t, sum, t.sub(e.k, t.number(1)))
}

func tanh64(t target, x value) value {
	a := t.smaller(t.number(22), magnitude(t, x)) // from 19.1 on the result is 1
	e := exponential(t, exactly(t, t.add(a, a))).lessOne(t)
	divisor := fastSum(t, t.number(2), e.high)
	return withSign(t, e.over(t, double{divisor.high, t.add(divisor.low, e.low)}).single(t), x)
}

// sigmoidTimes is factor/(1+e^-x), for x from -1400 on; the factor is an argument with x's sign or
// 1.
func sigmoidTimes(t target, x double, factor value) value {
	negated := t.less(x.high, t.number(0))
	e := exponential(t, chooseDouble(t, negated, x, x.negative(t))) // of -|x|
	e.k = t.larger(t.number(-2000), e.k)
	v := e.value(t)
	half := t.round(t.mul(e.k, t.number(0.5)))
	first, second := powerOfTwo(t, half), powerOfTwo(t, t.sub(e.k, half))
	part := t.mul(v, first)
	divisor := fastSum(t, t.number(1), t.mul(part, second))
	product := twoProduct(t, t.choose(negated, part, t.number(1)), factor)
	result := product.over(t, divisor).single(t)
	result = t.mul(result, t.choose(t.less(x.high, t.number(0)), second, t.number(1)))
	// The other part of the product of an infinity is none, and that of -0 is +0.
	result = t.choose(t.equal(factor, t.number(0)), factor, result)
	return t.choose(t.equal(factor, t.number(infinity)), factor, result)
}

func sigmoid64(t target, x value) value {
	return ifNaN(t, x, sigmoidTimes(t, exactly(t, bounded(t, x, -800, 800)), t.number(1)))
}

// silu64 is -0 at -infinity, where e^x wins.
func silu64(t target, x value) value {
	x = t.larger(t.number(-1400), x)
	return sigmoidTimes(t, exactly(t, t.smaller(t.number(1400), x)), x)
}

func geluTanh64(t target, x value) value {
	x = t.larger(t.number(-30), x)
	cut := t.smaller(t.number(30), x)
	square := twoProduct(t, cut, cut).times(t, doubleNumber(t, whole(44715, 1000000)))
	argument := fastSum(t, t.number(1), square.high)
	argument = double{argument.high, t.add(argument.low, square.low)}
	argument = argument.timesNumber(t, cut).times(t, doubleNumber(t, geluFactor))
	return sigmoidTimes(t, argument, x)
}

// geluFactor is 2 sqrt(2/pi).
var geluFactor = times(number(2), number(0).Sqrt(quotient(number(2), pi)))

func asinh64(t target, x value) value {
	a := magnitude(t, x)
	large := t.less(t.number(0x1p30), a)
	cut := t.smaller(t.number(0x1p30), a)
	square := twoProduct(t, cut, cut)
	sum := twoSum(t, square.high, t.number(1))
	root := double{sum.high, t.add(sum.low, square.low)}.root(t)
	whole := twoSum(t, root.high, cut)
	argument := fastSum(t, whole.high, t.add(whole.low, root.low))
	argument = chooseDouble(t, large, exactly(t, t.smaller(t.number(math.MaxFloat64), a)), argument)
	result := logarithmDouble(t, argument, t.choose(large, t.number(1), t.number(0))).single(t)
	cube := t.mul(t.mul(a, a), a)
	result = t.choose(t.less(a, t.number(0x1p-26)), fma(t, cube, t.number(-1.0/6), a), result)
	result = t.choose(t.less(a, t.number(infinity)), result, a)
	return withSign(t, result, x)
}

func acosh64(t target, x value) value {
	large := t.less(t.number(0x1p30), x)
	cut := t.larger(t.number(1), t.smaller(t.number(0x1p30), x))
	square := twoProduct(t, cut, cut)
	less := fastSum(t, square.high, t.number(-1))
	root := fastSum(t, less.high, t.add(less.low, square.low)).root(t)
	root = chooseDouble(t, t.equal(cut, t.number(1)), exactly(t, t.number(0)), root)
	whole := fastSum(t, cut, root.high)
	argument := fastSum(t, whole.high, t.add(whole.low, root.low))
	argument = chooseDouble(t, large, exactly(t, t.smaller(t.number(math.MaxFloat64), x)), argument)
	result := logarithmDouble(t, argument, t.choose(large, t.number(1), t.number(0))).single(t)
	result = t.choose(t.less(x, t.number(infinity)), result, x)
	return t.choose(t.less(x, t.number(1)), t.number(notANumber), result)
}

func atanh64(t target, x value) value {
	a := magnitude(t, x)
	cut := t.smaller(t.number(1-0x1p-53), a)
	sum, difference := fastSum(t, t.number(1), cut), fastSum(t, t.number(1), negative(t, cut))
	result := logarithmDouble(t, sum.over(t, difference), t.number(0)).single(t)
	result = t.mul(result, t.number(0.5))
	cube := t.mul(t.mul(a, a), a)
	result = t.choose(t.less(a, t.number(0x1p-26)), fma(t, cube, t.number(1.0/3), a), result)
	result = t.choose(t.equal(a, t.number(1)), t.number(infinity), result)
	result = t.choose(t.less(t.number(1), a), t.number(notANumber), result)
	return withSign(t, ifNaN(t, a, result), x)
}

// cubeRoot is a polynomial to start with, for numbers from 0.35 to 2.83.
var cubeRoot = fit(func(x *big.Float) *big.Float {
	y := number(math.Cbrt(rounded(x)))
	for range 6 { // Newton
		y = minus(y, quotient(minus(times(times(y, y), y), x), times(number(3), times(y, y))))
	}
	return y
}, 0.35, 2.83, 7)

func cbrt64(t target, x value) value {
	a := magnitude(t, x)
	usual := t.choose(t.less(a, t.number(infinity)), a, t.number(1))
	k, m := split(t, t.choose(t.equal(a, t.number(0)), t.number(1), usual))
	third := t.round(t.mul(k, t.number(1.0/3)))
	m = t.mul(m, powerOfTwo(t, fma(t, third, t.number(-3), k)))
	y := polynomial(t, m, cubeRoot)
	for range 2 { // Halley: y (y^3 + 2 m)/(2 y^3 + m)
		cube := t.mul(t.mul(y, y), y)
		y = t.div(t.mul(y, t.add(cube, t.add(m, m))), t.add(t.add(cube, cube), m))
	}
	// Newton, with the difference in two parts.
	square := twoProduct(t, y, y)
	cube := square.timesNumber(t, y)
	rest := t.add(t.sub(cube.high, m), cube.low)
	y = t.sub(y, t.div(rest, t.mul(t.number(3), square.high)))
	result := scaled(t, y, third)
	result = t.choose(t.equal(a, t.number(0)), a, result)
	result = t.choose(t.less(a, t.number(infinity)), result, a)
	return withSign(t, result, x)
}
