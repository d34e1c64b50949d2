package arith

import (
	"github.com/tg-opt/tg/ir"
)

// AddI is the sum of integers.
var AddI = Dialect.NewOp("arith.addi")

func init() {
	intOp{
		doc:      "Sum of integers, which wraps unless the op promises by `overflow<nsw>` or `overflow<nuw>` that it does not.",
		traits:   ir.Pure | ir.Commutative,
		flag:     overflowFlag,
		fold:     foldAddI,
		fast:     "add",
		calc:     total(num.add),
		patterns: addIPatterns,
	}.define(AddI)
}

func foldAddI(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	a, b := o.Operand(0), o.Operand(1)
	if isZero(consts[1]) {
		return toValue(a)
	}
	if sub := defining(a, SubI); sub != nil && sub.Operand(1) == b {
		return toValue(sub.Operand(0))
	}
	if sub := defining(b, SubI); sub != nil && sub.Operand(1) == a {
		return toValue(sub.Operand(0))
	}
	return foldConsts(o, consts, always(num.add))
}
