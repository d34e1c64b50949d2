package arith

import (
	"math/big"
	"math/bits"
)

// num is an integer of w bits, without a sign: what an op computes with. Up to
// 64 bits are in lo; more are in wide, which is then not nil.
type num struct {
	w    int
	lo   uint64
	wide *big.Int // not negative, less than 1<<w; never changed
}

// newNum is v modulo 1<<w.
func newNum(w int, v uint64) num {
	if w > 64 {
		return num{w: w, wide: new(big.Int).SetUint64(v)}
	}
	return num{w: w, lo: v & mask(w)}
}

// mask is w ones, for w up to 64.
func mask(w int) uint64 {
	if w <= 0 {
		return 0
	}
	return ^uint64(0) >> (64 - w)
}

// wrap is v modulo 1<<w, as a number of w bits; it takes v over.
func wrap(w int, v *big.Int) num {
	if w > 64 {
		if v.Sign() < 0 || v.BitLen() > w {
			v.And(v, ones(w)) // of a negative number, its two's complement
		}
		return num{w: w, wide: v}
	}
	return num{w: w, lo: v.And(v, ones(64)).Uint64() & mask(w)}
}

// ones is 1<<w - 1.
func ones(w int) *big.Int {
	one := big.NewInt(1)
	return new(big.Int).Sub(new(big.Int).Lsh(one, uint(w)), one)
}

// big is a as a number that is not negative; the caller must not change it.
func (a num) big() *big.Int {
	if a.wide != nil {
		return a.wide
	}
	return new(big.Int).SetUint64(a.lo)
}

// signed is a read as two's complement, of at most 64 bits.
func (a num) signed() int64 {
	if a.w == 0 {
		return 0
	}
	return int64(a.lo<<(64-a.w)) >> (64 - a.w)
}

// signedBig is a read as two's complement; the caller must not change it.
func (a num) signedBig() *big.Int {
	if a.wide == nil {
		return big.NewInt(a.signed())
	}
	if a.wide.Bit(a.w-1) == 0 {
		return a.wide
	}
	return new(big.Int).Sub(a.wide, new(big.Int).Lsh(big.NewInt(1), uint(a.w)))
}

func (a num) isZero() bool {
	if a.wide != nil {
		return a.wide.Sign() == 0
	}
	return a.lo == 0
}

func (a num) isOne() bool {
	if a.wide != nil {
		return a.wide.IsUint64() && a.wide.Uint64() == 1
	}
	return a.lo == 1
}

func (a num) negative() bool {
	if a.wide != nil {
		return a.wide.Bit(a.w-1) != 0
	}
	return a.signed() < 0
}

func (a num) isAllOnes() bool {
	if a.wide != nil {
		return a.wide.BitLen() == a.w && a.wide.Cmp(ones(a.w)) == 0
	}
	return a.lo == mask(a.w)
}

// isMinSigned reports whether a is the least number of its width.
func (a num) isMinSigned() bool {
	if a.wide != nil {
		return a.negative() && a.wide.TrailingZeroBits() == uint(a.w-1)
	}
	return a.w > 0 && a.lo == 1<<(a.w-1) || a.w == 0
}

// isMaxSigned reports whether a is the greatest number of its width.
func (a num) isMaxSigned() bool { return a.not().isMinSigned() }

func (a num) not() num {
	if a.wide != nil {
		return num{w: a.w, wide: new(big.Int).Xor(a.wide, ones(a.w))}
	}
	return num{w: a.w, lo: ^a.lo & mask(a.w)}
}

func (a num) add(b num) num {
	if a.wide != nil {
		return wrap(a.w, new(big.Int).Add(a.wide, b.wide))
	}
	return newNum(a.w, a.lo+b.lo)
}

func (a num) sub(b num) num {
	if a.wide != nil {
		return wrap(a.w, new(big.Int).Sub(a.wide, b.wide))
	}
	return newNum(a.w, a.lo-b.lo)
}

// mostProductWork is how many products of words a folded product or quotient may
// take: those of numbers of a quarter of a million bits each. The limit is counted
// as if each word of one met each word of the other, which is what these ops take
// where nobody is clever.
const mostProductWork = 1 << 24

// tooHeavy reports whether a product or a quotient of a and b takes too long.
func (a num) tooHeavy(b num) bool {
	if a.wide == nil {
		return false
	}
	words := func(v *big.Int) int { return v.BitLen()/64 + 1 }
	least := func(n num) int { return min(words(n.wide), words(n.signedBig())) }
	return least(a)*least(b) > mostProductWork
}

// light makes a function that takes as long as a product one that refuses what
// takes too long.
func light(f func(a, b num) num) func(a, b num) (num, bool) {
	return func(a, b num) (num, bool) {
		if a.tooHeavy(b) {
			return num{}, false
		}
		return f(a, b), true
	}
}

func (a num) mul(b num) num {
	if a.wide != nil { // signed numbers may be shorter, and wrap to the same
		return wrap(a.w, new(big.Int).Mul(a.signedBig(), b.signedBig()))
	}
	return newNum(a.w, a.lo*b.lo)
}

// mulHighU is the upper half of the product of unsigned numbers.
func (a num) mulHighU(b num) num {
	if a.wide != nil {
		p := new(big.Int).Mul(a.wide, b.wide)
		return num{w: a.w, wide: p.Rsh(p, uint(a.w))}
	}
	hi, lo := bits.Mul64(a.lo, b.lo)
	if a.w == 64 {
		return num{w: 64, lo: hi}
	}
	return newNum(a.w, hi<<(64-a.w)|lo>>a.w)
}

// mulHighS is the upper half of the product of signed numbers.
func (a num) mulHighS(b num) num {
	high := a.mulHighU(b)
	if a.negative() {
		high = high.sub(b)
	}
	if b.negative() {
		high = high.sub(a)
	}
	return high
}

// divU and remU are of unsigned numbers; b is not zero.
func (a num) divU(b num) num {
	if a.wide != nil {
		return num{w: a.w, wide: new(big.Int).Quo(a.wide, b.wide)}
	}
	return num{w: a.w, lo: a.lo / b.lo}
}

func (a num) remU(b num) num {
	if a.wide != nil {
		return num{w: a.w, wide: new(big.Int).Rem(a.wide, b.wide)}
	}
	return num{w: a.w, lo: a.lo % b.lo}
}

// divS and remS truncate towards zero; b is not zero. The least number divided
// by -1 wraps to itself, with the remainder 0.
func (a num) divS(b num) num {
	if a.wide != nil {
		return wrap(a.w, new(big.Int).Quo(a.signedBig(), b.signedBig()))
	}
	return newNum(a.w, uint64(a.signed()/b.signed()))
}

func (a num) remS(b num) num {
	if a.wide != nil {
		return wrap(a.w, new(big.Int).Rem(a.signedBig(), b.signedBig()))
	}
	return newNum(a.w, uint64(a.signed()%b.signed()))
}

// divOverflows reports whether the signed quotient does not fit.
func (a num) divOverflows(b num) bool { return a.isMinSigned() && b.isAllOnes() }

func (a num) and(b num) num {
	if a.wide != nil {
		return num{w: a.w, wide: new(big.Int).And(a.wide, b.wide)}
	}
	return num{w: a.w, lo: a.lo & b.lo}
}

func (a num) or(b num) num {
	if a.wide != nil {
		return num{w: a.w, wide: new(big.Int).Or(a.wide, b.wide)}
	}
	return num{w: a.w, lo: a.lo | b.lo}
}

func (a num) xor(b num) num {
	if a.wide != nil {
		return num{w: a.w, wide: new(big.Int).Xor(a.wide, b.wide)}
	}
	return num{w: a.w, lo: a.lo ^ b.lo}
}

// amount is a as the number of bits to shift by; ok is false when that is the
// width or more.
func (a num) amount() (n uint, ok bool) {
	if a.wide != nil {
		return uint(a.wide.Uint64()), a.wide.IsUint64() && a.wide.Uint64() < uint64(a.w)
	}
	return uint(a.lo), a.lo < uint64(a.w)
}

// The shifts are by less than the width.

func (a num) shl(n uint) num {
	if a.wide != nil {
		return wrap(a.w, new(big.Int).Lsh(a.wide, n))
	}
	return newNum(a.w, a.lo<<n)
}

func (a num) shrU(n uint) num {
	if a.wide != nil {
		return num{w: a.w, wide: new(big.Int).Rsh(a.wide, n)}
	}
	return num{w: a.w, lo: a.lo >> n}
}

func (a num) shrS(n uint) num {
	if a.wide != nil {
		return wrap(a.w, new(big.Int).Rsh(a.signedBig(), n))
	}
	return newNum(a.w, uint64(a.signed()>>n))
}

// cmpU and cmpS compare as unsigned and as signed numbers.
func (a num) cmpU(b num) int {
	if a.wide != nil {
		return a.wide.Cmp(b.wide)
	}
	switch {
	case a.lo < b.lo:
		return -1
	case a.lo > b.lo:
		return 1
	}
	return 0
}

func (a num) cmpS(b num) int {
	if an, bn := a.negative(), b.negative(); an != bn {
		if an {
			return -1
		}
		return 1
	}
	return a.cmpU(b)
}

// zext is a as an unsigned number in w bits; what does not fit is dropped.
func (a num) zext(w int) num {
	if a.wide == nil && w <= 64 {
		return newNum(w, a.lo)
	}
	return wrap(w, new(big.Int).Set(a.big()))
}

// sext is a as a signed number in w bits; what does not fit is dropped.
func (a num) sext(w int) num {
	if a.wide == nil && w <= 64 {
		return newNum(w, uint64(a.signed()))
	}
	return wrap(w, new(big.Int).Set(a.signedBig()))
}
