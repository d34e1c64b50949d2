package arith

import "github.com/tg-opt/tg/ir"

// A division may run where it did not before when its divisor is known to be
// none of those that it is undefined for. mlir-opt takes floordivsi, remsi and
// remui to be defined everywhere; here an execution would end with an error.

func notByZero(o *ir.Op) bool {
	return everyElement(ir.ConstantValue(o.Operand(1)), func(n num) bool { return !n.isZero() })
}

// notByZeroOrMinusOne excludes -1, too, by which the least number cannot be
// divided.
func notByZeroOrMinusOne(o *ir.Op) bool {
	return everyElement(ir.ConstantValue(o.Operand(1)), func(n num) bool { return !n.isZero() && !n.isAllOnes() })
}

// everyElement reports whether a is a constant all of whose elements satisfy
// ok.
func everyElement(a *ir.Attr, ok func(num) bool) bool {
	if n, splat := splatOf(a); splat {
		return ok(n)
	}
	if !isIntElements(a) {
		return false
	}
	size := ir.StorageBytes(a.Type().Elem())
	for raw := a.Raw(); len(raw) > 0; raw = raw[size:] {
		if !ok(readNum(raw, a.Type().Elem())) {
			return false
		}
	}
	return true
}
