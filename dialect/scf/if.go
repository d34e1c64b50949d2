package scf

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// If runs one of two regions.
var If = Dialect.NewOp("scf.if")

func init() {
	If.Define(ir.OpDef{
		Doc: "Two-way choice: the first region runs if the condition holds, else the second, if there is one. Both yield the results.",
		Example: `func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  %0 = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield %y : f32
  }
  return %0 : f32
}`,
		Operands: ir.Args(ir.Arg("condition", ir.I1)),
		Results:  ir.Args(ir.Variadic("results", ir.AnyType)),
		Regions:  []ir.RegionArg{{Name: "thenRegion"}, {Name: "elseRegion"}},
		Traits:   ir.RecursiveEffects | ir.SingleBlock,
		// The form is not a format: ends of regions may be missing.
		Parse:         parseIf,
		Print:         printIf,
		Verify:        verifyIf,
		VerifyRegions: verifyIfRegions,
		Fold:          foldIf,
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.HandedStorage),
			interp.Kernel.Of(ifKernel),
			rewrite.Patterns.Of(ifPatterns),
			analysis.RegionBranch.Of(ifFlow),
		},
	})
}

func parseIf(p ir.OpParser, st *ir.OpState) {
	st.Operands = append(st.Operands, p.Resolve(p.Operand(), p.Context().Bool()))
	st.Results = optionalResultTypes(p)
	then, other := p.Region(), &ir.Region{}
	p.EnsureTerminator(then, Yield, st.Loc)
	if p.Try("else") {
		other = p.Region()
		p.EnsureTerminator(other, Yield, st.Loc)
	}
	st.Regions = append(st.Regions, then, other)
	p.AttrDict(st)
}

func printIf(p ir.OpPrinter, o *ir.Op) {
	p.Str(" ")
	p.Operand(o.Operand(0))
	if o.NumResults() > 0 {
		p.Str(" -> (")
		p.Types(o.ResultTypes())
		p.Str(")")
	}
	p.Str(" ")
	p.Region(o.RegionAt(0), false, o.NumResults() > 0)
	if !o.RegionAt(1).Empty() {
		p.Str(" else ")
		p.Region(o.RegionAt(1), false, o.NumResults() > 0)
	}
	p.AttrDict(o)
}

func verifyIf(o *ir.Op) error {
	if err := checkOneBlock(o, 0); err != nil {
		return err
	}
	if o.NumResults() > 0 && o.RegionAt(1).Empty() {
		return fmt.Errorf("must have an else block if defining values")
	}
	return nil
}

func verifyIfRegions(o *ir.Op) error {
	if err := checkFlow(o); err != nil {
		return err
	}
	if err := checkTerminators(o, Yield); err != nil {
		return err
	}
	for i, r := range o.Regions() {
		if !r.Empty() && r.First().NumArgs() > 0 {
			return fmt.Errorf("region #%d should have no arguments", i)
		}
	}
	return nil
}

// ifFlow: a condition that is known rules one of the regions out.
var ifFlow = &analysis.RegionFlow{
	Successors: func(o *ir.Op, from *ir.Region, consts []*ir.Attr) []analysis.RegionSuccessor {
		if from != nil {
			return []analysis.RegionSuccessor{end(o)}
		}
		var to []analysis.RegionSuccessor
		holds, known := conditionOf(consts)
		if !known || holds {
			to = append(to, analysis.RegionSuccessor{Region: o.RegionAt(0)})
		}
		switch {
		case known && holds:
		case o.RegionAt(1).Empty():
			to = append(to, end(o))
		default:
			to = append(to, analysis.RegionSuccessor{Region: o.RegionAt(1)})
		}
		return to
	},
	Runs: func(o *ir.Op, i int, consts []*ir.Attr) (atLeast, atMost int) {
		holds, known := conditionOf(consts)
		switch {
		case !known:
			return 0, 1
		case holds == (i == 0):
			return 1, 1
		}
		return 0, 0
	},
}

// conditionOf is the value of an i1 that comes first in consts.
func conditionOf(consts []*ir.Attr) (holds, known bool) {
	if len(consts) == 0 || !consts[0].Is(ir.IntegerAttr) {
		return false, false
	}
	return consts[0].Int() != 0, true
}
