package parser

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// number is an integer or float literal without its sign.
type number struct {
	text  string
	pos   int
	float bool
	hex   bool
}

// number reads a literal; the cursor is at a digit.
func (p *parser) number() number {
	n := number{pos: p.pos}
	i := p.pos
	if p.src[i] == '0' && p.at(i+1) == 'x' && class[p.at(i+2)]&hexDigit != 0 {
		n.hex = true
		for i += 2; class[p.at(i)]&hexDigit != 0; i++ {
		}
	} else {
		for class[p.at(i)]&digit != 0 {
			i++
		}
		if p.at(i) == '.' && p.at(i+1) != '.' { // a range has two points
			n.float = true
			i = p.fraction(i + 1)
		}
	}
	n.text = p.text(p.pos, i)
	p.pos = i
	return n
}

// fraction moves over the digits and the exponent behind a point.
func (p *parser) fraction(i int) int {
	for class[p.at(i)]&digit != 0 {
		i++
	}
	if c := p.at(i); c != 'e' && c != 'E' {
		return i
	}
	j := i + 1
	if c := p.at(j); c == '+' || c == '-' {
		j++
	}
	if class[p.at(j)]&digit == 0 {
		return i
	}
	for class[p.at(j)]&digit != 0 {
		j++
	}
	return j
}

// pow10 are the powers of ten that a float64 holds exactly.
var pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// quickFloat reads a decimal float, perhaps negative, whose digits and power of
// ten a float64 holds exactly, so that one operation rounds it correctly:
// Clinger, "How to Read Floating Point Numbers Accurately", 1990. It moves over
// nothing and reports false when the cursor is at something else.
func (p *parser) quickFloat() (v float64, ok bool) {
	src, i := p.src, p.pos
	neg := i < len(src) && src[i] == '-'
	if neg {
		i++
	}
	first, mant := i, uint64(0)
	for ; i < len(src) && src[i]-'0' <= 9; i++ {
		mant = mant*10 + uint64(src[i]-'0')
	}
	point := i
	if point == first || point >= len(src) || src[point] != '.' {
		return 0, false
	}
	for i++; i < len(src) && src[i]-'0' <= 9; i++ {
		mant = mant*10 + uint64(src[i]-'0')
	}
	exp := point + 1 - i
	if i-first > 18 || mant > 1<<53 {
		return 0, false
	}
	if i+2 < len(src) && src[i]|0x20 == 'e' {
		j, e := i+1, 0
		minus := src[j] == '-'
		if minus || src[j] == '+' {
			j++
		}
		start := j
		for ; j < len(src) && src[j]-'0' <= 9 && j-start < 3; j++ {
			e = e*10 + int(src[j]-'0')
		}
		if j == start || j < len(src) && src[j]-'0' <= 9 {
			return 0, false
		}
		if minus {
			e = -e
		}
		exp, i = exp+e, j
	}
	switch v = float64(mant); {
	case exp < -22 || exp > 22:
		return 0, false
	case exp < 0:
		v /= pow10[-exp]
	default:
		v *= pow10[exp]
	}
	if neg {
		v = -v
	}
	p.pos = i
	return v, true
}

// uint64 is the value of an integer literal that fits.
func (n number) uint64() (v uint64, ok bool) {
	if n.hex {
		v, err := strconv.ParseUint(n.text[2:], 16, 64)
		return v, err == nil
	}
	for i := range len(n.text) {
		d := uint64(n.text[i] - '0')
		if v > (1<<64-1-d)/10 {
			return 0, false
		}
		v = v*10 + d
	}
	return v, true
}

// int64 is the signed value of an integer literal that fits.
func (n number) int64(neg bool) (v int64, ok bool) {
	u, ok := n.uint64()
	switch {
	case !ok:
		return 0, false
	case neg:
		return -int64(u), u <= 1<<63
	}
	return int64(u), u < 1<<63
}

// big is the value of an integer literal of any size.
func (n number) big() *big.Int {
	digits, base := n.text, 10
	if n.hex {
		digits, base = n.text[2:], 16
	}
	if base == 10 {
		return decimal(digits)
	}
	v, _ := new(big.Int).SetString(digits, base)
	return v
}

// decimal is the number that digits stand for. Long ones are read by halves, for
// package big takes quadratic time.
func decimal(digits string) *big.Int {
	const long = 2000
	if len(digits) <= long {
		v, _ := new(big.Int).SetString(digits, 10)
		return v
	}
	// Blocks of this many digits are joined in pairs, with a power that is squared
	// from one round to the next.
	var blocks []*big.Int // the last digits first
	for end := len(digits); end > 0; end -= long {
		v, _ := new(big.Int).SetString(digits[max(0, end-long):end], 10)
		blocks = append(blocks, v)
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(long), nil)
	for len(blocks) > 1 {
		joined := blocks[:0]
		for i := 0; i < len(blocks); i += 2 {
			v := blocks[i]
			if i+1 < len(blocks) {
				v = blocks[i+1].Mul(blocks[i+1], power)
				v.Add(v, blocks[i])
			}
			joined = append(joined, v)
		}
		blocks = joined
		if len(blocks) > 1 {
			power.Mul(power, power)
		}
	}
	return blocks[0]
}

// maxDigits bounds the integers worth converting: the widest integer type has
// 2^24-1 bits.
const maxDigits = 5_050_446

// intBits is the value of n as t stores it: wrapped to its width and, unless t
// is unsigned, sign-extended. Exactly one of small and wide is meaningful: wide
// is nil for a type of at most 64 bits. ok is false when t cannot hold n.
func (n number) intBits(t *ir.Type, neg bool) (small int64, wide *big.Int, ok bool) {
	width := 64
	if t.IsInteger() {
		width = t.Width()
	}
	sign := t.Signedness()
	if t.IsIndex() {
		sign = ir.Signed
	}
	if width > 64 {
		wide, ok = n.wideBits(width, sign, neg)
		return 0, wide, ok
	}
	u, ok := n.uint64()
	switch {
	case !ok:
		return 0, nil, false
	case width == 0:
		return 0, nil, u == 0 && !neg
	case width < 64 && u>>width != 0:
		return 0, nil, false
	case neg:
		// A negative zero is no integer, as in MLIR.
		return -int64(u), nil, u != 0 && u <= 1<<(width-1)
	case sign == ir.Signed && u>>(width-1) != 0:
		return 0, nil, false
	case sign == ir.Unsigned || width == 1:
		return int64(u), nil, true
	}
	shift := 64 - width
	return int64(u<<shift) >> shift, nil, true
}

func (n number) wideBits(width int, sign ir.Signedness, neg bool) (v *big.Int, ok bool) {
	if len(strings.TrimLeft(strings.TrimPrefix(n.text, "0x"), "0")) > maxDigits {
		return nil, false
	}
	v = n.big()
	size := v.BitLen()
	half := new(big.Int).Lsh(big.NewInt(1), uint(width-1))
	switch {
	case size > width:
		return nil, false
	case neg:
		return v.Neg(v), v.Sign() < 0 && v.CmpAbs(half) <= 0
	case sign == ir.Signed && size == width:
		return nil, false
	case sign == ir.Signless && size == width:
		v.Sub(v, half.Lsh(half, 1))
	}
	return v, true
}

// floatBits is the bit pattern of n in the float type t. It reports what is
// wrong with n itself.
func (p *parser) floatBits(n number, t *ir.Type, neg bool) ir.FloatBits {
	if n.float {
		return t.Format().ReadDecimal(n.text, neg)
	}
	switch {
	case !n.hex:
		p.failNoted(n.pos, "unexpected decimal integer literal for a floating point value",
			n.pos, "add a trailing dot to make the literal a float")
	case neg:
		p.failAt(n.pos, "hexadecimal float literal should not have a leading minus")
	}
	digits := n.text[2:]
	for len(digits) > 1 && digits[0] == '0' {
		digits = digits[1:]
	}
	var b ir.FloatBits
	ok := len(digits) <= 32
	for i := 0; ok && i < len(digits); i++ {
		b.Hi = b.Hi<<4 | b.Lo>>60
		b.Lo = b.Lo<<4 | uint64(nibble[digits[i]])
	}
	switch w := t.Width(); {
	case w < 64:
		ok = ok && b.Hi == 0 && b.Lo>>w == 0
	case w < 128:
		ok = ok && b.Hi>>(w-64) == 0
	}
	if !ok {
		p.failAt(n.pos, "hexadecimal float constant out of range for type")
	}
	return t.Format().Canonical(b)
}

// numberAttr reads a numeric attribute; the cursor is at `-` or a digit. t is
// the type when it stands elsewhere, else nil.
func (p *parser) numberAttr(t *ir.Type) *ir.Attr {
	neg := p.eat('-')
	if class[p.peek()]&digit == 0 {
		p.expected("expected constant integer or floating point value")
	}
	n := p.number()
	if t == nil && p.eat(':') {
		t = p.typ()
	}
	if n.float {
		if t == nil {
			t = p.ctx.F64()
		}
		if !t.IsFloat() {
			p.unexpected("floating point value not valid for specified type")
		}
		return p.ctx.FloatBitsAttr(t, p.floatBits(n, t, neg))
	}
	switch {
	case t == nil:
		t = p.ctx.I64()
	case t.IsFloat():
		return p.ctx.FloatBitsAttr(t, p.floatBits(n, t, neg))
	case !t.IsInteger() && !t.IsIndex():
		p.failAt(n.pos, "integer literal not valid for specified type")
	}
	if neg && t.IsInteger() && t.Signedness() == ir.Unsigned {
		p.failAt(n.pos, "negative integer literal not valid for unsigned integer type")
	}
	small, wide, ok := n.intBits(t, neg)
	switch {
	case !ok:
		p.failAt(n.pos, "integer constant out of range for attribute")
	case wide != nil:
		return p.ctx.BigIntAttr(t, wide)
	}
	return p.ctx.IntAttr(t, small)
}
