package kernel

import "math"

// The logarithm of the gamma function and its derivative, in Go only, each for f64 numbers and for
// those of smaller types. For f64 what would lose digits is computed in two parts, so that errors
// are below 2 units in the last place, but near the zeros of both functions for negative numbers:
// there the error is below 2^-52 of the terms that cancel. The forms for smaller types compute in
// f64 and leave numbers near those zeros to the others.

// lgammaDouble is the logarithm of the absolute value of the gamma function: infinite at its poles
// and, as in C, at both infinities.
func lgammaDouble(x float64) float64 {
	switch {
	case x != x:
		return x
	case x-x != 0 || x <= 0 && x == math.Floor(x):
		return math.Inf(1)
	case math.Abs(x) < 0x1p-100: // so that x^2 is not lost
		return -logOf(math.Abs(x)).high
	case x < 0:
		return gammaReflected(x).single()
	case x > 2.5e305: // whose x log(x) is infinite, and if not, x is less than half a unit of it
		return x * (logOf(x).high - 1)
	}
	return gammaLog(x).single()
}

// logOf is the logarithm of x > 0, which may be subnormal.
func logOf(x float64) parts {
	if x < 0x1p-1022 {
		return partsOf(logClose(x*0x1p54, 0)).minus(ln2.times(parts{54, 0}))
	}
	return partsOf(logClose(x, 0))
}

// gammaLog is lgamma of x > 0 that is not tiny.
func gammaLog(x float64) parts {
	switch {
	case x < 0.5: // gamma(x) = gamma(2+x)/(x(1+x))
		divisor := sumOf(1, x).times(parts{x, 0})
		return gammaAboveTwo(x).minus(partsOf(logClose(divisor.high, divisor.low)))
	case x < 1.5:
		return gammaAboveTwo(x - 1).minus(partsOf(logClose(x, 0)))
	case x < 2.75:
		return gammaAboveTwo(x - 2)
	case x >= 8:
		return stirling(x)
	}
	// The errors of the product are absolute ones of the logarithm, and small beside it.
	product := 1.0
	for x >= 2.75 {
		x-- // exact
		product = float64(product * x)
	}
	return partsOf(logClose(product, 0)).plus(gammaAboveTwo(x - 2))
}

// gammaAboveTwo is lgamma(2+t) for t from -0.5 to 0.75.
func gammaAboveTwo(t float64) parts {
	second := parts{gammaSecond.high, gammaSecond.low + float64(t*gammaTail(t))}
	return parts{t, 0}.times(oneLessEuler).plus(productOf(t, t).times(second.normal()))
}

// stirling is the asymptotic series, for x from 8 on.
func stirling(x float64) parts {
	inverse := 1 / x
	series := float64(inverse * stirlingTail(float64(inverse*inverse)))
	result := sumOf(x, -0.5).times(partsOf(logClose(x, 0)))
	return result.plus(sumOf(halfLogTwoPi.high, -x)).plus(parts{series, halfLogTwoPi.low})
}

// gammaReflected is lgamma of x < 0 that is not whole: log(pi/|x sin(pi x)|)-lgamma(-x).
func gammaReflected(x float64) parts {
	sine := halfTurnSine(x).times(parts{x, 0})
	if sine.high < 0 {
		sine = parts{-sine.high, -sine.low}
	}
	return logPi.minus(partsOf(logClose(sine.high, sine.low))).minus(gammaLog(-x))
}

// halfTurnSine is the sine of pi x, but for its sign.
func halfTurnSine(x float64) parts {
	r := x - math.RoundToEven(x) // exact
	if math.Abs(r) > 0.25 {
		angle := piParts.times(parts{0.5 - math.Abs(r), 0})
		return partsOf(cosineParts(angle.high, angle.low))
	}
	angle := piParts.times(parts{r, 0})
	return partsOf(sineParts(angle.high, angle.low))
}

// lgammaWide is lgammaDouble for numbers of smaller types, with an error below 2^-41 of the result.
func lgammaWide(x float64) float64 {
	switch {
	case x != x:
		return x
	case x-x != 0 || x <= 0 && x == math.Floor(x):
		return math.Inf(1)
	case x > 0:
		return gammaLogWide(x)
	}
	turns := x - math.RoundToEven(x)
	other := gammaLogWide(-x)
	result := logPi.high - logWide(math.Abs(float64(x*sinWide(float64(piParts.high*turns))))) - other
	if math.Abs(result) < 0x1p-7*(1+math.Abs(other)) {
		return lgammaDouble(x)
	}
	return result
}

func gammaLogWide(x float64) float64 {
	switch {
	case x < 0.5:
		return gammaAboveTwoWide(x) - logWide(float64(x*(1+x)))
	case x < 1.5:
		return gammaAboveTwoWide(x-1) - logWide(x)
	case x < 2.75:
		return gammaAboveTwoWide(x - 2)
	case x >= 6:
		inverse := 1 / x
		series := float64(inverse * stirlingTailWide(float64(inverse*inverse)))
		return math.FMA(x-0.5, logWide(x), halfLogTwoPi.high-x) + series
	}
	product := 1.0
	for x >= 2.75 {
		x--
		product = float64(product * x)
	}
	return gammaAboveTwoWide(x-2) + logWide(product)
}

func gammaAboveTwoWide(t float64) float64 {
	p := math.FMA(t, gammaTailWide(t), gammaSecond.high)
	return float64(t * math.FMA(t, p, oneLessEuler.high))
}

// digammaDouble is the logarithmic derivative of the gamma function; poles and -infinity give NaN.
func digammaDouble(x float64) float64 {
	switch {
	case x <= 0 && x == math.Floor(x):
		return math.NaN()
	case x-x != 0:
		return x
	case math.Abs(x) < 0x1p-100: // the next term is about -0.6
		return -1 / x
	case x > 0:
		return digammaParts(parts{x, 0}).single()
	}
	// digamma(1-x) - pi/tan(pi x)
	sine, cosine := halfTurns(x)
	return digammaParts(sumOf(1, -x)).minus(piParts.times(cosine).over(sine)).single()
}

// halfTurns are the sine and cosine of pi x, but for a sign that they share.
func halfTurns(x float64) (sine, cosine parts) {
	r := x - math.RoundToEven(x) // exact
	far := math.Abs(r) > 0.25
	if far {
		r = math.Copysign(0.5, r) - r
	}
	angle := piParts.times(parts{r, 0})
	sine, cosine = partsOf(sineParts(angle.high, angle.low)), partsOf(cosineParts(angle.high, angle.low))
	if !far {
		return sine, cosine
	}
	if x < math.RoundToEven(x) {
		return parts{-cosine.high, -cosine.low}, parts{-sine.high, -sine.low}
	}
	return cosine, sine
}

// digammaParts is digamma of x > 0, normally of one part or at least 1.
func digammaParts(x parts) parts {
	if x.high >= 8 {
		inverse := x.inverse()
		square := float64(inverse.high * inverse.high)
		series := float64(square * digammaRest(square))
		return partsOf(logClose(x.high, x.low)).plus(parts{float64(-0.5 * inverse.high), float64(-0.5*inverse.low) - series})
	}
	if x.high < 1 {
		return digammaNear(sumOf(1, x.high)).minus(x.inverse())
	}
	shift := parts{}
	for x.high > 2.5 {
		x.high-- // exact
		term := x.inverse()
		sum := sumOf(shift.high, term.high)
		shift = parts{sum.high, shift.low + (sum.low + term.low)}
	}
	return digammaNear(x).plus(shift.normal())
}

// digammaNear is digamma of x from 1 to 2.5, relative to its zero.
func digammaNear(x parts) parts {
	d := x.minus(digammaZero)
	tail := float64(float64(d.high*d.high) * digammaTail(d.high))
	return d.times(digammaSlope).plus(parts{tail, 0})
}

// digammaWide is digammaDouble for numbers of smaller types, with an error below 2^-40 of the
// result.
func digammaWide(x float64) float64 {
	switch {
	case x <= 0 && x == math.Floor(x):
		return math.NaN()
	case x-x != 0:
		return x
	case x > 0:
		return digammaPositiveWide(x)
	}
	angle := float64(piParts.high * (x - math.RoundToEven(x)))
	other := digammaPositiveWide(1 - x)
	result := other - float64(piParts.high*cosWide(angle))/sinWide(angle)
	if math.Abs(result) < 0x1p-7*math.Abs(other) {
		return digammaDouble(x)
	}
	return result
}

func digammaPositiveWide(x float64) float64 {
	shift := 0.0
	switch {
	case x < 1:
		shift = -1 / x
		x++
	case x >= 6:
		inverse := 1 / x
		series := float64(float64(inverse*inverse) * digammaRestWide(float64(inverse*inverse)))
		return logWide(x) - float64(0.5*inverse) - series
	}
	for x > 2 {
		x--
		shift += 1 / x
	}
	d := (x - digammaZero.high) - digammaZero.low
	return math.FMA(d, math.FMA(d, digammaTailWide(d), digammaSlope.high), shift)
}
