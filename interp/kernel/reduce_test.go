package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// foldReference folds values, given in order, as the documentation says: in the accumulator's type
// one after the other.
func foldReference(kind string, d tensor.DType, out *tensor.Tensor, at int, init *tensor.Tensor, values []float64) {
	accumulator := d
	if d == tensor.F16 || d == tensor.BF16 {
		accumulator = tensor.F32
	}
	acc := tensor.New(accumulator)
	op := map[string]string{"sum": "add", "mean": "add", "prod": "mul"}[kind]
	if op == "" {
		op = kind
	}
	switch {
	case init != nil:
		acc.SetFloat64(0, init.Float64At(0))
	case op == "mul":
		acc.Fill(1)
	case op == "and":
		acc.SetInt64(0, -1)
	case op == "max" && d != tensor.Bool:
		acc.Fill(math.Inf(-1))
	case op == "min":
		acc.Fill(math.Inf(1))
	}
	step, err := ResolveBinary(op, accumulator, nil, nil, nil)
	if err != nil {
		panic(err)
	}
	for _, v := range values {
		step(acc, acc, tensor.New(accumulator).Fill(v))
	}
	if kind == "mean" {
		quotient := tensor.New(accumulator)
		quotient.SetFloat64(0, acc.Float64At(0)/float64(len(values)))
		acc = quotient
	}
	out.SetFloat64(at, acc.Float64At(0))
}

// foldKinds returns the kinds that a type has.
func foldKinds(d tensor.DType) []string {
	switch {
	case d.IsFloat():
		return []string{"sum", "prod", "max", "min", "mean"}
	}
	return []string{"sum", "prod", "max", "min", "and", "or", "xor"}
}

var reduceShapes = []struct{ shape, dims []int }{
	{[]int{}, []int{}},
	{[]int{5}, []int{}},
	{[]int{5}, []int{0}},
	{[]int{1}, []int{0}},
	{[]int{0}, []int{0}},
	{[]int{0, 3}, []int{0}},
	{[]int{0, 3}, []int{1}},
	{[]int{3, 4}, []int{0}},
	{[]int{3, 4}, []int{1}},
	{[]int{3, 4}, []int{0, 1}},
	{[]int{2, 3, 4}, []int{1}},
	{[]int{2, 3, 4}, []int{2, 0}},
	{[]int{600, 2}, []int{0}}, // longer than what is converted at once
	{[]int{2, 3, 4}, []int{1, 2}},
	{[]int{2, 3, 4}, []int{0, 1}},
	{[]int{7, 1, 4, 1}, []int{2, 1}},
	{[]int{2, 3, 2, 3, 2}, []int{1, 3}},
	{[]int{2, 3, 2, 3, 2}, []int{0, 2, 4}},
	{[]int{1, 1}, []int{1}},
	{[]int{9, 600}, []int{1}},
	{[]int{3, 2500}, []int{0}},
}

func outShapeOf(shape, dims []int) []int {
	out := []int{}
	for d, extent := range shape {
		if !slices.Contains(dims, d) {
			out = append(out, extent)
		}
	}
	return out
}

// reduceReference calls fold with the result's number and the reduced elements in row-major order.
func reduceReference(x *tensor.Tensor, dims []int, fold func(at int, values []float64)) {
	out := outShapeOf(x.Shape(), dims)
	size := 1
	for _, extent := range out {
		size *= extent
	}
	values := make([][]float64, size)
	positions(x.Shape(), func(i int, index []int) {
		kept := []int{}
		for d, k := range index {
			if !slices.Contains(dims, d) {
				kept = append(kept, k)
			}
		}
		at := flat(out, kept)
		values[at] = append(values[at], x.Float64At(i))
	})
	for at, list := range values {
		fold(at, list)
	}
}

// spread returns values that make rounding errors, so that a wrong order of additions shows.
func spread(d tensor.DType, shape []int, seed uint64) *tensor.Tensor {
	x := tensor.Random(d, shape, seed)
	if d.IsFloat() {
		for i := range x.Len() {
			x.SetFloat64(i, x.Float64At(i)*math.Ldexp(1, i*7%13-6))
		}
	}
	return x
}

func TestReduce(t *testing.T) {
	for _, d := range realTypes() {
		for _, kind := range foldKinds(d) {
			for n, c := range reduceShapes {
				x := spread(d, c.shape, uint64(n))
				var init *tensor.Tensor
				if n%2 == 1 {
					init = tensor.New(d).Fill(1)
				}
				out := outShapeOf(c.shape, c.dims)
				want := tensor.New(d, out...)
				reference := reduceReferenceOf(kind, d)
				reduceReference(x, c.dims, func(at int, values []float64) { reference(kind, d, want, at, init, values) })
				kernel, err := resolveReduce(kind, d, c.shape, c.dims)
				if err != nil {
					t.Fatal(err)
				}
				got := onWorkers(t, kind, func() *tensor.Tensor {
					y := tensor.New(d, out...)
					kernel(y, x, init)
					return y
				})
				same(t, kind+" of "+x.TypeString(), got, want)
			}
		}
	}
}

func TestReduceBigOnWorkers(t *testing.T) {
	for _, c := range []struct{ shape, dims []int }{{[]int{300, 1000}, []int{1}}, {[]int{1000, 300}, []int{0}}, {[]int{7, 500, 90}, []int{1}}, {[]int{301, 7, 100}, []int{0, 2}}} {
		for _, d := range []tensor.DType{tensor.F32, tensor.BF16} {
			x := spread(d, c.shape, 3)
			out := outShapeOf(c.shape, c.dims)
			kernel, err := resolveReduce("sum", d, c.shape, c.dims)
			if err != nil {
				t.Fatal(err)
			}
			want := tensor.New(d, out...)
			reduceReference(x, c.dims, func(at int, values []float64) { sumReference("sum", d, want, at, nil, values) })
			same(t, "sum", onWorkers(t, "sum", func() *tensor.Tensor {
				y := tensor.New(d, out...)
				kernel(y, x, nil)
				return y
			}), want)
		}
	}
}

func TestReduceSpecialValues(t *testing.T) {
	for _, c := range []struct{ kind, in, want string }{
		{"sum", "2xf32=-0", "f32=-0"},
		{"sum", "0xf64=[]", "f64=0"},
		{"mean", "2xf16=-0", "f16=-0"},
		{"sum", "3xf32=inf -inf 1", "f32=nan"},
		{"max", "3xf32=1 nan 2", "f32=nan"},
		{"max", "2xf32=-0 0", "f32=0"},
		{"min", "2xf32=0 -0", "f32=-0"},
		{"max", "0xf32=[]", "f32=-inf"},
		{"min", "0xf16=[]", "f16=inf"},
		{"max", "0xi8=[]", "i8=-128"},
		{"min", "0xui8=[]", "ui8=255"},
		{"and", "0xi16=[]", "i16=-1"},
		{"prod", "0xi64=[]", "i64=1"},
		{"sum", "0xbf16=[]", "bf16=0"},
		{"mean", "0xf32=[]", "f32=nan"},
		{"max", "0xi1=[]", "i1=0"},
		{"min", "0xi1=[]", "i1=1"},
		{"sum", "3xi8=100 100 100", "i8=44"},
		// 257 ones: bf16 steps would stop at 256, f16 sums of 0.1 would drift.
		{"sum", "257xbf16=1", "bf16=256"},
		{"sum", "512xbf16=1", "bf16=512"},
		{"mean", "512xbf16=1", "bf16=1"},
	} {
		x, want := parse(t, c.in), parse(t, c.want)
		kernel, err := resolveReduce(c.kind, x.DType(), x.Shape(), []int{0})
		if err != nil {
			t.Fatal(err)
		}
		got := tensor.New(x.DType())
		kernel(got, x, nil)
		same(t, c.kind+" "+c.in, got, want)
	}
}

func TestReduceIllegal(t *testing.T) {
	for _, c := range []struct {
		kind string
		d    tensor.DType
		dims []int
		want string
	}{
		{"average", tensor.F32, []int{0}, `there is no reduction named "average"`},
		{"mean", tensor.I32, []int{0}, "reduction mean is not defined for i32"},
		{"or", tensor.F32, []int{0}, "reduction or is not defined for f32"},
		{"sum", tensor.F32, []int{1}, "reduced dimension 1 is not a dimension of a tensor of rank 1"},
		{"sum", tensor.F32, []int{0, 0}, "appears twice"},
		{"sum", tensor.Invalid, []int{0}, "not defined for invalid"},
	} {
		_, err := resolveReduce(c.kind, c.d, []int{3}, c.dims)
		wantError(t, c.kind, err, c.want)
	}
}

func TestArgReduce(t *testing.T) {
	for _, d := range realTypes() {
		for n, c := range reduceShapes {
			x := tensor.Random(d, c.shape, uint64(n))
			if d.IsFloat() && x.Len() > 4 {
				x.SetFloat64(3, math.NaN())
			}
			for _, kind := range []string{"argmax", "argmin"} {
				for _, index := range []tensor.DType{tensor.I32, tensor.I64, tensor.U16} {
					out := outShapeOf(c.shape, c.dims)
					want, empty := tensor.New(index, out...), false
					reduceReference(x, c.dims, func(at int, values []float64) {
						best := 0
						for i, v := range values {
							b := values[best]
							if b == b && (v != v || kind == "argmax" && v > b || kind == "argmin" && v < b) {
								best = i
							}
						}
						empty = empty || len(values) == 0
						want.SetInt64(at, int64(best))
					})
					kernel, err := ResolveArgReduce(kind, d, c.shape, c.dims, index)
					if empty {
						wantError(t, kind, err, kind+" over dimensions without elements")
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					same(t, kind+" of "+x.TypeString(), onWorkers(t, kind, func() *tensor.Tensor {
						y := tensor.New(index, out...)
						kernel(y, x)
						return y
					}), want)
				}
			}
		}
	}
	x := parse(t, "4xf32=-0 0 nan nan")
	for kind, want := range map[string]string{"argmax": "i32=2", "argmin": "i32=2"} {
		kernel, err := ResolveArgReduce(kind, tensor.F32, []int{4}, []int{0}, tensor.I32)
		if err != nil {
			t.Fatal(err)
		}
		got := tensor.New(tensor.I32)
		kernel(got, x)
		same(t, kind, got, parse(t, want))
	}
	for _, c := range []struct {
		kind     string
		d, index tensor.DType
		n        int
		want     string
	}{
		{"max", tensor.F32, tensor.I32, 3, `there is no reduction named "max" that gives positions`},
		{"argmax", tensor.F32, tensor.F32, 3, "argmax positions cannot have type f32"},
		{"argmax", tensor.F32, tensor.I8, 129, "argmax positions up to 128 do not fit type i8"},
		{"argmax", tensor.Invalid, tensor.I8, 3, "argmax is not defined for invalid"},
	} {
		_, err := ResolveArgReduce(c.kind, c.d, []int{c.n}, []int{0}, c.index)
		wantError(t, c.kind, err, c.want)
	}
	if _, err := ResolveArgReduce("argmax", tensor.F32, []int{128}, []int{0}, tensor.I8); err != nil {
		t.Error(err)
	}
}

// What argmax takes does not grow with the number of its results: besides their numbers, the same
// few slices for any.
func TestArgReduceAllocations(t *testing.T) {
	for _, d := range []tensor.DType{tensor.F32, tensor.F16, tensor.BF16} {
		x, out := tensor.Random(d, []int{1000, 3, 4}, 1), tensor.New(tensor.I32, 1000)
		kernel, err := ResolveArgReduce("argmax", d, x.Shape(), []int{1, 2}, tensor.I32)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(3, func() { kernel(out, x) }); n > 100 {
			t.Errorf("%v: %v allocations", d, n)
		}
	}
}

// A prefix sum written as a window: 256 is where bf16 stops counting by ones, so two ones are lost
// one after the other, but not in a mean.
func TestReduceWindowRoundsSteps(t *testing.T) {
	x := tensor.New(tensor.BF16, 4)
	for i, v := range []float64{256, 1, 1, 2} {
		x.SetFloat64(i, v)
	}
	w := WindowDims{[]int{4}, []int{1}, []int{1}, []int{1}, [][2]int{{3, 0}}}
	for kind, want := range map[string]float64{"sum": 258, "mean": 65} {
		kernel, err := ResolveReduceWindow(kind, tensor.BF16, x.Shape(), w)
		if err != nil {
			t.Fatal(err)
		}
		y := tensor.New(tensor.BF16, 4)
		if err := kernel(y, x, nil, anyWork); err != nil {
			t.Fatal(err)
		}
		if got := y.Float64At(3); got != want {
			t.Errorf("%s of 256, 1, 1, 2 is %v, want %v", kind, got, want)
		}
	}
}

// windowReference folds values as foldReference does, but rounds sums and products at every step.
func windowReference(kind string, out *tensor.Tensor, at int, init *tensor.Tensor, values []float64) {
	if kind != "sum" && kind != "prod" {
		foldReference(kind, out.DType(), out, at, init, values)
		return
	}
	acc := tensor.New(out.DType())
	foldReference(kind, out.DType(), acc, 0, init, nil)
	for _, v := range values {
		foldReference(kind, out.DType(), acc, 0, acc, []float64{v})
	}
	out.SetFloat64(at, acc.Float64At(0))
}

// It is long because it is a table of cases.
func TestReduceWindow(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	types := realTypes()
	elements := 0
	for range 2000 {
		rank := rng.IntN(4)
		w := WindowDims{make([]int, rank), make([]int, rank), make([]int, rank), make([]int, rank), make([][2]int, rank)}
		shape, out := make([]int, rank), make([]int, rank)
		for d := range rank {
			shape[d] = rng.IntN(7)
			w.Size[d], w.Strides[d], w.BaseDilations[d], w.WindowDilations[d] = 1, 1, 1, 1
			if rng.IntN(3) > 0 {
				w.Size[d], w.Strides[d] = rng.IntN(3)+1, rng.IntN(3)+1
				w.Padding[d] = [2]int{rng.IntN(5) - 1, rng.IntN(5) - 1}
				if rng.IntN(2) > 0 {
					w.BaseDilations[d], w.WindowDilations[d] = rng.IntN(3)+1, rng.IntN(3)+1
				}
			}
			padded := w.Padding[d][0] + w.Padding[d][1]
			for i := range shape[d] {
				padded++
				if i > 0 {
					padded += w.BaseDilations[d] - 1
				}
			}
			if padded < 0 {
				w.Padding[d] = [2]int{}
				padded = 0
				if shape[d] > 0 {
					padded = (shape[d]-1)*w.BaseDilations[d] + 1
				}
			}
			for at := 0; at+(w.Size[d]-1)*w.WindowDilations[d] < padded; at += w.Strides[d] {
				out[d]++
			}
		}
		d := types[rng.IntN(len(types))]
		kinds := foldKinds(d)
		kind := kinds[rng.IntN(len(kinds))]
		x := spread(d, shape, rng.Uint64())
		var init *tensor.Tensor
		if rng.IntN(2) == 0 {
			init = tensor.New(d).Fill(2)
		}
		padding := tensor.New(d)
		foldReference(kind, d, padding, 0, init, nil)
		if kind == "mean" {
			padding.Fill(0)
			if init != nil {
				padding.Fill(2)
			}
		}
		want := tensor.New(d, out...)
		sites, err := ResolveWindowSites(shape, w)
		if err != nil {
			t.Fatal(err)
		}
		positions(out, func(i int, index []int) {
			var values []float64
			var seen []int
			for element, count := range sites.At(i) {
				seen = append(seen, slices.Repeat([]int{element}, count)...)
			}
			positions(w.Size, func(_ int, within []int) {
				at, inside := make([]int, rank), true
				for k := range at {
					p := index[k]*w.Strides[k] + within[k]*w.WindowDilations[k] - w.Padding[k][0]
					inside = inside && p >= 0 && p%w.BaseDilations[k] == 0 && p/w.BaseDilations[k] < shape[k]
					at[k] = p / w.BaseDilations[k]
				}
				element := -1
				if inside {
					element = flat(shape, at)
					values = append(values, x.Float64At(element))
				} else {
					values = append(values, padding.Float64At(0))
				}
				if n := len(values) - 1; n >= len(seen) || seen[n] != element {
					t.Fatalf("%v %+v: position %v sees %v, want %d at %d", shape, w, index, seen, element, n)
				}
			})
			if len(seen) != len(values) {
				t.Fatalf("%v %+v: position %v sees %d elements, want %d", shape, w, index, len(seen), len(values))
			}
			windowReference(kind, want, i, init, values)
			elements++
		})
		got, err := WindowShape(shape, w)
		if err != nil || !slices.Equal(got, out) {
			t.Fatalf("%v %+v: shape %v, %v, want %v", shape, w, got, err, out)
		}
		kernel, err := ResolveReduceWindow(kind, d, shape, w)
		if err != nil {
			t.Fatal(err)
		}
		y := tensor.New(d, out...)
		if err := kernel(y, x, init, anyWork); err != nil {
			t.Fatal(err)
		}
		same(t, kind, y, want)
		sparse := sparseOf(t, kind, d, shape, w)
		clear(y.Bytes())
		if err := sparse.reduce(y, x, init, anyWork); err != nil {
			t.Fatal(err)
		}
		same(t, "site by site, "+kind, y, want)
	}
	if elements < 5000 {
		t.Errorf("only %d elements were compared", elements)
	}
}

func TestMaxPool(t *testing.T) {
	x := parse(t, "1x4x4x1xf32=[1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 nan]")
	w := WindowDims{[]int{1, 2, 2, 1}, []int{1, 2, 2, 1}, []int{1, 1, 1, 1}, []int{1, 1, 1, 1}, make([][2]int, 4)}
	kernel, err := ResolveReduceWindow("max", tensor.F32, x.Shape(), w)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "max pool", onWorkers(t, "max pool", func() *tensor.Tensor {
		y := tensor.New(tensor.F32, 1, 2, 2, 1)
		if err := kernel(y, x, parse(t, "f32=-inf"), anyWork); err != nil {
			t.Error(err)
		}
		return y
	}), parse(t, "1x2x2x1xf32=[6 8 14 nan]"))
	for want, change := range map[string]func(*WindowDims){
		"every attribute needs 4 entries": func(w *WindowDims) { w.Strides = nil },
		"size 0, stride 2":                func(w *WindowDims) { w.Size = []int{1, 0, 2, 1} },
		"a negative extent":               func(w *WindowDims) { w.Padding = [][2]int{{}, {-3, -3}, {}, {}} },
	} {
		bad := w
		change(&bad)
		_, err := ResolveReduceWindow("max", tensor.F32, x.Shape(), bad)
		wantError(t, "window", err, want)
	}
	_, err = ResolveReduceWindow("argmax", tensor.F32, x.Shape(), w)
	wantError(t, "window", err, `there is no reduction named "argmax"`)
}

func TestCumulate(t *testing.T) {
	for _, d := range realTypes() {
		for _, kind := range foldKinds(d) {
			if kind == "mean" {
				continue
			}
			for n, c := range []struct {
				shape []int
				dim   int
			}{{[]int{5}, 0}, {[]int{0}, 0}, {[]int{1}, 0}, {[]int{2, 3}, 0}, {[]int{2, 3}, 1}, {[]int{2, 3, 4}, 1}, {[]int{3, 1100}, 1}, {[]int{3, 1100}, 0}, {[]int{3, 0}, 0}} {
				for mode := range 4 {
					exclusive, reverse := mode&1 != 0, mode&2 != 0
					x := spread(d, c.shape, uint64(n))
					want := tensor.New(d, c.shape...)
					if n < 6 || mode < 2 {
						cumulateReference(kind, want, x, c.dim, exclusive, reverse)
					}
					kernel, err := ResolveCumulate(kind, d, c.shape, c.dim, exclusive, reverse)
					if err != nil {
						t.Fatal(err)
					}
					got := onWorkers(t, kind, func() *tensor.Tensor {
						y := tensor.New(d, c.shape...)
						kernel(y, x)
						return y
					})
					if n < 6 || mode < 2 {
						same(t, kind+" of "+x.TypeString(), got, want)
					}
					kernel(x, x)
					same(t, kind+" in place", x, got)
				}
			}
		}
	}
	_, err := ResolveCumulate("mean", tensor.F32, []int{3}, 0, false, false)
	wantError(t, "cumulate", err, "prefix reduction mean is not defined for f32")
	_, err = ResolveCumulate("sum", tensor.F32, []int{3}, 1, false, false)
	wantError(t, "cumulate", err, "cumulate dimension 1 is not a dimension")
}

// cumulateReference keeps one accumulator for each line.
func cumulateReference(kind string, out, x *tensor.Tensor, dim int, exclusive, reverse bool) {
	d, shape := x.DType(), x.Shape()
	lines := slices.Clone(shape)
	lines[dim] = 1
	positions(lines, func(_ int, index []int) {
		accumulator := d
		if d == tensor.F16 || d == tensor.BF16 {
			accumulator = tensor.F32
		}
		acc := tensor.New(accumulator)
		foldReference(kind, accumulator, acc, 0, nil, nil)
		for i := range shape[dim] {
			index[dim] = i
			if reverse {
				index[dim] = shape[dim] - 1 - i
			}
			at := flat(shape, index)
			if exclusive {
				out.SetFloat64(at, acc.Float64At(0))
			}
			next := tensor.New(accumulator)
			foldReference(kind, accumulator, next, 0, acc, []float64{x.Float64At(at)})
			acc = next
			if !exclusive {
				out.SetFloat64(at, acc.Float64At(0))
			}
		}
	})
}
