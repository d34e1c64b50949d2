package main

import (
	"math"
	"math/big"
)

// function is a real function, in up to three forms.
//
// The single form is for f32 numbers, in lanes of f32, with an error of less than 1 unit in the
// last place. The wide form, in lanes of f64, is for arguments that are f32, bf16 or f16 numbers,
// or infinities and NaNs; it need not round a result correctly to f64, only so closely (some units
// of 2^-53) that rounding it once more, to the type of the argument, gives that type's nearest
// number but in the rarest cases. The double form is for all f64 numbers, with an error of at most
// 2 units in the last place; where there is no wide form it serves those types, too.
type function struct {
	name         string
	text         string // what it computes and how, for the documentation
	wide, double form
	single       singleForm

	partial bool // whether it leaves some arguments to others, see target.require
	// crowded and crowdedLink say that the wide form, on two registers of lanes at once, needs more
	// than the registers of AVX2: 16 in a loop, and 12 in a link of a chain.
	crowded, crowdedLink bool
}

// atOnce is how many registers of f64 lanes the wide form computes at once.
func (m *machine) atOnce(crowded bool) int {
	if crowded && !m.avx512 {
		return 1
	}
	return 2
}

// singleForm is a form in lanes of f32, and how its loop uses the registers of AVX-512.
type singleForm struct {
	form
	text     string // how it computes, where that is not the text of the function
	together int    // registers of lanes in a step
	held     int    // constants that stay in registers

	// near, if any, gives the same result for numbers up to a limit in magnitude, and for NaN.
	near  form
	limit float64
}

// usual is the form that serves usual numbers.
func (f singleForm) usual() form {
	if f.near.is() {
		return f.near
	}
	return f.form
}

// form is a function of one or two arguments; the other field is nil.
type form struct {
	one func(t target, x value) value
	two func(t target, x, y value) value
}

func (f form) is() bool { return f.one != nil || f.two != nil }

func (f form) operands() int {
	if f.two != nil {
		return 2
	}
	return 1
}

// apply emits the function.
func (f form) apply(t target, x []value) value {
	if f.two != nil {
		return f.two(t, x[0], x[1])
	}
	return f.one(t, x[0])
}

func one(emit func(t target, x value) value) form    { return form{one: emit} }
func two(emit func(t target, x, y value) value) form { return form{two: emit} }

// functions are all of them.
var functions = []function{
	{name: "rsqrt", text: "one over the square root", double: one(func(t target, x value) value { return t.div(t.number(1), t.sqrt(x)) })},
	{name: "exp", text: "e^x: 2^k times e^r with |r| below ln(2)/2, by a polynomial", wide: one(exp), double: one(exp64), single: singleForm{form: one(exp32), together: 3, held: 14}},
	{name: "exp2", text: "2^x, which is e^(r ln(2)) times a power of two", double: one(exp2Double)},
	{name: "expm1", text: "e^x-1 by the same reduction, whose polynomial is that of e^r-1", wide: one(expm1), double: one(expm164)},
	{name: "log", text: "the logarithm: k ln(2) plus the logarithm of a number between 0.7 and 1.4, by the series of 2 artanh((m-1)/(m+1))", wide: one(logarithm), double: one(log64)},
	{name: "log2", text: "the logarithm to base 2, by the same reduction", double: one(log2Double)},
	{name: "log1p", text: "the logarithm of 1+x by the same reduction, which x itself enters where no power of two is split off", wide: one(logarithm1p), double: one(log1p64)},
	{name: "sinh", text: "the hyperbolic sine: a polynomial near zero, else (e^x-e^-x)/2", double: one(sinh64)},
	{name: "cosh", text: "the hyperbolic cosine, (e^x+e^-x)/2", double: one(cosh64)},
	{name: "tanh", text: "the hyperbolic tangent, E/(E+2) for E = e^(2|x|)-1", wide: one(tanh), double: one(tanh64), single: singleForm{form: one(tanh32), text: "the hyperbolic tangent, a polynomial for each of 32 pieces", together: 2, held: 3}},
	{name: "asinh", text: "the inverse hyperbolic sine, log(|x|+sqrt(x^2+1))", double: one(asinh64)},
	{name: "acosh", text: "the inverse hyperbolic cosine, log(x+sqrt(x^2-1))", double: one(acosh64)},
	{name: "atanh", text: "the inverse hyperbolic tangent, log((1+|x|)/(1-|x|))/2", double: one(atanh64)},
	{name: "cbrt", text: "the cube root: a polynomial, and Halley's and Newton's methods", double: one(cbrt64)},
	{name: "erf", text: "the error function: a polynomial near zero, else 1-e^(-x^2) times a polynomial", wide: one(erf), double: one(erf64), single: singleForm{form: one(erf32), text: "the error function, a polynomial for each of 32 pieces", together: 2, held: 5}},
	{name: "erfc", text: "1-erf(x), without the cancellation", wide: one(erfc), double: one(erfc64)},
	{name: "erf_inv", text: "the inverse of the error function: x times a polynomial of (w-6.25)/(w+6.25), where w is -log(1-x^2)", crowdedLink: true, wide: one(erfInvWide)},
	{name: "sigmoid", text: "1/(1+e^-x)", wide: one(sigmoid), double: one(sigmoid64), single: singleForm{form: one(sigmoid32), text: "1/(1+e^-x), as m/(m+p) for a number p near e^-x", together: 2, held: 14, near: one(sigmoidNear32), limit: sigmoidLimit}},
	{name: "gelu", text: "x/2 erfc(-x/sqrt(2))", wide: one(gelu), double: one(gelu64)},
	{name: "gelu_tanh", text: "x (1+tanh(y))/2, which is x/(1+e^(-2y)), for y = sqrt(2/pi) (x+0.044715 x^3)", wide: one(geluTanh), double: one(geluTanh64)},
	{name: "silu", text: "x/(1+e^(-x))", wide: one(silu), double: one(silu64), single: singleForm{form: one(silu32), text: "x/(1+e^(-x)), as x m/(m+p) for a number p near e^-x", together: 2, held: 13, near: one(siluNear32), limit: sigmoidLimit}},
	{name: "pow", text: "x^y, e^(y log(x)) with the logarithm in two parts", wide: two(pow), double: two(pow64)},
	{name: "sin", text: "the sine: a polynomial after subtracting a multiple of pi/2 in three parts, for |x| up to 2^20", partial: true, wide: one(sin), double: one(sin64)},
	{name: "tan", text: "the tangent, sine over cosine", partial: true, crowded: true, wide: one(tan), double: one(tan64)},
	{name: "asin", text: "the inverse sine: a polynomial up to 1/2, else a quarter turn less twice that of a square root", double: one(asin64)},
	{name: "acos", text: "the inverse cosine, likewise", double: one(acos64)},
	{name: "atan", text: "the inverse tangent: a polynomial of x, (x-1)/(x+1) or -1/x", double: one(atan64)},
	{name: "atan2", text: "the angle of the point with ordinate x and abscissa y, likewise", wide: two(atan2Wide), double: two(atan2Double)},
	{name: "cos", text: "the cosine, likewise", partial: true, wide: one(cos), double: one(cos64)},
}

var infinity, notANumber = math.Inf(1), math.NaN()

var (
	exponentialPolynomial = fit(exponentialTail, -0.347, 0.347, 8)
	log2e                 = rounded(quotient(number(1), ln2))
	ln2Parts              = parts(ln2, 42) // 42 bits: a multiple by up to 2^11 is exact
	logarithmPolynomial   = fit(logarithmTail, 0, 0.02945, 6)
	errorPolynomial       = fit(errorFunctionOver, 0, 0.25, 8)
	halfPiParts           = parts(quotient(pi, number(2)), 33, 33) // a multiple by up to 2^20 is exact
	sinePolynomial        = fit(sineTail, 0, 0.6169, 5)
	cosinePolynomial      = fit(cosineTail, 0, 0.6169, 5)
)

// reduceExponential splits x, which must not be used any more, into k ln(2) + r; it returns 2^k,
// which is infinite for k = 1024, and e^r-1.
func reduceExponential(t target, x value) (power, rest value) {
	shifted := t.mulAdd(x, t.number(log2e), t.number(f64.roundingShift()))
	k := t.sub(shifted, t.number(f64.roundingShift()))
	r := t.mulAdd(k, t.number(-ln2Parts[1]), t.mulAdd(k, t.number(-ln2Parts[0]), x))
	power = t.addBits(t.shiftLeft(shifted, 52), t.word(oneBits))
	tail := polynomial(t, r, exponentialPolynomial)
	return power, t.mulAdd(t.mul(r, r), tail, r)
}

// exp gives infinity from 709.5 on and at least e^-708, for all types closer to 0 than to any other
// number.
func exp(t target, x value) value {
	x = t.smaller(t.number(709.9), t.larger(t.number(-708), x))
	power, rest := reduceExponential(t, x)
	return t.mul(power, t.add(rest, t.number(1))) // not a sum of two products with what may be infinite
}

func expm1(t target, x value) value {
	// Within these bounds 2^k is finite; beyond them all types round to infinity and -1.
	power, rest := reduceExponential(t, t.smaller(t.number(700), t.larger(t.number(-60), x)))
	return withSign(t, t.mulAdd(power, rest, t.sub(power, t.number(1))), x) // of zeros, too
}

// reduceLogarithm splits u = 2^k m with m from sqrt(1/2) to sqrt(2).
func reduceLogarithm(t target, u value) (k, m value) {
	least := math.Float64bits(math.Sqrt(0.5))
	shifted := t.addBits(u, t.word(oneBits-least))
	m = t.addBits(t.and(shifted, t.word(1<<52-1)), t.word(least))
	const double52 = 0x4330000000000000 // 2^52, whose low bits count ones
	k = t.sub(t.or(t.shiftRight(shifted, 52), t.word(double52)), t.number(1<<52+1023))
	return k, m
}

// logarithmOf is k ln(2) + log(1+f).
func logarithmOf(t target, k, f value) value {
	s := t.div(f, t.add(f, t.number(2)))
	square := t.mul(s, s)
	fraction := t.mul(s, t.mulAdd(square, polynomial(t, square, logarithmPolynomial), t.number(2)))
	return t.mulAdd(k, t.number(ln2Parts[0]), t.mulAdd(k, t.number(ln2Parts[1]), fraction))
}

// logarithmLimits puts in the results for arguments that are less than zero, zero, infinite or NaN;
// u is x or, for log1p, 1+x.
func logarithmLimits(t target, u, result value) value {
	result = t.choose(t.less(u, t.number(0)), t.number(notANumber), result)
	result = t.choose(t.equal(u, t.number(0)), t.number(-infinity), result)
	return t.choose(t.less(u, t.number(infinity)), result, u)
}

func logarithm(t target, x value) value {
	k, m := reduceLogarithm(t, x)
	return logarithmLimits(t, x, logarithmOf(t, k, t.sub(m, t.number(1))))
}

func logarithm1p(t target, x value) value {
	u := t.add(x, t.number(1))
	k, m := reduceLogarithm(t, u)
	f := t.choose(t.equal(k, t.number(0)), x, t.sub(m, t.number(1))) // x has the bits that 1+x has lost
	return logarithmLimits(t, u, withSign(t, logarithmOf(t, k, f), x))
}

func tanh(t target, x value) value {
	bounded := t.smaller(t.number(22), magnitude(t, x)) // from 19.1 on the result is 1
	power, rest := reduceExponential(t, t.add(bounded, bounded))
	e := t.mulAdd(power, rest, t.sub(power, t.number(1)))
	return withSign(t, t.div(e, t.add(e, t.number(2))), x)
}

// complementFit is the fit of e^(z^2) erfc(z) for z from 0 to high, as a polynomial in
// (z-center)/(z+center), which has no pole nearby (Shepherd and Laframboise, Chebyshev
// Approximation of (1+2x)exp(x^2)erfc x, 1981).
func complementFit(center, high float64, degree int) []float64 {
	return fit(func(ratio *big.Float) *big.Float {
		return scaledComplement(quotient(times(number(center), plus(number(1), ratio)), minus(number(1), ratio)))
	}, -1, (high-center)/(high+center), degree)
}

// complement is erfc(z) for z at least 0, where square is -z^2.
func complement(t target, z, square value, center float64, coefficients []float64) value {
	ratio := t.div(t.sub(z, t.number(center)), t.add(z, t.number(center)))
	return t.mul(exp(t, square), polynomial(t, ratio, coefficients))
}

const (
	erfCenter  = 2.5
	wideCenter = 3.75
)

var (
	erfComplement  = complementFit(erfCenter, 4.25, 16)
	wideComplement = complementFit(wideCenter, 10.75, 20)
)

func erf(t target, x value) value {
	z := t.smaller(t.number(4.25), magnitude(t, x)) // from 4 on all types round to 1
	square := t.mul(z, z)
	near := t.mul(z, polynomial(t, square, errorPolynomial))
	far := t.sub(t.number(1), complement(t, z, t.sub(t.number(0), square), erfCenter, erfComplement))
	return withSign(t, t.choose(t.less(z, t.number(0.5)), near, far), x)
}

func erfc(t target, x value) value {
	z := t.smaller(t.number(10.75), magnitude(t, x)) // beyond it all types round to 0 and 2
	e := complement(t, z, t.mul(x, t.sub(t.number(0), x)), wideCenter, wideComplement)
	return t.choose(t.less(x, t.number(0)), t.sub(t.number(2), e), e)
}

func gelu(t target, x value) value {
	x = t.larger(t.number(-1000), x)
	// For z = |x|/sqrt(2), -z^2 is exact. Beyond |x| = 15 all types round x erfc(z) to 0.
	z := t.mul(t.smaller(t.number(15.2), magnitude(t, x)), t.number(math.Sqrt2/2))
	e := complement(t, z, t.mul(t.mul(x, x), t.number(-0.5)), wideCenter, wideComplement)
	twice := t.choose(t.less(x, t.number(0)), e, t.sub(t.number(2), e))
	twice = t.choose(t.less(x, t.number(-40)), t.number(0), twice)
	return halved(t, x, t.mul(t.mul(x, t.number(0.5)), twice))
}

// halved moves a result by an f64 unit away from zero, or towards it where x is negative. Functions
// that are x/2 plus a multiple of x^2 near zero are x/2 in f64 where x is tiny, which can lie
// halfway between two subnormal numbers of a smaller type, and must not be taken for that.
func halved(t target, x, result value) value {
	unit := t.or(signBitOf(t, x), t.number(0x1p-52))
	return t.mul(result, t.add(unit, t.number(1))) // keeps the sign of zeros
}

func geluTanh(t target, x value) value {
	const twiceRootTwoOverPi = 2 * 0.7978845608028653558798921198687637369517
	x = t.larger(t.number(-1000), x)
	cubic := t.add(x, t.mul(t.mul(t.mul(x, t.number(0.044715)), x), x))
	return halved(t, x, t.div(x, t.add(exp(t, t.mul(cubic, t.number(-twiceRootTwoOverPi))), t.number(1))))
}

// silu, gelu and geluTanh are -0 at -infinity, where the exponential wins.
func silu(t target, x value) value {
	x = t.larger(t.number(-1000), x)
	return halved(t, x, t.div(x, t.add(exp(t, negative(t, x)), t.number(1))))
}

// sigmoid is e^x, where that is small.
func sigmoid(t target, x value) value {
	e := exp(t, negative(t, magnitude(t, x)))
	numerator := t.choose(t.less(x, t.number(0)), e, t.number(1))
	return ifNaN(t, x, t.div(numerator, t.add(e, t.number(1))))
}

func sin(t target, x value) value { return trigonometric(t, x, 0, "sinOfHuge") }
func cos(t target, x value) value { return trigonometric(t, x, 1, "cosOfHuge") }

// trigonometric is the sine of x plus so many quarters of a turn.
func trigonometric(t target, x value, quarters float64, elsewhere string) value {
	t.require(t.less(magnitude(t, x), t.number(1<<20)), elsewhere)
	shifted := t.add(t.mul(x, t.number(2/math.Pi)), t.number(f64.roundingShift()))
	k := t.sub(shifted, t.number(f64.roundingShift()))
	r := x
	for _, part := range halfPiParts {
		r = t.sub(r, t.mul(k, t.number(part)))
	}
	square := t.mul(r, r)
	sine := t.add(r, t.mul(t.mul(r, square), polynomial(t, square, sinePolynomial)))
	cosine := t.add(t.sub(t.number(1), t.mul(square, t.number(0.5))), t.mul(t.mul(square, square), polynomial(t, square, cosinePolynomial)))
	if quarters != 0 {
		shifted = t.add(shifted, t.number(quarters))
	}
	// The last bit of the quarters says which function, the one before which sign.
	odd := t.less(t.or(t.shiftLeft(shifted, 63), t.word(oneBits)), t.number(0))
	sign := t.and(t.shiftLeft(shifted, 62), t.word(signBit))
	result := t.xor(t.choose(odd, cosine, sine), sign)
	if quarters != 0 {
		return result
	}
	return t.choose(t.equal(x, t.number(0)), x, result) // keeps the sign of zero
}
