package shapes_test

import (
	"math"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/shapes"
)

func TestStretching(t *testing.T) {
	for _, c := range []struct {
		operand, shape []int64
		bits           string
		extents, dims  []int64
	}{
		{[]int64{2, 2, 1, 2, 2}, []int64{2, 2, 2, 2, 2}, "00100", []int64{4, 2, 4}, []int64{1}},
		{[]int64{1, 1, 2, 2, 1}, []int64{2, 2, 2, 2, 2}, "11001", []int64{4, 4, 2}, []int64{0, 2}},
		{[]int64{5}, []int64{8, 1, 5}, "100", []int64{8, 5}, []int64{0}},
		{[]int64{1, 5}, []int64{8, 1, 5}, "100", []int64{8, 5}, []int64{0}},
		{nil, []int64{4, 3}, "11", []int64{12}, []int64{0}},
		{[]int64{1, 3}, []int64{0, 3}, "10", []int64{0, 3}, []int64{0}},
		{[]int64{0, 1}, []int64{0, 3}, "01", []int64{0, 3}, []int64{1}},
		{[]int64{3, 1, 4}, []int64{3, 1, 4}, "000", []int64{12}, nil},
		{[]int64{1, 1}, []int64{1, 1}, "00", nil, nil},
		{nil, nil, "", nil, nil},
		{nil, []int64{math.MaxInt64, 3, 0}, "111", []int64{math.MaxInt64, 0}, []int64{0, 1}},
	} {
		bits := ""
		for _, b := range shapes.Stretched(c.operand, c.shape) {
			bits += map[bool]string{false: "0", true: "1"}[b]
		}
		s := shapes.StretchingOf(c.operand, c.shape)
		if bits != c.bits || !slices.Equal(s.Extents, c.extents) || !slices.Equal(s.Dims, c.dims) {
			t.Errorf("%v in %v: %s, %v over %v, want %s, %v over %v", c.operand, c.shape, bits, s.Extents, s.Dims, c.bits, c.extents, c.dims)
		}
	}
}

// Runs alternate, and are what is left of a shape without its extents 1.
func TestMergeAlternates(t *testing.T) {
	for shape := range every(5, []int{0, 1, 2, 3}) {
		for bits := range 1 << len(shape) {
			operand := slices.Clone(shape)
			for d := range operand {
				if bits>>d&1 != 0 {
					operand[d] = 1
				}
			}
			s := shapes.StretchingOf(operand, shape)
			if shapes.Product(s.Extents) != shapes.Product(shape) || slices.Contains(s.Extents, 1) {
				t.Fatalf("%v in %v: %v", operand, shape, s.Extents)
			}
			kept := 1
			for i, n := range s.Extents {
				stretched := slices.Contains(s.Dims, i)
				if i > 0 && stretched == slices.Contains(s.Dims, i-1) {
					t.Fatalf("%v in %v: runs %d and %d of %v are alike, %v are stretched", operand, shape, i-1, i, s.Extents, s.Dims)
				}
				if !stretched {
					kept *= n
				}
			}
			if kept != shapes.Product(operand) {
				t.Fatalf("%v in %v: %v without %v", operand, shape, s.Extents, s.Dims)
			}
		}
	}
}

// every yields all shapes of at most so many dimensions.
func every(rank int, extents []int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		for n := range rank + 1 {
			count := 1
			for range n {
				count *= len(extents)
			}
			for i := range count {
				shape := make([]int, n)
				for d := range shape {
					shape[d] = extents[i%len(extents)]
					i /= len(extents)
				}
				if !yield(shape) {
					return
				}
			}
		}
	}
}
