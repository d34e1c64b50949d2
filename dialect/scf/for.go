package scf

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// For is the counted loop.
var For = Dialect.NewOp("scf.for")

const unsignedCmp = "unsignedCmp"

func init() {
	For.Define(ir.OpDef{
		Doc: "Counted loop: the region runs for every value from the lower bound on, in steps, that is less than the upper bound; " +
			"`unsigned` says how to compare. Values that the region yields are its arguments the next time, and the results at the end.",
		Example: `func.func @f(%lb: index, %ub: index, %step: index, %x: f32) -> f32 {
  %0 = scf.for %i = %lb to %ub step %step iter_args(%acc = %x) -> (f32) {
    %1 = arith.mulf %acc, %x : f32
    scf.yield %1 : f32
  }
  return %0 : f32
}`,
		Operands: ir.Args(
			ir.Arg("lowerBound", intOrIndex), ir.Arg("upperBound", intOrIndex), ir.Arg("step", intOrIndex),
			ir.Variadic("initArgs", ir.AnyType)),
		Results: ir.Args(ir.Variadic("results", ir.AnyType)),
		Attrs:   []ir.AttrArg{{Name: unsignedCmp, Is: ir.IsUnit, Optional: true}},
		Regions: []ir.RegionArg{{Name: "region"}},
		Traits:  ir.RecursiveEffects | ir.SingleBlock,
		// The form is not a format: bounds, state and an optional type have places of their own.
		Parse:         parseFor,
		Print:         printFor,
		Verify:        verifyFor,
		VerifyRegions: verifyForRegions,
		Speculatable:  func(o *ir.Op) bool { return isOne(ir.ConstantValue(o.Operand(2))) },
		Slots: ir.Slots{
			cost.Model.Of(forCost),
			analysis.StorageOf.Of(forStorage),
			interp.Kernel.Of(forKernel),
			rewrite.Patterns.Of(forPatterns),
			analysis.RegionBranch.Of(forFlow),
			analysis.Loop.Of((*ir.Op).Regions),
		},
	})
}

func parseFor(p ir.OpParser, st *ir.OpState) {
	keywordAttr(p, st, "unsigned", unsignedCmp)
	iv := p.Operand()
	args := []ir.RegionArgName{{Pos: iv.Pos, Name: iv.Name, Loc: p.Loc(iv.Pos)}}
	var bounds [3]ir.UnresolvedOperand
	for i, before := range []string{"=", "to", "step"} {
		p.Expect(before)
		bounds[i] = p.Operand()
	}
	var inits []ir.UnresolvedOperand
	st.Results = []*ir.Type{}
	if p.Try("iter_args") {
		var more []ir.RegionArgName
		more, inits = assignments(p)
		args = append(args, more...)
		p.Expect("->")
		st.Results = resultTypes(p)
	}
	if len(inits) != len(st.Results) {
		p.Fail(p.NamePos(), "mismatch in number of loop-carried values and defined values")
	}
	t := p.Context().Index()
	if p.Try(":") {
		t = p.Type()
	}
	args[0].Type = t
	for i, r := range st.Results {
		args[1+i].Type = r
	}
	body := p.Region(args...)
	p.EnsureTerminator(body, Yield, st.Loc)
	st.Regions = append(st.Regions, body)
	// Operands are resolved behind the region, so that none is defined in it.
	for _, b := range bounds {
		st.Operands = append(st.Operands, p.Resolve(b, t))
	}
	for i, init := range inits {
		st.Operands = append(st.Operands, p.Resolve(init, st.Results[i]))
	}
	trailingAttrs(p, st, p.AttrDict)
}

func printFor(p ir.OpPrinter, o *ir.Op) {
	if o.Attr(unsignedCmp) != nil {
		p.Str(" unsigned")
	}
	body := o.RegionAt(0).First()
	for i, before := range []string{" = ", " to ", " step "} {
		if i == 0 {
			p.Str(" ")
			p.Operand(body.Arg(0))
		}
		p.Str(before)
		p.Operand(o.Operand(i))
	}
	inits := o.Operands()[3:]
	printAssignments(p, " iter_args", body.Args()[1:], inits)
	if len(inits) > 0 {
		p.Str(" -> (")
		p.Types(o.ResultTypes())
		p.Str(")")
	}
	p.Str(" ")
	if t := body.Arg(0).Type(); !t.IsIndex() {
		p.Str(" : ")
		p.Type(t)
		p.Str(" ")
	}
	p.Region(o.RegionAt(0), false, len(inits) > 0)
	p.AttrDict(o, unsignedCmp)
}

func verifyFor(o *ir.Op) error {
	if t := o.Operand(0).Type(); t != o.Operand(1).Type() || t != o.Operand(2).Type() {
		return fmt.Errorf("failed to verify that all of {lowerBound, upperBound, step} have same type")
	}
	if err := checkOneBlock(o, 0); err != nil {
		return err
	}
	if o.NumOperands()-3 != o.NumResults() {
		return fmt.Errorf("mismatch in number of loop-carried values and defined values")
	}
	return nil
}

func verifyForRegions(o *ir.Op) error {
	body := o.RegionAt(0).First()
	if body.NumArgs() == 0 {
		return fmt.Errorf("expected a block argument for the induction variable")
	}
	if err := checkForState(o, body.Args()[1:]); err != nil {
		return err
	}
	if err := checkFlow(o); err != nil {
		return err
	}
	if err := checkTerminators(o, Yield); err != nil {
		return err
	}
	if body.Arg(0).Type() != o.Operand(0).Type() {
		return fmt.Errorf("expected induction variable to be same type as bounds and step")
	}
	return nil
}

// checkForState fails unless what the loop carries has the same types
// everywhere. How many values are yielded is left to checkFlow.
func checkForState(o *ir.Op, args []*ir.Value) error {
	inits, t := o.Operands()[3:], o.RegionAt(0).First().Last()
	if len(inits) != len(args) {
		return fmt.Errorf("different number of inits and region iter_args: %d != %d", len(inits), len(args))
	}
	yields := t.Is(Yield) && t.NumOperands() > 0
	if yields && t.NumOperands() != len(args) {
		return fmt.Errorf("different number of region iter_args and yielded values: %d != %d", len(args), t.NumOperands())
	}
	for i, a := range args {
		if from := inits[i].Type(); from != a.Type() {
			return fmt.Errorf("%d-th init and %d-th region iter_arg have different type: '%s' != '%s'", i, i, from, a.Type())
		}
		if yields && t.Operand(i).Type() != a.Type() {
			return fmt.Errorf("%d-th region iter_arg and %d-th yielded value have different type: '%s' != '%s'", i, i, a.Type(), t.Operand(i).Type())
		}
	}
	for i, a := range args {
		if to := o.Result(i).Type(); to != a.Type() {
			return fmt.Errorf("%d-th region iter_arg and %d-th loop result have different type: '%s' != '%s'", i, i, a.Type(), to)
		}
	}
	return nil
}

// forFlow does not look at the trip count: canonicalization does.
var forFlow = &analysis.RegionFlow{
	Successors: func(o *ir.Op, _ *ir.Region, _ []*ir.Attr) []analysis.RegionSuccessor {
		return []analysis.RegionSuccessor{into(o, 0, 1), end(o)}
	},
	Entry: func(o *ir.Op, _ analysis.RegionSuccessor) (first, count int) { return 3, o.NumOperands() - 3 },
	Runs:  func(*ir.Op, int, []*ir.Attr) (atLeast, atMost int) { return 0, -1 },
}

// forStorage: values that rounds hand on may lie where the first ones did.
func forStorage(in *ir.Inference) analysis.Storage {
	s := analysis.Storage{Handed: true}
	for i := range in.Results {
		s.Takes = append(s.Takes, analysis.Taking{Result: i, Operand: 3 + i})
	}
	return s
}
