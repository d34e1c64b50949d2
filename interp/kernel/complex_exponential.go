package kernel

import "math"

// zeroLike is a zero with the sign of a number, and +0 for NaN, whose sign nobody sees.
func zeroLike(x float64) float64 {
	if x != x {
		return 0
	}
	return math.Copysign(0, x)
}

// mostExponent is beyond where e^x is 0 or infinite, whatever it is multiplied by: no angle of a
// number is less than 2^-2100, nor is one less than 2^-2200 when it is multiplied.
const mostExponent = 4000

func clampExponent(x float64) parts { return parts{max(-mostExponent, min(x, mostExponent)), 0} }

// scaledProduct is a b 2^k, where a or b may be so small that the products of their parts would be
// lost.
func scaledProduct(a, b parts, k int) float64 {
	const small, up = 0x1p-500, 600
	if a.high == 0 || b.high == 0 {
		return float64(a.high * b.high)
	}
	if math.Abs(a.high) < small {
		a, k = a.scaledBy(up), k-up
	}
	if math.Abs(b.high) < small {
		b, k = b.scaledBy(up), k-up
	}
	return a.times(b).roundedTimes(k)
}

// scaledQuotient is a/b 2^k likewise, for an a that may be small.
func scaledQuotient(a float64, b parts, k int) float64 {
	const small, up = 0x1p-500, 600
	if math.Abs(a) < small {
		a, k = scaledBy(a, up), k-up
	}
	return parts{a, 0}.over(b).roundedTimes(k)
}

// complexExp is e^x (cos(y) + i sin(y)). At x = -inf it is 0, for any y.
func complexExp(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case !bothFinite(x, y):
		return expLimit(x, y)
	case y == 0:
		return complex(expDouble(x), y)
	}
	sine, cosine := turnedClose(y)
	p, k := expParts(clampExponent(x))
	return complex(scaledProduct(p, cosine, k), scaledProduct(p, sine, k))
}

// expLimit is e^z where a part is infinite or NaN.
func expLimit(x, y float64) complex128 {
	size := 0.0
	if x > 0 {
		size = x
	}
	switch {
	case y == 0:
		return complex(expDouble(x), y)
	case isFiniteNumber(x) || x != x:
		return complex(math.NaN(), math.NaN())
	case isFiniteNumber(y):
		sine, cosine := turnedClose(y)
		return complex(math.Copysign(size, cosine.high), math.Copysign(size, sine.high))
	case x < 0:
		return complex(0, zeroLike(y))
	}
	return complex(math.Inf(1), math.NaN())
}

// cosineLessOne is cos(y)-1, and cosineAndOne cos(y)+1, neither of which loses digits.
func cosineLessOne(sine, cosine parts) parts {
	if cosine.high > 0 {
		return sine.times(sine).over(cosine.plusNumber(1)).negative()
	}
	return cosine.plusNumber(-1)
}

func cosineAndOne(sine, cosine parts) parts {
	return cosineLessOne(sine, cosine.negative()).negative()
}

// complexExpm1 is e^z-1, whose real part is (e^x-1) cos(y) + (cos(y)-1). Its special values are
// those of complexExp less 1.
func complexExpm1(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case y == 0:
		return complex(expm1Double(x), y)
	case !bothFinite(x, y) || math.Abs(x) > 700: // where 1 is nothing beside a part of e^z, or the other way round
		e := complexExp(z)
		return complex(real(e)-1, imag(e))
	}
	sine, cosine := turnedParts(parts{y, 0})
	less := expm1Parts(parts{x, 0}).times(cosine).plus(cosineLessOne(sine, cosine))
	p, k := expParts(parts{x, 0})
	re := less.single()
	if re == 0 { // -y^2/2, which is less than the least number
		re = math.Copysign(0, -1)
	}
	return complex(re, scaledProduct(p, sine, k))
}

// complexLog is log(|z|) + i atan2(y, x), with a cut along the negative real axis. At zeros its
// real part is -inf.
func complexLog(z complex128) complex128 {
	x, y := real(z), imag(z)
	angle := atan2Double(y, x)
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return complex(math.Inf(1), angle)
	case !bothFinite(x, y):
		return complex(math.NaN(), math.NaN())
	case x == 0 && y == 0:
		return complex(math.Inf(-1), angle)
	}
	return complex(logModulusClose(x, y), angle)
}

// complexLog1p is log(1+z), with a cut along the real axis below -1. It keeps zeros, and has the
// special values of complexLog.
func complexLog1p(z complex128) complex128 {
	x, y := real(z), imag(z)
	const large = 0x1p100
	switch {
	case y == 0 && x >= -1:
		return complex(log1pDouble(x), y)
	case !bothFinite(x, y) || math.Abs(x) > large || math.Abs(y) > large:
		return complexLog(z)
	case x == -1:
		return complex(logDouble(math.Abs(y)), atan2Double(y, 0))
	}
	more := sumOf(1, x)
	square := squareSum(more, parts{y, 0})
	angle := angleOf(parts{y, 0}, more)
	if math.Abs(square.high-1) > 1.0/128 {
		return complex(logParts(square, 0).halved().single(), angle)
	}
	p, q := productOf(x, x), productOf(y, y)
	less := exactSum([]float64{q.low, p.low, q.high, p.high, 2 * x})
	return complex(logFraction(less).halved().single(), angle)
}

// complexSigmoid is 1/(1+e^-z), with poles at odd multiples of i pi. For a = e^-|x| the square of
// the modulus of 1+e^-z, or of 1+e^z, is (1-a)^2 + 2a (1+cos(y)), in which nothing cancels; nor
// does anything in the result but for its real part where x < 0. At x = inf it is 1, at x = -inf 0.
func complexSigmoid(z complex128) complex128 {
	x, y := real(z), imag(z)
	const far = 300
	switch {
	case y == 0:
		return complex(sigmoidDouble(x), y)
	case x < -far:
		return complexExp(z)
	case x > far:
		e := complexExp(complex(-x, y))
		return complex(1, imag(e))
	case !bothFinite(x, y):
		return complex(math.NaN(), math.NaN())
	}
	sine, cosine := turnedParts(parts{y, 0})
	p, k := expParts(parts{-math.Abs(x), 0})
	a, less := p.scaledBy(k), expm1Parts(parts{-math.Abs(x), 0}).negative()
	bend := cosineAndOne(sine, cosine)
	inverse := less.times(less).plus(a.times(bend).doubled()).inverse()
	var re parts
	if x < 0 {
		re = a.times(bend.minus(less))
	} else {
		re = less.plus(a.times(bend))
	}
	return complex(re.times(inverse).single(), scaledProduct(a.times(inverse), sine, 0))
}
