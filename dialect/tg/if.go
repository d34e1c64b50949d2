package tg

import (
	"errors"

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

// If runs one of two regions.
var If = Dialect.NewOp("tg.if")

func init() {
	If.Define(ir.OpDef{
		Doc: "Two-way choice: the first region runs if the predicate holds, else the second. Both yield the results; neither takes arguments.",
		Example: `func.func @f(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.if %p -> (tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  } else {
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}`,
		Operands:      ir.Args(ir.Arg("predicate", scalarBool)),
		Results:       ir.Args(ir.Variadic("outputs", ir.AnyTensor)),
		Regions:       []ir.RegionArg{{Name: "then"}, {Name: "else"}},
		Traits:        ir.RecursiveEffects | ir.SingleBlock,
		Format:        "$predicate " + branchHead + "$then `else` $else",
		Infer:         inferBranches,
		VerifyRegions: verifyBranches,
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Branches),
			dimorder.Of.Of(dimorder.Fixed("values of regions are held as they are")),
			te.Expand.Of(te.Around("it chooses what is computed at all")),
			opgen.FormsOf.Of(opgen.NoForms("its regions are programs")),
			rewrite.Patterns.Of(ifPatterns),
			analysis.RegionBranch.Of(ifFlow),
			cost.Model.Of(branchCost),
			convert.WritesAll(writesRegions("stablehlo.if")),
			analysis.StorageOf.Of(analysis.HandedStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
					body := s.Bodies[0]
					if in[0].Bytes()[0] == 0 {
						body = s.Bodies[1]
					}
					results, err := body.Run(f, nil)
					copy(out, results)
					return err
				}}, nil
			}),
		},
	})
}

// branchHead is the format of the result types and attributes of a choice, both
// of which may be missing.
const branchHead = "(`->` `(` type($outputs)^ `)`)? attr-dict-keyword "

// inferBranches takes the result types from the first region. Where that has no yield
// they are what the op states, until the verifier of regions says what is wrong.
func inferBranches(in *ir.Inference) ([]*ir.Type, error) {
	if len(in.Regions) == 0 {
		return nil, errors.New("needs at least one region")
	}
	if in.Regions[0].Empty() || !in.Regions[0].First().Last().Is(Yield) {
		return in.Results, nil
	}
	return in.Regions[0].First().Last().OperandTypes(), nil
}

// verifyBranches checks that every region takes nothing and yields the results.
func verifyBranches(o *ir.Op) error {
	for i := range o.NumRegions() {
		if err := checkRegion(o, i, nil, o.ResultTypes()); err != nil {
			return err
		}
	}
	return nil
}
