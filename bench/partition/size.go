package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/internal/netgen"
)

// most is how many seconds each may take.
const most = 5.0

// sizes prints how long the passes take: the partition of networks of so many ops by each
// objective, and te-cse of so many computes and of twice as many.
func sizes(ops, computes int) error {
	over := false
	tell := func(what string, seconds float64) {
		fmt.Printf("%-60s %8.2f s\n", what, seconds)
		over = over || seconds > most
	}
	for _, kind := range netgen.Kinds {
		text := netgen.Program(kind, ops, 1)
		for _, stash := range []string{"compute", "bytes", "time"} {
			n, seconds, err := timed(text, "partition{func=main form=joint stash="+stash+"}")
			if err != nil {
				return err
			}
			tell(fmt.Sprintf("partition, %s, %d ops, stash=%s", kind, n, stash), seconds)
		}
	}
	var both [2]float64
	for i, n := range []int{computes, 2 * computes} {
		text := many(n)
		var times []float64
		for range 3 {
			_, seconds, err := timed(text, "te-cse")
			if err != nil {
				return err
			}
			times = append(times, seconds)
		}
		slices.Sort(times)
		both[i] = times[1]
		fmt.Printf("%-60s %8.2f s\n", fmt.Sprintf("te-cse, %d computes", n), both[i])
	}
	fmt.Printf("%-60s %8.2f\n", "te-cse, twice as many take times as long", both[1]/both[0])
	if over || both[0] > most {
		return fmt.Errorf("above %v s", most)
	}
	return nil
}

// timed is how many ops a program has, and the processor's seconds for passes.
func timed(text, passes string) (ops int, seconds float64, err error) {
	p, err := program.Parse("large.mlir", []byte(text))
	if err != nil {
		return 0, 0, err
	}
	ops = p.Ops()
	runtime.GC()
	start := processor.Time()
	err = p.Apply(passes)
	return ops, (processor.Time() - start).Seconds(), err
}

// many is a program of so many computes, four at a time: two steps forwards, a row sum, and one
// that has the first step within a larger expression, transposed.
func many(n int) string {
	var b strings.Builder
	const full, turned = "[i < 16, j < 32] -> tensor<16x32xf32>", "[i < 32, j < 16] -> tensor<32x16xf32>"
	fmt.Fprintf(&b, "func.func @main(%%v0: tensor<16x32xf32>) -> tensor<16x32xf32> {\n")
	line := func(format string, args ...any) { fmt.Fprintf(&b, "  "+format+"\n", args...) }
	x := 0
	for v := 1; v <= n; v++ {
		switch v % 4 {
		case 1:
			line("%%v%d = te.compute %s {", v, full)
			line("  %%a = te.read %%v%d [i, j] : tensor<16x32xf32>\n    %%b = tg.tanh %%a : tensor<f32>\n    te.yield %%b : tensor<f32>", x)
		case 2:
			line("%%v%d = te.compute %s {", v, full)
			line("  %%a = te.read %%v%d [i, j] : tensor<16x32xf32>\n    %%b = te.read %%v%d [i, j] : tensor<16x32xf32>", v-1, x)
			line("  %%c = tg.mul %%a, %%b : tensor<f32>\n    te.yield %%c : tensor<f32>")
		case 3:
			line("%%v%d = te.compute [i < 16] sum [j < 32] -> tensor<16xf32> {", v)
			line("  %%a = te.read %%v%d [i, j] : tensor<16x32xf32>\n    te.yield %%a : tensor<f32>", v-1)
		default:
			line("%%v%d = te.compute %s {", v, turned)
			line("  %%a = te.read %%v%d [j, i] : tensor<16x32xf32>\n    %%b = tg.tanh %%a : tensor<f32>", x)
			line("  %%c = tg.neg %%b : tensor<f32>\n    te.yield %%c : tensor<f32>")
			x = v - 2
		}
		line("}")
	}
	fmt.Fprintf(&b, "  return %%v%d : tensor<16x32xf32>\n}\n", x)
	return b.String()
}
