package analysis_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// programs are functions of any size, each of another kind.
var programs = []struct {
	name string
	text func(n int) string
	ops  int // for each of n
}{
	{"a chain", chain, 1},
	{"blocks", blocks, 2},
	{"conditions in conditions", conditions, 4},
	{"loops in loops", loops, 2},
	{"values used in a loop", looped, 2},
	{"a switch", cases, 2},
}

func function(of string, body func(b *strings.Builder)) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func.func @main(%%p: i1, %%n: index, %%a0: tensor<64xf32>) -> tensor<64xf32> {\n")
	body(&b)
	fmt.Fprintf(&b, "return %s : tensor<64xf32>\n}\n", of)
	return b.String()
}

func chain(n int) string {
	return function(fmt.Sprintf("%%a%d", n), func(b *strings.Builder) {
		for i := range n {
			fmt.Fprintf(b, "%%a%d = tg.add %%a%d, %%a%d : tensor<64xf32>\n", i+1, i, max(0, i-i%10*3))
		}
	})
}

func blocks(n int) string {
	return function(fmt.Sprintf("%%c%d", n-1), func(b *strings.Builder) {
		fmt.Fprintf(b, "cf.br ^b0(%%a0 : tensor<64xf32>)\n")
		for i := range n {
			fmt.Fprintf(b, "^b%d(%%b%d: tensor<64xf32>):\n%%c%d = tg.exp %%b%d : tensor<64xf32>\n", i, i, i, i)
			if i+1 < n {
				fmt.Fprintf(b, "cf.br ^b%d(%%c%d : tensor<64xf32>)\n", i+1, i)
			}
		}
	})
}

func conditions(n int) string {
	return function("%r0", func(b *strings.Builder) {
		for i := range n {
			fmt.Fprintf(b, "%%r%d = scf.if %%p -> (tensor<64xf32>) {\n%%a%d = tg.exp %%a%d : tensor<64xf32>\n", i, i+1, i)
		}
		fmt.Fprintf(b, "scf.yield %%a%d : tensor<64xf32>\n", n)
		for i := n - 1; i >= 0; i-- {
			fmt.Fprintf(b, "} else {\nscf.yield %%a%d : tensor<64xf32>\n}\n", i)
			if i > 0 {
				fmt.Fprintf(b, "scf.yield %%r%d : tensor<64xf32>\n", i)
			}
		}
	})
}

func loops(n int) string {
	return function("%r0", func(b *strings.Builder) {
		for i := range n {
			fmt.Fprintf(b, "%%r%d = scf.for %%i%d = %%n to %%n step %%n iter_args(%%a%d = %%a%d) -> (tensor<64xf32>) {\n", i, i, i+1, i)
		}
		fmt.Fprintf(b, "scf.yield %%a%d : tensor<64xf32>\n}\n", n)
		for i := n - 1; i > 0; i-- {
			fmt.Fprintf(b, "scf.yield %%r%d : tensor<64xf32>\n}\n", i)
		}
	})
}

func looped(n int) string {
	return function("%r", func(b *strings.Builder) {
		for i := range n {
			fmt.Fprintf(b, "%%a%d = tg.exp %%a%d : tensor<64xf32>\n", i+1, i)
		}
		fmt.Fprintf(b, "%%r = scf.for %%i = %%n to %%n step %%n iter_args(%%s0 = %%a0) -> (tensor<64xf32>) {\n")
		for i := range n {
			fmt.Fprintf(b, "%%s%d = tg.add %%s%d, %%a%d : tensor<64xf32>\n", i+1, i, i+1)
		}
		fmt.Fprintf(b, "scf.yield %%s%d : tensor<64xf32>\n}\n", n)
	})
}

func cases(n int) string {
	return function("%r", func(b *strings.Builder) {
		fmt.Fprintf(b, "%%r = scf.index_switch %%n -> tensor<64xf32>\n")
		for i := range n {
			fmt.Fprintf(b, "case %d {\n%%c%d = tg.exp %%a0 : tensor<64xf32>\nscf.yield %%c%d : tensor<64xf32>\n}\n", i, i, i)
		}
		fmt.Fprintf(b, "default {\nscf.yield %%a0 : tensor<64xf32>\n}\n")
	})
}

// planning is the bytes that the plan of a function allocates.
func planning(t *testing.T, text string) (bytes uint64, f *lifetimes.Frame) {
	t.Helper()
	module, err := agree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var fn *ir.Op
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		if analysis.IsCallable(o) {
			fn = o
		}
		return ir.Advance
	})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err = lifetimes.NewPlanner(lifetimes.Options{}).Frame(fn)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	return after.TotalAlloc - before.TotalAlloc, f
}

// What planning allocates is in proportion to the program, whatever its shape is.
func TestPlanningGrowsWithTheProgram(t *testing.T) {
	const most = 400 // bytes for an op; half of that is usual
	for _, p := range programs {
		small, _ := planning(t, p.text(1000))
		large, f := planning(t, p.text(16_000))
		if large > 24*small {
			t.Errorf("%s: %d bytes, and of 16 times as many ops %d", p.name, small, large)
		}
		if perOp := large / uint64(16_000*p.ops); perOp > most {
			t.Errorf("%s: %d bytes for each op", p.name, perOp)
		}
		if f.Total() == 0 {
			t.Errorf("%s: nothing is planned", p.name)
		}
	}
}
