package memory

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// mostExact is the most nodes of a graph that is searched by sets in words.
const mostExact = 64

// An exact search finds the schedule of least duration by A* over pairs of the
// set of nodes computed so far and the set of values that are resident. Values
// leave only when the next computation does not fit otherwise, and then only
// inclusion-minimal sets of them: one that stays for longer does no harm.
// Values that nothing can need any more leave at once.
//
// The estimate of what is to come is the duration of all that is needed and not
// resident, with what that needs and so on; and, in a fixed order, what does
// not fit beside a later step (see cover).
type exact struct {
	g      *Graph
	budget int64
	free   bool
	// upper is a duration that is of no interest any more, over the least.
	upper int64
	// reads, after and readers are sets of nodes.
	reads, after, readers []uint64
	once, kept, full      uint64
	crossings             []crossing
	states                []exactState
	table                 []int32
	queue                 []exactEntry
	// work counts what was generated.
	work  int64
	evict []int32
}

type exactState struct {
	computed, resident uint64
	cost               int64
	parent             int32
	node               int8
}

type exactEntry struct {
	estimate, cost int64
	state          int32
	progress       int32
}

// A crossing is a step of the fixed order beside which not everything fits.
type crossing struct {
	node int
	// room is what is left for what is not used at the step, and items are what
	// would have to be there, least duration per byte first.
	room  int64
	items []int32
	mask  uint64
}

func newExact(g *Graph, budget int64, free bool, upper int64) *exact {
	n := len(g.Nodes)
	x := &exact{g: g, budget: budget, free: free, upper: upper, table: make([]int32, 1<<12)}
	x.reads, x.after, x.readers = make([]uint64, n), make([]uint64, n), make([]uint64, n)
	for v := range g.Nodes {
		bit := uint64(1) << v
		x.full |= bit
		for _, u := range g.Nodes[v].Reads {
			x.reads[v] |= 1 << u
			x.readers[u] |= bit
		}
		for _, u := range g.Nodes[v].After {
			x.after[v] |= 1 << u
		}
		if g.Nodes[v].Once {
			x.once |= bit
		}
		if g.Nodes[v].Kept {
			x.kept |= bit
		}
	}
	if !free {
		for w := range g.Nodes {
			if c := x.crossingAt(w); c.mask != 0 {
				x.crossings = append(x.crossings, c)
			}
		}
	}
	return x
}

// crossingAt finds what would have to be there beside a step.
func (x *exact) crossingAt(w int) crossing {
	c := crossing{node: w, room: x.budget - footprint(x.g, w)}
	var all int64
	before := uint64(1)<<w - 1
	for v := range w {
		bit := uint64(1) << v
		if x.reads[w]&bit != 0 || x.kept&bit == 0 && x.readers[v]&^before&^(1<<w) == 0 {
			continue
		}
		size := x.g.Nodes[v].Size
		all += size
		if x.once&bit != 0 {
			c.room -= size
			all -= size
		} else if size > 0 {
			c.items = append(c.items, int32(v))
			c.mask |= bit
		}
	}
	if all <= c.room {
		c.mask = 0
	}
	slices.SortStableFunc(c.items, byDensity(x.g))
	return c
}

// byDensity orders values by the duration per byte of computing them again.
func byDensity(g *Graph) func(a, b int32) int {
	return func(a, b int32) int {
		x, y := &g.Nodes[a], &g.Nodes[b]
		hi1, lo1 := bits.Mul64(uint64(x.Duration), uint64(y.Size))
		hi2, lo2 := bits.Mul64(uint64(y.Duration), uint64(x.Size))
		switch {
		case hi1 < hi2 || hi1 == hi2 && lo1 < lo2:
			return -1
		case hi1 == hi2 && lo1 == lo2:
			return 0
		}
		return 1
	}
}

// useful are the values that something may still need.
func (x *exact) useful(computed uint64) uint64 {
	again := ^computed & x.full
	u := x.kept
	for v := len(x.g.Nodes) - 1; v >= 0; v-- {
		bit := uint64(1) << v
		if x.readers[v]&again != 0 {
			u |= bit
		}
		if u&bit != 0 && x.once&bit == 0 {
			again |= bit
		}
	}
	return u
}

// estimate is a duration that any way from a state to the end adds at least, or -1 if there is
// none.
func (x *exact) estimate(computed, resident uint64) int64 {
	var need uint64
	var sum int64
	again := ^computed & x.full
	for missing := computed &^ resident; missing != 0; {
		v := bits.Len64(missing) - 1
		bit := uint64(1) << v
		missing &^= bit
		if x.readers[v]&(again|need) != 0 || x.kept&bit != 0 {
			if x.once&bit != 0 {
				return -1
			}
			need |= bit
			sum += x.g.Nodes[v].Duration
		}
	}
	var most int64
	for i := range x.crossings {
		c := &x.crossings[i]
		if computed>>c.node&1 == 0 {
			more := x.cover(c, need)
			if more < 0 {
				return -1
			}
			most = max(most, more)
		}
	}
	return sum + most
}

// cover is the least duration of computing again, behind a step, what does not
// fit beside it, when what is needed anyway costs nothing.
func (x *exact) cover(c *crossing, need uint64) int64 {
	excess := -c.room
	for items := c.mask &^ need; items != 0; items &= items - 1 {
		excess += x.g.Nodes[bits.TrailingZeros64(items)].Size
	}
	var sum int64
	for _, v := range c.items {
		if excess <= 0 {
			return sum
		}
		if need>>v&1 != 0 {
			continue
		}
		n := &x.g.Nodes[v]
		if n.Size >= excess {
			return sum + part(n.Duration, excess, n.Size)
		}
		excess -= n.Size
		sum += n.Duration
	}
	if excess > 0 {
		return -1
	}
	return sum
}

// part is duration * bytes / size, rounded up.
func part(duration, bytes, size int64) int64 {
	hi, lo := bits.Mul64(uint64(duration), uint64(bytes))
	q, r := bits.Div64(hi, lo, uint64(size))
	if r > 0 {
		q++
	}
	return int64(q)
}

// run searches until the end is proven or stop says so. It returns the schedule
// if one below upper was found, and the least that any costs over the least
// duration: math.MaxInt64 if there is none at all.
func (x *exact) run(limit int, stop func(work int64) bool) (s Schedule, bound int64) {
	x.push(0, 0, 0, -1, -1)
	for len(x.queue) > 0 {
		top := x.pop()
		st := x.states[top.state]
		if top.cost != st.cost {
			continue
		}
		if top.estimate >= x.upper {
			return nil, x.upper
		}
		if st.computed == x.full && st.resident&x.kept == x.kept {
			return x.path(top.state), top.cost
		}
		before := x.work
		x.expand(top.state)
		if len(x.states) > limit || stop(x.work-before+1) {
			return nil, top.estimate
		}
	}
	if x.upper < math.MaxInt64 {
		return nil, x.upper
	}
	return nil, math.MaxInt64
}

// path is the schedule that leads to a state.
func (x *exact) path(state int32) Schedule {
	var s Schedule
	for ; state > 0; state = x.states[state].parent {
		s = append(s, int32(x.states[state].node))
	}
	slices.Reverse(s)
	return s
}

// expand generates what follows a state.
func (x *exact) expand(state int32) {
	st := x.states[state]
	next := ^st.computed & x.full
	if !x.free && next != 0 {
		next &= -next
	}
	again := x.useful(st.computed) & st.computed &^ st.resident &^ x.once
	for todo := next | again; todo != 0; todo &= todo - 1 {
		v := bits.TrailingZeros64(todo)
		if x.reads[v]&^st.resident == 0 && x.after[v]&^st.computed == 0 {
			x.compute(state, v)
		}
	}
}

// compute generates the states behind the computation of a node.
func (x *exact) compute(state int32, v int) {
	st := x.states[state]
	n := &x.g.Nodes[v]
	bit := uint64(1) << v
	computed := st.computed | bit
	cost := st.cost
	if st.computed&bit != 0 {
		cost += n.Duration
	}
	useful := x.useful(computed)
	live := n.Size + n.Workspace
	for r := st.resident; r != 0; r &= r - 1 {
		live += x.g.Nodes[bits.TrailingZeros64(r)].Size
	}
	// What nobody needs behind this step is there only if it is read now.
	after := (st.resident | bit) & useful
	for _, u := range n.Takes {
		if useful>>u&1 == 0 {
			live -= x.g.Nodes[u].Size
			x.leave(state, v, computed, after, cost, live, st.resident&^x.reads[v])
			return
		}
	}
	x.leave(state, v, computed, after, cost, live, st.resident&^x.reads[v])
	if live > x.budget {
		for _, u := range n.Takes {
			x.leave(state, v, computed, after&^(1<<u), cost, live-x.g.Nodes[u].Size, st.resident&^x.reads[v])
		}
	}
}

// leave generates the states in which enough of the values that may leave have left.
func (x *exact) leave(state int32, v int, computed, after uint64, cost, live int64, may uint64) {
	if live <= x.budget {
		x.push(computed, after, cost, state, v)
		return
	}
	start := len(x.evict)
	var all int64
	for ; may != 0; may &= may - 1 {
		u := bits.TrailingZeros64(may)
		if size := x.g.Nodes[u].Size; size > 0 {
			x.evict = append(x.evict, int32(u))
			all += size
		}
	}
	list := x.evict[start:]
	slices.SortStableFunc(list, func(a, b int32) int {
		return cmp.Compare(x.g.Nodes[b].Size, x.g.Nodes[a].Size)
	})
	var choose func(i int, gone uint64, excess, left int64)
	choose = func(i int, gone uint64, excess, left int64) {
		for ; i < len(list) && left >= excess; i++ {
			u := list[i]
			size := x.g.Nodes[u].Size
			left -= size
			if size >= excess {
				x.push(computed, after&^(gone|1<<u), cost, state, v)
			} else {
				choose(i+1, gone|1<<u, excess-size, left)
			}
		}
	}
	choose(0, 0, live-x.budget, all)
	x.evict = x.evict[:start]
}

// push notes a state unless it is known at no higher cost.
func (x *exact) push(computed, resident uint64, cost int64, parent int32, node int) {
	x.work++
	slot := x.slot(computed, resident)
	i := x.table[slot] - 1
	if i >= 0 && x.states[i].cost <= cost {
		return
	}
	more := x.estimate(computed, resident)
	if more < 0 || cost+more >= x.upper {
		return
	}
	if i < 0 {
		i = int32(len(x.states))
		x.states = append(x.states, exactState{computed: computed, resident: resident})
		x.table[slot] = i + 1
		if len(x.states)*2 > len(x.table) {
			x.grow()
		}
	}
	x.states[i].cost, x.states[i].parent, x.states[i].node = cost, parent, int8(node)
	x.queue = append(x.queue, exactEntry{cost + more, cost, i, int32(bits.OnesCount64(computed))})
	for c := len(x.queue) - 1; c > 0; {
		p := (c - 1) / 2
		if !x.queue[c].before(&x.queue[p]) {
			break
		}
		x.queue[c], x.queue[p] = x.queue[p], x.queue[c]
		c = p
	}
}

func (e *exactEntry) before(o *exactEntry) bool {
	if e.estimate != o.estimate {
		return e.estimate < o.estimate
	}
	if e.progress != o.progress {
		return e.progress > o.progress
	}
	return e.state < o.state
}

func (x *exact) pop() exactEntry {
	top := x.queue[0]
	last := len(x.queue) - 1
	x.queue[0] = x.queue[last]
	x.queue = x.queue[:last]
	for p := 0; ; {
		c := 2*p + 1
		if c >= last {
			return top
		}
		if c+1 < last && x.queue[c+1].before(&x.queue[c]) {
			c++
		}
		if !x.queue[c].before(&x.queue[p]) {
			return top
		}
		x.queue[c], x.queue[p] = x.queue[p], x.queue[c]
		p = c
	}
}

// slot is where a state is in the table, or would be.
func (x *exact) slot(computed, resident uint64) int {
	h := computed*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(resident*0xc2b2ae3d27d4eb4f, 31)
	h ^= h >> 29
	mask := len(x.table) - 1
	for i := int(h*0x165667b19e3779f9>>33) & mask; ; i = (i + 1) & mask {
		s := x.table[i] - 1
		if s < 0 || x.states[s].computed == computed && x.states[s].resident == resident {
			return i
		}
	}
}

func (x *exact) grow() {
	x.table = make([]int32, 2*len(x.table))
	for i, s := range x.states {
		x.table[x.slot(s.computed, s.resident)] = int32(i + 1)
	}
}
