package scf

import (
	"slices"

	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var ifPatterns = append([]*rewrite.Pattern{
	{Name: "CombineIfs", Root: If, Apply: combineIfs},
	{Name: "CombineNestedIfs", Root: If, Apply: combineNestedIfs},
	{Name: "ConditionPropagation", Root: If, Apply: propagateCondition},
	{Name: "ConvertTrivialIfToSelect", Root: If, Apply: selectOutside},
	{Name: "RemoveEmptyElseBranch", Root: If, Apply: dropEmptyElse},
	{Name: "RemoveStaticCondition", Root: If, Apply: chooseKnown},
	{Name: "ReplaceIfYieldWithConditionOrValue", Root: If, Apply: replaceYielded},
}, regionPatterns(If)...)

// foldIf turns a choice by the opposite of a condition around.
func foldIf(o *ir.Op, _ []*ir.Attr) []ir.Folded {
	then, other := o.RegionAt(0), o.RegionAt(1)
	if other.Empty() {
		return nil
	}
	cond := negated(o.Operand(0))
	if cond == nil {
		return nil
	}
	o.SetOperand(0, cond)
	var kept ir.Region
	kept.TakeBody(then)
	then.TakeBody(other)
	other.TakeBody(&kept)
	return ir.FoldedInPlace
}

// selectOutside yields what both ways have from outside by a select.
func selectOutside(r *rewrite.Rewriter, o *ir.Op) bool {
	if o.NumResults() == 0 {
		return false
	}
	then, other := o.RegionAt(0), o.RegionAt(1)
	ifTrue, ifFalse := then.First().Last().Operands(), other.First().Last().Operands()
	inside := make([]bool, len(ifTrue))
	var kept []*ir.Type
	for i, v := range ifTrue {
		inside[i] = v.Block().Region() == then || ifFalse[i].Block().Region() == other
		if inside[i] {
			kept = append(kept, v.Type())
		}
	}
	if len(kept) == len(ifTrue) {
		return false
	}
	cond := o.Operand(0)
	n := withRegions(r, If, o.Loc(), kept, []*ir.Value{cond}, 2)
	takeRegions(n, o)
	r.Before(n)
	var trueYields, falseYields []*ir.Value
	results := make([]*ir.Value, len(ifTrue))
	for i, v := range ifTrue {
		switch w := ifFalse[i]; {
		case inside[i]:
			results[i] = n.Result(len(trueYields))
			trueYields, falseYields = append(trueYields, v), append(falseYields, w)
		case v == w:
			results[i] = v
		default:
			results[i] = r.OpWithTypes(arith.Select, o.Loc(), []*ir.Type{v.Type()}, []*ir.Value{cond, v, w}).Result(0)
		}
	}
	replaceYield(r, n.RegionAt(0).First().Last(), trueYields)
	replaceYield(r, n.RegionAt(1).First().Last(), falseYields)
	r.ReplaceOp(o, results...)
	return true
}

func dropEmptyElse(r *rewrite.Rewriter, o *ir.Op) bool {
	if o.NumResults() > 0 || !isOnlyEnd(o.RegionAt(1)) {
		return false
	}
	n := withRegions(r, If, o.Loc(), nil, o.Operands(), 2)
	n.SetProps(o.Props())
	n.SetAttrs(o.Attrs())
	n.RegionAt(0).TakeBody(o.RegionAt(0))
	r.EraseOp(o)
	return true
}

func chooseKnown(r *rewrite.Rewriter, o *ir.Op) bool {
	holds, known := boolConst(o.Operand(0))
	switch {
	case !known:
		return false
	case holds:
		r.ReplaceOpWithBlock(o, o.RegionAt(0).First())
	case o.RegionAt(1).Empty():
		r.EraseOp(o)
	default:
		r.ReplaceOpWithBlock(o, o.RegionAt(1).First())
	}
	return true
}

// replaceYielded replaces results that both ways yield one value for, or the
// condition, or its opposite. The users are not looked at again before the next
// sweep.
func replaceYielded(r *rewrite.Rewriter, o *ir.Op) bool {
	if o.NumResults() == 0 {
		return false
	}
	changed := false
	ifTrue, ifFalse := o.RegionAt(0).First().Last(), o.RegionAt(1).First().Last()
	for i := range o.NumResults() {
		result, v, w := o.Result(i), ifTrue.Operand(i), ifFalse.Operand(i)
		if !result.HasUses() {
			continue
		}
		by := v
		if v != w {
			a, known := boolConst(v)
			b, knownToo := boolConst(w)
			switch {
			case !known || !knownToo || a == b:
				continue
			case a:
				by = o.Operand(0)
			default:
				r.Before(o)
				one := constant(r, o.Loc(), true)
				by = r.OpWithTypes(arith.XOrI, o.Loc(), []*ir.Type{r.Ctx.Bool()}, []*ir.Value{o.Operand(0), one}).Result(0)
			}
		}
		result.ReplaceAllUsesWith(by)
		changed = true
	}
	return changed
}

// latestUse is a value with its latest use.
type latestUse struct {
	value *ir.Value
	use   *ir.Use
}

// propagated remembers, for a choice, the latest use of its condition when none
// was inside of it: as long as there is no later one, this is still so.
var propagated = rewrite.NewMemory(func() map[*ir.Op]latestUse { return map[*ir.Op]latestUse{} })

// propagateCondition replaces the condition by what it is known to be inside of
// both regions.
func propagateCondition(r *rewrite.Rewriter, o *ir.Op) bool {
	cond := o.Operand(0)
	if cond.HasOneUse() || ir.ConstantValue(cond) != nil {
		return false
	}
	seen := propagated.Of(r)
	if seen[o] == (latestUse{cond, cond.FirstUse()}) {
		return false
	}
	var consts [2]*ir.Value
	for _, u := range usesInside(cond, o) {
		if consts[u.region] == nil {
			consts[u.region] = constant(r, o.Loc(), u.region == 0)
		}
		u.use.Set(consts[u.region])
		r.Modified(u.use.Owner())
	}
	seen[o] = latestUse{cond, cond.FirstUse()}
	return consts[0] != nil || consts[1] != nil
}

// innerUse is a use inside of a region of an op, which has that number.
type innerUse struct {
	use    *ir.Use
	region int
}

// usesInside finds the uses of v inside of the regions of o, in the order of
// the list of uses, or as it was when everything was made. It looks at as many
// uses of v, or at as many ops inside of o, as there are of what there is less
// of: many small ops that share v cost what is inside of them, once.
func usesInside(v *ir.Value, o *ir.Op) []innerUse {
	for limit := 16; ; limit *= 4 {
		n := 0
		for u := v.FirstUse(); u != nil && n <= limit; u = u.Next() {
			n++
		}
		if n <= limit {
			return scanUses(v, o)
		}
		n = 0
		ir.Walk(o, func(*ir.Op) ir.WalkAction {
			if n++; n > limit {
				return ir.Stop
			}
			return ir.Advance
		})
		if n <= limit {
			return scanOps(v, o)
		}
	}
}

func scanUses(v *ir.Value, o *ir.Op) (found []innerUse) {
	n := nestOf(v.Block().Region(), o)
	for u := v.FirstUse(); u != nil; u = u.Next() {
		switch n.regionOf(u.Owner().Region()) {
		case nil:
		case o.RegionAt(0):
			found = append(found, innerUse{u, 0})
		default:
			found = append(found, innerUse{u, 1})
		}
	}
	return found
}

func scanOps(v *ir.Value, o *ir.Op) (found []innerUse) {
	for region := range o.Regions() {
		for b := o.RegionAt(region).First(); b != nil; b = b.Next() {
			for p := b.First(); p != nil; p = p.Next() {
				ir.WalkPost(p, func(q *ir.Op) {
					for i := range q.NumOperands() {
						if q.Operand(i) == v {
							found = append(found, innerUse{q.OperandUse(i), region})
						}
					}
				})
			}
		}
	}
	slices.Reverse(found)
	return found
}
