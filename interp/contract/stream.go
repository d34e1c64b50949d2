package contract

import "github.com/tg-opt/tg/interp/parallel"

// stream multiplies one row by columns where they are: in panels of neighbouring columns, a few
// inner positions at a time.
type stream[T any] struct {
	cols int // of a panel
	// multiply adds to c what kernel.multiply does, of one row and whole panels, and asks for the
	// elements of b that are so many ahead. It is nil where plain kernels must do.
	multiply func(panels, depth int, a []T, stepA int, b []T, stepB, ahead int, c []T, load bool)
}

// streamedFar is how many rows of the columns are read side by side. What is asked for ahead is the
// same part of as many rows more, so that few rows keep that in the cache; near ones, of which each
// is a page at most, are fewer bytes, and more of them have fewer sums stored and loaded again.
const streamedFar, streamedNear = 16, 32

type streamLoop[T any] struct{ *call[T] }

// streams reports whether there is one row, and it and the columns are read where they are: then
// columns are streamed from memory, each element being read once.
func (e *engine[T]) streams() bool {
	return e.kernel.stream.multiply != nil && e.left.size == 1 && e.rowsInPlace && e.colsInPlace && e.inPlace && e.right.size >= e.kernel.stream.cols
}

// stream computes n products from the first on.
func (c *call[T]) stream(n int) {
	total := n * ceilDiv(c.engine.right.size, c.engine.kernel.stream.cols)
	if loop := (streamLoop[T]{c}); !parallel.Share(total, parallel.Grain(parallelWork, c.engine.kernel.stream.cols*c.engine.depth), c.workers, &loop) {
		loop.Chunk(0, 0, total)
	}
}

// Chunk computes panels [lo, hi) of the products.
func (l *streamLoop[T]) Chunk(_, lo, hi int) {
	c, e := l.call, l.call.engine
	width := e.kernel.stream.cols
	panels := ceilDiv(e.right.size, width)
	for o := c.first; lo < hi; {
		if product := lo / panels; product > 0 {
			c.seek(&o, c.firstProduct+product)
		}
		first := lo % panels
		last := min(panels, first+hi-lo)
		c.streamColumns(&o, first*width, min(last*width, e.right.size))
		lo += last - first
	}
}

// streamColumns computes columns [j0, j1) of a product.
func (c *call[T]) streamColumns(o *operands[T], j0, j1 int) {
	e := c.engine
	k, stepA, stepB := &e.kernel, e.left.inner.stride, e.right.inner.stride
	whole := (j1 - j0) / k.stream.cols
	out, rest := c.out[o.base+j0:][:j1-j0], j0+whole*k.stream.cols
	atOnce := streamedFar
	if stepB <= inPlaceStride {
		atOnce = streamedNear
	}
	for p, n := 0, 0; p < e.depth; p += n {
		n = min(atOnce, e.depth-p)
		ahead := n * stepB
		if p+n >= e.depth {
			ahead = 0
		}
		a, b := o.left.data[o.left.base+p*stepA:], o.right.data[o.right.base+p*stepB:]
		if whole > 0 {
			k.stream.multiply(whole, n, a, stepA, b[j0:], stepB, ahead, out, p > 0)
		}
		for j := rest; j < j1; j += k.cols {
			k.multiply(1, min(k.cols, j1-j), n, a, 0, stepA, b[j:], stepB, out[j-j0:], 0, p > 0)
		}
	}
	if c.done != nil {
		c.done(o.base+j0, o.base+j1)
	}
}
