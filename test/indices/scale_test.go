package indices_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// chain is a function of n computes, each of which reads the one before, and every tenth the one
// before that, too, through f.
func chain(n int, f func(k int) string) string {
	var b strings.Builder
	b.WriteString("func.func @f(%c0: tensor<16x32xf32>, %c1: tensor<16x32xf32>) -> tensor<16x32xf32> {\n")
	for k := 2; k < n; k++ {
		fmt.Fprintf(&b, "  %%c%d = te.compute [i < 16, j < 32] -> tensor<16x32xf32> {\n%s    te.yield %%r : tensor<f32>\n  }\n", k, f(k))
	}
	fmt.Fprintf(&b, "  return %%c%d : tensor<16x32xf32>\n}\n", n-1)
	return b.String()
}

// chains are programs in which there is much to inline: until bodies are full, everything, and what
// several read and is costly not at all.
var chains = map[string]func(k int) string{
	"views": func(k int) string {
		return fmt.Sprintf("    %%r = te.read %%c%d [15 - i, 31 - j] : tensor<16x32xf32>\n", k-1)
	},
	"sums": func(k int) string {
		return fmt.Sprintf("    %%0 = te.read %%c%d [15 - i, j] : tensor<16x32xf32>\n    %%r = tg.add %%0, %%0 : tensor<f32>\n", k-1)
	},
	"pairs": func(k int) string {
		return fmt.Sprintf("    %%0 = te.read %%c%d [i, j] : tensor<16x32xf32>\n    %%1 = te.read %%c%d [15 - i, j] : tensor<16x32xf32>\n    %%r = tg.sub %%0, %%1 : tensor<f32>\n", k-1, k-2)
	},
	"costly": func(k int) string {
		return fmt.Sprintf("    %%0 = te.read %%c%d [i, j] : tensor<16x32xf32>\n    %%1 = te.read %%c%d [i, 31 - j] if (j >= 1) : tensor<16x32xf32>\n    %%2 = tg.exp %%0 : tensor<f32>\n    %%r = tg.sub %%2, %%1 : tensor<f32>\n", k-1, k-2)
	},
	"reshaped": func(k int) string {
		return fmt.Sprintf("    %%0 = te.read %%c%d [(i * 32 + j) floordiv 32, (i + j * 16) floordiv 16] : tensor<16x32xf32>\n    %%r = tg.exp %%0 : tensor<f32>\n", k-1)
	},
}

// Ten thousand computes take seconds, whatever they are; the limit is what a busy machine takes.
func TestTenThousand(t *testing.T) {
	for name, f := range chains {
		module, err := agree.Parse(chain(10_000, f))
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if err := agree.Optimise(module, "te-inline,te-normalize", 1); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d > 60*time.Second {
			t.Errorf("%s: took %v", name, d)
		}
	}
}

// Ten thousand computes are compared with each other in seconds, whether they have something in
// common or only look as if.
func TestShareTenThousand(t *testing.T) {
	for name, f := range chains {
		module, err := agree.Parse(chain(10_000, f))
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if err := agree.Optimise(module, "te-cse{min-saving=0}", 1); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d > 60*time.Second {
			t.Errorf("%s: took %v", name, d)
		}
	}
}

// Processor time of twice as many computes is about twice as much.
func BenchmarkShare(b *testing.B) {
	for name, f := range chains {
		for _, n := range []int{10_000, 20_000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				text := chain(n, f)
				for range b.N {
					b.StopTimer()
					module, err := agree.Parse(text)
					if err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
					if err := agree.Optimise(module, "te-cse{min-saving=0}", 1); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// A body of thousands of reads, of views and of others, is left when it becomes too large.
func TestLargeBodies(t *testing.T) {
	const n = 4000
	var b strings.Builder
	b.WriteString("func.func @f(%x: tensor<8192xf32>) -> tensor<8xf32> {\n")
	for k := range n {
		fmt.Fprintf(&b, "  %%c%d = te.compute [i < 8] -> tensor<8xf32> {\n    %%0 = te.read %%x [i + %d] : tensor<8192xf32>\n    %%1 = tg.neg %%0 : tensor<f32>\n    %%2 = tg.abs %%1 : tensor<f32>\n    te.yield %%2 : tensor<f32>\n  }\n", k, k)
	}
	b.WriteString("  %r = te.compute [i < 8] -> tensor<8xf32> {\n    %s0 = te.read %c0 [i] : tensor<8xf32>\n")
	for k := 1; k < n; k++ {
		fmt.Fprintf(&b, "    %%r%d = te.read %%c%d [i] : tensor<8xf32>\n    %%s%d = tg.add %%s%d, %%r%d : tensor<f32>\n", k, k, k, k-1, k)
	}
	fmt.Fprintf(&b, "    te.yield %%s%d : tensor<f32>\n  }\n  return %%r : tensor<8xf32>\n}\n", n-1)
	module, err := agree.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	for passes, want := range map[string][2]int{
		"te-inline": {n, n + 1}, "te-inline{max-ops=100000 max-reads=100000}": {n / 4, n},
	} {
		start := time.Now()
		after, err := agree.Optimised(module, passes)
		if err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d > 60*time.Second {
			t.Errorf("%s: took %v", passes, d)
		}
		if got := computes(after); got < want[0] || got > want[1] {
			t.Errorf("%s leaves %d computes, want %v", passes, got, want)
		}
	}
}

func computes(module *ir.Op) (n int) {
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		if o.Name() == "te.compute" {
			n++
		}
		return ir.Advance
	})
	return n
}

func BenchmarkTenThousand(b *testing.B) {
	for name, f := range chains {
		for _, n := range []int{5_000, 10_000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				text := chain(n, f)
				for range b.N {
					b.StopTimer()
					module, err := agree.Parse(text)
					if err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
					if err := agree.Optimise(module, "te-inline,te-normalize", 1); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
