// Package mincut finds minimum cuts of networks.
package mincut

import "math"

// Cost is what a choice costs: numbers of which the first one that differs decides. Costs are
// added and subtracted number by number, so that all that holds of minimum cuts holds of them, and
// equality is exact.
type Cost [3]int64

// Plus is the sum of two costs.
func (c Cost) Plus(d Cost) Cost { return Cost{c[0] + d[0], c[1] + d[1], c[2] + d[2]} }

// Minus is the difference of two costs.
func (c Cost) Minus(d Cost) Cost { return Cost{c[0] - d[0], c[1] - d[1], c[2] - d[2]} }

// Compare is below, at or above 0 as c is cheaper than d, equal, or dearer.
func (c Cost) Compare(d Cost) int {
	for i := range c {
		switch {
		case c[i] < d[i]:
			return -1
		case c[i] > d[i]:
			return 1
		}
	}
	return 0
}

// positive reports whether c is dearer than nothing.
func (c *Cost) positive() bool {
	return c[0] > 0 || c[0] == 0 && (c[1] > 0 || c[1] == 0 && c[2] > 0)
}

// Min is the cheaper one of two costs.
func (c Cost) Min(d Cost) Cost {
	if d.Compare(c) < 0 {
		return d
	}
	return c
}

// Never is the cost of what must not be. All that may be costs less together.
var Never = Cost{math.MaxInt64 / 8}

// Endless is the capacity of an edge that no cut goes through.
var Endless = Cost{math.MaxInt64 / 4}

// Network is a directed graph with capacities. The minimum cut is that of Dinic, "Algorithm for
// solution of a problem of maximum flow in networks with power estimation", 1970.
type Network struct {
	first []int32 // the first edge of each node, or -1
	edges []edge
	level []int32 // the distance of each node from the source; -1 for none
	at    []int32 // the edge of each node that is tried next
	queue []int32
	path  []int32
}

// edge is one direction of an edge; the other one is its neighbour, number^1.
type edge struct {
	to, next int32
	room     Cost
}

// New is a network with so many nodes, numbered from 0, and no edges.
func New(nodes int) *Network {
	g := &Network{first: make([]int32, nodes), edges: make([]edge, 0, 4*nodes)} // of a few for each node, both ways
	for i := range g.first {
		g.first[i] = -1
	}
	return g
}

// Edge adds an edge, which counts in a cut where it begins on the side of the source and does not
// end there.
func (g *Network) Edge(from, to int, capacity Cost) {
	g.edges = append(g.edges, edge{to: int32(to), next: g.first[from], room: capacity})
	g.first[from] = int32(len(g.edges) - 1)
	g.edges = append(g.edges, edge{to: int32(from), next: g.first[to]})
	g.first[to] = int32(len(g.edges) - 1)
}

// Minimum is the source's side of a minimum cut, the smallest one.
func (g *Network) Minimum(source, sink int) []bool {
	side, _ := g.Within(source, sink, math.MaxInt)
	return side
}

// Within is Minimum for a network that may be looked through so many times; ok is false where that
// is not enough.
func (g *Network) Within(source, sink, times int) (side []bool, ok bool) {
	g.at, g.level = make([]int32, len(g.first)), make([]int32, len(g.first))
	for ; g.layers(int32(source), int32(sink)); times-- {
		if times == 0 {
			return nil, false
		}
		copy(g.at, g.first)
		g.push(int32(source), int32(sink))
	}
	side = make([]bool, len(g.first))
	for n, l := range g.level {
		side[n] = l >= 0
	}
	return side, true
}

// layers numbers the nodes that the source reaches by their distance, up to that of the sink. It
// reports whether the source reaches the sink.
func (g *Network) layers(source, sink int32) bool {
	for i := range g.level {
		g.level[i] = -1
	}
	g.level[source] = 0
	g.queue = append(g.queue[:0], source)
	for k := 0; k < len(g.queue); k++ {
		n := g.queue[k]
		for i := g.first[n]; i >= 0; i = g.edges[i].next {
			e := &g.edges[i]
			if g.level[e.to] >= 0 || !e.room.positive() {
				continue
			}
			if g.level[e.to] = g.level[n] + 1; e.to == sink {
				return true
			}
			g.queue = append(g.queue, e.to)
		}
	}
	return false
}

// push sends flow along paths through the layers until none has room. It keeps its own stack,
// because paths may be as long as programs, and goes on from where a path has no room left.
func (g *Network) push(source, sink int32) {
	path, n := g.path[:0], source
	for {
		if n == sink {
			path, n = g.fill(path)
			continue
		}
		i := g.at[n]
		for i >= 0 && (g.level[g.edges[i].to] != g.level[n]+1 || !g.edges[i].room.positive()) {
			i = g.edges[i].next
		}
		if g.at[n] = i; i >= 0 {
			path, n = append(path, i), g.edges[i].to
			continue
		}
		if len(path) == 0 {
			g.path = path
			return
		}
		back := path[len(path)-1]
		path, n = path[:len(path)-1], g.edges[back^1].to
		g.at[n] = g.edges[back].next
	}
}

// fill sends as much flow along a path as it has room for. It returns the part of the path up to
// the first edge that is full, and the node there.
func (g *Network) fill(path []int32) ([]int32, int32) {
	flow := g.edges[path[0]].room
	for _, i := range path[1:] {
		flow = flow.Min(g.edges[i].room)
	}
	full := -1
	for k, i := range path {
		g.edges[i].room = g.edges[i].room.Minus(flow)
		g.edges[i^1].room = g.edges[i^1].room.Plus(flow)
		if full < 0 && !g.edges[i].room.positive() {
			full = k
		}
	}
	return path[:full], g.edges[path[full]^1].to
}
