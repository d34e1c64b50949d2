package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// While is the loop.
var While = Dialect.NewOp("stablehlo.while")

func init() {
	While.Define(ir.OpDef{
		SharedArgs: true,
		Doc:        "Run the second region as long as the first returns true. Both get the values of the loop, which are the operands at first and then what the second region returns.",
		Example: `func.func @f(%x: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {
  %0:2 = stablehlo.while(%i = %x, %m = %n) : tensor<i32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %i : tensor<i32>
    stablehlo.return %1, %m : tensor<i32>, tensor<i32>
  }
  return %0#0 : tensor<i32>
}`,
		Operands: ir.Args(ir.Variadic("operand", ir.AnyType)),
		Results:  ir.Args(ir.Variadic("results", ir.AnyType)),
		Regions:  []ir.RegionArg{{Name: "cond"}, {Name: "body"}},
		Traits:   ir.RecursiveEffects | ir.SingleBlock,
		Format:   "`` assignments($cond) (`:` type(operands)^)? attr-dict-keyword `\n` `cond` $cond `do` $body",
		VerifyRegions: func(o *ir.Op) error {
			if o.NumResults() != o.NumOperands() {
				return fmt.Errorf("requires a result per operand, but has %d results for %d operands", o.NumResults(), o.NumOperands())
			}
			types := o.OperandTypes()
			for i, t := range types {
				if !ir.Compatible(t, o.Result(i).Type()) {
					return fmt.Errorf("requires result #%d to have the type of the operand '%s', but it has '%s'", i, t, o.Result(i).Type())
				}
			}
			pred := o.Context().Tensor(nil, o.Context().Bool())
			if err := verifyBody(o.RegionAt(0), "the condition", types, []*ir.Type{pred}); err != nil {
				return err
			}
			return verifyBody(o.RegionAt(1), "the body", types, types)
		},
		Slots: ir.Slots{
			branchesBecome(tg.While),
			cost.Model.Of(loops),
		},
	})
}
