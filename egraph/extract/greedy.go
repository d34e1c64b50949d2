package extract

import (
	"math"
	"slices"
)

// mostSets is how much work greedy may do on sets: those of deep chains are as long as the chains.
const mostSets = 1 << 24

// dag is the cheapest DAG that was found for a class.
type dag struct {
	cost  float64
	parts []part // by class
}

// part is a class of a DAG, with the cost of what it chose there.
type part struct {
	class uint32
	cost  float64
}

// greedy finds for each class a DAG: of its nodes the one whose operands' DAGs cost the least
// together, what they have in common once, until none changes. That is the greedy DAG extraction of
// the benchmark extraction-gym. Where it takes more than so much work, t is what is returned.
func (g *graph) greedy(t *trees, m *meter, left int64) []int32 {
	choice := make([]int32, g.classes)
	dags := make([]dag, g.classes)
	for c := range choice {
		choice[c], dags[c].cost = -1, math.Inf(1)
	}
	waiting := make([]bool, len(g.class))
	var work []uint32
	push := func(n uint32) {
		if !waiting[n] && g.usable(n) {
			waiting[n] = true
			work = append(work, n)
		}
	}
	for n := range g.class {
		if len(g.operands(n)) == 0 {
			push(uint32(n))
		}
	}
	u := &union{cost: make([]float64, g.classes), seen: make([]uint32, g.classes)}
	left = min(left, mostSets)
	for first := 0; first < len(work); first++ {
		n := work[first]
		waiting[n] = false
		if first > 1<<16 && first > len(work)/2 {
			work, first = append(work[:0], work[first+1:]...), -1
		}
		c := g.class[n]
		found, steps := u.of(g, n, dags, dags[c].cost)
		left -= steps
		if !m.spend(steps) || left < 0 {
			return t.choice
		}
		if found == nil || !(found.cost < dags[c].cost) {
			continue
		}
		dags[c], choice[c] = *found, int32(n)
		for _, user := range g.users(c) {
			push(user)
		}
	}
	p := &Problem{Cost: g.cost, Class: g.class, NumClasses: g.classes, Start: g.start, Children: g.child, Roots: g.roots}
	cost, err := p.CostOf(choice)
	if trees, _ := p.CostOf(t.choice); err != nil || cost > trees {
		return t.choice
	}
	return choice
}

// union makes DAGs of those of operands.
type union struct {
	cost []float64 // of a class whose seen is round
	seen []uint32
	last uint32
	list []uint32
}

// of is the DAG of a node, nil if it would hold its own class, lacks an operand or does not cost
// less than limit; and how many steps that took.
func (u *union) of(g *graph, n uint32, dags []dag, limit float64) (*dag, int64) {
	steps := int64(1)
	u.last++
	u.list = u.list[:0]
	total := g.cost[n]
	for _, c := range g.operands(int(n)) {
		if dags[c].parts == nil || c == g.class[n] {
			return nil, steps
		}
		if u.seen[c] == u.last {
			continue
		}
		for _, x := range dags[c].parts {
			if x.class == g.class[n] {
				return nil, steps
			}
			if u.seen[x.class] != u.last {
				u.seen[x.class], u.cost[x.class] = u.last, x.cost
				u.list = append(u.list, x.class)
				total += x.cost
			}
		}
		steps += int64(len(dags[c].parts))
	}
	if !(total < limit) {
		return nil, steps
	}
	parts := make([]part, 0, len(u.list)+1)
	for _, c := range u.list {
		parts = append(parts, part{c, u.cost[c]})
	}
	return &dag{total, append(slices.Clip(parts[:len(u.list)]), part{g.class[n], g.cost[n]})}, steps
}
