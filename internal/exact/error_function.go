package exact

import (
	"math"
	"math/big"
)

// erfSeries is erf(x) = 2/sqrt(pi) e^(-x^2) sum 2^n x^(2n+1)/(2n+1)!!, whose terms have one sign
// (Abramowitz and Stegun 7.1.6).
func (w precision) erfSeries(x *big.Float) *big.Float {
	square := w.mul(x, x)
	doubled := shifted(square, 1)
	term := w.rounded(x)
	sum := w.rounded(x)
	for n := 3; exponent(term) > exponent(sum)-int(w); n += 2 {
		term = w.quo(w.mul(term, doubled), w.number(float64(n)))
		sum.Add(sum, term)
	}
	return w.quo(shifted(w.mul(sum, w.exp(negated(square))), 1), rootPi.of(w))
}

// beyondSeries says for |x| whether the continued fraction of erfc is the faster way.
func (w precision) beyondSeries(a float64) bool { return a*a > float64(w)/8 }

// erfcFraction is e^(-x^2)/sqrt(pi) 1/(x+(1/2)/(x+(2/2)/(x+(3/2)/(x+...)))), Abramowitz and Stegun
// 7.1.14; step k makes the error smaller by about e^(2 asinh(x/sqrt(2k))).
func (w precision) erfcFraction(x *big.Float) *big.Float {
	steps, a := 0, approximate(x)
	for gained := 0.0; gained < (float64(w)+8)*math.Ln2; {
		steps++
		gained += 2 * math.Asinh(a/math.Sqrt(2*float64(steps)))
	}
	result := w.rounded(x)
	for n := steps; n > 0; n-- {
		result = w.add(w.quo(w.number(float64(n)/2), result), x)
	}
	exact := w.more(2*int(x.Prec())).mul(x, x)
	return w.quo(w.exp(negated(exact)), w.mul(result, rootPi.of(w)))
}

func (w precision) erf(x *big.Float) *big.Float {
	if exponent(x) > 12 {
		return w.number(float64(x.Sign()))
	}
	if w.beyondSeries(math.Abs(approximate(x))) {
		return odd(x, func(x *big.Float) *big.Float { return w.sub(one, w.erfcFraction(x)) })
	}
	return w.erfSeries(x)
}

// erfc is 1-erf(x), with as many bits more as that loses.
func (w precision) erfc(x *big.Float) *big.Float {
	a := approximate(x)
	switch {
	case exponent(x) > 12 && a > 0:
		return shifted(w.number(1), -far)
	case a > 0 && w.beyondSeries(a):
		return w.erfcFraction(x)
	case a < 0:
		return w.sub(one, w.erf(x))
	}
	wide := w.more(int(a*a*1.5) + 8)
	return wide.sub(one, wide.erf(x))
}

// gelu is x/2 erfc(-x/sqrt(2)).
func (w precision) gelu(x *big.Float) *big.Float {
	if exponent(x) > 12 {
		if x.Sign() > 0 {
			return w.rounded(x)
		}
		return negated(shifted(w.number(1), -far))
	}
	wide := w + wordBits
	z := wide.quo(x, wide.sqrt(two))
	return shifted(w.mul(x, w.erfc(negated(z))), -1)
}

// erfInv is the inverse of erf: an approximation y and its Taylor series in the difference, which
// leaves the fourth power of the approximation's error. Where x is not small, the difference is
// that of the complements to 1.
func (w precision) erfInv(x *big.Float) *big.Float {
	return odd(x, func(x *big.Float) *big.Float {
		if exponent(x) < -int(w) {
			return shifted(w.mul(x, rootPi.of(w)), -1)
		}
		complement := w.more(int(x.Prec())).sub(one, x)
		y := shifted(w.mul(x, rootPi.of(w)), -1)
		if exponent(x) >= closest {
			y = w.number(math.Erfinv(approximate(x)))
		}
		for digits := 44; ; digits *= 4 {
			var difference *big.Float
			if exponent(x) < 0 {
				difference = w.sub(x, w.erf(y))
			} else {
				difference = w.sub(w.erfc(y), complement)
			}
			square := w.mul(y, y)
			d := shifted(w.mul(w.mul(difference, rootPi.of(w)), w.exp(square)), -1)
			// d + y d^2 + (1+4y^2) d^3/3
			third := w.quo(w.mul(w.add(shifted(square, 2), one), d), w.number(3))
			d = w.mul(d, w.add(w.mul(d, w.add(third, y)), one))
			y = w.add(y, d)
			if digits*4 > int(w) {
				return y
			}
		}
	})
}
