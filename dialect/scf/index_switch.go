package scf

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// IndexSwitch runs one of many regions.
var IndexSwitch = Dialect.NewOp("scf.index_switch")

func init() {
	IndexSwitch.Define(ir.OpDef{
		Doc: "Choice by number: the region of the case that equals the operand runs, or the default region, which comes first in generic form. All yield the results.",
		Example: `func.func @f(%i: index, %x: f32, %y: f32) -> f32 {
  %0 = scf.index_switch %i -> f32
  case 1 {
    scf.yield %x : f32
  }
  default {
    scf.yield %y : f32
  }
  return %0 : f32
}`,
		Operands: ir.Args(ir.Arg("arg", ir.IndexOnly)),
		Results:  ir.Args(ir.Variadic("results", ir.AnyType)),
		Attrs: []ir.AttrArg{{Name: "cases", Is: ir.AttrConstraint{
			Desc: "i64 dense array attribute",
			Ok:   func(a *ir.Attr) bool { return a.Is(ir.DenseArrayAttr) && a.Type().IsIntN(64) },
		}}},
		Regions: []ir.RegionArg{{Name: "defaultRegion"}, {Name: "caseRegions", Variadic: true}},
		Traits:  ir.RecursiveEffects | ir.SingleBlock,
		// The form is not a format: cases are values and regions in turn.
		Parse:  parseIndexSwitch,
		Print:  printIndexSwitch,
		Verify: verifyIndexSwitch,
		VerifyRegions: func(o *ir.Op) error {
			if err := checkTerminators(o, Yield); err != nil {
				return err
			}
			return checkFlow(o)
		},
		Speculatable: func(*ir.Op) bool { return false },
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.HandedStorage),
			interp.Kernel.Of(indexSwitchKernel),
			rewrite.Patterns.Of(indexSwitchPatterns),
			analysis.RegionBranch.Of(indexSwitchFlow),
		},
	})
}

func parseIndexSwitch(p ir.OpParser, st *ir.OpState) {
	st.Operands = append(st.Operands, p.Resolve(p.Operand(), p.Context().Index()))
	p.AttrDict(st)
	st.Results = []*ir.Type{}
	if p.Try("->") {
		st.Results = p.Types()
	}
	values := []int64{}
	st.Regions = append(st.Regions, nil)
	for p.Try("case") {
		values = append(values, p.Int())
		st.Regions = append(st.Regions, p.Region())
	}
	if st.Attr("cases") == nil { // what the dictionary says wins
		st.SetAttr("cases", p.Context().I64Array(values))
	}
	p.Expect("default")
	st.Regions[0] = p.Region()
	p.EnsureTerminator(st.Regions[0], Yield, st.Loc)
}

func printIndexSwitch(p ir.OpPrinter, o *ir.Op) {
	p.Str(" ")
	p.Operand(o.Operand(0))
	p.AttrDict(o, "cases")
	if o.NumResults() > 0 {
		p.Str(" -> ")
		p.Types(o.ResultTypes())
	}
	p.Str(" ")
	for i, v := range o.Attr("cases").Ints() {
		p.Newline()
		p.Str("case ")
		p.Int(v)
		p.Str(" ")
		p.Region(o.RegionAt(1+i), false, true)
	}
	p.Newline()
	p.Str("default ")
	t := o.RegionAt(0).First().Last()
	p.Region(o.RegionAt(0), true, t == nil || t.NumOperands() > 0 || t.Attrs() != nil)
}

func verifyIndexSwitch(o *ir.Op) error {
	for i := range o.NumRegions() {
		if err := checkOneBlock(o, i); err != nil {
			return err
		}
	}
	values, seen := o.Attr("cases").Ints(), map[int64]bool{}
	if n := o.NumRegions() - 1; n != len(values) {
		return fmt.Errorf("has %d case regions but %d case values", n, len(values))
	}
	for _, v := range values {
		if seen[v] {
			return fmt.Errorf("has duplicate case value: %d", v)
		}
		seen[v] = true
	}
	for i := range o.NumRegions() {
		name := "default region"
		if i > 0 {
			name = fmt.Sprintf("case region #%d", i-1)
		}
		if err := checkSwitchRegion(o, o.RegionAt(i).First().Last(), name); err != nil {
			return err
		}
	}
	return nil
}

// checkSwitchRegion fails unless t, the end of a region, yields the results.
func checkSwitchRegion(o, t *ir.Op, name string) error {
	if t == nil {
		return nil // reported with other empty blocks
	}
	if !t.Is(Yield) {
		return fmt.Errorf("expected region to end with scf.yield, but got %s", t.Name())
	}
	if t.NumOperands() != o.NumResults() {
		return o.NamedErrorf("expected each region to return %d values, but %s returns %d", o.NumResults(), name, t.NumOperands()).
			WithNote(t.Loc(), "see yield operation here")
	}
	for i, v := range t.Operands() {
		if want := o.Result(i).Type(); v.Type() != want {
			return o.NamedErrorf("expected result #%d of each region to be '%s'", i, want).
				WithNote(t.Loc(), "%s returns '%s' here", name, v.Type())
		}
	}
	return nil
}

// indexSwitchFlow: an index that is known leaves one region.
var indexSwitchFlow = &analysis.RegionFlow{
	Successors: func(o *ir.Op, from *ir.Region, consts []*ir.Attr) []analysis.RegionSuccessor {
		if from != nil {
			return []analysis.RegionSuccessor{end(o)}
		}
		if len(consts) > 0 && consts[0].Is(ir.IntegerAttr) {
			return []analysis.RegionSuccessor{{Region: o.RegionAt(caseOf(o, consts[0].Int()))}}
		}
		var to []analysis.RegionSuccessor
		for _, r := range o.Regions()[1:] {
			to = append(to, analysis.RegionSuccessor{Region: r})
		}
		return append(to, analysis.RegionSuccessor{Region: o.RegionAt(0)})
	},
	Runs: func(o *ir.Op, i int, consts []*ir.Attr) (atLeast, atMost int) {
		switch {
		case len(consts) == 0 || !consts[0].Is(ir.IntegerAttr):
			return 0, 1
		case caseOf(o, consts[0].Int()) == i:
			return 1, 1
		}
		return 0, 0
	},
}

// caseOf is the number of the region that runs for index v.
func caseOf(o *ir.Op, v int64) int {
	for i, c := range o.Attr("cases").Ints() {
		if c == v {
			return 1 + i
		}
	}
	return 0
}
