package random

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

// Under fp=strict saturate keeps every bit, whatever its limits and its way to choose. Its
// result costs no more than its input by the profile that it was given, and is the same for any
// number of workers.
func TestSaturatedKeepsEveryBit(t *testing.T) {
	each(t, 60, func(seed uint64) (string, bool) {
		rng := rand.New(rand.NewPCG(seed, 0x73617475))
		module, err := agree.Parse(progen.Program(seed, progen.Options{Open: rng.IntN(8) == 0}))
		if err != nil {
			return err.Error(), false
		}
		if rng.IntN(2) == 0 { // where most of what is done is done
			if err := agree.Optimise(module, "canonicalize", 1); err != nil {
				return err.Error(), false
			}
		}
		passes, machine := saturation(rng)
		runs := agree.Runs(module)
		if err := keptAndNoDearer(module, runs, passes, machine); err != nil {
			return report(module, passes, err, func(m *ir.Op) error { return keptAndNoDearer(m, agree.Runs(m), passes, machine) }), false
		}
		return "", true
	})
}

// Under fp=finite and fp=fast saturate ends well on every program, also where something is NaN, and
// tame ones keep their values, or stay within the tolerance.
func TestSaturatedKeepsModes(t *testing.T) {
	each(t, 30, func(seed uint64) (string, bool) {
		rng := rand.New(rand.NewPCG(seed, 0x6d6f6465))
		mode := pick(rng, "finite", "fast")
		passes, _ := saturation(rng)
		passes = strings.Replace(passes, "machine=", "fp="+mode+" machine=", 1)
		wild, err := agree.Parse(progen.Program(seed, progen.Options{}))
		if err != nil {
			return err.Error(), false
		}
		ends := func(m *ir.Op) error {
			_, err := agree.Optimised(m, passes)
			return err
		}
		if err := ends(wild); err != nil {
			return report(wild, passes, err, ends), false
		}
		tame, err := agree.Parse(progen.Program(seed, progen.Options{Tame: true}))
		if err != nil {
			return err.Error(), false
		}
		stays := func(m *ir.Op) error {
			check := checkFinite
			if mode == "fast" {
				check = func(m *ir.Op, seed uint64, passes string) (int, error) { return checkFast(m, "main", seed, passes) }
			}
			_, err := check(m, seed, passes)
			return err
		}
		if err := stays(tame); err != nil {
			return report(tame, passes, err, stays), false
		}
		return "", true
	})
}

// saturation is the pass with options of its own, and the machine whose cost counts.
func saturation(rng *rand.Rand) (passes, machine string) {
	machine = pick(rng, "cpu", "gpu")
	list := []string{
		"machine=" + machine, "extract=" + pick(rng, "exact", "exact", "greedy", "tree"),
		"nodes=" + pick(rng, "0", "1", "60", "1000", "1000", "5000"), "iterations=" + pick(rng, "0", "1", "3", "30", "30"),
	}
	if rng.IntN(4) == 0 {
		list = append(list, "work="+pick(rng, "0", "1", "500", "20000"))
	}
	if rng.IntN(4) == 0 {
		list = append(list, "sets="+pick(rng, "arithmetic", "{arithmetic,movement}", "contraction"))
	}
	if rng.IntN(4) == 0 {
		list = append(list, "rules={testdata/search.rules,testdata/greedy.rules}")
	}
	text := "saturate{" + strings.Join(list, " ") + "}"
	if rng.IntN(2) == 0 {
		text = "func.func(" + text + ")"
	}
	return text, machine
}

func pick(rng *rand.Rand, list ...string) string { return list[rng.IntN(len(list))] }

// keptAndNoDearer says what is wrong with a module behind passes: other results, more that they
// cost, or what depends on workers.
func keptAndNoDearer(module *ir.Op, runs []agree.Run, passes, machine string) error {
	after, err := agree.Check(module, runs, passes)
	if err != nil {
		return err
	}
	m, err := cost.Named(machine, 0)
	if err != nil {
		return err
	}
	if was, is := takes(m, module), takes(m, after); is > was*(1+1e-6) {
		return fmt.Errorf("%w%s makes it dearer: %s before, %s after:\n%s", agree.ErrChanged, passes, m.Text(was), m.Text(is), printer.OpString(after, printer.Options{}))
	}
	return workersDiffer(module, passes)
}

// takes is what all ops of a module cost that are executed one by one, each counted once. What is
// computed from constants only is going to be folded.
func takes(m *cost.Machine, module *ir.Op) (sum float64) {
	estimator := cost.NewEstimator(m)
	folded := map[*ir.Value]bool{}
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		d := o.Def()
		_, branch := analysis.RegionBranch.Get(d)
		_, loop := analysis.Loop.Get(d)
		if branch || loop || o.Has(ir.Symbol) || o.Has(ir.GraphRegions) { // which stay what they are
			return ir.Advance
		}
		free := o.NumRegions() == 0 && (o.Has(ir.ConstantLike) || o.NumOperands() > 0 && o.Has(ir.Pure|ir.NoMemoryEffect|ir.RecursiveEffects) && cost.Folds(o))
		for _, v := range o.Operands() {
			free = free && folded[v]
		}
		for _, v := range o.Results() {
			folded[v] = free
		}
		if !free {
			sum += estimator.Op(o).Seconds
		}
		return ir.Skip
	})
	return sum
}
