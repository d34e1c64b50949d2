package main

// pow64 is e^(y log|x|) in two parts, with a sign.
func pow64(t target, x, y value) value {
	size := magnitude(t, x)
	usual := t.choose(t.less(size, t.number(infinity)), size, t.number(1))
	k, m := split(t, t.choose(t.equal(size, t.number(0)), t.number(1), usual)) // zeros and infinities come last
	logarithm := plusMultipleOfLn2(t, logarithmOfFraction(t, exactly(t, t.sub(m, t.number(1)))), k)
	product := twoProduct(t, y, logarithm.high)
	product.low = fma(t, y, logarithm.low, product.low)
	// Beyond these bounds the result is 0 or infinite.
	inside := t.less(magnitude(t, product.high), t.number(800))
	e := exponential(t, double{bounded(t, product.high, -800, 800), t.choose(inside, product.low, t.number(0))})
	result := scaled(t, e.value(t), e.k)

	// Where |x| is 1, 0 or infinite.
	result = t.choose(t.equal(size, t.number(1)), t.number(1), result)
	ofZero := t.choose(t.less(y, t.number(0)), t.number(infinity), t.number(0))
	result = t.choose(t.equal(size, t.number(0)), ofZero, result)
	ofInfinity := t.choose(t.less(y, t.number(0)), t.number(0), t.number(infinity))
	result = t.choose(t.equal(size, t.number(infinity)), ofInfinity, result)

	// Powers of negative numbers need whole exponents, and odd ones keep the sign.
	half := t.mul(y, t.number(0.5))
	wholeHalf := t.equal(t.round(half), half)
	signed := t.choose(wholeHalf, result, withSign(t, result, x))
	negativeNumber := t.choose(t.less(t.number(-infinity), x), t.number(notANumber), result)
	other := t.choose(t.less(x, t.number(0)), negativeNumber, result)
	result = t.choose(t.equal(t.round(y), y), signed, other)
	result = ifNaN(t, y, ifNaN(t, x, result))
	result = t.choose(t.equal(x, t.number(1)), t.number(1), result)
	return t.choose(t.equal(y, t.number(0)), t.number(1), result)
}
