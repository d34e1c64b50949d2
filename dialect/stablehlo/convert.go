package stablehlo

import (
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Convert changes the element type.
var Convert = Dialect.NewOp("stablehlo.convert")

func init() {
	Convert.Define(ir.OpDef{
		Doc: "The elements converted to the element type of the result. They are rounded to nearest even, truncated from float to integer, " +
			"wrapped between integers; anything but zero is true.",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<4xi32> {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensorLike)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensorLike).Own()),
		Traits:   ir.Pure | ir.Elementwise,
		Format:   "$operand attr-dict `:` same-type",
		Verify: func(o *ir.Op) error {
			if t := o.Operand(0).Type(); t.HasRank() {
				return checkResultShape(o, t.Shape())
			}
			return nil
		},
		Slots: ir.Slots{
			becomes(tg.Convert),
			like(tg.Convert),
		},
	})
}
