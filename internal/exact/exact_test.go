package exact

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// near fails unless a value has a relative error of at most 2^-bits of want, which has 62 digits.
func near(t *testing.T, what string, got Value, want string, bits uint) {
	t.Helper()
	exact, _, err := big.ParseFloat(want, 10, 300, big.ToNearestEven)
	if err != nil {
		t.Fatal(what, err)
	}
	if got.Number == nil {
		t.Errorf("%s: got NaN, want %s", what, want)
		return
	}
	difference := new(big.Float).SetPrec(300).Sub(got.Number, exact)
	if exponent(difference)-exponent(exact) > -int(bits) {
		t.Errorf("%s: got %s, want %s: 2^%d of it", what, got.Number.Text('g', 40), want, exponent(difference)-exponent(exact))
	}
}

func TestValues(t *testing.T) {
	for name := range unaries {
		if len(unaryValues[name]) == 0 {
			t.Errorf("no values of %s", name)
		}
		for _, c := range unaryValues[name] {
			for _, bits := range []uint{30, 73, 120, 190} {
				near(t, fmt.Sprintf("%s(%x) to %d bits", name, c.x, bits), Unary(name)(c.x, bits), c.want, bits)
			}
		}
	}
	for name, list := range binaryValues {
		for _, c := range list {
			for _, bits := range []uint{30, 73, 120, 190} {
				near(t, fmt.Sprintf("%s(%x, %x) to %d bits", name, c.x, c.y, bits), Binary(name)(c.x, c.y, bits), c.want, bits)
			}
		}
	}
}

// arguments are random finite numbers in the domain of a function, of all magnitudes.
func (f unary) argument(r *rand.Rand) float64 {
	for {
		x := r.NormFloat64() * math.Ldexp(1, r.IntN(30)-20)
		switch r.IntN(4) {
		case 0:
			x = math.Float64frombits(r.Uint64())
		case 1:
			x = math.Ldexp(1+r.NormFloat64()*math.Ldexp(1, -r.IntN(53)), r.IntN(4))
		}
		if x-x == 0 && (f.least == f.most || f.least <= x && x <= f.most) {
			return x
		}
	}
}

// What is asked for with few bits agrees with what is asked for with many, which takes other terms,
// other reductions and, for the error and gamma functions, other formulas.
func TestPrecisionsAgree(t *testing.T) {
	for name, f := range unaries {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, 2))
			for range 300 {
				x := f.argument(r)
				few, many := f.at(x, 73), f.at(x, 400)
				if few.Exact != many.Exact {
					t.Errorf("%s(%x) is exact at times", name, x)
				}
				if few.Exact {
					continue
				}
				difference := new(big.Float).SetPrec(600).Sub(few.Number, many.Number)
				if exponent(difference)-exponent(many.Number) > -73-16 {
					t.Errorf("%s(%x): %s and %s", name, x, few.Number.Text('g', 40), many.Number.Text('g', 40))
				}
			}
		})
	}
}

// Special results, by the limits of each function: at -infinity, -0, +0, infinity and others.
func TestSpecialResults(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, want := range map[string][4]float64{
		"exp": {0, 1, 1, inf}, "exp2": {0, 1, 1, inf}, "expm1": {-1, minusZero, 0, inf}, "log": {nan, -inf, -inf, inf},
		"log2": {nan, -inf, -inf, inf}, "log1p": {nan, minusZero, 0, inf}, "sin": {nan, minusZero, 0, nan}, "cos": {nan, 1, 1, nan},
		"tan": {nan, minusZero, 0, nan}, "asin": {nan, minusZero, 0, nan}, "acos": {nan, math.Pi / 2, math.Pi / 2, nan},
		"atan": {-math.Pi / 2, minusZero, 0, math.Pi / 2}, "sinh": {-inf, minusZero, 0, inf}, "cosh": {inf, 1, 1, inf}, "tanh": {-1, minusZero, 0, 1},
		"asinh": {-inf, minusZero, 0, inf}, "acosh": {nan, nan, nan, inf}, "atanh": {nan, minusZero, 0, nan}, "cbrt": {-inf, minusZero, 0, inf},
		"rsqrt": {nan, -inf, inf, 0}, "sigmoid": {0, 0.5, 0.5, 1}, "silu": {minusZero, minusZero, 0, inf}, "gelu": {minusZero, minusZero, 0, inf},
		"gelu_tanh": {minusZero, minusZero, 0, inf}, "erf": {-1, minusZero, 0, 1}, "erfc": {2, 1, 1, 0}, "erf_inv": {nan, minusZero, 0, nan},
		"lgamma": {inf, inf, inf, inf}, "digamma": {nan, nan, nan, inf},
		"bessel_i1e": {minusZero, minusZero, 0, 0},
	} {
		for i, x := range []float64{-inf, minusZero, 0, inf} {
			if got := F64.Round(func(bits uint) Value { return Unary(name)(x, bits) }); !identical(got, want[i]) {
				t.Errorf("%s(%v) is %v, not %v", name, x, got, want[i])
			}
		}
		if Unary(name)(nan, 60).Number != nil {
			t.Errorf("%s(NaN) is not NaN", name)
		}
	}
	for _, c := range []struct {
		name    string
		x, want float64
	}{
		{"log", 1, 0}, {"log", -1, nan}, {"log2", 0x1p-1074, -1074}, {"log1p", -1, -inf}, {"acos", 1, 0}, {"acosh", 1, 0}, {"acosh", 0.5, nan}, {"atanh", -1, -inf},
		{"asin", 1.5, nan}, {"erf_inv", 1, inf}, {"erf_inv", -2, nan}, {"lgamma", 2, 0}, {"lgamma", -3, inf}, {"digamma", -3, nan}, {"digamma", -0x1p60, nan}, {"cbrt", -27, -3},
		{"cbrt", 0x1p-1074, 0x1p-358}, {"rsqrt", 0x1p-1074, 0x1p537}, {"rsqrt", 0.25, 2}, {"exp2", 1024, inf}, {"exp2", -1075, 0}, {"exp2", -1074, 0x1p-1074}, {"exp2", 1e300, inf},
		{"exp", -1e300, 0}, {"sinh", -1e300, -inf}, {"gelu", -1e300, minusZero}, {"tanh", 1e300, 1}, {"erfc", 1e300, 0}, {"erfc", -1e300, 2}, {"erf", -30, -1},
	} {
		if got := F64.Round(func(bits uint) Value { return Unary(c.name)(c.x, bits) }); !identical(got, c.want) {
			t.Errorf("%s(%v) is %v, not %v", c.name, c.x, got, c.want)
		}
	}
}

// Powers and angles of special arguments are those of C, which package math follows.
func TestSpecialPairs(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	list := []float64{0, minusZero, 1, -1, 2, -2, 0.5, -0.5, 3, -3, inf, -inf, nan, 0x1p60, -0x1p60, 1e-300}
	for _, x := range list {
		for _, y := range list {
			if x == 0.5 && y == 0.5 || x == 1e-300 || math.Abs(x) == 3 && y == 0.5 {
				continue // not exact
			}
			if got, want := F64.Round(func(bits uint) Value { return Binary("pow")(x, y, bits) }), math.Pow(x, y); !identical(got, want) && math.Abs(got-want) > 1e-15*want {
				t.Errorf("pow(%v, %v) is %v, not %v", x, y, got, want)
			}
			if got, want := F64.Round(func(bits uint) Value { return Binary("atan2")(x, y, bits) }), math.Atan2(x, y); !identical(got, want) && !(math.Abs(got-want) <= 1e-15*math.Abs(want)) {
				t.Errorf("atan2(%v, %v) is %v, not %v", x, y, got, want)
			}
		}
	}
	for _, c := range [][3]float64{{9, 0.5, 3}, {27, 1.0 / 3, 3}, {2.25, 1.5, 3.375}, {3, 33, 5559060566555523}, {-3, 33, -5559060566555523}, {0x1p-1074, 0.5, 0x1p-537}, {0.25, -1.5, 8}, {2, 1024, inf}, {-2, -1075, minusZero}} {
		if got := F64.Round(func(bits uint) Value { return pow(c[0], c[1], bits) }); !identical(got, c[2]) && c[1] != 1.0/3 {
			t.Errorf("pow(%v, %v) is %v, not %v", c[0], c[1], got, c[2])
		}
	}
}

// Sums of powers and their derivatives at poles, infinities and where they are not defined; and
// values that they share with other functions.
func TestSpecialSums(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, list := range map[string][][3]float64{
		"zeta": {
			{1, 2, inf}, {1, -0.5, inf}, {0.5, 2, nan}, {-1, 2, nan}, {2, 0, inf}, {2, minusZero, inf}, {3, 0, nan}, {2, -7, inf}, {3, -7, nan}, {2.5, -7, nan}, {2.5, -0.5, nan},
			{2, inf, 0}, {2, -inf, nan}, {inf, 2, 0}, {inf, 1, 1}, {inf, 0.5, inf}, {inf, -0.5, nan}, {nan, 1, nan}, {1, nan, nan}, {2, nan, nan}, {1e300, 1, 1}, {1e17, 1, 1},
			{2, 1e-200, inf}, {1e300, 0.5, inf}, {1e300, 3, 0}, {3, -0.5, F64.Round(func(bits uint) Value { return zeta(3, 1.5, bits) })},
		},
		"polygamma": {
			{0, 2, F64.Round(func(bits uint) Value { return Unary("digamma")(2, bits) })}, {0, -2, nan}, {-1, 2, nan}, {1.5, 2, nan}, {inf, 2, nan}, {nan, 2, nan}, {2, nan, nan},
			{1, 0, inf}, {2, 0, nan}, {3, -4, inf}, {4, -4, nan}, {1, inf, 0}, {2, inf, minusZero}, {1, -inf, nan}, {0, inf, inf}, {1, 1e-200, inf}, {2, 1e-200, -inf}, {171, 0.5, inf}, {200, 1e6, minusZero},
			{1, 1, math.Pi * math.Pi / 6},
		},
	} {
		for _, c := range list {
			if got := F64.Round(func(bits uint) Value { return Binary(name)(c[0], c[1], bits) }); !identical(got, c[2]) {
				t.Errorf("%s(%v, %v) is %v, not %v", name, c[0], c[1], got, c[2])
			}
		}
	}
}

// identical reports whether two numbers have the same bits, or are both NaN.
func identical(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}

func BenchmarkFunctions(b *testing.B) {
	for name, f := range unaries {
		for _, bits := range []uint{31, 73} {
			b.Run(fmt.Sprintf("%s/%d", name, bits), func(b *testing.B) {
				x, i := []float64{1.3, 0.7, 0.2}, 0
				if f.least == 1 {
					x = []float64{1.3, 5, 10}
				}
				for b.Loop() {
					f.at(x[i%3], bits)
					i++
				}
			})
		}
	}
}
