package kernel

import "math"

// complexAtan2 is -i log((x+iy)/sqrt(x^2+y^2)) for complex y and x, as StableHLO has it: the angle
// whose sine and cosine are y and x over the root. For p = x+iy and q = x-iy its imaginary part is
// log(|q|^2/|p|^2)/4, and its real part half of the angle of p times the conjugate of q, up to half
// a turn, which the signs of sine and cosine tell. Where p or q is 0 there is a pole, and the real
// part is NaN. So are both parts where both are, and for numbers with infinite or NaN parts, but
// for real ones.
func complexAtan2(y, x complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	if b == 0 && d == 0 && !(a == 0 && c == 0) {
		return complex(atan2Double(c, a), float64(zeroLike(a)*d)-float64(b*zeroLike(c)))
	}
	if !bothFinite(a, b) || !bothFinite(c, d) || a == 0 && b == 0 && c == 0 && d == 0 {
		return complex(math.NaN(), math.NaN())
	}
	across, inclined, height := productsOf(a, d, -b, c), productsOf(a, c, b, d), productsOf(a, b, c, d)
	k := -max(binaryExponent(a), binaryExponent(b), binaryExponent(c), binaryExponent(d))
	if up := max(0, min(k, 120)); up > 0 { // loses nothing
		a, b, c, d, k = scaledBy(a, up), scaledBy(b, up), scaledBy(c, up), scaledBy(d, up), k-up
		across.k, inclined.k, height.k = across.k+2*up, inclined.k+2*up, height.k+2*up
	}
	px, py, pk := sumsOf(a, -d, b, c)
	qx, qy, qk := sumsOf(a, d, b, -c)
	a, b, c, d = scaledBy(a, k), scaledBy(b, k), scaledBy(c, k), scaledBy(d, k)
	across.k, inclined.k, height.k = across.k+2*k, inclined.k+2*k, height.k+2*k
	switch {
	case px.high == 0 && py.high == 0:
		return complex(math.NaN(), math.Inf(1))
	case qx.high == 0 && qy.high == 0:
		return complex(math.NaN(), math.Inf(-1))
	}
	im := logModulusOf(qx, qy).minus(logModulusOf(px, py)).plus(ln2.timesNumber(float64(qk - pk))).halved().single()
	if math.Abs(im) < 1 { // a difference of squares is four times a sum of products
		p, q := squareSum(px.scaledBy(k+pk), py.scaledBy(k+pk)), squareSum(qx.scaledBy(k+qk), qy.scaledBy(k+qk))
		if four := across.times(4); four.high < 0 {
			im = -log1pOf(four.negative().over(q)) / 4
		} else {
			im = log1pOf(four.over(p)) / 4
		}
	}
	// The direction of p times the conjugate of q, and of x^2+y^2.
	terms := fourProducts(a, a, b, b, -c, c, -d, d)
	along, aside := exactSum(terms[:]), inclined.times(2)
	if along.high == 0 && aside.high == 0 { // too small next to a, b, c and d
		along, aside = productNear(px, py, qx, qy.negative(), aside)
	}
	terms = fourProducts(a, a, -b, b, c, c, -d, d)
	width, up := exactSum(terms[:]), height.times(2)
	if width.high == 0 && up.high == 0 {
		width, up = productNear(px, py, qx, qy, up)
	}
	return complex(rootAngle(a, b, c, d, angleOf(aside, along)/2, along.high < 0, directionOf(up.high, width.high)), im)
}

// sumsOf are a + b and c + d over 2^k, where k is 0 unless they are too large.
func sumsOf(a, b, c, d float64) (first, second parts, k int) {
	first, second = sumOf(a, b), sumOf(c, d)
	if !bothFinite(first.high, second.high) || !bothFinite(first.low, second.low) { // what finds the rest may be too large alone
		const down = 2
		return sumOf(scaledBy(a, -down), scaledBy(b, -down)), sumOf(scaledBy(c, -down), scaledBy(d, -down)), down
	}
	return first, second, 0
}

// productNear are the parts of the product of p and q, which have numbers other than 0, over some
// power of two: for a product that next to others is none. The imaginary one has the sign of up
// where it is 0.
func productNear(px, py, qx, qy, up parts) (re, im parts) {
	k, l := -max(binaryExponent(px.high), binaryExponent(py.high)), -max(binaryExponent(qx.high), binaryExponent(qy.high))
	px, py, qx, qy = px.scaledBy(k), py.scaledBy(k), qx.scaledBy(l), qy.scaledBy(l)
	re, im = px.times(qx).minus(py.times(qy)), px.times(qy).plus(py.times(qx))
	if im.high == 0 {
		im.high = math.Copysign(0, up.high)
	}
	return re, im
}

// rootAngle is the real part, from half of the angle of p times the conjugate of q, whether the
// sine is greater than the cosine, and the direction of x^2+y^2, of which the root is meant.
func rootAngle(a, b, c, d, angle float64, upright bool, square direction) float64 {
	sine, cosine := turnedParts(square.angle().halved())
	var opposite bool
	if upright { // that of y over the root
		toY := cosine.timesNumber(c).plus(sine.timesNumber(d))
		opposite = (toY.high < 0) != math.Signbit(angle)
	} else {
		toX := cosine.timesNumber(a).plus(sine.timesNumber(b))
		opposite = toX.high < 0
	}
	if !opposite {
		return angle
	}
	return angle - math.Copysign(math.Pi, angle)
}

// A scaledSum is sum 2^k.
type scaledSum struct {
	sum parts
	k   int
}

// value is the number, 0 if it is less than the least one.
func (s scaledSum) value() parts { return s.sum.scaledBy(s.k) }

// isTiny reports whether the number is less than 2^-300 or so.
func (s scaledSum) isTiny() bool { return s.sum.high == 0 || s.exponent() < -300 }

// exponent is the binary exponent of a number that is not 0.
func (s scaledSum) exponent() int { return binaryExponent(s.sum.high) + s.k }

// plus is s + t, where what is less than 2^-400 of the other is nothing.
func (s scaledSum) plus(t scaledSum) scaledSum {
	if t.sum.high == 0 || s.sum.high != 0 && t.exponent() < s.exponent() {
		s, t = t, s
	}
	if s.sum.high == 0 || s.exponent() < t.exponent()-400 {
		return t
	}
	return scaledSum{t.sum.plus(s.sum.scaledBy(s.k - t.k)), t.k}
}

// productsOf is a b + c d, whatever cancels, overflows, or is less than the least number; a zero
// has the sign that the sum of the products has.
func productsOf(a, b, c, d float64) scaledSum {
	am, ae := math.Frexp(a)
	bm, be := math.Frexp(b)
	cm, ce := math.Frexp(c)
	dm, de := math.Frexp(d)
	p, q := productOf(am, bm), productOf(cm, dm)
	k := max(ae+be, ce+de)
	switch {
	case p.high == 0 && q.high == 0:
		return scaledSum{parts{p.high + q.high, 0}, 0}
	case p.high == 0:
		k = ce + de
	case q.high == 0:
		k = ae + be
	}
	const lost = -400
	p, q = p.scaledBy(max(ae+be-k, lost)), q.scaledBy(max(ce+de-k, lost))
	return scaledSum{exactSum([]float64{p.low, q.low, p.high, q.high}), k}
}

// times is a number of two parts, with its sign if it is less than the least number.
func (s scaledSum) times(n float64) parts {
	v := s.sum.timesNumber(n).scaledBy(s.k)
	v.high = math.Copysign(v.high, s.sum.high)
	return v
}

// fourProducts are the parts of a b, c d, e f and g h.
func fourProducts(a, b, c, d, e, f, g, h float64) [8]float64 {
	p, q, r, s := productOf(a, b), productOf(c, d), productOf(e, f), productOf(g, h)
	return [8]float64{p.low, q.low, r.low, s.low, p.high, q.high, r.high, s.high}
}
