package builtin

import (
	"fmt"

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
		Operands: ir.Args(ir.Variadic("inputs", ir.AnyType)),
		Results:  ir.Args(ir.Variadic("outputs", ir.AnyType)),
		Traits:   ir.Pure,
		Parse:    parseCast,
		Print:    printCast,
		Verify: func(o *ir.Op) error {
			if o.NumResults() == 0 {
				return fmt.Errorf("expected at least one result for cast operation")
			}
			return nil
		},
	})
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
