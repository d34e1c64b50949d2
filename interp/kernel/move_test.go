package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// moveTypes has a type of each element size.
var moveTypes = []tensor.DType{tensor.I8, tensor.BF16, tensor.F32, tensor.I64}

// checkMove runs a one-operand kernel on numbered elements, for each size and number of workers,
// and compares with the element of x that source gives for each index of the result.
func checkMove(t *testing.T, what string, kernel Unary, err error, xShape, outShape []int, source func(index []int) int) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	for _, d := range moveTypes {
		x, want := numbered(d, xShape...), tensor.New(d, outShape...)
		positions(outShape, func(i int, index []int) { copyElement(want, i, x, source(index)) })
		same(t, what, onWorkers(t, what, func() *tensor.Tensor {
			out := tensor.New(d, outShape...)
			kernel(out, x)
			return out
		}), want)
	}
}

func TestTranspose(t *testing.T) {
	for _, c := range []struct{ shape, permutation []int }{
		{[]int{}, []int{}},
		{[]int{5}, []int{0}},
		{[]int{3, 4}, []int{0, 1}},
		{[]int{3, 4}, []int{1, 0}},
		{[]int{1, 4}, []int{1, 0}},
		{[]int{0, 4}, []int{1, 0}},
		{[]int{2, 3, 4}, []int{2, 0, 1}},
		{[]int{2, 3, 4}, []int{1, 2, 0}},
		{[]int{2, 3, 4}, []int{2, 1, 0}},
		{[]int{2, 3, 4, 5}, []int{0, 2, 1, 3}},
		{[]int{2, 3, 4, 5}, []int{3, 1, 2, 0}},
		{[]int{2, 17, 1, 33}, []int{0, 3, 2, 1}},
		{[]int{300, 130}, []int{1, 0}},
		{[]int{3, 40, 17, 50}, []int{1, 3, 0, 2}},
		{[]int{12, 70, 64}, []int{1, 0, 2}},
	} {
		out := make([]int, len(c.shape))
		for i, d := range c.permutation {
			out[i] = c.shape[d]
		}
		kernel, err := ResolveTranspose(c.shape, c.permutation)
		checkMove(t, "transpose", kernel, err, c.shape, out, func(index []int) int {
			at := make([]int, len(index))
			for i, d := range c.permutation {
				at[d] = index[i]
			}
			return flat(c.shape, at)
		})
	}
	for want, permutation := range map[string][]int{
		"permutation 2 is not a dimension": {0, 2}, "permutation 0 appears twice": {0, 0}, "permutation has 1 dimensions, the operand has 2": {0},
	} {
		_, err := ResolveTranspose([]int{2, 3}, permutation)
		wantError(t, "transpose", err, want)
	}
}

func TestBroadcastInDim(t *testing.T) {
	for _, c := range []struct{ shape, dims, out []int }{
		{[]int{}, []int{}, []int{}},
		{[]int{}, []int{}, []int{2, 3}},
		{[]int{3}, []int{1}, []int{2, 3}},
		{[]int{2}, []int{0}, []int{2, 3}},
		{[]int{1, 3}, []int{0, 2}, []int{4, 5, 3}},
		{[]int{2, 3}, []int{1, 0}, []int{3, 2}}, // also transposes
		{[]int{2, 1}, []int{2, 0}, []int{3, 4, 2}},
		{[]int{1}, []int{0}, []int{0}},
		{[]int{0, 1}, []int{0, 1}, []int{0, 4}},
		{[]int{300, 1}, []int{0, 1}, []int{300, 200}},
		{[]int{}, []int{}, []int{90000}},
	} {
		kernel, err := ResolveBroadcast(c.shape, c.dims, c.out)
		checkMove(t, "broadcast", kernel, err, c.shape, c.out, func(index []int) int {
			at := make([]int, len(c.shape))
			for i, d := range c.dims {
				if c.shape[i] != 1 {
					at[i] = index[d]
				}
			}
			return flat(c.shape, at)
		})
	}
	_, err := ResolveBroadcast([]int{2}, []int{0}, []int{3})
	wantError(t, "broadcast", err, "broadcast cannot stretch extent 2 of operand dimension 0 to 3")
	_, err = ResolveBroadcast([]int{2, 2}, []int{0}, []int{3})
	wantError(t, "broadcast", err, "broadcast maps 1 dimensions, the operand has 2")
	_, err = ResolveBroadcast([]int{2, 2}, []int{0, 0}, []int{2, 2})
	wantError(t, "broadcast", err, "appears twice")
}

func TestSlice(t *testing.T) {
	for _, c := range []struct{ shape, starts, limits, steps []int }{
		{[]int{}, []int{}, []int{}, []int{}},
		{[]int{5}, []int{1}, []int{4}, nil},
		{[]int{5}, []int{0}, []int{5}, []int{2}},
		{[]int{5}, []int{5}, []int{5}, []int{3}},
		{[]int{3, 4, 5}, []int{1, 0, 2}, []int{3, 4, 5}, []int{1, 3, 2}},
		{[]int{3, 4, 5}, []int{0, 1, 0}, []int{3, 3, 5}, nil},
		{[]int{0, 4}, []int{0, 1}, []int{0, 3}, nil},
		{[]int{200000}, []int{1}, []int{200000}, []int{3}},
		{[]int{300, 300}, []int{1, 2}, []int{299, 300}, []int{1, 1}},
		{[]int{3, 5}, []int{0, 2}, []int{3, 5}, []int{math.MaxInt, math.MaxInt}},
		{[]int{3, 5}, []int{1, 1}, []int{3, 5}, []int{math.MaxInt / 2, 2}},
	} {
		out, steps := make([]int, len(c.shape)), c.steps
		if steps == nil {
			steps = slices.Repeat([]int{1}, len(c.shape))
		}
		for d := range out {
			for left := c.limits[d] - c.starts[d]; left > 0; left -= steps[d] {
				out[d]++
			}
		}
		kernel, err := ResolveSlice(c.shape, c.starts, c.limits, c.steps)
		checkMove(t, "slice", kernel, err, c.shape, out, func(index []int) int {
			at := make([]int, len(index))
			for d, i := range index {
				at[d] = c.starts[d] + i*steps[d]
			}
			return flat(c.shape, at)
		})
	}
	for want, c := range map[string][3]int{
		"slice [-1:3:1] of dimension 0 with extent 5": {-1, 3, 1}, "slice [0:6:1]": {0, 6, 1}, "slice [3:2:1]": {3, 2, 1}, "slice [0:3:0]": {0, 3, 0},
	} {
		_, err := ResolveSlice([]int{5}, c[:1], c[1:2], c[2:])
		wantError(t, "slice", err, want)
	}
	_, err := ResolveSlice([]int{5, 5}, []int{0}, []int{5, 5}, nil)
	wantError(t, "slice", err, "slice has 1 starts, 2 limits and 2 steps, the operand has 2 dimensions")
}

func TestReverse(t *testing.T) {
	for _, c := range []struct{ shape, dims []int }{
		{[]int{}, []int{}}, {[]int{5}, []int{0}}, {[]int{2, 3, 4}, []int{1}}, {[]int{2, 3, 4}, []int{0, 2}}, {[]int{2, 3, 4}, []int{2, 1, 0}},
		{[]int{0, 3}, []int{0, 1}}, {[]int{3, 1}, []int{1}}, {[]int{90000}, []int{0}}, {[]int{300, 300}, []int{0}},
	} {
		kernel, err := ResolveReverse(c.shape, c.dims)
		checkMove(t, "reverse", kernel, err, c.shape, c.shape, func(index []int) int {
			at := slices.Clone(index)
			for _, d := range c.dims {
				at[d] = c.shape[d] - 1 - at[d]
			}
			return flat(c.shape, at)
		})
	}
	_, err := ResolveReverse([]int{3}, []int{1})
	wantError(t, "reverse", err, "reverse dimension 1 is not a dimension")
}

func TestPad(t *testing.T) {
	for _, c := range []struct{ shape, low, high, interior []int }{
		{[]int{}, []int{}, []int{}, []int{}},
		{[]int{3}, []int{0}, []int{0}, []int{0}},
		{[]int{3}, []int{1}, []int{2}, []int{0}},
		{[]int{3}, []int{0}, []int{0}, []int{2}},
		{[]int{3}, []int{-1}, []int{-1}, []int{0}},
		{[]int{3}, []int{-1}, []int{-2}, []int{2}},
		{[]int{3}, []int{-2}, []int{3}, []int{1}},
		{[]int{3}, []int{4}, []int{-6}, []int{0}},
		{[]int{3}, []int{-4}, []int{2}, []int{0}},
		{[]int{3}, []int{-5}, []int{4}, []int{1}},
		{[]int{3}, []int{5}, []int{-8}, []int{1}},
		{[]int{0}, []int{2}, []int{1}, []int{3}},
		{[]int{1}, []int{2}, []int{1}, []int{3}},
		{[]int{1}, []int{2}, []int{1}, []int{math.MaxInt}},
		{[]int{2, 3}, []int{1, -1}, []int{0, 2}, []int{1, 1}},
		{[]int{2, 0}, []int{1, 1}, []int{0, 2}, []int{1, 1}},
		{[]int{100, 200}, []int{7, -3}, []int{-5, 200}, []int{2, 0}},
		{[]int{2, 3, 4}, []int{0, 1, 0}, []int{0, 1, 0}, []int{0, 0, 0}},
		{[]int{4, 3, 270}, []int{1, 0, 1}, []int{0, 2, 1}, []int{0, 1, 0}},
		{[]int{5, 600}, []int{-1, -3}, []int{2, -5}, []int{0, 0}},
		{[]int{4, 300}, []int{0, 30}, []int{0, 50}, []int{3, 0}},
		{[]int{300}, []int{3}, []int{2}, []int{0}},
		{[]int{1100, 1000}, []int{1, 1}, []int{1, 1}, []int{0, 0}}, // past the caches, if elements are large
	} {
		out, want := make([]int, len(c.shape)), map[tensor.DType]*tensor.Tensor{}
		for d, n := range c.shape {
			out[d] = c.low[d] + c.high[d] + n
			if n > 1 {
				out[d] += (n - 1) * c.interior[d]
			}
		}
		kernel, err := ResolvePad(c.shape, c.low, c.high, c.interior, out)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range moveTypes {
			x, value := numbered(d, c.shape...), tensor.New(d).Fill(99)
			want[d] = tensor.New(d, out...).Fill(99)
			positions(c.shape, func(i int, index []int) {
				at := make([]int, len(index))
				for k := range index {
					at[k] = c.low[k] + index[k]*(c.interior[k]+1)
					if at[k] < 0 || at[k] >= out[k] {
						return
					}
				}
				copyElement(want[d], flat(out, at), x, i)
			})
			got := onWorkers(t, "pad", func() *tensor.Tensor {
				y := tensor.New(d, out...)
				kernel(y, x, value)
				return y
			})
			same(t, "pad of "+x.TypeString(), got, want[d])
		}
	}
	for want, c := range map[string][4]int{
		"gives 4, not a legal 5": {1, 0, 0, 5}, "gives -1, not a legal -1": {-4, 0, 0, -1}, "interior -1": {0, 0, -1, 1},
	} {
		_, err := ResolvePad([]int{3}, c[:1], c[1:2], c[2:3], c[3:])
		wantError(t, "pad", err, want)
	}
	_, err := ResolvePad([]int{3}, nil, []int{0}, []int{0}, []int{3})
	wantError(t, "pad", err, "pad has 0 low, 1 high and 1 interior amounts and a result of rank 1, the operand has 1 dimensions")
}

func TestConcatAndSplit(t *testing.T) {
	for _, c := range []struct {
		shapes [][]int
		dim    int
	}{
		{[][]int{{3}}, 0},
		{[][]int{{3}, {0}, {2}}, 0},
		{[][]int{{2, 3}, {2, 1}, {2, 4}}, 1},
		{[][]int{{2, 3}, {5, 3}}, 0},
		{[][]int{{2, 3, 4}, {2, 1, 4}}, 1},
		{[][]int{{0, 3}, {0, 2}}, 1},
		{[][]int{{300, 100}, {300, 71}}, 1},
	} {
		whole := slices.Clone(c.shapes[0])
		whole[c.dim] = 0
		var sizes []int
		for _, shape := range c.shapes {
			whole[c.dim] += shape[c.dim]
			sizes = append(sizes, shape[c.dim])
		}
		concat, err := ResolveConcat(c.shapes, c.dim)
		if err != nil {
			t.Fatal(err)
		}
		split, err := ResolveSplit(whole, c.dim, sizes)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range moveTypes {
			all := numbered(d, whole...)
			var parts []*tensor.Tensor
			start := 0
			for _, shape := range c.shapes {
				part := tensor.New(d, shape...)
				positions(shape, func(i int, index []int) {
					index[c.dim] += start
					copyElement(part, i, all, flat(whole, index))
				})
				start += shape[c.dim]
				parts = append(parts, part)
			}
			same(t, "concat", onWorkers(t, "concat", func() *tensor.Tensor {
				out := tensor.New(d, whole...)
				concat(out, parts)
				return out
			}), all)
			outs := make([]*tensor.Tensor, len(parts))
			for i, shape := range c.shapes {
				outs[i] = tensor.New(d, shape...)
			}
			split(outs, all)
			for i := range outs {
				same(t, "split", outs[i], parts[i])
			}
		}
	}
	_, err := ResolveConcat(nil, 0)
	wantError(t, "concat", err, "concat of no tensors")
	_, err = ResolveConcat([][]int{{2, 3}, {3, 3}}, 1)
	wantError(t, "concat", err, "concat: shapes 2x3 and 3x3 differ outside dimension 1")
	_, err = ResolveConcat([][]int{{2, 3}, {2}}, 1)
	wantError(t, "concat", err, "concat: shapes 2x3 and 2 differ")
	_, err = ResolveConcat([][]int{{2, 3}}, 2)
	wantError(t, "concat", err, "concat dimension 2 is not a dimension")
	_, err = ResolveSplit([]int{5}, 0, []int{2, 2})
	wantError(t, "split", err, "split sizes add up to 4, dimension 0 has extent 5")
	_, err = ResolveSplit([]int{5}, 1, []int{2, 3})
	wantError(t, "split", err, "split dimension 1 is not a dimension")
	_, err = ResolveSplit([]int{5}, 0, []int{6, -1})
	wantError(t, "split", err, "negative")
}

func TestDynamicSlice(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	indexTypes := []tensor.DType{tensor.I8, tensor.I32, tensor.I64, tensor.U8, tensor.U64}
	for range 300 {
		rank := rng.IntN(4)
		shape, box, starts, clamped := make([]int, rank), make([]int, rank), make([]*tensor.Tensor, rank), make([]int, rank)
		for d := range shape {
			shape[d] = rng.IntN(6)
			box[d] = rng.IntN(shape[d] + 1)
			index := indexTypes[rng.IntN(len(indexTypes))]
			start := rng.IntN(10)
			if index.IsSigned() {
				start -= 3
			}
			starts[d] = tensor.New(index)
			starts[d].SetInt64(0, int64(start))
			clamped[d] = min(max(start, 0), shape[d]-box[d])
		}
		slice, err := ResolveDynamicSlice(shape, box)
		checkMove(t, "dynamic_slice", func(out, x *tensor.Tensor) { slice(out, x, starts) }, err, shape, box, func(index []int) int {
			at := slices.Clone(index)
			for d := range at {
				at[d] += clamped[d]
			}
			return flat(shape, at)
		})
		updateSlice, err := ResolveDynamicUpdateSlice(shape, box)
		if err != nil {
			t.Fatal(err)
		}
		x, update := numbered(tensor.F32, shape...), tensor.Random(tensor.F32, box, 1)
		want, got := x.Clone(), tensor.New(tensor.F32, shape...)
		positions(box, func(i int, index []int) {
			for d := range index {
				index[d] += clamped[d]
			}
			copyElement(want, flat(shape, index), update, i)
		})
		updateSlice(got, x, update, starts)
		same(t, "dynamic_update_slice", got, want)
		same(t, "the operand of dynamic_update_slice", x, numbered(tensor.F32, shape...))
		updateSlice(x, x, update, starts)
		same(t, "dynamic_update_slice in place", x, want)
	}
	_, err := ResolveDynamicSlice([]int{3}, []int{4})
	wantError(t, "dynamic_slice", err, "dynamic_slice: extent 4 of the box does not fit dimension 0 of extent 3")
	_, err = ResolveDynamicUpdateSlice([]int{3}, []int{3, 1})
	wantError(t, "dynamic_update_slice", err, "a box of rank 2 in a tensor of rank 1")
}
