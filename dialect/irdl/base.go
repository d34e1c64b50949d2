package irdl

import (
	"errors"

	"github.com/tg-opt/tg/ir"
)

// Base is satisfied by a type or attribute with any parameters.
var Base = Dialect.NewOp("irdl.base")

func init() {
	Base.Define(ir.OpDef{
		Doc: "The constraint that is satisfied by every instance of a type or attribute. That is one that is defined here, " +
			"or one of another dialect by its name with its sigil.",
		Example: `irdl.dialect @cmath {
  irdl.type @real
  irdl.operation @norm {
    %0 = irdl.base @cmath::@real
    %1 = irdl.base "!builtin.integer"
    irdl.operands(in: %0, precision: %1)
  }
}`,
		Results: ir.Args(ir.Arg("output", isConstraint)),
		Attrs: []ir.AttrArg{
			{Name: "base_ref", Is: isSymbolRef, Optional: true},
			{Name: "base_name", Is: ir.IsString, Optional: true},
		},
		Traits: ir.Pure,
		Infer:  inferConstraint,
		// The form is not a format: which of two attributes it is, its first letter says.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			if p.Peek("@") {
				st.SetAttr("base_ref", p.Attr())
			}
			if p.Peek(`"`) {
				st.SetAttr("base_name", p.Context().StringAttr(p.String()))
			}
			p.AttrDict(st)
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			for _, name := range []string{"base_ref", "base_name"} {
				if a := o.Attr(name); a != nil {
					p.Str(" ")
					p.Attr(a)
				}
			}
			p.Str(" ")
			p.AttrDict(o, "base_ref", "base_name")
		},
		Verify: func(o *ir.Op) error {
			if err := checkConstraint(o); err != nil {
				return err
			}
			ref, name := o.Attr("base_ref"), o.Attr("base_name")
			if (ref == nil) == (name == nil) {
				return errors.New("the base type or attribute should be specified by either a name or a reference")
			}
			if name != nil && (name.Text() == "" || name.Text()[0] != '!' && name.Text()[0] != '#') {
				return errors.New("the base type or attribute name should start with '!' or '#'")
			}
			return nil
		},
		VerifySymbols: func(o *ir.Op, _ func(*ir.Attr) *ir.Op) error {
			if ref := o.Attr("base_ref"); ref != nil {
				return checkDefinition(o, ref)
			}
			return nil
		},
	})
}
