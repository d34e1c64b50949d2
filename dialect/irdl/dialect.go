package irdl

import (
	"errors"
	"regexp"

	"github.com/tg-opt/tg/ir"
)

// DialectOp defines a dialect.
var DialectOp = Dialect.NewOp("irdl.dialect")

var namespace = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z_0-9$]*$`)

func init() {
	DialectOp.Define(ir.OpDef{
		Doc: "Define a dialect: a name and what its region holds.",
		Example: `irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    irdl.parameters(elem: %0)
  }
}`,
		Attrs:   []ir.AttrArg{{Name: "sym_name", Is: ir.IsSymbolName}},
		Regions: []ir.RegionArg{{Name: "body"}},
		Traits:  ir.IsolatedFromAbove | ir.SymbolTable | ir.Symbol | ir.NoTerminator,
		// The form is not a format: a body without ops is left out.
		Parse: parseDefinition,
		Print: printDefinition,
		Verify: func(o *ir.Op) error {
			if err := checkBody(o); err != nil {
				return err
			}
			if !namespace.MatchString(ir.SymbolName(o)) {
				return errors.New("invalid dialect name")
			}
			return checkName(o, ir.SymbolName(o), "dialect")
		},
	})
}
