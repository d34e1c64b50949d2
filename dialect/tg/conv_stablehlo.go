package tg

import (
	"encoding/binary"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
)

// writeConv writes a convolution, and its epilogue as ops of their own.
func writeConv(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	attrs := append(convAttrsThere(w, o), ir.NamedAttr{Name: "padding", Value: padding(w, fullList(o.Attr("pads"), 2*spatialRank(o), 0))})
	v := w.Op("stablehlo.convolution", o.Result(0).Type(), x[:2], attrs...)
	if a := o.Attr("algorithm"); a != nil && !w.Failed() {
		v.Def().SetAttr(convert.Algorithm, a)
	}
	return epilogued(w, o, x, v)
}

// convAttrsThere are the attributes of a convolution but the padding.
func convAttrsThere(w *convert.Writer, o *ir.Op) []ir.NamedAttr {
	d := layoutOf(o.Attr("layout"))
	n := len(d.InputSpatial)
	return []ir.NamedAttr{
		w.Ints("window_strides", fullList(o.Attr("strides"), n, 1)),
		w.Ints("lhs_dilation", fullList(o.Attr("input_dilation"), n, 1)),
		w.Ints("rhs_dilation", fullList(o.Attr("kernel_dilation"), n, 1)),
		{Name: "window_reversal", Value: w.Ctx.IntArray(w.Ctx.Bool(), fullList(o.Attr("reversal"), n, 0))},
		convNumbers(w, d),
		w.Int("feature_group_count", o.Attr("groups").Int()), w.Int("batch_group_count", o.Attr("batch_groups").Int()),
	}
}

// padding is a matrix of a low and a high count for each dimension.
func padding(w *convert.Writer, pads []int64) *ir.Attr {
	return w.Ctx.Dense(w.Ctx.Tensor([]int64{int64(len(pads) / 2), 2}, w.Ctx.I64()), wordBytes(pads))
}

// wordBytes are numbers as elements of type i64.
func wordBytes(list []int64) []byte {
	raw := make([]byte, 0, 8*len(list))
	for _, n := range list {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(n))
	}
	return raw
}

// convNumbers are the dimensions of a convolution as StableHLO numbers them.
func convNumbers(w *convert.Writer, d contract.ConvDims) ir.NamedAttr {
	spatial := func(name string, dims []int) ir.NamedAttr {
		list := make([]int64, len(dims))
		for i, n := range dims {
			list[i] = int64(n)
		}
		return w.Ints(name, list)
	}
	at := func(name string, dim int) ir.NamedAttr { return w.Int(name, int64(dim)) }
	return w.Record("dimension_numbers", "conv",
		at("input_batch_dimension", d.InputBatch), at("input_feature_dimension", d.InputFeature), spatial("input_spatial_dimensions", d.InputSpatial),
		at("kernel_input_feature_dimension", d.KernelInput), at("kernel_output_feature_dimension", d.KernelOutput), spatial("kernel_spatial_dimensions", d.KernelSpatial),
		at("output_batch_dimension", d.OutputBatch), at("output_feature_dimension", d.OutputFeature), spatial("output_spatial_dimensions", d.OutputSpatial))
}
