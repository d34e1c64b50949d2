package expr

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// Construct is the tree of a result of a compute; nil where there is none: some extent is known to
// the run only, or there are too many axes or ops.
func (t *Table) Construct(c te.Compute, result int) *Tree {
	if !fits(c) {
		return nil
	}
	return t.Body(c).Result(result)
}

// fits reports whether trees are made of a compute.
func fits(c te.Compute) bool {
	if !c.IsStatic() || c.NumAxes() > maxAxes {
		return false
	}
	n := 0
	for o := c.Body().First(); o != nil; o = o.Next() {
		if n++; n > maxNodes {
			return false
		}
	}
	return true
}

// Body is the trees of all values of a body.
type Body struct {
	// Compute is the compute, Axes all of its axes.
	Compute te.Compute
	Axes    []te.Axis

	table *Table
	space affine.Space
	// nodes are those of values, with what is read in the place of reads; plain those without.
	nodes, plain map[*ir.Value]*Node
}

// Body is the trees of the values of a compute, of which Construct makes trees.
func (t *Table) Body(c te.Compute) *Body {
	if b := t.bodies[c.Body()]; b != nil {
		return b
	}
	b := &Body{Compute: c, Axes: c.All(), table: t, nodes: map[*ir.Value]*Node{}}
	for _, a := range b.Axes {
		b.space.Dims = append(b.space.Dims, affine.Range{Lo: a.Lower, Hi: a.Lower + a.Extent})
	}
	t.block(b, c.Body(), b.nodes, t.opt.Inline > 0)
	t.bodies[c.Body()] = b
	return b
}

// Forget forgets a compute that is about to change, or to be erased.
func (t *Table) Forget(c te.Compute) { delete(t.bodies, c.Body()) }

// Tree is the tree of a value of the body, over all axes.
func (b *Body) Tree(v *ir.Value) *Tree {
	return &Tree{Root: b.nodes[v], Axes: b.Axes, table: b.table, space: b.space}
}

// Plain is Tree with the reads of computes as reads.
func (b *Body) Plain(v *ir.Value) *Tree {
	if b.plain == nil {
		b.plain = map[*ir.Value]*Node{}
		b.table.block(b, b.Compute.Body(), b.plain, false)
	}
	return &Tree{Root: b.plain[v], Axes: b.Axes, table: b.table, space: b.space}
}

// Result is the tree of a result.
func (b *Body) Result(i int) *Tree {
	c, t := b.Compute, b.table
	if !c.Reduces() {
		return b.Tree(c.Elements()[i])
	}
	n := Node{Kind: Reduce, Type: c.Context().Tensor(nil, c.Result(i).Type().Elem()), Op: c.Op, Result: i}
	for _, v := range c.Elements() {
		n.Args = append(n.Args, b.nodes[v])
	}
	for _, v := range c.Inits() {
		n.Args = append(n.Args, t.leaf(b, v, true))
	}
	if block := c.Combine(); block != nil {
		values := map[*ir.Value]*Node{}
		for k, a := range block.Args() {
			values[a] = t.add(Node{Kind: Arg, Type: a.Type(), Result: k})
		}
		t.block(b, block, values, true)
		for _, v := range block.Last().Operands() {
			n.Args = append(n.Args, values[v])
		}
	}
	return &Tree{Root: t.add(n), Axes: b.Axes, Bound: c.NumReduced(), table: t, space: b.space}
}

// block makes the nodes of the values of a block.
func (t *Table) block(b *Body, block *ir.Block, values map[*ir.Value]*Node, inline bool) {
	node := func(v *ir.Value) *Node {
		if n := values[v]; n != nil {
			return n
		}
		n := t.leaf(b, v, inline)
		values[v] = n
		return n
	}
	for o := block.First(); o != nil && o != block.Last(); o = o.Next() {
		n := Node{Kind: Call, Op: o}
		for i, v := range o.Operands() {
			// What is read is no argument.
			if _, reads := te.AsRead(o); !reads || i > 0 {
				n.Args = append(n.Args, node(v))
			}
		}
		for i, v := range o.Results() {
			n.Type, n.Result = v.Type(), i
			switch {
			case o.Name() == "te.read":
				values[v] = t.read(b, te.Read{Op: o}, n.Args, inline)
			case o.Name() == "te.index":
				n.Kind, n.Op = Index, nil
				n.Map = o.Attr(te.MapAttr).AffineMap()
				values[v] = t.indexed(b.space, n)
			case o.Name() == "te.guard":
				n.Kind, n.Op = Guard, nil
				n.Guard = o.Attr(te.GuardAttr).IntegerSet()
				values[v] = t.indexed(b.space, n)
			case o.Has(ir.ConstantLike) && splat(o) != nil:
				values[v] = t.constant(v.Type(), splat(o))
			default:
				own := n
				own.Args = slices.Clone(n.Args)
				values[v] = t.add(own)
			}
		}
	}
	for _, v := range block.Last().Operands() {
		node(v)
	}
}

// leaf is the node of a value from outside.
func (t *Table) leaf(b *Body, v *ir.Value, inline bool) *Node {
	x := t.tensor(v)
	switch {
	case x.value != nil:
		return t.constant(v.Type(), x.value)
	case inline && x.node != nil:
		return x.node // of rank 0: without axes
	}
	at := x.at
	if at == nil {
		at = []*ir.AffineExpr{}
	}
	return t.indexed(b.space, Node{Kind: Read, Type: v.Type(), Tensor: x.number, Map: &ir.AffineMap{Results: at}})
}

func (t *Table) constant(typ *ir.Type, value *ir.Attr) *Node {
	return t.add(Node{Kind: Const, Type: typ, mapAttr: value})
}

// read is the node of a read, whose arguments are the values in its indices and what it is
// elsewhere.
func (t *Table) read(b *Body, r te.Read, args []*Node, inline bool) *Node {
	x, m, g := t.tensor(r.Tensor()), r.Map(), affine.Guard{}
	if set := r.Guard(); set != nil {
		g, _ = b.space.SimplifyGuard(affine.GuardOf(set))
	}
	typ := r.Result(0).Type()
	if len(g) == 0 {
		args = args[:m.Syms]
		if x.value != nil {
			return t.constant(typ, x.value)
		}
	}
	if inline && x.node != nil && m.Syms == 0 {
		dims := make([]*ir.AffineExpr, len(x.lower))
		for i, n := range x.lower {
			dims[i] = affine.Add(m.Results[i], affine.Const(n))
		}
		if len(g) == 0 {
			return t.substitute(x.node, dims, b.space)
		}
		// The other way round, what stands for the read would be evaluated where nothing is read.
		if n := x.node; n.Kind == Read && n.Guard == nil && n.Map.Syms == 0 {
			n = t.substitute(n, dims, b.space)
			return t.indexed(b.space, Node{Kind: Read, Type: typ, Tensor: n.Tensor, Map: n.Map, Guard: setOf(g), Args: args})
		}
	}
	n := Node{Kind: Read, Type: typ, Tensor: x.number, Map: m, Guard: setOf(g), Args: args}
	if x.at != nil {
		if m.Syms > 0 { // indices that are values are clamped to this tensor
			n.Tensor = t.identity(x, r.Tensor().Type().Rank())
		} else {
			at := make([]*ir.AffineExpr, len(x.at))
			for i, e := range x.at {
				at[i] = affine.Substitute(e, m.Results, nil)
			}
			n.Map = &ir.AffineMap{Results: at}
		}
	}
	return t.indexed(b.space, n)
}

// setOf is a guard as a set; nil for one that always holds.
func setOf(g affine.Guard) *ir.IntegerSet {
	if len(g) == 0 {
		return nil
	}
	return g.Set(maxAxes, 0)
}

// indexed adds a node with index expressions, which it simplifies.
func (t *Table) indexed(space affine.Space, n Node) *Node {
	c := t.ctx
	if n.Map != nil {
		results := n.Map.Results
		if !slices.ContainsFunc(results, func(e *ir.AffineExpr) bool { return e.LHS != nil }) {
			results = slices.Clone(results)
		} else {
			results, _ = space.SimplifyAll(results)
		}
		n.Map = &ir.AffineMap{Dims: maxAxes, Syms: n.Map.Syms, Results: results}
		n.mapAttr = c.AffineMapAttr(n.Map)
		n.Map = n.mapAttr.AffineMap()
	}
	if n.Guard != nil {
		g, _ := space.SimplifyGuard(affine.GuardOf(n.Guard))
		if n.Kind == Read && len(g) == 0 {
			n.Guard, n.Args = nil, n.Args[:n.Map.Syms]
		} else {
			n.guardAttr = c.IntegerSetAttr(g.Set(maxAxes, 0))
			n.Guard = n.guardAttr.IntegerSet()
		}
	}
	return t.add(n)
}

// substitute is a node at other indices, over the axes of a space.
func (t *Table) substitute(root *Node, dims []*ir.AffineExpr, space affine.Space) *Node {
	done := map[*Node]*Node{}
	var visit func(n *Node) *Node
	visit = func(n *Node) *Node {
		if new := done[n]; new != nil {
			return new
		}
		new := *n
		new.Args = make([]*Node, len(n.Args))
		for i, a := range n.Args {
			new.Args[i] = visit(a)
		}
		if n.Map != nil {
			new.Map = &ir.AffineMap{Syms: n.Map.Syms}
			for _, e := range n.Map.Results {
				new.Map.Results = append(new.Map.Results, affine.Substitute(e, dims, nil))
			}
		}
		if n.Guard != nil {
			new.Guard = affine.GuardOf(n.Guard).Substitute(dims, nil).Set(maxAxes, 0)
		}
		new.axes, new.guardAttr = 0, nil
		var out *Node
		if n.Map != nil || n.Guard != nil {
			new.mapAttr = nil
			out = t.indexed(space, new)
		} else {
			out = t.add(new)
		}
		done[n] = out
		return out
	}
	return visit(root)
}
