package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/netgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memoryreport"
	"github.com/tg-opt/tg/passes/storage"
	"github.com/tg-opt/tg/tensor"
)

// inlined are the passes that budgets are tried after: `rematerialize` works on one
// function at a time.
var inlined = []struct{ name, passes string }{
	{"inlined", "stablehlo-to-tg,inline,symbol-dce"},
	{"optimised", "stablehlo-to-tg,optimize"},
}

// budgets are what programs are kept within by computing values again.
var budgets = []string{"0.8x", "0.6x", "0.4x", "min"}

// measureBudgets prints what budgets cost a program, as predicted and as measured,
// and counts the bars that it misses.
func measureBudgets(name string, text []byte, runs int) (missed int, err error) {
	for _, v := range inlined {
		n, err := variantBudgets(name, v.name, func() (*program.Program, error) { return prepared(name, text, v.passes) }, runs)
		if err != nil {
			return missed, fmt.Errorf("%s: %w", v.name, err)
		}
		missed += n
	}
	return missed, nil
}

// generatedOps is how many ops generated programs have.
const generatedOps = 300

// measureGenerated does that for training steps of networks of all kinds.
func measureGenerated(runs int) (missed int, err error) {
	for _, kind := range netgen.Kinds {
		n, err := measureBudgets(kind, []byte(netgen.Program(kind, generatedOps, 0)), runs)
		if err != nil {
			return missed, fmt.Errorf("%s: %w", kind, err)
		}
		missed += n
	}
	return missed, nil
}

func variantBudgets(name, variant string, read func() (*program.Program, error), runs int) (missed int, err error) {
	plain, err := read()
	if err != nil {
		return 0, err
	}
	curve, err := storage.Curve{Budgets: budgets, Order: "fixed", Machine: cost.CPU(), Workers: parallel.Workers()}.Of(plain.Module)(ir.Symbols(plain.Module)[plain.Entry])
	if unplanned := (*lifetimes.Unplanned)(nil); errors.As(err, &unplanned) {
		fmt.Printf("%-26s %-10s not planned: '%s' op %s\n", name, variant, unplanned.Op.Name(), unplanned.Why)
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	if curve.Untried != "" {
		fmt.Printf("%-26s %-10s %s\n", name, variant, curve.Untried)
		return 0, nil
	}
	for i := range curve.Points {
		p := &curve.Points[i]
		if !p.Met {
			fmt.Printf("%-26s %-10s %-6s %12d  %s\n", name, variant, p.Budget, p.Bytes, curve.Outcome(p))
			continue
		}
		if p.Recomputed == 0 {
			fmt.Printf("%-26s %-10s %-6s %12d %12d  nothing is computed again\n", name, variant, p.Budget, p.Bytes, p.Total)
			continue
		}
		bounded, err := read()
		if err == nil {
			err = bounded.Apply(fmt.Sprintf("rematerialize{budget=%s workers=%d}", p.Budget, parallel.Workers()))
		}
		if err != nil {
			return missed, fmt.Errorf("%s: %w", p.Budget, err)
		}
		n, err := budgetRow(name, variant, plain, bounded, p, runs)
		if err != nil {
			return missed, fmt.Errorf("%s: %w", p.Budget, err)
		}
		missed += n
	}
	return missed, nil
}

// budgetRow compares a program with what became of it within a budget.
func budgetRow(name, variant string, plain, bounded *program.Program, p *memoryreport.CurvePoint, runs int) (missed int, err error) {
	var programs [2]*interp.Program
	for k, q := range []*program.Program{plain, bounded} {
		if programs[k], err = q.Compile(); err != nil {
			return 0, err
		}
	}
	inputs, err := program.Inputs(programs[0])
	if err != nil {
		return 0, err
	}
	var results [2]*interp.Result
	run := func(k int) (err error) {
		results[k], err = programs[k].Run(inputs, interp.Options{})
		return err
	}
	times, err := turns(runs, run)
	if err != nil {
		return 0, err
	}
	frame, err := programs[1].Frame(parallel.Workers())
	if err != nil {
		return 0, err
	}
	var failed []string
	if int64(results[1].PeakBytes) != frame.Total() {
		failed = append(failed, fmt.Sprintf("peak (%d)", results[1].PeakBytes))
	}
	if !same(results[0], results[1]) {
		failed = append(failed, "results")
	}
	measured := 100 * (times[1]/times[0] - 1)
	ratio := "" // to a prediction of nothing there is none
	if p.Percent > 0 {
		ratio = fmt.Sprintf("%.2f", measured/p.Percent)
	}
	fmt.Printf("%-26s %-10s %-6s %12d %12d %6d %12.3f %9.2f %9.2f %7s  %s\n", name, variant, p.Budget, p.Bytes, frame.Total(), p.Recomputed,
		p.Seconds*1e6, p.Percent, measured, ratio, strings.Join(failed, ", "))
	return len(failed), nil
}

// same reports whether runs have had the same results, to the bit, and checks.
func same(a, b *interp.Result) bool {
	return slices.EqualFunc(a.Outputs, b.Outputs, func(x, y *tensor.Tensor) bool { return bytes.Equal(x.Bytes(), y.Bytes()) }) &&
		slices.EqualFunc(a.Checks, b.Checks, func(x, y interp.Check) bool { return x.Passed == y.Passed && x.Detail == y.Detail })
}
