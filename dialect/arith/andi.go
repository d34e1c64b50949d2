package arith

import "github.com/tg-opt/tg/ir"

// AndI is the bitwise and.
var AndI = Dialect.NewOp("arith.andi")

func init() {
	intOp{
		doc:      "Bitwise and.",
		traits:   ir.Pure | ir.Commutative,
		fold:     foldAndI,
		fast:     "and",
		calc:     total(num.and),
		patterns: andIPatterns,
	}.define(AndI)
}

func foldAndI(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	a, b := o.Operand(0), o.Operand(1)
	switch {
	case isZero(consts[1]):
		return toValue(b)
	case isOnes(consts[1]):
		return toValue(a)
	case isNot(b, a) || isNot(a, b):
		return toConst(zeroOf(o.Context(), o.Result(0).Type()))
	}
	for _, pair := range [...][2]*ir.Value{{a, b}, {b, a}} {
		if prev := defining(pair[0], AndI); prev != nil && (prev.Operand(0) == pair[1] || prev.Operand(1) == pair[1]) {
			return toValue(pair[0])
		}
	}
	if f := foldConsts(o, consts, always(num.and)); f != nil || a != b {
		return f
	}
	return toValue(a)
}

// isNot reports whether v is x with all bits turned over.
func isNot(v, x *ir.Value) bool {
	xor := defining(v, XOrI)
	return xor != nil && xor.Operand(0) == x && isOnes(ir.ConstantValue(xor.Operand(1)))
}
