package ir

import (
	"math/big"
	"math/bits"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

// Floats are spelled as LLVM's APFloat::toString spells them: six significant
// digits in scientific form when those read back as the same value, else
// enough digits to read back, else (NaN, infinity, integers that need more
// than six digits) the bit pattern in hex. Two habits of that algorithm show
// in the text and are kept: digits are cut off before they are rounded, so
// that 0.7 : f32 is `0.699999988`, and rounding is half up.
//
// Literals of f80 and f128 are read as f64 where they say no more than that
// (ReadDecimal). mlir-opt reads all like this, and loses digits that it prints
// itself; here such a number has six digits only if they are enough.

const shortDigits = 6

// floatParts is a finite float: sig * 2^exp.
type floatParts struct {
	neg  bool
	sig  uint64
	wide *big.Int // instead of sig when that does not hold 64 bits (f128)
	exp  int
	// finite is false for NaNs and infinities, whose other fields mean nothing.
	finite bool
}

// precision is the number of significant bits, the implicit one included.
func (f *FloatFormat) precision() int {
	if f.Width == 80 {
		return 64 // its leading bit is stored
	}
	return f.Mant + 1
}

// parts takes a bit pattern apart.
func (f *FloatFormat) parts(b FloatBits) floatParts {
	switch f.Width {
	case 80:
		e := int(b.Hi & 0x7fff)
		return floatParts{neg: b.Hi>>15&1 == 1, sig: b.Lo, exp: max(e, 1) - f.Bias - 63, finite: e != 0x7fff}
	case 128:
		e := int(b.Hi >> 48 & 0x7fff)
		hi := b.Hi & (1<<48 - 1)
		if e != 0 {
			hi |= 1 << 48
		}
		wide := new(big.Int).SetUint64(hi)
		wide.Lsh(wide, 64).Or(wide, new(big.Int).SetUint64(b.Lo))
		return floatParts{neg: b.Hi>>63 == 1, wide: wide, exp: max(e, 1) - f.Bias - 112, finite: e != 0x7fff}
	}
	mant := b.Lo & (1<<f.Mant - 1)
	e := int(b.Lo >> f.Mant & (1<<f.Exp - 1))
	p := floatParts{neg: !f.Unsigned && b.Lo>>(f.Width-1)&1 == 1, sig: mant, exp: max(e, 1) - f.Bias - f.Mant}
	p.finite = !f.isNaN(b.Lo, e, mant) && !(f.Special == IEEE && e == 1<<f.Exp-1)
	if f.Unsigned { // no subnormals and no zero
		p.sig, p.exp = 1, e-f.Bias
	} else if e != 0 {
		p.sig |= 1 << f.Mant
	}
	return p
}

func (p *floatParts) isZero() bool { return p.sig == 0 && (p.wide == nil || p.wide.Sign() == 0) }

// decimal is digits * 10^exp, digits being decimal digits without trailing
// zeros.
type decimal struct {
	digits []byte
	exp    int
}

// appendFloat appends the text of a float and reports whether it is hex.
func appendFloat(dst []byte, f *FloatFormat, b FloatBits) (_ []byte, hex bool) {
	b = f.Canonical(b)
	p := f.parts(b)
	if !p.finite {
		return appendHexBits(dst, b), true
	}
	start := len(dst)
	if p.neg {
		dst = append(dst, '-')
	}
	if p.isZero() {
		return append(dst, "0.000000e+00"...), false
	}
	var scratch [48]byte
	d := p.decimal(scratch[:0], f.precision(), shortDigits)
	if f.readsBack(&p, d, b) {
		text := appendScientific(dst, d, shortDigits, 'e', 2)
		if !f.IsWide() || f.keeps(text[start:], b) {
			return text, false
		}
	}
	digits := 2 + f.precision()*59/196 // enough to read back, by Steele and White
	d = p.decimal(scratch[:0], f.precision(), digits)
	dst, ok := appendDefault(dst, d, digits)
	if !ok || f.IsWide() && !f.keeps(dst[start:], b) {
		return appendHexBits(dst[:start], b), true
	}
	return dst, false
}

// keeps reports whether the text of a wide float is read as b.
func (f *FloatFormat) keeps(text []byte, b FloatBits) bool {
	digits, neg := strings.CutPrefix(string(text), "-")
	return f.ReadDecimal(digits, neg) == b
}

func appendHexBits(dst []byte, b FloatBits) []byte {
	const digits = "0123456789ABCDEF"
	dst = append(dst, "0x"...)
	started := false
	for shift := 124; shift >= 0; shift -= 4 {
		nibble := b.Lo >> (shift & 63) & 15
		if shift >= 64 {
			nibble = b.Hi >> (shift - 64) & 15
		}
		if started = started || nibble != 0 || shift == 0; started {
			dst = append(dst, digits[nibble])
		}
	}
	return dst
}

// appendScientific appends d.ddde±xx. pad is how many digits follow the point
// at least, expDigits how many the exponent has at least.
func appendScientific(dst []byte, d decimal, pad int, e byte, expDigits int) []byte {
	dst = append(dst, d.digits[0], '.')
	dst = append(dst, d.digits[1:]...)
	for n := len(d.digits) - 1; n < pad; n++ {
		dst = append(dst, '0')
	}
	exp, sign := d.exp+len(d.digits)-1, byte('+')
	if exp < 0 {
		exp, sign = -exp, '-'
	}
	dst = append(dst, e, sign)
	if exp < 10 && expDigits > 1 {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, int64(exp), 10)
}

// appendDefault appends d in plain notation when that needs at most three
// zeros of padding, else in scientific notation. ok is false when the text
// would look like an integer.
func appendDefault(dst []byte, d decimal, digits int) (_ []byte, ok bool) {
	const maxPadding = 3
	n := len(d.digits)
	whole := d.exp + n // digits left of the point
	switch {
	case d.exp >= 0 && (d.exp > maxPadding || whole > digits), d.exp < 0 && whole <= 0 && 1-whole > maxPadding:
		return appendScientific(dst, d, 1, 'E', 1), true
	case d.exp >= 0:
		return dst, false
	case whole > 0:
		dst = append(append(dst, d.digits[:whole]...), '.')
		return append(dst, d.digits[whole:]...), true
	}
	dst = append(dst, "0."...)
	for ; whole < 0; whole++ {
		dst = append(dst, '0')
	}
	return append(dst, d.digits...), true
}

// readsBack reports whether parsing d gives the value of b again.
func (f *FloatFormat) readsBack(p *floatParts, d decimal, b FloatBits) bool {
	prec := f.precision()
	if prec <= 15 {
		// d is off by less than one unit in its last of six digits, which is
		// less than half a step between neighbouring values.
		return true
	}
	v := uint64(0)
	for _, c := range d.digits {
		v = v*10 + uint64(c-'0')
	}
	switch f.Width {
	case 32:
		mag := uint32(b.Lo) &^ (1 << 31)
		if e := d.exp; -10 <= e && e <= 10 { // both factors are exact: one rounding
			if e < 0 {
				return float32Bits(float32(v)/float32Pow10[-e]) == mag
			}
			return float32Bits(float32(v)*float32Pow10[e]) == mag
		}
		return float32Bits(float32(parseDecimal(d, 32))) == mag
	case 64:
		mag := b.Lo &^ (1 << 63)
		if e := d.exp; -22 <= e && e <= 22 {
			if e < 0 {
				return float64Bits(float64(v)/float64Pow10[-e]) == mag
			}
			return float64Bits(float64(v)*float64Pow10[e]) == mag
		}
		return float64Bits(parseDecimal(d, 64)) == mag
	}
	return f.readsBackExactly(p, v, d.exp)
}

func float32Bits(v float32) uint32 { return *(*uint32)(unsafe.Pointer(&v)) }
func float64Bits(v float64) uint64 { return *(*uint64)(unsafe.Pointer(&v)) }

var (
	float32Pow10 = [...]float32{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10}
	float64Pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}
)

func parseDecimal(d decimal, width int) float64 {
	var buf [32]byte
	text := strconv.AppendInt(append(append(buf[:0], d.digits...), 'e'), int64(d.exp), 10)
	// A result out of range is an infinity, which equals no finite value.
	v, _ := strconv.ParseFloat(unsafe.String(&text[0], len(text)), width)
	return v
}

// readsBackExactly decides with integers whether v * 10^exp rounds to p, to
// nearest even: twice their distance is compared with a step of p.
func (f *FloatFormat) readsBackExactly(p *floatParts, v uint64, exp int) bool {
	sig := p.wide
	if sig == nil {
		sig = new(big.Int).SetUint64(p.sig)
	}
	// Scale both by the same powers until they are integers.
	x, y, step := new(big.Int).SetUint64(v), new(big.Int).Set(sig), big.NewInt(1)
	pow := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exp, -exp))), nil)
	if exp >= 0 {
		x.Mul(x, pow)
	} else {
		y.Mul(y, pow)
		step.Mul(step, pow)
	}
	if p.exp >= 0 {
		y.Lsh(y, uint(p.exp))
		step.Lsh(step, uint(p.exp))
	} else {
		x.Lsh(x, uint(-p.exp))
	}
	dist := x.Sub(x, y)
	below := dist.Sign() < 0
	dist.Abs(dist).Lsh(dist, 1)
	smallest := p.exp == 1-f.Bias-(f.precision()-1)
	if below && !smallest && sig.TrailingZeroBits() == uint(f.precision()-1) {
		dist.Lsh(dist, 1) // below a power of two the steps are half as wide
	}
	c := dist.Cmp(step)
	return c < 0 || c == 0 && sig.Bit(0) == 0
}

// decimal writes the value with at most limit digits. precision is the
// format's, in bits.
func (p *floatParts) decimal(dst []byte, precision, limit int) decimal {
	if p.wide == nil && limit <= 17 {
		if q, exp, ok := cutDigits(p.sig, p.exp, limit); ok {
			return roundDigits(dst, q, exp, limit)
		}
	}
	q, exp := p.cutWide(limit)
	return roundBytes(q.Append(nil, 10), exp, limit)
}

// bitsFor is how many bits limit digits need, with LLVM's approximation of
// log2(10).
func bitsFor(limit int) int { return (limit*196 + 58) / 59 }

// removable is how many decimal digits a number of n bits can lose.
func removable(n, limit int) int {
	if n <= bitsFor(limit) {
		return 0
	}
	return (n - bitsFor(limit)) * 59 / 196
}

// cutDigits is sig*2^exp as q * 10^e, cut off to a few digits more than limit
// at most; ok is false when the tables cannot decide a digit.
func cutDigits(sig uint64, exp, limit int) (q uint64, e int, ok bool) {
	tz := bits.TrailingZeros64(sig)
	sig, exp = sig>>tz, exp+tz
	if exp >= 0 {
		n := bits.Len64(sig) + exp
		if n > 64 {
			return 0, 0, false
		}
		tens := removable(n, limit)
		return sig << exp / pow10[tens], tens, true
	}
	k := -exp // the value is sig * 5^k * 10^-k
	fives := powersOf5()
	if k >= len(fives) {
		return 0, 0, false
	}
	lo, up := fives[k].mul(sig)
	if lo.len() != up.len() {
		return 0, 0, false
	}
	tens := removable(lo.len()+fives[k].shift, limit)
	m := k - tens
	if m < 0 {
		return sig >> k / pow10[-m], -m, true
	}
	lo, up = fives[m].mul(sig)
	shift := tens - fives[m].shift
	q = lo.shiftRight(shift)
	return q, -m, q == up.shiftRight(shift)
}

var pow10 = func() (t [20]uint64) {
	t[0] = 1
	for i := 1; i < len(t); i++ {
		t[i] = t[i-1] * 10
	}
	return t
}()

// pow5 is (hi<<64 | lo) * 2^shift, cut off to 128 bits with the top one set.
type pow5 struct {
	hi, lo uint64
	shift  int
	exact  bool
}

// powersOf5 covers every f32 and the f64 above 1e-105; what is smaller takes
// the way of big integers.
var powersOf5 = sync.OnceValue(func() []pow5 {
	table := make([]pow5, 400)
	v, five, low := big.NewInt(1), big.NewInt(5), new(big.Int).SetUint64(1<<64-1)
	for i := range table {
		n := v.BitLen()
		top := new(big.Int)
		if n <= 128 {
			top.Lsh(v, uint(128-n))
		} else {
			top.Rsh(v, uint(n-128))
		}
		table[i] = pow5{new(big.Int).Rsh(top, 64).Uint64(), new(big.Int).And(top, low).Uint64(), n - 128, n <= 128}
		v.Mul(v, five)
	}
	return table
})

// u192 is an unsigned integer of 192 bits.
type u192 struct{ hi, mid, lo uint64 }

// mul is between which numbers sig times p lies, in units of 2^shift.
func (p *pow5) mul(sig uint64) (lower, upper u192) {
	h1, l1 := bits.Mul64(sig, p.lo)
	h2, l2 := bits.Mul64(sig, p.hi)
	mid, carry := bits.Add64(h1, l2, 0)
	lower = u192{h2 + carry, mid, l1}
	if p.exact {
		return lower, lower
	}
	upper.lo, carry = bits.Add64(lower.lo, sig, 0)
	upper.mid, carry = bits.Add64(lower.mid, 0, carry)
	upper.hi = lower.hi + carry
	return lower, upper
}

func (u u192) len() int {
	switch {
	case u.hi != 0:
		return 128 + bits.Len64(u.hi)
	case u.mid != 0:
		return 64 + bits.Len64(u.mid)
	}
	return bits.Len64(u.lo)
}

// shiftRight is u >> n, which must fit 64 bits; 64 < n < 192.
func (u u192) shiftRight(n int) uint64 {
	if n >= 128 {
		return u.hi >> (n - 128)
	}
	return u.hi<<(128-n) | u.mid>>(n-64)
}

// cutWide is cutDigits with integers of any size.
func (p *floatParts) cutWide(limit int) (q *big.Int, e int) {
	q = new(big.Int).SetUint64(p.sig)
	if p.wide != nil {
		q.Set(p.wide)
	}
	tz := q.TrailingZeroBits()
	q.Rsh(q, tz)
	exp := p.exp + int(tz)
	if exp >= 0 {
		q.Lsh(q, uint(exp))
		exp = 0
	} else {
		q.Mul(q, new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-exp)), nil))
	}
	tens := removable(q.BitLen(), limit)
	q.Quo(q, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(tens)), nil))
	return q, exp + tens
}

// roundDigits rounds q * 10^exp half up to limit digits.
func roundDigits(dst []byte, q uint64, exp, limit int) decimal {
	if extra := decimalLen(q) - limit; extra > 0 {
		half := q / pow10[extra-1] % 10
		q /= pow10[extra]
		exp += extra
		if half >= 5 {
			q++
		}
	}
	for q%10 == 0 {
		q /= 10
		exp++
	}
	return decimal{strconv.AppendUint(dst, q, 10), exp}
}

func decimalLen(q uint64) int {
	n := bits.Len64(q) * 1233 >> 12
	if q >= pow10[n] {
		n++
	}
	return n
}

// roundBytes rounds digits * 10^exp half up to limit digits, in place.
func roundBytes(digits []byte, exp, limit int) decimal {
	if extra := len(digits) - limit; extra > 0 {
		up := digits[limit] >= '5'
		digits, exp = digits[:limit], exp+extra
		if up {
			i := limit - 1
			for i >= 0 && digits[i] == '9' {
				digits[i] = '0'
				i--
			}
			if i < 0 {
				digits[0], exp = '1', exp+limit
				return decimal{digits[:1], exp}
			}
			digits[i]++
		}
	}
	for digits[len(digits)-1] == '0' {
		digits, exp = digits[:len(digits)-1], exp+1
	}
	return decimal{digits, exp}
}
