package memory

import (
	"math"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
)

// TestListAgreesWithSimulate makes random changes and compares with Simulate.
func TestListAgreesWithSimulate(t *testing.T) {
	for seed := range campaign.Seeds(300) {
		r := newRandom(seed)
		g := randomGraph(&r, 2+r.below(12))
		p, err := g.Simulate(g.Initial())
		if err != nil {
			t.Fatal(err)
		}
		a := newAnnealer(g, p.Peak*int64(50+r.below(50))/100, r.below(2) == 0, seed)
		if err := a.load(g.Initial()); err != nil {
			t.Fatal(err)
		}
		for i := range 300 {
			a.temperature, a.price = 3, 0.1
			a.move()
			if i%10 != 0 {
				continue
			}
			s := a.schedule(nil)
			p, err := g.Simulate(s)
			if err != nil {
				t.Fatalf("seed %d: %v: %v", seed, s, err)
			}
			var excess int64
			step := 0
			for c := a.cells[head].next; c != tail; c = a.cells[c].next {
				if a.cells[c].live != p.Live[step] {
					t.Fatalf("seed %d, move %d: %v: %d bytes live at step %d, want %d",
						seed, i, s, a.cells[c].live, step, p.Live[step])
				}
				excess += a.over(p.Live[step])
				step++
			}
			if excess != a.excess || a.duration != g.Duration(s) {
				t.Fatalf("seed %d: excess %d, want %d", seed, a.excess, excess)
			}
		}
	}
}

// randomGraph makes a graph with all that a node can have.
func randomGraph(r *random, n int) *Graph {
	g := &Graph{Nodes: make([]Node, n)}
	for v := range g.Nodes {
		node := &g.Nodes[v]
		node.Duration, node.Size = int64(r.below(6)), int64(1+r.below(8))
		if r.below(8) == 0 {
			node.Workspace = int64(r.below(4))
		}
		node.Once = r.below(12) == 0
		node.Kept = r.below(6) == 0
		for u := range v {
			if r.below(n) < 2 {
				node.Reads = append(node.Reads, int32(u))
			} else if r.below(3*n) == 0 {
				node.After = append(node.After, int32(u))
			}
		}
		if len(node.Reads) > 0 && r.below(4) == 0 {
			u := node.Reads[r.below(len(node.Reads))]
			node.Size = g.Nodes[u].Size + int64(r.below(2)*r.below(9))
			node.Takes = append(node.Takes, u)
			for _, w := range node.Reads {
				if w != u && g.Nodes[w].Size == g.Nodes[u].Size {
					node.Takes = append(node.Takes, w)
				}
			}
		}
	}
	return g
}

// TestStartsAndBounds compares what is made without search with what is proven.
func TestStartsAndBounds(t *testing.T) {
	met, bounded := 0, 0
	for seed := range campaign.Seeds(1000) {
		r := newRandom(seed)
		g := randomGraph(&r, 2+r.below(9))
		p, err := g.Simulate(g.Initial())
		if err != nil {
			t.Fatal(err)
		}
		floor, _ := g.Floor()
		budget := max(1, floor+int64(r.below(int(max(p.Peak-floor, 0))+1)))
		readers := readersOf(g)
		least := g.Duration(g.Initial())
		schedule, bound := newExact(g, budget, false, math.MaxInt64).run(1e6, func(int64) bool { return false })
		more := newCover(g, readers).bound(budget)
		if schedule != nil && (more < 0 || more > bound || g.Duration(schedule) != least+bound) {
			t.Fatalf("seed %d: bound %d, optimum %d", seed, more, bound)
		}
		if more > 0 {
			bounded++
		}
		starts := []Schedule{}
		for _, rule := range sweepRules {
			starts = append(starts, sweepOrder(g, budget, g.Initial(), readers, rule, false),
				sweepOrder(g, budget, g.Initial(), readers, rule, true))
		}
		a := newAnnealer(g, budget, false, seed)
		if err := a.load(g.Initial()); err != nil {
			t.Fatal(err)
		}
		a.thin(func() bool { return false })
		starts = append(starts, a.schedule(nil))
		s := newSearch(g, RematerializeOptions{Budget: budget})
		for i, start := range starts {
			if start == nil {
				continue
			}
			if err := s.offer(start); err != nil {
				t.Fatalf("seed %d: start %d: %v", seed, i, err)
			}
		}
		if s.found != nil {
			met++
			if schedule == nil || s.foundDuration < least+bound {
				t.Fatalf("seed %d: a start takes %d, the optimum is %d", seed, s.foundDuration, least+bound)
			}
		}
	}
	if met == 0 || bounded == 0 {
		t.Errorf("%d starts within the budget, %d bounds above 0", met, bounded)
	}
}

// TestHugeNumbers keeps all sums within 64 bits.
func TestHugeNumbers(t *testing.T) {
	for seed := range campaign.Seeds(30) {
		r := newRandom(seed)
		g := randomGraph(&r, 70)
		for v := range g.Nodes {
			n := &g.Nodes[v]
			n.Size <<= 52
			n.Workspace <<= 52
			n.Duration <<= 50
		}
		p, err := g.Simulate(g.Initial())
		if err != nil {
			t.Fatal(err)
		}
		budget := p.Peak - p.Peak/5
		res, err := Rematerialize(g, RematerializeOptions{Budget: budget, Moves: 20_000, Order: Order(seed % 2)})
		if err != nil {
			t.Fatal(err)
		}
		if res.Status == Infeasible {
			continue
		}
		p, err = g.Simulate(res.Schedule)
		if err != nil || (p.Peak <= budget) != (res.Status >= Feasible) || g.Duration(res.Schedule) != res.Duration {
			t.Fatalf("seed %d: %v, peak %d, duration %d: %v", seed, res.Status, p.Peak, res.Duration, err)
		}
	}
}
