package irdl

import "github.com/tg-opt/tg/ir"

// Parameters names and constrains the parameters of a type or an attribute.
var Parameters = Dialect.NewOp("irdl.parameters")

func init() {
	Parameters.Define(ir.OpDef{
		Doc: "Name the parameters of the type or attribute around, and say what each must satisfy.",
		Example: `irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    irdl.parameters(elem: %0)
  }
}`,
		Operands: ir.Args(ir.Variadic("args", variadicOf(isConstraint))),
		Attrs:    []ir.AttrArg{{Name: "names", Is: isStrings}},
		// The form is not a format: names and operands take turns.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			parseNamed(p, st, p.Context().DialectType(AttributeType), nil)
			p.AttrDict(st)
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			printNamed(p, o, noWord)
			p.AttrDict(o, "names")
		},
		Verify: func(o *ir.Op) error {
			if err := checkParent(o, Attribute, Type); err != nil {
				return err
			}
			return checkNames(o, "parameter")
		},
	})
}
