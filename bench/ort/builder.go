package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tg-opt/tg/tensor"
)

// value is one of both graphs, under the same name.
type value struct {
	name    string
	shape   []int
	element string // f32 if it is empty
}

// builder writes a graph as StableHLO and as ONNX side by side.
type builder struct {
	text    strings.Builder
	nodes   []byte
	consts  []byte // of ONNX
	inputs  []input
	weights [][]byte // little-endian, by the number that stands for them in the text
	names   int
	rng     *rand.Rand
}

// input is an argument of both.
type input struct {
	value
	data *tensor.Tensor
}

func newBuilder() *builder { return &builder{rng: rand.New(rand.NewPCG(1, 2))} }

func (b *builder) fresh(shape ...int) value {
	b.names++
	return value{name: fmt.Sprintf("v%d", b.names), shape: shape}
}

func (b *builder) printf(format string, args ...any) { fmt.Fprintf(&b.text, "  "+format+"\n", args...) }

func (v value) String() string { return "%" + v.name }

func (v value) typ() string {
	if v.element == "" {
		return typeOf(v.shape, "f32")
	}
	return typeOf(v.shape, v.element)
}

func typeOf(shape []int, element string) string {
	var s strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&s, "%dx", n)
	}
	return "tensor<" + s.String() + element + ">"
}

func elements(shape []int) int {
	n := 1
	for _, e := range shape {
		n *= e
	}
	return n
}

func list(ints []int) string {
	return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(ints), "[]")), ", ")
}

// uniform are numbers between two bounds.
func (b *builder) uniform(low, high float64, shape []int) *tensor.Tensor {
	t := tensor.New(tensor.F32, shape...)
	data := tensor.Data[float32](t)
	for i := range data {
		data[i] = float32(low + (high-low)*b.rng.Float64())
	}
	return t
}

// input is an argument of numbers between two bounds.
func (b *builder) input(low, high float64, shape ...int) value {
	v := b.fresh(shape...)
	b.inputs = append(b.inputs, input{v, b.uniform(low, high, shape)})
	return v
}

// ids is an argument of integers below a limit.
func (b *builder) ids(limit int, shape ...int) value {
	v := b.fresh(shape...)
	t := tensor.New(tensor.I32, shape...)
	data := tensor.Data[int32](t)
	for i := range data {
		data[i] = int32(b.rng.IntN(limit))
	}
	b.inputs = append(b.inputs, input{v, t})
	return v
}

// weight is a constant of numbers within a distance from another one. In the text a splat stands
// for it, with its number.
func (b *builder) weight(middle, distance float64, shape ...int) value {
	v := b.fresh(shape...)
	data := tensor.Data[float32](b.uniform(middle-distance, middle+distance, shape))
	raw := make([]byte, 0, 4*len(data)+rawHead)
	for _, x := range data {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	b.printf("%s = stablehlo.constant {%s = %d : i64} dense<0.0> : %s", v, weightAttr, len(b.weights), v.typ())
	b.weights = append(b.weights, raw)
	b.consts = append(b.consts, initializer(v.name, elementF32, shape, raw)...)
	return v
}

// splat is a constant of StableHLO only.
func (b *builder) splat(number string, shape ...int) value {
	v := b.fresh(shape...)
	b.printf("%s = stablehlo.constant dense<%s> : %s", v, number, v.typ())
	return v
}

// scalar, floats and ints are constants of ONNX only.
func (b *builder) scalar(x float32) string {
	v := b.fresh()
	b.consts = append(b.consts, initializer(v.name, elementF32, nil, binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))...)
	return v.name
}

func (b *builder) floats(list ...float32) string {
	v := b.fresh()
	var raw []byte
	for _, x := range list {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	b.consts = append(b.consts, initializer(v.name, elementF32, []int{len(list)}, raw)...)
	return v.name
}

func (b *builder) ints(list ...int) string {
	v := b.fresh()
	var raw []byte
	for _, x := range list {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(x))
	}
	b.consts = append(b.consts, initializer(v.name, elementI64, []int{len(list)}, raw)...)
	return v.name
}

func (b *builder) onnx(op string, result value, operands []string, attributes ...[]byte) {
	b.nodes = append(b.nodes, node(op, result.name, operands, attributes...)...)
}

// module is the program in StableHLO.
func (b *builder) module(result value) string {
	var args []string
	for _, in := range b.inputs {
		args = append(args, in.String()+": "+typeOf(in.shape, in.data.DType().String()))
	}
	return fmt.Sprintf("func.func public @main(%s) -> %s {\n%s  return %s : %s\n}\n", strings.Join(args, ", "), result.typ(), b.text.String(), result, result.typ())
}

// model is the same for ONNX Runtime.
func (b *builder) model(result value) []byte {
	graph := slices.Concat(b.nodes, b.consts)
	for _, in := range b.inputs {
		graph = append(graph, message(11, valueInfo(in.name, elementTypes[in.data.DType().String()], in.shape))...)
	}
	return modelOf(append(graph, message(12, valueInfo(result.name, elementTypes[result.element], result.shape))...))
}
