package arith

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// MulF is the product of floats.
var MulF = Dialect.NewOp("arith.mulf")

func init() {
	floatBinary{
		doc:      "Product of floats, rounded to nearest, ties to even.",
		traits:   ir.Commutative,
		fold:     foldMulF,
		kernel:   floatStep("mul"),
		patterns: []*rewrite.Pattern{negatedTwice("MulFOfNegF", MulF)},
	}.define(MulF)
}

func foldMulF(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	n, ok := splatFloat(consts[1])
	switch {
	case ok && n.isOne():
		return toValue(o.Operand(0))
	case ok && n.class() == zero && allows(o, nnan|nsz):
		return toValue(o.Operand(1))
	}
	return foldFloats(o, consts, fnum.mul)
}

// negatedTwice drops the signs of both operands of a product or quotient.
func negatedTwice(name string, d *ir.OpDef) *rewrite.Pattern {
	return &rewrite.Pattern{Name: name, Root: d, Benefit: 3, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		a, b := defining(o.Operand(0), NegF), defining(o.Operand(1), NegF)
		if a == nil || b == nil {
			return false
		}
		return replacing(r, o, a.Result(0), b.Result(0)).become(d, []*ir.Value{a.Operand(0), b.Operand(0)}, withFastMath(o)...)
	}}
}
