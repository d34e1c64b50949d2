package contract

import (
	"math"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
)

// channelwise describes a convolution whose groups have one input feature each, such as a depthwise
// one, or a few. As a matrix product it would have an inner axis of a few taps and gather every
// element of the input once for each; here the kernels read the input in place, or a padded copy of
// one line of it.
type channelwise struct {
	window            *window
	images            int
	groups            int
	features, outputs int // input and output features of a group

	inputFeature, kernelInput, kernelOutput, outputFeature int // strides

	outerTaps offsets // of the kernel's spatial dimensions but the last
	tapStride int     // of its last
	// acrossChannels says that features are innermost in all three arrays, so that vectors run over
	// channels; places are then output positions. Else the last spatial dimension is innermost in
	// the output and vectors run along it; places are output positions without it.
	acrossChannels bool
	places         offsets // in the output, of image and position
	positionStep   int     // in the output, along the last spatial dimension
	spread         *spread // across channels, unless each sees the one of its number
}

// channelwise returns the description of the convolution if it is of that kind and its arrays are
// laid out in one of the two ways.
func (c *conv) channelwise(w *window, in, ker, out []int) *channelwise {
	spatial := len(c.InputSpatial)
	if c.kernel[c.KernelInput] == 0 || c.BatchGroups > 1 || spatial == 0 {
		return nil
	}
	r := &channelwise{
		window: w, images: c.input[c.InputBatch], groups: c.FeatureGroups, features: c.kernel[c.KernelInput], outputs: c.kernel[c.KernelOutput] / c.FeatureGroups,
		inputFeature: in[c.InputFeature], kernelInput: ker[c.KernelInput], kernelOutput: ker[c.KernelOutput], outputFeature: out[c.OutputFeature],
		tapStride: ker[c.KernelSpatial[spatial-1]], positionStep: out[c.OutputSpatial[spatial-1]],
	}
	var taps []dimension
	for _, d := range c.KernelSpatial[:spatial-1] {
		taps = append(taps, dimension{c.kernel[d], [2]int{ker[d], ker[d]}})
	}
	r.outerTaps = newAxis(taps).views[0]
	r.chooseChannels()
	places := c.OutputSpatial
	if !r.acrossChannels {
		if out[places[spatial-1]] != 1 || r.features > 1 {
			return nil
		}
		places = places[:spatial-1]
	}
	dims := []dimension{{r.images, [2]int{out[c.OutputBatch], out[c.OutputBatch]}}}
	for _, d := range places {
		dims = append(dims, dimension{c.output[d], [2]int{out[d], out[d]}})
	}
	r.places = newAxis(dims).views[0]
	return r
}

// chooseChannels decides whether vectors run over channels.
func (c *channelwise) chooseChannels() {
	if c.inputFeature != 1 || c.kernelOutput != 1 || c.outputFeature != 1 {
		return
	}
	switch few := c.features < 8 || c.outputs <= 8; {
	case c.features == 1 && c.outputs == 1 && c.groups > 1:
		c.acrossChannels = true
	case c.features == 1 && c.outputs > 1, c.groups > 1 && c.features <= 8 && c.outputs <= 32 && few:
		c.spread = c.newSpread()
		c.acrossChannels = c.spread != nil
	}
}

// channelRunner runs a channelwise convolution on elements of the accumulation type. It is safe for
// concurrent use.
type channelRunner[T any] struct {
	channelwise
	kernel       kernel[T]
	acrossStride int   // of kernel.channels, 0 if it cannot be used
	inPlane      plane // the same of kernel.plane
}

func newChannelRunner[T any](c *channelwise, k kernel[T]) *channelRunner[T] {
	r := &channelRunner[T]{channelwise: *c, kernel: k}
	r.outerTaps.tabulate()
	r.places.tabulate()
	if k.channels[0] != nil && c.acrossChannels {
		r.acrossStride = c.squareStride()
	}
	if k.plane[0] != nil {
		r.inPlane = c.plane()
	}
	return r
}

// zeros is how many elements are as many as taps over padding see.
func (c *channelwise) zeros() int { return c.window.last.outputs }

// lineElements is the size of a line of the input as the kernels read it, if they do not find it in
// the input.
func (c *channelwise) lineElements() int {
	d := &c.window.last
	switch {
	case d.consecutive() && d.covers():
		return 0
	case !d.consecutive() || !d.close():
		return shapes.Saturated(d.taps, d.outputs)
	}
	return d.outputs + (d.taps-1)*d.tapStep
}

// consecutive reports whether what the taps see of a line are parts of it, with its padding.
func (d *windowDim) consecutive() bool {
	return d.step == 1 && d.dilation == 1 && d.tapStep >= 0 && d.stride == 1
}

// close reports whether these parts together are no less than what they are parts of.
func (d *windowDim) close() bool { return d.taps == 1 || d.tapStep <= d.outputs }

// covers reports whether all that is seen is in the line.
func (d *windowDim) covers() bool {
	return d.origin >= 0 && d.origin <= d.extent-d.outputs && (d.taps == 1 || d.tapStep <= (d.extent-d.outputs-d.origin)/(d.taps-1))
}

func (c *channelwise) workspace(size, workers int) int {
	if c.acrossChannels {
		return c.channelBytes(size, workers)
	}
	zeros := alignUp(shapes.Saturated(c.zeros(), size))
	lines, plane := shapes.Saturated(c.images, c.window.outerOutputs, c.groups), c.plane()
	own := max(alignUp(shapes.Saturated(c.lineElements(), size)), plane.bytes(size))
	return shapes.Sum(zeros, shapes.Saturated(min(workers, max(1, lines)), own))
}

func (r *channelRunner[T]) run(w []byte, out, input, kernel []T, done func(lo, hi int)) {
	window := r.window
	if len(out) == 0 {
		return
	}
	if window.outerTaps*window.last.taps == 0 {
		clear(out)
		if done != nil {
			done(0, len(out))
		}
		return
	}
	loop := channelLoop[T]{channelRunner: r, out: out, input: input, kernelData: kernel, done: done}
	if r.acrossChannels {
		loop.across(w)
		return
	}
	loop.zeros, loop.own = cut[T](w, r.zeros())
	if r.inPlane.stride > 0 {
		loop.planes()
		return
	}
	clear(loop.zeros)
	n, workers := r.images*window.outerOutputs*r.groups, math.MaxInt
	work := window.outerTaps * window.last.taps * r.outputs * window.last.outputs
	if bytes := loop.lineBytes(); bytes > 0 {
		workers = len(loop.own) / bytes
	}
	if !parallel.Share(n, parallel.Grain(parallelWork, work), workers, &loop) {
		loop.Chunk(0, 0, n)
	}
}

// channelLoop is one run.
type channelLoop[T any] struct {
	*channelRunner[T]
	out, input, kernelData []T
	done                   func(lo, hi int)
	zeros                  []T    // what taps over padding see
	own                    []byte // what each worker has: a line of the input with its padding
}

// lineBytes is the memory of a worker.
func (l *channelLoop[T]) lineBytes() int {
	return alignUp(l.lineElements() * int(unsafe.Sizeof(*new(T))))
}

func (l *channelLoop[T]) Chunk(worker, lo, hi int) {
	bytes := l.lineBytes()
	buffer, _ := cut[T](l.own[worker*bytes:][:bytes], l.lineElements())
	l.lines(buffer, lo, hi)
}

// lines computes lines [lo, hi) of the output, numbered by image, group and output position without
// the last dimension.
func (r *channelLoop[T]) lines(buffer []T, lo, hi int) {
	out, input, kernel, done := r.out, r.input, r.kernelData, r.done
	w, width := r.window, r.window.last.outputs
	for i := lo; i < hi; i++ {
		outer, group, image := i%w.outerOutputs, i/w.outerOutputs%r.groups, i/w.outerOutputs/r.groups
		place := r.places.at(image*w.outerOutputs+outer) + group*r.outputs*r.outputFeature
		for tap := range w.outerTaps {
			line, step := r.zeros, 0
			if at, ok := w.outerPlace(outer, tap); ok {
				line, step = r.line(buffer, input, image*w.imageStride+group*r.inputFeature+at)
			}
			weights := kernel[group*r.outputs*r.kernelOutput+r.outerTaps.at(tap):]
			for j := 0; j < width; j += r.kernel.cols {
				r.kernel.multiply(r.outputs, min(r.kernel.cols, width-j), w.last.taps, weights, r.kernelOutput, r.tapStride,
					line[j:], step, out[place+j:], r.outputFeature, tap > 0)
			}
		}
		if done != nil {
			for f := range r.outputs {
				done(place+f*r.outputFeature, place+f*r.outputFeature+width)
			}
		}
	}
}

// line returns a slice in which tap t of the last dimension sees element t*step+o from output
// position o, for the line of the input that begins at offset at.
func (r *channelLoop[T]) line(buffer, input []T, at int) (line []T, step int) {
	d := &r.window.last
	if d.consecutive() && d.covers() {
		return input[at+d.origin:], d.tapStep
	}
	if !d.consecutive() || !d.close() {
		s := source[T]{data: input, window: r.window}
		for t := range d.taps {
			fillOutputs(&s, buffer[t*d.outputs:][:d.outputs], at, 0, t)
		}
		return buffer, d.outputs
	}
	first, end := inside(d.origin, 1, d.extent, len(buffer))
	clear(buffer[:first])
	if first < end {
		copy(buffer[first:end], input[at+d.origin+first:])
	}
	clear(buffer[end:])
	return buffer, d.tapStep
}
