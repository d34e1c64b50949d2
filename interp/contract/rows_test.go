package contract

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// Rows by a matrix of a batch that lies in memory in any order are those of dot_general, with every
// kernel, and nothing outside of what they were given is written.
func TestRows(t *testing.T) {
	types := [][3]tensor.DType{ // result, left, right
		{tensor.F32, tensor.F32, tensor.F32}, {tensor.F64, tensor.F64, tensor.F64}, {tensor.F16, tensor.F16, tensor.F16}, {tensor.BF16, tensor.BF16, tensor.BF16},
		{tensor.F32, tensor.BF16, tensor.F32}, {tensor.F16, tensor.F32, tensor.F16}, {tensor.F64, tensor.F32, tensor.F16}, {tensor.F32, tensor.F64, tensor.F32},
		{tensor.I32, tensor.I8, tensor.I8}, {tensor.I8, tensor.I32, tensor.I8}, {tensor.I64, tensor.I64, tensor.U16}, {tensor.U8, tensor.U8, tensor.U8}, {tensor.Bool, tensor.Bool, tensor.Bool},
		{tensor.U32, tensor.I16, tensor.U32}, {tensor.I16, tensor.I16, tensor.I16}, {tensor.U16, tensor.U16, tensor.U16}, {tensor.U64, tensor.U64, tensor.U64},
	}
	first, count := campaign.Cases(some(400))
	for seed := range uint64(count) {
		seed += first
		rng := rand.New(rand.NewPCG(seed, 3))
		extent := func() int { return []int{1, 2, 3, 7, 16, 17, 33, 70, 130}[rng.IntN(9)] }
		of := types[rng.IntN(len(types))]
		// Dimensions of the right operand: the batch, two that are summed over, two of columns.
		extents := []int{1 + rng.IntN(3), 1 + rng.IntN(5), extent(), 1 + rng.IntN(3), extent()}
		if rng.IntN(8) == 0 {
			extents[2] = 300
		}
		rows := 1 + rng.IntN(20)
		place := rng.Perm(5) // where in the operand they are
		shape := make([]int, 5)
		for d, at := range place {
			shape[at] = extents[d]
		}
		left, right := tensor.Random(of[1], []int{extents[0], rows, extents[1], extents[2]}, seed), tensor.Random(of[2], shape, seed+1)
		want := tensor.New(of[0], extents[0], rows, extents[3], extents[4])
		free := []int{place[3], place[4]}
		d := DotDims{LHSBatch: []int{0}, RHSBatch: []int{place[0]}, LHSContract: []int{2, 3}, RHSContract: []int{place[1], place[2]}}
		whole, err := ResolveDotGeneral(d, of[0], Type{of[1], left.Shape()}, Type{of[2], shape})
		if err != nil {
			t.Fatal(err)
		}
		size, _ := DotGeneralWorkspace(d, of[0], Type{of[1], left.Shape()}, Type{of[2], shape})
		result := want
		if !slices.IsSorted(free) {
			result = tensor.New(of[0], extents[0], rows, extents[4], extents[3])
		}
		whole(tensor.Uninitialised(size(1<<10)), result, left, right, nil)
		if !slices.IsSorted(free) {
			free[0], free[1] = free[1], free[0]
			want = result
		}
		strides := shapes.Strides(shape)
		along := func(dims ...int) (list []Along) {
			for _, d := range dims {
				list = append(list, Along{shape[d], strides[d]})
			}
			return list
		}
		r, err := newRowProduct(of[0], of[1], of[2], along(place[1], place[2]), along(free...))
		if err != nil {
			t.Fatal(err)
		}
		for k := 0; r.at(k) != nil; k++ {
			got := tensor.New(of[0], want.Shape()...)
			computeRows(r.at(k), rng, got, left, right, rows, strides[place[0]])
			if !tensor.SameValues(got, want) {
				t.Fatalf("seed %d, kernel %d: %v of %v by %v, dimensions at %v", seed, k, of, left.Shape(), shape, place)
			}
		}
	}
}

// computeRows computes a batch a few rows at a time.
func computeRows(r Rows, rng *rand.Rand, out, left, right *tensor.Tensor, rows, stride int) {
	packed, width, depth := tensor.Uninitialised(r.Packed()), out.Len()/(out.Shape()[0]*rows)*out.DType().Size(), left.Len()/(left.Shape()[0]*rows)*left.DType().Size()
	for b := range out.Shape()[0] {
		r.Pack(packed, right.Bytes(), tensor.Uninitialised(r.Scratch(1)), b*stride)
		for lo := 0; lo < rows; {
			n := min(rows-lo, 1+rng.IntN(rows))
			at := b*rows + lo
			r.Multiply(out.Bytes()[at*width:(at+n)*width], left.Bytes()[at*depth:(at+n)*depth], packed, tensor.Uninitialised(r.Scratch(n)), n)
			lo += n
		}
	}
}

func TestRowsRefuse(t *testing.T) {
	one := []Along{{1, 1}}
	for _, c := range []struct {
		of          [3]tensor.DType
		inner, cols []Along
	}{
		{[3]tensor.DType{tensor.C64, tensor.C64, tensor.C64}, one, one},
		{[3]tensor.DType{tensor.I32, tensor.F32, tensor.F32}, one, one},
		{[3]tensor.DType{tensor.F32, tensor.F32, tensor.F32}, []Along{{0, 1}}, one},
		{[3]tensor.DType{tensor.F32, tensor.F32, tensor.F32}, one, []Along{{0, 1}}},
	} {
		if _, err := NewRows(c.of[0], c.of[1], c.of[2], c.inner, c.cols); err == nil {
			t.Errorf("%v of %v by %v is prepared", c.of, c.inner, c.cols)
		}
	}
}
