package programs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/shapes"
)

// value is an SSA value of the text: a tensor of f32.
type value struct {
	name  string
	shape []int
}

func (v value) String() string { return v.name }

// typeOf is `tensor<2x3xf32>`.
func typeOf(shape []int) string {
	var b strings.Builder
	b.WriteString("tensor<")
	for _, n := range shape {
		fmt.Fprintf(&b, "%dx", n)
	}
	b.WriteString("f32>")
	return b.String()
}

// writer writes one function. Ops are written in the order of the calls.
type writer struct {
	params    Params
	rng       *rand.Rand
	values    int
	arguments []value
	body      strings.Builder
}

func newWriter(p Params) *writer { return &writer{params: p, rng: rand.New(rand.NewPCG(5, 8))} }

func (w *writer) fresh(shape []int) value {
	w.values++
	return value{fmt.Sprintf("%%v%d", w.values), shape}
}

// argument adds a parameter of the function.
func (w *writer) argument(shape ...int) value {
	v := w.fresh(shape)
	w.arguments = append(w.arguments, v)
	return v
}

// weight is an argument or a constant, as the parameters say. Constants are
// small, so that long chains of products stay finite.
func (w *writer) weight(shape ...int) value {
	if w.params.Arguments {
		return w.argument(shape...)
	}
	return w.constant(shape, func() float64 { return (w.rng.Float64() - 0.5) / 4 })
}

// positive is a weight whose constants lie between 0.5 and 1.5.
func (w *writer) positive(shape ...int) value {
	if w.params.Arguments {
		return w.argument(shape...)
	}
	return w.constant(shape, func() float64 { return w.rng.Float64() + 0.5 })
}

func (w *writer) constant(shape []int, next func() float64) value {
	const digits = "0123456789ABCDEF"
	count := shapes.Product(shape)
	v := w.fresh(shape)
	w.body.Grow(8*count + 100)
	fmt.Fprintf(&w.body, "  %s = tg.constant dense<\"0x", v)
	for range count {
		bits := math.Float32bits(float32(next()))
		for shift := 0; shift < 32; shift += 8 {
			w.body.WriteByte(digits[bits>>(shift+4)&15])
			w.body.WriteByte(digits[bits>>shift&15])
		}
	}
	fmt.Fprintf(&w.body, "\"> : %s\n", typeOf(shape))
	return v
}

// number is a constant of rank 0.
func (w *writer) number(x float64) value {
	v := w.fresh(nil)
	fmt.Fprintf(&w.body, "  %s = tg.constant dense<%e> : tensor<f32>\n", v, x)
	return v
}

// op writes `%v = tg.TEXT : (operand types) -> type`.
func (w *writer) op(shape []int, operands []value, format string, args ...any) value {
	v := w.fresh(shape)
	var types []string
	for _, o := range operands {
		types = append(types, typeOf(o.shape))
	}
	fmt.Fprintf(&w.body, "  %s = tg.%s : (%s) -> %s\n", v, fmt.Sprintf(format, args...), strings.Join(types, ", "), typeOf(shape))
	return v
}

// unary applies an elementwise op.
func (w *writer) unary(name string, x value) value {
	return w.op(x.shape, []value{x}, "%s %s", name, x)
}

// binary applies an elementwise op; the operand of lower rank, or the second,
// broadcasts to the other.
func (w *writer) binary(name string, x, y value) value {
	shape := x.shape
	if len(y.shape) > len(x.shape) {
		shape = y.shape
	}
	return w.op(shape, []value{x, y}, "%s %s, %s", name, x, y)
}

// matmul multiplies over the last two dimensions; the leading ones of x and y
// are equal, or y has none.
func (w *writer) matmul(x, y value) value {
	shape := slices.Clone(x.shape)
	shape[len(shape)-1] = y.shape[len(y.shape)-1]
	return w.op(shape, []value{x, y}, "matmul %s, %s", x, y)
}

// linear is x times a weight, plus a bias.
func (w *writer) linear(x value, width int) value {
	product := w.matmul(x, w.weight(x.shape[len(x.shape)-1], width))
	return w.binary("add", product, w.weight(width))
}

func (w *writer) reshape(x value, shape ...int) value {
	return w.op(shape, []value{x}, "reshape %s", x)
}

func (w *writer) transpose(x value, permutation ...int) value {
	shape := make([]int, len(permutation))
	for i, d := range permutation {
		shape[i] = x.shape[d]
	}
	return w.op(shape, []value{x}, "transpose %s permutation %s", x, list(permutation))
}

// reduce combines along the last dimension, which stays with extent 1.
func (w *writer) reduce(kind string, x value) value {
	last := len(x.shape) - 1
	shape := slices.Clone(x.shape)
	shape[last] = 1
	return w.op(shape, []value{x}, "reduce %s %s dims [%d] keep_dims", kind, x, last)
}

// slice takes index i of dimension 0, which the result lacks.
func (w *writer) slice(x value, i int) value {
	ranges := []string{fmt.Sprintf("%d:%d", i, i+1)}
	for _, n := range x.shape[1:] {
		ranges = append(ranges, fmt.Sprintf("0:%d", n))
	}
	piece := w.op(append([]int{1}, x.shape[1:]...), []value{x}, "slice %s [%s]", x, strings.Join(ranges, ", "))
	return w.reshape(piece, x.shape[1:]...)
}

// concat joins along a dimension.
func (w *writer) concat(dim int, xs ...value) value {
	shape := slices.Clone(xs[0].shape)
	names := []string{xs[0].name}
	for _, x := range xs[1:] {
		shape[dim] += x.shape[dim]
		names = append(names, x.name)
	}
	return w.op(shape, xs, "concat %s dim %d", strings.Join(names, ", "), dim)
}

// conv is a convolution without stride in the layout nhwc that keeps the extent.
func (w *writer) conv(x value, size, features int) value {
	kernel := w.weight(size, size, x.shape[3], features)
	shape := []int{x.shape[0], x.shape[1], x.shape[2], features}
	pads := ""
	if size > 1 {
		pads = fmt.Sprintf(" pads [%[1]d:%[1]d, %[1]d:%[1]d]", size/2)
	}
	return w.op(shape, []value{x, kernel}, "conv %s, %s layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c]%s", x, kernel, pads)
}

func list(numbers []int) string {
	return strings.ReplaceAll(fmt.Sprint(numbers), " ", ", ")
}

// function is the text of the whole function, which returns results.
func (w *writer) function(results ...value) string {
	var parameters, names, types []string
	for _, a := range w.arguments {
		parameters = append(parameters, a.name+": "+typeOf(a.shape))
	}
	for _, r := range results {
		names = append(names, r.name)
		types = append(types, typeOf(r.shape))
	}
	return fmt.Sprintf("func.func @main(%s) -> (%s) {\n%s  return %s : %s\n}\n", strings.Join(parameters, ", "), strings.Join(types, ", "),
		w.body.String(), strings.Join(names, ", "), strings.Join(types, ", "))
}
