package ir

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestFloatEncodeMatchesHardware(t *testing.T) {
	f32 := floatFormats["f32"]
	check := func(v float64) {
		t.Helper()
		want := uint64(math.Float32bits(float32(v)))
		if got := f32.Encode(v).Lo; got != want && v == v {
			t.Errorf("f32 of %v (%#x): got %#x, want %#x", v, math.Float64bits(v), got, want)
		}
	}
	for _, v := range []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.MaxFloat32, math.MaxFloat64,
		math.SmallestNonzeroFloat32, math.SmallestNonzeroFloat32 / 2, math.SmallestNonzeroFloat32 * 0.500001,
		0x1p-126, 0x1.fffffffp-127, 0x1.fffffefp127, 0x1.ffffffp127, math.SmallestNonzeroFloat64} {
		check(v)
		check(-v)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200000 {
		check(math.Float64frombits(rng.Uint64()))
		check(math.Float64frombits(uint64(rng.IntN(300)+1023-150)<<52 | rng.Uint64()>>12))
	}
}

// Every bit pattern of the small formats must decode and encode to itself.
func TestSmallFloatsRoundTrip(t *testing.T) {
	for name, f := range floatFormats {
		if f.Width > 19 {
			continue
		}
		for bits := range uint64(1) << f.Width {
			v := f.Decode(FloatBits{Lo: bits})
			if v != v {
				if got := f.Decode(f.Encode(v)); got == got {
					t.Errorf("%s: NaN %#x encodes to the number %v", name, bits, got)
				}
				continue
			}
			if got := f.Encode(v).Lo; got != bits {
				t.Errorf("%s: %#x is %v, which encodes to %#x", name, bits, v, got)
			}
		}
	}
}

// Rounding is to nearest, ties to even: checked against a search over all
// values of the format.
func TestSmallFloatsRoundToNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for name, f := range floatFormats {
		if f.Width > 8 || f.Unsigned {
			continue
		}
		for range 3000 {
			v := (rng.Float64()*2 - 1) * math.Ldexp(1, rng.IntN(12)-8)
			got := f.Decode(f.Encode(v))
			for bits := range uint64(1) << f.Width {
				w := f.Decode(FloatBits{Lo: bits})
				if math.Abs(w-v) < math.Abs(got-v) {
					t.Fatalf("%s: %v rounds to %v, but %v is nearer", name, v, got, w)
				}
			}
		}
	}
}

func TestWideFloats(t *testing.T) {
	for _, name := range []string{"f80", "f128"} {
		f := floatFormats[name]
		for _, v := range []float64{0, 1, -1, 0.1, -2.5, math.MaxFloat64, 0x1p-1000, math.Inf(1), math.Inf(-1)} {
			if got := f.Decode(f.Encode(v)); got != v {
				t.Errorf("%s: %v comes back as %v", name, v, got)
			}
		}
		if got := f.Decode(f.Encode(math.NaN())); got == got {
			t.Errorf("%s: NaN comes back as %v", name, got)
		}
	}
	// Known patterns: 1.0 is biased exponent 16383.
	if got := floatFormats["f80"].Encode(1); got != (FloatBits{Lo: 1 << 63, Hi: 0x3fff}) {
		t.Errorf("f80 of 1: %#x", got)
	}
	if got := floatFormats["f128"].Encode(1.5); got != (FloatBits{Hi: 0x3fff8 << 44}) {
		t.Errorf("f128 of 1.5: %#x", got)
	}
}
