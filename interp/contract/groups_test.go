package contract

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// groupedConv makes a convolution of two spatial dimensions by groups of a few features, with lines
// of positions in the output; the input has them more often than not, and the kernel has any order.
func groupedConv(r *rand.Rand) (d ConvDims, w ConvWindow, input, kernel []int) {
	d = ConvDims{0, 1, []int{2, 3}, 1, 0, []int{2, 3}, 0, 1, []int{2, 3}}
	if r.IntN(3) == 0 {
		p := r.Perm(4)
		d.InputBatch, d.InputFeature, d.InputSpatial = p[0], p[1], p[2:]
	}
	p := r.Perm(4)
	d.KernelInput, d.KernelOutput, d.KernelSpatial = p[0], p[1], p[2:]
	if r.IntN(3) == 0 {
		d.OutputBatch, d.OutputFeature = 1, 0
	}
	w = ConvWindow{FeatureGroups: 2 + r.IntN(5), BatchGroups: 1}
	if r.IntN(3) > 0 {
		randomWindow(r, 2, &w)
	}
	if r.IntN(4) > 0 {
		w.InputDilation = nil
	}
	if w.Padding == nil {
		w.Padding = [][2]int{{r.IntN(3), r.IntN(3)}, {r.IntN(3), r.IntN(3)}}
	}
	input, kernel = make([]int, 4), make([]int, 4)
	features, outputs := 2+r.IntN(8), 1+r.IntN(10)
	if r.IntN(6) == 0 {
		features, outputs = 2+r.IntN(30), 1+r.IntN(40)
	}
	input[d.InputBatch], input[d.InputFeature] = 1+r.IntN(2), features*w.FeatureGroups
	kernel[d.KernelInput], kernel[d.KernelOutput] = features, outputs*w.FeatureGroups
	for i, limit := range []int{9, 20} {
		input[d.InputSpatial[i]], kernel[d.KernelSpatial[i]] = 1+r.IntN(limit), 1+r.IntN(4)
		if r.IntN(2) == 0 { // as many positions as the input has
			kernel[d.KernelSpatial[i]], w.Padding[i] = 3, [2]int{1, 1}
		}
	}
	return d, w, input, kernel
}

// Groups of a few features, whose lines are copied once for each tap of a line.
func TestConvOfGroups(t *testing.T) {
	types := []tensor.DType{tensor.F32, tensor.F32, tensor.F32, tensor.F64, tensor.F16, tensor.BF16, tensor.I32, tensor.U8}
	usual := 300
	if testing.Short() {
		usual = 60
	}
	cases, copied := 0, 0
	for seed := range campaign.Seeds(some(usual)) {
		r := rand.New(rand.NewPCG(seed, 8))
		d := types[r.IntN(len(types))]
		dims, w, input, kernel := groupedConv(r)
		shape, err := ConvShape(dims, w, input, kernel)
		if err != nil {
			t.Fatal(err)
		}
		if shapes.Product(shape)*shapes.Product(kernel)/kernel[dims.KernelOutput] > 6*mostProducts {
			continue
		}
		cases++
		fill := func(shape []int) *tensor.Tensor { return random(r, d, true, shape...) }
		if r.IntN(4) == 0 {
			fill = func(shape []int) *tensor.Tensor { return tiniest(r, d, shape...) }
		}
		checkConv(t, fmt.Sprintf("case %d", seed), dims, w, d, fill(input), fill(kernel))
		if c, err := NewConv(dims, w, d, Type{d, input}, Type{d, kernel}); err == nil && c.grouped != nil {
			copied++
		}
	}
	if copied < cases/3 {
		t.Errorf("of %d convolutions %d copy lines", cases, copied)
	}
}

// Lines of a large image are computed some at a time.
func TestConvOfGroupsLarge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	dims := ConvDims{0, 1, []int{2, 3}, 2, 3, []int{0, 1}, 0, 1, []int{2, 3}}
	for _, stride := range []int{1, 2} {
		w := ConvWindow{Strides: []int{stride, stride}, Padding: [][2]int{{1, 1}, {1, 1}}, FeatureGroups: 2, BatchGroups: 1}
		input, kernel := []int{1, 16, 60, 31}, []int{3, 3, 8, 6}
		c, err := NewConv(dims, w, tensor.F32, Type{tensor.F32, input}, Type{tensor.F32, kernel})
		if err != nil || c.grouped == nil || c.grouped.blocks() < 2 {
			t.Fatal("lines are not cut up", err)
		}
		checkConv(t, fmt.Sprint("stride ", stride), dims, w, tensor.F32, random(r, tensor.F32, false, input...), random(r, tensor.F32, false, kernel...))
	}
}
