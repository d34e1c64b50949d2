package extract

import (
	"math"
	"slices"
)

// exactly is a search for the cheapest choice.
type exactly struct {
	s      *simple
	m      *meter
	choice []int32 // the best that is known, of s.from
	best   int64   // what it costs
	bound  int64   // no other choice costs less

	room int64  // how much work is allowed
	g    *graph // what is left of s
	cost []int64
}

// exact finds the cheapest choice: what is left after simplification is bounded by landmarks, nodes
// that no better choice has are dropped, and the rest is decided by clauses.
func (p *Problem) exact(g *graph, t *trees, m *meter) *Result {
	most := p.affordable(g, t)
	whole, unit := scaled(g.cost, most)
	x := newExactly(g, whole, most, t, m)
	r := &Result{Nodes: len(x.g.class), Classes: x.g.classes}
	if !x.run() {
		x.notWorse(g, whole, t)
	}
	r.Ended = m.ended()
	r.Bound = float64(x.bound) * unit
	p.finish(r, x.choice)
	return r
}

// newExactly begins with trees, and with what quick simplification leaves of a graph.
func newExactly(g *graph, whole []int64, most float64, t *trees, m *meter) *exactly {
	x := &exactly{m: m, choice: t.choice, bound: math.MinInt64}
	x.best, _ = costOf(g, whole, t.choice)
	x.s = simplify(g, whole, most, t, m)
	x.renew()
	return x
}

// notWorse takes greedy DAGs of the whole graph where these are cheaper, with a little more work.
func (x *exactly) notWorse(g *graph, whole []int64, t *trees) {
	more := &meter{limit: x.m.limit/8 + 1}
	choice := g.greedy(t, more, mostSets)
	x.m.done += more.done
	if cost, ok := costOf(g, whole, choice); ok && cost < x.best {
		x.best, x.choice = cost, choice
	}
}

// run searches, and reports whether the best choice is proven to be the cheapest. Sets of what is
// needed take time and space that grow with the square of a graph: it is split as far as that is
// seen without them, before.
func (x *exactly) run() bool {
	x.room = max(0, x.m.limit-x.m.done)
	several, proven := x.apart(nil)
	if !several {
		proven = x.search()
	}
	if proven {
		x.bound = x.best
	}
	return proven
}

// affordable is what a node may cost: what trees cost that share, where no cost is negative.
func (p *Problem) affordable(g *graph, t *trees) float64 {
	if cost, err := p.CostOf(t.choice); err == nil && !g.negative {
		return cost
	}
	return math.MaxFloat64
}

// renew takes what is left of s.
func (x *exactly) renew() {
	x.g = x.s.graph()
	x.cost = make([]int64, len(x.g.class))
	for n := range x.cost {
		x.cost[n] = x.s.whole[x.s.nodeOf[n]]
	}
}

// costOf is what a choice costs, and whether it is one.
func costOf(g *graph, whole []int64, choice []int32) (int64, bool) {
	order, err := g.problem().order(choice)
	if err != nil {
		return math.MaxInt64, false
	}
	cost := int64(0)
	for _, c := range order {
		cost += whole[choice[c]]
	}
	return cost, true
}

// consider looks at a choice of what is left.
func (x *exactly) consider(choice []int32) {
	if cost, ok := costOf(x.g, x.cost, choice); ok && cost < x.best {
		x.best, x.choice = cost, x.s.expand(choice)
	}
}

// problem is the graph as a problem.
func (g *graph) problem() *Problem {
	return &Problem{Cost: g.cost, Class: g.class, NumClasses: g.classes, Start: g.start, Children: g.child, Roots: g.roots}
}

// search reports whether the best choice is proven to be the cheapest.
func (x *exactly) search() bool {
	for round := range mostRounds {
		forced := x.s.again(x.m, true)
		x.renew()
		t := x.g.tree()
		for _, r := range x.g.roots {
			if t.choice[r] < 0 {
				return true // nodes that better choices need are gone
			}
		}
		if several, proven := x.apart(forced); several {
			return proven
		}
		if round == 0 {
			x.consider(x.g.greedy(t, x.m, x.room/16))
		}
		left := slices.Clone(x.cost)
		var marks []landmark
		bound := int64(0)
		if x.g.negative {
			x.polish(t.choice, 2000)
			return x.decide(left, nil)
		}
		marks, depth := x.g.landmarks(left, x.m, x.room/5)
		for _, l := range marks {
			bound += l.cost
		}
		x.bound = max(x.bound, bound)
		x.follow(left, 100)
		if x.bound >= x.best {
			return true
		}
		if x.drop(bound, left, depth) == 0 {
			return x.decide(left, marks)
		}
	}
	return x.decide(slices.Clone(x.cost), nil)
}

// follow looks for choices that cost little of what landmarks have left of costs, with so much
// work for a node.
func (x *exactly) follow(left []int64, effort int64) {
	g := x.g.costs(left)
	t := g.tree()
	x.consider(t.choice)
	choice := g.greedy(t, x.m, x.room/16)
	x.consider(choice)
	if x.bound < x.best {
		x.polish(t.choice, effort)
		x.polish(choice, effort)
	}
	if x.bound < x.best {
		x.polish(x.g.greedy(x.g.tree(), x.m, x.room/16), effort)
	}
}

// drop drops nodes that no better choice has: what is left of the costs of a node and of its
// deepest operand is above what is left to gain.
func (x *exactly) drop(bound int64, left, depth []int64) (count int) {
	for n := range left {
		more := left[n]
		below := int64(0)
		for _, c := range x.g.operands(n) {
			below = max(below, depth[c])
		}
		if below == math.MaxInt64 || bound+more+below >= x.best {
			x.s.gone[x.s.nodeOf[n]] = true
			count++
		}
	}
	return count
}

// decide searches by clauses; left is what landmarks have left of the costs.
func (x *exactly) decide(left []int64, marks []landmark) bool {
	s := newSolver(x.m)
	c := newCores(s, x.best)
	e, base := encode(x.g, left, s, c.want)
	c.bound = base
	for _, l := range marks {
		c.landmark(e, l)
	}
	c.found = func() int64 {
		e.settle(s.model)
		x.consider(e.choice)
		return x.best
	}
	limit := x.m.limit
	x.m.limit = min(limit, x.m.done+x.room/8)
	proven := c.run()
	x.m.limit = limit
	x.bound = max(x.bound, min(c.bound, x.best))
	if !proven {
		x.follow(left, 2000)
		proven = x.decideFurther(c, left, marks)
	}
	return proven
}

// decideFurther searches in sets of classes for a while, and then in the way that has the better
// bound.
func (x *exactly) decideFurther(c *cores, left []int64, marks []landmark) bool {
	var f *frontier
	if d := x.needsOf(marks); d != nil {
		f = newFrontier(x, d, left, marks)
		limit := x.m.limit
		x.m.limit = min(limit, x.m.done+x.room/6)
		f.run()
		if x.m.limit = limit; f.bound > c.bound {
			f.run()
		}
		x.bound = max(x.bound, min(f.bound, x.best))
	}
	if x.bound < x.best {
		c.best = x.best
		c.run()
		x.bound = max(x.bound, min(c.bound, x.best))
	}
	return x.bound >= x.best
}

// needsOf are the needs of what is left, nil where they are too many, there are no landmarks, or
// classes need themselves.
func (x *exactly) needsOf(marks []landmark) *needs {
	if _, _, count := x.g.components(); len(marks) == 0 || x.g.negative || count < x.g.classes {
		return nil
	}
	return x.g.needs(x.g.tree(), x.m)
}

// polish looks for better choices near to one of what is left.
func (x *exactly) polish(choice []int32, effort int64) {
	if _, ok := costOf(x.g, x.cost, choice); ok {
		t := x.g.costs(x.cost).tree()
		x.consider(newLocal(x.g, x.cost, t, choice).anneal(x.m, min(x.room/8, effort*int64(len(x.cost)))))
	}
}

// costs is the graph with other costs.
func (g *graph) costs(whole []int64) *graph {
	other := *g
	other.cost = make([]float64, len(whole))
	for n, c := range whole {
		other.cost[n] = float64(c)
	}
	return &other
}
