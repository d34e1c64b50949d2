package extract

import "math"

// graph is a problem with the lists that algorithms walk: nodes by class, and users by operand.
// Operands of a node stand in it once.
type graph struct {
	cost     []float64
	class    []uint32
	start    []uint32
	child    []uint32
	classes  int
	roots    []uint32
	nodeAt   []uint32 // nodes of class c are node[nodeAt[c]:nodeAt[c+1]]
	node     []uint32
	userAt   []uint32 // nodes with an operand of class c are user[userAt[c]:userAt[c+1]]
	user     []uint32
	negative bool   // some node has a negative cost
	paid     []bool // classes that cost nothing and need nothing, nil for none
}

func newGraph(p *Problem) *graph {
	nodes := len(p.Cost)
	g := &graph{cost: p.Cost, class: p.Class, classes: p.NumClasses, roots: distinct(p.Roots, p.NumClasses)}
	g.start = make([]uint32, nodes+1)
	g.child = make([]uint32, 0, len(p.Children))
	last := make([]uint32, p.NumClasses) // the last node with this operand, plus 1
	for n := range nodes {
		g.negative = g.negative || p.Cost[n] < 0
		for _, c := range p.Operands(n) {
			if last[c] != uint32(n)+1 {
				last[c] = uint32(n) + 1
				g.child = append(g.child, c)
			}
		}
		g.start[n+1] = uint32(len(g.child))
	}
	g.index()
	return g
}

// index fills the lists of nodes and users.
func (g *graph) index() {
	g.nodeAt, g.node = grouped(g.classes, len(g.class), func(n int) []uint32 { return g.class[n : n+1] })
	g.userAt, g.user = grouped(g.classes, len(g.class), g.operands)
}

// grouped lists the items of each group, in order.
func grouped(groups, items int, of func(int) []uint32) (at, list []uint32) {
	at = make([]uint32, groups+2)
	for i := range items {
		for _, g := range of(i) {
			at[g+2]++
		}
	}
	for g := range groups {
		at[g+2] += at[g+1]
	}
	list = make([]uint32, at[groups+1])
	for i := range items {
		for _, g := range of(i) {
			list[at[g+1]] = uint32(i)
			at[g+1]++
		}
	}
	return at[:groups+1], list
}

// distinct is list without repetitions; its numbers are below count.
func distinct(list []uint32, count int) []uint32 {
	seen := make([]bool, count)
	var once []uint32
	for _, c := range list {
		if !seen[c] {
			seen[c] = true
			once = append(once, c)
		}
	}
	return once
}

func (g *graph) operands(n int) []uint32 { return g.child[g.start[n]:g.start[n+1]] }
func (g *graph) nodes(c uint32) []uint32 { return g.node[g.nodeAt[c]:g.nodeAt[c+1]] }
func (g *graph) users(c uint32) []uint32 { return g.user[g.userAt[c]:g.userAt[c+1]] }
func (g *graph) usable(n uint32) bool    { return !math.IsInf(g.cost[n], 1) }

// components numbers the strongly connected components of the classes, each after those that it
// needs, by the algorithm of R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972,
// without recursion. It also lists the classes in the order of these numbers.
func (g *graph) components() (number, order []uint32, count int) {
	type visit struct{ class, node, edge uint32 }
	const unseen = 0
	number = make([]uint32, g.classes)
	index, low := make([]uint32, g.classes), make([]uint32, g.classes)
	closed := make([]bool, g.classes)
	var path []visit
	var open []uint32
	next := uint32(0)
	enter := func(c uint32) {
		next++
		index[c], low[c] = next, next
		at := g.nodeAt[c]
		v := visit{c, at, 0}
		if at < g.nodeAt[c+1] {
			v.edge = g.start[g.node[at]]
		}
		path, open = append(path, v), append(open, c)
	}
	for root := range uint32(g.classes) {
		if index[root] == unseen {
			enter(root)
		}
		for len(path) > 0 {
			v := &path[len(path)-1]
			if v.node < g.nodeAt[v.class+1] {
				n := g.node[v.node]
				if v.edge == g.start[n+1] {
					if v.node++; v.node < g.nodeAt[v.class+1] {
						v.edge = g.start[g.node[v.node]]
					}
					continue
				}
				to := g.child[v.edge]
				v.edge++
				if index[to] == unseen {
					enter(to)
				} else if !closed[to] {
					low[v.class] = min(low[v.class], index[to])
				}
				continue
			}
			c := v.class
			if path = path[:len(path)-1]; len(path) > 0 {
				up := path[len(path)-1].class
				low[up] = min(low[up], low[c])
			}
			if low[c] != index[c] {
				continue
			}
			for {
				top := open[len(open)-1]
				open = open[:len(open)-1]
				closed[top], number[top] = true, uint32(count)
				order = append(order, top)
				if top == c {
					break
				}
			}
			count++
		}
	}
	return number, order, count
}
