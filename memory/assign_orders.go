package memory

import (
	"cmp"
	"math/bits"
	"slices"
)

// measures are what orders of buffers are made of: for each buffer its size, how
// many sections it is live in, the most live bytes of one of them, and where it begins.
type measures struct {
	size, length, total, begin []int64
}

func (l *layout) measures() *measures {
	n := len(l.buffers)
	m := &measures{make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)}
	peak := newMaxima(l.live)
	for b := range l.buffers {
		m.size[b] = l.buffers[b].Size
		m.begin[b] = -1
		for _, p := range l.of(b) {
			m.length[b] += int64(p.to - p.from)
			m.total[b] = max(m.total[b], peak.of(p.from, p.to))
			if m.begin[b] < 0 {
				m.begin[b] = int64(p.from)
			}
		}
	}
	return m
}

// maxima answers what the greatest of a range is: row k has those of 1<<k values.
type maxima [][]int64

func newMaxima(values []int64) maxima {
	m := maxima{values}
	for width := 1; 2*width <= len(values); width *= 2 {
		last := m[len(m)-1]
		row := make([]int64, len(last)-width)
		for i := range row {
			row[i] = max(last[i], last[i+width])
		}
		m = append(m, row)
	}
	return m
}

// of is the greatest from one index on and before the other, which is greater.
func (m maxima) of(from, to int32) int64 {
	k := bits.Len32(uint32(to-from)) - 1
	return max(m[k][from], m[k][to-1<<k])
}

// order is a way to sort buffers: by several keys, the greatest first.
type order func(m *measures, b int) [3]int64

// orders are tried in turn. Those of MiniMalloc (Moffitt, ASPLOS 2023) come from
// width, area and total.
var orders = []order{
	func(m *measures, b int) [3]int64 { return [3]int64{m.total[b], m.length[b], m.size[b]} },
	func(m *measures, b int) [3]int64 { return [3]int64{m.length[b], m.size[b]} },
	func(m *measures, b int) [3]int64 { return [3]int64{m.size[b], m.length[b]} },
	func(m *measures, b int) [3]int64 { return [3]int64{m.total[b], m.size[b], m.length[b]} },
	func(m *measures, b int) [3]int64 { return [3]int64{area(m.size[b], m.length[b]), m.total[b]} },
	func(m *measures, b int) [3]int64 {
		return [3]int64{int64(bits.Len64(uint64(m.size[b]))), m.length[b], m.size[b]}
	},
	func(m *measures, b int) [3]int64 { return [3]int64{-m.begin[b], m.length[b], m.size[b]} },
}

// area is a product, or the greatest number where it is more.
func area(size, length int64) int64 {
	if high, low := bits.Mul64(uint64(size), uint64(length)); high == 0 && low < 1<<63 {
		return int64(low)
	}
	return 1<<63 - 1
}

// sorted are the buffers that are to be placed, in an order.
func (l *layout) sorted(m *measures, o order) []int32 {
	keys := make([][3]int64, len(l.buffers))
	var list []int32
	for b := range l.buffers {
		if keys[b] = o(m, b); l.chosen(b) {
			list = append(list, int32(b))
		}
	}
	slices.SortFunc(list, func(x, y int32) int {
		for k := range 3 {
			if c := cmp.Compare(keys[y][k], keys[x][k]); c != 0 {
				return c
			}
		}
		return cmp.Compare(x, y)
	})
	return list
}

// chosen says that the offset of a buffer is to be chosen, and matters.
func (l *layout) chosen(b int) bool { return !l.buffers[b].Fixed && l.first[b] < l.first[b+1] }

// fastSteps is how much is looked at in orders beyond the first where there is no
// search: a fraction of a second.
const fastSteps = 14_000_000

// start places in several orders.
func (a *assigner) start(all bool) {
	r := newArena(a.layout)
	offsets := make([]int64, len(a.buffers))
	place := func(list []int32, hints, lowest bool) {
		r.clear()
		for b := range a.buffers {
			if a.buffers[b].Fixed {
				offsets[b] = a.buffers[b].Offset
				r.occupy(b, offsets[b])
			}
		}
		for _, b := range list {
			b := int(b)
			if hint := a.buffers[b].Hint; hints && hint >= 0 && hint <= sizeLimit && hint%a.alignment(b) == 0 && r.free(b, hint) {
				offsets[b] = hint
			} else {
				offsets[b] = r.find(b, lowest)
			}
			r.occupy(b, offsets[b])
		}
		a.offer(offsets)
	}
	m := a.measures()
	for i, o := range orders {
		list := a.sorted(m, o)
		if i == 0 && slices.ContainsFunc(a.buffers, func(b Buffer) bool { return b.Hint >= 0 }) {
			place(list, true, false)
		}
		for _, lowest := range []bool{false, true} {
			if a.best != nil && (a.done() || !all && r.steps > fastSteps || a.limit.over) {
				return
			}
			before := r.steps
			place(list, false, lowest)
			a.limit.spend((r.steps - before) / 64)
		}
	}
}
