package main

import "fmt"

// graph is what is compared.
type graph struct {
	name  string
	build func(b *builder) value
	// base is a graph that ours is compared with instead, as a program of ours.
	base func(b *builder) value
	bars bars
	// operations are floating-point operations, where they are counted.
	operations float64
	// unfused says that ours is compared with ours without what is from product to product, and not
	// with ONNX Runtime: the bits must be the same.
	unfused bool
	// share of the peak of products in registers is what one thread is to reach at least.
	share float64
}

// bars are what ratios may be at most: with one thread, and with several. There is none where it is
// 0.
type bars struct{ one, several float64 }

// noBar is above all ratios.
const noBar = 1e9

func (g *graph) bar(threads int) float64 {
	bar := g.bars.one
	if threads > 1 {
		bar = g.bars.several
	}
	if bar == 0 {
		return noBar
	}
	return bar
}

const million = 1 << 20

// functions are elementwise, of a million elements.
func functions() []graph {
	var all []graph
	for _, f := range []struct {
		ours, theirs string
		low, high    float64
	}{
		{"exponential", "Exp", -10, 10}, {"tanh", "Tanh", -5, 5}, {"chlo.erf", "Erf", -3, 3}, {"logistic", "Sigmoid", -10, 10},
		{"log", "Log", 0.001, 100}, {"sqrt", "Sqrt", 0, 100}, {"sine", "Sin", -10, 10}, {"cosine", "Cos", -10, 10},
		{"tan", "Tan", -10, 10}, {"chlo.asin", "Asin", -1, 1}, {"chlo.acos", "Acos", -1, 1}, {"chlo.atan", "Atan", -10, 10},
		{"chlo.sinh", "Sinh", -5, 5}, {"chlo.cosh", "Cosh", -5, 5}, {"chlo.asinh", "Asinh", -10, 10}, {"chlo.acosh", "Acosh", 1, 100}, {"chlo.atanh", "Atanh", -0.999, 0.999},
	} {
		all = append(all, graph{name: f.theirs, build: func(b *builder) value { return b.both(f.ours, f.theirs, b.input(f.low, f.high, million)) }})
	}
	return all
}

// ops are single ones, or a few that are one for ONNX Runtime.
func ops() []graph {
	all := append(append(append(products(), attentions()...), small()...), convolutions()...)
	for _, rows := range []int{1 << 10, 1 << 14} {
		all = append(all, matrices(rows)...)
	}
	gather := func(b *builder) value { return b.gather(b.weight(0, 1, 30000, 768), b.ids(30000, 4096)) }
	pool := func(n int, w window) func(b *builder) value {
		return func(b *builder) value { return b.maxPool(b.input(-1, 1, 1, 64, n, n), w) }
	}
	return append(all,
		graph{name: "gather 4096x768", build: gather, bars: bars{one: 1}},
		graph{name: "max pool 3x3s2 112x112x64", build: pool(112, window{3, 2, 1}), bars: bars{one: 1.2}},
		graph{name: "max pool 2x2s2 224x224x64", build: pool(224, window{2, 2, 0}), bars: bars{one: 1.2}})
}

// products are those of matrices, the right one of weights, and of batches.
func products() []graph {
	var all []graph
	for _, p := range []struct {
		rows, depth, cols int
		bar, share        float64
	}{
		{128, 128, 128, 1.1, 0}, {256, 256, 256, 1.1, 0}, {512, 512, 512, 1.05, 0.9}, {1024, 1024, 1024, 1.05, 0.9}, {2048, 2048, 2048, 1.05, 0.85},
		{128, 768, 768, 1.1, 0}, {128, 768, 3072, 1.1, 0}, {128, 3072, 768, 1.1, 0}, {1, 4096, 4096, 1.1, 0},
	} {
		all = append(all, graph{
			name: fmt.Sprintf("product %dx%dx%d", p.rows, p.depth, p.cols), bars: bars{one: p.bar}, share: p.share, operations: 2 * float64(p.rows*p.depth*p.cols),
			build: func(b *builder) value {
				return b.matmul(b.input(-1, 1, p.rows, p.depth), b.weight(0, 1, p.depth, p.cols))
			},
		})
	}
	for _, p := range [][3]int{{128, 64, 128}, {128, 128, 64}, {1024, 64, 1024}} {
		all = append(all, graph{
			name: fmt.Sprintf("12 products %dx%dx%d", p[0], p[1], p[2]), bars: bars{one: 1.1}, operations: 24 * float64(p[0]*p[1]*p[2]),
			build: func(b *builder) value {
				return b.matmul(b.input(-1, 1, 12, p[0], p[1]), b.input(-1, 1, 12, p[1], p[2]))
			},
		})
	}
	return all
}

// attentions are of 12 heads, beside ONNX Runtime and beside ours unfused.
func attentions() []graph {
	const heads, width = 12, 64
	var all []graph
	for _, a := range []struct {
		length int
		bar    float64
	}{{128, 0.8}, {1024, 0.6}} {
		for _, causal := range []bool{false, true} {
			g := graph{
				name: fmt.Sprintf("attention %dx%dx%d", heads, a.length, width), operations: 4 * float64(heads*a.length*a.length*width),
				build: func(b *builder) value {
					input := func() value { return b.input(-1, 1, heads, a.length, width) }
					mask := value{}
					if causal {
						mask = b.causal(a.length)
					}
					return b.attention(input(), b.transpose(input(), 0, 2, 1), input(), mask)
				},
			}
			if causal {
				g.name = "causal " + g.name
			}
			unfused := g
			unfused.name, unfused.unfused, unfused.bars = g.name+" / unfused", true, bars{one: a.bar}
			all = append(all, g, unfused)
		}
	}
	return all
}

func convolutions() []graph {
	var all []graph
	for _, c := range []struct {
		size, in, out int
		window        window
		groups        int
		bar           float64
	}{
		{56, 64, 64, window{3, 1, 1}, 1, 1.1}, {28, 128, 128, window{3, 1, 1}, 1, 1.1}, {14, 256, 256, window{3, 1, 1}, 1, 1.1}, {7, 512, 512, window{3, 1, 1}, 1, 1.1},
		{56, 64, 256, window{1, 1, 0}, 1, 1.1}, {56, 256, 64, window{1, 1, 0}, 1, 1.1}, {28, 512, 128, window{1, 1, 0}, 1, 1.1},
		{14, 1024, 256, window{1, 1, 0}, 1, 1.1}, {7, 512, 2048, window{1, 1, 0}, 1, 1.1}, {224, 3, 64, window{7, 2, 3}, 1, 1.1},
		{112, 32, 32, window{3, 1, 1}, 32, 1.2}, {56, 144, 144, window{3, 1, 1}, 144, 1.2}, {28, 192, 192, window{3, 1, 1}, 192, 1.2}, {14, 384, 384, window{3, 1, 1}, 384, 1.2},
		{112, 96, 96, window{3, 2, 1}, 96, 1.2}, {56, 144, 144, window{3, 2, 1}, 144, 1.2}, {28, 192, 192, window{3, 2, 1}, 192, 1.2}, {14, 576, 576, window{3, 2, 1}, 576, 1.2},
	} {
		name := fmt.Sprintf("conv %dx%ds%d %dx%d %d to %d", c.window.extent, c.window.extent, c.window.stride, c.size, c.size, c.in, c.out)
		if c.groups > 1 {
			name = fmt.Sprintf("depthwise %dx%ds%d %dx%dx%d", c.window.extent, c.window.extent, c.window.stride, c.size, c.size, c.in)
		}
		n := c.window.outputs(c.size)
		all = append(all, graph{
			name: name, bars: bars{one: c.bar}, operations: 2 * float64(n*n*c.out*c.in/c.groups*c.window.extent*c.window.extent),
			build: func(b *builder) value {
				return b.conv(b.input(-1, 1, 1, c.in, c.size, c.size), c.out, c.window, c.groups, false)
			},
		})
	}
	return all
}

// matrices are ops on so many rows of 1024.
func matrices(rows int) []graph {
	const cols = 1024
	size := fmt.Sprintf(" %dM", rows*cols/million)
	input := func(b *builder) value { return b.input(-4, 4, rows, cols) }
	all := []graph{
		{name: "softmax", bars: bars{one: 1.2}, build: func(b *builder) value { return b.softmax(input(b)) }},
		{name: "layer norm", bars: bars{one: 1.2}, build: func(b *builder) value { return b.layerNorm(input(b)) }},
		{name: "gelu", bars: bars{one: 1.2}, build: func(b *builder) value { return b.gelu(input(b)) }},
		{name: "add", build: func(b *builder) value { return b.both("add", "Add", input(b), input(b)) }},
		{name: "sum over rows", bars: bars{one: 1}, build: func(b *builder) value { return b.sum(input(b), 0) }},
		{name: "sum over columns", bars: bars{one: 1}, build: func(b *builder) value { return b.sum(input(b), 1) }},
		{name: "sum in the middle", bars: bars{one: 1}, build: func(b *builder) value { return b.sum(b.input(-1, 1, rows/16, 16, cols), 1) }},
		{name: "sum of all", bars: bars{one: 1}, build: func(b *builder) value { return b.reshape(b.sum(input(b), 0, 1), 1) }},
		{name: "transpose", bars: bars{one: 1}, build: func(b *builder) value { return b.transpose(input(b), 1, 0) }},
		{name: "transpose 0213", bars: bars{one: 1}, build: func(b *builder) value { return b.transpose(b.input(-1, 1, rows/128, 128, 16, 64), 0, 2, 1, 3) }},
		{name: "transpose 0231", bars: bars{one: 1}, build: func(b *builder) value { return b.transpose(b.input(-1, 1, rows/16, 64, 16, 16), 0, 2, 3, 1) }},
	}
	for i := range all {
		all[i].name += size
	}
	return all
}
