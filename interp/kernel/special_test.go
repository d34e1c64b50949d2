package kernel

import (
	"math"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// The forms of these functions for smaller types give the same numbers as those for f64, rounded to
// f16 and bf16, for all arguments, and hardly ever the next f32 number.
func TestSpecialFunctionsOfSmallerTypes(t *testing.T) {
	const step = 14479 // of the bits of f32 numbers
	for _, name := range []string{"erf_inv", "lgamma", "digamma"} {
		wide, double := wideFunctions[name], doubleFunctions[name]
		for _, d := range []tensor.DType{tensor.F16, tensor.BF16} {
			x, got, want := tensor.New(d, 1<<16), tensor.New(d, 1<<16), tensor.New(d, 1<<16)
			for i := range x.Len() {
				x.Bytes()[2*i], x.Bytes()[2*i+1] = byte(i), byte(i>>8)
				got.SetFloat64(i, wide(x.Float64At(i)))
				want.SetFloat64(i, double(x.Float64At(i)))
			}
			same(t, name+" "+d.String(), got, want)
		}
		differ := 0
		for bits := uint64(0); bits < 1<<32; bits += step {
			x := float64(math.Float32frombits(uint32(bits)))
			got, want := float32(wide(x)), float32(double(x))
			if got == want || got != got && want != want {
				continue
			}
			differ++
			if math.Nextafter32(got, want) != want {
				t.Errorf("%s(%v) is %v, want %v", name, x, got, want)
			}
		}
		if differ > 2 {
			t.Errorf("%s: %d f32 numbers are not the nearest", name, differ)
		}
	}
}

// Near the zeros that they have for negative numbers, where their terms cancel, functions of gamma
// are right in f32, too. Values are computed with 40 decimal digits.
func TestGammaNearZeros(t *testing.T) {
	for _, c := range []struct {
		name    string
		x, want float32
	}{
		{"lgamma", -2.4570248, -1.12878425e-07},
		{"lgamma", -2.4570246, 2.484697e-07},
		{"lgamma", -2.7476826, -1.4418168e-07},
		{"lgamma", -2.7476823, -6.0059745e-07},
		{"lgamma", -3.143581, -1.9605461e-07},
		{"lgamma", -3.1435807, 1.6592925e-06},
		{"lgamma", -3.9552944, 1.7780596e-06},
		{"lgamma", -3.9552941, -3.163176e-06},
		{"digamma", -0.50408304, -2.6025495e-07},
		{"digamma", -0.504083, 2.7259856e-07},
		{"digamma", -1.5734985, -1.422645e-07},
		{"digamma", -1.5734984, 1.0428562e-06},
		{"digamma", -2.6107209, -4.8111076e-08},
		{"digamma", -2.6107206, 2.5383313e-06},
		{"digamma", -8.695765, -5.548504e-06},
		{"digamma", -8.695764, 8.45712e-06},
	} {
		x, got := tensor.New(tensor.F32).Fill(float64(c.x)), tensor.New(tensor.F32)
		mustUnary(t, c.name, tensor.F32)(got, x)
		if v := tensor.Data[float32](got)[0]; v != c.want {
			t.Errorf("%s(%v) is %v, want %v", c.name, c.x, v, c.want)
		}
	}
}

// Sums of powers where they have no ordinary value, at the ends of the range, and near the limits
// of f64, by values with 40 decimal digits.
func TestSumsOfPowers(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, list := range map[string][][3]float64{
		"zeta": {
			{1, 2, inf}, {0.5, 2, nan}, {2, 0, inf}, {3, 0, nan}, {2, -7, inf}, {3, -7, nan}, {2.5, -0.5, nan}, {2, inf, 0}, {2, -inf, nan}, {inf, 2, 0}, {inf, 1, 1},
			{inf, 0.5, inf}, {inf, -0.5, nan}, {nan, 1, nan}, {2, nan, nan}, {1e300, 1, 1}, {1e300, 3, 0}, {2, 1e-200, inf}, {2, 1e300, 1e-300}, {2, -0.5, 8.934802200544679},
			{3, -0.5, 0.41439832211716},
		},
		"polygamma": {
			{0, -2, nan}, {-1, 2, nan}, {1.5, 2, nan}, {inf, 2, nan}, {nan, 2, nan}, {2, nan, nan}, {1, 0, inf}, {2, 0, nan}, {3, -4, inf}, {4, -4, nan}, {1, inf, 0},
			{2, inf, math.Copysign(0, -1)}, {1, -inf, nan}, {0, inf, inf}, {1, 1e-200, inf}, {2, 1e-200, -inf}, {171, 0.5, inf}, {200, 1e6, math.Copysign(0, -1)}, {1, 1, math.Pi * math.Pi / 6},
			{1e300, 2, -inf}, {1e300, 1e305, math.Copysign(0, -1)}, {0x1p693, 0x1.8p1023, math.Copysign(0, -1)}, {500, 0x1p1023, math.Copysign(0, -1)}, {1000, 365.25, -302.64162476182182}, {170, 3.3, -1.5663841348057461e+218},
		},
	} {
		for _, c := range list {
			x, y, got := tensor.New(tensor.F64).Fill(c[0]), tensor.New(tensor.F64).Fill(c[1]), tensor.New(tensor.F64)
			mustBinary(t, name, tensor.F64, nil, nil, nil)(got, x, y)
			v := got.Float64At(0)
			if math.Float64bits(v) != math.Float64bits(c[2]) && !(v != v && c[2] != c[2]) && !(math.Abs(v-c[2]) <= 1e-15*math.Abs(c[2])) {
				t.Errorf("%s(%v, %v) is %v, want %v", name, c[0], c[1], v, c[2])
			}
		}
	}
}
