package parallel

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

func withWorkers(t *testing.T, n int) {
	t.Helper()
	SetWorkers(n)
	t.Cleanup(func() { SetWorkers(0) })
}

func TestForCoversEachIndexOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			withWorkers(t, workers)
			for _, n := range []int{0, 1, 2, 3, 7, 64, 1000, 100003} {
				for _, grain := range []int{-1, 0, 1, 2, 5, 63, 64, 65, 999, 5000, 200000} {
					hits := make([]int32, n)
					var smallest atomic.Int64
					smallest.Store(int64(n))
					For(n, float64(grain), func(lo, hi int) {
						if lo >= hi {
							t.Errorf("empty range [%d, %d)", lo, hi)
						}
						for s := smallest.Load(); int64(hi-lo) < s && !smallest.CompareAndSwap(s, int64(hi-lo)); s = smallest.Load() {
						}
						for i := lo; i < hi; i++ {
							hits[i]++ // unsynchronized on purpose: the race detector checks that ranges are disjoint
						}
					})
					for i, h := range hits {
						if h != 1 {
							t.Fatalf("n=%d grain=%d: index %d ran %d times", n, grain, i, h)
						}
					}
					if smallest.Load() < int64(min(n, grain)) {
						t.Errorf("n=%d grain=%d: a range has only %d elements", n, grain, smallest.Load())
					}
				}
			}
		})
	}
}

func TestForUsesSeveralGoroutines(t *testing.T) {
	withWorkers(t, 2)
	// Each chunk waits for the other, so this returns only if two goroutines run.
	var meet sync.WaitGroup
	meet.Add(2)
	var once [2]sync.Once
	For(2, 0, func(lo, hi int) {
		once[lo].Do(meet.Done)
		meet.Wait()
	})
}

func TestNestedAndConcurrentCalls(t *testing.T) {
	withWorkers(t, 4)
	var sum atomic.Int64
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for range 50 {
				For(16, 1, func(lo, hi int) {
					for range hi - lo {
						For(100, 1, func(lo, hi int) { sum.Add(int64(hi - lo)) })
					}
				})
			}
		})
	}
	callers.Wait()
	if got, want := sum.Load(), int64(8*50*16*100); got != want {
		t.Errorf("%d elements ran, want %d", got, want)
	}
}

func TestNestedCallsRunInline(t *testing.T) {
	withWorkers(t, 4)
	For(64, 1, func(int, int) {
		calls := 0 // unsynchronized: an inner call on another goroutine would be a race
		For(1000, 1, func(lo, hi int) {
			calls++
			if lo != 0 || hi != 1000 {
				t.Errorf("inner range [%d, %d), want [0, 1000)", lo, hi)
			}
		})
		if calls != 1 {
			t.Errorf("inner body ran %d times, want once", calls)
		}
	})
}

func TestPanicReachesCaller(t *testing.T) {
	cause := errors.New("cause")
	for _, workers := range []int{1, 2, 8} {
		withWorkers(t, workers)
		for range 200 {
			got := func() (r any) {
				defer func() { r = recover() }()
				For(1000, 1, func(lo, hi int) { panic(cause) })
				return nil
			}()
			if got != cause {
				t.Fatalf("%d workers: recovered %v, want the body's own panic", workers, got)
			}
			var ran atomic.Int64
			For(1000, 1, func(lo, hi int) { ran.Add(int64(hi - lo)) })
			if ran.Load() != 1000 {
				t.Fatalf("%d workers: the loop after a panic ran %d elements, want 1000", workers, ran.Load())
			}
		}
	}
}

func TestLowestPanicWins(t *testing.T) {
	withWorkers(t, 4)
	for range 500 {
		got := func() (r any) {
			defer func() { r = recover() }()
			For(16, 1, func(lo, hi int) {
				if lo >= 3 {
					panic(lo)
				}
			})
			return nil
		}()
		if got != 3 {
			t.Fatalf("recovered %v, want 3", got)
		}
	}
}

func TestGoexitInBody(t *testing.T) {
	withWorkers(t, 2)
	for range 100 {
		done := make(chan any)
		go func() {
			defer func() { done <- recover() }()
			var meet sync.WaitGroup // so that the caller and a worker both end
			meet.Add(2)
			For(2, 0, func(int, int) {
				meet.Done()
				meet.Wait()
				runtime.Goexit()
			})
		}()
		if r := <-done; r != nil {
			t.Fatalf("recovered %v where the caller's own goroutine ends", r)
		}
		var ran atomic.Int64
		For(1000, 1, func(lo, hi int) { ran.Add(int64(hi - lo)) })
		if ran.Load() != 1000 {
			t.Fatalf("the loop after runtime.Goexit ran %d elements, want 1000", ran.Load())
		}
	}
	TestForUsesSeveralGoroutines(t) // the worker has been replaced
}

func TestSetWorkers(t *testing.T) {
	t.Cleanup(func() { SetWorkers(0) })
	SetWorkers(3)
	if Workers() != 3 {
		t.Errorf("Workers() = %d, want 3", Workers())
	}
	SetWorkers(0)
	if Workers() != runtime.GOMAXPROCS(0) {
		t.Errorf("Workers() = %d by default, want GOMAXPROCS = %d", Workers(), runtime.GOMAXPROCS(0))
	}
	// Resizing while loops run loses no element.
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			for range 200 {
				var ran atomic.Int64
				For(500, 1, func(lo, hi int) { ran.Add(int64(hi - lo)) })
				if ran.Load() != 500 {
					t.Errorf("ran %d elements, want 500", ran.Load())
				}
			}
		})
	}
	for i := range 200 {
		SetWorkers(1 + i%5)
		runtime.Gosched()
	}
	callers.Wait()
}

func BenchmarkDispatch(b *testing.B) {
	for _, n := range []int{1, 2, 8} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			SetWorkers(0)
			b.ReportAllocs()
			for b.Loop() {
				For(n, 1, func(int, int) {})
			}
		})
	}
}

func BenchmarkScale(b *testing.B) {
	for _, n := range []int{1 << 12, 1 << 16, 1 << 20} {
		x := make([]float32, n)
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("n=%d/workers=%d", n, workers), func(b *testing.B) {
				SetWorkers(workers)
				b.Cleanup(func() { SetWorkers(0) })
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

// sleeping waits until all workers have parked.
func sleeping(t *testing.T) {
	t.Helper()
	Rest()
	for p := load(); !p.asleep(); runtime.Gosched() {
	}
}

func TestOnlyLongLoopsWakeWorkers(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		t.Skip("workers without a processor of their own are woken by all loops")
	}
	withWorkers(t, 2)
	For(1000, 0, func(int, int) {}) // starts them
	for _, loop := range []struct {
		n     int
		grain float64
		wakes bool
	}{{100, 10, false}, {4, 1, false}, {4, 0.5, false}, {4, 0.2, true}, {2, 0, true}, {1600, 100, true}, {1, 0, false}} {
		sleeping(t)
		var chunks atomic.Int64
		For(loop.n, loop.grain, func(int, int) { chunks.Add(1) })
		if shared := chunks.Load() > 1; shared != loop.wakes {
			t.Errorf("a loop of %d with grain %g was cut into %d chunks", loop.n, loop.grain, chunks.Load())
		}
	}
}

func TestManyShortLoopsWakeWorkers(t *testing.T) {
	withWorkers(t, 2)
	For(1000, 0, func(int, int) {})
	sleeping(t)
	shared := false
	for range wakeGrains {
		shared = shared || func() bool {
			var chunks atomic.Int64
			For(2, 0.999, func(int, int) { chunks.Add(1) })
			return chunks.Load() > 1
		}()
	}
	if !shared {
		t.Error("no loop of many woke a worker")
	}
}

func TestFractionsOfIndices(t *testing.T) {
	withWorkers(t, 2)
	hits := make([]int32, 3)
	For(3, 0.01, func(lo, hi int) {
		if hi-lo != 1 {
			t.Errorf("range [%d, %d), want one index", lo, hi)
		}
		hits[lo]++
	})
	if hits[0] != 1 || hits[1] != 1 || hits[2] != 1 {
		t.Errorf("indices ran %v times, want once each", hits)
	}
}
