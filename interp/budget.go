package interp

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"
)

// budget keeps the heap of the process below a bound, so that a program that
// asks for too much gets an error and the process is not killed. It measures
// the heap only when what was asked for since the last time could reach the
// bound.
type budget struct {
	max  int // bytes; 0 for no bound
	used int // at most this much of the heap is in use
}

// take asks for size bytes; reclaim drops what is kept for reuse only.
func (b *budget) take(size int, reclaim func()) error {
	if b.max == 0 {
		return nil
	}
	if size > b.max {
		return tooLarge(size, b.max)
	}
	if b.used == 0 || size > b.max-b.used {
		b.used = heapInUse()
	}
	if size > b.max-b.used {
		reclaim()
		runtime.GC()
		b.used = heapInUse()
	}
	if size > b.max-b.used {
		return fmt.Errorf("needs %s of memory, but the limit is %s, of which %s are in use", bytesText(size), bytesText(b.max), bytesText(b.used))
	}
	b.used += size
	return nil
}

func tooLarge(size, limit int) error {
	return fmt.Errorf("needs %s of memory, but the limit is %s", bytesText(size), bytesText(limit))
}

// fits checks that no operand and no result by itself is larger than limit,
// before a kernel makes tables that grow with them. Dynamic shapes pass.
func (s *Site) fits(limit int) error {
	for _, spec := range slices.Concat(s.In, s.Out) {
		if !spec.static() {
			continue
		}
		if size, err := spec.bytes(); err != nil {
			return err
		} else if err := within(size, limit); err != nil {
			return err
		}
	}
	return nil
}

// within fails for more bytes than a limit, which is 0 for none.
func within(size, limit int) error {
	if limit > 0 && size > limit {
		return tooLarge(size, limit)
	}
	return nil
}

// Reserve asks for room for size bytes that a step is about to allocate besides
// its results.
func (f *Frame) Reserve(size int) error {
	if f.pool == nil {
		return f.budget.take(size, func() {})
	}
	return f.pool.budget.take(size, f.pool.dropIdle)
}

// heapInUse is the size of the objects of the heap, those included that wait
// to be collected.
func heapInUse() int {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int(sample[0].Value.Uint64())
}

// bytesText is a size for people.
func bytesText(n int) string {
	for i, unit := range []string{"TiB", "GiB", "MiB", "KiB"} {
		if scale := 1 << (40 - 10*i); n >= scale {
			return fmt.Sprintf("%.1f %s", float64(n)/float64(scale), unit)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}
