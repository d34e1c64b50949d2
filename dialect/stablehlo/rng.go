package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// Rng draws random numbers.
var Rng = Dialect.NewOp("stablehlo.rng")

func init() {
	Rng.Define(ir.OpDef{
		Doc: "Random numbers from a hidden state: uniform between a and b, or normal with mean a and deviation b. Two of these ops never give the same, so it is not pure.",
		Example: `func.func @f(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) -> tensor<3x4xf32> {
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}`,
		Operands: ir.Args(ir.Arg("a", ir.ScalarTensor), ir.Arg("b", ir.ScalarTensor), ir.Arg("shape", ir.IntTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "rng_distribution", Is: rngDistribution.Is}},
		Format:   "$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` functional-type",
		Verify: func(o *ir.Op) error {
			t := o.Result(0).Type()
			for i := range 2 {
				if e := o.Operand(i).Type().Elem(); e != t.Elem() {
					return fmt.Errorf("requires parameters with the element type of the result '%s', but got '%s'", t.Elem(), e)
				}
			}
			if s := o.Operand(2).Type(); s.Rank() != 1 || !fits(s.Shape()[0], int64(t.Rank())) {
				return fmt.Errorf("requires a shape of %d extents, but got '%s'", t.Rank(), s)
			}
			return nil
		},
	})
}
