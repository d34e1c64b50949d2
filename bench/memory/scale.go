package main

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/cost"
)

// The bars of -scale: planning of the largest programs, and how much longer an op
// may take in a million than in ten thousand.
const (
	mostSeconds = 1
	mostBytes   = 200 // an op, that stay and that are garbage
	mostGrowth  = 2
)

// shape is a kind of program of any size.
type shape struct {
	name  string
	sizes []int
	text  func(n int) string
}

var shapes = []shape{
	{"flat", []int{1_000, 10_000, 100_000, 1_000_000}, flat},
	{"blocks", []int{1_000, 10_000, 100_000}, blocks},
	{"levels", []int{1_000, 10_000, 100_000}, levels},
}

// measureScale prints what planning takes.
func measureScale() error {
	fmt.Printf("%-8s %10s %10s %10s %10s  %s\n", "shape", "ops", "seconds", "ns/op", "bytes/op", "missed")
	missed := 0
	for _, s := range shapes {
		perOp := map[int]float64{}
		for _, n := range s.sizes {
			p, err := program.Parse(s.name, []byte(s.text(n)))
			if err != nil {
				return fmt.Errorf("%s of %d: %w", s.name, n, err)
			}
			ops := p.Ops()
			seconds, bytes, err := planning(p)
			if err != nil {
				return fmt.Errorf("%s of %d: %w", s.name, n, err)
			}
			perOp[n] = seconds / float64(ops)
			var failed []string
			if seconds > mostSeconds {
				failed = append(failed, "seconds")
			}
			if n >= 100_000 && bytes/float64(ops) > mostBytes {
				failed = append(failed, "bytes")
			}
			if before, ok := perOp[10_000]; ok && perOp[n] > mostGrowth*before {
				failed = append(failed, "growth")
			}
			missed += len(failed)
			fmt.Printf("%-8s %10d %10.3f %10.0f %10.0f  %s\n", s.name, ops, seconds, perOp[n]*1e9, bytes/float64(ops), strings.Join(failed, ", "))
		}
	}
	if missed > 0 {
		return fmt.Errorf("%d bars are missed", missed)
	}
	return nil
}

// planning is the least of three times that a plan takes, and the bytes that it
// allocates.
func planning(p *program.Program) (seconds, bytes float64, err error) {
	fn := cost.Callables(p.Module)[0]
	for i := range 3 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		start := time.Now()
		if _, err := lifetimes.NewPlanner(lifetimes.Options{}).Frame(fn); err != nil {
			return 0, 0, err
		}
		took := time.Since(start).Seconds()
		runtime.ReadMemStats(&after)
		if i == 0 || took < seconds {
			seconds = took
		}
		bytes = float64(after.TotalAlloc - before.TotalAlloc)
	}
	return seconds, bytes, nil
}

// flat is a chain in which every tenth value is used far away.
func flat(n int) string {
	var b strings.Builder
	b.WriteString("func.func @main(%a0: tensor<64xf32>) -> tensor<64xf32> {\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "  %%a%d = tg.add %%a%d, %%a%d : tensor<64xf32>\n", i, i-1, max(0, i-1-i%10*3))
	}
	fmt.Fprintf(&b, "  return %%a%d : tensor<64xf32>\n}\n", n)
	return b.String()
}

// blocks is a chain of blocks that pass a value on.
func blocks(n int) string {
	var b strings.Builder
	b.WriteString("func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {\n  cf.br ^b0(%x : tensor<64xf32>)\n")
	for i := range n {
		fmt.Fprintf(&b, "^b%d(%%a%d: tensor<64xf32>):\n  %%c%d = tg.exp %%a%d : tensor<64xf32>\n", i, i, i, i)
		if i+1 < n {
			fmt.Fprintf(&b, "  cf.br ^b%d(%%c%d : tensor<64xf32>)\n", i+1, i)
		}
	}
	fmt.Fprintf(&b, "  return %%c%d : tensor<64xf32>\n}\n", n-1)
	return b.String()
}

// levels is a nest of conditions, each of which uses the value of the one around.
func levels(n int) string {
	var b strings.Builder
	b.WriteString("func.func @main(%p: i1, %a0: tensor<64xf32>) -> tensor<64xf32> {\n")
	for i := range n {
		fmt.Fprintf(&b, "%%r%d = scf.if %%p -> (tensor<64xf32>) {\n%%a%d = tg.exp %%a%d : tensor<64xf32>\n", i, i+1, i)
	}
	fmt.Fprintf(&b, "scf.yield %%a%d : tensor<64xf32>\n", n)
	for i := n - 1; i >= 0; i-- {
		fmt.Fprintf(&b, "} else {\nscf.yield %%a%d : tensor<64xf32>\n}\n", i)
		if i > 0 {
			fmt.Fprintf(&b, "scf.yield %%r%d : tensor<64xf32>\n", i)
		}
	}
	b.WriteString("return %r0 : tensor<64xf32>\n}\n")
	return b.String()
}
