package scf

import (
	"slices"

	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var whilePatterns = append([]*rewrite.Pattern{
	{Name: "WhileConditionTruth", Root: While, Apply: replacePassedCondition},
	{Name: "WhileCmpCond", Root: While, Apply: replaceKnownComparisons},
	{Name: "WhileOpAlignBeforeArgs", Root: While, Apply: alignBeforeArgs},
	{Name: "WhileMoveIfDown", Root: While, Apply: moveIfDown},
}, regionPatterns(While)...)

// replacePassedCondition replaces the condition by true where it is an argument
// of the second region: it does not run otherwise.
func replacePassedCondition(r *rewrite.Rewriter, o *ir.Op) bool {
	t := o.RegionAt(0).First().Last()
	var yes *ir.Value
	for i, a := range o.RegionAt(1).First().Args() {
		if t.Operand(1+i) != t.Operand(0) || !a.HasUses() {
			continue
		}
		if yes == nil {
			yes = constant(r, o.Loc(), true)
		}
		r.ReplaceValue(a, yes)
	}
	return yes != nil
}

// opposite holds, for a predicate of arith.cmpi, the one that holds when it
// does not.
var opposite = [...]int64{1, 0, 5, 4, 3, 2, 9, 8, 7, 6}

// replaceKnownComparisons replaces what the second region compares as the
// condition has done already.
func replaceKnownComparisons(r *rewrite.Rewriter, o *ir.Op) bool {
	t := o.RegionAt(0).First().Last()
	cmp := t.Operand(0).Def()
	if !cmp.Is(arith.CmpI) {
		return false
	}
	predicate := cmp.Attr("predicate").Int()
	changed := false
	for i, a := range o.RegionAt(1).First().Args() {
		for side := range 2 {
			if t.Operand(1+i) != cmp.Operand(side) {
				continue
			}
			for u := a.FirstUse(); u != nil; {
				p := u.Owner()
				u = u.Next()
				if !p.Is(arith.CmpI) || p.Operand(1-side) != cmp.Operand(1-side) {
					continue
				}
				switch p.Attr("predicate").Int() {
				case predicate, opposite[predicate]:
				default:
					continue
				}
				// A use of both operands is one that comes next.
				for u != nil && u.Owner() == p {
					u = u.Next()
				}
				r.Before(p)
				holds := p.Attr("predicate").Int() == predicate
				r.ReplaceOp(p, constant(r, p.Loc(), holds))
				changed = true
			}
		}
	}
	return changed
}

// alignBeforeArgs hands the arguments of the first region over in their own
// order.
func alignBeforeArgs(r *rewrite.Rewriter, o *ir.Op) bool {
	before, after := o.RegionAt(0).First(), o.RegionAt(1).First()
	t := before.Last()
	passed := t.Operands()[1:]
	order, ok := orderOf(passed, before)
	if !ok {
		return false
	}
	r.Before(t).OpWithTypes(Condition, t.Loc(), nil, append([]*ir.Value{t.Operand(0)}, before.Args()...))
	r.EraseOp(t)
	types := make([]*ir.Type, len(order))
	for i, j := range order {
		types[j] = o.Result(i).Type()
	}
	r.Before(o)
	n := withRegions(r, While, o.Loc(), types, o.Operands(), 2)
	newBefore, newAfter := &ir.Block{}, &ir.Block{}
	n.RegionAt(0).Append(newBefore)
	n.RegionAt(1).Append(newAfter)
	for _, v := range o.Operands() {
		newBefore.AddArg(v.Type(), v.Loc())
	}
	for _, typ := range types {
		newAfter.AddArg(typ, o.Loc())
	}
	results, args := make([]*ir.Value, len(order)), make([]*ir.Value, len(order))
	for i, j := range order {
		results[i], args[i] = n.Result(j), newAfter.Arg(j)
	}
	r.MergeBlocks(before, newBefore, newBefore.Args())
	r.MergeBlocks(after, newAfter, args)
	r.ReplaceOp(o, results...)
	return true
}

// orderOf tells which argument of b each of passed is, if these are all
// arguments, each once, in another order.
func orderOf(passed []*ir.Value, b *ir.Block) (order []int, ok bool) {
	if len(passed) != b.NumArgs() || slices.Equal(passed, b.Args()) {
		return nil, false
	}
	seen := make([]bool, len(passed))
	for _, v := range passed {
		if !v.IsArg() || v.Block() != b || seen[v.Index()] {
			return nil, false
		}
		seen[v.Index()] = true
		order = append(order, v.Index())
	}
	return order, true
}

// moveIfDown moves a choice in front of the condition that it depends on into
// the second region, which runs in the same case. What it uses of the first
// region is handed over, too. (mlir-opt forgets to do so for what it yields, and
// all but the first place where a result is handed over.)
func moveIfDown(r *rewrite.Rewriter, o *ir.Op) bool {
	before, after := o.RegionAt(0), o.RegionAt(1).First()
	t := before.First().Last()
	choice := t.Prev()
	if !choice.Is(If) || choice.Operand(0) != t.Operand(0) || !choice.RegionAt(1).Empty() && !isOnlyEnd(choice.RegionAt(1)) {
		return false
	}
	then := choice.RegionAt(0)
	needed := usedFrom(then, before)
	for i, v := range t.Operands()[1:] {
		if v.Def() == choice {
			r.ReplaceValue(after.Arg(i), then.First().Last().Operand(v.Index()))
		}
	}
	for i, v := range choice.Results() {
		r.ReplaceValue(v, choice.RegionAt(1).First().Last().Operand(i))
	}
	types := o.ResultTypes()
	for _, v := range needed {
		types = append(types, v.Type())
	}
	n := withRegions(r, While, o.Loc(), types, o.Operands(), 2)
	takeRegions(n, o)
	r.Modified(n)
	args := make([]*ir.Value, len(needed))
	for i, v := range needed {
		args[i] = after.AddArg(v.Type(), o.Loc())
	}
	r.SetOperands(t, append(t.Operands(), needed...))
	inThen, inLoop := nestOf(n.Region(), choice), nestOf(n.Region(), n)
	for i, v := range needed {
		for u := v.FirstUse(); u != nil; {
			use := u
			u = u.Next()
			if at := use.Owner().Region(); inThen.regionOf(at) == then || inLoop.regionOf(at) == n.RegionAt(1) {
				use.Set(args[i])
				r.Modified(use.Owner())
			}
		}
	}
	r.EraseOp(then.First().Last())
	first := after.First()
	for p := then.First().First(); p != nil; {
		next := p.Next()
		r.Move(p, first)
		p = next
	}
	r.EraseOp(choice)
	r.ReplaceOp(o, n.Results()[:o.NumResults()]...)
	return true
}

// usedFrom lists the values that are used inside of inner and defined in outer
// but not in inner, in the order of their first uses.
func usedFrom(inner, outer *ir.Region) (list []*ir.Value) {
	seen := map[*ir.Value]bool{}
	inside := map[*ir.Region]bool{inner: true}
	for p := inner.First().First(); p != nil; p = p.Next() {
		ir.Walk(p, func(q *ir.Op) ir.WalkAction {
			for _, own := range q.Regions() {
				inside[own] = true
			}
			for _, v := range q.Operands() {
				if !seen[v] && !inside[v.Block().Region()] && v.Block().Region() == outer {
					list = append(list, v)
				}
				seen[v] = true
			}
			return ir.Advance
		})
	}
	return list
}
