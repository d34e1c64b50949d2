package main

import (
	"math"
	"math/big"
	"testing"
)

// The polynomials are as close to their functions as the algorithms need: errors relative to the
// function, in bits, at points between the nodes.
func TestFits(t *testing.T) {
	ofRatio := func(center float64) func(ratio *big.Float) *big.Float {
		return func(ratio *big.Float) *big.Float {
			return scaledComplement(quotient(times(number(center), plus(number(1), ratio)), minus(number(1), ratio)))
		}
	}
	type fitted struct {
		name         string
		f            func(x *big.Float) *big.Float
		low, high    float64
		coefficients []float64
		bits         float64
	}
	inverse := func(ratio *big.Float) *big.Float {
		return inverseErrorOver(quotient(times(number(inverseErrorCenter), plus(number(1), ratio)), minus(number(1), ratio)))
	}
	list := []fitted{
		{"exponential", exponentialTail, -0.347, 0.347, exponentialPolynomial, 45.5}, // of a tail that is a sixteenth of the result at most
		{"exponential in powers", exponentialTail, -0.347, 0.347, powExponential, 51.5},
		{"logarithm", logarithmTail, 0, 0.02945, logarithmPolynomial, 50.5},
		{"logarithm in powers", logarithmTail, 0, 0.02945, powLogarithm, 53},
		{"error function", errorFunctionOver, 0, 0.25, errorPolynomial, 54},
		{"sine", sineTail, 0, 0.6169, sinePolynomial, 52},
		{"cosine", cosineTail, 0, 0.6169, cosinePolynomial, 53},
		{"complement to 4", ofRatio(erfCenter), -1, (4.25 - erfCenter) / (4.25 + erfCenter), erfComplement, 47},
		{"complement to 10", ofRatio(wideCenter), -1, (10.75 - wideCenter) / (10.75 + wideCenter), wideComplement, 52},
		{"inverse error function", inverse, -0.9999999, inverseErrorRatio(15.94), wideInverseError, 46},
	}
	for _, s := range specialPolynomials {
		list = append(list, fitted{s.name, s.f, s.low + 1e-9, s.high, fit(s.f, s.low, s.high, s.degree), s.bits})
	}
	for _, c := range list {
		worst := 0.0
		for i := range 101 {
			x := number(c.low + (c.high-c.low)*float64(i)/100)
			sum := number(0)
			for k := len(c.coefficients) - 1; k >= 0; k-- {
				sum = plus(times(sum, x), number(c.coefficients[k]))
			}
			value := c.f(x)
			worst = max(worst, math.Abs(rounded(quotient(minus(sum, value), value))))
		}
		if bits := -math.Log2(worst); bits < c.bits {
			t.Errorf("%s: the polynomial has an error of 2^-%.1f, want 2^-%.1f at most", c.name, bits, c.bits)
		}
	}
}

func TestParts(t *testing.T) {
	for _, c := range []struct {
		value *big.Float
		parts []float64
		want  float64
	}{{ln2, ln2Parts, math.Ln2}, {quotient(pi, number(2)), halfPiParts, math.Pi / 2}} {
		sum := number(0)
		for _, part := range c.parts {
			sum = plus(sum, number(part))
		}
		if rounded(sum) != c.want {
			t.Errorf("parts %v do not sum to %v", c.parts, c.want)
		}
		if rest := math.Abs(rounded(minus(sum, c.value))); rest > 0x1p-90 {
			t.Errorf("parts of %v leave %g", c.want, rest)
		}
	}
}
