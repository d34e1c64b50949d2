package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/check"
	"github.com/tg-opt/tg/ir"
)

// CustomCall calls something outside of the program.
var CustomCall = Dialect.NewOp("stablehlo.custom_call")

func init() {
	CustomCall.Define(ir.OpDef{
		Doc: "A call of a function that the environment provides under a name. What it does is up to the environment.",
		Example: `func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  stablehlo.custom_call @check.expect_close(%x, %y) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}`,
		Operands: ir.Args(ir.Variadic("inputs", ir.AnyType).Own()),
		Results:  ir.Args(ir.Variadic("results", ir.AnyType).Own()),
		Attrs: []ir.AttrArg{
			{Name: "call_target_name", Is: ir.IsSymbolName},
			{Name: "has_side_effect", Is: ir.IsBool, Optional: true},
			{Name: "backend_config", Is: ir.AnyAttr, Optional: true},
			{Name: "api_version", Is: ir.IsI32, Optional: true},
			{Name: "called_computations", Is: ir.IsArray, Optional: true},
			{Name: "operand_layouts", Is: ir.IsArray, Optional: true},
			{Name: "result_layouts", Is: ir.IsArray, Optional: true},
			{Name: "output_operand_aliases", Is: ir.IsArray, Optional: true},
		},
		Format: "$call_target_name `(` operands `)` attr-dict `:` functional-type",
		Slots:  ir.Slots{convert.ToTG.Of(customCallToTG)},
	})
}

// checks are the targets that test programs call, with the op and the
// attributes that they stand for.
var checks = map[string]struct {
	op    *ir.OpDef
	attrs func(*ir.Context) []ir.NamedAttr
}{
	"check.expect_eq": {check.ExpectEq, func(*ir.Context) []ir.NamedAttr { return nil }},
	"check.expect_almost_eq": {check.ExpectAlmostEq, func(c *ir.Context) []ir.NamedAttr {
		return []ir.NamedAttr{{Name: "tolerance", Value: c.FloatAttr(c.F64(), 1e-3)}}
	}},
	"check.expect_close": {check.ExpectClose, func(*ir.Context) []ir.NamedAttr { return nil }},
}

func customCallToTG(c *convert.Rewriter, o *ir.Op) error {
	target := o.Attr("call_target_name").Text()
	to, ok := checks[target]
	if !ok || o.NumOperands() != 2 || o.NumResults() != 0 {
		return fmt.Errorf("cannot be converted to tg: what the target '%s' computes is not known", target)
	}
	return c.Replace(o, to.op, c.Operands(o), to.attrs(c.Ctx)...)
}
