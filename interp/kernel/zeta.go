package kernel

import "math"

// The Hurwitz zeta function and the derivatives of digamma, which are sums of the same kind, in Go
// only and in f64 for all types. Both add the first terms up, in two parts, and take the rest from
// the formula of Euler and Maclaurin (Johansson, Rigorous high-precision computation of the Hurwitz
// zeta function and its derivatives, 2015). For negative arguments the terms before 0 are a
// difference of two such sums, since those at all integers have a period.

// zetaDouble is the sum of (q+k)^-s over k = 0, 1, ... for s > 1: infinite at s = 1, and NaN for
// smaller s. For negative q it has values where s is whole; at the poles 0, -1, -2, ... it is
// infinite for even s, and NaN for odd ones, of which it has both infinities as limits.
func zetaDouble(s, q float64) float64 { return zetaRounded(s, q, parts.single) }

// zetaWide is likewise for numbers of smaller types, to which it can be rounded once more.
func zetaWide(s, q float64) float64 { return zetaRounded(s, q, parts.odd) }

func zetaRounded(s, q float64, round func(parts) float64) float64 {
	switch {
	case s != s || q != q || s < 1:
		return math.NaN()
	case s == 1:
		return math.Inf(1)
	case q > 0:
		return zetaPositive(s, q, round)
	case s != math.Floor(s) || s-s != 0 || q-q != 0:
		return math.NaN()
	case q == math.Floor(q):
		return poleOfPower(s)
	}
	base, over := negativeSum(s, q)
	power := powDouble(base, -s)
	if over.high == 0 || power-power != 0 {
		return math.Copysign(power, over.high) // a pole that is too close, or nothing
	}
	return round(parts{power, 0}.times(over))
}

// poleOfPower is the limit of x^-s at 0 for a whole s > 0.
func poleOfPower(s float64) float64 {
	if isOdd(s) {
		return math.NaN()
	}
	return math.Inf(1)
}

func isOdd(whole float64) bool { return math.Mod(whole, 2) != 0 }

// tinyTerm is a power below which the terms of a sum that matter to f64 may be subnormal.
const tinyTerm = 0x1p-900

// zetaPositive is zeta for q > 0, which may be infinite as s may.
func zetaPositive(s, q float64, round func(parts) float64) float64 {
	switch {
	case q-q != 0:
		return 0
	case s-s != 0: // what is left is the first term
		return powDouble(q, -s)
	case q >= 0x1p53: // one term of the formula is enough, and q^-s may be too small
		rest := parts{s - 1, 0}.inverse().plus(parts{0.5 / q, 0})
		return round(parts{powDouble(q, 1-s), 0}.times(rest.normal()))
	case powDouble(q, -s) < tinyTerm:
		// Later terms would be subnormal, and lose what they add to the first: they are summed as
		// multiples of it, and that is put on in two halves, of which the last alone may round.
		half := powDouble(q, -0.5*s)
		return float64(half * round(parts{half, 0}.times(powerSum{s: s, base: q}.from(parts{q, 0}))))
	}
	return round(powerSum{s: s}.from(parts{q, 0}))
}

// powerSum is a sum of terms (base/(a+k))^s, or where base is 0, of (a+k)^-s.
type powerSum struct{ s, base float64 }

// term is one of them, and moment a times that, which may be less small.
func (p powerSum) term(a parts) float64 {
	if p.base == 0 {
		return powerOfParts(a, -p.s)
	}
	return powerOfParts(parts{p.base, 0}.over(a), p.s)
}

func (p powerSum) moment(a parts) float64 {
	if p.base == 0 {
		return powerOfParts(a, 1-p.s)
	}
	return float64(p.term(a) * a.high)
}

// powerOfParts is x^y for x > 0.
func powerOfParts(x parts, y float64) float64 {
	power := powDouble(x.high, y)
	if x.low == 0 || power == 0 || power-power != 0 {
		return power
	}
	correction := float64(y*x.low) / x.high
	if math.Abs(correction) < 0x1p-20 {
		return math.FMA(power, correction, power)
	}
	return float64(power * expDouble(correction))
}

// from is the sum from a > 0 on. The terms of the formula fall fast enough where a is as large as
// start says; before that, terms are added up until no other one matters.
func (p powerSum) from(a parts) parts {
	start := math.FMA(0.75, p.s, 10)
	sum := parts{}
	at := a
	for k := 1.0; at.high < start; k++ {
		term := p.term(at)
		if term-term != 0 {
			return parts{term, 0}
		}
		sum = sum.plus(parts{term, 0})
		if float64(term*at.high) <= float64(float64(sum.high*0x1p-60)*(p.s-1)) { // the integral from there on
			return sum
		}
		at = a.plus(parts{k, 0})
	}
	inverse := 1 / at.high
	series := 0.0
	for i := len(eulerMaclaurin) - 1; i > 0; i-- {
		rising := float64(float64((p.s+float64(2*i-1))*inverse) * float64((p.s+float64(2*i))*inverse))
		series = float64(rising * (eulerMaclaurin[i] + series))
	}
	series = float64(float64(float64(p.s*inverse)*inverse) * (eulerMaclaurin[0] + series))
	rest := parts{p.s - 1, 0}.inverse().plus(parts{float64(0.5 * inverse), series}.normal())
	return sum.plus(parts{p.moment(at), 0}.times(rest))
}

// negativeSum is zeta for a whole s and a negative q that is none, as a base b and how much it is
// of b^-s. For an odd s terms cancel: then the error is that of a unit in the last place of the
// largest one, and none of it where all others do, half way between poles.
func negativeSum(s, q float64) (base float64, over parts) {
	distance := q - math.RoundToEven(q) // exact
	odd := isOdd(s)
	if odd && math.Abs(distance) == 0.5 {
		base = 1 - q
		return base, powerSum{s: s, base: base}.from(parts{base, 0})
	}
	base = math.Abs(distance)
	p := powerSum{s: s, base: base}
	over = parts{1, 0}
	if odd {
		over.high = math.Copysign(1, distance)
	}
	over = over.plus(p.from(sumOf(1, distance)))
	if q == distance {
		return base, over
	}
	before := p.from(sumOf(1, -distance)).minus(p.from(sumOf(1, -q)))
	if odd {
		return base, over.minus(before)
	}
	return base, over.plus(before)
}

// polygammaDouble is the n-th derivative of digamma at x: (-1)^(n+1) n! zeta(n+1, x). It is NaN
// where n is no whole number or negative. At poles it is infinite for odd n, and NaN for even ones.
func polygammaDouble(n, x float64) float64 {
	if n == 0 {
		return digammaDouble(x)
	}
	return polygammaRounded(n, x, parts.single)
}

// polygammaWide is likewise for numbers of smaller types, to which it can be rounded once more.
func polygammaWide(n, x float64) float64 {
	if n == 0 {
		return digammaWide(x)
	}
	return polygammaRounded(n, x, parts.odd)
}

func polygammaRounded(n, x float64, round func(parts) float64) float64 {
	switch {
	case n != n || x != x || n < 0 || n-n != 0 || n != math.Floor(n):
		return math.NaN()
	case math.IsInf(x, -1):
		return math.NaN()
	case x <= 0 && x == math.Floor(x):
		return poleOfPower(n + 1)
	}
	sign := -1.0
	if isOdd(n) {
		sign = 1
	}
	if math.IsInf(x, 1) {
		return math.Copysign(0, sign)
	}
	base, over := x, parts{}
	if x > 0 {
		over = powerSum{s: n + 1, base: x}.from(parts{x, 0})
	} else {
		base, over = negativeSum(n+1, x)
	}
	return sign * factorialPower(n, base, over, round)
}

// manyFactorials is the greatest number whose factorial is one of f64.
const manyFactorials = 170

// factorials are those of 0 to manyFactorials.
var factorials = func() (list [manyFactorials + 1]parts) {
	list[0] = parts{1, 0}
	for n := 1; n <= manyFactorials; n++ {
		list[n] = list[n-1].times(parts{float64(n), 0})
	}
	return list
}()

// factorialPower is n! base^-(n+1) over for base > 0, none of whose factors need be a number of
// f64.
func factorialPower(n, base float64, over parts, round func(parts) float64) float64 {
	if n > manyFactorials {
		return manyFactorialPower(n, base, over)
	}
	fraction, exponent := math.Frexp(base)
	if fraction < math.Sqrt2/2 {
		fraction, exponent = 2*fraction, exponent-1
	}
	_, e := math.Frexp(over.high)
	over = parts{math.Ldexp(over.high, -e), math.Ldexp(over.low, -e)}
	f := factorials[int(n)]
	_, more := math.Frexp(f.high)
	f = parts{math.Ldexp(f.high, -more), math.Ldexp(f.low, -more)}
	power := powDouble(fraction, -n-1) // between 2^-86 and 2^86
	return math.Ldexp(round(f.times(over).times(parts{power, 0})), e+more-exponent*(int(n)+1))
}

// manyFactorialPower is factorialPower by Stirling's formula, n! = sqrt(2 pi n) (n/e)^n (1 + ...),
// so that the large powers cancel before they are rounded.
func manyFactorialPower(n, base float64, over parts) float64 {
	// Where parts would leave f64, the power does so by far.
	if quotient := n / base; n > 0x1p1000 || base > 0x1p1000 || quotient > 0x1p1000 || quotient < 0x1p-1000 {
		if quotient > math.E {
			return math.Copysign(math.Inf(1), over.high)
		}
		return float64(0 * over.high)
	}
	ratio := parts{n, 0}.over(eulerNumber.times(parts{base, 0}))
	inverse := 1 / n
	square := float64(inverse * inverse)
	tail := math.FMA(square, math.FMA(square, 1.0/1260, -1.0/360), 1.0/12)
	correction := expm1Double(float64(inverse * tail))
	turns := piParts.times(parts{2 * n, 0})
	root := math.Sqrt(turns.high)
	low := (math.FMA(-root, root, turns.high) + turns.low) / (2 * root)
	factor := parts{root, low}.over(parts{base, 0}).times(sumOf(1, correction)).times(over)
	half := powerOfParts(ratio, n/2)
	switch {
	case half < 0x1p-900:
		return float64(0 * over.high)
	case half > 0x1p900:
		return math.Copysign(math.Inf(1), over.high)
	case half < 0x1p-450 || half > 0x1p450: // the power may leave f64 where the product does not
		return float64(half * parts{half, 0}.times(factor).single())
	}
	return parts{powerOfParts(ratio, n), 0}.times(factor).single()
}
