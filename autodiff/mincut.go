package autodiff

import "math"

// flowGraph is a directed graph with capacities. The minimum cut is that of Dinic, "Algorithm for
// solution of a problem of maximum flow in networks with power estimation", 1970.
type flowGraph struct {
	first []int32 // the first edge of each node, or -1
	edges []flowEdge
	level []int32
	at    []int32 // the edge of each node that is tried next
}

// flowEdge is one direction of an edge; the other one is its neighbour, number^1.
type flowEdge struct {
	to, next int32
	room     int64
}

// newFlowGraph is a graph with so many nodes, numbered from 0, and no edges.
func newFlowGraph(nodes int) *flowGraph {
	g := &flowGraph{first: make([]int32, nodes), edges: make([]flowEdge, 0, 4*nodes)} // of a few for each node, both ways
	for i := range g.first {
		g.first[i] = -1
	}
	return g
}

func (g *flowGraph) edge(from, to int, capacity int64) {
	g.edges = append(g.edges, flowEdge{to: int32(to), next: g.first[from], room: capacity})
	g.first[from] = int32(len(g.edges) - 1)
	g.edges = append(g.edges, flowEdge{to: int32(from), next: g.first[to]})
	g.first[to] = int32(len(g.edges) - 1)
}

// minimumCut is the source's side of a minimum cut, the smallest one.
func (g *flowGraph) minimumCut(source, sink int) []bool {
	g.at, g.level = make([]int32, len(g.first)), make([]int32, len(g.first))
	for g.layers(source); g.level[sink] >= 0; g.layers(source) {
		copy(g.at, g.first)
		for g.push(source, sink) {
		}
	}
	side := make([]bool, len(g.first))
	for n, l := range g.level {
		side[n] = l >= 0
	}
	return side
}

// layers numbers the nodes that the source reaches by their distance.
func (g *flowGraph) layers(source int) {
	for i := range g.level {
		g.level[i] = -1
	}
	g.level[source] = 0
	queue := []int32{int32(source)}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for i := g.first[n]; i >= 0; i = g.edges[i].next {
			if e := &g.edges[i]; e.room > 0 && g.level[e.to] < 0 {
				g.level[e.to] = g.level[n] + 1
				queue = append(queue, e.to)
			}
		}
	}
}

// push sends flow along one path through the layers; it keeps its own stack, because paths may be
// as long as programs.
func (g *flowGraph) push(source, sink int) bool {
	var path []int32
	n := int32(source)
	for n != int32(sink) {
		i := g.at[n]
		for i >= 0 && (g.edges[i].room <= 0 || g.level[g.edges[i].to] != g.level[n]+1) {
			i = g.edges[i].next
		}
		g.at[n] = i
		if i >= 0 {
			path = append(path, i)
			n = g.edges[i].to
			continue
		}
		if len(path) == 0 {
			return false
		}
		back := path[len(path)-1]
		path = path[:len(path)-1]
		n = g.edges[back^1].to
		g.at[n] = g.edges[back].next
	}
	flow := int64(math.MaxInt64)
	for _, i := range path {
		flow = min(flow, g.edges[i].room)
	}
	for _, i := range path {
		g.edges[i].room -= flow
		g.edges[i^1].room += flow
	}
	return true
}
