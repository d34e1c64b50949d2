package memory_test

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/memory/check"
	"github.com/tg-opt/tg/memory/internal/graphs"
)

// small is a random graph of one of the families with a few nodes.
func small(r *rand.Rand, most int) *memory.Graph {
	f := graphs.Families[r.IntN(len(graphs.Families))]
	g := f.Make(r, 1+r.IntN(most))
	for len(g.Nodes) > most {
		g = f.Make(r, 1+r.IntN(most))
	}
	if r.IntN(2) == 0 {
		g = graphs.Fields(r, g)
	}
	return g
}

func initialPeak(t *testing.T, g *memory.Graph) int64 {
	t.Helper()
	p, err := g.Simulate(g.Initial())
	if err != nil {
		t.Fatal(err)
	}
	return p.Peak
}

// TestRematerializeAgreesWithDijkstra compares with a search in which values may
// leave at any time, without any estimate or dominance.
func TestRematerializeAgreesWithDijkstra(t *testing.T) {
	count := map[memory.Status]int{}
	for seed := range campaign.Seeds(2000) {
		r := graphs.Rand(seed)
		g := small(r, 8)
		peak := initialPeak(t, g)
		floor, _ := g.Floor()
		budget := max(1, min(floor, peak)-1+r.Int64N(max(peak-floor, 0)+3))
		order := memory.Order(r.IntN(2))
		res, err := memory.Rematerialize(g, memory.RematerializeOptions{Budget: budget, Order: order, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		count[res.Status]++
		want := dijkstra(g, budget, order == memory.Fixed)
		if want == math.MaxInt64 {
			if res.Status != memory.Infeasible {
				t.Fatalf("seed %d: %v, want infeasible", seed, res.Status)
			}
			continue
		}
		if res.Status != memory.Optimal || res.Duration != want || res.Bound != want {
			t.Fatalf("seed %d: %v %d, bound %d, want %d", seed, res.Status, res.Duration, res.Bound, want)
		}
		if err := check.Schedule(g, res.Schedule, budget, order == memory.Fixed); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if count[memory.Infeasible] == 0 || count[memory.Optimal] == 0 {
		t.Errorf("results are one-sided: %v", count)
	}
}

// A state of dijkstra is what has been computed and what is resident.
type state struct {
	computed, resident uint
	cost               int64
}

type stateQueue []state

func (q stateQueue) Len() int           { return len(q) }
func (q stateQueue) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q stateQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *stateQueue) Push(x any)        { *q = append(*q, x.(state)) }
func (q *stateQueue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}

// dijkstra is the least duration within a budget, or math.MaxInt64.
func dijkstra(g *memory.Graph, budget int64, fixed bool) int64 {
	done := map[[2]uint]bool{}
	q := &stateQueue{{}}
	for q.Len() > 0 {
		s := heap.Pop(q).(state)
		if done[[2]uint{s.computed, s.resident}] {
			continue
		}
		done[[2]uint{s.computed, s.resident}] = true
		if atEnd(g, s) {
			return s.cost
		}
		for v := range g.Nodes {
			if s.resident>>v&1 != 0 {
				heap.Push(q, state{s.computed, s.resident &^ (1 << v), s.cost})
			}
			for _, next := range computeNode(g, s, v, budget, fixed) {
				heap.Push(q, next)
			}
		}
	}
	return math.MaxInt64
}

func atEnd(g *memory.Graph, s state) bool {
	for v := range g.Nodes {
		if s.computed>>v&1 == 0 || g.Nodes[v].Kept && s.resident>>v&1 == 0 {
			return false
		}
	}
	return true
}

// computeNode are the states behind a computation of v: with all that is
// resident, or with the storage of one operand taken over.
func computeNode(g *memory.Graph, s state, v int, budget int64, fixed bool) (next []state) {
	n := &g.Nodes[v]
	first := s.computed>>v&1 == 0
	if !first && n.Once || fixed && first && s.computed != 1<<v-1 || s.resident>>v&1 != 0 {
		return nil
	}
	for _, u := range n.Reads {
		if s.resident>>u&1 == 0 {
			return nil
		}
	}
	for _, u := range n.After {
		if s.computed>>u&1 == 0 {
			return nil
		}
	}
	live := n.Size + n.Workspace
	for u := range g.Nodes {
		if s.resident>>u&1 != 0 {
			live += g.Nodes[u].Size
		}
	}
	behind := state{s.computed | 1<<v, s.resident | 1<<v, s.cost + n.Duration}
	if live <= budget {
		next = append(next, behind)
	}
	for _, u := range n.Takes {
		if live-g.Nodes[u].Size <= budget {
			next = append(next, state{behind.computed, behind.resident &^ (1 << u), behind.cost})
		}
	}
	return next
}

// TestRematerializeAgreesWithSequences tries all sequences up to a length, by
// the definition of a schedule, for one that is better.
func TestRematerializeAgreesWithSequences(t *testing.T) {
	for seed := range campaign.Seeds(200) {
		r := graphs.Rand(seed)
		g := small(r, 4)
		floor, _ := g.Floor()
		peak := initialPeak(t, g)
		budget := max(1, floor+r.Int64N(max(peak-floor, 0)+1))
		order := memory.Order(r.IntN(2))
		res, err := memory.Rematerialize(g, memory.RematerializeOptions{Budget: budget, Order: order, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		least := int64(math.MaxInt64)
		if res.Status == memory.Optimal {
			least = res.Duration
		}
		var try func(s memory.Schedule, duration int64)
		try = func(s memory.Schedule, duration int64) {
			if duration >= least {
				return
			}
			if check.Schedule(g, s, budget, order == memory.Fixed) == nil {
				t.Fatalf("seed %d: %v takes %d within %d, found %v %d", seed, s, duration, budget, res.Status, res.Duration)
			}
			if len(s) == len(g.Nodes)+3 {
				return
			}
			for v := range g.Nodes {
				if ready(g, s, v) {
					try(append(s, int32(v)), duration+g.Nodes[v].Duration)
				}
			}
		}
		try(nil, 0)
	}
}

func ready(g *memory.Graph, s memory.Schedule, v int) bool {
	for _, u := range g.Nodes[v].Reads {
		if !slices.Contains(s, u) {
			return false
		}
	}
	return true
}

// TestRematerializeProperties looks at what holds for graphs of any size.
func TestRematerializeProperties(t *testing.T) {
	for seed := range campaign.Seeds(12) {
		r := graphs.Rand(seed)
		for _, g := range graphs.All(seed) {
			if r.IntN(2) == 0 {
				g = graphs.Fields(r, g)
			}
			checkProperties(t, g, seed)
		}
	}
}

func checkProperties(t *testing.T, g *memory.Graph, seed uint64) {
	peak := initialPeak(t, g)
	solve := func(o memory.RematerializeOptions) *memory.RematerializeResult {
		o.Seed = seed
		res, err := memory.Rematerialize(g, o)
		if err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
		if res.Status >= memory.Feasible {
			if err := check.Schedule(g, res.Schedule, o.Budget, o.Order == memory.Fixed); err != nil {
				t.Fatalf("%s: %v", g.Name, err)
			}
			if res.Bound > res.Duration || (res.Bound == res.Duration) != (res.Status == memory.Optimal) {
				t.Fatalf("%s: %v, duration %d, bound %d", g.Name, res.Status, res.Duration, res.Bound)
			}
		}
		return res
	}
	if peak > 0 {
		same := solve(memory.RematerializeOptions{Budget: peak})
		if same.Status != memory.Optimal || !slices.Equal(same.Schedule, g.Initial()) {
			t.Fatalf("%s: within its peak the schedule is %v", g.Name, same.Schedule)
		}
	}
	for _, order := range []memory.Order{memory.Fixed, memory.Free} {
		var smaller *memory.RematerializeResult
		for _, percent := range []int64{60, 80, 95} {
			o := memory.RematerializeOptions{Budget: max(1, peak/100*percent+peak%100*percent/100), Order: order, Moves: 3000}
			if smaller != nil && smaller.Status >= memory.Feasible {
				o.Starts = append(o.Starts, smaller.Schedule)
			}
			res := solve(o)
			if smaller != nil && smaller.Status >= memory.Feasible &&
				(res.Status < memory.Feasible || res.Duration > smaller.Duration) {
				t.Fatalf("%s: %v %d within %d, %d within less", g.Name, res.Status, res.Duration, o.Budget, smaller.Duration)
			}
			if again := solve(o); !slices.Equal(again.Schedule, res.Schedule) || again.Status != res.Status {
				t.Fatalf("%s: two runs differ", g.Name)
			}
			o.Moves *= 4
			more := solve(o)
			if more.Status < res.Status && res.Status != memory.NoneFound ||
				res.Status >= memory.Feasible && more.Duration > res.Duration {
				t.Fatalf("%s: %v %d with more moves, %v %d with fewer", g.Name, more.Status, more.Duration, res.Status, res.Duration)
			}
			if more.Status >= memory.Feasible {
				o.Starts = append(o.Starts, more.Schedule)
				if again := solve(o); again.Duration > more.Duration {
					t.Fatalf("%s: worse than its own result", g.Name)
				}
			}
			smaller = more
		}
	}
}

// TestRematerializeRefuses bad input.
func TestRematerializeRefuses(t *testing.T) {
	g := &memory.Graph{Nodes: []memory.Node{{Duration: 1, Size: 1}, {Duration: 1, Size: 1, Reads: []int32{0}}}}
	big := &memory.Graph{Nodes: []memory.Node{{Duration: math.MaxInt64 / 2}}}
	for _, c := range []struct {
		g *memory.Graph
		o memory.RematerializeOptions
		s string
	}{
		{g, memory.RematerializeOptions{}, "the budget is 0 bytes; it must be positive"},
		{g, memory.RematerializeOptions{Budget: 3, Time: -1}, "the time is -1ns; it must not be negative"},
		{g, memory.RematerializeOptions{Budget: 3, Moves: -1}, "-1 moves; the number must not be negative"},
		{g, memory.RematerializeOptions{Budget: 3, Order: 7}, "the order is 7; it must be Fixed or Free"},
		{g, memory.RematerializeOptions{Budget: 3, Starts: []memory.Schedule{{0}}}, "only 1 of 2 nodes are computed"},
		{g, memory.RematerializeOptions{Budget: 3, Starts: []memory.Schedule{{1, 0}}},
			"step 0 computes node 1 before node 0, which it needs"},
		{big, memory.RematerializeOptions{Budget: 3},
			"the durations sum up to 4611686018427387903; the most that can be searched is 1152921504606846975"},
	} {
		if _, err := memory.Rematerialize(c.g, c.o); err == nil || err.Error() != c.s {
			t.Errorf("got %v, want %s", err, c.s)
		}
	}
}
