package arith

import "github.com/tg-opt/tg/ir"

// The greater and the lesser of two integers.
var (
	MaxSI = Dialect.NewOp("arith.maxsi")
	MaxUI = Dialect.NewOp("arith.maxui")
	MinSI = Dialect.NewOp("arith.minsi")
	MinUI = Dialect.NewOp("arith.minui")
)

func init() {
	for _, m := range []struct {
		def  *ir.OpDef
		doc  string
		sign int // of the comparison that makes the first the result
		cmp  func(a, b num) int
		// least and greatest tell the extremes of the order.
		least, greatest func(num) bool
	}{
		{MaxSI, "Greater of two signed integers.", 1, num.cmpS, num.isMinSigned, num.isMaxSigned},
		{MaxUI, "Greater of two unsigned integers.", 1, num.cmpU, num.isZero, num.isAllOnes},
		{MinSI, "Lesser of two signed integers.", -1, num.cmpS, num.isMinSigned, num.isMaxSigned},
		{MinUI, "Lesser of two unsigned integers.", -1, num.cmpU, num.isZero, num.isAllOnes},
	} {
		neutral, absorbing := m.least, m.greatest
		if m.sign < 0 {
			neutral, absorbing = m.greatest, m.least
		}
		calc := func(a, b num) num {
			if m.cmp(a, b) == m.sign {
				return a
			}
			return b
		}
		intOp{
			doc:    m.doc,
			traits: ir.Pure | ir.Commutative,
			calc:   total(calc),
			fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
				a, b := o.Operand(0), o.Operand(1)
				n, ok := splatOf(consts[1])
				switch {
				case a == b, ok && absorbing(n):
					return toValue(b)
				case ok && neutral(n):
					return toValue(a)
				}
				return foldConsts(o, consts, always(calc))
			},
		}.define(m.def)
	}
}
