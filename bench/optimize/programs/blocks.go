package programs

import "math"

// Projections writes the three projections of attention: x (Sequence, Width)
// times three weights, with a bias each.
func Projections(p Params) string {
	w := newWriter(p)
	x := w.argument(p.Sequence, p.Width)
	return w.function(w.linear(x, p.Width), w.linear(x, p.Width), w.linear(x, p.Width))
}

// Attention writes self-attention (Vaswani et al., "Attention is all you need",
// 2017): softmax(q k^T / sqrt(size of a head)) v for every head, then a
// projection. Width must be a multiple of Heads.
func Attention(p Params) string {
	w := newWriter(p)
	x := w.argument(p.Sequence, p.Width)
	return w.function(w.attention(x))
}

// AttentionCopies writes n blocks of attention: one behind the other, or with
// parallel all on the same input, their results added up.
func AttentionCopies(p Params, n int, parallel bool) string {
	w := newWriter(p)
	x := w.argument(p.Sequence, p.Width)
	out := x
	for i := range n {
		switch {
		case !parallel:
			out = w.attention(out)
		case i == 0:
			out = w.attention(x)
		default:
			out = w.binary("add", out, w.attention(x))
		}
	}
	return w.function(out)
}

func (w *writer) attention(x value) value {
	sequence, width, heads := w.params.Sequence, w.params.Width, w.params.Heads
	size := width / heads
	split := func(v value) value {
		return w.transpose(w.reshape(v, sequence, heads, size), 1, 0, 2)
	}
	q, k, v := split(w.linear(x, width)), split(w.linear(x, width)), split(w.linear(x, width))
	scores := w.matmul(q, w.transpose(k, 0, 2, 1))
	scores = w.binary("mul", scores, w.number(1/math.Sqrt(float64(size))))
	mixed := w.matmul(w.softmax(scores), v)
	return w.linear(w.reshape(w.transpose(mixed, 1, 0, 2), sequence, width), width)
}

func (w *writer) softmax(x value) value {
	powers := w.unary("exp", w.binary("sub", x, w.reduce("max", x)))
	return w.binary("div", powers, w.reduce("sum", powers))
}

// gate is activation(x a + h b + bias) for new weights a and b.
type gate struct{ a, b, bias, hiddenBias value }

func (w *writer) gate() gate {
	p := w.params
	return gate{w.weight(p.Width, p.Hidden), w.weight(p.Hidden, p.Hidden), w.weight(p.Hidden), w.weight(p.Hidden)}
}

// input and hidden are the two halves of a gate.
func (w *writer) input(g gate, x value) value { return w.binary("add", w.matmul(x, g.a), g.bias) }
func (w *writer) hidden(g gate, h value) value {
	return w.binary("add", w.matmul(h, g.b), g.hiddenBias)
}

// GRU writes a gated recurrent unit (Cho et al., 2014, in the form of cuDNN) for
// Steps inputs x (Steps, Batch, Width); the result is the last state.
func GRU(p Params) string {
	w := newWriter(p)
	inputs, h := w.argument(p.Steps, p.Batch, p.Width), w.argument(p.Batch, p.Hidden)
	reset, update, candidate := w.gate(), w.gate(), w.gate()
	one := w.number(1)
	for t := range p.Steps {
		x := w.slice(inputs, t)
		r := w.unary("sigmoid", w.binary("add", w.input(reset, x), w.hidden(reset, h)))
		z := w.unary("sigmoid", w.binary("add", w.input(update, x), w.hidden(update, h)))
		n := w.unary("tanh", w.binary("add", w.input(candidate, x), w.binary("mul", r, w.hidden(candidate, h))))
		h = w.binary("add", w.binary("mul", w.binary("sub", one, z), n), w.binary("mul", z, h))
	}
	return w.function(h)
}

// LSTM writes a long short-term memory cell (Hochreiter and Schmidhuber, 1997,
// with forget gate) for Steps inputs x (Steps, Batch, Width); the results are the
// last state and the last cell.
func LSTM(p Params) string {
	w := newWriter(p)
	inputs, h, c := w.argument(p.Steps, p.Batch, p.Width), w.argument(p.Batch, p.Hidden), w.argument(p.Batch, p.Hidden)
	in, forget, candidate, out := w.gate(), w.gate(), w.gate(), w.gate()
	for t := range p.Steps {
		x := w.slice(inputs, t)
		both := func(g gate) value { return w.binary("add", w.input(g, x), w.hidden(g, h)) }
		i, f := w.unary("sigmoid", both(in)), w.unary("sigmoid", both(forget))
		g, o := w.unary("tanh", both(candidate)), w.unary("sigmoid", both(out))
		c = w.binary("add", w.binary("mul", f, c), w.binary("mul", i, g))
		h = w.binary("mul", o, w.unary("tanh", c))
	}
	return w.function(h, c)
}

// Inception writes a block of four branches on one image (Szegedy et al., "Going
// deeper with convolutions", 2015, the block 3a scaled to Width features; a 1x1
// convolution stands for the branch that pools).
func Inception(p Params) string {
	w := newWriter(p)
	x := w.argument(p.Batch, p.Extent, p.Extent, p.Width)
	part := func(n int) int { return max(1, p.Width*n/192) }
	layer := func(x value, size, features int) value {
		return w.unary("relu", w.binary("add", w.conv(x, size, features), w.weight(features)))
	}
	return w.function(w.concat(3,
		layer(x, 1, part(64)),
		layer(layer(x, 1, part(96)), 3, part(128)),
		layer(layer(x, 1, part(16)), 5, part(32)),
		layer(x, 1, part(32))))
}

// ResNet writes a residual block (He et al., 2016): two 3x3 convolutions, each
// with batch normalisation as inference does it, and the input added.
func ResNet(p Params) string {
	w := newWriter(p)
	x := w.argument(p.Batch, p.Extent, p.Extent, p.Width)
	first := w.unary("relu", w.batchNorm(w.conv(x, 3, p.Width)))
	return w.function(w.unary("relu", w.binary("add", w.batchNorm(w.conv(first, 3, p.Width)), x)))
}

// TrainedResNet writes the block of ResNet as it is trained: mean and variance are those of the
// batch.
func TrainedResNet(p Params) string {
	w := newWriter(p)
	x := w.argument(p.Batch, p.Extent, p.Extent, p.Width)
	first := w.unary("relu", w.batchMoments(w.conv(x, 3, p.Width)))
	return w.function(w.unary("relu", w.binary("add", w.batchMoments(w.conv(first, 3, p.Width)), x)))
}

// batchMoments is batchNorm with the mean and the variance that features have in x.
func (w *writer) batchMoments(x value) value {
	features := x.shape[len(x.shape)-1]
	scale, offset := w.positive(features), w.weight(features)
	mean := func(v value) value { return w.op([]int{features}, []value{v}, "reduce mean %s dims [0, 1, 2]", v) }
	centred := w.binary("sub", x, mean(x))
	variance := mean(w.binary("mul", centred, centred))
	normal := w.binary("div", centred, w.unary("sqrt", w.binary("add", variance, w.number(1e-5))))
	return w.binary("add", w.binary("mul", normal, scale), offset)
}

// batchNorm is (x - mean) / sqrt(variance + epsilon) * scale + offset by feature.
func (w *writer) batchNorm(x value) value {
	features := x.shape[len(x.shape)-1]
	mean, variance, scale, offset := w.weight(features), w.positive(features), w.positive(features), w.weight(features)
	deviation := w.unary("sqrt", w.binary("add", variance, w.number(1e-5)))
	normal := w.binary("div", w.binary("sub", x, mean), deviation)
	return w.binary("add", w.binary("mul", normal, scale), offset)
}

// MLP writes two linear layers with a GELU between them, x/2*(1+erf(x/sqrt 2)).
func MLP(p Params) string {
	w := newWriter(p)
	x := w.linear(w.argument(p.Sequence, p.Width), p.Hidden)
	half := w.binary("mul", x, w.number(0.5))
	gelu := w.binary("mul", half, w.binary("add", w.unary("erf", w.binary("div", x, w.number(math.Sqrt2))), w.number(1)))
	return w.function(w.linear(gelu, p.Width))
}

// Softmax writes the softmax of rows (Sequence, Width).
func Softmax(p Params) string {
	w := newWriter(p)
	return w.function(w.softmax(w.argument(p.Sequence, p.Width)))
}

// LayerNorm writes the normalisation of rows (Sequence, Width) to mean 0 and
// variance 1, then scale and offset (Ba, Kiros and Hinton, 2016).
func LayerNorm(p Params) string {
	w := newWriter(p)
	x := w.argument(p.Sequence, p.Width)
	centred := w.binary("sub", x, w.reduce("mean", x))
	variance := w.reduce("mean", w.binary("mul", centred, centred))
	normal := w.binary("div", centred, w.unary("sqrt", w.binary("add", variance, w.number(1e-5))))
	return w.function(w.binary("add", w.binary("mul", normal, w.weight(p.Width)), w.weight(p.Width)))
}

// Elementwise writes a chain of five cheap ops on x and y (Sequence, Width).
func Elementwise(p Params) string {
	w := newWriter(p)
	x, y := w.argument(p.Sequence, p.Width), w.argument(p.Sequence, p.Width)
	v := w.binary("add", w.binary("mul", x, y), x)
	return w.function(w.unary("relu", w.binary("sub", w.binary("mul", v, w.number(0.5)), y)))
}
