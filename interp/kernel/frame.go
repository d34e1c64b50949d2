package kernel

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// frameRow is how many bytes a row has, at least, for which it is worth to fill only what is
// between rows.
const frameRow = 256

// frame is padding around and between long rows of elements: what is between the end of a row and
// the beginning of the next is filled, row after row.
type frame struct {
	row              int // elements of a row
	rows             int
	outStart, xStart int // of the first row, in elements
	dims             []int
	outStrides       []int
	xStrides         []int
}

// newFrame describes a box that is put into a larger one; nil if it has no rows whose elements lie
// next to each other.
func newFrame(dims, outStrides, xStrides []int, outStart, xStart int) *frame {
	if shapes.Product(dims) == 0 {
		return nil
	}
	dims, strides := coalesce(dims, outStrides, xStrides)
	last := len(dims) - 1
	if last < 0 || strides[0][last] != 1 || strides[1][last] != 1 {
		return nil
	}
	return &frame{
		row: dims[last], rows: shapes.Product(dims[:last]), outStart: outStart, xStart: xStart,
		dims: slices.Clone(dims[:last]), outStrides: slices.Clone(strides[0][:last]), xStrides: slices.Clone(strides[1][:last]),
	}
}

func (f *frame) run(out, x, value *tensor.Tensor) {
	run := frameRun{f, out.Bytes(), x.Bytes(), value.Bytes(), out.DType().Size(), false}
	run.streams = len(run.out) >= StreamBytes && CanStream()
	if !share(f.rows, f.row, cheapGrain, &run) {
		run.Chunk(0, 0, f.rows)
	}
}

type frameRun struct {
	*frame
	out, x, value []byte
	size          int // of an element
	streams       bool
}

// Chunk copies some rows, and fills what is in front of each, and behind the last of all.
func (r *frameRun) Chunk(_, lo, hi int) {
	at := newOdometer(r.dims, r.outStrides, r.xStrides)
	end := 0 // of the row before
	if lo > 0 {
		at.seek(lo - 1)
		end = (r.outStart + at.offset[0] + r.row) * r.size
	}
	at.seek(lo)
	bytes := r.row * r.size
	for range hi - lo {
		start, from := (r.outStart+at.offset[0])*r.size, (r.xStart+at.offset[1])*r.size
		r.fill(end, start)
		end = start + bytes
		if r.streams {
			Stream(r.out[start:end], r.x[from:from+bytes])
		} else {
			copy(r.out[start:end], r.x[from:from+bytes])
		}
		at.next()
	}
	if hi == r.rows {
		r.fill(end, len(r.out))
	}
	if r.streams {
		StreamEnd()
	}
}

// fill repeats the value from one byte of the result to another.
func (r *frameRun) fill(from, to int) {
	gap := r.out[from:to]
	const few = 64
	if len(gap) > few || r.size != 4 {
		repeatBytes(gap, r.value)
		return
	}
	v := as[uint32](r.value)[0]
	for i := range as[uint32](gap) {
		as[uint32](gap)[i] = v
	}
}
