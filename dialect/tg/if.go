package tg

import (
	"errors"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
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
		Parse:         parseIf,
		Print:         printIf,
		Infer:         inferBranches,
		VerifyRegions: verifyBranches,
		Slots: ir.Slots{rewrite.Patterns.Of(ifPatterns), analysis.RegionBranch.Of(ifFlow), cost.Model.Of(branchCost), interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
			return interp.Step{Allocates: true, Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
				body := s.Bodies[0]
				if in[0].Bytes()[0] == 0 {
					body = s.Bodies[1]
				}
				results, err := body.Run(f, nil)
				copy(out, results)
				return err
			}}, nil
		})},
	})
}

func parseIf(p ir.OpParser, st *ir.OpState) {
	st.Operands = []*ir.Value{p.Resolve(p.Operand(), p.Context().Tensor(nil, p.Context().Bool()))}
	parseBranchHead(p, st)
	then := p.Region()
	p.Expect("else")
	st.Regions = []*ir.Region{then, p.Region()}
}

func printIf(p ir.OpPrinter, o *ir.Op) {
	p.Str(" ")
	p.Operand(o.Operand(0))
	printBranchHead(p, o)
	p.Region(o.RegionAt(0), false, true)
	p.Str(" else ")
	p.Region(o.RegionAt(1), false, true)
}

// parseBranchHead reads `-> (T, ...)` and `attributes {...}`, both optional.
func parseBranchHead(p ir.OpParser, st *ir.OpState) {
	st.Results = []*ir.Type{}
	if p.Try("->") {
		p.Expect("(")
		st.Results = p.Types()
		p.Expect(")")
	}
	p.AttrDictKeyword(st)
}

// printBranchHead writes what parseBranchHead reads, and a blank.
func printBranchHead(p ir.OpPrinter, o *ir.Op) {
	if o.NumResults() > 0 {
		p.Str(" -> (")
		p.Types(o.ResultTypes())
		p.Str(")")
	}
	p.AttrDictKeyword(o)
	p.Str(" ")
}

// inferBranches takes the result types from the first region.
func inferBranches(in *ir.Inference) ([]*ir.Type, error) {
	if len(in.Regions) == 0 {
		return nil, errors.New("needs at least one region")
	}
	return yieldTypes(in.Regions[0]), nil
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
