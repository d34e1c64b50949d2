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
	if c.acrossChannels || stride == 0 || d.stride != 1 || c.positionStep != 1 || c.images*c.groups*c.window.outerOutputs*d.outputs == 0 {
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

// planeLines is what kernel.plane reads: planes of lines that are read where they are.
type planeLines[T any] struct {
	planes, rows, cols int
	lines              []int // where the lines begin in a that the first row sees first; less than 0 for zeros
	last               int   // the greatest of lines
	first, extent      int   // element of a line that the first column sees first, and their number; others are zeros
	a                  []T
	stepA              int // from plane to plane
	weights            []T
	stepWeights        int
}

// plane is how planes are computed: so many lines of one at a time.
type plane struct{ stride, lines int }

// planeElements is about how many elements of the input are seen by the lines that are computed at
// a time.
const planeElements = 6 << 10

func (c *channelwise) plane() (p plane) {
	if p.stride = c.planeStride(); p.stride > 0 {
		p.lines = min(c.window.outerOutputs, max(4, planeElements/shapes.Saturated(p.stride, c.window.last.outputs, p.stride)))
	}
	return p
}

// bytes is what a worker has: a list of lines, and weights.
func (p *plane) bytes(size int) int {
	if p.stride == 0 {
		return 0
	}
	return alignUp(p.seen()*int(unsafe.Sizeof(0))) + alignUp(squareTaps*squareTaps*size)
}

// seen is how many lines the lines see that are computed at a time.
func (p *plane) seen() int { return (p.lines-1)*p.stride + squareTaps }

// planeLoop computes pieces of planes.
type planeLoop[T any] struct {
	channelLoop[T]
	plane
}

// planes runs a convolution whose vectors run along lines.
func (l *channelLoop[T]) planes() {
	loop := planeLoop[T]{*l, l.inPlane}
	tasks := l.images * l.groups * ceilDiv(l.window.outerOutputs, loop.plane.lines)
	work := squareTaps * squareTaps * l.outputs * loop.plane.lines * l.window.last.outputs
	if !parallel.Share(tasks, parallel.Grain(parallelWork, work), len(l.own)/loop.bytes(int(unsafe.Sizeof(*new(T)))), &loop) {
		loop.Chunk(0, 0, tasks)
	}
}

func (l *planeLoop[T]) Chunk(worker, lo, hi int) {
	bytes := l.bytes(int(unsafe.Sizeof(*new(T))))
	lines, rest := cut[int](l.own[worker*bytes:][:bytes], l.seen())
	own, _ := cut[T](rest, squareTaps*squareTaps)
	w, n := l.window, ceilDiv(l.window.outerOutputs, l.plane.lines)
	q := planeLines[T]{lines: lines, cols: w.last.outputs, first: w.last.origin, extent: w.last.extent, stepA: l.inputFeature, stepWeights: l.kernelOutput}
	weightsInPlace := l.tapStride == 1 && l.outerTaps.at(1) == squareTaps && l.outerTaps.at(2) == 2*squareTaps
	for t, listed := lo, -1; t < hi; t += q.planes {
		first, group, image := t%n*l.plane.lines, t/n%l.groups, t/n/l.groups
		q.rows, q.planes = min(l.plane.lines, w.outerOutputs-first), 1
		if first != listed {
			listed, q.last = first, l.list(lines[:(q.rows-1)*l.stride+squareTaps], first)
		}
		if n == 1 && weightsInPlace && l.outputs == 1 {
			q.planes = min(hi-t, l.groups-group, max(1, stretchElements/(q.rows*q.cols)))
		}
		q.a = l.input[image*w.imageStride+group*l.inputFeature:]
		at := image*w.outerOutputs + first
		place, step := l.places.at(at)+group*l.outputs*l.outputFeature, q.cols
		if q.rows > 1 {
			step = l.places.at(at+1) - l.places.at(at)
		}
		for f := range l.outputs {
			q.weights = l.kernelData[(group*l.outputs+f)*l.kernelOutput:]
			if !weightsInPlace {
				for i := range own {
					own[i] = q.weights[l.outerTaps.at(i/squareTaps)+i%squareTaps*l.tapStride]
				}
				q.weights = own
			}
			to := place + f*l.outputFeature
			l.kernel.plane[l.stride-1](q, l.out[to:], l.outputFeature, step)
			if l.done == nil {
				continue
			}
			for p := range q.planes {
				l.planeDone(to+p*l.outputFeature, step, q.rows)
			}
		}
	}
}

// planeDone says that lines of a plane are done, which are step apart.
func (l *planeLoop[T]) planeDone(at, step, lines int) {
	width := l.window.last.outputs
	if step == width {
		l.done(at, at+lines*step)
		return
	}
	for i := range lines {
		l.done(at+i*step, at+i*step+width)
	}
}

// list lists where lines begin that are seen from line first on, and returns the greatest place.
func (l *planeLoop[T]) list(lines []int, first int) (last int) {
	outer := &l.window.outer[0]
	last = -1
	for y := range lines {
		lines[y] = -1
		if line := outer.origin + first*outer.step + y; line >= 0 && line < outer.extent {
			lines[y] = line * outer.stride
			last = max(last, lines[y])
		}
	}
	return last
}
