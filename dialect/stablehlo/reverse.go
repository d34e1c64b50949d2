package stablehlo

import (
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Reverse turns dimensions around.
var Reverse = Dialect.NewOp("stablehlo.reverse")

func init() {
	Reverse.Define(ir.OpDef{
		Doc: "The operand with the order of elements reversed along the given dimensions.",
		Example: `func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "dimensions", Is: ir.IsInts}},
		Traits:   ir.Pure,
		Format:   "$operand `,` `dims` `=` $dimensions attr-dict `:` same-type",
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			t := in.Operands[0]
			return t, checkDims("dimensions", in.Attr("dimensions").Ints(), t.Rank())
		}),
		Slots: ir.Slots{
			renamed(tg.Reverse, "dims", "dimensions"),
			like(tg.Reverse, "dims", "dimensions"),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return c.Replace(o, tg.Reverse, c.Operands(o), ints(c.Ctx, "dims", o.Attr("dimensions").Ints()))
			}),
		},
	})
}
