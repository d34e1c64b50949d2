package extract

import "math"

// exact finds the cheapest choice.
func (p *Problem) exact(g *graph, t *trees, m *meter) *Result {
	small := simplify(g, t, m)
	sg := small.graph()
	st := sg.tree()
	choice := sg.greedy(st, m)
	whole, unit := scale(sg.cost)
	x := &exactly{g: sg, whole: whole, choice: choice}
	x.best = x.costOf(choice)
	x.run(m)
	r := &Result{Nodes: len(sg.class), Classes: sg.classes, Ended: m.ended()}
	full := small.expand(x.choice)
	cost, err := p.CostOf(full)
	if err != nil {
		panic(err)
	}
	r.Bound = float64(x.bound)*unit + small.paid
	if x.proven {
		r.Bound = max(r.Bound, cost-unit*float64(len(full))) // costs were rounded
		if math.Abs(cost-r.Bound) < 1e-9*math.Abs(cost) {
			r.Bound = cost
		}
	}
	p.finish(r, full)
	return r
}

// exactly is a graph with whole costs and the best choice for it.
type exactly struct {
	g      *graph
	whole  []int64
	choice []int32
	best   int64
	bound  int64
	proven bool
}

// costOf is what a choice costs.
func (x *exactly) costOf(choice []int32) int64 {
	p := x.g.problem()
	order, err := p.order(choice)
	if err != nil {
		return math.MaxInt64
	}
	cost := int64(0)
	for _, c := range order {
		cost += x.whole[choice[c]]
	}
	return cost
}

// problem is the graph as a problem.
func (g *graph) problem() *Problem {
	return &Problem{Cost: g.cost, Class: g.class, NumClasses: g.classes, Start: g.start, Children: g.child, Roots: g.roots}
}

// run searches.
func (x *exactly) run(m *meter) {
	s := newSolver(m)
	c := newCores(s, x.best)
	e, base := encode(x.g, x.whole, s, c.want)
	c.bound = base
	c.found = func() int64 {
		e.settle(s.model)
		cost := x.costOf(e.choice)
		if cost < x.best {
			x.best, x.choice = cost, append([]int32(nil), e.choice...)
		}
		return x.best
	}
	for n := range x.g.class {
		s.phase[e.node[n]] = false
	}
	for _, n := range x.choice {
		if n >= 0 {
			s.phase[e.node[n]], s.phase[e.class[x.g.class[n]]] = true, true
		}
	}
	x.proven = c.run()
	x.bound = min(c.bound, x.best)
	if x.proven {
		x.bound = x.best
	}
}
