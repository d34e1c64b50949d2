package body

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// Translation says what nodes of one graph are in another.
type Translation struct {
	// Dims are the axes, as expressions over the axes of the other graph and the symbols Values;
	// nil for those that stay.
	Dims []*ir.AffineExpr
	// Values are nodes of the other graph.
	Values []*Node
	// Cond is where the elements are needed; nil for everywhere. Reads elsewhere are zero.
	Cond *ir.IntegerSet
}

// Translate makes the node of g that n is; done has those that its arguments are, by the number of
// the argument. ok is false where expressions with values would be needed where there are none.
func (g *Graph) Translate(n *Node, done []*Node, t *Translation) (new *Node, ok bool) {
	args := make([]*Node, len(n.Args))
	for i, a := range n.Args {
		args[i] = done[a.id]
	}
	switch n.Kind {
	case Outside:
		return g.Outside(n.Value), true
	case Scalar:
		return g.Scalar(n, args), true
	case Part:
		part := *n
		part.Args = args
		return g.add(&part), true
	case Index:
		e := affine.Substitute(n.Map.Results[0], t.Dims, nil)
		if HasSyms(e) {
			return nil, false
		}
		return g.Index(e, n.Type(), n.Attrs, n.Loc), true
	case Guard:
		cond, ok := t.cond(n.Cond, g.Axes)
		if !ok {
			return nil, false
		}
		return g.Guard(cond, n.Attrs, n.Loc), true
	}
	return g.translateRead(n, args, t)
}

func (g *Graph) translateRead(n *Node, args []*Node, t *Translation) (new *Node, ok bool) {
	var cond *ir.IntegerSet
	if n.Cond != nil {
		if cond, ok = t.cond(n.Cond, g.Axes); !ok {
			return nil, false
		}
	}
	own := n.Map.Syms
	syms := make([]*ir.AffineExpr, own)
	for i := range syms {
		syms[i] = affine.Sym(len(t.Values) + i)
	}
	at := make([]*ir.AffineExpr, len(n.Map.Results))
	for i, e := range n.Map.Results {
		at[i] = affine.Substitute(e, t.Dims, syms)
	}
	all := make([]*Node, 0, len(t.Values)+len(args))
	all = append(append(all, t.Values...), args...)
	return g.Read(n.Value, at, len(t.Values)+own, all, And(t.Cond, cond), n.Attrs, n.Loc), true
}

// cond translates a guard.
func (t *Translation) cond(s *ir.IntegerSet, axes int) (new *ir.IntegerSet, ok bool) {
	new = &ir.IntegerSet{Dims: axes, Eq: s.Eq}
	for _, e := range s.Constraints {
		e = affine.Substitute(e, t.Dims, nil)
		if HasSyms(e) {
			return nil, false
		}
		new.Constraints = append(new.Constraints, e)
	}
	return new, true
}

// HasSyms reports whether a value occurs in an index expression.
func HasSyms(e *ir.AffineExpr) bool {
	found := false
	eachSym(e, func(int64) { found = true })
	return found
}
