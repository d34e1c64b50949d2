package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	contraction "github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
)

// maxSpatialDims is how many spatial dimensions tg.conv has names for.
const maxSpatialDims = 10

// convDimsOf is what the attribute `dimension_numbers` says.
func convDimsOf(a *ir.Attr) contraction.ConvDims {
	at := func(field string) int { return int(a.Get(field).Int()) }
	list := func(field string) []int {
		var out []int
		for _, d := range a.Get(field).Ints() {
			out = append(out, int(d))
		}
		return out
	}
	return contraction.ConvDims{
		InputBatch: at("input_batch_dimension"), InputFeature: at("input_feature_dimension"), InputSpatial: list("input_spatial_dimensions"),
		KernelInput: at("kernel_input_feature_dimension"), KernelOutput: at("kernel_output_feature_dimension"), KernelSpatial: list("kernel_spatial_dimensions"),
		OutputBatch: at("output_batch_dimension"), OutputFeature: at("output_feature_dimension"), OutputSpatial: list("output_spatial_dimensions"),
	}
}

func convolutionToTG(c *convert.Rewriter, o *ir.Op) error {
	d := convDimsOf(o.Attr("dimension_numbers"))
	if n := len(d.InputSpatial); n > maxSpatialDims {
		return fmt.Errorf("cannot be converted to tg: it has %d spatial dimensions, of which tg.conv knows at most %d", n, maxSpatialDims)
	}
	attrs := []ir.NamedAttr{
		{Name: "layout", Value: c.Ctx.StringAttr(tg.FormatConvLayout(d))},
		{Name: "groups", Value: o.Attr("feature_group_count")},
		{Name: "batch_groups", Value: o.Attr("batch_group_count")},
	}
	for _, list := range []struct {
		from, to string
		usual    int64
	}{{"window_strides", "strides", 1}, {"padding", "pads", 0}, {"lhs_dilation", "input_dilation", 1}, {"rhs_dilation", "kernel_dilation", 1}} {
		if v := o.Attr(list.from).Ints(); !all(v, list.usual) {
			attrs = append(attrs, ints(c.Ctx, list.to, v))
		}
	}
	if v := o.Attr("window_reversal").Ints(); !all(v, 0) {
		attrs = append(attrs, ir.NamedAttr{Name: "reversal", Value: c.Ctx.IntArray(c.Ctx.Bool(), v)})
	}
	attrs = append(attrs, elementType(c.Ctx, o, o.Operand(0).Type(), o.Operand(1).Type())...)
	return c.Replace(o, tg.Conv, c.Operands(o), attrs...)
}
