package liftcf

import (
	"math"
	"slices"
	"sort"
)

// seq is what a region does, one item after the other.
type seq struct {
	items  []*item
	parent *item // whose region it is; nil for the whole
	depth  int
}

// kind is what an item does.
type kind uint8

const (
	doOps   kind = iota // runs the ops of a block, or those of the exit
	doJump              // assigns what a way passes, and says where it goes
	doStop              // is not reached
	doArm               // runs one of several arms, as the end of a block says
	doGuard             // runs its arm if control goes to a node
	doLoop              // runs its arm again and again
)

// item is a part of a seq.
type item struct {
	kind        kind
	in          *seq
	index       int
	first, last int // numbers of its parts
	arms        []*seq
	block       *block // of doOps, doStop and doArm
	node        *node  // of doGuard
	loop        *loop  // of doLoop
	arc         *arc   // of doJump
	// assigns says that a jump assigns what the way passes, and tells that it says where control
	// goes.
	assigns, tells bool
	// ends are the loops that a jump ends, and again the one that goes on.
	ends  []*loop
	again *loop
	// outs are the variables that it hands on, or the state of a loop.
	outs []*variable

	guarded  int       // the index of the next guard behind it
	watched  *item     // it, or the innermost item around it, that a guard comes behind
	seen     *variable // the last one of outs
	towards  int       // where that is handed on to
	toldFrom int       // the depth up to which it hands on where control goes, plus 1; 0 if it does not
}

func (s *seq) add(it *item) *item {
	it.in, it.index = s, len(s.items)
	s.items = append(s.items, it)
	return it
}

// arm makes one more region of it.
func (it *item) arm() *seq {
	s := &seq{parent: it, depth: it.in.depth + 1}
	it.arms = append(it.arms, s)
	return s
}

// contains reports whether the part with that number is in s.
func (s *seq) contains(number int) bool {
	return s.parent == nil || s.parent.first <= number && number <= s.parent.last
}

// builder puts blocks into the seqs of a structure.
type builder struct {
	*graph
	open []task
}

// task is to put a node, and what it dominates, at the end of a seq.
type task struct {
	node    *node
	in      *seq
	guarded bool
}

// build makes the structure.
func (g *graph) build() *seq {
	top := &seq{}
	b := &builder{g, []task{{node: g.root.nodes[0], in: top}}}
	for len(b.open) > 0 {
		t := b.open[len(b.open)-1]
		b.open = b.open[:len(b.open)-1]
		if t.guarded {
			it := t.in.add(&item{kind: doGuard, node: t.node})
			t.node.at, t.in = it, it.arm()
		}
		b.place(t.node, t.in)
	}
	g.finish(top)
	return top
}

// place puts a node into s, and lets those follow that it dominates.
func (b *builder) place(n *node, s *seq) {
	var parts []task
	for _, p := range n.parts() {
		parts = append(parts, task{p.node, s, p.guarded})
	}
	slices.Reverse(parts)
	b.open = append(b.open, parts...)
	before := len(s.items)
	switch {
	case n.loop != nil:
		b.placeLoop(n.loop, s)
	case n.block != nil:
		n.block.at = s.add(&item{kind: doOps, block: n.block})
		b.placeEnd(n.block, s)
	}
	if n.at == nil && len(s.items) > before {
		n.at = s.items[before]
	}
}

func (b *builder) placeLoop(l *loop, s *seq) {
	l.item = s.add(&item{kind: doLoop, loop: l})
	l.body = l.item.arm()
	b.open = append(b.open, task{node: l.nodes[0], in: l.body})
	switch {
	case l.head != nil:
		b.jump(l.head.leave, s, l.around)
	case l.leavesOneWay():
		// What is the same for all exits is said once, behind the loop.
		s.add(&item{kind: doJump, arc: l.exits[0]}).leave(l.around)
	}
}

// leavesOneWay reports whether all exits lead to one block.
func (l *loop) leavesOneWay() bool {
	return len(l.exits) > 0 && !slices.ContainsFunc(l.exits, func(a *arc) bool { return a.to != l.exits[0].to })
}

// placeEnd puts the end of a block into s, with the blocks that only it leads to.
func (b *builder) placeEnd(n *block, s *seq) {
	ways := n.out
	if l := n.loop; l.head != nil && n == l.entries[0] {
		ways = []*arc{l.head.enter}
	}
	switch {
	case n == b.exit:
	case len(ways) == 0:
		s.add(&item{kind: doStop, block: n})
	case len(ways) == 1:
		b.jump(ways[0], s, n.loop)
	default:
		choice := s.add(&item{kind: doArm, block: n})
		for _, a := range ways {
			b.jump(a, choice.arm(), n.loop)
		}
	}
}

// jump takes a way at the end of s, out of the loop l and those around it, and puts what only it
// leads to behind it.
func (b *builder) jump(a *arc, s *seq, l *loop) {
	a.jump = s.add(&item{kind: doJump, arc: a, assigns: true})
	a.jump.leave(l)
	if a.node != nil && a.node.nested() {
		b.open = append(b.open, task{node: a.node, in: s})
	}
}

// leave says what a jump means for the loops from l outwards, as far as that is not said
// behind one of them.
func (it *item) leave(l *loop) {
	for ; l != it.arc.level; l = l.around {
		it.ends = append(it.ends, l)
		l.jumps = append(l.jumps, it)
		if l.leavesOneWay() {
			return
		}
	}
	it.tells = true
	if it.arc.node == nil && l.head == nil {
		it.again = l
		l.jumps = append(l.jumps, it)
	}
}

// nested reports whether a node belongs behind the one way that leads to it.
func (n *node) nested() bool {
	return len(n.preds) == 1 && n.dominator.block != nil && (n.block == nil || n.block.ir != nil)
}

// part is a node where ways meet that its dominator is the beginning of.
type part struct {
	node    *node
	guarded bool
}

// parts are the nodes that follow n, in order, behind those that are nested in it, which are part
// 0. A guard is in front of one if control may get there on its way to another one, or out of all
// of them.
func (n *node) parts() []part {
	var list []part
	for _, m := range n.below {
		if m.element = 0; !m.nested() {
			list = append(list, part{node: m})
			m.element = len(list)
		}
	}
	// from is the first part that leads to one of those behind the part at hand.
	from := math.MaxInt
	for i, p := range slices.Backward(list) {
		list[i].guarded = from <= i
		for _, q := range p.node.preds {
			from = min(from, n.elementOf(q))
		}
	}
	low := n.own
	for _, m := range n.below {
		if m.element == 0 {
			low = min(low, m.low)
		}
	}
	for i := range list {
		list[i].guarded = list[i].guarded || low < n.depth
		low = min(low, list[i].node.low)
	}
	return list
}

// elementOf is the part of n that m is in.
func (n *node) elementOf(m *node) int {
	i := sort.Search(len(n.below), func(i int) bool { return n.below[i].pre > m.pre })
	if i == 0 {
		return 0 // n itself
	}
	return n.below[i-1].element
}

// finish numbers the items, and finds out which of them a guard comes behind.
func (g *graph) finish(top *seq) {
	type visit struct {
		seq *seq
		at  int
	}
	count := 0
	enter := func(s *seq) visit {
		next := math.MaxInt
		for i, it := range slices.Backward(s.items) {
			if it.guarded = next; it.kind == doGuard {
				next = i
			}
			switch {
			case it.guarded < math.MaxInt:
				it.watched = it
			case s.parent != nil:
				it.watched = s.parent.watched
			}
		}
		return visit{s, 0}
	}
	for path := []visit{enter(top)}; len(path) > 0; {
		v := &path[len(path)-1]
		if v.at == len(v.seq.items) {
			path = path[:len(path)-1]
			if p := v.seq.parent; p != nil {
				p.last = count - 1
			}
			continue
		}
		it := v.seq.items[v.at]
		v.at++
		it.first, it.last = count, count
		count++
		for _, s := range slices.Backward(it.arms) {
			path = append(path, enter(s))
		}
	}
}
