package contract

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// benchmark reports GFLOP/s (a product and a sum are two) for one and for all processors.
func benchmark(b *testing.B, name string, f Func, workspace Workspace, out, lhs, rhs *tensor.Tensor, flops float64) {
	for _, workers := range []int{1, 0} {
		b.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(b *testing.B) {
			parallel.SetWorkers(workers)
			b.Cleanup(func() { parallel.SetWorkers(0) })
			b.ReportAllocs()
			w := tensor.New(tensor.U8, workspace(parallel.Workers())).Bytes()
			for b.Loop() {
				f(w, out, lhs, rhs, nil)
			}
			b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}

func BenchmarkMatMul(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		dtype    tensor.DType
		lhs, rhs []int
	}{
		{tensor.F32, []int{8, 8}, []int{8, 8}},
		{tensor.F32, []int{64, 64}, []int{64, 64}},
		{tensor.F32, []int{256, 256}, []int{256, 256}},
		{tensor.F32, []int{512, 512}, []int{512, 512}},
		{tensor.F32, []int{1024, 1024}, []int{1024, 1024}},
		{tensor.F32, []int{2048, 2048}, []int{2048, 2048}},
		{tensor.F32, []int{1, 768}, []int{768, 3072}},
		{tensor.F32, []int{4096, 4096}, []int{4096, 1}},
		{tensor.F32, []int{384, 128}, []int{128, 512}},
		{tensor.F32, []int{384, 512}, []int{512, 128}},
		{tensor.F32, []int{4096, 512}, []int{512, 10}},
		{tensor.F32, []int{12, 384, 64}, []int{12, 64, 384}},
		{tensor.F64, []int{512, 512}, []int{512, 512}},
		{tensor.I32, []int{512, 512}, []int{512, 512}},
		{tensor.I64, []int{256, 256}, []int{256, 256}},
		{tensor.I8, []int{256, 256}, []int{256, 256}},
		{tensor.Bool, []int{256, 256}, []int{256, 256}},
		{tensor.F16, []int{512, 512}, []int{512, 512}},
	} {
		lhs, rhs := random(r, c.dtype, false, c.lhs...), random(r, c.dtype, false, c.rhs...)
		shape, err := MatMulShape(c.lhs, c.rhs)
		if err != nil {
			b.Fatal(err)
		}
		p, err := prepareMatMul(c.dtype, Type{c.dtype, c.lhs}, Type{c.dtype, c.rhs})
		if err != nil {
			b.Fatal(err)
		}
		out := tensor.New(c.dtype, shape...)
		benchmark(b, fmt.Sprintf("%v/%s_by_%s", c.dtype, tensor.ShapeString(c.lhs), tensor.ShapeString(c.rhs)), p.at(0).run, p.workspace(), out, lhs, rhs,
			2*float64(out.Len()*c.lhs[len(c.lhs)-1]))
	}
}

// Each of the float32 kernels that this processor can run, on a 512x512x512 product.
func BenchmarkKernels(b *testing.B) {
	const n = 512
	r := rand.New(rand.NewPCG(1, 1))
	lhs, rhs, out := random(r, tensor.F32, false, n, n), random(r, tensor.F32, false, n, n), tensor.New(tensor.F32, n, n)
	t := Type{tensor.F32, []int{n, n}}
	p, err := prepareMatMul(tensor.F32, t, t)
	if err != nil {
		b.Fatal(err)
	}
	for _, k := range kernelsFloat32() {
		benchmark(b, fmt.Sprintf("%dx%d", k.rows, k.cols), bind(newRunner(p.contraction, k)), p.workspace(), out, lhs, rhs, 2*n*n*n)
	}
}

// The right operand is transposed, as in a product of queries and keys.
func BenchmarkDotGeneralTransposed(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, shape := range [][]int{{12, 384, 64}, {1, 512, 512}, {4, 384, 32}} {
		d := DotDims{LHSBatch: []int{0}, RHSBatch: []int{0}, LHSContract: []int{2}, RHSContract: []int{2}}
		lhs, rhs := random(r, tensor.F32, false, shape...), random(r, tensor.F32, false, shape...)
		t := Type{tensor.F32, shape}
		p, err := prepareDotGeneral(d, tensor.F32, t, t)
		if err != nil {
			b.Fatal(err)
		}
		out := tensor.New(tensor.F32, shape[0], shape[1], shape[1])
		benchmark(b, tensor.ShapeString(shape), p.at(0).run, p.workspace(), out, lhs, rhs, 2*float64(out.Len()*shape[2]))
	}
}

// A product of m x k and k x n, and the two products that are its gradients, of some batches.
func BenchmarkGradients(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct{ batch, m, k, n int }{{1, 384, 128, 512}, {1, 384, 512, 128}, {1, 384, 128, 128}, {4, 384, 32, 384}, {4, 384, 384, 32}, {8, 79, 32, 79}} {
		x, w, y := []int{c.batch, c.m, c.k}, []int{c.batch, c.k, c.n}, []int{c.batch, c.m, c.n}
		for _, side := range []struct {
			name         string
			lhs, rhs     []int
			ofLHS, ofRHS int
			rows, cols   int
		}{
			{"forward", x, w, 2, 1, c.m, c.n},
			{"lhs", y, w, 2, 2, c.m, c.k},
			{"rhs", x, y, 1, 1, c.k, c.n},
		} {
			d := DotDims{LHSBatch: []int{0}, RHSBatch: []int{0}, LHSContract: []int{side.ofLHS}, RHSContract: []int{side.ofRHS}}
			lhs, rhs, out := random(r, tensor.F32, false, side.lhs...), random(r, tensor.F32, false, side.rhs...), tensor.New(tensor.F32, c.batch, side.rows, side.cols)
			p, err := prepareDotGeneral(d, tensor.F32, Type{tensor.F32, side.lhs}, Type{tensor.F32, side.rhs})
			if err != nil {
				b.Fatal(err)
			}
			benchmark(b, fmt.Sprintf("%dx%dx%dx%d/%s", c.batch, c.m, c.k, c.n, side.name), p.at(0).run, p.workspace(), out, lhs, rhs, 2*float64(c.batch*c.m*c.k*c.n))
		}
	}
}

func BenchmarkConv(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	nhwc := ConvDims{0, 3, []int{1, 2}, 2, 3, []int{0, 1}, 0, 3, []int{1, 2}}
	nchw := ConvDims{0, 1, []int{2, 3}, 1, 0, []int{2, 3}, 0, 1, []int{2, 3}}
	for _, c := range []struct {
		name          string
		dims          ConvDims
		input, kernel []int
		stride, pad   int
		groups        int
	}{
		{"nhwc/3x3x64", nhwc, []int{1, 56, 56, 64}, []int{3, 3, 64, 64}, 1, 1, 1},
		{"nchw/3x3x64", nchw, []int{1, 64, 56, 56}, []int{64, 64, 3, 3}, 1, 1, 1},
		{"nhwc/7x7x3_stride2", nhwc, []int{1, 224, 224, 3}, []int{7, 7, 3, 64}, 2, 3, 1},
		{"nchw/7x7x3_stride2", nchw, []int{1, 3, 224, 224}, []int{64, 3, 7, 7}, 2, 3, 1},
		{"nhwc/1x1x256", nhwc, []int{1, 28, 28, 256}, []int{1, 1, 256, 256}, 1, 0, 1},
		{"nchw/1x1x256", nchw, []int{1, 256, 28, 28}, []int{256, 256, 1, 1}, 1, 0, 1},
		{"nchw/3x3x512", nchw, []int{1, 512, 7, 7}, []int{512, 512, 3, 3}, 1, 1, 1},
		{"nhwc/depthwise", nhwc, []int{1, 56, 56, 64}, []int{3, 3, 1, 64}, 1, 1, 64},
		{"nchw/depthwise", nchw, []int{1, 64, 56, 56}, []int{64, 1, 3, 3}, 1, 1, 64},
		{"nchw/mnist", nchw, []int{1, 1, 28, 28}, []int{8, 1, 5, 5}, 1, 2, 1},
	} {
		w := ConvWindow{Strides: []int{c.stride, c.stride}, Padding: [][2]int{{c.pad, c.pad}, {c.pad, c.pad}}, FeatureGroups: c.groups, BatchGroups: 1}
		shape, err := ConvShape(c.dims, w, c.input, c.kernel)
		if err != nil {
			b.Fatal(err)
		}
		p, err := prepareConv(c.dims, w, tensor.F32, Type{tensor.F32, c.input}, Type{tensor.F32, c.kernel})
		if err != nil {
			b.Fatal(err)
		}
		out := tensor.New(tensor.F32, shape...)
		taps := 1
		for _, n := range c.kernel {
			taps *= n
		}
		benchmark(b, c.name, p.at(0).run, p.workspace(), out, random(r, tensor.F32, false, c.input...), random(r, tensor.F32, false, c.kernel...),
			2*float64(out.Len()*taps/c.kernel[c.dims.KernelOutput]))
	}
}
