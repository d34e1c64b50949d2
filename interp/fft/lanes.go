package fft

import "unsafe"

// float is a part of a complex number.
type float interface{ float32 | float64 }

// Several transforms of one length are computed side by side. Their numbers lie in rows, one for
// each place of the transform: a row is rowBytes long and has a number of each transform, first the
// real parts of all, then the imaginary ones. So it is one line of a cache, each half of it is a
// vector register of AVX2, and what happens to a number happens to a vector.
const rowBytes = 64

// lanesOf is how many complex numbers a row has: 8 of float32, 4 of float64.
func lanesOf[T float]() int { return rowBytes / 2 / int(unsafe.Sizeof(*new(T))) }

// rowOf is how many floats a row has.
func rowOf[T float]() int { return 2 * lanesOf[T]() }

// maxRadix is the largest prime that is a step of a transform. The lengths that larger ones divide
// are transformed by convolution.
const maxRadix = 31

// stage is one step of a transform in lanes: it takes sums over `radix` rows, `rows*apart` rows
// from each other, and multiplies them by roots of unity. This is the algorithm that Stockham
// found, in which the results come in their order: row q + apart*(p + rows*j), for j < radix,
// becomes row q + apart*(radix*p + j) for p < rows, q < apart.
type stage[T float] struct {
	radix, rows, apart int
	// twiddles are, for each p from 1 on, the factors of results 1 to radix-1. Those of p = 0 are 1
	// and not multiplied by.
	twiddles []T
	// angles are the cosines of 1/radix to (radix-1)/2/radix of a turn, and then the sines, of an
	// odd radix.
	angles []T
}

// sideBySide transforms rows of one length.
type sideBySide[T float] struct {
	n      int
	stages []stage[T]
	loops  *loops[T]
}

// radices are the radices of the stages for a length, whose primes are at most maxRadix: as many
// fours as there are, then the primes from small to large.
func radices(n int) []int {
	var list []int
	for n%4 == 0 {
		list, n = append(list, 4), n/4
	}
	for p := 2; n > 1; p++ {
		for n%p == 0 {
			list, n = append(list, p), n/p
		}
	}
	return list
}

// newSideBySide prepares transforms of n rows; without loops only what they are measured by, as do
// the functions like it.
func newSideBySide[T float](n int, l *loops[T]) *sideBySide[T] {
	s := &sideBySide[T]{n: n, loops: l}
	if l == nil {
		return s
	}
	apart, left := 1, n
	for _, radix := range radices(n) {
		st := stage[T]{radix: radix, rows: left / radix, apart: apart}
		r := newRoots(left)
		for p := 1; p < st.rows; p++ {
			for j := 1; j < radix; j++ {
				st.twiddles = appendRoot(st.twiddles, r, p*j)
			}
		}
		if radix%2 == 1 {
			st.angles = anglesOf[T](radix)
		}
		s.stages = append(s.stages, st)
		apart, left = apart*radix, left/radix
	}
	return s
}

// tables is that of a transform: the roots of all stages are less than twice those of the first
// one, and lists grow to twice what they need.
func (s *sideBySide[T]) tables() int { return 8 * s.n * sizeOf[T]() }

func anglesOf[T float](radix int) []T {
	r, half := newRoots(radix), (radix-1)/2
	angles := make([]T, 2*half)
	for k := range half {
		cos, sin := r.at(k + 1)
		angles[k], angles[half+k] = T(cos), T(sin)
	}
	return angles
}

// run transforms the n rows of src, which may be a, with a and b, which are as long, to work in.
// The result is in one of the three, which it returns.
func (s *sideBySide[T]) run(src, a, b []T) []T {
	size := s.n * rowOf[T]()
	src, a, b = src[:size], a[:size], b[:size]
	to, other := b, a
	for i := range s.stages {
		s.loops.pass(&s.stages[i], to, src)
		src, to, other = to, other, to
	}
	return src
}
