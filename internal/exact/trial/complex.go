package trial

import (
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/tg-opt/tg/internal/exact"
)

// ComplexFunctions are the names of all functions of one complex number, ComplexPairs of two.
var (
	ComplexFunctions = []string{
		"abs", "sign", "exp", "expm1", "log", "log1p", "sigmoid", "sqrt", "rsqrt", "cbrt", "sin", "cos", "tan", "asin", "acos", "atan",
		"sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
	}
	ComplexPairs = []string{"pow", "atan2"}
)

// complexSampler collects numbers whose parts are of a format.
type complexSampler struct {
	sampler
	points []complex128
}

func (s *complexSampler) put(x, y float64) {
	s.list = s.list[:0]
	s.add(x, y)
	s.points = append(s.points, complex(s.list[0], s.list[1]))
}

// around are points with both parts at small distances of all sizes from a point, and with only one
// of them away from it.
func (s *complexSampler) around(x, y float64, count int) {
	for range count / 3 {
		a, b := s.distance(x), s.distance(y)
		s.put(x+a, y+b)
		s.put(x, y+b)
		s.put(x+a, y)
	}
}

// distance is a number of units around v, a fraction of it, or a tiny number beside 0.
func (s *complexSampler) distance(v float64) float64 {
	size := math.Ldexp(s.r.Float64()-0.5, -s.r.IntN(s.format.Precision))
	switch {
	case s.r.IntN(4) == 0:
		return float64(float64(s.r.IntN(5)-2) * s.unit(v))
	case v == 0 && s.r.IntN(2) == 0:
		return math.Ldexp(size, -s.r.IntN(-s.format.MinExponent))
	}
	return float64(size * max(math.Abs(v), 0x1p-10))
}

// random is a number with random bits, zeros among them.
func (s *complexSampler) random() float64 {
	if s.r.IntN(16) == 0 {
		return math.Copysign(0, s.r.Float64()-0.5)
	}
	s.list = s.list[:0]
	s.bits(1)
	return s.list[0]
}

// spread is a number of moderate size.
func (s *complexSampler) spread(most int) float64 {
	return math.Ldexp(s.r.Float64()-0.5, s.r.IntN(2*most)-most)
}

// specialParts are zeros, the limits of the format, and numbers at which formulas change.
func (s *complexSampler) specialParts() []float64 {
	s.list = s.list[:0]
	s.special()
	finite := []float64{}
	for _, v := range s.list {
		if v-v == 0 {
			finite = append(finite, v)
		}
	}
	s.list = s.list[:0]
	for _, v := range []float64{1, 1 - 0x1p-24, 1 + 0x1p-23, 0.5, 2, math.Pi / 2, math.Pi, 0x1p-13, 0x1p-30, 0x1p40, 20, 88, 700, 709, math.Sqrt2 / 2} {
		s.add(v, -v)
	}
	return append(finite, s.list...)
}

// ComplexArguments are n finite arguments or somewhat more, the same for the same seed on every
// machine: all pairs of special parts, others near zeros, poles, branch points, both sides of cuts,
// and where a part of the result is small, random bits and random numbers in between.
func ComplexArguments(name string, format exact.Format, n int, seed uint64) []complex128 {
	s := &complexSampler{sampler: sampler{format: format, r: rand.New(rand.NewPCG(seed, uint64(format.Precision)))}}
	special := s.specialParts()
	for range min(n/4, len(special)*len(special)) {
		s.put(special[s.r.IntN(len(special))], special[s.r.IntN(len(special))])
	}
	points := complexHardPoints(name)
	for _, p := range points {
		s.around(real(p), imag(p), n/4/len(points))
	}
	for len(s.points) < n {
		s.anywhere(name)
	}
	return s.points
}

// anywhere is a point of some kind.
func (s *complexSampler) anywhere(name string) {
	r := s.r
	switch r.IntN(8) {
	case 0:
		s.put(s.random(), s.random())
	case 1: // beside an axis
		s.put(s.spread(10), s.random())
	case 2:
		s.put(s.random(), s.spread(10))
	case 3: // on the unit circle, or that around -1, or a little beside
		x := 2*r.Float64() - 1
		y := math.Copysign(math.Sqrt((1-x)*(1+x)), r.Float64()-0.5)
		if name == "log1p" {
			x--
		}
		s.put(x, y+s.distance(y))
	case 4: // where the real part of e^z, or of its opposite, is about 1
		y := s.spread(6)
		if c := math.Abs(math.Cos(y)); c > 0 {
			x := -math.Log(c)
			s.put(x+s.distance(x), y)
			s.put(-x, y+s.distance(y))
		}
	case 5: // beside multiples of pi/2
		y := math.Round(s.spread(8)) * math.Pi / 2
		s.put(s.spread(9), y+s.distance(y))
		s.put(y+s.distance(y), s.spread(9))
	case 6: // near the limits of e^x
		x := math.Copysign(float64(math.Ilogb(s.format.Max)+1)*math.Ln2*(1+s.distance(1)), r.Float64()-0.5)
		s.put(x, s.spread(4))
		s.put(s.spread(4), x)
	default:
		s.put(20*(r.Float64()-0.5), 20*(r.Float64()-0.5))
	}
}

// complexHardPoints are zeros, poles and branch points, and points at which formulas change.
func complexHardPoints(name string) []complex128 {
	points := []complex128{0, 1, -1, 1i, -1i, complex(0, math.Pi), complex(0, -math.Pi/2), complex(math.Pi/2, 0), complex(-math.Pi, 0)}
	switch name {
	case "log1p":
		points = append(points, -2, -1+1i)
	case "expm1", "sigmoid", "tan", "tanh":
		points = append(points, complex(0, 2*math.Pi), complex(0, -3*math.Pi), complex(3*math.Pi/2, 0), complex(0, 1e5*math.Pi))
	}
	return points
}

// ComplexArgumentPairs are n pairs or somewhat more.
func ComplexArgumentPairs(name string, format exact.Format, n int, seed uint64) (z, w []complex128) {
	s := &complexSampler{sampler: sampler{format: format, r: rand.New(rand.NewPCG(seed, uint64(format.Precision)))}}
	special := s.specialParts()
	part := func() float64 { return special[s.r.IntN(len(special))] }
	for range n / 8 {
		s.put(part(), part())
		s.put(part(), part())
	}
	for len(s.points) < 2*n {
		if name == "pow" {
			s.power()
		} else {
			s.direction()
		}
	}
	for i := 0; i < len(s.points); i += 2 {
		if name == "pow" && s.points[i] == 0 {
			continue // has a table of its own
		}
		if name == "atan2" && ambiguous(s.points[i], s.points[i+1]) {
			continue
		}
		z, w = append(z, s.points[i]), append(w, s.points[i+1])
	}
	return z, w
}

// ambiguous reports whether atan2 has a pole, or whether the sign of a zero that is made in between
// decides about the side of a cut, which depends on the order of steps.
func ambiguous(y, x complex128) bool {
	if imag(x) == 0 && imag(y) == 0 {
		return y == 0 && !(real(x) > 0) // by the sign of y alone, as for real numbers
	}
	return x == complex(imag(y), -real(y)) || x == complex(-imag(y), real(y)) || isNothing(real(x), real(y), imag(x), imag(y))
}

// isNothing reports whether a b + c d is 0, of which floats would not tell.
func isNothing(a, b, c, d float64) bool {
	if a-a != 0 || b-b != 0 || c-c != 0 || d-d != 0 {
		return false
	}
	product := func(x, y float64) *big.Float {
		return new(big.Float).SetPrec(106).Mul(big.NewFloat(x), big.NewFloat(y))
	}
	p, q := product(a, b), product(c, d)
	return p.Cmp(q.Neg(q)) == 0
}

// power is a base and an exponent.
func (s *complexSampler) power() {
	r := s.r
	switch r.IntN(8) {
	case 0:
		s.put(s.random(), s.random())
		s.put(s.random(), s.random())
	case 1: // Gaussian integers to a whole power
		s.put(float64(r.IntN(41)-20), float64(r.IntN(41)-20))
		s.put(float64(r.IntN(41)-20), 0)
	case 2: // near the unit circle, with a large exponent
		x := 2*r.Float64() - 1
		distance := math.Ldexp(1+r.Float64(), -2-r.IntN(s.format.Precision))
		y := math.Copysign(math.Sqrt((1-x)*(1+x))+distance, r.Float64()-0.5)
		s.put(x, y)
		s.put((r.Float64()-0.5)*200/distance, 100*(r.Float64()-0.5))
	case 3: // near 1
		s.around(1, 0, 3)
		s.points = s.points[:len(s.points)-2]
		v := s.points[len(s.points)-1]
		size := max(math.Abs(real(v)-1), math.Abs(imag(v)), 0x1p-60)
		s.put((r.Float64()-0.5)*200/size, (r.Float64()-0.5)*200/size)
	case 4: // real exponents
		s.put(s.spread(20), s.spread(20))
		s.put(s.spread(7), math.Copysign(0, r.Float64()-0.5))
	case 5: // beside the axes
		s.put(s.spread(20), s.random())
		s.put(s.spread(4), s.spread(4))
	case 6: // near the limits of the format
		s.put(s.spread(20), s.spread(20))
		v := s.points[len(s.points)-1]
		limit := float64([]int{math.Ilogb(s.format.Max) + 1, s.format.MinExponent, s.format.MinExponent - s.format.Precision}[r.IntN(3)])
		s.put(limit/math.Log2(math.Hypot(real(v), imag(v)))*(1+s.distance(1)), s.spread(2))
	default:
		s.put(s.spread(5), s.spread(5))
		s.put(s.spread(5), s.spread(5))
	}
}

// direction is an ordinate and an abscissa.
func (s *complexSampler) direction() {
	switch x, y := s.spread(20), s.spread(20); s.r.IntN(4) {
	case 0: // real ones
		s.put(x, 0)
		s.put(y, math.Copysign(0, x))
	case 1: // near where one is i times the other
		s.put(x, y)
		s.put(-y+s.distance(y), x+s.distance(x))
	default:
		s.put(x, y)
		s.put(s.spread(20), s.spread(20))
	}
}

// A ComplexPoint is a result of a function of complex numbers, and how far it is off.
type ComplexPoint struct {
	Z, W, Got, Want complex128 // the last one is the exact value, rounded
	Error           float64    // that of the worse part, in its units in the last place
	Relative        float64    // likewise, in those of the modulus
}

// Bounded is the error of the worse part, or that relative to the modulus where it is less.
func (p ComplexPoint) Bounded() float64 { return min(p.Error, p.Relative) }

// EvaluateComplex is the point of a function; w is ignored where it has one argument.
func EvaluateComplex(name string, format exact.Format, z, w, got complex128) ComplexPoint {
	bits := uint(format.Precision) + 20
	var re, im exact.Value
	if one := exact.Complex(name); one != nil {
		re, im = one(z, bits)
	} else {
		re, im = exact.ComplexPair(name)(z, w, bits)
	}
	p := ComplexPoint{Z: z, W: w, Got: got, Want: complex(format.Nearest(re.Number), format.Nearest(im.Number))}
	p.Error = max(partError(format, real(got), re), partError(format, imag(got), im))
	p.Relative = p.Error
	if p.Error-p.Error == 0 || isFinite(got) && isFinite(p.Want) {
		unit := max(format.Unit(re), format.Unit(im))
		p.Relative = max(distance(real(got), re), distance(imag(got), im)) / unit
	}
	return p
}

func isFinite(z complex128) bool { return real(z)-real(z) == 0 && imag(z)-imag(z) == 0 }

// partError does not look at the sign of a zero that is exact.
func partError(format exact.Format, got float64, want exact.Value) float64 {
	if want.Number.Sign() == 0 && got == 0 {
		return 0
	}
	return format.Error(got, want)
}

// distance is how far a number is from a value, whatever their signs; it is 0 for infinities.
func distance(got float64, want exact.Value) float64 {
	if got-got != 0 || want.Number.IsInf() {
		return 0
	}
	difference := new(big.Float).SetPrec(256).Sub(big.NewFloat(got), want.Number)
	size, _ := difference.Abs(difference).Float64()
	return size
}

// A ComplexSummary is what is found for many points.
type ComplexSummary struct {
	Count         int
	Worst         ComplexPoint // the first with the greatest error of a part
	WorstRelative ComplexPoint // the first with the greatest one relative to the modulus
	WorstBounded  ComplexPoint // the first with the greatest of what is less of both
	Beyond        int          // how many parts have an error of more than one unit
	OutOfBounds   []ComplexPoint
}

// MeasureComplex evaluates all results; out says which of them to list. w may be nil.
func MeasureComplex(name string, format exact.Format, z, w, got []complex128, out func(p ComplexPoint) bool) ComplexSummary {
	points := make([]ComplexPoint, len(z))
	inChunks(len(z), func(i int) {
		second := complex128(0)
		if w != nil {
			second = w[i]
		}
		points[i] = EvaluateComplex(name, format, z[i], second, got[i])
	})
	s := ComplexSummary{Count: len(points)}
	for i, p := range points {
		if i == 0 || p.Error > s.Worst.Error {
			s.Worst = p
		}
		if i == 0 || p.Relative > s.WorstRelative.Relative {
			s.WorstRelative = p
		}
		if i == 0 || p.Bounded() > s.WorstBounded.Bounded() {
			s.WorstBounded = p
		}
		if p.Error > 1 {
			s.Beyond++
		}
		if out != nil && out(p) {
			s.OutOfBounds = append(s.OutOfBounds, p)
		}
	}
	return s
}
