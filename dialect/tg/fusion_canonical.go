package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var fusionPatterns = []*rewrite.Pattern{
	{
		Name: "fusion-of-one", Root: Fusion,
		Doc: "A fusion of one op, constants aside, is that op.",
		Why: "It takes an op out of a region.",
		Example: example("%x: tensor<4xf32>", "tensor<4xf32>",
			"%0 = tg.fusion (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {",
			"  %1 = tg.neg %a : tensor<4xf32>",
			"  tg.yield %1 : tensor<4xf32>",
			"}",
			"return %0 : tensor<4xf32>"),
		Apply: inlineSmallFusion,
	},
	{
		Name: "fusion-passed-result", Root: Fusion,
		Doc: "A result that is an operand, or another result, is that.",
		Why: "It looks at what a region yields.",
		Example: example("%x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>, tensor<4xf32>, tensor<4xf32>",
			"%0:3 = tg.fusion (%a = %x, %b = %y) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {",
			"  %1 = tg.add %a, %b : tensor<4xf32>",
			"  %2 = tg.neg %1 : tensor<4xf32>",
			"  tg.yield %2, %b, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>",
			"}",
			"return %0#0, %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>"),
		Apply: passFusionResults,
	},
	{
		Name: "fusion-unused-result", Root: Fusion,
		Doc: "Results that nobody uses go.",
		Why: "It changes how many results an op with a region has.",
		Example: example("%x: tensor<4xf32>", "tensor<4xf32>",
			"%0:2 = tg.fusion (%a = %x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {",
			"  %1 = tg.add %a, %a : tensor<4xf32>",
			"  %2 = tg.neg %1 : tensor<4xf32>",
			"  tg.yield %1, %2 : tensor<4xf32>, tensor<4xf32>",
			"}",
			"return %0#1 : tensor<4xf32>"),
		Apply: dropFusionResults,
	},
	{
		Name: "fusion-operands", Root: Fusion,
		Doc: "Operands that the region does not read go, and those that it is given twice are given once.",
		Why: "It changes how many arguments a region has.",
		Example: example("%x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
			"%0 = tg.fusion (%a = %x, %b = %y, %c = %x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {",
			"  %1 = tg.add %a, %c : tensor<4xf32>",
			"  %2 = tg.neg %1 : tensor<4xf32>",
			"  tg.yield %2 : tensor<4xf32>",
			"}",
			"return %0 : tensor<4xf32>"),
		Apply: dropFusionOperands,
	},
}

func inlineSmallFusion(r *rewrite.Rewriter, o *ir.Op) bool {
	block := o.RegionAt(0).First()
	ops := 0
	for p := block.First(); p != block.Last(); p = p.Next() {
		if !p.Is(Constant) {
			if ops++; ops > 1 {
				return false
			}
		}
	}
	if !haveTypesOf(block.Last().Operands(), o.Results()) {
		return false
	}
	r.ReplaceOpWithBlock(o, block, o.Operands()...)
	return true
}

func passFusionResults(r *rewrite.Rewriter, o *ir.Op) bool {
	changed := false
	block := o.RegionAt(0).First()
	first := map[*ir.Value]int{}
	for i, v := range block.Last().Operands() {
		j, again := first[v]
		if !again {
			first[v] = i
		}
		other := (*ir.Value)(nil)
		switch {
		case v.IsArg():
			other = o.Operand(v.Index())
		case again:
			other = o.Result(j)
		}
		if other != nil && o.Result(i).HasUses() && o.Result(i).Type() == other.Type() {
			r.ReplaceValue(o.Result(i), other)
			changed = true
		}
	}
	return changed
}

func dropFusionResults(r *rewrite.Rewriter, o *ir.Op) bool {
	var kept []int
	for i, v := range o.Results() {
		if v.HasUses() {
			kept = append(kept, i)
		}
	}
	if len(kept) == o.NumResults() || len(kept) == 0 {
		return false
	}
	keepOperands(r, o.RegionAt(0).First().Last(), kept)
	replaceKeeping(r, o, o.Operands(), kept)
	return true
}

func dropFusionOperands(r *rewrite.Rewriter, o *ir.Op) bool {
	block := o.RegionAt(0).First()
	first := map[*ir.Value]*ir.Value{}
	var kept []*ir.Value
	var dropped []int
	for i, v := range o.Operands() {
		a := block.Arg(i)
		if before := first[v]; before != nil {
			r.ReplaceValue(a, before)
		}
		if !a.HasUses() {
			dropped = append(dropped, i)
			continue
		}
		first[v] = a
		kept = append(kept, v)
	}
	if len(dropped) == 0 {
		return false
	}
	for _, i := range slices.Backward(dropped) {
		block.RemoveArg(i)
	}
	r.SetOperands(o, kept)
	return true
}
