package main

// pieces are parts of functions that the Go code of others uses.
var pieces = []struct {
	name, text, parameters string
	emit                   func(t target, x []value) []value
}{
	{"turnedSine", "the sine of high+low, up to pi/4, after so many quarter turns, the low bits of turns", "turns, high, low", func(t target, x []value) []value {
		return []value{turned(t, x[0], double{x[1], x[2]})}
	}},
	{"turnedTangent", "the tangent, likewise", "turns, high, low", func(t target, x []value) []value {
		return []value{tangent(t, x[0], double{x[1], x[2]})}
	}},
	{"sineParts", "the sine of x+y, up to pi/4, in two parts", "x, y", func(t target, x []value) []value {
		s := sineOf(t, double{x[0], x[1]})
		s = fastSum(t, s.high, s.low)
		return []value{s.high, s.low}
	}},
	{"cosineParts", "the cosine, likewise", "x, y", func(t target, x []value) []value {
		s := cosineOf(t, double{x[0], x[1]})
		s = fastSum(t, s.high, s.low)
		return []value{s.high, s.low}
	}},
	{"logClose", "the logarithm of x+y, greater than 0 and not subnormal, in two parts that are about 2^-57 of it wrong", "x, y", func(t target, x []value) []value {
		l := logarithmClose(t, x[0], x[1])
		return []value{l.high, l.low}
	}},
}
