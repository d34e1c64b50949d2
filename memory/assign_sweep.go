package memory

import (
	"cmp"
	"slices"
)

// sweep places as a run-time allocator does: in the order of time, each buffer into
// the smallest hole that it fits into. It takes a time that is nearly linear
// whatever the buffers are, and none of them may be fixed.
func (a *assigner) sweep() []int64 {
	offsets := make([]int64, len(a.buffers))
	var begins []int32
	for b := range a.buffers {
		if a.chosen(b) {
			begins = append(begins, int32(b))
		}
	}
	ends := slices.Clone(begins)
	from := func(b int32) int32 { return a.pieces[a.first[b]].from }
	to := func(b int32) int32 { return a.pieces[a.first[b+1]-1].to }
	// Of those that begin in one section the largest is placed first.
	slices.SortStableFunc(begins, func(x, y int32) int {
		return cmp.Or(cmp.Compare(from(x), from(y)), cmp.Compare(a.buffers[y].Size, a.buffers[x].Size))
	})
	slices.SortStableFunc(ends, func(x, y int32) int { return cmp.Compare(to(x), to(y)) })
	var holes []extent
	var top int64
	for _, b := range begins {
		for to(ends[0]) <= from(b) {
			e := ends[0]
			ends = ends[1:]
			holes = unite(holes, extent{offsets[e], offsets[e] + a.buffers[e].Size})
		}
		if n := len(holes); n > 0 && holes[n-1].hi == top {
			holes, top = holes[:n-1], holes[n-1].lo
		}
		size, alignment := a.buffers[b].Size, a.alignment(int(b))
		best := -1
		for i, h := range holes {
			if raise(h.lo, alignment)+size <= h.hi && (best < 0 || h.hi-h.lo < holes[best].hi-holes[best].lo) {
				best = i
			}
		}
		if best < 0 {
			offsets[b] = raise(top, alignment)
			if offsets[b] > top {
				holes = unite(holes, extent{top, offsets[b]})
			}
			top = offsets[b] + size
			continue
		}
		h := holes[best]
		offsets[b] = raise(h.lo, alignment)
		rest := []extent{{h.lo, offsets[b]}, {offsets[b] + size, h.hi}}
		rest = slices.DeleteFunc(rest, func(s extent) bool { return s.lo == s.hi })
		holes = slices.Replace(holes, best, best+1, rest...)
	}
	return offsets
}
