package scc

import (
	"math/rand/v2"
	"slices"
	"testing"
)

type node struct {
	mark  Mark
	id    int
	edges []*node
}

func (n *node) Mark() *Mark    { return &n.mark }
func (n *node) Edges() []*node { return n.edges }

// Two nodes are in one component exactly if each can be reached from the other, and
// components come after those that they lead to.
func TestComponents(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		nodes := make([]*node, rng.IntN(9))
		for i := range nodes {
			nodes[i] = &node{id: i}
		}
		reach := make([][]bool, len(nodes))
		for i, n := range nodes {
			reach[i] = make([]bool, len(nodes))
			reach[i][i] = true
			for range rng.IntN(3) {
				to := rng.IntN(len(nodes))
				n.edges = append(n.edges, nodes[to])
				reach[i][to] = true
			}
		}
		for k := range nodes {
			for i := range nodes {
				for j := range nodes {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		of := make([]int, len(nodes))
		count := 0
		for number, component := range Components(nodes) {
			for _, n := range component {
				of[n.id] = number
				count++
			}
		}
		if count != len(nodes) {
			t.Fatalf("seed %d: %d of %d nodes", seed, count, len(nodes))
		}
		for i := range nodes {
			for j := range nodes {
				if together := reach[i][j] && reach[j][i]; together != (of[i] == of[j]) {
					t.Errorf("seed %d: %d and %d", seed, i, j)
				}
				if reach[i][j] && of[j] > of[i] {
					t.Errorf("seed %d: %d comes before %d, which it leads to", seed, i, j)
				}
			}
		}
	}
}

// A long chain needs no deep stack, and the node that was found first is the last.
func TestDeep(t *testing.T) {
	nodes := make([]*node, 1_000_000)
	for i := range nodes {
		nodes[i] = &node{id: i}
		if i > 0 {
			nodes[i-1].edges = append(nodes[i-1].edges, nodes[i])
		}
	}
	nodes[len(nodes)-1].edges = []*node{nodes[0]}
	all := Components(nodes[:1])
	if len(all) != 1 || len(all[0]) != len(nodes) || !slices.IsSortedFunc(all[0], func(a, b *node) int { return b.id - a.id }) {
		t.Errorf("%d components", len(all))
	}
}
