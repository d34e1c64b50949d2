package kernel

import "math"

// The logarithm of the gamma function and its derivative, in Go only. All that cancels is computed in
// two parts, so that errors are below 2 units in the last place, but near the zeros of both for
// negative numbers: where the result is below 1 in magnitude, the error of lgamma is at most 2^-50 in
// absolute terms there, and that of digamma 2^-50 of the larger of the terms that cancel.

var (
	// gammaSeries are (zeta(k)-1)(-1)^k/k from k = 2 on: lgamma(2+t) is (1-gamma) t and those times
	// t^k (Abramowitz and Stegun 6.1.33).
	gammaSeries = []float64{
		0.3224670334241132, -0.0673523010531981, 0.020580808427784546, -0.007385551028673986, 0.0028905103307415234, -0.001192753911703261,
		0.0005096695247430425, -0.00022315475845357939, 9.945751278180853e-05, -4.492623673813314e-05, 2.050721277567069e-05, -9.439488275268397e-06,
		4.374866789907488e-06, -2.039215753801366e-06, 9.55141213040742e-07, -4.492469198764566e-07, 2.1207184805554665e-07, -1.0043224823968099e-07,
		4.7698101693639804e-08, -2.2711094608943164e-08, 1.0838659214896955e-08, -5.183475041970047e-09, 2.4836745438024785e-09, -1.1921401405860912e-09,
		5.731367241678862e-10, -2.7595228851242334e-10, 1.330476437424449e-10, -6.4229645638381e-11, 3.1044247747322276e-11, -1.5021384080754142e-11,
		7.275974480239079e-12, -3.527742476575915e-12, 1.711991790559618e-12, -8.315385841420285e-13, 4.04220052528944e-13, -1.9664756310966165e-13,
		9.573630387838556e-14, -4.6640760264283744e-14,
	}
	oneLessEuler   = parts{0.42278433509846713, 4.942915152430645e-18}
	halfLogTwoPi   = parts{0.9189385332046728, -3.8782941580672414e-17}
	logPi          = parts{1.1447298858494002, 1.0265951162707826e-17}
	piParts        = parts{2 * halfPiHigh, 2 * halfPiLow}
	ln2            = parts{math.Ln2, 2.3190468138462996e-17}
	stirlingSeries = []float64{ // Bernoulli numbers over 2k(2k-1), Abramowitz and Stegun 6.1.40
		0.08333333333333333, -0.002777777777777778, 0.0007936507936507937, -0.0005952380952380953, 0.0008417508417508417, -0.0019175269175269176,
		0.00641025641025641, -0.029550653594771242, 0.17964437236883057,
	}
)

// lgamma is the logarithm of the absolute value of the gamma function: infinite at its poles and, as
// in C, at both infinities.
func lgamma(x float64) float64 {
	switch {
	case x != x:
		return x
	case x-x != 0 || x <= 0 && x == math.Floor(x):
		return math.Inf(1)
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
		return partsOf(logParts(x*0x1p54, 0)).minus(parts{54 * ln2.high, 54 * ln2.low}.normal())
	}
	return partsOf(logParts(x, 0))
}

// gammaLog is lgamma of x > 0.
func gammaLog(x float64) parts {
	switch {
	case x < 0.5: // gamma(x) = gamma(2+x)/(x(1+x))
		u := sumOf(1, x)
		return gammaAboveTwo(x).minus(partsOf(logParts(u.high, u.low))).minus(logOf(x))
	case x < 1.5:
		return gammaAboveTwo(x - 1).minus(logOf(x))
	case x < 2.75:
		return gammaAboveTwo(x - 2)
	}
	product, shifted := parts{1, 0}, parts{x, 0}
	for ; shifted.high < 12; shifted = shifted.plus(parts{1, 0}) {
		product = product.times(shifted)
	}
	result := stirling(shifted)
	if product.high != 1 {
		result = result.minus(partsOf(logParts(product.high, product.low)))
	}
	return result
}

// gammaAboveTwo is lgamma(2+t) for t from -0.5 to 0.75.
func gammaAboveTwo(t float64) parts {
	rest := float64(float64(t*t) * horner(t, gammaSeries))
	return parts{t, 0}.times(oneLessEuler).plus(parts{rest, 0})
}

// stirling is the asymptotic series, for x from 12 on.
func stirling(x parts) parts {
	inverse := 1 / x.high
	series := float64(inverse * horner(float64(inverse*inverse), stirlingSeries))
	result := x.minus(parts{0.5, 0}).times(partsOf(logParts(x.high, x.low)))
	return result.minus(x).plus(halfLogTwoPi).plus(parts{series, 0})
}

// gammaReflected is lgamma of x < 0 that is not whole: log(pi/|x sin(pi x)|)-lgamma(-x).
func gammaReflected(x float64) parts {
	sine, _ := halfTurns(x)
	return logPi.minus(partsOf(logParts(math.Abs(sine.high), math.Copysign(1, sine.high)*sine.low))).minus(logOf(-x)).minus(gammaLog(-x))
}

// halfTurns are the sine and cosine of pi x, but for signs that they share.
func halfTurns(x float64) (sine, cosine parts) {
	r := x - math.RoundToEven(x) // exact
	far := math.Abs(r) > 0.25
	if far {
		r = math.Copysign(0.5, r) - r
	}
	angle := piParts.times(parts{r, 0})
	sine, cosine = partsOf(sineParts(angle.high, angle.low)), partsOf(cosineParts(angle.high, angle.low))
	if far {
		if r != r || x-math.RoundToEven(x) < 0 {
			return parts{-cosine.high, -cosine.low}, parts{-sine.high, -sine.low}
		}
		return cosine, sine
	}
	return sine, cosine
}

var (
	// digammaZero is where digamma is 0, and digammaSeries its power series there, from degree 1 on.
	digammaZero   = parts{1.4616321449683622, 9.549995429965697e-17}
	digammaSeries = []float64{
		0.9676722454476212, -0.4427631689835921, 0.258499760955651, -0.16394270544240652, 0.10782405069126237, -0.07219956125645471,
		0.04880428816414311, -0.03316112647484736, 0.022597648232218104, -0.01542476590494896, 0.010538791616612175, -0.007204534386356869,
		0.004926781395729853, -0.003369801655439328, 0.002305126326734928, -0.0015769367714301972, 0.0010788252019162967, -0.0007380709389960052,
		0.000504953265834602, -0.0003454680251063077, 0.00023635601564027053, -0.00016170622091974803, 0.0001106337276874741, -7.569179582195066e-05,
	}
	// digammaAsymptotic are Bernoulli numbers over 2k, Abramowitz and Stegun 6.3.18.
	digammaAsymptotic = []float64{
		0.08333333333333333, -0.008333333333333333, 0.003968253968253968, -0.004166666666666667, 0.007575757575757576, -0.021092796092796094,
		0.08333333333333333, -0.4432598039215686, 3.0539543302701198,
	}
)

// digamma is the logarithmic derivative of the gamma function; poles and -infinity give NaN.
func digamma(x float64) float64 {
	switch {
	case x <= 0 && x == math.Floor(x):
		return math.NaN()
	case x-x != 0:
		return x
	case x < 0: // digamma(1-x) - pi/tan(pi x), where digamma(1+y) is digamma(y)+1/y
		sine, cosine := halfTurns(x)
		result := piParts.times(cosine).over(sine)
		if math.IsInf(result.high, 0) || x > -0x1p-1000 {
			return -1 / x
		}
		shifted := digammaParts(-x)
		if x > -0.5 {
			shifted = digammaAboveOne(-x)
		} else {
			shifted = shifted.plus(parts{1, 0}.over(parts{-x, 0}))
		}
		return shifted.minus(result).single()
	case x < 0x1p-1000:
		return -1 / x
	}
	return digammaParts(x).single()
}

// digammaAboveOne is digamma(1+y) for y from 0 to 0.5, also where 1+y is not a number.
func digammaAboveOne(y float64) parts { return digammaSum(sumOf(1, y)) }

// digammaParts is digamma of x > 0.
func digammaParts(x float64) parts {
	if d := (x - digammaZero.high) - digammaZero.low; math.Abs(d) < 0.25 {
		low := (x - digammaZero.high - d) - digammaZero.low
		p := horner(d, digammaSeries)
		return productOf(d, p).plus(parts{float64(low * digammaSeries[0]), 0})
	}
	return digammaSum(parts{x, 0})
}

// digammaSum is the recurrence up to 12, and then the asymptotic series.
func digammaSum(x parts) parts {
	shift := parts{}
	for ; x.high < 12; x = x.plus(parts{1, 0}) {
		shift = shift.plus(parts{1, 0}.over(x))
	}
	inverse := parts{1, 0}.over(x)
	square := float64(inverse.high * inverse.high)
	series := float64(square * horner(square, digammaAsymptotic))
	result := partsOf(logParts(x.high, x.low)).minus(parts{0.5 * inverse.high, 0.5 * inverse.low})
	return result.minus(parts{series, 0}).minus(shift)
}
