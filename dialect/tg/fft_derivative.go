package tg

import (
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/interp/fft"
	"github.com/tg-opt/tg/ir"
)

// fftDerivative: transforms are linear. The matrix of one of complex numbers is symmetric, so that
// its adjoint is the transform of conjugates, conjugated.
var fftDerivative = autodiff.Rule{Reads: "nothing", JVP: autodiff.Jointly, VJP: fftVJP}

func fftVJP(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
	if noElements(g[0]) || noElements(o.Operand(0)) { // a mean of nothing is no number
		return []*ir.Value{m.ZerosLike(o.Operand(0))}
	}
	t := o.Operand(0).Type()
	kind := fftKinds[o.Attr("kind").Text()]
	transform := func(kind string, t *ir.Type, v *ir.Value) *ir.Value {
		return m.MakeTyped(FFT, t, []*ir.Value{v}, ir.NamedAttr{Name: "kind", Value: m.Ctx.StringAttr(kind)},
			ir.NamedAttr{Name: "length", Value: o.Attr("length")})
	}
	switch kind {
	case fft.FromReal:
		// irfft adds up the images of all numbers but those that are their own.
		return []*ir.Value{transform("irfft", t, weighted(m, o, g[0], func(n, times float64) float64 { return n / times }))}
	case fft.ToReal:
		return []*ir.Value{weighted(m, o, transform("rfft", t, g[0]), func(n, times float64) float64 { return times / n })}
	}
	return []*ir.Value{m.Make(Conj, []*ir.Value{transform(o.Attr("kind").Text(), t, m.Make(Conj, []*ir.Value{g[0]}))})}
}

// weighted is a spectrum v of real numbers, each number multiplied by what weight says of the
// number of elements that are transformed and of how often that number of the spectrum counts:
// twice if it has a mirror image that is left out.
func weighted(m *autodiff.Maker, o *ir.Op, v *ir.Value, weight func(n, times float64) float64) *ir.Value {
	lengths := o.Attr("length").Ints()
	n, last := 1.0, lengths[len(lengths)-1]
	for _, l := range lengths {
		n *= float64(l)
	}
	elem := v.Type().Elem()
	var raw []byte
	for k := range last/2 + 1 {
		times := 2.0
		if k == 0 || 2*k == last {
			times = 1
		}
		raw = append(raw, floatBytes(elem.Elem(), weight(n, times))...)
		raw = append(raw, floatBytes(elem.Elem(), 0)...)
	}
	t := m.Ctx.Tensor([]int64{last/2 + 1}, elem)
	weights := m.MakeTyped(Constant, t, nil, ir.NamedAttr{Name: "value", Value: m.Ctx.Dense(t, raw)})
	return m.MakeTyped(Mul, v.Type(), []*ir.Value{v, weights})
}

// floatBytes are the bytes of v, rounded to a type of f32 or f64.
func floatBytes(elem *ir.Type, v float64) []byte {
	word := elem.Format().Encode(v).Lo
	raw := make([]byte, elem.Width()/8)
	for i := range raw {
		raw[i] = byte(word >> (8 * i))
	}
	return raw
}
