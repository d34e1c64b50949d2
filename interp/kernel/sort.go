package kernel

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// ResolveSort returns the kernel that sorts the elements along dim, ascending or descending. Floats
// sort in the total order -Inf < ... < -0 < +0 < ... < +Inf < NaN, in which elements that are equal
// have equal bits or are NaN.
func ResolveSort(d tensor.DType, shape []int, dim int, descending bool) (Sort, error) {
	s, err := planSort(d, shape, dim, descending)
	if err != nil {
		return nil, err
	}
	return func(w []byte, out, x *tensor.Tensor) { s.run(w, out, nil, x) }, nil
}

// Sort computes out from x. The workspace w has the size that SortWorkspace says for some workers,
// and no more of them are at work.
type Sort func(w []byte, out, x *tensor.Tensor)

// SortPositions computes the sorted values and the position along the dimension that each had: one
// for each element, in the order of the values. The workspace is that of a Sort.
type SortPositions func(w []byte, values *tensor.Tensor, positions []int64, x *tensor.Tensor)

// ResolveSortPositions is ResolveSort with the positions of values. Equal values keep their order,
// in both directions. PermuteLines applies the positions to other tensors.
func ResolveSortPositions(d tensor.DType, shape []int, dim int, descending bool) (SortPositions, error) {
	s, err := planSort(d, shape, dim, descending)
	if err != nil {
		return nil, err
	}
	return s.run, nil
}

// SortWorkspace is the number of bytes that a sort of that shape along dim needs for so many
// workers, or the largest number.
func SortWorkspace(shape []int, dim, workers int) int {
	lines := shapes.Product(shape[:dim]) * shapes.Product(shape[dim+1:])
	return shapes.Saturated(max(1, min(workers, lines)), sortBytes(shape[dim]))
}

// sortBytes is the workspace of one worker: two lines.
func sortBytes(length int) int {
	if length > math.MaxInt/64 {
		return math.MaxInt
	}
	return alignUp(2 * length * int(unsafe.Sizeof(keyed{})))
}

// SortTogether computes tensors out from tensors in: the first of these sorted, and the others with
// their elements in the same order.
type SortTogether func(w []byte, out, in []*tensor.Tensor)

// ResolveSortTogether is ResolveSort for tensors of one shape, of which the first has type d. The
// workspace has the size that SortTogetherWorkspace says.
func ResolveSortTogether(d tensor.DType, shape []int, dim int, descending bool) (SortTogether, error) {
	s, err := planSort(d, shape, dim, descending)
	if err != nil {
		return nil, err
	}
	permute, err := ResolvePermuteLines(shape, dim)
	if err != nil {
		return nil, err
	}
	n := s.lines * s.length
	return func(w []byte, out, in []*tensor.Tensor) {
		positions := as[int64](w[:8*n])
		s.run(w[alignUp(8*n):], out[0], positions, in[0])
		for i := range in[1:] {
			permute(out[i+1], in[i+1], positions)
		}
	}, nil
}

// SortTogetherWorkspace is SortWorkspace with room for the positions of all elements.
func SortTogetherWorkspace(shape []int, dim, workers int) int {
	return shapes.Sum(PositionsWorkspace(shape), SortWorkspace(shape, dim, workers))
}

// PositionsWorkspace is the number of bytes of a position for each element.
func PositionsWorkspace(shape []int) int {
	bytes := shapes.Saturated(8, shapes.Saturated(shape...))
	if bytes > math.MaxInt-tensor.Alignment {
		return math.MaxInt
	}
	return alignUp(bytes)
}

// sorter sorts lines by radix: stable, and with a cost that depends on the number of elements only.
type sorter struct {
	size       int // bytes of an element
	length     int // of a line
	inner      int // distance from an element of a line to the next
	lines      int
	infinity   uint64 // its bits in a float type; else 0
	signed     bool
	descending bool
}

func planSort(d tensor.DType, shape []int, dim int, descending bool) (*sorter, error) {
	if d == tensor.Invalid || d.IsComplex() {
		return nil, illegal("sort", d)
	}
	if err := checkShape("sort operand", shape); err != nil {
		return nil, err
	}
	if err := checkDim("sort dimension", dim, len(shape)); err != nil {
		return nil, err
	}
	inner := shapes.Product(shape[dim+1:])
	s := &sorter{
		size: d.Size(), length: shape[dim], inner: inner, lines: shapes.Product(shape[:dim]) * inner,
		infinity: d.InfinityBits(), signed: d.IsSigned(), descending: descending,
	}
	return s, nil
}

// key maps element bits to an unsigned number that sorts as wanted in its lowest size bytes.
func (s *sorter) key(bits uint64) uint64 {
	sign := uint64(1) << (8*s.size - 1)
	switch {
	case s.infinity != 0 && bits&^sign > s.infinity:
		bits = ^uint64(0) // there is one NaN
	case s.infinity != 0 && bits&sign != 0:
		bits = ^bits
	case s.infinity != 0, s.signed:
		bits ^= sign
	}
	if s.descending {
		return ^bits
	}
	return bits
}

// keyed is an element on its way: its key, its bits, and where it was.
type keyed struct {
	key, bits uint64
	position  int64
}

// run stores the sorted lines, and where their elements were unless positions is nil.
func (s *sorter) run(w []byte, values *tensor.Tensor, positions []int64, x *tensor.Tensor) {
	run := sortRun{s, w, values.Bytes(), x.Bytes(), positions}
	workers := len(w) / max(1, sortBytes(s.length))
	if !parallel.Share(s.lines, max(1, costlyGrain/max(1, s.length*s.size)), workers, &run) {
		run.Chunk(0, 0, s.lines)
	}
}

type sortRun struct {
	*sorter
	w, values, x []byte
	positions    []int64
}

// Chunk sorts some lines.
func (s *sortRun) Chunk(worker, lo, hi int) {
	memory := as[keyed](s.w[worker*sortBytes(s.length):][:sortBytes(s.length)])
	line, spare := memory[:s.length], memory[s.length:2*s.length]
	for number := lo; number < hi; number++ {
		start := number/s.inner*s.length*s.inner + number%s.inner
		for i := range line {
			bits := loadWord(s.x[(start+i*s.inner)*s.size:][:s.size])
			line[i] = keyed{s.key(bits), bits, int64(i)}
		}
		sorted := radixSort(line, spare, s.size)
		for i, element := range sorted {
			at := start + i*s.inner
			storeWord(s.values[at*s.size:][:s.size], element.bits)
			if s.positions != nil {
				s.positions[at] = element.position
			}
		}
	}
}

func loadWord(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

func storeWord(b []byte, word uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(word)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(word))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(word))
	case 8:
		binary.LittleEndian.PutUint64(b, word)
	}
}

// radixSort sorts by the lowest keyBytes bytes of the keys, least significant first, and returns
// whichever of the two slices the result is in. Short lines are sorted by insertion.
func radixSort(line, spare []keyed, keyBytes int) []keyed {
	if len(line) <= 32 {
		mask := uint64(1)<<(8*keyBytes-1)<<1 - 1
		for i := 1; i < len(line); i++ {
			element := line[i]
			j := i
			for ; j > 0 && line[j-1].key&mask > element.key&mask; j-- {
				line[j] = line[j-1]
			}
			line[j] = element
		}
		return line
	}
	for digit := range keyBytes {
		var starts [256]int
		for i := range line {
			starts[byte(line[i].key>>(8*digit))]++
		}
		if starts[byte(line[0].key>>(8*digit))] == len(line) {
			continue
		}
		next := 0
		for i, count := range starts {
			starts[i] = next
			next += count
		}
		for i := range line {
			at := &starts[byte(line[i].key>>(8*digit))]
			spare[*at] = line[i]
			*at++
		}
		line, spare = spare, line
	}
	return line
}

// PermuteLines computes out from x by positions.
type PermuteLines func(out, x *tensor.Tensor, positions []int64)

// ResolvePermuteLines returns the kernel that rearranges x along dim: element i of a line of the
// result is the element of x's line at the position that the element's own number in the list says.
// Positions must be inside the line. It carries a sort over to other tensors.
func ResolvePermuteLines(shape []int, dim int) (PermuteLines, error) {
	if err := checkShape("permute operand", shape); err != nil {
		return nil, err
	}
	if err := checkDim("permute dimension", dim, len(shape)); err != nil {
		return nil, err
	}
	length, inner := shape[dim], shapes.Product(shape[dim+1:])
	lines := shapes.Product(shape[:dim]) * inner
	return func(out, x *tensor.Tensor, positions []int64) {
		run := permuteRun{length, inner, x.DType().Size(), out.Bytes(), x.Bytes(), positions}
		if !share(lines, length, cheapGrain, &run) {
			run.Chunk(0, 0, lines)
		}
	}, nil
}

type permuteRun struct {
	length, inner, size int
	out, x              []byte
	positions           []int64
}

// Chunk rearranges some lines.
func (r *permuteRun) Chunk(_, lo, hi int) {
	for line := lo; line < hi; line++ {
		start := line/r.inner*r.length*r.inner + line%r.inner
		for i := range r.length {
			at := start + i*r.inner
			from := start + int(r.positions[at])*r.inner
			copy(r.out[at*r.size:][:r.size], r.x[from*r.size:][:r.size])
		}
	}
}
