package memory

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
)

// best is the least peak of all orders, each of them simulated.
func best(t *testing.T, g *Graph) int64 {
	least := int64(math.MaxInt64)
	done := make([]bool, len(g.Nodes))
	var s Schedule
	var visit func()
	visit = func() {
		if len(s) == len(g.Nodes) {
			p, err := g.Simulate(s)
			if err != nil {
				t.Fatal(err)
			}
			least = min(least, p.Peak)
			return
		}
	nodes:
		for v := range g.Nodes {
			if done[v] {
				continue
			}
			for _, u := range append(append([]int32(nil), g.Nodes[v].Reads...), g.Nodes[v].After...) {
				if !done[u] {
					continue nodes
				}
			}
			done[v], s = true, append(s, int32(v))
			visit()
			done[v], s = false, s[:len(s)-1]
		}
	}
	visit()
	return least
}

func TestSearchFindsTheLeastPeak(t *testing.T) {
	for seed := range campaign.Seeds(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 1 + r.IntN(8)
		if r.IntN(20) == 0 {
			n = 9
		}
		g := generate(seed, n)
		want := best(t, g)
		l := newLayout(g)
		if bound := newCutter(l).raise(l, simpleBound(g), 1e6); bound > want {
			t.Errorf("%s: bound %d, and the least peak is %d", g.Name, bound, want)
		}
		for _, backward := range []bool{false, true} {
			s := newSearch(newRegion(newLayout(g), 0, n, backward), math.MinInt64, math.MaxInt64)
			order, v := s.run(math.MaxInt64 / 2)
			if v != found {
				t.Fatalf("%s: backward %v: %v", g.Name, backward, v)
			}
			p, err := g.Simulate(s.r.schedule(order))
			if err != nil {
				t.Fatalf("%s: backward %v: %v", g.Name, backward, err)
			}
			if p.Peak != want || s.level != want {
				t.Errorf("%s: backward %v: peak %d, level %d, and the least is %d", g.Name, backward, p.Peak, s.level, want)
			}
		}
	}
}

func TestOrdersAreOrders(t *testing.T) {
	for seed := range campaign.Seeds(500) {
		r := rand.New(rand.NewPCG(seed, 2))
		g := generate(seed, 1+r.IntN(60))
		for i, s := range Orders(g) {
			if len(s) != len(g.Nodes) {
				t.Fatalf("%s: order %d has %d steps", g.Name, i, len(s))
			}
			if _, err := g.Simulate(s); err != nil {
				t.Fatalf("%s: order %d: %v", g.Name, i, err)
			}
		}
	}
}

func TestForestsAreOrderedBest(t *testing.T) {
	tried := 0
	for seed := range campaign.Seeds(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := families[4].make(r, 1+r.IntN(40))
		for v := range g.Nodes {
			n := &g.Nodes[v]
			n.Workspace = int64(r.IntN(300))
			if len(n.Reads) > 0 && r.IntN(4) == 0 {
				n.Size = g.Nodes[n.Reads[0]].Size
				n.Takes = n.Reads[:1]
			}
		}
		readers := reversed(g, reads)
		for v := range g.Nodes {
			g.Nodes[v].Kept = len(readers.of(int32(v))) == 0 && r.IntN(2) == 0
		}
		order := liu(g, &readers)
		s := newSearch(newRegion(newLayout(g), 0, len(g.Nodes), true), math.MinInt64, math.MaxInt64)
		if _, v := s.run(1e5); v != found {
			continue
		}
		tried++
		if p, err := g.Simulate(order); err != nil || p.Peak != s.level {
			t.Errorf("seed %d, %d nodes: peak %d, and the least is %d (%v)", seed, len(g.Nodes), p.Peak, s.level, err)
		}
	}
	if tried == 0 {
		t.Error("no forest was tried")
	}
}
