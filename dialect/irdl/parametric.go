package irdl

import "github.com/tg-opt/tg/ir"

// Parametric is satisfied by a type or attribute with certain parameters.
var Parametric = Dialect.NewOp("irdl.parametric")

func init() {
	Parametric.Define(ir.OpDef{
		Doc: "The constraint that is satisfied by the instances of a type or attribute whose parameters satisfy the operands.",
		Example: `irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.any
    irdl.parameters(elem: %0)
  }
  irdl.operation @norm {
    %0 = irdl.is f32
    %1 = irdl.parametric @cmath::@complex<%0>
    irdl.operands(in: %1)
  }
}`,
		Operands:      ir.Args(ir.Variadic("args", variadicOf(isConstraint))),
		Results:       ir.Args(ir.Arg("output", isConstraint)),
		Attrs:         []ir.AttrArg{{Name: "base_type", Is: isSymbolRef}},
		Traits:        ir.Pure,
		Infer:         inferConstraint,
		Format:        "$base_type `` `<` $args `>` ` ` attr-dict",
		Verify:        checkConstraint,
		VerifySymbols: func(o *ir.Op, _ func(*ir.Attr) *ir.Op) error { return checkDefinition(o, o.Attr("base_type")) },
	})
}
