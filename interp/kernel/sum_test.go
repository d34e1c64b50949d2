package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// sumReference folds values of floats, given in order, as docs/numerics.md says: by lanes and
// blocks, in the accumulator's type.
func sumReference(kind string, d tensor.DType, out *tensor.Tensor, at int, init *tensor.Tensor, values []float64) {
	round, neutral := func(v float64) float64 { return float64(float32(v)) }, 0.0
	if d == tensor.F64 {
		round = func(v float64) float64 { return v }
	}
	combine := func(a, b float64) float64 { return round(a + b) } // rounding twice is innocuous
	if kind == "prod" {
		combine, neutral = func(a, b float64) float64 { return round(a * b) }, 1
	}
	result := neutral
	if len(values) > 0 {
		result = byLanes(values, combine)
	}
	if init != nil {
		switch v := init.Float64At(0); {
		case len(values) == 0:
			result = v
		case v != neutral:
			result = combine(result, v)
		}
	}
	if kind == "mean" {
		result = round(result / float64(len(values)))
	}
	out.SetFloat64(at, result)
}

func byLanes(values []float64, combine func(a, b float64) float64) float64 {
	var results []float64
	for block := range slices.Chunk(values, 4096) {
		lanes := slices.Clone(block[:min(16, len(block))])
		for i, v := range block[len(lanes):] {
			lanes[i%16] = combine(lanes[i%16], v)
		}
		for _, half := range []int{8, 4, 2, 1} {
			for j := half; j < len(lanes); j++ {
				lanes[j-half] = combine(lanes[j-half], lanes[j])
			}
			lanes = lanes[:min(half, len(lanes))]
		}
		results = append(results, lanes[0])
	}
	if len(results) == 1 {
		return results[0]
	}
	return byLanes(results, combine)
}

// reduceReferenceOf is the reference for the kind and type.
func reduceReferenceOf(kind string, d tensor.DType) func(kind string, d tensor.DType, out *tensor.Tensor, at int, init *tensor.Tensor, values []float64) {
	if d.IsFloat() && (kind == "sum" || kind == "prod" || kind == "mean") {
		return sumReference
	}
	return foldReference
}

// sumShape is a shape and what is reduced of it, with extents around the numbers of lanes and of
// elements of a block.
func sumShape(r *rand.Rand) (shape, dims []int) {
	extents := []int{0, 1, 2, 3, 5, 7, 15, 16, 17, 31, 33, 48, 64, 100, 255, 257, 1000, 4095, 4096, 4097, 8192, 12289, 65537}
	rank := 1 + r.IntN(4)
	left := 70_000
	for d := range rank {
		n := extents[r.IntN(len(extents))]
		if n > left {
			n = extents[1+r.IntN(6)]
		}
		if n > left {
			n = 1
		}
		left /= max(n, 1)
		shape = append(shape, n)
		if r.IntN(2) == 0 {
			dims = append(dims, d)
		}
	}
	return shape, dims
}

// Sums, products and means of all float types, with any shape, on every machine level, with one and
// more workers, as a whole and in pieces, are what the definition says.
func TestSumsRandom(t *testing.T) {
	defer parallel.SetWorkers(0)
	levels := machineLevels()
	for seed := range campaign.Seeds(some(250)) {
		r := rand.New(rand.NewPCG(seed, 7))
		d := []tensor.DType{tensor.F32, tensor.F64, tensor.F16, tensor.BF16}[r.IntN(4)]
		kind := []string{"sum", "sum", "prod", "mean"}[r.IntN(4)]
		shape, dims := sumShape(r)
		x := sumElements(r, d, kind, shape)
		var init *tensor.Tensor
		if r.IntN(2) == 0 {
			init = tensor.New(d).Fill([]float64{0, math.Copysign(0, -1), 1, 0.1}[r.IntN(4)])
		}
		out := outShapeOf(shape, dims)
		want := tensor.New(d, out...)
		reduceReference(x, dims, func(at int, values []float64) { sumReference(kind, d, want, at, init, values) })
		for number, level := range levels {
			what := fmt.Sprintf("case %d: level %d: %s of %s along %v from %v", seed, number, kind, x.TypeString(), dims, init)
			withLoops(level, func() {
				kernel, err := resolveReduce(kind, d, shape, dims)
				if err != nil {
					t.Fatal(what, err)
				}
				for _, workers := range []int{1, 2, 3, 8} {
					parallel.SetWorkers(workers)
					got := tensor.New(d, out...)
					kernel(got, x, init)
					same(t, fmt.Sprintf("%s, %d workers", what, workers), got, want)
				}
				inPieces(t, what, r, kind, shape, dims, x, init, want)
			})
		}
	}
}

// sumElements are numbers that make rounding errors, at times with zeros of either sign, infinities
// and NaNs among them; products stay in range.
func sumElements(r *rand.Rand, d tensor.DType, kind string, shape []int) *tensor.Tensor {
	x := tensor.New(d, shape...)
	special := r.IntN(4)
	for i := range x.Len() {
		v := r.NormFloat64() * math.Ldexp(1, r.IntN(12)-6)
		if kind == "prod" {
			v = 1 + r.NormFloat64()/64
		}
		switch {
		case special == 0 && r.IntN(40) == 0:
			v = []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN()}[r.IntN(5)]
		case special == 1:
			v = math.Copysign(0, -1)
		}
		x.SetFloat64(i, v)
	}
	return x
}

// inPieces reduces x as a fusion does: every row of its leading dimensions by itself, or across
// them in batches of any size.
func inPieces(t *testing.T, what string, r *rand.Rand, kind string, shape, dims []int, x, init, want *tensor.Tensor) {
	t.Helper()
	var start []byte
	if init != nil {
		start = init.Bytes()
	}
	got, size := tensor.New(x.DType(), want.Shape()...), x.DType().Size()
	lead := 0
	for lead < len(shape) && lead < len(dims) && dims[lead] == lead {
		lead++
	}
	if lead > 0 { // across rows
		row, rows := shapes.Product(shape[lead:]), shapes.Product(shape[:lead])
		var inner []int
		for _, d := range dims[lead:] {
			inner = append(inner, d-lead)
		}
		reduction, err := NewReduction(kind, x.DType(), shape[lead:], inner)
		if err != nil {
			t.Fatal(what, err)
		}
		u := reduction.NewRunning()
		for range 2 { // it serves again
			inWorkspace(u.Workspace(rows), func(w []byte) {
				u.Start(w, start)
				for done := 0; done < rows; {
					n := min(rows-done, 1+r.IntN(100))
					u.Add(x.Bytes()[done*row*size:(done+n)*row*size], n)
					done += n
				}
				u.End(got.Bytes())
			})
			same(t, what+", across rows", got, want)
		}
		return
	}
	rows := 0
	for rows < len(shape) && (len(dims) == 0 || rows < dims[0]) {
		rows++
	}
	var inner []int
	for _, d := range dims {
		inner = append(inner, d-rows)
	}
	reduction, err := NewReduction(kind, x.DType(), shape[rows:], inner)
	if err != nil {
		t.Fatal(what, err)
	}
	inWorkspace(reduction.Workspace(), func(w []byte) {
		reduction.Each(got.Bytes(), x.Bytes(), start, shapes.Product(shape[:rows]), w, new(Pieces))
	})
	same(t, what+", row by row", got, want)
}

// Sums of squares have the bits of squares that are summed, on every level, with infinite elements
// and NaNs, and read nothing beyond the rows.
func TestSquares(t *testing.T) {
	levels := append(machineLevels(), machineLoops{})
	for number, level := range levels {
		for _, n := range []int{1, 2, 15, 16, 17, 31, 32, 100, 128, 200, 1024, 1030, sumBlock} {
			for _, kind := range []string{"sum", "mean"} {
				const rows = 7
				x, squared := tensor.Random(tensor.F32, []int{rows, n}, uint64(n)), tensor.New(tensor.F32, rows, n)
				x.SetFloat64(n-1, math.Inf(-1))
				x.SetFloat64(2*n, math.NaN())
				for i, v := range tensor.Data[float32](x) {
					tensor.Data[float32](squared)[i] = v * v
				}
				got, want, init := tensor.New(tensor.F32, rows), tensor.New(tensor.F32, rows), tensor.New(tensor.F32)
				init.SetFloat64(0, 3)
				withLoops(machineLoops{}, func() {
					reduction, err := NewReduction(kind, tensor.F32, []int{n}, []int{0})
					if err != nil {
						t.Fatal(err)
					}
					reduction.Each(want.Bytes(), squared.Bytes(), init.Bytes(), rows, nil, new(Pieces))
				})
				withLoops(level, func() {
					reduction, err := NewReduction(kind, tensor.F32, []int{n}, []int{0})
					if err != nil {
						t.Fatal(err)
					}
					squares, ok := reduction.OfSquares()
					if !ok {
						t.Fatalf("rows of %d have no sums of squares", n)
					}
					squares.Each(got.Bytes(), x.Bytes(), init.Bytes(), rows, nil, new(Pieces))
				})
				same(t, fmt.Sprintf("level %d: %s of squares of %d", number, kind, n), got, want)
			}
		}
	}
}

// Sums over one axis and over all, of rows and columns of many lengths.
func BenchmarkSums(b *testing.B) {
	defer parallel.SetWorkers(0)
	parallel.SetWorkers(1)
	for _, c := range []struct{ shape, dims []int }{
		{[]int{1 << 18, 4}, []int{1}}, {[]int{1 << 16, 16}, []int{1}}, {[]int{10000, 100}, []int{1}}, {[]int{2730, 384}, []int{1}}, {[]int{1024, 1000}, []int{1}}, {[]int{256, 4096}, []int{1}},
		{[]int{1 << 20}, []int{0}}, {[]int{1 << 24}, []int{0}},
		{[]int{1 << 18, 4}, []int{0}}, {[]int{1 << 14, 64}, []int{0}}, {[]int{1024, 1000}, []int{0}}, {[]int{8, 1 << 17}, []int{0}}, {[]int{100, 10000}, []int{0}},
		{[]int{32, 1024, 32}, []int{1}}, {[]int{64, 128, 128}, []int{0, 2}}, {[]int{32, 64, 49}, []int{0, 2}}, {[]int{10000, 10, 10}, []int{1}},
	} {
		for _, d := range []tensor.DType{tensor.F32, tensor.F64, tensor.BF16} {
			x, out := tensor.Random(d, c.shape, 1), tensor.New(d, outShapeOf(c.shape, c.dims)...)
			b.Run(fmt.Sprintf("%v/%v/%v", c.shape, c.dims, d), func(b *testing.B) {
				kernel, err := ResolveReduce("sum", d, c.shape, c.dims)
				w := tensor.New(tensor.U8, ReduceWorkspace("sum", d, c.shape, c.dims)).Bytes()
				benchmark(b, err, func() { kernel(w, out, x, nil) }, x)
			})
		}
	}
}
