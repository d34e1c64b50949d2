package stablehlo

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Compare compares element by element.
var Compare = Dialect.NewOp("stablehlo.compare")

func init() {
	Compare.Define(ir.OpDef{
		Doc: "Whether each element of lhs is equal to, less than, ... the element of rhs.",
		Example: `func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}`,
		Operands: ir.Args(ir.Arg("lhs", ir.AnyTensorLike), ir.Arg("rhs", ir.AnyTensorLike)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensorLike).Own()),
		Attrs: []ir.AttrArg{
			{Name: "comparison_direction", Is: comparisonDirection.Is},
			{Name: "compare_type", Is: comparisonType.Is, Optional: true},
		},
		Traits: ir.Pure | ir.Elementwise,
		Format: "$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:` functional-type",
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			t, err := sameOperands(in)
			if err != nil {
				return nil, err
			}
			return in.Ctx.WithElem(t, in.Ctx.Bool()), nil
		}),
		Verify: func(o *ir.Op) error {
			if order := o.Attr("compare_type"); order != nil {
				return CheckOrder(o.Operand(0).Type().Elem(), word(order))
			}
			return nil
		},
		Slots: ir.Slots{
			like(tg.Compare),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				attrs := []ir.NamedAttr{{
					Name: "direction", Value: c.Ctx.StringAttr(strings.ToLower(word(o.Attr("comparison_direction")))),
				}}
				if t := o.Attr("compare_type"); t != nil && word(t) == "TOTALORDER" {
					attrs = append(attrs, ir.NamedAttr{Name: "total_order", Value: c.Ctx.Unit()})
				}
				return c.Replace(o, tg.Compare, c.Operands(o), attrs...)
			}),
		},
	})
}

// CheckOrder checks that an order, a word of the comparison types, is one that elements of type e
// have.
func CheckOrder(e *ir.Type, order string) error {
	unsigned := e.IsInteger() && e.Signedness() == ir.Unsigned || e.IsBool()
	ok := true
	switch order {
	case "FLOAT":
		ok = e.IsFloat() || e.IsComplex()
	case "TOTALORDER":
		ok = e.IsFloat()
	case "SIGNED":
		ok = e.IsInteger() && !unsigned || e.IsIndex()
	case "UNSIGNED":
		ok = unsigned
	}
	if !ok {
		return fmt.Errorf("cannot compare elements of type '%s' by the order %s", e, order)
	}
	return nil
}
