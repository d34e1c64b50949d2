package tg

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// Case runs one of many regions.
var Case = Dialect.NewOp("tg.case")

func init() {
	Case.Define(ir.OpDef{
		Doc: "Choice by number: region i runs for index i, the last one for an index out of range, negative ones included. All yield the results; none takes arguments.",
		Example: `func.func @f(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.case %i -> (tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }, {
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}`,
		Operands:      ir.Args(ir.Arg("index", scalarI32)),
		Results:       ir.Args(ir.Variadic("outputs", ir.AnyTensor)),
		Regions:       []ir.RegionArg{{Name: "first"}, {Name: "others", Variadic: true}},
		Traits:        ir.RecursiveEffects | ir.SingleBlock,
		Format:        "$index " + branchHead + "$first (`,` $others^)?",
		Infer:         inferBranches,
		VerifyRegions: verifyBranches,
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Branches),
			dimorder.Of.Of(dimorder.Fixed("values of regions are held as they are")),
			te.Expand.Of(te.Around("it chooses what is computed at all")),
			opgen.FormsOf.Of(opgen.NoForms("its regions are programs")),
			rewrite.Patterns.Of(casePatterns),
			analysis.RegionBranch.Of(caseFlow),
			cost.Model.Of(branchCost),
			convert.WritesAll(writesRegions("stablehlo.case")),
			analysis.StorageOf.Of(analysis.HandedStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
					last := len(s.Bodies) - 1
					i := int(tensor.Data[int32](in[0])[0])
					if i < 0 || i > last {
						i = last
					}
					results, err := s.Bodies[i].Run(f, nil)
					copy(out, results)
					return err
				}}, nil
			}),
		},
	})
}
