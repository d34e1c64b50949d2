package kernel

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// Sorts by several keys, with zeros that are equal or not, put every tensor in the order that the
// library's stable sort finds.
func TestSortByKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	types := []tensor.DType{tensor.F32, tensor.I8, tensor.F64, tensor.Bool, tensor.F16, tensor.U64, tensor.I32}
	for _, shape := range [][]int{{0}, {1}, {31}, {500}, {3, 70}, {2*radixPart + 9}} {
		dim := len(shape) - 1
		for range some(12) {
			keys := 1 + rng.IntN(3)
			order := Order{Descending: rng.IntN(2) == 0, EqualZeros: rng.IntN(2) == 0}
			var in []*tensor.Tensor
			var dtypes []tensor.DType
			for range keys + rng.IntN(2) {
				d := types[rng.IntN(len(types))]
				in = append(in, fewValues(rng, d, shape))
				if len(dtypes) < keys {
					dtypes = append(dtypes, d)
				}
			}
			kernel, err := ResolveSort(dtypes, shape, dim, order)
			if err != nil {
				t.Fatal(err)
			}
			want := positionsByKeys(in[:keys], shape[dim], order)
			for _, workers := range []int{1, 2, 8} {
				parallel.SetWorkers(workers)
				out := make([]*tensor.Tensor, len(in))
				for i, x := range in {
					out[i] = tensor.New(x.DType(), shape...)
				}
				inWorkspace(SortWorkspace(len(in), shape, dim, workers), func(w []byte) { kernel(w, out, in) })
				for i, x := range in {
					moved := tensor.New(x.DType(), shape...)
					for k, from := range want {
						copyElement(moved, k, x, from)
					}
					sameBits(t, "sort by keys", out[i], moved)
				}
			}
			parallel.SetWorkers(0)
		}
	}
}

// fewValues has many that are equal.
func fewValues(rng *rand.Rand, d tensor.DType, shape []int) *tensor.Tensor {
	x, values := tensor.New(d, shape...), edges(d)
	for i := range x.Len() {
		x.SetFloat64(i, values[rng.IntN(len(values))])
	}
	return x
}

// positionsByKeys says which element belongs at each place of lines along the last dimension.
func positionsByKeys(keys []*tensor.Tensor, length int, order Order) []int {
	list := make([]int, keys[0].Len())
	for i := range list {
		list[i] = i
	}
	for start := 0; start < len(list); start += length {
		slices.SortStableFunc(list[start:start+length], func(a, b int) int {
			for _, x := range keys {
				var c int
				switch {
				case !x.DType().IsFloat():
					c = bigAt(x, a).Cmp(bigAt(x, b))
				case order.EqualZeros && x.Float64At(a) == 0 && x.Float64At(b) == 0:
				default:
					c = totalOrder(x, a).Cmp(totalOrder(x, b))
				}
				if order.Descending {
					c = -c
				}
				if c != 0 {
					return cmp.Compare(c, 0)
				}
			}
			return 0
		})
	}
	return list
}
