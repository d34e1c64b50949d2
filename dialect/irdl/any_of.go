package irdl

import (
	"errors"

	"github.com/tg-opt/tg/ir"
)

// AnyOf and AllOf are satisfied by what satisfies one, or all, of their
// operands.
var (
	AnyOf = Dialect.NewOp("irdl.any_of")
	AllOf = Dialect.NewOp("irdl.all_of")
)

func init() {
	defineCombination(AnyOf, "one")
	defineCombination(AllOf, "every one")
}

func defineCombination(d *ir.OpDef, which string) {
	d.Define(ir.OpDef{
		Doc: "The constraint that is satisfied by what satisfies " + which + " of the operands.",
		Example: `irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = ` + d.Name() + `(%0, %1)
    irdl.parameters(elem: %2)
  }
}`,
		Operands: ir.Args(ir.Variadic("args", variadicOf(isConstraint))),
		Results:  ir.Args(ir.Arg("output", isConstraint)),
		Traits:   ir.Pure,
		Infer:    inferConstraint,
		Format:   "`(` $args `)` ` ` attr-dict",
		Verify: func(o *ir.Op) error {
			if o.NumOperands() == 0 {
				return errors.New("expected 1 or more operands, but found 0")
			}
			return checkConstraint(o)
		},
	})
}
