package tensor

import (
	"math"
	"math/big"
	"testing"
)

// small16 is one of the two 16-bit formats, described apart from the code under test.
type small16 struct {
	name        string
	fraction    int
	bias        int
	fromFloat32 func(float32) uint16
	fromFloat64 func(float64) uint16
	toFloat32   func(uint16) float32
}

var small16s = []small16{
	{
		"f16", 10, 15,
		func(v float32) uint16 { return uint16(ToFloat16(v)) },
		func(v float64) uint16 { return uint16(Float16FromFloat64(v)) },
		func(b uint16) float32 { return Float16(b).Float32() },
	},
	{
		"bf16", 7, 127,
		func(v float32) uint16 { return uint16(ToBFloat16(v)) },
		func(v float64) uint16 { return uint16(BFloat16FromFloat64(v)) },
		func(b uint16) float32 { return BFloat16(b).Float32() },
	},
}

func (f small16) infinity() uint16 { return uint16(1<<(15-f.fraction)-1) << f.fraction }

// value decodes a pattern by the definition of the format; the pattern of infinity gives the value
// that would follow the largest finite one.
func (f small16) value(pattern uint16) float64 {
	exponent := int(pattern&0x7FFF) >> f.fraction
	fraction := float64(int(pattern) & (1<<f.fraction - 1))
	value := math.Ldexp(1+math.Ldexp(fraction, -f.fraction), exponent-f.bias)
	if exponent == 0 {
		value = math.Ldexp(fraction, 1-f.bias-f.fraction)
	}
	if pattern&0x8000 != 0 {
		return -value
	}
	return value
}

func TestSmallFloatsDecode(t *testing.T) {
	for _, f := range small16s {
		for p := range 1 << 16 {
			pattern := uint16(p)
			got := f.toFloat32(pattern)
			switch magnitude := pattern & 0x7FFF; {
			case magnitude > f.infinity():
				if got == got {
					t.Fatalf("%s %#04x: got %g, want NaN", f.name, pattern, got)
				}
			case magnitude == f.infinity():
				if want := math.Inf(1 - 2*int(pattern>>15)); float64(got) != want {
					t.Fatalf("%s %#04x: got %g, want %g", f.name, pattern, got, want)
				}
			default:
				if want := f.value(pattern); math.Float64bits(float64(got)) != math.Float64bits(want) {
					t.Fatalf("%s %#04x: got %g, want %g", f.name, pattern, got, want)
				}
			}
			// Every pattern converts back to itself; a signalling NaN becomes quiet.
			want := pattern
			if pattern&0x7FFF > f.infinity() {
				want |= 1 << (f.fraction - 1)
			}
			if got := f.fromFloat32(got); got != want {
				t.Fatalf("%s from float32 of %#04x: got %#04x", f.name, pattern, got)
			}
			if got := f.fromFloat64(float64(got)); got != want {
				t.Fatalf("%s from float64 of %#04x: got %#04x", f.name, pattern, got)
			}
		}
	}
}

// Around every boundary between two neighbours the rounding must be the exact one: below the tie
// down, above it up, on it to the even pattern.
func TestSmallFloatsRound(t *testing.T) {
	for _, f := range small16s {
		check := func(v float64, want uint16) {
			t.Helper()
			if got := f.fromFloat64(v); got != want {
				t.Fatalf("%s from float64 %x: got %#04x, want %#04x", f.name, v, got, want)
			}
			if got := f.fromFloat64(-v); got != want|0x8000 {
				t.Fatalf("%s from float64 %x: got %#04x, want %#04x", f.name, -v, got, want|0x8000)
			}
			if single := float32(v); float64(single) == v {
				if got := f.fromFloat32(single); got != want {
					t.Fatalf("%s from float32 %x: got %#04x, want %#04x", f.name, v, got, want)
				}
				if got := f.fromFloat32(-single); got != want|0x8000 {
					t.Fatalf("%s from float32 %x: got %#04x, want %#04x", f.name, -v, got, want|0x8000)
				}
			}
		}
		for low := uint16(0); low < f.infinity(); low++ {
			tie := (f.value(low) + f.value(low+1)) / 2
			check(tie, low+low&1)
			check(math.Nextafter(tie, 0), low)
			check(math.Nextafter(tie, math.Inf(1)), low+1)
			check(float64(math.Nextafter32(float32(tie), 0)), low)
			if up := math.Nextafter32(float32(tie), float32(math.Inf(1))); !math.IsInf(float64(up), 0) {
				check(float64(up), low+1)
			}
		}
		check(math.MaxFloat64, f.infinity())
		check(math.SmallestNonzeroFloat64, 0)
		check(math.SmallestNonzeroFloat32, 0)
	}
}

// Integers near ties that double precision cannot hold.
func TestBFloat16FromInteger(t *testing.T) {
	exactly := func(pattern uint16) *big.Float { return big.NewFloat(small16s[1].value(pattern)) }
	nearest := func(v *big.Float) uint16 { // by search, for positive v
		below := uint16(0)
		for step := uint16(1 << 14); step > 0; step /= 2 {
			if next := below + step; next < 0x7F80 && exactly(next).Cmp(v) <= 0 {
				below = next
			}
		}
		twice := new(big.Float).SetPrec(100).Add(v, v)
		switch twice.Cmp(new(big.Float).SetPrec(100).Add(exactly(below), exactly(below+1))) {
		case -1:
			return below
		case 1:
			return below + 1
		}
		return below + below&1
	}
	for shift := range 64 {
		for _, leading := range []uint64{1, 0x81, 0x181, 0x183, 0x1FF, 0xFF} {
			for delta := -2; delta <= 2; delta++ {
				v := leading<<shift>>1 + uint64(delta)
				if v == 0 {
					continue
				}
				want := nearest(new(big.Float).SetUint64(v))
				if got := BFloat16FromUint64(v); got != BFloat16(want) {
					t.Fatalf("%#x: got %#04x, want %#04x", v, got, want)
				}
				if v < 1<<63 {
					if got := BFloat16FromInt64(-int64(v)); got != BFloat16(want|0x8000) {
						t.Fatalf("-%#x: got %#04x, want %#04x", v, got, want|0x8000)
					}
				}
			}
		}
	}
	if got := BFloat16FromInt64(math.MinInt64); got.Float64() != -0x1p63 {
		t.Errorf("MinInt64: got %g", got.Float64())
	}
}
