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
	f := binaryExponent(b)
	turned, grown := scaledSum{d.rest.timesNumber(scaledBy(a, -e)), d.k + e}, scaledSum{size.timesNumber(scaledBy(b, -f)), f}
	if least, ok := leastLogModulus(x, y); ok {
		grown = scaledSum{least.sum.timesNumber(scaledBy(b, -f)), least.k + f}
	}
	re := size.timesNumber(a).minus(angle.timesNumber(b))
	const far, lost = 1 << 16, 0x1p-40
	terms := max(math.Abs(float64(size.high*a)), math.Abs(float64(angle.high*b)))
	more, wound := turned.plus(grown), !(math.Abs(turned.value().high) <= far) || !(math.Abs(grown.value().high) <= far)
	if wound || terms > far && !(math.Abs(re.high) > lost*terms) {
		exactly, turns, left := farPower(z, w, size, d)
		if re = exactly; wound {
			quarters, more = quarters+turns, left
		}
	}
	return ofExponent(re, quarters, rest, more)
}

// ofExponent is e^(re+i im), where im is so many quarter turns, a rest, and some more, which may be
// less than any number.
func ofExponent(re parts, quarters int, rest parts, more scaledSum) complex128 {
	if math.Abs(re.high) > mostExponent {
		re = clampExponent(re.high)
	}
	p, k := expParts(re)
	var along, across float64
	if rest.high == 0 && more.isTiny() {
		along, across = p.roundedTimes(k), scaledProduct(p, more.sum, k+more.k)
	} else {
		sine, cosine := turnedParts(rest.plus(more.value()))
		along, across = scaledProduct(p, cosine, k), scaledProduct(p, sine, k)
	}
	for range quarters & 3 {
		along, across = -across, along
	}
	return complex(along, across)
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
