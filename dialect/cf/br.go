package cf

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Br is the unconditional branch.
var Br = Dialect.NewOp("cf.br")

func init() {
	Br.Define(ir.OpDef{
		Doc: "Branch to a block, passing it its arguments.",
		Example: `func.func @f(%x: i32, %y: tensor<4xf32>) -> i32 {
  cf.br ^bb1(%x, %y : i32, tensor<4xf32>)
^bb1(%0: i32, %1: tensor<4xf32>):
  return %0 : i32
}`,
		Operands:   ir.Args(ir.Variadic("destOperands", ir.AnyType)),
		Successors: 1,
		Traits:     ir.Pure | ir.Terminator,
		// The form is not a format: operands stand behind the block that gets them.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			st.Operands = parseTarget(p, st)
			p.AttrDict(st)
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			printTarget(p, targetOf(o, 0))
			p.AttrDict(o)
		},
		SuccessorOperands: func(o *ir.Op, _ int) (first, count int) { return 0, o.NumOperands() },
		SetSuccessorOperands: func(o *ir.Op, _ int, values []*ir.Value) {
			o.SetOperands(values)
		},
		Slots: ir.Slots{
			takeFirst,
			rewrite.Patterns.Of(brPatterns),
		},
	})
}
