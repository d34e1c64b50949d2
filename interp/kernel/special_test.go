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
