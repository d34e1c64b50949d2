package saturate

import (
	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Limits end the search for a chain. Work is looks at ops and classes.
type Limits struct {
	Nodes, Iterations int
	Work              int64
}

// Program is a value as ops compute it: an input, a result of an op with several, or an op.
type Program struct {
	symbol
	args  []*Program
	input int // -1 for others
}

// Chain leads from what a block returns to what another one with such arguments returns.
type Chain struct {
	// Links are what leads from each of the programs to the next, and Texts are these programs.
	Links []Link
	Texts []string

	programs    [][]*Program
	left, right *ir.Block
}

// Link is one application of a rule, or if that is nil of what folds ops on constants.
type Link struct {
	Rule     *rule.Rule
	Backward bool
}

// Connect looks for a chain between two blocks in an e-graph that holds both; it is nil if none is
// found. The rules are used from left to right, and what they have made equal both ways. Ops of the
// blocks must be pure, and without regions.
func Connect(left, right *ir.Block, rules []*rule.Rule, mode rewrite.FPMode, l Limits) *Chain {
	s := newSpace(left.Last().Context(), nil, true)
	s.exact = mode == rewrite.FPStrict
	inputs := s.inputsOf(left)
	from, to := s.enterBlock(left, inputs), s.enterBlock(right, inputs)
	if from == nil || len(from) != len(to) {
		return nil
	}
	g := newGrower(s, rules, mode, limits{l.Nodes, l.Iterations, l.Work})
	g.reached = func() bool {
		for i, v := range from {
			if s.class(v) != s.class(to[i]) {
				return false
			}
		}
		return true
	}
	starts, ends := s.nodesOf(from), s.nodesOf(to)
	g.run()
	if s.graph.Err() != nil || !g.reached() {
		return nil
	}
	var steps []step
	pr := newProver(g, func(x step) { steps = append(steps, x) })
	a, b := make([]*term, len(starts)), make([]*term, len(starts))
	for i := range starts {
		a[i], b[i] = pr.given(starts[i]), pr.given(ends[i])
	}
	c := &Chain{left: left, right: right}
	known := map[uint32]*Program{}
	number := map[egraph.ID]int{}
	for i, v := range inputs {
		number[s.node(v)] = i
	}
	add := func(list []*term) {
		programs := make([]*Program, len(list))
		text := ""
		for i, t := range list {
			programs[i] = pr.program(t, number, known)
			text += pr.text(t) + "; "
		}
		c.programs = append(c.programs, programs)
		c.Texts = append(c.Texts, text[:len(text)-2])
	}
	add(a)
	pr.alterAll(a, b, func(list []*term) {
		x, link := steps[len(steps)-1], Link{}
		if int(x.rule) < len(rules) {
			link.Rule = rules[x.rule]
		}
		link.Backward = x.backward
		c.Links = append(c.Links, link)
		add(list)
	}, false)
	if pr.trouble != "" || len(c.Links) != len(steps) {
		return nil
	}
	return c
}

// nodesOf are the nodes that values came with.
func (s *space) nodesOf(values []*ir.Value) (list []egraph.ID) {
	for _, v := range values {
		list = append(list, s.node(v))
	}
	return list
}

// inputsOf adds the arguments of a block.
func (s *space) inputsOf(b *ir.Block) (list []*ir.Value) {
	for _, v := range b.Args() {
		list = append(list, s.input(v))
	}
	return list
}

// enterBlock adds the ops of a block on inputs and returns what it returns, nil if it has ops that
// rules may not look at.
func (s *space) enterBlock(b *ir.Block, inputs []*ir.Value) []*ir.Value {
	of := map[*ir.Value]*ir.Value{}
	for i, v := range b.Args() {
		of[v] = inputs[i]
	}
	args := func(o *ir.Op) (list []*ir.Value) {
		for _, v := range o.Operands() {
			list = append(list, of[v])
		}
		return list
	}
	for o := b.First(); o != b.Last(); o = o.Next() {
		if !known(o) || !o.Has(ir.Pure) && !o.Has(ir.ConstantLike) || o.NumResults() == 0 {
			return nil
		}
		_, results := s.opNode(symbolOfOp(o), args(o), o)
		for i, v := range o.Results() {
			of[v] = results[i]
		}
	}
	return args(b.Last())
}

// program is a term apart from the space.
func (p *prover) program(t *term, inputs map[egraph.ID]int, known map[uint32]*Program) *Program {
	if q := known[t.shape]; q != nil {
		return q
	}
	x := &p.space.nodes[t.node]
	q := &Program{symbol: x.symbol, input: -1}
	known[t.shape] = q
	if x.value != nil {
		q.input = inputs[t.node]
		return q
	}
	for _, k := range t.kids {
		q.args = append(q.args, p.program(k, inputs, known))
	}
	return q
}
