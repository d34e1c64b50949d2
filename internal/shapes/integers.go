package shapes

import "math"

// Add is a + b; ok is false when int64 cannot hold that.
func Add(a, b int64) (v int64, ok bool) {
	v = a + b
	return v, (v > a) == (b > 0)
}

// Mul is a * b; ok is false when int64 cannot hold that.
func Mul(a, b int64) (v int64, ok bool) {
	v = a * b
	if a == 0 || b == 0 {
		return 0, true
	}
	return v, v/b == a && !(a == -1 && b == math.MinInt64) && !(b == -1 && a == math.MinInt64)
}

// FloorDiv is a / b rounded down; b is not 0, and not -1 if a is the least number.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if q*b != a && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// GCD is the greatest common divisor of numbers that are at least 0; that of 0 and b is b.
func GCD(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
