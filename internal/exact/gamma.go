package exact

import (
	"math"
	"math/big"
)

// bernoulli are the Bernoulli numbers B(2), B(4), ..., as many as asymptotic series can need, from
// tangent numbers (Brent and Harvey, Fast computation of Bernoulli, tangent and secant numbers,
// 2013).
var bernoulli = &kept[[]*big.Rat]{make: func(w precision) []*big.Rat {
	count := int(w)/4 + 20
	tangents := make([]*big.Int, count+1)
	tangents[1] = big.NewInt(1)
	for k := 2; k <= count; k++ {
		tangents[k] = new(big.Int).Mul(tangents[k-1], big.NewInt(int64(k-1)))
	}
	for k := 2; k <= count; k++ {
		for j := k; j <= count; j++ {
			before := new(big.Int).Mul(tangents[j-1], big.NewInt(int64(j-k)))
			tangents[j].Add(before, tangents[j].Mul(tangents[j], big.NewInt(int64(j-k+2))))
		}
	}
	list := make([]*big.Rat, count)
	for k := 1; k <= count; k++ { // B(2k) = (-1)^(k-1) 2k T(k)/(4^k (4^k-1))
		power := new(big.Int).Lsh(big.NewInt(1), uint(2*k))
		divisor := new(big.Int).Mul(power, new(big.Int).Sub(power, big.NewInt(1)))
		numerator := new(big.Int).Mul(tangents[k], big.NewInt(int64(2*k*(k%2*2-1))))
		list[k-1] = new(big.Rat).SetFrac(numerator, divisor)
	}
	return list
}}

// stirlingSeries are B(2k)/(2k(2k-1)) from k = 1 on, digammaSeries B(2k)/2k.
var (
	stirlingSeries = &kept[[]*big.Float]{make: func(w precision) []*big.Float {
		return bernoulliOver(w, func(k int64) int64 { return 2 * k * (2*k - 1) })
	}}
	digammaSeries = &kept[[]*big.Float]{make: func(w precision) []*big.Float {
		return bernoulliOver(w, func(k int64) int64 { return 2 * k })
	}}
)

func bernoulliOver(w precision, divisor func(k int64) int64) []*big.Float {
	list := []*big.Float{}
	for i, b := range bernoulli.of(w) {
		list = append(list, w.quo(w.empty().SetRat(b), w.number(float64(divisor(int64(i+1))))))
	}
	return list
}

// asymptotic is from where on the asymptotic series are used.
func (w precision) asymptotic() float64 { return float64(w) / 4 }

// tail is the sum of c[k] x^-2k, up to the first term that does not matter.
func (w precision) tail(x *big.Float, c []*big.Float) *big.Float {
	square := w.quo(one, w.mul(x, x))
	n := 1
	for n < len(c) && n*(exponent(square))+exponent(c[n]) > -int(w)-8 {
		n++
	}
	return w.horner(square, c[:n])
}

// steps is how far x > 0 is from where the asymptotic series are used.
func (w precision) steps(x *big.Float) int {
	if exponent(x) > 20 {
		return 0
	}
	return max(0, int(math.Ceil(w.asymptotic()-approximate(x))))
}

// gammaLog is the logarithm of gamma(x) for x > 0, with an absolute error of about 2^-w times the
// largest of its parts, whose exponent it returns.
func (w precision) gammaLog(x *big.Float) (result *big.Float, largest int) {
	product, high := w.number(1), w.rounded(x)
	for range w.steps(x) {
		product = w.mul(product, high)
		high = w.add(high, one)
	}
	first := w.mul(w.sub(high, w.number(0.5)), w.log(high))
	result = w.add(w.sub(first, high), shifted(w.log(shifted(pi.of(w), 1)), -1))
	result.Add(result, w.quo(w.tail(high, stirlingSeries.of(w)), high))
	return result.Sub(result, w.log(product)), exponent(first)
}

// halfTurns are the sine and cosine of pi x, but for a sign that they share.
func (w precision) halfTurns(x *big.Float) (sine, cosine *big.Float) {
	wide := precision(x.Prec() + wordBits)
	whole, _ := wide.add(magnitude(x), big.NewFloat(0.5)).Int(nil)
	rest := wide.sub(magnitude(x), wide.empty().SetInt(whole))
	if x.Sign() < 0 {
		rest.Neg(rest)
	}
	if math.Abs(approximate(rest)) <= 0.25 {
		return w.sineAndCosine(w.mul(rest, pi.of(w)))
	}
	complement := wide.sub(big.NewFloat(0.5), magnitude(rest))
	cosine, sine = w.sineAndCosine(w.mul(complement, pi.of(w)))
	if rest.Sign() < 0 {
		sine.Neg(sine)
	}
	return sine, cosine
}

// raised calls compute with more and more bits until what cancels, from parts with the exponent
// largest, leaves enough of them.
func (w precision) raised(compute func(w precision) (result *big.Float, largest int)) *big.Float {
	for lost := 16; ; {
		result, largest := compute(w.more(lost))
		needed := largest - exponent(result)
		if needed <= lost {
			return result
		}
		lost = min(needed+8, 2*lost+int(w))
	}
}

// lgamma is log|gamma(x)|, for negative x log(pi/|x sin(pi x)|) - lgamma(-x).
func (w precision) lgamma(x *big.Float) *big.Float {
	return w.raised(func(w precision) (*big.Float, int) {
		positive, largest := w.gammaLog(magnitude(x))
		if x.Sign() > 0 {
			return positive, largest
		}
		sine, _ := w.halfTurns(x)
		logarithm := w.log(w.quo(pi.of(w), w.mul(magnitude(x), magnitude(sine))))
		return w.sub(logarithm, positive), max(largest, exponent(logarithm))
	})
}

// digammaOf is digamma of x > 0, and the exponent of the largest part.
func (w precision) digammaOf(x *big.Float) (result *big.Float, largest int) {
	sum, high := w.number(0), w.rounded(x)
	for range w.steps(x) {
		sum = w.add(sum, w.quo(one, high))
		high = w.add(high, one)
	}
	logarithm := w.log(high)
	inverse := w.quo(one, high)
	result = w.sub(logarithm, shifted(inverse, -1))
	result.Sub(result, w.mul(w.tail(high, digammaSeries.of(w)), w.mul(inverse, inverse)))
	return result.Sub(result, sum), max(exponent(logarithm), exponent(sum))
}

// digamma is the derivative of lgamma, for negative x digamma(-x) - 1/x - pi/tan(pi x).
func (w precision) digamma(x *big.Float) *big.Float {
	return w.raised(func(w precision) (*big.Float, int) {
		positive, largest := w.digammaOf(magnitude(x))
		if x.Sign() > 0 {
			return positive, largest
		}
		sine, cosine := w.halfTurns(x)
		cotangent := w.quo(w.mul(cosine, pi.of(w)), sine)
		inverse := w.quo(one, x)
		result := w.sub(w.sub(positive, inverse), cotangent)
		return result, max(largest, exponent(inverse), exponent(cotangent))
	})
}
