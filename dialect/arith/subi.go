package arith

import (
	"github.com/tg-opt/tg/ir"
)

// SubI is the difference of integers.
var SubI = Dialect.NewOp("arith.subi")

func init() {
	intOp{
		doc:      "Difference of integers, which wraps unless the op promises by `overflow<nsw>` or `overflow<nuw>` that it does not.",
		traits:   ir.Pure,
		flag:     overflowFlag,
		fold:     foldSubI,
		fast:     "sub",
		calc:     total(num.sub),
		patterns: subIPatterns,
	}.define(SubI)
}

func foldSubI(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	a, b := o.Operand(0), o.Operand(1)
	if a == b {
		if f := toConst(zeroOf(o.Context(), o.Result(0).Type())); f != nil {
			return f
		}
	}
	if isZero(consts[1]) {
		return toValue(a)
	}
	if add := defining(a, AddI); add != nil {
		if add.Operand(1) == b {
			return toValue(add.Operand(0))
		}
		if add.Operand(0) == b {
			return toValue(add.Operand(1))
		}
	}
	return foldConsts(o, consts, always(num.sub))
}
