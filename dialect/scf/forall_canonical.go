package scf

import (
	"slices"

	"github.com/tg-opt/tg/dialect/arith"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var forallPatterns = []*rewrite.Pattern{
	{Name: "FoldTensorCastOfOutputIntoForallOp", Root: Forall, Apply: uncastSharedOuts},
	{Name: "ForallOpControlOperandsFolder", Root: Forall, Apply: foldForallBounds},
	{Name: "ForallOpIterArgsFolder", Root: Forall, Apply: dropSharedOuts},
	{Name: "ForallOpSingleOrZeroIterationDimsFolder", Root: Forall, Apply: dropForallDims},
	{Name: "ForallOpReplaceConstantInductionVar", Root: Forall, Apply: replaceConstantArgs},
}

// rankOf is how many dimensions a forall has.
func rankOf(o *ir.Op) int { return len(o.Attr(bounds[0].static).Ints()) }

// boundsOf are the lower and upper bounds and the steps of a forall.
func boundsOf(o *ir.Op) (list [3][]tensorop.Index) {
	for i, b := range bounds {
		list[i] = tensorop.Indices(o.Attr(b.static).Ints(), segment(o, i))
	}
	return list
}

// makeForall makes a forall without a body in front of o, with its inherent
// attributes but for the bounds, and results of the types of outs.
func makeForall(r *rewrite.Rewriter, o *ir.Op, bounds [3][]tensorop.Index, outs []*ir.Value) *ir.Op {
	types := make([]*ir.Type, len(outs))
	for i, v := range outs {
		types[i] = v.Type()
	}
	r.Before(o)
	n := withRegions(r, Forall, o.Loc(), types, outs, 1)
	n.SetProps(o.Props())
	setBounds(r, n, bounds, outs)
	return n
}

// setBounds gives a forall other bounds and the shared tensors outs.
func setBounds(r *rewrite.Rewriter, o *ir.Op, list [3][]tensorop.Index, outs []*ir.Value) {
	var operands []*ir.Value
	var counts []int
	for i, b := range bounds {
		static, dynamic := tensorop.Split(list[i])
		o.SetAttr(b.static, r.Ctx.I64Array(static))
		operands = append(operands, dynamic...)
		counts = append(counts, len(dynamic))
	}
	setOperandSegments(o, append(counts, len(outs))...)
	r.SetOperands(o, append(operands, outs...))
}

// asValue is a bound as a value at the insertion point.
func asValue(r *rewrite.Rewriter, l ir.Loc, x tensorop.Index) *ir.Value {
	if x.Value != nil {
		return x.Value
	}
	t := r.Ctx.Index()
	return r.OpWithTypes(arith.Constant, l, []*ir.Type{t}, nil, ir.NamedAttr{Name: "value", Value: r.Ctx.IntAttr(t, x.Const)}).Result(0)
}

// foldForallBounds moves constant operands into the attributes, those of one
// list at a time as mlir-opt does.
func foldForallBounds(r *rewrite.Rewriter, o *ir.Op) bool {
	list := boundsOf(o)
	for i := range list {
		if tensorop.FoldIndices(list[i], func(int64) bool { return true }) {
			setBounds(r, o, list, segment(o, 3))
			return true
		}
	}
	return false
}

// writes lists the parallel insertions that a forall ends with.
func writes(o *ir.Op) (list []*ir.Op) {
	for p := o.RegionAt(0).First().Last().RegionAt(0).First().First(); p != nil; p = p.Next() {
		list = append(list, p)
	}
	return list
}

// dropSharedOuts removes results that are not used, or that nothing is written
// to, nor from at the end of a round. (mlir-opt erases what writes from a tensor
// that is dropped, too.)
func dropSharedOuts(r *rewrite.Rewriter, o *ir.Op) bool {
	rank := rankOf(o)
	inserts := writes(o)
	drop := slices.Repeat([]bool{true}, o.NumResults())
	body := o.RegionAt(0).First()
	for _, p := range inserts {
		for _, v := range p.Operands()[:2] {
			if i := v.Index() - rank; v.IsArg() && v.Block() == body && i >= 0 {
				drop[i] = !o.Result(i).HasUses()
			}
		}
	}
	if !slices.Contains(drop, true) {
		return false
	}
	for _, p := range inserts {
		if drop[p.Operand(1).Index()-rank] {
			r.EraseOp(p)
		}
	}
	outs := segment(o, 3)
	n := makeForall(r, o, boundsOf(o), without(outs, drop))
	n.SetAttrs(o.Attrs())
	takeRegions(n, o)
	replaceArgs(r, n.RegionAt(0).First(), append(make([]bool, rank), drop...), append(make([]*ir.Value, rank), outs...))
	results, next := slices.Clone(outs), 0
	for i := range results {
		if !drop[i] {
			results[i] = n.Result(next)
			next++
		}
	}
	r.ReplaceOp(o, results...)
	return true
}

// mapped reports whether something says where the rounds of a forall run, so
// that its dimensions stay.
func mapped(o *ir.Op) bool {
	m := o.Attr("mapping")
	return m != nil && len(m.Elems()) > 0
}

// dropForallDims removes loops without rounds, and dimensions with one.
func dropForallDims(r *rewrite.Rewriter, o *ir.Op) bool {
	if mapped(o) {
		return false
	}
	list := boundsOf(o)
	once, none := roundsOfDims(list)
	outs := segment(o, 3)
	switch {
	case none:
		r.ReplaceOp(o, outs...)
		return true
	case !slices.Contains(once, false):
		inlineForall(r, o, list[0])
		return true
	case !slices.Contains(once, true):
		return false
	}
	lower := make([]*ir.Value, len(once))
	for i, one := range once {
		if one {
			lower[i] = asValue(r, o.Loc(), list[0][i])
		}
	}
	for i := range list {
		list[i] = without(list[i], once)
	}
	n := makeForall(r, o, list, outs)
	n.SetAttrs(o.Attrs())
	takeRegions(n, o)
	replaceArgs(r, n.RegionAt(0).First(), once, lower)
	r.Renewed(opsOf(n.RegionAt(0).First()))
	r.ReplaceOp(o, n.Results()...)
	return true
}

// inlineForall puts the body of a forall with one round in its place. What it
// writes at its end is inserted one after the other. (mlir-opt takes the first
// write for the first result, and so on, and forgets others.)
func inlineForall(r *rewrite.Rewriter, o *ir.Op, lower []tensorop.Index) {
	body, outs := o.RegionAt(0).First(), segment(o, 3)
	args := make([]*ir.Value, len(lower), body.NumArgs())
	for i, x := range lower {
		args[i] = asValue(r, o.Loc(), x)
	}
	results := slices.Clone(body.Args()[len(lower):])
	r.Before(body.Last())
	for _, p := range writes(o) {
		i := p.Operand(1).Index() - len(lower)
		results[i] = tensorop.Sequential(r, p, o.Loc(), results[i])
	}
	for i, v := range results {
		if v.IsArg() && v.Block() == body {
			results[i] = outs[i]
		}
	}
	r.InlineBlock(body, o, append(args, outs...))
	r.ReplaceOp(o, results...)
}

// replaceConstantArgs replaces an induction variable with one value by it, also
// where the dimension stays.
func replaceConstantArgs(r *rewrite.Rewriter, o *ir.Op) (changed bool) {
	list := boundsOf(o)
	for i, iv := range o.RegionAt(0).First().Args()[:rankOf(o)] {
		if !iv.HasUses() {
			continue
		}
		if trips, known := tripCount(list[0][i], list[1][i], list[2][i], true); known && isOneInt(trips) {
			r.ReplaceValue(iv, asValue(r, o.Loc(), list[0][i]))
			changed = true
		}
	}
	return changed
}

// uncastSharedOuts shares what casts of tensors are made of, where their types
// say no less.
func uncastSharedOuts(r *rewrite.Rewriter, o *ir.Op) bool {
	outs := segment(o, 3)
	uncast := slices.Clone(outs)
	rank := rankOf(o)
	for i, v := range outs {
		if source := tensorop.UncastUser(v); source != nil {
			uncast[i] = source
		}
	}
	for _, p := range writes(o) {
		// What is known to be outside of the tensor then would not be valid.
		if i := p.Operand(1).Index() - rank; uncast[i] != outs[i] && !tensorop.Within(p, uncast[i].Type()) {
			uncast[i] = outs[i]
		}
	}
	if slices.Equal(outs, uncast) {
		return false
	}
	n := makeForall(r, o, boundsOf(o), uncast)
	takeRegions(n, o)
	body := n.RegionAt(0).First()
	r.AtStart(body)
	for i, v := range uncast {
		if v != outs[i] {
			a := body.Arg(rank + i)
			a.SetType(v.Type())
			castUses(r, a, outs[i].Type(), o.Loc(), func(u *ir.Use) bool {
				return u.Owner().Is(tensorop.ParallelInsertSlice) && u.Index() == 1 && u.Owner().Parent() == body.Last()
			})
		}
	}
	results := n.Results()
	r.After(n)
	for i, v := range uncast {
		if v != outs[i] {
			results[i] = r.OpWithTypes(tensorop.Cast, o.Loc(), []*ir.Type{outs[i].Type()}, []*ir.Value{results[i]}).Result(0)
		}
	}
	r.ReplaceOp(o, results...)
	return true
}

// castUses casts v to t at the insertion point, for all uses but those kept.
func castUses(r *rewrite.Rewriter, v *ir.Value, t *ir.Type, l ir.Loc, keep func(*ir.Use) bool) {
	cast := r.OpWithTypes(tensorop.Cast, l, []*ir.Type{t}, []*ir.Value{v})
	for u := v.FirstUse(); u != nil; {
		use := u
		u = u.Next()
		if use.Owner() != cast && !keep(use) {
			use.Set(cast.Result(0))
			r.Modified(use.Owner())
		}
	}
}
