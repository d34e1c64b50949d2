package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How tg.if and tg.case become simpler.

var ifPatterns = []*rewrite.Pattern{
	{Name: "if-constant", Root: If, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		a := ir.ConstantValue(o.Operand(0))
		switch c := o.Context(); {
		case isSplatOf(a, elementBytes(c, c.Bool(), 1)):
			return inlineRegion(r, o, o.RegionAt(0), nil)
		case isSplatOf(a, elementBytes(c, c.Bool(), 0)):
			return inlineRegion(r, o, o.RegionAt(1), nil)
		}
		return false
	}},
	{Name: "if-not", Root: If, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		not := o.Operand(0).Def()
		if !not.Is(Not) {
			return false
		}
		r.SetOperand(o, 0, not.Operand(0))
		then := &ir.Region{}
		then.TakeBody(o.RegionAt(0))
		o.RegionAt(0).TakeBody(o.RegionAt(1))
		o.RegionAt(1).TakeBody(then)
		return true
	}},
	{Name: "if-agreed-result", Root: If, Apply: replaceAgreed},
	{Name: "if-unused-result", Root: If, Apply: dropUnusedResults},
}

var casePatterns = []*rewrite.Pattern{
	{Name: "case-constant", Root: Case, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		i := caseOf(o, ir.ConstantValue(o.Operand(0)))
		return i >= 0 && inlineRegion(r, o, o.RegionAt(i), nil)
	}},
	{Name: "case-agreed-result", Root: Case, Apply: replaceAgreed},
	{Name: "case-unused-result", Root: Case, Apply: dropUnusedResults},
}

// caseOf is the number of the region of a tg.case that runs for index a, which
// is nil when it is not known, or -1.
func caseOf(o *ir.Op, a *ir.Attr) int {
	last := o.NumRegions() - 1
	switch {
	case last == 0:
		return 0
	case !a.Is(ir.DenseAttr):
		return -1
	}
	if i := a.Ints()[0]; i >= 0 && i < int64(last) {
		return int(i)
	}
	return last
}

// inlineRegion replaces o by the ops of a region, given values for its
// arguments, unless types would change.
func inlineRegion(r *rewrite.Rewriter, o *ir.Op, region *ir.Region, args []*ir.Value) bool {
	block := region.First()
	if !slices.Equal(block.Last().OperandTypes(), o.ResultTypes()) || !haveTypesOf(args, block.Args()) {
		return false
	}
	r.ReplaceOp(o, r.InlineBlock(block, o, args)...)
	return true
}

func haveTypesOf(a, b []*ir.Value) bool {
	return slices.EqualFunc(a, b, func(v, w *ir.Value) bool { return v.Type() == w.Type() })
}

// replaceAgreed replaces results for which all regions yield one value, which
// then comes from outside.
func replaceAgreed(r *rewrite.Rewriter, o *ir.Op) bool {
	changed := false
	for i := range o.NumResults() {
		v := o.RegionAt(0).First().Last().Operand(i)
		agreed := o.Result(i).HasUses() && v.Type() == o.Result(i).Type() && o.NumRegions() > 1
		for _, region := range o.Regions()[1:] {
			agreed = agreed && region.First().Last().Operand(i) == v
		}
		if agreed {
			r.ReplaceValue(o.Result(i), v)
			changed = true
		}
	}
	return changed
}

// dropUnusedResults removes the results that nobody uses.
func dropUnusedResults(r *rewrite.Rewriter, o *ir.Op) bool {
	var kept []int
	for i := range o.NumResults() {
		if o.Result(i).HasUses() {
			kept = append(kept, i)
		}
	}
	if len(kept) == o.NumResults() {
		return false
	}
	for _, region := range o.Regions() {
		keepOperands(r, region.First().Last(), kept)
	}
	replaceKeeping(r, o, o.Operands(), kept)
	return true
}

// keepOperands reduces the operands of o to those numbered.
func keepOperands(r *rewrite.Rewriter, o *ir.Op, kept []int) {
	values := make([]*ir.Value, len(kept))
	for i, k := range kept {
		values[i] = o.Operand(k)
	}
	r.SetOperands(o, values)
}

// replaceKeeping replaces an op with regions by one with these operands and
// with those of its results that are numbered; its regions move over.
func replaceKeeping(r *rewrite.Rewriter, o *ir.Op, operands []*ir.Value, kept []int) {
	st := &ir.OpState{
		Name: o.OpName(), Loc: o.Loc(), Operands: operands, Results: []*ir.Type{},
		Props: o.Props(), Attrs: o.Attrs().Entries(),
	}
	for _, k := range kept {
		st.Results = append(st.Results, o.Result(k).Type())
	}
	for _, region := range o.Regions() {
		moved := &ir.Region{}
		moved.TakeBody(region)
		st.Regions = append(st.Regions, moved)
	}
	r.Before(o)
	n, err := r.Create(st)
	if err != nil {
		panic(err) // the result types are stated
	}
	for i, k := range kept {
		r.ReplaceValue(o.Result(k), n.Result(i))
	}
	r.EraseOp(o)
}
