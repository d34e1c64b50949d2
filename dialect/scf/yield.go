package scf

import "github.com/tg-opt/tg/ir"

// Yield ends a region and hands its operands over.
var Yield = Dialect.NewOp("scf.yield")

func init() {
	Yield.Define(ir.OpDef{
		Doc: "The end of a region: its operands go to the op around it, or to the next round of the loop. Without operands it may be left out where the op has no results.",
		Example: `func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  %0 = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield %y : f32
  }
  return %0 : f32
}`,
		Operands: ir.Args(ir.Variadic("results", ir.AnyType)),
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Format:   "attr-dict ($results^ `:` type($results))?",
		Verify:   func(o *ir.Op) error { return checkParent(o, ExecuteRegion, For, If, IndexSwitch, While) },
	})
}
