package memory

import (
	"testing"
)

// TestListAgreesWithSimulate makes random changes and compares with Simulate.
func TestListAgreesWithSimulate(t *testing.T) {
	for seed := range uint64(300) {
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
			node.Size = g.Nodes[u].Size
			node.Takes = append(node.Takes, u)
			for _, w := range node.Reads {
				if w != u && g.Nodes[w].Size == node.Size {
					node.Takes = append(node.Takes, w)
				}
			}
		}
	}
	return g
}
