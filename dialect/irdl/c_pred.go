package irdl

import "github.com/tg-opt/tg/ir"

// CPred is a predicate in C++, which cannot be checked here.
var CPred = Dialect.NewOp("irdl.c_pred")

func init() {
	CPred.Define(ir.OpDef{
		Doc: "A constraint that is a predicate in C++. It is kept for tools that generate C++; a dialect that uses it " +
			"cannot be loaded.",
		Example: `irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.c_pred "::llvm::isa<::mlir::IntegerAttr>($_self)"
    irdl.parameters(elem: %0)
  }
}`,
		Results: ir.Args(ir.Arg("output", isConstraint)),
		Attrs:   []ir.AttrArg{{Name: "pred", Is: ir.IsString}},
		Traits:  ir.Pure,
		Infer:   inferConstraint,
		Format:  "$pred ` ` attr-dict",
		Verify:  checkConstraint,
	})
}
