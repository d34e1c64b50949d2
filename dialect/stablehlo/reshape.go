package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Reshape gives the elements another shape.
var Reshape = Dialect.NewOp("stablehlo.reshape")

func init() {
	Reshape.Define(ir.OpDef{
		Doc: "The same elements in the same row-major order, in the shape of the result.",
		Example: `func.func @f(%x: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x6xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensorLike).In("elements")),
		Results:  ir.Args(ir.Arg("result", knownShape).In("elements")),
		Traits:   ir.Pure,
		Format:   "$operand attr-dict `:` functional-type",
		Verify:   verifyReshape,
		Slots: ir.Slots{
			renamed(tg.Reshape),
			becomes(tg.Reshape),
			like(tg.Reshape),
		},
	})
}

func verifyReshape(o *ir.Op) error {
	from, to := o.Operand(0).Type(), o.Result(0).Type()
	if from.Elem() != to.Elem() {
		return fmt.Errorf("cannot change the element type from '%s' to '%s'", from.Elem(), to.Elem())
	}
	n, known := from.NumElements()
	if m, ok := to.NumElements(); from.HasRank() && known && ok && n != m {
		return fmt.Errorf("cannot make the %d elements of '%s' the %d of '%s'", n, from, m, to)
	}
	return nil
}
