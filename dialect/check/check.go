// Package check defines assertions on tensors, as the test programs of
// StableHLO and IREE write them. The interpreter reports each; none ends the
// program.
//
// StableHLO writes `check.expect_eq %a, %b : T`, IREE `check.expect_eq(%a, %b)
// : T`; both are read.
package check

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Dialect is `check`.
var Dialect = ir.NewDialect("check", "Assertions on the values a program computes.").
	Lacking(ir.OpMembers | ir.PropMembers)

// parsePair reads `%a, %b` or, for an op with a constant, `%a, dense<...> : T`.
// In parentheses stands IREE's spelling; rest reads what may follow the pair in
// either.
func parsePair(p ir.OpParser, st *ir.OpState, constant bool, rest func(parens bool)) {
	parens := p.Try("(")
	operands := []ir.UnresolvedOperand{p.Operand()}
	p.Expect(",")
	pos := p.Pos()
	var value *ir.Attr
	if constant {
		if value = p.Attr(); !ir.IsElements.Ok(value) {
			p.Fail(pos, "expected a constant tensor")
		}
		st.SetAttr("value", value)
	} else {
		operands = append(operands, p.Operand())
	}
	rest(parens)
	if parens {
		p.Expect(")")
	}
	p.AttrDict(st)
	var t *ir.Type
	if constant {
		t = value.Type()
	}
	if parens || !constant {
		p.Expect(":")
		t = p.Type()
	}
	for _, o := range operands {
		st.Operands = append(st.Operands, p.Resolve(o, t))
	}
	st.Results = []*ir.Type{}
}

// plain is the rest of a form with nothing behind the pair.
func plain(bool) {}

// printPair writes the pair, in the spelling of StableHLO.
func printPair(p ir.OpPrinter, o *ir.Op) {
	p.Operands(o.Operands())
	if v := o.Attr("value"); v != nil {
		p.Str(", ")
		p.Attr(v)
	}
}

func printType(p ir.OpPrinter, o *ir.Op) {
	p.Str(" : ")
	p.Type(o.Operand(0).Type())
}

// operands of a check of two values, or of one and a constant.
var (
	twoValues = ir.Args(ir.Arg("actual", ir.AnyTensor), ir.Arg("expected", ir.AnyTensor))
	oneValue  = ir.Args(ir.Arg("actual", ir.AnyTensor))
)

// verifyPair checks that both values have one type.
func verifyPair(o *ir.Op) error {
	actual := o.Operand(0).Type()
	expected := actual
	if v := o.Attr("value"); v != nil {
		expected = v.Type()
	} else {
		expected = o.Operand(1).Type()
	}
	if !ir.Compatible(actual, expected) {
		return fmt.Errorf("compares values of different types, '%s' and '%s'", actual, expected)
	}
	return nil
}

// kernel runs a check that compares element by element: test makes, from the
// op, the function that says how far apart two elements are and whether that
// is too far.
func kernel(test func(o *ir.Op) elementTest) ir.Slots {
	run := func(s *interp.Site) (interp.Step, error) {
		within := test(s.Op)
		var expected *tensor.Tensor
		if v := s.Op.Attr("value"); v != nil {
			var err error
			if expected, err = interp.DecodeElements(s.Op.Context(), v); err != nil {
				return interp.Step{}, err
			}
		}
		return interp.Step{Run: func(f *interp.Frame, _, in []*tensor.Tensor) error {
			want := expected
			if want == nil {
				want = in[1]
			}
			passed, detail := compareAll(in[0], want, within)
			f.Report(interp.Check{Op: s.Op, Passed: passed, Detail: detail})
			return nil
		}}, nil
	}
	return ir.Slots{
		analysis.StorageOf.Of(analysis.OwnStorage),
		interp.Kernel.Of(run),
	}
}
