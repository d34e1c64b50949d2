package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// If and Case choose which region runs.
var (
	If   = Dialect.NewOp("stablehlo.if")
	Case = Dialect.NewOp("stablehlo.case")
)

func init() {
	If.Define(ir.OpDef{
		Doc: "Run the first region if pred is true, else the second.",
		Example: `func.func @f(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %y : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}`,
		Operands: ir.Args(ir.Arg("pred", ir.TypeConstraint{
			Desc: "0D tensor of i1 values",
			Ok:   func(t *ir.Type) bool { return isScalar(t) && t.Elem().IsBool() },
		})),
		Results:       ir.Args(ir.Variadic("results", anyValue)),
		Regions:       []ir.RegionArg{{Name: "true_branch"}, {Name: "false_branch"}},
		Traits:        ir.RecursiveEffects | ir.SingleBlock,
		VerifyRegions: verifyBranches,
		Slots: ir.Slots{
			branchesBecome(tg.If),
			like(tg.If),
		},
	})
	Case.Define(ir.OpDef{
		Doc: "Run the region whose number is index, or the last one if there is none.",
		Example: `func.func @f(%i: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %y : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}`,
		Operands: ir.Args(ir.Arg("index", ir.TypeConstraint{
			Desc: "0D tensor of 32-bit signless integer values",
			Ok:   func(t *ir.Type) bool { return isScalar(t) && t.Elem().IsIntN(32) },
		})),
		Results:       ir.Args(ir.Variadic("results", anyValue)),
		Regions:       []ir.RegionArg{{Name: "branches", Variadic: true}},
		Traits:        ir.RecursiveEffects | ir.SingleBlock,
		VerifyRegions: verifyBranches,
		Slots: ir.Slots{
			branchesBecome(tg.Case),
			like(tg.Case),
		},
	})
}

func verifyBranches(o *ir.Op) error {
	if o.NumRegions() == 0 {
		return fmt.Errorf("requires at least one region")
	}
	for i, r := range o.Regions() {
		if err := verifyBody(r, fmt.Sprintf("region #%d", i), nil, o.ResultTypes()); err != nil {
			return err
		}
	}
	return nil
}

// verifyBody checks a region of one block with the given argument types that
// returns values of the given types.
func verifyBody(r *ir.Region, what string, args, results []*ir.Type) error {
	if !r.HasOneBlock() || r.First().NumArgs() != len(args) {
		return fmt.Errorf("requires %s to have one block with %d arguments", what, len(args))
	}
	for i, a := range r.First().Args() {
		if !ir.Compatible(a.Type(), args[i]) {
			return fmt.Errorf("requires argument #%d of %s to have type '%s', but it has '%s'", i, what, args[i], a.Type())
		}
	}
	ret := r.First().Last()
	if !ret.Is(Return) {
		return fmt.Errorf("requires %s to end with 'stablehlo.return'", what)
	}
	if ret.NumOperands() != len(results) {
		return fmt.Errorf("requires %s to return %d values, but it returns %d", what, len(results), ret.NumOperands())
	}
	for i, t := range results {
		if got := ret.Operand(i).Type(); !ir.Compatible(got, t) {
			return fmt.Errorf("requires value #%d that %s returns to have type '%s', but it has '%s'", i, what, t, got)
		}
	}
	return nil
}

// branchesBecome is the conversion into an op with the same operands and
// regions.
func branchesBecome(to *ir.OpDef) ir.SlotValue {
	return convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
		regions := make([]*ir.Region, o.NumRegions())
		for i, r := range o.Regions() {
			var err error
			if regions[i], err = c.Region(r); err != nil {
				return err
			}
		}
		return c.ReplaceWithRegions(o, to, c.Operands(o), regions)
	})
}
