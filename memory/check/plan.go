package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/memory"
)

// Plan verifies that buffers at offsets, in bytes, are within an arena of capacity
// bytes, where a negative one is no limit, that their offsets are multiples of
// their alignments and those that were given, and that no two use a byte at the
// same time. Those of no bytes overlap nothing.
func Plan(buffers []memory.Buffer, offsets []int64, capacity int64) error {
	if len(offsets) != len(buffers) {
		return fmt.Errorf("%d offsets for %d buffers", len(offsets), len(buffers))
	}
	for i := range buffers {
		if err := place(&buffers[i], offsets[i], capacity); err != nil {
			return fmt.Errorf("%s: %w", bufferName(buffers, i), err)
		}
	}
	return overlap(buffers, pieces(buffers, offsets))
}

// place verifies what can be said of a buffer and its offset alone.
func place(b *memory.Buffer, offset, capacity int64) error {
	switch {
	case b.Size < 0:
		return fmt.Errorf("its size is %d", b.Size)
	case b.Alignment < 0:
		return fmt.Errorf("its alignment is %d", b.Alignment)
	case b.Lower > b.Upper:
		return fmt.Errorf("it lives from %d to %d, which is before that", b.Lower, b.Upper)
	case offset < 0:
		return fmt.Errorf("its offset is %d", offset)
	case b.Fixed && offset != b.Offset:
		return fmt.Errorf("its offset is %d, and is fixed to be %d", offset, b.Offset)
	case b.Alignment > 1 && offset%b.Alignment != 0:
		return fmt.Errorf("its offset %d is no multiple of its alignment %d", offset, b.Alignment)
	case offset > math.MaxInt64-b.Size:
		return fmt.Errorf("its offset %d and size %d exceed int64", offset, b.Size)
	case capacity >= 0 && offset+b.Size > capacity:
		return fmt.Errorf("it ends at %d, and the capacity is %d", offset+b.Size, capacity)
	}
	from := b.Lower
	for _, gap := range b.Gaps {
		if gap.Lower < from || gap.Upper < gap.Lower || gap.Upper > b.Upper {
			return fmt.Errorf("its gap from %d to %d is not behind the one before, or not within its life", gap.Lower, gap.Upper)
		}
		if gap.From < 0 || gap.To < gap.From || gap.To > b.Size {
			return fmt.Errorf("of its %d bytes, %d to %d are said to be used in a gap", b.Size, gap.From, gap.To)
		}
		from = gap.Upper
	}
	return nil
}

// piece is a rectangle of time and bytes that a buffer has for itself.
type piece struct {
	lower, upper int64
	from, to     int64
	buffer       int
}

// pieces are what buffers use, cut where gaps begin and end, in the order of the
// first byte. None of them is empty.
func pieces(buffers []memory.Buffer, offsets []int64) (list []piece) {
	for i := range buffers {
		b := &buffers[i]
		add := func(lower, upper, from, to int64) {
			if lower < upper && from < to {
				list = append(list, piece{lower, upper, offsets[i] + from, offsets[i] + to, i})
			}
		}
		from := b.Lower
		for _, gap := range b.Gaps {
			add(from, gap.Lower, 0, b.Size)
			add(gap.Lower, gap.Upper, gap.From, gap.To)
			from = gap.Upper
		}
		add(from, b.Upper, 0, b.Size)
	}
	slices.SortStableFunc(list, func(a, b piece) int { return cmp.Compare(a.from, b.from) })
	return list
}

// overlap is an error if two pieces, which are in the order of their first bytes,
// overlap. A line sweeps through time; of the pieces on it, which are disjoint
// until an overlap is found, only the two neighbours of a new one can overlap it.
func overlap(buffers []memory.Buffer, list []piece) error {
	starts := make([]int, len(list))
	for i := range starts {
		starts[i] = i
	}
	stops := slices.Clone(starts)
	slices.SortStableFunc(starts, func(a, b int) int { return cmp.Compare(list[a].lower, list[b].lower) })
	slices.SortStableFunc(stops, func(a, b int) int { return cmp.Compare(list[a].upper, list[b].upper) })
	line := newSet(len(list))
	for _, i := range starts {
		for list[stops[0]].upper <= list[i].lower {
			line.remove(stops[0])
			stops = stops[1:]
		}
		for _, j := range []int{line.before(i), line.behind(i)} {
			if j >= 0 && list[j].from < list[i].to && list[i].from < list[j].to {
				return overlapError(buffers, list[j], list[i])
			}
		}
		line.insert(i)
	}
	return nil
}

// overlapError names both buffers, the smaller number first, and a byte and a
// time that they share.
func overlapError(buffers []memory.Buffer, a, b piece) error {
	if b.buffer < a.buffer {
		a, b = b, a
	}
	return fmt.Errorf("%s and %s both use byte %d at time %d", bufferName(buffers, a.buffer),
		bufferName(buffers, b.buffer), max(a.from, b.from), max(a.lower, b.lower))
}

// bufferName is how errors name a buffer.
func bufferName(buffers []memory.Buffer, i int) string {
	if id := buffers[i].ID; id != "" {
		return fmt.Sprintf("buffer %d (%s)", i, id)
	}
	return fmt.Sprintf("buffer %d", i)
}
