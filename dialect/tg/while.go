package tg

import (
	"fmt"

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

// While runs a region as long as another one says so.
var While = Dialect.NewOp("tg.while")

func init() {
	While.Define(ir.OpDef{
		SharedArgs: true,
		Doc: "Loop: as long as the first region, given the state, yields true, the second one computes the next state. " +
			"The state begins as the operands and ends as the results; both regions take it as arguments, under the same names. " +
			"A value of it keeps its shape, also one that only the run knows, unless its type leaves open an extent that is known of the operand. " +
			"What the second region yields behind the next state is collected: a result of its own holds the value of each round, one behind the other along a leading " +
			"dimension. The type of that result may state the extent of it, and then it is an error if there are more or fewer rounds; where it does not, only the run " +
			"knows how many there are. In all rounds a value has one shape; where there is no round, extents of it that the type leaves open are 0.",
		Example: `func.func @f(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %one = tg.constant dense<1> : tensor<i32>
  %zero = tg.constant dense<0> : tensor<i32>
  %0:2 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<4xf32> cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.mul %v, %v : tensor<4xf32>
    tg.yield %1, %2 : tensor<i32>, tensor<4xf32>
  }
  %1:3 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<4xf32> collect (tensor<?x4xf32>) cond {
    %2 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %2 : tensor<i1>
  } do {
    %2 = tg.sub %i, %one : tensor<i32>
    %3 = tg.mul %v, %v : tensor<4xf32>
    tg.yield %2, %3, %v : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  %2 = tg.reduce sum %1#2 dims [0] : (tensor<?x4xf32>) -> tensor<4xf32>
  %3 = tg.add %0#1, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}`,
		Operands:      ir.Args(ir.Variadic("inits", ir.AnyTensor)),
		Results:       ir.Args(ir.Variadic("outputs", ir.AnyTensor)),
		Regions:       []ir.RegionArg{{Name: "cond"}, {Name: "body"}},
		Traits:        ir.RecursiveEffects | ir.SingleBlock,
		Format:        "assignments($cond) (`:` same-types^)? (`collect` ` (` more-types^ `)`)? attr-dict-keyword `cond` $cond `do` $body",
		Infer:         inferWhile,
		VerifyRegions: verifyWhile,
		// It may run for ever.
		Speculatable: func(*ir.Op) bool { return false },
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Loop),
			dimorder.Of.Of(dimorder.Fixed("values of regions are held as they are")),
			te.Expand.Of(te.Around("how often its body runs is known only then")),
			opgen.FormsOf.Of(opgen.NoForms("its regions are programs")),
			analysis.CountedBy.Of(countedBy),
			rewrite.Patterns.Of(whilePatterns),
			analysis.RegionBranch.Of(whileFlow),
			analysis.Loop.Of((*ir.Op).Regions),
			cost.Model.Of(whileCost),
			convert.WritesAll(writeWhile),
			analysis.StorageOf.Of(loopStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
					results, err := f.Loop(s.Bodies[0], s.Bodies[1], in, s.Out[len(in):])
					copy(out, results)
					return err
				}}, nil
			}),
		},
	})
}

// stateTypes are the types of the state: those of the arguments of the first
// region, which may be more general than the operands', or the operands' where
// there is no region yet.
func stateTypes(regions []*ir.Region, operands []*ir.Type) []*ir.Type {
	if len(regions) == 0 || regions[0].Empty() {
		return operands
	}
	var ts []*ir.Type
	for _, a := range regions[0].First().Args() {
		ts = append(ts, a.Type())
	}
	return ts
}

func inferWhile(in *ir.Inference) ([]*ir.Type, error) {
	state := stateTypes(in.Regions, in.Operands)
	return append(state[:len(state):len(state)], collectedTypes(in, len(state))...), nil
}

func verifyWhile(o *ir.Op) error {
	if o.NumResults() < o.NumOperands() {
		return fmt.Errorf("must have a result for each of its %d operands, but has %d", o.NumOperands(), o.NumResults())
	}
	state := o.ResultTypes()[:o.NumOperands()]
	if inits := o.OperandTypes(); !compatible(inits, state) {
		return fmt.Errorf("operands must be the first state %s, but are %s", typeList(state), typeList(inits))
	}
	if err := checkRegion(o, 0, state, types(o.Context().Tensor(nil, o.Context().Bool()))); err != nil {
		return err
	}
	rounds, err := collectedRounds(o)
	if err != nil {
		return err
	}
	return checkRegion(o, 1, state, append(state, rounds...))
}

// loopStorage: each value of the state may lie where the one before it did, the
// first ones included. What is collected has storage of its own.
func loopStorage(in *ir.Inference) analysis.Storage {
	s := analysis.Storage{Handed: true, Carries: &analysis.Carrying{Region: 1}}
	for i := range in.Operands {
		s.Takes = append(s.Takes, analysis.Taking{Result: i, Operand: i})
	}
	return s
}
