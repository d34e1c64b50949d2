package contract

import (
	"math"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// One row by columns of small numbers takes as long as these take to be read, so nothing is made of
// them beforehand: they are read where they are, once, and become larger in registers.

// thin is such a contraction.
type thin struct {
	contraction contraction
	caller      [2]int       // which operands of the caller are the row and the columns
	row, of     tensor.DType // of numbers
	products    int
}

// newThin is the contraction if it is of one row by columns of types that there are functions for,
// on any machine.
func newThin(c contraction, out, lhs, rhs tensor.DType) *thin {
	if c.channelwise != nil || c.depth == 0 || c.outputs == 0 || c.left.window != nil {
		return nil
	}
	c.orient()
	t := &thin{contraction: c, caller: [2]int{0, 1}, row: lhs, of: rhs, products: 1}
	if c.swapped {
		t.caller, t.row, t.of = [2]int{1, 0}, rhs, lhs
	}
	for _, b := range c.batches {
		t.products *= b.size
	}
	l, r := &c.left, &c.right
	if l.size != 1 || !l.inner.direct() || l.inner.stride != 1 && c.depth > 1 || !r.readable() || !(r.output.direct() && (r.output.stride == 1 || r.size == 1)) {
		return nil
	}
	if !(r.inner.stride == 1 || r.vectors.stride == 1) || r.size < leastThin || c.depth < leastThin {
		return nil
	}
	quads := formsOf(out, lhs, rhs)
	floats := halfSized(t.of) && (halfSized(t.row) || t.row == tensor.F32) && out != tensor.F64
	if !floats && (len(quads) == 0 || t.of.Size() != 1 || t.row.Size() != 1) {
		return nil
	}
	return t
}

// leastThin is how many columns, of so many numbers at least, are worth a look.
const leastThin = 64

// integers reports whether sums are of integers.
func (t *thin) integers() bool { return !halfSized(t.of) }

// along reports whether the numbers of a column follow each other.
func (t *thin) along() bool { return t.contraction.right.inner.stride == 1 }

// thinPanel is how many columns are computed at a time, of pairs of numbers that follow each other:
// thinDepth pairs, which stay in the first-level cache.
const thinPanel, thinDepth = 64, 128

// thinOwn are the bytes that a worker has for itself: such pairs, and sums of a panel.
const thinOwn = 4*thinPanel*thinDepth + 4*128

// workspace is what it takes: the row as f32, sums in another order, and columns that change
// places.
func (t *thin) workspace(workers int) int {
	return shapes.Sum(alignUp(shapes.Saturated(4, t.contraction.depth, t.products)), alignUp(shapes.Saturated(4, t.contraction.outputs)),
		alignUp(shapes.Saturated(4, roundUp(t.contraction.right.size, thinPanel), t.products)), shapes.Saturated(workers, thinOwn))
}

// thinFloats are the functions for floats of 16 bits, of an instruction set; nil where there are
// none.
type thinFloats struct {
	panel int // columns
	// across adds products of a row by panels of columns side by side; distances are in bytes.
	across func(panels, depth int, a []float32, b []uint16, stepB, ahead int, c []float32, load bool)
	// pairs adds those of a row by a panel of pairs of numbers, of width columns.
	pairs     func(depth int, a []float32, b []uint32, c []float32, load bool)
	width     int
	transpose func(blocks int, from []uint32, stepFrom int, to []uint32, stepTo int)
}

// thinQuads are the functions for bytes. The bits of the columns are turned, where both operands
// have signs, or none.
type thinQuads struct {
	across func(panels, depth int, a, b []byte, stepB, ahead int, turn uint32, c []int32, load bool)
	along  func(columns, blocks int, a, b []byte, stepB int, turn uint32, c []int32)
}

// thinAt is the i-th way to compute it, the fastest first, or how many there are.
func (p *prepared) thinAt(i int) (b bound, ways int) {
	t := p.thin
	switch {
	case t == nil:
	case t.integers():
		list := thinQuadsOf(signed(t.row))
		if i < len(list) {
			b.run = (&thinRun[int32]{thin: t, quads: list[i]}).run
		}
		ways = len(list)
	case t.along() && (t.contraction.right.vectors.stride%2 != 0 || oddBatches(t.contraction.batches)):
		// pairs would not be words
	default:
		list := thinFloatsOf(t.of)
		if i < len(list) {
			b.run = (&thinRun[float32]{thin: t, floats: list[i]}).run
		}
		ways = len(list)
	}
	return b, ways
}

// oddBatches reports whether a right operand of the batches begins within a word.
func oddBatches(batches []batch) bool {
	for _, b := range batches {
		if b.right%2 != 0 {
			return true
		}
	}
	return false
}

// thinRun runs it.
type thinRun[T number] struct {
	*thin
	floats thinFloats
	quads  thinQuads
}

func (r *thinRun[T]) run(memory []byte, out, lhs, rhs *tensor.Tensor, done func(lo, hi int)) {
	in := [2]*tensor.Tensor{lhs, rhs}
	row, cols := in[r.caller[0]], in[r.caller[1]].Bytes()
	l := thinLoop[T]{thinRun: r, row: row.Bytes(), cols: cols, done: done}
	result, direct := wordResults[T](out)
	if !direct {
		result, memory = cut[T](memory, out.Len())
		l.done = nil
	}
	l.out = result
	if r.integers() {
		if !r.along() {
			l.sums, memory = cut[T](memory, roundUp(r.contraction.right.size, thinPanel)*r.products)
		}
	} else if row.DType() != tensor.F32 {
		wide, rest := cut[T](memory, row.Len())
		widen(wide, row, 0, row.Len())
		l.wide, memory = wide, rest
	} else {
		l.wide = elementsOf[T](l.row)
	}
	l.own = memory
	panels := r.products * ceilDiv(r.contraction.right.size, thinChunk)
	most := math.MaxInt
	if !r.integers() {
		most = len(memory) / thinOwn
	}
	if !parallel.Share(panels, parallel.Grain(parallelWork, thinChunk*r.contraction.depth), most, &l) {
		l.Chunk(0, 0, panels)
	}
	if !direct {
		if loop := (narrowing[T]{out, result, done}); !parallel.Share(out.Len(), convertGrain, math.MaxInt, &loop) {
			loop.Chunk(0, 0, out.Len())
		}
	}
}

// thinChunk is how many columns are the least that a worker takes.
const thinChunk = 256

// thinLoop is a loop over chunks of columns of all products.
type thinLoop[T number] struct {
	*thinRun[T]
	row, cols []byte
	wide      []T // the row, in f32
	out, sums []T
	own       []byte // of the workers
	done      func(lo, hi int)
}

func (l *thinLoop[T]) Chunk(worker, lo, hi int) {
	c := &l.contraction
	chunks := ceilDiv(c.right.size, thinChunk)
	for lo < hi {
		product := lo / chunks
		j0 := lo % chunks * thinChunk
		n := min(hi-lo, chunks-lo%chunks)
		j1 := min(j0+n*thinChunk, c.right.size)
		left, right, base := c.at(product)
		out := l.out[base+j0:][:j1-j0]
		switch {
		case l.integers() && l.along():
			l.quadsAlong(any(out).([]int32), l.row[left:][:c.depth], right+j0*c.right.vectors.stride)
		case l.integers():
			sums := any(l.sums).([]int32)[product*roundUp(c.right.size, thinPanel)+j0:]
			l.quadsAcross(any(out).([]int32), sums, l.row[left:][:c.depth], right+j0, j0)
		default:
			l.floats16(any(out).([]float32), any(l.wide).([]float32)[left:][:c.depth], right+j0*c.right.vectors.stride, j0, worker)
		}
		if l.done != nil {
			l.done(base+j0, base+j1)
		}
		lo += n
	}
}

// at is where a product begins in the operands and the output.
func (c *contraction) at(product int) (left, right, output int) {
	for d := len(c.batches) - 1; d >= 0; d-- {
		b := &c.batches[d]
		at := product % b.size
		product /= b.size
		left, right, output = left+at*b.left, right+at*b.right, output+at*b.output
	}
	return left, right, output
}
