package scf

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Reduce ends the body of a parallel loop; ReduceReturn ends how it combines
// two values.
var (
	Reduce       = Dialect.NewOp("scf.reduce")
	ReduceReturn = Dialect.NewOp("scf.reduce.return")
)

const reduceExample = `func.func @f(%lb: index, %ub: index, %step: index, %x: f32) -> f32 {
  %0 = scf.parallel (%i) = (%lb) to (%ub) step (%step) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }
  return %0 : f32
}`

func init() {
	Reduce.Define(ir.OpDef{
		Doc:      "The end of the body of a parallel loop: its regions say how each of its operands is combined with those of other rounds.",
		Example:  reduceExample,
		Operands: ir.Args(ir.Variadic("operands", ir.AnyType)),
		Regions:  []ir.RegionArg{{Name: "reductions", Variadic: true}},
		Traits:   ir.RecursiveEffects | ir.Terminator,
		// The form is not a format: each operand has a region, which follows all of them.
		Parse:         parseReduce,
		Print:         printReduce,
		Verify:        verifyReduce,
		VerifyRegions: verifyReduceRegions,
		Speculatable:  func(*ir.Op) bool { return false },
		Slots: ir.Slots{analysis.Passes.Of(func(*ir.Op, analysis.RegionSuccessor) (first, count int) {
			return 0, 0 // operands go to the reductions
		})},
	})
	ReduceReturn.Define(ir.OpDef{
		Doc:      "The end of a reduction: its operand is what two values are combined to.",
		Example:  reduceExample,
		Operands: ir.Args(ir.Arg("result", ir.AnyType)),
		Traits:   ir.Pure | ir.Terminator,
		Format:   "$result attr-dict `:` type($result)",
		Verify:   verifyReduceReturn,
	})
}

func parseReduce(p ir.OpParser, st *ir.OpState) {
	if p.Try("(") {
		pos := p.Pos()
		names := p.Operands()
		p.Expect(":")
		st.Operands = append(st.Operands, p.ResolveAll(names, p.Types(), pos)...)
		p.Expect(")")
	}
	for more := p.Peek("{"); more; more = p.Try(",") {
		st.Regions = append(st.Regions, p.Region())
	}
	p.AttrDict(st)
}

func printReduce(p ir.OpPrinter, o *ir.Op) {
	if o.NumOperands() > 0 {
		p.Str("(")
		p.Operands(o.Operands())
		p.Str(" : ")
		p.Types(o.OperandTypes())
		p.Str(")")
	}
	p.Str(" ")
	for i, r := range o.Regions() {
		if i > 0 {
			p.Str(", ")
		}
		p.Region(r, true, true)
	}
	p.AttrDict(o)
}

func verifyReduce(o *ir.Op) error {
	if err := checkParent(o, Parallel); err != nil {
		return err
	}
	for i := range o.NumRegions() {
		if err := checkOneBlock(o, i); err != nil {
			return err
		}
	}
	return nil
}

func verifyReduceRegions(o *ir.Op) error {
	if o.NumRegions() != o.NumOperands() {
		return fmt.Errorf("expects number of reduction regions: %d to be the same as number of reduction operands: %d", o.NumRegions(), o.NumOperands())
	}
	for i, v := range o.Operands() {
		b := o.RegionAt(i).First()
		if b.First() == nil {
			return fmt.Errorf("%d-th reduction has an empty body", i)
		}
		if b.NumArgs() != 2 || b.Arg(0).Type() != v.Type() || b.Arg(1).Type() != v.Type() {
			return fmt.Errorf("expected two block arguments with type '%s' in the %d-th reduction region", v.Type(), i)
		}
		if !b.Last().Is(ReduceReturn) {
			return fmt.Errorf("reduction bodies must be terminated with an 'scf.reduce.return' op")
		}
	}
	return nil
}

func verifyReduceReturn(o *ir.Op) error {
	if err := checkParent(o, Reduce); err != nil {
		return err
	}
	if b := o.Block(); b.NumArgs() > 0 && b.Arg(0).Type() != o.Operand(0).Type() {
		return fmt.Errorf("must have type '%s' (the type of the reduction inputs)", b.Arg(0).Type())
	}
	return nil
}
