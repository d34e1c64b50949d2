package kernel

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// ResolveSort returns the kernel that sorts the elements along dim, ascending or descending. Floats
// sort in the total order -Inf < ... < -0 < +0 < ... < +Inf < NaN, in which elements that are equal
// have equal bits or are NaN.
func ResolveSort(d tensor.DType, shape []int, dim int, descending bool) (Unary, error) {
	s, err := planSort(d, shape, dim, descending)
	if err != nil {
		return nil, err
	}
	return func(out, x *tensor.Tensor) { s.run(out, nil, x) }, nil
}

// SortIndices computes the sorted values and where they were.
type SortIndices func(values, indices, x *tensor.Tensor)

// ResolveSortIndices is ResolveSort with a second result of x's shape and integer type index: the
// position along dim that each value had. Equal values keep their order, in both directions.
// PermuteLines applies the positions to other tensors.
func ResolveSortIndices(d tensor.DType, shape []int, dim int, descending bool, index tensor.DType) (SortIndices, error) {
	s, err := planSort(d, shape, dim, descending)
	if err == nil {
		err = s.setIndexType(index)
	}
	if err != nil {
		return nil, err
	}
	return func(values, indices, x *tensor.Tensor) { s.run(values, indices, x) }, nil
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
	indexSize  int
	storeIndex storeElements[int64]
}

func planSort(d tensor.DType, shape []int, dim int, descending bool) (*sorter, error) {
	if d == tensor.Invalid {
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

func (s *sorter) setIndexType(index tensor.DType) error {
	if !index.IsInteger() {
		return fmt.Errorf("sort positions cannot have type %v, which is no integer type", index)
	}
	valueBits := index.Bits()
	if index.IsSigned() {
		valueBits--
	}
	if s.length > 0 && uint64(s.length-1)>>valueBits != 0 {
		return fmt.Errorf("sort positions up to %d do not fit type %v", s.length-1, index)
	}
	s.indexSize, s.storeIndex = index.Size(), storeInteger[int64](index)
	return nil
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

// SortScratch is the memory that a worker needs for each element of a line.
const SortScratch = 2 * int(unsafe.Sizeof(keyed{}))

// run stores the sorted lines, and where their elements were unless indices is nil.
func (s *sorter) run(values, indices, x *tensor.Tensor) {
	chunks(s.lines, s.length*s.size, costlyGrain, func(lo, hi int) {
		line, spare := make([]keyed, s.length), make([]keyed, s.length)
		positions := make([]int64, 1)
		for number := lo; number < hi; number++ {
			start := number/s.inner*s.length*s.inner + number%s.inner
			for i := range line {
				bits := loadWord(x.Bytes()[(start+i*s.inner)*s.size:][:s.size])
				line[i] = keyed{s.key(bits), bits, int64(i)}
			}
			sorted := radixSort(line, spare, s.size)
			for i, element := range sorted {
				at := start + i*s.inner
				storeWord(values.Bytes()[at*s.size:][:s.size], element.bits)
				if indices != nil {
					positions[0] = element.position
					s.storeIndex(indices.Bytes()[at*s.indexSize:][:s.indexSize], positions)
				}
			}
		}
	})
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

// ResolvePermuteLines returns the kernel that rearranges x along dim: element i of a line of the
// result is the element of x's line at the position that the indices, of x's shape and an integer
// type, hold there. Positions must be inside the line. It carries a sort over to other tensors.
func ResolvePermuteLines(shape []int, dim int) (Binary, error) {
	if err := checkShape("permute operand", shape); err != nil {
		return nil, err
	}
	if err := checkDim("permute dimension", dim, len(shape)); err != nil {
		return nil, err
	}
	length, inner := shape[dim], shapes.Product(shape[dim+1:])
	return func(out, x, indices *tensor.Tensor) {
		size, positions := x.DType().Size(), readIndices(indices)
		chunks(shapes.Product(shape[:dim])*inner, length, cheapGrain, func(lo, hi int) {
			for line := lo; line < hi; line++ {
				start := line/inner*length*inner + line%inner
				for i := range length {
					at := start + i*inner
					from := start + positions[at]*inner
					copy(out.Bytes()[at*size:][:size], x.Bytes()[from*size:][:size])
				}
			}
		})
	}, nil
}
