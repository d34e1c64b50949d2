package storage

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/memory"
)

// TestNeeded drops from random schedules what nobody reads: all that is left reads what it should,
// nothing more can go, and no peak rises.
func TestNeeded(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		g := &memory.Graph{}
		for n := range 2 + r.IntN(8) {
			node := memory.Node{Duration: 1, Size: 1 + r.Int64N(9), Kept: r.IntN(4) == 0}
			for u := range n {
				if r.IntN(3) == 0 {
					node.Reads = append(node.Reads, int32(u))
				}
			}
			g.Nodes = append(g.Nodes, node)
		}
		s := g.Initial()
		for range r.IntN(6) { // again, anywhere behind the first time
			n := int32(r.IntN(len(g.Nodes)))
			at := slices.Index(s, n) + 1
			s = slices.Insert(s, at+r.IntN(len(s)-at+1), n)
		}
		got := needed(g, s)
		before, err := g.Simulate(s)
		if err != nil {
			t.Fatal(err)
		}
		after, err := g.Simulate(got)
		if err != nil {
			t.Fatalf("%v became %v: %v", s, got, err)
		}
		if after.Peak > before.Peak || len(got) > len(s) {
			t.Errorf("%v became %v, of peak %d after %d", s, got, after.Peak, before.Peak)
		}
		for n := range g.Nodes {
			if !slices.Contains(got, int32(n)) && g.Nodes[n].Kept {
				t.Errorf("%v became %v, without %d, which is kept", s, got, n)
			}
		}
		if again := needed(g, got); !slices.Equal(again, got) {
			t.Errorf("%v became %v, and then %v", s, got, again)
		}
	}
}
