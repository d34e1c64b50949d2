package contract

import (
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
)

// stem describes a convolution of a few input features, as the first of a network is. What the
// kernel sees from a position are short runs then, too short to be read where they are, and many to
// be gathered. Instead, lines of the input are copied with their padding, and kernels look up where
// the element of an inner position is.
type stem struct {
	images                     int
	features, outputs          int
	imageStride, featureStride int // in the input
	lines, positions           windowDim
	list                       []int // where in the copy the elements are that a position sees
	last                       int   // the greatest of the list
	interleaved                bool  // features lie side by side, in the input and in the copy
	width, height              int   // positions of a line of the copy, and its lines
	together                   int   // lines of the output that are computed together
	kernelInner, kernelOutput  offsets
	image, line, step, feature int // strides in the output
}

const (
	// stemFeatures is how many input features are few, and stemOutputs how many output features
	// are worth a copy.
	stemFeatures, stemOutputs = 4, 8
	// stemDepth bounds the list, stemElements is how many elements of lines are copied at a time,
	// and stemLines how many lines are computed at a time, at most.
	stemDepth, stemElements, stemLines = 1024, 12 << 10, 4
	// stemPositions is how many positions a line has at least.
	stemPositions = 6
)

// FewFeatures reports whether a convolution of one group, with so many spatial dimensions, input
// features, taps and output features, copies lines of its input instead of gathering what each
// position sees.
func FewFeatures(spatial, features, taps, outputs int) bool {
	return spatial == 2 && features > 0 && features <= stemFeatures && taps > 1 && outputs >= stemOutputs
}

// stem returns the description of the convolution if it is of that kind.
func (c *conv) stem(w *window, in, ker, out []int) *stem {
	if c.FeatureGroups > 1 || c.BatchGroups > 1 || w.last.outputs < stemPositions ||
		!FewFeatures(len(c.InputSpatial), w.features, shapes.Saturated(w.outerTaps, w.last.taps), c.kernel[c.KernelOutput]) {
		return nil
	}
	s := &stem{
		images: w.images, features: w.features, outputs: c.kernel[c.KernelOutput], imageStride: w.imageStride, featureStride: w.featureStride,
		lines: w.outer[0], positions: w.last,
		image: out[c.OutputBatch], line: out[c.OutputSpatial[0]], step: out[c.OutputSpatial[1]], feature: out[c.OutputFeature],
	}
	depth := shapes.Saturated(s.lines.taps, s.positions.taps, s.features)
	if depth > stemDepth || s.images*s.lines.outputs == 0 ||
		s.lines.dilation > 1 || s.positions.dilation > 1 || s.feature != 1 && s.step != 1 {
		return nil
	}
	reach := s.lines.reach()
	s.width = shapes.Sum(shapes.Saturated(s.positions.outputs-1, s.positions.step), s.positions.reach(), 1)
	for s.together = min(stemLines, s.lines.outputs); ; s.together-- {
		s.height = shapes.Sum(shapes.Saturated(s.together-1, s.lines.step), reach, 1)
		if shapes.Saturated(s.height, s.width, s.features) <= stemElements || s.together == 1 {
			break
		}
	}
	if shapes.Saturated(s.height, s.width, s.features) > 8*stemElements {
		return nil
	}
	s.interleaved = s.featureStride == 1
	s.kernelOutput = offsets{stride: ker[c.KernelOutput]}
	s.kernelInner = newAxis([]dimension{
		{s.lines.taps, [2]int{ker[c.KernelSpatial[0]]}}, {s.positions.taps, [2]int{ker[c.KernelSpatial[1]]}}, {s.features, [2]int{ker[c.KernelInput]}},
	}).views[0]
	s.makeList()
	return s
}

// reach is how far apart what the first and the last tap see is.
func (d *windowDim) reach() int {
	return shapes.Saturated(max(0, d.taps-1), max(d.tapStep, -d.tapStep))
}

// first is the first position of the dilated input that any tap sees from output position o.
func (d *windowDim) first(o int) int { return d.origin + o*d.step + min(0, (d.taps-1)*d.tapStep) }

func (s *stem) makeList() {
	place := func(d *windowDim, t int) int { return t*d.tapStep - min(0, (d.taps-1)*d.tapStep) }
	for y := range s.lines.taps {
		for x := range s.positions.taps {
			for f := range s.features {
				at := s.copied(f, place(&s.lines, y), place(&s.positions, x))
				s.list, s.last = append(s.list, at), max(s.last, at)
			}
		}
	}
}

// copied is where feature f at a place is in the copy.
func (s *stem) copied(f, y, x int) int {
	if s.interleaved {
		return (y*s.width+x)*s.features + f
	}
	return (f*s.height+y)*s.width + x
}

// apart is how far elements of neighbouring places of a line are apart in the copy.
func (s *stem) apart() int {
	if s.interleaved {
		return s.features
	}
	return 1
}

// turned reports whether the output has its positions side by side, and not its features.
func (s *stem) turned() bool { return s.feature != 1 }

// stemMemory is what a run needs in the workspace, in elements: the kernel as rows of output
// features, and for each worker a copy and, if they are turned, some results.
type stemMemory struct{ weights, lines, results int }

func (s *stem) memory() stemMemory {
	m := stemMemory{weights: shapes.Saturated(len(s.list), s.outputs), lines: shapes.Saturated(s.height, s.width, s.features)}
	if s.turned() {
		m.results = shapes.Saturated(s.together, s.positions.outputs, s.outputs)
	}
	return m
}

func (m *stemMemory) own(size int) int {
	return shapes.Sum(alignUp(shapes.Saturated(m.lines, size)), alignUp(shapes.Saturated(m.results, size)))
}

// tasks is how many pieces the work is cut into.
func (s *stem) tasks() int { return shapes.Saturated(s.images, ceilDiv(s.lines.outputs, s.together)) }

func (s *stem) workspace(size, workers int) int {
	m := s.memory()
	return shapes.Sum(alignUp(shapes.Saturated(m.weights, size)), shapes.Saturated(min(workers, s.tasks()), m.own(size)))
}

// stemRunner runs such a convolution on elements of the accumulation type. It is safe for
// concurrent use.
type stemRunner[T any] struct {
	stem
	kernel kernel[T]
}

func newStemRunner[T any](s *stem, k kernel[T]) *stemRunner[T] {
	r := &stemRunner[T]{*s, k}
	r.kernelInner.tabulate()
	return r
}

func (r *stemRunner[T]) run(w []byte, out, input, kernel []T, done func(lo, hi int)) {
	size, m := int(unsafe.Sizeof(*new(T))), r.memory()
	loop := stemLoop[T]{stemRunner: r, out: out, input: input, done: done}
	weights, own := cut[T](w, m.weights)
	if inner := &r.kernelInner; inner.direct() && r.kernelOutput.stride == 1 {
		loop.weights, loop.weightStep = kernel, inner.stride
	} else {
		for p := range r.list {
			copyStrided(weights[p*r.outputs:][:r.outputs], kernel, inner.at(p), r.kernelOutput.stride)
		}
		loop.weights, loop.weightStep = weights, r.outputs
	}
	loop.own = own
	work := r.together * r.positions.outputs * len(r.list) * r.outputs
	if !parallel.Share(r.tasks(), parallel.Grain(parallelWork, work), len(own)/m.own(size), &loop) {
		loop.Chunk(0, 0, r.tasks())
	}
}

// stemLoop is one run.
type stemLoop[T any] struct {
	*stemRunner[T]
	out, input, weights []T
	weightStep          int
	done                func(lo, hi int)
	own                 []byte
}

func (l *stemLoop[T]) Chunk(worker, lo, hi int) {
	m := l.memory()
	bytes := m.own(int(unsafe.Sizeof(*new(T))))
	lines, rest := cut[T](l.own[worker*bytes:][:bytes], m.lines)
	results, _ := cut[T](rest, m.results)
	blocks := ceilDiv(l.lines.outputs, l.together)
	for t := lo; t < hi; t++ {
		image, first := t/blocks, t%blocks*l.together
		n := min(l.together, l.lines.outputs-first)
		l.copy(lines, image*l.imageStride, first, n)
		l.multiply(lines, results, image*l.image, first, n)
	}
}

// copy copies what n lines of the output see, from the first on.
func (l *stemLoop[T]) copy(to []T, image, first, n int) {
	for y := range (n-1)*l.lines.step + l.lines.reach() + 1 {
		at, inside := l.lines.first(first)+y, true
		if inside = at >= 0 && at < l.lines.extent; inside {
			at = image + at*l.lines.stride
		}
		if l.interleaved {
			l.copyLine(to[l.copied(0, y, 0):][:l.width*l.features], at, inside)
			continue
		}
		for f := range l.features {
			l.copyLine(to[l.copied(f, y, 0):][:l.width], at+f*l.featureStride, inside)
		}
	}
}

// copyLine copies a line of all features, or of one.
func (l *stemLoop[T]) copyLine(to []T, at int, exists bool) {
	d, n := &l.positions, l.apart()
	first := d.first(0)
	lo, hi := inside(first, 1, d.extent, l.width)
	if !exists {
		lo, hi = 0, 0
	}
	clear(to[:lo*n])
	clear(to[hi*n:])
	switch from := at + (first+lo)*d.stride; {
	case lo == hi:
	case d.stride == n:
		copy(to[lo*n:hi*n], l.input[from:])
	case n == 1:
		copyStrided(to[lo:hi], l.input, from, d.stride)
	default:
		for x := lo; x < hi; x++ {
			copy(to[x*n:(x+1)*n], l.input[from:])
			from += d.stride
		}
	}
}

// multiply computes n lines of the output from the first on.
func (l *stemLoop[T]) multiply(lines, results []T, image, first, n int) {
	d, k := &l.positions, &l.kernel
	to, step, line := l.out[image+first*l.line:], l.step, l.line
	if l.turned() {
		to, step, line = results, l.outputs, l.outputs*d.outputs
	}
	for y := range n {
		seen := lines[l.copied(0, y*l.lines.step, 0):]
		for j := 0; j < l.outputs; j += k.cols {
			k.list(d.outputs, min(k.cols, l.outputs-j), l.list, l.last, seen, d.step*l.apart(), l.weights[j:], l.weightStep, to[y*line+j:], step)
		}
		if l.done != nil && !l.turned() {
			l.report(image+(first+y)*l.line, d.outputs, l.outputs, l.step)
		}
	}
	if !l.turned() {
		return
	}
	at := source[T]{data: results, vectors: offsets{stride: l.outputs}, kernel: k}
	place := image + first*l.line
	if l.line == d.outputs {
		at.transposed(l.out[place:], l.feature, 0, n*d.outputs, 0, l.outputs)
	} else {
		for y := range n {
			at.transposed(l.out[place+y*l.line:], l.feature, y*d.outputs, (y+1)*d.outputs, 0, l.outputs)
		}
	}
	if l.done != nil {
		for y := range n {
			l.report(place+y*l.line, l.outputs, d.outputs, l.feature)
		}
	}
}

// report tells the caller that so many runs are final.
func (l *stemLoop[T]) report(at, runs, length, step int) {
	if step == length {
		l.done(at, at+runs*length)
		return
	}
	for range runs {
		l.done(at, at+length)
		at += step
	}
}
