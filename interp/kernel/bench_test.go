package kernel

import (
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

const benchElements = 1 << 20

// benchmark reports the bytes of all tensors as throughput.
func benchmark(b *testing.B, err error, run func(), tensors ...*tensor.Tensor) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	size := 0
	for _, t := range tensors {
		size += len(t.Bytes())
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		run()
	}
}

func BenchmarkBinary(b *testing.B) {
	shape := []int{1024, 1024}
	for _, d := range []tensor.DType{tensor.F32, tensor.BF16, tensor.I32} {
		x, y, out := tensor.Random(d, shape, 1), tensor.Random(d, shape, 2), tensor.New(d, shape...)
		for _, name := range []string{"add", "mul", "max", "div"} {
			b.Run(name+"/"+d.String(), func(b *testing.B) {
				kernel, err := ResolveBinary(name, d, shape, shape, shape)
				benchmark(b, err, func() { kernel(out, x, y) }, out, x, y)
			})
		}
	}
	x, out := tensor.Random(tensor.F32, shape, 1), tensor.New(tensor.F32, shape...)
	for name, other := range map[string][]int{"scalar": {}, "row": {1024}, "column": {1024, 1}} {
		b.Run("add/f32/"+name, func(b *testing.B) {
			y := tensor.Random(tensor.F32, other, 2)
			kernel, err := ResolveBinary("add", tensor.F32, shape, other, shape)
			benchmark(b, err, func() { kernel(out, x, y) }, out, x)
		})
	}
	narrow := []int{1 << 15, 32}
	b.Run("add/f32/short rows", func(b *testing.B) {
		y := tensor.Random(tensor.F32, []int{1 << 15, 1}, 2)
		kernel, err := ResolveBinary("add", tensor.F32, narrow, y.Shape(), narrow)
		benchmark(b, err, func() { kernel(out, x, y) }, out, x)
	})
	b.Run("add/f32/one element", func(b *testing.B) {
		u, v, w := tensor.New(tensor.F32), tensor.New(tensor.F32), tensor.New(tensor.F32)
		kernel, err := ResolveBinary("add", tensor.F32, nil, nil, nil)
		benchmark(b, err, func() { kernel(u, v, w) }, u, v, w)
	})
}

func BenchmarkUnary(b *testing.B) {
	for _, d := range []tensor.DType{tensor.F32, tensor.BF16, tensor.F64} {
		x, out := tensor.Random(d, []int{benchElements}, 1), tensor.New(d, benchElements)
		for _, name := range []string{"neg", "relu", "sqrt", "exp", "log", "tanh", "sigmoid", "erf", "gelu"} {
			b.Run(name+"/"+d.String(), func(b *testing.B) {
				kernel, err := ResolveUnary(name, d)
				benchmark(b, err, func() { kernel(out, x) }, out, x)
			})
		}
	}
}

// BenchmarkLoops measures loops on blocks that stay in the first-level cache, as fused operations
// run them.
func BenchmarkLoops(b *testing.B) {
	const count = 1024
	for _, c := range loopCases() {
		if !slices.Contains([]tensor.DType{tensor.F32, tensor.F64, tensor.BF16, tensor.I32}, c.operands[0]) && c.operands[0] != tensor.Bool {
			continue
		}
		loop := c.resolve()
		operands := make([][]byte, len(c.operands))
		for i, d := range c.operands {
			operands[i] = tensor.Random(d, []int{count}, uint64(i)).Bytes()
		}
		out := tensor.New(c.result, count).Bytes()
		if !run(loop, out, operands) {
			continue
		}
		b.Run(strings.ReplaceAll(c.what, " ", "/"), func(b *testing.B) {
			for b.Loop() {
				run(loop, out, operands)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/count, "ns/element")
		})
	}
}

// BenchmarkLarge measures kernels on arrays that no cache holds.
func BenchmarkLarge(b *testing.B) {
	shape := []int{4096, 4096}
	x, y, out := tensor.Random(tensor.F32, shape, 1), tensor.Random(tensor.F32, shape, 2), tensor.New(tensor.F32, shape...)
	b.Run("add", func(b *testing.B) {
		kernel, err := ResolveBinary("add", tensor.F32, shape, shape, shape)
		benchmark(b, err, func() { kernel(out, x, y) }, out, x, y)
	})
	for _, name := range []string{"relu", "exp", "tanh", "gelu"} {
		b.Run(name, func(b *testing.B) {
			kernel, err := ResolveUnary(name, tensor.F32)
			benchmark(b, err, func() { kernel(out, x) }, out, x)
		})
	}
	for _, kind := range []string{"sum", "max"} {
		for name, dims := range map[string][]int{"rows": {1}, "columns": {0}, "all": {0, 1}} {
			b.Run(kind+" "+name, func(b *testing.B) {
				kernel, err := ResolveReduce(kind, tensor.F32, shape, dims)
				w := tensor.New(tensor.U8, ReduceWorkspace(kind, tensor.F32, shape, dims)).Bytes()
				benchmark(b, err, func() { kernel(w, out, x, nil) }, x)
			})
		}
	}
	b.Run("transpose", func(b *testing.B) {
		kernel, err := ResolveTranspose(shape, []int{1, 0})
		benchmark(b, err, func() { kernel(out, x) }, out, x)
	})
}

func BenchmarkConvert(b *testing.B) {
	for _, c := range [][2]tensor.DType{{tensor.F32, tensor.BF16}, {tensor.F16, tensor.F32}, {tensor.I32, tensor.F32}, {tensor.F32, tensor.I32}, {tensor.Bool, tensor.F32}} {
		b.Run(c[0].String()+" to "+c[1].String(), func(b *testing.B) {
			x, out := tensor.Random(c[0], []int{benchElements}, 1), tensor.New(c[1], benchElements)
			kernel, err := ResolveConvert(c[0], c[1])
			benchmark(b, err, func() { kernel(out, x) }, out, x)
		})
	}
}

func BenchmarkSelect(b *testing.B) {
	shape := []int{benchElements}
	p, x, y, out := tensor.Random(tensor.Bool, shape, 1), tensor.Random(tensor.F32, shape, 2), tensor.Random(tensor.F32, shape, 3), tensor.New(tensor.F32, shape...)
	kernel, err := ResolveSelect(tensor.F32, shape, shape, shape, shape)
	benchmark(b, err, func() { kernel(out, p, x, y) }, out, p, x, y)
}

func BenchmarkTranspose(b *testing.B) {
	for name, c := range map[string][2][]int{
		"matrix": {{1024, 1024}, {1, 0}}, "heads": {{384, 12, 2, 96}, {1, 0, 2, 3}}, "keys": {{12, 384, 64}, {0, 2, 1}}, "layout": {{8, 64, 64, 32}, {0, 3, 1, 2}},
	} {
		b.Run(name, func(b *testing.B) {
			x := tensor.Random(tensor.F32, c[0], 1)
			out := tensor.New(tensor.F32, x.Len())
			kernel, err := ResolveTranspose(c[0], c[1])
			benchmark(b, err, func() { kernel(out, x) }, out, x)
		})
	}
}

func BenchmarkReduce(b *testing.B) {
	shape := []int{1024, 1024}
	for _, d := range []tensor.DType{tensor.F32, tensor.BF16} {
		x, out := tensor.Random(d, shape, 1), tensor.New(d, 1024)
		for _, kind := range []string{"sum", "max"} {
			for name, dims := range map[string][]int{"rows": {1}, "columns": {0}} {
				b.Run(kind+"/"+d.String()+"/"+name, func(b *testing.B) {
					kernel, err := ResolveReduce(kind, d, shape, dims)
					w := tensor.New(tensor.U8, ReduceWorkspace(kind, d, shape, dims)).Bytes()
					benchmark(b, err, func() { kernel(w, out, x, nil) }, x)
				})
			}
		}
	}
	x := tensor.Random(tensor.F32, shape, 1)
	out, at := tensor.New(tensor.F32, shape...), tensor.New(tensor.I32, 1024)
	b.Run("argmax/f32", func(b *testing.B) {
		kernel, err := ResolveArgReduce("argmax", tensor.F32, shape, []int{1}, tensor.I32)
		benchmark(b, err, func() { kernel(at, x) }, x)
	})
	b.Run("cumulate/f32", func(b *testing.B) {
		kernel, err := ResolveCumulate("sum", tensor.F32, shape, 1, false, false)
		benchmark(b, err, func() { kernel(out, x) }, x)
	})
	b.Run("max pool/f32", func(b *testing.B) {
		image := []int{4, 64, 64, 64}
		kernel, err := ResolveReduceWindow("max", tensor.F32, image, WindowDims{[]int{1, 2, 2, 1}, []int{1, 2, 2, 1}, []int{1, 1, 1, 1}, []int{1, 1, 1, 1}, make([][2]int, 4)})
		benchmark(b, err, func() { kernel(out, x, nil, anyWork) }, x)
	})
}

func BenchmarkGatherRows(b *testing.B) {
	table, indices := tensor.Random(tensor.F32, []int{30000, 128}, 1), tensor.New(tensor.I32, 384)
	for i := range 384 {
		indices.SetInt64(i, int64(i*7919%30000))
	}
	out := tensor.New(tensor.F32, 384, 128)
	kernel, _, err := ResolveGather(table.Shape(), indices.Shape(), GatherDims{OffsetDims: []int{1}, CollapsedSliceDims: []int{0}, StartIndexMap: []int{0}, IndexVectorDim: 1}, []int{1, 128})
	benchmark(b, err, func() { kernel(nil, out, table, indices) }, out)
}

func BenchmarkSort(b *testing.B) {
	x, out := tensor.Random(tensor.F32, []int{16, 1 << 16}, 1), tensor.New(tensor.F32, 16, 1<<16)
	kernel, err := ResolveSort([]tensor.DType{tensor.F32}, x.Shape(), 1, Order{})
	w := tensor.New(tensor.U8, SortWorkspace(1, x.Shape(), 1, parallel.Workers())).Bytes()
	outs, in := []*tensor.Tensor{out}, []*tensor.Tensor{x}
	benchmark(b, err, func() { kernel(w, outs, in) }, x)
}
