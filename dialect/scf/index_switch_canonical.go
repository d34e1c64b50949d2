package scf

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var indexSwitchPatterns = append([]*rewrite.Pattern{
	{Name: "FoldConstantCase", Root: IndexSwitch, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		v := number(ir.ConstantValue(o.Operand(0)), true)
		if v == nil {
			return false
		}
		r.ReplaceOp(o, r.InlineBlock(o.RegionAt(caseOf(o, v.Int64())).First(), o, nil)...)
		return true
	}},
}, regionPatterns(IndexSwitch)...)
