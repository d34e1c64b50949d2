package exact

import (
	"math"
	"math/big"
)

// A point is a complex number, both parts of which have a sign also where they are 0; im is nil
// where there are real numbers only.
type point struct{ re, im *big.Float }

// A complexFunction is computed with so many bits in each step; the second number is ignored by
// functions of one.
type complexFunction func(w precision, z, w2 point) point

// Complex is the function of finite complex numbers of that name, or nil; ComplexPair one of two of
// them. What they return are the real and the imaginary part, each with a relative error of at most
// 2^-bits unless it is exact, as it is where it is 0. Neither says the sign of a zero. Cuts are
// those of C: on them the sign of the part that is 0 says on which side a number is.
func Complex(name string) func(z complex128, bits uint) (re, im Value) {
	f, ok := complexFunctions[name]
	if !ok {
		return nil
	}
	return func(z complex128, bits uint) (re, im Value) { return f.at(pointOf(z), pointOf(0), bits) }
}

// ComplexPair is for functions of two numbers.
func ComplexPair(name string) func(z, w complex128, bits uint) (re, im Value) {
	f, ok := complexPairs[name]
	if !ok {
		return nil
	}
	return func(z, w complex128, bits uint) (re, im Value) { return f.at(pointOf(z), pointOf(w), bits) }
}

func pointOf(z complex128) point { return point{big.NewFloat(real(z)), big.NewFloat(imag(z))} }

var complexFunctions = map[string]complexFunction{
	"abs": alone(func(w precision, z point) point { return point{w.modulus(z), nil} }), "sign": alone(precision.direction),

	"exp": alone(precision.complexExp), "expm1": alone(precision.complexExpm1), "sigmoid": alone(precision.complexSigmoid),
	"log": alone(precision.complexLog), "log1p": alone(precision.complexLog1p),
	"sqrt": alone(precision.complexSqrt), "cbrt": alone(precision.complexCbrt),
	"rsqrt": alone(precision.complexRsqrt),

	"sinh": alone(precision.complexSinh), "cosh": alone(precision.complexCosh), "tanh": alone(precision.complexTanh),
	"sin": turnedAlone(precision.complexSinh), "tan": turnedAlone(precision.complexTanh),
	"cos": alone(func(w precision, z point) point { return w.complexCosh(point{negated(z.im), z.re}) }),

	"asin": alone(precision.complexAsin), "acos": alone(precision.complexAcos), "atanh": alone(precision.complexAtanh),
	"asinh": turnedAlone(precision.complexAsin), "atan": turnedAlone(precision.complexAtanh), "acosh": alone(precision.complexAcosh),
}

var complexPairs = map[string]complexFunction{"pow": precision.complexPow, "atan2": precision.complexAtan2}

func alone(f func(w precision, z point) point) complexFunction {
	return func(w precision, z, _ point) point { return f(w, z) }
}

// turnedAlone is -i f(iz), for a function that is odd and has conjugate values at conjugate
// numbers.
func turnedAlone(f func(w precision, z point) point) complexFunction {
	return func(w precision, z, _ point) point {
		v := f(w, point{z.im, z.re})
		return point{v.im, v.re}
	}
}

// mostCancelled is how many bits a part may lose before it is taken for 0: more than differences of
// numbers of f64 do.
const mostCancelled = 4096

// at doubles the precision until the one before has given the same.
func (f complexFunction) at(z, w2 point, bits uint) (re, im Value) {
	few := f(working(bits), z, w2)
	for w := 2 * working(bits); ; w *= 2 {
		many := f(w, z, w2)
		if many.im == nil {
			return about(many.re), exactly(0)
		}
		top := max(exponent(many.re), exponent(many.im))
		sure := w > 2*mostCancelled || z.onAxis() && w2.onAxis()
		one, know := settled(few.re, many.re, bits, top, sure)
		two, knowToo := settled(few.im, many.im, bits, top, sure)
		if know && knowToo {
			return one, two
		}
		few = many
	}
}

// onAxis reports whether a part is 0.
func (z point) onAxis() bool { return z.re.Sign() == 0 || z.im.Sign() == 0 }

// settled says whether a part is known to so many bits, for two precisions; sure is whether it is 0
// if it is in both, or all but that beside a part with the exponent top.
func settled(few, many *big.Float, bits uint, top int, sure bool) (Value, bool) {
	switch {
	case many.IsInf():
		return Value{Number: many, Exact: true}, true
	case few.Sign() == 0 && many.Sign() == 0 || exponent(many) < top-mostCancelled:
		return exactly(0), sure
	}
	difference := new(big.Float).Sub(few, many)
	return about(many), exponent(difference) < exponent(many)-int(bits)-1
}

// Arithmetic of complex numbers, without a look for what cancels.

func (w precision) plus(a, b point) point { return point{w.add(a.re, b.re), w.add(a.im, b.im)} }

func (w precision) times(a, b point) point {
	return point{w.sub(w.mul(a.re, b.re), w.mul(a.im, b.im)), w.add(w.mul(a.re, b.im), w.mul(a.im, b.re))}
}

func (w precision) square(z point) *big.Float { return w.add(w.mul(z.re, z.re), w.mul(z.im, z.im)) }

// over is a/b, and 0 by a zero, which with more bits is none.
func (w precision) over(a, b point) point {
	square := w.square(b)
	if square.Sign() == 0 {
		return point{square, square}
	}
	v := w.times(a, point{b.re, negated(b.im)})
	return point{w.quo(v.re, square), w.quo(v.im, square)}
}

func (w precision) modulus(z point) *big.Float { return w.sqrt(w.square(z)) }

// direction is z/|z|, and 0 for 0.
func (w precision) direction(z point) point {
	size := w.modulus(z)
	if size.Sign() == 0 {
		return point{size, size}
	}
	return point{w.quo(z.re, size), w.quo(z.im, size)}
}

// argument is the angle from -pi to pi; zeros have their signs, which say on which side of the cut
// z is.
func (w precision) argument(z point) *big.Float {
	var a *big.Float
	switch {
	case z.im.Sign() == 0 && z.re.Signbit():
		a = w.rounded(pi.of(w))
	case z.im.Sign() == 0:
		return w.number(0)
	default:
		a = w.angle(magnitude(z.im), z.re)
	}
	if z.im.Signbit() {
		return negated(a)
	}
	return a
}

func (w precision) polar(size, angle *big.Float) point {
	sine, cosine := w.turned(angle)
	return point{w.mul(size, cosine), w.mul(size, sine)}
}

func (w precision) complexExp(z point) point { return w.polar(w.exp(z.re), z.im) }

// complexExpm1 has a real part of (e^x-1) cos(y) - 2 sin(y/2)^2.
func (w precision) complexExpm1(z point) point {
	half := w.sin(shifted(z.im, -1))
	less := w.sub(w.mul(w.expm1(z.re), w.cos(z.im)), shifted(w.mul(half, half), 1))
	return point{less, w.complexExp(z).im}
}

func (w precision) complexSigmoid(z point) point {
	e := w.complexExp(point{negated(z.re), negated(z.im)})
	return w.over(point{w.number(1), w.number(0)}, point{w.add(e.re, one), e.im})
}

func (w precision) complexLog(z point) point {
	square := w.square(z)
	if square.Sign() == 0 {
		return point{new(big.Float).SetInf(true), w.argument(z)}
	}
	return point{shifted(w.log(square), -1), w.argument(z)}
}

// complexLog1p is the logarithm of 1+z, or for small numbers that of 1 + 2x+x^2+y^2.
func (w precision) complexLog1p(z point) point {
	more := point{w.add(z.re, one), z.im}
	if exponent(z.re) >= -1 || exponent(z.im) >= -1 {
		return w.complexLog(more)
	}
	return point{shifted(w.log1p(w.add(shifted(z.re, 1), w.square(z))), -1), w.argument(more)}
}

// complexSqrt is by the half of the greater part first.
func (w precision) complexSqrt(z point) point {
	great := w.sqrt(shifted(w.add(magnitude(z.re), w.modulus(z)), -1))
	if great.Sign() == 0 {
		return point{great, great}
	}
	small := w.quo(shifted(magnitude(z.im), -1), great)
	if z.re.Signbit() {
		great, small = small, great
	}
	if z.im.Signbit() {
		small = negated(small)
	}
	return point{great, small}
}

func (w precision) complexRsqrt(z point) point {
	root := w.complexSqrt(z)
	if root.re.Sign() == 0 && root.im.Sign() == 0 {
		return point{new(big.Float).SetInf(false), w.number(0)}
	}
	return w.over(point{w.number(1), w.number(0)}, root)
}

func (w precision) complexCbrt(z point) point {
	size := w.modulus(z)
	if size.Sign() == 0 {
		return point{size, size}
	}
	k := exponent(size) / 3
	root := shifted(w.cbrt(shifted(size, -3*k)), k)
	return w.polar(root, w.quo(w.argument(z), w.number(3)))
}

func (w precision) complexSinh(z point) point {
	sine, cosine := w.turned(z.im)
	return point{w.mul(w.sinh(z.re), cosine), w.mul(w.cosh(z.re), sine)}
}

func (w precision) complexCosh(z point) point {
	sine, cosine := w.turned(z.im)
	return point{w.mul(w.cosh(z.re), cosine), w.mul(w.sinh(z.re), sine)}
}

// complexTanh is (sinh(2x) + i sin(2y)) / (cosh(2x)+cos(2y)).
func (w precision) complexTanh(z point) point {
	x, y := shifted(z.re, 1), shifted(z.im, 1)
	sine, cosine := w.turned(y)
	divisor := w.add(w.cosh(x), cosine)
	if divisor.Sign() == 0 { // with more bits it is not
		return point{divisor, divisor}
	}
	return point{w.quo(w.sinh(x), divisor), w.quo(sine, divisor)}
}

// inverseRoots are sqrt(1-z) and sqrt(1+z).
func (w precision) inverseRoots(z point) (less, more point) {
	return w.complexSqrt(point{w.sub(one, z.re), negated(z.im)}), w.complexSqrt(point{w.add(z.re, one), z.im})
}

// complexAsin and complexAcos are Kahan's formulas of 1987.
func (w precision) complexAsin(z point) point {
	less, more := w.inverseRoots(z)
	re := w.argument(point{w.times(less, more).re, z.re})
	return point{re, w.asinh(w.times(point{less.re, negated(less.im)}, more).im)}
}

func (w precision) complexAcos(z point) point {
	less, more := w.inverseRoots(z)
	re := shifted(w.argument(point{more.re, less.re}), 1)
	return point{re, w.asinh(w.times(point{more.re, negated(more.im)}, less).im)}
}

func (w precision) complexAcosh(z point) point {
	v := w.complexAcos(z)
	if z.im.Signbit() {
		v.re = negated(v.re)
	}
	return point{magnitude(v.im), v.re}
}

// complexAtanh is log(1+4x/((1-x)^2+y^2))/4 and half of the angle of (1-x)(1+x)-y^2 + 2iy.
func (w precision) complexAtanh(z point) point {
	less, more := w.sub(one, z.re), w.add(z.re, one)
	circle := w.sub(w.mul(less, more), w.mul(z.im, z.im))
	im := shifted(w.argument(point{circle, shifted(z.im, 1)}), -1)
	if magnitude(z.re).Cmp(one) == 0 && z.im.Sign() == 0 {
		return point{new(big.Float).SetInf(z.re.Signbit()), im}
	}
	re := odd(z.re, func(x *big.Float) *big.Float {
		return shifted(w.log1p(w.quo(shifted(x, 2), w.square(point{w.sub(one, x), z.im}))), -2)
	})
	return point{re, im}
}

// complexPow is e^(w log z), with as many more bits as the product of both has before its point.
func (w precision) complexPow(z, w2 point) point {
	if w2.re.Sign() == 0 && w2.im.Sign() == 0 {
		return point{w.number(1), w.number(0)}
	}
	wide := w.more(max(0, exponent(w2.re), exponent(w2.im)) + 16)
	return w.complexExp(wide.times(w2, wide.complexLog(z)))
}

// complexAtan2 is -i log((x+iy)/sqrt(x^2+y^2)) for y first and x second.
func (w precision) complexAtan2(y, x point) point {
	turned := point{w.sub(x.re, y.im), w.add(x.im, y.re)}
	root := w.complexSqrt(w.plus(w.times(x, x), w.times(y, y)))
	if root.re.Sign() == 0 && root.im.Sign() == 0 || turned.re.Sign() == 0 && turned.im.Sign() == 0 {
		return point{w.number(0), w.number(math.Inf(1))}
	}
	l := w.complexLog(w.over(turned, root))
	return point{l.im, negated(l.re)}
}
