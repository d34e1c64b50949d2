package exact

import (
	"math"
	"math/big"
)

// cosineSeries are those of (cos(sqrt(x))-1)/x, (-1)^(n+1)/(2n+2)! from n = 0 on.
var cosineSeries = &kept[[]*big.Float]{make: func(w precision) []*big.Float {
	term := w.number(-0.5)
	list := []*big.Float{term}
	for n := 1; exponent(term) > -2*int(w); n++ {
		term = negated(w.quo(term, w.number(float64((2*n+1)*(2*n+2)))))
		list = append(list, term)
	}
	return list
}}

// cosineLessOne is cos(x)-1 for |x| up to 1, from cos(2x)-1 = 2 (cos(x)-1) (cos(x)+1).
func (w precision) cosineLessOne(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return w.number(0)
	}
	halvings := max(0, w.halvings()/2+exponent(x))
	small := shifted(w.rounded(x), -halvings)
	square := w.mul(small, small)
	result := w.mul(square, w.horner(square, w.terms(square, cosineSeries.of(w))))
	for range halvings {
		result = shifted(w.mul(result, w.add(result, two)), 1)
	}
	return result
}

// sineAndCosine of x, |x| up to 1.
func (w precision) sineAndCosine(x *big.Float) (sine, cosine *big.Float) {
	c := w.cosineLessOne(x)
	sine = w.sqrt(negated(w.mul(c, w.add(c, two))))
	if x.Sign() < 0 {
		sine.Neg(sine)
	}
	return sine, w.add(c, one)
}

// quarterTurns is how many quarter turns there are in x, modulo 4, and what remains, which has a
// relative error of 2^-w although x may be near a multiple of a quarter turn.
func (w precision) quarterTurns(x *big.Float) (turns int, rest *big.Float) {
	if exponent(x) < 0 {
		return 0, x
	}
	for lost := wordBits; ; lost *= 2 {
		wide := w.more(exponent(x) + lost)
		quarter := shifted(pi.of(wide), -1)
		count, _ := wide.add(magnitude(wide.quo(x, quarter)), big.NewFloat(0.5)).Int(nil)
		if x.Sign() < 0 {
			count.Neg(count)
		}
		rest = wide.sub(x, wide.mul(wide.empty().SetInt(count), quarter))
		if exponent(rest) > -lost {
			return int(count.And(count, big.NewInt(3)).Int64()), rest
		}
	}
}

// turned are the sine and cosine of any number.
func (w precision) turned(x *big.Float) (sine, cosine *big.Float) {
	turns, rest := w.quarterTurns(x)
	sine, cosine = w.sineAndCosine(rest)
	if turns&1 != 0 {
		sine, cosine = cosine, negated(sine)
	}
	if turns&2 != 0 {
		sine, cosine = negated(sine), negated(cosine)
	}
	return sine, cosine
}

func (w precision) sin(x *big.Float) *big.Float { sine, _ := w.turned(x); return sine }
func (w precision) cos(x *big.Float) *big.Float { _, cosine := w.turned(x); return cosine }

func (w precision) tan(x *big.Float) *big.Float {
	sine, cosine := w.turned(x)
	return w.quo(sine, cosine)
}

// angle is that of the point with ordinate y and abscissa x, for y >= 0: an approximation, and the
// angle that remains when the point is turned by it.
func (w precision) angle(y, x *big.Float) *big.Float {
	a := magnitude(x)
	result := w.number(0)
	switch {
	case y.Sign() == 0:
	case a.Sign() == 0:
		return shifted(pi.of(w), -1)
	default:
		rest := w.quo(y, a)
		if exponent(rest) > closest {
			scale := -max(exponent(y), exponent(a))
			start := math.Atan2(approximate(shifted(y, scale)), approximate(shifted(a, scale)))
			result = w.number(start)
			sine, cosine := w.turned(result)
			rest = w.quo(w.sub(w.mul(y, cosine), w.mul(a, sine)), w.add(w.mul(a, cosine), w.mul(y, sine)))
		}
		result = w.add(result, w.alternating(rest, w.mul(rest, rest), 2))
	}
	if x.Sign() < 0 {
		return w.sub(pi.of(w), result)
	}
	return result
}

// odd is f of |x|, with the sign of x.
func odd(x *big.Float, f func(x *big.Float) *big.Float) *big.Float {
	result := f(magnitude(x))
	if x.Sign() < 0 {
		return negated(result)
	}
	return result
}

func (w precision) atan(x *big.Float) *big.Float {
	return odd(x, func(x *big.Float) *big.Float { return w.angle(x, one) })
}

func (w precision) asin(x *big.Float) *big.Float {
	return odd(x, func(x *big.Float) *big.Float { return w.angle(x, w.cathetus(x)) })
}

func (w precision) acos(x *big.Float) *big.Float { return w.angle(w.cathetus(x), x) }

// cathetus is sqrt(1-x^2) for an exact x.
func (w precision) cathetus(x *big.Float) *big.Float {
	wide := w.more(int(x.Prec()))
	return w.sqrt(w.mul(wide.sub(one, x), wide.add(one, x)))
}
