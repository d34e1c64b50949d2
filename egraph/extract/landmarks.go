package extract

import "math"

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
}

// landmarks takes from cost what it finds, as long as so much work allows. It also returns the
// depths of the classes by what is left.
func (g *graph) landmarks(cost []int64, m *meter, work int64) (all []landmark, depth []int64) {
	x := &cuts{g: g, cost: cost, depth: make([]int64, g.classes), m: m}
	x.goal, x.start = make([]bool, g.classes), make([]bool, g.classes)
	for c := range x.depth {
		x.depth[c] = math.MaxInt64
	}
	for n := range g.class {
		x.offer(uint32(n))
	}
	x.settle()
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
		for _, n := range cut {
			cost[n] -= least
			x.offer(n)
		}
		x.settle()
	}
	return all, x.depth
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
	depth := x.cost[n]
	if list := x.g.operands(int(n)); len(list) > 0 {
		below := x.depth[x.deepest(list)]
		if below == math.MaxInt64 {
			return
		}
		depth += below
	}
	if c := x.g.class[n]; depth < x.depth[c] {
		x.depth[c] = depth
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
	x.m.spend(2 * work)
}

// cut is the nodes that lead from classes reached from leaves to those that reach root freely.
func (x *cuts) cut(root uint32) (cut []uint32) {
	g := x.g
	clear(x.goal)
	clear(x.start)
	zone := []uint32{root}
	x.goal[root] = true
	for i := 0; i < len(zone); i++ {
		for _, n := range g.nodes(zone[i]) {
			list := g.operands(int(n))
			if x.cost[n] > 0 || len(list) == 0 {
				continue
			}
			if c := x.deepest(list); !x.goal[c] {
				x.goal[c] = true
				zone = append(zone, c)
			}
		}
	}
	work := int64(len(zone))
	var reached []uint32
	pass := func(n uint32) {
		switch c := g.class[n]; {
		case x.goal[c]:
			cut = append(cut, n)
		case !x.start[c]:
			x.start[c] = true
			reached = append(reached, c)
		}
	}
	for n := range g.class {
		if g.start[n] == g.start[n+1] {
			pass(uint32(n))
		}
	}
	for i := 0; i < len(reached); i++ {
		for _, n := range g.users(reached[i]) {
			work++
			if x.deepest(g.operands(int(n))) == reached[i] {
				pass(n)
			}
		}
	}
	x.m.spend(2*work + int64(len(g.class)/8))
	return cut
}
