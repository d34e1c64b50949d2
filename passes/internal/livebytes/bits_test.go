package livebytes

import (
	"math/rand/v2"
	"testing"
)

// A set of bits agrees with a list of truth values.
func TestBitset(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + rng.Int32N(1+rng.Int32N(20_000))
		b, list := newBitset(n), make([]bool, n)
		for range 60 {
			i := rng.Int32N(n)
			if list[i] = rng.IntN(3) > 0; list[i] {
				b.add(i)
			} else {
				b.remove(i)
			}
			low := rng.Int32N(n)
			high := low + 1 + rng.Int32N(n-low)
			at := low + rng.Int32N(high-low)
			last, first := at, at
			for last >= low && !list[last] {
				last--
			}
			for first < high && !list[first] {
				first++
			}
			if b.has(at) != list[at] || b.last(at, low) != last || b.first(at, high) != first {
				t.Fatalf("of %d from %d to %d at %d: last %d, want %d; first %d, want %d", n, low, high, at, b.last(at, low), last, b.first(at, high), first)
			}
		}
	}
}
