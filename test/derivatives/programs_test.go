package derivatives

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/derivcheck"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/minimise"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// program is a random program with branches, loops and calls, whose values are tame.
func program(seed uint64) (*ir.Op, error) {
	return agree.Parse(progen.Program(seed, progen.Options{Tame: true, Nested: true, Functions: 1 + int(seed%3)}))
}

// someArguments are some of the arguments of a function that have derivatives; nil for all.
func someArguments(f *ir.Op, rng *rand.Rand) []int {
	var list []int
	for i, t := range f.Attr("function_type").Type().Inputs() {
		if autodiff.Differentiable(t) && rng.IntN(3) > 0 {
			list = append(list, i)
		}
	}
	return list
}

// Derivatives of programs agree with differences, modes with each other, and parts with the whole.
func TestPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	failures, checked, compared := 0, 0, 0
	var without, infinite []uint64
	for seed := range campaign.Seeds(30) {
		module, err := program(seed)
		if err != nil {
			t.Fatal(err)
		}
		wrt := someArguments(ir.Symbols(module)["main"], rand.New(rand.NewPCG(seed, 1)))
		r, err := derivcheck.Check(module, "main", derivcheck.Options{Points: 1, Seed: seed, Wrt: wrt})
		switch {
		case err != nil && refused(err.Error()):
			without = append(without, seed)
		case err != nil:
			t.Errorf("program %d: %s", seed, module.Context().Render(ir.AsDiag(err, 0)))
			failures++
		case r.Problem != nil && r.Points == 0 && r.Problem.Check == derivcheck.Execution:
			infinite = append(infinite, seed)
		case r.Problem != nil:
			t.Errorf("program %d, wrt %v:\n%s", seed, wrt, r.Problem.Module)
			failures++
		default:
			checked++
			compared += r.Compared
		}
		if failures >= maxFailures {
			return
		}
	}
	t.Logf("%d programs checked, %d numbers compared; without a derivative: %v; without finite results: %v", checked, compared, without, infinite)
}

// refused reports whether an error is that of an op that has no derivative; calls have one.
func refused(message string) bool {
	return strings.Contains(message, "' has no derivative: ") && !strings.Contains(message, "'func.call'")
}

// What a derivative computes has the same bits optimised and not.
func TestOptimizedPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	failures := 0
	for seed := range campaign.Seeds(15) {
		module, err := program(seed)
		if err != nil {
			t.Fatal(err)
		}
		mode := []string{"forward", "reverse", "split"}[seed%3]
		check := func(m *ir.Op) error {
			if agree.Optimise(m, fmt.Sprintf("differentiate{func=main mode=%s}", mode), 1) != nil {
				return nil // TestPrograms is about these
			}
			_, err := agree.Check(m, agree.Runs(m), "optimize")
			return err
		}
		err = check(ir.NewBuilder(module.Context()).Clone(module, map[*ir.Value]*ir.Value{}))
		if err == nil {
			continue
		}
		small := minimise.Module(module, 1000, func(m *ir.Op) bool { return check(m) != nil })
		t.Errorf("program %d, mode=%s: %v\n%s", seed, mode, err, text(small))
		if failures++; failures >= maxFailures {
			return
		}
	}
}
