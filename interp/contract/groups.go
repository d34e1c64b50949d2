package contract

import (
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// grouped describes a convolution of groups of a few features, with lines of positions side by
// side. As a product its rows are the few outputs of a group, and gathering what each column, a
// position, sees takes longer than to multiply by it. Instead, lines of the input are copied once
// for each tap of the last dimension, shifted as it sees them, with their padding: then columns of
// neighbouring lines follow each other, and what they see under the taps of another line of the
// kernel is the same copy, some lines on.
type grouped struct {
	images, groups             int
	features, outputs          int // of a group
	imageStride, featureStride int // in the input
	lines, positions           windowDim
	together                   int // lines of the output that are computed together
	height                     int // lines of a copy
	row                        int // elements that a feature has in it, under one tap
	kernelLine, kernelOutput   int // strides in the kernel
	kernelTap, kernelFeature   int
	image, feature             int // strides in the output
}

const (
	// groupFeatures is how many input and output features a group has at most.
	groupFeatures = 64
	// groupElements is about how many elements are copied at a time.
	groupElements = 16 << 10
)

// FewInGroups reports whether a convolution of two spatial dimensions, by groups of so many input
// and output features, copies lines of its input instead of gathering what each position sees, if
// the positions of a line lie side by side.
func FewInGroups(groups, features, outputs int) bool {
	return groups > 1 && features > 1 && features <= groupFeatures && outputs > 0 && outputs <= groupFeatures
}

// grouped returns the description of the convolution if it is of that kind.
func (c *conv) grouped(w *window, in, ker, out []int) *grouped {
	if len(c.InputSpatial) != 2 || c.BatchGroups > 1 || !FewInGroups(c.FeatureGroups, w.features, c.kernel[c.KernelOutput]/c.FeatureGroups) {
		return nil
	}
	g := &grouped{
		images: w.images, groups: c.FeatureGroups, features: w.features, outputs: c.kernel[c.KernelOutput] / c.FeatureGroups,
		imageStride: w.imageStride, featureStride: w.featureStride, lines: w.outer[0], positions: w.last,
		kernelLine: ker[c.KernelSpatial[0]], kernelTap: ker[c.KernelSpatial[1]], kernelFeature: ker[c.KernelInput], kernelOutput: ker[c.KernelOutput],
		image: out[c.OutputBatch], feature: out[c.OutputFeature],
	}
	width := g.positions.outputs
	if shapes.Saturated(g.images, g.lines.outputs, width, g.lines.taps, g.positions.taps) == 0 || g.lines.dilation > 1 || g.positions.dilation > 1 ||
		out[c.OutputSpatial[1]] != 1 || out[c.OutputSpatial[0]] != width || g.lines.taps*g.positions.taps == 1 {
		return nil
	}
	for g.together = g.lines.outputs; ; g.together = (g.together + 1) / 2 {
		g.height = shapes.Sum(shapes.Saturated(g.together-1, g.lines.step), g.lines.reach(), 1)
		if g.elements() <= groupElements || g.together == 1 {
			break
		}
	}
	if g.elements() > 8*groupElements || g.depth() > groupElements {
		return nil
	}
	g.row = g.height * width
	return g
}

// elements is how many a copy has.
func (g *grouped) elements() int {
	return shapes.Saturated(g.positions.taps, g.features, g.height, g.positions.outputs)
}

// depth is how many products make a result.
func (g *grouped) depth() int { return shapes.Saturated(g.lines.taps, g.positions.taps, g.features) }

func (g *grouped) blocks() int { return ceilDiv(g.lines.outputs, g.together) }

func (g *grouped) tasks() int { return shapes.Saturated(g.images, g.groups, g.blocks()) }

// own is the memory of a worker, in bytes: a copy, and the weights of a group.
func (g *grouped) own(size int) int {
	return alignUp(size*g.elements()) + alignUp(shapes.Saturated(size, g.outputs, g.depth()))
}

func (g *grouped) workspace(size, workers int) int {
	return shapes.Saturated(min(workers, g.tasks()), g.own(size))
}

// groupedRunner runs such a convolution on elements of the accumulation type. It is safe for
// concurrent use.
type groupedRunner[T number] struct {
	grouped
	kernel kernel[T]
	given  bool // the kernel is given packed
}

// packers is what packs the kernel ahead of all runs: group after group.
func (r *groupedRunner[T]) packers() (pack [2]func(into []byte, operand *tensor.Tensor)) {
	if !r.given {
		return pack
	}
	pack[1] = func(into []byte, operand *tensor.Tensor) {
		data, ok := elements[T](operand)
		if !ok {
			data = elementsOf[T](tensor.Uninitialised(operand.Len() * int(unsafe.Sizeof(*new(T)))))
			parallel.For(operand.Len(), convertGrain, func(lo, hi int) { widen(data, operand, lo, hi) })
		}
		group := r.outputs * r.depth()
		for i := range r.groups {
			r.pack(elementsOf[T](into)[i*group:][:group], data[i*r.outputs*r.kernelOutput:])
		}
	}
	return pack
}

func (r *groupedRunner[T]) run(w []byte, out, input, kernel []T, done func(lo, hi int)) {
	loop := groupedLoop[T]{groupedRunner: r, out: out, input: input, weights: kernel, done: done, own: w}
	work := r.outputs * r.depth() * r.together * r.positions.outputs
	if !parallel.Share(r.tasks(), parallel.Grain(parallelWork, work), len(w)/r.grouped.own(int(unsafe.Sizeof(*new(T)))), &loop) {
		loop.Chunk(0, 0, r.tasks())
	}
}

// groupedLoop is one run.
type groupedLoop[T number] struct {
	*groupedRunner[T]
	out, input, weights []T
	done                func(lo, hi int)
	own                 []byte
}

func (l *groupedLoop[T]) Chunk(worker, lo, hi int) {
	bytes := l.grouped.own(int(unsafe.Sizeof(*new(T))))
	seen, rest := cut[T](l.own[worker*bytes:][:bytes], l.elements())
	weights, _ := cut[T](rest, l.outputs*l.depth())
	size := len(weights)
	packed := -1
	for t := lo; t < hi; t++ {
		first := t % l.blocks() * l.together
		group, image := t/l.blocks()%l.groups, t/l.blocks()/l.groups
		if l.given {
			weights = l.weights[group*size:][:size]
		} else if packed != group {
			packed = group
			l.pack(weights, l.weights[group*l.outputs*l.kernelOutput:])
		}
		n := min(l.together, l.lines.outputs-first)
		for x := range l.positions.taps {
			for f := range l.features {
				l.copy(seen[(x*l.features+f)*l.row:][:l.row], image*l.imageStride+(group*l.features+f)*l.featureStride, x, first, n)
			}
		}
		l.multiply(seen, weights, image*l.image+group*l.outputs*l.feature+first*l.positions.outputs, n)
	}
}

// pack copies the weights of a group: those of all outputs side by side.
func (r *groupedRunner[T]) pack(to, from []T) {
	for y := range r.lines.taps {
		for x := range r.positions.taps {
			for f := range r.features {
				copyStrided(to[:r.outputs], from, y*r.kernelLine+x*r.kernelTap+f*r.kernelFeature, r.kernelOutput)
				to = to[r.outputs:]
			}
		}
	}
}

// copy copies what n lines of the output, from the first on, see of a feature under taps x.
func (l *groupedLoop[T]) copy(to []T, at, x, first, n int) {
	lines, d, width := &l.lines, &l.positions, l.positions.outputs
	above, height := lines.first(first), (n-1)*lines.step+lines.reach()+1
	top, bottom := inside(above, 1, lines.extent, height)
	clear(to[:top*width])
	clear(to[bottom*width : height*width])
	if top == bottom {
		return
	}
	shift := d.origin + x*d.tapStep
	left, right := inside(shift, d.step, d.extent, width)
	if left == right {
		clear(to[top*width : bottom*width])
		return
	}
	at += (above+top)*lines.stride + (shift+left*d.step)*d.stride
	if d.step == 1 && d.stride == 1 && lines.stride == width {
		// All lines at once; what of a line comes from its neighbours is padding.
		copy(to[top*width+left:bottom*width-width+right], l.input[at:])
	} else {
		for y := top; y < bottom; y++ {
			copyStrided(to[y*width+left:y*width+right], l.input, at+(y-top)*lines.stride, d.step*d.stride)
		}
	}
	for x := range width - (right - left) {
		if x >= left {
			x += right - left
		}
		for column := to[top*width : bottom*width]; x < len(column); x += width {
			column[x] = 0
		}
	}
}

// multiply computes n lines of a group, which begin at a place of the output.
func (l *groupedLoop[T]) multiply(seen, weights []T, place, n int) {
	width, k := l.positions.outputs, &l.kernel
	pieces, length := n, width
	if l.lines.step == 1 {
		pieces, length = 1, n*width
	}
	depth := l.positions.taps * l.features
	for i := range pieces {
		for j := 0; j < length; j += k.cols {
			cols := min(k.cols, length-j)
			for y := range l.lines.taps {
				line := i*l.lines.step + y*l.lines.tapStep - min(0, (l.lines.taps-1)*l.lines.tapStep)
				k.multiply(l.outputs, cols, depth, weights[y*depth*l.outputs:], 1, l.outputs, seen[line*width+j:], l.row, l.out[place+i*width+j:], l.feature, y > 0)
			}
		}
	}
	if l.done != nil {
		for o := range l.outputs {
			l.done(place+o*l.feature, place+o*l.feature+n*width)
		}
	}
}
