// Package body holds the bodies of computes as graphs in which equal ops are one node, index
// expressions are simple, and guards that are decided are gone. Passes read a body into a Graph,
// or make one of other graphs with other axes, and write it back: ops in the order in which the
// elements need them, so that equal bodies are equal text.
package body

import (
	"encoding/binary"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// Kind says what a node is.
type Kind uint8

const (
	Outside Kind = iota // a value from outside of the compute: Value
	Scalar              // an op of another dialect on single elements
	Part                // a further result of the scalar op Args[0]
	Read                // te.read of Value
	Index               // te.index
	Guard               // te.guard
)

// Node is a value in a body. Nodes never change.
type Node struct {
	Kind  Kind
	Value *ir.Value // what is outside, or the tensor that is read
	// Name, Props and Types are those of a scalar op; Attrs are further attributes of any op.
	Name         *ir.OpName
	Props, Attrs *ir.Attr
	Types        []*ir.Type
	// Args are the operands of a scalar op; of a read, the indices that are values, and then what
	// is read where the guard does not hold, if that is not zero.
	Args []*Node
	// Map are the index expressions of a read, or that of an index; their symbols are the values.
	Map *ir.AffineMap
	// Cond is the guard of a read, nil for none, or the condition of a guard.
	Cond *ir.IntegerSet
	Loc  ir.Loc

	mapAttr, condAttr *ir.Attr
	part              int
	id                int
}

// ID is the place of the node in its graph; those of its arguments are lower.
func (n *Node) ID() int { return n.id }

// Type is that of the value.
func (n *Node) Type() *ir.Type { return n.Types[n.part] }

// Values are the indices of a read that are values.
func (n *Node) Values() []*Node { return n.Args[:n.Map.Syms] }

// Else is what a read reads where its guard does not hold; nil for zero.
func (n *Node) Else() *Node {
	if n.Map.Syms < len(n.Args) {
		return n.Args[n.Map.Syms]
	}
	return nil
}

// IsConstant reports whether the node is a constant.
func (n *Node) IsConstant() bool {
	return n.Kind == Scalar && n.Name.Def != nil && n.Name.Def.Has(ir.ConstantLike)
}

// Computes reports whether the node is an op that computes something, which constants and reads do
// not.
func (n *Node) Computes() bool {
	return n.Kind == Index || n.Kind == Guard || n.Kind == Scalar && !n.IsConstant()
}

// key is what makes nodes equal.
type key struct {
	kind         Kind
	value        *ir.Value
	name         *ir.OpName
	props, attrs *ir.Attr
	typ          *ir.Type
	at, cond     *ir.Attr
	part         int
	args         string
}

// Graph is a body.
type Graph struct {
	Ctx *ir.Context
	// Space has the values of the axes.
	Space affine.Space
	// Axes is how many axes there are.
	Axes int
	// Contracts says that the elements are the factors of a dot: constants that are read stay
	// tensors.
	Contracts bool
	// Yields are the elements, or the two factors of a dot.
	Yields []*Node

	nodes []*Node
	known map[key]*Node
	ops   int // nodes that compute
	reads int
	// narrow are the spaces in which guards hold.
	narrow map[*ir.Attr]narrowed
}

// New makes a graph without nodes over the axes of a space.
func New(ctx *ir.Context, space affine.Space) *Graph {
	return &Graph{Ctx: ctx, Space: space, Axes: len(space.Dims), known: map[key]*Node{}, narrow: map[*ir.Attr]narrowed{}}
}

// Over makes a graph without nodes over the axes of a space, for the same compute as g.
func (g *Graph) Over(space affine.Space) *Graph {
	to := New(g.Ctx, space)
	to.Contracts = g.Contracts
	return to
}

// Len is the number of nodes, also of those that nothing needs.
func (g *Graph) Len() int { return len(g.nodes) }

// Ops is the number of nodes that compute, Reads that of reads.
func (g *Graph) Ops() int { return g.ops }

// Reads is the number of reads.
func (g *Graph) Reads() int { return g.reads }

// Truncate takes away the nodes from the n-th on.
func (g *Graph) Truncate(n int) {
	for _, d := range g.nodes[n:] {
		delete(g.known, d.key())
		g.count(d, -1)
	}
	g.nodes = g.nodes[:n]
}

func (g *Graph) count(n *Node, by int) {
	switch {
	case n.Kind == Read:
		g.reads += by
	case n.Computes():
		g.ops += by
	}
}

func (n *Node) key() key {
	k := key{
		kind: n.Kind, value: n.Value, name: n.Name, props: n.Props, attrs: n.Attrs,
		typ: n.Type(), at: n.mapAttr, cond: n.condAttr, part: n.part,
	}
	if len(n.Args) > 0 {
		ids := make([]byte, 0, 4*len(n.Args))
		for _, a := range n.Args {
			ids = binary.AppendUvarint(ids, uint64(a.id))
		}
		k.args = string(ids)
	}
	return k
}

// add is the node that is like n.
func (g *Graph) add(n *Node) *Node {
	if n.Map != nil {
		n.mapAttr = g.Ctx.AffineMapAttr(n.Map)
	}
	if n.Cond != nil {
		n.condAttr = g.Ctx.IntegerSetAttr(n.Cond)
	}
	k := n.key()
	if old := g.known[k]; old != nil {
		return old
	}
	n.id = len(g.nodes)
	g.nodes = append(g.nodes, n)
	g.known[k] = n
	g.count(n, 1)
	return n
}

// Cone are the nodes that roots need, and these, in an order in which arguments come first.
func (g *Graph) Cone(roots ...*Node) []*Node {
	var list []*Node
	seen := map[*Node]bool{}
	stack := slices.Clone(roots)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		list = append(list, n)
		stack = append(stack, n.Args...)
	}
	slices.SortFunc(list, func(a, b *Node) int { return a.id - b.id })
	return list
}

// Nodes are all nodes, arguments first.
func (g *Graph) Nodes() []*Node { return g.nodes }

// Map makes a tidy graph of the nodes of another one, whose axes are expressions over those of this
// one; dims has nil for those that stay. ok is false where an expression does not fit.
func (g *Graph) Map(from *Graph, dims []*ir.AffineExpr) (ok bool) {
	t := Translation{Dims: dims}
	done := make([]*Node, from.Len())
	for _, n := range from.Nodes() {
		if done[n.id], ok = g.Translate(n, done, &t); !ok {
			return false
		}
	}
	g.Yields = nil
	for _, y := range from.Yields {
		g.Yields = append(g.Yields, done[y.id])
	}
	g.Tidy()
	return true
}
