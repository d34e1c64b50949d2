package ub

import (
	"errors"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Unreachable ends a block that no execution reaches.
var Unreachable = Dialect.NewOp("ub.unreachable")

func init() {
	Unreachable.Define(ir.OpDef{
		Doc: "Say that control never gets here, so that whatever leads to this block only may be removed. An execution that does get here ends with an error.",
		Example: `func.func @f(%cond: i1, %x: i32) -> i32 {
  cf.cond_br %cond, ^bb1, ^bb2
^bb1:
  return %x : i32
^bb2:
  ub.unreachable
}`,
		Traits: ir.Terminator,
		Format: "attr-dict",
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(*interp.Frame, []*tensor.Tensor, []*tensor.Tensor) error {
					return errors.New("control got to what was said to be unreachable")
				}}, nil
			}),
		},
	})
}
