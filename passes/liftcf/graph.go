package liftcf

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/cf"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/internal/scc"
	"github.com/tg-opt/tg/ir"
)

// graph is a region with several blocks.
type graph struct {
	region *ir.Region
	purity *analysis.Purity
	of     map[*ir.Block]*block
	blocks []*block // in reverse post-order
	// exit is where all ways out of the region lead to: its arguments are what the region hands on,
	// by an op such as end.
	exit *block
	end  *ir.Op
	root *loop

	variables map[*ir.Value]*variable
	// next says where control goes, by the number of a block.
	next    *variable
	numbers int32 // how many blocks have a number
}

// block is a block, or the exit.
type block struct {
	ir   *ir.Block   // nil for the exit
	end  *ir.Op      // of it
	args []*variable // nil for those that nothing needs
	out  []*arc
	in   []*arc
	loop *loop // the innermost one around it
	node *node // the block in that loop
	// entry is the loop that begins here.
	entry  *loop
	at     *item // where its ops are
	number int32 // as a value of next; 0 for none

	vertex vertex
}

// arc is one way from a block to another.
type arc struct {
	from, to *block
	values   []*ir.Value
	// level is the innermost loop around both ends, and node what the way leads to there; nil for
	// the beginning of that loop.
	level *loop
	node  *node
	jump  *item // where its values are assigned
}

// loop is a strongly connected part of the graph, without that which is one inside of it, or the
// whole graph.
type loop struct {
	around  *loop // nil for the whole graph
	depth   int
	entries []*block
	// nodes are the blocks and loops directly inside, each behind those that lead to it.
	nodes []*node
	node  *node  // the loop itself, in the one around it
	exits []*arc // all that leave it
	head  *head  // of a while loop; nil for other ones
	again *variable
	item  *item
	body  *seq
	jumps []*item // that say whether it goes on
}

// node is a block or a loop, as part of the loop around it; neither for the choice between several
// entries of that.
type node struct {
	block *block
	loop  *loop
	level *loop
	index int
	preds []*node // one for each way
	// dominator is the node that all ways from the first one to this one pass last, below the
	// nodes that this one is the dominator of, in order.
	dominator *node
	depth     int
	below     []*node
	// own is the least depth of the dominator of what this node leads to, -1 if that is outside of
	// the loop or the beginning of it; low is the least of own of all nodes that this one
	// dominates.
	own, low int
	pre      int // number in the tree of dominators
	// element is which part of what its dominator begins this is, see (*node).parts.
	element int
	at      *item
}

// isBranch reports whether o is one of the branches that the pass lifts.
func isBranch(o *ir.Op) bool { return o.Is(cf.Br) || o.Is(cf.CondBr) || o.Is(cf.Switch) }

// newGraph looks at how blocks end.
func newGraph(r *ir.Region, purity *analysis.Purity) (*graph, error) {
	g := &graph{region: r, purity: purity, of: map[*ir.Block]*block{}, variables: map[*ir.Value]*variable{}}
	keep := needed(r)
	for i, b := range ir.ReversePostorder(r) {
		n := &block{ir: b}
		n.vertex.block = n
		for _, a := range b.Args() {
			var v *variable
			if i > 0 && keep[a] {
				v = g.variable(a)
			}
			n.args = append(n.args, v)
		}
		g.blocks, g.of[b] = append(g.blocks, n), n
	}
	g.exit = &block{}
	g.exit.vertex.block = g.exit
	for _, b := range g.blocks {
		if err := g.addArcs(b); err != nil {
			return nil, err
		}
	}
	if g.end == nil && !r.Parent().Is(fn.Func) {
		return nil, r.Parent().Errorf("'%s' op never comes to an end: no branch leads to one", r.Parent().Name())
	}
	return g, nil
}

// endLoc is where the region ends, or begins if it never does.
func (g *graph) endLoc() ir.Loc {
	if g.end == nil {
		return g.region.Parent().Loc()
	}
	return g.end.Loc()
}

func (g *graph) addArcs(b *block) error {
	end := b.ir.Terminator()
	b.end = end
	switch {
	case end == nil:
		return g.region.Parent().Errorf("has a block that does not end with a branch of cf")
	case isBranch(end):
		for i, to := range end.Successors() {
			connect(b, g.of[to], end.SuccessorValues(i))
		}
		return nil
	case end.Is(ub.Unreachable):
		return nil
	case !end.Has(ir.ReturnLike) || len(end.Successors()) > 0:
		return end.Errorf("'%s' op is no branch that can be lifted: use cf.br, cf.cond_br and cf.switch", end.Name())
	}
	if g.end == nil {
		g.end, g.exit.end = end, end
		for _, v := range end.Operands() {
			g.exit.args = append(g.exit.args, newVariable(v.Type(), v.Loc()))
		}
	}
	if end.Def() != g.end.Def() || end.Props() != g.end.Props() || end.Attrs() != g.end.Attrs() || !slices.Equal(end.OperandTypes(), g.end.OperandTypes()) {
		return end.Errorf("'%s' op ends its region in another way than '%s' does", end.Name(), g.end.Name()).WithNote(g.end.Loc(), "the other end is here")
	}
	connect(b, g.exit, end.Operands())
	return nil
}

// connect adds a way.
func connect(from, to *block, values []*ir.Value) {
	a := &arc{from: from, to: to, values: values}
	from.out, to.in = append(from.out, a), append(to.in, a)
}

// vertex is a block in the search for loops at one level.
type vertex struct {
	block *block
	mark  scc.Mark
	edges []*vertex
}

func (v *vertex) Mark() *scc.Mark  { return &v.mark }
func (v *vertex) Edges() []*vertex { return v.edges }

// findLoops takes the graph apart: without the ways to the beginning of a loop, what is left of
// that may have loops in turn.
func (g *graph) findLoops() {
	g.root = &loop{entries: g.blocks[:1]}
	type level struct {
		loop   *loop
		blocks []*block
	}
	open := []level{{g.root, append(slices.Clone(g.blocks), g.exit)}}
	for _, b := range open[0].blocks {
		b.loop = g.root
	}
	g.blocks[0].entry = g.root
	for len(open) > 0 {
		l := open[len(open)-1]
		open = open[:len(open)-1]
		for _, part := range components(l.loop, l.blocks) {
			if b := part[0]; len(part) == 1 && !slices.Contains(b.vertex.edges, &b.vertex) {
				b.node = l.loop.add(&node{block: b})
				continue
			}
			inner := newLoop(l.loop, part)
			inner.node = l.loop.add(&node{loop: inner})
			open = append(open, level{inner, part})
		}
	}
	nodes := g.root.nodes // the exit comes last, whether something leads there or not
	nodes = append(slices.DeleteFunc(nodes, func(n *node) bool { return n == g.exit.node }), g.exit.node)
	for i, n := range nodes {
		n.index = i
	}
	g.root.nodes = nodes
}

func (l *loop) add(n *node) *node {
	n.level, n.index = l, len(l.nodes)
	l.nodes = append(l.nodes, n)
	return n
}

// components are the strongly connected parts of a loop, without the ways to its beginning, each
// behind those that lead to it, and the block in front that the search found first.
func components(l *loop, blocks []*block) [][]*block {
	roots := make([]*vertex, len(blocks))
	for i, b := range blocks {
		roots[i] = &b.vertex
		b.vertex.mark, b.vertex.edges = scc.Mark{}, b.vertex.edges[:0]
		for _, a := range b.out {
			if a.to.loop == l && a.to.entry != l {
				b.vertex.edges = append(b.vertex.edges, &a.to.vertex)
			}
		}
	}
	var parts [][]*block
	for _, c := range scc.Components(roots) {
		part := make([]*block, len(c))
		for i, v := range c {
			part[len(c)-1-i] = v.block
		}
		parts = append(parts, part)
	}
	slices.Reverse(parts)
	return parts
}

// newLoop makes a strongly connected part of a loop one inside of it.
func newLoop(around *loop, blocks []*block) *loop {
	l := &loop{around: around, depth: around.depth + 1}
	for _, b := range blocks {
		b.loop = l
	}
	for _, b := range blocks {
		if slices.ContainsFunc(b.in, func(a *arc) bool { return a.from.loop != l }) {
			l.entries = append(l.entries, b)
			b.entry = l
		}
	}
	if len(l.entries) > 1 {
		l.add(&node{}) // the choice between them
	}
	return l
}

// choosing reports whether the loop begins with a choice between entries.
func (l *loop) choosing() bool { return len(l.entries) > 1 }

// holds reports whether a block is in the loop.
func (l *loop) holds(b *block) bool {
	k := b.loop
	for k.depth > l.depth {
		k = k.around
	}
	return k == l
}

// findWays finds out where ways lead to, and what dominates what at each level.
func (g *graph) findWays() {
	var loops []*loop
	for open := []*loop{g.root}; len(open) > 0; {
		l := open[len(open)-1]
		open, loops = open[:len(open)-1], append(loops, l)
		for _, n := range l.nodes {
			n.own = len(l.nodes)
			if n.loop != nil {
				open = append(open, n.loop)
			}
		}
		if l.choosing() {
			for _, b := range l.entries {
				b.node.preds = append(b.node.preds, l.nodes[0])
			}
		}
	}
	for _, b := range g.blocks {
		for _, a := range b.out {
			a.resolve()
		}
	}
	for _, l := range loops {
		l.dominate()
	}
}

// resolve finds out what the way leads to, and which loops it leaves.
func (a *arc) resolve() {
	a.level, a.node = a.to.loop, a.to.node
	switch {
	case !a.level.holds(a.from):
		a.level, a.node = a.level.around, a.level.node
	case a.to.entry == a.level:
		a.node = nil
	}
	from := a.from.node
	for from.level != a.level {
		from.own = -1
		from.level.exits = append(from.level.exits, a)
		from = from.level.node
	}
	if a.node == nil {
		from.own = -1
	} else {
		a.node.preds = append(a.node.preds, from)
	}
}

// dominate finds the dominators of nodes. Since nodes come behind those that lead to them, one
// round is enough of K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm",
// 2001. Whatever leads to the exit, it comes behind all else.
func (l *loop) dominate() {
	first := l.nodes[0]
	for _, n := range l.nodes[1:] {
		for _, p := range n.preds {
			if n.dominator == nil {
				n.dominator = p
			}
			n.dominator = common(n.dominator, p)
		}
		if l.around == nil && n == l.nodes[len(l.nodes)-1] {
			n.dominator = first
		}
		n.depth = n.dominator.depth + 1
		n.dominator.below = append(n.dominator.below, n)
		for _, p := range n.preds {
			p.own = min(p.own, n.dominator.depth)
		}
	}
	for _, n := range slices.Backward(l.nodes) {
		n.low = n.own
		for _, m := range n.below {
			n.low = min(n.low, m.low)
		}
	}
	count := 0
	for open := []*node{first}; len(open) > 0; count++ {
		n := open[len(open)-1]
		n.pre, open = count, open[:len(open)-1]
		for _, m := range slices.Backward(n.below) {
			open = append(open, m)
		}
	}
}

func common(a, b *node) *node {
	for a != b {
		if a.index > b.index {
			a = a.dominator
		} else {
			b = b.dominator
		}
	}
	return a
}
