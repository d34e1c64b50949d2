package exact

import (
	"math"
	"math/big"
)

// far is an exponent beyond those of all formats: a result of greater magnitude than 2^far, or of
// less than 2^-far, is given as that.
const far = 1 << 20

// inverseFactorials are 1/(n+1)! from n = 0 on.
var inverseFactorials = &kept[[]*big.Float]{make: func(w precision) []*big.Float {
	list := []*big.Float{w.number(1)}
	for n := 2; exponent(list[len(list)-1]) > -2*int(w); n++ {
		list = append(list, w.quo(list[len(list)-1], w.number(float64(n))))
	}
	return list
}}

// halvings is how often an argument is halved before a power series, so that there are about as
// many terms.
func (w precision) halvings() int { return int(math.Sqrt(float64(w))*0.7) + 1 }

// terms cuts a series whose terms are less than x^n c[n] to those that matter.
func (w precision) terms(x *big.Float, c []*big.Float) []*big.Float {
	n := 1
	for n < len(c) && n*exponent(x)+exponent(c[n])-exponent(c[0]) > -int(w) {
		n++
	}
	return c[:n]
}

// expm1Reduced is e^x-1 for |x| up to 1, from e^(2x)-1 = (e^x-1)(e^x+1).
func (w precision) expm1Reduced(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return w.number(0)
	}
	halvings := max(0, w.halvings()+exponent(x))
	small := shifted(w.rounded(x), -halvings)
	result := w.mul(small, w.horner(small, w.terms(small, inverseFactorials.of(w))))
	for range halvings {
		result = w.mul(result, w.add(result, two))
	}
	return result
}

func (w precision) exp(x *big.Float) *big.Float {
	if exponent(x) > 19 {
		return shifted(w.number(1), x.Sign()*far)
	}
	k := math.Round(approximate(x) / math.Ln2)
	wide := w + wordBits
	rest := wide.sub(x, wide.mul(wide.number(k), ln2.of(wide)))
	return shifted(w.add(w.expm1Reduced(rest), one), int(k))
}

func (w precision) expm1(x *big.Float) *big.Float {
	if exponent(x) <= 0 {
		return w.expm1Reduced(x)
	}
	return w.sub(w.exp(x), one)
}

// exp2 is 2^x for an x that is not whole.
func (w precision) exp2(x *big.Float) *big.Float {
	if exponent(x) > 19 {
		return shifted(w.number(1), x.Sign()*far)
	}
	k := math.Round(approximate(x))
	rest := new(big.Float).SetPrec(x.Prec()+wordBits).Sub(x, big.NewFloat(k))
	return shifted(w.add(w.expm1Reduced(w.mul(rest, ln2.of(w))), one), int(k))
}

// closest is an exponent from which on a power series starts without a first approximation.
const closest = -50

// log1pReduced is log(1+x) for |x| up to 1/2: an approximation y and the logarithm of (1+x)/e^y.
func (w precision) log1pReduced(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return w.number(0)
	}
	start, rest := w.number(0), x
	if exponent(x) > closest {
		start = w.number(math.Log1p(approximate(x)))
		power := w.expm1Reduced(start)
		rest = w.quo(w.sub(x, power), w.add(power, one))
	}
	return w.add(start, w.alternating(rest, rest, 1))
}

// alternating is first - first x/(1+step) + first x^2/(1+2 step) - ... for a small x: the series of
// a logarithm or an arc tangent.
func (w precision) alternating(first, x *big.Float, step int) *big.Float {
	sum, power := w.rounded(first), first
	for n := 1 + step; power.Sign() != 0 && exponent(power) > exponent(first)-int(w); n += step {
		power = negated(w.mul(power, x))
		sum.Add(sum, w.quo(power, w.number(float64(n))))
	}
	return sum
}

// log is the logarithm of x > 0.
func (w precision) log(x *big.Float) *big.Float {
	mantissa := new(big.Float)
	k := x.MantExp(mantissa)
	if approximate(mantissa) < math.Sqrt2/2 {
		mantissa, k = shifted(mantissa, 1), k-1
	}
	result := w.log1pReduced(new(big.Float).SetPrec(x.Prec()+wordBits).Sub(mantissa, one))
	if k == 0 {
		return result
	}
	return w.add(result, w.mul(ln2.of(w), w.number(float64(k))))
}

func (w precision) log2(x *big.Float) *big.Float { return w.quo(w.log(x), ln2.of(w)) }

// log1p is log(1+x) for x > -1; if x is in (-1, -1/2) it must be exact.
func (w precision) log1p(x *big.Float) *big.Float {
	if exponent(x) < 0 {
		return w.log1pReduced(x)
	}
	return w.log(w.more(int(x.Prec())).add(x, one))
}

func (w precision) sinh(x *big.Float) *big.Float {
	return odd(x, func(x *big.Float) *big.Float {
		e := w.expm1(x)
		return shifted(w.add(e, w.quo(e, w.add(e, one))), -1)
	})
}

func (w precision) cosh(x *big.Float) *big.Float {
	e := w.exp(x)
	return shifted(w.add(e, w.quo(one, e)), -1)
}

func (w precision) tanh(x *big.Float) *big.Float {
	return odd(x, func(x *big.Float) *big.Float {
		e := w.expm1(negated(shifted(x, 1)))
		return w.quo(negated(e), w.add(e, two))
	})
}

// asinh is log(1+x+x^2/(1+sqrt(1+x^2))) for x >= 0.
func (w precision) asinh(x *big.Float) *big.Float {
	return odd(x, func(x *big.Float) *big.Float {
		square := w.mul(x, x)
		return w.log1p(w.add(x, w.quo(square, w.add(w.sqrt(w.add(square, one)), one))))
	})
}

// acosh is log(1+(x-1)+sqrt((x-1)(x+1))).
func (w precision) acosh(x *big.Float) *big.Float {
	wide := w.more(int(x.Prec()))
	less := wide.sub(x, one)
	return w.log1p(w.add(less, w.sqrt(w.mul(less, wide.add(x, one)))))
}

func (w precision) atanh(x *big.Float) *big.Float {
	return odd(x, func(x *big.Float) *big.Float {
		return shifted(w.log1p(w.quo(shifted(x, 1), w.more(int(x.Prec())).sub(one, x))), -1)
	})
}

// sigmoid is 1/(1+e^-x).
func (w precision) sigmoid(x *big.Float) *big.Float {
	return w.quo(one, w.add(w.exp(negated(x)), one))
}

func (w precision) silu(x *big.Float) *big.Float { return w.mul(x, w.sigmoid(x)) }

// geluTanh is x (1+tanh(y))/2 = x sigmoid(2y) with y = sqrt(2/pi) (x + 0.044715 x^3).
func (w precision) geluTanh(x *big.Float) *big.Float {
	wide := w + wordBits
	cubic := wide.quo(wide.number(44715), wide.number(1e6))
	y := wide.mul(x, wide.add(wide.mul(wide.mul(x, x), cubic), one))
	y = wide.mul(y, wide.sqrt(wide.quo(two, pi.of(wide))))
	return w.mul(x, w.sigmoid(shifted(y, 1)))
}

func (w precision) rsqrt(x *big.Float) *big.Float { return w.quo(one, w.sqrt(x)) }

// cbrt is by Halley's method, which makes three digits of one.
func (w precision) cbrt(x *big.Float) *big.Float {
	y := w.number(math.Cbrt(approximate(x)))
	for digits := 48; digits < int(w); digits *= 3 {
		cube := w.mul(w.mul(y, y), y)
		numerator, denominator := w.add(cube, shifted(x, 1)), w.add(shifted(cube, 1), x)
		y = w.quo(w.mul(y, numerator), denominator)
	}
	return y
}

// pow is x^y for x > 0.
func (w precision) pow(x, y *big.Float) *big.Float {
	estimate := precision(wordBits).log(x)
	e := exponent(estimate) + exponent(y)
	if e > 24 {
		return shifted(w.number(1), estimate.Sign()*y.Sign()*far)
	}
	wide := w.more(e + 2)
	return w.exp(wide.mul(wide.log(x), y))
}
