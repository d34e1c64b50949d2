package extract

import (
	"math"
)

// trees are the cheapest tree of each class.
type trees struct {
	choice []int32   // the node, -1 where there is no tree of finite cost
	cost   []float64 // of the tree; +Inf where there is none
	order  []uint32  // the classes, each behind the operands of its choice
}

// tree finds the cheapest tree of each class. Components are taken after those that they need, and
// in each the cheapest class first, as D. Knuth, "A Generalization of Dijkstra's Algorithm", 1977,
// does: an operand is always settled before its user, so nothing needs itself. Where costs are
// negative that is exact only for classes that do not need themselves.
func (g *graph) tree() *trees {
	t := &trees{choice: make([]int32, g.classes), cost: make([]float64, g.classes)}
	for c := range t.choice {
		t.choice[c], t.cost[c] = -1, math.Inf(1)
	}
	number, order, _ := g.components()
	missing := make([]int32, len(g.class)) // operands that are not settled
	sum := make([]float64, len(g.class))
	for n := range missing {
		missing[n], sum[n] = int32(len(g.operands(n))), g.cost[n]
	}
	settled := make([]bool, g.classes)
	var h queue[float64]
	for c, paid := range g.paid {
		if paid {
			t.cost[c] = 0
			h.push(entry[float64]{0, uint32(c)})
		}
	}
	offer := func(n uint32) {
		if c := g.class[n]; !settled[c] && missing[n] == 0 && sum[n] < t.cost[c] {
			t.cost[c], t.choice[c] = sum[n], int32(n)
			h.push(entry[float64]{sum[n], c})
		}
	}
	for at := 0; at < len(order); {
		end := at
		for ; end < len(order) && number[order[end]] == number[order[at]]; end++ {
			for _, n := range g.nodes(order[end]) {
				offer(n)
			}
		}
		for len(h) > 0 {
			e := h.pop()
			if settled[e.class] || e.cost != t.cost[e.class] {
				continue
			}
			settled[e.class] = true
			t.order = append(t.order, e.class)
			for _, n := range g.users(e.class) {
				missing[n]--
				if sum[n] += e.cost; sum[n] > math.MaxFloat64 && g.usable(n) {
					sum[n] = math.MaxFloat64 // a tree may have more nodes than numbers
				}
				if number[g.class[n]] == number[e.class] {
					offer(n)
				}
			}
		}
		at = end
	}
	return t
}

// bound is a cost that no choice is below: what the dearest path of the roots costs at least, and
// all that is negative.
func (g *graph) bound() float64 {
	below := make([]float64, g.classes)
	bound := 0.0
	for c := range below {
		below[c] = math.Inf(1)
		least := 0.0
		for _, n := range g.nodes(uint32(c)) {
			least = min(least, g.cost[n])
		}
		bound += least
	}
	missing, most := make([]int32, len(g.class)), make([]float64, len(g.class))
	settled := make([]bool, g.classes)
	var h queue[float64]
	offer := func(n uint32) {
		c := g.class[n]
		if cost := max(0, g.cost[n]) + most[n]; !settled[c] && missing[n] == 0 && cost < below[c] {
			below[c] = cost
			h.push(entry[float64]{cost, c})
		}
	}
	for n := range missing {
		missing[n] = int32(len(g.operands(n)))
		offer(uint32(n))
	}
	for len(h) > 0 {
		e := h.pop()
		if settled[e.class] {
			continue
		}
		settled[e.class] = true
		for _, n := range g.users(e.class) {
			missing[n]--
			most[n] = max(most[n], e.cost)
			offer(n)
		}
	}
	path := 0.0
	for _, r := range g.roots {
		path = max(path, below[r])
	}
	return bound + path
}
