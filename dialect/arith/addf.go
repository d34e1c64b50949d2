package arith

import "github.com/tg-opt/tg/ir"

// AddF is the sum of floats.
var AddF = Dialect.NewOp("arith.addf")

func init() {
	floatBinary{
		doc:    "Sum of floats, rounded to nearest, ties to even.",
		traits: ir.Commutative,
		fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			if n, ok := splatFloat(consts[1]); ok && n.class() == zero && n.negative() {
				return toValue(o.Operand(0))
			}
			return foldFloats(o, consts, fnum.add)
		},
		kernel: floatStep("add"),
	}.define(AddF)
}
