package scf

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Condition ends the first region of a while.
var Condition = Dialect.NewOp("scf.condition")

func init() {
	Condition.Define(ir.OpDef{
		Doc: "The end of the first region of `scf.while`: if the condition holds, the other operands go to the second region, else they are the results of the loop.",
		Example: `func.func @f(%c: i1, %x: f32) -> f32 {
  %0 = scf.while : () -> f32 {
    scf.condition(%c) %x : f32
  } do {
  ^bb0(%v: f32):
    scf.yield
  }
  return %0 : f32
}`,
		Operands: ir.Args(ir.Arg("condition", ir.I1), ir.Variadic("args", ir.AnyType)),
		Traits:   ir.Pure | ir.Terminator,
		Format:   "`(` $condition `)` attr-dict ($args^ `:` type($args))?",
		Verify:   func(o *ir.Op) error { return checkParent(o, While) },
		Slots: ir.Slots{analysis.Passes.Of(func(t *ir.Op, _ analysis.RegionSuccessor) (first, count int) {
			return 1, t.NumOperands() - 1
		})},
	})
}
