package expr

import (
	"encoding/binary"

	"github.com/tg-opt/tg/analysis/fingerprint"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Options say how trees are made and compared.
type Options struct {
	// Fast allows sums and products of floats in any order, as fp=fast does.
	Fast bool
	// Inline is how large an expression may be, in nodes, to stand where it is read; 0 stands for
	// 128, and what is negative for none.
	Inline int
}

// Table knows nodes and numbers of tensors. It belongs to one goroutine; what it knows of an op
// must not change.
type Table struct {
	ctx     *ir.Context
	opt     Options
	classes *fingerprint.Table
	machine *cost.Machine
	nodes   map[string]*Node
	shapes  map[string]int32
	heads   map[head]int32
	weights map[head]float64
	// tensors are what is known of values; numbers counts identities.
	tensors map[*ir.Value]*tensor
	numbers map[string]Number
	count   Number
	// holders are the values that have a number first.
	holders map[Number]*ir.Value
	// wholes are the computed tensors, for those that come later.
	wholes Candidates[*whole]
	bodies map[*ir.Block]*Body
	buf    []byte
}

// head is an op apart from its operands. All of it is unique in a context.
type head struct {
	name         *ir.OpName
	props, attrs *ir.Attr
	result       int
	typ          *ir.Type
}

// NewTable makes a table that knows nothing yet.
func NewTable(c *ir.Context, opt Options) *Table {
	if opt.Inline == 0 {
		opt.Inline = 128
	}
	return &Table{
		ctx: c, opt: opt, classes: fingerprint.NewTable(), machine: cost.CPU().Alone(),
		nodes: map[string]*Node{}, shapes: map[string]int32{}, heads: map[head]int32{}, weights: map[head]float64{},
		tensors: map[*ir.Value]*tensor{}, numbers: map[string]Number{}, holders: map[Number]*ir.Value{}, bodies: map[*ir.Block]*Body{},
	}
}

// key begins the key of a node or shape.
func (t *Table) key(kind Kind) { t.buf = append(t.buf[:0], byte(kind)) }

func (t *Table) put(list ...int32) {
	for _, n := range list {
		t.buf = binary.LittleEndian.AppendUint32(t.buf, uint32(n))
	}
}

// head numbers what an op is apart from its operands.
func (t *Table) head(h head) int32 {
	n, known := t.heads[h]
	if !known {
		n = int32(len(t.heads))
		t.heads[h] = n
	}
	return n
}

// attr numbers an attribute; nil is one, too.
func (t *Table) attr(a *ir.Attr) int32 { return t.head(head{props: a}) }

// add is the one node that is like n. It sorts the arguments that may be exchanged by their shapes.
func (t *Table) add(n Node) *Node {
	if n.Kind == Reduce {
		n.combiner = te.Compute{Op: n.Op}.Combiner()
	}
	n.commutes = n.Kind == Call && n.Op.Has(ir.Commutative) && len(n.Args) >= 2 || n.Kind == Reduce && n.combiner == te.Dot
	if n.commutes && n.Args[0].before(n.Args[1]) > 0 {
		n.Args = append([]*Node{n.Args[1], n.Args[0]}, n.Args[2:]...)
	}
	own := t.own(&n)
	t.key(n.Kind)
	t.put(own, t.attr(n.mapAttr), t.attr(n.guardAttr))
	for _, a := range n.Args {
		t.put(a.id)
	}
	if known := t.nodes[string(t.buf)]; known != nil {
		return known
	}
	made := new(Node)
	*made = n
	made.id = int32(len(t.nodes))
	t.nodes[string(t.buf)] = made
	made.size = 1
	for _, a := range n.Args {
		made.size = min(made.size+a.size, maxNodes+1)
		made.axes |= a.axes
	}
	made.axes |= axesOf(n.Map, n.Guard)
	made.weight = t.weight(made)
	made.shape = t.shapeOf(made, own)
	return made
}

// before orders nodes by their shape, and equal shapes by what they are; the order is the same in
// every run.
func (n *Node) before(m *Node) int {
	if n.shape != m.shape {
		return int(n.shape - m.shape)
	}
	return int(n.id - m.id)
}

// own numbers what a node is apart from index expressions and arguments.
func (t *Table) own(n *Node) int32 {
	h := head{typ: n.Type, result: n.Result}
	switch n.Kind {
	case Call:
		h.name, h.props, h.attrs = n.Op.OpName(), n.Op.Props(), n.Op.Attrs()
	case Const:
		h.props = n.mapAttr
	case Read:
		h.result = int(n.Tensor)
	case Reduce:
		h.name, h.props = n.Op.OpName(), t.ctx.StringAttr(n.combiner)
		h.attrs = n.Op.Attrs()
	}
	return t.head(h)
}

// shapeOf numbers the shape of a node: what it is without index expressions.
func (t *Table) shapeOf(n *Node, own int32) int32 {
	t.key(n.Kind)
	t.put(own)
	switch n.Kind {
	case Const:
		t.put(t.attr(n.mapAttr))
	case Read:
		t.put(int32(len(n.Map.Results)), int32(n.Map.Syms))
	}
	if n.Guard != nil {
		t.put(1)
	} else {
		t.put(0)
	}
	for _, a := range n.Args {
		t.put(a.shape)
	}
	s, known := t.shapes[string(t.buf)]
	if !known {
		s = int32(len(t.shapes))
		t.shapes[string(t.buf)] = s
	}
	return s
}

// axesOf are the axes in index expressions and conditions.
func axesOf(m *ir.AffineMap, g *ir.IntegerSet) (axes uint64) {
	var visit func(e *ir.AffineExpr)
	visit = func(e *ir.AffineExpr) {
		switch {
		case e.Op == ir.AffineDim:
			axes |= 1 << e.Value
		case e.LHS != nil:
			visit(e.LHS)
			visit(e.RHS)
		}
	}
	if m != nil {
		for _, e := range m.Results {
			visit(e)
		}
	}
	if g != nil {
		for _, e := range g.Constraints {
			visit(e)
		}
	}
	return axes
}
