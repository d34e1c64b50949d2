package arith

import (
	"errors"

	"github.com/tg-opt/tg/ir"
)

// The quotients that truncate towards zero.
var (
	DivSI = Dialect.NewOp("arith.divsi")
	DivUI = Dialect.NewOp("arith.divui")
)

func init() {
	intOp{
		doc: "Quotient of signed integers, towards zero. Division by zero is undefined, and so is that of the least number by -1. " +
			"`exact` promises that nothing remains.",
		traits: ir.NoMemoryEffect,
		flag:   exact,
		fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			return foldQuotient(o, consts, nsw, divSI)
		},
		calc:      divSI,
		speculate: notByZeroOrMinusOne,
	}.define(DivSI)
	intOp{
		doc:    "Quotient of unsigned integers. Division by zero is undefined. `exact` promises that nothing remains.",
		traits: ir.NoMemoryEffect,
		flag:   exact,
		fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			return foldQuotient(o, consts, nuw, divUI)
		},
		calc:      divUI,
		speculate: notByZero,
	}.define(DivUI)
}

var (
	errDivZero     = errors.New("division by zero")
	errDivOverflow = errors.New("the quotient of the least integer and -1 does not fit")
)

func divSI(a, b num) (num, error) {
	switch {
	case b.isZero():
		return a, errDivZero
	case a.divOverflows(b):
		return a, errDivOverflow
	}
	return a.divS(b), nil
}

func divUI(a, b num) (num, error) {
	if b.isZero() {
		return a, errDivZero
	}
	return a.divU(b), nil
}

// foldQuotient folds x/1, and x*y/y where the product promises not to wrap.
func foldQuotient(o *ir.Op, consts []*ir.Attr, promise int64, calc func(a, b num) (num, error)) []ir.Folded {
	if isOne(consts[1]) {
		return toValue(o.Operand(0))
	}
	if mul := defining(o.Operand(0), MulI); mul != nil && overflowOf(mul)&promise != 0 {
		switch o.Operand(1) {
		case mul.Operand(0):
			return toValue(mul.Operand(1))
		case mul.Operand(1):
			return toValue(mul.Operand(0))
		}
	}
	return foldConsts(o, consts, defined(calc))
}

// defined makes a quotient with errors one that refuses, also what takes too long.
func defined(f func(a, b num) (num, error)) func(a, b num) (num, bool) {
	return func(a, b num) (num, bool) {
		if a.tooHeavy(b) {
			return num{}, false
		}
		n, err := f(a, b)
		return n, err == nil
	}
}
