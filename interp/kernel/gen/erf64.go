package main

import "math/big"

// The error function of f64 numbers.

const (
	lowCenter        = 1.25
	complementMiddle = 2.5
)

var (
	// lowComplement is (z+center) e^(z^2) erfc(z) for z from 0.5 on, as a polynomial in
	// (z-center)/(z+center), and highComplement z e^(z^2) erfc(z) in 1/z^2.
	lowComplement = fit(func(ratio *big.Float) *big.Float {
		z := quotient(times(number(lowCenter), plus(number(1), ratio)), minus(number(1), ratio))
		return times(plus(z, number(lowCenter)), scaledComplement(z))
	}, (0.5-lowCenter)/(0.5+lowCenter), (complementMiddle-lowCenter)/(complementMiddle+lowCenter), 18)
	highComplement = fit(func(u *big.Float) *big.Float {
		z := quotient(number(1), number(0).Sqrt(u))
		return times(z, scaledComplement(z))
	}, 1.0/784, 0.16, 22)
	rootHalf  = parts(number(0).Sqrt(whole(1, 2)), 53)
	nearError = fit(errorFunctionOver, 0, 0.25, 11)
)

// complement64 is e^square erfc(z)/e^(-z^2) for z from 0.5 to 28, as a sum and a power of two. What
// rounding has taken from z, lost, matters in the divisor; it is nil where there is none.
func complement64(t target, z, lost value, square double) (v double, k value) {
	low := t.less(z, t.number(complementMiddle))
	divisor := twoSum(t, z, t.choose(low, t.number(lowCenter), t.number(0)))
	if lost != nil {
		divisor.low = t.add(divisor.low, lost)
	}
	inverse := t.div(t.number(1), divisor.high)
	near, far := t.mul(t.sub(z, t.number(lowCenter)), inverse), t.mul(inverse, inverse)
	rest := t.choose(low, polynomial(t, near, lowComplement[1:]), polynomial(t, far, highComplement[1:]))
	first := t.choose(low, t.number(lowComplement[0]), t.number(highComplement[0]))
	u := t.choose(low, near, far)
	high := fma(t, u, rest, first)
	p := double{high, t.mulAdd(u, rest, t.sub(first, high))}
	e := exponential(t, square)
	product := e.both(t).times(t, p)
	quotient := t.mul(product.high, inverse)
	rest = fma(t, negative(t, quotient), divisor.high, product.high)
	rest = t.add(rest, t.sub(product.low, t.mul(quotient, divisor.low)))
	return double{quotient, t.mul(rest, inverse)}, e.k
}

func errorNear(t target, x value) value {
	square := t.mul(x, x)
	p := polynomial(t, square, nearError[1:])
	return fma(t, x, t.number(nearError[0]), t.mul(t.mul(x, square), p))
}

func erf64(t target, x value) value {
	a := magnitude(t, x)
	z := t.smaller(t.number(7), t.larger(t.number(0.5), a))
	v, k := complement64(t, z, nil, twoProduct(t, negative(t, z), z))
	far := t.sub(t.number(1), scaled(t, v.single(t), k))
	near := errorNear(t, t.smaller(t.number(0.5), a))
	return withSign(t, t.choose(t.less(a, t.number(0.5)), near, far), x)
}

func erfc64(t target, x value) value {
	a := magnitude(t, x)
	z := t.smaller(t.number(28), t.larger(t.number(0.5), a))
	v, k := complement64(t, z, nil, twoProduct(t, negative(t, z), z))
	e := scaled(t, v.single(t), k)
	far := t.choose(t.less(x, t.number(0)), t.sub(t.number(2), e), e)
	near := t.sub(t.number(1), errorNear(t, bounded(t, x, -0.5, 0.5)))
	return t.choose(t.less(a, t.number(0.5)), near, far)
}

// gelu64 is -0 at -infinity, where the complement wins.
func gelu64(t target, x value) value {
	x = t.larger(t.number(-40), x)
	cut := t.smaller(t.number(40), x)
	a := magnitude(t, cut)
	square := twoProduct(t, cut, t.mul(cut, t.number(-0.5)))
	root := twoProduct(t, a, t.number(rootHalf[0]))
	root.low = t.mulAdd(a, t.number(rootHalf[1]), root.low)
	v, k := complement64(t, t.larger(t.number(0.5), root.high), root.low, square)
	tail := scaled(t, v.timesNumber(t, t.mul(cut, t.number(0.5))).single(t), k)
	far := t.choose(t.less(x, t.number(0)), tail, t.sub(x, tail))
	half := t.mul(x, t.number(0.5))
	near := fma(t, half, errorNear(t, withSign(t, t.smaller(t.number(0.5), root.high), cut)), half)
	result := t.choose(t.less(root.high, t.number(0.5)), near, far)
	return withSign(t, magnitude(t, result), x) // of zeros, too
}
