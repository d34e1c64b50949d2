package main

// A target is a way to write down a computation in lanes of f64 or f32: as machine code for
// registers full of them, or as Go for one. A function that is written for any target (see
// functions.go) therefore does the same operations, each rounded on its own, in the same order
// everywhere, and so gives the same bits.
type target interface {
	// lane is the type of the lanes.
	lane() element

	// number and word are constants, by value, rounded to the type, and by bits.
	number(v float64) value
	word(bits uint64) value

	// The arithmetic of IEEE 754, rounded to nearest.
	add(a, b value) value
	sub(a, b value) value
	mul(a, b value) value
	div(a, b value) value
	sqrt(a value) value

	// mulAdd is a b + c, rounded once. Its register is that of c, mulAddNumber's that of a, which
	// must not be used any more; there c is a constant, or used again.
	mulAdd(a, b, c value) value
	mulAddNumber(a, b, c value) value

	// subMul is c - a b, rounded once, in the register of c.
	subMul(a, b, c value) value

	// Operations on the bits; shifts fill with zeros, addition wraps.
	and(a, b value) value
	or(a, b value) value
	xor(a, b value) value
	addBits(a, b value) value
	shiftLeft(a value, bits int) value
	shiftRight(a value, bits int) value

	// copy is a, in a register of its own; round is the nearest whole number, halves to the even
	// one.
	copy(a value) value
	round(a value) value

	// lookup is the element of a table of 16 or 32 f32 numbers that the last bits of the lane say.
	lookup(index value, table []float64) value

	// scale is a 2^floor(k), rounded once, in lanes of f32; k is from -200 to 200, and a is 0, NaN
	// or between 2^-26 and 2^26 in magnitude.
	scale(a, k value) value

	// larger is the greater of x and a constant, and x if that is NaN; smaller likewise.
	larger(c, x value) value
	smaller(c, x value) value

	// Comparisons are false for NaN; choose takes yes where the condition holds, else no.
	less(a, b value) condition
	equal(a, b value) condition
	choose(held condition, yes, no value) value

	// require says that the method only serves lanes for which the condition holds; elsewhere the
	// Go function of that name does.
	require(held condition, elsewhere string)
}

// value is what a target makes of an operand; condition is the result of a comparison.
type (
	value     any
	condition any
)

const (
	signBit = 1 << 63
	oneBits = 0x3FF0000000000000
)

// polynomial is Horner's rule; coefficients start with that of degree 0.
func polynomial(t target, x value, coefficients []float64) value {
	last := len(coefficients) - 1
	sum := t.number(coefficients[last])
	for i := last - 1; i >= 0; i-- {
		sum = t.mulAddNumber(sum, x, t.number(coefficients[i]))
	}
	return sum
}

// magnitude is x without its sign, negative with the other one, signBitOf only that, and
// withSign(x, s) a number that is not negative with the sign of s.
func magnitude(t target, x value) value   { return t.and(x, t.word(t.lane().sign().bits-1)) }
func signBitOf(t target, x value) value   { return t.and(x, t.word(t.lane().sign().bits)) }
func negative(t target, x value) value    { return t.xor(x, t.word(t.lane().sign().bits)) }
func withSign(t target, x, s value) value { return t.or(x, signBitOf(t, s)) }
