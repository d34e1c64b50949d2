package kernel

import (
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/exact"
	"github.com/tg-opt/tg/internal/exact/trial"
)

// The promise of docs/numerics.md: parts of complex128 numbers have an error of at most 1 unit in
// the last place, or relative to the modulus where they cancel; those of complex64 half a unit and
// some 2^-20.
func complexBound(name string, format exact.Format) float64 {
	switch {
	case format.Name == "f32":
		return 0.5 + 0x1p-16
	case name == "atan2":
		return 1.5
	}
	return 1.25
}

// Functions of complex numbers near all that is difficult, and anywhere.
func TestComplexFunctions(t *testing.T) {
	withoutRaceDetector(t)
	usual := 400
	if testing.Short() {
		usual = 100
	}
	seed, count := campaign.Cases(usual)
	for _, format := range []exact.Format{exact.F64, exact.F32} {
		for _, name := range trial.ComplexFunctions {
			z := trial.ComplexArguments(name, format, count, seed)
			measuredComplex(t, name, format, z, nil)
		}
		for _, name := range trial.ComplexPairs {
			z, w := trial.ComplexArgumentPairs(name, format, count, seed)
			measuredComplex(t, name, format, z, w)
		}
	}
}

// complexOf is a function of one number, or of two, in a format.
func complexOf(name string, format exact.Format) func(z, w complex128) complex128 {
	f := complexPairs[name]
	if one := complexFunctions[name]; one != nil {
		f = func(z, _ complex128) complex128 { return one(z) }
	}
	if name == "abs" {
		f = func(z, _ complex128) complex128 { return complex(complexAbs(z), 0) }
	}
	if format.Name == "f64" {
		return f
	}
	return func(z, w complex128) complex128 { return complex128(pairsOfComplex64(f)(complex64(z), complex64(w))) }
}

func measuredComplex(t *testing.T, name string, format exact.Format, z, w []complex128) {
	t.Helper()
	f, got := complexOf(name, format), make([]complex128, len(z))
	for i := range z {
		second := complex128(0)
		if w != nil {
			second = w[i]
		}
		got[i] = f(z[i], second)
	}
	most := complexBound(name, format)
	s := trial.MeasureComplex(name, format, z, w, got, func(p trial.ComplexPoint) bool { return !(p.Bounded() <= most) })
	t.Logf("%s of %s: %d points, at most %.3f units of a part, at %x %x, %d parts beyond one; %.3f of the modulus", name, format.Name, s.Count, s.Worst.Error, s.Worst.Z, s.Worst.W, s.Beyond, s.WorstRelative.Relative)
	for i, p := range s.OutOfBounds {
		if i == 5 {
			t.Errorf("%s of %s: %d more", name, format.Name, len(s.OutOfBounds)-i)
			break
		}
		t.Errorf("%s of %s: at %v %v (%x) it is %v, not %v: an error of %.3f units, %.3f of the modulus", name, format.Name, p.Z, p.W, p.Z, p.Got, p.Want, p.Error, p.Relative)
	}
}
