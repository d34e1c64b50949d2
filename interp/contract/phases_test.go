package contract

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// dilatedConv makes a convolution whose input has holes, in any layout.
func dilatedConv(r *rand.Rand) (d ConvDims, w ConvWindow, input, kernel []int) {
	spatial := []int{1, 2, 2, 2, 3}[r.IntN(5)]
	from := func(first int) (s []int) {
		for i := range spatial {
			s = append(s, first+i)
		}
		return s
	}
	switch r.IntN(4) {
	case 0:
		d = ConvDims{0, 1, from(2), 1, 0, from(2), 0, 1, from(2)}
	case 1:
		p := func() []int { return r.Perm(spatial + 2) }
		x, k, y := p(), p(), p()
		d = ConvDims{x[0], x[1], x[2:], k[0], k[1], k[2:], y[0], y[1], y[2:]}
	default:
		d = ConvDims{0, spatial + 1, from(1), spatial, spatial + 1, from(0), 0, spatial + 1, from(1)}
	}
	w = ConvWindow{FeatureGroups: 1, BatchGroups: 1}
	randomWindow(r, spatial, &w)
	w.InputDilation = nil
	for range spatial {
		w.InputDilation = append(w.InputDilation, 1+r.IntN(4))
	}
	switch r.IntN(6) {
	case 0:
		w.FeatureGroups = 1 + r.IntN(3)
	case 1:
		w.BatchGroups = 1 + r.IntN(3)
	}
	input, kernel = make([]int, spatial+2), make([]int, spatial+2)
	features, outputs := 1+r.IntN(20), 1+r.IntN(80)
	if r.IntN(3) == 0 {
		features, outputs = 1+r.IntN(70), 1+r.IntN(9)
	}
	input[d.InputBatch], input[d.InputFeature] = (1+r.IntN(2))*w.BatchGroups, features*w.FeatureGroups
	kernel[d.KernelInput], kernel[d.KernelOutput] = features, outputs*w.FeatureGroups*w.BatchGroups
	for i := range spatial {
		limit := 5
		if i == spatial-1 {
			limit = 16
		}
		input[d.InputSpatial[i]], kernel[d.KernelSpatial[i]] = 1+r.IntN(limit), 1+r.IntN(5)
	}
	return d, w, input, kernel
}

// Convolutions of inputs with holes, also of numbers whose sums become -0, and by kernels that are
// not finite.
func TestConvOfHoles(t *testing.T) {
	types := []tensor.DType{tensor.F32, tensor.F32, tensor.F32, tensor.F64, tensor.F16, tensor.BF16, tensor.I32, tensor.I64}
	usual := 250
	if testing.Short() {
		usual = 60
	}
	cases, inPhases, packed := 0, 0, 0
	for seed := range campaign.Seeds(usual) {
		r := rand.New(rand.NewPCG(seed, 6))
		d := types[r.IntN(len(types))]
		dims, w, input, kernel := dilatedConv(r)
		shape, err := ConvShape(dims, w, input, kernel)
		if err != nil {
			t.Fatal(err)
		}
		if shapes.Product(shape)*shapes.Product(kernel)/kernel[dims.KernelOutput] > 6*mostProducts {
			continue
		}
		cases++
		fill := func(shape []int) *tensor.Tensor { return random(r, d, false, shape...) }
		switch r.IntN(4) {
		case 0:
			fill = func(shape []int) *tensor.Tensor { return random(r, d, true, shape...) }
		case 1:
			fill = func(shape []int) *tensor.Tensor { return tiniest(r, d, shape...) }
		}
		checkConv(t, fmt.Sprintf("case %d", seed), dims, w, d, fill(input), fill(kernel))
		c, err := NewConv(dims, w, d, Type{d, input}, Type{d, kernel})
		if err != nil {
			t.Fatal(err)
		}
		if c.phased != nil {
			inPhases++
		}
		if c.Packings(Operands{false, true})[1].Bytes > 0 {
			packed++
		}
	}
	if inPhases < cases/3 || packed < cases/8 {
		t.Errorf("of %d convolutions %d are computed in phases, and %d by packed kernels", cases, inPhases, packed)
	}
}

// tiniest makes numbers of either sign whose products are zeros, or the least number.
func tiniest(r *rand.Rand, d tensor.DType, shape ...int) *tensor.Tensor {
	t := random(r, d, false, shape...)
	least := map[tensor.DType]float64{tensor.F32: 0x1p-75, tensor.F64: 0x1p-538}[d]
	for i := range t.Len() {
		switch v := math.Copysign(least*[]float64{0, 0.5, 1, 1.5}[r.IntN(4)], r.Float64()-0.5); d {
		case tensor.F32:
			tensor.Data[float32](t)[i] = float32(v)
		case tensor.F64:
			tensor.Data[float64](t)[i] = v
		}
	}
	return t
}

// All taps of the phases together are those of the kernel that see anything, once each.
func TestPhases(t *testing.T) {
	for seed := range campaign.Seeds(some(2000)) {
		r := rand.New(rand.NewPCG(seed, 7))
		d := windowDim{outputs: 1 + r.IntN(9), taps: 1 + r.IntN(6), origin: r.IntN(21) - 10, step: 1 + r.IntN(5), tapStep: 1 + r.IntN(5), dilation: 1 + r.IntN(6), stride: 1}
		if r.IntN(2) == 0 {
			d.tapStep = -d.tapStep
		}
		d.extent = r.IntN(7)*d.dilation + 1
		for o := range d.outputs {
			one, tap, apart := d.phase(o % d.period())
			seen := 0
			for k := range d.taps {
				at, ok := d.place(o, k)
				if one.taps > 0 && k >= tap && (k-tap)%apart == 0 {
					seen++
					if place, exists := one.place(o/d.period(), (k-tap)/apart); place != at || exists != ok {
						t.Fatalf("case %d: %+v: tap %d sees %d, %v from %d, in its phase %d, %v", seed, d, k, at, ok, o, place, exists)
					}
				} else if ok {
					t.Fatalf("case %d: %+v: tap %d sees something from %d, which is in no phase", seed, d, k, o)
				}
			}
			if seen != one.taps {
				t.Fatalf("case %d: %+v: a phase has %d taps, not %d", seed, d, one.taps, seen)
			}
		}
	}
}

// Machine code and loops find the same extremes.
func TestExtremes(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	plain := float32Kernel()
	for _, k := range kernelsFloat32() {
		for n := range 300 {
			x := make([]uint32, n)
			for i := range x {
				if x[i] = r.Uint32(); r.IntN(2*n) == 0 {
					x[i] = []uint32{0, 1 << 31, 0x7F800000, 0xFF800000}[r.IntN(4)]
				}
			}
			least, largest := k.bits(slices.Clone(x))
			if l, h := plain.bits(x); l != least || h != largest {
				t.Fatalf("%d numbers: %#x and %#x, want %#x and %#x", n, least, largest, l, h)
			}
		}
	}
}
