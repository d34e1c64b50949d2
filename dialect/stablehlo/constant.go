package stablehlo

import (
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Constant is a constant tensor.
var Constant = Dialect.NewOp("stablehlo.constant")

func init() {
	Constant.Define(ir.OpDef{
		Doc: "A constant tensor.",
		Example: `func.func @f() -> tensor<2xi64> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  return %c : tensor<2xi64>
}`,
		Results: ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs:   []ir.AttrArg{{Name: "value", Is: ir.IsElements}},
		Traits:  ir.Pure | ir.ConstantLike,
		Format:  "attr-dict $value",
		Infer:   infer(func(in *ir.Inference) (*ir.Type, error) { return in.Attr("value").Type(), nil }),
		ResultName: func(o *ir.Op, _ int) string {
			if o.Result(0).Type().ElemOrSelf().IsInteger() {
				return "c"
			}
			return "cst"
		},
		Slots: ir.Slots{convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
			return c.Replace(o, tg.Constant, nil, ir.NamedAttr{Name: "value", Value: o.Attr("value")})
		})},
	})
	Dialect.KeepsLocs = true
	Dialect.Constant = func(b *ir.Builder, value *ir.Attr, t *ir.Type, l ir.Loc) *ir.Op {
		if !ir.IsElements.Ok(value) || value.Type() != t {
			return nil
		}
		return b.OpWithTypes(Constant, l, []*ir.Type{t}, nil, ir.NamedAttr{Name: "value", Value: value})
	}
}
