package exact

import (
	"math"
	"math/big"
)

// powers is the sum of (base/(a+k))^s over k = 0, 1, ... for a > 0, base > 0 and s > 1: the first
// terms, and the rest by the formula of Euler and Maclaurin.
func (w precision) powers(s, a, base *big.Float) *big.Float {
	wide := w.more(max(exponent(s), 0) + 16)
	order := approximate(s)
	start := float64(w)/5 + order
	sum, minusOne := w.number(0), wide.sub(s, one)
	at := wide.rounded(a)
	for approximate(at) < start {
		term := w.wholePower(wide.quo(base, at), s)
		sum = w.add(sum, term)
		rest := exponent(term) + exponent(at) - exponent(minusOne) + 1 // of the integral from there on
		if rest < exponent(sum)-int(w) || exponent(term) < -far/2 {
			return sum
		}
		at = wide.add(at, one)
	}
	power := w.wholePower(wide.quo(base, at), s)
	inverse := w.quo(one, at)
	square := w.mul(inverse, inverse)
	rest := w.add(w.quo(at, minusOne), w.number(0.5))
	factor := w.mul(s, shifted(inverse, -1)) // s (s+1) ... (s+2j-2) a^(1-2j)/(2j)!
	for j, b := range bernoulli.of(w) {
		term := w.mul(factor, w.empty().SetRat(b))
		rest = w.add(rest, term)
		if exponent(term) < exponent(rest)-int(w) {
			break
		}
		k := float64(2*j + 1)
		rising := w.mul(w.add(s, w.number(k)), w.add(s, w.number(k+1)))
		factor = w.quo(w.mul(w.mul(factor, rising), square), w.number((k+2)*(k+3)))
	}
	return w.add(sum, w.mul(power, rest))
}

// wholePower is pow, faster for whole exponents that are not too large.
func (w precision) wholePower(x, y *big.Float) *big.Float {
	n, accuracy := y.Int64()
	if accuracy != big.Exact || n < 0 || n > 1<<12 {
		return w.pow(x, y)
	}
	wide := w.more(16)
	result, square := wide.number(1), wide.rounded(x)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			result = wide.mul(result, square)
		}
		square = wide.mul(square, square)
	}
	return w.rounded(result)
}

// before0 is how many terms at negative numbers are added up one by one.
const before0 = 100

// allPowers is the sum of (base/(q+k))^s for a whole s and a negative q that is none, and the
// exponent of the largest term.
func (w precision) allPowers(s, q float64, base *big.Float) (sum *big.Float, largest int) {
	wide := w.more(max(math.Ilogb(s), 0) + 16)
	power, at := big.NewFloat(s), new(big.Float).SetPrec(uint(wide)+1100).SetFloat64(q)
	odd := math.Mod(s, 2) != 0
	if odd && math.Abs(q-math.RoundToEven(q)) == 0.5 { // terms cancel in pairs
		return w.powers(power, wide.sub(one, at), base), math.MinInt32
	}
	sum, largest = w.number(0), math.MinInt32
	put := func(at *big.Float) {
		term := w.wholePower(wide.quo(base, magnitude(at)), power)
		if odd && at.Sign() < 0 {
			term.Neg(term)
		}
		sum, largest = w.add(sum, term), max(largest, exponent(term))
	}
	if -q <= before0 {
		for ; at.Sign() < 0; at = new(big.Float).SetPrec(at.Prec()).Add(at, one) {
			put(at)
		}
		return w.add(sum, w.powers(power, at, base)), largest
	}
	// All integers have a period, and those that are too many go.
	distance := new(big.Float).SetPrec(at.Prec()).Sub(at, big.NewFloat(math.RoundToEven(q)))
	put(distance)
	sum = w.add(sum, w.powers(power, wide.add(distance, one), base))
	other := w.sub(w.powers(power, wide.sub(one, distance), base), w.powers(power, wide.sub(one, at), base))
	if odd {
		other.Neg(other)
	}
	return w.add(sum, other), largest
}

// zeta is the Hurwitz zeta function for s > 1: NaN for smaller s, and where q is negative for those
// that are not whole.
func zeta(s, q float64, bits uint) Value {
	w := working(bits)
	switch {
	case s != s || q != q || s < 1:
		return exactly(notANumber)
	case s == 1:
		return exactly(infinity)
	case q == infinity:
		return exactly(0)
	case q <= 0 && (s != math.Floor(s) || s == infinity || q == -infinity):
		return exactly(notANumber)
	case q <= 0 && q == math.Floor(q):
		return exactly(poleOf(s))
	case s == infinity || q > 0 && math.Ilogb(s) > 60:
		return powerAlone(s, q, bits)
	}
	power, number := big.NewFloat(s), big.NewFloat(q)
	if q > 0 {
		return about(w.mul(w.pow(number, negated(power)), w.powers(power, number, number)))
	}
	base := fromZero(q)
	return about(w.raised(func(w precision) (*big.Float, int) {
		sum, largest := w.allPowers(s, q, base)
		factor := w.pow(base, negated(power))
		return w.mul(factor, sum), largest + exponent(factor)
	}))
}

// fromZero is how close the terms of a sum from q on come to 0.
func fromZero(q float64) *big.Float {
	if q > 0 {
		return big.NewFloat(q)
	}
	return big.NewFloat(math.Abs(q - math.RoundToEven(q)))
}

// powerAlone is q^-s, beside which all other terms are nothing.
func powerAlone(s, q float64, bits uint) Value { return pow(q, -s, bits) }

// poleOf is the limit of x^-s at 0.
func poleOf(s float64) float64 {
	if math.Mod(s, 2) != 0 {
		return notANumber
	}
	return infinity
}

// polygamma is the derivative of digamma of order n, a whole number.
func polygamma(n, x float64, bits uint) Value {
	w := working(bits)
	switch {
	case n == 0:
		return Unary("digamma")(x, bits)
	case n != n || x != x || n < 0 || n == infinity || n != math.Floor(n) || x == -infinity:
		return exactly(notANumber)
	case x == infinity && math.Mod(n, 2) != 0:
		return exactly(0)
	case x == infinity:
		return exactly(minusZero)
	case x <= 0 && x == math.Floor(x):
		return exactly(poleOf(n + 1))
	case x < 0 && 2*x == math.Floor(2*x) && math.Mod(n, 2) == 0:
		// Terms on both sides of 0 cancel, and what is left may be less than any precision tells.
		return polygamma(n, 1-x, bits)
	}
	result := w.raised(func(w precision) (*big.Float, int) {
		number, base := big.NewFloat(x), fromZero(x)
		power := new(big.Float).SetPrec(64).Add(big.NewFloat(n), one)
		wide := w.more(math.Ilogb(n) + 32)
		logarithm, _ := wide.gammaLog(power) // of n!
		factor := w.exp(wide.sub(logarithm, wide.mul(power, wide.log(base))))
		if x > 0 {
			return w.mul(factor, w.powers(power, number, base)), math.MinInt32
		}
		sum, largest := w.allPowers(n+1, x, base)
		return w.mul(factor, sum), largest + exponent(factor)
	})
	if math.Mod(n, 2) == 0 {
		result.Neg(result)
	}
	return about(result)
}

// besselI1e is the modified Bessel function of the first kind of order 1 times e^-|x|: by its power
// series, or the asymptotic one where that is exact enough.
func (w precision) besselI1e(x *big.Float) *big.Float {
	a := magnitude(x)
	result := w.number(0.5)
	if size := approximate(a); size > float64(w) {
		sum, term, inverse := w.number(1), w.number(1), w.quo(one, a)
		for k := 1.0; exponent(term) > -int(w)-8; k++ {
			odd := 2*k - 1
			term = w.quo(w.mul(w.mul(term, inverse), w.number(odd*odd-4)), w.number(8*k))
			sum = w.add(sum, term)
		}
		result = w.quo(sum, w.sqrt(w.mul(shifted(pi.of(w), 1), a)))
	} else {
		quarter := shifted(w.mul(a, a), -2)
		term := result
		for k := 1.0; exponent(term) > exponent(result)-int(w)-8; k++ {
			term = w.quo(w.mul(term, quarter), w.number(k*(k+1)))
			result = w.add(result, term)
		}
		result = w.mul(w.mul(result, a), w.exp(negated(a)))
	}
	if x.Sign() < 0 {
		result.Neg(result)
	}
	return result
}
