// Package graphs makes graphs and schedules for tests: a few families that differ
// in what is difficult about them. The same seed makes the same graphs.
package graphs

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tg-opt/tg/memory"
)

// Family is a kind of graphs.
type Family struct {
	Name string
	// Make is a graph of about so many nodes, at least 1, without labels and with
	// no fields but durations, sizes and reads.
	Make func(r *rand.Rand, nodes int) *memory.Graph
}

// Families are all of them.
var Families = []Family{
	{"chain", Chain},
	{"layered", Layered},
	{"unet", UNet},
	{"forest", Forest},
	{"star", Star},
	{"wide", Wide},
	{"zero-sizes", ZeroSizes},
	{"zero-durations", ZeroDurations},
	{"huge", Huge},
}

// Rand is the source of random numbers of a seed.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x6d656d6f7279)) }

// Most is how many nodes a graph of All has at most.
const Most = 60

// All are a graph of each family, most of them small, one node without any edge,
// and the graph without nodes.
func All(seed uint64) []*memory.Graph {
	r := Rand(seed)
	list := []*memory.Graph{
		{Name: fmt.Sprintf("empty-%d", seed)},
		named(&memory.Graph{Nodes: make([]memory.Node, 1)}, r, "single", seed),
	}
	for _, f := range Families {
		most := 12
		if r.IntN(3) == 0 {
			most = Most
		}
		g := f.Make(r, 1+r.IntN(most))
		g.Name = fmt.Sprintf("%s-%d", f.Name, seed)
		list = append(list, g)
	}
	return list
}

func named(g *memory.Graph, r *rand.Rand, name string, seed uint64) *memory.Graph {
	fill(g, r)
	g.Name = fmt.Sprintf("%s-%d", name, seed)
	return g
}

// fill gives nodes durations and sizes from 1 on, most of them small, so that
// equal ones occur.
func fill(g *memory.Graph, r *rand.Rand) {
	most := []int{3, 20, 1000}[r.IntN(3)]
	for v := range g.Nodes {
		g.Nodes[v].Duration = int64(1 + r.IntN(most))
		g.Nodes[v].Size = int64(1 + r.IntN(most))
	}
}

// read lets node v read others; each is read once whatever the list has.
func read(g *memory.Graph, v int, operands ...int) {
	list := g.Nodes[v].Reads
	for _, u := range operands {
		list = append(list, int32(u))
	}
	slices.Sort(list)
	g.Nodes[v].Reads = slices.Compact(list)
}

// empty is a graph of so many filled nodes, at most and at least one.
func empty(r *rand.Rand, nodes int) *memory.Graph {
	g := &memory.Graph{Nodes: make([]memory.Node, max(nodes, 1))}
	fill(g, r)
	return g
}

// Chain is the training of a chain of layers: forward steps and, behind them,
// backward steps that each read the forward step of their layer and the one
// before. In some, sizes shrink along the chain.
func Chain(r *rand.Rand, nodes int) *memory.Graph {
	g := empty(r, nodes)
	n := len(g.Nodes)
	shrinking := r.IntN(2) == 0
	for v := 1; v < n; v++ {
		read(g, v, v-1)
		if mirror := n - 1 - v; mirror < v-1 {
			read(g, v, mirror)
			if mirror > 0 {
				read(g, v, mirror-1)
			}
		}
		if layer := min(v, n-1-v); shrinking {
			g.Nodes[v].Size = int64(1024) >> min(layer, 10)
		}
	}
	return g
}

// Layered has layers of a few nodes, each of which reads some of the layer before
// and now and then one of any layer.
func Layered(r *rand.Rand, nodes int) *memory.Graph {
	g := empty(r, nodes)
	for begin, last := 0, 0; begin < len(g.Nodes); {
		end := min(begin+1+r.IntN(5), len(g.Nodes))
		for v := begin; v < end && begin > 0; v++ {
			for range 1 + r.IntN(3) {
				read(g, v, last+r.IntN(begin-last))
			}
			if r.IntN(4) == 0 {
				read(g, v, r.IntN(begin))
			}
		}
		begin, last = end, begin
	}
	return g
}

// UNet is the training of a U-Net: a way down and a way up that reads, at each
// level, what was there on the way down, and all that backwards. Sizes halve with
// each level.
func UNet(r *rand.Rand, nodes int) *memory.Graph {
	g := empty(r, nodes)
	n := len(g.Nodes)
	forward := (n + 1) / 2
	levels := max((forward+1)/2, 1)
	for v := 1; v < n; v++ {
		read(g, v, v-1)
		f := v
		if v >= forward {
			f = n - 1 - v
			read(g, v, min(f, v-1), max(f-1, 0))
		}
		if skip := forward - 1 - f; skip >= 0 && skip < f && f >= levels {
			read(g, v, skip)
		}
		level := min(f, max(forward-1-f, 0))
		g.Nodes[v].Size = int64(256) >> min(level, 8)
	}
	return g
}

// Forest is trees of which each node is read by at most one other.
func Forest(r *rand.Rand, nodes int) *memory.Graph {
	g := empty(r, nodes)
	n := len(g.Nodes)
	near := r.IntN(2) == 0
	for u := 0; u < n-1; u++ {
		if r.IntN(12) == 0 {
			continue
		}
		v := u + 1 + r.IntN(n-1-u)
		if near {
			v = min(v, u+1+r.IntN(4))
		}
		read(g, v, u)
	}
	return g
}

// Star is one node that all others read, which the last one reads.
func Star(r *rand.Rand, nodes int) *memory.Graph {
	g := empty(r, nodes)
	n := len(g.Nodes)
	for v := 1; v < n; v++ {
		read(g, v, 0)
		if v < n-1 {
			read(g, n-1, v)
		}
	}
	return g
}

// Wide is many nodes that read nothing or one node, and as many again that read
// one or two of them each, in another order.
func Wide(r *rand.Rand, nodes int) *memory.Graph {
	g := empty(r, nodes)
	n := len(g.Nodes)
	half := (n + 1) / 2
	order := r.Perm(half)
	for v := 1; v < n; v++ {
		switch {
		case v >= half:
			read(g, v, order[v-half])
			if r.IntN(3) == 0 {
				read(g, v, r.IntN(half))
			}
		case r.IntN(4) == 0:
			read(g, v, 0)
		}
	}
	return g
}

// ZeroSizes is layered, and half of its values have no bytes.
func ZeroSizes(r *rand.Rand, nodes int) *memory.Graph {
	g := Layered(r, nodes)
	for v := range g.Nodes {
		g.Nodes[v].Size *= int64(r.IntN(2))
	}
	return g
}

// ZeroDurations is layered, and half of its nodes take no time.
func ZeroDurations(r *rand.Rand, nodes int) *memory.Graph {
	g := Layered(r, nodes)
	for v := range g.Nodes {
		g.Nodes[v].Duration *= int64(r.IntN(2))
	}
	return g
}

// Huge is layered, and one value has by far the most bytes: as many as leave room
// for sums of all others in an int64.
func Huge(r *rand.Rand, nodes int) *memory.Graph {
	g := Layered(r, nodes)
	g.Nodes[r.IntN(len(g.Nodes))].Size = 1 << 61
	return g
}
