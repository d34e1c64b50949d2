package kernel

import (
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// move copies a box of elements from one tensor to another at any strides; it is what transposing,
// slicing, padding and so on have in common.
type move struct {
	dims         []int // of the box, adjacent ones merged; the last is the inner loop
	outStrides   []int // in elements; a stride is negative or 0 where an operation reverses or repeats
	xStrides     []int
	outStart     int // element offset of the box's first position
	xStart       int
	tiled        bool // the last two dimensions are transposed: each side is contiguous along another one of them
	inner, outer int  // extents of the last dimension and the one before it, 1 if there is none
	repeated     *repeats
}

// tileExtent is the edge of the squares in which a transposition copies: a cache line of f32.
const tileExtent = 16

func newMove(dims, outStrides, xStrides []int, outStart, xStart int) *move {
	dims, strides := coalesce(dims, outStrides, xStrides)
	m := &move{dims: dims, outStrides: strides[0], xStrides: strides[1], outStart: outStart, xStart: xStart, inner: 1, outer: 1}
	last := len(dims) - 1
	if last >= 0 {
		m.inner = dims[last]
	}
	if last >= 1 && m.xStrides[last] == 1 && m.outStrides[last] == 1 {
		m.order()
		return m
	}
	if m.repeats() {
		m.repeated = &repeats{move: m}
	}
	if last < 1 || m.outStrides[last] != 1 || m.repeats() {
		return m
	}
	for d := range last {
		if m.xStrides[d] == 1 {
			// The order of a copy is free: bring the dimension along which x is contiguous next to
			// the one along which the result is.
			for _, list := range [][]int{m.dims, m.outStrides, m.xStrides} {
				moved := list[d]
				copy(list[d:last-1], list[d+1:last])
				list[last-1] = moved
			}
			m.tiled, m.outer = true, m.dims[last-1]
			break
		}
	}
	return m
}

// fewElements is how many elements of a row fill no cache line.
const fewElements = 16

// order goes over rows that are contiguous on both sides in the order in which they lie in x, which
// processors foresee; rows of few elements in that of the result if the other rows in their cache
// lines come sooner then.
func (m *move) order() {
	last := len(m.dims) - 1
	if m.inner < fewElements {
		inResult, inX := nearest(m.outStrides[:last]), nearest(m.xStrides[:last])
		if abs(m.outStrides[inX]) < abs(m.xStrides[inResult]) {
			return
		}
	}
	for d := 1; d < last; d++ { // there are few
		for e := d; e > 0 && abs(m.xStrides[e-1]) < abs(m.xStrides[e]); e-- {
			for _, list := range [][]int{m.dims, m.outStrides, m.xStrides} {
				list[e-1], list[e] = list[e], list[e-1]
			}
		}
	}
}

// nearest is the dimension of least stride.
func nearest(strides []int) int {
	least := 0
	for d, stride := range strides {
		if abs(stride) < abs(strides[least]) {
			least = d
		}
	}
	return least
}

func abs(n int) int { return max(n, -n) }

// run copies in parallel.
func (m *move) run(out, x *tensor.Tensor) { m.runAt(out, x, m.outStart, m.xStart) }

// runAt is run for a box that starts elsewhere.
func (m *move) runAt(out, x *tensor.Tensor, outStart, xStart int) {
	switch out.DType().Size() {
	case 1:
		moveParallel(m, view[uint8](out), view[uint8](x), outStart, xStart)
	case 2:
		moveParallel(m, view[uint16](out), view[uint16](x), outStart, xStart)
	case 4:
		moveParallel(m, view[uint32](out), view[uint32](x), outStart, xStart)
	case 8:
		moveParallel(m, view[uint64](out), view[uint64](x), outStart, xStart)
	case 16:
		moveParallel(m, view[[2]uint64](out), view[[2]uint64](x), outStart, xStart)
	}
}

// bytes copies a box of elements of that size on the goroutine that calls it.
func (m *move) bytes(out, x []byte, size int) {
	switch size {
	case 1:
		moveSerially(m, out, x)
	case 2:
		moveSerially(m, as[uint16](out), as[uint16](x))
	case 4:
		moveSerially(m, as[uint32](out), as[uint32](x))
	case 8:
		moveSerially(m, as[uint64](out), as[uint64](x))
	case 16:
		moveSerially(m, as[[2]uint64](out), as[[2]uint64](x))
	}
}

func moveSerially[T tensor.Word](m *move, out, x []T) {
	if shapes.Product(m.dims) > 0 {
		n, _ := m.units()
		run := moveRun[T]{m, out, x, m.outStart, m.xStart, false}
		run.Chunk(0, 0, n)
	}
}

func moveParallel[T tensor.Word](m *move, out, x []T, outStart, xStart int) {
	if shapes.Product(m.dims) == 0 {
		return
	}
	if m.repeated != nil {
		if s := m.repeated.of(sizeOf[T]()); s.blocks.permute != nil {
			run := blocksRun{m, s, asBytes(out[outStart:]), asBytes(x[xStart:]), sizeOf[T]()}
			n := shapes.Product(m.dims[:s.before])
			if !share(n, len(s.blocks.starts)*s.blocks.width/sizeOf[T](), cheapGrain, &run) {
				run.Chunk(0, 0, n)
			}
			return
		}
	}
	run := moveRun[T]{m, out, x, outStart, xStart, shapes.Product(m.dims)*sizeOf[T]() >= StreamBytes && streams(m, out, outStart)}
	if n, elements := m.units(); !share(n, elements, cheapGrain, &run) {
		run.Chunk(0, 0, n)
	}
}

// units returns how many numbers Chunk takes, and how many elements each stands for.
func (m *move) units() (n, elements int) {
	count := shapes.Product(m.dims)
	n, elements = count/m.inner, m.inner
	switch {
	case m.tiled:
		n, elements = count/m.inner/m.outer*m.bands(), m.inner*tileExtent
	case n == 1: // one long row is cut into pieces
		n, elements = m.inner, 1
	}
	return n, elements
}

// bands is how many runs of tileExtent indices the last dimension but one of a transposition has.
func (m *move) bands() int { return (m.outer + tileExtent - 1) / tileExtent }

// moveRun is the copying of one box.
type moveRun[T tensor.Word] struct {
	*move
	out, x           []T
	outStart, xStart int
	stream           bool
}

// Chunk copies rows, pieces of the only row, or bands.
func (r *moveRun[T]) Chunk(_, lo, hi int) {
	m := r.move
	if m.tiled {
		last, bands := len(m.dims)-2, m.bands()
		var edge *squares
		if edged[T](m) {
			edge = spareSquares.Take()
			defer spareSquares.Give(edge)
		}
		at := newOdometer(m.dims[:last], m.outStrides[:last], m.xStrides[:last])
		for band := lo; band < hi; band++ {
			at.seek(band / bands)
			moveBand(m, r.out, r.x, r.outStart+at.offset[0], r.xStart+at.offset[1], band%bands*tileExtent, r.stream, edge)
		}
		if r.stream {
			StreamEnd()
		}
		return
	}
	last := max(0, len(m.dims)-1)
	if shapes.Product(m.dims[:last]) == 1 {
		outStride, xStride := m.innerStrides()
		if outStride == 1 && xStride == 1 && m.inner*sizeOf[T]() < StreamBytes {
			copyCached(r.out[r.outStart+lo:r.outStart+hi], r.x[r.xStart+lo:])
			return
		}
		moveRow(r.out, r.x, r.outStart+lo*outStride, r.xStart+lo*xStride, outStride, xStride, hi-lo)
		return
	}
	at := newOdometer(m.dims[:last], m.outStrides[:last], m.xStrides[:last])
	at.seek(lo)
	moveRows(m, &at, r.out, r.x, r.outStart, r.xStart, hi-lo, r.stream)
	if r.stream {
		StreamEnd()
	}
}

func (m *move) innerStrides() (out, x int) {
	if last := len(m.dims) - 1; last >= 0 {
		return m.outStrides[last], m.xStrides[last]
	}
	return 1, 1
}

// moveRows copies rows from where the odometer stands.
func moveRows[T tensor.Word](m *move, at *odometer, out, x []T, outStart, xStart, rows int, stream bool) {
	outStride, xStride := m.innerStrides()
	if len(m.dims) > 1 && outStride == 1 && xStride == 1 && fastest.copyRows != nil && m.inner*sizeOf[T]() >= fastest.minRow {
		for last := len(m.dims) - 2; rows > 0; {
			n := min(rows, m.dims[last]-at.index()[last])
			copyRows(out, x, outStart+at.offset[0], xStart+at.offset[1], m.outStrides[last], m.xStrides[last], m.inner, n, 0, stream)
			at.skip(n)
			rows -= n
		}
		return
	}
	if m.repeats() {
		for last := len(m.dims) - 2; rows > 0; {
			n := min(rows, m.dims[last]-at.index()[last])
			m.repeated.each(asBytes(out[outStart+at.offset[0]:][:n*m.inner]), asBytes(x[xStart+at.offset[1]:][:n]), sizeOf[T]())
			at.skip(n)
			rows -= n
		}
		return
	}
	for ; rows > 0; rows-- {
		moveRow(out, x, outStart+at.offset[0], xStart+at.offset[1], outStride, xStride, m.inner)
		at.next()
	}
}

// repeats reports whether elements that lie side by side are repeated one by one, a few times each.
func (m *move) repeats() bool {
	last := len(m.dims) - 1
	return last > 0 && m.inner <= mostRepeats && m.outStrides[last] == 1 && m.xStrides[last] == 0 && m.outStrides[last-1] == m.inner && m.xStrides[last-1] == 1
}

// copyCached copies elements by pieces: larger ones the runtime copies past the caches.
func copyCached[T tensor.Word](out, x []T) {
	for piece := (256 << 10) / sizeOf[T](); len(out) > 0; {
		n := copy(out[:min(piece, len(out))], x)
		out, x = out[n:], x[n:]
	}
}

func moveRow[T tensor.Word](out, x []T, outAt, xAt, outStride, xStride, count int) {
	switch {
	case outStride == 1 && xStride == 1:
		copy(out[outAt:outAt+count], x[xAt:xAt+count])
	case outStride == 1 && xStride == 0:
		v := x[xAt]
		row := out[outAt : outAt+count]
		for i := range row {
			row[i] = v
		}
	case outStride == 1:
		row := out[outAt : outAt+count]
		for i := range row {
			row[i] = x[xAt]
			xAt += xStride
		}
	default:
		for range count {
			out[outAt] = x[xAt]
			outAt += outStride
			xAt += xStride
		}
	}
}

const (
	// aheadBytes is up to which size the matrix after a transposed one is fetched; of a larger one
	// it is so many runs.
	aheadBytes = 256 << 10
	aheadRuns  = 32
)

// ahead is how far in front of a transposition it is worth to fetch what it reads, in elements.
func (m *move) ahead() int {
	last := len(m.dims) - 1
	if last > 1 && 4*m.inner*m.outer <= aheadBytes {
		return m.xStrides[last-2]
	}
	return aheadRuns * m.xStrides[last]
}
