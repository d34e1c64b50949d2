package irdl

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// Attributes names and constrains the attributes of an op.
var Attributes = Dialect.NewOp("irdl.attributes")

func init() {
	Attributes.Define(ir.OpDef{
		Doc: "Name the attributes that the operation around must have, and say what each must satisfy.",
		Example: `irdl.dialect @cmath {
  irdl.operation @mul {
    %0 = irdl.is i32
    irdl.attributes {"mode" = %0}
  }
}`,
		Operands: ir.Args(ir.Variadic("attributeValues", variadicOf(isConstraint))),
		Attrs:    []ir.AttrArg{{Name: "attributeValueNames", Is: isStrings}},
		// The form is not a format: names and operands take turns.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			names := []*ir.Attr{}
			if p.Try("{") {
				t := p.Context().DialectType(AttributeType)
				for len(names) == 0 || p.Try(",") {
					names = append(names, p.Attr())
					p.Expect("=")
					st.Operands = append(st.Operands, p.Resolve(p.Operand(), t))
				}
				p.Expect("}")
			}
			st.SetAttr("attributeValueNames", p.Context().Array(names))
			p.AttrDict(st)
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			if names := o.Attr("attributeValueNames").Elems(); len(names) > 0 {
				p.Str("{")
				for i, n := range names {
					if i > 0 {
						p.Str(", ")
					}
					p.Attr(n)
					p.Str(" = ")
					p.Operand(o.Operand(i))
				}
				p.Str("}")
			}
			p.AttrDict(o, "attributeValueNames")
		},
		Verify: func(o *ir.Op) error {
			if err := checkParent(o, Operation); err != nil {
				return err
			}
			if n := len(o.Attr("attributeValueNames").Elems()); n != o.NumOperands() {
				return fmt.Errorf("the number of attribute names and their constraints must be the same but got %d and %d respectively", n, o.NumOperands())
			}
			return nil
		},
	})
}
