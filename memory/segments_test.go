package memory_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/memory"
)

// A segment tree agrees with a list.
func TestSegments(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		list := make([]int64, 1+rng.IntN(1+rng.IntN(400)))
		for i := range list {
			list[i] = rng.Int64N(100) - 50
		}
		s := memory.NewSegments(list)
		for range 50 {
			from := rng.IntN(len(list))
			to := from + 1 + rng.IntN(len(list)-from)
			by := rng.Int64N(100) - 50
			s.Add(from, to, by)
			for i := from; i < to; i++ {
				list[i] += by
			}
			from = rng.IntN(len(list))
			to = from + 1 + rng.IntN(len(list)-from)
			if s.Max() != slices.Max(list) || s.MaxOf(from, to) != slices.Max(list[from:to]) {
				t.Fatalf("maximum %d, from %d to %d %d, of %v", s.Max(), from, to, s.MaxOf(from, to), list)
			}
		}
	}
}
