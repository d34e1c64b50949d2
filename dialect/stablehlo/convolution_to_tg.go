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
	attrs, err := convAttrsOf(c.Ctx, o)
	if err != nil {
		return err
	}
	if v := o.Attr("padding").Ints(); !all(v, 0) {
		attrs = append(attrs, ints(c.Ctx, "pads", v))
	}
	if a := o.Attrs().Get(convert.Algorithm); a != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "algorithm", Value: a})
	}
	return c.Replace(o, tg.Conv, c.Operands(o), attrs...)
}

// convAttrsOf are the attributes of a convolution in tg, but for the padding.
func convAttrsOf(c *ir.Context, o *ir.Op) ([]ir.NamedAttr, error) {
	d := convDimsOf(o.Attr("dimension_numbers"))
	if n := len(d.InputSpatial); n > maxSpatialDims {
		return nil, fmt.Errorf("cannot be converted to tg: it has %d spatial dimensions, of which tg.conv knows at most %d", n, maxSpatialDims)
	}
	attrs := []ir.NamedAttr{
		{Name: "layout", Value: c.StringAttr(tg.FormatConvLayout(d))},
		{Name: "groups", Value: o.Attr("feature_group_count")},
		{Name: "batch_groups", Value: o.Attr("batch_group_count")},
	}
	for _, list := range []struct{ from, to string }{
		{"window_strides", "strides"}, {"lhs_dilation", "input_dilation"}, {"rhs_dilation", "kernel_dilation"},
	} {
		v := o.Attr(list.from).Ints()
		if v = v[:min(len(v), len(d.InputSpatial))]; !all(v, 1) {
			attrs = append(attrs, ints(c, list.to, v))
		}
	}
	if v := o.Attr("window_reversal").Ints(); !all(v, 0) {
		attrs = append(attrs, ir.NamedAttr{Name: "reversal", Value: c.IntArray(c.Bool(), v)})
	}
	return append(attrs, elementType(c, o, o.Operand(0).Type(), o.Operand(1).Type())...), nil
}
