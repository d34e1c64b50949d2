package stablehlo

import (
	"fmt"
	"regexp"

	"github.com/tg-opt/tg/convert"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/ir"
)

// Composite is a named op that a function spells out.
var Composite = Dialect.NewOp("stablehlo.composite")

func init() {
	Composite.Define(ir.OpDef{
		Doc: "What the function `decomposition` computes, under the name of an op that a compiler may know better.",
		Example: `func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "my.twice" %x {composite_attributes = {n = 2 : i64}, decomposition = @twice} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Variadic("inputs", ir.AnyType).Own()),
		Results:  ir.Args(ir.Variadic("results", ir.AnyType).Own()),
		Attrs: []ir.AttrArg{
			{Name: "name", Is: ir.IsString},
			{Name: "decomposition", Is: ir.IsFlatSym},
			{Name: "composite_attributes", Is: ir.IsDict, Optional: true},
			{Name: "version", Is: ir.IsI32, Optional: true},
		},
		Regions: []ir.RegionArg{{Name: "composite_regions", Variadic: true}},
		Format:  "$name operands (` (` $composite_regions^ `)`)? attr-dict `:` functional-type",
		Verify: func(o *ir.Op) error {
			if name := o.Attr("name").Text(); !namespaced.MatchString(name) {
				return fmt.Errorf("requires the name of an op in a namespace, such as \"my.op\", but got %q", name)
			}
			return nil
		},
		VerifySymbols: func(o *ir.Op, find func(*ir.Attr) *ir.Op) error {
			return fn.VerifyCall(o, o.Attr("decomposition"), find)
		},
		Slots: ir.Slots{convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
			if done, err := convert.FromComposite(c, o); done || err != nil {
				return err
			}
			if o.NumRegions() > 0 {
				return fmt.Errorf("cannot be converted to tg: a function cannot be given regions")
			}
			return c.Replace(o, fn.Call, c.Operands(o), ir.NamedAttr{Name: "callee", Value: o.Attr("decomposition")})
		})},
	})
}

// namespaced are the names that composites may have.
var namespaced = regexp.MustCompile(`^[a-zA-Z][\w$-]*(\.[\w$-]+)+$`)
