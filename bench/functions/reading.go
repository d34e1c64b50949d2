package main

import (
	"fmt"
	"math"
	"sync"
	"time"
	"unsafe"

	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// bar is the part of the bandwidth of reading that a sum must reach.
const bar = 0.8

// compareWithReading sums 16M f32 elements, and reads them in other ways, with one worker and with
// two. Memory is read as fast as the fastest of these ways did.
func compareWithReading() error {
	const n = 16 * million
	sum, err := reduction("sum", n)
	if err != nil {
		return err
	}
	greatest, err := reduction("max", n)
	if err != nil {
		return err
	}
	x := tensor.Random(tensor.F32, []int{n}, 1)
	words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(x.Bytes()))), n/2)
	defer parallel.SetWorkers(parallel.Workers())
	fmt.Println("\n| sum of 16M f32, workers | sum, GB/s | max, GB/s | or of words, GB/s | sum/reading | at least |")
	fmt.Println("|---|---|---|---|---|---|")
	for workers := 1; workers <= 2; workers++ {
		parallel.SetWorkers(workers)
		ways := []func() error{
			func() error { return execute(sum, x) },
			func() error { return execute(greatest, x) },
			func() error { readByWords(words, workers); return nil },
		}
		speed, err := fastestOf(ways, float64(len(x.Bytes())))
		if err != nil {
			return err
		}
		fmt.Printf("| %d | %.1f | %.1f | %.1f | %.2f | %.1f |\n", workers, speed[0], speed[1], speed[2], speed[0]/max(speed[1], speed[2]), bar)
	}
	return nil
}

// fastestOf runs each way in turns and gives bytes per nanosecond of the fastest run of each.
func fastestOf(ways []func() error, bytes float64) ([]float64, error) {
	least := make([]time.Duration, len(ways))
	for i := range least {
		least[i] = math.MaxInt64
	}
	for range 300 { // of which some have both cores for themselves
		for i, f := range ways {
			start := time.Now()
			if err := f(); err != nil {
				return nil, err
			}
			least[i] = min(least[i], time.Since(start))
		}
	}
	speed := make([]float64, len(ways))
	for i, d := range least {
		speed[i] = bytes / float64(d.Nanoseconds())
	}
	return speed, nil
}

// reduction is the program that reduces n elements to one.
func reduction(kind string, n int) (*interp.Program, error) {
	p, err := program.Parse(kind, fmt.Appendf(nil, `func.func @main(%%x: tensor<%dxf32>) -> tensor<f32> {
  %%0 = tg.reduce %s %%x dims [0] : (tensor<%[1]dxf32>) -> tensor<f32>
  return %%0 : tensor<f32>
}`, n, kind))
	if err != nil {
		return nil, err
	}
	return p.Compile()
}

func execute(p *interp.Program, x *tensor.Tensor) error {
	_, err := p.Run([]*tensor.Tensor{x}, interp.Options{})
	return err
}

// readByWords reads memory in as many parts as there are workers, and combines all words, so that
// no compiler leaves out the reading.
func readByWords(words []uint64, workers int) uint64 {
	found := make([]uint64, workers)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			found[w] = or(words[w*len(words)/workers : (w+1)*len(words)/workers])
		})
	}
	wait.Wait()
	return or(found)
}

// or combines eight words of a cache line at a time, in accumulators that do not wait for each
// other.
func or(words []uint64) uint64 {
	var a, b, c, d uint64
	for len(words) >= 8 {
		line := (*[8]uint64)(words)
		a |= line[0] | line[4]
		b |= line[1] | line[5]
		c |= line[2] | line[6]
		d |= line[3] | line[7]
		words = words[8:]
	}
	for _, w := range words {
		a |= w
	}
	return a | b | c | d
}
