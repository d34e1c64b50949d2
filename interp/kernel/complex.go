package kernel

// Functions of complex numbers. Each part of a result has an error of less than one unit in the
// last place, up to where a difference inside of the function loses some twenty bits; then the
// error is as small relative to the modulus. Nothing overflows that has a finite result.
//
// Cuts, values on them and at infinities, and signs of zeros are those of C's annex G, where that
// has the function (Kahan, Branch cuts for complex elementary functions, 1987): a cut belongs to
// the side that the sign of the part which is zero says. What C leaves open is said at each
// function.
//
// Functions of complex64 numbers are those of complex128, each part of which is rounded once.

// complexFunctions are those of one number, by the names of ops.
var complexFunctions = map[string]func(z complex128) complex128{
	"sign": complexSign,

	"exp": complexExp, "expm1": complexExpm1, "log": complexLog, "log1p": complexLog1p, "sigmoid": complexSigmoid,
	"sqrt": complexSqrt, "rsqrt": complexRsqrt, "cbrt": complexCbrt,

	"sin": complexSin, "cos": complexCos, "tan": complexTan, "sinh": complexSinh, "cosh": complexCosh, "tanh": complexTanh,
	"asin": complexAsin, "acos": complexAcos, "atan": complexAtan, "asinh": complexAsinh, "acosh": complexAcosh, "atanh": complexAtanh,
}

// complexPairs are those of two.
var complexPairs = map[string]func(z, w complex128) complex128{"pow": complexPow, "atan2": complexAtan2}

// ofComplex64 is a function for numbers of the smaller type.
func ofComplex64(f func(z complex128) complex128) func(z complex64) complex64 {
	return func(z complex64) complex64 { return complex64(f(complex128(z))) }
}

func pairsOfComplex64(f func(z, w complex128) complex128) func(z, w complex64) complex64 {
	return func(z, w complex64) complex64 { return complex64(f(complex128(z), complex128(w))) }
}

func isFiniteNumber(x float64) bool { return x-x == 0 }

// bothFinite reports whether a complex number is neither infinite nor NaN in a part.
func bothFinite(x, y float64) bool { return isFiniteNumber(x) && isFiniteNumber(y) }
