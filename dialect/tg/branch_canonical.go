package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How tg.if and tg.case become simpler.

var ifPatterns = []*rewrite.Pattern{
	{
		Name: "if-constant", Root: If,
		Doc: "A choice that is known is the region that runs.",
		Why: "It takes ops out of a region.",
		Example: example("%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
			"%t = tg.constant dense<true> : tensor<i1>",
			"%0 = tg.if %t -> (tensor<4xf32>) {",
			"  %1 = tg.neg %x : tensor<4xf32>",
			"  tg.yield %1 : tensor<4xf32>",
			"} else {",
			"  tg.yield %x : tensor<4xf32>",
			"}",
			"return %0 : tensor<4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			a := ir.ConstantValue(o.Operand(0))
			switch c := o.Context(); {
			case isSplatOf(a, elementBytes(c, c.Bool(), 1)):
				return inlineRegion(r, o, o.RegionAt(0), nil)
			case isSplatOf(a, elementBytes(c, c.Bool(), 0)):
				return inlineRegion(r, o, o.RegionAt(1), nil)
			}
			return false
		},
	},
	{
		Name: "if-not", Root: If,
		Doc: "A negated choice has its regions swapped.",
		Why: "It swaps regions.",
		Example: example("%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
			"%n = tg.not %p : tensor<i1>",
			"%0 = tg.if %n -> (tensor<4xf32>) {",
			"  %1 = tg.neg %x : tensor<4xf32>",
			"  tg.yield %1 : tensor<4xf32>",
			"} else {",
			"  tg.yield %x : tensor<4xf32>",
			"}",
			"return %0 : tensor<4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
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
		},
	},
	{
		Name: "if-agreed-result", Root: If,
		Doc: "A result for which both regions yield one value from outside is that value.",
		Why: "It looks at what regions yield.",
		Example: example("%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>, tensor<4xf32>",
			"%0:2 = tg.if %p -> (tensor<4xf32>, tensor<4xf32>) {",
			"  %1 = tg.neg %x : tensor<4xf32>",
			"  tg.yield %1, %y : tensor<4xf32>, tensor<4xf32>",
			"} else {",
			"  tg.yield %x, %y : tensor<4xf32>, tensor<4xf32>",
			"}",
			"return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>"),
		Apply: replaceAgreed,
	},
	{
		Name: "if-unused-result", Root: If,
		Doc: "A result that nothing uses goes.",
		Why: "It changes how many results an op with regions has.",
		Example: example("%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
			"%0:2 = tg.if %p -> (tensor<4xf32>, tensor<4xf32>) {",
			"  %1 = tg.neg %x : tensor<4xf32>",
			"  tg.yield %1, %y : tensor<4xf32>, tensor<4xf32>",
			"} else {",
			"  tg.yield %x, %x : tensor<4xf32>, tensor<4xf32>",
			"}",
			"return %0#0 : tensor<4xf32>"),
		Apply: dropUnusedResults,
	},
	{
		Name: "if-equal-branches", Root: If,
		Doc: "A choice between regions that do the same is what they do.",
		Why: "It compares regions.",
		Example: example("%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
			"%0 = tg.if %p -> (tensor<4xf32>) {",
			"  %1 = tg.neg %x : tensor<4xf32>",
			"  tg.yield %1 : tensor<4xf32>",
			"} else {",
			"  %1 = tg.neg %x : tensor<4xf32>",
			"  tg.yield %1 : tensor<4xf32>",
			"}",
			"return %0 : tensor<4xf32>"),
		Apply: inlineEqual,
	},
	{
		Name: "if-of-scalars", Root: If,
		Doc: "A choice between scalars from outside is a select.",
		Why: "It looks at what regions yield.",
		Example: example("%p: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>", "tensor<f32>",
			"%0 = tg.if %p -> (tensor<f32>) {",
			"  tg.yield %x : tensor<f32>",
			"} else {",
			"  tg.yield %y : tensor<f32>",
			"}",
			"return %0 : tensor<f32>"),
		Apply: selectScalars,
	},
	{
		Name: "if-known-inside", Root: If,
		Doc: "Inside of the first region the predicate is true, inside of the second it is false.",
		Why: "It changes what regions use.",
		Example: example("%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
			"%0 = tg.if %p -> (tensor<4xf32>) {",
			"  %1 = tg.select %p, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
			"  tg.yield %1 : tensor<4xf32>",
			"} else {",
			"  tg.yield %x : tensor<4xf32>",
			"}",
			"return %0 : tensor<4xf32>"),
		Apply: predicateInside,
	},
}

var casePatterns = []*rewrite.Pattern{
	{
		Name: "case-constant", Root: Case,
		Doc: "A choice that is known is the region that runs.",
		Why: "It takes ops out of a region.",
		Example: example("%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
			"%c = tg.constant dense<7> : tensor<i32>",
			"%0 = tg.case %c -> (tensor<4xf32>) {",
			"  %1 = tg.neg %x : tensor<4xf32>",
			"  tg.yield %1 : tensor<4xf32>",
			"}, {",
			"  tg.yield %x : tensor<4xf32>",
			"}",
			"return %0 : tensor<4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			i := caseOf(o, ir.ConstantValue(o.Operand(0)))
			return i >= 0 && inlineRegion(r, o, o.RegionAt(i), nil)
		},
	},
	{
		Name: "case-agreed-result", Root: Case,
		Doc: "A result for which all regions yield one value from outside is that value.",
		Why: "It looks at what regions yield.",
		Example: example("%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>, tensor<4xf32>",
			"%0:2 = tg.case %i -> (tensor<4xf32>, tensor<4xf32>) {",
			"  %1 = tg.neg %x : tensor<4xf32>",
			"  tg.yield %1, %y : tensor<4xf32>, tensor<4xf32>",
			"}, {",
			"  tg.yield %x, %y : tensor<4xf32>, tensor<4xf32>",
			"}",
			"return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>"),
		Apply: replaceAgreed,
	},
	{
		Name: "case-unused-result", Root: Case,
		Doc: "A result that nothing uses goes.",
		Why: "It changes how many results an op with regions has.",
		Example: example("%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
			"%0:2 = tg.case %i -> (tensor<4xf32>, tensor<4xf32>) {",
			"  %1 = tg.neg %x : tensor<4xf32>",
			"  tg.yield %1, %y : tensor<4xf32>, tensor<4xf32>",
			"}, {",
			"  tg.yield %x, %y : tensor<4xf32>, tensor<4xf32>",
			"}",
			"return %0#0 : tensor<4xf32>"),
		Apply: dropUnusedResults,
	},
	{
		Name: "case-equal-branches", Root: Case,
		Doc: "A choice between regions that all do the same is what they do.",
		Why: "It compares regions.",
		Example: example("%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
			"%0 = tg.case %i -> (tensor<4xf32>) {",
			"  %1 = tg.neg %x : tensor<4xf32>",
			"  tg.yield %1 : tensor<4xf32>",
			"}, {",
			"  %1 = tg.neg %x : tensor<4xf32>",
			"  tg.yield %1 : tensor<4xf32>",
			"}",
			"return %0 : tensor<4xf32>"),
		Apply: inlineEqual,
	},
	{
		Name: "case-of-bool", Root: Case,
		Doc: "A choice by a truth value that was made a number is an if.",
		Why: "It moves regions into another op.",
		Example: example("%p: tensor<i1>, %x: tensor<4xf32>", "tensor<4xf32>",
			"%c = tg.convert %p : (tensor<i1>) -> tensor<i32>",
			"%0 = tg.case %c -> (tensor<4xf32>) {",
			"  %1 = tg.neg %x : tensor<4xf32>",
			"  tg.yield %1 : tensor<4xf32>",
			"}, {",
			"  tg.yield %x : tensor<4xf32>",
			"}",
			"return %0 : tensor<4xf32>"),
		Apply: caseOfBool,
	},
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

// inlineEqual replaces a choice between equal regions by the first of them.
func inlineEqual(r *rewrite.Rewriter, o *ir.Op) bool {
	if o.NumResults() == 0 {
		return false
	}
	for _, region := range o.Regions()[1:] {
		if !equalBlocks(o.RegionAt(0).First(), region.First()) {
			return false
		}
	}
	return o.NumRegions() > 1 && inlineRegion(r, o, o.RegionAt(0), nil)
}

// mostCompared bounds the ops of blocks that are compared.
const mostCompared = 64

// equalBlocks reports whether two blocks without arguments have the same ops in
// the same order; with nested regions they count as different.
func equalBlocks(a, b *ir.Block) bool {
	same := map[*ir.Value]*ir.Value{}
	p, q := a.First(), b.First()
	for n := 0; p != nil && q != nil; p, q, n = p.Next(), q.Next(), n+1 {
		if n > mostCompared || p.OpName() != q.OpName() || p.Props() != q.Props() || p.Attrs() != q.Attrs() || p.NumRegions()+q.NumRegions() > 0 ||
			p.NumOperands() != q.NumOperands() || !slices.Equal(p.ResultTypes(), q.ResultTypes()) {
			return false
		}
		for i := range p.NumOperands() {
			if v := p.Operand(i); v != q.Operand(i) && same[v] != q.Operand(i) {
				return false
			}
		}
		for i := range p.NumResults() {
			same[p.Result(i)] = q.Result(i)
		}
	}
	return p == nil && q == nil
}

// selectScalars is for one element only: a choice between large tensors copies
// nothing, where a select does.
func selectScalars(r *rewrite.Rewriter, o *ir.Op) bool {
	then, other := o.RegionAt(0).First(), o.RegionAt(1).First()
	if then.First() != then.Last() || other.First() != other.Last() || o.NumResults() == 0 {
		return false
	}
	for i := range o.NumResults() {
		t := o.Result(i).Type()
		if !plainTensor.Ok(t) || t.Rank() != 0 || then.Last().Operand(i).Type() != t || other.Last().Operand(i).Type() != t {
			return false
		}
	}
	chosen := make([]*ir.Value, o.NumResults())
	for i := range chosen {
		operands := []*ir.Value{o.Operand(0), then.Last().Operand(i), other.Last().Operand(i)}
		chosen[i] = r.OpWithTypes(Select, o.Loc(), types(o.Result(i).Type()), operands).Result(0)
	}
	r.ReplaceOp(o, chosen...)
	return true
}

// mostPredicateUses bounds the uses of a predicate that are looked at.
const mostPredicateUses = 64

func predicateInside(r *rewrite.Rewriter, o *ir.Op) bool {
	p := o.Operand(0)
	if ir.ConstantValue(p) != nil {
		return false
	}
	changed := false
	var known [2]*ir.Value
	next := (*ir.Use)(nil)
	for u, n := p.FirstUse(), 0; u != nil && n < mostPredicateUses; u, n = next, n+1 {
		next = u.Next()
		inside := regionInside(u.Owner(), o)
		if inside < 0 {
			continue
		}
		if known[inside] == nil {
			known[inside] = constantOf(r, o, splat(r.Ctx, p.Type(), float64(1-inside)), p.Type())
		}
		r.SetOperand(u.Owner(), u.Index(), known[inside])
		changed = true
	}
	return changed
}

// mostLevels bounds how deep inside of an op another one is looked for.
const mostLevels = 8

// regionInside is the number of the region of o that p is in, or -1.
func regionInside(p, o *ir.Op) int {
	for level := 0; p != nil && level < mostLevels; level++ {
		region := p.Region()
		if p = p.Parent(); p == o {
			return slices.Index(o.Regions(), region)
		}
	}
	return -1
}

func caseOfBool(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(0).Def()
	if !inner.Is(Convert) || !inner.Operand(0).Type().Elem().IsBool() || o.NumRegions() != 2 {
		return false
	}
	st := &ir.OpState{Name: r.Ctx.OpName(If.Name()), Loc: o.Loc(), Operands: []*ir.Value{inner.Operand(0)}, Results: o.ResultTypes(), Attrs: o.Attrs().Entries()}
	for _, i := range []int{1, 0} {
		moved := &ir.Region{}
		moved.TakeBody(o.RegionAt(i))
		st.Regions = append(st.Regions, moved)
	}
	n, err := r.Create(st)
	if err != nil {
		panic(err) // the result types are stated
	}
	r.ReplaceOp(o, n.Results()...)
	return true
}
