package kernel

import "math"

// Inverse functions of angles and their hyperbolic kin: Kahan's formulas of 1987, in two parts.
// With a1 - i b1 and a2 + i b2 for the square roots of 1-z and 1+z, none of them negative where z
// is in the first quadrant, no step is a difference.

// largeInverse is from where on 1 is nothing beside z^2, and tinyInverse up to where y^2 is nothing
// beside 1-x^2, unless that is 0.
const largeInverse, tinyInverse = 0x1p100, 0x1p-500

// rootParts are the parts of the square root of |x|+iy, of which the other one is that of -|x|+iy
// with its parts swapped; y is not negative.
func rootParts(x parts, y float64) (re, im parts) {
	if x.high == 0 && y == 0 {
		return parts{}, parts{}
	}
	r := reduceRoot(x, y)
	re = r.great.scaledBy(r.k)
	im = parts{y, 0}.over(re.doubled())
	if x.high < 0 {
		re, im = im, re
	}
	return re, im
}

// An arc is what inverse functions are made of, for z in the first quadrant.
type arc struct {
	a1, a2 parts   // the real parts of the roots
	cosine parts   // of the arc sine's real part, times something
	sinh   float64 // the arc's imaginary part
}

func newArc(x, y float64) arc {
	a1, b1 := rootParts(sumOf(1, -x), y)
	a2, b2 := rootParts(sumOf(1, x), y)
	sinh := asinhOf(a1.times(b2).plus(b1.times(a2)))
	return arc{a1, a2, a1.times(a2).plus(b1.times(b2)), sinh}
}

// farArc is the imaginary part of large numbers, log(2|z|).
func farArc(x, y float64) float64 { return logModulus(x, y).plus(ln2).single() }

// flatArc is the imaginary part of z near the real axis, acosh(x) beyond 1, and y/sqrt(1-x^2)
// before it; slope is the latter of both.
func flatArc(x, y float64) (arc, slope float64) {
	root := sumOf(1, -x).times(sumOf(1, x))
	if root.high < 0 {
		root = root.negative()
	}
	slope = scaledQuotient(y, root.root(), 0)
	if x > 1 {
		return acoshDouble(x), slope
	}
	return slope, slope
}

// complexAsin is the arc sine, with cuts along the real axis beyond -1 and 1. Where a part is
// infinite its imaginary part is, and the real part the limit of the angle.
func complexAsin(z complex128) complex128 {
	x, y := real(z), imag(z)
	wide, tall := math.Abs(x), math.Abs(y)
	var re, im float64
	switch {
	case x == 0 && y != y:
		return z
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		re, im = atan2Double(wide, tall), math.Inf(1)
	case !bothFinite(x, y):
		return complex(math.NaN(), math.NaN())
	case wide > largeInverse || tall > largeInverse:
		re, im = atan2Double(wide, tall), farArc(x, y)
	case tall < tinyInverse && wide != 1:
		re = asinDouble(min(wide, 1))
		im, _ = flatArc(wide, tall)
	case wide == 0:
		re, im = 0, asinhDouble(tall)
	default:
		a := newArc(wide, tall)
		re, im = angleOf(parts{wide, 0}, a.cosine), a.sinh
	}
	return complex(withSignOf(re, x), withSignOf(im, y))
}

// complexAcos is the arc cosine, with the cuts of the arc sine. Where a part is infinite its
// imaginary part is, and the real part the limit of the angle.
func complexAcos(z complex128) complex128 {
	x, y := real(z), imag(z)
	wide, tall := math.Abs(x), math.Abs(y)
	var re, im float64
	switch {
	case x == 0 && y != y:
		return complex(math.Pi/2, y)
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		re, im = atan2Double(tall, x), math.Inf(1)
	case !bothFinite(x, y):
		return complex(math.NaN(), math.NaN())
	case wide > largeInverse || tall > largeInverse:
		re, im = atan2Double(tall, x), farArc(x, y)
	case tall < tinyInverse && wide != 1:
		re = acosDouble(max(-1, min(x, 1)))
		var slope float64
		if im, slope = flatArc(wide, tall); x > 1 {
			re = slope
		}
	default:
		a := newArc(wide, tall)
		if x < 0 {
			a.a1, a.a2 = a.a2, a.a1
		}
		re, im = 2*angleOf(a.a1, a.a2), a.sinh
	}
	return complex(re, -withSignOf(im, y))
}

// complexAcosh is acos(z) turned by a quarter so that its real part is not negative, with a cut
// along the real axis below 1.
func complexAcosh(z complex128) complex128 {
	w := complexAcos(z)
	return complex(math.Abs(imag(w)), withSignOf(real(w), imag(z)))
}

// withSignOf is a number that is not negative with the sign of another one, which leaves it as it
// is if it is NaN.
func withSignOf(size, x float64) float64 { return math.Copysign(size, zeroLike(x)) }

// complexAtanh is the inverse hyperbolic tangent, with cuts along the real axis beyond -1 and 1.
// For x >= 0 its real part is log(1 + 4x/((1-x)^2+y^2))/4, its imaginary part half of the angle of
// (1-x)(1+x)-y^2 + 2iy. At infinities it is 0, up to a quarter turn.
func complexAtanh(z complex128) complex128 {
	x, y := real(z), imag(z)
	wide, tall := math.Abs(x), math.Abs(y)
	const large, near = 0x1p100, 0x1p-60
	var re, im float64
	switch {
	case math.IsInf(y, 0) || math.IsInf(x, 0) && y == y:
		re, im = 0, math.Pi/2
	case math.IsInf(x, 0) || x == 0 && y != y:
		return complex(zeroLike(x), y)
	case !bothFinite(x, y):
		return complex(math.NaN(), math.NaN())
	case wide > large || tall > large: // 1/z and a quarter turn
		k := max(binaryExponent(x), binaryExponent(y))
		a, b := scaledBy(wide, -k), scaledBy(tall, -k)
		re, im = scaledQuotient(wide, squareSum(parts{a, 0}, parts{b, 0}), -2*k), math.Pi/2
	case y == 0 && wide <= 1:
		re, im = atanhDouble(wide), 0
	case wide == 1 && tall < near: // log(2/|y|)/2
		re, im = ln2.minus(logOfNumber(tall)).halved().single(), math.Pi/4
	default:
		less, more, height := sumOf(1, -wide), sumOf(1, wide), parts{tall, 0}
		divisor := squareSum(less, height).inverse()
		if wide < tinyInverse {
			re = scaledProduct(parts{wide, 0}, divisor, 0)
		} else {
			re = log1pOf(divisor.timesNumber(float64(4*wide))) / 4
		}
		im = angleOf(parts{2 * tall, 0}, less.times(more).minus(productOf(tall, tall))) / 2
	}
	return complex(withSignOf(re, x), withSignOf(im, y))
}

// logOfNumber is the logarithm of a positive number.
func logOfNumber(x float64) parts {
	e := binaryExponent(x)
	return logParts(parts{scaledBy(x, -e), 0}, e)
}
