package builtin

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// UnrealizedCast connects values of two type systems while a conversion is
// under way.
var UnrealizedCast = Dialect.NewOp("builtin.unrealized_conversion_cast")

func init() {
	UnrealizedCast.Define(ir.OpDef{
		Doc: "A cast between types that no op converts, left behind by a conversion that covers a part of a program.",
		Example: `func.func @f(%x: i32) -> f32 {
  %0 = builtin.unrealized_conversion_cast %x : i32 to f32
  return %0 : f32
}`,
		Operands: ir.Args(ir.Variadic("inputs", ir.AnyType).Own()),
		Results:  ir.Args(ir.Variadic("outputs", ir.AnyType).Own()),
		Traits:   ir.Pure,
		Fold:     foldCast,
		// The form is not a format: at least one type must stand behind `to`.
		Parse: parseCast,
		Print: printCast,
		Verify: func(o *ir.Op) error {
			if o.NumResults() == 0 {
				return fmt.Errorf("expected at least one result for cast operation")
			}
			return nil
		},
	})
}

// foldCast drops casts that change no type, and a cast that exactly undoes
// another.
func foldCast(o *ir.Op, _ []*ir.Attr) []ir.Folded {
	in := o.Operands()
	if slices.Equal(o.OperandTypes(), o.ResultTypes()) {
		return foldedValues(in)
	}
	if len(in) == 0 {
		return nil
	}
	first := in[0].Def()
	if first == nil || first.Def() != UnrealizedCast || !slices.Equal(first.Results(), in) ||
		!slices.Equal(first.OperandTypes(), o.ResultTypes()) {
		return nil
	}
	return foldedValues(first.Operands())
}

func foldedValues(vs []*ir.Value) []ir.Folded {
	folded := make([]ir.Folded, len(vs))
	for i, v := range vs {
		folded[i].Value = v
	}
	return folded
}

func parseCast(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	if names := p.Operands(); len(names) > 0 {
		p.Expect(":")
		st.Operands = p.ResolveAll(names, p.Types(), pos)
	}
	p.Expect("to")
	st.Results = p.Types()
	p.AttrDict(st)
}

func printCast(p ir.OpPrinter, o *ir.Op) {
	if o.NumOperands() > 0 {
		p.Str(" ")
		p.Operands(o.Operands())
		p.Str(" : ")
		p.Types(o.OperandTypes())
	}
	p.Str(" to ")
	p.Types(o.ResultTypes())
	p.AttrDict(o)
}
