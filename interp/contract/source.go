package contract

// source is one operand of a contraction, seen as vectors (rows of the left operand, columns of the
// right one) that each run along the inner axis: element p of vector i is data[base + vectors(i) +
// inner(p)], or what the window says.
type source[T any] struct {
	data    []T
	base    int
	vectors offsets
	inner   offsets
	window  *window // of a convolution; nil for a plain array
	kernel  *kernel[T]
}

// rowLayout returns the distances of rows and of inner steps in a packed block of rows: the order
// that the source has in memory, unless there is machine code that makes rows of what lies across
// them, which kernels read faster. Of a few rows it would do little.
func (s *source[T]) rowLayout(height, depth int) (row, step int) {
	if s.adjacent() && (height < rowsAcrossLeast || s.window != nil || s.kernel.transpose8 == nil || !s.inner.direct()) {
		return 1, height
	}
	return depth, 1
}

// rowsAcrossLeast is how many rows pay for making them of what lies across.
const rowsAcrossLeast = 24

// adjacent reports whether vectors lie side by side, so that elements at one inner position are a
// run.
func (s *source[T]) adjacent() bool {
	if s.window != nil {
		return s.window.adjacentImages()
	}
	return s.vectors.scattered == nil && s.vectors.stride == 1
}

// rows copies vectors [i0, i1) at inner positions [p0, p1) to dst, which has the distances of
// rowLayout: element p of vector i goes to (i-i0)*row+(p-p0)*step.
func (s *source[T]) rows(dst []T, row, step, i0, i1, p0, p1 int) {
	switch {
	case s.window != nil && s.adjacent():
		windowPanel(s, dst, step, i0, i1, p0, p1)
	case s.window != nil:
		windowRows(s, dst, i0, i1, p0, p1)
	case s.adjacent() && step == 1:
		s.rowsAcross(dst, row, i0, i1, p0, p1)
	case s.adjacent():
		for p := range p1 - p0 {
			copy(dst[p*step:][:i1-i0], s.data[s.base+i0+s.inner.at(p0+p):])
		}
	default:
		for i := range i1 - i0 {
			gather(dst[i*row:][:p1-p0], s.data, s.base+s.vectors.at(i0+i), &s.inner, p0)
		}
	}
}

// rowsAcross is rows for adjacent vectors that are to become rows: of eight vectors eight inner
// positions at a time, the rest one by one.
func (s *source[T]) rowsAcross(dst []T, row, i0, i1, p0, p1 int) {
	blocks := (i1 - i0) / 8
	p := p0
	for ; blocks > 0 && p+8 <= p1; p += 8 {
		s.kernel.transpose8(blocks, s.data[s.base+i0+s.inner.at(p):], s.inner.stride, dst[p-p0:], row)
	}
	for i := i0; i < i1; i++ {
		from := p
		if i-i0 >= 8*blocks {
			from = p0
		}
		for q := from; q < p1; q++ {
			dst[(i-i0)*row+q-p0] = s.data[s.base+i+s.inner.at(q)]
		}
	}
}

// panels is panel for any number of vectors: each panel of width follows the one before it.
func (s *source[T]) panels(dst []T, width, i0, i1, p0, p1 int) {
	size := width * (p1 - p0)
	if whole := (i1 - i0) / width; whole > 0 && s.sideBySide() {
		s.kernel.panels(p1-p0, whole, s.data[s.base+i0+s.inner.at(p0):], s.inner.stride, dst, size)
		i0, dst = i0+whole*width, dst[whole*size:]
	}
	for ; i0 < i1; i0 += width {
		s.panel(dst, width, i0, min(i0+width, i1), p0, p1)
		dst = dst[min(size, len(dst)):]
	}
}

// sideBySide reports whether there is machine code that makes panels of the vectors.
func (s *source[T]) sideBySide() bool {
	return s.kernel.panels != nil && s.window == nil && s.adjacent() && s.inner.direct()
}

// panel copies at most width vectors [i0, i1) at inner positions [p0, p1) to dst: element p of
// vector i goes to (p-p0)*width + i-i0.
func (s *source[T]) panel(dst []T, width, i0, i1, p0, p1 int) {
	switch {
	case s.window != nil:
		windowPanel(s, dst, width, i0, i1, p0, p1)
	case s.inner.scattered == nil && s.inner.stride == 1:
		s.transposed(dst, width, i0, i1, p0, p1)
	case i1-i0 == width && width == s.kernel.cols && s.sideBySide():
		s.kernel.panels(p1-p0, 1, s.data[s.base+i0+s.inner.at(p0):], s.inner.stride, dst, 0)
	default:
		for p := p0; p < p1; p++ {
			gather(dst[(p-p0)*width:][:i1-i0], s.data, s.base+s.inner.at(p), &s.vectors, i0)
		}
	}
}

// transposed is panel for vectors that are contiguous along the inner axis.
func (s *source[T]) transposed(dst []T, width, i0, i1, p0, p1 int) {
	depth := p1 - p0
	i, fast := i0, 0 // vectors and inner positions that are done
	if s.kernel.transpose8 != nil && s.vectors.direct() && depth >= 8 {
		fast = depth &^ 7
		for ; i+8 <= i1; i += 8 {
			s.kernel.transpose8(fast/8, s.data[s.base+s.vectors.at(i)+p0:], s.vectors.stride, dst[i-i0:], width)
		}
	}
	s.scatterVectors(dst, width, i0, i, p0, fast, depth)
	s.scatterVectors(dst[i-i0:], width, i, i1, p0, 0, depth)
}

// scatterVectors is transposed for inner positions from p0+first to p0+end, a few at a time so that
// what it reads and writes stays in the cache.
func (s *source[T]) scatterVectors(dst []T, width, i0, i1, p0, first, end int) {
	const atOnce = 16
	for p := first; p < end; p += atOnce {
		n := min(atOnce, end-p)
		for i := i0; i < i1; i++ {
			at := p*width + i - i0
			for _, x := range s.data[s.base+s.vectors.at(i)+p0+p:][:n] {
				dst[at] = x
				at += width
			}
		}
	}
}

// gather copies len(dst) elements, from position first of an axis on.
func gather[T any](dst, data []T, base int, along *offsets, first int) {
	if along.scattered != nil {
		for i, o := range along.table[first:][:len(dst)] {
			dst[i] = data[base+o]
		}
		return
	}
	at := base + first*along.stride
	if along.stride == 1 {
		copy(dst, data[at:])
		return
	}
	for i := range dst {
		dst[i] = data[at]
		at += along.stride
	}
}
