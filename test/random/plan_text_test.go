package random

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

// plannedProgram is a random program with the plan that passes write into its text,
// and that without; nil where it cannot be planned.
func plannedProgram(seed uint64, passes string) (planned, plain *ir.Op, err error) {
	plain, err = agree.Parse(progen.Program(seed, progen.Options{}))
	if err != nil {
		return nil, nil, err
	}
	if seed%2 == 0 {
		if plain, err = agree.Optimised(plain, "optimize"); err != nil {
			return nil, nil, err
		}
	}
	planner := lifetimes.NewPlanner(lifetimes.Options{})
	for o := plain.RegionAt(0).First().First(); o != nil; o = o.Next() {
		if analysis.CallableBody(o) == nil {
			continue
		}
		if _, err := planner.Frame(o); errors.As(err, new(*lifetimes.Unplanned)) {
			return nil, plain, nil
		}
	}
	planned, err = agree.Optimised(plain, passes)
	return planned, plain, err
}

// runsAgree runs functions of a module, with freed storage poisoned, and compares
// with what the program without the plan computes.
func runsAgree(planned, plain *ir.Op) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, r := range agree.Runs(plain) {
		program, err := interp.NewModule(planned).Program(r.Name)
		if err != nil {
			return err
		}
		got, err := program.Run(r.Inputs, interp.Options{Poison: true, Context: ctx})
		o := agree.Outcome{Err: err}
		if err == nil {
			if got.Unplanned != nil {
				return fmt.Errorf("@%s does not run by its plan: %w", r.Name, got.Unplanned)
			}
			o.Outputs = got.Outputs
			for _, c := range got.Checks {
				o.Checks = append(o.Checks, c.Passed)
			}
		}
		if d := r.Before.Difference(o, agree.Same); d != "" {
			return fmt.Errorf("@%s of %v, without the plan and with it: %s", r.Name, r.Inputs, d)
		}
	}
	return nil
}

// What assign-buffers writes, the verifier accepts and runs keep to, also for fewer
// workers than it is for; the pass replaces it by the same.
func TestPlansInTheText(t *testing.T) {
	first, count := campaign.Cases(60)
	all(count, func(i int) {
		seed := first + uint64(i)
		passes := fmt.Sprintf("assign-buffers{workers=%d work=1000}", 1<<(seed%5))
		planned, plain, err := plannedProgram(seed, passes)
		if err != nil || planned == nil {
			if err != nil {
				t.Errorf("program %d: %v", seed, err)
			}
			return
		}
		if err := runsAgree(planned, plain); err != nil {
			t.Errorf("program %d: %v", seed, err)
		}
		again, err := agree.Optimised(planned, passes)
		if err != nil || printer.OpString(again, printer.Options{}) != printer.OpString(planned, printer.Options{}) {
			t.Errorf("program %d: another plan the second time: %v", seed, err)
		}
	})
}

// All that lowers memory, in order: results are the same, and runs go by the plan.
func TestOptimizedMemory(t *testing.T) {
	first, count := campaign.Cases(150)
	all(count, func(i int) {
		seed := first + uint64(i)
		passes := fmt.Sprintf("cse{memory-aware},optimize-memory{budget=%s moves=200 workers=%d}", []string{"1x", "min"}[seed/2%2], 1<<(seed%4))
		planned, plain, err := plannedProgram(seed, passes)
		if err == nil && planned != nil {
			err = runsAgree(planned, plain)
		}
		if err != nil {
			t.Errorf("program %d, %s: %v", seed, passes, err)
		}
	})
}

// mutate changes some numbers of the plan in the text.
func mutate(module *ir.Op, rng *rand.Rand) {
	type place struct {
		o    *ir.Op
		name string
	}
	var places []place
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		for _, name := range []string{lifetimes.ArenaAttr, lifetimes.OffsetsAttr, lifetimes.WorkspaceAttr, lifetimes.ArgumentsAttr, lifetimes.WorkersAttr} {
			if o.Attrs().Get(name) != nil {
				places = append(places, place{o, name})
			}
		}
		return ir.Advance
	})
	if len(places) == 0 {
		return
	}
	c := module.Context()
	change := func(v int64) int64 {
		switch rng.IntN(6) {
		case 0:
			return int64(rng.Uint64())
		case 1:
			return -1
		case 2:
			return v + 1
		case 3:
			return max(v-64*(1+rng.Int64N(4)), 0)
		default:
			return v + 64*(1+rng.Int64N(4))
		}
	}
	for range 1 + rng.IntN(3) {
		p := places[rng.IntN(len(places))]
		a := p.o.Attrs().Get(p.name)
		switch {
		case rng.IntN(8) == 0 || a == nil:
			p.o.SetAttr(p.name, nil)
		case a.Is(ir.IntegerAttr):
			p.o.SetAttr(p.name, c.I64Attr(change(a.Int())))
		default:
			list := slices.Clone(a.Ints())
			switch k := rng.IntN(8); {
			case k == 0:
				list = append(list, rng.Int64N(4096))
			case k == 1 && len(list) > 0:
				list = list[1:]
			case len(list) > 0:
				i := rng.IntN(len(list))
				list[i] = change(list[i])
			}
			p.o.SetAttr(p.name, c.I64Array(list))
		}
	}
}

// forged changes the plan of a program: either the verifier refuses it, or runs
// compute what they do without it.
func forged(seed, changes uint64) (accepted bool, err error) {
	planned, plain, err := plannedProgram(seed, "assign-buffers{work=1000}")
	if err != nil || planned == nil {
		return false, err
	}
	mutate(planned, rand.New(rand.NewPCG(changes, 0x706c616e)))
	if err := ir.Verify(planned); err != nil {
		if !errors.As(err, new(*ir.Diag)) {
			return false, fmt.Errorf("the error has no place: %w", err)
		}
		return false, nil
	}
	return true, runsAgree(planned, plain)
}

func TestForgedPlans(t *testing.T) {
	first, count := campaign.Cases(150)
	all(count, func(i int) {
		if _, err := forged(first+uint64(i%50), first+uint64(i)); err != nil {
			t.Errorf("program %d, changes %d: %v", first+uint64(i%50), first+uint64(i), err)
		}
	})
}

// FuzzPlanAttributes changes plans in the text.
func FuzzPlanAttributes(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, seed, changes uint64) {
		if _, err := forged(seed, changes); err != nil {
			t.Error(err)
		}
	})
}
