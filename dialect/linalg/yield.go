package linalgop

import (
	"errors"

	"github.com/tg-opt/tg/ir"
)

const inGeneric = `func.func @f(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : tensor<4xi32>) {
  ^bb0(%out: i32):
    %1 = linalg.index 0 : index
    %2 = arith.index_cast %1 : index to i32
    %3 = arith.addi %out, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}`

// Yield ends the region of a loop nest.
var Yield = Dialect.NewOp("linalg.yield")

func init() {
	Yield.Define(ir.OpDef{
		Doc:      "The end of the region of a loop nest: its operands are the new elements.",
		Example:  inGeneric,
		Operands: ir.Args(ir.Variadic("values", ir.AnyType)),
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Format:   "attr-dict ($values^ `:` type($values))?",
		Verify: func(o *ir.Op) error {
			if p := o.Parent(); !p.Is(Generic) && !p.Is(Fill) {
				return errors.New("expected parent op with LinalgOp interface")
			}
			return nil
		},
	})
}
