package main

// powLogarithm and powExponential have one degree more than logarithms and exponentials alone need.
var (
	powLogarithm   = fit(logarithmTail, 0, 0.02945, 7)
	powExponential = fit(exponentialTail, -0.347, 0.347, 9)
)

// pow is e^(y log|x|), with a sign. Powers can lie halfway between two numbers of the type, as most
// squares do, where an error of the last bit of f64 would round them to the wrong side. So all that
// matters is computed in two parts, the logarithm, its product with y and the sum at the end.
// Numbers of 24 bits make that easy: products with parts of as many bits are exact. (Dekker, A
// floating-point technique for extending the available precision, 1971.)
func pow(t target, x, y value) value {
	size := magnitude(t, x)
	t.require(t.less(size, t.number(0x1p128)), "powDouble")
	t.require(t.less(magnitude(t, y), t.number(1<<30)), "powDouble")
	high, low := logarithmParts(t, t.choose(t.equal(x, t.number(0)), t.number(1), size)) // zeros come last
	upper := leading(t, high, 29)
	product := t.mul(y, upper)
	rest := t.mul(y, t.add(t.sub(high, upper), low))
	sum := t.add(product, rest)
	t.require(t.less(magnitude(t, sum), t.number(700)), "powDouble")

	// e^(product+rest), as in reduceExponential; r and lost are the two parts of what remains.
	shifted := t.add(t.mul(sum, t.number(log2e)), t.number(f64.roundingShift()))
	k := t.sub(shifted, t.number(f64.roundingShift()))
	large := t.sub(product, t.mul(k, t.number(ln2Parts[0]))) // exact
	little := t.sub(rest, t.mul(k, t.number(ln2Parts[1])))
	r := t.add(large, little)
	lost := t.sub(little, t.sub(r, large))
	tail := t.add(t.mul(t.mul(r, r), polynomial(t, r, powExponential)), lost)
	onePlus := t.add(r, t.number(1))
	lost = t.sub(r, t.sub(onePlus, t.number(1)))
	result := t.mul(t.addBits(t.shiftLeft(shifted, 52), t.word(oneBits)), t.add(onePlus, t.add(lost, tail)))

	// Zeros, and the signs of powers of negative numbers, which need whole exponents.
	ofZero := t.choose(t.less(t.number(0), y), t.number(0), t.number(1))
	ofZero = t.choose(t.less(y, t.number(0)), t.number(infinity), ofZero)
	result = t.choose(t.equal(x, t.number(0)), ofZero, result)
	whole := t.add(y, t.number(f64.roundingShift()))
	signed := withSign(t, result, t.and(x, t.shiftLeft(whole, 63)))
	result = t.choose(t.less(x, t.number(0)), t.number(notANumber), result)
	return t.choose(t.equal(t.sub(whole, t.number(f64.roundingShift())), y), signed, result)
}

// logarithmParts is the logarithm of an f32 number u > 0 as a sum, with an error of about 2^-60.
func logarithmParts(t target, u value) (high, low value) {
	k, m := reduceLogarithm(t, u)
	f := t.sub(m, t.number(1))
	divisor := t.add(f, t.number(2))
	inverse := t.div(t.number(1), divisor)
	s := t.mul(f, inverse)
	upper := leading(t, s, 24)
	lower := t.mul(t.sub(f, t.mul(upper, divisor)), inverse)
	square := t.mul(s, s)
	// log(m) = 2 upper + (2 lower + s^3 polynomial), and k ln(2) has two parts of its own.
	small := t.add(t.add(lower, lower), t.mul(t.mul(s, square), polynomial(t, square, powLogarithm)))
	ofPower, ofFraction := t.mul(k, t.number(ln2Parts[0])), t.add(upper, upper)
	high = t.add(ofPower, ofFraction)
	lost := t.sub(ofFraction, t.sub(high, ofPower)) // of the sum; exact, as ofPower is 0 or the greater one
	low = t.add(t.add(lost, t.mul(k, t.number(ln2Parts[1]))), small)
	return high, low
}

// leading cuts a number to so many bits.
func leading(t target, x value, bits int) value { return t.and(x, t.word(^uint64(0)<<(53-bits))) }
