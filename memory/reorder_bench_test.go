package memory

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkReorder shows what list schedulers and a few moves take for each node
// of a large graph.
func BenchmarkReorder(b *testing.B) {
	for _, f := range families {
		for _, n := range []int{10_000, 100_000, 1_000_000} {
			b.Run(fmt.Sprintf("%s/%d", f.name, n), func(b *testing.B) {
				g := f.make(rand.New(rand.NewPCG(1, 1)), n)
				for b.Loop() {
					Reorder(g, ReorderOptions{Moves: 1000})
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/node")
			})
		}
	}
}
