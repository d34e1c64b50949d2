package memory

import (
	"math"
	"math/rand/v2"
	"time"
)

// ReorderOptions limit the search of Reorder.
type ReorderOptions struct {
	// Time ends the search; 0 is no limit. What is found then depends on the machine.
	Time time.Duration
	// Moves are the steps that may be tried, some 10 million of which take a
	// second; 0 is no limit. More are never worse. Without either limit the orders
	// of Orders are all that is tried.
	Moves int64
	// Seed leads what is chosen at random.
	Seed uint64
}

// ReorderResult is an order of a graph, and what is known of it.
type ReorderResult struct {
	// Schedule computes each node once.
	Schedule Schedule
	// Peak is the most bytes that are live at once; Bound is a number of bytes that
	// no schedule without recomputation goes below.
	Peak, Bound int64
	// Optimal says that no order has a lower peak.
	Optimal bool
	// Moves are those that were tried.
	Moves int64
}

const (
	// wholeNodes is how large a graph may be for searches over sets of all nodes.
	wholeNodes = 4096
	// stateBytes is what the states of one such search may take.
	stateBytes = 192 << 20
	// boundWork is how many arcs are looked at for the lower bound before the search.
	boundWork = 4_000_000
	// slice is the moves of one part of the first round; each round doubles it.
	slice = 20_000
)

// improver is the state of Reorder.
type improver struct {
	o        ReorderOptions
	l        *ordering
	best     Schedule
	peak     int64
	bound    int64
	moves    int64
	deadline time.Time
	// look is when the clock is read next.
	look int64
	over bool
	rng  *rand.Rand
	// exact are the searches over all nodes, forwards and backwards; nil where they
	// are given up.
	exact  [2]*setSearch
	anneal *orderAnnealer
	cuts   *cutter
}

// Reorder finds an order of a graph with a low peak. It tries those of Orders,
// then searches over sets of nodes, in the whole graph or around the present peak,
// and anneals, in rounds which grow until the limits are reached or the bound is.
// It depends on nothing but the graph, the seed and the moves. The initial order
// is returned if none is better. Where all sizes together do not fit into an int64,
// none is tried: the peak is then said to be the greatest int64, and the bound 0.
func Reorder(g *Graph, o ReorderOptions) *ReorderResult {
	r := &ReorderResult{Schedule: g.Initial(), Optimal: true}
	n := len(g.Nodes)
	if n == 0 {
		return r
	}
	if !fitsInt64(g) {
		r.Peak, r.Optimal = math.MaxInt64, false
		return r
	}
	start := time.Now()
	i := &improver{o: o, l: newOrdering(g), rng: rand.New(rand.NewPCG(o.Seed, 0))}
	if o.Time > 0 {
		i.deadline = start.Add(o.Time)
	}
	i.best = r.Schedule
	i.peak, _ = i.l.peak(0, n)
	i.bound = simpleBound(g)
	if i.peak > i.bound {
		i.lists()
		i.cuts = newCutter(i.l.lister)
		i.raise(boundWork)
	}
	if o.Time > 0 || o.Moves > 0 {
		i.rounds()
	}
	r.Schedule, r.Peak, r.Bound, r.Moves = i.best, i.peak, i.bound, i.moves
	r.Optimal = r.Peak == r.Bound
	return r
}

// fitsInt64 says whether no sum of sizes can be too large.
func fitsInt64(g *Graph) bool {
	rest := int64(math.MaxInt64)
	for v := range g.Nodes {
		n := &g.Nodes[v]
		if n.Size > rest || n.Workspace > rest-n.Size {
			return false
		}
		rest -= n.Size + n.Workspace
	}
	return true
}

// lists takes the best of the list schedulers' orders.
func (i *improver) lists() {
	for _, s := range i.l.all() {
		i.l.set(s)
		if peak, _ := i.l.peak(0, len(s)); peak < i.peak {
			i.peak, i.best = peak, s
		}
	}
	i.l.set(i.best)
}

// spend counts moves, and says whether to go on.
func (i *improver) spend(moves int64) bool {
	i.moves += moves
	if i.o.Moves > 0 && i.moves >= i.o.Moves {
		i.over = true
	}
	if !i.deadline.IsZero() && i.moves >= i.look {
		i.over = i.over || !time.Now().Before(i.deadline)
		i.look = i.moves + 2048
	}
	return !i.over
}

// done says that there is nothing left to do.
func (i *improver) done() bool { return i.over || i.peak <= i.bound }

// accept notes the present order if it is the best.
func (i *improver) accept() bool {
	peak, _ := i.l.peak(0, len(i.l.seq))
	if peak >= i.peak {
		return false
	}
	i.peak, i.best = peak, append(Schedule(nil), i.l.seq...)
	return true
}

// raise improves the bound.
func (i *improver) raise(work int64) {
	i.bound = min(i.cuts.raise(i.l, i.bound, work), i.peak)
}

func (i *improver) rounds() {
	n := len(i.l.seq)
	whole := n <= wholeNodes
	if whole && !i.done() {
		for d := range i.exact {
			i.exact[d] = newSetSearch(newRegion(i.l, 0, n, d == 1), i.bound, i.peak)
		}
	}
	for size := int64(slice); !i.done(); size = min(2*size, 1<<40) {
		// A large graph has too many sets for searches over them to get far.
		part := size * 250 / int64(250+n)
		for d := range i.exact {
			i.exhaust(d, part)
		}
		i.windows(size)
		i.cool(size)
		if whole {
			i.sweep(false, part)
			i.sweep(true, part)
		}
		if !i.done() {
			i.raise(min(boundWork+4*size, 4*boundWork))
			i.spend(size)
		}
	}
}

// exhaust goes on with an exact search.
func (i *improver) exhaust(d int, moves int64) {
	s := i.exact[d]
	for moves > 0 && s != nil && !i.done() {
		s.limit = i.peak
		before := s.steps
		order, v := s.run(min(moves, 4096))
		moves -= s.steps - before
		i.spend(s.steps - before)
		switch {
		case v == found:
			i.l.set(s.r.schedule(order))
			i.accept()
			i.bound = i.peak
		case v == exhausted:
			i.bound = i.peak
		case s.bytes() > stateBytes:
			i.bound = max(i.bound, min(s.level, i.peak))
			i.exact[d] = nil
			return
		}
		i.bound = max(i.bound, min(s.level, i.peak))
	}
}

// sweep is a beam search over the whole graph for a peak between bound and peak.
func (i *improver) sweep(backward bool, moves int64) {
	if i.done() {
		return
	}
	r := newRegion(i.l, 0, len(i.l.seq), backward)
	b := &beam{r: r, width: beamWidth(len(i.l.seq), moves)}
	low := i.bound - 1
	for !i.done() && i.peak-low > 1 && b.steps < moves {
		b.level = i.peak - 1 - (i.peak-1-low)/2
		if order := b.run(i.spend); order != nil {
			i.l.set(r.schedule(order))
			i.accept()
		} else {
			low = b.level
		}
	}
}

// beamWidth is that with which a beam takes about as many moves, with some nodes
// to choose from at each step, or less: a beam must fit into memory.
func beamWidth(nodes int, moves int64) int {
	const choices, most, mostLinks = 20, 1 << 14, 1 << 23
	return int(max(1, min(moves/(choices*int64(nodes)), most, mostLinks/int64(nodes))))
}

// cool anneals from the best order.
func (i *improver) cool(moves int64) {
	if i.done() {
		return
	}
	if i.anneal == nil {
		i.anneal = newOrderAnnealer(i.l, i.rng)
	}
	i.l.set(i.best)
	gap := float64(i.peak - i.bound)
	part := 0.01 + float64(0.2*i.rng.Float64()*i.rng.Float64())
	aim := func() int64 { return i.peak - max(1, int64(part*gap)) }
	i.anneal.reset(i.peak, aim())
	var sum int64
	for v := range i.l.g.Nodes {
		sum += i.l.g.Nodes[v].Size / int64(len(i.l.seq))
	}
	hot := float64(sum+1) * (0.05 + i.rng.Float64()) // exact product
	more := func(moves int64) bool { return i.spend(moves) && !i.done() }
	i.anneal.run(moves, hot, hot/100, more, func() {
		i.accept()
		i.anneal.reset(i.peak, max(i.bound, aim()))
	})
	i.l.set(i.best)
}

// windows orders steps around the peak anew, others as they are. It ends where
// the peak has not gone down for a while.
func (i *improver) windows(moves int64) {
	n := len(i.l.seq)
	misses := 0
	for moves > 0 && misses < 300 && !i.done() {
		top, at := i.l.peak(0, n)
		size := min(16<<i.rng.IntN(6), n)
		a := min(max(at-i.rng.IntN(size), 0), n-size)
		before := i.moves
		s := newSetSearch(newRegion(i.l, a, a+size, i.rng.Uint64()&1 == 0), top-1, top)
		i.spend(int64(n)/16 + int64(size))
		order, v := s.run(1024 << i.rng.IntN(5))
		i.spend(s.steps)
		misses++
		if v == found {
			copy(i.l.seq[a:a+size], s.r.schedule(order))
			i.l.refresh(a, a+size)
			i.accept()
			misses = 0
		}
		moves -= i.moves - before
	}
}
