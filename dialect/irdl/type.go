package irdl

import (
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Type and Attribute define a type and an attribute of the dialect around.
var (
	Type      = Dialect.NewOp("irdl.type")
	Attribute = Dialect.NewOp("irdl.attribute")
)

func init() {
	defineParametric(Type, "type", "!")
	defineParametric(Attribute, "attribute", "#")
}

func defineParametric(d *ir.OpDef, what, sigil string) {
	d.Define(ir.OpDef{
		Doc: "Define " + what + " of the dialect around: a name and parameters.",
		Example: `irdl.dialect @cmath {
  irdl.` + what + ` @complex {
    %0 = irdl.is f32
    irdl.parameters(elem: %0)
  }
}`,
		Attrs:   []ir.AttrArg{{Name: "sym_name", Is: ir.IsSymbolName}},
		Regions: []ir.RegionArg{{Name: "body"}},
		Traits:  ir.Symbol | ir.NoTerminator,
		// The form is not a format: a body without ops is left out.
		Parse: parseDefinition,
		Print: printDefinition,
		Verify: func(o *ir.Op) error {
			if err := checkParent(o, DialectOp); err != nil {
				return err
			}
			if err := checkBody(o); err != nil {
				return err
			}
			return checkName(o, memberName(o, sigil), what)
		},
		VerifyRegions: func(o *ir.Op) error { return checkOnce(o, Parameters) },
	})
}

// memberName is the name that o defines, without a sigil in front.
func memberName(o *ir.Op, sigil string) string { return strings.TrimPrefix(ir.SymbolName(o), sigil) }
