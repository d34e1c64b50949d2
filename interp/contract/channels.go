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
	// Where channels see others than those of their number, so many positions and channels are
	// computed at a time, if what they see takes no more than so many elements.
	spreadPositions, spreadChannels, spreadElements = 32, 64, 256 << 10
	mostLanes                                       = 16 // of kernel.spread
)

// spread describes what channels see if these are not the input's channels of the same number: what
// some positions see under each outer tap is copied so that it lies as weights do.
type spread struct {
	groups    int // that are computed at a time
	positions int // of a line of the input that a stretch sees, at most
	lines     int // one for each outer tap and feature
}

func (s *spread) elements(outputs int) int {
	return shapes.Saturated(s.lines, s.positions, s.groups, outputs)
}

// newSpread returns nil if that would take too much memory.
func (c *channelwise) newSpread() *spread {
	d := &c.window.last
	n := min(spreadPositions, max(1, d.outputs))
	reach := shapes.Sum(shapes.Saturated(n-1, d.step), shapes.Saturated(max(0, d.taps-1), max(d.tapStep, -d.tapStep)))
	s := &spread{
		groups:    min(c.groups, max(1, spreadChannels/max(1, c.outputs))),
		positions: min(ceilDiv(d.extent, d.dilation), reach/d.dilation+1),
		lines:     shapes.Saturated(c.window.outerTaps, c.features),
	}
	if s.elements(c.outputs) > spreadElements {
		return nil
	}
	return s
}

// channelMemory is what each worker has in the workspace, in bytes.
type channelMemory struct {
	outer int // where outer taps look
	list  int // of taps
	seen  int // what channels see
}

func (m *channelMemory) own() int { return m.outer + m.list + m.seen }

func (c *channelwise) channelMemory(size int) channelMemory {
	m := channelMemory{outer: alignUp(shapes.Saturated(c.window.outerTaps, int(unsafe.Sizeof(0)))), list: alignUp(tapsAtOnce * int(unsafe.Sizeof(tap{})))}
	if c.spread != nil {
		m.seen = alignUp(size*c.spread.elements(c.outputs)) + alignUp(mostLanes*4)
	}
	return m
}

// channelBytes is the workspace for so many workers.
func (c *channelwise) channelBytes(size, workers int) int {
	m := c.channelMemory(size)
	n := shapes.Saturated(c.images, c.window.outerOutputs, c.window.last.outputs)
	return shapes.Saturated(max(1, min(workers, n)), m.own())
}

// stretchLength is how many positions are computed at a time, at most.
func (c *channelwise) stretchLength() int {
	if c.spread != nil {
		return spreadPositions
	}
	return max(8, stretchElements/c.groups)
}

// across runs a convolution whose vectors run over channels.
func (l *channelLoop[T]) across(w []byte) {
	m := l.channelMemory(int(unsafe.Sizeof(*new(T))))
	l.own = w
	window := l.window
	n := l.images * window.outerOutputs * window.last.outputs
	work := window.outerTaps * window.last.taps * l.groups * l.outputs * l.features
	loop := acrossLoop[T]{*l}
	if !parallel.Share(n, parallel.Grain(parallelWork, work), len(w)/m.own(), &loop) {
		loop.Chunk(0, 0, n)
	}
}

// acrossLoop computes all channels at output positions.
type acrossLoop[T any] struct{ channelLoop[T] }

func (l *acrossLoop[T]) Chunk(worker, lo, hi int) {
	w, m := l.window, l.channelMemory(int(unsafe.Sizeof(*new(T))))
	own := l.own[worker*m.own():][:m.own()]
	s := stretch[T]{channelLoop: l.channelLoop, a: l.input, width: l.groups}
	s.outer, own = cut[int](own, w.outerTaps)
	s.list, own = cut[tap](own, tapsAtOnce)
	if l.spread != nil {
		s.a, own = cut[T](own, l.spread.elements(l.outputs))
		s.index, _ = cut[uint32](own, mostLanes)
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
			n := min(l.stretchLength(), end-lo)
			s.compute(l.places.at(lo), o, n)
			o, lo = o+n, lo+n
		}
	}
}

// stretch computes neighbouring output positions of one line.
type stretch[T any] struct {
	channelLoop[T]
	outer []int // where in the input the outer taps look, or outside
	list  []tap
	a     []T // the input, or what a block of channels sees of it
	// first is the first channel that is computed, and width their number.
	first, width int
	from         int // the first position of lines that is in a, if that is not the input
	index        []uint32
}

// compute computes n positions from o on, which begin at place in the output.
func (s *stretch[T]) compute(place, o, n int) {
	if s.spread == nil {
		s.positions(s.out[place:], o, n)
	} else {
		for g := 0; g < s.groups; g += s.spread.groups {
			groups := min(s.spread.groups, s.groups-g)
			s.first, s.width = g*s.outputs, groups*s.outputs
			s.fill(o, n, g, groups)
			s.positions(s.out[place+s.first:], o, n)
		}
	}
	if s.done == nil {
		return
	}
	channels := s.groups * s.outputs
	if s.positionStep == channels {
		s.done(place, place+n*channels)
		return
	}
	for range n {
		s.done(place, place+channels)
		place += s.positionStep
	}
}

// fill copies what the channels of some groups see from n positions.
func (s *stretch[T]) fill(o, n, group, groups int) {
	d := &s.window.last
	// The taps at both ends see the first and the last position.
	low := d.origin + o*d.step + min(0, (d.taps-1)*d.tapStep)
	high := d.origin + (o+n-1)*d.step + max(0, (d.taps-1)*d.tapStep)
	s.from = ceilDiv(max(low, 0), d.dilation)
	end := ceilDiv(min(high+1, d.extent), d.dilation)
	n = end - s.from
	for outer, base := range s.outer {
		if base == outside || n <= 0 {
			continue
		}
		seen := s.input[base+s.from*d.stride+group*s.features:]
		for f := range s.features {
			to := s.a[s.spreadPlace(outer, f, s.from):]
			if s.kernel.spread != nil {
				s.fillVectors(to, seen, n, f)
			} else {
				s.fillOneByOne(to, seen, n, f)
			}
		}
	}
}

// fillVectors copies feature f of each group, n positions from the beginning of seen on, as often
// as a group has outputs.
func (s *stretch[T]) fillVectors(to, seen []T, n, f int) {
	index, lanes := s.index, s.kernel.lanes
	for first := 0; first < s.width; {
		group, within := first/s.outputs, first%s.outputs
		count := 0
		for at := f; at < lanes && count < min(lanes, s.width-first); count++ {
			index[count] = uint32(at)
			if within++; within == s.outputs {
				within = 0
				at += s.features
			}
		}
		in := int(index[count-1]) + 1
		s.kernel.spread(n, seen[group*s.features:], s.window.last.stride, to[first:], s.width, index[:count], in)
		first += count
	}
}

func (s *stretch[T]) fillOneByOne(to, seen []T, n, f int) {
	for x := range n {
		from, row := seen[x*s.window.last.stride+f:], to[x*s.width:][:s.width]
		for at := 0; len(row) > 0; at += s.features {
			group := row[:s.outputs]
			for i := range group {
				group[i] = from[at]
			}
			row = row[s.outputs:]
		}
	}
}

// spreadPlace is where what channels see is copied to.
func (s *stretch[T]) spreadPlace(outer, feature, x int) int {
	return ((outer*s.features+feature)*s.spread.positions + x - s.from) * s.width
}

// positions computes positions [o, o+n) into out. Of input dilation, every period-th position sees
// elements under the same taps.
func (s *stretch[T]) positions(out []T, o, n int) {
	d := &s.window.last
	period := d.dilation / commonDivisor(d.step, d.dilation)
	next, stepA := 1, 0 // from one of them to the next, in the dilated input and in what is seen
	if period < n {
		next = period * d.step
		stepA = next / d.dilation * d.stride
		if s.spread != nil {
			stepA = next / d.dilation * s.width
		}
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
			s.equal(out[at*s.positionStep:], period*s.positionStep, o+at, end-i, stepA)
			i = end
		}
	}
}

// equal computes n rows that see elements under the same taps: the first those of position o, each
// other stepA further on.
func (s *stretch[T]) equal(out []T, step, o, n, stepA int) {
	d := &s.window.last
	filled, load := 0, false
	for outer, base := range s.outer {
		for t := range d.taps {
			at, seen := d.place(o, t)
			x, next := tap{outside, s.outerTaps.at(outer) + t*s.tapStride + s.first}, 0
			switch {
			case base == outside || !seen:
			case s.spread != nil:
				x.a, next = s.spreadPlace(outer, 0, at/d.stride), s.spread.positions*s.width
			default:
				x.a = base + at
			}
			for range s.features {
				if filled == len(s.list) {
					s.kernel.taps(n, s.width, s.list, s.a, stepA, s.kernelData, out, step, load)
					filled, load = 0, true
				}
				s.list[filled] = x
				x.a, x.b = x.a+next, x.b+s.kernelInput
				filled++
			}
		}
	}
	s.kernel.taps(n, s.width, s.list[:filled], s.a, stepA, s.kernelData, out, step, load)
}

// commonDivisor is the greatest of two positive numbers.
func commonDivisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
