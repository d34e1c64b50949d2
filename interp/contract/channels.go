package contract

import (
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
)

const (
	// tapsAtOnce bounds the list of taps that are added up while sums stay in registers, so that
	// what they read stays in the first-level cache.
	tapsAtOnce = 128
	// stretchElements is about how many elements of the output are computed before done is called
	// for them.
	stretchElements = 8 << 10
)

// channelMemory is what a convolution across channels keeps in its workspace.
type channelMemory struct {
	kernel  int // bytes of weights in the order in which they are read, if not the kernel's
	outer   int // bytes of the offsets of outer taps, for each worker
	list    int // of a list of taps
	results int // of results that are spread out over the output
	workers int // at most
}

func (m *channelMemory) own() int { return m.outer + m.list + m.results }

func (m *channelMemory) bytes(workers int) int {
	return shapes.Sum(m.kernel, shapes.Saturated(max(1, min(workers, m.workers)), m.own()))
}

func (c *channelwise) channelMemory(size int) channelMemory {
	w, word := c.window, int(unsafe.Sizeof(0))
	m := channelMemory{workers: shapes.Saturated(c.images, w.outerOutputs, w.last.outputs)}
	m.outer = alignUp(shapes.Saturated(w.outerTaps, word))
	m.list = alignUp(tapsAtOnce * int(unsafe.Sizeof(tap{})))
	if c.outputs > 1 {
		m.kernel = alignUp(shapes.Saturated(w.outerTaps, w.last.taps, c.groups, c.outputs, size))
		m.results = alignUp(shapes.Saturated(c.stretch(), c.groups, size))
	}
	return m
}

// stretch is how many positions are computed at a time, at most.
func (c *channelwise) stretch() int {
	return min(c.window.last.outputs, max(8, stretchElements/max(1, c.groups*c.outputs)))
}

// across runs a convolution whose vectors run over channels.
func (l *channelLoop[T]) across(w []byte) {
	m := l.channelMemory(int(unsafe.Sizeof(*new(T))))
	if l.outputs > 1 {
		l.weights = elementsOf[T](w[:m.kernel])
		l.reorder()
	}
	l.own, l.ownBytes = w[m.kernel:], m.own()
	window := l.window
	n := l.images * window.outerOutputs * window.last.outputs
	work := window.outerTaps * window.last.taps * l.groups * l.outputs
	loop := acrossLoop[T]{*l}
	if !parallel.Share(n, ceilDiv(parallelWork, work), len(l.own)/m.own(), &loop) {
		loop.Chunk(0, 0, n)
	}
}

// reorder writes the weights of the first output of each group, then those of the second: taps of
// all groups each.
func (l *channelLoop[T]) reorder() {
	w, to := l.window, l.weights
	for f := range l.outputs {
		for outer := range w.outerTaps {
			for t := range w.last.taps {
				at := l.outerTaps.at(outer) + t*l.tapStride + f
				copyStrided(to[:l.groups], l.kernelData, at, l.outputs)
				to = to[l.groups:]
			}
		}
	}
}

// acrossLoop computes all channels at output positions.
type acrossLoop[T any] struct{ channelLoop[T] }

func (l *acrossLoop[T]) Chunk(worker, lo, hi int) {
	w := l.window
	own := l.own[worker*l.ownBytes:][:l.ownBytes]
	var s stretch[T]
	s.channelLoop = l.channelLoop
	s.outer, own = cut[int](own, w.outerTaps)
	s.list, own = cut[tap](own, tapsAtOnce)
	if l.outputs > 1 {
		s.results, _ = cut[T](own, l.stretch()*l.groups)
	}
	for lo < hi {
		image, outer, o := w.locate(lo)
		for t := range s.outer {
			at, ok := w.outerPlace(outer, t)
			if !ok {
				at = outside
			} else {
				at += image
			}
			s.outer[t] = at
		}
		for end := lo + min(hi-lo, w.last.outputs-o); lo < end; {
			n := min(l.stretch(), end-lo)
			s.compute(l.places.at(lo), o, n)
			o, lo = o+n, lo+n
		}
	}
}

// stretch computes neighbouring output positions of one line.
type stretch[T any] struct {
	channelLoop[T]
	outer   []int // where in the input the outer taps look, or outside
	list    []tap
	results []T
}

// compute computes n positions from o on, which begin at place in the output.
func (s *stretch[T]) compute(place, o, n int) {
	out, step := s.out[place:], s.positionStep
	if s.outputs == 1 {
		s.positions(s.kernelData, out, step, o, n)
	} else {
		for f := range s.outputs {
			taps := s.window.outerTaps * s.window.last.taps
			s.positions(s.weights[f*taps*s.groups:], s.results, s.groups, o, n)
			for i := range n {
				to := out[i*step+f:]
				for j, x := range s.results[i*s.groups:][:s.groups] {
					to[j*s.outputs] = x
				}
			}
		}
	}
	if s.done == nil {
		return
	}
	channels := s.groups * s.outputs
	if step == channels {
		s.done(place, place+n*channels)
		return
	}
	for range n {
		s.done(place, place+channels)
		place += step
	}
}

// positions computes positions [o, o+n) into rows that are step apart. Of input dilation, every
// period-th position sees elements under the same taps.
func (s *stretch[T]) positions(weights, out []T, step, o, n int) {
	d := &s.window.last
	period := d.dilation / commonDivisor(d.step, d.dilation)
	next, stepA := 1, 0 // from one of them to the next, in the dilated input and in the operand
	if period < n {
		next = period * d.step
		stepA = next / d.dilation * d.stride
	}
	for first := range min(period, n) {
		count := ceilDiv(n-first, period)
		for i := 0; i < count; {
			// Up to end, all positions see elements under the same taps.
			end := count
			for t := range d.taps {
				x := d.origin + (o+first)*d.step + t*d.tapStep
				if x%d.dilation != 0 {
					continue
				}
				if lo, hi := inside(x, next, d.extent, count); lo < hi {
					if lo > i {
						end = min(end, lo)
					} else if hi > i {
						end = min(end, hi)
					}
				}
			}
			at := first + i*period
			s.equal(weights, out[at*step:], period*step, o+at, end-i, stepA)
			i = end
		}
	}
}

// equal computes n rows that see elements under the same taps: the first those of position o, each
// other stepA further on.
func (s *stretch[T]) equal(weights, out []T, step, o, n, stepA int) {
	d := &s.window.last
	filled, load := 0, false
	flush := func() {
		s.kernel.taps(n, s.groups, s.list[:filled], s.input, stepA, weights, out, step, load)
		filled, load = 0, true
	}
	for outer, base := range s.outer {
		weight := s.outerTaps.at(outer)
		tapStride := s.tapStride
		if s.outputs > 1 {
			weight, tapStride = outer*d.taps*s.groups, s.groups
		}
		for t := range d.taps {
			if filled == len(s.list) {
				flush()
			}
			x := tap{outside, weight + t*tapStride}
			if base != outside {
				if at, ok := d.place(o, t); ok {
					x.a = base + at
				}
			}
			s.list[filled] = x
			filled++
		}
	}
	flush()
}

// commonDivisor is the greatest of two positive numbers.
func commonDivisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
