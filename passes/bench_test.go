package passes_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/internal/passtest"
	"github.com/tg-opt/tg/printer"
)

// The benchmarks measure each stage of tg-opt on its own, per op of the
// program, so that benchstat tells which one a change has made slower.

const benchOps = 20_000

var benchPrograms = []struct {
	name string
	text func(n int) string
}{{"flat", flatProgram}, {"nested", nestedProgram}, {"branches", branchProgram}}

// flatProgram is one block of arith ops, of which some repeat, fold or die.
func flatProgram(n int) string {
	rng := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	b.WriteString("func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) -> tensor<4xi32> {\n  %c = arith.constant dense<1> : tensor<4xi32>\n")
	ops := []string{"addi", "muli", "subi", "maxsi", "xori"}
	for i := range n {
		x := fmt.Sprint("%", max(0, i+1-rng.IntN(30)))
		y := fmt.Sprint("%", max(0, i+1-rng.IntN(30)))
		if rng.IntN(8) == 0 {
			y = "%c"
		}
		fmt.Fprintf(&b, "  %%%d = arith.%s %s, %s : tensor<4xi32>\n", i+2, ops[rng.IntN(len(ops))], x, y)
	}
	fmt.Fprintf(&b, "  return %%%d : tensor<4xi32>\n}\n", n+1)
	return b.String()
}

// nestedProgram is a sequence of loops with conditions in them.
func nestedProgram(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%p: i1, %x: f32) -> f32 {\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c8 = arith.constant 8 : index\n")
	prev := "%x"
	for i := range n / 8 {
		fmt.Fprintf(&b, `  %%l%[1]d = scf.for %%i%[1]d = %%c0 to %%c8 step %%c1 iter_args(%%a%[1]d = %[2]s) -> (f32) {
    %%r%[1]d = scf.if %%p -> (f32) {
      %%s%[1]d = arith.addf %%a%[1]d, %%x : f32
      scf.yield %%s%[1]d : f32
    } else {
      %%t%[1]d = arith.mulf %%a%[1]d, %%a%[1]d : f32
      scf.yield %%t%[1]d : f32
    }
    scf.yield %%r%[1]d : f32
  }
`, i, prev)
		prev = fmt.Sprintf("%%l%d", i)
	}
	fmt.Fprintf(&b, "  return %s : f32\n}\n", prev)
	return b.String()
}

// branchProgram is blocks that each branch to one of the next two.
func branchProgram(n int) string {
	var b strings.Builder
	blocks := n / 3
	b.WriteString("func.func @f(%c: i1, %a: i32) -> i32 {\n  cf.br ^b0\n")
	for i := range blocks {
		fmt.Fprintf(&b, "^b%d:\n  %%x%d = arith.addi %%a, %%a : i32\n  \"u.use\"(%%x%d) : (i32) -> ()\n", i, i, i)
		if i < blocks-1 {
			fmt.Fprintf(&b, "  cf.cond_br %%c, ^b%d, ^b%d\n", i+1, min(i+2, blocks-1))
		}
	}
	b.WriteString("  return %a : i32\n}\n")
	return b.String()
}

// benchStage runs stage on every program, which is read anew for each round.
func benchStage(b *testing.B, stage func(b *testing.B, module *ir.Op) error) {
	for _, p := range benchPrograms {
		b.Run(p.name, func(b *testing.B) {
			text := p.text(benchOps)
			ops := 0
			ir.Walk(passtest.Parse(b, text), func(*ir.Op) ir.WalkAction { ops++; return ir.Advance })
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				b.StopTimer()
				module := passtest.Parse(b, text)
				b.StartTimer()
				if err := stage(b, module); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(ops), "ns/irop")
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for _, p := range benchPrograms {
		b.Run(p.name, func(b *testing.B) {
			text := p.text(benchOps)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				passtest.Parse(b, text)
			}
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	benchStage(b, func(_ *testing.B, module *ir.Op) error { return ir.Verify(module) })
}

func BenchmarkCSE(b *testing.B) { benchStage(b, passtest.Stage("cse")) }

func BenchmarkCanonicalize(b *testing.B) { benchStage(b, passtest.Stage("canonicalize")) }

func BenchmarkPrint(b *testing.B) {
	benchStage(b, func(_ *testing.B, module *ir.Op) error {
		return printer.Print(io.Discard, module, printer.Options{AssumeVerified: true})
	})
}
