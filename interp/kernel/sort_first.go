package kernel

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// ResolveSortFirst is ResolveSort for the first elements of each sorted line alone: results have so
// many along dim. The workspace is that of SortFirstWorkspace.
func ResolveSortFirst(keys []tensor.DType, shape []int, dim, first int, order Order) (Sort, error) {
	s, err := planSort(keys, shape, dim, order)
	if err != nil {
		return nil, err
	}
	if first < 0 || first > shape[dim] {
		return nil, fmt.Errorf("sort finds the first %d of %d elements", first, shape[dim])
	}
	f := &firstSorter{s, first}
	return func(w []byte, out, in []*tensor.Tensor) {
		switch {
		case first == 0 || s.lines == 0:
		case !selects(len(keys), shape[dim], first):
			positions := as[int64](w[:8*s.lines*s.length])
			s.run(w[PositionsWorkspace(shape):], nil, positions, in)
			run := firstRun{f, out, in, positions}
			if !share(s.lines, first, cheapGrain, &run) {
				run.Chunk(0, 0, s.lines)
			}
		case s.narrow():
			selectFirst[[1]uint64](f, w, out, in)
		default:
			selectFirst[[2]uint64](f, w, out, in)
		}
	}, nil
}

// SortFirstWorkspace is the number of bytes that a ResolveSortFirst of so many tensors by so many
// keys needs for so many workers, or the largest number.
func SortFirstWorkspace(tensors, keys int, shape []int, dim, first, workers int) int {
	if !selects(keys, shape[dim], first) {
		return SortWorkspace(max(2, tensors), shape, dim, workers)
	}
	// One that is shared out has parts for all workers, and a list of what these found.
	return shapes.Saturated(max(1, workers)+1, firstBytes(first, shape[dim], max(1, workers)))
}

// firstBytes is the workspace of one worker: two lists of candidates, each long enough for what all
// workers find, and one line of elements that are strides apart.
func firstBytes(first, length, workers int) int {
	if length > math.MaxInt/64 {
		return math.MaxInt
	}
	lists := shapes.Saturated(2*16, candidates(first)+shapes.Saturated(first, workers))
	return shapes.Sum(alignUp(min(lists, math.MaxInt/2)), alignUp(8*length))
}

// candidates is how many elements are collected before the first of them are found.
func candidates(first int) int { return 2*first + insertedLine }

// selects reports whether the first elements are found by a comparison of each element with the
// last of those found, and not by a sort of all.
func selects(keys, length, first int) bool {
	return keys == 1 && first > 0 && first <= max(1, length/selectedPart)
}

// selectedPart is which part of a line is found without sorting all of it.
const selectedPart = 8

// firstSorter finds the first elements of lines.
type firstSorter struct {
	*sorter
	first int
}

// put stores the element at a position of a line at a place of the results.
func (f *firstSorter) put(out, in []*tensor.Tensor, line, place int, position uint64) {
	to := line/f.inner*f.first*f.inner + line%f.inner + place*f.inner
	from := f.start(line) + int(position)*f.inner
	for i, x := range in {
		size := x.DType().Size()
		copyElement1(out[i].Bytes()[to*size:][:size], x.Bytes()[from*size:][:size])
	}
}

// copyElement1 copies the bytes of one element.
func copyElement1(out, x []byte) {
	if len(x) > 8 {
		copy(out, x)
		return
	}
	storeWord(out, loadWord(x))
}

// firstRun takes the first elements of lines that have been sorted.
type firstRun struct {
	*firstSorter
	out, in   []*tensor.Tensor
	positions []int64
}

// Chunk takes those of some lines.
func (r *firstRun) Chunk(_, lo, hi int) {
	for line := lo; line < hi; line++ {
		start := r.start(line)
		for i := range r.first {
			r.put(r.out, r.in, line, i, uint64(r.positions[start+i*r.inner]))
		}
	}
}

func selectFirst[E sortable](f *firstSorter, w []byte, out, in []*tensor.Tensor) {
	// The workspace is for so many workers and one more.
	workers := parallel.Workers()
	for workers > 1 && len(w) < (workers+1)*firstBytes(f.first, f.length, workers) {
		workers--
	}
	run := lineSelection[E]{firstSorter: f, w: w, bytes: firstBytes(f.first, f.length, workers), out: out, in: in}
	if f.lines < workers && f.length >= 2*radixPart && f.first <= radixPart/selectedPart {
		selectTogether(run, workers)
		return
	}
	if !parallel.Share(f.lines, parallel.Grain(costlyGrain, f.length), workers, &run) {
		run.Chunk(0, 0, f.lines)
	}
}

// lineSelection is a run of a firstSorter.
type lineSelection[E sortable] struct {
	*firstSorter
	w       []byte
	bytes   int // of each worker
	out, in []*tensor.Tensor
}

// memory are the two lists of a worker, and its line.
func (s *lineSelection[E]) memory(worker int) (list, spare []E, line []byte) {
	own := s.w[worker*s.bytes:][:s.bytes]
	lists := len(own) - alignUp(8*s.length)
	all := as[E](own[:lists])
	return all[:len(all)/2], all[len(all)/2:], own[lists:]
}

// Chunk finds the first elements of some lines.
func (s *lineSelection[E]) Chunk(worker, lo, hi int) {
	counts := radixMemories.Take()
	defer radixMemories.Give(counts)
	list, spare, line := s.memory(worker)
	for number := lo; number < hi; number++ {
		for i, e := range s.find(list, spare, line, number, 0, s.length, counts) {
			s.put(s.out, s.in, number, i, positionOf(e))
		}
	}
}

// selectTogether finds the first elements of lines one after the other, each worker those of a part
// of the line. Its run is its own, because the functions for the workers hold on to it.
func selectTogether[E sortable](s lineSelection[E], workers int) {
	parts := min(workers, s.length/radixPart)
	counts := radixMemories.Take()
	defer radixMemories.Give(counts)
	all, spare, _ := s.memory(workers)
	for number := range s.lines {
		parallel.For(parts, parallel.Grain(costlyGrain, radixPart), func(lo, hi int) {
			own := radixMemories.Take()
			defer radixMemories.Give(own)
			for ; lo < hi; lo++ {
				list, spare, line := s.memory(lo)
				found := s.find(list, spare, line, number, lo*s.length/parts, (lo+1)*s.length/parts, own)
				copy(all[lo*s.first:], found)
			}
		})
		for i, e := range radixSort(all[:parts*s.first], spare[:parts*s.first], 8*s.keys[0].size, counts)[:s.first] {
			s.put(s.out, s.in, number, i, positionOf(e))
		}
	}
}

// find returns the first elements, in order, of those of a line at positions from lo to hi, of
// which there are as many at least. They are in one of the two lists.
func (s *lineSelection[E]) find(list, spare []E, line []byte, number, lo, hi int, counts *radixMemory) []E {
	size, x := s.keys[0].size, s.in[0].Bytes()
	start := s.start(number)
	if s.inner == 1 {
		line = x[(start+lo)*size : (start+hi)*size]
	} else {
		line = line[:(hi-lo)*size]
		pick(line, x[(start+lo*s.inner)*size:], s.inner, size)
	}
	c := collector[E]{&s.keys[0], s.first, list, spare, counts, uint64(lo), 0}
	switch size {
	case 1:
		return findFirst(&c, as[uint8](line))
	case 2:
		return findFirst(&c, as[uint16](line))
	case 4:
		return findFirst(&c, as[uint32](line))
	}
	return findFirst(&c, as[uint64](line))
}

// pick copies elements that are a stride apart.
func pick(out, x []byte, stride, size int) {
	switch size {
	case 1:
		pickElements(out, x, stride)
	case 2:
		pickElements(as[uint16](out), as[uint16](x), stride)
	case 4:
		pickElements(as[uint32](out), as[uint32](x), stride)
	default:
		pickElements(as[uint64](out), as[uint64](x), stride)
	}
}

func pickElements[T any](out, x []T, stride int) {
	for i := range out {
		out[i] = x[i*stride]
	}
}
