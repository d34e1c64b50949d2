package kernel

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// BroadcastShape returns the shape that NumPy broadcasting gives: shapes align at the last
// dimension, extent 1 stretches, missing leading dimensions count as 1.
func BroadcastShape(operands ...[]int) ([]int, error) {
	rank := 0
	for _, shape := range operands {
		rank = max(rank, len(shape))
	}
	out := make([]int, rank)
	for d := range out {
		out[d] = 1
	}
	for _, shape := range operands {
		for i, extent := range shape {
			d := rank - len(shape) + i
			n, ok := shapes.Broadcast(out[d], extent)
			if !ok {
				return nil, fmt.Errorf("shapes %s do not broadcast: dimension %d is %d and %d", shapesText(operands), d, out[d], extent)
			}
			out[d] = n
		}
	}
	return out, nil
}

func shapesText(shapes [][]int) string {
	text := ""
	for i, shape := range shapes {
		if i > 0 {
			text += " and "
		}
		text += shapeText(shape)
	}
	return text
}

// access says how an elementwise kernel finds an operand's elements for consecutive result
// elements.
type access uint8

const (
	accessSame    access = iota // the operand has the result's elements in the same order
	accessSplat                 // one element for all
	accessStrided               // rows at strided offsets, each one element repeated or consecutive elements
)

// broadcastPlan is the iteration space of an elementwise kernel: the result as rows of consecutive
// elements, adjacent dimensions merged where all operands allow it.
type broadcastPlan struct {
	count    int
	row      int   // elements per row
	outer    []int // extents of the dimensions that number the rows
	operands []operandPlan
	direct   bool // every operand is accessSame
}

type operandPlan struct {
	access  access
	size    int   // bytes per element
	inner   int   // stride within a row: 0 or 1
	outer   []int // strides of the outer dimensions, in elements
	repeats bool  // every row is the same elements
}

// planBroadcast checks that the operand shapes broadcast to out and plans the iteration. Sizes are
// the operands' bytes per element.
func planBroadcast(out []int, operands [][]int, sizes []int) (*broadcastPlan, error) {
	if err := checkShape("result", out); err != nil {
		return nil, err
	}
	want, err := BroadcastShape(operands...)
	if err != nil {
		return nil, err
	}
	if shapeText(want) != shapeText(out) {
		return nil, fmt.Errorf("operands broadcast to shape %s, the result has shape %s", shapeText(want), shapeText(out))
	}
	dims, strides := stretchedStrides(out, operands)
	p := &broadcastPlan{count: shapes.Product(out), row: 1, direct: true}
	if last := len(dims) - 1; last >= 0 {
		p.row, p.outer = dims[last], dims[:last]
	}
	for k := range operands {
		operand := operandPlan{size: sizes[k], access: accessSame}
		if last := len(dims) - 1; last >= 0 {
			operand.inner, operand.outer = strides[k][last], strides[k][:last]
			same, splat := true, operand.inner == 0
			operand.repeats = true
			for d, stride := range strides[k] {
				same = same && stride == strides[len(operands)][d]
				splat = splat && stride == 0
				operand.repeats = operand.repeats && (d == last || stride == 0)
			}
			switch {
			case same:
			case splat:
				operand.access = accessSplat
			default:
				operand.access = accessStrided
			}
		}
		p.direct = p.direct && operand.access == accessSame
		p.operands = append(p.operands, operand)
	}
	return p, nil
}

// stretchedStrides are the merged dimensions of a shape, and the strides of operands that broadcast
// to it, and of the shape itself, along them. Neighbours are merged that every operand treats alike
// (shapes.Stretched): an operand has the merged extents, or 1 where it is stretched.
func stretchedStrides(out []int, operands [][]int) (dims []int, strides [][]int) {
	strides = make([][]int, len(operands)+1)
	if shapes.Product(out) == 0 {
		for k := range strides {
			strides[k] = []int{0}
		}
		return []int{0}, strides
	}
	bits := make([][]bool, len(strides))
	for k, shape := range operands {
		bits[k] = shapes.Stretched(shape, out)
	}
	bits[len(operands)] = make([]bool, len(out))
	runs := shapes.Merge(out, func(d, e int) bool {
		return !slices.ContainsFunc(bits, func(b []bool) bool { return b[d] != b[e] })
	})
	dims = make([]int, len(runs))
	for k, b := range bits {
		own := make([]int, len(runs))
		for i, r := range runs {
			dims[i], own[i] = r.Extent, 1
			if !b[r.First] {
				own[i] = r.Extent
			}
		}
		strides[k] = shapes.Strides(own)
		for i, r := range runs {
			if b[r.First] {
				strides[k][i] = 0
			}
		}
	}
	return dims, strides
}

// blockEnd returns where the block that starts at element lo ends: blocks are whole rows, or parts
// of one row where rows are long.
func (p *broadcastPlan) blockEnd(lo, hi int) int {
	start := lo - lo%p.row
	if p.row >= blockLen {
		return min(hi, lo+blockLen, start+p.row)
	}
	return min(hi, start+blockLen/p.row*p.row)
}

// reader hands out an operand's elements for blocks of the result. A reader serves one chunk; what
// it hands out is valid until the next call.
type reader struct {
	plan    *broadcastPlan
	operand *operandPlan
	data    []byte
	buffer  []byte
	rows    odometer // stands at row number `at`
	at      int
	held    int // elements in buffer that block may return again,
	heldFor int // which are the start of the row at this operand offset, or of any row if the operand repeats
}

// start makes r read operand k, for at most so many elements of the result.
func (r *reader) start(p *broadcastPlan, k int, t *tensor.Tensor, chunk int, buffer []byte) {
	*r = reader{plan: p, operand: &p.operands[k], data: t.Bytes(), at: -2}
	switch size := r.operand.size; r.operand.access {
	case accessSplat:
		r.buffer = buffer[:min(chunk, blockLen)*size]
		repeatBytes(r.buffer, r.data[:size])
	case accessStrided:
		r.buffer = buffer[:blockLen*size]
		r.rows = newOdometer(p.outer, r.operand.outer)
	}
}

// reading is what one goroutine needs to read operands.
type reading struct {
	readers [3]reader
	buffers [3][2 * blockLen]uint64 // 16 bytes an element, the most there are
}

var readings parallel.Spares[reading]

// startReading prepares the readers of a chunk.
func (p *broadcastPlan) startReading(operands *[3]*tensor.Tensor, chunk int) *reading {
	r := readings.Take()
	for k := range p.operands {
		r.readers[k].start(p, k, operands[k], chunk, asBytes(r.buffers[k][:]))
	}
	return r
}

// end lets go of the operands.
func (r *reading) end() {
	r.readers = [3]reader{}
	readings.Give(r)
}

// repeatBytes fills dst with copies of pattern, whose length is a power of two. It copies what it
// has filled, as long as that stays in the cache, unless there is machine code for patterns of that
// length.
func repeatBytes(dst, pattern []byte) {
	fill := fastest.fill4
	if len(pattern) == 8 {
		fill = fastest.fill8
	}
	if size := len(pattern); fill != nil && (size == 4 || size == 8) && len(dst) > size {
		dst = dst[size*fill(unsafe.SliceData(dst), unsafe.SliceData(pattern), len(dst)/size):]
	}
	for filled := copy(dst, pattern); filled < len(dst); {
		filled += copy(dst[filled:], dst[:min(filled, 4096)])
	}
}

// rowOffset returns the operand offset of a row, in elements.
func (r *reader) rowOffset(row int) int {
	switch row {
	case r.at:
	case r.at + 1:
		r.rows.next()
	default:
		r.rows.seek(row)
	}
	r.at = row
	return r.rows.offset[0]
}

// block returns the operand's elements for the result elements [lo, hi), which lie in whole rows or
// in one.
func (r *reader) block(lo, hi int) []byte {
	size := r.operand.size
	switch r.operand.access {
	case accessSame:
		return r.data[lo*size : hi*size]
	case accessSplat:
		return r.buffer[:(hi-lo)*size]
	}
	row, column := lo/r.plan.row, lo%r.plan.row
	count := hi - lo
	oneRow := column+count <= r.plan.row
	offset := r.rowOffset(row)
	if oneRow && r.operand.inner == 1 {
		return r.data[(offset+column)*size : (offset+column+count)*size]
	}
	reusable := oneRow && r.operand.inner == 0 || column == 0 && r.operand.repeats
	if reusable && r.held >= count && r.heldFor == offset {
		return r.buffer[:count*size]
	}
	r.held, r.heldFor = 0, offset
	if reusable {
		r.held = count
	}
	for filled := 0; filled < count; column = 0 {
		run := min(r.plan.row-column, count-filled)
		offset = r.rowOffset(row)
		part := r.buffer[filled*size : (filled+run)*size]
		if r.operand.inner == 1 {
			copy(part, r.data[(offset+column)*size:])
		} else {
			repeatBytes(part, r.data[offset*size:(offset+1)*size])
		}
		filled += run
		row++
	}
	return r.buffer[:count*size]
}

// unaryKernel runs a loop over all elements.
func unaryKernel(outSize, xSize, grain int, loop loop1) Unary {
	return func(out, x *tensor.Tensor) {
		if out.Len() <= grain { // most tensors of a loop are small
			loop(out.Bytes(), x.Bytes())
			return
		}
		run := unaryRun{loop: loop, out: out.Bytes(), x: x.Bytes(), outSize: outSize, xSize: xSize}
		if !share(out.Len(), 1, grain, &run) {
			run.Chunk(0, 0, out.Len())
		}
	}
}

type unaryRun struct {
	loop           loop1
	out, x         []byte
	outSize, xSize int
}

func (r *unaryRun) Chunk(_, lo, hi int) {
	r.loop(r.out[lo*r.outSize:hi*r.outSize], r.x[lo*r.xSize:hi*r.xSize])
}

// binaryKernel runs a loop over all elements of the plan's result.
func (p *broadcastPlan) binaryKernel(outSize, grain int, loop loop2) Binary {
	return func(out, a, b *tensor.Tensor) {
		if p.direct && p.count <= grain {
			loop(out.Bytes(), a.Bytes(), b.Bytes())
			return
		}
		run := broadcastRun{plan: p, binary: loop, out: out.Bytes(), outSize: outSize, operands: [3]*tensor.Tensor{a, b}}
		if !share(p.count, 1, grain, &run) {
			run.Chunk(0, 0, p.count)
		}
	}
}

// ternaryKernel is binaryKernel for three operands.
func (p *broadcastPlan) ternaryKernel(outSize, grain int, loop loop3) Ternary {
	return func(out, a, b, c *tensor.Tensor) {
		run := broadcastRun{plan: p, ternary: loop, out: out.Bytes(), outSize: outSize, operands: [3]*tensor.Tensor{a, b, c}}
		if !share(p.count, 1, grain, &run) {
			run.Chunk(0, 0, p.count)
		}
	}
}

// broadcastRun runs a loop of two or of three operands.
type broadcastRun struct {
	plan     *broadcastPlan
	binary   loop2
	ternary  loop3
	out      []byte
	outSize  int
	operands [3]*tensor.Tensor
}

func (r *broadcastRun) Chunk(_, lo, hi int) {
	p := r.plan
	if p.direct {
		r.block(r.out[lo*r.outSize:hi*r.outSize], r.direct(0, lo, hi), r.direct(1, lo, hi), r.direct(2, lo, hi))
		return
	}
	in := p.startReading(&r.operands, hi-lo)
	defer in.end()
	for end := 0; lo < hi; lo = end {
		end = p.blockEnd(lo, hi)
		var c []byte
		if r.ternary != nil {
			c = in.readers[2].block(lo, end)
		}
		r.block(r.out[lo*r.outSize:end*r.outSize], in.readers[0].block(lo, end), in.readers[1].block(lo, end), c)
	}
}

// direct returns elements [lo, hi) of operand k, which has the elements of the result, if there is
// one.
func (r *broadcastRun) direct(k, lo, hi int) []byte {
	if k >= len(r.plan.operands) {
		return nil
	}
	size := r.plan.operands[k].size
	return r.operands[k].Bytes()[lo*size : hi*size]
}

func (r *broadcastRun) block(out, a, b, c []byte) {
	if r.ternary != nil {
		r.ternary(out, a, b, c)
	} else {
		r.binary(out, a, b)
	}
}
