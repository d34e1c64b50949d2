package contract

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// lastFeaturesConv makes a convolution with features innermost in all arrays: a depthwise one, one
// with a few channels, a plain, or a grouped one, with borders of all kinds.
func lastFeaturesConv(r *rand.Rand) (d ConvDims, w ConvWindow, input, kernel []int) {
	spatial := []int{1, 2, 2, 2, 3}[r.IntN(5)]
	positions := func(first int) (s []int) {
		for i := range spatial {
			s = append(s, first+i)
		}
		return s
	}
	d = ConvDims{0, spatial + 1, positions(1), spatial, spatial + 1, positions(0), 0, spatial + 1, positions(1)}
	groups, features, outputs, taps := 1, 1+r.IntN(70), 1+r.IntN(70), 4
	switch r.IntN(5) {
	case 0:
		groups, features, outputs = 1+r.IntN(70), 1, 1
	case 1:
		groups, features, outputs = 1+r.IntN(20), 1, 1+r.IntN(20)
	case 2:
		features, taps = 1+r.IntN(4), 7
	case 3:
		groups, features, outputs = 2+r.IntN(8), 1+r.IntN(9), 1+r.IntN(12)
	}
	w = ConvWindow{FeatureGroups: groups, BatchGroups: 1}
	if r.IntN(2) == 0 {
		randomWindow(r, spatial, &w)
	}
	if r.IntN(3) > 0 {
		w.InputDilation = nil // more often than not, rows are read where they are
	}
	if w.Padding == nil {
		for range spatial {
			w.Padding = append(w.Padding, [2]int{r.IntN(3), r.IntN(3)})
		}
	}
	input, kernel = []int{1 + r.IntN(2)}, nil
	for i := range spatial {
		limit := 5
		if i == spatial-1 {
			limit = 30
		}
		n := r.IntN(limit) + 1
		if r.IntN(12) == 0 {
			n = r.IntN(2)
		}
		input, kernel = append(input, n), append(kernel, 1+r.IntN(taps))
	}
	return d, w, append(input, groups*features), append(kernel, features, groups*outputs)
}

// tiny makes numbers whose products are too small for their type, so that sums become -0.
func tiny(r *rand.Rand, d tensor.DType, shape ...int) *tensor.Tensor {
	t := random(r, d, true, shape...)
	if d != tensor.F32 {
		return t
	}
	for i, v := range tensor.Data[float32](t) {
		if r.IntN(20) > 0 {
			tensor.Data[float32](t)[i] = v * 1e-30
		}
	}
	return t
}

// Features innermost: rows that are read where they are, and vectors over channels.
func TestConvFeaturesLast(t *testing.T) {
	types := []tensor.DType{tensor.F32, tensor.F32, tensor.F32, tensor.BF16, tensor.F64, tensor.I32, tensor.I64, tensor.Bool}
	usual := 200
	if testing.Short() {
		usual = 150
	}
	cases, channels, spread, runs := 0, 0, 0, 0
	for seed := range campaign.Seeds(some(usual)) {
		r := rand.New(rand.NewPCG(seed, 5))
		d := types[r.IntN(len(types))]
		dims, w, input, kernel := lastFeaturesConv(r)
		shape, err := ConvShape(dims, w, input, kernel)
		if err != nil {
			t.Fatal(err)
		}
		if shapes.Product(shape)*shapes.Product(kernel)/kernel[dims.KernelOutput] > 6*mostProducts {
			continue
		}
		c, err := newConv(dims, w, input, kernel)
		if err != nil {
			t.Fatal(err)
		}
		cases++
		contraction := c.contraction()
		switch direct := contraction.channelwise; {
		case direct != nil && direct.spread != nil:
			spread++
		case direct != nil && direct.acrossChannels:
			channels++
		case contraction.left.window != nil && contraction.left.window.inPlace(6) != nil:
			runs++
		}
		make := func(shape []int) *tensor.Tensor { return random(r, d, r.IntN(2) == 0, shape...) }
		if r.IntN(4) == 0 {
			make = func(shape []int) *tensor.Tensor { return tiny(r, d, shape...) }
		}
		checkConv(t, fmt.Sprintf("case %d", seed), dims, w, d, make(input), make(kernel))
	}
	if channels < cases/12 || spread < cases/12 || runs < cases/12 {
		t.Errorf("of %d convolutions %d run across channels, %d on copies, and of %d rows are read where they are", cases, channels, spread, runs)
	}
}
