package parallel

import (
	"fmt"
	"sync/atomic"
	"testing"
)

// tally counts how often each index runs, and checks that no worker runs two chunks at a time.
type tally struct {
	t       *testing.T
	hits    []int32
	running []atomic.Int32
	failure any
}

func (l *tally) Chunk(worker, lo, hi int) {
	if l.running[worker].Add(1) != 1 {
		l.t.Errorf("worker %d runs two chunks at a time", worker)
	}
	defer l.running[worker].Add(-1)
	if l.failure != nil {
		panic(l.failure)
	}
	for i := lo; i < hi; i++ {
		l.hits[i]++ // unsynchronized on purpose, as in For
	}
}

func TestShareCoversEachIndexOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8} {
		withWorkers(t, workers)
		for _, slots := range []int{0, 1, 2, 3, 100} {
			for _, n := range []int{0, 1, 2, 7, 1000, 100003} {
				for _, grain := range []int{0, 1, 5, 999} {
					l := tally{t: t, hits: make([]int32, n), running: make([]atomic.Int32, max(1, min(slots, workers)))}
					shared := Share(n, float64(grain), slots, &l)
					if !shared {
						l.Chunk(0, 0, n)
					}
					// A short loop is shared if workers watch, or have missed much before.
					may := n == 0 || workers > 1 && slots > 1 && n >= 2*max(grain, 1)
					must := may && n >= wakeGrains*grain
					if shared && !may || !shared && must {
						t.Errorf("%d workers, %d of them allowed, n=%d, grain=%d: shared is %t", workers, slots, n, grain, shared)
					}
					for i, h := range l.hits {
						if h != 1 {
							t.Fatalf("%d workers, n=%d, grain=%d: index %d ran %d times", workers, n, grain, i, h)
						}
					}
				}
			}
		}
	}
}

func TestShareAfterPanic(t *testing.T) {
	withWorkers(t, 4)
	for i := range 200 {
		l := tally{t: t, hits: make([]int32, 1000), running: make([]atomic.Int32, 4), failure: i}
		got := func() (r any) {
			defer func() { r = recover() }()
			Share(1000, 1, 4, &l)
			return nil
		}()
		if got != i {
			t.Fatalf("recovered %v, want %d", got, i)
		}
		l.failure = nil
		if !Share(1000, 1, 4, &l) {
			t.Fatal("the pool stays busy after a panic")
		}
	}
}

// scaling is a loop as kernels have it.
type scaling[T float32 | float64] struct{ out, x []T }

func (s *scaling[T]) Chunk(_, lo, hi int) {
	for i, v := range s.x[lo:hi] {
		s.out[lo+i] = v*0.5 + 1
	}
}

func scale[T float32 | float64](out, x []T) {
	if l := (scaling[T]{out, x}); !Share(len(out), 2048, Workers(), &l) {
		l.Chunk(0, 0, len(out))
	}
}

func TestShareAllocatesNothing(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		withWorkers(t, workers)
		for _, n := range []int{16, 1 << 16} {
			x, y := make([]float32, n), make([]float64, n)
			if allocs := testing.AllocsPerRun(100, func() { scale(x, x); scale(y, y) }); allocs != 0 {
				t.Errorf("%d workers, %d elements: %v allocations", workers, n, allocs)
			}
		}
	}
}

func BenchmarkShare(b *testing.B) {
	for _, n := range []int{64, 1 << 12, 1 << 20} {
		x := make([]float32, n)
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("n=%d/workers=%d", n, workers), func(b *testing.B) {
				SetWorkers(workers)
				b.Cleanup(func() { SetWorkers(0) })
				b.ReportAllocs()
				b.SetBytes(int64(4 * n))
				for b.Loop() {
					scale(x, x)
				}
			})
			b.Run(fmt.Sprintf("closure/n=%d/workers=%d", n, workers), func(b *testing.B) {
				SetWorkers(workers)
				b.Cleanup(func() { SetWorkers(0) })
				b.ReportAllocs()
				b.SetBytes(int64(4 * n))
				for b.Loop() {
					For(n, 2048, func(lo, hi int) {
						for i, v := range x[lo:hi] {
							x[lo+i] = v*0.5 + 1
						}
					})
				}
			})
		}
	}
}
