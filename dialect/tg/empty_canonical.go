package tg

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// emptyPatterns make every result without elements a constant, op by op: a
// pattern for any op would be tried on those of all dialects.
func emptyPatterns() (list []*rewrite.Pattern) {
	for _, def := range Dialect.Ops() {
		if def == Constant || def == Yield || def == Barrier {
			continue
		}
		list = append(list, &rewrite.Pattern{
			Name: "empty-result", Root: def,
			Doc: "A result without elements is a constant.",
			Why: "It is for every op of the dialect, whatever its form, and for some of its results.",
			Example: example("%x: tensor<0x4xf32>", "tensor<0x4xf32>",
				"%0 = tg.exp %x : tensor<0x4xf32>",
				"return %0 : tensor<0x4xf32>"),
			Apply: emptyResult,
		})
	}
	return list
}

func emptyResult(r *rewrite.Rewriter, o *ir.Op) bool {
	if o.NumRegions() > 0 { // it may not end
		return false
	}
	changed := false
	for i := range o.NumResults() {
		v := o.Result(i)
		if n, ok := v.Type().NumElements(); !ok || n > 0 || !v.Type().IsRankedTensor() || !v.HasUses() {
			continue
		}
		r.ReplaceValue(v, constantOf(r, o, r.Ctx.Dense(v.Type(), nil), v.Type()))
		changed = true
	}
	return changed
}
