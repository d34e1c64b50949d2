package main

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"strings"
)

// The inverse error function and the functions of gamma: their values in 1408-bit arithmetic, and
// the polynomials that Go code uses for them.

// naturalLogarithm is log(x).
func naturalLogarithm(x *big.Float) *big.Float {
	m := number(0)
	k := x.MantExp(m)
	s := quotient(minus(m, number(1)), plus(m, number(1)))
	series := seriesOf(number(2), func(n int) *big.Float { return whole(2*n+1, 2*n+3) })(times(s, s))
	return plus(times(s, series), times(number(float64(k)), ln2))
}

// asymptotic is from where on so many terms of the asymptotic series of gamma leave an error below
// 2^-300.
const asymptotic = 60

// bernoulli are the Bernoulli numbers of even index from 2 on.
var bernoulli = func() []*big.Float {
	all := []*big.Rat{big.NewRat(1, 1)}
	for m := int64(1); m <= 2*asymptotic; m++ {
		sum := new(big.Rat)
		for k, b := range all {
			sum.Add(sum, new(big.Rat).Mul(b, new(big.Rat).SetInt(new(big.Int).Binomial(m+1, int64(k)))))
		}
		all = append(all, sum.Mul(sum, big.NewRat(-1, m+1)))
	}
	var even []*big.Float
	for m := 2; m < len(all); m += 2 {
		even = append(even, number(0).SetRat(all[m]))
	}
	return even
}()

// logarithmOfGamma is log(gamma(x)) for x > 0.
func logarithmOfGamma(x *big.Float) *big.Float {
	product := number(1)
	for x.Cmp(number(asymptotic)) < 0 {
		product, x = times(product, x), plus(x, number(1))
	}
	power, square := quotient(number(1), x), times(x, x)
	sum := minus(times(minus(x, whole(1, 2)), naturalLogarithm(x)), x)
	sum = plus(sum, times(whole(1, 2), naturalLogarithm(times(number(2), pi))))
	for i, b := range bernoulli {
		k := 2 * (i + 1)
		sum = plus(sum, times(times(b, whole(1, k*(k-1))), power))
		power = quotient(power, square)
	}
	return minus(sum, naturalLogarithm(product))
}

// derivativeOfThat is its derivative, digamma(x).
func derivativeOfThat(x *big.Float) *big.Float {
	shift := number(0)
	for x.Cmp(number(asymptotic)) < 0 {
		shift, x = plus(shift, quotient(number(1), x)), plus(x, number(1))
	}
	square := times(x, x)
	power := quotient(number(1), square)
	sum := minus(naturalLogarithm(x), quotient(whole(1, 2), x))
	for i, b := range bernoulli {
		sum = minus(sum, times(times(b, whole(1, 2*(i+1))), power))
		power = quotient(power, square)
	}
	return minus(sum, shift)
}

// inverseErrorOver is erf_inv(x)/x as a function of w = -log(1-x^2) > 0.
func inverseErrorOver(w *big.Float) *big.Float {
	rest := exponentialSeries(minus(number(0), w))
	x := number(0).Sqrt(minus(number(1), rest))
	start := math.Erfinv(rounded(x))
	if rounded(w) > 8 { // where erfc(y) is about e^(-y^2)/(y sqrt(pi))
		start = math.Sqrt(rounded(w))
		for range 20 {
			start = math.Sqrt(rounded(w) + math.Ln2 - math.Log(start*math.Sqrt(math.Pi)))
		}
	}
	y := number(start)
	for { // Newton
		square := times(y, y)
		slope := times(twoOverRootPi, exponentialSeries(minus(number(0), square)))
		step := quotient(minus(times(y, errorFunctionOver(square)), x), slope)
		y = minus(y, step)
		if step.Sign() == 0 || step.MantExp(nil) < -150 { // so that 300 bits are right
			return quotient(y, x)
		}
	}
}

var (
	oneLessEuler = plus(number(1), derivativeOfThat(number(1)))
	// gammaSecond is the coefficient of t^2 in log(gamma(2+t)), (pi^2/6-1)/2.
	gammaSecond = times(whole(1, 2), minus(times(times(pi, pi), whole(1, 6)), number(1)))
	// digammaRoot is where digamma is 0, by the secant method, and digammaSlope its slope there.
	digammaRoot = func() *big.Float {
		a, b := number(1.46), number(1.47)
		for range 9 {
			atA, atB := derivativeOfThat(a), derivativeOfThat(b)
			a, b = b, minus(b, quotient(times(atB, minus(b, a)), minus(atB, atA)))
		}
		return b
	}()
	// digammaSlope by a difference quotient whose error is that of its square.
	digammaSlope = func() *big.Float {
		h := number(0x1p-140)
		return quotient(minus(derivativeOfThat(plus(digammaRoot, h)), derivativeOfThat(minus(digammaRoot, h))), plus(h, h))
	}()
)

// gammaTail is what log(gamma(2+t)) has besides its first two terms, over t^3.
func gammaTail(t *big.Float) *big.Float {
	rest := quotient(minus(quotient(logarithmOfGamma(plus(t, number(2))), t), oneLessEuler), t)
	return quotient(minus(rest, gammaSecond), t)
}

// digammaTail is (digamma(root+d)/d-slope)/d.
func digammaTail(d *big.Float) *big.Float {
	return quotient(minus(quotient(derivativeOfThat(plus(d, digammaRoot)), d), digammaSlope), d)
}

// stirlingTail is x times the rest of Stirling's formula, as a function of 1/x^2, and digammaRest
// x^2 times that of its derivative, log(x)-1/(2x)-digamma(x).
func stirlingTail(u *big.Float) *big.Float {
	x := number(0).Sqrt(quotient(number(1), u))
	main := minus(times(minus(x, whole(1, 2)), naturalLogarithm(x)), x)
	main = plus(main, times(whole(1, 2), naturalLogarithm(times(number(2), pi))))
	return times(x, minus(logarithmOfGamma(x), main))
}

func digammaRest(u *big.Float) *big.Float {
	x := number(0).Sqrt(quotient(number(1), u))
	main := minus(naturalLogarithm(x), quotient(whole(1, 2), x))
	return quotient(minus(main, derivativeOfThat(x)), u)
}

const inverseErrorCenter = 6.25

// inverseErrorRatio is (w-center)/(w+center): with the poles nearest to the interval, at 2 pi i and
// -2 pi i, on the imaginary axis, and infinity at 1.
func inverseErrorRatio(w float64) float64 { return (w - inverseErrorCenter) / (w + inverseErrorCenter) }

// wideInverseError is erf_inv(x)/x for |x| up to 1-2^-24.
var wideInverseError = fit(func(ratio *big.Float) *big.Float {
	return inverseErrorOver(quotient(times(number(inverseErrorCenter), plus(number(1), ratio)), minus(number(1), ratio)))
}, -1, inverseErrorRatio(15.95), 26)

// erfInvWide is x times a polynomial of (w-center)/(w+center) for w = -log(1-x^2).
func erfInvWide(t target, x value) value {
	u := fma(t, negative(t, x), x, t.number(1))
	k, m := reduceLogarithm(t, u)
	logarithm := logarithmOf(t, k, t.sub(m, t.number(1)))
	ratio := t.div(t.add(logarithm, t.number(inverseErrorCenter)), t.sub(logarithm, t.number(inverseErrorCenter)))
	result := t.mul(x, inTwo(t, ratio, wideInverseError))
	result = t.choose(t.equal(u, t.number(0)), t.mul(x, t.number(infinity)), result)
	return t.choose(t.less(u, t.number(0)), t.number(notANumber), result)
}

// inTwo is a polynomial as the sum of those of even and of odd degrees: a long one takes less time
// where they do not wait for each other.
func inTwo(t target, x value, coefficients []float64) value {
	var halves [2][]float64
	for i, c := range coefficients {
		halves[i%2] = append(halves[i%2], c)
	}
	square := t.mul(x, x)
	return t.mulAdd(x, polynomial(t, square, halves[1]), polynomial(t, square, halves[0]))
}

// logarithmClose is the logarithm of x+y, greater than 0 and not subnormal, with an error of about
// 2^-57 of it: log64 with what it rounds first in two parts.
func logarithmClose(t target, x, y value) double {
	k, m := reduceLogarithm(t, x)
	low := t.div(t.mul(y, powerOfTwo(t, negative(t, t.smaller(t.number(1000), k)))), m) // beyond 2^1000 it is lost anyway
	f := t.sub(m, t.number(1))
	s := t.div(f, t.add(f, t.number(2)))
	square, half := t.mul(s, s), twoProduct(t, f, t.mul(f, t.number(0.5)))
	rest := t.mul(square, polynomial(t, square, wideLogarithm))
	rest = t.sub(t.mul(s, t.add(half.high, rest)), half.low)
	rest = t.add(fma(t, k, t.number(ln2Parts[1]), rest), low)
	sum := fastSum(t, t.mul(k, t.number(ln2Parts[0])), f)
	less := fastSum(t, sum.high, negative(t, half.high))
	return fastSum(t, less.high, t.add(t.add(sum.low, less.low), rest))
}

// specialPolynomials are polynomials that only Go code uses, as functions of x.
var specialPolynomials = []struct {
	name, text string
	f          func(x *big.Float) *big.Float
	low, high  float64
	degree     int
	bits       float64 // of the greatest error, relative to the function
}{
	{"gammaTail", "(log(gamma(2+x))-oneLessEuler x-gammaSecond x^2)/x^3 for x from -0.5 to 0.75", gammaTail, -0.5, 0.75, 20, 52},
	{"gammaTailWide", "likewise, for numbers of smaller types", gammaTail, -0.5, 0.75, 13, 40},
	{"stirlingTail", "z times the rest of Stirling's formula for log(gamma(z)), where x is 1/z^2, for z from 8 on", stirlingTail, 0, 1.0 / 64, 8, 53},
	{"stirlingTailWide", "likewise from 6 on, for numbers of smaller types", stirlingTail, 0, 1.0 / 36, 4, 35},
	{"digammaTail", "(digamma(digammaZero+x)/x-digammaSlope)/x for digammaZero+x from 1 to 2.5", digammaTail, -0.4617, 1.0384, 26, 53},
	{"digammaTailWide", "likewise from 1 to 2, for numbers of smaller types", digammaTail, -0.4617, 0.5384, 15, 40},
	{"digammaRest", "z^2 (log(z)-1/(2z)-digamma(z)), where x is 1/z^2, for z from 8 on", digammaRest, 0, 1.0 / 64, 9, 53},
	{"digammaRestWide", "likewise from 6 on, for numbers of smaller types", digammaRest, 0, 1.0 / 36, 4, 35},
	{"erfInvFirst", "erf_inv(z)/z, where x is -log(1-z^2), up to 3", inverseErrorOver, 0, 3, 19, 53},
	{"erfInvSecond", "likewise where that logarithm is x+5.5, from 3 to 8", inverseErrorAround(5.5), -2.5, 2.5, 20, 53},
	{"erfInvThird", "likewise for x+13, from 8 to 18", inverseErrorAround(13), -5, 5, 22, 53},
	{"besselFirst", "i1(z)/(z e^z), where i1 is the modified Bessel function of order 1 and x is z-5/16, up to 5/8", besselAround(0.3125), -0.3125, 0.3125, 12, 53},
	{"besselSecond", "likewise where x is z-17/16, up to 3/2", besselAround(1.0625), -0.4375, 0.4375, 14, 53},
	{"besselThird", "likewise where x is z-9/4, up to 3", besselAround(2.25), -0.75, 0.75, 17, 53},
	{"besselFourth", "likewise where x is z-4, up to 5", besselAround(4), -1, 1, 18, 53},
	{"besselFifth", "likewise where x is z-13/2, up to 8", besselAround(6.5), -1.5, 1.5, 20, 53},
	{"besselLast", "i1(z) sqrt(z)/e^z, where x is 1/z-1/16, for z from 8 on", besselOfInverse, -1.0 / 16, 1.0 / 16, 25, 53},
	{"erfInvFourth", "likewise for x+27, from 18 to 52 log(2), which belongs to the greatest number below 1", inverseErrorAround(27), -9, 9.1, 22, 53},
}

func inverseErrorAround(center float64) func(d *big.Float) *big.Float {
	return func(d *big.Float) *big.Float { return inverseErrorOver(plus(number(center), d)) }
}

// besselOver is i1(x)/(x e^x) for the modified Bessel function of order 1, by its power series.
func besselOver(x *big.Float) *big.Float {
	quarter := times(whole(1, 4), times(x, x))
	sum := series(whole(1, 2), func(n int) *big.Float { return times(quarter, whole(1, (n+1)*(n+2))) })
	return times(sum, exponentialSeries(minus(number(0), x)))
}

func besselAround(center float64) func(d *big.Float) *big.Float {
	return func(d *big.Float) *big.Float { return besselOver(plus(number(center), d)) }
}

// besselOfInverse is i1(x) sqrt(x)/e^x as a function of 1/x-1/16, for large x by the asymptotic
// series, whose least term is about e^-2x.
func besselOfInverse(d *big.Float) *big.Float {
	u := plus(d, whole(1, 16))
	x := quotient(number(1), u)
	if rounded(x) < 150 {
		return times(times(besselOver(x), x), number(0).Sqrt(x))
	}
	sum, term := number(1), number(1)
	for k := 1; term.Sign() != 0 && term.MantExp(nil) > -400; k++ {
		term = times(term, times(u, whole((2*k-1)*(2*k-1)-4, 8*k)))
		sum = plus(sum, term)
	}
	return quotient(sum, number(0).Sqrt(times(number(2), pi)))
}

// eulerMaclaurin are B(2k)/(2k)!, for Bernoulli numbers from B(2) on: as many as sums of powers
// need.
var eulerMaclaurin = func() (list []*big.Float) {
	factorial := number(1)
	for k := 1; k <= 12; k++ {
		factorial = times(factorial, number(float64((2*k-1)*2*k)))
		list = append(list, quotient(bernoulli[k-1], factorial))
	}
	return list
}()

// specialText is the Go text of these polynomials, and of constants in two parts.
func specialText(text *bytes.Buffer) {
	fmt.Fprintf(text, "\n// Constants of the functions of gamma.\nvar (\n")
	for _, c := range []struct {
		name  string
		value *big.Float
	}{
		{"oneLessEuler", oneLessEuler}, {"gammaSecond", gammaSecond}, {"digammaZero", digammaRoot}, {"digammaSlope", digammaSlope},
		{"halfLogTwoPi", times(whole(1, 2), naturalLogarithm(times(number(2), pi)))}, {"logPi", naturalLogarithm(pi)},
		{"piParts", pi}, {"ln2", ln2}, {"eulerNumber", exponentialSeries(number(1))},
	} {
		p := parts(c.value, 53)
		fmt.Fprintf(text, "%s = parts{%v, %v}\n", c.name, p[0], p[1])
	}
	fmt.Fprintf(text, ")\n\n// eulerMaclaurin are the factors of derivatives in the formula of Euler and Maclaurin.\nvar eulerMaclaurin = [...]float64{")
	for _, c := range eulerMaclaurin {
		fmt.Fprintf(text, "%v, ", rounded(c))
	}
	fmt.Fprintf(text, "}\n")
	for _, s := range specialPolynomials {
		t := &goTarget{of: f64}
		coefficients := fit(s.f, s.low, s.high, s.degree)
		result := t.mulAdd("x", inTwo(t, "x", coefficients[1:]), t.number(coefficients[0]))
		fmt.Fprintf(text, "\n// %s is %s.\nfunc %[1]s(x float64) float64 {\n%[3]s\nreturn %[4]s\n}\n", s.name, s.text, strings.Join(t.lines, "\n"), result)
	}
}
