// Command fft compares how long the transforms of package fft take with those of gonum, in one
// process and on the same data: 2^20 and 3^12 numbers of complex64 against gonum's complex128, and
// a prime near a million against our own 2^20. It prints the ratios of the least times of several
// runs, which take turns.
//
//	go run -C bench/fft .
package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/tg-opt/tg/interp/fft"
	"github.com/tg-opt/tg/interp/parallel"
)

// rounds is how often each is measured.
const rounds = 15

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "fft:", err)
		os.Exit(1)
	}
}

// ours is a transform of n numbers of complex64.
func ours(n int) (func(), error) {
	p, err := fft.Resolve[float32](fft.Forward, []int{n}, []int{n})
	if err != nil {
		return nil, err
	}
	in, out := make([]float32, 2*n), make([]float32, 2*n)
	for i := range in {
		in[i] = rand.Float32() - 0.5
	}
	workspace := make([]byte, p.Workspace(parallel.Workers()))
	return func() { p.Compute(workspace, out, in) }, nil
}

// theirs is gonum's of complex128.
func theirs(n int) func() {
	p := fourier.NewCmplxFFT(n)
	in, out := make([]complex128, n), make([]complex128, n)
	for i := range in {
		in[i] = complex(rand.Float64()-0.5, rand.Float64()-0.5)
	}
	return func() { p.Coefficients(out, in) }
}

func run() error {
	const prime = 999983
	type work struct {
		name string
		do   func()
		best time.Duration
	}
	var works []*work
	add := func(name string, do func(), err error) error {
		works = append(works, &work{name, do, time.Hour})
		return err
	}
	for _, n := range []int{1 << 20, 531441, prime} {
		do, err := ours(n)
		if err := add(fmt.Sprintf("tg, %d", n), do, err); err != nil {
			return err
		}
		if n != prime {
			_ = add(fmt.Sprintf("gonum, %d", n), theirs(n), nil)
		}
	}
	for range rounds {
		for _, w := range works {
			start := time.Now()
			w.do()
			w.best = min(w.best, time.Since(start))
		}
	}
	for _, w := range works {
		fmt.Printf("%-16s %8.2f ms\n", w.name, float64(w.best.Microseconds())/1000)
	}
	ratio := func(a, b int) float64 { return float64(works[a].best) / float64(works[b].best) }
	fmt.Printf("2^20 against gonum  %.2f (at most 0.5)\n3^12 against gonum  %.2f (at most 0.5)\nprime against 2^20  %.2f (at most 8)\n", ratio(0, 1), ratio(2, 3), ratio(4, 0))
	return nil
}
