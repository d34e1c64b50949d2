package kernel

import (
	"fmt"
	"testing"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// Sums over one axis and over all, of rows and columns of many lengths.
func BenchmarkSums(b *testing.B) {
	defer parallel.SetWorkers(0)
	parallel.SetWorkers(1)
	for _, c := range []struct{ shape, dims []int }{
		{[]int{1 << 18, 4}, []int{1}}, {[]int{1 << 16, 16}, []int{1}}, {[]int{10000, 100}, []int{1}}, {[]int{2730, 384}, []int{1}}, {[]int{1024, 1000}, []int{1}}, {[]int{256, 4096}, []int{1}},
		{[]int{1 << 20}, []int{0}}, {[]int{1 << 24}, []int{0}},
		{[]int{1 << 18, 4}, []int{0}}, {[]int{1 << 14, 64}, []int{0}}, {[]int{1024, 1000}, []int{0}}, {[]int{8, 1 << 17}, []int{0}}, {[]int{100, 10000}, []int{0}},
		{[]int{32, 1024, 32}, []int{1}}, {[]int{64, 128, 128}, []int{0, 2}}, {[]int{10000, 10, 10}, []int{1}},
	} {
		for _, d := range []tensor.DType{tensor.F32, tensor.F64, tensor.BF16} {
			x, out := tensor.Random(d, c.shape, 1), tensor.New(d, outShapeOf(c.shape, c.dims)...)
			b.Run(fmt.Sprintf("%v/%v/%v", c.shape, c.dims, d), func(b *testing.B) {
				kernel, err := ResolveReduce("sum", d, c.shape, c.dims)
				benchmark(b, err, func() { kernel(out, x, nil) }, x)
			})
		}
	}
}
