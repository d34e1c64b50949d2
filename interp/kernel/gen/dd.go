package main

import "math/big"

// double is the unevaluated sum of two numbers, the second much smaller: about 106 bits (Dekker, A
// floating-point technique for extending the available precision, 1971).
type double struct{ high, low value }

// fma is mulAdd for an addend that is used again.
func fma(t target, a, b, c value) value { return t.mulAdd(a, b, t.copy(c)) }

// twoSum is a + b, exactly (Knuth).
func twoSum(t target, a, b value) double {
	sum := t.add(a, b)
	part := t.sub(sum, a)
	return double{sum, t.add(t.sub(a, t.sub(sum, part)), t.sub(b, part))}
}

// fastSum is a + b, exactly, where a is 0 or not the smaller one.
func fastSum(t target, a, b value) double {
	sum := t.add(a, b)
	return double{sum, t.sub(b, t.sub(sum, a))}
}

// twoProduct is a b, exactly.
func twoProduct(t target, a, b value) double {
	product := t.mul(a, b)
	return double{product, fma(t, a, b, negative(t, product))}
}

// times is the product with a number, or with another sum.
func (a double) timesNumber(t target, b value) double {
	p := twoProduct(t, a.high, b)
	return fastSum(t, p.high, fma(t, a.low, b, p.low))
}

func (a double) times(t target, b double) double {
	p := twoProduct(t, a.high, b.high)
	return fastSum(t, p.high, t.add(p.low, fma(t, a.high, b.low, t.mul(a.low, b.high))))
}

// over is the quotient, with an error of some units of 2^-100.
func (a double) over(t target, b double) double {
	quotient := t.div(a.high, b.high)
	rest := fma(t, negative(t, quotient), b.high, a.high) // exact
	rest = t.add(rest, t.sub(a.low, t.mul(quotient, b.low)))
	return fastSum(t, quotient, t.div(rest, b.high))
}

// root is the square root.
func (a double) root(t target) double {
	root := t.sqrt(a.high)
	rest := fma(t, negative(t, root), root, a.high)
	return fastSum(t, root, t.div(t.add(rest, a.low), t.add(root, root)))
}

// single is the sum, rounded.
func (a double) single(t target) value { return t.add(a.high, a.low) }

func (a double) negative(t target) double { return double{negative(t, a.high), negative(t, a.low)} }

// chooseDouble is choose for both parts.
func chooseDouble(t target, held condition, yes, no double) double {
	return double{t.choose(held, yes.high, no.high), t.choose(held, yes.low, no.low)}
}

// doubleNumber is a constant as a sum.
func doubleNumber(t target, v *big.Float) double {
	p := parts(v, 53)
	return double{t.number(p[0]), t.number(p[1])}
}

// powerOfTwo is 2^k for a whole number k for which that is normal, from -1022 to 1023 in f64 and
// from -126 to 127 in f32.
func powerOfTwo(t target, k value) value {
	shifted := t.add(k, t.number(t.lane().roundingShift()))
	return t.addBits(t.shiftLeft(shifted, t.lane().fraction()), t.word(t.lane().value(1).bits))
}

// scaled is x 2^k, rounded once, for a whole number k from -2044 to 2046.
func scaled(t target, x, k value) value {
	half := t.round(t.mul(k, t.number(0.5)))
	return t.mul(t.mul(x, powerOfTwo(t, half)), powerOfTwo(t, t.sub(k, half)))
}

// ifNaN puts in x itself where it is NaN.
func ifNaN(t target, x, result value) value { return t.choose(t.equal(x, x), result, x) }
