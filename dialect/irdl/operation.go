package irdl

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// Operation defines an op of the dialect around.
var Operation = Dialect.NewOp("irdl.operation")

func init() {
	Operation.Define(ir.OpDef{
		Doc: "Define an operation of the dialect around: a name, operands, results, attributes and regions. The attribute `tg.pure` says " +
			"that the op has no effect but its results, so that passes may merge, move and remove it, and rules may make it.",
		Example: `irdl.dialect @cmath {
  irdl.operation @mul {
    %0 = irdl.any
    irdl.operands(lhs: %0, rhs: %0)
    irdl.results(res: %0)
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
			if err := checkPure(o); err != nil {
				return err
			}
			return checkName(o, ir.SymbolName(o), "operation")
		},
		VerifyRegions: func(o *ir.Op) error {
			if err := checkOnce(o, Operands, Results, Attributes, Regions); err != nil {
				return err
			}
			return checkDistinct(o)
		},
	})
}

// checkDistinct fails when two of operands, results and regions have the same
// name.
func checkDistinct(o *ir.Op) error {
	kinds := []*ir.OpDef{Operands, Results, Regions}
	seen := map[string]*ir.OpDef{}
	for p := o.RegionAt(0).First().First(); p != nil; p = p.Next() {
		for _, d := range kinds {
			if !p.Is(d) {
				continue
			}
			for _, n := range p.Attr("names").Elems() {
				if first := seen[n.Text()]; first != nil {
					return fmt.Errorf("contains a value named '%s' for both its %s and %s", n.Text(), first.Mnemonic(), d.Mnemonic())
				}
				seen[n.Text()] = d
			}
		}
	}
	return nil
}
