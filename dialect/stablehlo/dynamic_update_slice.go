package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// DynamicUpdateSlice overwrites a box at a position known at run time.
var DynamicUpdateSlice = Dialect.NewOp("stablehlo.dynamic_update_slice")

func init() {
	DynamicUpdateSlice.Define(ir.OpDef{
		Doc: "The operand with a box overwritten by update, starting at indices that are clamped so that it lies inside of the operand.",
		Example: `func.func @f(%x: tensor<3x4xi32>, %u: tensor<1x4xi32>, %i: tensor<i64>) -> tensor<3x4xi32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<3x4xi32>, tensor<1x4xi32>, tensor<i64>, tensor<i64>) -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor), ir.Arg("update", ir.AnyTensor), ir.Variadic("start_indices", scalarIndex)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Traits:   ir.Pure,
		Format:   "operands attr-dict `:` functional-type",
		Infer:    infer(inferDynamicUpdateSlice),
		Slots: ir.Slots{
			renamed(tg.DynamicUpdateSlice),
			becomes(tg.DynamicUpdateSlice),
			like(tg.DynamicUpdateSlice),
		},
	})
}

func inferDynamicUpdateSlice(in *ir.Inference) (*ir.Type, error) {
	t, u := in.Operands[0], in.Operands[1]
	if t.Elem() != u.Elem() || t.Rank() != u.Rank() {
		return nil, fmt.Errorf("requires an update with the element type and rank of the operand '%s', but got '%s'", t, u)
	}
	for i, n := range u.Shape() {
		if d := t.Shape()[i]; d != ir.Dynamic && n != ir.Dynamic && n > d {
			return nil, fmt.Errorf("requires an update no larger than the operand '%s', but got '%s'", t, u)
		}
	}
	return t, checkStarts(in.Operands[2:], t)
}
