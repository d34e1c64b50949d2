// Package scc finds the strongly connected components of a graph.
package scc

import "slices"

// Mark is what a search notes at a node. The zero value is that of a node which was
// not visited.
type Mark struct{ number, low int }

// Node is a node of a graph, a pointer.
type Node[N any] interface {
	comparable
	Mark() *Mark
	Edges() []N
}

const done = int(^uint(0) >> 1)

// Components are the strongly connected components of what can be reached from the
// roots, each after those that its edges lead to; the last node of each is the one
// that was found first. This is the algorithm of R. Tarjan, "Depth-First Search and
// Linear Graph Algorithms", 1972, without recursion. A graph is searched once.
func Components[N Node[N]](roots []N) (all [][]N) {
	type visit struct {
		node  N
		mark  *Mark
		edges []N // that are left
	}
	var path []visit
	var open []N
	count := 0
	enter := func(n N) {
		count++
		m := n.Mark()
		*m = Mark{count, count}
		path, open = append(path, visit{n, m, n.Edges()}), append(open, n)
	}
	for _, root := range roots {
		if root.Mark().number == 0 {
			enter(root)
		}
		for len(path) > 0 {
			v := &path[len(path)-1]
			if len(v.edges) > 0 {
				to := v.edges[0]
				v.edges = v.edges[1:]
				if m := to.Mark(); m.number == 0 {
					enter(to)
				} else {
					v.mark.low = min(v.mark.low, m.number)
				}
				continue
			}
			n, mark := v.node, v.mark
			if path = path[:len(path)-1]; len(path) > 0 {
				around := path[len(path)-1].mark
				around.low = min(around.low, mark.low)
			}
			if mark.low != mark.number {
				continue
			}
			first := len(open) - 1
			for open[first] != n {
				first--
			}
			component := slices.Clone(open[first:])
			slices.Reverse(component)
			for _, m := range component {
				m.Mark().number = done
			}
			all, open = append(all, component), open[:first]
		}
	}
	return all
}
