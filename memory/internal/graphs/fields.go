package graphs

import (
	"math/rand/v2"
	"slices"

	"github.com/tg-opt/tg/memory"
)

// Fields is a copy of a graph in which nodes have all that memory.Node allows:
// nodes they come after, workspaces, nodes they take over, which are given their
// size, some that must not be computed again and some that are kept, and labels.
func Fields(r *rand.Rand, g *memory.Graph) *memory.Graph {
	out := &memory.Graph{Name: g.Name, Nodes: slices.Clone(g.Nodes)}
	labels := []string{"", "", "conv \"1\"", "größe\n", "<&>"}
	for v := range out.Nodes {
		n := &out.Nodes[v]
		n.Label = labels[r.IntN(len(labels))]
		n.Once, n.Kept = r.IntN(6) == 0, r.IntN(6) == 0
		if r.IntN(3) == 0 {
			n.Workspace = int64(r.IntN(50))
		}
		if v > 0 && r.IntN(4) == 0 {
			n.After = []int32{int32(r.IntN(v))}
			if u := int32(r.IntN(v)); u > n.After[0] {
				n.After = append(n.After, u)
			}
		}
		if len(n.Reads) == 0 || r.IntN(2) == 0 {
			continue
		}
		n.Size = out.Nodes[n.Reads[r.IntN(len(n.Reads))]].Size
		for _, i := range r.Perm(len(n.Reads)) {
			u := n.Reads[i]
			one := len(n.Takes) == 0 || out.Nodes[u].Size == out.Nodes[n.Takes[0]].Size
			if one && out.Nodes[u].Size <= n.Size {
				n.Takes = append(n.Takes, u)
			}
		}
	}
	// Sums of sizes are to fit into an int64, however often a huge one was taken over.
	for v := range out.Nodes {
		if n := &out.Nodes[v]; n.Size >= 1<<61 {
			n.Size = 1 << 54
		}
	}
	return out
}

// Schedule is a random schedule that computes every node, and again up to so many
// times in all any node that may be computed again. If fixed, the first
// computations are in the initial order.
func Schedule(r *rand.Rand, g *memory.Graph, again int, fixed bool) memory.Schedule {
	n := len(g.Nodes)
	needs, needers := make([]int, n), make([][]int32, n)
	var ready []int32
	for v := range g.Nodes {
		for _, list := range [][]int32{g.Nodes[v].Reads, g.Nodes[v].After} {
			for _, u := range list {
				needs[v]++
				needers[u] = append(needers[u], int32(v))
			}
		}
		if needs[v] == 0 {
			ready = append(ready, int32(v))
		}
	}
	var s, computed memory.Schedule
	for len(ready) > 0 {
		for again > 0 && len(computed) > 0 && r.IntN(n) < again {
			if u := computed[r.IntN(len(computed))]; !g.Nodes[u].Once {
				s = append(s, u)
			}
			again--
		}
		i := r.IntN(len(ready))
		if fixed {
			i = slices.Index(ready, slices.Min(ready))
		}
		v := ready[i]
		ready = slices.Delete(ready, i, i+1)
		s, computed = append(s, v), append(computed, v)
		for _, w := range needers[v] {
			if needs[w]--; needs[w] == 0 {
				ready = append(ready, w)
			}
		}
	}
	return s
}
