package opgen

import (
	"math"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Regime says which values tensors are filled with.
type Regime uint8

const (
	// Special has everything: NaN, infinities, both zeros, denormals, the extremes
	// of integers, and ordinary numbers between them.
	Special Regime = iota
	// Finite has no NaN, no infinity and no -0, but large and small numbers.
	Finite
	// Small has small integers, of which sums and products are exact.
	Small
	// Ordinary has numbers of both signs with magnitudes from 1/4 to 4.
	Ordinary
	// Positive has numbers from 1/4 to 4.
	Positive
	// Unit has numbers between -1 and 1, but for those near 0 and the ends.
	Unit
	// Edge has the numbers that Edges lists.
	Edge
	// Near has numbers that are as large as it takes for results to come out at
	// the ends of the range, or near 1, when they meet the generator's Floats and
	// Integers in arithmetic, and these themselves with their neighbours.
	Near
	// Low is Near without what overflows, one sign for a whole tensor.
	Low
	// Pair has two numbers in a whole tensor, of floats Landmarks: a reduction of more
	// of them drowns in NaN.
	Pair
)

var specials = []float64{
	0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 5e-324, -1e-40, 1.2e-38, 6e-8, 6.2e-5, -65504, 3.4e38, -1.7e308,
	0.5, 1.5, -2.5, 2, 6, -7.25, 0.1, 16777217, 127, 3.5, 88, 0.9999999,
}

var finites = []float64{
	0, 1, -1, 0.5, 2, -3.25, 100, 1e-3, 7, -0.125, 3, 1.5, 12, 5e-324, 1e-40, -6e-8, 0.75, -2, 1e30, -65504, 16777216, 0.1, 6, 1e-20, -0.3, 2.5,
}

// Number is a value of that regime for floats.
func (g *Generator) Number(r Regime) float64 {
	sign := float64(1 - 2*g.IntN(2))
	switch r {
	case Special:
		if g.Chance(1, 4) {
			return sign * g.magnitude()
		}
		return Pick(g, specials)
	case Finite:
		if g.Chance(1, 4) {
			return sign * g.magnitude()
		}
		return Pick(g, finites)
	case Small:
		return float64(g.IntN(9) - 4)
	case Ordinary:
		return sign * g.magnitude()
	case Positive:
		return g.magnitude()
	}
	return sign * (0.05 + float64(0.85*g.Float64()))
}

// magnitude is from 1/4 to 4.
func (g *Generator) magnitude() float64 { return math.Exp2(float64(4*g.Float64()) - 2) }

// Integer is a value of that regime for integers of a dtype, before it wraps.
func (g *Generator) Integer(r Regime, d tensor.DType) int64 {
	least, greatest := int64(math.MinInt64)>>(64-min(64, d.Bits())), int64(math.MaxInt64)>>(64-min(64, d.Bits()))
	switch {
	case r != Special && r != Finite:
		return int64(g.IntN(9) - 4)
	case g.Chance(1, 4):
		return int64(g.Uint64())
	}
	return Pick(g, []int64{0, 0, 1, 1, -1, -1, 2, 3, -2, 6, 7, least, greatest, least + 1, greatest - 1, int64(d.Bits()), int64(d.Bits()) - 1, 31, -7, 100, 0x5555555555555555})
}

// Tensor is a tensor of type t, which must be static, filled with values.
func (g *Generator) Tensor(t *ir.Type, r Regime) *tensor.Tensor {
	spec, err := interp.SpecOf(t)
	if err != nil {
		panic(err) // the caller's type is not one of those that are generated
	}
	x := tensor.New(spec.DType, spec.Shape...)
	g.fill(x.Parts(), r)
	return x
}

// fill stores values in all elements, of which none is complex.
func (g *Generator) fill(x *tensor.Tensor, r Regime) {
	if r == Pair {
		g.pair(x)
		return
	}
	sign := float64(1 - 2*g.IntN(2))
	for i := range x.Len() {
		if r == Low && x.DType().IsFloat() {
			x.SetFloat64(i, sign*g.near(x.DType(), true))
			continue
		}
		g.set(x, i, r)
	}
}

// pair fills a tensor with two values.
func (g *Generator) pair(x *tensor.Tensor) {
	list := Edges(x.DType())
	if x.DType().IsFloat() {
		list = Landmarks(x.DType())
	}
	values := [2]int{g.IntN(list.Len()), g.IntN(list.Len())}
	for g.Infinite && x.DType().IsFloat() && !math.IsInf(list.Float64At(values[0]), 0) {
		values[0] = g.IntN(list.Len())
	}
	for i := range x.Len() {
		CopyElement(x, i, list, values[g.IntN(2)])
	}
}

func (g *Generator) set(x *tensor.Tensor, i int, r Regime) {
	switch d := x.DType(); {
	case r == Edge:
		list := Edges(d)
		CopyElement(x, i, list, g.IntN(list.Len()))
	case r == Near && d.IsFloat():
		x.SetFloat64(i, float64(1-2*g.IntN(2))*g.near(d, false))
	case (r == Near || r == Low) && d.IsInteger():
		SetInteger(x, i, g.nearInteger(d))
	case !d.IsFloat():
		SetInteger(x, i, g.Integer(r, d))
	default:
		v := g.Number(r)
		x.SetFloat64(i, v)
		if w := x.Float64At(i); r != Special && (math.IsInf(w, 0) || w == 0 && math.Signbit(w)) {
			x.SetFloat64(i, 1) // too large, or too small, for a narrow type
		}
	}
}

// SetInteger stores v in an element of integers, modulo their range, or whether
// it is odd in one of truth values.
func SetInteger(x *tensor.Tensor, i int, v int64) {
	if x.DType() == tensor.Bool {
		v &= 1
	}
	x.SetInt64(i, v)
}

// Constant is a dense attribute of type t; often a splat of a number that rules
// speak of.
func (g *Generator) Constant(t *ir.Type) *ir.Attr {
	x := g.Tensor(t, Pick(g, []Regime{Special, Finite, Small, Small, Ordinary}))
	if !x.DType().Part().IsFloat() && g.Chance(1, 4) {
		g.progression(x)
		return interp.EncodeElements(g.Ctx, t, x)
	}
	if g.Chance(2, 3) && x.Len() > 0 {
		v := Pick(g, []float64{0, 0, 1, 1, -1, 2, 0.5, 6, math.Copysign(0, -1), math.Inf(1), math.NaN()})
		for i := range x.Len() {
			if x.DType().Part().IsFloat() {
				x.SetFloat64(i, v) // of complex numbers the real part alone
			} else if v == math.Trunc(v) && !math.IsInf(v, 0) {
				SetInteger(x, i, int64(v))
			} else {
				SetInteger(x, i, x.Int64At(0))
			}
		}
	}
	return interp.EncodeElements(g.Ctx, t, x)
}

// progression fills a tensor of integers with numbers that are equally far
// apart, as positions often are; it may wrap.
func (g *Generator) progression(x *tensor.Tensor) {
	v, step := g.Integer(Pick(g, []Regime{Small, Small, Special}), x.DType()), Pick(g, []int64{0, 1, 1, 2, 3, -1})
	for i := range x.Len() {
		SetInteger(x, i, v)
		v += step
	}
}

// Filled is a dense attribute of type t with values of a regime.
func (g *Generator) Filled(t *ir.Type, r Regime) *ir.Attr {
	return interp.EncodeElements(g.Ctx, t, g.Tensor(t, r))
}
