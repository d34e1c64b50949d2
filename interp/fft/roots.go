package fft

import (
	"math"
	"math/bits"
)

// double is a number as the sum of two, the second far below the last digit of the first.
type double struct{ high, low float64 }

// sumOf is the exact sum of two numbers.
func sumOf(a, b float64) double {
	s := a + b
	t := s - a
	return double{s, (a - (s - t)) + (b - t)}
}

// productOf is the exact product of two numbers.
func productOf(a, b float64) double {
	p := float64(a * b)
	return double{p, math.FMA(a, b, -p)}
}

func (a double) plus(b double) double {
	s := sumOf(a.high, b.high)
	return sumOf(s.high, s.low+(a.low+b.low))
}

func (a double) times(b double) double {
	p := productOf(a.high, b.high)
	return sumOf(p.high, p.low+(float64(a.high*b.low)+float64(a.low*b.high)))
}

// over is a divided by a whole number.
func (a double) over(n float64) double {
	q := a.high / n
	return sumOf(q, (math.FMA(-q, n, a.high)+a.low)/n)
}

// root is a root of unity.
type root struct{ cos, sin double }

// turn is a whole turn, two pi.
var turn = double{0x1.921fb54442d18p+2, 0x1.1a62633145c07p-52}

// rootAt is the point of the circle at t/n of a turn, at most an eighth, to some thirty digits:
// Taylor's series in double precision of two numbers each.
func rootAt(t, n int) root {
	x := turn.times(double{float64(t), 0}.over(float64(n)))
	square := x.times(x)
	square.high, square.low = -square.high, -square.low
	r := root{cos: double{1, 0}, sin: x}
	cos, sin := r.cos, r.sin
	for k := 1; k < 15; k++ {
		cos = cos.times(square).over(float64((2*k - 1) * (2 * k)))
		sin = sin.times(square).over(float64((2 * k) * (2*k + 1)))
		r.cos, r.sin = r.cos.plus(cos), r.sin.plus(sin)
	}
	return r
}

// roots gives the roots of unity of one order. An angle is first brought to the first eighth of the
// turn, in whole numbers, so that roots which mirror each other have the same digits and quarters
// of the turn are exact. There it is the sum of a coarse and a fine one, each with a table of about
// the square root of the order, computed with twice the digits of a float64: the product of the two
// is right to the last digit or next to it. No root is made of the one before it, by which errors
// would grow.
type roots struct {
	n            int
	shift        uint
	fine, coarse []root
}

// newRoots prepares the n-th roots of unity.
func newRoots(n int) *roots {
	r := &roots{n: n, shift: uint(bits.Len(uint(n))+1) / 2}
	eighths := 8 * n // positions on the circle, n of which are an eighth of it
	for t := range min(1<<r.shift, n+1) {
		r.fine = append(r.fine, rootAt(t, eighths))
	}
	for t := 0; t <= n; t += 1 << r.shift {
		r.coarse = append(r.coarse, rootAt(t, eighths))
	}
	return r
}

// at is cosine and sine of k/n of a turn, for 0 <= k < n.
func (r *roots) at(k int) (cos, sin float64) {
	t, n := 8*k, r.n
	below, left := t > 4*n, false
	if below {
		t = 8*n - t
	}
	if left = t > 2*n; left {
		t = 4*n - t
	}
	steep := t > n
	if steep {
		t = 2*n - t
	}
	a, b := &r.coarse[t>>r.shift], &r.fine[t&(1<<r.shift-1)]
	cos = differenceOfProducts(a.cos, b.cos, a.sin, b.sin)
	sin = differenceOfProducts(a.sin, b.cos, double{-a.cos.high, -a.cos.low}, b.sin)
	if steep {
		cos, sin = sin, cos
	}
	if left {
		cos = -cos
	}
	if below {
		sin = -sin
	}
	return cos, sin
}

// differenceOfProducts is a*b - c*d.
func differenceOfProducts(a, b, c, d double) float64 {
	p, q := productOf(a.high, b.high), productOf(c.high, d.high)
	p.low += float64(a.high*b.low) + float64(a.low*b.high)
	q.low += float64(c.high*d.low) + float64(c.low*d.high)
	s := sumOf(p.high, -q.high)
	return s.high + (s.low + (p.low - q.low))
}

// appendRoot appends the root of unity exp(-2 pi i k/n), real part first.
func appendRoot[T float](to []T, r *roots, k int) []T {
	cos, sin := r.at(k)
	return append(to, T(cos), T(-sin))
}
