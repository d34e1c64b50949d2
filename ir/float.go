package ir

import (
	"math"
	"math/bits"
)

// FloatFormat describes the layout of a float type, sign bit first, then the
// exponent, then the mantissa.
type FloatFormat struct {
	Name     string
	Width    int
	Exp      int // exponent bits
	Mant     int // explicit mantissa bits
	Bias     int
	Unsigned bool // no sign bit (f8E8M0FNU)
	Special  FloatSpecial
}

// FloatSpecial says which bit patterns are infinities and NaNs.
type FloatSpecial uint8

const (
	IEEE      FloatSpecial = iota // all-ones exponent: infinity and NaNs
	FiniteNaN                     // "FN": all-ones exponent and mantissa is NaN, no infinity
	NegZero                       // "FNUZ": the pattern of -0 is the only NaN, no infinity
	FiniteAll                     // every pattern is a finite number (f4, f6)
)

var floatFormats = func() map[string]*FloatFormat {
	m := map[string]*FloatFormat{}
	for _, f := range []FloatFormat{
		{"f16", 16, 5, 10, 15, false, IEEE},
		{"bf16", 16, 8, 7, 127, false, IEEE},
		{"tf32", 19, 8, 10, 127, false, IEEE},
		{"f32", 32, 8, 23, 127, false, IEEE},
		{"f64", 64, 11, 52, 1023, false, IEEE},
		{"f80", 80, 15, 64, 16383, false, IEEE},
		{"f128", 128, 15, 112, 16383, false, IEEE},
		{"f4E2M1FN", 4, 2, 1, 1, false, FiniteAll},
		{"f6E2M3FN", 6, 2, 3, 1, false, FiniteAll},
		{"f6E3M2FN", 6, 3, 2, 3, false, FiniteAll},
		{"f8E3M4", 8, 3, 4, 3, false, IEEE},
		{"f8E4M3", 8, 4, 3, 7, false, IEEE},
		{"f8E4M3FN", 8, 4, 3, 7, false, FiniteNaN},
		{"f8E4M3FNUZ", 8, 4, 3, 8, false, NegZero},
		{"f8E4M3B11FNUZ", 8, 4, 3, 11, false, NegZero},
		{"f8E5M2", 8, 5, 2, 15, false, IEEE},
		{"f8E5M2FNUZ", 8, 5, 2, 16, false, NegZero},
		{"f8E8M0FNU", 8, 8, 0, 127, true, FiniteNaN},
	} {
		m[f.Name] = &f
	}
	return m
}()

// FloatBits is the bit pattern of a float of up to 128 bits; Hi is zero for
// formats of at most 64 bits.
type FloatBits struct{ Lo, Hi uint64 }

// Encode rounds v to the format, to nearest, ties to even. Values beyond the
// largest finite number become infinity, or NaN, or the largest number,
// whichever the format has, in that order.
func (f *FloatFormat) Encode(v float64) FloatBits {
	raw := math.Float64bits(v)
	if f.Width == 64 {
		return FloatBits{Lo: raw}
	}
	neg := raw>>63 == 1
	if v != v {
		return f.nan(neg)
	}
	if math.IsInf(v, 0) {
		return f.inf(neg)
	}
	if f.Width == 32 {
		return FloatBits{Lo: uint64(math.Float32bits(float32(v)))}
	}
	if v == 0 {
		return f.pack(neg, 0, 0)
	}
	fr, e := math.Frexp(math.Abs(v)) // 0.5 <= fr < 1
	sig := uint64(fr * (1 << 53))    // 53 significant bits, exact
	exp := e - 1 + f.Bias            // biased exponent of the leading bit
	if f.Mant >= 52 {                // f80 and f128 hold every f64 exactly
		return f.encodeWide(neg, sig, exp)
	}
	drop := 52 - f.Mant
	if f.Exp == 8 && f.Mant == 0 { // f8E8M0FNU: powers of two, no zero
		q := roundShift(sig, 52)
		if q == 2 {
			exp++
		}
		return f.pack(false, uint64(min(max(exp, 0), 254)), 0)
	}
	if exp <= 0 {
		drop += 1 - exp
		exp = 0
	}
	q := roundShift(sig, drop)
	if exp == 0 {
		if q>>f.Mant != 0 {
			exp = 1 // rounded up to the smallest normal number
		}
	} else if q>>(f.Mant+1) != 0 {
		q >>= 1
		exp++
	}
	mant := q & (1<<f.Mant - 1)
	if exp > f.maxExp() || exp == f.maxExp() && mant > f.maxMant() {
		return f.inf(neg)
	}
	return f.pack(neg, uint64(exp), mant)
}

func (f *FloatFormat) encodeWide(neg bool, sig uint64, exp int) FloatBits {
	s := uint64(0)
	if neg {
		s = 1
	}
	if f.Width == 80 { // explicit leading bit
		return FloatBits{Lo: sig << 11, Hi: s<<15 | uint64(exp)}
	}
	frac := sig & (1<<52 - 1)
	return FloatBits{Lo: frac << 60, Hi: s<<63 | uint64(exp)<<48 | frac>>4}
}

// roundShift is v / 2^n rounded to nearest, ties to even.
func roundShift(v uint64, n int) uint64 {
	if n > 63 {
		return 0
	}
	if n == 0 {
		return v
	}
	q, rest, half := v>>n, v&(1<<n-1), uint64(1)<<(n-1)
	if rest > half || rest == half && q&1 == 1 {
		q++
	}
	return q
}

func (f *FloatFormat) maxExp() int {
	if f.Special == IEEE {
		return 1<<f.Exp - 2
	}
	return 1<<f.Exp - 1
}

func (f *FloatFormat) maxMant() uint64 {
	all := uint64(1)<<f.Mant - 1
	if f.Special == FiniteNaN && f.Mant > 0 {
		return all - 1
	}
	return all
}

func (f *FloatFormat) pack(neg bool, exp, mant uint64) FloatBits {
	b := exp<<f.Mant | mant
	if neg && !f.Unsigned && !(f.Special == NegZero && b == 0) {
		b |= 1 << (f.Width - 1)
	}
	if f.Width > 64 { // only zero gets here
		hi := uint64(0)
		if neg {
			hi = 1 << (f.Width - 65)
		}
		return FloatBits{Hi: hi}
	}
	return FloatBits{Lo: b}
}

func (f *FloatFormat) inf(neg bool) FloatBits {
	switch {
	case f.Width > 64:
		s := uint64(0)
		if neg {
			s = 1
		}
		if f.Width == 80 {
			return FloatBits{Lo: 1 << 63, Hi: s<<15 | 0x7fff}
		}
		return FloatBits{Hi: s<<63 | 0x7fff<<48}
	case f.Special == IEEE:
		return f.pack(neg, 1<<f.Exp-1, 0)
	case f.Special == FiniteAll:
		return f.pack(neg, uint64(f.maxExp()), f.maxMant())
	}
	return f.nan(neg)
}

func (f *FloatFormat) nan(neg bool) FloatBits {
	switch {
	case f.Width == 80:
		return FloatBits{Lo: 3 << 62, Hi: 0x7fff}
	case f.Width == 128:
		return FloatBits{Hi: 0x7fff8 << 44}
	case f.Special == NegZero:
		return FloatBits{Lo: 1 << (f.Width - 1)}
	case f.Special == FiniteNaN:
		return f.pack(neg, 1<<f.Exp-1, 1<<f.Mant-1)
	case f.Special == FiniteAll:
		return f.pack(true, 0, 0) // no NaN exists: minus zero, as LLVM has it
	}
	return f.pack(neg, 1<<f.Exp-1, 1<<(f.Mant-1))
}

// Decode is the value of a bit pattern. It is exact for every format of at
// most 64 bits, and rounds f80 and f128 to nearest.
func (f *FloatFormat) Decode(b FloatBits) float64 {
	switch f.Width {
	case 64:
		return math.Float64frombits(b.Lo)
	case 32:
		return float64(math.Float32frombits(uint32(b.Lo)))
	case 80:
		return decodeWide(b.Hi>>15&1 == 1, int(b.Hi&0x7fff), b.Lo)
	case 128:
		exp := int(b.Hi >> 48 & 0x7fff)
		frac := b.Hi&(1<<48-1)<<15 | b.Lo>>49
		if b.Lo<<15 != 0 {
			frac |= 1 // sticky: keeps rounding right
		}
		lead := uint64(1) << 63
		if exp == 0 {
			lead = 0
		}
		return decodeWide(b.Hi>>63 == 1, exp, lead|frac)
	}
	mant := int64(b.Lo & (1<<f.Mant - 1))
	exp := int(b.Lo >> f.Mant & (1<<f.Exp - 1))
	neg := !f.Unsigned && b.Lo>>(f.Width-1)&1 == 1
	if f.isNaN(b.Lo, exp, uint64(mant)) {
		return math.NaN()
	}
	var v float64
	switch {
	case f.Special == IEEE && exp == 1<<f.Exp-1:
		v = math.Inf(1)
	case exp == 0 && f.Mant > 0:
		v = math.Ldexp(float64(mant), 1-f.Bias-f.Mant)
	default:
		v = math.Ldexp(float64(mant|1<<f.Mant), exp-f.Bias-f.Mant)
	}
	if neg {
		return -v
	}
	return v
}

func (f *FloatFormat) isNaN(raw uint64, exp int, mant uint64) bool {
	ones := exp == 1<<f.Exp-1
	switch f.Special {
	case IEEE:
		return ones && mant != 0
	case FiniteNaN:
		return ones && mant == 1<<f.Mant-1
	case NegZero:
		return raw == 1<<(f.Width-1)
	}
	return false
}

func decodeWide(neg bool, exp int, sig uint64) float64 {
	var v float64
	switch {
	case exp == 0x7fff && sig<<1 != 0:
		return math.NaN()
	case exp == 0x7fff:
		v = math.Inf(1)
	case sig == 0:
		v = 0
	default:
		shift := bits.LeadingZeros64(sig)
		sig <<= shift
		top := roundShift(sig, 11)
		v = math.Ldexp(float64(top), exp-16383-63-shift+11)
	}
	if neg {
		return -v
	}
	return v
}
