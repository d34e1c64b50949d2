package arith

import "github.com/tg-opt/tg/ir"

// XOrI is the bitwise exclusive or.
var XOrI = Dialect.NewOp("arith.xori")

func init() {
	intOp{
		doc:      "Bitwise exclusive or.",
		traits:   ir.Pure | ir.Commutative,
		fold:     foldXOrI,
		fast:     "xor",
		calc:     total(num.xor),
		patterns: xorIPatterns,
	}.define(XOrI)
}

func foldXOrI(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	a, b := o.Operand(0), o.Operand(1)
	switch {
	case isZero(consts[1]):
		return toValue(a)
	case a == b:
		if f := toConst(zeroOf(o.Context(), o.Result(0).Type())); f != nil {
			return f
		}
	}
	for _, pair := range [...][2]*ir.Value{{a, b}, {b, a}} {
		if prev := defining(pair[0], XOrI); prev != nil {
			switch pair[1] {
			case prev.Operand(1):
				return toValue(prev.Operand(0))
			case prev.Operand(0):
				return toValue(prev.Operand(1))
			}
		}
	}
	return foldConsts(o, consts, always(num.xor))
}
