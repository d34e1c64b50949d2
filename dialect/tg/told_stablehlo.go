package tg

import (
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/ir"
)

// toldWriters are what ops are in StableHLO whose operands tell the shape of the
// result: it has the same ones.
var toldWriters = map[*ir.OpDef]func(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value{
	DynamicBroadcast: func(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
		attrs := []ir.NamedAttr{w.Ints("broadcast_dimensions", o.Attr("dims").Ints())}
		for _, list := range []struct{ from, to string }{{"expanding", "known_expanding_dimensions"}, {"nonexpanding", "known_nonexpanding_dimensions"}} {
			if dims := o.Attr(list.from).Ints(); len(dims) > 0 {
				attrs = append(attrs, w.Ints(list.to, dims))
			}
		}
		return w.Op("stablehlo.dynamic_broadcast_in_dim", o.Result(0).Type(), x, attrs...)
	},
	DynamicConv: func(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
		return w.Op("stablehlo.dynamic_conv", o.Result(0).Type(), x, convAttrsThere(w, o)...)
	},
	DynamicGather: func(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
		return w.Op("stablehlo.dynamic_gather", o.Result(0).Type(), x, gatherAttrsThere(w, o)...)
	},
	DynamicIota: func(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
		return w.Op("stablehlo.dynamic_iota", o.Result(0).Type(), x, w.Int("iota_dimension", o.Attr("dim").Int()))
	},
	DynamicPad:       sameOperandsAs("stablehlo.dynamic_pad"),
	DynamicReshape:   sameOperandsAs("stablehlo.dynamic_reshape"),
	RealDynamicSlice: sameOperandsAs("stablehlo.real_dynamic_slice"),
	SetDim: func(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
		size := x[1]
		if size.Type().Elem() != w.Ctx.I32() {
			size = w.Op("stablehlo.convert", w.Ctx.Tensor(nil, w.Ctx.I32()), x[1:])
		}
		return w.Op("stablehlo.set_dimension_size", o.Result(0).Type(), []*ir.Value{x[0], size}, w.Int("dimension", o.Attr("dim").Int()))
	},
}

// sameOperandsAs is an op without attributes.
func sameOperandsAs(name string) func(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	return func(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value { return w.Op(name, o.Result(0).Type(), x) }
}

// writeCast: types that say more or less are a matter of dialect tensor.
func writeCast(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	return w.Op("tensor.cast", o.Result(0).Type(), x)
}

func writeDim(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	return extentOf(w, o.Result(0).Type(), x[0], o.Attr("dim").Int())
}

// extentOf is an extent as a number of type t.
func extentOf(w *convert.Writer, t *ir.Type, x *ir.Value, dim int64) *ir.Value {
	v := w.Op("stablehlo.get_dimension_size", w.Ctx.WithElem(t, w.Ctx.I32()), []*ir.Value{x}, w.Int("dimension", dim))
	if t.Elem() == w.Ctx.I32() {
		return v
	}
	return w.Op("stablehlo.convert", t, []*ir.Value{v})
}

func writeShapeOf(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	t := o.Result(0).Type()
	number := w.Ctx.Tensor(nil, t.Elem())
	if x[0].Type().Rank() == 0 {
		return w.Constant(w.Ctx.Dense(t, nil))
	}
	extents := make([]*ir.Value, x[0].Type().Rank())
	for d := range extents {
		extents[d] = extentOf(w, number, x[0], int64(d))
	}
	return listOf(w, t, extents)
}

// writeFFT has the name of the transform as its type.
func writeFFT(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	kind := map[string]string{"fft": "FFT", "ifft": "IFFT", "rfft": "RFFT", "irfft": "IRFFT"}[o.Attr("kind").Text()]
	return w.Op("stablehlo.fft", o.Result(0).Type(), x, w.Word("fft_type", "fft_type", kind), w.Ints("fft_length", o.Attr("length").Ints()))
}

// writeSelectAndScatter writes keywords as the regions that they stand for.
func writeSelectAndScatter(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	attrs := []ir.NamedAttr{w.Ints("window_dimensions", o.Attr("window").Ints())}
	if strides := o.Attr("strides"); strides != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "window_strides", Value: strides})
	}
	if pads := o.Attr("pads"); pads != nil && len(pads.Ints()) > 0 {
		attrs = append(attrs, ir.NamedAttr{Name: "padding", Value: padding(w, pads.Ints())})
	}
	selection := o.Attr("select")
	if selection == nil {
		return withRegions(w, o, "stablehlo.select_and_scatter", x, attrs...)
	}
	number := w.Ctx.Tensor(nil, x[0].Type().Elem())
	word := map[string]string{"ge": "GE", "gt": "GT", "le": "LE", "lt": "LT", "max": "GE", "min": "LE"}[selection.Text()]
	selects := w.Function(types(number, number), func(x []*ir.Value) []*ir.Value {
		stays := comparison(w, word, false, boolLike(w, number), x)
		if k := selection.Text(); (k == "max" || k == "min") && number.Elem().IsFloat() {
			isNaN := comparison(w, "NE", false, boolLike(w, number), []*ir.Value{x[0], x[0]})
			stays = w.Op("stablehlo.or", stays.Type(), []*ir.Value{stays, isNaN})
		}
		return []*ir.Value{stays}
	})
	combines := combiner(w, scatterOps[o.Attr("scatter").Text()], x[1].Type().Elem())
	return results(w.Make("stablehlo.select_and_scatter", o.ResultTypes(), x, []*ir.Region{selects, combines}, attrs...))
}

// writeRng: the shape is an operand there.
func writeRng(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	t := o.Result(0).Type()
	word := map[string]string{"uniform": "UNIFORM", "normal": "NORMAL"}[o.Attr("distribution").Text()]
	return w.Op("stablehlo.rng", t, slices.Concat(x, []*ir.Value{w.Constant(extentsThere(w, t))}), w.Word("rng_distribution", "rng_distribution", word))
}

// extentsThere are the extents of a static type as a constant.
func extentsThere(w *convert.Writer, t *ir.Type) *ir.Attr {
	return w.Ctx.Dense(w.Ctx.Tensor([]int64{int64(t.Rank())}, w.Ctx.I64()), wordBytes(t.Shape()))
}

// writeAssert: exporters call it by that name.
func writeAssert(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	w.Make("stablehlo.custom_call", nil, x, nil, ir.NamedAttr{Name: "call_target_name", Value: w.Ctx.StringAttr("shape_assertion")},
		w.Bool("has_side_effect", true), ir.NamedAttr{Name: "error_message", Value: o.Attr("message")})
	return nil
}

func writeCustomCall(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	attrs := []ir.NamedAttr{{Name: "call_target_name", Value: o.Attr("target")}, w.Bool("has_side_effect", true)}
	attrs = append(attrs, o.Attr("config").Entries()...)
	return results(w.Make("stablehlo.custom_call", o.ResultTypes(), x, nil, attrs...))
}
