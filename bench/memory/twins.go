package main

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// mostOfPlain is how much longer cse{memory-aware} may take than cse does.
const mostOfPlain = 3

// weighings are the options with which cse is measured against cse without any: by
// the first only what is cheap stays apart, by the second whatever lowers the peak.
var weighings = []string{"memory-aware", "memory-aware max-recompute=1", "memory-aware max-recompute=1 budget=min"}

// measureTwins prints how long cse takes that weighs memory, and counts the bars that
// it misses. Times are of the processor, the least of three.
func measureTwins() (missed int, err error) {
	fmt.Printf("\n%-42s %10s %10s %10s %8s %8s  %s\n", "cse", "ops", "left", "ns/op", "ratio", "bar", "missed")
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		p, err := program.Parse("twins", []byte(twins(n)))
		if err != nil {
			return missed, fmt.Errorf("twins of %d: %w", n, err)
		}
		ops := float64(p.Ops())
		plain, left, err := cseSeconds(p.Module, "cse")
		if err != nil {
			return missed, err
		}
		fmt.Printf("%-42s %10.0f %10d %10.0f %8s %8s\n", "cse", ops, left, plain/ops*1e9, "", "")
		for _, options := range weighings {
			seconds, left, err := cseSeconds(p.Module, "cse{"+options+"}")
			if err != nil {
				return missed, err
			}
			failed := ""
			if seconds > mostOfPlain*plain {
				failed, missed = "ratio", missed+1
			}
			fmt.Printf("%-42s %10.0f %10d %10.0f %8.2f %8d  %s\n", "cse{"+options+"}", ops, left, seconds/ops*1e9, seconds/plain, mostOfPlain, failed)
		}
	}
	return missed, nil
}

// cseSeconds is how long a pass takes on a copy of a module, and how many ops it
// leaves.
func cseSeconds(module *ir.Op, pass string) (seconds float64, left int, err error) {
	p, err := pipeline.ParsePipeline("builtin.module("+pass+")", driver.NewRegistry())
	if err != nil {
		return 0, 0, err
	}
	for i := range 3 {
		c := ir.NewBuilder(module.Context()).Clone(module, map[*ir.Value]*ir.Value{})
		m := &pipeline.Manager{Ctx: c.Context(), Pipeline: p, SkipVerify: true, Workers: 1}
		runtime.GC()
		begin := processor.Time()
		if err := m.Run(c); err != nil {
			return 0, 0, err
		}
		if took := (processor.Time() - begin).Seconds(); i == 0 || took < seconds {
			seconds = took
		}
		left = -2 // without the module and the function
		ir.Walk(c, func(*ir.Op) ir.WalkAction { left++; return ir.Advance })
	}
	return seconds, left, nil
}

// twins is a program that computes the same things twice, at the beginning and far
// away, a chain of products; on the way it repeats cheap ops all the time, and dear
// ones at once.
func twins(n int) string {
	const perRound, args = 7, 16
	var b strings.Builder
	b.WriteString("func.func @main(%s: tensor<f32>, %sum0: tensor<64xf32>")
	for i := range args {
		fmt.Fprintf(&b, ", %%x%d: tensor<64xf32>", i)
	}
	b.WriteString(") -> tensor<64xf32> {\n")
	rounds := max(1, n/perRound)
	sum := 0
	for half := range 2 {
		before := "%x0"
		for i := range (rounds + 1) / 2 {
			id := fmt.Sprintf("%d_%d", half, i)
			fmt.Fprintf(&b, "  %%u%s = tg.mul %s, %%x%d : tensor<64xf32>\n", id, before, i%args)
			fmt.Fprintf(&b, "  %%g%s = tg.broadcast %%s dims [] : (tensor<f32>) -> tensor<64xf32>\n", id)
			fmt.Fprintf(&b, "  %%h%s = tg.add %%u%s, %%g%s : tensor<64xf32>\n", id, id, id)
			for k := range 2 {
				fmt.Fprintf(&b, "  %%e%s_%d = tg.exp %%h%s : tensor<64xf32>\n", id, k, id)
				fmt.Fprintf(&b, "  %%sum%d = tg.add %%sum%d, %%e%s_%d : tensor<64xf32>\n", sum+1, sum, id, k)
				sum++
			}
			before = "%u" + id
		}
	}
	fmt.Fprintf(&b, "  return %%sum%d : tensor<64xf32>\n}\n", sum)
	return b.String()
}
