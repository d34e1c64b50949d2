package arith

import "github.com/tg-opt/tg/ir"

// SubF is the difference of floats.
var SubF = Dialect.NewOp("arith.subf")

func init() {
	floatBinary{
		doc: "Difference of floats, rounded to nearest, ties to even.",
		fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			if n, ok := splatFloat(consts[1]); ok && n.class() == zero && !n.negative() {
				return toValue(o.Operand(0))
			}
			return foldFloats(o, consts, fnum.sub)
		},
		kernel: floatStep("sub"),
	}.define(SubF)
}
