package arith

import (
	"math"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
)

// The greater and the lesser of two floats.
var (
	MaximumF = Dialect.NewOp("arith.maximumf")
	MinimumF = Dialect.NewOp("arith.minimumf")
	MaxNumF  = Dialect.NewOp("arith.maxnumf")
	MinNumF  = Dialect.NewOp("arith.minnumf")
)

func init() {
	for _, m := range []struct {
		doc  string
		op   *ir.OpDef
		calc floatCalc
		// neutral tells the constants that leave the other operand as it is.
		neutral func(n fnum) bool
		kernel  func(*interp.Site) (interp.Step, error)
	}{
		{doc: "Greater of two floats; NaN if one of them is. -0 is less than 0.", op: MaximumF, calc: fnum.maximum,
			neutral: func(n fnum) bool { return n.class() == infinite && n.negative() }, kernel: floatStep("max")},
		{doc: "Lesser of two floats; NaN if one of them is. -0 is less than 0.", op: MinimumF, calc: fnum.minimum,
			neutral: func(n fnum) bool { return n.class() == infinite && !n.negative() }, kernel: floatStep("min")},
		{doc: "Greater of two floats; the other one if one of them is NaN.", op: MaxNumF, calc: fnum.maxnum,
			neutral: fnum.isNaN, kernel: eachFloat(func(a, b float64) float64 { return number(a, b, math.Max) })},
		{doc: "Lesser of two floats; the other one if one of them is NaN.", op: MinNumF, calc: fnum.minnum,
			neutral: fnum.isNaN, kernel: eachFloat(func(a, b float64) float64 { return number(a, b, math.Min) })},
	} {
		floatBinary{
			doc:    m.doc,
			traits: ir.Commutative,
			fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
				if o.Operand(0) == o.Operand(1) {
					return toValue(o.Operand(1))
				}
				if n, ok := splatFloat(consts[1]); ok && m.neutral(n) {
					return toValue(o.Operand(0))
				}
				return foldFloats(o, consts, m.calc)
			},
			kernel: m.kernel,
		}.define(m.op)
	}
}

// number is pick of two numbers, or the one that is a number.
func number(a, b float64, pick func(a, b float64) float64) float64 {
	switch {
	case math.IsNaN(a):
		return b
	case math.IsNaN(b):
		return a
	}
	return pick(a, b)
}
