package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Dot is the product of matrices and vectors.
var Dot = Dialect.NewOp("stablehlo.dot")

func init() {
	Dot.Define(ir.OpDef{
		Doc: "The product of two matrices, a matrix and a vector, or two vectors.",
		Example: `func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot %x, %y, precision = [DEFAULT, HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}`,
		Operands: ir.Args(ir.Arg("lhs", ir.AnyTensor), ir.Arg("rhs", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor).Own()),
		Attrs:    []ir.AttrArg{{Name: "precision_config", Is: precision.List(), Optional: true}},
		Traits:   ir.Pure,
		Format:   "$lhs `,` $rhs (`,` `precision` `=` $precision_config^)? attr-dict `:` functional-type",
		Verify:   verifyDot,
		Slots: ir.Slots{
			renamed(tg.MatMul),
			like(tg.MatMul),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				lhs, rhs := o.Operand(0).Type(), o.Operand(1).Type()
				return contract(c, o, dotNumbers{
					lhsContracting: []int64{int64(lhs.Rank() - 1)}, rhsContracting: []int64{0},
				}, lhs, rhs)
			}),
		},
	})
}

func verifyDot(o *ir.Op) error {
	lhs, rhs := o.Operand(0).Type(), o.Operand(1).Type()
	for _, t := range []*ir.Type{lhs, rhs} {
		if t.Rank() < 1 || t.Rank() > 2 {
			return fmt.Errorf("requires matrices or vectors, but got '%s'", t)
		}
	}
	if err := checkPrecision(o); err != nil {
		return err
	}
	n := dotNumbers{lhsContracting: []int64{int64(lhs.Rank() - 1)}, rhsContracting: []int64{0}}
	shape, err := n.shape(lhs, rhs)
	if err != nil {
		return err
	}
	return checkResultShape(o, shape)
}
