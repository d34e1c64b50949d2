package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// Prefix sums and products of lines next to each other have the same bits on every level, both
// ways, in the operand's memory, and past the caches.
func TestScans(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	inners := []int{1, 2, 7, 8, 15, 16, 17, 31, 64, 100, 130, 2047, 2048, 2053, 4100}
	for i := range 150 {
		d := []tensor.DType{tensor.F32, tensor.F32, tensor.F64, tensor.BF16, tensor.I32}[rng.IntN(5)]
		kind := []string{"sum", "prod", "max"}[rng.IntN(3)]
		shape := []int{1 + rng.IntN(3), 1 + rng.IntN(9), inners[rng.IntN(len(inners))]}
		compareScans(t, kind, d, shape, rng.IntN(3) == 0, rng.IntN(2) == 0, uint64(i))
	}
	compareScans(t, "sum", tensor.F32, []int{3, StreamBytes / 4 / 4096 / 2, 4096 + 16}, false, false, 1000)
	compareScans(t, "prod", tensor.F64, []int{2, StreamBytes / 8 / 1024, 1024}, false, true, 1001)
}

// compareScans compares the levels with the loops in Go.
func compareScans(t *testing.T, kind string, d tensor.DType, shape []int, exclusive, reverse bool, seed uint64) {
	t.Helper()
	x := tensor.Random(d, shape, seed)
	x.SetFloat64(0, math.Copysign(0, -1))
	results := make([]*tensor.Tensor, 0, 2)
	for number, level := range append([]machineLoops{{}}, machineLevels()...) {
		for _, inPlace := range []bool{false, true} {
			out := tensor.New(d, shape...)
			in := x
			if inPlace {
				copy(out.Bytes(), x.Bytes())
				in = out
			}
			withLoops(level, func() {
				run, err := ResolveCumulate(kind, d, shape, 1, exclusive, reverse)
				if err != nil {
					t.Fatal(err)
				}
				run(out, in)
			})
			if results = append(results, out); len(results) > 1 {
				same(t, fmt.Sprintf("level %d: %s of %v %v, in place: %v", number, kind, d, shape, inPlace), out, results[0])
			}
		}
	}
}
