package fft

import (
	"runtime"
	"testing"
)

// Making a plan takes no more memory than one that has only been measured says, but for a little;
// nor does that say many times as much.
func TestTables(t *testing.T) {
	for _, n := range []int{7, 16, 97, 1024, 60_000, 59_049, 119_999, 131_071, 1 << 17, 99_990} {
		tablesOf[float32](t, n)
		tablesOf[float64](t, n)
	}
}

func tablesOf[T float](t *testing.T, n int) {
	t.Helper()
	for _, kind := range []Kind{Forward, Inverse, FromReal, ToReal} {
		shape := []int{n}
		if kind == ToReal {
			shape = []int{n/2 + 1}
		}
		measured, err := Measure[T](kind, shape, []int{n})
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		plan, err := Resolve[T](kind, shape, []int{n})
		if err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		const little = 1 << 19 // roots of unity of which all others are products
		took, says := int(after.TotalAlloc-before.TotalAlloc), measured.Tables()
		if says != plan.Tables() || took > says+little || says > 3*took+little {
			t.Errorf("%d numbers of kind %v in %T: %d bytes are taken, and measuring says %d, the plan %d", n, kind, *new(T), took, says, plan.Tables())
		}
	}
}
