package kernel

import "math"

// besselI1eDouble is the modified Bessel function of the first kind of order 1 times e^-|x|: x
// times a polynomial of |x|, or for large ones a polynomial of 1/|x| over its square root.
func besselI1eDouble(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-120: // less than x/2, also where that is half way between numbers of a smaller type
		return float64(x * 0x1.fffffffffffffp-2)
	case a < 0.625:
		return float64(x * besselFirst(a-0.3125))
	case a < 1.5:
		return float64(x * besselSecond(a-1.0625))
	case a < 3:
		return float64(x * besselThird(a-2.25))
	case a < 5:
		return float64(x * besselFourth(a-4))
	case a < 8:
		return float64(x * besselFifth(a-6.5))
	case x != x:
		return x
	}
	return math.Copysign(besselLast(1/a-1.0/16)/math.Sqrt(a), x)
}
