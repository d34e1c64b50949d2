package programs

import (
	"fmt"
	"math"
	"strings"
)

// Models are the seven networks on which graph optimisers are measured (Jia et al., "TASO", SOSP
// 2019; Yang et al., "Equality saturation for tensor graph superoptimization", MLSys 2021), batch
// 1, in the layout nchw, as these papers have them: without biases, and without the last layers
// that they leave out. Activations that are part of convolutions there are so here. Sizes are those
// of the papers. Weights are constants by default: what is computed of them alone is computed once.
var Models = []Program{
	{"nasrnn", "Cell found by architecture search, 16 products for each of the unrolled steps: Width, Steps.", Params{Width: 512, Steps: 5}, NasRNN},
	{"bert", "Attention whose layers hand on a fourth product of their input, as Tensat has it: Sequence, Width, Heads, Steps.", Params{Sequence: 64, Width: 1024, Heads: 16, Steps: 8}, BERT},
	{"bert-layers", "Attention whose layers hand on its projection, as TASO has it: Sequence, Width, Heads, Steps.", Params{Sequence: 64, Width: 1024, Heads: 16, Steps: 8}, BERTLayers},
	{"resnext", "ResNeXt-50, residual blocks of grouped convolutions: Width, Extent.", Params{Width: 64, Extent: 224}, ResNeXt},
	{"nasnet", "NasNet-A, cells found by architecture search: Width, Extent, Steps.", Params{Width: 64, Extent: 224, Steps: 5}, NasNet},
	{"vgg", "VGG-19, 16 convolutions and 3 products in a row: Width, Extent, Hidden.", Params{Width: 64, Extent: 224, Hidden: 4096}, VGG},
	{"squeezenet", "SqueezeNet 1.1, two convolutions on each narrow layer: Width, Extent.", Params{Width: 64, Extent: 224}, SqueezeNet},
	{"inception-v3", "Inception-v3, blocks of four branches: Width, Extent.", Params{Width: 32, Extent: 299}, InceptionV3},
}

// classes is what the last layer of a network tells apart.
const classes = 1000

// spread is a weight whose constants have the variance 2/fan, so that deep networks neither grow
// nor vanish (He et al., 2015).
func (w *writer) spread(fan int, shape ...int) value {
	if w.params.Arguments {
		return w.argument(shape...)
	}
	most := math.Sqrt(6 / float64(fan))
	return w.constant(shape, func() float64 { return (2*w.rng.Float64() - 1) * most })
}

// project is x times a new weight.
func (w *writer) project(x value, width int) value {
	in := x.shape[len(x.shape)-1]
	return w.matmul(x, w.spread(in, in, width))
}

// NasRNN writes a recurrent cell that architecture search found (Zoph and Le, 2017), for Steps
// inputs (1, Width). Weights of steps are their own; so is the first state.
func NasRNN(p Params) string {
	w := newWriter(p)
	var inputs []value
	for range p.Steps {
		inputs = append(inputs, w.argument(1, p.Width))
	}
	state := w.spread(p.Width, 1, p.Width)
	for _, x := range inputs {
		var t [8]value
		for i := range t {
			t[i] = w.binary("add", w.project(x, p.Width), w.project(state, p.Width))
		}
		both := func(op, f string, a value, g string, b value) value {
			return w.binary(op, w.unary(f, a), w.unary(g, b))
		}
		m0 := both("add", "relu", t[0], "sigmoid", t[3])
		m1 := both("add", "sigmoid", t[1], "tanh", t[2])
		m2 := both("mul", "sigmoid", t[4], "tanh", t[5])
		m3 := both("mul", "sigmoid", t[6], "relu", t[7])
		m4 := both("add", "sigmoid", m1, "tanh", m2)
		m5 := both("mul", "tanh", m0, "tanh", m3)
		m6 := both("mul", "tanh", m4, "tanh", m5)
		state = w.unary("tanh", m6)
	}
	return w.function(state)
}

// BERT writes Steps layers that hand on a product of their input; what attention makes of it are
// results of their own. Sequence must be the size of a head.
func BERT(p Params) string {
	w := newWriter(p)
	x := w.unary("relu", w.argument(p.Sequence, p.Width))
	var results []value
	for range p.Steps {
		results = append(results, w.mixed(x, 1, 0, 2))
		x = w.project(x, p.Width)
	}
	return w.function(append(results, x)...)
}

// BERTLayers writes Steps layers of attention, each behind the other.
func BERTLayers(p Params) string {
	w := newWriter(p)
	x := w.unary("relu", w.argument(p.Sequence, p.Width))
	for range p.Steps {
		x = w.project(w.mixed(x, 1, 2, 0), p.Width)
	}
	return w.function(x)
}

// mixed is attention without a softmax; how keys are turned is as the caller says.
func (w *writer) mixed(x value, keys ...int) value {
	p := w.params
	head := func(permutation ...int) value {
		return w.transpose(w.reshape(w.project(x, p.Width), p.Sequence, p.Heads, p.Width/p.Heads), permutation...)
	}
	q, k, v := head(1, 0, 2), head(keys...), head(1, 0, 2)
	out := w.matmul(w.matmul(q, k), v)
	return w.reshape(w.transpose(out, 1, 0, 2), p.Sequence, p.Width)
}

// layer is a convolution or a pooling of an image nchw.
type layer struct {
	features, height, width, stride int
	// groups of a convolution, 0 for one.
	groups int
	// valid has no padding; else as much that only the stride makes the image smaller.
	valid bool
	relu  bool // as a part of the convolution
}

// square is a layer whose window has so many rows and columns.
func square(features, size, stride int) layer {
	return layer{features: features, height: size, width: size, stride: stride}
}

// activated is l with a ReLU in it.
func (l layer) activated() layer {
	l.relu = true
	return l
}

// inside is l without padding.
func (l layer) inside() layer {
	l.valid = true
	return l
}

// extent is what becomes of n rows or columns by windows of size, and what is put around them.
func (l layer) extent(n, size int) (out, low, high int) {
	if l.valid {
		return (n-size)/l.stride + 1, 0, 0
	}
	out = (n + l.stride - 1) / l.stride
	around := max(0, (out-1)*l.stride+size-n)
	return out, around / 2, around - around/2
}

// convolve applies a convolution with new weights.
func (w *writer) convolve(x value, l layer) value {
	groups := max(1, l.groups)
	in := x.shape[1] / groups
	kernel := w.spread(in*l.height*l.width, l.features, in, l.height, l.width)
	rows, top, bottom := l.extent(x.shape[2], l.height)
	columns, left, right := l.extent(x.shape[3], l.width)
	var b strings.Builder
	fmt.Fprintf(&b, "conv %s, %s layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w]", x, kernel)
	if l.stride > 1 {
		fmt.Fprintf(&b, " strides [%d, %d]", l.stride, l.stride)
	}
	if top+bottom+left+right > 0 {
		fmt.Fprintf(&b, " pads [%d:%d, %d:%d]", top, bottom, left, right)
	}
	if groups > 1 {
		fmt.Fprintf(&b, " groups %d", groups)
	}
	if l.relu {
		b.WriteString(" activation relu")
	}
	return w.op([]int{x.shape[0], l.features, rows, columns}, []value{x, kernel}, "%s", b.String())
}

// pool is the max or the mean of windows.
func (w *writer) pool(kind string, x value, l layer) value {
	rows, top, bottom := l.extent(x.shape[2], l.height)
	columns, left, right := l.extent(x.shape[3], l.width)
	text := fmt.Sprintf("reduce_window %s %s window [1, 1, %d, %d]", kind, x, l.height, l.width)
	if l.stride > 1 {
		text += fmt.Sprintf(" strides [1, 1, %d, %d]", l.stride, l.stride)
	}
	if top+bottom+left+right > 0 {
		text += fmt.Sprintf(" pads [0:0, 0:0, %d:%d, %d:%d]", top, bottom, left, right)
	}
	return w.op([]int{x.shape[0], x.shape[1], rows, columns}, []value{x}, "%s", text)
}

// image is the argument of a network.
func (w *writer) image() value { return w.argument(1, 3, w.params.Extent, w.params.Extent) }

// ResNeXt writes ResNeXt-50 (Xie et al., 2017) up to its last block. Width is what the first
// convolution makes, twice the number of groups.
func ResNeXt(p Params) string {
	w := newWriter(p)
	x := w.convolve(w.image(), square(p.Width, 7, 2).activated())
	x = w.pool("max", x, square(0, 3, 2))
	features := 2 * p.Width
	for stage, blocks := range []int{3, 4, 6, 3} {
		for block := range blocks {
			stride := 1
			if stage > 0 && block == 0 {
				stride = 2
			}
			grouped := square(features, 3, stride).activated()
			grouped.groups = max(1, p.Width/2)
			t := w.convolve(x, square(features, 1, 1).activated())
			t = w.convolve(w.convolve(t, grouped), square(2*features, 1, 1))
			if stride > 1 || x.shape[1] != 2*features {
				x = w.convolve(x, square(2*features, 1, stride).activated())
			}
			x = w.unary("relu", w.binary("add", x, t))
		}
		features *= 2
	}
	return w.function(x)
}

// VGG writes VGG-19 (Simonyan and Zisserman, 2015). Extent is a multiple of 32.
func VGG(p Params) string {
	w := newWriter(p)
	x := w.image()
	for _, stage := range []struct{ times, layers int }{{1, 2}, {2, 2}, {4, 4}, {8, 4}, {8, 4}} {
		for range stage.layers {
			x = w.unary("relu", w.convolve(x, square(stage.times*p.Width, 3, 1)))
		}
		x = w.pool("max", x, square(0, 2, 2))
	}
	x = w.reshape(x, 1, x.shape[1]*x.shape[2]*x.shape[3])
	for range 2 {
		x = w.unary("relu", w.project(x, p.Hidden))
	}
	return w.function(w.project(x, classes))
}

// SqueezeNet writes SqueezeNet 1.1 (Iandola et al., 2016). Width is a multiple of 4.
func SqueezeNet(p Params) string {
	w := newWriter(p)
	conv := func(x value, l layer) value { return w.unary("relu", w.convolve(x, l)) }
	pool := func(x value) value { return w.pool("max", x, square(0, 3, 2).inside()) }
	fire := func(x value, quarters int) value {
		narrow := conv(x, square(quarters*p.Width/4, 1, 1))
		wide := quarters * p.Width
		return w.concat(1, conv(narrow, square(wide, 1, 1)), conv(narrow, square(wide, 3, 1)))
	}
	x := pool(conv(w.image(), square(p.Width, 3, 2).inside()))
	x = pool(fire(fire(x, 1), 1))
	x = pool(fire(fire(x, 2), 2))
	for _, quarters := range []int{3, 3, 4, 4} {
		x = fire(x, quarters)
	}
	x = conv(x, square(classes, 1, 1))
	x = w.pool("mean", x, square(0, x.shape[2], x.shape[2]).inside())
	return w.function(w.reshape(x, 1, classes))
}
