package kernel

import (
	"fmt"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// GatherDims are StableHLO's dimension numbers of gather.
type GatherDims struct {
	OffsetDims               []int // dimensions of the result that walk over a slice
	CollapsedSliceDims       []int // operand dimensions of slice size 1 that the result does not have
	OperandBatchingDims      []int // operand dimensions that advance with a dimension of the indices
	StartIndicesBatchingDims []int // those dimensions of the indices, in the same order
	StartIndexMap            []int // operand dimension of each component of an index vector
	IndexVectorDim           int   // dimension of the indices along which an index vector lies; their rank for scalars
}

// ResolveGather returns the kernel that cuts, for each index vector, a slice of the given sizes out
// of the operand; its operands are the operand and the indices, a tensor of any integer type. A
// start is clamped so that its slice lies inside the operand. The second result is the shape of the
// kernel's result. The workspace is that of GatherWorkspace.
func ResolveGather(operand, indices []int, dims GatherDims, sliceSizes []int) (Gather, []int, error) {
	plan, outShape, err := planGather(operand, indices, dims, sliceSizes)
	if err != nil {
		return nil, nil, err
	}
	return plan.gather(sliceSizes), outShape, nil
}

// Gather computes out from the operand and the indices. Without a workspace, as where only the run
// tells what is gathered, boxes are copied one after the other.
type Gather func(w []byte, out, operand, indices *tensor.Tensor)

// GatherWorkspace is the number of bytes that a gather needs.
func GatherWorkspace(operand, indices []int, dims GatherDims, sliceSizes []int) int {
	if plan, outShape, err := planGather(operand, indices, dims, sliceSizes); err == nil && shapes.Product(outShape) > 0 {
		if lines := plan.planLines(sliceSizes); lines != nil {
			return lines.workspace()
		}
	}
	return 0
}

func planGather(operand, indices []int, dims GatherDims, sliceSizes []int) (*indexedBoxes, []int, error) {
	plan := &indexedBoxes{
		op: "gather", operand: operand, indices: indices, indexVectorDim: dims.IndexVectorDim, indexMap: dims.StartIndexMap,
		operandBatching: dims.OperandBatchingDims, indicesBatching: dims.StartIndicesBatchingDims,
	}
	if len(sliceSizes) != len(operand) {
		return nil, nil, fmt.Errorf("gather has %d slice sizes, the operand has %d dimensions", len(sliceSizes), len(operand))
	}
	if err := plan.prepare(); err != nil {
		return nil, nil, err
	}
	var boxDims []int
	dropped, err := checkDims("collapsed or batching dimension", append(append([]int{}, dims.CollapsedSliceDims...), dims.OperandBatchingDims...), len(operand))
	if err != nil {
		return nil, nil, fmt.Errorf("gather: %w", err)
	}
	for d, size := range sliceSizes {
		if size < 0 || size > operand[d] {
			return nil, nil, fmt.Errorf("gather slice size %d does not fit dimension %d of extent %d", size, d, operand[d])
		}
		if !dropped[d] {
			boxDims = append(boxDims, d)
		} else if size > 1 {
			return nil, nil, fmt.Errorf("gather slice size %d of dimension %d, which is collapsed or batching, must be at most 1", size, d)
		}
	}
	outShape, err := plan.placeBoxes(dims.OffsetDims, boxDims, sliceSizes)
	if err != nil {
		return nil, nil, err
	}
	for d, size := range sliceSizes {
		if size == 0 && dropped[d] && shapes.Product(outShape) > 0 {
			return nil, nil, fmt.Errorf("gather takes slices of size 0 along dimension %d, but the result has elements", d)
		}
	}
	return plan, outShape, nil
}

// indexedBoxes is what gather and scatter have in common: for each index vector a box of the
// operand, and a box of the other tensor, which is the result of a gather and the updates of a
// scatter.
type indexedBoxes struct {
	op              string
	operand         []int
	indices         []int
	indexVectorDim  int
	indexMap        []int
	operandBatching []int
	indicesBatching []int

	operandStrides []int
	batch          []int // extents of the index vectors' own dimensions
	batchIndices   []int // strides of batch in the indices
	batchOperand   []int // strides of batch in the operand, 0 but for batching dimensions
	batchOther     []int // strides of batch in the other tensor
	componentStep  int   // stride from one component of an index vector to the next

	boxDims    []int // operand dimensions that the boxes of the other tensor have, in its order
	boxOther   []int // strides of those in the other tensor
	otherShape []int
}

// prepare checks the index side of the dimension numbers and finds its strides.
func (p *indexedBoxes) prepare() error {
	fail := func(err error) error { return fmt.Errorf("%s: %w", p.op, err) }
	if err := checkShape("operand", p.operand); err != nil {
		return fail(err)
	}
	if err := checkShape("indices", p.indices); err != nil {
		return fail(err)
	}
	if p.indexVectorDim < 0 || p.indexVectorDim > len(p.indices) {
		return fail(fmt.Errorf("index vector dimension %d is out of range for indices of rank %d", p.indexVectorDim, len(p.indices)))
	}
	components := 1
	strides := shapes.Strides(p.indices)
	if p.indexVectorDim < len(p.indices) {
		components, p.componentStep = p.indices[p.indexVectorDim], strides[p.indexVectorDim]
	}
	if components != len(p.indexMap) {
		return fail(fmt.Errorf("index vectors have %d components, the index map has %d", components, len(p.indexMap)))
	}
	if _, err := checkDims("index map dimension", append(append([]int{}, p.indexMap...), p.operandBatching...), len(p.operand)); err != nil {
		return fail(err)
	}
	if _, err := checkDims("batching dimension", p.indicesBatching, len(p.indices)); err != nil {
		return fail(err)
	}
	if len(p.operandBatching) != len(p.indicesBatching) {
		return fail(fmt.Errorf("%d operand batching dimensions go with %d of the indices", len(p.operandBatching), len(p.indicesBatching)))
	}
	p.operandStrides = shapes.Strides(p.operand)
	for d, extent := range p.indices {
		if d == p.indexVectorDim {
			continue
		}
		operandStride := 0
		for i, dim := range p.indicesBatching {
			if dim == d {
				if p.operand[p.operandBatching[i]] != extent {
					return fail(fmt.Errorf("batching dimension %d of the operand has extent %d, dimension %d of the indices %d",
						p.operandBatching[i], p.operand[p.operandBatching[i]], d, extent))
				}
				operandStride = p.operandStrides[p.operandBatching[i]]
			}
		}
		p.batch = append(p.batch, extent)
		p.batchIndices = append(p.batchIndices, strides[d])
		p.batchOperand = append(p.batchOperand, operandStride)
	}
	for _, dim := range p.indicesBatching {
		if dim == p.indexVectorDim {
			return fail(fmt.Errorf("dimension %d of the indices is both batching and the index vector", dim))
		}
	}
	return nil
}

// placeBoxes lays out the other tensor: windowDims are its dimensions that walk over the operand
// dimensions boxDims, of the given sizes for each operand dimension; the others are those of the
// index vectors. It returns the tensor's shape.
func (p *indexedBoxes) placeBoxes(windowDims, boxDims, sizes []int) ([]int, error) {
	rank := len(p.batch) + len(windowDims)
	isWindow, err := checkDims("window dimension", windowDims, rank)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.op, err)
	}
	if len(windowDims) != len(boxDims) {
		return nil, fmt.Errorf("%s: %d window dimensions for %d dimensions of a slice", p.op, len(windowDims), len(boxDims))
	}
	for i := 1; i < len(windowDims); i++ {
		if windowDims[i] < windowDims[i-1] {
			return nil, fmt.Errorf("%s: window dimensions are not in ascending order", p.op)
		}
	}
	shape := make([]int, 0, rank)
	batch, window := 0, 0
	for d := range rank {
		if isWindow[d] {
			shape = append(shape, sizes[boxDims[window]])
			window++
		} else {
			shape = append(shape, p.batch[batch])
			batch++
		}
	}
	if err := checkShape(p.op, shape); err != nil {
		return nil, err
	}
	for d, stride := range shapes.Strides(shape) {
		if isWindow[d] {
			p.boxOther = append(p.boxOther, stride)
		} else {
			p.batchOther = append(p.batchOther, stride)
		}
	}
	p.boxDims, p.otherShape = boxDims, shape
	return shape, nil
}

// boxStrides returns the operand's strides for the dimensions of a box.
func (p *indexedBoxes) boxStrides() []int {
	strides := make([]int, len(p.boxDims))
	for i, d := range p.boxDims {
		strides[i] = p.operandStrides[d]
	}
	return strides
}

func (p *indexedBoxes) gather(sizes []int) Gather {
	lines := p.planLines(sizes)
	boxShape := make([]int, len(p.boxDims))
	for i, d := range p.boxDims {
		boxShape[i] = sizes[d]
	}
	box := newMove(boxShape, p.boxOther, p.boxStrides(), 0, 0)
	box.tiled = false // boxes run one after the other in each worker
	return func(w []byte, out, operand, indices *tensor.Tensor) {
		switch {
		case out.Len() == 0:
			return
		case lines != nil && len(w) >= lines.workspace():
			lines.run(w, sizes, out, operand, indices)
			return
		}
		starts := readerOf(indices)
		switch out.DType().Size() {
		case 1:
			gatherBoxes(p, box, sizes, view[uint8](out), view[uint8](operand), starts)
		case 2:
			gatherBoxes(p, box, sizes, view[uint16](out), view[uint16](operand), starts)
		case 4:
			gatherBoxes(p, box, sizes, view[uint32](out), view[uint32](operand), starts)
		case 8:
			gatherBoxes(p, box, sizes, view[uint64](out), view[uint64](operand), starts)
		case 16:
			gatherBoxes(p, box, sizes, view[[2]uint64](out), view[[2]uint64](operand), starts)
		}
	}
}

func gatherBoxes[T tensor.Word](p *indexedBoxes, box *move, sizes []int, out, operand []T, starts indexReader) {
	run := gatherRun[T]{p, box, sizes, out, operand, starts, false}
	if last := len(box.dims) - 1; len(out)*sizeOf[T]() >= StreamBytes && last >= 0 && box.outStrides[last] == 1 && box.xStrides[last] == 1 {
		run.stream = canStream(out, box.inner, 0, p.batchOther) && canStream(out, box.inner, 0, box.outStrides[:last])
	}
	if n := shapes.Product(p.batch); !share(n, shapes.Product(box.dims), cheapGrain, &run) {
		run.Chunk(0, 0, n)
	}
}

type gatherRun[T tensor.Word] struct {
	*indexedBoxes
	box         *move
	sizes       []int
	out, source []T
	starts      indexReader
	stream      bool // past the caches
}

// Chunk copies the boxes of some index vectors.
func (r *gatherRun[T]) Chunk(_, lo, hi int) {
	p, box := r.indexedBoxes, r.box
	at := newOdometer(p.batch, p.batchIndices, p.batchOperand, p.batchOther)
	at.seek(lo)
	last := max(0, len(box.dims)-1)
	within := newOdometer(box.dims[:last], box.outStrides[:last], box.xStrides[:last])
	rows := shapes.Product(box.dims) / box.inner
	outStride, xStride := box.innerStrides()
	alone := rows == 1 && outStride == 1 && xStride == 1 && fastest.copyRows != nil && box.inner*sizeOf[T]() >= fastest.minRow
	from := r.start(&at)
	for ; lo < hi; lo++ {
		to, next := at.offset[2], from
		if at.next(); lo+1 < hi {
			next = r.start(&at)
		}
		if alone {
			copyRows(r.out, r.source, to, from, 0, 0, box.inner, 1, next-from, r.stream)
		} else {
			moveRows(box, &within, r.out, r.source, to, from, rows, r.stream)
		}
		from = next
	}
	if r.stream {
		StreamEnd()
	}
}

// start is where the box of an index vector begins in the operand.
func (r *gatherRun[T]) start(at *odometer) int {
	p, from := r.indexedBoxes, at.offset[1]
	for i, d := range p.indexMap {
		start := r.starts.at(at.offset[0] + i*p.componentStep)
		from += min(max(start, 0), p.operand[d]-r.sizes[d]) * p.operandStrides[d]
	}
	return from
}
