package stablehlo

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// RngBitGenerator makes random bits from a state.
var RngBitGenerator = Dialect.NewOp("stablehlo.rng_bit_generator")

func init() {
	RngBitGenerator.Define(ir.OpDef{
		Doc: "Random bits from a state, and the state to go on with.",
		Example: `func.func @f(%state: tensor<2xui64>) -> tensor<3x4xui32> {
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  return %bits : tensor<3x4xui32>
}`,
		Operands: ir.Args(ir.Arg("initial_state", ir.IntTensor)),
		Results:  ir.Args(ir.Arg("output_state", ir.IntTensor), ir.Arg("output", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "rng_algorithm", Is: rngAlgorithm.Is}},
		Traits:   ir.Pure,
		Format:   "$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type",
		Verify: func(o *ir.Op) error {
			if from, to := o.Operand(0).Type(), o.Result(0).Type(); !ir.Compatible(from, to) {
				return fmt.Errorf("requires states of one type, but got '%s' and '%s'", from, to)
			}
			return nil
		},
		// The default algorithm is the implementation's choice, but programs that
		// ask for it also choose the size of the state.
		Slots: ir.Slots{
			like(tg.RngBitGenerator),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				algorithm := strings.ToLower(word(o.Attr("rng_algorithm")))
				if algorithm == "default" {
					algorithm = "three_fry"
				}
				return c.Replace(o, tg.RngBitGenerator, c.Operands(o), ir.NamedAttr{Name: "algorithm", Value: c.Ctx.StringAttr(algorithm)})
			}),
		},
	})
}
