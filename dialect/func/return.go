package fn

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// Return ends a function.
var Return = Dialect.NewOp("func.return")

func init() {
	Return.Define(ir.OpDef{
		Doc: "Leave the function with the operands as its results.",
		Example: `func.func @f(%x: tensor<4xf32>, %n: i32) -> (tensor<4xf32>, i32) {
  return %x, %n : tensor<4xf32>, i32
}`,
		Operands: ir.Args(ir.Variadic("operands", ir.AnyType)),
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Format:   "attr-dict ($operands^ `:` type($operands))?",
		Verify: func(o *ir.Op) error {
			if !o.Parent().Is(Func) {
				return fmt.Errorf("expects parent op 'func.func'")
			}
			return VerifyReturn(o, o.Parent())
		},
	})
}

// VerifyReturn checks that the operands of a terminator are the results of the
// function it leaves. Dialects whose terminators may end a function use it.
func VerifyReturn(o, f *ir.Op) error {
	want := Type(f).Results()
	if o.NumOperands() != len(want) {
		return fmt.Errorf("has %d operands, but enclosing function (@%s) returns %d", o.NumOperands(), ir.SymbolName(f), len(want))
	}
	for i, t := range want {
		if got := o.Operand(i).Type(); got != t {
			return ir.Errorf(o.Loc(), "type of return operand %d ('%s') doesn't match function result type ('%s') in function @%s", i, got, t, ir.SymbolName(f))
		}
	}
	return nil
}
