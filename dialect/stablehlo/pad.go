package stablehlo

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Pad adds elements at the edges and between elements.
var Pad = Dialect.NewOp("stablehlo.pad")

func init() {
	Pad.Define(ir.OpDef{
		Doc: "The operand with padding before, after and between its elements in each dimension. Negative padding at an edge removes elements.",
		Example: `func.func @f(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<5x6xf32> {
  %0 = stablehlo.pad %x, %v, low = [0, 1], high = [2, 0], interior = [1, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor).In("elements"), ir.Arg("padding_value", ir.ScalarTensor).In("elements")),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor).In("elements")),
		Attrs: []ir.AttrArg{
			{Name: "edge_padding_low", Is: ir.IsInts},
			{Name: "edge_padding_high", Is: ir.IsInts},
			{Name: "interior_padding", Is: ir.IsInts},
		},
		Traits: ir.Pure,
		Format: "$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,` " +
			"`interior` `=` $interior_padding attr-dict `:` functional-type",
		Infer: infer(inferPad),
		Slots: ir.Slots{
			twin(tg.Pad, padAttrs, nil),
			like(tg.Pad, "interior", "interior_padding"),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				attrs := []ir.NamedAttr{
					ints(c.Ctx, "low", o.Attr("edge_padding_low").Ints()), ints(c.Ctx, "high", o.Attr("edge_padding_high").Ints()),
				}
				if interior := o.Attr("interior_padding").Ints(); !all(interior, 0) {
					attrs = append(attrs, ints(c.Ctx, "interior", interior))
				}
				return c.Replace(o, tg.Pad, c.Operands(o), attrs...)
			}),
		},
	})
}

func inferPad(in *ir.Inference) (*ir.Type, error) {
	t := in.Operands[0]
	if in.Operands[1].Elem() != t.Elem() {
		return nil, fmt.Errorf("requires a padding value with the element type of the operand '%s', but got '%s'", t, in.Operands[1])
	}
	low, high, interior := in.Attr("edge_padding_low").Ints(), in.Attr("edge_padding_high").Ints(), in.Attr("interior_padding").Ints()
	for _, e := range in.Def.Attrs {
		if err := checkLen(e.Name, in.Attr(e.Name).Ints(), t.Rank()); err != nil {
			return nil, err
		}
	}
	shape := make([]int64, t.Rank())
	for i, n := range t.Shape() {
		if interior[i] < 0 {
			return nil, fmt.Errorf("requires interior padding that is not negative, but got %d for dimension %d", interior[i], i)
		}
		if n == ir.Dynamic {
			shape[i] = ir.Dynamic
			continue
		}
		if !countable(float64(n) + float64(float64(n)*float64(interior[i])) + math.Abs(float64(low[i])) + math.Abs(float64(high[i]))) {
			return nil, fmt.Errorf("pads dimension %d of '%s' by more than can be counted", i, t)
		}
		shape[i] = low[i] + n + max(n-1, 0)*interior[i] + high[i]
		if shape[i] < 0 {
			return nil, fmt.Errorf("removes %d elements more from dimension %d of '%s' than it has", -shape[i], i, t)
		}
	}
	return in.Ctx.WithShape(t, shape), nil
}
