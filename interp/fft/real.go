package fft

// fromReal makes the first half of the transform of real lines, whose second half mirrors it. A
// line of even length is transformed as complex numbers, half as many; of odd length, as numbers
// without imaginary parts.
type fromReal[T float] struct {
	n     int
	inner transform[T]
	roots []T // the first quarter of the roots of order n, for even n
}

func newFromReal[T float](n int, l *loops[T]) *fromReal[T] {
	f := &fromReal[T]{n: n}
	if n%2 == 1 {
		f.inner = newTransform(n, l)
		return f
	}
	f.inner = newTransform(n/2, l)
	if l != nil {
		f.roots = quarter[T](n)
	}
	return f
}

// quarter are the first roots of unity of order n, those of a quarter of the turn.
func quarter[T float](n int) []T {
	r := newRoots(n)
	list := make([]T, 0, 2*(n/4+1))
	for k := 0; 4*k <= n; k++ {
		list = appendRoot(list, r, k)
	}
	return list
}

func (f *fromReal[T]) tables() int { return f.inner.tables() + quarterTables[T](f.n) }

// quarterTables is how many bytes these roots take.
func quarterTables[T float](n int) int { return 2 * (n/4 + 1) * sizeOf[T]() }

func (f *fromReal[T]) memory() (together, each int) {
	together, each = f.inner.memory()
	return together + oddMemory[T](f.n), each
}

// abreast is how many lines of odd length are transformed at once.
func abreast[T float](n int) int {
	if n <= maxDirect {
		return lanesOf[T]()
	}
	return 1
}

// oddMemory is how many floats lines of odd length take as complex numbers, in whole rows.
func oddMemory[T float](n int) int {
	if n%2 == 0 {
		return 0
	}
	return 2 * upToLanes[T](abreast[T](n)*n)
}

func (f *fromReal[T]) run(r room[T], l lines[T]) {
	if f.n%2 == 1 {
		f.odd(r, l)
		return
	}
	f.inner.run(r, l)
	for i := range l.count {
		line := l.dst[i*l.dstStep:][:f.n+2]
		re, im := line[0], line[1]
		line[0], line[1] = re+im, 0
		line[f.n], line[f.n+1] = re-im, 0
		loop := halvesLoop[T]{line, f.roots}
		if !share(r, f.n/4, 1, &loop) {
			loop.Chunk(0, 0, f.n/4)
		}
	}
}

// halvesLoop takes the transform of complex numbers, made of real ones in pairs, apart into that of
// the even and that of the odd ones, and makes that of all: numbers k and n/2-k are made of each
// other.
type halvesLoop[T float] struct{ line, roots []T }

// Chunk makes numbers [lo+1, hi+1) and their mirror images.
func (h *halvesLoop[T]) Chunk(_, lo, hi int) {
	for k := lo + 1; k <= hi; k++ {
		a, b := h.line[2*k:][:2], h.line[len(h.line)-2-2*k:][:2]
		evenRe, evenIm := T((a[0]+b[0])/2), T((a[1]-b[1])/2)
		oddRe, oddIm := times((a[0]-b[0])/2, (a[1]+b[1])/2, h.roots[2*k], h.roots[2*k+1])
		a[0], a[1] = evenRe+oddIm, evenIm-oddRe
		b[0], b[1] = evenRe-oddIm, -(evenIm + oddRe)
	}
}

func (f *fromReal[T]) odd(r room[T], l lines[T]) {
	size := oddMemory[T](f.n)
	inner, few := r, abreast[T](f.n)
	inner.together = r.together[size:]
	for first := 0; first < l.count; first += few {
		count := min(few, l.count-first)
		wide := r.together[:2*f.n*count]
		for i := range count {
			line := l.src[(first+i)*l.srcStep:][:f.n]
			for k, x := range line {
				wide[2*(i*f.n+k)], wide[2*(i*f.n+k)+1] = x, 0
			}
		}
		f.inner.run(inner, lines[T]{dst: wide, src: wide, dstStep: 2 * f.n, srcStep: 2 * f.n, count: count, divisor: 1})
		for i := range count {
			copy(l.dst[(first+i)*l.dstStep:][:f.n+1], wide[2*i*f.n:])
		}
	}
}

// toReal makes real lines of the first half of their transform: the opposite of fromReal. The
// imaginary parts of what mirrors itself are left out.
type toReal[T float] struct {
	n     int
	inner transform[T]
	roots []T
}

func newToReal[T float](n int, l *loops[T]) *toReal[T] {
	f := newFromReal(n, l)
	return &toReal[T]{f.n, f.inner, f.roots}
}

func (t *toReal[T]) tables() int { return t.inner.tables() + quarterTables[T](t.n) }

func (t *toReal[T]) memory() (together, each int) {
	together, each = t.inner.memory()
	return together + oddMemory[T](t.n), each
}

func (t *toReal[T]) run(r room[T], l lines[T]) {
	if t.n%2 == 1 {
		t.odd(r, l)
		return
	}
	for i := range l.count {
		dst, src := l.dst[i*l.dstStep:][:t.n], l.src[i*l.srcStep:][:t.n+2]
		dst[0], dst[1] = src[0]+src[t.n], src[0]-src[t.n]
		loop := unhalvesLoop[T]{dst, src, t.roots}
		if !share(r, t.n/4, 1, &loop) {
			loop.Chunk(0, 0, t.n/4)
		}
	}
	l.src, l.srcStep = l.dst, l.dstStep
	t.inner.run(r, l)
}

// unhalvesLoop is the opposite of halvesLoop.
type unhalvesLoop[T float] struct{ dst, src, roots []T }

// Chunk makes numbers [lo+1, hi+1) and their mirror images.
func (h *unhalvesLoop[T]) Chunk(_, lo, hi int) {
	for k := lo + 1; k <= hi; k++ {
		mirror := len(h.dst) - 2*k
		a, b := h.src[2*k:][:2], h.src[mirror:][:2]
		evenRe, evenIm := a[0]+b[0], a[1]-b[1]
		oddRe, oddIm := times(a[0]-b[0], a[1]+b[1], h.roots[2*k], -h.roots[2*k+1])
		h.dst[2*k], h.dst[2*k+1] = evenRe-oddIm, evenIm+oddRe
		h.dst[mirror], h.dst[mirror+1] = evenRe+oddIm, oddRe-evenIm
	}
}

func (t *toReal[T]) odd(r room[T], l lines[T]) {
	size := oddMemory[T](t.n)
	inner, few := r, abreast[T](t.n)
	inner.together = r.together[size:]
	for first := 0; first < l.count; first += few {
		count := min(few, l.count-first)
		wide := r.together[:2*t.n*count]
		for i := range count {
			line, src := wide[2*i*t.n:][:2*t.n], l.src[(first+i)*l.srcStep:][:t.n+1]
			line[0], line[1] = src[0], 0
			for k := 1; k <= t.n/2; k++ {
				line[2*k], line[2*k+1] = src[2*k], src[2*k+1]
				line[2*(t.n-k)], line[2*(t.n-k)+1] = src[2*k], -src[2*k+1]
			}
		}
		in := lines[T]{dst: wide, src: wide, dstStep: 2 * t.n, srcStep: 2 * t.n, count: count, inverse: true, divisor: l.divisor}
		t.inner.run(inner, in)
		for i := range count {
			dst := l.dst[(first+i)*l.dstStep:][:t.n]
			for k := range dst {
				dst[k] = wide[2*(i*t.n+k)]
			}
		}
	}
}
