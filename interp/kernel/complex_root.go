package kernel

import "math"

// complexAbs is the modulus, infinite if a part is, even if the other one is NaN.
func complexAbs(z complex128) float64 {
	x, y := real(z), imag(z)
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Inf(1)
	case !bothFinite(x, y):
		return math.NaN()
	}
	modulus, k := modulusParts(parts{x, 0}, parts{y, 0})
	return modulus.roundedTimes(k)
}

// complexSign is z/|z|, and 0 for zeros of all signs. Infinite numbers are divided by an infinity:
// theirs is NaN, as is that of NaN.
func complexSign(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case !bothFinite(x, y):
		return complex(math.NaN(), math.NaN())
	case x == 0 && y == 0:
		return 0
	}
	modulus, k := modulusParts(parts{x, 0}, parts{y, 0})
	re, im := scaledQuotient(math.Abs(x), modulus, -k), scaledQuotient(math.Abs(y), modulus, -k)
	return complex(math.Copysign(re, x), math.Copysign(im, y))
}

// A reducedRoot is for square roots of |x|+iy: its modulus is modulus 2^(2k), and the real part of
// the root is the greater one, great 2^k.
type reducedRoot struct {
	modulus, great parts
	k              int
}

// reduceRoot is for finite numbers, not both 0.
func reduceRoot(x parts, y float64) reducedRoot {
	e := scaleFor(x.high, y) &^ 1
	a, b := x.scaledBy(-e), parts{scaledBy(y, -e), 0}
	if a.high < 0 {
		a = a.negative()
	}
	modulus := squareSum(a, b).root()
	return reducedRoot{modulus, a.plus(modulus).halved().root(), e / 2}
}

// complexSqrt is the square root with a real part that is not negative, and a cut along the
// negative real axis. It is infinite where a part is, with the other one NaN or the limit.
func complexSqrt(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case math.IsInf(y, 0):
		return complex(math.Inf(1), y)
	case math.IsInf(x, 1):
		return complex(x, y*0)
	case math.IsInf(x, -1):
		return complex(math.Abs(y*0), math.Copysign(math.Inf(1), zeroLike(y)))
	case !bothFinite(x, y):
		return complex(math.NaN(), math.NaN())
	case y == 0 && x >= 0:
		return complex(math.Sqrt(math.Abs(x)), y)
	case y == 0:
		return complex(0, math.Copysign(math.Sqrt(-x), y))
	}
	r := reduceRoot(parts{x, 0}, y)
	// 2 great small = |y|
	great, small := r.great.roundedTimes(r.k), scaledQuotient(math.Abs(y), r.great.doubled(), -r.k)
	if x < 0 {
		great, small = small, great
	}
	return complex(great, math.Copysign(small, y))
}

// complexRsqrt is 1/sqrt(z), the conjugate of the root over the modulus, with its cut. At zeros it
// is +inf, with a zero, and at infinities 0.
func complexRsqrt(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return complex(0, -zeroLike(y))
	case !bothFinite(x, y):
		return complex(math.NaN(), math.NaN())
	case x == 0 && y == 0:
		return complex(math.Inf(1), -y)
	}
	r := reduceRoot(parts{x, 0}, y)
	great := r.great.over(r.modulus).roundedTimes(-r.k)
	small := scaledQuotient(math.Abs(y), r.great.times(r.modulus).doubled(), -3*r.k)
	if x < 0 {
		great, small = small, great
	}
	return complex(great, -math.Copysign(small, y))
}

// complexCbrt is the principal cube root, whose angle is a third of that of z, from -pi/3 to pi/3:
// that of a negative number is not real. There is a cut along the negative real axis. Where a part
// is infinite it is, in the direction of a third of the limit of the angle.
func complexCbrt(z complex128) complex128 {
	x, y := real(z), imag(z)
	angle := atan2Double(y, x)
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		switch {
		case angle != angle:
			return complex(math.Inf(1), math.NaN())
		case angle == 0:
			return complex(math.Inf(1), angle)
		}
		return complex(math.Inf(1), math.Copysign(math.Inf(1), angle))
	case !bothFinite(x, y):
		return complex(math.NaN(), math.NaN())
	case x == 0 && y == 0:
		return complex(0, y)
	case x > 0 && math.Abs(y) < x*0x1p-60:
		root := cbrtDouble(x)
		return complex(root, scaledProduct(parts{y, 0}, thirdParts.timesNumber(root).over(parts{x, 0}), 0))
	}
	k := max(binaryExponent(x), binaryExponent(y)) / 3
	x, y = scaledBy(x, -3*k), scaledBy(y, -3*k)
	// One step of Newton's method from a root in one part: w - (w^3-z)/(3w^2).
	size := cbrtDouble(math.Sqrt(float64(x*x) + float64(y*y)))
	u, v := float64(size*cosDouble(angle/3)), float64(size*sinDouble(angle/3))
	uu, vv := productOf(u, u), productOf(v, v)
	restU := uu.minus(vv.timesNumber(3)).timesNumber(u).plusNumber(-x).single()
	restV := uu.timesNumber(3).minus(vv).timesNumber(v).plusNumber(-y).single()
	p, q := uu.high-vv.high, 2*float64(u*v) // w^2
	divisor := 3 * (float64(p*p) + float64(q*q))
	u -= (float64(restU*p) + float64(restV*q)) / divisor
	v -= (float64(restV*p) - float64(restU*q)) / divisor
	return complex(scaledBy(u, k), scaledBy(v, k))
}
