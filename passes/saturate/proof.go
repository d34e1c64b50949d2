package saturate

import (
	"container/heap"
	"encoding/binary"
	"fmt"

	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
)

// A proof leads from the program as it was to what was chosen, one application of one rule
// after the other. The forest of the e-graph has a path between each two equal nodes; before a
// step of it applies, the children of the term at hand must be what the rule matched there, for
// which there are paths of before. Equal children need no step of their own: they are changed
// when a rule asks for it, or in the end.

const (
	// maxSteps is how many steps a proof has at most.
	maxSteps = 10000
	// maxProofWork bounds how much is looked at for a proof, and maxProofDepth how many proofs
	// one in the other.
	maxProofWork  = 5_000_000
	maxProofDepth = 500
)

// term is a program of one value: a node, and the terms of its children.
type term struct {
	node   egraph.ID
	kids   []*term
	number uint32
	shape  uint32 // the same for terms that are the same program
	height int
}

// step is one application of a rule.
type step struct {
	rule     int32 // as in egraph.Reason
	match    int32
	backward bool
	at       egraph.ID // the node that was replaced
	top      egraph.ID // the class of the program as it was that is being changed
}

// prover writes proofs.
type prover struct {
	space  *space
	grower *grower
	tell   func(step)

	terms  map[string]*term
	shapes map[string]uint32
	ground map[egraph.ID]*term
	top    egraph.ID // of the steps that come

	steps, work, depth int
	trouble            string // why there is no more, empty if there is
}

func newProver(g *grower, tell func(step)) *prover {
	return &prover{space: g.space, grower: g, tell: tell, terms: map[string]*term{}, shapes: map[string]uint32{}, ground: map[egraph.ID]*term{}, top: egraph.None}
}

// key is a text for a number and those of terms.
func key(n uint32, kids []*term, of func(*term) uint32) string {
	b := binary.LittleEndian.AppendUint32(nil, n)
	for _, k := range kids {
		b = binary.LittleEndian.AppendUint32(b, of(k))
	}
	return string(b)
}

// make is the term of a node and children.
func (p *prover) make(n egraph.ID, kids []*term) *term {
	k := key(uint32(n), kids, func(t *term) uint32 { return t.number })
	t := p.terms[k]
	if t != nil {
		return t
	}
	t = &term{node: n, kids: kids, number: uint32(len(p.terms))}
	for _, c := range kids {
		t.height = max(t.height, c.height+1)
	}
	k2 := key(uint32(p.space.graph.Symbol(n)), kids, func(t *term) uint32 { return t.shape })
	shape, ok := p.shapes[k2]
	if !ok {
		shape = uint32(len(p.shapes))
		p.shapes[k2] = shape
	}
	t.shape = shape
	p.terms[k] = t
	return t
}

// given is what a node was made as.
func (p *prover) given(n egraph.ID) *term {
	if t := p.ground[n]; t != nil {
		return t
	}
	stack := []egraph.ID{n}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		children := p.space.graph.Term(n)
		kids := make([]*term, 0, len(children))
		for _, c := range children {
			if t := p.ground[c]; t != nil {
				kids = append(kids, t)
			} else {
				stack = append(stack, c)
			}
		}
		if len(kids) == len(children) {
			p.ground[n] = p.make(n, kids)
			stack = stack[:len(stack)-1]
		}
	}
	return p.ground[n]
}

// chosen are the terms that were extracted, for the roots of a piece.
func (p *prover) chosen(roots []egraph.ID, pick *chosen) []*term {
	known := map[egraph.ID]*term{}
	d := &decoder{space: p.space, pick: pick}
	list := make([]*term, len(roots))
	for i, r := range roots {
		c := p.space.graph.Find(r)
		d.walk(c, func(c egraph.ID, down bool) bool {
			if down {
				return known[c] != nil
			}
			n := pick.node[c]
			var kids []*term
			for _, child := range p.space.graph.Children(n) {
				kids = append(kids, known[p.space.graph.Find(child)])
			}
			known[c] = p.make(n, kids)
			return false
		})
		list[i] = known[c]
	}
	return list
}

// stop ends the proof.
func (p *prover) stop(format string, args ...any) {
	if p.trouble == "" {
		p.trouble = fmt.Sprintf(format, args...)
	}
}

func (p *prover) stopped() bool {
	p.work++
	if p.work > maxProofWork {
		p.stop("the proof takes too much work")
	}
	return p.trouble != ""
}

// walk changes the node of a term into an equal one. put puts a term into its place.
func (p *prover) walk(t *term, to egraph.ID, put func(*term)) *term {
	if t.node == to || p.stopped() {
		return t
	}
	path, err := p.space.graph.Explain(t.node, to)
	if err != nil {
		p.stop("%s", err)
		return t
	}
	for _, s := range path {
		if p.stopped() {
			return t
		}
		if s.Why == egraph.Congruence {
			t = p.make(s.To, t.kids)
			continue
		}
		t = p.apply(t, s, put)
	}
	return t
}

// apply applies the rule of a step to a term.
func (p *prover) apply(t *term, s egraph.Step, put func(*term)) *term {
	if p.depth++; p.depth > maxProofDepth {
		p.stop("the proofs are nested too deeply")
	}
	defer func() { p.depth-- }()
	from, to := p.places(s)
	if from == nil {
		p.stop("a step is not known")
		return t
	}
	b := &bindings{terms: map[any]*term{}, places: map[*place]*term{}}
	t = p.match(t, from, b, put)
	if p.stopped() {
		return t
	}
	made := p.build(to, b)
	if p.steps++; p.steps > maxSteps {
		p.stop("there are more than %d steps", maxSteps)
		return t
	}
	p.tell(step{s.Why.Rule, s.Why.Match, s.Backward, t.node, p.top})
	put(made)
	return p.walk(made, s.To, put)
}

// place is a place of one side of a rule where it was applied.
type place struct {
	node egraph.ID // None where anything of the class will do
	key  any       // what represented the class
	args []*place
}

// bindings are the terms at places.
type bindings struct {
	terms  map[any]*term // by key
	places map[*place]*term
}

// places are the two sides of a step, the one that it leads away from first.
func (p *prover) places(s egraph.Step) (from, to *place) {
	if s.Why.Match < 0 || int(s.Why.Match) >= len(p.grower.fired) {
		return nil, nil
	}
	root, other := s.From, s.To
	if s.Backward {
		root, other = other, root
	}
	i := p.grower.fired[s.Why.Match]
	at := -1
	for k, v := range i.Roots {
		if p.space.node(v) == root {
			at = k
		}
	}
	if at < 0 {
		return nil, nil
	}
	var left, right *place
	switch {
	case i.Rule == nil && i.Left != nil: // a folder
		left = p.bound(i.Left[0])
		right = &place{node: egraph.None, key: i.Matched[1]}
	case i.Rule == nil:
		left, right = p.fused(i, other)
	default:
		l := i.Left[min(at, len(i.Left)-1)]
		left = p.bound(&rule.Bound{Value: l.Value, Result: i.Roots[at], Args: l.Args})
		right = p.made(i.Right()[at], p.grower.traces[s.Why.Match], map[*rule.Made]*place{})
	}
	if s.Backward {
		return named(right, placesByKey(left, map[any]*place{})), left
	}
	return left, right
}

// placesByKey are the ops of a left side by what represented their classes.
func placesByKey(x *place, known map[any]*place) map[any]*place {
	if x.node != egraph.None {
		if known[x.key] == nil {
			known[x.key] = x
		}
		for _, a := range x.args {
			placesByKey(a, known)
		}
	}
	return known
}

// named is a right side in which what the left side names stands as it does there.
func named(x *place, ops map[any]*place) *place {
	if x.node == egraph.None {
		if op := ops[x.key]; op != nil {
			return op
		}
		return x
	}
	for i, a := range x.args {
		x.args[i] = named(a, ops)
	}
	return x
}

// bound is a place of a left side.
func (p *prover) bound(b *rule.Bound) *place {
	if b.Result == nil {
		return &place{node: egraph.None, key: b.Value}
	}
	x := &place{node: p.space.node(b.Result), key: b.Value}
	op := x
	if p.space.nodes[x.node].name == nil && p.space.nodes[x.node].value == nil { // a result of several
		op = &place{node: p.space.graph.Term(x.node)[0], key: x}
		x.args = []*place{op}
	}
	for _, a := range b.Args {
		op.args = append(op.args, p.bound(a))
	}
	return x
}

// made is a place of a right side whose ops and constants are the nodes of a trace.
func (p *prover) made(m *rule.Made, trace []traced, known map[*rule.Made]*place) *place {
	if m.Value != nil {
		return &place{node: egraph.None, key: m.Value}
	}
	if x := known[m]; x != nil {
		return x
	}
	n := trace[m.Asked].node
	x := &place{node: n}
	x.key = x
	known[m] = x
	for _, a := range m.Args {
		x.args = append(x.args, p.made(a, trace, known))
	}
	if trace[m.Asked].swapped {
		x.args[0], x.args[1] = x.args[1], x.args[0]
	}
	if p.space.nodes[n].types == nil || len(p.space.nodes[n].types.Results()) == 1 {
		return x
	}
	result, ok := p.space.id(p.space.nodes[n].op.Result(m.Result))
	if !ok {
		result, _ = p.space.graph.Lookup(p.space.symbolOf(symbol{result: int32(m.Result), own: -1}), n)
	}
	return &place{node: result, key: &result, args: []*place{x}}
}

// fused are the sides of a fusion: the ops that it holds, and the fusion on their operands.
func (p *prover) fused(i *rule.Instance, fusion egraph.ID) (left, right *place) {
	graph := p.space.graph
	inside := map[egraph.ID]*place{}
	outside := map[egraph.ID]*place{}
	leaf := func(c egraph.ID) *place {
		if outside[c] == nil {
			outside[c] = &place{node: egraph.None, key: c}
		}
		return outside[c]
	}
	for _, v := range i.Matched {
		n := p.space.node(v)
		left = &place{node: n, key: n}
		for _, child := range graph.Children(n) {
			c := graph.Find(child)
			if x := inside[c]; x != nil {
				left.args = append(left.args, x)
			} else {
				left.args = append(left.args, leaf(c))
			}
		}
		inside[graph.Find(n)] = left
	}
	right = &place{node: fusion}
	for _, child := range graph.Children(fusion) {
		right.args = append(right.args, leaf(graph.Find(child)))
	}
	return left, right
}

// match makes a term that is equal to a place one that has the nodes of the place.
func (p *prover) match(t *term, x *place, b *bindings, put func(*term)) *term {
	if x.node == egraph.None {
		if known := b.terms[x.key]; known != nil {
			return p.alter(t, known, put)
		}
		b.terms[x.key] = t
		return t
	}
	if known := b.places[x]; known != nil {
		return p.alter(t, known, put)
	}
	t = p.walk(t, x.node, put)
	if p.stopped() {
		return t
	}
	kids := append([]*term{}, t.kids...)
	for i, a := range x.args {
		kids[i] = p.match(kids[i], a, b, func(k *term) {
			kids[i] = k
			put(p.make(t.node, append([]*term{}, kids...)))
		})
		if p.stopped() {
			return t
		}
	}
	t = p.make(t.node, kids)
	b.places[x] = t
	if x.key != nil && b.terms[x.key] == nil {
		b.terms[x.key] = t
	}
	return t
}

// build is the term of a place.
func (p *prover) build(x *place, b *bindings) *term {
	if x.node == egraph.None {
		t := b.terms[x.key]
		if t == nil { // the other side does not speak of it
			n := p.node(x.key)
			t = p.given(n)
			b.terms[x.key] = t
		}
		return t
	}
	if t := b.places[x]; t != nil {
		return t
	}
	kids := make([]*term, len(x.args))
	for i, a := range x.args {
		kids[i] = p.build(a, b)
	}
	t := p.make(x.node, kids)
	b.places[x] = t
	return t
}

// node is the node of what represents a class.
func (p *prover) node(key any) egraph.ID {
	if v, ok := key.(*ir.Value); ok {
		return p.space.node(v)
	}
	return key.(egraph.ID)
}

// alter makes a term an equal one.
func (p *prover) alter(t, to *term, put func(*term)) *term {
	return p.alterAll([]*term{t}, []*term{to}, func(list []*term) { put(list[0]) }, false)[0]
}

// slot is a term that is to become another one, which its children become in slots of theirs.
type slot struct {
	now, to *term
	kids    []*slot
	number  int
}

// alteration makes terms others that are equal. Those that are needed as the same are changed
// together, and terms before their children, so that a rule finds these as it found them.
type alteration struct {
	prover *prover
	roots  []*slot
	slots  map[[2]*term]*slot
	queue  slotQueue
}

type slotQueue []*slot

func (q slotQueue) Len() int { return len(q) }
func (q slotQueue) Less(i, j int) bool {
	if a, b := q[i].to.height, q[j].to.height; a != b {
		return a > b
	}
	return q[i].number < q[j].number
}
func (q slotQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *slotQueue) Push(x any)   { *q = append(*q, x.(*slot)) }
func (q *slotQueue) Pop() any {
	s := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return s
}

// alterAll makes terms others, and returns these. At the top, steps are told by the classes
// that they change.
func (p *prover) alterAll(list, to []*term, put func([]*term), top bool) []*term {
	a := &alteration{prover: p, slots: map[[2]*term]*slot{}}
	for i, t := range list {
		a.roots = append(a.roots, a.slot(t, to[i]))
	}
	for len(a.queue) > 0 && !p.stopped() {
		s := heap.Pop(&a.queue).(*slot)
		if top {
			p.top = p.space.graph.Find(s.to.node)
		}
		s.now = p.walk(s.now, s.to.node, func(t *term) {
			s.now = t
			put(a.terms())
		})
		if p.stopped() {
			break
		}
		if s.now.shape == s.to.shape {
			s.now = s.to
			continue
		}
		for i, k := range s.now.kids {
			s.kids = append(s.kids, a.slot(k, s.to.kids[i]))
		}
	}
	return a.terms()
}

// slot is the slot in which a term becomes another one.
func (a *alteration) slot(t, to *term) *slot {
	k := [2]*term{t, to}
	s := a.slots[k]
	if s == nil {
		s = &slot{now: t, to: to, number: len(a.slots)}
		a.slots[k] = s
		if t.shape == to.shape {
			s.now = to
		} else {
			heap.Push(&a.queue, s)
		}
	}
	return s
}

// terms are the roots as they are.
func (a *alteration) terms() []*term {
	known := map[*slot]*term{}
	var of func(s *slot) *term
	of = func(s *slot) *term { // as deep as the terms are
		if s.kids == nil {
			return s.now
		}
		t := known[s]
		if t == nil {
			kids := make([]*term, len(s.kids))
			for i, k := range s.kids {
				kids[i] = of(k)
			}
			t = a.prover.make(s.now.node, kids)
			known[s] = t
		}
		return t
	}
	list := make([]*term, len(a.roots))
	for i, s := range a.roots {
		list[i] = of(s)
	}
	return list
}
