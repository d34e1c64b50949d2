package scf

import (
	"slices"

	"github.com/tg-opt/tg/dialect/arith"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// castIntoLoop carries what a cast of a tensor is made of, where its type says
// no less, through a loop, and casts inside and behind it. That asks of every
// round that it yields a tensor of the same extents: mlir-opt takes this for
// granted, and makes loops that fail where the shape changes. All such tensors
// are replaced at once; the casts stand as if it was one after the other.
func castIntoLoop(r *rewrite.Rewriter, o *ir.Op) bool {
	inits, uncast := o.Operands()[3:], o.Operands()[3:]
	changed := false
	for i, v := range inits {
		if source := tensorop.UncastUser(v); source != nil && source.Type() != v.Type() && o.Result(i).HasOneUse() {
			uncast[i] = source
			changed = true
		}
	}
	if !changed || !shapesStay(o, inits, uncast) {
		return false
	}
	types := make([]*ir.Type, len(uncast))
	for i, v := range uncast {
		types[i] = v.Type()
	}
	r.Before(o)
	n := withRegions(r, For, o.Loc(), types, append(o.Operands()[:3], uncast...), 1)
	n.SetProps(o.Props())
	n.SetAttrs(o.Attrs())
	takeRegions(n, o)
	body := n.RegionAt(0).First()
	end := body.Last()
	yields, results := end.Operands(), n.Results()
	for i, v := range uncast {
		if v == inits[i] {
			continue
		}
		t, a := inits[i].Type(), body.Arg(1+i)
		a.SetType(v.Type())
		r.AtStart(body)
		castUses(r, a, t, o.Loc(), func(*ir.Use) bool { return false })
		r.Before(end)
		yields[i] = r.OpWithTypes(tensorop.Cast, o.Loc(), []*ir.Type{v.Type()}, []*ir.Value{end.Operand(i)}).Result(0)
		r.After(n)
		results[i] = r.OpWithTypes(tensorop.Cast, o.Loc(), []*ir.Type{t}, []*ir.Value{results[i]}).Result(0)
	}
	r.AtEnd(body).OpWithTypes(Yield, o.Loc(), nil, yields)
	r.EraseOp(end)
	r.ReplaceOp(o, results...)
	return true
}

// shapesStay takes those of uncast back, which are to replace inits, whose
// shapes may change from round to round, and reports whether any is left.
func shapesStay(o *ir.Op, inits, uncast []*ir.Value) bool {
	body := o.RegionAt(0).First()
	s := &sameShape{arg: map[*ir.Value]*ir.Type{}, budget: shapeBudget + 4*len(inits)}
	for i, v := range uncast {
		if v != inits[i] {
			s.arg[body.Arg(1+i)] = v.Type()
		}
	}
	// Arguments may be each other the next time: what does not hold for one does
	// not for those that rely on it.
	for again := true; again; {
		again = false
		for i, v := range uncast {
			if v != inits[i] && !s.holds(body.Last().Operand(i), v.Type()) {
				delete(s.arg, body.Arg(1+i))
				uncast[i] = inits[i]
				again = true
			}
		}
	}
	return !slices.Equal(inits, uncast)
}

// shapeBudget is how many ops are looked at, besides a few for each value that
// is carried, to see whether shapes stay; what takes more is left as it is.
const shapeBudget = 512

// sameShape finds out what a value has the shape of.
type sameShape struct {
	arg    map[*ir.Value]*ir.Type // what is taken to hold for arguments of loops
	budget int
}

// holds reports whether v has all the extents that t tells.
func (s *sameShape) holds(v *ir.Value, t *ir.Type) bool {
	for {
		if s.budget--; s.budget < 0 {
			return false
		}
		if known := s.arg[v]; known != nil && tellsAll(known, t) || tellsAll(v.Type(), t) {
			return true
		}
		p := v.Def()
		switch {
		case p == nil:
			return false
		case p.Is(tensorop.Cast):
			v = p.Operand(0)
		case p.Is(tensorop.InsertSlice):
			v = p.Operand(1)
		case p.Is(Forall):
			v = segment(p, 3)[v.Index()]
		case p.Is(If):
			if !s.holds(p.RegionAt(0).First().Last().Operand(v.Index()), t) {
				return false
			}
			v = p.RegionAt(1).First().Last().Operand(v.Index())
		case p.Is(For):
			body, i := p.RegionAt(0).First(), v.Index()
			if !s.holds(p.Operand(3+i), t) {
				return false
			}
			a := body.Arg(1 + i)
			s.arg[a] = t
			ok := s.holds(body.Last().Operand(i), t)
			delete(s.arg, a)
			return ok
		case p.Has(ir.Elementwise) && p.Def().Dialect() == arith.Dialect:
			v = p.Operand(p.NumOperands() - 1) // the first of a select may be a scalar
		default:
			return false
		}
	}
}

// tellsAll reports whether from tells every extent that t tells.
func tellsAll(from, t *ir.Type) bool {
	if !from.IsRankedTensor() || from.Rank() != t.Rank() {
		return false
	}
	for i, n := range t.Shape() {
		if n != ir.Dynamic && from.Shape()[i] != n {
			return false
		}
	}
	return true
}
