package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/exact"
	"github.com/tg-opt/tg/internal/exact/trial"
)

// complexCase is a value of C's annex G, or where that leaves something open, one that the function
// says it has.
type complexCase struct{ x, y, re, im float64 }

var (
	inf, nan, nil0 = math.Inf(1), math.NaN(), math.Copysign(0, -1)

	complexSpecials = map[string][]complexCase{
		"exp": {
			{0, 0, 1, 0}, {nil0, 0, 1, 0}, {1, inf, nan, nan}, {1, nan, nan, nan}, {inf, 0, inf, 0}, {-inf, 1, 0, 0}, {-inf, 2, nil0, 0}, {-inf, 4, nil0, nil0},
			{inf, 1, inf, inf}, {inf, 2, -inf, inf}, {-inf, inf, 0, 0}, {inf, inf, inf, nan}, {-inf, nan, 0, 0}, {inf, nan, inf, nan}, {nan, 0, nan, 0}, {nan, 1, nan, nan}, {nan, nan, nan, nan},
			{1000, 2, -inf, inf}, {-1000, 2, nil0, 0},
		},
		"expm1": {
			{0, 0, 0, 0}, {nil0, 0, nil0, 0}, {1, inf, nan, nan}, {inf, 0, inf, 0}, {-inf, 1, -1, 0}, {-inf, 2, -1, 0}, {inf, 2, -inf, inf}, {-inf, inf, -1, 0}, {inf, nan, inf, nan}, {nan, 0, nan, 0}, {nan, 1, nan, nan},
			{0, 0x1p-1000, nil0, 0x1p-1000},
		},
		"log": {
			{nil0, 0, -inf, math.Pi}, {0, 0, -inf, 0}, {1, inf, inf, math.Pi / 2}, {1, nan, nan, nan}, {-inf, 1, inf, math.Pi}, {inf, 1, inf, 0}, {-inf, inf, inf, 3 * math.Pi / 4}, {inf, inf, inf, math.Pi / 4},
			{inf, nan, inf, nan}, {-inf, nan, inf, nan}, {nan, 1, nan, nan}, {nan, inf, inf, nan}, {nan, nan, nan, nan}, {-1, 0, 0, math.Pi}, {-1, nil0, 0, -math.Pi}, {1, 0, 0, 0},
		},
		"log1p": {
			{0, 0, 0, 0}, {nil0, 0, nil0, 0}, {-1, 0, -inf, 0}, {-2, 0, 0, math.Pi}, {-2, nil0, 0, -math.Pi}, {inf, 1, inf, 0}, {-inf, 1, inf, math.Pi}, {1, inf, inf, math.Pi / 2}, {nan, 1, nan, nan}, {inf, nan, inf, nan},
			{-1, 1, 0, math.Pi / 2}, {0, 0x1p-600, 0, 0x1p-600},
		},
		"sigmoid": {
			{0, 0, 0.5, 0}, {inf, 1, 1, 0}, {inf, 4, 1, nil0}, {-inf, 1, 0, 0}, {-inf, 2, nil0, 0}, {inf, inf, 1, 0}, {-inf, nan, 0, 0}, {1, inf, nan, nan}, {nan, 0, nan, 0}, {nan, 1, nan, nan}, {1000, 1, 1, 0}, {-1000, 2, nil0, 0},
		},
		"sqrt": {
			{0, 0, 0, 0}, {nil0, 0, 0, 0}, {1, inf, inf, inf}, {nan, inf, inf, inf}, {-inf, inf, inf, inf}, {1, nan, nan, nan}, {-inf, 1, 0, inf}, {inf, 1, inf, 0}, {-inf, nan, nan, inf}, {inf, nan, inf, nan}, {nan, 1, nan, nan},
			{-4, 0, 0, 2}, {-4, nil0, 0, -2}, {4, 0, 2, 0}, {3, 4, 2, 1}, {-3, -4, 1, -2}, {0, 2, 1, 1}, {0x1p1023, 0, 0x1p511 * math.Sqrt2, 0}, {0, 0x1p-1073, 0x1p-537, 0x1p-537},
		},
		"rsqrt": {
			{0, 0, inf, nil0}, {nil0, 0, inf, nil0}, {4, 0, 0.5, nil0}, {-4, 0, 0, -0.5}, {-4, nil0, 0, 0.5}, {1, inf, 0, nil0}, {inf, 1, 0, nil0}, {-inf, nan, 0, nil0}, {1, nan, nan, nan}, {3, 4, 0.4, -0.2},
		},
		"cbrt": {
			{0, 0, 0, 0}, {nil0, 0, 0, 0}, {8, 0, 2, 0}, {8, nil0, 2, nil0}, {inf, 1, inf, 0}, {-inf, 1, inf, inf}, {1, inf, inf, inf}, {inf, nan, inf, nan}, {nan, 1, nan, nan}, {1, nan, nan, nan},
		},
		"sinh": {
			{0, 0, 0, 0}, {nil0, 0, nil0, 0}, {0, inf, 0, nan}, {0, nan, 0, nan}, {1, inf, nan, nan}, {1, nan, nan, nan}, {inf, 0, inf, 0}, {inf, 1, inf, inf}, {inf, 2, -inf, inf}, {inf, inf, inf, nan}, {inf, nan, inf, nan},
			{-inf, 1, -inf, inf}, {nan, 0, nan, 0}, {nan, 1, nan, nan}, {1000, 2, -inf, inf},
		},
		"cosh": {
			{0, 0, 1, 0}, {nil0, 0, 1, nil0}, {0, inf, nan, 0}, {0, nan, nan, 0}, {1, inf, nan, nan}, {inf, 0, inf, 0}, {inf, 1, inf, inf}, {-inf, 1, inf, -inf}, {inf, inf, inf, nan}, {inf, nan, inf, nan}, {nan, 0, nan, 0},
			{nan, 1, nan, nan},
		},
		"tanh": {
			{0, 0, 0, 0}, {nil0, 0, nil0, 0}, {0, inf, 0, nan}, {0, nan, 0, nan}, {1, inf, nan, nan}, {1, nan, nan, nan}, {inf, 1, 1, 0}, {inf, 2, 1, nil0}, {-inf, 1, -1, 0}, {inf, inf, 1, 0}, {inf, nan, 1, 0}, {nan, 0, nan, 0},
			{nan, 1, nan, nan}, {1000, 1, 1, 0}, {381, 1, 1, 0}, {-399, 2, -1, nil0},
		},
		"asinh": {
			{0, 0, 0, 0}, {1, inf, inf, math.Pi / 2}, {1, nan, nan, nan}, {inf, 1, inf, 0}, {inf, inf, inf, math.Pi / 4}, {inf, nan, inf, nan}, {nan, 0, nan, 0}, {nan, 1, nan, nan}, {nan, inf, inf, nan}, {0, 2, math.Log(2 + math.Sqrt(3)), math.Pi / 2},
		},
		"acosh": {
			{0, 0, 0, math.Pi / 2}, {nil0, 0, 0, math.Pi / 2}, {1, inf, inf, math.Pi / 2}, {0, nan, nan, math.Pi / 2}, {1, nan, nan, nan}, {-inf, 1, inf, math.Pi}, {inf, 1, inf, 0}, {-inf, inf, inf, 3 * math.Pi / 4},
			{inf, inf, inf, math.Pi / 4}, {inf, nan, inf, nan}, {-inf, nan, inf, nan}, {nan, 1, nan, nan}, {nan, inf, inf, nan}, {1, 0, 0, 0}, {-1, 0, 0, math.Pi}, {-1, nil0, 0, -math.Pi},
		},
		"acos": {
			{0, 0, math.Pi / 2, nil0}, {nil0, 0, math.Pi / 2, nil0}, {nil0, nan, math.Pi / 2, nan}, {1, inf, math.Pi / 2, -inf}, {1, nan, nan, nan}, {-inf, 1, math.Pi, -inf}, {inf, 1, 0, -inf}, {-inf, inf, 3 * math.Pi / 4, -inf},
			{inf, inf, math.Pi / 4, -inf}, {inf, nan, nan, -inf}, {nan, 1, nan, nan}, {nan, inf, nan, -inf},
		},
		"atanh": {
			{0, 0, 0, 0}, {nil0, 0, nil0, 0}, {0, nan, 0, nan}, {1, 0, inf, 0}, {-1, 0, -inf, 0}, {1, inf, 0, math.Pi / 2}, {-1, inf, nil0, math.Pi / 2}, {1, nan, nan, nan}, {inf, 1, 0, math.Pi / 2}, {inf, inf, 0, math.Pi / 2},
			{inf, nan, 0, nan}, {nan, 1, nan, nan}, {nan, inf, 0, math.Pi / 2}, {2, 0, math.Log(3) / 2, math.Pi / 2}, {2, nil0, math.Log(3) / 2, -math.Pi / 2},
		},
		"sign": {{0, nil0, 0, 0}, {nil0, 0, 0, 0}, {0, 3, 0, 1}, {-5, 0, -1, 0}, {3, 4, 0.6, 0.8}, {inf, 1, nan, nan}, {1, inf, nan, nan}, {nan, 1, nan, nan}, {0, nan, nan, nan}, {0x1p-1074, 0, 1, 0}},
	}
	// Those of angles follow from them: f(z) is -i g(iz).
	complexTurned = map[string]string{"sin": "sinh", "tan": "tanh", "asin": "asinh", "atan": "atanh"}
)

// identicalParts compares bits, but for NaN.
func identicalParts(a, b complex128) bool {
	same := func(x, y float64) bool {
		return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
	}
	return same(real(a), real(b)) && same(imag(a), imag(b))
}

// Special values, and their conjugates.
func TestComplexSpecials(t *testing.T) {
	for name, f := range complexFunctions {
		list, turned := complexSpecials[name], false
		if of := complexTurned[name]; of != "" {
			list, turned = complexSpecials[of], true
		}
		if len(list) == 0 && name != "cos" {
			t.Errorf("%s has no special values", name)
		}
		for _, c := range list {
			for _, conjugate := range []bool{false, true} {
				z, want := complex(c.x, c.y), complex(c.re, c.im)
				if conjugate && c.y == c.y {
					z, want = complex(c.x, -c.y), complex(c.re, -c.im)
				}
				if name == "sign" && z == 0 {
					want = 0
				}
				if turned {
					z, want = swapped(z), swapped(want)
				}
				if got := f(z); !identicalParts(got, want) && !nearly(got, want) {
					t.Errorf("%s(%v) is %v, not %v", name, z, got, want)
				}
			}
		}
	}
	if complexAbs(complex(nan, -inf)) != inf || complexAbs(complex(3, 4)) != 5 || complexAbs(complex(nan, 1)) == 1 || complexAbs(complex(0x1p-1074, nil0)) != 0x1p-1074 {
		t.Error("abs")
	}
}

// nearly is for values that are not written as the nearest number.
func nearly(a, b complex128) bool {
	close := func(x, y float64) bool {
		return x == y && math.Signbit(x) == math.Signbit(y) || math.Abs(x-y) <= 0x1p-52*math.Abs(y) || x != x && y != y
	}
	return close(real(a), real(b)) && close(imag(a), imag(b))
}

// Powers of special numbers.
func TestComplexPowers(t *testing.T) {
	for _, c := range []struct{ z, w, want complex128 }{
		{0, 0, 1}, {complex(nan, nan), 0, 1}, {1, complex(nan, inf), 1}, {0, 2, 0}, {0, 2 + 1i, 0}, {0, -1, complex(inf, nil0)}, {0, 1i, complex(nan, nan)}, {2, complex(nan, 0), complex(nan, 0)}, {2, complex(0, nan), complex(nan, nan)},
		{2, 3, 8}, {1i, 2, complex(-1, 0)}, {-1, 0.5, complex(0, 1)}, {complex(-1, nil0), 0.5, complex(0, -1)}, {1 + 1i, 2, 2i}, {1 + 1i, 4, complex(-4, 0)}, {1 - 1i, 8, complex(16, 0)}, {1 + 2i, 2, -3 + 4i}, {-2, -3, complex(-0.125, 0)},
		{1i, complex(0x1p200, 0), 1}, {1i, complex(0x1p53-1, 0), complex(0, -1)}, {complex(inf, 0), 2, complex(inf, 0)}, {complex(inf, 0), -2, 0}, {2, complex(-inf, 0), 0}, {0.5, complex(inf, 0), 0}, {2, complex(0x1p300, 0), complex(inf, 0)},
		// Angles, and logarithms of a modulus, that are less than any number.
		{complex(0x1p-1073, math.MaxFloat64), 88, complex(inf, -inf)}, {complex(0x1p-1022, 1), complex(0, -math.MaxFloat64), complex(inf, -inf)}, {complex(0x1p-500, 1), 1i, complex(0.20787957635076193, 0.20787957635076193*0x1p-1001)},
	} {
		got := complexPow(c.z, c.w)
		if !nearly(got+0, c.want+0) { // any sign of a zero
			t.Errorf("%v to the power %v is %v, not %v", c.z, c.w, got, c.want)
		}
	}
	for _, c := range []struct{ y, x, want complex128 }{
		{0, 1, 0}, {complex(nil0, 0), -1, complex(-math.Pi, 0)}, {0, -1, complex(math.Pi, 0)}, {1, 0, math.Pi / 2}, {complex(inf, 0), 1, math.Pi / 2}, {0, 0, complex(nan, nan)}, {1, 1i, complex(nan, inf)}, {1, -1i, complex(nan, -inf)},
		{complex(inf, 1), 1, complex(nan, nan)}, {complex(nan, 0), 1, complex(nan, 0)},
	} {
		got := complexAtan2(c.y, c.x)
		if !nearly(got+0, c.want+0) {
			t.Errorf("atan2 of %v and %v is %v, not %v", c.y, c.x, got, c.want)
		}
	}
}

// Values at conjugate numbers are conjugate, odd functions are odd, and cosh and cos even, bit for
// bit. Signs of NaN tell nothing.
func TestComplexSymmetries(t *testing.T) {
	withoutRaceDetector(t)
	odd := map[string]bool{"sin": true, "tan": true, "asin": true, "atan": true, "sinh": true, "tanh": true, "asinh": true, "atanh": true}
	seed, count := campaign.Cases(2000)
	special := []float64{0, nil0, 1, -1, inf, -inf, nan, 0x1p-1074, math.MaxFloat64, 2, 1000}
	for name, f := range complexFunctions {
		z := trial.ComplexArguments(name, exact.F64, count, seed)
		for _, x := range special {
			for _, y := range special {
				z = append(z, complex(x, y))
			}
		}
		r := rand.New(rand.NewPCG(seed, 1))
		for range count {
			z = append(z, complex(math.Float64frombits(r.Uint64()), math.Float64frombits(r.Uint64())))
		}
		for _, v := range z {
			x, y := real(v), imag(v)
			got := f(v)
			if other := f(complex(x, -y)); y == y && !(name == "sign" && v == 0) && !identicalParts(other, complex(real(got), -imag(got))) {
				t.Fatalf("%s(%v) is %v, but of the conjugate it is %v", name, v, got, other)
			}
			other := f(complex(-x, -y))
			if odd[name] && x == x && y == y && !identicalParts(other, complex(-real(got), -imag(got))) {
				t.Fatalf("%s(%v) is %v, but of its opposite it is %v", name, v, got, other)
			}
			if (name == "cos" || name == "cosh") && x == x && y == y && !identicalParts(other, got) {
				t.Fatalf("%s(%v) is %v, but of its opposite it is %v", name, v, got, other)
			}
		}
	}
}

// Functions of complex numbers end for all numbers there are: for any bits, powers of two at both
// ends, and pairs of which parts cancel, up to a little.
func TestComplexFunctionsEnd(t *testing.T) {
	withoutRaceDetector(t)
	seed, count := campaign.Cases(20000)
	r := rand.New(rand.NewPCG(seed, 0x656e64))
	special := []float64{0, math.Copysign(0, -1), 1, -1, 5e-324, -5e-324, 0x1p-1022, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.NaN()}
	number := func() float64 {
		switch r.IntN(6) {
		case 0:
			return math.Float64frombits(r.Uint64())
		case 1:
			return special[r.IntN(len(special))]
		case 2:
			return math.Ldexp(r.NormFloat64(), r.IntN(2100)-1074)
		}
		return r.NormFloat64()
	}
	for range count {
		a, b, c, d := number(), number(), number(), number()
		switch r.IntN(6) {
		case 0:
			c, d = a, b
		case 1:
			c, d = -b, a
		case 2:
			d = a
		case 3:
			c = -b
		}
		for name, f := range complexFunctions {
			ends(t, name, complex(a, b), 0, func(z, _ complex128) { f(z) })
		}
		for name, f := range complexPairs {
			ends(t, name, complex(a, b), complex(c, d), func(z, w complex128) { f(z, w) })
		}
	}
}

func ends(t *testing.T, name string, z, w complex128, f func(z, w complex128)) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s(%v, %v) crashes: %v", name, z, w, p)
		}
	}()
	f(z, w)
}
