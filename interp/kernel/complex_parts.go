package kernel

import "math"

// Functions of real numbers in two parts, with relative errors of about 2^-75: those of complex
// numbers are made of them, so that what differences lose is not missed. Arguments are reduced by
// tables until a few terms of a power series are enough: the first of them in two parts, the others
// of which few bits count as one number (Gal and Bachelis, An accurate elementary mathematical
// library for the IEEE floating point standard, 1991).

// powerOfTwo is 2^k for k from -1022 to 1023.
func powerOfTwo(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }

// scaledBy is x 2^k, rounded once.
func scaledBy(x float64, k int) float64 {
	if -1022 <= k && k <= 1023 {
		return float64(x * powerOfTwo(k))
	}
	return math.Ldexp(x, k)
}

// binaryExponent is e for 2^e <= |x| < 2^(e+1), and -1023 for smaller numbers.
func binaryExponent(x float64) int { return int(math.Float64bits(x)>>52&0x7FF) - 1023 }

// scaledBy is a 2^k.
func (a parts) scaledBy(k int) parts {
	if k == 0 {
		return a
	}
	return parts{scaledBy(a.high, k), scaledBy(a.low, k)}
}

// scaleFor is a whole number k, 0 for numbers of moderate size, for which the squares of numbers
// over 2^k are neither lost nor infinite.
func scaleFor(x, y float64) int {
	k := max(binaryExponent(x), binaryExponent(y))
	if -400 <= k && k <= 400 {
		return 0
	}
	return k
}

// roundedTimes is a 2^k as one number, for an a that is not subnormal.
func (a parts) roundedTimes(k int) float64 { return scaledBy(a.single(), k) }

func (a parts) negative() parts { return parts{-a.high, -a.low} }
func (a parts) halved() parts   { return parts{float64(a.high / 2), float64(a.low / 2)} }
func (a parts) doubled() parts  { return parts{float64(a.high * 2), float64(a.low * 2)} }

// timesNumber is a b.
func (a parts) timesNumber(b float64) parts {
	p := productOf(a.high, b)
	p.low = math.FMA(a.low, b, p.low)
	return p.normal()
}

// plusNumber is a + b.
func (a parts) plusNumber(b float64) parts {
	s := sumOf(a.high, b)
	s.low += a.low
	return s.normal()
}

// root is the square root of a number that is not subnormal, or 0.
func (a parts) root() parts {
	root := math.Sqrt(a.high)
	if root == 0 {
		return parts{}
	}
	rest := math.FMA(-root, root, a.high) + a.low
	return parts{root, rest / (root + root)}.normal()
}

// exactSum is the sum of numbers with an error of some units of 2^-100 of it, whatever cancels:
// sums of neighbours leave what they lose behind, until nothing moves any more (Rump, Ogita and
// Oishi, Accurate floating-point summation, 2008). The numbers are overwritten.
func exactSum(terms []float64) parts {
	for range len(terms) - 1 {
		for i := 1; i < len(terms); i++ {
			s := sumOf(terms[i], terms[i-1])
			terms[i], terms[i-1] = s.high, s.low
		}
	}
	last := len(terms) - 1
	rest := 0.0
	for _, v := range terms[:last] {
		rest += v
	}
	return parts{terms[last], rest}.normal()
}

// squareSum is x^2 + y^2.
func squareSum(x, y parts) parts { return x.times(x).plus(y.times(y)) }

var (
	thirdParts = parts{0.3333333333333333, 1.850371707708594e-17}
	sixthParts = parts{0.16666666666666666, 9.25185853854297e-18}
)

// An exponential is e^x = 2^k root e^rest, where root is 2^(j/32).
type exponential struct {
	k    int
	root parts
	less parts // e^rest-1
}

// rootAndRest are what e^x is made of, for |x| up to 2^16.
func rootAndRest(x parts) (root, rest parts, k int) {
	const steps = 32
	shifted := float64(x.high*(steps/math.Ln2)) + manyTurns
	n := shifted - manyTurns
	first := productOf(n, ln2.high/steps)
	rest = sumOf(x.high-first.high, x.low-first.low-float64(n*(ln2.low/steps))) // the first difference is exact
	whole := int(n)
	return rootsOfTwo[whole&(steps-1)], rest, whole >> 5
}

// reduceExponential is for |x| up to 2^16.
func reduceExponential(x parts) exponential {
	root, r, k := rootAndRest(x)
	t := math.FMA(r.high, 1.0/362880, 1.0/40320)
	t = math.FMA(r.high, t, 1.0/5040)
	t = math.FMA(r.high, t, 1.0/720)
	t = math.FMA(r.high, t, 1.0/120)
	t = math.FMA(r.high, t, 1.0/24)
	s := sixthParts.plusNumber(float64(r.high * t)).times(r).plusNumber(0.5).times(r).times(r)
	return exponential{k, root, r.plus(s)}
}

// expParts is e^x = p 2^k for |x| up to 2^16, p from 0.9 to 2, with an error of 2^-66: e^rest-1 is
// less than 1/64, so that only its first term is in two parts.
func expParts(x parts) (p parts, k int) {
	root, r, k := rootAndRest(x)
	t := math.FMA(r.high, 1.0/40320, 1.0/5040)
	t = math.FMA(r.high, t, 1.0/720)
	t = math.FMA(r.high, t, 1.0/120)
	t = math.FMA(r.high, t, 1.0/24)
	t = math.FMA(r.high, t, 1.0/6)
	t = math.FMA(r.high, t, 0.5)
	less := parts{r.high, math.FMA(float64(r.high*r.high), t, r.low)}
	return root.plus(root.times(less)), k
}

// expm1Parts is e^x-1 for x from -1000 to 700.
func expm1Parts(x parts) parts {
	e := reduceExponential(x)
	power := e.root.scaledBy(e.k)
	return power.plusNumber(-1).plus(power.times(e.less))
}

// logFraction is log(1+f) for |f| up to 1/64.
func logFraction(f parts) parts {
	s := f.over(f.plusNumber(2))
	square := s.times(s)
	q := square.high
	t := math.FMA(q, 2.0/11, 2.0/9)
	t = math.FMA(q, t, 2.0/7)
	t = math.FMA(q, t, 2.0/5)
	cube := thirdParts.doubled().plusNumber(float64(q * t)).times(square).times(s)
	return s.doubled().plus(cube)
}

// logParts is the logarithm of u 2^k, for a u greater than 0 and not subnormal.
func logParts(u parts, k int) parts {
	e := binaryExponent(u.high)
	m := u.scaledBy(-e)
	if m.high > math.Sqrt2 {
		e, m = e+1, m.halved()
	}
	n := int(float64(m.high*64) + 0.5)
	c := inverses[n-firstInverse]
	f := m.timesNumber(c).plusNumber(-1)
	l := logarithmsOfInverses[n-firstInverse].plus(logFraction(f))
	if e += k; e != 0 {
		l = ln2.timesNumber(float64(e)).plus(l)
	}
	return l
}

// asinhOf and log1pOf are functions of a number in two parts as one number: with the second one
// times the derivative.
func asinhOf(t parts) float64 {
	return asinhDouble(t.high) + t.low/math.Sqrt(1+float64(t.high*t.high))
}

func log1pOf(f parts) float64 { return log1pDouble(f.high) + f.low/(1+f.high) }

// hyperbolicParts are sinh(x) and cosh(x) over 2^k, for an |x| up to 2^16.
func hyperbolicParts(x float64) (sinh, cosh parts, k int) {
	a := parts{math.Abs(x), 0}
	switch {
	case a.high < 0.35:
		e := expm1Parts(a)
		one := e.plusNumber(1)
		sinh = e.plus(e.over(one)).halved()
		cosh = e.times(e).over(one).halved().plusNumber(1)
	case a.high < 40:
		p, n := expParts(a)
		e := p.scaledBy(n)
		sinh, cosh = e.minus(e.inverse()).halved(), e.plus(e.inverse()).halved()
	default:
		sinh, k = expParts(a)
		cosh, k = sinh, k-1
	}
	if math.Signbit(x) {
		sinh = sinh.negative()
	}
	return sinh, cosh, k
}

// reduceTurns is reduceHuge for all numbers, and for the sum of one below 2^20 and a rest.
func reduceTurns(x parts) (turns float64, r parts) {
	if math.Abs(x.high) < math.Pi/4 {
		return manyTurns, x
	}
	if math.Abs(x.high) >= 1<<20 {
		turns, high, low := reduceHuge(x.high)
		return turns, parts{high, low}
	}
	turns = float64(x.high*(2/math.Pi)) + manyTurns
	k := turns - manyTurns
	first, second := productOf(k, halfPiHigh), productOf(k, halfPiLow)
	r = sumOf(x.high-first.high, -first.low) // the first difference is exact
	rest := sumOf(r.high, -second.high)
	rest.low += r.low - second.low - float64(k*halfPiRest) + x.low
	return turns, rest.normal()
}

// sineAndCosine are those of an |x| up to pi/4.
func sineAndCosine(x parts) (sine, cosine parts) {
	minus := x.high < 0
	if minus {
		x = x.negative()
	}
	n := int(float64(x.high*16) + 0.5)
	d := x.plusNumber(float64(-float64(n) / 16))
	square := d.times(d)
	q := square.high
	t := math.FMA(q, 1.0/362880, -1.0/5040)
	t = math.FMA(q, t, 1.0/120)
	little := sixthParts.negative().plusNumber(float64(q * t)).times(square).times(d)
	t = math.FMA(q, -1.0/3628800, 1.0/40320)
	t = math.FMA(q, t, -1.0/720)
	t = math.FMA(q, t, 1.0/24)
	less := square.halved().negative().plusNumber(float64(float64(q*q) * t)) // cos(d)-1
	little = d.plus(little)                                                  // sin(d)
	s, c := sinesOf16ths[n], cosinesOf16ths[n]
	sine = s.plus(s.times(less).plus(c.times(little)))
	cosine = c.plus(c.times(less).minus(s.times(little)))
	if minus {
		sine = sine.negative()
	}
	return sine, cosine
}

// turnedClose are sine and cosine with an error of about 2^-57 of each, where nothing is left to
// cancel.
func turnedClose(x float64) (sine, cosine parts) {
	turns, r := reduceTurns(parts{x, 0})
	sine.high, sine.low = sineParts(r.high, r.low)
	cosine.high, cosine.low = cosineParts(r.high, r.low)
	return inQuarters(turns, sine, cosine)
}

// turnedParts are sine and cosine of a number, or of one below 2^20 and a rest.
func turnedParts(x parts) (sine, cosine parts) {
	turns, r := reduceTurns(x)
	sine, cosine = sineAndCosine(r)
	return inQuarters(turns, sine, cosine)
}

// inQuarters turns sine and cosine by as many quarters as the low bits of turns say.
func inQuarters(turns float64, sine, cosine parts) (parts, parts) {
	quarters := math.Float64bits(turns)
	if quarters&1 != 0 {
		sine, cosine = cosine, sine.negative()
	}
	if quarters&2 != 0 {
		sine, cosine = sine.negative(), cosine.negative()
	}
	return sine, cosine
}

// A direction is the angle of a point as a number of eighths of a turn and a rest 2^k, up to one
// sixteenth, which may be much less than the least number.
type direction struct {
	eighths float64
	rest    parts
	k       int
}

// directionOf is that of (x, y), one of which is not 0; the eighths are from -4 to 4.
func directionOf(y, x float64) direction {
	const slope = math.Sqrt2 - 1
	scale := -max(binaryExponent(x), binaryExponent(y))
	wide, tall := scaledBy(math.Abs(x), scale), scaledBy(math.Abs(y), scale)
	d := direction{}
	switch {
	case tall < slope*wide:
		d.rest, d.k = smallAngle(math.Abs(y), scale, wide)
	case wide < slope*tall:
		d.rest, d.k = smallAngle(math.Abs(x), scale, tall)
		d.eighths, d.rest = 2, d.rest.negative()
	default:
		d.eighths, d.rest = 1, arctangentParts(sumOf(tall, -wide), sumOf(tall, wide))
	}
	if math.Signbit(x) {
		d.eighths, d.rest = 4-d.eighths, d.rest.negative()
	}
	if math.Signbit(y) {
		d.eighths, d.rest = -d.eighths, d.rest.negative()
	}
	return d
}

// angle is the direction in radians.
func (d direction) angle() parts {
	return piParts.timesNumber(d.eighths / 4).plus(d.rest.scaledBy(d.k))
}

// smallAngle is the arc tangent of small 2^scale / great, over 2^k.
func smallAngle(small float64, scale int, great float64) (angle parts, k int) {
	if binaryExponent(small)+scale < -500 { // the quotient itself
		up := -binaryExponent(small)
		return parts{scaledBy(small, up), 0}.over(parts{great, 0}), scale - up
	}
	return arctangentParts(parts{scaledBy(small, scale), 0}, parts{great, 0}), 0
}

// arctangentParts is the arc tangent of tall/wide, which is less than 1/2, by the angle in one part
// and what remains when the point is turned by it.
func arctangentParts(tall, wide parts) parts {
	q := tall.over(wide)
	if math.Abs(q.high) < 1.0/128 {
		square := q.times(q)
		t := math.FMA(square.high, 1.0/9, -1.0/7)
		t = math.FMA(square.high, t, 1.0/5)
		return q.plus(thirdParts.negative().plusNumber(float64(square.high * t)).times(square).times(q))
	}
	angle := parts{atanDouble(q.high), 0}
	sine, cosine := sineAndCosine(angle)
	across, along := tall.times(cosine).minus(wide.times(sine)), wide.times(cosine).plus(tall.times(sine))
	return angle.plus(across.over(along)) // whose cube is nothing
}

// angleOf is the angle of the point (x, y), as atan2 is, whose coordinates are finite and have two
// parts: a turn that small is one over the distance.
func angleOf(y, x parts) float64 {
	const flat, small, up = 0x1p-60, 0x1p-500, 600
	switch {
	case y.high == 0 || x.high <= 0 || math.Abs(y.high) > flat*x.high:
	case math.Abs(y.high) < small:
		return y.scaledBy(up).over(x).roundedTimes(-up)
	default:
		return y.over(x).single()
	}
	angle := atan2Double(y.high, x.high)
	if y.high == 0 || y.low == 0 && x.low == 0 {
		return angle
	}
	if k := max(binaryExponent(x.high), binaryExponent(y.high)); k < -400 {
		x, y = x.scaledBy(-k), y.scaledBy(-k)
	}
	square := float64(x.high*x.high) + float64(y.high*y.high)
	return angle + (float64(y.low*x.high)-float64(x.low*y.high))/square
}

// modulusParts is the modulus of x+iy over 2^k, 0 if both are.
func modulusParts(x, y parts) (modulus parts, k int) {
	k = scaleFor(x.high, y.high)
	return squareSum(x.scaledBy(-k), y.scaledBy(-k)).root(), k
}

// logModulus is the logarithm of the modulus of finite numbers, not both 0.
func logModulus(x, y float64) parts {
	if size := float64(x*x) + float64(y*y); math.Abs(size-1) > 1.0/128 {
		return logModulusOf(parts{x, 0}, parts{y, 0})
	}
	p, q := productOf(x, x), productOf(y, y)
	return logFraction(exactSum([]float64{q.low, p.low, q.high, p.high, -1})).halved()
}

// leastLogModulus is logModulus where that is half of the square of a part which is nothing beside
// the other one, of 1, and may be less than any number; ok is false elsewhere.
func leastLogModulus(x, y float64) (s scaledSum, ok bool) {
	small, one := min(math.Abs(x), math.Abs(y)), max(math.Abs(x), math.Abs(y))
	if one != 1 || !(small < 0x1p-400) {
		return s, false
	}
	e := binaryExponent(small)
	small = scaledBy(small, -e)
	return scaledSum{productOf(small, small).halved(), 2 * e}, true
}

// logModulusClose is logModulus as one number.
func logModulusClose(x, y float64) float64 {
	if size := float64(x*x) + float64(y*y); math.Abs(size-1) <= 1.0/128 {
		return logModulus(x, y).single()
	}
	k := scaleFor(x, y)
	a, b := scaledBy(x, -k), scaledBy(y, -k)
	square := productOf(a, a).plus(productOf(b, b))
	high, low := logClose(square.high, square.low)
	if k == 0 {
		return float64((high + low) / 2)
	}
	return ln2.timesNumber(float64(2 * k)).plus(parts{high, low}).halved().single()
}

// logModulusOf is logModulus with an error that is small beside 1.
func logModulusOf(x, y parts) parts {
	k := scaleFor(x.high, y.high)
	return logParts(squareSum(x.scaledBy(-k), y.scaledBy(-k)), 2*k).halved()
}
