package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// DynamicConv is the convolution with padding that is known at run time.
var DynamicConv = Dialect.NewOp("stablehlo.dynamic_conv")

func init() {
	DynamicConv.Define(ir.OpDef{
		Doc: "A convolution with padding that is known at run time: a row for each spatial dimension, with the numbers of zeros before and behind it.",
		Example: `func.func @f(%x: tensor<1x8x3xf32>, %w: tensor<3x3x16xf32>, %pads: tensor<1x2xi32>) -> tensor<1x?x16xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %w, %pads) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x3xf32>, tensor<3x3x16xf32>, tensor<1x2xi32>) -> tensor<1x?x16xf32>
  return %0 : tensor<1x?x16xf32>
}`,
		Operands: ir.Args(ir.Arg("lhs", ir.AnyTensor), ir.Arg("rhs", ir.AnyTensor), ir.Arg("padding", ir.IntTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor).Own()),
		Attrs: []ir.AttrArg{
			{Name: "window_strides", Is: ir.IsInts, Optional: true},
			{Name: "lhs_dilation", Is: ir.IsInts, Optional: true},
			{Name: "rhs_dilation", Is: ir.IsInts, Optional: true},
			{Name: "window_reversal", Is: ir.IsBools, Optional: true},
			{Name: "dimension_numbers", Is: isConvDims},
			{Name: "feature_group_count", Is: ir.IsI64},
			{Name: "batch_group_count", Is: ir.IsI64},
			{Name: "precision_config", Is: precision.List(), Optional: true},
		},
		Traits: ir.Pure,
		Verify: verifyDynamicConv,
		Slots: ir.Slots{
			likeWith(tg.Conv, convolutionCostAttrs),
			analysis.ToldBy.Of(&analysis.Told{As: Convolution, Numbers: 2, Scratch: true, Make: dynamicConvMake}),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				attrs, err := convAttrsOf(c.Ctx, o)
				if err != nil {
					return err
				}
				return replaceTold(c, o, tg.DynamicConv, attrs...)
			}),
		},
	})
}

// dynamicConvMake makes the numbers of the padding an attribute.
func dynamicConvMake(in *ir.Inference, numbers [][]int64) ([]ir.NamedAttr, []int64, error) {
	rank := int64(len(numbers[0]) / 2)
	padding := in.Ctx.Dense(in.Ctx.Tensor([]int64{rank, 2}, in.Ctx.I64()), in.Ctx.I64Array(numbers[0]).Raw())
	attrs := []ir.NamedAttr{{Name: "padding", Value: padding}}
	for _, a := range in.Props.Entries() {
		switch list := a.Value.Ints(); a.Name {
		case "window_strides", "lhs_dilation", "rhs_dilation":
			a.Value = in.Ctx.I64Array(list[:min(int64(len(list)), rank)])
		}
		attrs = append(attrs, a)
	}
	shape, err := convShape(in.Ctx.Dict(attrs).Get, in.Operands[0], in.Operands[1])
	return attrs, shape, err
}

// checkLeast checks that a list has an entry for each dimension. JAX writes more, of
// which the first are meant.
func checkLeast(what string, list []int64, rank int) error {
	return checkLen(what, list[:min(len(list), rank)], rank)
}

func verifyDynamicConv(o *ir.Op) error {
	shape, err := verifyWindow(o, checkLeast)
	if err != nil {
		return err
	}
	spatial := o.Attr("dimension_numbers").Get("output_spatial_dimensions").Ints()
	if t := o.Operand(2).Type(); t.Rank() != 2 || !fits(t.Shape()[0], int64(len(spatial))) || !fits(t.Shape()[1], 2) {
		return fmt.Errorf("requires padding to have the shape %dx2, but its type is '%s'", len(spatial), t)
	}
	for _, d := range spatial {
		shape[d] = ir.Dynamic
	}
	return checkResultShape(o, shape)
}
