package arith

import (
	"math"
	"math/big"

	"github.com/tg-opt/tg/ir"
)

// fnum is a number of a floating-point format: what a folder computes with. The
// results are those of IEEE 754, rounded to nearest, ties to even, and the NaNs
// are those that LLVM's arithmetic gives: an operand that is one, made quiet,
// else the format's own.
type fnum struct {
	f    *ir.FloatFormat
	bits ir.FloatBits
}

// floatClass is one of the kinds of numbers that arithmetic tells apart.
type floatClass uint8

const (
	finite floatClass = iota
	zero
	infinite
	notANumber
)

func (a fnum) signBit() uint { return uint(a.f.Width - 1) }

// negative reports whether the sign bit is set.
func (a fnum) negative() bool {
	if s := a.signBit(); s >= 64 {
		return a.bits.Hi>>(s-64)&1 == 1
	}
	return !a.f.Unsigned && a.bits.Lo>>a.signBit()&1 == 1
}

// magnitude is the bits without the sign.
func (a fnum) magnitude() ir.FloatBits {
	b := a.bits
	if s := a.signBit(); s >= 64 {
		b.Hi &^= 1 << (s - 64)
	} else if !a.f.Unsigned {
		b.Lo &^= 1 << s
	}
	return b
}

func (a fnum) class() floatClass {
	m, f := a.magnitude(), a.f
	switch {
	case f.Special == ir.NegZero && m == (ir.FloatBits{}) && a.negative():
		return notANumber
	case m == (ir.FloatBits{}) && !f.Unsigned:
		return zero
	case f.Special == ir.FiniteNaN:
		if m.Lo == 1<<(f.Exp+f.Mant)-1 {
			return notANumber
		}
		return finite
	case f.Special != ir.IEEE:
		return finite
	case f.Width == 80:
		switch lead := m.Lo>>63 == 1; {
		case m.Hi == 0x7fff && m.Lo == 1<<63:
			return infinite
		case m.Hi == 0x7fff, m.Hi != 0 && !lead: // the second has no meaning
			return notANumber
		}
		return finite
	case f.Width == 128:
		return ieeeClass(m.Hi>>48 == 0x7fff, m.Hi&(1<<48-1)|m.Lo != 0)
	}
	return ieeeClass(m.Lo>>f.Mant == 1<<f.Exp-1, m.Lo&(1<<f.Mant-1) != 0)
}

func ieeeClass(ones, fraction bool) floatClass {
	switch {
	case ones && fraction:
		return notANumber
	case ones:
		return infinite
	}
	return finite
}

func (a fnum) isNaN() bool { return a.class() == notANumber }

// quietBit is the bit that tells quiet NaNs; ok is false when the format has no
// signalling ones.
func quietBit(f *ir.FloatFormat) (bit uint, ok bool) {
	switch {
	case f.Special != ir.IEEE:
		return 0, false
	case f.Width == 80:
		return 62, true
	}
	return uint(f.Mant - 1), true
}

func (a fnum) signalling() bool {
	bit, ok := quietBit(a.f)
	if !ok || !a.isNaN() {
		return false
	}
	if bit >= 64 {
		return a.bits.Hi>>(bit-64)&1 == 0
	}
	return a.bits.Lo>>bit&1 == 0
}

// quiet is a NaN made quiet.
func (a fnum) quiet() fnum {
	if bit, ok := quietBit(a.f); ok && bit >= 64 {
		a.bits.Hi |= 1 << (bit - 64)
	} else if ok {
		a.bits.Lo |= 1 << bit
	}
	return a
}

// neg flips the sign; formats without -0 keep zero and NaN.
func (a fnum) neg() fnum {
	switch s := a.signBit(); {
	case a.f.Unsigned && !a.isNaN():
		return noNumber
	case a.f.Unsigned, a.f.Special == ir.NegZero && a.magnitude() == (ir.FloatBits{}):
	case s >= 64:
		a.bits.Hi ^= 1 << (s - 64)
	default:
		a.bits.Lo ^= 1 << s
	}
	return a
}

func (a fnum) float() float64 { return a.f.Decode(a.bits) }

// noNumber is what an operation gives where the format has nothing for the
// result: f8E8M0FNU for what is not positive, and a format that has neither NaN
// nor infinity for a division by zero.
var noNumber = fnum{}

// ofFloat rounds v to the format.
func ofFloat(f *ir.FloatFormat, v float64) fnum {
	if f.Unsigned && v <= 0 {
		return noNumber
	}
	if f.Unsigned && v >= 1.5*(1<<127) {
		v = math.NaN() // which stands for infinity
	}
	return fnum{f, f.Encode(v)}
}

// nanOf is the NaN that arithmetic gives, which carries nothing.
func nanOf(f *ir.FloatFormat) fnum {
	if f.Width == 64 {
		return fnum{f, ir.FloatBits{Lo: 0x7ff8 << 48}}
	}
	return ofFloat(f, math.NaN())
}

func infOf(f *ir.FloatFormat, neg bool) fnum {
	if neg {
		return ofFloat(f, math.Inf(-1))
	}
	return ofFloat(f, math.Inf(1))
}

// parts is sig * 2^exp, the magnitude of a number that is finite or zero.
func (a fnum) parts() (sig *big.Int, exp int) {
	m := a.magnitude()
	switch a.f.Width {
	case 80:
		return new(big.Int).SetUint64(m.Lo), max(int(m.Hi), 1) - a.f.Bias - 63
	case 128:
		e := int(m.Hi >> 48)
		hi := m.Hi & (1<<48 - 1)
		if e != 0 {
			hi |= 1 << 48
		}
		sig = new(big.Int).SetUint64(hi)
		return sig.Lsh(sig, 64).Or(sig, new(big.Int).SetUint64(m.Lo)), max(e, 1) - a.f.Bias - 112
	}
	fr, e := math.Frexp(math.Abs(a.float()))
	return big.NewInt(int64(fr * (1 << 53))), e - 53
}

// round is sig * 2^exp, with more that does not show behind it if sticky,
// rounded to the format; it takes sig over.
func round(f *ir.FloatFormat, neg bool, sig *big.Int, exp int, sticky bool) fnum {
	if f.IsWide() {
		return fnum{f, f.RoundWide(neg, sig, exp, sticky)}
	}
	if sticky {
		sig.Lsh(sig, 1).SetBit(sig, 0, 1)
		exp--
	}
	return roundNarrow(f, neg, sig, exp)
}

func signed(f *ir.FloatFormat, neg bool, magnitude ir.FloatBits) fnum {
	a := fnum{f, magnitude}
	if neg {
		return a.neg()
	}
	return a
}

// roundNarrow makes a float64 of sig whose rounding to the format is that of
// sig: the bits that are too many leave a trace in the last of its bits, which
// only a float64 itself can be short of.
func roundNarrow(f *ir.FloatFormat, neg bool, sig *big.Int, exp int) fnum {
	const keep = 53
	drop := sig.BitLen() - keep
	if drop > 0 && f.Width == 64 {
		// A float64 rounds once, at its own last place.
		drop = max(drop, -1074-exp)
		sig = ir.ShiftRounded(sig, drop)
		exp += drop
	} else if drop > 0 {
		lost := sig.TrailingZeroBits() < uint(drop)
		sig.Rsh(sig, uint(drop))
		if lost {
			sig.SetBit(sig, 0, 1)
		}
		exp += drop
	}
	v := math.Ldexp(float64(sig.Uint64()), exp)
	if neg {
		v = -v
	}
	return ofFloat(f, v)
}

// readFloat reads the first element of dense storage.
func readFloat(raw []byte, f *ir.FloatFormat) fnum {
	var b ir.FloatBits
	for i := (f.Width+7)/8 - 1; i >= 0; i-- {
		if i >= 8 {
			b.Hi = b.Hi<<8 | uint64(raw[i])
		} else {
			b.Lo = b.Lo<<8 | uint64(raw[i])
		}
	}
	return fnum{f, b}
}

// put writes a into dense storage.
func (a fnum) put(raw []byte) {
	word := a.bits.Lo
	for i := range raw {
		if i == 8 {
			word = a.bits.Hi
		}
		raw[i] = byte(word)
		word >>= 8
	}
}
