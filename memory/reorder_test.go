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
		for _, backward := range []bool{false, true} {
			s := newSearch(newRegion(newLayout(g), 0, n, backward), math.MaxInt64)
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
