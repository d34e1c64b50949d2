package stablehlo

import (
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// Broadcast repeats a tensor along new leading dimensions.
var Broadcast = Dialect.NewOp("stablehlo.broadcast")

func init() {
	Broadcast.Define(ir.OpDef{
		Doc: "The operand, repeated along new dimensions of the given sizes that come before its own.",
		Example: `func.func @f(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "broadcast_sizes", Is: ir.IsInts}},
		Traits:   ir.Pure,
		Format:   "$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type",
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			t, sizes := in.Operands[0], in.Attr("broadcast_sizes").Ints()
			if err := checkNotNegative("broadcast_sizes", sizes); err != nil {
				return nil, err
			}
			return in.Ctx.WithShape(t, slices.Concat(sizes, t.Shape())), nil
		}),
		Slots: ir.Slots{
			like(tg.Broadcast),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				dims := shapes.Dims(int64(len(o.Attr("broadcast_sizes").Ints())), o.Operand(0).Type().Rank())
				return c.Replace(o, tg.Broadcast, c.Operands(o), ints(c.Ctx, "dims", dims))
			}),
		},
	})
}
