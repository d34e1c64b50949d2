package fusion

import (
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/kernel"
)

// fewGathered is how many elements a row has at least that is worth looking for: finding it takes
// as long as computing so many.
const fewGathered = 16

// gathers reports whether operands are gathered in rows that are too short for that.
func (p *Program) gathers() bool {
	return slices.ContainsFunc(p.slots, func(s slot) bool { return s.kind == loadSlot && s.rowElements < fewGathered })
}

// position walks over the rows of a load.
type position struct {
	index  []int
	offset int // of the row in the source, in elements
	at     int // number of the row
	valid  bool
}

// seek moves to a row.
func (q *position) seek(s *slot, row int) {
	if q.index == nil {
		q.index = make([]int, len(s.outer))
	}
	q.at, q.offset, q.valid = row, 0, true
	for d := len(s.outer) - 1; d >= 0; d-- {
		q.index[d] = row % s.outer[d]
		row /= s.outer[d]
		q.offset += q.index[d] * s.outerStrides[d]
	}
}

// next moves to the following row.
func (q *position) next(s *slot) {
	q.at++
	for d := len(s.outer) - 1; d >= 0; d-- {
		q.index[d]++
		q.offset += s.outerStrides[d]
		if q.index[d] < s.outer[d] {
			return
		}
		q.offset -= s.outer[d] * s.outerStrides[d]
		q.index[d] = 0
	}
}

// load returns rows [lo, lo+n) of slot number i: in the memory of the source where they lie there
// one after the other and no later phase looks for them in the tile, else gathered.
func (w *worker) load(i, lo, n int) []byte {
	s, q := &w.slots[i], &w.loads[i]
	source := w.memory[s.source]
	if !q.valid || q.at != lo {
		q.seek(s, lo)
	}
	plain := shapes.Dense(s.inner, s.innerStrides)
	if plain && s.local {
		if run := w.consecutive(s, q); run >= n {
			from := q.offset * s.size
			q.seek(s, lo+n)
			return source[from : from+n*s.rowBytes()]
		}
	}
	out, width := w.memory[i], s.rowBytes()
	for r := range n {
		row := out[r*width : (r+1)*width]
		if from := source[q.offset*s.size:]; plain {
			copy(row, from)
		} else {
			spread(row, from, s.inner, s.innerStrides, s.size)
		}
		q.next(s)
	}
	return out
}

// consecutive returns how many rows from q on lie one after the other in the source.
func (w *worker) consecutive(s *slot, q *position) int {
	run, block := 1, 1 // block is how many rows one step of a dimension skips
	for d := len(s.outer) - 1; d >= 0; d-- {
		if s.outer[d] == 1 {
			continue
		}
		if s.outerStrides[d] != block*s.rowElements {
			return run
		}
		run += (s.outer[d] - q.index[d] - 1) * block
		block *= s.outer[d]
	}
	return run
}

// fill makes the tile of a slot all of whose rows are equal.
func (w *worker) fill(s *slot) {
	rows, width := w.tile, s.rowBytes()
	if s.local {
		rows = w.strip
	}
	if width == 0 {
		return
	}
	tile := w.base(s)[:rows*width]
	spread(tile[:width], w.memory[s.source], s.inner, s.innerStrides, s.size)
	for filled := width; filled < len(tile); {
		filled += copy(tile[filled:], tile[:filled])
	}
}

// expand repeats elements within each of n rows.
func (w *worker) expand(out, x []byte, s *slot, xWidth, n int) {
	width := s.rowBytes()
	if xWidth == s.size { // one element for each row
		switch s.size {
		case 1:
			repeatEach[uint8](out, x, s.rowElements)
		case 2:
			repeatEach[uint16](out, x, s.rowElements)
		default: // kernel.Repeat has machine code for them
			for r := range n {
				kernel.Repeat(out[r*width:(r+1)*width], x[r*s.size:(r+1)*s.size])
			}
		}
		return
	}
	for r := range n {
		spread(out[r*width:(r+1)*width], x[r*xWidth:], s.inner, s.innerStrides, s.size)
	}
}

// elementsOf views bytes as elements.
func elementsOf[T any](b []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(*new(T))))
}

// repeatEach writes every element of x times times.
func repeatEach[T any](out, x []byte, times int) {
	dst := elementsOf[T](out)
	for _, v := range elementsOf[T](x) {
		repeat(dst[:times], v)
		dst = dst[times:]
	}
}

// repeat fills a row: some elements one by one, the others by copying what is there.
func repeat[T any](row []T, v T) {
	const some = 16
	for i := range row[:min(some, len(row))] {
		row[i] = v
	}
	for filled := some; filled < len(row); {
		filled += copy(row[filled:], row[:min(filled, 1024)])
	}
}

// spread writes the elements of a strided box in row-major order. Extents and strides are in
// elements of the given size.
func spread(out, x []byte, extents, strides []int, size int) {
	switch size {
	case 1:
		spreadElements(elementsOf[uint8](out), elementsOf[uint8](x), extents, strides)
	case 2:
		spreadElements(elementsOf[uint16](out), elementsOf[uint16](x), extents, strides)
	case 4:
		spreadElements(elementsOf[uint32](out), elementsOf[uint32](x), extents, strides)
	case 8:
		spreadElements(elementsOf[uint64](out), elementsOf[uint64](x), extents, strides)
	default:
		spreadElements(elementsOf[[2]uint64](out), elementsOf[[2]uint64](x), extents, strides)
	}
}

// spreadElements recurses over the dimensions, of which there are few.
func spreadElements[T any](out, x []T, extents, strides []int) []T {
	if len(out) == 0 {
		return out
	}
	if len(extents) == 0 {
		out[0] = x[0]
		return out[1:]
	}
	n, stride := extents[0], strides[0]
	if len(extents) > 1 {
		for i := range n {
			out = spreadElements(out, x[i*stride:], extents[1:], strides[1:])
		}
		return out
	}
	row := out[:n]
	switch stride {
	case 0:
		repeat(row, x[0])
	case 1:
		copy(row, x)
	default:
		for i := range row {
			row[i] = x[i*stride]
		}
	}
	return out[n:]
}
