package chlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Constant is a constant tensor, ConstantLike one number in the shape of another
// tensor.
var (
	Constant     = Dialect.NewOp("chlo.constant")
	ConstantLike = Dialect.NewOp("chlo.constant_like")
)

// anyNumber is an attribute of a type.
var anyNumber = ir.AttrConstraint{Desc: "attribute with a type", Ok: func(a *ir.Attr) bool { return a != nil && a.Type() != nil }}

func init() {
	Constant.Define(ir.OpDef{
		Doc: "A constant tensor.",
		Example: `func.func @f() -> tensor<2xi64> {
  %0 = chlo.constant dense<[1, 2]> : tensor<2xi64>
  return %0 : tensor<2xi64>
}`,
		Results: ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs:   []ir.AttrArg{{Name: "value", Is: ir.IsElements}},
		Traits:  ir.Pure | ir.ConstantLike,
		Format:  "attr-dict $value",
		Infer:   func(in *ir.Inference) ([]*ir.Type, error) { return []*ir.Type{in.Attr("value").Type()}, nil },
		Slots: ir.Slots{convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
			return c.Replace(o, tg.Constant, nil, ir.NamedAttr{Name: "value", Value: o.Attr("value")})
		})},
	})
	ConstantLike.Define(ir.OpDef{
		Doc: "One number in each place of a tensor of the operand's shape.",
		Example: `func.func @f(%x: tensor<?x4xi32>) -> tensor<?x4xf32> {
  %0 = "chlo.constant_like"(%x) <{value = 1.5 : f32}> : (tensor<?x4xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensorLike)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensorLike).Own()),
		Attrs:    []ir.AttrArg{{Name: "value", Is: anyNumber}},
		Traits:   ir.Pure,
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			v := in.Attr("value")
			if v.Type().IsShaped() || v.Type().IsFunction() {
				return nil, fmt.Errorf("requires a value that is one number, but got %s", v)
			}
			return []*ir.Type{in.Ctx.WithElem(in.Operands[0], v.Type())}, nil
		},
		Slots: ir.Slots{
			costOf(tg.Broadcast),
			convert.ToTG.Of(conversion(constantLikeToTG)),
		},
	})
}

func constantLikeToTG(m *maker, o *ir.Op) []*ir.Value {
	raw, ok := elementOf(o.Attr("value"))
	if t := o.Operand(0).Type(); !t.HasRank() {
		return []*ir.Value{m.fail("the operand '%s' has no rank", t)}
	}
	if !ok {
		return []*ir.Value{m.fail("elements of type '%s' have no storage there", o.Attr("value").Type())}
	}
	return []*ir.Value{m.spread(m.constant(o.Attr("value").Type(), raw), m.Value(o.Operand(0)))}
}
