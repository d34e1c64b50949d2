package tg

import (
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How reductions meet arithmetic on their operand, and their regions.

var reduceRegionPatterns = []*rewrite.Pattern{
	{
		Name: "reduce-region-is-keyword", Root: Reduce,
		Doc: "A region that is one op on the accumulator and the element, in which the order makes no difference, or chooses between them as max or min does, is a keyword, " +
			"however it is written. So are those that keep the greatest or least element and its number, the first one of those that are equal, for each result; of floats the element itself may have no use.",
		Why:     "It looks into a region.",
		Example: regionExample("", "%1 = tg.max %e, %a : tensor<f32>", "tg.yield %1 : tensor<f32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			kind := keywordOfRegion(o)
			if kind == "" {
				kind = chosenKind(o)
			}
			return anyOrder(kind, o) && reduceByKeyword(r, o, kind) || argByRegion(r, o)
		},
	},
	{
		Name: "reduce-region-is-sum", Root: Reduce, Level: rewrite.Real,
		Doc:     "A region that adds or multiplies accumulator and element is a keyword, which combines floats in another order and rounds narrow ones once.",
		Why:     "It looks into a region.",
		Example: regionExample("", "%1 = tg.add %a, %e : tensor<f32>", "tg.yield %1 : tensor<f32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			kind := keywordOfRegion(o)
			return (kind == "sum" || kind == "prod") && reduceByKeyword(r, o, kind)
		},
	},
	{
		Name: "reduce-region-is-value", Root: Reduce,
		Doc:     "A reduction of some elements whose region yields values from outside repeats these.",
		Why:     "It looks into a region.",
		Example: regionExample(", %v: tensor<f32>", "tg.yield %v : tensor<f32>"),
		Apply:   reduceToValue,
	},
	{
		Name: "reduce-unused", Root: Reduce,
		Doc: "A result of a reduction with a region goes with its accumulator, if nothing uses either. Results that have nothing to do with each other are those of two reductions.",
		Why: "It changes how many results an op with a region has.",
		Example: example("%x: tensor<6x4xf32>, %i: tensor<f32>", "tensor<6xf32>",
			"%0:2 = tg.reduce %x, %x init %i, %i dims [1] : (tensor<6x4xf32>, tensor<6x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>) with (%a: tensor<f32>, %b: tensor<f32>, %e: tensor<f32>, %g: tensor<f32>) {",
			"  %1 = tg.max %e, %a : tensor<f32>",
			"  %2 = tg.mul %e, %b : tensor<f32>",
			"  tg.yield %1, %2 : tensor<f32>, tensor<f32>",
			"}",
			"return %0#0 : tensor<6xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool { return dropUnusedReductions(r, o) || splitReduction(r, o) },
	},
}

// regionExample is a reduction by a region of these lines, in a function with more arguments.
func regionExample(more string, lines ...string) string {
	return example("%x: tensor<6x4xf32>, %i: tensor<f32>"+more, "tensor<6xf32>",
		"%0 = tg.reduce %x init %i dims [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32> with (%a: tensor<f32>, %e: tensor<f32>) {",
		"  "+strings.Join(lines, "\n    "),
		"}",
		"return %0 : tensor<6xf32>")
}

// keywordOfRegion is the keyword for a region with two arguments that combines
// them with one op, or "".
func keywordOfRegion(o *ir.Op) string {
	if o.NumRegions() != 1 || o.NumOperands() != 2 {
		return ""
	}
	block := o.RegionAt(0).First()
	op, end := block.First(), block.Last()
	if op == end || op.Next() != end || op.NumOperands() != 2 || end.Operand(0).Def() != op {
		return ""
	}
	a, b := block.Arg(0), block.Arg(1)
	if !(op.Operand(0) == a && op.Operand(1) == b || op.Operand(0) == b && op.Operand(1) == a) {
		return ""
	}
	for kind, def := range combiners {
		if op.Is(def) {
			return kind
		}
	}
	return ""
}

func reduceByKeyword(r *rewrite.Rewriter, o *ir.Op, kind string) bool {
	if o.Operand(1).Type().Elem() != o.Operand(0).Type().Elem() || !foldKinds[kind].Ok(o.Operand(0).Type()) {
		return false
	}
	attrs := append(slices.Clone(o.Props().Entries()), ir.NamedAttr{Name: "kind", Value: r.Ctx.StringAttr(kind)})
	return replaceWith(r, o, r.OpWithTypes(Reduce, o.Loc(), o.ResultTypes(), o.Operands(), attrs...).Result(0))
}

func dropUnusedReductions(r *rewrite.Rewriter, o *ir.Op) bool {
	if o.NumRegions() != 1 || !slices.ContainsFunc(o.Results(), func(v *ir.Value) bool { return !v.HasUses() }) || !allPure(o.RegionAt(0).First()) {
		return false
	}
	n, block := o.NumResults(), o.RegionAt(0).First()
	uses := newBlockUses(block)
	// Whoever needs an accumulator needs its next value; elements come with
	// their accumulators.
	part := func(arg int) { uses.value(block.Last().Operand(arg % n)) }
	uses.reached = func(arg int) { uses.arg((arg + n) % (2 * n)); part(arg) }
	for i, v := range o.Results() {
		if v.HasUses() {
			uses.arg(i)
		}
	}
	uses.run()
	var kept []int
	var inputs, inits []*ir.Value
	for i := range n {
		if uses.args[i] {
			kept = append(kept, i)
			inputs, inits = append(inputs, o.Operand(i)), append(inits, o.Operand(n+i))
		}
	}
	if len(kept) == n || len(kept) == 0 {
		return false
	}
	keepOperands(r, block.Last(), kept)
	uses.eraseOthers(r)
	replaceKeeping(r, o, append(inputs, inits...), kept)
	return true
}

func reduceToValue(r *rewrite.Rewriter, o *ir.Op) bool {
	if o.NumRegions() != 1 || !allStatic(o) || elements(o.Operand(0).Type()) == 0 {
		return false
	}
	block := o.RegionAt(0).First()
	if block.First() != block.Last() {
		return false
	}
	values := block.Last().Operands()
	for i, v := range values {
		if v.Block() == block || v.Type() != r.Ctx.Tensor(nil, o.Result(i).Type().Elem()) {
			return false
		}
	}
	for i, v := range values {
		values[i] = stretched(r, o, v, o.Result(i).Type().Shape(), nil)
	}
	r.ReplaceOp(o, values...)
	return true
}
