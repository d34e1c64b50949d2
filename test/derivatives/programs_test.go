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

// requests is a program of which functions ask for derivatives of others, and of each other's.
func requests(seed uint64) (*ir.Op, error) {
	module, err := program(seed)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 2))
	var source strings.Builder
	printed := text(module)
	source.WriteString(strings.TrimSuffix(strings.TrimSpace(printed), "}"))
	var list []signature
	for name, f := range ir.Symbols(module) {
		if f.Attr("function_type") != nil && derivcheck.Checkable(f) {
			t := f.Attr("function_type").Type()
			list = append(list, signature{name, t.Inputs(), t.Results()})
		}
	}
	for n := range 1 + rng.IntN(3) {
		if len(list) == 0 {
			break
		}
		list = append(list, list[rng.IntN(len(list))].request(&source, fmt.Sprintf("asks%d", n), rng))
	}
	source.WriteString("}\n")
	return agree.Parse(source.String())
}

// signature is a function.
type signature struct {
	name    string
	in, out []*ir.Type
}

// request writes a function that asks for the derivative of another, by some of its arguments.
func (s signature) request(w *strings.Builder, name string, rng *rand.Rand) signature {
	op, clause := "tg.jvp", "tangents"
	if rng.IntN(2) == 0 {
		op, clause = "tg.vjp", "cotangents"
	}
	some := func(types []*ir.Type) (list []int, chosen []*ir.Type) {
		for i, t := range types {
			if autodiff.Differentiable(t) && (len(list) == 0 || rng.IntN(2) == 0) {
				list, chosen = append(list, i), append(chosen, t)
			}
		}
		return list, chosen
	}
	wrt, from := some(s.in)
	of, to := some(s.out)
	if op == "tg.vjp" {
		from, to = to, from
	}
	made := signature{name, append(append([]*ir.Type{}, s.in...), from...), append(append([]*ir.Type{}, s.out...), to...)}
	args, params := make([]string, len(made.in)), make([]string, len(made.in))
	for i, t := range made.in {
		args[i] = fmt.Sprintf("%%a%d", i)
		params[i] = fmt.Sprintf("%s: %s", args[i], t)
	}
	results := make([]string, len(made.out))
	for i := range results {
		results[i] = fmt.Sprintf("%%r#%d", i)
	}
	join := func(list []string) string { return strings.Join(list, ", ") }
	n := len(s.in)
	fmt.Fprintf(w, "func.func @%s(%s) -> (%s) {\n", name, join(params), typeNames(made.out))
	fmt.Fprintf(w, "  %%r:%d = %s @%s(%s) %s(%s) wrt %s of %s : (%s) -> (%s)\n", len(made.out), op, s.name, join(args[:n]), clause, join(args[n:]),
		numbers(wrt), numbers(of), typeNames(made.in), typeNames(made.out))
	fmt.Fprintf(w, "  return %s : %s\n}\n", join(results), typeNames(made.out))
	return made
}

func numbers(list []int) string { return strings.ReplaceAll(fmt.Sprint(list), " ", ", ") }

func typeNames(types []*ir.Type) string {
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = t.String()
	}
	return strings.Join(list, ", ")
}

// mostBytes is how long a program with requests may be: orders multiply.
const mostBytes = 40_000

// answered answers the requests of a program. The error is that of a crash, or of a program that is
// not valid then; that some op has no derivative is none.
func answered(seed uint64) error {
	module, err := requests(seed)
	if err != nil || len(text(module)) > mostBytes {
		return err
	}
	err = agree.Optimise(module, "differentiate", 1)
	if err != nil && (strings.Contains(err.Error(), "crashed") || strings.Contains(err.Error(), "invalid") || !strings.Contains(err.Error(), "derivative")) {
		return fmt.Errorf("%w\n%s", err, text(module))
	}
	return nil
}

// Requests are answered, nested ones too, or refused: without a crash.
func TestRequests(t *testing.T) {
	failures := 0
	for seed := range campaign.Seeds(30) {
		if err := answered(seed); err != nil {
			t.Errorf("program %d: %v", seed, err)
			if failures++; failures >= maxFailures {
				return
			}
		}
	}
}

func FuzzRequests(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(1000 + seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		if err := answered(seed); err != nil {
			t.Error(err)
		}
	})
}
