package random

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory/check"
	"github.com/tg-opt/tg/test/agree"
)

// Runs by the plan, with what dies poisoned, compute the bits of runs with a pool,
// for one worker or several, before and after optimize, two at once, and again in
// the same storage; and they take the memory that the plan says.
func TestPlannedRunsAgree(t *testing.T) {
	first, count := campaign.Cases(500)
	var planned, ran atomic.Int64
	programs := make([][2]*ir.Op, count)
	all(count, func(i int) {
		module, err := agree.Parse(progen.Program(first+uint64(i), progen.Options{}))
		if err != nil {
			t.Error(err)
			return
		}
		after, err := agree.Optimised(module, "optimize")
		if err != nil {
			t.Error(err)
			return
		}
		programs[i] = [2]*ir.Op{module, after}
	})
	several := []int{1, 2, 8}
	for turn, workers := range several {
		parallel.SetWorkers(workers)
		all(count, func(i int) {
			if i%len(several) != turn {
				return
			}
			for k, module := range programs[i] {
				if module == nil || t.Failed() {
					return
				}
				p, r, err := plannedAgrees(module, workers)
				planned.Add(p)
				ran.Add(r)
				if err != nil {
					t.Errorf("program %d, optimized %v, %d workers: %v", first+uint64(i), k == 1, workers, err)
				}
			}
		})
	}
	parallel.SetWorkers(0)
	if planned.Load() < ran.Load()*8/10 {
		t.Errorf("only %d of %d runs went by a plan", planned.Load(), ran.Load())
	}
}

// plannedAgrees runs the functions of a module with a pool and by the plan.
func plannedAgrees(module *ir.Op, workers int) (planned, ran int64, err error) {
	for _, r := range agree.Runs(module) {
		program, err := interp.NewModule(module).Program(r.Name)
		if err != nil {
			return planned, ran, err
		}
		ran++
		frame, err := program.Frame(workers)
		if errors.As(err, new(*lifetimes.Unplanned)) {
			continue
		}
		if err != nil {
			return planned, ran, err
		}
		if err := checkFrame(frame); err != nil {
			return planned, ran, err
		}
		planned++
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		want, err := program.Run(r.Inputs, interp.Options{NoPlan: true, Context: ctx})
		if err != nil {
			return planned, ran, err
		}
		outcome := func(r *interp.Result, err error) agree.Outcome {
			o := agree.Outcome{Err: err}
			if err == nil {
				o.Outputs = r.Outputs
				for _, c := range r.Checks {
					o.Checks = append(o.Checks, c.Passed)
				}
			}
			return o
		}
		var group sync.WaitGroup
		failures := make([]error, 2)
		for twin := range failures {
			group.Go(func() {
				for range 2 {
					got, err := program.Run(r.Inputs, interp.Options{Poison: true, Context: ctx})
					if d := outcome(want, nil).Difference(outcome(got, err), agree.Same); d != "" {
						failures[twin] = fmt.Errorf("@%s of %v: with a pool, then by the plan: %s", r.Name, r.Inputs, d)
						return
					}
					if int64(got.PeakBytes) > frame.Total() || straight(frame.Func) && int64(got.PeakBytes) != frame.Total() {
						failures[twin] = fmt.Errorf("@%s takes %d bytes, planned %d", r.Name, got.PeakBytes, frame.Total())
						return
					}
				}
			})
		}
		group.Wait()
		if err := errors.Join(failures...); err != nil {
			return planned, ran, err
		}
	}
	return planned, ran, nil
}

// checkFrame lets the checker of plans look at a frame.
func checkFrame(f *lifetimes.Frame) error {
	list, numbers := f.Arenas()
	offsets := make([]int64, len(numbers))
	for i, n := range numbers {
		offsets[i] = f.Offsets[n]
	}
	return check.Plan(list, offsets, f.Arena)
}

// straight reports whether all of a function runs, whatever its arguments are.
func straight(fn *ir.Op) bool {
	return ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if o != fn && o.NumRegions() > 0 || len(o.Successors()) > 0 || analysis.IsCall(o) {
			return ir.Stop
		}
		return ir.Advance
	}) != ir.Stop
}
