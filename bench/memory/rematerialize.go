package main

import (
	"fmt"
	"runtime"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/netgen"
)

// rematerializeSeconds is how long the pass may take, on one core, for a part of the
// memory of the largest programs.
const (
	rematerializeSeconds = 30
	part                 = 0.8
)

// measureRematerialize prints how long `rematerialize` takes for training steps of
// networks, and what they take then, by the plan. It is an error if that is too
// long or too much.
func measureRematerialize() error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	fmt.Printf("\n%-12s %10s %10s %12s %12s %8s %8s  %s\n", "network", "ops", "seconds", "before", "after", "ratio", "time", "missed")
	missed := 0
	for _, kind := range netgen.Kinds {
		for _, n := range []int{1_000, 10_000, 100_000} {
			p, err := program.Parse(kind, []byte(netgen.Program(kind, n, 1)))
			if err != nil {
				return fmt.Errorf("%s of %d: %w", kind, n, err)
			}
			failed, err := rematerializeRow(kind, p)
			if err != nil {
				return fmt.Errorf("%s of %d: %w", kind, n, err)
			}
			missed += failed
		}
	}
	if missed > 0 {
		return fmt.Errorf("%d bars of rematerialize are missed", missed)
	}
	return nil
}

func rematerializeRow(kind string, p *program.Program) (missed int, err error) {
	ops := p.Ops()
	before, timeBefore, err := taken(p)
	if err != nil {
		return 0, err
	}
	runtime.GC()
	start := processor.Time() // other work on the machine does not count
	if err = p.Apply(fmt.Sprintf("rematerialize{budget=%vx}", part)); err != nil {
		return 0, err
	}
	seconds := (processor.Time() - start).Seconds()
	after, timeAfter, err := taken(p)
	if err != nil {
		return 0, err
	}
	failed := ""
	if ratio := float64(after) / float64(before); ratio > part {
		failed, missed = failed+" budget", missed+1
	}
	if seconds > rematerializeSeconds {
		failed, missed = failed+" seconds", missed+1
	}
	fmt.Printf("%-12s %10d %10.3f %12d %12d %8.3f %+7.2f%% %s\n", kind, ops, seconds, before, after, float64(after)/float64(before),
		100*(timeAfter/timeBefore-1), failed)
	return missed, nil
}

// taken is what a program takes by the plan, in bytes, and for how long as predicted.
func taken(p *program.Program) (bytes int64, seconds float64, err error) {
	fn := cost.Callables(p.Module)[0]
	frame, err := lifetimes.NewPlanner(lifetimes.Options{}).Frame(fn)
	if err != nil {
		return 0, 0, err
	}
	estimator := cost.NewEstimator(cost.CPU())
	for _, o := range frame.Ops {
		if o != fn {
			seconds += estimator.Op(o).Seconds
		}
	}
	return frame.Total(), seconds, nil
}
