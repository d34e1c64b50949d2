package scf

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Parallel is a nest of counted loops whose rounds have no order.
var Parallel = Dialect.NewOp("scf.parallel")

func init() {
	Parallel.Define(ir.OpDef{
		Doc: "Nest of counted loops whose rounds may run in any order or at once; what they give to `scf.reduce` is combined with the initial values to the results.",
		Example: `func.func @f(%lb: index, %ub: index, %step: index, %x: f32) -> f32 {
  %0 = scf.parallel (%i) = (%lb) to (%ub) step (%step) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %1 = arith.addf %a, %b : f32
      scf.reduce.return %1 : f32
    }
  }
  return %0 : f32
}`,
		Operands: ir.Args(
			ir.Variadic("lowerBound", indices), ir.Variadic("upperBound", indices),
			ir.Variadic("step", indices), ir.Variadic("initVals", ir.AnyType)),
		Results: ir.Args(ir.Variadic("results", ir.AnyType)),
		Attrs:   []ir.AttrArg{{Name: segments, Is: isSegments}},
		Regions: []ir.RegionArg{{Name: "region"}},
		Traits:  ir.RecursiveEffects | ir.SingleBlock | ir.SizedOperands,
		// The form is not a format: bounds, steps and state are lists for one region.
		Parse:         parseParallel,
		Print:         printParallel,
		Verify:        verifyParallel,
		VerifyRegions: func(o *ir.Op) error { return checkTerminators(o, Reduce) },
		Speculatable:  func(*ir.Op) bool { return false },
		Slots: ir.Slots{
			rewrite.Patterns.Of(parallelPatterns),
			analysis.Loop.Of((*ir.Op).Regions),
			analysis.RegionBranch.Of(&analysis.RegionFlow{
				Successors: func(o *ir.Op, _ *ir.Region, _ []*ir.Attr) []analysis.RegionSuccessor {
					// The region is passed nothing: its arguments count.
					return []analysis.RegionSuccessor{{Region: o.RegionAt(0)}, {}}
				},
				Runs: func(*ir.Op, int, []*ir.Attr) (atLeast, atMost int) { return 0, -1 },
			}),
		},
	})
}

var indices = ir.TypeConstraint{Desc: "variadic of index", Ok: (*ir.Type).IsIndex}

const segments = "operandSegmentSizes"

var isSegments = ir.AttrConstraint{
	Desc: "i32 dense array attribute",
	Ok:   func(a *ir.Attr) bool { return a.Is(ir.DenseArrayAttr) && a.Type().IsIntN(32) },
}

// segment is the window of operands that segment i is.
func segment(o *ir.Op, i int) []*ir.Value {
	sizes, first := o.Attr(segments).Ints(), int64(0)
	for _, n := range sizes[:i] {
		first += n
	}
	return o.Operands()[first : first+sizes[i]]
}

func segmentSizes(c *ir.Context, sizes []int) *ir.Attr {
	var v []int64
	for _, n := range sizes {
		v = append(v, int64(n))
	}
	return c.IntArray(c.I32(), v)
}

func setSegments(p ir.OpParser, st *ir.OpState, sizes ...int) {
	st.SetAttr(segments, segmentSizes(p.Context(), sizes))
}

func setOperandSegments(o *ir.Op, sizes ...int) {
	o.SetAttr(segments, segmentSizes(o.Context(), sizes))
}

// operandList reads `(%a, ...)`.
func operandList(p ir.OpParser) []ir.UnresolvedOperand {
	const where = "operand list"
	p.ExpectIn("(", where)
	list := p.Operands()
	p.ExpectIn(")", where)
	return list
}

// argumentList reads `(%a, ...)` as names of arguments of type t.
func argumentList(p ir.OpParser, t *ir.Type) []ir.RegionArgName {
	const where = "argument list"
	p.ExpectIn("(", where)
	var args []ir.RegionArgName
	for more := !p.Peek(")"); more; more = p.Try(",") {
		a := p.RegionArgName()
		a.Type = t
		args = append(args, a)
	}
	p.ExpectIn(")", where)
	return args
}

func parseParallel(p ir.OpParser, st *ir.OpState) {
	index := p.Context().Index()
	ivs := argumentList(p, index)
	for _, before := range []string{"=", "to", "step"} {
		p.Expect(before)
		pos := p.Pos()
		bounds := operandList(p)
		if len(bounds) != len(ivs) {
			p.Fail(pos, "expected %d operands", len(ivs))
		}
		for _, b := range bounds {
			st.Operands = append(st.Operands, p.Resolve(b, index))
		}
	}
	var inits []ir.UnresolvedOperand
	if p.Try("init") {
		inits = operandList(p)
	}
	st.Results = optionalResultTypes(p)
	body := p.Region(ivs...)
	st.Regions = append(st.Regions, body)
	setSegments(p, st, len(ivs), len(ivs), len(ivs), len(inits))
	trailingAttrs(p, st, p.AttrDict)
	st.Operands = append(st.Operands, p.ResolveAll(inits, st.Results, p.NamePos())...)
	p.EnsureTerminator(body, Reduce, st.Loc)
}

func printParallel(p ir.OpPrinter, o *ir.Op) {
	p.Str(" (")
	p.Operands(o.RegionAt(0).First().Args())
	for i, before := range []string{") = (", ") to (", ") step ("} {
		p.Str(before)
		p.Operands(segment(o, i))
	}
	p.Str(")")
	if inits := segment(o, 3); len(inits) > 0 {
		p.Str(" init (")
		p.Operands(inits)
		p.Str(")")
	}
	printResultTypes(p, o)
	p.Str(" ")
	p.Region(o.RegionAt(0), false, true)
	p.AttrDict(o, segments)
}

func verifyParallel(o *ir.Op) error {
	if err := checkOneBlock(o, 0); err != nil {
		return err
	}
	steps := segment(o, 2)
	if len(steps) == 0 {
		return fmt.Errorf("needs at least one tuple element for lowerBound, upperBound and step")
	}
	for _, s := range steps {
		if v := number(ir.ConstantValue(s), true); v != nil && v.Sign() <= 0 {
			return fmt.Errorf("constant step operand must be positive")
		}
	}
	args := o.RegionAt(0).First().Args()
	if len(args) != len(steps) {
		return fmt.Errorf("expects the same number of induction variables: %d as bound and step values: %d", len(args), len(steps))
	}
	for _, a := range args {
		if !a.Type().IsIndex() {
			return fmt.Errorf("expects arguments for the induction variable to be of index type")
		}
	}
	if err := checkTerminator(o, 0, Reduce, "expects body to terminate with 'scf.reduce'"); err != nil {
		return err
	}
	return verifyReductions(o, o.RegionAt(0).First().Last(), len(segment(o, 3)))
}

// verifyReductions compares the results of a parallel loop with its reductions.
func verifyReductions(o, reduce *ir.Op, inits int) error {
	results, reductions := o.NumResults(), reduce.NumRegions()
	switch {
	case results != reductions:
		return fmt.Errorf("expects number of results: %d to be the same as number of reductions: %d", results, reductions)
	case results != inits:
		return fmt.Errorf("expects number of results: %d to be the same as number of initial values: %d", results, inits)
	case reduce.NumOperands() != inits:
		return nil // which the reduction itself reports
	}
	for i, v := range reduce.Operands() {
		if want := o.Result(i).Type(); v.Type() != want {
			return reduce.NamedErrorf("expects type of %d-th reduction operand: '%s' to be the same as the %d-th result type: '%s'", i, v.Type(), i, want)
		}
	}
	return nil
}
