package scf

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// While runs a region as long as another one says so.
var While = Dialect.NewOp("scf.while")

func init() {
	While.Define(ir.OpDef{
		Doc: "Loop: the first region ends with a condition. While it holds, the values that come with it go to the second region, which yields the arguments for the next round " +
			"of the first one; when it does not, they are the results.",
		Example: `func.func @f(%n: i32, %limit: i32) -> i32 {
  %0 = scf.while (%i = %n) : (i32) -> i32 {
    %1 = arith.muli %i, %i : i32
    %2 = arith.cmpi slt, %1, %limit : i32
    scf.condition(%2) %1 : i32
  } do {
  ^bb0(%square: i32):
    %1 = arith.addi %square, %n : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}`,
		Operands: ir.Args(ir.Variadic("inits", ir.AnyType)),
		Results:  ir.Args(ir.Variadic("results", ir.AnyType)),
		Regions:  []ir.RegionArg{{Name: "before"}, {Name: "after"}},
		Traits:   ir.RecursiveEffects | ir.SingleBlock,
		// The form is not a format: a function type tells of the state, and of the results.
		Parse:         parseWhile,
		Print:         printWhile,
		Verify:        verifyWhile,
		VerifyRegions: checkFlow,
		Speculatable:  func(*ir.Op) bool { return false }, // it may run for ever
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.HandedStorage),
			interp.Kernel.Of(whileKernel),
			rewrite.Patterns.Of(whilePatterns),
			analysis.RegionBranch.Of(whileFlow),
			analysis.Loop.Of((*ir.Op).Regions),
		},
	})
}

func parseWhile(p ir.OpParser, st *ir.OpState) {
	var args []ir.RegionArgName
	var inits []ir.UnresolvedOperand
	if p.Peek("(") {
		args, inits = assignments(p)
	}
	pos := p.Pos()
	p.Expect(":")
	if !p.Peek("(") {
		p.Fail(pos, "invalid kind of type specified: expected builtin.function, but found '%s'", p.Type())
	}
	f := p.FuncType()
	st.Results = f.Results()
	if n := len(f.Inputs()); n != len(inits) {
		p.Fail(pos, "expected as many input types as operands (expected %d got %d)", len(inits), n)
	}
	st.Operands = append(st.Operands, p.ResolveAll(inits, f.Inputs(), pos)...)
	for i, t := range f.Inputs() {
		args[i].Type = t
	}
	before := p.Region(args...)
	p.Expect("do")
	st.Regions = append(st.Regions, before, p.Region())
	p.AttrDictKeyword(st)
}

func printWhile(p ir.OpPrinter, o *ir.Op) {
	printAssignments(p, " ", o.RegionAt(0).First().Args(), o.Operands())
	p.Str(" : ")
	p.FuncType(o.OperandTypes(), o.ResultTypes())
	p.Str(" ")
	p.Region(o.RegionAt(0), false, true)
	p.Str(" do ")
	p.Region(o.RegionAt(1), true, true)
	p.AttrDictKeyword(o)
}

func verifyWhile(o *ir.Op) error {
	for i := range o.NumRegions() {
		if err := checkOneBlock(o, i); err != nil {
			return err
		}
	}
	if err := checkTerminator(o, 0, Condition, "expects the 'before' region to terminate with 'scf.condition'"); err != nil {
		return err
	}
	return checkTerminator(o, 1, Yield, "expects the 'after' region to terminate with 'scf.yield'")
}

var whileFlow = &analysis.RegionFlow{
	Successors: func(o *ir.Op, from *ir.Region, consts []*ir.Attr) []analysis.RegionSuccessor {
		if from != o.RegionAt(0) {
			return []analysis.RegionSuccessor{into(o, 0, 0)}
		}
		holds, known := conditionOf(consts)
		switch {
		case known && holds:
			return []analysis.RegionSuccessor{into(o, 1, 0)}
		case known:
			return []analysis.RegionSuccessor{end(o)}
		}
		return []analysis.RegionSuccessor{end(o), into(o, 1, 0)}
	},
	Entry: func(o *ir.Op, _ analysis.RegionSuccessor) (first, count int) { return 0, o.NumOperands() },
	Runs: func(_ *ir.Op, i int, _ []*ir.Attr) (atLeast, atMost int) {
		return 1 - i, -1
	},
}
