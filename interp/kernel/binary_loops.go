package kernel

import (
	"math"
	"math/bits"
)

// binaryInteger returns nil for an op that integers do not have. Bool uses the bitwise ones.
func binaryInteger[T integer](name string) func(out, a, b []T) {
	switch name {
	case "add":
		return addLoop[T]
	case "sub":
		return subLoop[T]
	case "mul":
		return mulLoop[T]
	case "max":
		return maxLoop[T]
	case "min":
		return minLoop[T]
	case "div":
		return func(out, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				if b[i] == 0 {
					out[i] = ^T(0)
				} else {
					out[i] = a[i] / b[i]
				}
			}
		}
	case "rem":
		return func(out, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				if b[i] == 0 {
					out[i] = a[i]
				} else {
					out[i] = a[i] % b[i]
				}
			}
		}
	case "pow":
		return func(out, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				out[i] = integerPower(a[i], b[i])
			}
		}
	case "mulhi":
		return func(out, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				out[i] = multiplyHigh(a[i], b[i])
			}
		}
	}
	return bitwise[T](name)
}

func bitwise[T integer](name string) func(out, a, b []T) {
	switch name {
	case "and":
		return func(out, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				out[i] = a[i] & b[i]
			}
		}
	case "or":
		return func(out, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				out[i] = a[i] | b[i]
			}
		}
	case "xor":
		return func(out, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				out[i] = a[i] ^ b[i]
			}
		}
	case "shl": // Go shifts by any unsigned amount as if bit by bit; a negative amount becomes a huge one
		return func(out, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				out[i] = a[i] << uint64(b[i])
			}
		}
	case "shr":
		return func(out, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				out[i] = a[i] >> uint64(b[i])
			}
		}
	}
	return nil
}

// integerPower is a to the power b modulo 2^width.
func integerPower[T integer](a, b T) T {
	if b < 0 {
		switch {
		case a == 1, a+1 == 0 && b&1 == 0:
			return 1
		case a+1 == 0:
			return a
		}
		return 0
	}
	power := T(1)
	for ; b > 0; b >>= 1 {
		if b&1 == 1 {
			power *= a
		}
		a *= a
	}
	return power
}

// multiplyHigh returns the upper half of the product in twice the width.
func multiplyHigh[T integer](a, b T) T {
	if bitWidth := width[T](); bitWidth < 64 {
		return T(int64(a) * int64(b) >> bitWidth) // for unsigned 32 bits the product wraps to negative, but its bits are right
	}
	high, _ := bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		high -= uint64(b)
	}
	if b < 0 {
		high -= uint64(a)
	}
	return T(high)
}

// binaryFloat holds the ops that one instruction of the element type computes. It returns nil for
// all others.
func binaryFloat[T float](name string) func(out, a, b []T) {
	switch name {
	case "add":
		return addLoop[T]
	case "sub":
		return subLoop[T]
	case "mul":
		return mulLoop[T]
	case "max":
		return maxLoop[T]
	case "min":
		return minLoop[T]
	case "div":
		return func(out, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				out[i] = a[i] / b[i]
			}
		}
	}
	return nil
}

func addLoop[T number](out, a, b []T) {
	a, b = a[:len(out)], b[:len(out)]
	for i := range out {
		out[i] = a[i] + b[i]
	}
}

func subLoop[T number](out, a, b []T) {
	a, b = a[:len(out)], b[:len(out)]
	for i := range out {
		out[i] = a[i] - b[i]
	}
}

func mulLoop[T number](out, a, b []T) {
	a, b = a[:len(out)], b[:len(out)]
	for i := range out {
		out[i] = a[i] * b[i]
	}
}

// notANumber is the NaN that max and min give, whatever NaNs the operands are: only so does their
// order not matter to the bits of a maximum of many.
var notANumber = math.NaN()

// larger gives NaN for a NaN and orders -0 below +0.
func larger[T number](a, b T) T {
	m := max(a, b)
	if m != m {
		m = T(notANumber)
	}
	return m
}

// smaller gives NaN for a NaN and orders -0 below +0.
func smaller[T number](a, b T) T {
	m := min(a, b)
	if m != m {
		m = T(notANumber)
	}
	return m
}

func maxLoop[T number](out, a, b []T) {
	a, b = a[:len(out)], b[:len(out)]
	for i := range out {
		out[i] = larger(a[i], b[i])
	}
}

func minLoop[T number](out, a, b []T) {
	a, b = a[:len(out)], b[:len(out)]
	for i := range out {
		out[i] = smaller(a[i], b[i])
	}
}

// binaryMath holds the ops that every float type computes in f64 and rounds once: for numbers of
// smaller types, and for f64. The remainder is exact.
var binaryMath = map[string][2]func(x, y float64) float64{
	"rem":   {math.Mod, math.Mod},
	"pow":   {powWide, powDouble},
	"atan2": {atan2Wide, atan2Double},

	"zeta":      {zetaWide, zetaDouble},
	"polygamma": {polygammaWide, polygammaDouble},
}

// nextAfter works on bit patterns, which, sign aside, have the order of the values; infinity is the
// pattern of +Inf.
func nextAfter[T unsigned](infinity T) func(out, a, b []T) {
	sign := ^(^T(0) >> 1)
	return func(out, a, b []T) {
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			x, y := a[i], b[i]
			magnitude, target := x&^sign, y&^sign
			switch {
			case magnitude > infinity:
				out[i] = x
			case target > infinity, x == y, magnitude|target == 0:
				out[i] = y
			case magnitude == 0:
				out[i] = y&sign | 1
			case (x^y)&sign != 0 || target < magnitude:
				out[i] = x - 1
			default:
				out[i] = x + 1
			}
		}
	}
}
