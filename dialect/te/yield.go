package tedialect

import "github.com/tg-opt/tg/ir"

// Yield ends a region of a compute.
var Yield = Dialect.NewOp("te.yield")

func init() {
	Yield.Define(ir.OpDef{
		Doc: "The end of a region of a compute: its operands are the elements, or what accumulators and elements combine to.",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = te.compute [i < 4] -> tensor<4xf32> {
    %1 = te.read %x [i] : tensor<4xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Variadic("elements", ir.AnyTensor)),
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Verify:   verifyInside,
		Format:   "attr-dict ($elements^ `:` type($elements))?",
	})
}
