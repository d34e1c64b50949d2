package derivatives

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/derivcheck"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// requests is a program of which functions ask for derivatives of others, and of each other's, in
// all forms that there are.
func requests(seed uint64) (*ir.Op, error) {
	module, err := program(seed)
	if err != nil {
		return nil, err
	}
	w := &requestWriter{Rand: rand.New(rand.NewPCG(seed, 2)), ctx: module.Context()}
	w.text.WriteString(strings.TrimSuffix(strings.TrimSpace(text(module)), "}"))
	symbols := ir.Symbols(module)
	for _, name := range slices.Sorted(maps.Keys(symbols)) {
		if f := symbols[name]; f.Attr("function_type") != nil && derivcheck.Checkable(f) {
			t := f.Attr("function_type").Type()
			w.list = append(w.list, signature{name, t.Inputs(), t.Results()})
		}
	}
	for n := range 1 + w.IntN(4) {
		if len(w.list) > 0 {
			w.list = append(w.list, w.form(w.list[w.IntN(len(w.list))], fmt.Sprintf("asks%d", n)))
		}
	}
	w.text.WriteString("}\n")
	return agree.Parse(w.text.String())
}

// signature is a function.
type signature struct {
	name    string
	in, out []*ir.Type
}

// requestWriter writes functions of functions.
type requestWriter struct {
	*rand.Rand
	text strings.Builder
	list []signature // what there is
	ctx  *ir.Context
}

// form writes a function of s.
func (w *requestWriter) form(s signature, name string) signature {
	switch w.IntN(8) {
	case 0:
		if of := slices.IndexFunc(s.out, func(t *ir.Type) bool { return t.Rank() == 0 && t.Elem().IsFloat() }); of >= 0 {
			return w.grad(s, name, of)
		}
	case 1:
		if !slices.ContainsFunc(slices.Concat(s.in, s.out), func(t *ir.Type) bool { return !t.IsStatic() || t.Rank() > 3 }) {
			return w.batch(s, name)
		}
	case 2:
		return w.ruled(s, name)
	case 3:
		if !slices.ContainsFunc(s.out, func(t *ir.Type) bool { return !t.IsStatic() }) {
			return w.named(s, name)
		}
	case 4:
		return w.stopped(s, name)
	}
	return w.asking(s, name)
}

// function writes a function of the given types. body writes what it does with its arguments, and
// returns its results.
func (w *requestWriter) function(name, attributes string, in, out []*ir.Type, body func(args []string) (results []string)) signature {
	args, params := make([]string, len(in)), make([]string, len(in))
	for i, t := range in {
		args[i] = fmt.Sprintf("%%a%d", i)
		params[i] = fmt.Sprintf("%s: %s", args[i], t)
	}
	fmt.Fprintf(&w.text, "func.func @%s(%s) -> (%s) %s{\n", name, commas(params), typeNames(out), attributes)
	results := body(args)
	fmt.Fprintf(&w.text, "  return %s : %s\n}\n", commas(results), typeNames(out))
	return signature{name, in, out}
}

// op writes an op, and returns its results.
func (w *requestWriter) op(in, out []*ir.Type, format string, args ...any) (results []string) {
	fmt.Fprintf(&w.text, "  %%r:%d = %s : (%s) -> (%s)\n", len(out), fmt.Sprintf(format, args...), typeNames(in), typeNames(out))
	for i := range out {
		results = append(results, fmt.Sprintf("%%r#%d", i))
	}
	return results
}

func commas(list []string) string { return strings.Join(list, ", ") }

// some are some of the types that have derivatives, one at least, and their numbers; all if it says
// so.
func (w *requestWriter) some(types []*ir.Type, all bool) (list []int, chosen []*ir.Type) {
	for i, t := range types {
		if autodiff.Differentiable(t) && (len(list) == 0 || all || w.IntN(2) == 0) {
			list, chosen = append(list, i), append(chosen, t)
		}
	}
	return list, chosen
}

// asking asks for tangents or cotangents, by some of the arguments.
func (w *requestWriter) asking(s signature, name string) signature {
	return w.derivative(s, name, w.IntN(2) == 0, false, false)
}

// derivative asks for tangents, or cotangents, by all arguments of all results if it says so. The
// function returns them behind the results, or if gradients is set alone.
func (w *requestWriter) derivative(s signature, name string, forward, all, gradients bool) signature {
	wrt, from := w.some(s.in, all)
	of, to := w.some(s.out, all)
	op, clause, given, made := "tg.vjp", "cotangents", to, from
	if forward {
		op, clause, given, made = "tg.jvp", "tangents", from, to
	}
	in, out := slices.Concat(s.in, given), slices.Concat(s.out, made)
	first, n := 0, len(s.in)
	if gradients {
		first = len(s.out)
	}
	return w.function(name, "", in, out[first:], func(args []string) []string {
		return w.op(in, out, "%s @%s(%s) %s(%s) wrt %s of %s", op, s.name, commas(args[:n]), clause, commas(args[n:]), numbers(wrt), numbers(of))[first:]
	})
}

func (w *requestWriter) grad(s signature, name string, of int) signature {
	wrt, by := w.some(s.in, false)
	out := slices.Concat(s.out, by)
	return w.function(name, "", s.in, out, func(args []string) []string {
		return w.op(s.in, out, "tg.grad @%s(%s) wrt %s of [%d]", s.name, commas(args), numbers(wrt), of)
	})
}

// batch applies a function to two elements at once.
func (w *requestWriter) batch(s signature, name string) signature {
	two := func(types []*ir.Type) (list []*ir.Type) {
		for _, t := range types {
			list = append(list, w.ctx.Tensor(append([]int64{2}, t.Shape()...), t.Elem()))
		}
		return list
	}
	in, out := two(s.in), two(s.out)
	return w.function(name, "", in, out, func(args []string) []string {
		return w.op(in, out, "enzyme.batch @%s(%s) {batch_shape = array<i64: 2>}", s.name, commas(args))
	})
}

// stopped calls a function and keeps derivatives from its first result.
func (w *requestWriter) stopped(s signature, name string) signature {
	return w.function(name, "", s.in, s.out, func(args []string) []string {
		results := w.op(s.in, s.out, "func.call @%s(%s)", s.name, commas(args))
		fmt.Fprintf(&w.text, "  %%s = tg.stop %s : %s\n", results[0], s.out[0])
		results[0] = "%s"
		return results
	})
}

// rule writes functions that say what the derivative of s is, by asking for it, and returns the
// attributes that name them. Some are wrong.
func (w *requestWriter) rule(s signature, name string) string {
	if w.IntN(10) == 0 {
		return fmt.Sprintf("tg.jvp = @%s", s.name)
	}
	jvp, vjp := name+"_tangents", name+"_behind"
	text := []string{}
	if kind := w.IntN(4); kind == 3 {
		return "tg.zero"
	} else if kind != 1 {
		w.derivative(s, jvp, true, true, false)
		text = append(text, "tg.jvp = @"+jvp)
		if kind == 0 {
			return text[0]
		}
	}
	w.function(name+"_ahead", "", s.in, slices.Concat(s.out, s.in), func(args []string) []string {
		return slices.Concat(w.op(s.in, s.out, "func.call @%s(%s)", s.name, commas(args)), args)
	})
	w.derivative(s, vjp, false, true, true)
	return commas(append(text, fmt.Sprintf("tg.vjp = [@%s_ahead, @%s]", name, vjp)))
}

// ruled calls a function and says itself what its derivative is.
func (w *requestWriter) ruled(s signature, name string) signature {
	rule := w.rule(s, name)
	return w.function(name, "attributes {"+rule+"} ", s.in, s.out, func(args []string) []string {
		return w.op(s.in, s.out, "func.call @%s(%s)", s.name, commas(args))
	})
}

// named calls something by a name, or what a composite is made of, whose derivative a declaration
// says.
func (w *requestWriter) named(s signature, name string) signature {
	fmt.Fprintf(&w.text, "func.func private @%s_says(%s) -> (%s) attributes {tg.derivative_of = \"my.%[1]s\", %[4]s}\n", name, typeNames(s.in), typeNames(s.out), w.rule(s, name))
	if w.IntN(2) == 0 {
		return w.function(name, fmt.Sprintf("attributes {tg.composite = \"my.%s\"} ", name), s.in, s.out, func(args []string) []string {
			return w.op(s.in, s.out, "func.call @%s(%s)", s.name, commas(args))
		})
	}
	return w.function(name, "", s.in, s.out, func(args []string) []string {
		return w.op(s.in, s.out, "tg.custom_call \"my.%s\"(%s)", name, commas(args))
	})
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
