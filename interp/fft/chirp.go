package fft

import "math"

// chirp transforms lines of a length with a large prime as a convolution with numbers whose angles
// grow with the square of their place (Bluestein, 1970): jk = (j^2 + k^2 - (k-j)^2) / 2. The
// convolution is by transforms of a length that has small primes only. Its error is that of the two
// transforms, because a chirp has all frequencies alike. Factors are applied on the way of these.
type chirp[T float] struct {
	n     int
	inner *matrix[T]
	// The chirp is exp(-pi i j^2/n). before are its numbers, after their conjugates, because they
	// multiply results with real and imaginary parts exchanged.
	before, after []T
	// spectrum is the transform of what the line is convolved with, divided by the padded length.
	spectrum []T
}

// paddedLength is the least number from 2n-1 on that is 1, 3, 5 or 9 times a power of two from 8
// on: transforms of such lengths are fast enough to make up for what is longer than it must be.
func paddedLength(n int) int {
	least := math.MaxInt
	for _, factor := range []int{1, 3, 5, 9} {
		m := 8 * factor
		for m < 2*n-1 {
			m *= 2
		}
		least = min(least, m)
	}
	return least
}

func newChirp[T float](n int, l *loops[T]) *chirp[T] {
	padded := paddedLength(n)
	c := &chirp[T]{n: n, inner: newMatrix(padded, l)}
	if l == nil {
		return c
	}
	r := newRoots(2 * n)
	angles, conjugates, wave := make([]T, 2*n), make([]T, 2*n), make([]float64, 2*padded)
	square := 0 // j^2 modulo 2n
	for j := range n {
		cos, sin := r.at(square)
		angles[2*j], angles[2*j+1] = T(cos), T(-sin)
		conjugates[2*j], conjugates[2*j+1] = T(cos), T(sin)
		wave[2*j], wave[2*j+1] = cos, sin
		if j > 0 {
			wave[2*(padded-j)], wave[2*(padded-j)+1] = cos, sin
		}
		square = (square + 2*j + 1) % (2 * n)
	}
	c.before, c.after = c.inner.inColumns(angles), c.inner.inRows(conjugates)

	// The spectrum is computed in float64 for both types.
	wide, ok := any(c.inner).(*matrix[float64])
	if !ok {
		wide = newMatrix(padded, levels[float64]()[0])
	}
	together, each := wide.memory()
	memory := newRoom(make([]float64, together+each), together, each, 1)
	wide.line(memory, &sweep[float64]{dst: wave, src: wave, divisor: float64(padded)})
	spectrum := make([]T, len(wave))
	for i, x := range wave {
		spectrum[i] = T(x)
	}
	c.spectrum = c.inner.inRows(spectrum)
	return c
}

// tables counts the numbers that the spectrum is computed from and with, in f64, too.
func (c *chirp[T]) tables() int {
	together, each := c.inner.memory()
	kept, wide := 2*(4*c.n+2*c.inner.high*c.inner.wide)*sizeOf[T](), (2*c.inner.n+together+each)*sizeOf[float64]()
	return kept + wide + c.inner.tables()*(1+sizeOf[float64]()/sizeOf[T]())
}

func (c *chirp[T]) memory() (together, each int) {
	together, each = c.inner.memory()
	return together + c.line(), each
}

// line is how many floats a line takes that is padded, in whole rows.
func (c *chirp[T]) line() int { return 2 * upToLanes[T](c.inner.n) }

func (c *chirp[T]) run(r room[T], l lines[T]) {
	inner := r
	inner.together = r.together[c.line():]
	line := r.together[:2*c.inner.n]
	for i := range l.count {
		c.inner.line(inner, &sweep[T]{
			dst: line, src: l.src[i*l.srcStep:][:2*c.n], swapSource: l.inverse, before: c.before, after: c.spectrum, divisor: 1,
		})
		c.inner.line(inner, &sweep[T]{
			dst: l.dst[i*l.dstStep:][:2*c.n], src: line, swapSource: true, swapResult: !l.inverse, after: c.after, divisor: l.divisor,
		})
	}
}
