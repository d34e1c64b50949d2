package memory

import (
	"container/heap"
	"math"
	"slices"
)

// A sweep makes a schedule in one pass over an order: where the next node does
// not fit, idle values leave, those first that free the most bytes for the
// longest at the least duration of computing them again; and what is read and
// not there is computed again, with all that needs. It is the eviction of DTR
// (Kirisame et al. 2021) with the next reads known, in O(log n) for each value
// that leaves or comes.
//
// Where nothing is left to leave, it goes on above the budget.
type sweep struct {
	g      *Graph
	budget int64
	rule   sweepRule
	// at is the place of each node in the order, and uses the places of the
	// readers still to come.
	at   []int32
	uses [][]int32
	now  int32
	live int64
	// resident values are there, and may leave if nothing pins them.
	resident []bool
	pins     []int32
	// away are values that have left and will be read.
	away []bool
	// wanted is how many values that have left would be computed from each.
	wanted []int32
	// closure and marks are those of the last call of cost.
	closure  []int32
	marks    []int32
	stamp    int32
	idle     idleHeap
	schedule Schedule
	most     int
	// stays are values that never leave before they have been read.
	stays []bool
	// missing is a stack of operands that have to be brought back.
	missing []int32
}

// A sweepRule weighs bytes, steps up to the next read and duration by exponents.
type sweepRule struct{ bytes, steps, duration float64 }

// sweepRules are tried one after the other.
var sweepRules = []sweepRule{{1, 1, 1}, {1, 0.5, 1}, {1, 0, 1}, {1, 1, 0.5}, {0, 1, 0}, {1, 1, 0}}

type idleValue struct {
	score float64
	node  int32
}

// idleHeap has the value that should leave first on top. Scores fall with time,
// so that one that is still the highest when brought up to date is the highest.
type idleHeap []idleValue

func (h idleHeap) Len() int { return len(h) }
func (h idleHeap) Less(i, j int) bool {
	return h[i].score > h[j].score || h[i].score == h[j].score && h[i].node < h[j].node
}
func (h idleHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *idleHeap) Push(x any)   { *h = append(*h, x.(idleValue)) }
func (h *idleHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// sweepOrder is the schedule of a sweep over an order of all nodes. It is nil if
// it would take too many computations, or one that must not be. In a strict
// sweep, which cannot need those, nothing leaves that depends on them.
func sweepOrder(g *Graph, budget int64, order Schedule, readers [][]int32, rule sweepRule, strict bool) Schedule {
	n := len(g.Nodes)
	s := &sweep{g: g, budget: budget, rule: rule, at: make([]int32, n), uses: make([][]int32, n),
		resident: make([]bool, n), pins: make([]int32, n), away: make([]bool, n), wanted: make([]int32, n), marks: make([]int32, n), most: 3*n + 1000,
		stays: make([]bool, n)}
	for v := range g.Nodes {
		s.stays[v] = g.Nodes[v].Once || g.Nodes[v].Size == 0
		for _, u := range g.Nodes[v].Reads {
			s.stays[v] = s.stays[v] || strict && s.stays[u] && !(g.Nodes[u].Kept && g.Nodes[u].Once)
		}
	}
	for i, v := range order {
		s.at[v] = int32(i)
	}
	for v := range readers {
		for _, w := range readers[v] {
			s.uses[v] = append(s.uses[v], s.at[w])
		}
		slices.Sort(s.uses[v])
	}
	for i, v := range order {
		s.now = int32(i)
		if !s.compute(v) {
			return nil
		}
		s.release(v)
	}
	for v := range g.Nodes {
		if !g.Nodes[v].Kept {
			continue
		}
		if s.resident[v] {
			s.pins[v]++
		} else if !s.compute(int32(v)) {
			return nil
		}
	}
	return s.schedule
}

// compute brings the operands of a node back, makes room and computes it. The
// value is pinned.
func (s *sweep) compute(v int32) bool {
	n := &s.g.Nodes[v]
	first := len(s.missing)
	for _, u := range n.Reads {
		if s.resident[u] {
			s.pins[u]++
		} else {
			s.missing = append(s.missing, u)
		}
	}
	for len(s.missing) > first {
		last := len(s.missing) - 1
		u := s.missing[last]
		s.missing = s.missing[:last]
		if s.resident[u] {
			s.pins[u]++
		} else if len(s.schedule) > s.most || s.g.Nodes[u].Once || !s.compute(u) {
			return false
		}
	}
	need := n.Size + n.Workspace
	for _, u := range n.Takes {
		if s.pins[u] == 1 && !s.needed(u, v) {
			need -= n.Size
			break
		}
	}
	for s.live+need > s.budget && s.leave() {
		continue
	}
	if s.away[v] {
		s.want(v, -1)
	}
	s.schedule = append(s.schedule, v)
	s.resident[v] = true
	s.live += n.Size
	s.pins[v]++
	for _, u := range n.Reads {
		for len(s.uses[u]) > 0 && s.uses[u][0] <= s.now && s.at[v] == s.now {
			s.uses[u] = s.uses[u][1:]
		}
		s.release(u)
	}
	return true
}

// needed says if a value is read by the order at a later place than that of the
// present computation.
func (s *sweep) needed(u, v int32) bool {
	if s.g.Nodes[u].Kept {
		return true
	}
	uses := s.uses[u]
	if len(uses) > 0 && uses[0] == s.now && s.at[v] == s.now {
		uses = uses[1:]
	}
	return len(uses) > 0
}

// release takes a pin off a value. It leaves if it is not read any more, and may
// leave otherwise.
func (s *sweep) release(v int32) {
	s.pins[v]--
	if s.pins[v] > 0 {
		return
	}
	if len(s.uses[v]) == 0 && !s.g.Nodes[v].Kept {
		s.drop(v)
	} else if !s.stays[v] {
		heap.Push(&s.idle, idleValue{s.score(v), v})
	}
}

// want notes that a value has left before its last read, or is back.
func (s *sweep) want(v, change int32) {
	s.away[v] = change > 0
	for _, u := range s.g.Nodes[v].Reads {
		s.wanted[u] += change
	}
}

func (s *sweep) drop(v int32) {
	s.resident[v] = false
	s.live -= s.g.Nodes[v].Size
}

// cost is the duration of bringing a value back at its next read: its own, and
// that of all it needs which will not be there. It is infinite if that is more
// than a few computations, or one that must not be. What others that have left
// need counts once for each of them.
func (s *sweep) cost(v int32) float64 {
	then := s.nextUse(v)
	s.stamp++
	s.closure = append(s.closure[:0], v)
	s.marks[v] = s.stamp
	sum := 0.0
	for i := 0; i < len(s.closure); i++ {
		n := &s.g.Nodes[s.closure[i]]
		sum += float64(n.Duration)
		for _, u := range n.Reads {
			if s.marks[u] == s.stamp || s.resident[u] && (s.g.Nodes[u].Kept || s.lastUse(u) >= then) {
				continue
			}
			if s.g.Nodes[u].Once || len(s.closure) == mostClosure {
				return math.Inf(1)
			}
			s.marks[u] = s.stamp
			s.closure = append(s.closure, u)
		}
	}
	return sum * float64(1+s.wanted[v])
}

// nextUse is the place at which the order reads a value next, or the end.
func (s *sweep) nextUse(v int32) int32 {
	if len(s.uses[v]) > 0 {
		return s.uses[v][0]
	}
	return int32(len(s.at))
}

func (s *sweep) lastUse(v int32) int32 {
	if n := len(s.uses[v]); n > 0 {
		return s.uses[v][n-1]
	}
	return s.now
}

func (s *sweep) score(v int32) float64 {
	cost := s.cost(v)
	if math.IsInf(cost, 1) {
		return 0
	}
	steps := float64(s.nextUse(v) - s.now)
	return math.Pow(float64(s.g.Nodes[v].Size), s.rule.bytes) * math.Pow(max(steps, 0.5), s.rule.steps) /
		math.Pow(cost+1e-3, s.rule.duration)
}

// leave lets the best idle value go; false if there is none.
func (s *sweep) leave() bool {
	for len(s.idle) > 0 {
		top := s.idle[0]
		if !s.resident[top.node] || s.pins[top.node] > 0 {
			// It comes back when its pin goes.
			heap.Pop(&s.idle)
			continue
		}
		if score := s.score(top.node); score < top.score && len(s.idle) > 1 {
			s.idle[0].score = score
			heap.Fix(&s.idle, 0)
			if s.idle[0].node != top.node {
				continue
			}
		}
		if s.idle[0].score == 0 {
			return false
		}
		heap.Pop(&s.idle)
		s.drop(top.node)
		s.want(top.node, 1)
		return true
	}
	return false
}
