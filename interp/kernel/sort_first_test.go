package kernel

import (
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// The first elements of lines are those that the library's stable sort puts there, with all NaNs,
// zeros and ties, for any number of workers, sorted or selected.
func TestSortFirst(t *testing.T) {
	defer parallel.SetWorkers(0)
	for seed := range campaign.Seeds(some(400)) {
		trySortFirst(t, rand.New(rand.NewPCG(seed, 4)))
	}
}

func trySortFirst(t *testing.T, rng *rand.Rand) {
	lengths := []int{1, 2, 7, 40, 300, 700, 2*radixPart + 9}
	types := realTypes()
	keys, d := 1, types[rng.IntN(len(types))]
	length := lengths[rng.IntN(len(lengths)-1)]
	shape, dim := []int{1 + rng.IntN(3), length, 1 + rng.IntN(3)}, 1
	if rng.IntN(12) == 0 {
		length = lengths[len(lengths)-1]
		shape = []int{1, length, 1}
	}
	first := min(length, []int{0, 1, 2, 5, 16, insertedLine, insertedLine + 1, 80, length / selectedPart, length}[rng.IntN(10)])
	order := Order{Descending: rng.IntN(2) == 0, EqualZeros: rng.IntN(2) == 0}
	x := valuesOf(rng, d, shape)
	in, dtypes := []*tensor.Tensor{x}, []tensor.DType{d}
	for range rng.IntN(3) {
		other := valuesOf(rng, types[rng.IntN(len(types))], shape)
		if in = append(in, other); rng.IntN(4) == 0 && len(dtypes) == len(in)-1 {
			dtypes = append(dtypes, other.DType())
			keys++
		}
	}
	whole, err := ResolveSort(dtypes, shape, dim, order)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := ResolveSortFirst(dtypes, shape, dim, first, order)
	if err != nil {
		t.Fatal(err)
	}
	var sorted []*tensor.Tensor
	for _, x := range in {
		sorted = append(sorted, tensor.New(x.DType(), shape...))
	}
	inWorkspace(SortWorkspace(max(2, len(in)), shape, dim, 1), func(w []byte) { parallel.SetWorkers(1); whole(w, sorted, in) })
	for _, workers := range []int{1, 2, 3, 8} {
		parallel.SetWorkers(workers)
		var out []*tensor.Tensor
		for _, x := range in {
			out = append(out, tensor.New(x.DType(), shape[0], first, shape[2]))
		}
		inWorkspace(SortFirstWorkspace(len(in), keys, shape, dim, first, workers), func(w []byte) { kernel(w, out, in) })
		for i, y := range out {
			want := tensor.New(y.DType(), y.Shape()...)
			for k := range want.Len() {
				a, b, c := k/(max(1, first)*shape[2]), k/shape[2]%max(1, first), k%shape[2]
				copyElement(want, k, sorted[i], (a*length+b)*shape[2]+c)
			}
			if len(in) == 1 && y.DType().IsFloat() {
				same(t, "first of sort", y, want) // NaNs may be others
				continue
			}
			sameBits(t, "first of sort", y, want)
		}
	}
}

// valuesOf are random elements, few of which differ, or bits.
func valuesOf(rng *rand.Rand, d tensor.DType, shape []int) *tensor.Tensor {
	switch x := fewValues(rng, d, shape); {
	case rng.IntN(2) == 0 || d == tensor.Bool:
		return x
	default:
		for i := range x.Bytes() {
			x.Bytes()[i] = byte(rng.IntN(256))
		}
		return x
	}
}

func TestSortFirstIllegal(t *testing.T) {
	_, err := ResolveSortFirst([]tensor.DType{tensor.F32}, []int{3}, 0, 4, Order{})
	wantError(t, "sort", err, "first 4 of 3")
}
