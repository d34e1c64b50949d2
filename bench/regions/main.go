// Command regions times ops whose regions JAX writes, and small loops, next to what
// there is to compare them with, in one process.
//
//	go run ./bench/regions [-runs 15] [-n 100000]
//
// It prints a line for each: the medians of the runs, which are taken in turns, and
// their ratio. A loop is compared with nothing: its line has the time of a round.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

func main() {
	runs := atleast.One("runs", 15, "runs of each; the median counts")
	n := flag.Int("n", 100_000, "elements to sort")
	flag.Parse()
	if err := compare(*runs, *n); err != nil {
		fmt.Fprintln(os.Stderr, "bench/regions:", err)
		os.Exit(1)
	}
}

func compare(runs, n int) error {
	x := tensor.Random(tensor.F32, []int{n}, 1)
	values := tensor.Data[float32](x)
	line := func(name, against string, ours, theirs func()) {
		a, b := medians(runs, ours, theirs)
		fmt.Printf("%-34s %10.3f ms   %-28s %10.3f ms   %5.2f\n", name, ms(a), against, ms(b), ms(a)/ms(b))
	}
	for _, c := range []struct {
		name, against string
		text          string
		theirs        func()
	}{
		{"sort, JAX's comparator", "slices.Sort", sortText(n), func() { slices.Sort(slices.Clone(values)) }},
		{"sort, a comparator of no name", "slices.SortStableFunc", oddSortText(n), func() {
			slices.SortStableFunc(slices.Clone(values), func(a, b float32) int { return cmp.Compare(a*a, b*b) })
		}},
		{"argsort, JAX's comparator", "slices.SortStableFunc", argsortText(n), func() { argsort(values) }},
	} {
		run, err := runner(c.text, x)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		line(c.name, c.against, run, c.theirs)
	}
	const many = 1_000_000
	wide := tensor.Random(tensor.F32, []int{many}, 2)
	greatest, err := runner(maxText(many), wide)
	if err != nil {
		return err
	}
	for _, c := range []struct{ name, text string }{
		{"argmax, JAX's region", argmaxText(many, 1)}, {"argmax and its element", argmaxText(many, 2)},
	} {
		run, err := runner(c.text, wide)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		line(c.name, "reduce max", run, greatest)
	}
	return loops(runs)
}

// loops prints what a round of small loops takes.
func loops(runs int) error {
	const rounds = 100_000
	count, err := tensor.FromSlice(nil, []int32{rounds})
	if err != nil {
		return err
	}
	for _, c := range []struct{ name, text string }{
		{"while, a counter", counterText}, {"while, a vector of 4", vectorText}, {"while, a slice of an array", sliceText},
	} {
		run, err := runner(c.text, count)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		a, _ := medians(runs, run, func() {})
		fmt.Printf("%-34s %10.3f us a round\n", c.name, float64(a.Nanoseconds())/1e3/rounds)
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// runner runs a program again and again.
func runner(text string, inputs ...*tensor.Tensor) (func(), error) {
	p, err := program.Parse("regions.mlir", []byte(text))
	if err == nil {
		err = p.Apply("stablehlo-to-tg")
	}
	if err != nil {
		return nil, err
	}
	compiled, err := p.Compile()
	if err != nil {
		return nil, err
	}
	if _, err := compiled.Run(inputs, interp.Options{}); err != nil {
		return nil, err
	}
	return func() {
		if _, err := compiled.Run(inputs, interp.Options{}); err != nil {
			panic(err) // it did not before
		}
	}, nil
}

// medians times two functions in turns.
func medians(runs int, ours, theirs func()) (a, b time.Duration) {
	var times [2][]time.Duration
	for range runs {
		for i, f := range []func(){ours, theirs} {
			start := time.Now()
			f()
			times[i] = append(times[i], time.Since(start))
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	return times[0][runs/2], times[1][runs/2]
}

// argsort is the order of values as Go's library finds it.
func argsort(values []float32) []int32 {
	order := make([]int32, len(values))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(values[a], values[b]) })
	return order
}
