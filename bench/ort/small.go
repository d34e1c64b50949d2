package main

import (
	"fmt"

	"github.com/tg-opt/tg/tensor"
)

// small are ops on small numbers. Those with another graph to be compared with are not compared
// with ONNX Runtime, but with that, which is ours, too: the same on f32.
func small() []graph {
	var all []graph
	for _, p := range []struct {
		rows  int
		of    tensor.DType
		bar   float64
		works string
	}{
		{1024, tensor.I8, 0.5, "i32"}, {1024, tensor.BF16, 0.6, ""}, {1024, tensor.F16, 1.1, ""},
		{1, tensor.I8, 0.4, "i32"}, {1, tensor.BF16, 0.75, ""}, {1, tensor.F16, 0.75, ""},
	} {
		depth := max(1024, min(4096, 4096/p.rows))
		name := fmt.Sprintf("product %dx%dx%d in %s, by that in f32", p.rows, depth, depth, p.of)
		all = append(all, graph{
			name: name, bars: bars{one: p.bar}, operations: 2 * float64(p.rows*depth*depth),
			build: func(b *builder) value {
				return b.smallMatmul(b.inputOf(p.of, p.rows, depth), b.weightOf(p.of, depth, depth), p.works)
			},
			base: func(b *builder) value { return b.matmul(b.input(-1, 1, p.rows, depth), b.weight(0, 1, depth, depth)) },
		})
	}
	integers := func(b *builder) value {
		return b.smallMatmul(b.inputOf(tensor.I8, 1024, 1024), b.weightOf(tensor.I8, 1024, 1024), "i32")
	}
	return append(all,
		graph{name: "product 1024x1024x1024 in int8", build: integers, bars: bars{one: 1.1}, operations: 2 << 30},
		graph{name: "quantize 1M", build: func(b *builder) value { return b.quantize(b.input(-10, 10, 1024, 1024)) }, bars: bars{one: 1.2}},
		graph{name: "dequantize 1M", build: func(b *builder) value { return b.dequantize(b.inputOf(tensor.I8, 1024, 1024)) }, bars: bars{one: 1.2}})
}

// inputOf is an argument of small numbers.
func (b *builder) inputOf(d tensor.DType, shape ...int) value {
	v := b.fresh(shape...)
	v.element = d.String()
	b.inputs = append(b.inputs, input{v, b.numbersOf(d, shape)})
	return v
}

// numbersOf are integers of all of a type's range, or floats between -1 and 1.
func (b *builder) numbersOf(d tensor.DType, shape []int) *tensor.Tensor {
	t := tensor.New(d, shape...)
	for i := range t.Len() {
		if d.IsFloat() {
			t.SetFloat64(i, 2*b.rng.Float64()-1)
		} else {
			t.SetInt64(i, int64(b.rng.IntN(256)-128))
		}
	}
	return t
}

// weightOf is a constant of small numbers.
func (b *builder) weightOf(d tensor.DType, shape ...int) value {
	v := b.fresh(shape...)
	v.element = d.String()
	zero := "0"
	if d.IsFloat() {
		zero = "0.0"
	}
	bytes := b.numbersOf(d, shape).Bytes()
	raw := append(make([]byte, 0, len(bytes)+rawHead), bytes...)
	b.printf("%s = stablehlo.constant {%s = %d : i64} dense<%s> : %s", v, weightAttr, len(b.weights), zero, v.typ())
	b.weights = append(b.weights, raw)
	b.consts = append(b.consts, initializer(v.name, elementTypes[v.element], shape, raw)...)
	return v
}

// elementTypes are the numbers of types in ONNX.
var elementTypes = map[string]uint64{"": elementF32, "f32": elementF32, "ui8": 2, "i8": 3, "i32": elementI32, "i64": elementI64, "f16": 10, "bf16": 16}

// smallMatmul is a product of matrices of small numbers, with results of an element type, or theirs
// if that is empty.
func (b *builder) smallMatmul(x, y value, element string) value {
	v := b.fresh(x.shape[0], y.shape[1])
	if v.element = element; element == "" {
		v.element = x.element
	}
	b.printf("%s = stablehlo.dot_general %s, %s, contracting_dims = [1] x [0] : (%s, %s) -> %s", v, x, y, x.typ(), y.typ(), v.typ())
	b.onnx("MatMulInteger", v, []string{x.name, y.name})
	return v
}

const scale, scaleText, inverseText = 1.0 / 16, "0.0625", "16.0"

// quantize makes bytes of numbers.
func (b *builder) quantize(x value) value {
	y := b.op("multiply", x.shape, x, b.splat(inverseText, x.shape...))
	y = b.op("round_nearest_even", x.shape, y)
	y = b.op("clamp", x.shape, b.splat("-128.0", x.shape...), y, b.splat("127.0", x.shape...))
	v := b.fresh(x.shape...)
	v.element = "i8"
	b.printf("%s = stablehlo.convert %s : (%s) -> %s", v, y, y.typ(), v.typ())
	b.onnx("QuantizeLinear", v, []string{x.name, b.scalar(scale), b.zeroPoint()})
	return v
}

// dequantize makes numbers of bytes.
func (b *builder) dequantize(x value) value {
	y := b.fresh(x.shape...)
	b.printf("%s = stablehlo.convert %s : (%s) -> %s", y, x, x.typ(), y.typ())
	v := b.op("multiply", x.shape, y, b.splat(scaleText, x.shape...))
	b.onnx("DequantizeLinear", v, []string{x.name, b.scalar(scale), b.zeroPoint()})
	return v
}

// zeroPoint is a byte of ONNX.
func (b *builder) zeroPoint() string {
	v := b.fresh()
	b.consts = append(b.consts, initializer(v.name, elementTypes["i8"], nil, []byte{0})...)
	return v.name
}
