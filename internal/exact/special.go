package exact

import (
	"math"
	"math/big"
	"math/bits"
)

// Results that are exact, or that no formula for finite numbers gives. All others are irrational,
// so that more bits decide on which side of a rounding boundary they are.

func infiniteAtOnes(_ precision, x float64) *Value {
	return exactIf(math.Abs(x) == 1, math.Copysign(infinity, x))
}

// wholePower is 2^x of a whole number.
func wholePower(w precision, x float64) *Value {
	if x-x != 0 || x != math.Floor(x) {
		return nil
	}
	return &Value{Number: shifted(w.number(1), int(max(-far, min(far, x)))), Exact: true}
}

// split is |x| = m 2^e with m odd, for a finite x other than 0.
func split(x float64) (m uint64, e int) {
	fraction, e := math.Frexp(math.Abs(x))
	m = uint64(math.Ldexp(fraction, 53))
	zeros := bits.TrailingZeros64(m)
	return m >> zeros, e - 53 + zeros
}

// isPositive reports whether x is positive and finite.
func isPositive(x float64) bool { return x > 0 && x < infinity }

func wholeLogarithm(_ precision, x float64) *Value {
	if !isPositive(x) {
		return nil
	}
	m, e := split(x)
	return exactIf(m == 1, float64(e))
}

// scaledBy is v 2^e, exactly.
func scaledBy(v float64, e int) *Value {
	return &Value{Number: shifted(big.NewFloat(v), e), Exact: true}
}

func wholeCubeRoot(_ precision, x float64) *Value {
	if x == 0 || x-x != 0 {
		return nil
	}
	m, e := split(x)
	root := uint64(math.Round(math.Cbrt(float64(m))))
	if e%3 != 0 || root*root*root != m {
		return nil
	}
	return scaledBy(math.Copysign(float64(root), x), e/3)
}

func rsqrtSpecial(_ precision, x float64) *Value {
	if !isPositive(x) {
		return exactIf(x == 0, math.Copysign(infinity, x))
	}
	if m, e := split(x); m == 1 && e%2 == 0 {
		return scaledBy(1, -e/2)
	}
	return nil
}

func acosSpecial(w precision, x float64) *Value {
	if x == 0 {
		return &Value{Number: shifted(pi.of(w), -1)}
	}
	return exactIf(x == 1, 0)
}

func atanSpecial(w precision, x float64) *Value {
	if !math.IsInf(x, 0) {
		return nil
	}
	quarter := shifted(pi.of(w), -1)
	if x < 0 {
		quarter.Neg(quarter)
	}
	return &Value{Number: quarter}
}

// isPole reports whether gamma has a pole at x.
func isPole(x float64) bool { return x <= 0 && x > -infinity && x == math.Floor(x) }

func gammaPoles(_ precision, x float64) *Value {
	if x == 1 || x == 2 {
		return exactIf(true, 0)
	}
	return exactIf(isPole(x), infinity)
}

func digammaPoles(_ precision, x float64) *Value { return exactIf(isPole(x), notANumber) }

// Binary is the function of two numbers of that name, or nil, as Unary.
func Binary(name string) func(x, y float64, bits uint) Value {
	switch name {
	case "pow":
		return pow
	case "atan2":
		return atan2
	case "zeta":
		return zeta
	case "polygamma":
		return polygamma
	}
	return nil
}

// pow leaves zeros, infinities and NaNs to math.Pow, which follows C.
func pow(x, y float64, bits uint) Value {
	isWhole := y == math.Floor(y)
	switch {
	case x == 0 || y == 0 || x == 1 || x-x != 0 || y-y != 0 || x < 0 && !isWhole:
		return exactly(math.Pow(x, y))
	}
	result, isExact := rationalPower(math.Abs(x), y)
	if !isExact {
		result = working(bits).pow(big.NewFloat(math.Abs(x)), big.NewFloat(y))
	}
	if x < 0 && math.Abs(math.Mod(y, 2)) == 1 {
		result.Neg(result)
	}
	return Value{Number: result, Exact: isExact}
}

// mostDigits bounds the exact powers with odd parts: others have so many digits that they are on no
// rounding boundary of any format.
const mostDigits = 256

// rationalPower is x^y for x > 0 where that is a number of a moderate number of digits.
func rationalPower(x, y float64) (result *big.Float, is bool) {
	m, e := split(x)
	n, k := split(y) // |y| is n 2^k
	for ; k < 0; k++ {
		root := uint64(math.Sqrt(float64(m)))
		if root*root != m || e%2 != 0 {
			return nil, false
		}
		m, e = root, e/2
	}
	y = math.Copysign(math.Ldexp(float64(n), k), y)
	if m != 1 && (y < 0 || y*float64(bits.Len64(m)-1) > mostDigits) {
		return nil, false
	}
	power := big.NewInt(1)
	if m != 1 {
		power.Exp(new(big.Int).SetUint64(m), big.NewInt(int64(y)), nil)
	}
	by := max(-far, min(far, y*float64(e)))
	return shifted(new(big.Float).SetPrec(2*mostDigits).SetInt(power), int(by)), true
}

// atan2 leaves zeros to math.Atan2 where it gives zeros.
func atan2(y, x float64, bits uint) Value {
	w := working(bits)
	if y != y || x != x {
		return exactly(notANumber)
	}
	if v := math.Atan2(y, x); v == 0 && (y == 0 || math.IsInf(x, 1)) {
		return exactly(v)
	}
	// Infinities are ones beside zeros, and what is left of zero is.
	tall, wide := math.Abs(y), x
	if math.IsInf(y, 0) || math.IsInf(x, 0) {
		tall, wide = finiteDirection(y), math.Copysign(finiteDirection(x), x)
	}
	if tall == 0 {
		wide = -1
	}
	result := w.angle(big.NewFloat(tall), big.NewFloat(wide))
	if math.Signbit(y) {
		result.Neg(result)
	}
	return about(result)
}

func finiteDirection(v float64) float64 {
	if math.IsInf(v, 0) {
		return 1
	}
	return 0
}
