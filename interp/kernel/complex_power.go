package kernel

import "math"

// complexPow is e^(w log z), and 1 where w is 0 or z is 1. In the product with the logarithm, a
// zero by an infinity is a zero: so 0^w is 0 or infinite, by the sign of the real part of w, and
// has an angle if w is real. As an error of the logarithm is multiplied by w, that is in two parts,
// or in as many as are left of its product with a huge exponent when the full turns are gone.
func complexPow(z, w complex128) complex128 {
	x, y, a, b := real(z), imag(z), real(w), imag(w)
	switch {
	case a == 0 && b == 0 || x == 1 && y == 0:
		return 1
	case !bothFinite(x, y) || !bothFinite(a, b) || x == 0 && y == 0:
		l := complexLog(z)
		re, im := productOrZero(a, real(l))-productOrZero(b, imag(l)), productOrZero(a, imag(l))+productOrZero(b, real(l))
		return complexExp(complex(re, im))
	}
	size, d := logModulus(x, y), directionOf(y, x)
	angle, e := d.angle(), binaryExponent(a)
	// Multiples of eighths of a turn are taken modulo full ones, so that whole powers have parts
	// that are 0.
	quarters, rest := reduceQuarters(productOf(math.Mod(a, 8), d.eighths/2))
	turned, grown := d.rest.timesNumber(scaledBy(a, -e)).scaledBy(d.k+e), size.timesNumber(b)
	re := size.timesNumber(a).minus(angle.timesNumber(b))
	const far, lost = 1 << 16, 0x1p-40
	terms := max(math.Abs(float64(size.high*a)), math.Abs(float64(angle.high*b)))
	if !(math.Abs(turned.high) <= far) || !(math.Abs(grown.high) <= far) || terms > far && !(math.Abs(re.high) > lost*terms) {
		return ofExponent(farPower(z, w, size, angle))
	}
	return ofExponent(re, quarters, rest.plus(turned).plus(grown))
}

// ofExponent is e^(re+i im), where im is so many quarter turns and a rest.
func ofExponent(re parts, quarters int, rest parts) complex128 {
	sine, cosine := turnedParts(rest)
	for range quarters & 3 {
		sine, cosine = cosine, sine.negative()
	}
	if math.Abs(re.high) > mostExponent {
		re = clampExponent(re.high)
	}
	p, k := expParts(re)
	return complex(scaledProduct(p, cosine, k), scaledProduct(p, sine, k))
}

// reduceQuarters is a number of quarter turns, at most 100, as a whole number of them and an angle.
func reduceQuarters(turns parts) (quarters int, rest parts) {
	whole := math.RoundToEven(turns.high)
	return int(whole), turns.plusNumber(-whole).times(parts{halfPiHigh, halfPiLow})
}

// productOrZero is a b, and 0 where one of them is.
func productOrZero(a, b float64) float64 {
	if a == 0 || b == 0 {
		return float64(math.Copysign(1, a) * math.Copysign(0, b))
	}
	return float64(a * b)
}
