package tensor

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// setText stores the element that text spells, see Parse.
func (t *Tensor) setText(i int, text string) error {
	if text == "..." {
		return fmt.Errorf("an elided tensor cannot be read back")
	}
	if t.dtype.IsComplex() {
		return t.setComplexText(i, text)
	}
	digits := strings.TrimPrefix(text, "-")
	if hex, ok := strings.CutPrefix(strings.ToLower(digits), "0x"); ok && !strings.ContainsAny(hex, "p.") {
		word, err := strconv.ParseUint(hex, 16, 64)
		if err != nil || len(digits) != len(text) || word>>(t.dtype.Bits()-1)>>1 != 0 {
			return fmt.Errorf("%q is not a bit pattern of %d bits for %v", text, t.dtype.Bits(), t.dtype)
		}
		t.setWord(i, word)
		return nil
	}
	switch {
	case t.dtype == Bool:
		return t.setBoolText(i, text)
	case t.dtype.IsFloat():
		return t.setFloatText(i, text)
	case t.dtype.IsUnsigned():
		v, err := strconv.ParseUint(text, 10, t.dtype.Bits())
		if err != nil {
			return fmt.Errorf("%q is not an integer from 0 to %d (%v)", text, uint64(math.MaxUint64)>>(64-t.dtype.Bits()), t.dtype)
		}
		t.setWord(i, v)
		return nil
	}
	v, err := strconv.ParseInt(text, 10, t.dtype.Bits())
	if err != nil {
		shift := 64 - t.dtype.Bits()
		return fmt.Errorf("%q is not an integer from %d to %d (%v)", text, int64(math.MinInt64)>>shift, int64(math.MaxInt64)>>shift, t.dtype)
	}
	t.setWord(i, uint64(v))
	return nil
}

// setComplexText stores the parts of a pair such as (1, -2).
func (t *Tensor) setComplexText(i int, text string) error {
	inside, closed := strings.CutSuffix(text, ")")
	inside, open := strings.CutPrefix(inside, "(")
	re, im, pair := strings.Cut(inside, ",")
	if !open || !closed || !pair {
		return fmt.Errorf("%q is not a complex number (%v): write the two parts in parentheses, as in (1.5,-2)", text, t.dtype)
	}
	parts := t.Parts()
	for k, part := range []string{re, im} {
		if err := parts.setText(2*i+k, strings.TrimSpace(part)); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tensor) setBoolText(i int, text string) error {
	switch text {
	case "true", "1":
		t.setWord(i, 1)
	case "false", "0":
		t.setWord(i, 0)
	default:
		return fmt.Errorf("%q is not an i1 value: write true, false, 1 or 0", text)
	}
	return nil
}

func (t *Tensor) setFloatText(i int, text string) error {
	width := 64
	if t.dtype == F32 {
		width = 32
	}
	v, err := strconv.ParseFloat(strings.Replace(text, "-nan", "nan", 1), width)
	if err != nil && !math.IsInf(v, 0) {
		return fmt.Errorf("%q is not a number (%v): write it as 1.5, 2e-3, nan, inf, -inf or as a bit pattern such as 0x7FC00000", text, t.dtype)
	}
	switch t.dtype {
	case F16:
		Data[Float16](t)[i] = Float16FromFloat64(untie(v, text))
	case BF16:
		Data[BFloat16](t)[i] = BFloat16FromFloat64(untie(v, text))
	default:
		t.SetFloat64(i, v)
	}
	if err != nil || math.IsInf(t.Float64At(i), 0) && !math.IsInf(v, 0) {
		return fmt.Errorf("%q is too large for %v: write inf or -inf if that is meant", text, t.dtype)
	}
	return nil
}

// untie prepares v, the double nearest to the number text, for rounding to a 16-bit type as if that
// started from the text. The two differ only where v sits exactly between two 16-bit values and the
// text does not; then v moves one step towards the text.
func untie(v float64, text string) float64 {
	const below = 1<<40 - 1 // a 16-bit type's value or tie has none of these fraction bits
	if v == 0 || v-v != 0 || math.Float64bits(v)&below != 0 {
		return v
	}
	exact, ok := new(big.Rat).SetString(text)
	if !ok {
		return v
	}
	switch exact.Cmp(new(big.Rat).SetFloat64(v)) {
	case -1:
		return math.Nextafter(v, math.Inf(-1))
	case 1:
		return math.Nextafter(v, math.Inf(1))
	}
	return v
}

// appendElement appends the shortest text that setText reads back as the same bits, NaN payloads
// aside.
func (t *Tensor) appendElement(dst []byte, i int) []byte {
	switch {
	case t.dtype == Bool:
		return strconv.AppendBool(dst, t.Int64At(i) != 0)
	case t.dtype.IsUnsigned():
		return strconv.AppendUint(dst, uint64(t.Int64At(i)), 10)
	case t.dtype.IsInteger():
		return strconv.AppendInt(dst, t.Int64At(i), 10)
	case t.dtype.IsComplex():
		parts := t.Parts()
		dst = parts.appendElement(append(dst, '('), 2*i)
		dst = parts.appendElement(append(dst, ','), 2*i+1)
		return append(dst, ')')
	}
	v := t.Float64At(i)
	switch {
	case v != v:
		return append(dst, "nan"...)
	case math.IsInf(v, 1):
		return append(dst, "inf"...)
	case math.IsInf(v, -1):
		return append(dst, "-inf"...)
	case t.dtype == F64:
		return strconv.AppendFloat(dst, v, 'g', -1, 64)
	case t.dtype == F32:
		return strconv.AppendFloat(dst, v, 'g', -1, 32)
	case t.dtype == F16:
		return appendShortest(dst, v, func(v float64) float64 { return Float16FromFloat64(v).Float64() })
	}
	return appendShortest(dst, v, func(v float64) float64 { return BFloat16FromFloat64(v).Float64() })
}

// appendShortest appends the fewest significant digits of v that round back to v; five always do
// for 11 bits of precision.
func appendShortest(dst []byte, v float64, round func(float64) float64) []byte {
	start := len(dst)
	for digits := 1; ; digits++ {
		dst = strconv.AppendFloat(dst[:start], v, 'e', digits-1, 64)
		read, err := strconv.ParseFloat(string(dst[start:]), 64)
		if err == nil && round(untie(read, string(dst[start:]))) == v {
			return strconv.AppendFloat(dst[:start], read, 'g', -1, 64)
		}
	}
}

// Random returns a tensor of reproducible pseudo-random elements. Element i, in row-major order, is
// made of the 64-bit word
//
//	z = seed + (i+1)*0x9E3779B97F4A7C15
//	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
//	z = (z ^ z>>27) * 0x94D049BB133111EB
//	z = z ^ z>>31
//
// in arithmetic modulo 2^64 (SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number
// generators", 2014). A float type of p bits of precision gets the top p bits of z as a number u
// and is u/2^(p-1) - 1, uniform in [-1, 1) and exact. A signed integer gets the top 4 bits of z
// minus 8, an unsigned one the top 4 bits, a Bool the top bit. The parts of complex numbers are
// made as floats are, real and imaginary in turn.
func Random(d DType, shape []int, seed uint64) *Tensor {
	t := New(d, shape...)
	t.Parts().randomize(seed)
	return t
}

func (t *Tensor) randomize(seed uint64) {
	d := t.dtype
	precision := map[DType]uint{F16: 11, BF16: 8, F32: 24, F64: 53}[d]
	for i := range t.count {
		z := RandomWord(seed, i)
		switch {
		case d == F32:
			Data[float32](t)[i] = float32(z>>40)*0x1p-23 - 1 // exact product
		case d.IsFloat():
			t.SetFloat64(i, math.Ldexp(float64(z>>(64-precision)), 1-int(precision))-1)
		case d == Bool:
			t.setWord(i, z>>63)
		case d.IsSigned():
			t.SetInt64(i, int64(z>>60)-8)
		default:
			t.SetInt64(i, int64(z>>60))
		}
	}
}

// RandomWord is the 64-bit word that element i of Random is made of.
func RandomWord(seed uint64, i int) uint64 {
	z := seed + uint64(i+1)*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
