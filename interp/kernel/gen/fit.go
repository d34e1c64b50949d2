package main

import (
	"math"
	"math/big"
)

// The coefficients of all polynomials are computed here, from power series in 1408-bit arithmetic:
// interpolation at Chebyshev nodes, whose error is close to that of the best polynomial of the
// degree (Trefethen, Approximation Theory and Approximation Practice, chapter 16).

const precision = 1408

func number(v float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(v) }

func plus(a, b *big.Float) *big.Float     { return number(0).Add(a, b) }
func minus(a, b *big.Float) *big.Float    { return number(0).Sub(a, b) }
func times(a, b *big.Float) *big.Float    { return number(0).Mul(a, b) }
func quotient(a, b *big.Float) *big.Float { return number(0).Quo(a, b) }

func rounded(v *big.Float) float64 { f, _ := v.Float64(); return f }

// fit returns the coefficients, lowest first, of the polynomial that interpolates f at degree+1
// Chebyshev nodes of [low, high].
func fit(f func(x *big.Float) *big.Float, low, high float64, degree int) []float64 {
	nodes, values := make([]*big.Float, degree+1), make([]*big.Float, degree+1)
	for i := range nodes {
		node := math.Cos(math.Pi * (float64(i) + 0.5) / float64(degree+1)) // where exactly the nodes are does not matter
		nodes[i] = number((low+high)/2 + (high-low)/2*node)
		values[i] = f(nodes[i])
	}
	// Newton's divided differences, in place.
	for order := 1; order <= degree; order++ {
		for i := degree; i >= order; i-- {
			values[i] = quotient(minus(values[i], values[i-1]), minus(nodes[i], nodes[i-order]))
		}
	}
	// Multiply out, from the innermost factor.
	coefficients := []*big.Float{values[degree]}
	for i := degree - 1; i >= 0; i-- {
		next := make([]*big.Float, len(coefficients)+1)
		for k := range next {
			next[k] = number(0)
			if k > 0 {
				next[k] = coefficients[k-1]
			}
			if k < len(coefficients) {
				next[k] = minus(next[k], times(nodes[i], coefficients[k]))
			}
		}
		next[0] = plus(next[0], values[i])
		coefficients = next
	}
	result := make([]float64, len(coefficients))
	for i, c := range coefficients {
		result[i] = rounded(c)
	}
	return result
}

// series returns the sum of terms from the first on, each the one before times ratio(n), until they
// no longer matter.
func series(first *big.Float, ratio func(n int) *big.Float) *big.Float {
	sum, term := number(0), first
	for n := 0; ; n++ {
		sum = plus(sum, term)
		term = times(term, ratio(n))
		if term.Sign() == 0 || term.MantExp(nil) < -precision {
			return sum
		}
	}
}

// whole returns numerator/denominator.
func whole(numerator, denominator int) *big.Float {
	return quotient(number(float64(numerator)), number(float64(denominator)))
}

// seriesOf returns the function sum of z^n c(n), where c(0) is first and c(n+1)/c(n) is step(n).
func seriesOf(first *big.Float, step func(n int) *big.Float) func(z *big.Float) *big.Float {
	return func(z *big.Float) *big.Float {
		return series(first, func(n int) *big.Float { return times(z, step(n)) })
	}
}

// arctanOfInverse is the arc tangent of 1/n by its power series.
func arctanOfInverse(n int) *big.Float {
	return times(whole(1, n), seriesOf(number(1), func(k int) *big.Float { return whole(-2*k-1, 2*k+3) })(whole(1, n*n)))
}

var (
	// pi by Machin's formula.
	pi = times(number(4), minus(times(number(4), arctanOfInverse(5)), arctanOfInverse(239)))
	// ln2 is twice the inverse hyperbolic tangent of 1/3.
	ln2           = times(whole(2, 3), seriesOf(number(1), func(n int) *big.Float { return whole(2*n+1, 2*n+3) })(whole(1, 9)))
	twoOverRootPi = quotient(number(2), number(0).Sqrt(pi))
)

// parts splits a number into float64 parts of so many bits, the last of which is rounded to all 53.
func parts(v *big.Float, bits ...uint) []float64 {
	var list []float64
	rest := v
	for _, b := range bits {
		part := rounded(new(big.Float).SetPrec(b).SetMode(big.ToZero).Set(rest))
		list = append(list, part)
		rest = minus(rest, number(part))
	}
	return append(list, rounded(rest))
}

// exponentialTail is (e^r-1-r)/r^2.
var exponentialTail = seriesOf(whole(1, 2), func(n int) *big.Float { return whole(1, n+3) })

// exponentialSeries is e^x.
func exponentialSeries(x *big.Float) *big.Float {
	return series(number(1), func(n int) *big.Float { return times(x, whole(1, n+1)) })
}

// logarithmTail is (2 artanh(s)/s-2)/s^2 as a function of s^2.
var logarithmTail = seriesOf(whole(2, 3), func(n int) *big.Float { return whole(2*n+3, 2*n+5) })

// sineTail is (sin(r)/r-1)/r^2, and cosineTail is (cos(r)-1+r^2/2)/r^4, as functions of r^2.
var (
	sineTail   = seriesOf(whole(-1, 6), func(n int) *big.Float { return whole(-1, (2*n+4)*(2*n+5)) })
	cosineTail = seriesOf(whole(1, 24), func(n int) *big.Float { return whole(-1, (2*n+5)*(2*n+6)) })
)

// errorFunctionOver is erf(x)/x as a function of x^2.
var errorFunctionOver = seriesOf(twoOverRootPi, func(n int) *big.Float { return whole(-(2*n + 1), (n+1)*(2*n+3)) })

// scaledComplement is e^(x^2) erfc(x), by power series or, for greater numbers, by the continued
// fraction 1/sqrt(pi) / (x + 1/2/(x + 2/2/(x + 3/2/(x + ...)))).
func scaledComplement(x *big.Float) *big.Float {
	if x.Cmp(number(2)) > 0 {
		const terms = 2000
		denominator := x
		for n := terms; n > 0; n-- {
			denominator = plus(x, quotient(whole(n, 2), denominator))
		}
		return quotient(times(twoOverRootPi, whole(1, 2)), denominator)
	}
	square := times(x, x)
	return times(exponentialSeries(square), minus(number(1), times(x, errorFunctionOver(square))))
}
