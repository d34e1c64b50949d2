package kernel

import (
	"slices"
	"testing"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

func TestSort(t *testing.T) {
	for i, d := range someTypes() {
		all := samples(d, true, 2*radixPart+100)
		for _, c := range []struct {
			shape []int
			dim   int
		}{{[]int{0}, 0}, {[]int{1}, 0}, {[]int{20}, 0}, {[]int{33}, 0}, {[]int{900}, 0}, {[]int{2*radixPart + 77}, 0}, {[]int{3, 40}, 1}, {[]int{40, 3}, 0}, {[]int{2, 50, 3}, 1}, {[]int{0, 3}, 1}} {
			if len(c.shape) == 1 && c.shape[0] > radixPart && i%3 != 0 {
				continue
			}
			x := tensor.Wrap(d, c.shape, all.Bytes())
			for _, descending := range []bool{false, true} {
				values, indices := tensor.New(d, c.shape...), tensor.New(tensor.I64, c.shape...)
				sortReference(values, indices, x, c.dim, descending)
				kernel, err := ResolveSortPositions([]tensor.DType{d}, c.shape, c.dim, Order{Descending: descending})
				if err != nil {
					t.Fatal(err)
				}
				gotIndices := onWorkers(t, "sort", func() *tensor.Tensor {
					y := tensor.New(tensor.I64, c.shape...)
					inWorkspace(SortWorkspace(1, c.shape, c.dim, parallel.Workers()), func(w []byte) { kernel(w, tensor.Data[int64](y), []*tensor.Tensor{x}) })
					return y
				})
				positions := tensor.Data[int64](gotIndices)
				what := "sort of " + x.TypeString()
				same(t, what+": positions", gotIndices, indices)
				permute, err := ResolvePermuteLines(c.shape, c.dim)
				if err != nil {
					t.Fatal(err)
				}
				permuted := tensor.New(d, c.shape...)
				permute(permuted, x, positions)
				sameBits(t, what+": permuted", permuted, values)
				only, err := resolveSort(d, c.shape, c.dim, descending)
				if err != nil {
					t.Fatal(err)
				}
				inPlace := x.Clone()
				only(inPlace, inPlace)
				sameBits(t, what+" in place", inPlace, values)
				sameBits(t, what, onWorkers(t, "sort", func() *tensor.Tensor {
					y := tensor.New(d, c.shape...)
					only(y, x)
					return y
				}), values)
			}
		}
	}
}

// sortReference sorts each line with the library's stable sort.
func sortReference(values, indices, x *tensor.Tensor, dim int, descending bool) {
	shape := x.Shape()
	lines := slices.Clone(shape)
	lines[dim] = 1
	positions(lines, func(_ int, index []int) {
		order := make([]int, shape[dim])
		at := func(i int) int {
			index[dim] = i
			return flat(shape, index)
		}
		for i := range order {
			order[i] = i
		}
		compare := func(i, j int) int {
			i, j = at(i), at(j)
			if !x.DType().IsFloat() {
				return bigAt(x, i).Cmp(bigAt(x, j))
			}
			return totalOrder(x, i).Cmp(totalOrder(x, j))
		}
		slices.SortStableFunc(order, func(i, j int) int {
			if descending {
				return compare(j, i)
			}
			return compare(i, j)
		})
		for i, from := range order {
			to := at(i)
			indices.SetInt64(to, int64(from))
			copyElement(values, to, x, at(from))
		}
	})
}

func TestSortIllegal(t *testing.T) {
	_, err := resolveSort(tensor.F32, []int{3}, 1, false)
	wantError(t, "sort", err, "sort dimension 1 is not a dimension")
	_, err = resolveSort(tensor.Invalid, []int{3}, 0, false)
	wantError(t, "sort", err, "sort is not defined for invalid")
	_, err = ResolvePermuteLines([]int{3}, 2)
	wantError(t, "permute", err, "permute dimension 2")
}
