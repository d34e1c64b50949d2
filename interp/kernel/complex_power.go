package kernel

import "math"

// complexPow is e^(w log z), and 1 where w is 0 or z is 1. In the product with the logarithm, a zero
// by an infinity is a zero: so 0^w is 0 or infinite, by the sign of the real part of w, and has an
// angle if w is real.
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
	size, angle := logModulus(x, y), angleParts(y, x)
	re := size.timesNumber(a).minus(angle.timesNumber(b))
	im := angle.timesNumber(a).plus(size.timesNumber(b))
	sine, cosine := turnedParts(im)
	p, k := expParts(re)
	return complex(scaledProduct(p, cosine, k), scaledProduct(p, sine, k))
}

func productOrZero(a, b float64) float64 {
	if a == 0 || b == 0 {
		return float64(math.Copysign(1, a) * math.Copysign(0, b))
	}
	return float64(a * b)
}
