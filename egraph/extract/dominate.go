package extract

import (
	"cmp"
	"slices"
)

// dominance finds nodes that the cheapest choice can do without, since another of their class does
// as well.
type dominance struct {
	g         *graph
	d         *needs // nil for none
	component []uint32
	add       []float64 // what a class costs at most where it is not extracted yet
	mark      []uint32  // of operands, by node plus 1
	m         *meter
}

// mostPairs is how many pairs of nodes of a class are compared.
const mostPairs = 1 << 23

// dominated marks nodes that are not needed, and returns how many.
func (g *graph) dominated(d *needs, gone []bool, m *meter) (count int) {
	x := &dominance{g: g, d: d, m: m, mark: make([]uint32, g.classes)}
	x.component, _, _ = g.components()
	x.add = g.additions(d)
	for c := range uint32(g.classes) {
		count += x.class(c, gone)
	}
	return count
}

// additions are what trees cost at most, without what the roots need anyway.
func (g *graph) additions(d *needs) []float64 {
	forced := make([]bool, g.classes)
	for _, r := range g.roots {
		forced[r] = true
	}
	if d != nil {
		d.forced.each(g.classes, func(c uint32) { forced[c] = true })
	}
	free := *g
	free.cost = slices.Clone(g.cost)
	free.paid = forced
	return free.tree().cost
}

// class marks nodes of one class.
func (x *dominance) class(c uint32, gone []bool) (count int) {
	g := x.g
	var nodes []uint32
	for _, n := range g.nodes(c) {
		if !gone[n] && x.d != nil && x.d.of(n).has(c) {
			gone[n] = true // it needs its own class
			count++
		}
		if !gone[n] {
			nodes = append(nodes, n)
		}
	}
	if len(nodes) < 2 {
		return count
	}
	slices.SortStableFunc(nodes, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(g.cost[a], g.cost[b]), cmp.Compare(len(g.operands(int(a))), len(g.operands(int(b)))))
	})
	others := min(len(nodes), mostPairs/len(nodes)+8)
	for i := len(nodes) - 1; i >= 0; i-- {
		n := nodes[i]
		work := int64(0)
		for _, k := range g.operands(int(n)) {
			x.mark[k] = n + 1
		}
		for _, k := range nodes[:others] {
			if g.cost[k] > g.cost[n] {
				break
			}
			work++
			if k != n && !gone[k] && x.better(k, n) {
				gone[n] = true
				count++
				break
			}
		}
		x.m.spend(work)
	}
	return count
}

// better reports whether a choice of n is not dearer with k in its place. Operands of k that are
// needed with n are there, and if they are below n or cannot need its class no cycle arises; others
// that cannot need it are added.
func (x *dominance) better(k, n uint32) bool {
	g := x.g
	c := g.class[n]
	room := g.cost[n] - g.cost[k]
	same := 0
	for _, o := range g.operands(int(k)) {
		if x.mark[o] == n+1 {
			same++
			continue
		}
		if g.negative {
			return false
		}
		if x.d != nil && x.d.of(n).has(o) {
			continue
		}
		if x.component[o] == x.component[c] {
			return false
		}
		if x.d != nil && (x.d.around[c].has(o) || x.d.forced.has(o)) {
			continue
		}
		if room -= x.add[o]; room < 0 {
			return false
		}
	}
	return !g.negative || same == len(g.operands(int(n)))
}
