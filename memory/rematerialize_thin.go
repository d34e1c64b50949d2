package memory

import (
	"container/heap"
	"math"
	"slices"
)

// A gap is the time from one use of a value to the next, in which it is idle. A
// copy made at its end would serve the read there.
type gap struct {
	node int32
	// read is the cell at the end.
	read int32
	// most is at most the excess that the copy takes away, and score the same per
	// duration.
	most, score float64
	// duration is that of all copies, as last seen; 0 before.
	duration int64
}

// gapHeap has the gap of the highest score on top.
type gapHeap []gap

func (h gapHeap) Len() int { return len(h) }
func (h gapHeap) Less(i, j int) bool {
	return h[i].score > h[j].score ||
		h[i].score == h[j].score && (h[i].node < h[j].node || h[i].node == h[j].node && h[i].read < h[j].read)
}
func (h gapHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *gapHeap) Push(x any)   { *h = append(*h, x.(gap)) }
func (h *gapHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// thin adds copies at the ends of gaps, those first that take away the most
// excess per duration, until nothing is above the budget or nothing helps. What a
// copy takes away shrinks as others come, so a score is brought up to date
// before it counts, and all are when half of the excess is gone.
func (a *annealer) thin(spent func() bool) {
	for a.excess > 0 {
		before := a.excess
		h := a.gaps()
		for len(h) > 0 && a.excess > before/2 && !spent() {
			next := 0.0
			for _, g := range h[1:min(3, len(h))] {
				next = max(next, g.score)
			}
			a.moves++
			// Close to the best is good enough, and saves most of the trials.
			if h[0].score = a.fill(&h[0], 0.8*next); h[0].score > 0 {
				heap.Fix(&h, 0)
			} else {
				heap.Pop(&h)
			}
		}
		if spent() || before-a.excess <= before/50 {
			return
		}
	}
}

// gaps are those of all values that may be computed again and are idle at steps
// above the budget.
func (a *annealer) gaps() gapHeap {
	var h gapHeap
	// The sums up to each cell of the steps above the budget, and of the excess.
	steps, excess := make([]int64, len(a.cells)), make([]int64, len(a.cells))
	for c := a.cells[head].next; c != tail; c = a.cells[c].next {
		p := a.cells[c].prev
		steps[c], excess[c] = steps[p], excess[p]
		if over := a.over(a.cells[c].live); over > 0 {
			steps[c]++
			excess[c] += over
		}
	}
	for v := range a.g.Nodes {
		node := &a.g.Nodes[v]
		if node.Once || node.Size == 0 {
			continue
		}
		events := a.events[v]
		for i := 1; i < len(events); i++ {
			if !a.held(events, i, int32(v)) || events[i] == tail {
				continue
			}
			first, last := events[i-1], a.cells[events[i]].prev
			if over := steps[last] - steps[first]; over > 0 {
				most := min(float64(over)*float64(node.Size>>a.shift+1+a.step), float64(excess[last]-excess[first]))
				h = append(h, gap{node: int32(v), read: events[i], most: most, score: most / price(node.Duration)})
			}
		}
	}
	heap.Init(&h)
	return h
}

// price makes a divisor of a duration.
func price(duration int64) float64 { return float64(duration) + 1e-3 }

// mostClosure is how many copies filling one gap may take.
const mostClosure = 64

// fill adds a copy at the end of a gap, with what it needs, if it takes away at
// least so much excess per duration. Otherwise it returns how much it would take
// away at most; 0 if that is nothing, or if it is done.
func (a *annealer) fill(g *gap, least float64) float64 {
	if a.duration > math.MaxInt64/2 {
		return 0
	}
	// The closure hardly shrinks, so that its duration need not be summed up anew
	// to see that others are better.
	if g.duration > 0 {
		if score := g.most / price(g.duration); score < least {
			return score
		}
	}
	a.closeOver(g)
	var duration int64
	for _, v := range a.closure {
		duration += a.g.Nodes[v].Duration
	}
	g.duration = duration
	if score := g.most / price(duration); score < least {
		return score
	}
	// What lives while the copies are made is not counted yet.
	last := a.cells[g.read].prev
	a.spans = a.spans[:0]
	a.since(g.node, last, -a.g.Nodes[g.node].Size)
	for _, u := range a.longer {
		a.since(u, last, a.g.Nodes[u].Size)
	}
	g.most = float64(-a.probe(last))
	if score := g.most / price(duration); score < least || score <= 0 {
		return max(score, 0)
	}
	excess := a.excess
	a.undo = a.undo[:0]
	for _, v := range a.closure {
		a.add(v, a.cells[g.read].prev)
	}
	score := float64(excess-a.excess) / price(duration)
	if score > 0 && score >= least {
		a.undo = a.undo[:0]
		return 0
	}
	a.revert()
	return max(score, 0)
}

// since notes a change of the life of a node, from its last event up to a cell on.
func (a *annealer) since(v, last int32, bytes int64) {
	events := a.events[v]
	a.addSpan(events[a.behind(events, a.cells[last].key)-1], bytes)
}

// closeOver finds what must be computed for the end of a gap, in order, and what must live longer
// for that.
func (a *annealer) closeOver(g *gap) {
	key := a.cells[a.cells[g.read].prev].key
	events := a.events[g.node]
	life := float64(key-a.cells[events[a.behind(events, key)-1]].key) * float64(a.g.Nodes[g.node].Size)
	a.closure, a.longer = append(a.closure[:0], g.node), a.longer[:0]
	for i := 0; i < len(a.closure); i++ {
		a.work += int64(len(a.g.Nodes[a.closure[i]].Reads))
		for _, u := range a.g.Nodes[a.closure[i]].Reads {
			node := &a.g.Nodes[u]
			events := a.events[u]
			at := a.behind(events, key)
			if a.held(events, at, u) || slices.Contains(a.closure, u) {
				continue
			}
			// Living a little longer costs less than being computed once more.
			idle := float64(key-a.cells[events[at-1]].key) * float64(node.Size)
			if !node.Once && len(a.closure) < mostClosure && idle > 0.1*life {
				a.closure = append(a.closure, u)
			} else if node.Size > 0 && !slices.Contains(a.longer, u) {
				a.longer = append(a.longer, u)
			}
		}
	}
	slices.Sort(a.closure)
}
