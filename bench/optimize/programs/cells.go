package programs

// NasNet writes NasNet-A (Zoph et al., 2018), three times Steps normal cells and one that reduces,
// without what classifies. Width is what the first convolution makes.
func NasNet(p Params) string {
	w := newWriter(p)
	x := w.convolve(w.image(), square(p.Width, 7, 2).activated())
	x = w.pool("max", x, square(0, 3, 2))
	features := 2 * p.Width
	for range 3 {
		previous, current := x, x
		for range p.Steps {
			previous, current = current, w.normalCell(previous, current, features)
		}
		features *= 2
		x = w.reductionCell(previous, current, features)
	}
	return w.function(x)
}

// squeeze gives x so many features.
func (w *writer) squeeze(x value, features int) value {
	return w.convolve(x, square(features, 1, 1).activated())
}

// fit gives x the shape of like.
func (w *writer) fit(x, like value) value {
	if x.shape[2] == like.shape[2] {
		return w.squeeze(x, like.shape[1])
	}
	return w.convolve(x, square(like.shape[1], 3, 2).activated())
}

// separable is a convolution of each feature by itself, and one across features.
func (w *writer) separable(x value, features, size, stride int) value {
	alone := square(features, size, stride)
	alone.groups = features
	return w.convolve(w.convolve(x, alone), square(features, 1, 1))
}

func (w *writer) normalCell(previous, current value, features int) value {
	current = w.squeeze(current, features)
	previous = w.fit(previous, current)
	sep := func(x value) value { return w.separable(x, features, 3, 1) }
	mean := func(x value) value { return w.pool("mean", x, square(0, 3, 1)) }
	return w.concat(1,
		w.binary("add", sep(current), current),
		w.binary("add", sep(previous), sep(current)),
		w.binary("add", mean(current), previous),
		w.binary("add", mean(previous), mean(previous)),
		w.binary("add", sep(previous), sep(previous)))
}

func (w *writer) reductionCell(previous, current value, features int) value {
	current = w.squeeze(current, features)
	previous = w.fit(previous, current)
	sep := func(x value, size, stride int) value { return w.separable(x, features, size, stride) }
	first := w.binary("add", sep(previous, 7, 2), sep(current, 5, 2))
	second := w.binary("add", w.pool("max", current, square(0, 3, 2)), sep(previous, 7, 2))
	third := w.binary("add", w.pool("mean", current, square(0, 3, 2)), sep(previous, 5, 2))
	fourth := w.binary("add", w.pool("max", current, square(0, 3, 2)), sep(first, 3, 1))
	fifth := w.binary("add", w.pool("mean", first, square(0, 3, 1)), second)
	return w.concat(1, first, second, third, fourth, fifth)
}

// InceptionV3 writes Inception-v3 (Szegedy et al., 2016) up to the pooling of the last block. Width
// is what the first convolution makes, a thirty-second of which is the unit of all; Extent is at
// least 75.
func InceptionV3(p Params) string {
	n := &inception{newWriter(p)}
	x := n.image()
	x = n.conv(x, square(32, 3, 2).inside())
	x = n.conv(x, square(32, 3, 1).inside())
	x = n.conv(x, square(64, 3, 1))
	x = n.pool("max", x, square(0, 3, 2).inside())
	x = n.conv(x, square(80, 1, 1).inside())
	x = n.conv(x, square(192, 3, 1).inside())
	x = n.pool("max", x, square(0, 3, 2).inside())
	for _, pooled := range []int{32, 64, 64} {
		x = n.blockA(x, pooled)
	}
	x = n.blockB(x)
	for _, features := range []int{128, 160, 160, 192} {
		x = n.blockC(x, features)
	}
	x = n.blockD(x)
	for range 2 {
		x = n.blockE(x)
	}
	return n.function(n.pool("mean", x, square(0, x.shape[2], 1).inside()))
}

// inception writes convolutions with an activation, of features that are scaled.
type inception struct{ *writer }

func (n *inception) conv(x value, l layer) value {
	l.features = max(1, l.features*n.params.Width/32)
	return n.convolve(x, l.activated())
}

// row and column are convolutions along one dimension.
func row(features, size int) layer {
	return layer{features: features, height: 1, width: size, stride: 1}
}
func column(features, size int) layer {
	return layer{features: features, height: size, width: 1, stride: 1}
}

// chain is one convolution behind the other.
func (n *inception) chain(x value, layers ...layer) value {
	for _, l := range layers {
		x = n.conv(x, l)
	}
	return x
}

func (n *inception) pooled(x value, features int) value {
	return n.conv(n.pool("mean", x, square(0, 3, 1)), square(features, 1, 1))
}

// pairs joins four branches two by two.
func (n *inception) pairs(a, b, c, d value) value {
	return n.concat(1, n.concat(1, a, b), n.concat(1, c, d))
}

func (n *inception) blockA(x value, pooled int) value {
	return n.pairs(
		n.conv(x, square(64, 1, 1)),
		n.chain(x, square(48, 1, 1), square(64, 5, 1)),
		n.chain(x, square(64, 1, 1), square(96, 3, 1), square(96, 3, 1)),
		n.pooled(x, pooled))
}

func (n *inception) blockB(x value) value {
	a := n.conv(x, square(384, 3, 2).inside())
	b := n.chain(x, square(64, 1, 1), square(96, 3, 1), square(96, 3, 2).inside())
	return n.concat(1, n.pool("mean", x, square(0, 3, 2).inside()), n.concat(1, a, b))
}

func (n *inception) blockC(x value, f int) value {
	return n.pairs(
		n.conv(x, square(192, 1, 1)),
		n.chain(x, square(f, 1, 1), row(f, 7), column(192, 7)),
		n.chain(x, square(f, 1, 1), column(f, 7), row(f, 7), column(f, 7), row(192, 7)),
		n.pooled(x, 192))
}

func (n *inception) blockD(x value) value {
	return n.concat(1,
		n.chain(x, square(192, 1, 1), square(320, 3, 2).inside()),
		n.chain(x, square(192, 1, 1), row(192, 7), column(192, 7), square(192, 3, 2).inside()),
		n.pool("max", x, square(0, 3, 2).inside()))
}

func (n *inception) blockE(x value) value {
	split := func(x value) value { return n.concat(1, n.conv(x, row(384, 3)), n.conv(x, column(384, 3))) }
	return n.concat(1,
		n.conv(x, square(320, 1, 1)),
		split(n.conv(x, square(384, 1, 1))),
		split(n.chain(x, square(448, 1, 1), square(384, 3, 1))),
		n.conv(n.pool("max", x, square(0, 3, 1)), square(192, 1, 1)))
}
