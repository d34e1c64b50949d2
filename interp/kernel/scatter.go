package kernel

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// ScatterDims are StableHLO's dimension numbers of scatter.
type ScatterDims struct {
	UpdateWindowDims           []int // dimensions of the updates that walk over a window of the operand
	InsertedWindowDims         []int // operand dimensions that a window does not have
	InputBatchingDims          []int // operand dimensions that advance with a dimension of the indices
	ScatterIndicesBatchingDims []int // those dimensions of the indices, in the same order
	ScatterDimsToOperandDims   []int // operand dimension of each component of an index vector
	IndexVectorDim             int   // dimension of the indices along which an index vector lies; their rank for scalars
}

// ScatterSites says where each element of the updates of a scatter goes. It serves scatters whose
// combiner is a region; ResolveScatter does the others.
type ScatterSites struct {
	plan    indexedBoxes
	windows []int // operand dimension of each dimension of the updates, -1 for those of the index vectors
	// Strides of the updates' dimensions in the indices and the operand.
	toIndices, toOperand []int
	window               scatterWindow
}

// scatterWindow is the box of the operand that an index vector stands for.
type scatterWindow struct {
	extents []int // of all dimensions of the operand, 0 for those that it lacks
	shape   []int // of the others
	size    int   // elements
	operand []int // strides
	box     *move // from the updates to the operand
	last    int   // dimensions of the box that number its runs, which are contiguous on both sides
	run     int   // elements of one
}

// ResolveScatterSites checks dimension numbers and shapes.
func ResolveScatterSites(operand, indices, updates []int, dims ScatterDims) (*ScatterSites, error) {
	s := &ScatterSites{plan: indexedBoxes{
		op: "scatter", operand: operand, indices: indices, indexVectorDim: dims.IndexVectorDim, indexMap: dims.ScatterDimsToOperandDims,
		operandBatching: dims.InputBatchingDims, indicesBatching: dims.ScatterIndicesBatchingDims,
	}}
	if err := s.plan.prepare(); err != nil {
		return nil, err
	}
	dropped, err := checkDims("inserted or batching dimension", append(append([]int{}, dims.InsertedWindowDims...), dims.InputBatchingDims...), len(operand))
	if err != nil {
		return nil, fmt.Errorf("scatter: %w", err)
	}
	var boxDims []int
	for d := range operand {
		if !dropped[d] {
			boxDims = append(boxDims, d)
		}
	}
	if len(boxDims) != len(dims.UpdateWindowDims) {
		return nil, fmt.Errorf("scatter: %d update window dimensions for %d dimensions of a window", len(dims.UpdateWindowDims), len(boxDims))
	}
	sizes := make([]int, len(operand))
	for i, d := range boxDims {
		if err := checkDim("update window dimension", dims.UpdateWindowDims[i], len(updates)); err != nil {
			return nil, fmt.Errorf("scatter: %w", err)
		}
		sizes[d] = updates[dims.UpdateWindowDims[i]]
		if sizes[d] > operand[d] {
			return nil, fmt.Errorf("scatter: a window of extent %d does not fit dimension %d of extent %d", sizes[d], d, operand[d])
		}
	}
	want, err := s.plan.placeBoxes(dims.UpdateWindowDims, boxDims, sizes)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(want, updates) {
		return nil, fmt.Errorf("scatter: updates have shape %s, the indices want %s", shapeText(updates), shapeText(want))
	}
	s.windows = slices.Repeat([]int{-1}, len(updates))
	for i, d := range dims.UpdateWindowDims {
		s.windows[d] = boxDims[i]
	}
	s.place()
	return s, nil
}

// place finds the strides of all elements of the updates, and of those in one window.
func (s *ScatterSites) place() {
	p := &s.plan
	batch := 0
	for _, window := range s.windows {
		if window >= 0 {
			s.toIndices, s.toOperand = append(s.toIndices, 0), append(s.toOperand, p.operandStrides[window])
			continue
		}
		s.toIndices, s.toOperand = append(s.toIndices, p.batchIndices[batch]), append(s.toOperand, p.batchOperand[batch])
		batch++
	}
	w := &s.window
	w.extents, w.operand = make([]int, len(p.operand)), p.boxStrides()
	for i, window := range s.windows {
		if window >= 0 {
			w.extents[window] = p.otherShape[i]
			w.shape = append(w.shape, p.otherShape[i])
		}
	}
	w.size = shapes.Product(w.shape)
	w.box = newMove(w.shape, w.operand, p.boxOther, 0, 0)
	w.last = max(0, len(w.box.dims)-1)
	if step, _ := w.box.innerStrides(); step != 1 { // the window has no dimension of stride 1: single elements
		w.last = len(w.box.dims)
	}
	w.run = shapes.Product(w.box.dims[w.last:])
}

// Each calls visit for every element of the updates that lands inside the operand, in row-major
// order of the updates, with the two elements' row-major numbers.
func (s *ScatterSites) Each(indices *tensor.Tensor, visit func(update, operand int)) {
	s.each(readerOf(indices), visit)
}

func (s *ScatterSites) each(starts indexReader, visit func(update, operand int)) {
	p := &s.plan
	count := shapes.Product(p.otherShape)
	if count == 0 {
		return
	}
	at := newOdometer(p.otherShape, s.toIndices, s.toOperand)
	var few [odometerRank]int
	within := positionIn(few[:], len(p.operand)) // in the window, by operand dimension
	for update := range count {
		for d, window := range s.windows {
			if window >= 0 {
				within[window] = at.index()[d]
			}
		}
		operand, inside := p.site(&starts, at.offset[0], at.offset[1], within, nil)
		if inside {
			visit(update, operand)
		}
		at.next()
	}
}

// positionIn is memory for a position of that rank, all zero: the given one unless that is too
// small.
func positionIn(few []int, rank int) []int {
	if rank > len(few) {
		return make([]int, rank)
	}
	return few[:rank]
}

// site adds an index vector to an operand offset, and reports whether that lies inside the operand
// for the position `within` of the window and, if given, for all positions below its extents.
func (p *indexedBoxes) site(starts *indexReader, indicesAt, operandAt int, within, extents []int) (offset int, inside bool) {
	inside = true
	for i, d := range p.indexMap {
		start := starts.at(indicesAt + i*p.componentStep)
		last := within[d]
		if extents != nil {
			last += max(0, extents[d]-1)
		}
		if start < -within[d] || start >= p.operand[d]-last {
			inside = false
			continue
		}
		operandAt += start * p.operandStrides[d]
	}
	return operandAt, inside
}

// Scatter computes out from operand, indices and updates.
type Scatter func(out, operand, indices, updates *tensor.Tensor)

// ResolveScatter returns the kernel that combines elements of the updates into a copy of the
// operand, at the places that the indices, a tensor of any integer type, say. The combiner is set,
// which overwrites, or add, mul, min, max, and, or as in ResolveBinary. Updates apply one after the
// other in row-major order, each rounded to d; those outside the operand are dropped.
func ResolveScatter(combiner string, d tensor.DType, operand, indices, updates []int, dims ScatterDims) (Scatter, error) {
	sites, err := ResolveScatterSites(operand, indices, updates, dims)
	if err != nil {
		return nil, err
	}
	var loop loop2
	switch combiner {
	case "set":
		loop = func(out, _, update []byte) { copy(out, update) }
	case "add", "mul", "min", "max", "and", "or":
		if loop, err = binaryLoop(combiner, d); err != nil {
			return nil, fmt.Errorf("scatter: %w", err)
		}
	default:
		return nil, fmt.Errorf("there is no scatter combiner named %q", combiner)
	}
	size := d.Size()
	combine := func(out, updates []byte, outAt, updateAt, count int) {
		target := out[outAt*size : (outAt+count)*size]
		loop(target, target, updates[updateAt*size:(updateAt+count)*size])
	}
	trailing := slices.IndexFunc(sites.windows, func(d int) bool { return d >= 0 })
	windowsLast := trailing < 0 || !slices.Contains(sites.windows[trailing:], -1)
	return func(out, operand, indices, updates *tensor.Tensor) {
		if !sameStorage(out, operand) {
			copy(out.Bytes(), operand.Bytes())
		}
		starts := readerOf(indices)
		if windowsLast {
			sites.combineWindows(starts, func(outAt, updateAt, count int) { combine(out.Bytes(), updates.Bytes(), outAt, updateAt, count) })
			return
		}
		sites.each(starts, func(update, operand int) { combine(out.Bytes(), updates.Bytes(), operand, update, 1) })
	}, nil
}

// sameStorage reports whether two tensors of the same size are the same memory.
func sameStorage(a, b *tensor.Tensor) bool {
	return len(a.Bytes()) == 0 || &a.Bytes()[0] == &b.Bytes()[0]
}

// combineWindows calls combine for runs of elements that are contiguous in both tensors, in
// row-major order of the updates, where all dimensions of windows come behind those of the index
// vectors.
func (s *ScatterSites) combineWindows(starts indexReader, combine func(operand, update, count int)) {
	p, w := &s.plan, &s.window
	if w.size == 0 || shapes.Product(p.batch) == 0 {
		return
	}
	rows := newOdometer(w.box.dims[:w.last], w.box.outStrides[:w.last], w.box.xStrides[:w.last])
	single := newOdometer(w.shape, w.operand, p.boxOther)
	var few, zeros [odometerRank]int
	within, none := positionIn(few[:], len(p.operand)), positionIn(zeros[:], len(p.operand))
	at := newOdometer(p.batch, p.batchIndices, p.batchOperand, p.batchOther)
	for range shapes.Product(p.batch) {
		if offset, inside := p.site(&starts, at.offset[0], at.offset[1], none, w.extents); inside {
			for range w.size / w.run {
				combine(offset+rows.offset[0], at.offset[2]+rows.offset[1], w.run)
				rows.next()
			}
		} else { // element by element
			for range w.size {
				for i, d := range p.boxDims {
					within[d] = single.index()[i]
				}
				if offset, inside := p.site(&starts, at.offset[0], at.offset[1]+single.offset[0], within, nil); inside {
					combine(offset, at.offset[2]+single.offset[1], 1)
				}
				single.next()
			}
		}
		at.next()
	}
}
