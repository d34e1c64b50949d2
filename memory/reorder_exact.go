package memory

import "math"

// setSearch finds the order of a region with the least peak. Its states are the
// sets of nodes that are done, as in SERENITY (Ahn et al., MLSys 2020), and it
// goes on from that which needs the least peak so far, so that no state is seen
// that needs more than the answer. A state in which some node fits and leaves no
// more live than before has no other successor: live bytes are a submodular
// function of what is done, so no order loses by computing that node at once. This
// holds backwards as well, and with values that take storage over: a node that goes
// to the end may keep another from taking over what both read, but then it is as
// large as that at least, and is not live there any more.
type setSearch struct {
	r *region
	// level is the peak that is allowed at present.
	level int64
	// limit is a peak that is of no interest any more, nor any above.
	limit  int64
	states int
	sets   []uint64
	live   []int64
	parent []int32
	via    []int32
	table  []int32
	stack  []int32
	queue  waiting
	steps  int64
	list   []int32
	fits   []fit
}

// fit is a step to a new state.
type fit struct {
	v    int32
	next int64
}

// verdict says how a search ended.
type verdict int

const (
	searching verdict = iota
	found
	exhausted
)

// newSetSearch looks for orders with a peak below limit. None may be below level.
func newSetSearch(r *region, level, limit int64) *setSearch {
	s := &setSearch{r: r, limit: limit, level: level, table: make([]int32, 256)}
	s.add(make([]uint64, r.words), r.start, -1, -1)
	return s
}

func hash(set []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, x := range set {
		h = (h ^ x) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

func same(a, b []uint64) bool {
	for i, x := range a {
		if x != b[i] {
			return false
		}
	}
	return true
}

func (s *setSearch) set(i int32) []uint64 {
	return s.sets[int(i)*s.r.words : (int(i)+1)*s.r.words]
}

// add makes a state, if there is none yet of that set.
func (s *setSearch) add(set []uint64, live int64, parent, via int32) {
	mask := uint64(len(s.table) - 1)
	slot := hash(set) & mask
	for s.table[slot] != 0 {
		if same(s.set(s.table[slot]-1), set) {
			return
		}
		slot = (slot + 1) & mask
	}
	s.sets = append(s.sets, set...)
	s.live = append(s.live, live)
	s.parent = append(s.parent, parent)
	s.via = append(s.via, via)
	s.stack = append(s.stack, int32(s.states))
	s.states++
	s.table[slot] = int32(s.states)
	if 2*s.states > len(s.table) {
		s.grow()
	}
}

func (s *setSearch) grow() {
	s.table = make([]int32, 4*len(s.table))
	mask := uint64(len(s.table) - 1)
	for i := range int32(s.states) {
		slot := hash(s.set(i)) & mask
		for s.table[slot] != 0 {
			slot = (slot + 1) & mask
		}
		s.table[slot] = i + 1
	}
}

// bytes is what the states take, about.
func (s *setSearch) bytes() int64 {
	return int64(s.states)*int64(8*s.r.words+8+4+4+12) + 4*int64(len(s.table))
}

// run goes on until there is an answer, or as many steps have been tried. An
// order that is found has the peak s.level; if there is none below the limit,
// the search is exhausted.
func (s *setSearch) run(steps int64) ([]int32, verdict) {
	for end := s.steps + steps; s.steps < end; {
		if len(s.stack) == 0 {
			if len(s.queue) == 0 || s.queue[0].foot >= s.limit {
				return nil, exhausted
			}
			w := s.queue.pop()
			s.level = max(s.level, w.foot)
			s.stack = append(s.stack, w.state)
		}
		i := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if s.expand(i) {
			return s.path(i), found
		}
	}
	return nil, searching
}

// expand visits the states behind one, and says whether that is the last.
func (s *setSearch) expand(i int32) bool {
	set, live := s.set(i), s.live[i]
	s.list = s.r.ready(set, s.list[:0])
	if len(s.list) == 0 {
		return true
	}
	s.fits = s.fits[:0]
	later := int64(math.MaxInt64)
	for _, v := range s.list {
		s.steps++
		foot, next := s.r.step(set, live, int(v))
		if foot > s.level {
			later = min(later, foot)
			continue
		}
		if next <= live {
			s.fits, later = append(s.fits[:0], fit{v, next}), math.MaxInt64
			break
		}
		// The best comes last, to be taken from the stack first.
		s.fits = append(s.fits, fit{v, next})
		for k := len(s.fits) - 1; k > 0 && s.fits[k-1].next < s.fits[k].next; k-- {
			s.fits[k-1], s.fits[k] = s.fits[k], s.fits[k-1]
		}
	}
	if later < s.limit {
		s.queue.push(wait{later, i})
	}
	work := append([]uint64(nil), set...)
	for _, f := range s.fits {
		work[f.v>>6] |= 1 << (f.v & 63)
		s.add(work, f.next, i, f.v)
		work[f.v>>6] &^= 1 << (f.v & 63)
	}
	return false
}

func (s *setSearch) path(i int32) []int32 {
	order := make([]int32, s.r.n)
	for k := len(order) - 1; k >= 0; k-- {
		order[k], i = s.via[i], s.parent[i]
	}
	return order
}

// wait is a state some of whose steps need a greater peak, foot at least.
type wait struct {
	foot  int64
	state int32
}

// waiting is a heap of states, least peak first, the newest among equals.
type waiting []wait

func (w waiting) less(i, j int) bool {
	return w[i].foot < w[j].foot || w[i].foot == w[j].foot && w[i].state > w[j].state
}

func (w *waiting) push(x wait) {
	*w = append(*w, x)
	q := *w
	for i := len(q) - 1; i > 0; {
		up := (i - 1) / 2
		if !q.less(i, up) {
			break
		}
		q[i], q[up] = q[up], q[i]
		i = up
	}
}

func (w *waiting) pop() wait {
	q := *w
	top, n := q[0], len(q)-1
	q[0] = q[n]
	q = q[:n]
	*w = q
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && q.less(c+1, c) {
			c++
		}
		if !q.less(c, i) {
			break
		}
		q[i], q[c] = q[c], q[i]
		i = c
	}
	return top
}
