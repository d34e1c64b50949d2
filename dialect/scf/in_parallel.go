package scf

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/ir"
)

// InParallel ends the body of a forall.
var InParallel = Dialect.NewOp("scf.forall.in_parallel")

func init() {
	InParallel.Define(ir.OpDef{
		Doc: "The end of the body of `scf.forall`: its ops say which parts of the shared tensors a round writes.",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %x) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  return %0 : tensor<4xf32>
}`,
		Regions: []ir.RegionArg{{Name: "region"}},
		Traits:  ir.Pure | ir.Terminator | ir.NoTerminator | ir.SingleBlock | ir.GraphRegions,
		// The form is not a format: the attributes stand behind a region without an end.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			r := p.Region()
			if r.Empty() {
				r.Append(&ir.Block{})
			}
			st.Regions = append(st.Regions, r)
			p.AttrDict(st)
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			p.Region(o.RegionAt(0), false, false)
			p.AttrDict(o)
		},
		Verify: verifyInParallel,
		Slots: ir.Slots{analysis.Passes.Of(func(*ir.Op, analysis.RegionSuccessor) (first, count int) {
			return 0, 0
		}), tensorop.Combining.Of(isSharedOut)},
	})
}

func verifyInParallel(o *ir.Op) error {
	if err := checkParent(o, Forall); err != nil {
		return err
	}
	if err := checkOneBlock(o, 0); err != nil {
		return err
	}
	for p := o.RegionAt(0).First().First(); p != nil; p = p.Next() {
		if !p.Is(tensorop.ParallelInsertSlice) {
			return fmt.Errorf("expected only ParallelCombiningOpInterface ops")
		}
	}
	return nil
}

// isSharedOut reports whether v is a shared tensor of the loop that o ends.
func isSharedOut(o *ir.Op, v *ir.Value) bool {
	loop := o.Parent()
	return loop.Is(Forall) && v.IsArg() && v.Block() == loop.RegionAt(0).First() && v.Index() >= rankOf(loop)
}
