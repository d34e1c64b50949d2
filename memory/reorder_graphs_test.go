package memory

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// families are kinds of graphs: how the node v of n reads others.
var families = []struct {
	name string
	make func(r *rand.Rand, n int) *Graph
}{
	{"chain", func(r *rand.Rand, n int) *Graph {
		return build(r, n, func(v int) []int { return []int{v - 1} })
	}},
	{"training", func(r *rand.Rand, n int) *Graph {
		// The second half reads the first backwards.
		return build(r, n, func(v int) []int {
			if v < n/2 {
				return []int{v - 1}
			}
			return []int{v - 1, n - 1 - v}
		})
	}},
	{"u-net", func(r *rand.Rand, n int) *Graph {
		depth := max(n/4, 1)
		return build(r, n, func(v int) []int {
			switch at := v % (2 * depth); {
			case v < 2*depth && v < depth:
				return []int{v - 1}
			case v < 2*depth:
				return []int{v - 1, 2*depth - 1 - v}
			default:
				return []int{v - 1, 2*depth - 1 - at}
			}
		})
	}},
	{"layered", func(r *rand.Rand, n int) *Graph {
		width := 1 + r.IntN(max(n/3, 1))
		return build(r, n, func(v int) []int {
			var list []int
			from := (v/width - 1) * width
			for range 1 + r.IntN(3) {
				list = append(list, from+r.IntN(width))
			}
			if r.IntN(5) == 0 && v > 0 {
				list = append(list, r.IntN(v))
			}
			return list
		})
	}},
	{"in-forest", func(r *rand.Rand, n int) *Graph {
		read := make([][]int, n+5)
		for u := range n {
			v := u + 1 + r.IntN(1+min(n-u, 4))
			read[v] = append(read[v], u)
		}
		return build(r, n, func(v int) []int { return read[v] })
	}},
	{"out-forest", func(r *rand.Rand, n int) *Graph {
		return build(r, n, func(v int) []int { return []int{v - 1 - r.IntN(v+1)} })
	}},
	{"star", func(r *rand.Rand, n int) *Graph {
		return build(r, n, func(v int) []int {
			if v < n-1 {
				return []int{0}
			}
			return numbers(n - 1)
		})
	}},
	{"wide", func(r *rand.Rand, n int) *Graph {
		// Many short chains side by side, which one node gathers.
		return build(r, n, func(v int) []int {
			if v < n-1 {
				return []int{v - max(n/3, 1)}
			}
			return numbers(n - 1)
		})
	}},
	{"random", func(r *rand.Rand, n int) *Graph {
		p := 1 + r.IntN(4)
		return build(r, n, func(v int) []int {
			var list []int
			for range p {
				list = append(list, v-1-r.IntN(min(v, 20)+1))
			}
			return list
		})
	}},
}

func numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// build makes a graph, with sizes of one kind or another. Of what a node reads,
// numbers below 0 are left out.
func build(r *rand.Rand, n int, reads func(v int) []int) *Graph {
	g := &Graph{Nodes: make([]Node, n)}
	kind := r.IntN(5)
	for v := range g.Nodes {
		node := &g.Nodes[v]
		node.Duration = int64(r.IntN(10))
		switch kind {
		case 0:
			node.Size = 1
		case 1:
			node.Size = int64(r.IntN(4))
		case 2:
			node.Size = 1 << r.IntN(10)
		default:
			node.Size = int64(r.IntN(1000))
		}
		for _, u := range reads(v) {
			if u >= 0 && u < v {
				node.Reads = append(node.Reads, int32(u))
			}
		}
		slices.Sort(node.Reads)
		node.Reads = slices.Compact(node.Reads)
	}
	if kind == 4 && n > 0 {
		g.Nodes[r.IntN(n)].Size = 100000
	}
	return g
}

// adorn gives a graph what makes it harder: results that are kept, nodes that
// wait for others, workspace, and values that take storage over.
func adorn(r *rand.Rand, g *Graph) *Graph {
	for v := range g.Nodes {
		n := &g.Nodes[v]
		n.Kept = r.IntN(6) == 0
		if r.IntN(4) == 0 {
			n.Workspace = int64(r.IntN(500))
		}
		if v > 0 && r.IntN(6) == 0 {
			n.After = []int32{int32(r.IntN(v))}
		}
		for _, u := range n.Reads {
			if n.Takes == nil && r.IntN(3) == 0 {
				n.Size = g.Nodes[u].Size
			}
			one := len(n.Takes) == 0 || g.Nodes[u].Size == g.takenOver(n)
			if one && g.Nodes[u].Size <= n.Size && r.IntN(2) == 0 {
				n.Takes = append(n.Takes, u)
			}
		}
	}
	return g
}

// generate is one graph of some family, of n nodes.
func generate(seed uint64, n int) *Graph {
	r := rand.New(rand.NewPCG(seed, 7))
	f := families[r.IntN(len(families))]
	g := f.make(r, n)
	g.Name = fmt.Sprintf("%s, seed %d, %d nodes", f.name, seed, n)
	if r.IntN(2) == 0 {
		adorn(r, g)
	}
	return g
}
