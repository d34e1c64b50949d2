// Package trial has arguments at which functions are difficult, and measures results for them
// against package exact.
package trial

import (
	"math"
	"math/big"
	"math/rand/v2"
	"sync"

	"github.com/tg-opt/tg/internal/exact"
)

// Functions are the names of all functions of one number, Pairs of two.
var (
	Functions = []string{
		"exp", "exp2", "expm1", "log", "log2", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
		"cbrt", "rsqrt", "sigmoid", "erf", "erfc", "erf_inv", "lgamma", "digamma", "bessel_i1e", "gelu", "gelu_tanh", "silu",
	}
	Pairs = []string{"pow", "atan2", "zeta", "polygamma"}
)

// A sampler collects arguments of a format.
type sampler struct {
	format exact.Format
	r      *rand.Rand
	list   []float64
}

// add rounds numbers to the format.
func (s *sampler) add(values ...float64) {
	for _, v := range values {
		if v == v {
			v = s.format.Nearest(big.NewFloat(v))
		}
		s.list = append(s.list, v)
	}
}

// unit is the distance of the numbers of the format around v.
func (s *sampler) unit(v float64) float64 {
	return math.Ldexp(1, max(math.Ilogb(v), s.format.MinExponent)-(s.format.Precision-1))
}

// least is the least positive number.
func (s *sampler) least() float64 {
	return math.Ldexp(1, s.format.MinExponent-(s.format.Precision-1))
}

// special are zeros, infinities, NaN and the limits of the format.
func (s *sampler) special() {
	normal := math.Ldexp(1, s.format.MinExponent)
	for _, v := range []float64{0, math.Inf(1), s.format.Max, s.least(), 2 * s.least(), normal, normal - s.least()} {
		s.add(v, -v)
	}
	s.add(math.NaN())
}

// powers are the powers of two and their neighbours, every so many of them.
func (s *sampler) powers(step int) {
	last := math.Ilogb(s.format.Max)
	for e := s.format.MinExponent - (s.format.Precision - 1); e <= last; e += step {
		v := math.Ldexp(1, e)
		for _, p := range []float64{v, v + s.unit(v), v - s.unit(v)/2} {
			s.add(p, -p)
		}
	}
}

// near are the neighbours of a number, and others that come closer and closer to it.
func (s *sampler) near(v float64, count int) {
	u := s.unit(v)
	for k := range count / 4 {
		s.add(v+float64(k)*u, v-float64(k)*u)
	}
	for range count / 4 {
		distance := float64(math.Ldexp(s.r.Float64(), -s.r.IntN(s.format.Precision)) * max(math.Abs(v), 0x1p-10))
		s.add(v+distance, v-distance)
	}
}

// bits are random bit patterns: all exponents alike.
func (s *sampler) bits(count int) {
	first := s.format.MinExponent - (s.format.Precision - 1)
	for range count {
		v := math.Ldexp(1+s.r.Float64(), first+s.r.IntN(math.Ilogb(s.format.Max)-first+1))
		s.add(math.Copysign(v, float64(s.r.IntN(2))-0.5))
	}
}

// between are random numbers of an interval, some of them with a logarithm that is evenly
// distributed.
func (s *sampler) between(low, high float64, count int) {
	for range (count + 1) / 2 {
		s.add(low + float64((high-low)*s.r.Float64()))
		size := max(math.Abs(low), math.Abs(high)) * math.Ldexp(1+s.r.Float64(), -1-s.r.IntN(40))
		if low < 0 && s.r.IntN(2) == 0 {
			size = -size
		}
		s.add(max(low, size))
	}
}

// Arguments are n arguments or somewhat more, the same for the same seed: all special ones, others
// near the hard points of the function, powers of two, random bits and random numbers in between.
// They are the same on every machine: no step is left to a fused instruction or a function of
// package math that is not exact.
func Arguments(name string, format exact.Format, n int, seed uint64) []float64 {
	s := &sampler{format: format, r: rand.New(rand.NewPCG(seed, uint64(format.Precision)))}
	s.special()
	points := hardPoints(name, format)
	for _, p := range points {
		s.add(p)
		s.near(p, max(4, min(n/100, n/(3*len(points)))))
	}
	if name == "sin" || name == "cos" || name == "tan" {
		s.add(hardAngles...)
	}
	s.powers(max(1, 6*2200/(1+n/4)))
	s.bits(n / 6)
	low, high := interval(name, format)
	s.between(low, high, max(n/4, n-len(s.list)))
	return s.list
}

// hardAngles come closer to multiples of a quarter turn than any others of their formats do.
var hardAngles = []float64{
	math.Ldexp(6381956970095103, 797), math.Ldexp(6411027962775774, -48), math.Ldexp(16367173, 72), math.Ldexp(5319372648326541, 416), math.Ldexp(11538691, 56), 0x1.6ac5b262ca1ffp849,
}

// interval is where the results of a function change most.
func interval(name string, format exact.Format) (low, high float64) {
	top, bottom := float64(math.Ilogb(format.Max)+1), float64(format.MinExponent-format.Precision-2)
	switch name {
	case "exp", "expm1", "sigmoid", "silu", "sinh", "cosh":
		return bottom * math.Ln2, top * math.Ln2
	case "exp2":
		return bottom, top
	case "log", "log2", "rsqrt", "acosh":
		return 0, 100
	case "log1p":
		return -1, 10
	case "asin", "acos", "atanh", "erf_inv":
		return -1, 1
	case "tanh":
		return -20, 20
	case "erf", "gelu_tanh":
		return -30, 10
	case "erfc":
		return -6, 27.5
	case "gelu":
		return -39, 10
	case "lgamma", "digamma":
		return -60, 60
	case "bessel_i1e":
		return -20, 20
	}
	return -100, 100
}

// Arguments whose numbers do not tell what they are.
const (
	leastSilu, leastGelu        = -1.2784645427610738, -0.7517915246935645 // where these functions are least
	tanPiEighths, tan3PiEighths = 0.41421356237309503, 2.414213562373095   // between which arctangents are reduced
	smallSingle, small          = 0x1p-13, 0x1p-26                         // of which x - x^3/6 is x in f32, and f64
	smallInFormulas             = 0x1p-28                                  // from which down implementations leave out terms
	squareLost, squareOnly      = 0x1p-27, 0x1p30                          // of which 1 - x^2 is 1 in f64, and x^2 + 1 is x^2
	rightAngle                  = 0x1p60                                   // whose arctangent is that of infinity in f64
	tanhIsOne                   = 22                                       // and sinh and cosh are e^x/2 in f64
	hugeAngle                   = 1 << 20                                  // beyond which interp/kernel has more digits of pi

	// The error function of interp/kernel has a formula up to 1/2, and that of package math, which
	// is FreeBSD's, up to the first two; erf is 1 in f32 and f64 from about the others on.
	erfNear, erfMiddle, erfIsOneSingle, erfIsOne = 0.84375, 1.25, 4, 5.9

	// From about there down gelu_tanh leaves the normal numbers of f64, and those of f32, and from
	// about the third up gelu is its argument.
	geluTanhLeast, geluTanhLeastSingle, geluIsX = -21, -11, 8

	// Where -log(1-x^2) is 5: there Giles ("Approximating the erfinv function", 2010) changes
	// polynomials.
	erfInvTail = 0.9966

	// The formulas of interp/kernel/gamma.go change at the first two, and from about the third on
	// Stirling's series is enough. Around the others lgamma leaves f64, and f32.
	gammaNearOne, gammaNearTwo, stirling, lgammaMost, lgammaMostSingle = 1.5, 2.75, 12, 2.5e305, 4.085e36
)

// hardPoints are where a function is 0, infinite or saturated, or where it leaves the format, and
// where implementations change formulas.
func hardPoints(name string, format exact.Format) []float64 {
	points := []float64{1, -1, 0.5, -0.5}
	// Of e^x: it is infinite, no longer normal, 0, and lost beside 1.
	top, bottom := float64(math.Ilogb(format.Max)+1)*math.Ln2, float64(format.MinExponent)*math.Ln2
	least := bottom - float64(format.Precision)*math.Ln2
	digits := float64(format.Precision+1) * math.Ln2
	switch name {
	case "exp", "sigmoid", "silu":
		points = append(points, top, bottom, least, -top, digits, -digits, math.Ln2/2, -math.Ln2/2, leastSilu)
	case "exp2":
		points = append(points, top/math.Ln2, bottom/math.Ln2, least/math.Ln2, 1.5)
	case "expm1", "sinh", "cosh":
		points = append(points, top, -top, top+math.Ln2, -digits, math.Ln2/2, -math.Ln2/2, tanhIsOne, smallInFormulas)
	case "log", "log2", "acosh":
		points = append(points, math.Sqrt2, math.Sqrt2/2, math.E, 2)
	case "log1p":
		points = append(points, math.Sqrt2-1, math.Sqrt2/2-1, smallInFormulas, -smallInFormulas)
	case "sin", "cos", "tan":
		for _, k := range []float64{1, 2, 3, 4, 5, 11, 100, 355, 1e5, hugeAngle, 1e9, 1e15} {
			points = append(points, k*(math.Pi/2), -k*(math.Pi/4))
		}
	case "asin", "acos", "atan", "atanh":
		points = append(points, tanPiEighths, tan3PiEighths, smallInFormulas, rightAngle)
	case "tanh":
		points = append(points, digits/2, -digits/2, smallInFormulas, tanhIsOne)
	case "asinh":
		points = append(points, small, squareOnly, smallSingle)
	case "erf", "erfc":
		points = append(points, erfIsOneSingle, erfIsOne, math.Sqrt(-least), math.Sqrt(-bottom), 2, 3, erfNear, erfMiddle)
	case "gelu", "gelu_tanh":
		points = append(points, -math.Sqrt(-2*least), -math.Sqrt(-2*bottom), leastGelu, geluTanhLeast, geluTanhLeastSingle, 3, -3, geluIsX)
	case "erf_inv":
		points = append(points, erfInvTail, squareLost)
	case "lgamma":
		points = append(append(points, zeros()["lgamma"]...), 2, gammaNearTwo, gammaNearOne, stirling, lgammaMost, lgammaMostSingle)
	case "bessel_i1e":
		points = append(points, besselPieces...)
	case "digamma":
		points = append(append(points, zeros()["digamma"]...), stirling, 2)
	}
	return points
}

// besselPieces are where the formula of interp/kernel/bessel.go changes, and the middle of its
// pieces.
var besselPieces = []float64{0.3125, 0.625, 1.0625, 1.5, 2.25, 3, 4, 5, 6.5, 8, 16, 0x1p27}

// zeros are those of lgamma and digamma, to the last bit of f64, from 2 down to -11, and some more.
var zeros = sync.OnceValue(func() map[string][]float64 {
	found := map[string][]float64{"lgamma": {1, 2}, "digamma": {bisect("digamma", 1, 2)}}
	for _, n := range []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 150} {
		found["digamma"] = append(found["digamma"], bisect("digamma", math.Nextafter(-n, -n-1), math.Nextafter(-n-1, 0)), bisect("digamma", -0x1p-30, -1+0x1p-50))
		least := bisect("digamma", math.Nextafter(-n-1, 0), math.Nextafter(-n, -n-1)) // of lgamma
		if n > 1 {
			found["lgamma"] = append(found["lgamma"], bisect("lgamma", math.Nextafter(-n, -n-1), least), bisect("lgamma", math.Nextafter(-n-1, 0), least))
		}
	}
	return found
})

// bisect finds where a function has a zero between two numbers at which its signs differ.
func bisect(name string, a, b float64) float64 {
	f := exact.Unary(name)
	sign := func(x float64) bool { return f(x, 60).Number.Signbit() }
	first := sign(a)
	for range 120 {
		middle := a + (b-a)/2
		if middle == a || middle == b {
			break
		}
		if sign(middle) == first {
			a = middle
		} else {
			b = middle
		}
	}
	return a
}
