package memory

import "math"

// random is the generator xorshift64*: small, fast, the same everywhere.
type random uint64

func newRandom(seed uint64) random {
	// The finalizer of splitmix64 keeps near seeds apart.
	z := seed + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return random(z ^ z>>31 | 1)
}

func (r *random) next() uint64 {
	x := uint64(*r)
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	*r = random(x)
	return x * 0x2545f4914f6cdd1d
}

// below is a number of 0 to n-1.
func (r *random) below(n int) int {
	return int((r.next() >> 32) * uint64(n) >> 32)
}

// logs are -ln(u) at the middles of equal parts of 0 to 1.
var logs = func() (t [4096]float64) {
	for i := range t {
		t[i] = -math.Log((float64(i) + 0.5) / float64(len(t)))
	}
	return t
}()

// An annealer changes a list move by move.
type annealer struct {
	*list
	random
	free bool
	// follow are the nodes that must come after each node though they read
	// nothing of it.
	follow [][]int32
	// temperature is in durations, and price in durations per byte of excess.
	temperature, price float64
	undo               []change
	// closure are the nodes that fill computes, and longer those that live longer for that.
	closure, longer []int32
	moves           int64
	best            Schedule
	bestDuration    int64
	better          bool
	// lazy leaves it to the caller to keep the best from time to time.
	lazy bool
}

// A change is an insertion, or the removal of what was behind cell at.
type change struct {
	node, cell, at int32
	removed        bool
}

func newAnnealer(g *Graph, budget int64, free bool, seed uint64) *annealer {
	a := &annealer{list: newList(g, budget), random: newRandom(seed), free: free}
	a.bestDuration = math.MaxInt64
	a.follow = make([][]int32, len(g.Nodes))
	for v := range g.Nodes {
		for _, u := range g.Nodes[v].After {
			a.follow[u] = append(a.follow[u], int32(v))
		}
	}
	return a
}

// limit is the greatest increase of the cost that the next move may make.
func (a *annealer) limit() float64 {
	return float64(a.temperature * logs[a.next()>>52])
}

// add and drop change the list so that revert can take it back.
func (a *annealer) add(v, c int32) int32 {
	e := a.insert(v, c)
	a.undo = append(a.undo, change{node: v, cell: e})
	return e
}

func (a *annealer) drop(c int32) {
	p := &a.cells[c]
	a.undo = append(a.undo, change{node: p.node, cell: c, at: p.prev, removed: true})
	a.remove(c)
}

func (a *annealer) revert() {
	for i := len(a.undo) - 1; i >= 0; i-- {
		if u := a.undo[i]; u.removed {
			a.insert(u.node, u.at)
		} else {
			a.remove(u.cell)
		}
	}
	a.undo = a.undo[:0]
}

// move makes one attempt of a change.
func (a *annealer) move() {
	a.moves++
	r := a.below(64)
	if a.free && r < 28 {
		a.shiftAny()
		return
	}
	if a.free {
		r = a.below(64)
	}
	switch {
	case r < 26:
		a.addCopy()
	case r < 44:
		a.dropCopy()
	case r < 56:
		a.shiftCopy()
	default:
		a.exchange()
	}
}

// gap finds a place at which an operand of a random cell could be computed
// again: behind cell c, for the read that follows.
func (a *annealer) gap() (v, c int32, ok bool) {
	if len(a.all) == 0 {
		return 0, 0, false
	}
	t := a.all[a.below(len(a.all))]
	reads := a.g.Nodes[a.cells[t].node].Reads
	if len(reads) == 0 {
		return 0, 0, false
	}
	v = reads[a.below(len(reads))]
	if a.g.Nodes[v].Once || a.duration > math.MaxInt64/2 {
		return 0, 0, false
	}
	events := a.events[v]
	before := events[a.behind(events, a.cells[t].key)-2]
	c = a.cells[t].prev
	if c == before {
		return 0, 0, false
	}
	return v, a.placeFor(v, before, c), true
}

// placeFor picks one of the cells from c back to the one behind before, at
// which a copy of v might come.
func (a *annealer) placeFor(v, before, c int32) int32 {
	r := a.below(8)
	if r < 3 {
		return c
	}
	reads := a.g.Nodes[v].Reads
	if r < 6 && len(reads) > 0 {
		// Where an operand is last read, it need not live longer for the copy.
		u := reads[a.below(len(reads))]
		events := a.events[u]
		if i := a.behind(events, a.cells[c].key); i > 0 {
			if e := events[i-1]; a.cells[e].key > a.cells[before].key {
				return e
			}
		}
		return c
	}
	for steps := a.below(1 << (1 + a.below(6))); steps > 0 && a.cells[c].prev != before; steps-- {
		c = a.cells[c].prev
	}
	return c
}

// copyCell finds a cell that is not the first computation of its node.
func (a *annealer) copyCell() (c int32, ok bool) {
	for range 8 {
		c := a.all[a.below(len(a.all))]
		if a.events[a.cells[c].node][0] != c {
			return c, true
		}
	}
	return 0, false
}

func (a *annealer) addCopy() {
	v, c, ok := a.gap()
	if !ok {
		return
	}
	if a.takes || a.below(4) == 0 {
		a.addChain(v, c)
		return
	}
	limit := a.limit() - float64(a.g.Nodes[v].Duration)
	excess, useful := a.probeInsert(v, c)
	if useful && a.price*float64(excess) <= limit {
		a.leaving()
		a.insert(v, c)
	}
}

// keep notes the state if it is the best so far.
func (a *annealer) keep() {
	if a.excess == 0 && a.duration < a.bestDuration {
		a.bestDuration = a.duration
		a.best = a.schedule(a.best)
		a.better = true
	}
}

// leaving is keep before a change, in graphs that are not too large for that.
func (a *annealer) leaving() {
	if !a.lazy {
		a.keep()
	}
}

// try makes changes and takes them back if they cost too much.
func (a *annealer) try(f func()) {
	limit := a.limit()
	duration, excess := a.duration, a.excess
	a.leaving()
	f()
	cost := float64(a.duration-duration) + float64(a.price*float64(a.excess-excess))
	if cost > limit {
		a.revert()
	}
	a.undo = a.undo[:0]
}

// addChain computes a node again, and some of the operands that would have to
// live longer for it.
func (a *annealer) addChain(v, c int32) {
	a.try(func() {
		e := a.add(v, c)
		for depth := 0; depth < 4; depth++ {
			reads := a.g.Nodes[v].Reads
			again := int32(-1)
			for _, u := range reads {
				events := a.events[u]
				i := a.behind(events, a.cells[e].key) - 1
				if i > 0 && !a.held(events, i+1, u) && events[i-1] != a.cells[e].prev &&
					!a.g.Nodes[u].Once && a.below(2) == 0 {
					again = u
					n := a.add(u, a.cells[e].prev)
					if a.below(2) == 0 {
						v, e = u, n
						break
					}
				}
			}
			if again < 0 || again != v {
				return
			}
		}
	})
}

func (a *annealer) dropCopy() {
	c, ok := a.copyCell()
	if !ok {
		return
	}
	v := a.cells[c].node
	if a.takes || a.below(4) == 0 {
		a.try(func() { a.dropChain(c) })
		return
	}
	excess := a.probeRemove(c)
	if float64(a.price*float64(excess)) <= a.limit()+float64(a.g.Nodes[v].Duration) {
		if excess > 0 {
			a.leaving()
		}
		a.remove(c)
	}
}

// dropChain takes a copy out, and the copies that only it read.
func (a *annealer) dropChain(c int32) {
	v, key := a.cells[c].node, a.cells[c].key
	a.drop(c)
	for _, u := range a.g.Nodes[v].Reads {
		events := a.events[u]
		i := a.behind(events, key)
		if i > 1 && a.cells[events[i-1]].node == u && !a.held(events, i, u) {
			a.dropChain(events[i-1])
		}
	}
}

// shiftCopy moves a copy between the uses before and behind it.
func (a *annealer) shiftCopy() {
	c, ok := a.copyCell()
	if !ok {
		return
	}
	v := a.cells[c].node
	events := a.events[v]
	at := a.behind(events, a.cells[c].key) - 1
	before := events[at-1]
	last := a.cells[tail].prev
	if at+1 < len(events) {
		last = a.cells[events[at+1]].prev
	}
	a.try(func() {
		to := a.target(v, c, before, last)
		if to == c || to == a.cells[c].prev {
			return
		}
		a.drop(c)
		a.add(v, to)
	})
}

// target is a cell between two others, near c or next to a use of an operand.
func (a *annealer) target(v, c, before, last int32) int32 {
	if r := a.below(8); r < 3 {
		return a.placeFor(v, before, last)
	} else if r < 4 {
		return before
	}
	to := c
	if steps := 1 + a.below(1<<(1+a.below(5))); a.below(2) == 0 {
		for ; steps > 0 && to != last; steps-- {
			to = a.cells[to].next
		}
	} else {
		for ; steps >= 0 && to != before; steps-- {
			to = a.cells[to].prev
		}
	}
	return to
}

// exchange takes a copy out and computes something else again.
func (a *annealer) exchange() {
	c, ok := a.copyCell()
	if !ok {
		return
	}
	a.try(func() {
		// A gap across the copy serves the same steps.
		a.dropChain(c)
		if v, to, ok := a.gap(); ok {
			a.add(v, to)
		}
	})
}

// shiftAny moves a computation to any place that the order allows.
func (a *annealer) shiftAny() {
	c := a.all[a.below(len(a.all))]
	v := a.cells[c].node
	n := &a.g.Nodes[v]
	before := int32(head)
	for _, list := range [2][]int32{n.Reads, n.After} {
		for _, u := range list {
			if first := a.events[u][0]; a.cells[first].key > a.cells[before].key {
				before = first
			}
		}
	}
	events := a.events[v]
	end := int32(tail)
	if events[0] == c {
		if len(events) > 1 {
			end = events[1]
		}
		for _, w := range a.follow[v] {
			if first := a.events[w][0]; a.cells[first].key < a.cells[end].key {
				end = first
			}
		}
	}
	last := a.cells[end].prev
	if before == a.cells[c].prev && last == c {
		return
	}
	a.try(func() {
		to := a.target(v, c, before, last)
		if to == c || to == a.cells[c].prev {
			return
		}
		a.drop(c)
		a.add(v, to)
	})
}
