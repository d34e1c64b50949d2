package utilop

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// UnfoldableConstant is a constant that nothing is folded into.
var UnfoldableConstant = Dialect.NewOp("util.unfoldable_constant")

func init() {
	UnfoldableConstant.Define(ir.OpDef{
		Doc: "A constant that optimisations take for an unknown value.",
		Example: `func.func @f() -> tensor<4xf32> {
  %0 = util.unfoldable_constant dense<1.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		Results: ir.Args(ir.Arg("result", ir.AnyType)),
		Attrs:   []ir.AttrArg{{Name: "value", Is: ir.AnyAttr}},
		Traits:  ir.Pure | ir.Opaque,
		Format:  "attr-dict $value",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			v := in.Attr("value")
			if v == nil || v.Type() == nil {
				return nil, fmt.Errorf("requires a value with a type")
			}
			return []*ir.Type{v.Type()}, nil
		},
		Slots: ir.Slots{convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
			value, err := Elements(c.Ctx, o.Attr("value"))
			if err != nil {
				return err
			}
			cst, err := c.Make(o, tg.Constant, nil, o.ResultTypes(), nil, ir.NamedAttr{Name: "value", Value: value})
			if err != nil {
				return err
			}
			return c.Replace(o, tg.Barrier, cst.Results())
		})},
	})
}
