package stablehlo

import (
	"github.com/tg-opt/tg/convert"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Return ends a region.
var Return = Dialect.NewOp("stablehlo.return")

func init() {
	Return.Define(ir.OpDef{
		Doc: "Leave the region of an op with the operands as its results. Some exporters end functions with it too.",
		Example: `func.func @f(%x: tensor<f32>) -> tensor<f32> {
  stablehlo.return %x : tensor<f32>
}`,
		Operands: ir.Args(ir.Variadic("results", ir.AnyType)),
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Format:   "$results attr-dict (`:` type($results)^)?",
		Verify: func(o *ir.Op) error {
			if o.Parent().Is(fn.Func) {
				return fn.VerifyReturn(o, o.Parent())
			}
			return nil
		},
		Slots: ir.Slots{convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
			if o.Parent().Is(fn.Func) {
				return c.ReplaceReturn(o, fn.Return)
			}
			return c.Replace(o, tg.Yield, c.Operands(o))
		})},
	})
}
