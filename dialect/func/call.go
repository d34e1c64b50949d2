package fn

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Call calls a function of the module.
var Call = Dialect.NewOp("func.call")

func init() {
	Call.Define(ir.OpDef{
		Doc: "Call the function that a symbol names. The effects are those of the function, so a call is not taken to be pure.",
		Example: `func.func private @callee(tensor<4xf32>, i32) -> (tensor<4xf32>, i32)
func.func @f(%x: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  %0:2 = call @callee(%x, %n) : (tensor<4xf32>, i32) -> (tensor<4xf32>, i32)
  return %0#0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Variadic("operands", ir.AnyType).Own()),
		Results:  ir.Args(ir.Variadic("results", ir.AnyType).Own()),
		Attrs: []ir.AttrArg{
			{Name: "callee", Is: ir.IsFlatSym},
			{Name: "arg_attrs", Is: isDicts, Optional: true},
			{Name: "res_attrs", Is: isDicts, Optional: true},
			{Name: "no_inline", Is: ir.IsUnit, Optional: true},
		},
		Format:        "$callee `(` operands `)` attr-dict `:` functional-type",
		VerifySymbols: func(o *ir.Op, find func(*ir.Attr) *ir.Op) error { return VerifyCall(o, o.Attr("callee"), find) },
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Call),
			analysis.Callee.Of(func(o *ir.Op) *ir.Attr { return o.Attr("callee") }),
			analysis.StorageOf.Of(analysis.HandedStorage),
			interp.Kernel.Of(callKernel),
		},
	})
}

// VerifyCall checks that the callee of an op that calls a function exists and
// that its signature fits the operands and results.
func VerifyCall(o *ir.Op, callee *ir.Attr, find func(*ir.Attr) *ir.Op) error {
	f := find(callee)
	if !f.Is(Func) {
		return fmt.Errorf("'%s' does not reference a valid function%s", callee.Text(), spelling.DidYouMean(callee.Text(), functions(o)))
	}
	t := Type(f)
	if n := len(t.Inputs()); n != o.NumOperands() {
		return fmt.Errorf("incorrect number of operands for callee: @%s takes %d, but gets %d", callee.Text(), n, o.NumOperands())
	}
	for i, want := range t.Inputs() {
		if got := o.Operand(i).Type(); got != want {
			return fmt.Errorf("operand type mismatch: expected operand type '%s', but provided '%s' for operand number %d", want, got, i)
		}
	}
	if n := len(t.Results()); n != o.NumResults() {
		return fmt.Errorf("incorrect number of results for callee: @%s returns %d, but %d are expected", callee.Text(), n, o.NumResults())
	}
	for i, want := range t.Results() {
		if got := o.Result(i).Type(); got != want {
			return ir.Errorf(o.Loc(), "'%s' op result type mismatch at index %d", o.Name(), i).
				WithNote(o.Loc(), "      op result types: %s", quoted(o.ResultTypes())).
				WithNote(o.Loc(), "function result types: %s", quoted(t.Results()))
		}
	}
	return nil
}

func quoted(types []*ir.Type) string {
	texts := make([]string, len(types))
	for i, t := range types {
		texts[i] = "'" + t.String() + "'"
	}
	return strings.Join(texts, ", ")
}

// functions are the names of the functions that o may call.
func functions(o *ir.Op) []string {
	table := ir.NearestSymbolTable(o)
	if table == nil {
		return nil
	}
	var names []string
	for name, s := range ir.Symbols(table) {
		if s.Is(Func) {
			names = append(names, name)
		}
	}
	return names
}

func callKernel(s *interp.Site) (interp.Step, error) {
	callee, err := s.Callee(s.Op.Attr("callee").Text())
	if err != nil {
		return interp.Step{}, err
	}
	return interp.Step{Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
		results, err := f.Call(callee, in)
		copy(out, results)
		return err
	}}, nil
}
