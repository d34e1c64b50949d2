package builtin

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Module is the container of functions and globals, and the root of a file.
var Module = Dialect.NewOp("builtin.module")

func init() {
	Module.Define(ir.OpDef{
		Doc: "A container of symbols such as functions and globals. A file without one is wrapped into one.",
		Example: `module @name attributes {some.attr = 1 : i32} {
  func.func @f() {
    return
  }
}`,
		Attrs: []ir.AttrArg{
			{Name: "sym_name", Is: ir.IsSymbolName, Optional: true},
			{Name: "sym_visibility", Is: ir.IsString, Optional: true},
		},
		Regions:        []ir.RegionArg{{Name: "bodyRegion"}},
		Traits:         ir.IsolatedFromAbove | ir.SymbolTable | ir.Symbol | ir.NoTerminator | ir.SingleBlock | ir.GraphRegions,
		Format:         "($sym_name^)? attr-dict-keyword $bodyRegion",
		Verify:         verifyModule,
		DefaultDialect: "builtin",
	})
}

func verifyModule(o *ir.Op) error {
	if !o.RegionAt(0).HasOneBlock() {
		return fmt.Errorf("region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks")
	}
	if n := o.RegionAt(0).First().NumArgs(); n != 0 {
		return fmt.Errorf("region should have no arguments, but has %d", n)
	}
	for _, e := range o.Attrs().Entries() {
		if !strings.Contains(e.Name, ".") {
			return fmt.Errorf("can only contain attributes with dialect-prefixed names, found: '%s'", e.Name)
		}
	}
	return nil
}
