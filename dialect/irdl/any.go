package irdl

import "github.com/tg-opt/tg/ir"

// AnyAttribute is satisfied by everything.
var AnyAttribute = Dialect.NewOp("irdl.any")

func init() {
	AnyAttribute.Define(ir.OpDef{
		Doc: "The constraint that is satisfied by every attribute and type. What it is used for must be the same everywhere.",
		Example: `irdl.dialect @cmath {
  irdl.operation @mul {
    %0 = irdl.any
    irdl.operands(lhs: %0, rhs: %0)
  }
}`,
		Results: ir.Args(ir.Arg("output", isConstraint)),
		Traits:  ir.Pure,
		Infer:   inferConstraint,
		Format:  "attr-dict",
		Verify:  checkConstraint,
	})
}
