package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestNearest(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		format  Format
		x, want float64
	}{
		{F32, 1 + 0x1p-24, 1}, {F32, 1 + 0x3p-24, 1 + 0x1p-22}, {F32, 1 + 0x1p-24 + 0x1p-50, 1 + 0x1p-23}, {F32, 0x1p-150, 0}, {F32, -0x1p-150, minusZero},
		{F32, 0x1.8p-150, 0x1p-149}, {F32, 0x1p-151, 0}, {F32, 0x1.8p-149, 0x1p-148}, {F32, 0x1.FFFFFFp127, inf}, {F32, 0x1.FFFFFEFp127, math.MaxFloat32},
		{F16, 65519, 65504}, {F16, 65520, inf}, {F16, 0x1p-25, 0}, {F16, 0x1.1p-25, 0x1p-24}, {BF16, 257, 256}, {BF16, 259, 260},
		{F8E4M3, 464, 448}, {F8E4M3, 465, nan}, {F8E4M3, inf, nan}, {F8E4M3, 0x1p-10, 0}, {F8E4M3, 0x3p-10, 0x1p-8}, {F8E4M3, 0x1p-9, 0x1p-9}, {F8E4M3, 17, 16}, {F8E4M3, 19, 20},
		{F8E5M2, 61439, 57344}, {F8E5M2, 61440, inf}, {F8E5M2, 0x1p-17, 0}, {F8E5M2, 0x3p-17, 0x1p-15}, {F8E5M2, 9, 8}, {F8E5M2, -inf, -inf},
	} {
		if got := c.format.Nearest(big.NewFloat(c.x)); !identical(got, c.want) {
			t.Errorf("%v in %s is %v, not %v", c.x, c.format.Name, got, c.want)
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		x := math.Float64frombits(r.Uint64())
		if x-x != 0 {
			continue
		}
		wide := new(big.Float).SetPrec(100).Add(big.NewFloat(x), new(big.Float).SetMantExp(big.NewFloat(r.Float64()), exponent(big.NewFloat(x))-30))
		single, _ := wide.Float32()
		double, _ := wide.Float64()
		if got := F32.Nearest(wide); !identical(got, float64(single)) {
			t.Errorf("%x in f32 is %x, not %x", x, got, single)
		}
		if got := F64.Nearest(wide); !identical(got, double) {
			t.Errorf("%x in f64 is %x, not %x", x, got, double)
		}
	}
}

func TestError(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	third := Value{Number: new(big.Float).SetPrec(100).Quo(one, big.NewFloat(3))}
	for _, c := range []struct {
		format    Format
		got       float64
		value     Value
		low, high float64
	}{
		{F64, 1.0 / 3, third, 0.33, 0.34}, {F64, math.Nextafter(1.0/3, 1), third, 0.66, 0.67}, {F32, float64(float32(1.0 / 3)), third, 0.33, 0.34},
		{F64, nan, third, inf, inf}, {F64, -1.0 / 3, third, inf, inf}, {F64, nan, exactly(nan), 0, 0}, {F64, 1, exactly(nan), inf, inf}, {F64, 0, exactly(minusZero), inf, inf},
		{F64, 0, exactly(0), 0, 0}, {F32, inf, exactly(0x1p200), 0, 0}, {F32, inf, exactly(0x1.FFFFFEp127), 1, 1}, {F32, math.MaxFloat32, exactly(0x1p128), 0.5, 1},
		{F32, math.MaxFloat32, exactly(0x1p1000), 1e6, inf}, {F32, 0, exactly(0x1p-150), 0.5, 0.5}, {F32, 0x1p-149, exactly(0x1p-1000), 1, 1}, {F8E4M3, nan, exactly(500), 0, 0}, {F8E4M3, 448, exactly(500), 1, 2},
		{F32, 0x1p-149, Value{Number: shifted(one, -far)}, 1, 1}, {F64, inf, exactly(inf), 0, 0}, {F64, 1, exactly(inf), inf, inf},
	} {
		if got := c.format.Error(c.got, c.value); got < c.low || got > c.high {
			t.Errorf("error of %v against %v in %s is %v, not from %v to %v", c.got, c.value.Number, c.format.Name, got, c.low, c.high)
		}
	}
}

// A value that is halfway but for what many bits show is rounded by these.
func TestRoundAsksForMore(t *testing.T) {
	most := uint(0)
	value := func(bits uint) Value {
		most = bits
		v := new(big.Float).SetPrec(bits+64).Add(big.NewFloat(1+0x1p-52), new(big.Float).SetMantExp(one, -53))
		return Value{Number: v.Add(v, new(big.Float).SetMantExp(one, -300))}
	}
	if got := F64.Round(value); got != 1+0x1p-51 || most < 300 {
		t.Errorf("got %x with %d bits", got, most)
	}
	if got := F64.Round(func(bits uint) Value { return Unary("gelu")(0x3p-1074, bits) }); got != 0x1p-1073 {
		t.Errorf("gelu of three times the least number is %x", got)
	}
	if got := F64.Round(func(bits uint) Value { return Unary("gelu")(-0x3p-1074, bits) }); got != -0x1p-1074 {
		t.Errorf("gelu of minus three times the least number is %x", got)
	}
}
