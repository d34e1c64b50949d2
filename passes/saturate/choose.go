package saturate

import (
	"math"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/egraph/extract"
	"github.com/tg-opt/tg/ir"
)

// chosen is what has been extracted from a space: a node for each class that is needed.
type chosen struct {
	node   []egraph.ID // by class, egraph.None for those that are not needed
	result *extract.Result
}

// price is what an op of the space costs.
func (s *space) price(o *ir.Op) float64 {
	if o.Has(ir.ConstantLike) {
		return 0
	}
	if c := s.machine.Apart(o); finite(c) {
		return c
	}
	return 0 // for nothing, such as tensors without elements
}

// problem is the graph as a problem of extraction; numbers are the nodes by their numbers there.
func (s *space) problem(roots []egraph.ID) (p *extract.Problem, numbers []egraph.ID) {
	p = &extract.Problem{}
	free := s.foldable()
	for n := range s.nodes {
		id := egraph.ID(n)
		if s.graph.Dropped(id) {
			continue
		}
		children := s.graph.Children(id)
		list := make([]uint32, len(children))
		for i, c := range children {
			list[i] = uint32(s.graph.Find(c))
		}
		c := s.nodes[n].cost
		if free[n] {
			c = 0
		}
		c += float64(c * s.ties(n))
		p.Add(uint32(s.graph.Find(id)), c, list...)
		numbers = append(numbers, id)
	}
	for _, r := range roots {
		p.Roots = append(p.Roots, uint32(s.graph.Find(r)))
	}
	return p, numbers
}

// ties is by what part of its cost a node counts as dearer, so that among programs that cost the
// same, but for rounding, the one is chosen that has more of the ops of the program as it was, and
// of those with fewer attributes: a product rather than a contraction with dimension numbers.
func (s *space) ties(n int) float64 {
	x := &s.nodes[n]
	if x.origin != nil && x.origin != x.op {
		return 0
	}
	return 1e-9 + float64(1e-10*float64(len(x.props.Entries())))
}

// foldable marks the nodes that are constants, or computed from nothing else and going to be
// folded.
func (s *space) foldable() []bool {
	free := make([]bool, len(s.nodes))
	class := make([]bool, len(s.nodes))
	var list []egraph.ID
	look := func(n egraph.ID) {
		x := &s.nodes[n]
		if free[n] || s.graph.Dropped(n) || (x.own > 0 || x.value != nil) && !x.folds {
			return
		}
		for _, c := range s.graph.Children(n) {
			if !class[s.graph.Find(c)] {
				return
			}
		}
		if x.op != nil && !cost.Folds(x.op) {
			return
		}
		free[n] = true
		if c := s.graph.Find(n); !class[c] {
			class[c] = true
			list = append(list, c)
		}
	}
	for n := range s.nodes {
		look(egraph.ID(n))
	}
	for len(list) > 0 {
		c := list[len(list)-1]
		list = list[:len(list)-1]
		s.graph.Parents(c, func(p egraph.ID, _ int) bool {
			look(p)
			return true
		})
	}
	return free
}

// choose extracts the cheapest program that computes the roots.
func (s *space) choose(roots []egraph.ID, method extract.Method, work int64) (*chosen, error) {
	p, numbers := s.problem(roots)
	r, err := extract.Run(p, extract.Options{Method: method, Work: work})
	if err != nil {
		return nil, err
	}
	c := &chosen{node: make([]egraph.ID, len(s.nodes)), result: r}
	for i := range c.node {
		c.node[i] = egraph.None
		if i < len(r.Choice) && r.Choice[i] >= 0 {
			c.node[i] = numbers[r.Choice[i]]
		}
	}
	return c, nil
}

// seconds is what ops cost together, which are in an order in which definitions come before
// uses. What is computed from constants only is free where it is going to be folded.
func seconds(m *cost.Machine, ops []*ir.Op, from outside) (sum float64) {
	fixed := map[*ir.Value]bool{}
	for _, o := range ops {
		free := foldsOn(o)
		for i := range o.NumOperands() {
			v := o.Operand(i)
			is, inside := fixed[v]
			free = free && (is || !inside && from.folds(v))
		}
		for _, v := range o.Results() {
			fixed[v] = free
		}
		if !free {
			sum += m.Apart(o)
		}
	}
	return sum
}

// pays reports whether a is less than b, by more than rounding and by what the option least-gain
// asks for.
func (s *saturater) pays(a, b float64) bool {
	return a < b-float64(math.Abs(b)*max(cost.Rounding, s.opt.LeastGain/100))
}

// inputCost is what a value from outside costs: something where it is an argument of a function,
// and the profile says so.
func (s *space) inputCost(v *ir.Value) float64 {
	if o := v.Block().Parent(); v.IsArg() && o != nil && o.Has(ir.Symbol) {
		return s.machine.Input
	}
	return 0
}
