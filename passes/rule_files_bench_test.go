package passes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/test/agree"
)

// BenchmarkUserRules is canonicalize with files of a user's: what a rule costs,
// which should not depend on how many there are.
func BenchmarkUserRules(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var text strings.Builder
			for i := range n {
				fmt.Fprintf(&text, "rule user-%d: cbrt(lgamma(mul(?x, %d))) => ?x [real]\n", i, i)
			}
			file := filepath.Join(b.TempDir(), "user.rules")
			if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
				b.Fatal(err)
			}
			var total time.Duration
			for b.Loop() {
				module, err := agree.Parse(progen.Program(1, progen.Options{}))
				if err != nil {
					b.Fatal(err)
				}
				start := time.Now()
				if err := agree.Optimise(module, "canonicalize{rules="+file+"}", 1); err != nil {
					b.Fatal(err)
				}
				total += time.Since(start)
			}
			b.ReportMetric(float64(total.Microseconds())/float64(b.N)/float64(n), "us/rule")
		})
	}
}
