package extract

import (
	"cmp"
	"math"
	"slices"
)

// piece is a part of a graph that can be chosen by itself.
type piece struct {
	classes []uint32
	nodes   int
}

// split finds the parts of a graph between which nothing is to be decided: what the roots need is
// extracted anyway, so that it matters to nobody how, but for cycles, which are within a component.
func (g *graph) split(forced []bool) (pieces []piece) {
	component, order, _ := g.components()
	group := make([]uint32, g.classes)
	for c := range group {
		group[c] = uint32(c)
	}
	find := func(c uint32) uint32 {
		for group[c] != c {
			group[c] = group[group[c]]
			c = group[c]
		}
		return c
	}
	for i, c := range order[1:] {
		if before := order[i]; component[before] == component[c] {
			group[find(c)] = find(before)
		}
	}
	for n, c := range g.class {
		for _, o := range g.operands(n) {
			if !forced[o] {
				group[find(o)] = find(c)
			}
		}
	}
	number := map[uint32]int{}
	for c := range uint32(g.classes) {
		of := find(c)
		at, ok := number[of]
		if !ok {
			at = len(pieces)
			number[of] = at
			pieces = append(pieces, piece{})
		}
		pieces[at].classes = append(pieces[at].classes, c)
		pieces[at].nodes += len(g.nodes(c))
	}
	return pieces
}

// force marks what is needed by all nodes of a class that is marked: some of what the roots need.
func (g *graph) force(forced []bool) {
	var work []uint32
	for c, yes := range forced {
		if yes {
			work = append(work, uint32(c))
		}
	}
	count := make([]int32, g.classes)
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		nodes := g.nodes(c)
		for _, n := range nodes {
			for _, o := range g.operands(int(n)) {
				if count[o]++; int(count[o]) == len(nodes) && !forced[o] {
					forced[o] = true
					work = append(work, o)
				}
			}
		}
		for _, n := range nodes {
			for _, o := range g.operands(int(n)) {
				count[o] = 0
			}
		}
	}
}

// apart searches in each part of what is left by itself, the small ones first. It reports whether
// there are several, and then whether the best choice is proven. Some of what the roots need may be
// known.
func (x *exactly) apart(known []bool) (several, proven bool) {
	g := x.g
	if len(g.roots) == 0 || len(g.class) == g.classes {
		return false, false
	}
	forced := make([]bool, g.classes)
	for _, r := range g.roots {
		forced[r] = true
	}
	for c, of := range x.s.classOf {
		forced[c] = forced[c] || known != nil && known[of]
	}
	g.force(forced)
	pieces := g.split(forced)
	open := 0 // parts in which there is something to decide
	for _, p := range pieces {
		if p.nodes > len(p.classes) {
			open++
		}
	}
	if open < 2 {
		return false, false
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(a.nodes, b.nodes) })
	limit := x.m.limit
	choice := make([]int32, g.classes)
	for c := range choice {
		choice[c] = -1
	}
	bound, proven := int64(0), true
	for _, p := range pieces {
		if c := p.classes[0]; p.nodes == 1 {
			n := g.nodes(c)[0]
			choice[c] = int32(n)
			bound += x.cost[n]
			continue
		}
		sub, nodeOf := x.part(p, forced)
		if p.nodes > len(p.classes) {
			x.m.limit = x.m.done + max(0, limit-x.m.done)/int64(open)
			open--
		}
		if !sub.run() {
			proven = false
		}
		bound += sub.bound
		for c, n := range sub.choice {
			if n >= 0 {
				choice[p.classes[c]] = nodeOf[n]
			}
		}
	}
	x.m.limit = limit
	x.consider(choice)
	x.bound = max(x.bound, min(bound, x.best))
	return true, proven
}

// part is a part of what is left as a graph of its own, and which nodes its nodes are. What else is
// extracted anyway is no operand in it.
func (x *exactly) part(p piece, forced []bool) (sub *exactly, nodes []int32) {
	number := make(map[uint32]uint32, len(p.classes))
	for i, c := range p.classes {
		number[c] = uint32(i)
	}
	q := &Problem{}
	var whole []int64
	for i, c := range p.classes {
		if forced[c] {
			q.Roots = append(q.Roots, uint32(i))
		}
		for _, n := range x.g.nodes(c) {
			var kids []uint32
			for _, o := range x.g.operands(int(n)) {
				if k, ok := number[o]; ok {
					kids = append(kids, k)
				}
			}
			q.Add(uint32(i), x.g.cost[n], kids...)
			whole, nodes = append(whole, x.cost[n]), append(nodes, int32(n))
		}
	}
	q.NumClasses = len(p.classes)
	g := newGraph(q)
	return newExactly(g, whole, math.MaxFloat64, g.tree(), x.m), nodes
}
