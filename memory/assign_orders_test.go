package memory

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Maxima are those that a scan finds, in ranges within a stride and over many.
func TestMaxima(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 2, stride - 1, stride, stride + 1, 3 * stride, 5*stride + 7, 300} {
		values := make([]int64, n)
		for i := range values {
			values[i] = random.Int64N(1000)
		}
		m := newMaxima(values)
		for from := range n {
			for to := from + 1; to <= n; to++ {
				if got, want := m.of(from, to), slices.Max(values[from:to]); got != want {
					t.Fatalf("of %d values, %d to %d: %d, want %d", n, from, to, got, want)
				}
			}
		}
	}
}
