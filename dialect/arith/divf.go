package arith

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// DivF is the quotient of floats.
var DivF = Dialect.NewOp("arith.divf")

func init() {
	floatBinary{
		doc: "Quotient of floats, rounded to nearest, ties to even.",
		fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			if n, ok := splatFloat(consts[1]); ok && n.isOne() {
				return toValue(o.Operand(0))
			}
			return foldFloats(o, consts, fnum.div)
		},
		kernel:   floatStep("div"),
		patterns: []*rewrite.Pattern{negatedTwice("DivFOfNegF", DivF)},
	}.define(DivF)
}
