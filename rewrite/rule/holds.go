package rule

import "github.com/tg-opt/tg/ir"

// holds reports whether every value of element type b is a value of element
// type a. False means that it is not known.
func holds(a, b *ir.Type) bool {
	if a == b {
		return true
	}
	switch {
	case b.IsFloat():
		return a.IsFloat() && holdsFloats(a.Format(), b.Format())
	case !isInteger(b):
		return false
	}
	// An integer of w bits and a sign has w-1 bits of magnitude.
	signed := !b.IsBool() && (b.IsIndex() || b.Signedness() != ir.Unsigned)
	magnitude := integerWidth(b)
	if signed {
		magnitude--
	}
	switch {
	case a.IsBool():
		return false
	case a.IsFloat():
		return magnitude <= a.Format().Mant+1 && magnitude <= greatestExponent(a.Format())
	case a.IsInteger() && a.Signedness() == ir.Unsigned:
		return !signed && magnitude <= integerWidth(a)
	case isInteger(a):
		return magnitude <= integerWidth(a)-1
	}
	return false
}

func isInteger(t *ir.Type) bool { return t.IsInteger() || t.IsIndex() }

// integerWidth is the number of bits; an index has 64.
func integerWidth(t *ir.Type) int {
	if t.IsIndex() {
		return 64
	}
	return t.Width()
}

// holdsFloats reports whether every value of format b is one of format a: the
// significand and the range of a are at least those of b.
func holdsFloats(a, b *ir.FloatFormat) bool {
	return a.Special == ir.IEEE && !a.Unsigned && a.Width <= 64 && b.Width <= 64 && a.Mant >= b.Mant &&
		a.Bias+a.Mant >= b.Bias+b.Mant && greatestExponent(a) >= greatestExponent(b)
}

// greatestExponent is the exponent of the largest finite numbers, or one more.
func greatestExponent(f *ir.FloatFormat) int {
	e := 1<<f.Exp - 1 - f.Bias
	if f.Special == ir.IEEE {
		e-- // the last exponent is for infinities and NaN
	}
	return e
}
