package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// OptimizationBarrier keeps optimisations from crossing it.
var OptimizationBarrier = Dialect.NewOp("stablehlo.optimization_barrier")

func init() {
	OptimizationBarrier.Define(ir.OpDef{
		Doc: "The operands. What computes them and what uses them is not optimised together.",
		Example: `func.func @f(%x: tensor<f32>, %y: tensor<i32>) -> tensor<f32> {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<f32>, tensor<i32>
  return %0#0 : tensor<f32>
}`,
		Operands: ir.Args(ir.Variadic("operand", ir.AnyType).Each("elements")),
		Results:  ir.Args(ir.Variadic("result", ir.AnyType).Each("elements")),
		Traits:   ir.Pure | ir.Opaque,
		Format:   "attr-dict (operands^ `:` same-types) : (` (` `)`)?",
		Verify: func(o *ir.Op) error {
			if o.NumResults() != o.NumOperands() {
				return fmt.Errorf("requires a result per operand, but has %d results for %d operands", o.NumResults(), o.NumOperands())
			}
			for i, t := range o.OperandTypes() {
				if got := o.Result(i).Type(); got != t {
					return fmt.Errorf("requires result #%d to have the type of the operand '%s', but it has '%s'", i, t, got)
				}
			}
			return nil
		},
		Slots: ir.Slots{
			renamed(tg.Barrier),
			becomes(tg.Barrier),
			like(tg.Barrier),
		},
	})
}
