package fft

import (
	"fmt"
	"testing"

	"github.com/tg-opt/tg/interp/parallel"
)

func BenchmarkForward(b *testing.B) {
	for _, n := range []int{16, 64, 1024, 1000, 531441, 1 << 20, 999983, 2000000, 1 << 21} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchmark(b, []int{n}, []int{n}) })
	}
	b.Run("1000x1024", func(b *testing.B) { benchmark(b, []int{1000, 1024}, []int{1024}) })
	b.Run("1024x1024 both", func(b *testing.B) { benchmark(b, []int{1024, 1024}, []int{1024, 1024}) })
}

func benchmark(b *testing.B, shape, lengths []int) {
	p, err := Resolve[float32](Forward, shape, lengths)
	if err != nil {
		b.Fatal(err)
	}
	n := 2
	for _, extent := range shape {
		n *= extent
	}
	in, out, w := random[float32](n, 1), make([]float32, n), make([]byte, p.Workspace(parallel.Workers()))
	b.SetBytes(int64(4 * n))
	for b.Loop() {
		p.Compute(w, out, in)
	}
}
