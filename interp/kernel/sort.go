package kernel

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// Order is the order that elements are sorted into. Floats are in the total order -Inf < ... < -0 <
// +0 < ... < +Inf < NaN, in which elements that are equal have equal bits or are NaN.
type Order struct {
	Descending bool
	// EqualZeros says that -0 and +0 are equal, so that they keep their order.
	EqualZeros bool
}

// Sort computes the tensors out from as many tensors in of one shape: the first ones sorted, and
// the others with their elements in the same order. The workspace w has the size that SortWorkspace
// says for some workers, and no more of them are at work.
type Sort func(w []byte, out, in []*tensor.Tensor)

// ResolveSort returns the kernel that sorts tensors of that shape along dim. Their order is that of
// the elements of the first tensors, which have the types keys: the first one decides, where its
// elements are equal the second one, and so on. Elements that are equal in all of them keep their
// order, in both directions. A sort of one tensor may be in place.
func ResolveSort(keys []tensor.DType, shape []int, dim int, order Order) (Sort, error) {
	s, err := planSort(keys, shape, dim, order)
	if err != nil {
		return nil, err
	}
	permute, err := ResolvePermuteLines(shape, dim)
	if err != nil {
		return nil, err
	}
	return func(w []byte, out, in []*tensor.Tensor) {
		if len(in) == 1 {
			s.run(w, out[0].Bytes(), nil, in)
			return
		}
		positions := as[int64](w[:8*s.lines*s.length])
		s.run(w[PositionsWorkspace(shape):], nil, positions, in)
		for i := range in {
			permute(out[i], in[i], positions)
		}
	}, nil
}

// SortPositions computes the position along the dimension that each element of the sorted tensors
// has in the given ones. The workspace is that of a Sort of one tensor.
type SortPositions func(w []byte, positions []int64, in []*tensor.Tensor)

// ResolveSortPositions is ResolveSort for the positions alone, which PermuteLines applies to
// tensors.
func ResolveSortPositions(keys []tensor.DType, shape []int, dim int, order Order) (SortPositions, error) {
	s, err := planSort(keys, shape, dim, order)
	if err != nil {
		return nil, err
	}
	return func(w []byte, positions []int64, in []*tensor.Tensor) { s.run(w, nil, positions, in) }, nil
}

// SortWorkspace is the number of bytes that a sort of so many tensors of that shape along dim needs
// for so many workers, or the largest number.
func SortWorkspace(tensors int, shape []int, dim, workers int) int {
	lines := shapes.Product(shape[:dim]) * shapes.Product(shape[dim+1:])
	own := shapes.Saturated(max(1, min(workers, lines)), sortBytes(shape[dim]))
	if tensors == 1 {
		return own
	}
	return shapes.Sum(PositionsWorkspace(shape), own)
}

// sortBytes is the workspace of one worker: two lines.
func sortBytes(length int) int {
	if length > math.MaxInt/64 {
		return math.MaxInt
	}
	return alignUp(2 * 16 * length)
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
	keys   []sortKey
	length int // of a line
	inner  int // distance from an element of a line to the next
	lines  int
}

// sortKey makes numbers that sort as elements are to be.
type sortKey struct {
	size       int    // bytes of an element
	infinity   uint64 // its bits in a float type; else 0
	signed     bool
	descending bool
	equalZeros bool
}

func planSort(keys []tensor.DType, shape []int, dim int, order Order) (*sorter, error) {
	if err := checkShape("sort operand", shape); err != nil {
		return nil, err
	}
	if err := checkDim("sort dimension", dim, len(shape)); err != nil {
		return nil, err
	}
	inner := shapes.Product(shape[dim+1:])
	s := &sorter{length: shape[dim], inner: inner, lines: shapes.Product(shape[:dim]) * inner}
	for _, d := range keys {
		if d == tensor.Invalid || d.IsComplex() {
			return nil, illegal("sort", d)
		}
		s.keys = append(s.keys, sortKey{d.Size(), d.InfinityBits(), d.IsSigned(), order.Descending, order.EqualZeros && d.IsFloat()})
	}
	return s, nil
}

// of maps element bits to an unsigned number of as many bits that sorts as wanted.
func (k *sortKey) of(bits uint64) uint64 {
	sign, mask := uint64(1)<<(8*k.size-1), ^uint64(0)>>(64-8*k.size)
	switch {
	case k.infinity != 0 && bits&^sign > k.infinity:
		bits = mask // there is one NaN
	case k.equalZeros && bits == sign:
		bits = sign // as +0
	case k.infinity != 0 && bits&sign != 0:
		bits = ^bits & mask
	case k.infinity != 0, k.signed:
		bits ^= sign
	}
	if k.descending {
		return ^bits & mask
	}
	return bits
}

// run sorts lines: into values, which one tensor has, or for the positions.
func (s *sorter) run(w, values []byte, positions []int64, in []*tensor.Tensor) {
	if s.narrow() {
		runSort[[1]uint64](s, w, values, positions, in)
	} else {
		runSort[[2]uint64](s, w, values, positions, in)
	}
}

// narrow reports whether a key and a position fit into one word.
func (s *sorter) narrow() bool {
	return s.length <= math.MaxUint32 && !slices.ContainsFunc(s.keys, func(k sortKey) bool { return k.size > 4 })
}

func runSort[E sortable](s *sorter, w, values []byte, positions []int64, in []*tensor.Tensor) {
	run := lineSort[E]{s, w, values, positions, in}
	workers := len(w) / max(1, sortBytes(s.length))
	if s.lines < parallel.Workers() && s.length >= 2*radixPart {
		runTogether(run)
		return
	}
	if !parallel.Share(s.lines, parallel.Grain(costlyGrain, s.length), workers, &run) {
		run.Chunk(0, 0, s.lines)
	}
}

// lineSort is a run of a sorter.
type lineSort[E sortable] struct {
	*sorter
	w, values []byte
	positions []int64
	in        []*tensor.Tensor
}

// lines are the two lines of a worker.
func (s *lineSort[E]) memory(worker int) (line, spare []E) {
	own := as[E](s.w[worker*sortBytes(s.length):][:sortBytes(s.length)])
	return own[:s.length], own[s.length : 2*s.length]
}

// start is where a line begins.
func (s *sorter) start(number int) int {
	return number/s.inner*s.length*s.inner + number%s.inner
}

// Chunk sorts some lines.
func (s *lineSort[E]) Chunk(worker, lo, hi int) {
	counts := radixMemories.Take()
	defer radixMemories.Give(counts)
	for number := lo; number < hi; number++ {
		line, spare := s.memory(worker)
		start := s.start(number)
		for k := len(s.keys) - 1; k >= 0; k-- {
			s.load(line, start, 0, k)
			if sorted := radixSort(line, spare, 8*s.keys[k].size, counts); len(sorted) > 0 && &sorted[0] != &line[0] {
				line, spare = spare, line
			}
		}
		s.store(line, start, 0)
	}
}

// runTogether sorts lines one after the other. Its run is its own, because the functions for the
// workers hold on to it.
func runTogether[E sortable](run lineSort[E]) {
	for line := range run.lines {
		run.together(line)
	}
}

// together sorts one line with all workers.
func (s *lineSort[E]) together(number int) {
	line, spare := s.memory(0)
	start := s.start(number)
	parts := (s.length + radixPart - 1) / radixPart
	each := func(do func(line []E, first int)) {
		parallel.For(parts, parallel.Grain(costlyGrain, radixPart), func(lo, hi int) {
			lo, hi = lo*radixPart, min(s.length, hi*radixPart)
			do(line[lo:hi], lo)
		})
	}
	for k := len(s.keys) - 1; k >= 0; k-- {
		each(func(part []E, first int) { s.load(part, start, first, k) })
		line, spare = radixTogether(line, spare, 8*s.keys[k].size)
	}
	each(func(part []E, first int) { s.store(part, start, first) })
}

// load sets elements of a line, from number first on, for a sort by key k: those of the last key
// come in their first order, and the others where the keys behind theirs have put them. Where
// nobody wants positions, the elements go in their place.
func (s *lineSort[E]) load(part []E, start, first, k int) {
	key, x := s.keys[k], s.in[k].Bytes()
	fresh := k == len(s.keys)-1
	for i := range part {
		position := uint64(first + i)
		if !fresh {
			position = positionOf(part[i])
		}
		at := (start + int(position)*s.inner) * key.size
		bits := loadWord(x[at:][:key.size])
		if s.positions == nil {
			position = bits
		}
		part[i] = sortableOf[E](key.of(bits), position)
	}
}

// store writes the elements of a sorted line, or their positions, from number first on.
func (s *lineSort[E]) store(part []E, start, first int) {
	size := s.keys[0].size
	for i, e := range part {
		at := start + (first+i)*s.inner
		if s.positions != nil {
			s.positions[at] = int64(positionOf(e))
		} else {
			storeWord(s.values[at*size:][:size], positionOf(e))
		}
	}
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
		switch r.size {
		case 1:
			permuteLine[uint8](r, start)
		case 2:
			permuteLine[uint16](r, start)
		case 4:
			permuteLine[uint32](r, start)
		case 8:
			permuteLine[uint64](r, start)
		default:
			permuteLine[[2]uint64](r, start)
		}
	}
}

func permuteLine[T any](r *permuteRun, start int) {
	out, x := as[T](r.out), as[T](r.x)
	for i := range r.length {
		at := start + i*r.inner
		out[at] = x[start+int(r.positions[at])*r.inner]
	}
}
