package main

import "math"

// inception is Inception v3 without its second output (Szegedy and others, "Rethinking the
// Inception Architecture for Computer Vision", 2015): convolutions of one dimension are there.
func inception(b *builder) value {
	x := b.input(-1, 1, 1, 3, 299, 299)
	x = b.plain(x, 32, 3, 2, 0)
	x = b.plain(x, 32, 3, 1, 0)
	x = b.maxPool(b.plain(x, 64, 3, 1, 1), window{3, 2, 0})
	x = b.plain(x, 80, 1, 1, 0)
	x = b.maxPool(b.plain(x, 192, 3, 1, 0), window{3, 2, 0})
	for _, pooled := range []int{32, 64, 64} {
		x = b.concat(
			b.plain(x, 64, 1, 1, 0),
			b.plain(b.plain(x, 48, 1, 1, 0), 64, 5, 1, 2),
			b.plain(b.plain(b.plain(x, 64, 1, 1, 0), 96, 3, 1, 1), 96, 3, 1, 1),
			b.plain(b.meanPool(x, window{3, 1, 1}), pooled, 1, 1, 0))
	}
	x = b.concat(
		b.plain(x, 384, 3, 2, 0),
		b.plain(b.plain(b.plain(x, 64, 1, 1, 0), 96, 3, 1, 1), 96, 3, 2, 0),
		b.maxPool(x, window{3, 2, 0}))
	for _, n := range []int{128, 160, 160, 192} {
		long := b.plain(x, n, 1, 1, 0)
		for k := range 3 {
			long = b.line(long, n, 7, k%2 == 0)
		}
		x = b.concat(
			b.plain(x, 192, 1, 1, 0),
			b.line(b.line(b.plain(x, n, 1, 1, 0), n, 7, false), 192, 7, true),
			b.line(long, 192, 7, false),
			b.plain(b.meanPool(x, window{3, 1, 1}), 192, 1, 1, 0))
	}
	x = b.concat(
		b.plain(b.plain(x, 192, 1, 1, 0), 320, 3, 2, 0),
		b.plain(b.line(b.line(b.plain(x, 192, 1, 1, 0), 192, 7, false), 192, 7, true), 192, 3, 2, 0),
		b.maxPool(x, window{3, 2, 0}))
	for range 2 {
		y := b.plain(x, 384, 1, 1, 0)
		z := b.plain(b.plain(x, 448, 1, 1, 0), 384, 3, 1, 1)
		x = b.concat(
			b.plain(x, 320, 1, 1, 0),
			b.line(y, 384, 3, false), b.line(y, 384, 3, true),
			b.line(z, 384, 3, false), b.line(z, 384, 3, true),
			b.plain(b.meanPool(x, window{3, 1, 1}), 192, 1, 1, 0))
	}
	return b.dense(b.globalMean(x), 1000)
}

func (b *builder) plain(x value, features, extent, stride, pad int) value {
	return b.relu(b.norm(b.conv(x, features, window{extent, stride, pad}, 1, false)))
}

// line is a convolution of one dimension.
func (b *builder) line(x value, features, extent int, down bool) value {
	in := x.shape[1]
	shape, h, w := []int{features, in, 1, extent}, 0, extent/2
	if down {
		shape, h, w = []int{features, in, extent, 1}, extent/2, 0
	}
	k := b.weight(0, math.Sqrt(6/float64(in*extent)), shape...)
	v := b.fresh(x.shape[0], features, x.shape[2], x.shape[3])
	b.printf("%s = stablehlo.convolution(%s, %s) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[%d, %d], [%d, %d]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (%s, %s) -> %s",
		v, x, k, h, h, w, w, x.typ(), k.typ(), v.typ())
	b.onnx("Conv", v, []string{x.name, k.name}, attributeList("kernel_shape", shape[2], shape[3]), attributeList("pads", h, w, h, w))
	return b.relu(b.norm(v))
}
