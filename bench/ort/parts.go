package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// parts are what networks consist of besides products, as exporters write them.
func parts() []graph {
	var all []graph
	for _, rows := range []int{1 << 10, 1 << 14} {
		all = append(all, moved(rows)...)
	}
	all = append(all, normalised()...)
	return append(all, windowed()...)
}

// moved are moves and sums of so many rows of 1024, and what is computed of each element.
func moved(rows int) []graph {
	const cols = 1024
	input := func(b *builder) value { return b.input(-4, 4, rows, cols) }
	all := []graph{
		{name: "concat of rows", bars: bars{one: 1}, build: func(b *builder) value {
			return b.join(0, b.input(-1, 1, rows/2, cols), b.input(-1, 1, rows/2, cols))
		}},
		{name: "concat of columns", bars: bars{one: 1}, build: func(b *builder) value {
			return b.join(1, b.input(-1, 1, rows, cols/4), b.input(-1, 1, rows, cols/2), b.input(-1, 1, rows, cols/4))
		}},
		{name: "pad", bars: bars{one: 1}, build: func(b *builder) value { return b.pad(b.input(-1, 1, 16, rows/16-2, cols-2), 0, 1, 1) }},
		{name: "silu", bars: bars{one: 1.2}, build: func(b *builder) value {
			x := input(b)
			return b.both("multiply", "Mul", x, b.both("logistic", "Sigmoid", x))
		}},
		{name: "rms norm", bars: bars{one: 1.2}, build: func(b *builder) value { return b.rmsNorm(input(b)) }},
		{name: "rotary embedding", bars: bars{one: 1.2}, build: func(b *builder) value { return b.rotary(b.input(-1, 1, 1, 16, rows, 64)) }},
		{name: "softmax over rows", bars: bars{one: 1.2}, build: func(b *builder) value { return b.softmaxOf(input(b), 0) }},
		{name: "softmax in the middle", bars: bars{one: 1.2}, build: func(b *builder) value { return b.softmaxOf(b.input(-4, 4, rows/16, 64, 256), 1) }},
		{name: "gather of rows", bars: bars{one: 1}, build: func(b *builder) value { return b.gather(b.weight(0, 1, 8192, cols), b.ids(8192, rows)) }},
		{name: "cumulated sums", bars: bars{one: 1}, build: func(b *builder) value { return b.cumulate(input(b), 1) }},
		{name: "cumulated sums over rows", bars: bars{one: 1}, build: func(b *builder) value { return b.cumulate(b.input(-1, 1, rows/64, 64, cols), 1) }},
	}
	if rows*cols == million {
		all = append(all, graph{name: "top 16", bars: bars{one: 1.2}, build: func(b *builder) value { return b.top(input(b), 16) }})
	}
	for i := range all {
		all[i].name += fmt.Sprintf(" %dM", rows*cols/million)
	}
	return all
}

// normalised are normalisations of other shapes.
func normalised() []graph {
	return []graph{
		{name: "layer norm 16384x64", bars: bars{one: 1.2}, build: func(b *builder) value { return b.layerNorm(b.input(-1, 1, 16384, 64)) }},
		{name: "layer norm 64x16384", bars: bars{one: 1.2}, build: func(b *builder) value { return b.layerNorm(b.input(-1, 1, 64, 16384)) }},
		{name: "layer norm 4096x768", bars: bars{one: 1.2}, build: func(b *builder) value { return b.layerNorm(b.input(-1, 1, 4096, 768)) }},
		{name: "group norm 64x128x128", bars: bars{one: 1.2}, build: func(b *builder) value { return b.groupNorm(b.input(-1, 1, 1, 64, 128, 128), 32) }},
		{name: "batch norm 64x128x128", bars: bars{one: 1.2}, build: func(b *builder) value { return b.norm(b.input(-1, 1, 1, 64, 128, 128)) }},
	}
}

// windowed are convolutions of other kinds, and windows.
func windowed() []graph {
	var all []graph
	for _, c := range [][3]int{{56, 128, 32}, {28, 256, 32}, {14, 512, 32}} {
		w := window{3, 1, 1}
		all = append(all, graph{
			name: fmt.Sprintf("conv 3x3 %dx%dx%d, %d groups", c[0], c[0], c[1], c[2]), bars: bars{one: 1.2}, operations: 2 * float64(c[0]*c[0]*c[1]*c[1]/c[2]*9),
			build: func(b *builder) value { return b.conv(b.input(-1, 1, 1, c[1], c[0], c[0]), c[1], w, c[2], false) },
		})
	}
	for _, c := range []struct {
		size, in, out int
		window        window
	}{{56, 64, 32, window{2, 2, 0}}, {28, 128, 64, window{4, 2, 1}}, {56, 64, 64, window{3, 1, 1}}} {
		n := (c.size-1)*c.window.stride + c.window.extent - 2*c.window.pad
		all = append(all, graph{
			name: fmt.Sprintf("transposed conv %dx%ds%d %dx%d %d to %d", c.window.extent, c.window.extent, c.window.stride, c.size, c.size, c.in, c.out), bars: bars{one: 1.2},
			operations: 2 * float64(n*n*c.out*c.in*c.window.extent*c.window.extent/c.window.stride/c.window.stride),
			build: func(b *builder) value {
				return b.transposedConv(b.input(-1, 1, 1, c.in, c.size, c.size), c.out, c.window)
			},
		})
	}
	image := func(b *builder) value { return b.input(-1, 1, 1, 64, 128, 128) }
	return append(all,
		graph{name: "average pool 3x3s1 128x128x64", bars: bars{one: 1}, build: func(b *builder) value { return b.meanPool(image(b), window{3, 1, 1}) }},
		graph{name: "average pool 3x3s2 128x128x64", bars: bars{one: 1}, build: func(b *builder) value { return b.meanPool(image(b), window{3, 2, 1}) }},
		graph{name: "average pool 2x2s2 128x128x64", bars: bars{one: 1}, build: func(b *builder) value { return b.meanPool(image(b), window{2, 2, 0}) }},
		graph{name: "global mean 32x32x1024", bars: bars{one: 1}, build: func(b *builder) value { return b.globalMean(b.input(-1, 1, 1, 1024, 32, 32)) }},
		graph{name: "global mean 7x7x2048", bars: bars{one: 1}, build: func(b *builder) value { return b.globalMean(b.input(-1, 1, 1, 2048, 7, 7)) }},
		graph{name: "resize 2x 64x64x64", bars: bars{one: 1}, build: func(b *builder) value { return b.resize(b.input(-1, 1, 1, 64, 64, 64)) }})
}

// join is concat along any dimension.
func (b *builder) join(dim int, parts ...value) value {
	shape := slices.Clone(parts[0].shape)
	shape[dim] = 0
	var refs, types, names []string
	for _, p := range parts {
		shape[dim] += p.shape[dim]
		refs, types, names = append(refs, p.String()), append(types, p.typ()), append(names, p.name)
	}
	v := b.fresh(shape...)
	b.printf("%s = stablehlo.concatenate %s, dim = %d : (%s) -> %s", v, strings.Join(refs, ", "), dim, strings.Join(types, ", "), v.typ())
	b.onnx("Concat", v, names, attribute("axis", dim))
	return v
}

// pad puts so many zeros before and behind each dimension.
func (b *builder) pad(x value, by ...int) value {
	shape := slices.Clone(x.shape)
	for d, n := range by {
		shape[d] += 2 * n
	}
	v := b.fresh(shape...)
	b.printf("%s = stablehlo.pad %s, %s, low = [%s], high = [%s], interior = [%s] : (%s, tensor<f32>) -> %s",
		v, x, b.splat("0.0"), list(by), list(by), list(make([]int, len(by))), x.typ(), v.typ())
	b.onnx("Pad", v, []string{x.name, b.ints(append(slices.Clone(by), by...)...)})
	return v
}

// slice is a part of the last dimension.
func (b *builder) slice(x value, low, high int) value {
	shape, r := slices.Clone(x.shape), len(x.shape)-1
	shape[r] = high - low
	v := b.fresh(shape...)
	var ranges []string
	for _, n := range x.shape[:r] {
		ranges = append(ranges, fmt.Sprintf("0:%d", n))
	}
	b.printf("%s = stablehlo.slice %s [%s, %d:%d] : (%s) -> %s", v, x, strings.Join(ranges, ", "), low, high, x.typ(), v.typ())
	b.onnx("Slice", v, []string{x.name, b.ints(low), b.ints(high), b.ints(r)})
	return v
}

// rotary turns the two halves of each head, as LLaMA is exported.
func (b *builder) rotary(x value) value {
	n, width := x.shape[2], x.shape[3]
	turned := b.join(3, b.both("negate", "Neg", b.slice(x, width/2, width)), b.slice(x, 0, width/2))
	cos, sin := b.input(-1, 1, n, width), b.input(-1, 1, n, width)
	times := func(x, y value) value {
		v := b.op("multiply", x.shape, x, b.broadcast(y, x.shape, 2, 3))
		b.onnx("Mul", v, []string{x.name, y.name})
		return v
	}
	return b.both("add", "Add", times(x, cos), times(turned, sin))
}

// rmsNorm is the last dimension over the root of its mean square, with weights.
func (b *builder) rmsNorm(x value) value {
	r := len(x.shape) - 1
	n := x.shape[r]
	scale := b.weight(1, .1, n)
	s := b.reduce(b.op("multiply", x.shape, x, x), "add", "0.0", r)
	m := b.op("divide", s.shape, s, b.splat(fmt.Sprintf("%d.0", n), s.shape...))
	i := b.op("rsqrt", m.shape, b.op("add", m.shape, m, b.splat("1.0e-6", m.shape...)))
	v := b.op("multiply", x.shape, b.op("multiply", x.shape, x, b.broadcast(i, x.shape, upTo(r)...)), b.broadcast(scale, x.shape, r))
	square, mean, shifted, root, whole := b.fresh(), b.fresh(), b.fresh(), b.fresh(), b.fresh()
	b.onnx("Pow", square, []string{x.name, b.scalar(2)})
	b.onnx("ReduceMean", mean, []string{square.name, b.ints(-1)}, attribute("keepdims", 1))
	b.onnx("Add", shifted, []string{mean.name, b.scalar(1e-6)})
	b.onnx("Sqrt", root, []string{shifted.name})
	b.onnx("Div", whole, []string{x.name, root.name})
	b.onnx("Mul", v, []string{whole.name, scale.name})
	return v
}

// softmaxOf is softmax along any dimension.
func (b *builder) softmaxOf(x value, dim int) value {
	dims := slices.DeleteFunc(upTo(len(x.shape)), func(d int) bool { return d == dim })
	e := b.op("exponential", x.shape, b.op("subtract", x.shape, x, b.broadcast(b.reduce(x, "maximum", "0xFF800000", dim), x.shape, dims...)))
	v := b.op("divide", x.shape, e, b.broadcast(b.reduce(e, "add", "0.0", dim), x.shape, dims...))
	b.onnx("Softmax", v, []string{x.name}, attribute("axis", dim))
	return v
}

// cumulate are sums up to each element, which exporters write as windows.
func (b *builder) cumulate(x value, dim int) value {
	v := b.fresh(x.shape...)
	size, pads := slices.Repeat([]int{1}, len(x.shape)), make([]string, len(x.shape))
	size[dim] = x.shape[dim]
	for d := range pads {
		pads[d] = "[0, 0]"
	}
	pads[dim] = fmt.Sprintf("[%d, 0]", x.shape[dim]-1)
	b.printf(`%s = "stablehlo.reduce_window"(%s, %s) <{window_dimensions = array<i64: %s>, padding = dense<[%s]> : tensor<%dx2xi64>}> ({`, v, x, b.splat("0.0"), list(size), strings.Join(pads, ", "), len(pads))
	b.printf("^bb0(%%a: tensor<f32>, %%b: tensor<f32>):\n    %%m = stablehlo.add %%a, %%b : tensor<f32>\n    stablehlo.return %%m : tensor<f32>")
	b.printf("}) : (%s, tensor<f32>) -> %s", x.typ(), v.typ())
	b.onnx("CumSum", v, []string{x.name, b.ints(dim)})
	return v
}

// top are the largest elements of rows.
func (b *builder) top(x value, k int) value {
	v, places := b.fresh(x.shape[0], k), b.fresh(x.shape[0], k)
	b.printf("%s, %s = chlo.top_k(%s, k = %d) : %s -> (%s, %s)", v, places, x, k, x.typ(), v.typ(), typeOf(places.shape, "i32"))
	b.nodes = append(b.nodes, nodeOf("TopK", []string{v.name, places.name}, []string{x.name, b.ints(k)})...)
	return v
}

// groupNorm normalises groups of features, with weights for each of these, as PyTorch exports it.
func (b *builder) groupNorm(x value, groups int) value {
	c := x.shape[1]
	each := elements(x.shape) / x.shape[0] / groups
	scale, offset := b.weight(1, .1, c), b.weight(0, .1, c)
	grouped := []int{x.shape[0], groups, each}
	y := b.op2("reshape", grouped, x)
	mean := func(x value) value {
		s := b.reduce(x, "add", "0.0", 2)
		return b.op("divide", s.shape, s, b.splat(fmt.Sprintf("%d.0", each), s.shape...))
	}
	d := b.op("subtract", grouped, y, b.broadcast(mean(y), grouped, 0, 1))
	m := mean(b.op("multiply", grouped, d, d))
	i := b.op("rsqrt", m.shape, b.op("add", m.shape, m, b.splat("1.0e-5", m.shape...)))
	z := b.op2("reshape", x.shape, b.op("multiply", grouped, d, b.broadcast(i, grouped, 0, 1)))
	v := b.op("add", x.shape, b.op("multiply", x.shape, z, b.broadcast(scale, x.shape, 1)), b.broadcast(offset, x.shape, 1))
	flat, whole, back, scaled := b.fresh(), b.fresh(), b.fresh(), b.fresh()
	ones, zeros := b.weight(1, 0, groups), b.weight(0, 0, groups)
	b.onnx("Reshape", flat, []string{x.name, b.ints(0, groups, -1)})
	b.onnx("InstanceNormalization", whole, []string{flat.name, ones.name, zeros.name}, attributeNumber("epsilon", math.Float32bits(1e-5)))
	b.onnx("Reshape", back, []string{whole.name, b.ints(x.shape...)})
	column := func(v value) string {
		r := b.fresh()
		b.onnx("Unsqueeze", r, []string{v.name, b.ints(1, 2)})
		return r.name
	}
	b.onnx("Mul", scaled, []string{back.name, column(scale)})
	b.onnx("Add", v, []string{scaled.name, column(offset)})
	return v
}

// op2 is an op of StableHLO alone whose result has another shape.
func (b *builder) op2(name string, shape []int, x value) value {
	v := b.fresh(shape...)
	b.printf("%s = stablehlo.%s %s : (%s) -> %s", v, name, x, x.typ(), v.typ())
	return v
}

// transposedConv has the gradient of a convolution by the input.
func (b *builder) transposedConv(x value, features int, w window) value {
	n := (x.shape[2]-1)*w.stride + w.extent - 2*w.pad
	k := b.weight(0, math.Sqrt(6/float64(x.shape[1]*w.extent*w.extent)), x.shape[1], features, w.extent, w.extent)
	v := b.fresh(x.shape[0], features, n, n)
	p := w.extent - 1 - w.pad
	b.printf("%s = stablehlo.convolution(%s, %s) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {pad = [[%d, %d], [%d, %d]], lhs_dilate = [%d, %d], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (%s, %s) -> %s",
		v, x, k, p, p, p, p, w.stride, w.stride, x.typ(), k.typ(), v.typ())
	b.onnx("ConvTranspose", v, []string{x.name, k.name}, w.attributes()...)
	return v
}

// resize repeats each position of images twice, by gathers of the nearest, as JAX exports it.
func (b *builder) resize(x value) value {
	y := x
	for _, dim := range []int{2, 3} {
		shape := slices.Clone(y.shape)
		shape[dim] *= 2
		var at []string
		for i := range shape[dim] {
			at = append(at, fmt.Sprintf("[%d]", i/2))
		}
		index := b.fresh(shape[dim], 1)
		b.printf("%s = stablehlo.constant dense<[%s]> : %s", index, strings.Join(at, ", "), typeOf(index.shape, "i32"))
		sizes := slices.Clone(y.shape)
		sizes[dim] = 1
		v := b.fresh(shape...)
		b.printf(`%s = "stablehlo.gather"(%s, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [%s], collapsed_slice_dims = [%d], start_index_map = [%d], index_vector_dim = 1>, slice_sizes = array<i64: %s>, indices_are_sorted = false}> : (%s, %s) -> %s`,
			v, y, index, list(slices.DeleteFunc(upTo(4), func(d int) bool { return d == dim })), dim, dim, list(sizes), y.typ(), typeOf(index.shape, "i32"), v.typ())
		y = v
	}
	scales := b.floats(1, 1, 2, 2)
	b.onnx("Resize", y, []string{x.name, "", scales}, attributeText("mode", "nearest"), attributeText("coordinate_transformation_mode", "asymmetric"), attributeText("nearest_mode", "floor"))
	return y
}
