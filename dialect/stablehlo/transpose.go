package stablehlo

import (
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// Transpose permutes dimensions.
var Transpose = Dialect.NewOp("stablehlo.transpose")

func init() {
	Transpose.Define(ir.OpDef{
		Doc: "The operand with its dimensions permuted: dimension i of the result is dimension dims[i] of the operand.",
		Example: `func.func @f(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "permutation", Is: ir.IsInts}},
		Traits:   ir.Pure,
		Format:   "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type",
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			t, perm := in.Operands[0], in.Attr("permutation").Ints()
			if err := checkLen("permutation", perm, t.Rank()); err != nil {
				return nil, err
			}
			if err := checkDims("permutation", perm, t.Rank()); err != nil {
				return nil, err
			}
			return in.Ctx.WithShape(t, shapes.Pick(t.Shape(), perm)), nil
		}),
		Slots: ir.Slots{
			renamed(tg.Transpose, "permutation", "permutation"),
			like(tg.Transpose, "permutation", "permutation"),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return c.Replace(o, tg.Transpose, c.Operands(o), ints(c.Ctx, "permutation", o.Attr("permutation").Ints()))
			}),
		},
	})
}
