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
	if most := max(-4, min(k, 120)); most != k { // as far as nothing is lost
		a, b, c, d, k = scaledBy(a, most), scaledBy(b, most), scaledBy(c, most), scaledBy(d, most), k-most
		across.k, inclined.k, height.k = across.k+2*most, inclined.k+2*most, height.k+2*most
	}
	px, py, qx, qy := sumOf(a, -d), sumOf(b, c), sumOf(a, d), sumOf(b, -c)
	a, b, c, d = scaledBy(a, k), scaledBy(b, k), scaledBy(c, k), scaledBy(d, k)
	across.k, inclined.k, height.k = across.k+2*k, inclined.k+2*k, height.k+2*k
	switch {
	case px.high == 0 && py.high == 0:
		return complex(math.NaN(), math.Inf(1))
	case qx.high == 0 && qy.high == 0:
		return complex(math.NaN(), math.Inf(-1))
	}
	im := logModulusOf(qx, qy).minus(logModulusOf(px, py)).halved().single()
	if math.Abs(im) < 1 { // a difference of squares is four times a sum of products
		p, q := squareSum(px.scaledBy(k), py.scaledBy(k)), squareSum(qx.scaledBy(k), qy.scaledBy(k))
		if four := across.times(4); four.high < 0 {
			im = -log1pOf(four.negative().over(q)) / 4
		} else {
			im = log1pOf(four.over(p)) / 4
		}
	}
	terms := fourProducts(a, a, -b, b, c, c, -d, d)
	width, up := exactSum(terms[:]), height.times(2)
	if width.high == 0 && up.high == 0 { // too small next to a, b, c and d
		width, up = productNear(px, py, qx, qy, up)
	}
	return complex(rootAngle(a, b, c, d, inclined.times(2), width, up), im)
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

// rootAngle is the real part, from the imaginary part of p times the conjugate of q, and the parts
// of x^2+y^2.
func rootAngle(a, b, c, d float64, inclined, width, height parts) float64 {
	terms := fourProducts(a, a, b, b, -c, c, -d, d)
	along := exactSum(terms[:]) // the real part
	angle := float64(angleOf(inclined, along) / 2)
	// The root of x^2+y^2, of which only the direction matters.
	sine, cosine := turnedParts(directionOf(height.high, width.high).angle().halved())
	var opposite bool
	if along.high < 0 { // the sine is the greater one: that of y over the root
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
