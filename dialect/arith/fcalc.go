package arith

import (
	"math"
	"math/big"

	"github.com/tg-opt/tg/ir"
)

// floatCalc is an operation on two numbers of one format.
type floatCalc func(a, b fnum) fnum

// Formats of up to 24 significant bits are computed in float64: rounding its 53
// bits once more gives what one rounding of the exact result would, for sums,
// products and quotients. The wide formats are computed with integers.

// nanOperand is what an operation gives that has a NaN operand: the first one,
// made quiet.
func nanOperand(a, b fnum) (fnum, bool) {
	switch {
	case a.isNaN():
		return a.quiet(), true
	case b.isNaN():
		return b.quiet(), true
	}
	return fnum{}, false
}

func (a fnum) add(b fnum) fnum {
	if n, ok := nanOperand(a, b); ok {
		return n
	}
	if !a.f.IsWide() {
		return ofNumber(a, a.float()+b.float())
	}
	switch ac, bc := a.class(), b.class(); {
	case ac == infinite && bc == infinite && a.negative() != b.negative():
		return nanOf(a.f)
	case ac == infinite:
		return a
	case bc == infinite:
		return b
	case ac == zero && bc == zero && a.negative() == b.negative():
		return a
	}
	x, ex := a.parts()
	y, ey := b.parts()
	exp := min(ex, ey)
	x.Lsh(x, uint(ex-exp))
	y.Lsh(y, uint(ey-exp))
	if a.negative() {
		x.Neg(x)
	}
	if b.negative() {
		y.Neg(y)
	}
	x.Add(x, y)
	neg := x.Sign() < 0 // a sum that is zero is +0
	return round(a.f, neg, x.Abs(x), exp, false)
}

// ofNumber is a result v of arithmetic in a's format; a NaN there is the
// format's own.
func ofNumber(a fnum, v float64) fnum {
	if v != v {
		return nanOf(a.f)
	}
	return ofFloat(a.f, v)
}

func (a fnum) sub(b fnum) fnum {
	if n, ok := nanOperand(a, b); ok {
		return n
	}
	if !a.f.IsWide() {
		return ofNumber(a, a.float()-b.float())
	}
	return a.add(b.neg())
}

func (a fnum) mul(b fnum) fnum {
	if n, ok := nanOperand(a, b); ok {
		return n
	}
	if !a.f.IsWide() {
		return ofNumber(a, a.float()*b.float())
	}
	neg := a.negative() != b.negative()
	switch ac, bc := a.class(), b.class(); {
	case ac == infinite && bc == zero, ac == zero && bc == infinite:
		return nanOf(a.f)
	case ac == infinite, bc == infinite:
		return infOf(a.f, neg)
	}
	x, ex := a.parts()
	y, ey := b.parts()
	return round(a.f, neg, x.Mul(x, y), ex+ey, false)
}

func (a fnum) div(b fnum) fnum {
	if n, ok := nanOperand(a, b); ok {
		return n
	}
	if a.f.Special == ir.FiniteAll && b.class() == zero {
		return noNumber
	}
	if !a.f.IsWide() {
		return ofNumber(a, a.float()/b.float())
	}
	neg := a.negative() != b.negative()
	switch ac, bc := a.class(), b.class(); {
	case ac == infinite && bc == infinite, ac == zero && bc == zero:
		return nanOf(a.f)
	case ac == infinite, bc == zero:
		return infOf(a.f, neg)
	case bc == infinite, ac == zero:
		return round(a.f, neg, new(big.Int), 0, false)
	}
	x, ex := a.parts()
	y, ey := b.parts()
	shift := max(0, 130+y.BitLen()-x.BitLen()) // enough bits, and one to round by
	x.Lsh(x, uint(shift))
	rest := new(big.Int)
	x.QuoRem(x, y, rest)
	return round(a.f, neg, x, ex-ey-shift, rest.Sign() != 0)
}

// rem is a - n*b, where n is a/b cut off to an integer.
func (a fnum) rem(b fnum) fnum {
	if n, ok := nanOperand(a, b); ok {
		return n
	}
	if a.f.Special == ir.FiniteAll && b.class() == zero {
		return noNumber
	}
	if !a.f.IsWide() {
		return ofNumber(a, math.Mod(a.float(), b.float()))
	}
	switch ac, bc := a.class(), b.class(); {
	case ac == infinite, bc == zero:
		return nanOf(a.f)
	case ac == zero, bc == infinite:
		return a
	}
	x, ex := a.parts()
	y, ey := b.parts()
	if ex > ey { // x * 2^(ex-ey) mod y, without the long number
		power := new(big.Int).Exp(big.NewInt(2), big.NewInt(int64(ex-ey)), y)
		x.Mul(x, power)
		ex = ey
	} else {
		y.Lsh(y, uint(ey-ex))
	}
	return round(a.f, a.negative(), x.Rem(x, y), ex, false)
}

// order is how a compares with b.
type order uint8

const (
	less order = iota
	equal
	greater
	unordered
)

func (a fnum) cmp(b fnum) order {
	switch {
	case a.isNaN(), b.isNaN():
		return unordered
	case a.class() == zero && b.class() == zero:
		return equal
	case a.negative() != b.negative():
		if a.negative() {
			return less
		}
		return greater
	}
	// The bits of magnitudes are in the order of their numbers.
	x, y := a.magnitude(), b.magnitude()
	switch {
	case x == y:
		return equal
	case (x.Hi < y.Hi || x.Hi == y.Hi && x.Lo < y.Lo) != a.negative():
		return less
	}
	return greater
}

// maximum and minimum give a NaN operand, and take -0 to be less than 0.

func (a fnum) maximum(b fnum) fnum { return a.extreme(b, greater) }
func (a fnum) minimum(b fnum) fnum { return a.extreme(b, less) }

func (a fnum) extreme(b fnum, want order) fnum {
	if n, ok := nanOperand(a, b); ok {
		return n
	}
	return a.pick(b, want)
}

// pick is the one of two numbers that is want, less or greater, than the other.
func (a fnum) pick(b fnum, want order) fnum {
	o := a.cmp(b)
	if o == equal && a.negative() != b.negative() {
		o = less
		if b.negative() {
			o = greater
		}
	}
	if o == want {
		return a
	}
	return b
}

// maxnum and minnum give the operand that is no NaN, unless the other one is a
// signalling one.

func (a fnum) maxnum(b fnum) fnum { return a.number(b, greater) }
func (a fnum) minnum(b fnum) fnum { return a.number(b, less) }

func (a fnum) number(b fnum, want order) fnum {
	switch {
	case a.signalling():
		return a.quiet()
	case b.signalling():
		return b.quiet()
	case a.isNaN():
		return b
	case b.isNaN():
		return a
	}
	return a.pick(b, want)
}

// isOne reports whether a is 1.
func (a fnum) isOne() bool {
	return a.bits == a.f.Encode(1)
}
