package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// variants are the passes that a program is measured after.
var variants = []struct{ name, passes string }{
	{"converted", "stablehlo-to-tg"},
	{"optimised", "stablehlo-to-tg,optimize"},
}

// workers are those that plans are made for; times are taken with as many as the
// machine has.
var workers = []int{1, 2, 8}

// bar is how long runs by the plan may take, of the time of runs from a pool.
func bar(name string) float64 {
	if strings.HasPrefix(name, "mobilebert") {
		return 0.95
	}
	return 1
}

// measure prints the rows of a program, and counts the bars that it misses.
func measure(name string, text []byte, runs int) (missed int, err error) {
	for _, v := range variants {
		p, err := prepared(name, text, v.passes)
		if err != nil {
			return missed, err
		}
		n, err := rows(name, v.name, p, runs)
		if err != nil {
			return missed, fmt.Errorf("%s: %w", v.name, err)
		}
		missed += n
	}
	return missed, nil
}

// prepared is a program after passes.
func prepared(name string, text []byte, passes string) (*program.Program, error) {
	p, err := program.Parse(name, text)
	if err == nil {
		err = p.Apply(passes)
	}
	return p, err
}

func rows(name, variant string, p *program.Program, runs int) (missed int, err error) {
	run, err := p.Compile()
	if err != nil {
		return 0, err
	}
	inputs, err := program.Inputs(run)
	if err != nil {
		return 0, err
	}
	usual := parallel.Workers()
	defer parallel.SetWorkers(usual)
	for _, n := range workers {
		parallel.SetWorkers(n)
		frame, err := run.Frame(n)
		if unplanned := (*lifetimes.Unplanned)(nil); errors.As(err, &unplanned) {
			fmt.Printf("%-26s %-10s not planned: '%s' op %s\n", name, variant, unplanned.Op.Name(), unplanned.Why)
			return 0, nil
		} else if err != nil {
			return 0, err
		}
		measured, err := measuredPeak(run, inputs, frame.Total())
		if err != nil {
			return 0, err
		}
		failed := ""
		if measured != frame.Total() {
			failed, missed = "peak", missed+1
		}
		fmt.Printf("%-26s %-10s %8d %12d %12d %12d %8s %8s %8s  %s\n", name, variant, n, frame.Peak, frame.Total(), measured, "", "", "", failed)
	}
	parallel.SetWorkers(usual)
	n, err := timesRow(name, variant, run, inputs, runs)
	return missed + n, err
}

// measuredPeak is what runs take. A plan is for all paths of a program: if inputs do
// not lead along the one that takes most, zeros may.
func measuredPeak(run *interp.Program, inputs []*tensor.Tensor, planned int64) (most int64, err error) {
	var zeros []*tensor.Tensor
	for _, x := range inputs {
		zeros = append(zeros, tensor.New(x.DType(), x.Shape()...))
	}
	for _, list := range [][]*tensor.Tensor{inputs, zeros} {
		result, err := run.Run(list, interp.Options{})
		if err != nil {
			return 0, err
		}
		if most = max(most, int64(result.PeakBytes)); most >= planned {
			break
		}
	}
	return most, nil
}

// timesRow prints how a run by the plan compares with one from a pool, and what it
// allocates.
func timesRow(name, variant string, run *interp.Program, inputs []*tensor.Tensor, runs int) (missed int, err error) {
	ratio, err := timeRatio(run, inputs, runs)
	if err != nil {
		return 0, err
	}
	checks := 0
	allocs := testing.AllocsPerRun(max(1, runs/3), func() {
		r, e := run.Run(inputs, interp.Options{})
		if e != nil {
			err = e
			return
		}
		checks = len(r.Checks)
	})
	if err != nil {
		return 0, err
	}
	var failed []string
	limit := bar(name)
	if ratio > limit {
		failed = append(failed, "time")
	}
	// A check writes what it found.
	if most := float64(4 + 2*len(run.Results)); checks == 0 && allocs > most {
		failed = append(failed, fmt.Sprintf("allocations (%.0f)", most))
	}
	fmt.Printf("%-26s %-10s %8d %12s %12s %12s %8.3f %8.2f %8.0f  %s\n", name, variant, parallel.Workers(), "", "", "", ratio, limit, allocs, strings.Join(failed, ", "))
	return len(failed), err
}

// sampleTime is for how long runs of a short program make one sample.
const sampleTime = 20 * time.Millisecond

// timeRatio is the median time by the plan over the one from a pool.
func timeRatio(run *interp.Program, inputs []*tensor.Tensor, runs int) (float64, error) {
	times, err := turns(runs, func(k int) error {
		_, err := run.Run(inputs, interp.Options{NoPlan: k == 1})
		return err
	})
	return times[0] / times[1], err
}

// turns is the median time, in seconds, of two ways to run, of samples that take
// turns; the first one is there to warm up.
func turns(runs int, run func(way int) error) (medians [2]float64, err error) {
	var times [2][]time.Duration
	for i := range runs + 1 {
		for k := range times {
			runtime.GC() // what the other way left is not for this one to clear
			start, n := time.Now(), 0
			for ; n == 0 || time.Since(start) < sampleTime; n++ {
				if err := run(k); err != nil {
					return medians, err
				}
			}
			if i > 0 {
				times[k] = append(times[k], time.Since(start)/time.Duration(n))
			}
		}
	}
	for k := range times {
		slices.Sort(times[k])
		medians[k] = times[k][runs/2].Seconds()
	}
	return medians, nil
}
