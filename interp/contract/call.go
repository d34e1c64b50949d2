package contract

import "github.com/tg-opt/tg/interp/parallel"

// call is the state of one run of an engine, kept for the next so that a run allocates nothing.
type call[T any] struct {
	engine                   *engine[T]
	out, leftData, rightData []T
	starts                   []T // what sums begin with, or nil
	done                     func(lo, hi int)

	// The products being computed, several at a time if nothing is packed for them, and the columns
	// [firstCol, endCol) of each.
	firstProduct     int
	first            operands[T] // of firstProduct
	firstCol, endCol int

	size       memory
	rows, cols []T    // packed
	rowsOf     int    // where in the operand the rows begin that are packed, or none
	colsOf     int    // the same of columns, where all of them are packed
	own        []byte // what the workers have for themselves
	workers    int    // that have some
}

// none is no place in an operand.
const none = -1

// operands are those of one product, and where its result begins in the output.
type operands[T any] struct {
	left, right source[T]
	base        int
}

// scratch holds what one task needs for itself.
type scratch[T any] struct {
	operands[T]
	rows, cols, out []T
	zeros           []T // what a run sees that is outside of the input
}

func (c *call[T]) bind(out, left, right, starts []T, done func(lo, hi int)) {
	e := c.engine
	c.out, c.leftData, c.rightData, c.starts, c.done = out, left, right, starts, done
	c.first.left = source[T]{data: left, vectors: e.left.vectors, inner: e.left.inner, window: e.left.window, kernel: &e.kernel}
	c.first.right = source[T]{data: right, vectors: e.right.vectors, inner: e.right.inner, window: e.right.window, kernel: &e.kernel}
}

// place lays out the workspace for a number of workers that compute one product together.
func (c *call[T]) place(w []byte, m memory, workers int) {
	c.size, c.workers = m, workers
	c.rowsOf, c.colsOf = none, none
	c.rows, w = cut[T](w, m.rows)
	c.cols, c.own = cut[T](w, m.cols)
}

// release returns the call to its engine without holding on to operands and workspace.
func (c *call[T]) release() {
	c.bind(nil, nil, nil, nil, nil)
	c.rows, c.cols, c.own = nil, nil, nil
	c.engine.calls.Give(c)
}

// scratch is the memory of a worker.
func (c *call[T]) scratch(worker int) scratch[T] {
	s, own := scratch[T]{operands: c.first}, c.size.own()
	w := c.own[worker*own:][:own]
	s.rows, w = cut[T](w, c.size.ownRows)
	s.zeros, w = cut[T](w, c.size.ownZeros)
	clear(s.zeros)
	s.cols, w = cut[T](w, c.size.ownCols)
	s.out, _ = cut[T](w, c.size.ownOuts)
	return s
}

// The loops of a call.
type (
	productLoop[T any] struct {
		*call[T]
		w    []byte
		size memory
	}
	rowPacking[T any] struct{ *call[T] }
	colPacking[T any] struct{ *call[T] }
	taskLoop[T any]   struct{ *call[T] }
)

func (l *rowPacking[T]) Chunk(_, lo, hi int)    { l.packRows(lo, hi) }
func (l *colPacking[T]) Chunk(_, lo, hi int)    { l.packCols(lo, hi) }
func (l *taskLoop[T]) Chunk(worker, lo, hi int) { l.tasks(worker, lo, hi) }

// Chunk computes products [lo, hi) with a call of its own, since several run side by side.
func (l *productLoop[T]) Chunk(worker, lo, hi int) {
	c, bytes := l.call, l.size.together()+l.size.own()
	own := c.engine.calls.Take()
	own.bind(c.out, c.leftData, c.rightData, c.starts, c.done)
	own.place(l.w[worker*bytes:][:bytes], l.size, 1)
	own.multiplyRange(lo, hi)
	own.release()
}

func (c *call[T]) multiplyRange(lo, hi int) {
	if !c.engine.packsShared() {
		c.multiply(lo, hi-lo)
		return
	}
	for i := lo; i < hi; i++ {
		c.multiply(i, 1)
	}
}

// seek sets the operands of a product.
func (c *call[T]) seek(o *operands[T], product int) {
	o.left.base, o.right.base, o.base = 0, 0, 0
	for d := len(c.engine.batches) - 1; d >= 0; d-- {
		b := &c.engine.batches[d]
		at := product % b.size
		product /= b.size
		o.left.base += at * b.left
		o.right.base += at * b.right
		o.base += at * b.output
	}
}

// multiply computes n products from the first on; only one where something is packed for all tasks.
// What is packed already, as the kernel of a convolution is from the second image on, stays.
func (c *call[T]) multiply(first, n int) {
	e := c.engine
	c.firstProduct = first
	c.seek(&c.first, first)
	if e.streams() {
		c.stream(n)
		return
	}
	depthBlocks := ceilDiv(e.depth, e.depthPerBlock)
	if e.rowsShared && c.rowsOf != c.first.left.base {
		c.rowsOf = c.first.left.base
		if loop := (rowPacking[T]{c}); !parallel.Share(e.left.size, parallel.Grain(packingGrain, e.depth), c.workers, &loop) {
			c.packRows(0, e.left.size)
		}
	}
	for c.firstCol = 0; c.firstCol < e.right.size; c.firstCol = c.endCol {
		c.endCol = min(c.firstCol+e.colsAtOnce, e.right.size)
		if e.colsShared && c.colsOf != c.first.right.base {
			if c.endCol-c.firstCol == e.right.size {
				c.colsOf = c.first.right.base
			}
			blocks := ceilDiv(c.endCol-c.firstCol, e.kernel.cols) * depthBlocks
			if loop := (colPacking[T]{c}); !parallel.Share(blocks, parallel.Grain(packingGrain, e.kernel.cols*e.depthPerBlock), c.workers, &loop) {
				c.packCols(0, blocks)
			}
		}
		rowBlocks, colBlocks := c.blocks()
		tasks := n * rowBlocks * colBlocks
		if loop := (taskLoop[T]{c}); !parallel.Share(tasks, parallel.Grain(parallelWork, e.rowsPerTask*e.colsPerTask*e.depth), c.workers, &loop) {
			c.tasks(0, 0, tasks)
		}
	}
}

// blocks is how many tasks one product is cut into, along rows and along those columns that are
// packed.
func (c *call[T]) blocks() (rows, cols int) {
	return ceilDiv(c.engine.left.size, c.engine.rowsPerTask), ceilDiv(c.endCol-c.firstCol, c.engine.colsPerTask)
}

// packingGrain is the number of elements below which packing is not shared between goroutines.
const packingGrain = 16 << 10

func ceilDiv(n, d int) int { return (n + d - 1) / d }

// packRows packs rows [lo, hi). Unless rows are side by side in memory they are packed one after
// the other, each as a whole: the elements of a row that fall into one block may be scattered over
// all of its memory, which is then fetched once and not for every block.
func (c *call[T]) packRows(lo, hi int) {
	e := c.engine
	for n := 1; lo < hi; lo += n {
		i0 := lo - lo%e.rowsPerTask
		i1 := min(i0+e.rowsPerTask, e.left.size)
		if c.first.left.adjacent() {
			n = min(hi, i1) - lo
		}
		for p0 := 0; p0 < e.depth; p0 += e.depthPerBlock {
			p1 := min(p0+e.depthPerBlock, e.depth)
			row, step := c.first.left.rowLayout(i1-i0, p1-p0)
			c.first.left.rows(c.packedRows(i0, i1, p0)[(lo-i0)*row:], row, step, lo, lo+n, p0, p1)
		}
	}
}

// packedRows is where the block of rows [i0, i1) that begins at inner position p0 is packed.
func (c *call[T]) packedRows(i0, i1, p0 int) []T { return c.rows[i0*c.engine.depth+p0*(i1-i0):] }

// packCols packs blocks [lo, hi) of one panel by depthPerBlock. Blocks of neighbouring panels
// follow each other: they lie side by side in memory, as far as they have the same inner positions.
func (c *call[T]) packCols(lo, hi int) {
	e := c.engine
	from, width := &c.first.right, e.kernel.cols
	panels := ceilDiv(c.endCol-c.firstCol, width)
	for lo < hi {
		j0, p0 := c.firstCol+lo%panels*width, lo/panels*e.depthPerBlock
		p1 := min(p0+e.depthPerBlock, e.depth)
		n := min(hi-lo, panelsTogether, (c.endCol-j0)/width)
		if n > 1 && from.sideBySide() {
			e.kernel.panels(p1-p0, n, from.data[from.base+j0+from.inner.at(p0):], from.inner.stride, c.packedCols(j0, p0), width*e.depth)
			lo += n
			continue
		}
		from.panel(c.packedCols(j0, p0), width, j0, min(j0+width, c.endCol), p0, p1)
		lo++
	}
}

// panelsTogether is how many panels are packed at a time.
const panelsTogether = 8

// packedCols is where the panel that begins at column j0 is packed, from inner position p0 on.
func (c *call[T]) packedCols(j0, p0 int) []T {
	return c.cols[(j0-c.firstCol)*c.engine.depth+p0*c.engine.kernel.cols:]
}

// tasks computes blocks [lo, hi) of rowsPerTask rows by colsPerTask columns of the results. Blocks
// of the same columns follow each other.
func (c *call[T]) tasks(worker, lo, hi int) {
	e := c.engine
	s := c.scratch(worker)
	rowBlocks, colBlocks := c.blocks()
	for t := lo; t < hi; t++ {
		if product := t / (rowBlocks * colBlocks); product > 0 {
			c.seek(&s.operands, c.firstProduct+product)
		}
		block := t % (rowBlocks * colBlocks)
		i0, j0 := block%rowBlocks*e.rowsPerTask, c.firstCol+block/rowBlocks*e.colsPerTask
		i1, j1 := min(i0+e.rowsPerTask, e.left.size), min(j0+e.colsPerTask, c.endCol)
		if e.inPlace {
			c.block(&s, c.out[s.base+e.left.output.at(i0)+j0:], e.left.output.stride, i0, i1, j0, j1)
			if c.done != nil {
				c.report(s.base, i0, i1, j0, j1)
			}
		} else {
			c.block(&s, s.out, j1-j0, i0, i1, j0, j1)
			c.scatter(s.base, s.out[:(i1-i0)*(j1-j0)], i0, i1, j0, j1)
		}
	}
}

// block computes rows [i0, i1) by columns [j0, j1) of the product into out, whose rows are step
// apart. It may write columns in place because each row's results are adjacent.
func (c *call[T]) block(s *scratch[T], out []T, step, i0, i1, j0, j1 int) {
	e := c.engine
	if c.starts != nil {
		starts := c.starts[s.right.base/e.depth:]
		for i := range i1 - i0 {
			copy(out[i*step:][:j1-j0], starts[j0:])
		}
	}
	if e.runs != nil {
		c.windowBlock(s, out, step, i0, i1, j0, j1)
		return
	}
	k := &e.kernel
	for p0 := 0; p0 < e.depth; p0 += e.depthPerBlock {
		p1 := min(p0+e.depthPerBlock, e.depth)
		a, rowA, stepA := c.rowsAt(s, i0, i1, p0, p1)
		if e.colsTogether {
			s.right.panels(s.cols, k.cols, j0, j1, p0, p1)
		}
		for j := j0; j < j1; j += k.cols {
			cols := min(k.cols, j1-j)
			b, stepB := c.colsAt(s, j0, j, j+cols, p0, p1)
			k.multiply(i1-i0, cols, p1-p0, a, rowA, stepA, b, stepB, out[j-j0:], step, p0 > 0 || c.starts != nil)
		}
	}
}

// rowsAt returns rows [i0, i1) at inner positions [p0, p1), packing them if nobody has, with their
// distance and the distance of inner steps.
func (c *call[T]) rowsAt(s *scratch[T], i0, i1, p0, p1 int) (a []T, row, step int) {
	e := c.engine
	if e.rowsInPlace {
		return s.left.data[s.left.base+s.left.vectors.at(i0)+s.left.inner.at(p0):], s.left.vectors.stride, s.left.inner.stride
	}
	row, step = s.left.rowLayout(i1-i0, p1-p0)
	switch {
	case e.rowsGiven:
		return s.left.data[s.left.base+i0*e.depth+p0*(i1-i0):], row, step
	case e.rowsShared:
		return c.packedRows(i0, i1, p0), row, step
	}
	s.left.rows(s.rows, row, step, i0, i1, p0, p1)
	return s.rows, row, step
}

// colsAt returns the panel of columns [j0, j1) at inner positions [p0, p1), packing it if nobody
// has, with the distance of inner steps. The columns of the task begin with first.
func (c *call[T]) colsAt(s *scratch[T], first, j0, j1, p0, p1 int) (b []T, step int) {
	e := c.engine
	switch {
	case e.colsInPlace:
		return s.right.data[s.right.base+j0+s.right.inner.at(p0):], s.right.inner.stride
	case e.colsGiven:
		width := min(e.kernel.cols, e.right.size-j0)
		return s.right.data[s.right.base+j0*e.depth+p0*width:], width
	case e.colsShared:
		return c.packedCols(j0, p0), e.kernel.cols
	case e.colsTogether:
		return s.cols[(j0-first)*(p1-p0):], e.kernel.cols
	}
	s.right.panel(s.cols, e.kernel.cols, j0, j1, p0, p1)
	return s.cols, e.kernel.cols
}

// scatter copies a computed block of the result that begins at start to the output.
func (c *call[T]) scatter(start int, block []T, i0, i1, j0, j1 int) {
	e := c.engine
	width := j1 - j0
	if e.turned {
		at := source[T]{data: block, vectors: offsets{stride: width}, kernel: &e.kernel}
		at.transposed(c.out[start+e.left.output.at(i0)+e.right.output.at(j0):], e.right.output.stride, 0, i1-i0, 0, width)
		return
	}
	side := e.right.output.direct() && e.right.output.stride == 1
	for i := i0; i < i1; i++ {
		row, base := block[(i-i0)*width:][:width], start+e.left.output.at(i)
		if side {
			copy(c.out[base+j0:], row)
			continue
		}
		for j, v := range row {
			c.out[base+e.right.output.at(j0+j)] = v
		}
	}
}

// report tells the caller that a block, written in place, is final.
func (c *call[T]) report(start, i0, i1, j0, j1 int) {
	rows, width := &c.engine.left.output, j1-j0
	lo := start + rows.at(i0) + j0
	if rows.stride == width {
		c.done(lo, lo+(i1-i0)*width)
		return
	}
	for range i1 - i0 {
		c.done(lo, lo+width)
		lo += rows.stride
	}
}
