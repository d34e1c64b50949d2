package main

// models are whole networks, with one image or one sequence.
func models() []graph {
	return []graph{
		{name: "mobilenet_v2", build: mobilenet, bars: bars{1.3, 1.4}},
		{name: "squeezenet1_1", build: squeezenet, bars: bars{1.3, 1.4}},
		{name: "resnet50", build: resnet, bars: bars{1.1, 1.2}},
		{name: "inception_v3", build: inception, bars: bars{1.1, 1.2}},
		{name: "vgg19", build: vgg, bars: bars{1.1, 1.2}},
		{name: "bert_base12_s128", build: bert(12, 128), bars: bars{1, 1.1}},
		{name: "bert_layer_s128", build: bert(1, 128), bars: bars{1, 1.1}},
		{name: "bert_layer_s384", build: bert(1, 384), bars: bars{1, 1.1}},
	}
}

const imageSize = 224

// normed is a convolution whose output has the size of its input, or half of it, a normalisation
// and what activates it.
func (b *builder) normed(x value, features, extent, stride, groups int, activate func(value) value) value {
	y := b.norm(b.conv(x, features, window{extent, stride, extent / 2}, groups, false))
	if activate == nil {
		return y
	}
	return activate(y)
}

func resnet(b *builder) value {
	x := b.input(-1, 1, 1, 3, imageSize, imageSize)
	x = b.maxPool(b.normed(x, 64, 7, 2, 1, b.relu), window{3, 2, 1})
	for stage, blocks := range []int{3, 4, 6, 3} {
		width := 64 << stage
		for k := range blocks {
			stride := 1
			if k == 0 && stage > 0 {
				stride = 2
			}
			y := b.normed(x, width, 1, 1, 1, b.relu)
			y = b.normed(y, width, 3, stride, 1, b.relu)
			y = b.normed(y, 4*width, 1, 1, 1, nil)
			if k == 0 {
				x = b.normed(x, 4*width, 1, stride, 1, nil)
			}
			x = b.relu(b.both("add", "Add", y, x))
		}
	}
	return b.dense(b.globalMean(x), 1000)
}

func mobilenet(b *builder) value {
	x := b.input(-1, 1, 1, 3, imageSize, imageSize)
	x = b.normed(x, 32, 3, 2, 1, b.relu6)
	for _, s := range []struct{ expansion, features, blocks, stride int }{{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2}, {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}} {
		for k := range s.blocks {
			stride := 1
			if k == 0 {
				stride = s.stride
			}
			in, y := x.shape[1], x
			if s.expansion > 1 {
				y = b.normed(y, in*s.expansion, 1, 1, 1, b.relu6)
			}
			y = b.normed(y, in*s.expansion, 3, stride, in*s.expansion, b.relu6)
			y = b.normed(y, s.features, 1, 1, 1, nil)
			if stride == 1 && in == s.features {
				y = b.both("add", "Add", x, y)
			}
			x = y
		}
	}
	return b.dense(b.globalMean(b.normed(x, 1280, 1, 1, 1, b.relu6)), 1000)
}

func squeezenet(b *builder) value {
	biased := func(x value, features int, w window) value { return b.relu(b.conv(x, features, w, 1, true)) }
	fire := func(x value, squeezed, expanded int) value {
		s := biased(x, squeezed, window{1, 1, 0})
		return b.concat(biased(s, expanded, window{1, 1, 0}), biased(s, expanded, window{3, 1, 1}))
	}
	x := b.input(-1, 1, 1, 3, imageSize, imageSize)
	x = b.maxPool(biased(x, 64, window{3, 2, 0}), window{3, 2, 0})
	x = b.maxPool(fire(fire(x, 16, 64), 16, 64), window{3, 2, 0})
	x = b.maxPool(fire(fire(x, 32, 128), 32, 128), window{3, 2, 0})
	x = fire(fire(fire(fire(x, 48, 192), 48, 192), 64, 256), 64, 256)
	return b.globalMean(biased(x, 1000, window{1, 1, 0}))
}

func vgg(b *builder) value {
	x := b.input(-1, 1, 1, 3, imageSize, imageSize)
	for stage, convs := range []int{2, 2, 4, 4, 4} {
		for range convs {
			x = b.relu(b.conv(x, min(64<<stage, 512), window{3, 1, 1}, 1, true))
		}
		x = b.maxPool(x, window{2, 2, 0})
	}
	x = b.reshape(x, 1, elements(x.shape))
	return b.dense(b.relu(b.dense(b.relu(b.dense(x, 4096)), 4096)), 1000)
}

// bert has an embedding and so many layers of the base size.
func bert(layers, length int) func(b *builder) value {
	const width, heads, inner, words = 768, 12, 3072, 8000
	return func(b *builder) value {
		x := b.gather(b.weight(0, 1, words, width), b.ids(words, length))
		x = b.layerNorm(b.both("add", "Add", x, b.weight(0, .5, length, width)))
		for range layers {
			split := func(order ...int) value {
				return b.transpose(b.reshape(b.dense(x, width), length, heads, width/heads), order...)
			}
			q, k, v := split(1, 0, 2), split(1, 2, 0), split(1, 0, 2)
			y := b.transpose(b.attention(q, k, v, value{}), 1, 0, 2)
			x = b.layerNorm(b.both("add", "Add", b.dense(b.reshape(y, length, width), width), x))
			x = b.layerNorm(b.both("add", "Add", b.dense(b.gelu(b.dense(x, inner)), width), x))
		}
		return x
	}
}
