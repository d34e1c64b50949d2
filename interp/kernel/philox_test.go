package kernel_test

import (
	"math"
	"testing"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// TestPhilox compares with the known answers that Random123 publishes for philox4x32-10.
func TestPhilox(t *testing.T) {
	const ones = math.MaxUint32
	for _, test := range []struct {
		counter [4]uint32
		key     [2]uint32
		want    [4]uint32
	}{
		{want: [4]uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
		{[4]uint32{ones, ones, ones, ones}, [2]uint32{ones, ones}, [4]uint32{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
		{[4]uint32{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, [2]uint32{0xa4093822, 0x299f31d0},
			[4]uint32{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
	} {
		if got := kernel.Philox(test.counter, test.key); got != test.want {
			t.Errorf("of %x under %x: got %x, want %x", test.counter, test.key, got, test.want)
		}
	}
}

// drawn are the numbers of one draw.
func drawn(t *testing.T, distribution string, d tensor.DType, n int, low, high float64, seed, draws uint64) *tensor.Tensor {
	t.Helper()
	draw, err := kernel.ResolveRng(distribution, d)
	if err != nil {
		t.Fatal(err)
	}
	a, b, out := tensor.New(d), tensor.New(d), tensor.New(d, n)
	if d.IsFloat() {
		a.SetFloat64(0, low)
		b.SetFloat64(0, high)
	} else {
		a.SetInt64(0, int64(low))
		b.SetInt64(0, int64(high))
	}
	draw(out, a, b, seed, draws)
	return out
}

// TestRngStream: an element is what the documented formula makes of its word, for any
// number of workers, and another draw or seed makes others.
func TestRngStream(t *testing.T) {
	const n, seed, draws = 10_001, 1<<40 + 7, 1 << 33
	defer parallel.SetWorkers(parallel.Workers())
	for _, workers := range []int{1, 2, 8} {
		parallel.SetWorkers(workers)
		got := drawn(t, "uniform", tensor.F64, n, -1, 3, seed, draws)
		for i := range n {
			w := kernel.Philox([4]uint32{uint32(i / 2), 0, 0, 2}, [2]uint32{7, 1 << 8})
			word := uint64(w[2*(i%2)]) | uint64(w[2*(i%2)+1])<<32
			if want := -1 + float64(4*(float64(word>>11)*0x1p-53)); got.Float64At(i) != want {
				t.Fatalf("element %d with %d workers: got %v, want %v", i, workers, got.Float64At(i), want)
			}
		}
		for _, other := range []*tensor.Tensor{drawn(t, "uniform", tensor.F64, n, -1, 3, seed+1, draws), drawn(t, "uniform", tensor.F64, n, -1, 3, seed, draws+1)} {
			if tensor.SameValues(got, other) {
				t.Errorf("another draw gives the same numbers")
			}
		}
	}
}

// TestRngRange: uniform numbers lie between their bounds, whatever is rounded.
func TestRngRange(t *testing.T) {
	for _, d := range tensor.DTypes() {
		if d.IsComplex() {
			if _, err := kernel.ResolveRng("uniform", d); err == nil {
				t.Errorf("%v has an order", d)
			}
			continue
		}
		largest := map[tensor.DType]float64{tensor.F16: 65504, tensor.BF16: 0x1.fep127, tensor.F32: math.MaxFloat32, tensor.F64: math.MaxFloat64}[d]
		cases := [][2]float64{{3, 7}, {0, 1}, {5, 5}, {7, 3}}
		if d.IsFloat() {
			cases = append(cases, [2]float64{-largest, largest}, [2]float64{1, 1.0078125}, [2]float64{-0x1p-24, 0x1p-24})
		} else if d.IsSigned() {
			cases = append(cases, [2]float64{-128, 127}, [2]float64{-3, 2})
		}
		for _, c := range cases {
			if d == tensor.Bool && c != [2]float64{0, 1} {
				continue
			}
			out := drawn(t, "uniform", d, 5000, c[0], c[1], 1, 0)
			for i := range out.Len() {
				x := float64(0)
				if d.IsFloat() {
					x = out.Float64At(i)
				} else {
					x = float64(out.Int64At(i))
				}
				if !(c[0] <= x && x < c[1] || c[0] >= c[1] && x == c[0]) {
					t.Fatalf("%v: element %d is %v, which is not between %v and %v", d, i, x, c[0], c[1])
				}
			}
		}
	}
	if out := drawn(t, "uniform", tensor.F32, 3, 0, math.Inf(1), 0, 0); !math.IsNaN(out.Float64At(1)) {
		t.Errorf("an infinite bound gives %v", out)
	}
	if _, err := kernel.ResolveRng("normal", tensor.I32); err == nil {
		t.Error("integers have a normal distribution")
	}
}

// TestRngMoments: mean, variance, and for normal numbers the fourth moment, are within
// five deviations of what they are to be.
func TestRngMoments(t *testing.T) {
	const n = 100_000
	moments := func(x *tensor.Tensor) (mean, variance, fourth float64) {
		for i := range n {
			mean += x.Float64At(i) / n
		}
		for i := range n {
			d := x.Float64At(i) - mean
			variance += d * d / n // not compared in bits
			fourth += d * d * d * d / n
		}
		return mean, variance, fourth
	}
	near := func(what string, got, want, deviation float64) {
		t.Helper()
		if math.Abs(got-want) > 5*deviation {
			t.Errorf("the %s is %v, not about %v", what, got, want)
		}
	}
	mean, variance, _ := moments(drawn(t, "uniform", tensor.F32, n, 0, 12, 3, 0))
	near("mean of uniform numbers", mean, 6, math.Sqrt(12.0/n))
	near("variance of uniform numbers", variance, 12, 12*math.Sqrt(0.8/n))
	mean, variance, fourth := moments(drawn(t, "normal", tensor.F32, n, 5, 2, 3, 0))
	near("mean of normal numbers", mean, 5, 2/math.Sqrt(n))
	near("variance of normal numbers", variance, 4, 4*math.Sqrt(2.0/n))
	near("fourth moment of normal numbers", fourth, 48, 16*math.Sqrt(96.0/n))
}
