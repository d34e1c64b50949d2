package body

import (
	"encoding/binary"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// Outside is a value of rank 0 from outside of the compute; if it is a constant, one in the body.
// A constant is one in the body.
func (g *Graph) Outside(v *ir.Value) *Node {
	if n := g.splat(v); n != nil {
		return n
	}
	return g.add(&Node{Kind: Outside, Value: v, Types: []*ir.Type{v.Type()}, Loc: v.Loc()})
}

// Scalar is an op on single elements, like another node but for its arguments.
func (g *Graph) Scalar(like *Node, args []*Node) *Node {
	if n := chosen(like, args); n != nil {
		return n
	}
	n := *like
	n.Args = args
	return g.add(&n)
}

// chosen is what a selection is when it is known which one it is.
func chosen(like *Node, args []*Node) *Node {
	if like.Name.Name != "tg.select" || len(args) != 3 {
		return nil
	}
	if args[1] == args[2] {
		return args[1]
	}
	if v := args[0].ConstantValue(); v.Is(ir.DenseAttr) {
		if v.Raw()[0] != 0 {
			return args[1]
		}
		return args[2]
	}
	return nil
}

// ConstantValue is the value of a constant; nil of other nodes.
func (n *Node) ConstantValue() *ir.Attr {
	if !n.IsConstant() {
		return nil
	}
	return n.Props.Get("value")
}

// Op is an op of tg with one result.
func (g *Graph) Op(name string, t *ir.Type, loc ir.Loc, args []*Node, props ...ir.NamedAttr) *Node {
	n := &Node{Kind: Scalar, Name: g.Ctx.OpName(name), Types: []*ir.Type{t}, Loc: loc}
	if len(props) > 0 {
		n.Props = g.Ctx.Dict(props)
	}
	return g.Scalar(n, args)
}

// Constant is the constant of the elements, one, whose bytes are given.
func (g *Graph) Constant(t *ir.Type, raw []byte, loc ir.Loc) *Node {
	return g.Op("tg.constant", t, loc, nil, ir.NamedAttr{Name: "value", Value: g.Ctx.Dense(t, raw)})
}

// Zero is the constant 0, or false.
func (g *Graph) Zero(t *ir.Type, loc ir.Loc) *Node {
	return g.Constant(t, make([]byte, ir.StorageBytes(t.Elem())), loc)
}

// Whole is a whole number as a constant; nil where the type has no such constants. What does not
// fit wraps.
func (g *Graph) Whole(t *ir.Type, v int64, loc ir.Loc) *Node {
	e := t.Elem()
	size := ir.StorageBytes(e)
	if size > 8 || !e.IsIndex() && (!e.IsInteger() || e.Width() != 8*size) {
		return nil
	}
	raw := make([]byte, size)
	for i := range raw {
		raw[i] = byte(v >> (8 * i))
	}
	return g.Constant(t, raw, loc)
}

// Index is the value of an index expression.
func (g *Graph) Index(e *ir.AffineExpr, t *ir.Type, attrs *ir.Attr, loc ir.Loc) *Node {
	e = simple(g.Space, e)
	if v, ok := affine.ConstValue(e); ok && attrs == nil {
		if n := g.Whole(t, v, loc); n != nil {
			return n
		}
	}
	m := &ir.AffineMap{Dims: g.Axes, Results: []*ir.AffineExpr{e}}
	return g.add(&Node{Kind: Index, Types: []*ir.Type{t}, Map: m, Attrs: attrs, Loc: loc})
}

// Guard is whether conditions hold: a constant where that is known.
func (g *Graph) Guard(cond *ir.IntegerSet, attrs *ir.Attr, loc ir.Loc) *Node {
	t := g.Ctx.Tensor(nil, g.Ctx.Bool())
	nw := g.narrowing(cond)
	if nw.decided {
		v := byte(0)
		if nw.holds {
			v = 1
		}
		return g.Constant(t, []byte{v}, loc)
	}
	return g.add(&Node{Kind: Guard, Types: []*ir.Type{t}, Cond: nw.cond, Attrs: attrs, Loc: loc})
}

// Read is an element of a tensor: args are the symbols of the index expressions, then what is read
// where cond does not hold, which may be missing.
func (g *Graph) Read(tensor *ir.Value, at []*ir.AffineExpr, syms int, args []*Node, cond *ir.IntegerSet, attrs *ir.Attr, loc ir.Loc) *Node {
	space, typ := g.Space, g.Ctx.Tensor(nil, tensor.Type().Elem())
	if cond != nil {
		nw := g.narrowing(cond)
		switch {
		case nw.decided && nw.holds:
			cond, args = nil, args[:syms]
		case nw.decided && syms < len(args):
			return args[syms]
		case nw.decided:
			return g.Zero(typ, loc)
		default:
			cond, space = nw.cond, nw.space
		}
	}
	if n := g.readConstant(tensor, cond, args[syms:], loc); n != nil {
		return n
	}
	shape := tensor.Type().Shape()
	if len(shape) == 0 && cond == nil && attrs == nil {
		return g.Outside(tensor)
	}
	results := make([]*ir.AffineExpr, len(at))
	for i, e := range at {
		if shape[i] == 1 {
			results[i] = affine.Const(0)
		} else {
			results[i] = simple(space, e)
		}
	}
	n := &Node{Kind: Read, Value: tensor, Types: []*ir.Type{typ}, Cond: cond, Attrs: attrs, Loc: loc}
	n.Map, n.Args = g.numbered(results, args[:syms])
	n.Args = append(n.Args, args[syms:]...)
	return g.add(n)
}

// splat is the element of a constant whose elements are all the same; nil for other values.
func (g *Graph) splat(v *ir.Value) *Node {
	a := ir.ConstantValue(v)
	if !a.Is(ir.DenseAttr) || !a.IsSplat() {
		return nil
	}
	e := v.Type().Elem()
	if !e.IsFloat() && !e.IsInteger() && !e.IsIndex() && !e.IsComplex() {
		return nil
	}
	return g.Constant(g.Ctx.Tensor(nil, e), a.Raw(), v.Loc())
}

// readConstant is a read of a constant whose elements are all the same; nil for other reads, and
// in contractions.
func (g *Graph) readConstant(tensor *ir.Value, cond *ir.IntegerSet, otherwise []*Node, loc ir.Loc) *Node {
	if g.Contracts && tensor.Type().Rank() > 0 {
		return nil
	}
	n := g.splat(tensor)
	if n == nil || cond == nil {
		return n
	}
	if len(otherwise) == 0 {
		otherwise = []*Node{g.Zero(n.Type(), loc)}
	}
	return g.Op("tg.select", n.Type(), loc, []*Node{g.Guard(cond, nil, loc), n, otherwise[0]})
}

// numbered numbers the values of index expressions in the order in which they occur.
func (g *Graph) numbered(at []*ir.AffineExpr, values []*Node) (*ir.AffineMap, []*Node) {
	m := &ir.AffineMap{Dims: g.Axes, Results: at}
	if len(values) == 0 {
		return m, nil
	}
	var used []*Node
	syms := make([]*ir.AffineExpr, len(values))
	for _, e := range at {
		eachSym(e, func(i int64) {
			if syms[i] != nil {
				return
			}
			k := slices.Index(used, values[i])
			if k < 0 {
				k = len(used)
				used = append(used, values[i])
			}
			syms[i] = affine.Sym(k)
		})
	}
	m.Syms = len(used)
	m.Results = make([]*ir.AffineExpr, len(at))
	for i, e := range at {
		m.Results[i] = simple(g.Space, affine.Substitute(e, nil, syms))
	}
	return m, used
}

// eachSym calls f for each symbol of an expression, from left to right.
func eachSym(e *ir.AffineExpr, f func(i int64)) {
	stack := []*ir.AffineExpr{e}
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case e.Op == ir.AffineSym:
			f(e.Value)
		case e.LHS != nil:
			stack = append(stack, e.RHS, e.LHS)
		}
	}
}

// simple is e in its form over a space, or e where that is not found.
func simple(s affine.Space, e *ir.AffineExpr) *ir.AffineExpr {
	e, _ = s.Simplify(e)
	return e
}

// WithElse is a read that has a guard, with what is read where it does not hold; nil for zero.
func (g *Graph) WithElse(n, otherwise *Node) *Node {
	if otherwise == n.Else() {
		return n
	}
	new := *n
	new.Args = slices.Clone(n.Values())
	if otherwise != nil {
		new.Args = append(new.Args, otherwise)
	}
	return g.add(&new)
}

// IsZero reports whether the node is the constant 0, or false; -0 is another one.
func (n *Node) IsZero() bool {
	v := n.ConstantValue()
	return v.Is(ir.DenseAttr) && v.IsSplat() && !slices.ContainsFunc(v.Raw(), func(b byte) bool { return b != 0 })
}

// Place tells apart where in a tensor nodes read.
func (n *Node) Place() string {
	k := binary.AppendUvarint(nil, uint64(attrID(n.mapAttr)))
	k = binary.AppendUvarint(k, uint64(attrID(n.condAttr)))
	for _, a := range n.Args {
		k = binary.AppendUvarint(k, uint64(a.id))
	}
	return string(k)
}

func attrID(a *ir.Attr) uint32 {
	if a == nil {
		return 0
	}
	return a.ID()
}
