package trial

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/exact"
)

// Arguments are numbers of the format, the same for one seed, others for another one, and special
// ones are among them.
func TestArguments(t *testing.T) {
	for _, format := range exact.Formats {
		for _, name := range Functions {
			x := Arguments(name, format, 1000, 1)
			if len(x) < 1000 || len(x) > 4000 {
				t.Errorf("%d arguments of %s in %s", len(x), name, format.Name)
			}
			for _, v := range x {
				if rounded, _ := format.Rounded(v); rounded != v && v == v {
					t.Errorf("%x is no number of %s", v, format.Name)
				}
			}
			if !same(x, Arguments(name, format, 1000, 1)) || same(x, Arguments(name, format, 1000, 2)) {
				t.Errorf("arguments of %s in %s do not follow from the seed", name, format.Name)
			}
			if !slices.Contains(x, format.Max) || !slices.Contains(x, 0) || !slices.ContainsFunc(x, math.IsNaN) {
				t.Errorf("arguments of %s in %s lack special ones", name, format.Name)
			}
		}
		for _, name := range Pairs {
			x, y := ArgumentPairs(name, format, 2000, 1)
			if len(x) != len(y) || len(x) < 2000 {
				t.Errorf("%d and %d arguments of %s in %s", len(x), len(y), name, format.Name)
			}
		}
	}
}

func same(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

// The zeros are those of the literature.
func TestZeros(t *testing.T) {
	for name, list := range map[string][]float64{"lgamma": {-2.4570247382208006, -2.7476826467274127, -3.955294284858598}, "digamma": {1.4616321449683623, -0.5040830082644554, -1.5734984731623904}} {
		for _, want := range list {
			if !slices.ContainsFunc(zeros()[name], func(v float64) bool { return math.Abs(v-want) < 1e-14 }) {
				t.Errorf("%s: %v is not among %v", name, want, zeros()[name])
			}
		}
	}
}

// Results that are exact, and wrong by a unit, and in sign, are measured as that.
func TestMeasure(t *testing.T) {
	x := []float64{1, 0, -1, 2, math.NaN()}
	got := []float64{math.E, 1, -1 / math.E, math.Nextafter(math.Exp(2), 9), math.NaN()}
	s := Measure("exp", exact.F64, x, nil, got, func(p Point) bool { return p.Error > 1 })
	if s.Count != 5 || !math.IsInf(s.Worst.Error, 1) || s.Worst.X != -1 || s.Misrounded != 2 || s.FirstWrong.X != -1 || len(s.OutOfBounds) > 2 || s.WorstPositive.X != 2 {
		t.Errorf("got %+v", s)
	}
	pair := Evaluate("pow", exact.F32, 3, 2, 9)
	if pair.Error != 0 || !pair.Same() {
		t.Errorf("got %+v", pair)
	}
	total := Summary{}
	total.Add(s)
	total.Add(Measure("exp", exact.F64, x[:2], nil, got[:2], nil))
	if total.Count != 7 || total.Misrounded != 2 || total.Worst.X != -1 {
		t.Errorf("got %+v", total)
	}
}

// One rounding of a product and a sum is that of their value as a fraction.
func TestMultiplyAdd(t *testing.T) {
	fraction := func(v float32) *big.Rat { return new(big.Rat).SetFloat64(float64(v)) }
	for seed := range uint64(10_000) {
		x, y, z := MultiplyAdd(rand.New(rand.NewPCG(seed, 1)))
		if x*0 != 0 || y*0 != 0 || z*0 != 0 {
			continue
		}
		value := fraction(x)
		value.Add(value.Mul(value, fraction(y)), fraction(z))
		want, _ := value.Float32()
		if got := exact.MultiplyAdd(x, y, z); got != want {
			t.Fatalf("case %d: %g*%g + %g = %g, want %g", seed, x, y, z, got, want)
		}
	}
}

// Complex arguments have parts of the format, are finite, the same for one seed and others for
// another one, and zeros of both signs are among their parts.
func TestComplexArguments(t *testing.T) {
	for _, format := range []exact.Format{exact.F64, exact.F32} {
		for _, name := range ComplexFunctions {
			z := ComplexArguments(name, format, 1000, 1)
			if len(z) < 1000 || len(z) > 1100 {
				t.Errorf("%d arguments of %s in %s", len(z), name, format.Name)
			}
			minus := false
			for _, v := range z {
				for _, part := range []float64{real(v), imag(v)} {
					if rounded, _ := format.Rounded(part); rounded != part || part-part != 0 {
						t.Errorf("%x is no finite number of %s", part, format.Name)
					}
					minus = minus || part == 0 && math.Signbit(part)
				}
			}
			if !minus || !slices.Equal(z, ComplexArguments(name, format, 1000, 1)) || slices.Equal(z, ComplexArguments(name, format, 1000, 2)) {
				t.Errorf("arguments of %s in %s lack a zero, or do not follow from the seed", name, format.Name)
			}
		}
		for _, name := range ComplexPairs {
			if z, w := ComplexArgumentPairs(name, format, 1000, 1); len(z) != len(w) || len(z) < 900 {
				t.Errorf("%d and %d arguments of %s in %s", len(z), len(w), name, format.Name)
			}
		}
	}
}

// A part that is off by some units is measured so, and relative to the modulus.
func TestMeasureComplex(t *testing.T) {
	z := []complex128{1, complex(0, math.Pi), 0x1p-30i}
	got := []complex128{complex(math.E, 0), complex(-1, 0x1.1a62633145c0bp-53), complex(1, 0x1p-30+0x1p-80)}
	s := MeasureComplex("exp", exact.F64, z, nil, got, nil)
	if s.Count != 3 || s.Beyond != 2 || !(s.Worst.Error > 7 && s.Worst.Error < 9) || s.Worst.Z != z[2] || s.WorstRelative.Relative > 0.5 || s.WorstBounded.Bounded() > 0.5 {
		t.Errorf("got %+v", s)
	}
}
