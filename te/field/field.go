// Package field is arithmetic in a finite field, the numbers modulo the prime 2^61-1, and what ops
// on single elements are there. Programs that compute the same over the real numbers compute the
// same in the field, where nothing is rounded: so their results in it tell which programs to
// compare.
//
// Sums and products are what they are. The field has no order, but half of its elements are
// squares, and being one is multiplicative as being positive is: so the sign of an element is 1 if
// it is a square, -1 if it is not, and 0 for 0. As 2^61-1 leaves 3 when divided by 4, -1 is no
// square, and of x and -x one is positive. |x| is x times its sign, relu(x) is x or 0, and the
// greater of x and y is the one from which the other can be taken away with a positive result. All
// that follows from the multiplication of signs is true of these; what follows from the order of
// sums, as that the sum of positive numbers is positive, or that max is associative, is not. So the
// field misses some equalities, which executions over floats find, and tells none that is wrong for
// the reals: to every pattern of signs of finitely many numbers there are elements that have it
// (Weil's bound on sums of characters).
//
// A function that is no polynomial is an opaque one, which nobody can tell from a random function,
// but for the axioms that are built into it: see Exp, Odd, Even.
package field

import (
	"math"
	"math/bits"
)

// Modulus is the number of elements, a prime of Mersenne's.
const Modulus = 1<<61 - 1

// Element is an element of the field, less than Modulus, or Undefined.
type Element uint64

// Undefined is what a division by zero makes, and whatever is computed of that.
const Undefined Element = math.MaxUint64

// Reduce is the element that a number is.
func Reduce(n uint64) Element {
	n = n&Modulus + n>>61
	if n >= Modulus {
		n -= Modulus
	}
	return Element(n)
}

// FromInt is the element that an integer is.
func FromInt(n int64) Element {
	if n < 0 {
		return Neg(Reduce(uint64(-n)))
	}
	return Reduce(uint64(n))
}

// FromFloat is the element that a float is, a fraction of whole numbers; Undefined for infinities
// and NaN. -0 is 0.
func FromFloat(v float64) Element {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Undefined
	}
	fraction, exponent := math.Frexp(v)
	x := FromInt(int64(math.Ldexp(fraction, 53)))
	half := Element(1 << 60) // times 2 that is 2^61, 1
	base := Element(2)
	if exponent -= 53; exponent < 0 {
		base, exponent = half, -exponent
	}
	return Mul(x, Pow(base, uint64(exponent)))
}

// Add is the sum.
func Add(x, y Element) Element {
	if x == Undefined || y == Undefined {
		return Undefined
	}
	s := x + y
	if s >= Modulus {
		s -= Modulus
	}
	return s
}

// Neg is the element that x and it have the sum 0.
func Neg(x Element) Element {
	if x == 0 || x == Undefined {
		return x
	}
	return Modulus - x
}

// Sub is the difference.
func Sub(x, y Element) Element { return Add(x, Neg(y)) }

// Mul is the product.
func Mul(x, y Element) Element {
	if x == Undefined || y == Undefined {
		return Undefined
	}
	high, low := bits.Mul64(uint64(x), uint64(y))
	s := low&Modulus + (low>>61 | high<<3)
	if s >= Modulus {
		s -= Modulus
	}
	return Element(s)
}

// Pow is x to the power n.
func Pow(x Element, n uint64) Element {
	if x == Undefined {
		return x
	}
	power := Element(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			power = Mul(power, x)
		}
		x = Mul(x, x)
	}
	return power
}

// Inverse is what the product with x is 1 of; Undefined for 0.
func Inverse(x Element) Element {
	if x == 0 {
		return Undefined
	}
	return Pow(x, Modulus-2)
}

// Div is the quotient; Undefined where y is 0.
func Div(x, y Element) Element { return Mul(x, Inverse(y)) }

// Sign is 1 for squares, -1 for other elements, and 0 for 0.
func Sign(x Element) Element {
	switch {
	case x == 0 || x == Undefined:
		return x
	case IsPositive(x):
		return 1
	}
	return Neg(1)
}

// IsPositive reports whether x is a square but 0. It is the Jacobi symbol (x/n), by the law of
// quadratic reciprocity, with differences of odd numbers in the place of remainders, as those need
// no division; what depends on which of the two is greater is masked, as nobody can predict it.
func IsPositive(x Element) bool {
	if x == 0 || x == Undefined {
		return false
	}
	a, n, negative := uint64(x), uint64(Modulus), uint64(0) // of negative the last bit counts
	for {
		z := bits.TrailingZeros64(a)
		a >>= z
		negative ^= uint64(z) & (n>>1 ^ n>>2) // (2/n) is -1 where n is 3 or 5 modulo 8
		if a == n {
			return negative&1 == 0 // both are 1, as Modulus is a prime
		}
		_, less := bits.Sub64(a, n, 0)
		mask := -less
		negative ^= (a & n) >> 1 & mask // (a/n) is -(n/a) where both are 3 modulo 4
		difference := a - n
		n ^= (n ^ a) & mask
		a = (difference ^ mask) - mask
	}
}

// Abs is x or -x, whichever is positive.
func Abs(x Element) Element { return choose(x == 0 || IsPositive(x), x, Neg(x)) }

// Relu is x if that is positive, else 0.
func Relu(x Element) Element {
	if x == Undefined || IsPositive(x) {
		return x
	}
	return 0
}

// Less reports whether y - x is positive.
func Less(x, y Element) bool { return IsPositive(Sub(y, x)) }

// Max is y where x is less, else x.
func Max(x, y Element) Element { return ordered(x, y, Less(x, y)) }

// Min is y where that is less, else x.
func Min(x, y Element) Element { return ordered(x, y, Less(y, x)) }

func ordered(x, y Element, second bool) Element {
	if x == Undefined || y == Undefined {
		return Undefined
	}
	return choose(second, y, x)
}

// Sqrt is the positive element whose square x is; Undefined where x is negative.
func Sqrt(x Element) Element {
	if x != 0 && !IsPositive(x) {
		return Undefined
	}
	return Abs(Pow(x, (Modulus+1)/4))
}

// Truth is 1 for true and 0 for false.
func Truth(p bool) Element {
	if p {
		return 1
	}
	return 0
}

func choose(p bool, x, y Element) Element {
	if p {
		return x
	}
	return y
}
