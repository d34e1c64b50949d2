package arith

import "github.com/tg-opt/tg/ir"

// FloorDivSI is the quotient that rounds down.
var FloorDivSI = Dialect.NewOp("arith.floordivsi")

func init() {
	intOp{
		doc:    "Quotient of signed integers, rounded down. Division by zero is undefined, and so is that of the least number by -1.",
		traits: ir.NoMemoryEffect,
		fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			return foldByOne(o, consts, defined(floorDivSI))
		},
		calc:      floorDivSI,
		speculate: notByZeroOrMinusOne,
	}.define(FloorDivSI)
}

func floorDivSI(a, b num) (num, error) {
	q, err := divSI(a, b)
	if err == nil && !a.remS(b).isZero() && a.negative() != b.negative() {
		q = q.sub(newNum(a.w, 1))
	}
	return q, err
}
