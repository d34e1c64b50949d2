package saturate

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/ir"
)

// piece is a run of ops of one block that is saturated as a whole: what it uses from outside
// comes in, what is used outside goes out. Ops with effects are in it as they are, in their
// order.
type piece struct {
	block   *ir.Block
	ops     []*ir.Op // in the order of the block
	inside  map[*ir.Op]int
	outputs []*ir.Value
	purity  *analysis.Purity

	space *space
	of    map[*ir.Value]*ir.Value // values of the program as those of the space
	first map[*ir.Value]egraph.ID // the node that a value of the program was at first
	// fixed are the nodes of ops that have to stay, in their order, which are origins.
	fixed   []egraph.ID
	origins []*ir.Op
	roots   []egraph.ID
	inputs  map[egraph.ID]*ir.Value // what nodes are outside
}

// newPiece makes a piece of ops, which follow each other in a block but for constants.
func newPiece(ops []*ir.Op, purity *analysis.Purity) *piece {
	p := &piece{block: ops[0].Block(), ops: ops, purity: purity, inside: make(map[*ir.Op]int, len(ops)), of: map[*ir.Value]*ir.Value{}, first: map[*ir.Value]egraph.ID{}, inputs: map[egraph.ID]*ir.Value{}}
	for i, o := range ops {
		p.inside[o] = i
	}
	for _, o := range ops {
		for _, v := range o.Results() {
			for u := v.FirstUse(); u != nil; u = u.Next() {
				if !p.holds(u.Owner()) {
					p.outputs = append(p.outputs, v)
					break
				}
			}
		}
	}
	return p
}

// holds reports whether o is in the piece, or in a region of an op that is.
func (p *piece) holds(o *ir.Op) bool {
	for o != nil && o.Block() != p.block {
		o = o.Parent()
	}
	_, in := p.inside[o]
	return in
}

// stays reports whether o is kept where it is: it has effects, or ends the block.
func (p *piece) stays(o *ir.Op) bool {
	return o.Has(ir.Terminator) || len(o.Successors()) > 0 || o.NumResults() == 0 || !p.purity.Pure(o)
}

// known reports whether rules may look at o, and equal ones be merged with it.
func known(o *ir.Op) bool { return o.Def() != nil && o.NumRegions() == 0 && !o.Has(ir.Opaque) }

// encode puts the piece into an empty space.
func (p *piece) encode(s *space) {
	p.space = s
	last := egraph.None
	for _, o := range p.ops {
		s.loc = o.Loc()
		args := p.arguments(o)
		var x symbol
		switch {
		case p.stays(o):
			x = s.unique(o.OpName())
			x.types = s.ctx.Func(nil, o.ResultTypes())
			last = s.effect(x, args, o, last)
			p.fixed, p.origins = append(p.fixed, last), append(p.origins, o)
			for i, v := range o.Results() {
				p.bind(v, s.projection(last, i))
			}
			continue
		case known(o):
			x = symbolOfOp(o)
		default:
			x = s.unique(o.OpName())
			x.types = s.ctx.Func(nil, o.ResultTypes())
		}
		_, results := s.opNode(x, args, o)
		for i, v := range o.Results() {
			p.bind(v, results[i])
		}
	}
	if last != egraph.None {
		p.roots = append(p.roots, last)
	}
	for _, v := range p.outputs {
		p.roots = append(p.roots, p.first[v])
	}
}

// originOf is the op of the piece that a node is that rules know nothing of.
func (p *piece) originOf(n egraph.ID) *ir.Op { return p.space.nodes[n].origin }

func (p *piece) bind(v, w *ir.Value) {
	p.of[v], p.first[v] = w, p.space.node(w)
}

// arguments are what o uses, and the ops in its regions use from outside of it, as values of
// the space.
func (p *piece) arguments(o *ir.Op) []*ir.Value {
	used := usedBy(o)
	args := make([]*ir.Value, len(used))
	for i, v := range used {
		w := p.of[v]
		if w == nil {
			if d := v.Def(); d != nil && d.Has(ir.ConstantLike) && known(d) {
				_, results := p.space.opNode(symbolOfOp(d), nil, d)
				w = results[0]
			} else {
				w = p.space.input(v)
			}
			p.bind(v, w)
			if n := p.first[v]; p.inputs[n] == nil {
				p.inputs[n] = v
			}
		}
		args[i] = p.space.Representative(w)
	}
	return args
}

// usedBy are the operands of o and what its regions use from outside, in order of first use.
func usedBy(o *ir.Op) []*ir.Value {
	used := append([]*ir.Value{}, o.Operands()...)
	if o.NumRegions() > 0 {
		used = append(used, captured(o)...)
	}
	return used
}

// captured are the values from outside of o that ops in its regions use, each once.
func captured(o *ir.Op) (list []*ir.Value) {
	seen := map[*ir.Value]bool{}
	ir.Walk(o, func(q *ir.Op) ir.WalkAction {
		if q == o {
			return ir.Advance
		}
		for i := range q.NumOperands() {
			v := q.Operand(i)
			if !seen[v] && !within(v, o) {
				seen[v] = true
				list = append(list, v)
			}
		}
		return ir.Advance
	})
	return list
}

// within reports whether v is defined in a region of o.
func within(v *ir.Value, o *ir.Op) bool {
	b := v.Block()
	if b == nil {
		return false
	}
	return o.IsAncestorOf(b.Parent())
}

// effect adds an op that stays, which comes after the one before it.
func (s *space) effect(x symbol, args []*ir.Value, o *ir.Op, after egraph.ID) egraph.ID {
	children := make([]egraph.ID, 0, len(args)+1)
	for _, v := range args {
		children = append(children, s.class(v))
	}
	if after != egraph.None {
		children = append(children, after)
	}
	n, _ := s.graph.Add(s.symbolOf(x), children...)
	s.shadow(n, x, args, o)
	s.values[n] = nil
	return n
}
