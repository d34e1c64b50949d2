package scf

import (
	"slices"

	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// shortRun is how many choices in a row are merged one by one, with what each
// result allows for in between, as mlir-opt does with any number.
const shortRun = 8

// combineIfs merges choices by one condition, or by opposites, that follow each
// other: the one before last and last, or a long run at once.
func combineIfs(r *rewrite.Rewriter, last *ir.Op) bool {
	first := last.Prev()
	if !first.Is(If) {
		return false
	}
	run := []*ir.Op{first}
	var ways [2][]*ir.Region // that run together, empty where there are none
	for n := last; n.Is(If); n = n.Next() {
		then, other := alongside(first, n)
		if then == nil {
			break
		}
		run = append(run, n)
		ways[0], ways[1] = append(ways[0], then), append(ways[1], other)
	}
	switch {
	case len(run) == 1:
		return false
	case len(run) < shortRun:
		run, ways[0], ways[1] = run[:2], ways[0][:1], ways[1][:1]
	}
	replaceKnownResults(r, run, ways[0])
	var types []*ir.Type
	for _, o := range run {
		types = append(types, o.ResultTypes()...)
	}
	r.Before(run[len(run)-1])
	o := withRegions(r, If, run[len(run)-1].Loc(), types, []*ir.Value{first.Operand(0)}, 2)
	for i := range ways {
		joinWays(r, o.RegionAt(i), append([]*ir.Region{first.RegionAt(i)}, ways[i]...))
	}
	results := o.Results()
	for _, p := range run {
		n := p.NumResults()
		r.ReplaceOp(p, results[:n]...)
		results = results[n:]
	}
	return true
}

// joinWays moves the blocks of regions to region into, as one.
func joinWays(r *rewrite.Rewriter, into *ir.Region, regions []*ir.Region) {
	var yields []*ir.Value
	var ends []*ir.Op
	for _, region := range regions {
		if region.Empty() {
			continue
		}
		t := region.First().Last()
		ends, yields = append(ends, t), append(yields, t.Operands()...)
		if into.Empty() {
			into.TakeBody(region)
		} else {
			r.MergeBlocks(region.First(), into.First(), nil)
		}
	}
	if len(ends) < 2 {
		return
	}
	yield(r, into.First(), ends[len(ends)-1].Loc(), yields)
	for _, t := range ends {
		r.EraseOp(t)
	}
}

// alongside tells which regions of next run when the first, and when the
// second, region of prev does; nil when that is not known.
func alongside(prev, next *ir.Op) (then, other *ir.Region) {
	c, d := prev.Operand(0), next.Operand(0)
	switch {
	case c == d:
		return next.RegionAt(0), next.RegionAt(1)
	case negated(c) == d, negated(d) == c:
		return next.RegionAt(1), next.RegionAt(0)
	}
	return nil, nil
}

// replaceKnownResults replaces the results of the ops of a run inside of the
// later ones by what they are there: then are the regions of these that run
// when the first region of the first does.
func replaceKnownResults(r *rewrite.Rewriter, run []*ir.Op, then []*ir.Region) {
	with := map[*ir.Region]bool{run[0].RegionAt(0): true} // regions that run with the first
	for _, region := range then {
		with[region] = true
	}
	n := nestOf(run[0].Region(), run[1:]...)
	for _, o := range run[:len(run)-1] {
		// What o yields when the first region of the first runs, and when not.
		yes, no := o.RegionAt(0), o.RegionAt(1)
		if !with[yes] {
			yes, no = no, yes
		}
		for i, result := range o.Results() {
			for u := result.FirstUse(); u != nil; {
				use := u
				u = u.Next()
				inside := n.regionOf(use.Owner().Region())
				if inside == nil {
					continue
				}
				from := no
				if with[inside] {
					from = yes
				}
				use.Set(from.First().Last().Operand(i))
				r.Modified(use.Owner())
			}
		}
	}
}

// combineNestedIfs makes a choice inside of a choice, and nothing else there,
// one by both conditions.
func combineNestedIfs(r *rewrite.Rewriter, o *ir.Op) bool {
	body, other := o.RegionAt(0).First(), o.RegionAt(1)
	inner := body.First()
	if !inner.Is(If) || inner.Next() != body.Last() || !other.Empty() && !isOnlyEnd(other) {
		return false
	}
	if otherInner := inner.RegionAt(1); !otherInner.Empty() && !isOnlyEnd(otherInner) {
		return false
	}
	ifTrue := body.Last().Operands()
	var ifFalse []*ir.Value
	if !other.Empty() {
		ifFalse = other.First().Last().Operands()
	}
	var choose []int // the results that differ by the outer condition alone
	for i, v := range ifTrue {
		switch {
		case v.Def() == inner:
			if inner.RegionAt(1).First().Last().Operand(v.Index()) != ifFalse[i] {
				return false
			}
			ifTrue[i] = inner.RegionAt(0).First().Last().Operand(v.Index())
		case v.Block().Region() == o.RegionAt(0):
			return false
		default:
			choose = append(choose, i)
		}
	}
	l := o.Loc()
	both := r.OpWithTypes(arith.AndI, l, []*ir.Type{r.Ctx.Bool()}, []*ir.Value{o.Operand(0), inner.Operand(0)})
	n := withRegions(r, If, l, o.ResultTypes(), []*ir.Value{both.Result(0)}, 2)
	results := slices.Clone(n.Results())
	r.Before(n)
	for _, i := range choose {
		operands := []*ir.Value{o.Operand(0), ifTrue[i], ifFalse[i]}
		results[i] = r.OpWithTypes(arith.Select, l, []*ir.Type{ifTrue[i].Type()}, operands).Result(0)
	}
	block := &ir.Block{}
	n.RegionAt(0).Append(block)
	r.MergeBlocks(inner.RegionAt(0).First(), block, nil)
	replaceYield(r, block.Last(), ifTrue)
	if len(ifFalse) > 0 {
		block = &ir.Block{}
		n.RegionAt(1).Append(block)
		yield(r, block, l, ifFalse)
	}
	r.ReplaceOp(o, results...)
	return true
}
