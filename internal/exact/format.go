package exact

import (
	"math"
	"math/big"
)

// A Format is a type of floating-point numbers, all of which float64 has, too.
type Format struct {
	Name        string
	Precision   int // in bits
	MinExponent int // the least normal number is 2^MinExponent
	Max         float64
	Finite      bool // it has no infinities; what rounds beyond Max is NaN
}

// The formats.
var (
	F64     = Format{Name: "f64", Precision: 53, MinExponent: -1022, Max: math.MaxFloat64}
	F32     = Format{Name: "f32", Precision: 24, MinExponent: -126, Max: math.MaxFloat32}
	F16     = Format{Name: "f16", Precision: 11, MinExponent: -14, Max: 65504}
	BF16    = Format{Name: "bf16", Precision: 8, MinExponent: -126, Max: 0x1.FEp127}
	F8E4M3  = Format{Name: "f8E4M3FN", Precision: 4, MinExponent: -6, Max: 448, Finite: true}
	F8E5M2  = Format{Name: "f8E5M2", Precision: 3, MinExponent: -14, Max: 57344}
	Formats = []Format{F64, F32, F16, BF16, F8E4M3, F8E5M2}
)

// unit is the exponent of the unit in the last place of numbers around x, which is not 0.
func (f Format) unit(x *big.Float) int { return max(exponent(x)-1, f.MinExponent) - (f.Precision - 1) }

// Unit is the unit in the last place around a finite value: the distance of the numbers there.
func (f Format) Unit(v Value) float64 {
	if v.Number.Sign() == 0 {
		return math.Ldexp(1, f.MinExponent-(f.Precision-1))
	}
	return math.Ldexp(1, f.unit(v.Number))
}

// Nearest is the number of the format nearest to x, the even one of two, an infinity, or NaN in a
// format without, if x rounds to more than Max. A zero has the sign of x.
func (f Format) Nearest(x *big.Float) float64 {
	if x.Sign() == 0 {
		return approximate(x)
	}
	if x.IsInf() {
		return f.overflow(x)
	}
	unit := f.unit(x)
	digits := exponent(x) - unit
	if digits <= 0 { // at most half the least number, where a tie goes to 0, or more
		half := new(big.Float).SetMantExp(one, unit-1)
		if magnitude(x).Cmp(half) <= 0 {
			return math.Copysign(0, float64(x.Sign()))
		}
		return math.Copysign(math.Ldexp(1, unit), float64(x.Sign()))
	}
	v := approximate(new(big.Float).SetPrec(uint(digits)).Set(x))
	if math.Abs(v) > f.Max {
		return f.overflow(x)
	}
	return v
}

func (f Format) overflow(x *big.Float) float64 {
	if f.Finite {
		return notANumber
	}
	return math.Copysign(infinity, float64(x.Sign()))
}

// Round is the number of the format nearest to an exact value, which is asked for with more bits
// until all numbers within its error round to the same (Ziv, Fast evaluation of elementary
// mathematical functions with correctly rounded last bit, 1991).
func (f Format) Round(value func(bits uint) Value) float64 {
	for bits := uint(f.Precision + 20); ; bits *= 2 {
		v := value(bits)
		if v.Number == nil {
			return notANumber
		}
		if v.Exact {
			return f.Nearest(v.Number)
		}
		low, high := v.bounds(bits)
		if a, b := f.Nearest(low), f.Nearest(high); a == b || a != a && b != b {
			return a
		}
	}
}

// bounds are numbers between which a value with a relative error of 2^-bits is.
func (v Value) bounds(bits uint) (low, high *big.Float) {
	wide := precision(bits).more(int(v.Number.Prec()))
	slack := shifted(v.Number, -int(bits))
	return wide.sub(v.Number, slack), wide.add(v.Number, slack)
}

// Error is how far got is from a value that is known to some bits more than the format has, in
// units in the last place: the distance of the numbers of the format around the value. It is
// infinite where got differs in being NaN, infinite or of the other sign, where the value, rounded,
// does not.
func (f Format) Error(got float64, v Value) float64 {
	switch {
	case v.Number == nil || got != got:
		if v.Number == nil && got != got || v.Number != nil && math.IsNaN(f.Nearest(v.Number)) {
			return 0
		}
		return infinity
	case math.Signbit(got) != v.Number.Signbit():
		return infinity
	case v.Number.IsInf() || v.Number.Sign() == 0:
		if got == approximate(v.Number) {
			return 0
		}
		return infinity
	}
	reached := new(big.Float)
	if math.IsInf(got, 0) { // the number that would come after the greatest
		after := new(big.Float).SetMantExp(one, exponent(big.NewFloat(f.Max)))
		if magnitude(v.Number).Cmp(after) >= 0 {
			return 0
		}
		reached.Set(after)
	} else {
		reached.SetFloat64(math.Abs(got))
	}
	limited := v.Number
	if after := exponent(big.NewFloat(f.Max)); exponent(limited) > after+2 { // far beyond the format
		limited = shifted(one, after+2)
	}
	wide := precision(2*wordBits + v.Number.Prec())
	difference := wide.sub(reached, magnitude(limited))
	return math.Abs(approximate(shifted(difference, -f.unit(limited))))
}

// Rounded is the number of the format nearest to v, as Nearest, and NaN for NaN; if decided is
// false, it may be another for a number with a relative distance of up to 2^-50 to v.
func (f Format) Rounded(v float64) (result float64, decided bool) {
	switch {
	case v != v:
		return v, true
	case v-v != 0 || math.Abs(v) < 0x1p-1000:
		return f.Nearest(big.NewFloat(v)), f.Precision < F64.Precision
	}
	lost := max(53-f.Precision, f.MinExponent-(f.Precision-1)-(math.Ilogb(v)-52))
	if lost < 5 || lost > 50 {
		return f.Nearest(big.NewFloat(v)), lost > 54
	}
	b := math.Float64bits(v)
	half, rest := uint64(1)<<(lost-1), b&(1<<lost-1)
	result = math.Float64frombits((b + half - 1 + b>>lost&1) >> lost << lost)
	if math.Abs(result) > f.Max {
		result = f.overflow(big.NewFloat(v))
	}
	return result, rest+8 < half || rest > half+8
}
