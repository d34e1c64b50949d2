package memory

import (
	"cmp"
	"slices"
)

// placing places all buffers within a capacity, or proves that this cannot be. It is
// the search of MiniMalloc (Moffitt, ASPLOS 2023), for buffers without windows:
//
// There is a plan in which no buffer can be moved down, if there is any. In the
// order of offsets, each of its buffers rests on one before it or on the floor. So
// buffers are placed at the lowest offset that those before it leave, never below
// the last one; of those at one offset in the order of their ranks.
//
// It gives up where what is not placed yet cannot fit into a section above the
// lowest offset it can have there, and where a buffer would fit entirely below the
// next one: then it could be moved down. Where what is left falls into parts that
// do not share a section, each is searched on its own.
type placing struct {
	l        *layout
	capacity int64
	limit    *limit
	// left is how many places may be tried; tries counts them.
	left int64

	// Buffers are numbered by rank here; ids are their numbers in the layout.
	ids             []int32
	size, alignment []int64
	fixed           []int64
	neighbours      [][]int32
	sections        [][]piece
	from, to        []int32
	live            [][]int32

	// low is the top of what is below a buffer, or where it is; lowest is where it
	// can be at the lowest.
	low, lowest []int64
	placed      []bool
	demand      []int64
	// floors are the lowest offsets that are free in each section, and full is one
	// in which too much was left.
	floors []int64
	full   int32
	passed []int32
	trail  []liveChange
	pool   [][]int32
}

// liveChange is a lower bound as it was.
type liveChange struct {
	buffer int32
	low    int64
}

// outcome is what a search found.
type outcome int

const (
	outOfWork outcome = iota
	placed
	impossible
)

// newPlacing prepares a search. Ranks are the order of the list, which has all
// buffers that have pieces, fixed ones too.
func newPlacing(l *layout, list []int32, neighbours [][]int32) *placing {
	n := len(list)
	e := &placing{l: l, ids: list, size: make([]int64, n), alignment: make([]int64, n), fixed: make([]int64, n),
		neighbours: make([][]int32, n), sections: make([][]piece, n), from: make([]int32, n), to: make([]int32, n),
		live: make([][]int32, len(l.live)), low: make([]int64, n), lowest: make([]int64, n), placed: make([]bool, n),
		demand: slices.Clone(l.live), floors: make([]int64, len(l.live))}
	rank := make([]int32, len(l.buffers))
	for i, id := range list {
		rank[id] = int32(i)
	}
	for i, id := range list {
		b := &l.buffers[id]
		e.size[i], e.alignment[i], e.fixed[i] = b.Size, l.alignment(int(id)), -1
		if b.Fixed {
			e.fixed[i] = b.Offset
		}
		e.sections[i] = l.of(int(id))
		e.from[i], e.to[i] = e.sections[i][0].from, e.sections[i][len(e.sections[i])-1].to
		for _, p := range e.sections[i] {
			for s := p.from; s < p.to; s++ {
				e.live[s] = append(e.live[s], int32(i))
			}
		}
		e.neighbours[i] = make([]int32, len(neighbours[id]))
		for k, other := range neighbours[id] {
			e.neighbours[i][k] = rank[other]
		}
		slices.Sort(e.neighbours[i])
	}
	return e
}

// run searches. Offsets are written if a plan is found.
func (e *placing) run(capacity, work int64, limit *limit, offsets []int64) outcome {
	e.capacity, e.left, e.limit = capacity, work, limit
	all := make([]int32, len(e.ids))
	for i := range all {
		all[i] = int32(i)
		e.low[i], e.placed[i] = 0, false
		if e.fixed[i]+e.size[i] > capacity || e.size[i] > capacity {
			return impossible
		}
	}
	copy(e.demand, e.l.live)
	slices.SortFunc(all, func(x, y int32) int {
		return cmp.Or(cmp.Compare(e.from[x], e.from[y]), cmp.Compare(x, y))
	})
	e.trail = e.trail[:0]
	switch {
	case e.parts(all, 0, -1):
		for i, id := range e.ids {
			offsets[id] = e.low[i]
		}
		return placed
	case e.left <= 0 || limit.over:
		return outOfWork
	}
	return impossible
}

// parts searches each part of a list, which is in the order of the first section,
// on its own. If one cannot be placed, none is.
func (e *placing) parts(list []int32, floor int64, last int32) bool {
	placed := len(e.trail)
	for begin := 0; begin < len(list); {
		end, to := begin, e.to[list[begin]]
		for end < len(list) && (end == begin || e.from[list[end]] < to) {
			to = max(to, e.to[list[end]])
			end++
		}
		if !e.place(list[begin:end], floor, last) {
			e.undo(placed)
			return false
		}
		begin = end
	}
	return true
}

// place tries every buffer of a list as the next.
func (e *placing) place(list []int32, floor int64, last int32) bool {
	// What ends lowest bounds what can be next, and so does what is fixed.
	top := int64(1) << 62
	for _, v := range list {
		if f := e.fixed[v]; f >= 0 {
			top = min(top, f+1)
		} else {
			top = min(top, e.low[v]+e.size[v])
		}
	}
	next, rest := e.list(), e.list()
	for _, v := range list {
		if at := e.at(v); at < top && (at > floor || at == floor && v > last) {
			next = append(next, v)
		}
	}
	slices.SortFunc(next, func(x, y int32) int {
		return cmp.Or(cmp.Compare(e.at(x), e.at(y)), cmp.Compare(x, y))
	})
	ok := false
	for _, v := range next {
		if e.left--; e.limit.spend(1+int64(len(list)/128)) || e.left < 0 {
			e.left = -1
			break
		}
		at, before := e.at(v), len(e.trail)
		if e.put(v, at, list) {
			rest = rest[:0]
			for _, u := range list {
				if u != v {
					rest = append(rest, u)
				}
			}
			if ok = e.parts(rest, at, v); ok {
				break
			}
		}
		e.undo(before)
		if e.left < 0 {
			break
		}
	}
	e.pool = append(e.pool, next, rest)
	return ok
}

// at is where a buffer would be placed now.
func (e *placing) at(v int32) int64 { return max(e.fixed[v], e.low[v]) }

// list is an empty list to be used.
func (e *placing) list() []int32 {
	if n := len(e.pool); n > 0 {
		l := e.pool[n-1]
		e.pool = e.pool[:n-1]
		return l[:0]
	}
	return make([]int32, 0, len(e.ids))
}

// put places a buffer, and says whether the others may fit yet.
func (e *placing) put(v int32, at int64, list []int32) bool {
	e.trail = append(e.trail, liveChange{v, e.low[v]}, liveChange{-1 - v, 0})
	e.low[v], e.placed[v] = at, true
	for _, p := range e.sections[v] {
		for s := p.from; s < p.to; s++ {
			e.demand[s] -= e.size[v]
		}
	}
	top := at + e.size[v]
	for _, u := range e.neighbours[v] {
		if e.placed[u] || e.low[u] >= top {
			continue
		}
		e.trail = append(e.trail, liveChange{u, e.low[u]})
		e.low[u] = raise(top, e.alignment[u])
		if e.low[u]+e.size[u] > e.capacity || e.fixed[u] >= 0 && e.fixed[u] < e.low[u] {
			return false
		}
	}
	return e.fits(v, at, list)
}

// fits says whether what is not placed fits into each section. A buffer that could
// have been placed before v, and was not, has to rest on one that comes later.
func (e *placing) fits(v int32, at int64, list []int32) bool {
	passed, from, to := e.passed[:0], e.from[list[0]], int32(0)
	for _, u := range list {
		if e.placed[u] {
			continue
		}
		e.lowest[u], to = max(e.at(u), at), max(to, e.to[u])
		if e.fixed[u] < 0 && (e.low[u] < at || e.low[u] == at && u < v) {
			passed = append(passed, u)
		}
	}
	e.passed = passed
	if !e.fullFits(from, to) {
		return false
	}
	for _, u := range passed {
		rest := int64(1) << 62
		for _, w := range e.neighbours[u] {
			if !e.placed[w] {
				rest = min(rest, e.lowest[w]+e.size[w])
			}
		}
		if e.lowest[u] = raise(rest, e.alignment[u]); e.lowest[u] > e.capacity-e.size[u] {
			return false
		}
	}
	return e.fullFits(from, to) && e.sectionsFit(list, from, to)
}

// fullFits says whether what is not placed fits into the section in which it did not
// fit the last time, if that is one of some.
func (e *placing) fullFits(from, to int32) bool {
	s := e.full
	if s < from || s >= to || e.demand[s] == 0 {
		return true
	}
	floor := int64(1) << 62
	for _, u := range e.live[s] {
		if !e.placed[u] {
			floor = min(floor, e.lowest[u])
		}
	}
	return floor+e.demand[s] <= e.capacity
}

// sectionsFit says whether what is not placed fits above the floor of each section.
func (e *placing) sectionsFit(list []int32, from, to int32) bool {
	if from >= to {
		return true
	}
	floors := e.floors[from:to]
	for s := range floors {
		floors[s] = 1 << 62
	}
	for _, u := range list {
		if e.placed[u] {
			continue
		}
		lowest := e.lowest[u]
		for _, p := range e.sections[u] {
			row := floors[p.from-from : p.to-from]
			for s := range row {
				row[s] = min(row[s], lowest)
			}
		}
	}
	for s, demand := range e.demand[from:to] {
		if demand > 0 && floors[s]+demand > e.capacity {
			e.full = from + int32(s)
			return false
		}
	}
	return true
}

// undo takes back what was done since the trail had a length.
func (e *placing) undo(length int) {
	for n := len(e.trail); n > length; n-- {
		c := e.trail[n-1]
		if c.buffer >= 0 {
			e.low[c.buffer] = c.low
			continue
		}
		v := -1 - c.buffer
		e.placed[v] = false
		for _, p := range e.sections[v] {
			for s := p.from; s < p.to; s++ {
				e.demand[s] += e.size[v]
			}
		}
	}
	e.trail = e.trail[:length]
}

// neighbourhood has for each buffer those that it shares a section with, in
// ascending order; nil if they are more than most in all.
func (l *layout) neighbourhood(most int) [][]int32 {
	live := make([][]int32, len(l.live))
	total := 0
	for b := range l.buffers {
		for _, p := range l.of(b) {
			if total += int(p.to - p.from); total > most {
				return nil
			}
			for s := p.from; s < p.to; s++ {
				live[s] = append(live[s], int32(b))
			}
		}
	}
	lists := make([][]int32, len(l.buffers))
	seen := make([]int, len(l.buffers))
	total = 0
	for b := range l.buffers {
		for _, p := range l.of(b) {
			for s := p.from; s < p.to; s++ {
				for _, other := range live[s] {
					if seen[other] != b+1 && int(other) != b {
						seen[other] = b + 1
						lists[b] = append(lists[b], other)
					}
				}
			}
		}
		if total += len(lists[b]); total > most {
			return nil
		}
	}
	return lists
}
