package opgen

import (
	"math"
	"sync"

	"github.com/tg-opt/tg/tensor"
)

// format are the facts of a float dtype: the bits of its fractions, and the
// exponents of its smallest normal and of its largest numbers.
type format struct{ fraction, least, greatest int }

var formats = map[tensor.DType]format{
	tensor.F64: {52, -1022, 1023}, tensor.F32: {23, -126, 127}, tensor.F16: {10, -14, 15}, tensor.BF16: {7, -126, 127},
}

// power is 2^e.
func power(e int) float64 { return math.Ldexp(1, e) }

// smallest is the exponent of the smallest subnormal number.
func (f format) smallest() int { return f.least - f.fraction }

// largest is the largest finite number.
func (f format) largest() float64 { return power(f.greatest) * (2 - power(-f.fraction)) }

// after and before are the neighbours of 2^e.
func (f format) after(e int) float64  { return power(e) + power(max(e-f.fraction, f.smallest())) }
func (f format) before(e int) float64 { return power(e) - power(max(e-1-f.fraction, f.smallest())) }

// Edges are the numbers at which the arithmetic of a dtype changes its ways, of
// either sign: zeros, the smallest and the largest of subnormal, normal and all
// numbers, powers of two at both ends of the range and around 1, their
// neighbours, and for floats infinities and NaN; of integers also what is about
// their width. The ordinary ones come first. Of complex numbers they are those of
// the parts, here and in the lists below.
func Edges(d tensor.DType) *tensor.Tensor { return tables()[d.Part()].edges }

// Powers are the powers of two of a dtype at both ends of its range and around
// 1, of either sign, the ordinary ones first.
func Powers(d tensor.DType) *tensor.Tensor { return tables()[d.Part()].powers }

// Landmarks are the numbers that floats of a dtype are told apart by first: zeros, ones and
// infinities of either sign, and a large one.
func Landmarks(d tensor.DType) *tensor.Tensor { return tables()[d.Part()].landmarks }

type table struct{ edges, powers, landmarks *tensor.Tensor }

var landmarks = []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), 65504}

var tables = sync.OnceValue(func() map[tensor.DType]table {
	all := map[tensor.DType]table{}
	for _, d := range tensor.DTypes() {
		if d.IsComplex() {
			continue
		}
		if f, ok := formats[d]; ok {
			all[d] = table{floats(d, f.edges()), floats(d, f.powers()), floats(d, landmarks)}
		} else {
			all[d] = table{edges: integers(d, integerEdges(d)), powers: integers(d, integerPowers(d))}
		}
	}
	return all
})

func floats(d tensor.DType, list []float64) *tensor.Tensor {
	x := tensor.New(d, len(list))
	for i, v := range list {
		x.SetFloat64(i, v)
	}
	return x
}

func integers(d tensor.DType, list []int64) *tensor.Tensor {
	x := tensor.New(d, len(list))
	for i, v := range list {
		SetInteger(x, i, v)
	}
	return x
}

func (f format) edges() []float64 {
	list := []float64{1, 0, 2, 0.5, 3, f.largest(), f.largest() - power(f.greatest-f.fraction)}
	for k := range 5 { // half of 5 times the smallest number is a tie
		list = append(list, float64(2*k+1)*power(f.smallest()))
	}
	for _, e := range []int{
		f.smallest() + 1, f.smallest() + 2, f.least - 2, f.least - 1, f.least, f.least + 1, f.least / 2, -f.fraction - 1,
		-1, 0, 1, f.fraction, f.fraction + 1, f.greatest / 2, f.greatest - 1, f.greatest,
	} {
		list = append(list, power(e), f.after(e), f.before(e))
	}
	list = append(list, math.Inf(1), math.NaN())
	return mirrored(list, func(v float64) float64 { return -v })
}

func (f format) powers() []float64 {
	var list []float64
	for _, e := range []int{
		1, -1, 0, 2, -2, f.greatest, f.greatest - 1, f.least, f.least + 1, f.least - 1, f.least - 2, f.smallest(), f.smallest() + 1,
		f.smallest() / 2, f.greatest / 2,
	} {
		list = append(list, power(e))
	}
	return mirrored(list, func(v float64) float64 { return -v })
}

// integerEdges are those of integers and truth values, before they wrap.
func integerEdges(d tensor.DType) []int64 {
	width := d.Bits()
	list := []int64{1, 0, 2, 3, int64(width) - 1, int64(width), int64(width) + 1}
	for _, e := range []int{width / 2, width - 2, width - 1} {
		v := int64(1) << max(e, 0)
		list = append(list, v, v+1, v-1, v-2)
	}
	return mirrored(list, func(v int64) int64 { return -v })
}

func integerPowers(d tensor.DType) []int64 {
	list := []int64{2, 1, int64(d.Bits())}
	for _, e := range []int{2, d.Bits() - 1, d.Bits() - 2, d.Bits() / 2} {
		list = append(list, 1<<max(e, 0))
	}
	return mirrored(list, func(v int64) int64 { return -v })
}

// mirrored is a list in which every number is followed by its negation.
func mirrored[T int64 | float64](list []T, negated func(T) T) []T {
	var out []T
	for _, v := range list {
		out = append(out, v, negated(v))
	}
	return out
}

// CopyElement copies an element of from, which has the dtype of x.
func CopyElement(x *tensor.Tensor, i int, from *tensor.Tensor, k int) {
	n := x.DType().Size()
	copy(x.Bytes()[i*n:(i+1)*n], from.Bytes()[k*n:])
}

// near is a magnitude that meets an end of the range, or 1, when it is
// multiplied with or divided by the generator's floats, or is one of them or next
// to it, or is just there. low leaves out what overflows.
func (g *Generator) near(d tensor.DType, low bool) float64 {
	f := formats[d]
	within := func(v float64) float64 { return max(min(v, f.largest()), power(f.smallest())) }
	if len(g.Floats) > 0 && g.Chance(1, 6) {
		v := within(math.Abs(Pick(g, g.Floats)))
		return within(v + float64(g.IntN(3)-1)*power(max(math.Ilogb(v)-f.fraction, f.smallest()))) // exact product
	}
	if g.Chance(1, 12) { // its square is next to halfway between two small numbers
		return within(math.Sqrt(float64(g.IntN(16))+0.5) * power(f.smallest()/2))
	}
	ends := []int{f.smallest() + g.IntN(4), f.least, 0, f.greatest}
	if low {
		ends = ends[:3]
	}
	e := Pick(g, ends) + g.IntN(5) - 2
	if len(g.Floats) > 0 && g.Chance(2, 3) {
		shift := 0
		for _, v := range g.Floats {
			if g.Chance(2, 3) {
				shift += math.Ilogb(v)
			}
		}
		e += Pick(g, []int{shift, -shift})
	}
	significand := float64(1 + g.IntN(16)) // few bits, so that ties are met
	if g.Chance(1, 2) {
		significand = 1 + g.Float64() // exact product
	}
	return within(math.Ldexp(significand, min(max(e, f.smallest()), f.greatest)))
}

// nearInteger is an integer next to an edge, to a power of two, to one of the
// generator's, or to a quotient or product of an edge and one of these.
func (g *Generator) nearInteger(d tensor.DType) int64 {
	list, c := Edges(d), int64(1)
	if len(g.Integers) > 0 {
		c = Pick(g, g.Integers)
	}
	v := list.Int64At(g.IntN(list.Len()))
	switch g.IntN(5) {
	case 0:
		v = 1 << g.IntN(d.Bits())
	case 1:
		if c != 0 {
			v /= c
		}
	case 2:
		v *= c
	case 3:
		v = c
	}
	return v + g.Int64N(3) - 1
}
