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
	return s, nil
}

// Each calls visit for every element of the updates that lands inside the operand, in row-major
// order of the updates, with the two elements' row-major numbers.
func (s *ScatterSites) Each(indices *tensor.Tensor, visit func(update, operand int)) {
	s.each(readIndices(indices), visit)
}

func (s *ScatterSites) each(starts []int, visit func(update, operand int)) {
	p := &s.plan
	count := shapes.Product(p.otherShape)
	if count == 0 {
		return
	}
	// Strides of the updates' dimensions in the indices and the operand.
	toIndices, toOperand := make([]int, len(p.otherShape)), make([]int, len(p.otherShape))
	batch := 0
	for d, window := range s.windows {
		if window >= 0 {
			toOperand[d] = p.operandStrides[window]
			continue
		}
		toIndices[d], toOperand[d] = p.batchIndices[batch], p.batchOperand[batch]
		batch++
	}
	at := newOdometer(p.otherShape, toIndices, toOperand)
	within := make([]int, len(p.operand)) // position in the window, by operand dimension
	for update := range count {
		for d, window := range s.windows {
			if window >= 0 {
				within[window] = at.index[d]
			}
		}
		operand, inside := p.site(starts, at.offset[0], at.offset[1], within, nil)
		if inside {
			visit(update, operand)
		}
		at.next()
	}
}

// site adds an index vector to an operand offset, and reports whether that lies inside the operand
// for the position `within` of the window and, if given, for all positions below its extents.
func (p *indexedBoxes) site(starts []int, indicesAt, operandAt int, within, extents []int) (offset int, inside bool) {
	inside = true
	for i, d := range p.indexMap {
		start := starts[indicesAt+i*p.componentStep]
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
		starts := readIndices(indices)
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
func (s *ScatterSites) combineWindows(starts []int, combine func(operand, update, count int)) {
	p := &s.plan
	window := make([]int, len(p.boxDims))
	extents := make([]int, len(p.operand)) // of the window, by operand dimension
	for i, d := range p.boxDims {
		window[i] = p.otherShape[len(p.otherShape)-len(p.boxDims)+i]
		extents[d] = window[i]
	}
	size := shapes.Product(window)
	if size == 0 || shapes.Product(p.batch) == 0 {
		return
	}
	box := newMove(window, p.boxStrides(), p.boxOther, 0, 0)
	rowOut, _ := box.innerStrides()
	last := max(0, len(box.dims)-1)
	if rowOut != 1 { // the window has no dimension of stride 1: single elements
		last = len(box.dims)
	}
	run := shapes.Product(box.dims[last:])
	rows := newOdometer(box.dims[:last], box.outStrides[:last], box.xStrides[:last])
	single := newOdometer(window, p.boxStrides(), p.boxOther)
	within, none := make([]int, len(p.operand)), make([]int, len(p.operand))
	at := newOdometer(p.batch, p.batchIndices, p.batchOperand, p.batchOther)
	for range shapes.Product(p.batch) {
		if offset, inside := p.site(starts, at.offset[0], at.offset[1], none, extents); inside {
			for range size / run {
				combine(offset+rows.offset[0], at.offset[2]+rows.offset[1], run)
				rows.next()
			}
		} else { // element by element
			for range size {
				for i, d := range p.boxDims {
					within[d] = single.index[i]
				}
				if offset, inside := p.site(starts, at.offset[0], at.offset[1]+single.offset[0], within, nil); inside {
					combine(offset, at.offset[2]+single.offset[1], 1)
				}
				single.next()
			}
		}
		at.next()
	}
}
