package contract

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// A convolution by 3x3 taps may be computed by Winograd's algorithm F(m x m, 3x3), see Lavin and
// Gray, "Fast Algorithms for Convolutional Neural Networks" (2016): tiles of (m+2) x (m+2) inputs,
// and the kernel, are evaluated at as many points, where the convolution is one product of matrices
// for each point, and m x m results follow from these. It rounds otherwise than the definition of a
// convolution, and always in the same way: the transforms are fixed sequences of operations, and
// the products are contractions along the features.

// winograd describes such a convolution.
type winograd struct {
	tile              int // m: results of a tile along both dimensions, 2 or 4
	images            int
	features, outputs int
	rows, cols        windowDim // of the two spatial dimensions
	down, across      int       // tiles along them
	input, output     places    // strides
	kernel            struct{ row, col, feature, output int }
	flips             [2]bool // taps that run backwards
}

// places are the strides of an array of images.
type places struct{ image, row, col, feature int }

// winograd describes the convolution if that is asked for.
func (c *conv) winograd(in, ker, out []int) *winograd {
	if c.Winograd == 0 {
		return nil
	}
	w := &winograd{
		tile: c.Winograd, images: c.input[c.InputBatch], features: c.kernel[c.KernelInput], outputs: c.kernel[c.KernelOutput],
		input:  places{in[c.InputBatch], in[c.InputSpatial[0]], in[c.InputSpatial[1]], in[c.InputFeature]},
		output: places{out[c.OutputBatch], out[c.OutputSpatial[0]], out[c.OutputSpatial[1]], out[c.OutputFeature]},
		flips:  [2]bool(c.Reversal),
	}
	w.kernel.row, w.kernel.col, w.kernel.feature, w.kernel.output = ker[c.KernelSpatial[0]], ker[c.KernelSpatial[1]], ker[c.KernelInput], ker[c.KernelOutput]
	for i, d := range []*windowDim{&w.rows, &w.cols} {
		*d = windowDim{outputs: c.output[c.OutputSpatial[i]], origin: -c.Padding[i][0], extent: c.input[c.InputSpatial[i]]}
	}
	w.down, w.across = ceilDiv(w.rows.outputs, w.tile), ceilDiv(w.cols.outputs, w.tile)
	return w
}

// withoutWinograd says what is about the convolution that the algorithm cannot do, "" for nothing.
func (c *conv) withoutWinograd() string {
	other := func(list []int, v int) bool {
		for _, x := range list {
			if x != v {
				return true
			}
		}
		return false
	}
	switch {
	case c.Winograd != 2 && c.Winograd != 4:
		return fmt.Sprintf("tiles of %dx%[1]d", c.Winograd)
	case len(c.KernelSpatial) != 2:
		return fmt.Sprintf("%d spatial dimensions", len(c.KernelSpatial))
	case c.kernel[c.KernelSpatial[0]] != 3 || c.kernel[c.KernelSpatial[1]] != 3:
		return fmt.Sprintf("%dx%d taps", c.kernel[c.KernelSpatial[0]], c.kernel[c.KernelSpatial[1]])
	case other(c.Strides, 1):
		return "strides"
	case other(c.InputDilation, 1) || other(c.KernelDilation, 1):
		return "dilation"
	case c.FeatureGroups > 1 || c.BatchGroups > 1:
		return "groups"
	}
	return ""
}

// points is how many products there are, and the square of how many inputs a tile sees along a
// dimension.
func (w *winograd) points() int { return w.seen() * w.seen() }
func (w *winograd) seen() int   { return w.tile + 2 }

// tiles is the number of tiles.
func (w *winograd) tiles() int { return shapes.Saturated(w.images, w.down, w.across) }

// weights is how many elements the transformed kernel has.
func (w *winograd) weights() int { return shapes.Saturated(w.points(), w.features, w.outputs) }

// empty reports whether there is nothing to multiply.
func (w *winograd) empty() bool { return w.tiles() == 0 || w.outputs == 0 || w.features == 0 }

const (
	// winogradCols are the least columns that a task computes: a panel of the widest kernel.
	winogradCols = 64
	// Of so many tiles a task computes the results, at least, so that the transformed kernel is
	// fetched for enough of them, and no more than that.
	winogradLeast, winogradMost = 64, 96
	// winogradCached is how many elements of transformed inputs and results should stay in the
	// second-level cache, and winogradShared how many of transformed inputs there are at a time,
	// whatever a task takes.
	winogradCached, winogradShared = 192 << 10, 2 << 20
	// winogradWeights is how many elements of the kernel are transformed at a time in a run.
	winogradWeights = 1 << 20
	// apart is by how many elements matrices are further apart than they are long, so that they
	// have different places in the cache.
	apart = 16
)

// winogradPlan is how the work is cut up: that is the same on every machine.
type winogradPlan struct {
	rows     int // tiles of a task
	cols     int // outputs of a task
	together int // tiles that are transformed before they are multiplied
	weights  int // outputs of which the kernel is transformed, where it is not given so
}

// plan cuts the work up for so many workers.
func (w *winograd) plan(workers int) winogradPlan {
	tiles, points := min(w.tiles(), math.MaxInt/2), w.points()
	var p winogradPlan
	p.cols = min(w.outputs, winogradCols)
	p.rows = max(winogradLeast, min(winogradMost, winogradCached/shapes.Saturated(points, shapes.Sum(w.features, p.cols))))
	blocks := ceilDiv(tiles, p.rows)
	p.rows = min(tiles, roundUp(ceilDiv(tiles, blocks), 6))
	if wide := winogradLeast / p.rows; wide > 1 && workers == 1 {
		p.cols = min(w.outputs, wide*winogradCols)
	}
	shared := max(1, min(workers, winogradShared/shapes.Saturated(points, w.features, p.rows)))
	p.together = min(tiles, shapes.Saturated(p.rows, shared))
	p.weights = min(w.outputs, max(1, winogradWeights/shapes.Saturated(points, w.features)/p.cols)*p.cols)
	return p
}

// winogradMemory is how many elements a run takes: for all workers together, and for each.
type winogradMemory struct {
	weights, seen         int // together
	tile, between, points int // of a worker
}

func (w *winograd) memory(p winogradPlan, given bool) winogradMemory {
	m := winogradMemory{
		seen:    shapes.Saturated(ceilDiv(p.together, p.rows), w.points(), w.seenStep(p)),
		tile:    shapes.Saturated(w.points(), max(w.features, p.cols)),
		between: w.points() * lanesBetween,
		points:  w.points() * w.pointStep(p),
	}
	if !given {
		m.weights = shapes.Saturated(w.points(), w.features, p.weights)
	}
	return m
}

// seenStep and pointStep are the distances of matrices of transformed inputs, and of results.
func (w *winograd) seenStep(p winogradPlan) int {
	return shapes.Sum(shapes.Saturated(p.rows, w.features), apart)
}
func (w *winograd) pointStep(p winogradPlan) int { return p.rows*p.cols + apart }

func (m *winogradMemory) all(size int) int {
	return shapes.Sum(alignUp(shapes.Saturated(m.weights, size)), alignUp(shapes.Saturated(m.seen, size)))
}

func (m *winogradMemory) own(size int) int {
	return shapes.Sum(alignUp(shapes.Saturated(m.tile, size)), alignUp(m.between*size), alignUp(m.points*size))
}

// workspace is the workspace in bytes for so many workers.
func (w *winograd) workspace(size, workers int, given bool) int {
	if w.empty() {
		return 0
	}
	most := 0
	for _, n := range []int{1, workers} { // one may compute more at a time than each of several
		m := w.memory(w.plan(n), given)
		most = max(most, shapes.Sum(m.all(size), shapes.Saturated(n, m.own(size))))
	}
	return most
}

// layout is what the transformed kernel depends on.
func (w *winograd) layout() string {
	return fmt.Sprint("winograd", w.tile, w.features, w.outputs, w.kernel, w.flips)
}

// checkWinograd refuses types of which there are no transforms.
func checkWinograd(out tensor.DType, input, kernel Type) error {
	if out != tensor.F32 || input.DType != tensor.F32 || kernel.DType != tensor.F32 {
		return fmt.Errorf("convolution: Winograd's algorithm is for f32, not for %v x %v to %v", input.DType, kernel.DType, out)
	}
	return nil
}
