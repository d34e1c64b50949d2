package kernel

import "math"

// erfInvDouble is the inverse of the error function: infinite at 1 and -1 and NaN beyond them. It
// is x times a polynomial of w = -log(1-x^2), or of the difference to a number in the middle, of
// which it depends smoothly: the error of w by its own rounding does not grow.
func erfInvDouble(x float64) float64 {
	a := math.Abs(x)
	if !(a < 1) {
		if a == 1 {
			return math.Copysign(math.Inf(1), x)
		}
		return math.NaN()
	}
	w := -logDouble(math.FMA(-a, a, 1))
	switch {
	case w < 3:
		return float64(x * erfInvFirst(w))
	case w < 8:
		return float64(x * erfInvSecond(w-5.5))
	case w < 18:
		return float64(x * erfInvThird(w-13))
	}
	return float64(x * erfInvFourth(w-27))
}
