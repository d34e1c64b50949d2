package tg

import (
	"errors"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Yield ends a region.
var Yield = Dialect.NewOp("tg.yield")

func init() {
	Yield.Define(ir.OpDef{
		Doc: "The end of a region: its operands are what the region computes.",
		Example: `func.func @f(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.if %p -> (tensor<4xf32>) {
    tg.yield %x : tensor<4xf32>
  } else {
    tg.yield %y : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Variadic("results", ir.AnyTensor)),
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Format:   "attr-dict ($results^ `:` type($results))?",
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Zero("the op around it hands on what it says")),
			dimorder.Of.Of(dimorder.Fixed("values of regions are held as they are")),
			te.Expand.Of(te.Opaque("it ends a region")),
			opgen.FormsOf.Of(opgen.NoForms("it ends a region")),
			analysis.Passes.Of(passedByYield),
			cost.Model.Of(cost.Nothing),
			convert.ToStableHLO.Of(writeYield),
		},
	})
}

func writeYield(c *convert.Rewriter, o *ir.Op) error {
	def := c.Ctx.LookupOp("stablehlo.return")
	if def == nil {
		return errors.New("cannot be converted to StableHLO: there is no op 'stablehlo.return' in this context")
	}
	return c.Replace(o, def, c.Operands(o))
}
