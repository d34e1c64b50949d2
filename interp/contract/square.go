package contract

import (
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
)

// Depthwise convolutions of 3x3 taps, with stride 1 or 2 in both dimensions, have kernels of their
// own: weights stay in registers, and what is loaded serves all positions that see it.

// squareTaps is how many taps there are along either dimension.
const squareTaps = 3

// squareStride is the stride of such a convolution along its last dimension, 0 for others.
func (c *channelwise) squareStride() int {
	w := c.window
	if c.features != 1 || c.spread != nil || len(w.outer) != 1 || w.outer[0].taps != squareTaps {
		return 0
	}
	if d := &w.last; d.taps == squareTaps && d.tapStep == 1 && d.dilation == 1 && d.step <= 2 {
		return d.step
	}
	return 0
}

// planeStride is squareStride for vectors along the last dimension, which go from line to line.
func (c *channelwise) planeStride() int {
	stride, d := c.squareStride(), &c.window.last
	if c.acrossChannels || stride == 0 || d.stride != 1 || c.positionStep != 1 || c.images*c.groups*c.window.outerOutputs == 0 {
		return 0
	}
	if lines := &c.window.outer[0]; lines.tapStep != 1 || lines.dilation != 1 || lines.step != stride {
		return 0
	}
	return stride
}

// square computes n positions from o on, if all taps of a line see elements from there.
func (s *stretch[T]) square(out []T, step, o, n, stepA int) bool {
	stride := s.acrossStride
	if stride == 0 {
		return false
	}
	d := &s.window.last
	first, ok := d.place(o, 0)
	if _, last := d.place(o, squareTaps-1); !ok || !last || n > 1 && stepA != d.step*d.stride {
		return false
	}
	q := squareRows[T]{positions: n, a: s.a, step: d.stride, weights: s.kernelData[s.outerTaps.at(0):], weightRow: s.outerTaps.at(1) - s.outerTaps.at(0), weightStep: s.tapStride, channels: s.width}
	for y, base := range s.outer {
		if base != outside {
			q.seen |= 1 << y
			q.rows[y] = base + first
		}
	}
	s.kernel.channels[stride-1](q, out, step)
	return true
}

// squareRows is a line of positions, whose taps see elements of three lines of the input.
type squareRows[T any] struct {
	positions             int
	seen                  int    // bit y says whether line y exists; else it is of zeros
	rows                  [3]int // where the elements are in a that the first position sees first
	a                     []T
	step                  int // from one element of a line to the next
	weights               []T
	weightRow, weightStep int
	channels              int
}

// plane is how lines of a plane are computed: some at a time, of a copy with its padding.
type plane struct {
	stride, width, lines int
}

const (
	// planeElements is about how many elements are copied at a time, planeSlack how many may be
	// read behind them.
	planeElements, planeSlack = 6 << 10, 64
	// planeTogether is how many lines kernels compute together.
	planeTogether = 4
)

func (c *channelwise) plane() (p plane) {
	if p.stride = c.planeStride(); p.stride == 0 {
		return p
	}
	p.width = shapes.Sum(shapes.Saturated(c.window.last.outputs-1, p.stride), squareTaps)
	if p.width > planeElements {
		return plane{}
	}
	p.lines = min(c.window.outerOutputs, max(planeTogether, planeElements/(p.stride*p.width)/planeTogether*planeTogether))
	return p
}

// elements is the size of a copy, and of the weights behind it.
func (p *plane) elements() int {
	if p.stride == 0 {
		return 0
	}
	return shapes.Sum(shapes.Saturated(shapes.Sum(shapes.Saturated(p.lines-1, p.stride), squareTaps), p.width), planeSlack, squareTaps*squareTaps)
}

// planeLoop computes pieces of planes.
type planeLoop[T any] struct {
	channelLoop[T]
	plane
}

// planes runs a convolution whose vectors run along lines, several of which are computed together.
func (l *channelLoop[T]) planes() {
	loop := planeLoop[T]{*l, l.inPlane}
	bytes := alignUp(loop.elements() * int(unsafe.Sizeof(*new(T))))
	tasks := l.images * l.groups * ceilDiv(l.window.outerOutputs, loop.plane.lines)
	work := squareTaps * squareTaps * l.outputs * loop.plane.lines * l.window.last.outputs
	if !parallel.Share(tasks, parallel.Grain(parallelWork, work), len(l.own)/bytes, &loop) {
		loop.Chunk(0, 0, tasks)
	}
}

func (l *planeLoop[T]) Chunk(worker, lo, hi int) {
	bytes := alignUp(l.elements() * int(unsafe.Sizeof(*new(T))))
	copied, _ := cut[T](l.own[worker*bytes:][:bytes], l.elements())
	w, n := l.window, ceilDiv(l.window.outerOutputs, l.plane.lines)
	weights := copied[len(copied)-squareTaps*squareTaps:]
	for t := lo; t < hi; t++ {
		first, group, image := t%n*l.plane.lines, t/n%l.groups, t/n/l.groups
		lines := min(l.plane.lines, w.outerOutputs-first)
		l.copy(copied, image*w.imageStride+group*l.inputFeature, first, lines)
		at := image*w.outerOutputs + first
		place, step := l.places.at(at)+group*l.outputs*l.outputFeature, w.last.outputs
		if lines > 1 {
			step = l.places.at(at+1) - l.places.at(at)
		}
		for f := range l.outputs {
			for y := range squareTaps {
				for x := range squareTaps {
					weights[y*squareTaps+x] = l.kernelData[(group*l.outputs+f)*l.kernelOutput+l.outerTaps.at(y)+x*l.tapStride]
				}
			}
			to := place + f*l.outputFeature
			l.kernel.plane[l.stride-1](lines, copied, l.width, weights, l.out[to:], step, w.last.outputs)
			if l.done == nil {
				continue
			}
			if step == w.last.outputs {
				l.done(to, to+lines*step)
				continue
			}
			for i := range lines {
				l.done(to+i*step, to+i*step+w.last.outputs)
			}
		}
	}
}

// copy copies what lines from the first on see.
func (l *planeLoop[T]) copy(to []T, at, first, lines int) {
	outer, d := &l.window.outer[0], &l.window.last
	lo, hi := inside(d.origin, 1, d.extent, l.width)
	for y := range (lines-1)*l.stride + squareTaps {
		row := to[y*l.width:][:l.width]
		line := outer.origin + first*outer.step + y
		if line < 0 || line >= outer.extent || lo == hi {
			clear(row)
			continue
		}
		clear(row[:lo])
		copy(row[lo:hi], l.input[at+line*outer.stride+d.origin+lo:])
		clear(row[hi:])
	}
}
