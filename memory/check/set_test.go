package check

import (
	"math/rand/v2"
	"testing"
)

// Neighbours in a set are those found by looking at every number.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 63, 64, 65, 200, 4096, 5000} {
		s, members := newSet(n), make([]bool, n)
		for range 3000 {
			i := r.IntN(n)
			if members[i] = !members[i]; members[i] {
				s.insert(i)
			} else {
				s.remove(i)
			}
			if r.IntN(8) > 0 { // Few members leave whole words empty.
				s.remove(i)
				members[i] = false
			}
			i = r.IntN(n)
			before, behind := i-1, i+1
			for before >= 0 && !members[before] {
				before--
			}
			for behind < n && !members[behind] {
				behind++
			}
			if behind == n {
				behind = -1
			}
			if s.before(i) != before || s.behind(i) != behind {
				t.Fatalf("of %d, around %d: %d and %d, want %d and %d", n, i, s.before(i), s.behind(i), before, behind)
			}
		}
	}
}
