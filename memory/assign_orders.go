package memory

import (
	"cmp"
	"math/bits"
	"slices"
)

// measures are what orders of buffers are made of, beside their sizes: for each
// buffer how many sections it is live in, the most live bytes of one of them, and
// where it begins.
type measures struct {
	buffers       []Buffer
	length, begin []int32
	total         []int64
}

func (l *layout) measures() *measures {
	n := len(l.buffers)
	m := &measures{l.buffers, make([]int32, n), make([]int32, n), make([]int64, n)}
	peak := newMaxima(l.live)
	for b := range l.buffers {
		m.begin[b] = -1
		for _, p := range l.of(b) {
			m.length[b] += p.to - p.from
			m.total[b] = max(m.total[b], peak.of(int(p.from), int(p.to)))
			if m.begin[b] < 0 {
				m.begin[b] = p.from
			}
		}
	}
	return m
}

// size is that of a buffer, and lengthOf its length, as parts of keys.
func (m *measures) size(b int) int64     { return m.buffers[b].Size }
func (m *measures) lengthOf(b int) int64 { return int64(m.length[b]) }

// stride is how many values a maximum of maxima is of.
const stride = 16

// maxima answers what the greatest of a range is.
type maxima struct {
	values []int64
	// rows are of whole strides: row k has the greatest of 1<<k of them from each on.
	rows [][]int64
}

func newMaxima(values []int64) maxima {
	m := maxima{values, [][]int64{make([]int64, len(values)/stride)}}
	for i := range m.rows[0] {
		m.rows[0][i] = slices.Max(values[i*stride : (i+1)*stride])
	}
	for width := 1; 2*width <= len(m.rows[0]); width *= 2 {
		last := m.rows[len(m.rows)-1]
		row := make([]int64, len(last)-width)
		for i := range row {
			row[i] = max(last[i], last[i+width])
		}
		m.rows = append(m.rows, row)
	}
	return m
}

// of is the greatest from one index on and before the other, which is greater.
func (m *maxima) of(from, to int) int64 {
	first, last := (from+stride-1)/stride, to/stride // the whole strides
	if first >= last {
		return slices.Max(m.values[from:to])
	}
	k := bits.Len(uint(last-first)) - 1
	most := max(m.rows[k][first], m.rows[k][last-1<<k])
	for _, v := range m.values[from : first*stride] {
		most = max(most, v)
	}
	for _, v := range m.values[last*stride : to] {
		most = max(most, v)
	}
	return most
}

// order is a way to sort buffers: by several keys, the greatest first.
type order func(m *measures, b int) [3]int64

// orders are by size, length, area, total and begin.
var orders = []order{
	func(m *measures, b int) [3]int64 { return [3]int64{m.total[b], m.lengthOf(b), m.size(b)} },
	func(m *measures, b int) [3]int64 { return [3]int64{m.lengthOf(b), m.size(b)} },
	func(m *measures, b int) [3]int64 { return [3]int64{m.size(b), m.lengthOf(b)} },
	func(m *measures, b int) [3]int64 { return [3]int64{m.total[b], m.size(b), m.lengthOf(b)} },
	func(m *measures, b int) [3]int64 { return [3]int64{area(m.size(b), m.lengthOf(b)), m.total[b]} },
	func(m *measures, b int) [3]int64 {
		return [3]int64{int64(bits.Len64(uint64(m.size(b)))), m.lengthOf(b), m.size(b)}
	},
	func(m *measures, b int) [3]int64 { return [3]int64{-int64(m.begin[b]), m.lengthOf(b), m.size(b)} },
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
	list := make([]int32, 0, len(l.buffers))
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

// starts are the orders that are tried in turn, and whether a buffer is placed at the
// lowest offset that is free instead of the one that fits best. The first three
// differ most in what they are good at.
var starts = []struct {
	order  int
	lowest bool
}{
	{0, false}, {2, true}, {4, false}, {3, false}, {1, false}, {5, true}, {0, true}, {2, false}, {4, true},
	{3, true}, {1, true}, {5, false}, {6, false}, {6, true},
}

// fastSteps is how much is looked at before the last order begins: a fraction of a
// second. Few buffers are placed in all orders, many in the first ones.
const fastSteps = 6_000_000

// mostSteps is how much is looked at in the first order. With more, it is replaced by
// a sweep, or if there are fixed buffers, what remains is placed above all else.
const mostSteps = 12_000_000

// start places in several orders.
func (a *assigner) start() {
	r := newArena(a.layout)
	m := a.measures()
	if slices.ContainsFunc(a.buffers, func(b Buffer) bool { return b.Hint >= 0 }) {
		a.place(r, a.sorted(m, orders[0]), true, false, mostSteps)
	}
	lists := make([][]int32, len(orders))
	var first int64
	for _, s := range starts {
		if a.best != nil && (a.done() || r.steps > fastSteps || a.limit.over) {
			return
		}
		if lists[s.order] == nil {
			lists[s.order] = a.sorted(m, orders[s.order])
		}
		before, most := r.steps, int64(mostSteps)
		if a.best != nil {
			most = min(max(1_000_000, 4*first), fastSteps)
		}
		a.place(r, lists[s.order], false, s.lowest, most)
		a.limit.spend((r.steps - before) / 64)
		if first == 0 {
			if first = r.steps - before; first <= mostSteps && !a.done() && !a.anyFixed() {
				a.offer(a.sweep())
			}
		}
	}
}

// anyFixed says that there are fixed buffers.
func (l *layout) anyFixed() bool {
	return slices.ContainsFunc(l.buffers, func(b Buffer) bool { return b.Fixed })
}

// place places a list of buffers in its order, those that can be at their hints. An
// order in which too much would have to be looked at is given up if there is a plan.
func (a *assigner) place(r *arena, list []int32, hints, lowest bool, most int64) {
	r.clear()
	offsets := make([]int64, len(a.buffers))
	for b := range a.buffers {
		if a.buffers[b].Fixed {
			offsets[b] = a.buffers[b].Offset
			r.occupy(b, offsets[b])
		}
	}
	most += r.steps
	for _, id := range list {
		b := int(id)
		hint := a.buffers[b].Hint
		switch {
		case r.steps > most && a.best != nil:
			return
		case r.steps > most && !a.anyFixed():
			a.offer(a.sweep())
			return
		case r.steps > most:
			offsets[b] = r.above(b)
		case hints && hint >= 0 && hint <= sizeLimit && hint%a.alignment(b) == 0 && r.free(b, hint):
			offsets[b] = hint
		default:
			offsets[b] = r.find(b, lowest)
		}
		r.occupy(b, offsets[b])
	}
	a.offer(offsets)
}
