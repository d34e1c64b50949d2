package extract

import (
	"math"
)

// landmark is a set of nodes of which each extraction has one at least, and what is paid for that.
type landmark struct {
	nodes []uint32
	cost  int64
}

// cuts finds landmarks, as LM-cut of M. Helmert, C. Domshlak, "Landmarks, Critical Paths and
// Abstractions", 2009, does for plans: to extract is to plan where nothing is ever undone, with
// classes as facts and nodes as actions. Each class has a depth, the least cost of a node together
// with the deepest of its operands, and each node stands on its deepest operand. Between the
// classes that reach a root without cost and the others is a cut: it is paid once, and depths
// become less.
type cuts struct {
	g     *graph
	cost  []int64 // what is left
	depth []int64 // of classes
	h     queue[int64]
	goal  []bool // classes from which a root is reached without cost
	start []bool // classes that are reached from leaves, before those
	m     *meter

	support []uint32 // of a node its deepest operand, where it has any
	by      []uint32 // of a class a node that makes it as deep as it is
	leaves  []uint32 // nodes without operands
	inside  []bool   // the classes that are looked at
	zone    []uint32
	reached []uint32
}

// newCuts looks at no class yet.
func newCuts(g *graph, m *meter) *cuts {
	x := &cuts{g: g, m: m, depth: make([]int64, g.classes)}
	x.support, x.by = make([]uint32, len(g.class)), make([]uint32, g.classes)
	x.goal, x.start, x.inside = make([]bool, g.classes), make([]bool, g.classes), make([]bool, g.classes)
	return x
}

// look looks at what goals need.
func (x *cuts) look(goals []uint32) {
	g := x.g
	clear(x.inside)
	x.leaves, x.zone = x.leaves[:0], x.zone[:0]
	push := func(c uint32) {
		if !x.inside[c] {
			x.inside[c] = true
			x.zone = append(x.zone, c)
		}
	}
	for _, c := range goals {
		push(c)
	}
	work := 0
	for i := 0; i < len(x.zone); i++ {
		for _, n := range g.nodes(x.zone[i]) {
			list := g.operands(int(n))
			work += 1 + len(list)
			for _, o := range list {
				push(o)
			}
			if len(list) == 0 {
				x.leaves = append(x.leaves, n)
			}
		}
	}
	x.m.spend(int64(work / 16))
}

// fill finds the depths of what is looked at.
func (x *cuts) fill() {
	for _, c := range x.zone {
		x.depth[c] = math.MaxInt64
	}
	for _, c := range x.zone {
		for _, n := range x.g.nodes(c) {
			x.offer(n)
		}
	}
	x.settle()
}

// raise makes depths right again after nodes have become dearer.
func (x *cuts) raise(dearer []uint32) {
	g := x.g
	x.zone = x.zone[:0]
	lose := func(n uint32) {
		if c := g.class[n]; x.by[c] == n && x.depth[c] < math.MaxInt64 && x.inside[c] {
			x.depth[c] = math.MaxInt64
			x.zone = append(x.zone, c)
		}
	}
	for _, n := range dearer {
		lose(n)
	}
	work := 0
	for i := 0; i < len(x.zone); i++ {
		users := g.users(x.zone[i])
		work += len(users)
		for _, n := range users {
			if x.support[n] == x.zone[i] {
				lose(n)
			}
		}
	}
	for _, c := range x.zone {
		work += len(g.nodes(c))
		for _, n := range g.nodes(c) {
			x.offer(n)
		}
	}
	x.m.spend(int64(work / 8))
	x.settle()
}

// landmarks takes from cost what it finds, as long as so much work allows. It also returns the
// depths of the classes by what is left.
func (g *graph) landmarks(cost []int64, m *meter, work int64) (all []landmark, depth []int64) {
	x := newCuts(g, m)
	x.cost = cost
	x.look(g.roots)
	for c := range x.depth {
		x.depth[c] = math.MaxInt64
	}
	x.fill()
	for end := m.done + work; len(g.roots) > 0 && m.done < end && m.spend(1); {
		root := x.deepest(g.roots)
		if x.depth[root] == 0 {
			break
		}
		cut := x.cut(root)
		least := int64(math.MaxInt64)
		for _, n := range cut {
			least = min(least, cost[n])
		}
		all = append(all, landmark{cut, least})
		x.pay(cut, least)
	}
	return all, x.depth
}

// pay takes from the costs of a cut.
func (x *cuts) pay(cut []uint32, least int64) {
	for _, n := range cut {
		x.cost[n] -= least
		x.offer(n)
	}
	x.settle()
}

// deepest is the first of the deepest classes.
func (x *cuts) deepest(list []uint32) uint32 {
	most := list[0]
	for _, c := range list[1:] {
		if x.depth[c] > x.depth[most] {
			most = c
		}
	}
	return most
}

// offer gives a class the depth of its node n, if that is less.
func (x *cuts) offer(n uint32) {
	c := x.g.class[n]
	if !x.inside[c] {
		return
	}
	depth := x.cost[n]
	if list := x.g.operands(int(n)); len(list) > 0 {
		deepest := x.deepest(list)
		x.support[n] = deepest
		if x.depth[deepest] == math.MaxInt64 {
			return
		}
		depth += x.depth[deepest]
	}
	if depth < x.depth[c] {
		x.depth[c], x.by[c] = depth, n
		x.h.push(entry[int64]{depth, c})
	}
}

// settle gives depths to the users of those that have changed.
func (x *cuts) settle() {
	work := int64(0)
	for len(x.h) > 0 {
		e := x.h.pop()
		if e.cost != x.depth[e.class] {
			continue
		}
		users := x.g.users(e.class)
		work += int64(len(users)) + 1
		for _, n := range users {
			x.offer(n)
		}
	}
	x.m.spend(work / 8)
}

// cut is the nodes that lead from classes reached from leaves to those that reach root freely.
func (x *cuts) cut(root uint32) (cut []uint32) {
	g := x.g
	clear(x.goal)
	clear(x.start)
	x.zone = append(x.zone[:0], root)
	x.goal[root] = true
	for i := 0; i < len(x.zone); i++ {
		for _, n := range g.nodes(x.zone[i]) {
			if x.cost[n] > 0 || g.start[n] == g.start[n+1] {
				continue
			}
			if c := x.support[n]; !x.goal[c] {
				x.goal[c] = true
				x.zone = append(x.zone, c)
			}
		}
	}
	work := int64(len(x.zone) + len(x.leaves))
	x.reached = x.reached[:0]
	pass := func(n uint32) {
		switch c := g.class[n]; {
		case x.goal[c]:
			cut = append(cut, n)
		case !x.start[c]:
			x.start[c] = true
			x.reached = append(x.reached, c)
		}
	}
	for _, n := range x.leaves {
		pass(n)
	}
	for i := 0; i < len(x.reached); i++ {
		users := g.users(x.reached[i])
		work += int64(len(users))
		for _, n := range users {
			if x.support[n] == x.reached[i] && x.inside[g.class[n]] {
				pass(n)
			}
		}
	}
	x.m.spend(work/10 + int64(g.classes/64))
	return cut
}
