package fn

import (
	"errors"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// CallIndirect calls a function that is a value.
var CallIndirect = Dialect.NewOp("func.call_indirect")

func init() {
	CallIndirect.Define(ir.OpDef{
		Doc: "Call the function that the first operand is.",
		Example: `func.func @f(%callee: (i32) -> i32, %x: i32) -> i32 {
  %0 = call_indirect %callee(%x) : (i32) -> i32
  return %0 : i32
}`,
		Operands: ir.Args(
			ir.Arg("callee", ir.TypeConstraint{Desc: "function type", Ok: (*ir.Type).IsFunction}),
			ir.Variadic("callee_operands", ir.AnyType).Own()),
		Results: ir.Args(ir.Variadic("results", ir.AnyType).Own()),
		Attrs: []ir.AttrArg{
			{Name: "arg_attrs", Is: isDicts, Optional: true},
			{Name: "res_attrs", Is: isDicts, Optional: true},
		},
		// The form is not a format: the type of an operand says those of the others.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			callee := p.Operand()
			p.Expect("(")
			pos := p.Pos()
			operands := p.Operands()
			p.Expect(")")
			p.AttrDict(st)
			p.Expect(":")
			typePos := p.Pos()
			t := p.Type()
			if !t.IsFunction() {
				p.Fail(typePos, "invalid kind of type specified: expected builtin.function, but found '%s'", t)
			}
			st.Operands = append([]*ir.Value{p.Resolve(callee, t)}, p.ResolveAll(operands, t.Inputs(), pos)...)
			st.Results = append([]*ir.Type{}, t.Results()...)
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			p.Operand(o.Operand(0))
			p.Str("(")
			p.Operands(o.Operands()[1:])
			p.Str(")")
			p.AttrDict(o)
			p.Str(" : ")
			p.Type(o.Operand(0).Type())
		},
		Verify: func(o *ir.Op) error {
			switch t := o.Operand(0).Type(); {
			case !slices.Equal(t.Inputs(), o.OperandTypes()[1:]):
				return errors.New("failed to verify that callee input types match argument types")
			case !slices.Equal(t.Results(), o.ResultTypes()):
				return errors.New("failed to verify that callee result types match result types")
			}
			return nil
		},
		Slots: ir.Slots{rewrite.Patterns.Of([]*rewrite.Pattern{{Name: "CallIndirectOfConstant", Root: CallIndirect, Apply: callDirectly}})},
	})
}

// callDirectly calls a known function by its name.
func callDirectly(r *rewrite.Rewriter, o *ir.Op) bool {
	if c := o.Operand(0).Def(); !c.Is(Constant) {
		return false
	}
	call := r.OpWithTypes(Call, o.Loc(), o.ResultTypes(), o.Operands()[1:],
		ir.NamedAttr{Name: "callee", Value: ir.ConstantValue(o.Operand(0))})
	r.ReplaceOp(o, call.Results()...)
	return true
}
