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

// passesOfTwins are what is measured. The last one leaves apart whatever lowers the
// peak: its time is that of several hundred thousand decisions.
var passesOfTwins = []struct {
	text   string
	barred bool
}{
	{"cse", false},
	{"cse{memory-aware}", true},
	{"cse{memory-aware max-recompute=1 budget=min}", false},
}

// measureTwins prints how long cse takes that weighs memory. Times are of the
// processor, the least of three, in turns.
func measureTwins() error {
	missed := 0
	fmt.Printf("%-46s %10s %10s %10s %8s %8s  %s\n", "pass", "ops", "left", "ns/op", "ratio", "bar", "missed")
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		p, err := program.Parse("twins", []byte(twins(n)))
		if err != nil {
			return fmt.Errorf("twins of %d: %w", n, err)
		}
		ops := float64(p.Ops())
		seconds, left := make([]float64, len(passesOfTwins)), make([]int, len(passesOfTwins))
		for range 3 {
			for i, pass := range passesOfTwins {
				took, ops, err := passSeconds(p.Module, pass.text)
				if err != nil {
					return err
				}
				if seconds[i] == 0 || took < seconds[i] {
					seconds[i], left[i] = took, ops
				}
			}
		}
		for i, pass := range passesOfTwins {
			ratio, bar, failed := seconds[i]/seconds[0], "", ""
			if pass.barred {
				bar = fmt.Sprint(mostOfPlain)
				if ratio > mostOfPlain && n == 1_000_000 {
					failed, missed = "ratio", missed+1
				}
			}
			fmt.Printf("%-46s %10.0f %10d %10.0f %8.2f %8s  %s\n", pass.text, ops, left[i], seconds[i]/ops*1e9, ratio, bar, failed)
		}
	}
	if missed > 0 {
		return fmt.Errorf("%d bars are missed", missed)
	}
	return nil
}

// passSeconds is how long a pass takes on a copy of a module, and how many ops of
// functions it leaves.
func passSeconds(module *ir.Op, pass string) (seconds float64, left int, err error) {
	p, err := pipeline.ParsePipeline("builtin.module("+pass+")", driver.NewRegistry())
	if err != nil {
		return 0, 0, err
	}
	c := ir.NewBuilder(module.Context()).Clone(module, map[*ir.Value]*ir.Value{})
	m := &pipeline.Manager{Ctx: c.Context(), Pipeline: p, SkipVerify: true, Workers: 1}
	runtime.GC()
	begin := processor.Time()
	if err := m.Run(c); err != nil {
		return 0, 0, err
	}
	seconds = (processor.Time() - begin).Seconds()
	return seconds, (&program.Program{Module: c}).Ops(), nil
}

// twins is a program that computes the same things twice, at the beginning and far
// away, a chain of products; on the way it repeats a cheap op all the time, and a dear
// one at once. A third of its ops are equal to others.
func twins(n int) string {
	const perRound, args = 11, 16
	var b strings.Builder
	b.WriteString("func.func @main(%s: tensor<f32>, %t0: tensor<64xf32>")
	for i := range args {
		fmt.Fprintf(&b, ", %%x%d: tensor<64xf32>", i)
	}
	b.WriteString(") -> tensor<64xf32> {\n")
	rounds := max(1, n/perRound)
	last := 0
	next := func(format string, operands ...any) { // an op like no other
		last++
		fmt.Fprintf(&b, "  %%t%d = tg.%s : tensor<64xf32>\n", last, fmt.Sprintf(format, operands...))
	}
	for half := range 2 {
		before := "%x0"
		for i := range (rounds + 1) / 2 {
			id := fmt.Sprintf("%d_%d", half, i)
			fmt.Fprintf(&b, "  %%u%s = tg.mul %s, %%x%d : tensor<64xf32>\n", id, before, i%args)
			fmt.Fprintf(&b, "  %%g%s = tg.broadcast %%s dims [] : (tensor<f32>) -> tensor<64xf32>\n", id)
			fmt.Fprintf(&b, "  %%h%s = tg.add %%u%s, %%g%s : tensor<64xf32>\n", id, id, id)
			for k := range 2 {
				fmt.Fprintf(&b, "  %%e%s_%d = tg.exp %%h%s : tensor<64xf32>\n", id, k, id)
				next("add %%t%d, %%e%s_%d", last, id, k)
				next("tanh %%t%d", last)
			}
			next("sub %%t%d, %%t%d", last, last-1)
			next("neg %%t%d", last)
			before = "%u" + id
		}
	}
	fmt.Fprintf(&b, "  return %%t%d : tensor<64xf32>\n}\n", last)
	return b.String()
}
