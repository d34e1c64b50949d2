package scf

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// ExecuteRegion runs its region once.
var ExecuteRegion = Dialect.NewOp("scf.execute_region")

const noInline = "no_inline"

func init() {
	ExecuteRegion.Define(ir.OpDef{
		Doc: "Run a region once, which may have many blocks, where control flow between blocks is not possible otherwise. `no_inline` keeps it as it is.",
		Example: `func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  %0 = scf.execute_region -> f32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %x : f32
  ^bb2:
    scf.yield %y : f32
  }
  return %0 : f32
}`,
		Results: ir.Args(ir.Variadic("result", ir.AnyType)),
		Attrs:   []ir.AttrArg{{Name: noInline, Is: ir.IsUnit, Optional: true}},
		Regions: []ir.RegionArg{{Name: "region"}},
		Traits:  ir.RecursiveEffects,
		// The form is not a format: a keyword and result types may be missing.
		Parse:         parseExecuteRegion,
		Print:         printExecuteRegion,
		Verify:        verifyExecuteRegion,
		VerifyRegions: checkFlow,
		Speculatable:  func(*ir.Op) bool { return false },
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.HandedStorage),
			interp.Kernel.Of(executeRegionKernel),
			rewrite.Patterns.Of(executeRegionPatterns),
			analysis.RegionBranch.Of(&analysis.RegionFlow{
				Successors: func(o *ir.Op, from *ir.Region, _ []*ir.Attr) []analysis.RegionSuccessor {
					if from == nil {
						return []analysis.RegionSuccessor{{Region: o.RegionAt(0)}}
					}
					return []analysis.RegionSuccessor{end(o)}
				},
				// No Runs, as in MLIR: to sink ops into what always runs gains nothing.
			}),
		},
	})
}

func parseExecuteRegion(p ir.OpParser, st *ir.OpState) {
	st.Results = optionalResultTypes(p)
	keywordAttr(p, st, noInline, noInline)
	st.Regions = append(st.Regions, p.Region())
	trailingAttrs(p, st, p.AttrDict)
}

func printExecuteRegion(p ir.OpPrinter, o *ir.Op) {
	printResultTypes(p, o)
	p.Str(" ")
	if o.Attr(noInline) != nil {
		p.Str("no_inline ")
	}
	p.Region(o.RegionAt(0), false, true)
	p.AttrDict(o, noInline)
}

func verifyExecuteRegion(o *ir.Op) error {
	switch r := o.RegionAt(0); {
	case r.Empty():
		return fmt.Errorf("region needs to have at least one block")
	case r.First().NumArgs() > 0:
		return fmt.Errorf("region cannot have any arguments")
	}
	return nil
}
