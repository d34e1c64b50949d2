package fft

// chirp transforms lines of a length with a large prime as a convolution with numbers whose angles
// grow with the square of their place (Bluestein, 1970): jk = (j^2 + k^2 - (k-j)^2) / 2. The
// convolution is by transforms of a length that has small primes only. Its error is that of the two
// transforms, because a chirp has all frequencies alike.
type chirp[T float] struct {
	n, padded int
	inner     transform[T]
	angles    []T // the chirp, exp(-pi i j^2/n)
	products  func(dst, src, by []T)
	spectrum  []T // the transform of what the line is convolved with, divided by the padded length
}

// paddedLength is the least multiple of 16 from 2n-1 on that has no prime above 5.
func paddedLength(n int) int {
	m := (2*n - 1 + 15) / 16 * 16
	for largestPrime(m) > 5 {
		m += 16
	}
	return m
}

func newChirp[T float](n int, l *loops[T]) *chirp[T] {
	c := &chirp[T]{n: n, padded: paddedLength(n), products: l.products}
	c.inner = newTransform(c.padded, l)
	r := newRoots(2 * n)
	c.angles = make([]T, 0, 2*n)
	wave := make([]float64, 2*c.padded)
	square := 0 // j^2 modulo 2n
	for j := range n {
		cos, sin := r.at(square)
		c.angles = append(c.angles, T(cos), T(-sin))
		wave[2*j], wave[2*j+1] = cos, sin
		if j > 0 {
			wave[2*(c.padded-j)], wave[2*(c.padded-j)+1] = cos, sin
		}
		square = (square + 2*j + 1) % (2 * n)
	}
	// The spectrum is computed in float64 for both types.
	wide, ok := any(c.inner).(transform[float64])
	if !ok {
		wide = newTransform(c.padded, levels[float64]()[0])
	}
	together, each := wide.memory()
	memory := newRoom(make([]float64, together+each), together, each, 1)
	wide.run(&memory, lines[float64]{dst: wave, src: wave, count: 1, divisor: float64(c.padded)})
	c.spectrum = make([]T, len(wave))
	for i, x := range wave {
		c.spectrum[i] = T(x)
	}
	return c
}

func (c *chirp[T]) memory() (together, each int) {
	together, each = c.inner.memory()
	return together + c.line(), each
}

// line is how many floats a line takes that is padded, in whole rows.
func (c *chirp[T]) line() int { return 2 * upToLanes[T](c.padded) }

func (c *chirp[T]) run(r *room[T], l lines[T]) {
	inner := *r
	inner.together = r.together[c.line():]
	line := r.together[:2*c.padded]
	for i := range l.count {
		into := chirpLoop[T]{c.products, line, l.src[i*l.srcStep:][:2*c.n], c.angles, l.inverse, false, 1}
		share(r, c.padded, 1, &into)
		c.inner.run(&inner, lines[T]{dst: line, src: line, count: 1, divisor: 1})
		filter := chirpLoop[T]{c.products, line, line, c.spectrum, false, false, 1}
		share(r, c.padded, 1, &filter)
		c.inner.run(&inner, lines[T]{dst: line, src: line, count: 1, inverse: true, divisor: 1})
		out := chirpLoop[T]{c.products, l.dst[i*l.dstStep:][:2*c.n], line, c.angles, false, l.inverse, l.divisor}
		share(r, c.n, 1, &out)
	}
}

// chirpLoop multiplies numbers by others; where there are none any more, it writes zeros.
type chirpLoop[T float] struct {
	products               func(dst, src, by []T)
	dst, src, by           []T
	swapSource, swapResult bool
	divisor                T
}

// Chunk makes the results [lo, hi).
func (c *chirpLoop[T]) Chunk(_, lo, hi int) {
	end := max(lo, min(hi, len(c.src)/2, len(c.by)/2))
	clear(c.dst[2*end : 2*hi])
	if end == lo {
		return
	}
	dst, src, by := c.dst[2*lo:2*end], c.src[2*lo:2*end], c.by[2*lo:2*end]
	if c.swapSource {
		for i := 0; i+1 < len(dst); i += 2 {
			dst[i], dst[i+1] = src[i+1], src[i]
		}
		src = dst
	}
	c.products(dst, src, by)
	if c.swapResult {
		for i := 0; i+1 < len(dst); i += 2 {
			dst[i], dst[i+1] = dst[i+1], dst[i]
		}
	}
	divide(dst, c.divisor)
}
