package saturate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// comparison is a piece as it was and as it is going to be: the nodes that are gone and those
// that are new, in parts that have to do with each other.
type comparison struct {
	space *space
	pick  *chosen
	free  []bool
	gone  []egraph.ID // in the order of the program
	fresh []egraph.ID // those that are made of others behind these
	is    map[egraph.ID]fate
	above map[egraph.ID]egraph.ID // a forest of the parts, by node
	class map[egraph.ID]egraph.ID // one more than the first node of a class
	// was and became are what nodes are made of in the one program and in the other.
	was, became map[egraph.ID][]egraph.ID
}

type fate uint8

const (
	stays fate = iota + 1
	goes
	comes
)

// compare compares what terms of the roots were made of with what was chosen.
func (p *piece) compare(was, is []*term, pick *chosen) *comparison {
	c := &comparison{space: p.space, pick: pick, free: p.space.foldable(), is: map[egraph.ID]fate{}, above: map[egraph.ID]egraph.ID{}, class: map[egraph.ID]egraph.ID{}}
	var before, after []egraph.ID
	before, c.was = c.nodesOf(was)
	after, c.became = c.nodesOf(is)
	for _, n := range after {
		c.is[n] = comes
	}
	for _, n := range before {
		if c.is[n] == comes {
			c.is[n] = stays
			continue
		}
		c.is[n] = goes
		c.gone = append(c.gone, n)
	}
	for _, n := range after {
		if c.is[n] == comes {
			c.fresh = append(c.fresh, n)
		}
	}
	for _, n := range slices.Concat(c.gone, c.fresh) {
		if c.leaf(n) {
			continue
		}
		if k := c.space.graph.Find(n); c.class[k] == 0 {
			c.class[k] = n + 1
		} else {
			c.join(n, c.class[k]-1)
		}
	}
	for _, n := range slices.Concat(c.gone, c.fresh) {
		for _, child := range c.space.graph.Children(n) {
			if m := c.class[c.space.graph.Find(child)]; m != 0 && !c.leaf(n) {
				c.join(n, m-1)
			}
		}
	}
	return c
}

// nodesOf are the nodes that terms are made of, each once, operands first.
func (c *comparison) nodesOf(list []*term) (nodes []egraph.ID, kids map[egraph.ID][]egraph.ID) {
	seen := map[uint32]bool{}
	kids = map[egraph.ID][]egraph.ID{}
	type frame struct {
		t    *term
		next int
	}
	var stack []frame
	visit := func(t *term) {
		if !seen[t.number] {
			seen[t.number] = true
			stack = append(stack, frame{t, 0})
		}
	}
	for _, t := range list {
		visit(t)
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next < len(f.t.kids) {
				f.next++
				visit(f.t.kids[f.next-1])
				continue
			}
			if n := c.live(f.t.node); kids[n] == nil {
				kids[n] = []egraph.ID{}
				for _, k := range f.t.kids {
					kids[n] = append(kids[n], c.live(k.node))
				}
				nodes = append(nodes, n)
			}
			stack = stack[:len(stack)-1]
		}
	}
	return nodes, kids
}

// live is the node that stands for one that may have become equal to it.
func (c *comparison) live(n egraph.ID) egraph.ID {
	g := c.space.graph
	if m, ok := g.Lookup(g.Symbol(n), g.Children(n)...); ok {
		return m
	}
	return n
}

// leaf reports whether a node is a constant, which many things may share, or from outside.
func (c *comparison) leaf(n egraph.ID) bool {
	x := &c.space.nodes[n]
	return x.value != nil || x.op != nil && x.op.Has(ir.ConstantLike)
}

func (c *comparison) part(n egraph.ID) egraph.ID {
	for {
		m, ok := c.above[n]
		if !ok {
			return n
		}
		n = m
	}
}

func (c *comparison) join(n, m egraph.ID) {
	if n, m = c.part(n), c.part(m); n != m {
		c.above[max(n, m)] = min(n, m)
	}
}

// difference is a part of a comparison.
type difference struct {
	gone, fresh []egraph.ID
	rules       []string
	applied     []pipeline.Applied
}

// differences are the parts, in the order of the program.
func (c *comparison) differences() (list []*difference, by map[egraph.ID]*difference) {
	by = map[egraph.ID]*difference{}
	of := func(n egraph.ID) *difference {
		k := c.part(n)
		if by[k] == nil {
			by[k] = &difference{}
			list = append(list, by[k])
		}
		return by[k]
	}
	for _, n := range c.gone {
		if !c.leaf(n) {
			d := of(n)
			d.gone = append(d.gone, n)
		}
	}
	for _, n := range c.fresh {
		if !c.leaf(n) {
			d := of(n)
			d.fresh = append(d.fresh, n)
		}
	}
	return list, by
}

// tops are the nodes of a list that no other one needs in a program.
func tops(list []egraph.ID, kids map[egraph.ID][]egraph.ID) (tops []egraph.ID) {
	inner := map[egraph.ID]bool{}
	for _, n := range list {
		for _, k := range kids[n] {
			inner[k] = true
		}
	}
	for _, n := range list {
		if !inner[n] {
			tops = append(tops, n)
		}
	}
	return tops
}

// text is a node as an expression of nodes of a list, and of constants.
func (c *comparison) text(n egraph.ID, list []egraph.ID, kids map[egraph.ID][]egraph.ID) string {
	var w writer
	var write func(n egraph.ID)
	write = func(n egraph.ID) { // as deep as the text is long
		name := c.space.shortName(n)
		if strings.HasPrefix(name, "#") { // a result of several
			write(kids[n][0])
			w.WriteString(name)
			return
		}
		var args []egraph.ID
		for _, k := range kids[n] {
			if slices.Contains(list, k) || c.leaf(k) && c.space.nodes[k].value == nil {
				args = append(args, k)
			}
		}
		w.expression(name, len(args), func(i int) { write(args[i]) })
	}
	write(n)
	return w.String()
}

// sides are a difference as text.
func (c *comparison) sides(d *difference) (was, became string) {
	var before, after []string
	add := func(list *[]string, text string) {
		if !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	told := map[egraph.ID]bool{}
	for _, n := range tops(d.gone, c.was) {
		add(&before, c.text(n, d.gone, c.was))
		k := c.space.graph.Find(n)
		told[k] = true
		m := c.pick.node[k]
		if m == egraph.None {
			continue
		}
		switch name := c.space.shortName(m); {
		case c.is[c.live(m)] == comes:
			add(&after, c.text(c.live(m), d.fresh, c.became))
		case name == "":
			add(&after, "a value from outside")
		default:
			add(&after, "the "+name+" that is there")
		}
	}
	for _, n := range tops(d.fresh, c.became) {
		if !told[c.space.graph.Find(n)] {
			add(&after, c.text(n, d.fresh, c.became))
		}
	}
	if len(after) == 0 {
		after = []string{"nothing"}
	}
	return few(before), few(after)
}

// few joins the first of some texts.
func few(list []string) string {
	const most = 3
	if n := len(list) - most; n > 0 {
		return strings.Join(list[:most], " and ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(list, " and ")
}

// gain is what a difference saves.
func (c *comparison) gain(d *difference) (sum float64) {
	for _, n := range d.gone {
		sum += c.price(n)
	}
	for _, n := range d.fresh {
		sum -= c.price(n)
	}
	return sum
}

func (c *comparison) price(n egraph.ID) float64 {
	if c.free[n] {
		return 0
	}
	return c.space.nodes[n].cost
}

// remark tells of each difference, with the rules of the steps of a proof.
func (s *saturater) remark(p *piece, c *comparison, steps []step, trouble bool) {
	list, by := c.differences()
	for _, x := range steps {
		m := c.class[c.space.graph.Find(x.top)]
		if m == 0 {
			continue
		}
		d, name := by[c.part(m-1)], s.stepText(x)
		if d == nil {
			continue
		}
		if !slices.Contains(d.rules, name) {
			d.rules = append(d.rules, name)
		}
		d.applied = append(d.applied, s.applied(x.rule))
	}
	for _, d := range list {
		if len(d.gone) == 0 {
			continue
		}
		was, became := c.sides(d)
		text := fmt.Sprintf("%s became %s", was, became)
		rules := d.rules
		if trouble {
			rules = append(slices.Clone(rules), "more")
		}
		if len(rules) > 0 {
			text += " by " + strings.Join(rules, ", ")
		}
		if gain := c.gain(d); gain >= 0 {
			text += "; predicted gain " + s.opt.model.Text(gain)
		} else {
			text += "; predicted loss " + s.opt.model.Text(-gain)
		}
		s.tell(p.opOf(tops(d.gone, c.was)[0]), text)
		if trouble {
			d.applied = append(d.applied, pipeline.Applied{Name: "more"})
		}
		s.gained(c.gain(d), d.applied)
	}
	s.remarkRepeated(p, c)
}

// gained tells what a difference saves, and what led to it, once it is known that it is kept.
func (s *saturater) gained(seconds float64, applied []pipeline.Applied) {
	if s.opt.judge == nil {
		s.run.Gained(seconds, applied)
		return
	}
	s.pending = append(s.pending, func() { s.run.Gained(seconds, applied) })
}

// remarkRepeated tells of ops that were there several times and stay once.
func (s *saturater) remarkRepeated(p *piece, c *comparison) {
	count := map[egraph.ID]int{}
	of := func(o *ir.Op) (n egraph.ID, ok bool) {
		if p.stays(o) || o.NumResults() == 0 || o.Has(ir.ConstantLike) {
			return 0, false
		}
		n = p.first[o.Result(0)]
		if o.NumResults() > 1 {
			n = p.space.graph.Term(n)[0]
		}
		return c.live(n), true
	}
	for _, o := range p.ops {
		if n, ok := of(o); ok {
			count[n]++
		}
	}
	for _, o := range p.ops {
		n, ok := of(o)
		if !ok || count[n] < 2 || c.is[n] != stays {
			continue
		}
		s.tell(o, fmt.Sprintf("%s is computed once instead of %d times; predicted gain %s", p.space.shortName(n), count[n], s.opt.model.Text(float64(count[n]-1)*c.price(n))))
		count[n] = 0
	}
}

// opOf is the op of the program that a node was, the first of the piece if there is none.
func (p *piece) opOf(n egraph.ID) *ir.Op {
	x := &p.space.nodes[n]
	if x.op == nil && x.name == nil && x.value == nil {
		x = &p.space.nodes[p.space.graph.Term(n)[0]]
	}
	if x.origin != nil && x.origin.Block() == p.block {
		return x.origin
	}
	return p.ops[0]
}

// tell makes a remark about an op, once it is known that what was done is kept.
func (s *saturater) tell(o *ir.Op, text string) {
	if s.opt.judge == nil {
		s.run.Passed(o, "Saturated", "%s", text)
		return
	}
	s.run.Remember(o)
	s.pending = append(s.pending, func() { s.run.Passed(o, "Saturated", "%s", text) })
}

// kept makes the remarks that waited, and takes the proofs that did.
func (s *saturater) kept() {
	for _, tell := range s.pending {
		tell()
	}
	s.chapters = append(s.chapters, s.waiting...)
	s.pending, s.waiting = nil, nil
}

// proves reports whether somebody wants to know why.
func (s *saturater) proves() bool {
	return s.run.Remarking() || s.opt.Explain != "" || s.opt.Dot != "" || s.run.Gaining()
}

// prove says what changes in a piece, and why. The program must be as it was, but for ops that
// were made. What was chosen is only drawn if it changes nothing.
func (s *saturater) prove(p *piece, g *grower, pick *chosen, fresh []*ir.Op, changes bool) {
	if !s.proves() || !changes && s.opt.Dot == "" {
		return
	}
	var steps []step
	pr := newProver(g, func(x step) { steps = append(steps, x) })
	from := make([]*term, len(p.roots))
	for i, r := range p.roots {
		from[i] = pr.given(r)
	}
	to := from
	if changes {
		to = pr.chosen(p.roots, pick)
	}
	show := func([]*term) {}
	var x *script
	if s.opt.Explain != "" && changes {
		x = newScript(s, p, fresh)
		x.show(from, "equal ops are one, and each is in front of its first use")
		show = func(list []*term) {
			now := steps[len(steps)-1]
			x.show(list, fmt.Sprintf("by %s, at %s of %s", s.stepText(now), g.space.opText(now.at), s.where(g.space.nodes[now.at].loc)))
		}
	}
	if changes {
		pr.alterAll(from, to, show, true)
	}
	if pr.trouble != "" {
		s.run.Missed(p.ops[0], "Saturated", "the proof is not complete: %s", pr.trouble)
	}
	if x != nil {
		if pr.trouble != "" {
			x.show(to, "the rest is left out: "+pr.trouble+"; this is the result")
		}
		s.note(p, proofBook, x.out.String())
	}
	c := p.compare(from, to, pick)
	if s.opt.Dot != "" {
		s.draw(p, c, "piece "+pieceNumber)
	}
	if changes {
		s.remark(p, c, steps, pr.trouble != "")
	}
}

// report tells how a piece was saturated, and what its ops cost before and after.
func (s *saturater) report(p *piece, g *grower, pick *chosen, before, after float64) {
	if !s.run.Remarking() {
		return
	}
	for n := range p.space.nodes { // what arguments cost
		if id := egraph.ID(n); p.inputs[id] != nil {
			c := p.space.nodes[n].cost
			before += c
			if pick.node[p.space.graph.Find(id)] != egraph.None {
				after += c
			}
		}
	}
	r, m := pick.result, s.opt.model
	proof := "the least by proof"
	if gap := r.Cost - r.Bound; !r.Proven {
		proof = fmt.Sprintf("at least %s is needed, a gap of %.3g %%", m.Text(r.Bound), 100*gap/max(r.Cost, 1e-300))
	}
	ended := saturated
	if g.ended != ended {
		ended = "stopped by the limit of " + g.ended
	}
	graph := p.space.graph
	s.run.Analysis(p.ops[0], "Saturated", "%s in %s after %s, %s; cost %s before and %s after; extracted %s, %s",
		count(graph.NumLive(), "node"), count(graph.NumClasses(), "class"), count(g.iterations, "iteration"), ended, m.Text(before), m.Text(after), m.Text(r.Cost), proof)
}

// count is a number of things.
func count(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case strings.HasSuffix(thing, "s"):
		return fmt.Sprintf("%d %ses", n, thing)
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
