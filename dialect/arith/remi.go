package arith

import "github.com/tg-opt/tg/ir"

// The remainders of the quotients that truncate towards zero.
var (
	RemSI = Dialect.NewOp("arith.remsi")
	RemUI = Dialect.NewOp("arith.remui")
)

func init() {
	intOp{
		doc:    "Remainder of signed integers, with the sign of the dividend. Division by zero is undefined.",
		traits: ir.NoMemoryEffect,
		fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			return foldRemainder(o, consts, remSI)
		},
		calc:      remSI,
		speculate: notByZero,
	}.define(RemSI)
	intOp{
		doc:    "Remainder of unsigned integers. Division by zero is undefined.",
		traits: ir.NoMemoryEffect,
		fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			return foldRemainder(o, consts, remUI)
		},
		calc:      remUI,
		speculate: notByZero,
	}.define(RemUI)
}

func remSI(a, b num) (num, error) {
	if b.isZero() {
		return a, errDivZero
	}
	return a.remS(b), nil
}

func remUI(a, b num) (num, error) {
	if b.isZero() {
		return a, errDivZero
	}
	return a.remU(b), nil
}

func foldRemainder(o *ir.Op, consts []*ir.Attr, calc func(a, b num) (num, error)) []ir.Folded {
	if isOne(consts[1]) {
		return toConst(zeroOf(o.Context(), o.Result(0).Type()))
	}
	return foldConsts(o, consts, defined(calc))
}
