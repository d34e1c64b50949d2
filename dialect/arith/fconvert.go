package arith

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/tg-opt/tg/ir"
)

// precision is how many significant bits a format has.
func precision(f *ir.FloatFormat) int {
	if f.Width == 80 {
		return 64 // its leading bit is stored
	}
	return f.Mant + 1
}

// greatestExponent is that of the greatest number of a format.
func greatestExponent(f *ir.FloatFormat) int {
	if f.Special == ir.IEEE || f.Unsigned {
		return 1<<f.Exp - 2 - f.Bias
	}
	return 1<<f.Exp - 1 - f.Bias
}

// leastExponent is that of the smallest number that has all significant bits.
func leastExponent(f *ir.FloatFormat) int {
	if f.Unsigned {
		return -f.Bias // no pattern is spent on zero
	}
	return 1 - f.Bias
}

// holdsAll reports whether every finite number of format from is one of f.
func holdsAll(f, from *ir.FloatFormat) bool {
	return precision(from) <= precision(f) && greatestExponent(from) <= greatestExponent(f) && leastExponent(from) >= leastExponent(f)
}

// convert is a in another format, rounded to nearest, ties to even. exact is
// whether it is the same number, or the same NaN, there.
func (a fnum) convert(f *ir.FloatFormat) (_ fnum, exact bool) {
	switch a.class() {
	case notANumber:
		return a.convertNaN(f)
	case infinite:
		n := infOf(f, a.negative())
		return n, n != noNumber && n.class() == infinite
	case zero:
		n := ofFloat(f, a.float())
		return n, n != noNumber && n.class() == zero && n.negative() == a.negative()
	}
	var n fnum
	if a.f.IsWide() || f.IsWide() {
		sig, exp := a.parts()
		n = round(f, a.negative(), sig, exp, false)
	} else {
		n = ofFloat(f, a.float())
	}
	return n, n != noNumber && n.equals(a)
}

// equals reports whether two numbers of any formats, of which a at least is
// finite, are the same.
func (a fnum) equals(b fnum) bool {
	if a.class() != finite || b.class() != finite || a.negative() != b.negative() {
		return false
	}
	x, ex := a.parts()
	y, ey := b.parts()
	least := min(ex, ey)
	return x.Lsh(x, uint(ex-least)).Cmp(y.Lsh(y, uint(ey-least))) == 0
}

// convertNaN keeps the upper bits of what a NaN carries.
func (a fnum) convertNaN(f *ir.FloatFormat) (_ fnum, exact bool) {
	if f.Special != ir.IEEE {
		n := nanOf(f)
		if n.negative() != a.negative() {
			n = n.neg()
		}
		return n, f.Special != ir.FiniteAll && a.f.Special != ir.IEEE && n.isNaN()
	}
	exact = !a.signalling()
	from, to := precision(a.f)-1, precision(f)-1
	load := a.payload()
	if to < from {
		exact = exact && load.TrailingZeroBits() >= uint(from-to)
		load.Rsh(load, uint(from-to))
	} else {
		load.Lsh(load, uint(to-from))
	}
	if f.Width == 80 {
		load.SetBit(load, 63, 1)
	}
	n := nanOf(f)
	n.bits = ir.FloatBits{Lo: n.bits.Lo | load.Uint64(), Hi: n.bits.Hi}
	if load.BitLen() > 64 {
		n.bits.Lo = new(big.Int).And(load, ones(64)).Uint64()
		n.bits.Hi |= new(big.Int).Rsh(load, 64).Uint64()
	}
	return signed(f, a.negative() && a.f.Special != ir.NegZero, n.magnitude()), exact
}

// payload is the bits of a NaN below the leading one.
func (a fnum) payload() *big.Int {
	m := a.magnitude()
	switch a.f.Width {
	case 80:
		return new(big.Int).SetUint64(m.Lo &^ (1 << 63))
	case 128:
		load := new(big.Int).SetUint64(m.Hi & (1<<48 - 1))
		return load.Lsh(load, 64).Or(load, new(big.Int).SetUint64(m.Lo))
	}
	return new(big.Int).SetUint64(m.Lo & (1<<a.f.Mant - 1))
}

// ofInt is an integer, read as signed or not, rounded to the format.
func ofInt(f *ir.FloatFormat, n num, isSigned bool) fnum {
	neg := isSigned && n.negative()
	if n.wide != nil || f.IsWide() {
		v := n.big()
		if isSigned {
			v = n.signedBig()
		}
		return round(f, neg, new(big.Int).Abs(v), 0, false)
	}
	u := n.lo
	if neg {
		u = uint64(-n.signed())
	}
	var v float64
	if f.Width == 64 {
		v = float64(u)
	} else {
		drop := max(0, bits.Len64(u)-53)
		kept := u >> drop
		if kept<<drop != u {
			kept |= 1 // a trace for the rounding to come
		}
		v = math.Ldexp(float64(kept), drop)
	}
	if neg {
		v = -v
	}
	return ofFloat(f, v)
}

// toInt is a cut off to an integer of w bits; ok is false when that has no such
// integer.
func (a fnum) toInt(w int, isSigned bool) (_ num, ok bool) {
	switch a.class() {
	case zero:
		return newNum(w, 0), true
	case finite:
	default:
		return num{}, false
	}
	sig, exp := a.parts()
	if sig.BitLen()+exp > w {
		return num{}, false
	}
	if exp >= 0 {
		sig.Lsh(sig, uint(exp))
	} else {
		sig.Rsh(sig, uint(-exp))
	}
	neg := a.negative()
	switch {
	case neg && !isSigned:
		ok = sig.Sign() == 0
	case neg:
		// -1 << (w-1) fits, what is less does not.
		ok = sig.BitLen() < w || sig.BitLen() == w && sig.TrailingZeroBits() == uint(w-1)
	case isSigned:
		ok = sig.BitLen() < w
	default:
		ok = sig.BitLen() <= w
	}
	if neg {
		sig.Neg(sig)
	}
	return wrap(w, sig), ok
}
