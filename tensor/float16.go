package tensor

import "math"

// Float16 is an IEEE 754 binary16 bit pattern: 1 sign, 5 exponent, 10 fraction bits.
type Float16 uint16

// BFloat16 is a bfloat16 bit pattern: the upper half of a binary32.
type BFloat16 uint16

// smallFormat describes a 16-bit binary floating-point format.
type smallFormat struct {
	fraction uint // explicit fraction bits
	minExp   int  // exponent of the smallest normal number
	infinity uint16
}

var (
	binary16 = smallFormat{fraction: 10, minExp: -14, infinity: 0x7C00}
	brain16  = smallFormat{fraction: 7, minExp: -126, infinity: 0x7F80}
)

// round converts v to the format, rounding once to nearest, ties to even. A NaN stays a NaN with
// its sign and leading payload bits.
func (f smallFormat) round(v float64) uint16 {
	b := math.Float64bits(v)
	sign := uint16(b >> 48 & 0x8000)
	b &^= 1 << 63
	if b > 0x7FF<<52 {
		quiet := uint16(1) << (f.fraction - 1)
		return sign | f.infinity | quiet | uint16(b>>(52-f.fraction))&(quiet-1)
	}
	exp := int(b>>52) - 1023
	significand := b&(1<<52-1) | 1<<52
	shift := 52 - f.fraction
	if exp < f.minExp {
		shift += uint(f.minExp - exp)
	}
	if shift > 54 { // below half of the smallest denormal, double-precision denormals and zero included
		return sign
	}
	rounded := significand >> shift
	rest, half := significand&(1<<shift-1), uint64(1)<<(shift-1)
	if rest > half || rest == half && rounded&1 == 1 {
		rounded++ // a carry out of the fraction steps the exponent, which is right
	}
	if exp >= f.minExp {
		rounded += uint64(exp-f.minExp) << f.fraction
	}
	return sign | uint16(min(rounded, uint64(f.infinity)))
}

// ToFloat16 rounds v to nearest, ties to even; magnitudes of 65520 and more become infinite.
func ToFloat16(v float32) Float16 {
	b := math.Float32bits(v)
	sign := Float16(b >> 16 & 0x8000)
	b &^= 1 << 31
	switch {
	case b >= 0x38800000 && b < 0x47800000: // at least 2^-14, below 2^16
		b += 0xFFF + b>>13&1
		return sign | Float16((b-112<<23)>>13)
	case b < 0x38800000:
		// Adding 0.5 puts the denormal's unit, 2^-24, at the last fraction bit, so the addition
		// does the rounding.
		return sign | Float16(math.Float32bits(math.Float32frombits(b)+0.5)-0x3F000000)
	case b <= 0x7F800000:
		return sign | 0x7C00
	}
	return sign | 0x7E00 | Float16(b>>13)&0x1FF
}

// Float16FromFloat64 rounds v directly, without passing through single precision.
func Float16FromFloat64(v float64) Float16 {
	// Rounding to single precision first is harmless unless it lands on a tie, which has at most 12
	// significant bits.
	if single := float32(v); math.Float32bits(single)&0xFFF != 0 {
		return ToFloat16(single)
	}
	return Float16(binary16.round(v))
}

// Float32 converts exactly.
func (h Float16) Float32() float32 {
	sign := uint32(h&0x8000) << 16
	magnitude := uint32(h&0x7FFF) << 13
	if magnitude >= 0x7C00<<13 {
		return math.Float32frombits(sign | 0x7F800000 | magnitude)
	}
	// Scaling by 2^112 moves the exponent from one bias to the other and normalises denormals.
	return math.Float32frombits(sign | math.Float32bits(math.Float32frombits(magnitude)*0x1p112))
}

// Float64 converts exactly.
func (h Float16) Float64() float64 { return float64(h.Float32()) }

// ToBFloat16 rounds v to nearest, ties to even.
func ToBFloat16(v float32) BFloat16 {
	b := math.Float32bits(v)
	if b&0x7FFFFFFF > 0x7F800000 {
		return BFloat16(b>>16) | 0x40
	}
	return BFloat16((b + 0x7FFF + b>>16&1) >> 16)
}

// BFloat16FromFloat64 rounds v directly, without passing through single precision.
func BFloat16FromFloat64(v float64) BFloat16 {
	// Rounding to single precision first is harmless unless it lands on a tie.
	if single := float32(v); math.Float32bits(single)&0xFFFF != 0x8000 {
		return ToBFloat16(single)
	}
	return BFloat16(brain16.round(v))
}

// BFloat16FromInt64 rounds v directly, without passing through double precision.
func BFloat16FromInt64(v int64) BFloat16 {
	if v < 0 {
		return BFloat16FromUint64(-uint64(v)) | 0x8000
	}
	return BFloat16FromUint64(uint64(v))
}

// BFloat16FromUint64 rounds v directly, without passing through double precision.
func BFloat16FromUint64(v uint64) BFloat16 {
	if v>>32 == 0 {
		return BFloat16FromFloat64(float64(v))
	}
	// Fold the low bits into one sticky bit: what remains is exact in double precision and on the
	// same side of every tie.
	sticky := v >> 16
	if v&0xFFFF != 0 {
		sticky |= 1
	}
	return BFloat16FromFloat64(float64(sticky) * 0x1p16)
}

// Float32 converts exactly.
func (b BFloat16) Float32() float32 { return math.Float32frombits(uint32(b) << 16) }

// Float64 converts exactly.
func (b BFloat16) Float64() float64 { return float64(b.Float32()) }
