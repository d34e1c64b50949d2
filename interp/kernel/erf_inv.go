package kernel

import "math"

// Where to start from, by Giles (Approximating the erfinv function, 2012): polynomials of
// w = -log(1-x^2), less 2.5, or of its root less 3.
var (
	erfInvNear = []float64{1.50140941, 0.246640727, -0.00417768164, -0.00125372503, 0.00021858087, -4.39150654e-06, -3.5233877e-06, 3.43273939e-07, 2.81022636e-08}
	erfInvFar  = []float64{2.83297682, 1.00167406, 0.00943887047, -0.0076224613, 0.00573950773, -0.00367342844, 0.00134934322, 0.000100950558, -0.000200214257}
)

// erfInv is the inverse of the error function: infinite at 1 and -1 and NaN beyond them. Halley's
// method finds it from the error function near zero, and else from its complement.
func erfInv(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a < 1):
		if a == 1 {
			return math.Copysign(math.Inf(1), x)
		}
		return math.NaN()
	case x == 0:
		return x
	case a < 0x1p-27: // sqrt(pi)/2 x, with its two parts; the cubic term is less than half a unit
		return math.FMA(x, 0.886226925452758, float64(x*-3.8332932499128993e-17))
	}
	w := -logDouble(float64((1 - a) * (1 + a)))
	y := 0.0
	if w < 5 {
		y = float64(a * horner(w-2.5, erfInvNear))
	} else {
		y = float64(a * horner(math.Sqrt(w)-3, erfInvFar))
	}
	const slope = 0.886226925452758 // of the inverse at 0
	for range 8 {
		var difference float64
		if a < 0.5 {
			difference = erfDouble(y) - a
		} else {
			difference = (1 - a) - erfcDouble(y)
		}
		step := difference * slope * expDouble(float64(y*y))
		step /= 1 + float64(y*step)
		if y -= step; math.Abs(step) < 1e-8*y {
			break
		}
	}
	return math.Copysign(y, x)
}
