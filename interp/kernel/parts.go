package kernel

import "math"

// parts is a number as the sum of two, the second much smaller: about 106 bits (Dekker, A
// floating-point technique for extending the available precision, 1971).
type parts struct{ high, low float64 }

func partsOf(high, low float64) parts { return parts{high, low} }

func sumOf(a, b float64) parts {
	sum := a + b
	part := sum - a
	return parts{sum, (a - (sum - part)) + (b - part)}
}

func productOf(a, b float64) parts {
	product := float64(a * b)
	return parts{product, math.FMA(a, b, -product)}
}

// normal makes the first part as close to the sum as it can be.
func (a parts) normal() parts {
	sum := a.high + a.low
	return parts{sum, a.low - (sum - a.high)}
}

func (a parts) plus(b parts) parts {
	s := sumOf(a.high, b.high)
	s.low += a.low + b.low
	return s.normal()
}

func (a parts) minus(b parts) parts { return a.plus(parts{-b.high, -b.low}) }

func (a parts) times(b parts) parts {
	p := productOf(a.high, b.high)
	p.low += math.FMA(a.high, b.low, float64(a.low*b.high))
	return p.normal()
}

func (a parts) over(b parts) parts {
	quotient := a.high / b.high
	rest := math.FMA(-quotient, b.high, a.high) + (a.low - float64(quotient*b.low))
	return parts{quotient, rest / b.high}.normal()
}

// inverse is 1/a.
func (a parts) inverse() parts {
	quotient := 1 / a.high
	rest := math.FMA(-quotient, a.high, 1) - float64(quotient*a.low)
	return parts{quotient, float64(rest * quotient)}
}

func (a parts) single() float64 { return a.high + a.low }

// odd is single, but where that is not exact the neighbour on the side of the sum whose last bit is
// set: another rounding, to fewer bits, then is that of the sum (Boldo and Melquiond, When double
// rounding is odd, 2005).
func (a parts) odd() float64 {
	sum := sumOf(a.high, a.low)
	bits := math.Float64bits(sum.high)
	if sum.low == 0 || sum.low-sum.low != 0 || bits&1 != 0 {
		return sum.high
	}
	return math.Nextafter(sum.high, math.Copysign(math.Inf(1), sum.low))
}
