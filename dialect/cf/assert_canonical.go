package cf

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var assertPatterns = []*rewrite.Pattern{
	{Name: "EraseRedundantAssertions", Root: Assert, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		if a := ir.ConstantValue(o.Operand(0)); !a.Is(ir.IntegerAttr) || a.Int() == 0 {
			return false
		}
		r.EraseOp(o)
		return true
	}},
}
