package ir

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// f64Digits is how many significant digits a decimal literal may have for its
// nearest f64 to be what it means.
const f64Digits = 17

// longestDecimal is how many significant digits of a literal are looked at: more
// than lie between two neighbouring f128. What follows them counts as one more.
const longestDecimal = 12_000

// IsWide reports whether numbers of the format need more than 64 bits.
func (f *FloatFormat) IsWide() bool { return f.Width > 64 }

// ReadDecimal is what a decimal literal, with a point and without a sign, means
// in the format.
//
// As in MLIR it is rounded to f64 first. But a literal of f80 or f128 that says
// more than an f64 holds (by its digits, or because that would be infinity or
// zero) is rounded once, as it could not be read back otherwise.
func (f *FloatFormat) ReadDecimal(text string, neg bool) FloatBits {
	v, _ := strconv.ParseFloat(text, 64) // infinity beyond the range
	if f.IsWide() {
		digits, exp := decimalOf(text)
		if len(digits) > f64Digits || math.IsInf(v, 0) || v == 0 && digits != "" {
			return f.roundDecimal(digits, exp, neg)
		}
	}
	if neg {
		v = -v
	}
	return f.Encode(v)
}

// decimalOf is a literal as digits * 10^exp, without zeros at either end.
func decimalOf(text string) (digits string, exp int) {
	mant, power := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mant, power = text[:i], text[i+1:]
	}
	exp, err := strconv.Atoi(power)
	if err != nil && power != "" { // out of range
		exp = math.MaxInt32
		if power[0] == '-' {
			exp = -exp
		}
	}
	whole, fraction, _ := strings.Cut(mant, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	exp -= len(fraction)
	short := strings.TrimRight(digits, "0")
	return short, exp + len(digits) - len(short)
}

// roundDecimal is digits * 10^exp in a wide format.
func (f *FloatFormat) roundDecimal(digits string, exp int, neg bool) FloatBits {
	const far = 5_000 // decades beyond those of the wide formats
	sticky := false
	if len(digits) > longestDecimal {
		exp += len(digits) - longestDecimal
		digits, sticky = digits[:longestDecimal], true
	}
	switch first := exp + len(digits); {
	case digits == "" || first < -far:
		return f.RoundWide(neg, new(big.Int), 0, false)
	case first > far:
		return f.inf(neg)
	}
	sig, _ := new(big.Int).SetString(digits, 10)
	if sticky {
		sig.Mul(sig, big.NewInt(10)).Add(sig, big.NewInt(1))
		exp--
	}
	if exp >= 0 {
		return f.RoundWide(neg, sig.Mul(sig, power(5, exp)), exp, false)
	}
	// The quotient gets more bits than the format has; the rest is sticky.
	divisor := power(5, -exp)
	shift := max(0, divisor.BitLen()-sig.BitLen()+f.precision()+2)
	q, rest := sig.Lsh(sig, uint(shift)).QuoRem(sig, divisor, new(big.Int))
	return f.RoundWide(neg, q, exp-shift, rest.Sign() != 0)
}

func power(base int64, exp int) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(exp)), nil)
}

// RoundWide is sig * 2^exp, with more that does not show behind it if sticky,
// rounded to a wide format, to nearest, ties to even; it takes sig over.
func (f *FloatFormat) RoundWide(neg bool, sig *big.Int, exp int, sticky bool) FloatBits {
	if sticky {
		sig.Lsh(sig, 1).SetBit(sig, 0, 1)
		exp--
	}
	if sig.Sign() == 0 {
		return f.pack(neg, 0, 0)
	}
	precision := f.precision()
	least := 1 - f.Bias - (precision - 1) // the exponent of the last place of the smallest numbers
	last := max(exp+sig.BitLen()-precision, least)
	q := ShiftRounded(sig, last-exp)
	if q.BitLen() > precision {
		q.Rsh(q, 1)
		last++
	}
	biased := last - least + 1
	if q.BitLen() < precision {
		biased = 0
	}
	if biased >= 0x7fff {
		return f.inf(neg)
	}
	b := FloatBits{Lo: new(big.Int).And(q, new(big.Int).SetUint64(math.MaxUint64)).Uint64(), Hi: uint64(biased)}
	if f.Width == 128 {
		b.Hi = b.Hi<<48 | q.Rsh(q, 64).Uint64()&^(1<<48)
	}
	if neg {
		b.Hi |= 1 << (f.Width - 65)
	}
	return b
}

// ShiftRounded is sig / 2^n rounded to nearest, ties to even; it takes sig over.
// A negative n shifts left.
func ShiftRounded(sig *big.Int, n int) *big.Int {
	if n <= 0 {
		return sig.Lsh(sig, uint(-n))
	}
	half := sig.Bit(n-1) == 1
	more := sig.Sign() != 0 && sig.TrailingZeroBits() < uint(n-1)
	sig.Rsh(sig, uint(n))
	if half && (more || sig.Bit(0) == 1) {
		sig.Add(sig, big.NewInt(1))
	}
	return sig
}

// Canonical is the one pattern for what b means: patterns of f80 whose leading
// bit does not fit the exponent become those that LLVM has for them.
func (f *FloatFormat) Canonical(b FloatBits) FloatBits {
	if f.Width != 80 {
		return b
	}
	lead := b.Lo>>63 == 1
	switch exp := b.Hi & 0x7fff; {
	case exp == 0 && lead: // a normal number
		b.Hi |= 1
	case exp != 0 && !lead: // no number
		b.Hi |= 0x7fff
	}
	return b
}
