package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/tensor"
)

// op is an op of StableHLO alone, on operands of the shape of its result.
func (b *builder) op(name string, shape []int, operands ...value) value {
	v := b.fresh(shape...)
	var list []string
	for _, x := range operands {
		list = append(list, x.String())
	}
	typ := v.typ()
	if strings.HasPrefix(name, "chlo.") {
		typ += " -> " + typ
	} else {
		name = "stablehlo." + name
	}
	b.printf("%s = %s %s : %s", v, name, strings.Join(list, ", "), typ)
	return v
}

// both is an elementwise op of both.
func (b *builder) both(name, theirs string, operands ...value) value {
	v := b.op(name, operands[0].shape, operands...)
	var names []string
	for _, x := range operands {
		names = append(names, x.name)
	}
	b.onnx(theirs, v, names)
	return v
}

// with is an op with a number behind its operand.
func (b *builder) with(name, theirs string, x value, number float32, text string) value {
	v := b.op(name, x.shape, x, b.splat(text, x.shape...))
	b.onnx(theirs, v, []string{x.name, b.scalar(number)})
	return v
}

// broadcast is that of StableHLO.
func (b *builder) broadcast(x value, to []int, dims ...int) value {
	v := b.fresh(to...)
	b.printf("%s = stablehlo.broadcast_in_dim %s, dims = [%s] : (%s) -> %s", v, x, list(dims), x.typ(), v.typ())
	return v
}

// reduce is that of StableHLO.
func (b *builder) reduce(x value, op, init string, dims ...int) value {
	var shape []int
	for d, n := range x.shape {
		if !slices.Contains(dims, d) {
			shape = append(shape, n)
		}
	}
	v := b.fresh(shape...)
	b.printf("%s = stablehlo.reduce(%s init: %s) applies stablehlo.%s across dimensions = [%s] : (%s, tensor<f32>) -> %s",
		v, x, b.splat(init), op, list(dims), x.typ(), v.typ())
	return v
}

// window says how a kernel moves: the same in both dimensions.
type window struct{ extent, stride, pad int }

func (w window) outputs(n int) int { return (n+2*w.pad-w.extent)/w.stride + 1 }

func (w window) attributes() [][]byte {
	return [][]byte{attributeList("kernel_shape", w.extent, w.extent), attributeList("strides", w.stride, w.stride), attributeList("pads", w.pad, w.pad, w.pad, w.pad)}
}

// conv is a convolution of NCHW by OIHW, whose weights it makes, with a bias if that is asked for.
func (b *builder) conv(x value, features int, w window, groups int, bias bool) value {
	in := x.shape[1] / groups
	k := b.weight(0, math.Sqrt(6/float64(in*w.extent*w.extent)), features, in, w.extent, w.extent)
	return b.convBy(x, k, w, groups, bias)
}

func (b *builder) convBy(x, k value, w window, groups int, bias bool) value {
	v := b.fresh(x.shape[0], k.shape[0], w.outputs(x.shape[2]), w.outputs(x.shape[3]))
	b.printf("%s = stablehlo.convolution(%s, %s) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [%d, %d], pad = [[%d, %d], [%d, %d]]} {batch_group_count = 1 : i64, feature_group_count = %d : i64} : (%s, %s) -> %s",
		v, x, k, w.stride, w.stride, w.pad, w.pad, w.pad, w.pad, groups, x.typ(), k.typ(), v.typ())
	operands, result := []string{x.name, k.name}, v
	if bias {
		c := b.weight(0, .1, k.shape[0])
		operands = append(operands, c.name)
		result = b.op("add", v.shape, v, b.broadcast(c, v.shape, 1))
	}
	b.onnx("Conv", result, operands, append(w.attributes(), attribute("group", groups))...)
	return result
}

// norm is the normalisation of a batch by known moments, as JAX writes it.
func (b *builder) norm(x value) value {
	c := x.shape[1]
	scale, offset, mean, variance := b.weight(1, .2, c), b.weight(0, .2, c), b.weight(0, .1, c), b.weight(1, .2, c)
	r := b.op("rsqrt", []int{c}, b.op("add", []int{c}, variance, b.splat("1.0e-5", c)))
	r = b.op("multiply", []int{c}, r, scale)
	d := b.op("subtract", x.shape, x, b.broadcast(mean, x.shape, 1))
	d = b.op("multiply", x.shape, d, b.broadcast(r, x.shape, 1))
	v := b.op("add", x.shape, d, b.broadcast(offset, x.shape, 1))
	b.onnx("BatchNormalization", v, []string{x.name, scale.name, offset.name, mean.name, variance.name}, attributeNumber("epsilon", math.Float32bits(1e-5)))
	return v
}

func (b *builder) relu(x value) value {
	v := b.op("maximum", x.shape, x, b.splat("0.0", x.shape...))
	b.onnx("Relu", v, []string{x.name})
	return v
}

func (b *builder) relu6(x value) value {
	v := b.fresh(x.shape...)
	b.printf("%s = stablehlo.clamp %s, %s, %s : (tensor<f32>, %s, tensor<f32>) -> %s", v, b.splat("0.0"), x, b.splat("6.0"), x.typ(), v.typ())
	b.onnx("Clip", v, []string{x.name, b.scalar(0), b.scalar(6)})
	return v
}

// pool is the greatest element of windows, or their sum, of NCHW.
func (b *builder) pool(x value, op, init string, w window) value {
	v := b.fresh(x.shape[0], x.shape[1], w.outputs(x.shape[2]), w.outputs(x.shape[3]))
	b.printf(`%s = "stablehlo.reduce_window"(%s, %s) <{window_dimensions = array<i64: 1, 1, %d, %d>, window_strides = array<i64: 1, 1, %d, %d>, padding = dense<[[0, 0], [0, 0], [%d, %d], [%d, %d]]> : tensor<4x2xi64>}> ({`,
		v, x, b.splat(init), w.extent, w.extent, w.stride, w.stride, w.pad, w.pad, w.pad, w.pad)
	b.printf("^bb0(%%a: tensor<f32>, %%b: tensor<f32>):\n    %%m = stablehlo.%s %%a, %%b : tensor<f32>\n    stablehlo.return %%m : tensor<f32>", op)
	b.printf("}) : (%s, tensor<f32>) -> %s", x.typ(), v.typ())
	return v
}

func (b *builder) maxPool(x value, w window) value {
	v := b.pool(x, "maximum", "0xFF800000", w)
	b.onnx("MaxPool", v, []string{x.name}, w.attributes()...)
	return v
}

// meanPool counts what is in the padding.
func (b *builder) meanPool(x value, w window) value {
	s := b.pool(x, "add", "0.0", w)
	v := b.op("divide", s.shape, s, b.splat(fmt.Sprintf("%d.0", w.extent*w.extent), s.shape...))
	b.onnx("AveragePool", v, []string{x.name}, append(w.attributes(), attribute("count_include_pad", 1))...)
	return v
}

// globalMean has the batch and the features left.
func (b *builder) globalMean(x value) value {
	s := b.reduce(x, "add", "0.0", 2, 3)
	v := b.op("divide", s.shape, s, b.splat(fmt.Sprintf("%d.0", x.shape[2]*x.shape[3]), s.shape...))
	pooled := b.fresh()
	b.onnx("GlobalAveragePool", pooled, []string{x.name})
	b.onnx("Flatten", v, []string{pooled.name}, attribute("axis", 1))
	return v
}

// concat joins features.
func (b *builder) concat(parts ...value) value {
	shape := slices.Clone(parts[0].shape)
	shape[1] = 0
	var refs, types, names []string
	for _, p := range parts {
		shape[1] += p.shape[1]
		refs, types, names = append(refs, p.String()), append(types, p.typ()), append(names, p.name)
	}
	v := b.fresh(shape...)
	b.printf("%s = stablehlo.concatenate %s, dim = 1 : (%s) -> %s", v, strings.Join(refs, ", "), strings.Join(types, ", "), v.typ())
	b.onnx("Concat", v, names, attribute("axis", 1))
	return v
}

func (b *builder) sum(x value, dims ...int) value {
	v := b.reduce(x, "add", "0.0", dims...)
	b.onnx("ReduceSum", v, []string{x.name, b.ints(dims...)}, attribute("keepdims", 0))
	return v
}

func (b *builder) reshape(x value, shape ...int) value {
	v := b.fresh(shape...)
	b.printf("%s = stablehlo.reshape %s : (%s) -> %s", v, x, x.typ(), v.typ())
	b.onnx("Reshape", v, []string{x.name, b.ints(shape...)})
	return v
}

func (b *builder) transpose(x value, order ...int) value {
	var shape []int
	for _, d := range order {
		shape = append(shape, x.shape[d])
	}
	v := b.fresh(shape...)
	b.printf("%s = stablehlo.transpose %s, dims = [%s] : (%s) -> %s", v, x, list(order), x.typ(), v.typ())
	b.onnx("Transpose", v, []string{x.name}, attributeList("perm", order...))
	return v
}

// matmul is that of equal batch dimensions.
func (b *builder) matmul(x, y value) value {
	r := len(x.shape)
	v := b.fresh(append(slices.Clone(x.shape[:r-1]), y.shape[len(y.shape)-1])...)
	batch := ""
	if dims := list(upTo(len(y.shape) - 2)); dims != "" {
		batch = fmt.Sprintf("batching_dims = [%s] x [%s], ", dims, dims)
	}
	b.printf("%s = stablehlo.dot_general %s, %s, %scontracting_dims = [%d] x [%d] : (%s, %s) -> %s", v, x, y, batch, r-1, len(y.shape)-2, x.typ(), y.typ(), v.typ())
	b.onnx("MatMul", v, []string{x.name, y.name})
	return v
}

// dense is a product with a matrix of weights, and a bias.
func (b *builder) dense(x value, outputs int) value {
	n := x.shape[len(x.shape)-1]
	y := b.matmul(x, b.weight(0, math.Sqrt(3/float64(n)), n, outputs))
	c := b.weight(0, .1, outputs)
	v := b.op("add", y.shape, y, b.broadcast(c, y.shape, len(y.shape)-1))
	b.onnx("Add", v, []string{y.name, c.name})
	return v
}

// causal is an argument that hides what comes after a place.
func (b *builder) causal(length int) value {
	v := b.input(0, 0, length, length)
	data := tensor.Data[float32](b.inputs[len(b.inputs)-1].data)
	for i := range length {
		for j := i + 1; j < length; j++ {
			data[i*length+j] = float32(math.Inf(-1))
		}
	}
	return v
}

// attention of queries and values by keys, which are columns, with a mask that is added to scores,
// if it has a name.
func (b *builder) attention(q, k, v, mask value) value {
	scores := b.with("divide", "Div", b.matmul(q, k), 8, "8.0")
	if mask.name != "" {
		masked := b.op("add", scores.shape, scores, b.broadcast(mask, scores.shape, 1, 2))
		b.onnx("Add", masked, []string{scores.name, mask.name})
		scores = masked
	}
	return b.matmul(b.softmax(scores), v)
}

func upTo(n int) (dims []int) {
	for d := range n {
		dims = append(dims, d)
	}
	return dims
}

// softmax is that of the last dimension.
func (b *builder) softmax(x value) value {
	r := len(x.shape) - 1
	e := b.op("exponential", x.shape, b.op("subtract", x.shape, x, b.broadcast(b.reduce(x, "maximum", "0xFF800000", r), x.shape, upTo(r)...)))
	v := b.op("divide", x.shape, e, b.broadcast(b.reduce(e, "add", "0.0", r), x.shape, upTo(r)...))
	b.onnx("Softmax", v, []string{x.name}, attribute("axis", r))
	return v
}

// layerNorm is that of the last dimension, with weights.
func (b *builder) layerNorm(x value) value {
	r := len(x.shape) - 1
	n := x.shape[r]
	scale, offset := b.weight(1, .1, n), b.weight(0, .1, n)
	mean := func(x value) value {
		s := b.reduce(x, "add", "0.0", r)
		return b.op("divide", s.shape, s, b.splat(fmt.Sprintf("%d.0", n), s.shape...))
	}
	d := b.op("subtract", x.shape, x, b.broadcast(mean(x), x.shape, upTo(r)...))
	m := mean(b.op("multiply", x.shape, d, d))
	i := b.op("rsqrt", m.shape, b.op("add", m.shape, m, b.splat("1.0e-5", m.shape...)))
	y := b.op("multiply", x.shape, d, b.broadcast(i, x.shape, upTo(r)...))
	y = b.op("multiply", x.shape, y, b.broadcast(scale, x.shape, r))
	v := b.op("add", x.shape, y, b.broadcast(offset, x.shape, r))
	b.onnx("LayerNormalization", v, []string{x.name, scale.name, offset.name}, attribute("axis", r), attributeNumber("epsilon", math.Float32bits(1e-5)))
	return v
}

// gelu is spelt out, as PyTorch exports it.
func (b *builder) gelu(x value) value {
	t := b.with("divide", "Div", x, 1.41421354, "1.41421354")
	t = b.with("add", "Add", b.both("chlo.erf", "Erf", t), 1, "1.0")
	return b.with("multiply", "Mul", b.both("multiply", "Mul", x, t), .5, "0.5")
}

// gather takes rows of a matrix.
func (b *builder) gather(table, ids value) value {
	v := b.fresh(ids.shape[0], table.shape[1])
	b.printf(`%s = "stablehlo.gather"(%s, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, %d>, indices_are_sorted = false}> : (%s, %s) -> %s`,
		v, table, ids, table.shape[1], table.typ(), typeOf(ids.shape, "i32"), v.typ())
	b.onnx("Gather", v, []string{table.name, ids.name}, attribute("axis", 0))
	return v
}
