package irdl

import "github.com/tg-opt/tg/ir"

// Is is satisfied by one attribute or type only.
var Is = Dialect.NewOp("irdl.is")

func init() {
	Is.Define(ir.OpDef{
		Doc: "The constraint that is satisfied by this attribute or type only.",
		Example: `irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    irdl.parameters(elem: %0)
  }
}`,
		Results: ir.Args(ir.Arg("output", isConstraint)),
		Attrs:   []ir.AttrArg{{Name: "expected", Is: ir.AnyAttr}},
		Traits:  ir.Pure,
		Infer:   inferConstraint,
		Format:  "$expected ` ` attr-dict",
		Verify:  checkConstraint,
	})
}

// inferConstraint says that the result is a constraint.
func inferConstraint(in *ir.Inference) ([]*ir.Type, error) {
	return []*ir.Type{in.Ctx.DialectType(AttributeType)}, nil
}
