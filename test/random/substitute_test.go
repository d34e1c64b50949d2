package random

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

// Under fp=strict substitute keeps every bit, whichever way it searches. Its result costs no more
// than its input by the profile that it was given, and is the same for any number of workers.
func TestSubstitutedKeepsEveryBit(t *testing.T) {
	var total, changed atomic.Int64
	each(t, 25, func(seed uint64) (string, bool) {
		rng := rand.New(rand.NewPCG(seed, 0x73756273))
		module, err := agree.Parse(progen.Program(seed, progen.Options{Open: rng.IntN(8) == 0, Functions: rng.IntN(3)}))
		if err == nil { // what is computed of constants is priced as if it were there
			err = agree.Optimise(module, "fold"+pick(rng, ",canonicalize", ""), 1)
		}
		if err != nil {
			return err.Error(), false
		}
		passes, machine := substitution(rng)
		total.Add(1)
		if after, err := agree.Optimised(module, passes); err == nil && printer.OpString(after, printer.Options{}) != printer.OpString(module, printer.Options{}) {
			changed.Add(1)
		}
		runs := agree.Runs(module)
		if err := keptAndNoDearer(module, runs, passes, machine); err != nil {
			return report(module, passes, err, func(m *ir.Op) error { return keptAndNoDearer(m, agree.Runs(m), passes, machine) }), false
		}
		return "", true
	})
	if campaign.TooFew(changed.Load(), float64(total.Load()/8)) {
		t.Errorf("only %d of %d programs are changed", changed.Load(), total.Load())
	}
}

// shippedFiles are the rules that canonicalize and saturate come with, for any pass to be given.
var shippedFiles = sync.OnceValue(func() (files []string) {
	for _, pattern := range []string{"../../rules/*.rules", "../../rules/saturate/*.rules"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			panic(fmt.Sprint(pattern, ": ", err))
		}
		files = append(files, found...)
	}
	return append(files, "testdata/search.rules")
})

// substitution is the pass with options of its own, and the machine whose cost counts.
func substitution(rng *rand.Rand) (passes, machine string) {
	machine = pick(rng, "cpu", "gpu")
	list := []string{
		"machine=" + machine, "rounds=" + pick(rng, "1", "3", "5"), "window=" + pick(rng, "1", "4", "16", "16", "60"),
		pick(rng, "random=1", "random=20 seed=3", "random=500", "random=500 seed=9", "random=5000 seed=1", "max-candidates=300 lookahead=9 tolerance=10"),
	}
	if rng.IntN(4) == 0 {
		list = append(list, "time-budget="+pick(rng, "0", "1e-4", "1e-2"))
	}
	if rng.IntN(4) > 0 { // those of which the programs have left sides
		list = append(list, "rules={"+strings.Join(shippedFiles(), ",")+"}")
	}
	text := "substitute{" + strings.Join(list, " ") + "}"
	if rng.IntN(2) == 0 {
		text = "func.func(" + text + ")"
	}
	return text, machine
}

// With rules of a user's no search ends at a program that costs more than what it finds with the
// shipped rules alone, however little it may do, and though rules of the user's come first.
func TestOwnRulesCostNothing(t *testing.T) {
	var total, better atomic.Int64
	each(t, 40, func(seed uint64) (string, bool) {
		rng := rand.New(rand.NewPCG(seed, 0x6f776e72))
		module, err := agree.Parse(progen.Program(seed, progen.Options{}))
		if err == nil {
			err = agree.Optimise(module, "fold", 1)
		}
		if err != nil {
			return err.Error(), false
		}
		machine := pick(rng, "cpu", "gpu")
		files := " rules={" + strings.Join(shippedFiles(), ",") + "}"
		pass := "substitute{machine=" + machine + " max-candidates=" + pick(rng, "1", "2", "5")
		if rng.IntN(2) == 0 {
			pass, files = "saturate{machine="+machine+" nodes="+pick(rng, "30", "40", "60"), " rules={testdata/search.rules,testdata/greedy.rules}"
		}
		m, err := cost.Named(machine, 0)
		if err != nil {
			return err.Error(), false
		}
		check := func(module *ir.Op) error {
			shipped, err := agree.Optimised(module, pass+"}")
			if err != nil {
				return err
			}
			both, err := agree.Optimised(module, pass+files+"}")
			if err != nil {
				return err
			}
			total.Add(1)
			was, is := takes(m, shipped), takes(m, both)
			if is < was*(1-1e-6) {
				better.Add(1)
			}
			if is > was*(1+1e-6) {
				return fmt.Errorf("%w%s}: %s with more rules, and %s without", agree.ErrChanged, pass, m.Text(is), m.Text(was))
			}
			return nil
		}
		if err := check(module); err != nil {
			return report(module, pass+files+"}", err, check), false
		}
		return "", true
	})
	if campaign.TooFew(better.Load(), float64(total.Load()/20)) {
		t.Errorf("more rules are good for only %d of %d programs", better.Load(), total.Load())
	}
}
