package contract

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// stemConv makes a convolution of a few input features, in any order of dimensions.
func stemConv(r *rand.Rand) (d ConvDims, w ConvWindow, input, kernel []int) {
	orders := [][4]int{{0, 3, 1, 2}, {0, 1, 2, 3}, {0, 1, 2, 3}} // batch, feature, spatial
	order := func() (batch, feature int, spatial []int) {
		p := orders[r.IntN(len(orders))]
		if r.IntN(5) == 0 {
			q := r.Perm(4)
			return q[0], q[1], q[2:]
		}
		return p[0], p[1], p[2:]
	}
	d.InputBatch, d.InputFeature, d.InputSpatial = order()
	d.OutputBatch, d.OutputFeature, d.OutputSpatial = order()
	d.KernelOutput, d.KernelInput, d.KernelSpatial = order()
	if r.IntN(2) == 0 {
		d.KernelOutput, d.KernelInput, d.KernelSpatial = 3, 2, []int{0, 1}
	}
	w = ConvWindow{FeatureGroups: 1, BatchGroups: 1}
	if r.IntN(2) == 0 {
		randomWindow(r, 2, &w)
		w.InputDilation = nil
	}
	if w.Padding == nil {
		for range 2 {
			w.Padding = append(w.Padding, [2]int{r.IntN(4), r.IntN(4)})
		}
	}
	input, kernel = make([]int, 4), make([]int, 4)
	input[d.InputBatch], input[d.InputFeature] = 1+r.IntN(2), 1+r.IntN(stemFeatures)
	kernel[d.KernelInput], kernel[d.KernelOutput] = input[d.InputFeature], stemOutputs+r.IntN(70)
	for i := range 2 {
		input[d.InputSpatial[i]], kernel[d.KernelSpatial[i]] = 1+r.IntN([]int{12, 40}[i]), 1+r.IntN(5)
	}
	return d, w, input, kernel
}

// A few input features: kernels look up where elements are.
func TestStemRandom(t *testing.T) {
	types := []tensor.DType{tensor.F32, tensor.F32, tensor.F32, tensor.F16, tensor.F64, tensor.I32, tensor.U8}
	cases, stems := 0, 0
	for seed := range campaign.Seeds(some(400)) {
		r := rand.New(rand.NewPCG(seed, 6))
		d := types[r.IntN(len(types))]
		dims, w, input, kernel := stemConv(r)
		c, err := newConv(dims, w, input, kernel)
		if err != nil {
			t.Fatal(err)
		}
		if shapes.Product(c.output)*shapes.Product(kernel)/kernel[dims.KernelOutput] > 6*mostProducts {
			continue
		}
		cases++
		if c.contraction().stem != nil {
			stems++
		}
		make := func(shape []int) *tensor.Tensor { return random(r, d, r.IntN(2) == 0, shape...) }
		if r.IntN(4) == 0 {
			make = func(shape []int) *tensor.Tensor { return tiny(r, d, shape...) }
		}
		checkConv(t, fmt.Sprintf("case %d", seed), dims, w, d, make(input), make(kernel))
	}
	if stems < cases/3 {
		t.Errorf("of %d convolutions only %d are stems", cases, stems)
	}
}
