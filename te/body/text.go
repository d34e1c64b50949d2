package body

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Of reads the body of a compute into a tidy graph.
func Of(c te.Compute) *Graph {
	g := New(c.Context(), te.SpaceOf(c.All()))
	g.Contracts = c.Combiner() == te.Dot
	nodes := map[*ir.Value]*Node{}
	node := func(v *ir.Value) *Node {
		n := nodes[v]
		if n == nil {
			n = g.Outside(v)
			nodes[v] = n
		}
		return n
	}
	for o := c.Body().First(); ; o = o.Next() {
		args := make([]*Node, 0, o.NumOperands())
		r, reads := te.AsRead(o)
		for i, v := range o.Operands() {
			if i > 0 || !reads {
				args = append(args, node(v))
			}
		}
		switch {
		case o.Has(ir.Terminator):
			g.Yields = args
			g.Tidy()
			return g
		case reads:
			m := r.Map()
			nodes[o.Result(0)] = g.Read(r.Tensor(), m.Results, m.Syms, args, r.Guard(), o.Attrs(), o.Loc())
		case o.Name() == "te.index":
			nodes[o.Result(0)] = g.Index(o.Attr(te.MapAttr).AffineMap().Results[0], o.Result(0).Type(), o.Attrs(), o.Loc())
		case o.Name() == "te.guard":
			nodes[o.Result(0)] = g.Guard(o.Attr(te.GuardAttr).IntegerSet(), o.Attrs(), o.Loc())
		default:
			like := &Node{Kind: Scalar, Name: o.OpName(), Props: o.Props(), Attrs: o.Attrs(), Types: o.ResultTypes(), Loc: o.Loc()}
			first := g.Scalar(like, args)
			for i, v := range o.Results() {
				nodes[v] = g.PartOf(first, i)
			}
		}
	}
}

// PartOf is result i of a scalar op.
func (g *Graph) PartOf(first *Node, i int) *Node {
	if i == 0 {
		return first
	}
	return g.add(&Node{Kind: Part, Types: first.Types, Args: []*Node{first}, Loc: first.Loc, part: i})
}

// order are the ops of the body in the order in which the elements need them: those that an op
// needs come before it, from the first operand to the last.
func (g *Graph) order() []*Node {
	return slices.DeleteFunc(g.needed(), func(n *Node) bool { return n.Kind == Outside || n.Kind == Part })
}

// needed are all nodes that the elements need, in the order in which they do.
func (g *Graph) needed() []*Node {
	var list []*Node
	seen := make([]bool, g.Len())
	type place struct {
		n    *Node
		next int
	}
	var stack []place
	push := func(n *Node) {
		if !seen[n.id] {
			seen[n.id] = true
			stack = append(stack, place{n: n})
		}
	}
	for _, y := range g.Yields {
		push(y)
		for len(stack) > 0 {
			p := &stack[len(stack)-1]
			if p.next < len(p.n.Args) {
				p.next++
				push(p.n.Args[p.next-1])
				continue
			}
			list = append(list, p.n)
			stack = stack[:len(stack)-1]
		}
	}
	return list
}

// Tidy drops the nodes that no element needs, and numbers the others in the order in which the
// elements need them. No node can be made afterwards.
func (g *Graph) Tidy() {
	g.nodes, g.known, g.narrow = g.needed(), nil, nil
	g.ops, g.reads = 0, 0
	for i, n := range g.nodes {
		n.id = i
		g.count(n, 1)
	}
}

// writer makes ops of nodes.
type writer struct {
	g      *Graph
	values []*ir.Value // by the number of a node
}

func (w *writer) value(n *Node) *ir.Value {
	switch n.Kind {
	case Outside:
		return n.Value
	case Part:
		return w.values[n.Args[0].id].Def().Result(n.part)
	}
	return w.values[n.id]
}

// operands are those of the op that n is.
func (w *writer) operands(n *Node) []*ir.Value {
	list := make([]*ir.Value, 0, 1+len(n.Args))
	if n.Kind == Read {
		list = append(list, n.Value)
	}
	for _, a := range n.Args {
		list = append(list, w.value(a))
	}
	return list
}

func (n *Node) opName() string {
	switch n.Kind {
	case Read:
		return "te.read"
	case Index:
		return "te.index"
	case Guard:
		return "te.guard"
	}
	return n.Name.Name
}

// Write makes the ops of g the body of a compute. It reports whether the body changed.
func (g *Graph) Write(b *ir.Builder, c te.Compute) bool {
	order := g.order()
	if g.is(c, order) {
		return false
	}
	block := c.Body()
	end := block.Last()
	old := end.Prev()
	b.Before(end)
	w := &writer{g, make([]*ir.Value, g.Len())}
	for _, n := range order {
		st := &ir.OpState{Name: g.Ctx.OpName(n.opName()), Loc: n.Loc, Operands: w.operands(n), Results: n.Types, Props: n.Props}
		if n.mapAttr != nil {
			st.Attrs = append(st.Attrs, ir.NamedAttr{Name: te.MapAttr, Value: n.mapAttr})
		}
		if n.condAttr != nil {
			st.Attrs = append(st.Attrs, ir.NamedAttr{Name: te.GuardAttr, Value: n.condAttr})
		}
		if n.Attrs != nil {
			st.Attrs = append(st.Attrs, n.Attrs.Entries()...)
		}
		o, err := b.Create(st)
		if err != nil {
			panic("body: " + err.Error()) // all result types are given
		}
		w.values[n.id] = o.Result(0)
	}
	yields := make([]*ir.Value, len(g.Yields))
	for i, y := range g.Yields {
		yields[i] = w.value(y)
	}
	end.SetOperands(yields)
	for old != nil {
		before := old.Prev()
		old.Erase()
		old = before
	}
	return true
}

// is reports whether the body of a compute is what Write would make of it.
func (g *Graph) is(c te.Compute, order []*Node) bool {
	w := &writer{g, make([]*ir.Value, g.Len())}
	o := c.Body().First()
	for _, n := range order {
		if o.Has(ir.Terminator) || o.Name() != n.opName() || o.Attrs() != n.Attrs || !slices.Equal(o.ResultTypes(), n.Types) ||
			!slices.Equal(o.Operands(), w.operands(n)) || o.Attr(te.MapAttr) != n.mapAttr && n.Kind != Scalar ||
			o.Attr(te.GuardAttr) != n.condAttr && n.Kind != Scalar || n.Kind == Scalar && o.Props() != n.Props {
			return false
		}
		w.values[n.id] = o.Result(0)
		o = o.Next()
	}
	if !o.Has(ir.Terminator) || o.NumOperands() != len(g.Yields) {
		return false
	}
	for i, v := range o.Operands() {
		if v != w.value(g.Yields[i]) {
			return false
		}
	}
	return true
}
