package kernel

import "math"

// swapped is y+ix: the functions of angles are the hyperbolic ones with both argument and result
// swapped, since f(iz) = i g(z), and the conjugate of a result is the result of the conjugate.
func swapped(z complex128) complex128 { return complex(imag(z), real(z)) }

func complexSin(z complex128) complex128   { return swapped(complexSinh(swapped(z))) }
func complexTan(z complex128) complex128   { return swapped(complexTanh(swapped(z))) }
func complexAtan(z complex128) complex128  { return swapped(complexAtanh(swapped(z))) }
func complexAsinh(z complex128) complex128 { return swapped(complexAsin(swapped(z))) }

// complexCos is cosh(iz).
func complexCos(z complex128) complex128 { return complexCosh(complex(-imag(z), real(z))) }

// complexSinh is sinh(x) cos(y) + i cosh(x) sin(y). Where x is 0 and y infinite or NaN its real
// part is x.
func complexSinh(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case y == 0:
		return complex(sinhDouble(x), y)
	case bothFinite(x, y):
		sine, cosine := turnedClose(y)
		sinh, cosh, k := hyperbolicParts(clampExponent(x).high)
		return complex(scaledProduct(sinh, cosine, k), scaledProduct(cosh, sine, k))
	case x == 0:
		return complex(x, math.NaN())
	}
	e := expLimit(math.Abs(x), y)
	return complex(math.Copysign(1, zeroLike(x))*real(e), imag(e))
}

// complexCosh is cosh(x) cos(y) + i sinh(x) sin(y). Where x is 0 and y infinite or NaN its
// imaginary part is a zero.
func complexCosh(z complex128) complex128 {
	x, y := real(z), imag(z)
	turn := math.Copysign(1, zeroLike(x))
	switch {
	case y == 0:
		return complex(coshDouble(x), float64(turn*y))
	case bothFinite(x, y):
		sine, cosine := turnedClose(y)
		sinh, cosh, k := hyperbolicParts(clampExponent(x).high)
		return complex(scaledProduct(cosh, cosine, k), scaledProduct(sinh, sine, k))
	case x == 0 && y != y:
		return complex(math.NaN(), x)
	case x == 0:
		return complex(math.NaN(), float64(turn*zeroLike(y)))
	}
	e := expLimit(math.Abs(x), y)
	return complex(real(e), float64(turn*imag(e)))
}

// complexTanh is (sinh(x) cosh(x) + i sin(y) cos(y)) / (sinh(x)^2 + cos(y)^2), in which nothing
// cancels, with poles at odd multiples of i pi/2. At x = inf it is 1. Where x is 0 and y infinite
// or NaN its real part is x.
func complexTanh(z complex128) complex128 {
	x, y := real(z), imag(z)
	const far = 300 // from where on its real part is 1, and squares need care
	switch {
	case y == 0:
		return complex(tanhDouble(x), y)
	case math.IsInf(x, 0) && !isFiniteNumber(y):
		return complex(math.Copysign(1, x), zeroLike(y))
	case x == 0 && !isFiniteNumber(y):
		return complex(x, math.NaN())
	case x != x || !isFiniteNumber(y):
		return complex(math.NaN(), math.NaN())
	}
	sine, cosine := turnedClose(y)
	if math.Abs(x) > far { // the imaginary part is 4 sin(y) cos(y) e^(-2|x|)
		p, k := expParts(clampExponent(-2 * math.Abs(x)))
		return complex(math.Copysign(1, x), scaledProduct(p.times(cosine), sine, k+2))
	}
	sinh, cosh, k := hyperbolicParts(x)
	sinh, cosh = sinh.scaledBy(k), cosh.scaledBy(k)
	divisor := squareSum(sinh, cosine)
	return complex(scaledProduct(sinh, cosh.over(divisor), 0), scaledProduct(sine, cosine.over(divisor), 0))
}
