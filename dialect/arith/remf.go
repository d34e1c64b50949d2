package arith

import "github.com/tg-opt/tg/ir"

// RemF is the remainder of a division of floats.
var RemF = Dialect.NewOp("arith.remf")

func init() {
	floatBinary{
		doc:    "Remainder of a division of floats whose quotient is cut off to an integer. It is exact, and has the sign of the dividend.",
		fold:   func(o *ir.Op, consts []*ir.Attr) []ir.Folded { return foldFloats(o, consts, fnum.rem) },
		kernel: floatStep("rem"),
	}.define(RemF)
}
