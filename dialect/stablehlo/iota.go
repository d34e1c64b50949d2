package stablehlo

import (
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Iota counts along a dimension.
var Iota = Dialect.NewOp("stablehlo.iota")

func init() {
	Iota.Define(ir.OpDef{
		Doc: "A tensor whose elements are their index along one dimension.",
		Example: `func.func @f() -> tensor<2x3xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}`,
		Results: ir.Args(ir.Arg("output", knownShape)),
		Attrs:   []ir.AttrArg{{Name: "iota_dimension", Is: ir.IsI64}},
		Traits:  ir.Pure,
		Format:  "`dim` `=` $iota_dimension attr-dict `:` type($output)",
		Verify: func(o *ir.Op) error {
			return checkDims("iota_dimension", []int64{o.Attr("iota_dimension").Int()}, o.Result(0).Type().Rank())
		},
		Slots: ir.Slots{
			renamed(tg.Iota, "dim", "iota_dimension"),
			like(tg.Iota),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return c.Replace(o, tg.Iota, nil, ir.NamedAttr{Name: "dim", Value: o.Attr("iota_dimension")})
			}),
		},
	})
}
