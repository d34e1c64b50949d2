package scf

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var forPatterns = append([]*rewrite.Pattern{
	{Name: "SimplifyTrivialLoops", Root: For, Apply: simplifyTrivialLoop},
	{Name: "ForOpTensorCastFolder", Root: For, Apply: castIntoLoop},
}, regionPatterns(For)...)

// simplifyTrivialLoop removes loops that never run, that run once, and that
// only hand over values from outside.
func simplifyTrivialLoop(r *rewrite.Rewriter, o *ir.Op) bool {
	bounds := valuesAsIndices(o.Operands()[:3])
	trips, known := tripCount(bounds[0], bounds[1], bounds[2], o.Attr(unsignedCmp) == nil)
	if !known {
		return false
	}
	body := o.RegionAt(0).First()
	switch {
	case trips.Sign() == 0:
		r.ReplaceOp(o, o.Operands()[3:]...)
		return true
	case isOneInt(trips):
		r.ReplaceOpWithBlock(o, body, append([]*ir.Value{o.Operand(0)}, o.Operands()[3:]...)...)
		return true
	case !isOnlyEnd(o.RegionAt(0)):
		return false
	}
	results := body.Last().Operands()
	for _, v := range results {
		if v.Block() == body {
			return false
		}
	}
	r.ReplaceOp(o, results...)
	return true
}
