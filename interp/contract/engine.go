package contract

import (
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
)

// side is what one operand contributes to a contraction: its vectors become the rows, or the
// columns, of each result matrix.
type side struct {
	size    int     // number of vectors
	vectors offsets // where they begin in the operand
	inner   offsets // where elements along the inner axis are in the operand
	output  offsets // where the vectors' results are in the output
	window  *window
}

// batch is a dimension of independent products.
type batch struct {
	size                int
	left, right, output int // strides
}

// contraction is the shape of every operation of this package. For each combination of batch
// indices, each i < left.size and j < right.size, with offsets counted from where the batch begins
// in each array:
//
//	out[left.output(i) + right.output(j)] = sum over p < depth of left[left.vectors(i) + left.inner(p)] * right[right.vectors(j) + right.inner(p)]
//
// unless a side has a window, which says what its vectors are.
type contraction struct {
	left, right side
	depth       int
	batches     []batch
	outputs     int          // elements of the output array
	swapped     bool         // left and right have changed places
	oriented    bool         // they are not to change places any more
	packed      Operands     // that may be given packed
	channelwise *channelwise // another way to compute the same, or nil
	stem        *stem        // the same, for kernels that have a list
	winograd    *winograd    // another way to compute it, with other roundings, or nil
	grouped     *grouped     // another way to compute the same, or nil
	phased      *phased      // the same in parts, of which each sees no holes, or nil
}

// runner computes out from operands of the accumulation type. It overwrites out, which must not
// share storage with them, and calls done, if not nil, for ranges of out that are final, as Func
// says. The workspace is that of prepared.workspace for some workers, and no more are at work.
type runner[T any] interface {
	run(w []byte, out, left, right []T, done func(lo, hi int))
}

func newRunner[T number](c contraction, k kernel[T]) runner[T] {
	switch {
	case c.winograd != nil:
		return newWinogradRunner(c.winograd, c.packed[1], k)
	case c.channelwise != nil:
		return newChannelRunner(c.channelwise, k)
	case c.grouped != nil:
		return &groupedRunner[T]{*c.grouped, k, c.packed[1]}
	case c.phased != nil:
		return newPhasedRunner(c, k)
	}
	if c.stem != nil && k.list != nil {
		return newStemRunner(c.stem, k)
	}
	return newEngine(c, k)
}

// orient makes right the side whose results are adjacent in the output, because kernels compute
// vectors of columns; unless both sides have their vectors side by side, as in the gradient of a
// matrix of weights, and left has so many more that it takes longer to make rows of them than to
// make rows of those of right and to turn the result.
func (c *contraction) orient() {
	unit := func(s *side) bool { return s.size > 1 && s.output.scattered == nil && s.output.stride == 1 }
	read := c.left.window != nil && c.left.window.inPlace(1) != nil // rows that are read where they are
	if !unit(&c.right) && (unit(&c.left) || c.left.size > c.right.size) && !(read && c.right.size == 1) {
		c.swap()
	}
	l, r := &c.left, &c.right
	across := func(s *side) bool { return s.readable() && s.vectors.stride == 1 && s.inner.stride > 1 }
	if across(l) && across(r) && l.output.direct() && r.output.direct() && l.size*c.depth > 3*r.size*(c.depth+l.size) {
		c.swap()
	}
}

// turnCost is about how many products of a vector take as long as it takes to make a row of an
// element that lies across, or to turn one of the result.
const turnCost = 16

// narrow reports whether rows that are given packed are better columns, because the columns leave
// too much of the last registers of a kernel empty, and because it takes less to turn the results.
func (c *contraction) narrow(kernel block) bool {
	l, r := &c.left, &c.right
	if !c.packed[0] || !l.readable() || !r.readable() || !l.output.direct() || r.output.scattered != nil || r.output.stride != 1 || l.size < kernel.cols {
		return false
	}
	empty := kernel.padded(r.size) - r.size
	return shapes.Saturated(empty, l.size, c.depth) > shapes.Saturated(turnCost, r.size, l.size+c.depth)
}

// padded is how many columns registers have room for that so many are computed in.
func (k block) padded(cols int) int {
	width := k.cols / 2
	if k.cols >= 32 {
		width /= 2
	}
	rest := cols % k.cols
	if rest == 0 {
		return cols
	}
	for width < rest {
		width *= 2
	}
	return cols - rest + width
}

func (c *contraction) swap() {
	c.left, c.right, c.batches = c.right, c.left, slices.Clone(c.batches)
	c.packed[0], c.packed[1] = c.packed[1], c.packed[0]
	for i, b := range c.batches {
		c.batches[i].left, c.batches[i].right = b.right, b.left
	}
	c.swapped = !c.swapped
}

// readable reports whether a kernel could read the vectors where they are.
func (s *side) readable() bool { return s.window == nil && s.vectors.direct() && s.inner.direct() }

const (
	// blockDepth is how much of the inner axis one pass over a block of the output takes: a panel
	// of 64 float32 columns is then 64 KiB, which streams from the second-level cache, and the rows
	// of one kernel call stay in the first.
	blockDepth = 256
	// taskRows and taskCols bound the block of the output that is one task.
	taskRows, taskCols = 96, 256
	// manyTasks is the number of tasks up to which smaller ones share the work better,
	// cachedElements the number of columns' elements that stay in the second-level cache from one
	// task to the next: with more, a task takes enough rows to be worth fetching them.
	manyTasks, cachedElements = 24, 128 << 10
	// packedElements bounds the buffer of packed columns, sharedRows that of packed rows.
	packedElements, sharedRows = 2 << 20, 4 << 20
	// manyPanels is the number of panels of columns that makes enough tasks if each packs its own,
	// fewRows the number of kernel calls for one column up to which that is as good as sharing
	// them.
	manyPanels, fewRows = 8, 8
	// Up to inPlaceRows rows, packing columns takes longer than reading them where they are, if
	// their rows are no more than inPlaceStride elements apart: more, and every row has a page of
	// its own.
	inPlaceRows, inPlaceStride = 512, 1024
	// Up to inPlaceCols columns, the same holds for rows that lie side by side; and for so few of
	// them that they are not transposed when packed.
	inPlaceCols = 48
	// Rows of columns that are a multiple of aliasStride apart have the same few places in the
	// cache, and drive each other out of it: a task packs its columns, togetherCols of them at a
	// time.
	aliasStride, togetherCols = 512, 128
	// minTaskWork is the number of products that make a task worth its while.
	minTaskWork = 1 << 20
	// parallelWork is the number of products below which handing work to another goroutine does not
	// pay.
	parallelWork = 256 << 10
)

// engine runs one contraction on elements of the accumulation type. It is safe for concurrent use.
//
// The loops are those of Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication"
// (2008), with one difference: the kernel continues the running sums of the output block instead of
// adding a partial sum to them, so the order of additions is that of the plain loop.
type engine[T any] struct {
	blocking
	kernel kernel[T]
	// matrices are the batches of rows and of columns that are given packed, innermost first, with
	// the strides (left) that they have before they are.
	matrices [2][]batch
	calls    parallel.Spares[call[T]]
}

// block is the shape of the block that a kernel keeps in registers.
type block struct{ rows, cols int }

// blocking is how the work of a contraction is cut up for kernels of one shape.
type blocking struct {
	contraction
	block block

	// Each operand is read where it is, or given packed, or read from blocks that are packed once
	// for all tasks, or else from blocks that each task packs.
	rowsInPlace, rowsGiven, rowsShared bool
	colsInPlace, colsGiven, colsShared bool
	colsTogether                       bool // each task packs all of its columns, not panel after panel

	inPlace       bool // the kernel writes into the output
	turned        bool // the columns of its results are rows of the output
	colsAtOnce    int  // columns packed before tasks begin on them, a multiple of the kernel's unless it is all
	rowsPerTask   int
	colsPerTask   int
	depthPerBlock int
	products      int // product of the batch sizes

	// runs describes rows of a convolution that are read where they are, but for those at a border.
	runs *windowRuns
}

func newEngine[T any](c contraction, k kernel[T]) *engine[T] {
	e := &engine[T]{blocking: newBlocking(c, block{k.rows, k.cols}), kernel: k}
	for _, s := range []*side{&e.left, &e.right} {
		s.vectors.tabulate()
		s.inner.tabulate()
		s.output.tabulate()
	}
	e.batchesGiven()
	e.calls.New = func() *call[T] { return &call[T]{engine: e} }
	return e
}

func newBlocking(c contraction, kernel block) blocking {
	if !c.oriented {
		c.orient()
		if c.narrow(kernel) {
			c.swap()
		}
	}
	e := blocking{contraction: c, block: kernel, products: 1}
	for _, b := range c.batches {
		e.products *= b.size
	}
	e.plan()
	return e
}

// plan chooses the loops. All choices depend on shapes and the kernel alone, and none changes a bit
// of the result.
func (e *blocking) plan() {
	l, r, k := &e.left, &e.right, e.block
	if e.depth == 0 || e.outputs == 0 {
		e.packed = Operands{}
	}
	e.depthPerBlock = min(e.depth, blockDepth)
	e.inPlace = l.output.direct() && r.output.direct() && (r.output.stride == 1 || r.size == 1)
	e.turned = !e.inPlace && l.output.direct() && l.output.stride == 1 && r.output.direct()
	e.rowsPerTask = min(l.size, roundUp(taskRows, k.rows))
	e.colsPerTask = min(r.size, roundUp(taskCols, k.cols))
	e.colsAtOnce = r.size

	few := l.size <= 2*k.rows || l.size <= inPlaceRows && r.inner.stride <= inPlaceStride
	e.colsInPlace = r.readable() && (r.vectors.stride == 1 || r.size == 1) && few
	if e.colsInPlace && l.size > fewRows*k.rows && r.size*e.depth > cachedElements && r.inner.stride > 0 && r.inner.stride%aliasStride == 0 {
		e.colsInPlace, e.colsTogether = false, true
	}
	e.rowsInPlace = l.readable() && (l.inner.stride == 1 || r.size <= k.cols || l.size == 1)
	if e.packed[1] && r.window == nil && (l.size > 1 || !e.colsInPlace) { // one row streams columns where they are
		e.colsInPlace, e.colsTogether, e.colsGiven = false, false, true
	}
	own := !e.colsInPlace && !e.colsTogether && !e.colsGiven && r.size >= manyPanels*k.cols && (r.window != nil || l.size <= fewRows*k.rows)
	switch {
	case e.colsGiven:
		if l.size <= 2*k.rows && e.rowsInPlace {
			e.depthPerBlock = e.depth // each panel is fetched once, from its beginning to its end
		}
	case e.colsTogether:
		// A task takes all rows, so that no column is packed twice.
		e.rowsPerTask, e.colsPerTask = l.size, min(r.size, togetherCols)
	case e.colsInPlace:
		if l.size <= k.rows && e.depth > 2*streamDepth && r.size > k.cols {
			e.depthPerBlock = streamDepth
		}
	case own: // as above
		e.rowsPerTask = l.size
		panels := ceilDiv(minTaskWork, max(l.size*k.cols*e.depth, 1))
		e.colsPerTask = min(panels*k.cols, r.size)
	default:
		e.colsShared = true
		e.colsAtOnce = min(r.size, max(packedElements/max(e.depth, 1)/k.cols*k.cols, k.cols))
		e.colsPerTask = min(e.colsPerTask, e.colsAtOnce)
	}
	e.rowsGiven = e.packed[0] && l.window == nil && !e.rowsInPlace
	if !e.rowsInPlace && !e.rowsGiven {
		e.rowsShared = l.window == nil && (r.size > e.colsPerTask || l.inner.scattered != nil) && l.size*e.depth <= sharedRows
		if !e.rowsShared && e.colsShared {
			e.colsPerTask = e.colsAtOnce
		}
	}
	if l.window != nil {
		if e.runs = l.window.inPlace(k.rows); e.runs != nil {
			e.depthPerBlock = e.runs.depthPerBlock(e.depth)
		}
	}
	if !own && !e.colsTogether && l.size > 0 {
		e.divideRows()
	}
	if !e.rowsShared && l.readable() && l.vectors.stride == 1 && (e.rowsPerTask < rowsAcrossLeast || r.size <= inPlaceCols) {
		e.rowsInPlace, e.rowsGiven = true, false
	}
}

// divideRows makes tasks of fewer rows than they may have, so that there are many, and of equal
// size.
func (e *blocking) divideRows() {
	rows, work := e.left.size, max(e.colsPerTask*e.depth, 1) // work for each row
	least := max(ceilDiv(rows*ceilDiv(e.right.size, max(e.colsPerTask, 1))*e.products, manyTasks), ceilDiv(parallelWork, work))
	if work > cachedElements {
		least = max(least, 4*e.block.rows)
	}
	blocks := ceilDiv(rows, min(e.rowsPerTask, least))
	e.rowsPerTask = min(rows, roundUp(ceilDiv(rows, blocks), e.block.rows))
}

// streamDepth is the depth of blocks when the columns are used only once and read in place: so many
// rows of the right operand are streamed side by side, which hardware prefetchers follow.
const streamDepth = 8

func (o *offsets) direct() bool { return o.scattered == nil && o.stride >= 0 }

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// packsShared reports whether something is packed before the tasks of a product begin, so that they
// cannot run beside those of another one.
func (e *blocking) packsShared() bool { return e.rowsShared || e.colsShared }

// uneven reports whether products of so much work are better shared by the workers one after the
// other than dealt out: because there are too few, or because in the last round most workers would
// wait for as long as it takes to share them all.
func (e *blocking) uneven(work, workers int) bool {
	return e.products < workers || e.products < 4*workers && e.products%workers != 0 && work >= minTaskWork/2
}

// dealt reports whether so many workers compute products side by side, each a whole one.
func (e *blocking) dealt(workers int) bool {
	work := e.left.size * e.right.size * e.depth
	return e.products > 1 && e.packsShared() && (work < parallelWork || !e.uneven(work, workers))
}

// run takes the operands in the order given to the contraction.
func (e *engine[T]) run(w []byte, out, left, right []T, done func(lo, hi int)) {
	if e.swapped {
		left, right = right, left
	}
	e.runFrom(w, out, left, right, nil, done)
}

// runFrom is run with the left operand and the right one. Sums begin with what starts has for each
// column of each right matrix, or with zero if that is nil.
func (e *engine[T]) runFrom(w []byte, out, left, right, starts []T, done func(lo, hi int)) {
	if e.depth == 0 || e.outputs == 0 {
		clear(out)
		if done != nil && e.outputs > 0 {
			done(0, e.outputs)
		}
		return
	}
	c := e.calls.Take()
	c.bind(out, left, right, starts, done)
	m := e.memory(int(unsafe.Sizeof(*new(T))))
	if e.dealt(parallel.Workers()) {
		loop := productLoop[T]{c, w, m}
		grain := parallel.Grain(parallelWork, e.left.size*e.right.size*e.depth)
		if !parallel.Share(e.products, grain, m.workersApart(len(w)), &loop) {
			loop.Chunk(0, 0, e.products)
		}
	} else {
		c.place(w, m, m.workersTogether(len(w)))
		c.multiplyRange(0, e.products)
	}
	c.release()
	if done != nil && !e.inPlace {
		parallel.For(e.outputs, convertGrain, done)
	}
}
