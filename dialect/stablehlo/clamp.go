package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Clamp limits elements to an interval.
var Clamp = Dialect.NewOp("stablehlo.clamp")

func init() {
	Clamp.Define(ir.OpDef{
		Doc: "Each element limited to the interval from min to max, which have the operand's shape or rank 0.",
		Example: `func.func @f(%lo: tensor<f32>, %x: tensor<4xf32>, %hi: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Arg("min", ir.AnyTensorLike), ir.Arg("operand", ir.AnyTensorLike), ir.Arg("max", ir.AnyTensorLike)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensorLike)),
		Traits:   ir.Pure | ir.Elementwise,
		Format:   "$min `,` $operand `,` $max attr-dict `:` same-type",
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			t := in.Operands[1]
			for _, limit := range []*ir.Type{in.Operands[0], in.Operands[2]} {
				if limit.Elem() != t.Elem() || !isScalar(limit) && !ir.Compatible(limit, t) {
					return nil, fmt.Errorf("requires limits of rank 0 or of the operand's type '%s', but got '%s'", t, limit)
				}
			}
			return t, nil
		}),
		Slots: ir.Slots{
			becomes(tg.Clamp),
			like(tg.Clamp),
		},
	})
}
