package fusematmul_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/bench/optimize/programs"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/internal/passtest"
)

// BenchmarkFuseMatmul is the time of the pass per op: for blocks of attention
// behind each other and side by side, products that each feed the next one, and
// products that all share an operand.
func BenchmarkFuseMatmul(b *testing.B) {
	small := programs.Params{Sequence: 8, Width: 8, Heads: 2}
	arguments := small
	arguments.Arguments = true
	for _, p := range []struct {
		name string
		text func() string
	}{
		{"attention", func() string { return programs.AttentionCopies(small, 1000, false) }},
		{"attention-arguments", func() string { return programs.AttentionCopies(arguments, 1000, false) }},
		{"attention-parallel", func() string { return programs.AttentionCopies(small, 1000, true) }},
		{"chain", func() string { return productsText(100_000, true) }},
		{"fan-out", func() string { return productsText(100_000, false) }},
	} {
		b.Run(p.name, func(b *testing.B) {
			text := p.text()
			ops := 0
			ir.Walk(passtest.Parse(b, text), func(*ir.Op) ir.WalkAction { ops++; return ir.Advance })
			run := passtest.Stage("fuse-matmul")
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				b.StopTimer()
				module := passtest.Parse(b, text)
				b.StartTimer()
				if err := run(b, module); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(ops), "ns/irop")
		})
	}
}

// productsText is n products by one weight, of the same input or each of what the
// one before it computes, and the relu of each.
func productsText(n int, chain bool) string {
	var b strings.Builder
	b.WriteString("func.func @f(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {\n")
	in := "%x"
	for i := range n / 2 {
		left, right := in, "%w"
		if !chain {
			left, right = "%x", in
		}
		fmt.Fprintf(&b, "  %%p%d = tg.matmul %s, %s : tensor<4x4xf32>\n  %%r%d = tg.neg %%p%d : tensor<4x4xf32>\n", i, left, right, i, i)
		if chain {
			in = fmt.Sprintf("%%r%d", i)
		} else if i%100 == 0 {
			in = fmt.Sprintf("%%r%d", i)
		}
	}
	fmt.Fprintf(&b, "  return %%r%d : tensor<4x4xf32>\n}\n", n/2-1)
	return b.String()
}
