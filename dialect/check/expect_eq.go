package check

import "github.com/tg-opt/tg/ir"

// ExpectEq and ExpectEqConst expect equal values.
var (
	ExpectEq      = Dialect.NewOp("check.expect_eq")
	ExpectEqConst = Dialect.NewOp("check.expect_eq_const")
)

func init() {
	test := kernel(func(*ir.Op) elementTest { return equal })
	ExpectEq.Define(ir.OpDef{
		Doc: "Expect all elements to be equal; NaN equals nothing.",
		Example: `func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  check.expect_eq %x, %y : tensor<4xf32>
  return
}`,
		Operands: twoValues,
		// The form is not a format: IREE's spelling in parentheses is read, too.
		Parse: func(p ir.OpParser, st *ir.OpState) { parsePair(p, st, false, plain) },
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			printPair(p, o)
			p.AttrDict(o)
			printType(p, o)
		},
		Verify: verifyPair,
		Slots:  test,
	})
	ExpectEqConst.Define(ir.OpDef{
		Doc: "Expect all elements to be equal to those of a constant; NaN equals nothing.",
		Example: `func.func @f(%x: tensor<2xi64>) {
  check.expect_eq_const %x, dense<[1, 2]> : tensor<2xi64>
  return
}`,
		Operands: oneValue,
		Attrs:    []ir.AttrArg{{Name: "value", Is: ir.IsElements}},
		// The form is not a format: IREE's spelling in parentheses is read, too.
		Parse: func(p ir.OpParser, st *ir.OpState) { parsePair(p, st, true, plain) },
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			printPair(p, o)
			p.AttrDict(o, "value")
		},
		Verify: verifyPair,
		Slots:  test,
	})
}
