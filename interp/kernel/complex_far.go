package kernel

import (
	"math"
	"math/big"
	"sync"
)

// Powers with huge exponents: of w log z the full turns do not matter, which leaves as many bits of
// the logarithm without use as there are before the point. It is computed with so many more by
// whole numbers of package math/big, whose results do not depend on the machine.

// A longNumber is a complex number of so many bits.
type longNumber struct{ re, im *big.Float }

func long(bits uint, v parts) *big.Float {
	sum := new(big.Float).SetPrec(bits).SetFloat64(v.high)
	return sum.Add(sum, big.NewFloat(v.low))
}

func newLong(bits uint) *big.Float { return new(big.Float).SetPrec(bits) }

func (a longNumber) times(bits uint, b longNumber) longNumber {
	re, im, part := newLong(bits), newLong(bits), newLong(bits)
	re.Sub(re.Mul(a.re, b.re), part.Mul(a.im, b.im))
	im.Add(im.Mul(a.re, b.im), part.Mul(a.im, b.re))
	return longNumber{re, im}
}

// plusQuotient adds b/n to a.
func (a longNumber) plusQuotient(bits uint, b longNumber, n float64) {
	divisor, part := big.NewFloat(n), newLong(bits)
	a.re.Add(a.re, part.Quo(b.re, divisor))
	a.im.Add(a.im, part.Quo(b.im, divisor))
}

// isLost reports whether a is nothing beside 1.
func (a longNumber) isLost(bits uint) bool {
	lost := func(v *big.Float) bool { return v.Sign() == 0 || v.MantExp(nil) < -int(bits) }
	return lost(a.re) && lost(a.im)
}

// longPi is pi, from the binary places of 2/pi.
var longPi = sync.OnceValue(func() *big.Float {
	places := new(big.Int)
	for _, word := range twoOverPi {
		places.Or(places.Lsh(places, 64), new(big.Int).SetUint64(word))
	}
	inverse := new(big.Float).SetPrec(64 * uint(len(twoOverPi))).SetInt(places)
	inverse.SetMantExp(inverse, -64*len(twoOverPi))
	return inverse.Quo(big.NewFloat(2), inverse)
})

// longLn2 is the logarithm of 2, twice the sum of 3^-n/n for odd n, with as many bits as pi.
var longLn2 = sync.OnceValue(func() *big.Float {
	bits := uint(64*len(twoOverPi) + 64)
	term := new(big.Int).Lsh(big.NewInt(2), bits)
	term.Quo(term, big.NewInt(3))
	sum, part := new(big.Int), new(big.Int)
	for n := int64(1); term.Sign() != 0; n += 2 {
		sum.Add(sum, part.Quo(term, big.NewInt(n)))
		term.Quo(term, big.NewInt(9))
	}
	result := newLong(bits).SetInt(sum)
	return result.SetMantExp(result, -int(bits))
})

// expLong is e^z for a number of moderate size: that of a small part of it by the power series, and
// then squares.
func expLong(bits uint, z longNumber) longNumber {
	const halvings = 16
	small := longNumber{newLong(bits).SetMantExp(z.re, -halvings), newLong(bits).SetMantExp(z.im, -halvings)}
	sum := longNumber{newLong(bits).SetInt64(1), newLong(bits)}
	term := small
	for n := 2.0; ; n++ {
		sum.plusQuotient(bits, term, 1)
		if term.isLost(bits) {
			break
		}
		next := longNumber{newLong(bits), newLong(bits)}
		next.plusQuotient(bits, term.times(bits, small), n)
		term = next
	}
	for range halvings {
		sum = sum.times(bits, sum)
	}
	return sum
}

// logLong is log(z), by an approximation and the power series of what z over its exponential is
// more than 1.
func logLong(bits uint, z complex128, size, angle parts) longNumber {
	k := max(binaryExponent(real(z)), binaryExponent(imag(z)))
	more := newLong(bits).Mul(longLn2(), big.NewFloat(float64(k)))
	start := longNumber{newLong(bits).Sub(long(bits, size), more), long(bits, angle)}
	start.re.SetPrec(128).SetPrec(bits)
	point := longNumber{newLong(bits).SetMantExp(big.NewFloat(real(z)), -k), newLong(bits).SetMantExp(big.NewFloat(imag(z)), -k)}
	rest := expLong(bits, longNumber{newLong(bits).Neg(start.re), newLong(bits).Neg(start.im)}).times(bits, point)
	rest.re.Sub(rest.re, big.NewFloat(1))
	result := longNumber{newLong(bits).Add(start.re, more), start.im}
	power, sign := rest, 1.0
	for n := 1.0; !power.isLost(bits); n++ {
		result.plusQuotient(bits, power, float64(sign*n))
		power, sign = power.times(bits, rest), -sign
	}
	return result
}

// farPower is w log(z): its real part, as far as it matters, and its imaginary part, without what
// the eighths of a turn contribute, in quarter turns and more. What is known of the logarithm are
// its parts.
func farPower(z, w complex128, size parts, d direction) (re parts, quarters int, more scaledSum) {
	bits := uint(256 + max(0, binaryExponent(real(w)), binaryExponent(imag(w))))
	l := logLong(bits, z, size, d.angle())
	a, b := newLong(bits).SetFloat64(real(w)), newLong(bits).SetFloat64(imag(w))
	product := l.times(bits, longNumber{a, b})
	rest := newLong(bits)
	if d.rest.high != 0 {
		turn := newLong(bits).Mul(longPi(), big.NewFloat(d.eighths))
		rest.Mul(rest.Sub(l.im, turn.SetMantExp(turn, -2)), a)
	}
	rest.Add(rest, b.Mul(b, l.re))
	turns := newLong(bits).Quo(rest, longPi())
	turns.SetMantExp(turns, 1)
	half := big.NewFloat(math.Copysign(0.5, float64(turns.Sign())))
	count, _ := newLong(bits).Add(turns, half).Int(nil)
	turns.Sub(turns, newLong(bits).SetInt(count))
	turns.SetMantExp(turns.Mul(turns, longPi()), -1)
	quarters = int(count.And(count, big.NewInt(3)).Int64())
	k := turns.MantExp(nil)
	return partsOfLong(product.re), quarters, scaledSum{partsOfLong(turns.SetMantExp(turns, -k)), k}
}

// partsOfLong is a number in two parts.
func partsOfLong(v *big.Float) parts {
	high, _ := v.Float64()
	if high-high != 0 {
		return parts{high, 0}
	}
	low, _ := newLong(v.Prec()).Sub(v, big.NewFloat(high)).Float64()
	return parts{high, low}
}
