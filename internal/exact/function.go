package exact

import (
	"math"
	"math/big"
)

// A Value is what a function has for arguments: an exact number, also an infinity or a zero with a
// sign; or one with a relative error; or none.
type Value struct {
	Number *big.Float // nil is NaN
	Exact  bool
}

// exactly is a number without an error.
func exactly(v float64) Value {
	if v != v {
		return Value{Exact: true}
	}
	return Value{Number: big.NewFloat(v), Exact: true}
}

// about is a number with the error that was asked for.
func about(v *big.Float) Value { return Value{Number: v} }

// unary is a function of one number.
type unary struct {
	low, high   float64 // at the infinities
	zero        float64 // at the zeros
	odd         bool    // the zeros are their own results
	least, most float64 // it has no values beyond them, unless both are 0

	special func(w precision, x float64) *Value // what is exact, or else than the fields above say; nil otherwise
	finite  func(w precision, x *big.Float) *big.Float
}

var infinity, notANumber, minusZero = math.Inf(1), math.NaN(), math.Copysign(0, -1)

// at is an exact result at a single number.
func at(number, result float64) func(w precision, x float64) *Value {
	return func(_ precision, x float64) *Value { return exactIf(x == number, result) }
}

func exactIf(is bool, result float64) *Value {
	if !is {
		return nil
	}
	v := exactly(result)
	return &v
}

var unaries = map[string]unary{
	"exp":   {high: infinity, zero: 1, finite: precision.exp},
	"exp2":  {high: infinity, zero: 1, special: wholePower, finite: precision.exp2},
	"expm1": {low: -1, high: infinity, odd: true, finite: precision.expm1},

	"log":   {high: infinity, zero: -infinity, most: infinity, special: at(1, 0), finite: precision.log},
	"log2":  {high: infinity, zero: -infinity, most: infinity, special: wholeLogarithm, finite: precision.log2},
	"log1p": {high: infinity, odd: true, least: -1, most: infinity, special: at(-1, -infinity), finite: precision.log1p},

	"sin": {low: notANumber, high: notANumber, odd: true, finite: precision.sin},
	"cos": {low: notANumber, high: notANumber, zero: 1, finite: precision.cos},
	"tan": {low: notANumber, high: notANumber, odd: true, finite: precision.tan},

	"asin": {odd: true, least: -1, most: 1, finite: precision.asin},
	"acos": {least: -1, most: 1, special: acosSpecial, finite: precision.acos},
	"atan": {odd: true, special: atanSpecial, finite: precision.atan},

	"sinh":  {low: -infinity, high: infinity, odd: true, finite: precision.sinh},
	"cosh":  {low: infinity, high: infinity, zero: 1, finite: precision.cosh},
	"tanh":  {low: -1, high: 1, odd: true, finite: precision.tanh},
	"asinh": {low: -infinity, high: infinity, odd: true, finite: precision.asinh},
	"acosh": {high: infinity, least: 1, most: infinity, special: at(1, 0), finite: precision.acosh},
	"atanh": {odd: true, least: -1, most: 1, special: infiniteAtOnes, finite: precision.atanh},

	"cbrt":  {low: -infinity, high: infinity, odd: true, special: wholeCubeRoot, finite: precision.cbrt},
	"rsqrt": {most: infinity, special: rsqrtSpecial, finite: precision.rsqrt},

	"sigmoid":   {high: 1, zero: 0.5, finite: precision.sigmoid},
	"silu":      {low: minusZero, high: infinity, odd: true, finite: precision.silu},
	"gelu":      {low: minusZero, high: infinity, odd: true, finite: precision.gelu},
	"gelu_tanh": {low: minusZero, high: infinity, odd: true, finite: precision.geluTanh},

	"erf":     {low: -1, high: 1, odd: true, finite: precision.erf},
	"erfc":    {low: 2, zero: 1, finite: precision.erfc},
	"erf_inv": {odd: true, least: -1, most: 1, special: infiniteAtOnes, finite: precision.erfInv},

	"lgamma":  {low: infinity, high: infinity, special: gammaPoles, finite: precision.lgamma},
	"digamma": {low: notANumber, high: infinity, special: digammaPoles, finite: precision.digamma},

	"bessel_i1e": {low: minusZero, odd: true, finite: precision.besselI1e},
}

// Unary is the function of that name, or nil: its value at x, with a relative error of at most
// 2^-bits unless it is exact. A magnitude beyond 2^(2^20), or one that is less than its
// reciprocal, is replaced by that.
func Unary(name string) func(x float64, bits uint) Value {
	f, ok := unaries[name]
	if !ok {
		return nil
	}
	return f.at
}

func (f unary) at(x float64, bits uint) Value {
	w := working(bits)
	if x != x || f.least < f.most && (x < f.least || x > f.most) {
		return exactly(notANumber)
	}
	if f.special != nil {
		if v := f.special(w, x); v != nil {
			return *v
		}
	}
	switch {
	case x == 0 && f.odd:
		return exactly(x)
	case x == 0:
		return exactly(f.zero)
	case x == infinity:
		return exactly(f.high)
	case x == -infinity:
		return exactly(f.low)
	}
	return about(f.finite(w, big.NewFloat(x)))
}
