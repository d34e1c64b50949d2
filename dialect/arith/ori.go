package arith

import "github.com/tg-opt/tg/ir"

// OrI is the bitwise or.
var OrI = Dialect.NewOp("arith.ori")

func init() {
	intOp{
		doc:      "Bitwise or.",
		traits:   ir.Pure | ir.Commutative,
		fold:     foldOrI,
		fast:     "or",
		calc:     total(num.or),
		patterns: orIPatterns,
	}.define(OrI)
}

func foldOrI(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	a, b := o.Operand(0), o.Operand(1)
	switch {
	case isZero(consts[1]):
		return toValue(a)
	case isOnes(consts[1]):
		return toConst(consts[1])
	case isNot(b, a):
		return toValue(b.Def().Operand(1))
	case isNot(a, b):
		return toValue(a.Def().Operand(1))
	}
	if f := foldConsts(o, consts, always(num.or)); f != nil || a != b {
		return f
	}
	return toValue(a)
}
