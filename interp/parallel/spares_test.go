package parallel

import (
	"runtime"
	"sync"
	"testing"
)

func TestSpares(t *testing.T) {
	var made int
	s := Spares[int]{New: func() *int { made++; return new(int) }}
	a, b := s.Take(), s.Take()
	if a == b || made != 2 {
		t.Fatalf("%d objects are made for two users", made)
	}
	s.Give(a)
	s.Give(b)
	runtime.GC()
	runtime.GC()
	if s.Take() != b || s.Take() != a || made != 2 {
		t.Error("spares are not those that were given back, the last one first")
	}
	if n := testing.AllocsPerRun(10, func() { s.Give(s.Take()) }); n > 0.2 { // the first run makes one
		t.Errorf("a spare costs %v allocations", n)
	}
}

// Nobody gets what somebody else has.
func TestSparesOfMany(t *testing.T) {
	var s Spares[int]
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 1000 {
				x := s.Take()
				*x++
				s.Give(x)
			}
		})
	}
	wait.Wait()
	total := 0
	for _, x := range s.list {
		total += *x
	}
	if len(s.list) > 8 || total != 8000 {
		t.Errorf("%d objects count to %d", len(s.list), total)
	}
}
