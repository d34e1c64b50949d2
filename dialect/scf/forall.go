package scf

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Forall is a nest of parallel loops whose bounds may be constants, and which
// share tensors that all rounds write parts of.
var Forall = Dialect.NewOp("scf.forall")

// bounds are the attributes of the constant bounds of a forall, in the order of
// the operand segments of the others, and what stands in front of them.
var bounds = [3]struct{ static, what, before string }{
	{"staticLowerBound", "lower bound", " = "},
	{"staticUpperBound", "upper bound", " to "},
	{"staticStep", "step", " step "},
}

// isMapping holds for what other dialects say of where the rounds run.
var isMapping = ir.AttrConstraint{
	Desc: "Device Mapping array attribute",
	Ok: func(a *ir.Attr) bool {
		return a.Is(ir.ArrayAttr) && !slices.ContainsFunc(a.Elems(), func(e *ir.Attr) bool { return !e.Is(ir.OpaqueAttr) && !e.Is(ir.DefinedAttr) })
	},
}

func init() {
	ints := ir.AttrConstraint{
		Desc: "i64 dense array attribute",
		Ok:   func(a *ir.Attr) bool { return a.Is(ir.DenseArrayAttr) && a.Type().IsIntN(64) },
	}
	Forall.Define(ir.OpDef{
		Doc: "Nest of counted loops whose rounds may run in any order or at once, on what `mapping` says. Bounds are constants or operands; " +
			"`shared_outs` are tensors that the rounds write parts of, as `scf.forall.in_parallel` at the end says.",
		Example: `func.func @f(%n: index) {
  scf.forall (%i, %j) in (%n, 4) {
    func.call @g(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i) = (0) to (%n) step (2) {
    func.call @g(%i, %n) : (index, index) -> ()
  }
  return
}
func.func private @g(index, index)`,
		Operands: ir.Args(
			ir.Variadic("dynamicLowerBound", indices), ir.Variadic("dynamicUpperBound", indices),
			ir.Variadic("dynamicStep", indices), ir.Variadic("outputs", ir.TypeConstraint{
				Desc: "variadic of ranked tensor of any type values", Ok: (*ir.Type).IsRankedTensor,
			})),
		Results: ir.Args(ir.Variadic("results", ir.AnyType)),
		Attrs: []ir.AttrArg{
			{Name: bounds[0].static, Is: ints}, {Name: bounds[1].static, Is: ints}, {Name: bounds[2].static, Is: ints},
			{Name: "mapping", Is: isMapping, Optional: true},
			{Name: segments, Is: isSegments},
		},
		Regions: []ir.RegionArg{{Name: "region"}},
		Traits:  ir.RecursiveEffects | ir.SingleBlock | ir.SizedOperands,
		// The form is not a format: bounds may be constants or operands.
		Parse:         parseForall,
		Print:         printForall,
		Verify:        verifyForall,
		VerifyRegions: func(o *ir.Op) error { return checkTerminators(o, InParallel) },
		Speculatable:  func(*ir.Op) bool { return false },
		Slots: ir.Slots{
			rewrite.Patterns.Of(forallPatterns),
			tensorop.DimOf.Of(func(o *ir.Op, result int) *ir.Value {
				return segment(o, 3)[result]
			}),
			analysis.Loop.Of((*ir.Op).Regions),
			analysis.RegionBranch.Of(&analysis.RegionFlow{
				Successors: func(o *ir.Op, from *ir.Region, _ []*ir.Attr) []analysis.RegionSuccessor {
					if from == nil {
						return []analysis.RegionSuccessor{{Region: o.RegionAt(0)}}
					}
					return []analysis.RegionSuccessor{{}}
				},
				Runs: func(*ir.Op, int, []*ir.Attr) (atLeast, atMost int) { return 0, -1 },
			}),
		},
	})
}

func parseForall(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	args := argumentList(p, c.Index())
	rank := len(args)
	var dynamic [3][]ir.UnresolvedOperand
	var static [3][]int64
	if p.Try("in") {
		dynamic[1], static[1] = tensorop.ParseIndexList(p, "(", ")")
		static[0], static[2] = make([]int64, rank), slices.Repeat([]int64{1}, rank)
	} else {
		for i, before := range []string{"=", "to", "step"} {
			p.Expect(before)
			dynamic[i], static[i] = tensorop.ParseIndexList(p, "(", ")")
		}
	}
	for i, b := range bounds {
		for _, d := range dynamic[i] {
			st.Operands = append(st.Operands, p.Resolve(d, c.Index()))
		}
		st.SetAttr(b.static, c.I64Array(static[i]))
	}
	var outs []ir.UnresolvedOperand
	pos := p.Pos()
	st.Results = []*ir.Type{}
	if p.Try("shared_outs") {
		var more []ir.RegionArgName
		more, outs = assignments(p)
		st.Results = optionalResultTypes(p)
		st.Operands = append(st.Operands, p.ResolveAll(outs, st.Results, pos)...)
		for i, a := range more {
			a.Type = st.Results[i]
			args = append(args, a)
		}
	}
	setSegments(p, st, len(dynamic[0]), len(dynamic[1]), len(dynamic[2]), len(outs))
	body := p.Region(args...)
	p.EnsureTerminator(body, InParallel, st.Loc)
	st.Regions = append(st.Regions, body)
	trailingAttrs(p, st, p.AttrDict)
}

func printForall(p ir.OpPrinter, o *ir.Op) {
	args := o.RegionAt(0).First().Args()
	rank := rankOf(o)
	p.Str(" (")
	p.Operands(args[:rank])
	p.Str(")")
	for i, b := range bounds {
		static, before := o.Attr(b.static).Ints(), b.before
		if normalized(o) {
			if i != 1 {
				continue
			}
			before = " in "
		}
		p.Str(before)
		tensorop.PrintIndexList(p, "(", ")", segment(o, i), static)
	}
	printAssignments(p, " shared_outs", args[rank:], segment(o, 3))
	p.Str(" ")
	if len(args) > rank {
		p.Str("-> (")
		p.Types(o.ResultTypes())
		p.Str(") ")
	}
	p.Region(o.RegionAt(0), false, o.NumResults() > 0)
	p.AttrDict(o, segments, bounds[0].static, bounds[1].static, bounds[2].static)
}

// normalized reports whether all lower bounds are 0 and all steps are 1, be
// they attributes or constant operands.
func normalized(o *ir.Op) bool {
	return allBounds(o, 0, 0) && allBounds(o, 2, 1)
}

func allBounds(o *ir.Op, i int, want int64) bool {
	dynamic := segment(o, i)
	for _, n := range o.Attr(bounds[i].static).Ints() {
		if n == ir.Dynamic {
			v := number(ir.ConstantValue(dynamic[0]), true)
			dynamic = dynamic[1:]
			if v == nil || !v.IsInt64() {
				return false
			}
			n = v.Int64()
		}
		if n != want {
			return false
		}
	}
	return true
}

func verifyForall(o *ir.Op) error {
	if err := checkOneBlock(o, 0); err != nil {
		return err
	}
	if err := checkForallBody(o, segment(o, 3)); err != nil {
		return err
	}
	rank := rankOf(o)
	if m := o.Attr("mapping"); m != nil && len(m.Elems()) > 0 && len(m.Elems()) != rank {
		return fmt.Errorf("mapping attribute size must match op rank")
	}
	for i, b := range bounds {
		static, dynamic := o.Attr(b.static).Ints(), 0
		if len(static) != rank {
			return o.Errorf("expected %d %s values, got %d", rank, b.what, len(static))
		}
		for _, n := range static {
			if n == ir.Dynamic {
				dynamic++
			}
		}
		if have := len(segment(o, i)); have != dynamic {
			return o.Errorf("expected %d dynamic %s values, got %d", dynamic, b.what, have)
		}
	}
	tensors := 0
	for _, t := range o.ResultTypes() {
		if t.IsTensor() {
			tensors++
		}
	}
	if tensors != o.NumResults() {
		return fmt.Errorf("expected the number of tensor results (%d) to be equal to the number of output tensors (%d)", tensors, o.NumResults())
	}
	for i, v := range segment(o, 3) {
		if t := o.Result(i).Type(); t != v.Type() {
			return fmt.Errorf("expected type of operand #%d ('%s') to match type of corresponding result ('%s')", o.NumOperands()-o.NumResults()+i, v.Type(), t)
		}
	}
	return nil
}

// checkForallBody fails unless the body takes an index per loop, then outs.
func checkForallBody(o *ir.Op, outs []*ir.Value) error {
	if o.NumResults() != len(outs) {
		return fmt.Errorf("produces %d results, but has only %d outputs", o.NumResults(), len(outs))
	}
	rank, args := rankOf(o), o.RegionAt(0).First().Args()
	if len(args) != rank+len(outs) {
		return fmt.Errorf("region expects %d arguments", rank)
	}
	for i, a := range args[:rank] {
		if !a.Type().IsIndex() {
			return fmt.Errorf("expects %d-th block argument to be an index", i)
		}
	}
	for i, a := range args[rank:] {
		if a.Type() != outs[i].Type() {
			return fmt.Errorf("type mismatch between %d-th output and corresponding block argument", i)
		}
	}
	return nil
}
