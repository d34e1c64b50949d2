package arith

import (
	"errors"

	"github.com/tg-opt/tg/ir"
)

// The quotients that round up.
var (
	CeilDivSI = Dialect.NewOp("arith.ceildivsi")
	CeilDivUI = Dialect.NewOp("arith.ceildivui")
)

func init() {
	intOp{
		doc:    "Quotient of signed integers, rounded up. Division by zero is undefined, and so is that of the least number by -1.",
		traits: ir.NoMemoryEffect,
		fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			return foldByOne(o, consts, func(a, b num) (num, bool) {
				// As mlir-opt's does, the folder leaves alone whatever has to negate the
				// least number on its way.
				n, err := ceilDivSI(a, b)
				return n, err == nil && !(a.isMinSigned() && !a.isZero()) && !(b.isMinSigned() && !a.isZero())
			})
		},
		calc:      ceilDivSI,
		speculate: notByZeroOrMinusOne,
	}.define(CeilDivSI)
	intOp{
		doc:    "Quotient of unsigned integers, rounded up. Division by zero is undefined.",
		traits: ir.NoMemoryEffect,
		fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			return foldByOne(o, consts, defined(ceilDivUI))
		},
		calc:      ceilDivUI,
		speculate: notByZero,
	}.define(CeilDivUI)
}

// foldByOne folds x/1 and constants.
func foldByOne(o *ir.Op, consts []*ir.Attr, calc func(a, b num) (num, bool)) []ir.Folded {
	if isOne(consts[1]) {
		return toValue(o.Operand(0))
	}
	return foldConsts(o, consts, calc)
}

func ceilDivSI(a, b num) (num, error) {
	q, err := divSI(a, b)
	if err == nil && !a.remS(b).isZero() && a.negative() == b.negative() {
		q = q.add(newNum(a.w, 1))
	}
	return q, err
}

var errCeilOverflow = errors.New("the quotient, rounded up, does not fit")

func ceilDivUI(a, b num) (num, error) {
	q, err := divUI(a, b)
	if err != nil || a.remU(b).isZero() {
		return q, err
	}
	if q = q.add(newNum(a.w, 1)); q.isZero() {
		return q, errCeilOverflow
	}
	return q, nil
}
