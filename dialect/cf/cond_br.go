package cf

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// CondBr is the two-way branch.
var CondBr = Dialect.NewOp("cf.cond_br")

func init() {
	CondBr.Define(ir.OpDef{
		Doc: "Branch to the first block if the condition holds, else to the second.",
		Example: `func.func @f(%cond: i1, %x: i32) -> i32 {
  cf.cond_br %cond, ^bb1(%x : i32), ^bb2
^bb1(%0: i32):
  return %0 : i32
^bb2:
  return %x : i32
}`,
		Operands: ir.Args(
			ir.Arg("condition", ir.I1),
			ir.Variadic("trueDestOperands", ir.AnyType),
			ir.Variadic("falseDestOperands", ir.AnyType)),
		Attrs: []ir.AttrArg{
			{Name: "operandSegmentSizes", Is: isSegments},
			{Name: "branch_weights", Is: isSegments, Optional: true},
		},
		Successors: 2,
		Traits:     ir.Pure | ir.Terminator | ir.SizedOperands,
		// The form is not a format: operands stand behind the block that gets them.
		Parse:             parseCondBr,
		Print:             printCondBr,
		Verify:            verifyWeights,
		SuccessorOperands: condBrOperands,
		SetSuccessorOperands: func(o *ir.Op, i int, values []*ir.Value) {
			first, count := condBrOperands(o, i)
			sizes := o.Attr("operandSegmentSizes").Ints()
			sizes[1+i] = int64(len(values))
			o.ReplaceOperands(first, count, values)
			o.SetAttr("operandSegmentSizes", o.Context().IntArray(o.Context().I32(), sizes))
		},
		Slots: ir.Slots{
			interp.Branch.Of(chooseCondBr),
			analysis.Taken.Of(takenByCondBr),
			rewrite.Patterns.Of(condBrPatterns),
		},
	})
}

func parseCondBr(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	cond := p.Operand()
	if p.Try("weights") {
		p.Expect("(")
		st.SetAttr("branch_weights", c.IntArray(c.I32(), p.Ints()))
		p.Expect(")")
	}
	p.Expect(",")
	onTrue := parseTarget(p, st)
	p.Expect(",")
	onFalse := parseTarget(p, st)
	st.Operands = append(append([]*ir.Value{p.Resolve(cond, c.Bool())}, onTrue...), onFalse...)
	st.SetAttr("operandSegmentSizes", segments(c, 1, len(onTrue), len(onFalse)))
	p.AttrDict(st)
}

// verifyWeights checks that each successor has its weight.
func verifyWeights(o *ir.Op) error {
	a := o.Attr("branch_weights")
	if a == nil {
		return nil
	}
	w := a.Ints()
	switch {
	case len(w) == 0:
	case len(w) != len(o.Successors()):
		return o.Errorf("expects number of branch weights to match number of successors: %d vs %d", len(w), len(o.Successors()))
	case !slices.ContainsFunc(w, func(n int64) bool { return n != 0 }):
		return o.Errorf("branch weights cannot all be zero")
	}
	return nil
}

func printCondBr(p ir.OpPrinter, o *ir.Op) {
	p.Str(" ")
	p.Operand(o.Operand(0))
	if w := o.Attr("branch_weights"); w != nil {
		p.Str(" weights(")
		p.Ints(w.Ints())
		p.Str(")")
	}
	p.Str(", ")
	printTarget(p, targetOf(o, 0))
	p.Str(", ")
	printTarget(p, targetOf(o, 1))
	p.AttrDict(o, "operandSegmentSizes", "branch_weights")
}

func condBrOperands(o *ir.Op, i int) (first, count int) {
	sizes := o.Attr("operandSegmentSizes").Ints()
	if i == 0 {
		return 1, int(sizes[1])
	}
	return 1 + int(sizes[1]), int(sizes[2])
}

func chooseCondBr(_ *ir.Op, in []*tensor.Tensor) (int, error) {
	if in[0].Bytes()[0] != 0 {
		return 0, nil
	}
	return 1, nil
}
