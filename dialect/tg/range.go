package tg

import (
	"math"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// What elementwise ops tell of the range of their results. Bounds are computed
// as the op computes elements, so that they hold whatever the rounding. What is
// said of transcendental functions leaves room for their last place.

type (
	rangeRule = func(o *ir.Op, operand func(int) analysis.Range) analysis.Range
	bounds    = analysis.Range
)

// sameRange is the rule of ops that move or repeat elements of operand 0.
func sameRange(_ *ir.Op, operand func(int) bounds) bounds { return operand(0) }

// unionRange is the rule of ops whose elements are elements of their operands
// from number first on.
func unionRange(first int) rangeRule {
	return func(o *ir.Op, operand func(int) bounds) bounds {
		out := operand(first)
		for i := first + 1; i < o.NumOperands(); i++ {
			out = analysis.Union(out, operand(i))
		}
		return out
	}
}

// iotaRange is that of indices along a dimension, which wrap in narrow integers.
func iotaRange(o *ir.Op, _ func(int) bounds) bounds {
	t := o.Result(0).Type()
	extent := t.Shape()[o.Attr("dim").Int()]
	if extent == ir.Dynamic {
		return analysis.FullRange(t.Elem())
	}
	return wrapped(bounds{High: rounded(t.Elem(), float64(max(extent-1, 0))), Whole: true}, t.Elem())
}

// between is a range that NaN, and nothing else, is added to.
func between(low, high float64, x bounds) bounds {
	return bounds{Low: low, High: high, NaN: x.NaN}
}

// rounded is a bound as the element type has it.
func rounded(elem *ir.Type, v float64) float64 {
	if !elem.IsFloat() || elem.Width() > 64 || math.IsInf(v, 0) {
		return v
	}
	return elem.Format().Decode(elem.Format().Encode(v))
}

func (u unaryOp) rangeOf(o *ir.Op, operand func(int) bounds) bounds {
	x, elem := operand(0), o.Result(0).Type().Elem()
	full := analysis.FullRange(elem)
	switch u.def {
	case Neg:
		return negRange(x, elem)
	case Abs:
		return absRange(x, elem)
	case Sign:
		return bounds{Low: sign(x.Low), High: sign(x.High), NaN: x.NaN, MinusZero: x.MinusZero, Whole: true}
	case Relu:
		return bounds{Low: max(x.Low, 0), High: max(x.High, 0), NaN: x.NaN, Whole: x.Whole}
	case Relu6:
		return bounds{Low: min(max(x.Low, 0), 6), High: min(max(x.High, 0), 6), NaN: x.NaN, Whole: x.Whole}
	case Floor:
		return bounds{Low: math.Floor(x.Low), High: math.Floor(x.High), NaN: x.NaN, MinusZero: x.MinusZero, Whole: true}
	case Ceil, RoundEven, RoundAway:
		return bounds{Low: math.Floor(x.Low), High: math.Ceil(x.High), NaN: x.NaN, MinusZero: x.MinusZero || x.Low < 0, Whole: true}
	case Popcnt, Clz:
		return bounds{Low: 0, High: float64(width(elem)), Whole: true}
	case Exp, Cosh:
		return between(0, math.Inf(1), x)
	case Sigmoid:
		return between(0, 1, x)
	case Erfc:
		return between(0, 2, x)
	case Sqrt:
		return bounds{Low: 0, High: math.Inf(1), NaN: x.NaN || x.Low < 0, MinusZero: x.MinusZero}
	case Rsqrt: // of -0 it is -inf
		if !x.MinusZero {
			return bounds{Low: 0, High: math.Inf(1), NaN: x.NaN || x.Low < 0}
		}
	case Sin, Cos:
		return bounds{Low: -1, High: 1, NaN: x.NaN || !x.Finite(), MinusZero: true}
	case Tanh, Erf:
		return signedRange(x, 1)
	case Atan:
		return signedRange(x, 2)
	case Cbrt, Sinh, Asinh:
		return signedRange(x, math.Inf(1))
	}
	return full
}

// signedRange is that of a function with the sign of its operand, zeros
// included, and a greatest absolute value.
func signedRange(x bounds, limit float64) bounds {
	out := bounds{Low: -limit, High: limit, NaN: x.NaN, MinusZero: x.MinusZero || x.Low < 0}
	if x.NonNegative() {
		out.Low, out.MinusZero = 0, false
	}
	return out
}

func sign(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

func negRange(x bounds, elem *ir.Type) bounds {
	low, _ := analysis.Bounds(elem)
	if !elem.IsFloat() && (low == 0 || x.Low <= low) {
		return analysis.FullRange(elem) // it wraps
	}
	return bounds{Low: -x.High, High: -x.Low, NaN: x.NaN, MinusZero: x.Holds(0), Whole: x.Whole}
}

func absRange(x bounds, elem *ir.Type) bounds {
	low, _ := analysis.Bounds(elem)
	if !elem.IsFloat() && low < 0 && x.Low <= low {
		return analysis.FullRange(elem) // the least integer stays what it is
	}
	out := bounds{Low: 0, High: max(math.Abs(x.Low), math.Abs(x.High)), NaN: x.NaN, Whole: x.Whole}
	if x.Low > 0 || x.High < 0 {
		out.Low = min(math.Abs(x.Low), math.Abs(x.High))
	}
	return out
}

func (b binaryOp) rangeOf(o *ir.Op, operand func(int) bounds) bounds {
	elem := o.Result(0).Type().Elem()
	if b.def == Atan2 {
		return bounds{Low: -4, High: 4, NaN: true, MinusZero: true}
	}
	x, y := operand(0), operand(1)
	if elem.IsBool() {
		return analysis.FullRange(elem)
	}
	switch b.def {
	case Max:
		return bounds{
			Low: max(x.Low, y.Low), High: max(x.High, y.High), NaN: x.NaN || y.NaN, Whole: x.Whole && y.Whole,
			MinusZero: x.MinusZero && !y.NonNegative() || y.MinusZero && !x.NonNegative(),
		}
	case Min:
		return minRange(x, y)
	case Add:
		return sumRange(x, y, elem)
	case Sub:
		return differenceRange(x, y, elem)
	case Mul:
		if elem.IsFloat() && o.Operand(0) == o.Operand(1) {
			return bounds{Low: 0, High: math.Inf(1), NaN: x.NaN, Whole: x.Whole}
		}
		return productRange(x, y, elem)
	case Div, Pow:
		if elem.IsFloat() && x.NonNegative() && (b.def == Pow || y.NonNegative()) {
			return bounds{Low: 0, High: math.Inf(1), NaN: true}
		}
		if b.def == Div && !elem.IsFloat() && x.Low >= 0 && y.Low >= 1 {
			return bounds{Low: 0, High: x.High, Whole: true}
		}
	case Rem:
		return remainderRange(x, y, elem)
	}
	if elem.IsFloat() {
		return analysis.FullRange(elem)
	}
	return b.bitsRange(x, y, elem)
}

// bitsRange is for ops on the bits of integers.
func (b binaryOp) bitsRange(x, y bounds, elem *ir.Type) bounds {
	switch {
	case b.def == And && x.Low >= 0 && y.Low >= 0:
		return bounds{Low: 0, High: min(x.High, y.High), Whole: true}
	case b.def == And && x.Low >= 0:
		return bounds{Low: 0, High: x.High, Whole: true}
	case b.def == And && y.Low >= 0:
		return bounds{Low: 0, High: y.High, Whole: true}
	case (b.def == Or || b.def == Xor) && x.Low >= 0 && y.Low >= 0:
		return bounds{Low: 0, High: bitsBelow(max(x.High, y.High)), Whole: true}
	case b.def == ShrLogical && x.Low >= 0:
		return bounds{Low: 0, High: math.Floor(math.Ldexp(x.High, -int(min(max(y.Low, 0), 64)))), Whole: true}
	case b.def == ShrLogical && y.Low >= 1:
		return bounds{Low: 0, High: math.Ldexp(1, int(width(elem)-int64(min(y.Low, float64(width(elem)))))), Whole: true}
	}
	return analysis.FullRange(elem)
}

// bitsBelow is the greatest number with as many bits as v.
func bitsBelow(v float64) float64 {
	_, exponent := math.Frexp(v)
	return math.Ldexp(1, exponent) - 1
}

func minRange(x, y bounds) bounds {
	return bounds{
		Low: min(x.Low, y.Low), High: min(x.High, y.High), NaN: x.NaN || y.NaN, Whole: x.Whole && y.Whole,
		MinusZero: x.MinusZero || y.MinusZero,
	}
}

// wrapped is a range of integers if it is one of their type, else all of it.
func wrapped(r bounds, elem *ir.Type) bounds {
	low, high := analysis.Bounds(elem)
	if !elem.IsFloat() && !(r.Low >= low && r.High <= high && math.Abs(r.Low) < 1<<53 && math.Abs(r.High) < 1<<53) {
		return analysis.FullRange(elem)
	}
	return r
}

func sumRange(x, y bounds, elem *ir.Type) bounds {
	opposite := math.IsInf(x.Low, -1) && math.IsInf(y.High, 1) || math.IsInf(x.High, 1) && math.IsInf(y.Low, -1)
	return wrapped(bounds{
		Low: orElse(rounded(elem, x.Low+y.Low), math.Inf(-1)), High: orElse(rounded(elem, x.High+y.High), math.Inf(1)),
		NaN: x.NaN || y.NaN || opposite, MinusZero: x.MinusZero && y.MinusZero, Whole: x.Whole && y.Whole,
	}, elem)
}

func differenceRange(x, y bounds, elem *ir.Type) bounds {
	minus := y
	minus.Low, minus.High, minus.MinusZero = -y.High, -y.Low, y.Holds(0)
	return sumRange(x, minus, elem)
}

func productRange(x, y bounds, elem *ir.Type) bounds {
	infinite := math.IsInf(x.Low, 0) || math.IsInf(x.High, 0) || math.IsInf(y.Low, 0) || math.IsInf(y.High, 0)
	out := bounds{
		Low: math.Inf(1), High: math.Inf(-1), NaN: x.NaN || y.NaN || infinite && (x.Holds(0) || y.Holds(0)),
		MinusZero: !x.NonNegative() || !y.NonNegative(), Whole: x.Whole && y.Whole,
	}
	for _, a := range []float64{x.Low, x.High} {
		for _, b := range []float64{y.Low, y.High} {
			corner := orElse(rounded(elem, a*b), 0)
			out.Low, out.High = min(out.Low, corner), max(out.High, corner)
		}
	}
	return wrapped(out, elem)
}

// remainderRange knows that a remainder has the sign of the dividend and is
// less than the divisor, unless an integer is divided by 0.
func remainderRange(x, y bounds, elem *ir.Type) bounds {
	if !x.NonNegative() {
		return analysis.FullRange(elem)
	}
	out := bounds{Low: 0, High: x.High, NaN: elem.IsFloat(), Whole: x.Whole && y.Whole}
	if !elem.IsFloat() && y.Low >= 1 {
		out.High = min(out.High, y.High-1)
	}
	return out
}

func orElse(v, other float64) float64 {
	if math.IsNaN(v) {
		return other
	}
	return v
}

// clampRange is that of min(max(x, low), high).
func clampRange(_ *ir.Op, operand func(int) bounds) bounds {
	low, x, high := operand(0), operand(1), operand(2)
	raised := bounds{
		Low: max(x.Low, low.Low), High: max(x.High, low.High), NaN: x.NaN || low.NaN, Whole: x.Whole && low.Whole,
		MinusZero: x.MinusZero && !low.NonNegative() || low.MinusZero && !x.NonNegative(),
	}
	return minRange(raised, high)
}

func convertRange(o *ir.Op, operand func(int) bounds) bounds {
	x, from, to := operand(0), o.Operand(0).Type().Elem(), o.Result(0).Type().Elem()
	low, high := analysis.Bounds(to)
	switch {
	case to.IsBool():
	case to.IsFloat():
		return bounds{
			Low: rounded(to, x.Low), High: rounded(to, x.High), NaN: x.NaN, Whole: x.Whole,
			MinusZero: x.MinusZero || from.IsFloat() && x.Low < 0,
		}
	case from.IsFloat(): // it saturates, and NaN becomes 0
		out := bounds{Low: math.Floor(max(x.Low, low)), High: math.Ceil(min(x.High, high)), Whole: true}
		if x.NaN || out.Low > out.High {
			out.Low, out.High = min(out.Low, 0), max(out.High, 0)
		}
		return out
	case x.Low >= low && x.High <= high && (x.High < high || high < 1<<53):
		return x
	}
	return analysis.FullRange(to)
}

// reduceRange is that of a reduction by a keyword of floats, or of some elements
// for their greatest or least. A sum of what is not negative is not, and starts
// from +0.
func reduceRange(o *ir.Op, operand func(int) bounds) bounds {
	elem, kind := o.Result(0).Type().Elem(), keywordOf(o)
	full := analysis.FullRange(elem)
	if o.NumOperands() != 1 || !allStatic(o) || elements(o.Operand(0).Type()) == 0 {
		return full
	}
	x := operand(0)
	switch {
	case kind == "max" || kind == "min":
		return x
	case isFloatSum(kind, o) && x.NonNegative() && o.Operand(0).Type().Elem() == elem:
		return bounds{Low: 0, High: math.Inf(1), NaN: x.NaN, Whole: x.Whole && kind == "sum"}
	}
	return full
}
