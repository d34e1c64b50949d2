package cost

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/jsontext"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
)

// Report is what the functions of a module cost on a machine.
type Report struct {
	Machine string `json:"machine"`
	// Abstract says that what is called seconds is in another unit, that of the profile.
	Abstract bool `json:"abstract,omitempty"`
	// Functions in the order of the text.
	Functions []FunctionCost `json:"functions"`
	// Totals are what that consists of, by op.
	Totals []OpTotal `json:"totals"`
	// Total of the functions that no other one calls.
	Total Figures `json:"total"`
	// Parameters are the constants, but for Splats, whose elements are all the same.
	Parameters Parameters `json:"parameters"`
	Splats     Parameters `json:"splats"`
	// Arguments are those of the functions that no other one calls.
	Arguments Arguments `json:"arguments"`
}

// Figures are an Estimate for people and programs.
type Figures struct {
	Seconds float64 `json:"seconds"`
	Flops   float64 `json:"flops"`
	Read    float64 `json:"bytes_read"`
	Written float64 `json:"bytes_written"`
}

func figuresOf(e Estimate) Figures {
	return Figures{finite(e.Seconds), finite(e.Flops), finite(e.Read), finite(e.Written)}
}

// finite is the largest number in place of one that is larger still: loops in loops
// may run for ever, and JSON has no infinity.
func finite(v float64) float64 {
	if v <= math.MaxFloat64 {
		return v
	}
	return math.MaxFloat64
}

// FunctionCost is what a call of a function costs.
type FunctionCost struct {
	Name string `json:"name"`
	Figures
	Arguments Arguments `json:"arguments"`
	// Ops that cost anything, the most expensive first, equal ones in the order
	// of the text.
	Ops []OpCost `json:"ops"`
}

// OpCost is what an op costs in all its executions during one call. What is in
// its regions has entries of its own; what a callee does is included.
type OpCost struct {
	Op       string `json:"op"`
	Types    string `json:"types"`
	Location string `json:"location"`
	// Times is how often the op runs; a branch that may be taken counts in part.
	Times float64 `json:"times"`
	Figures
}

// NewReport looks at root, a function or an op with functions in it.
func NewReport(m *Machine, root *ir.Op) *Report {
	e := NewEstimator(m)
	r := &Report{Machine: m.Name, Abstract: m.Abstract, Functions: []FunctionCost{}, Totals: []OpTotal{}}
	r.Parameters, r.Splats = parametersIn(root)
	functions := Callables(root)
	for _, fn := range functions {
		r.Functions = append(r.Functions, e.report(root, fn))
	}
	entries := e.entries(functions)
	r.Arguments = argumentsOf(functions, entries)
	if t, ok := m.Stated(root); ok {
		r.Total.Seconds = t
		return r
	}
	r.Totals, r.Total = e.totals(functions, entries), figuresOf(e.total(functions, entries))
	return r
}

// Total is what the functions in root cost that no other one calls, as a Report
// has it.
func Total(m *Machine, root *ir.Op) Estimate {
	if t, ok := m.Stated(root); ok {
		return Estimate{Seconds: t}
	}
	e := NewEstimator(m)
	functions := Callables(root)
	return e.total(functions, e.entries(functions))
}

// total is what the functions that are first cost together.
func (e *Estimator) total(functions []*ir.Op, first []bool) (total Estimate) {
	for i, fn := range functions {
		if first[i] {
			total.Add(Estimate(figuresOf(e.Op(fn))), 1)
		}
	}
	return total
}

// entries are the functions that a program begins with: those that no other one
// calls, and the first of those that only call each other.
func (e *Estimator) entries(functions []*ir.Op) []bool {
	callees, called := map[*ir.Op][]*ir.Op{}, map[*ir.Op]bool{}
	for _, fn := range functions {
		ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
			if callee := e.calls.Resolve(o); callee != nil && callee != fn {
				callees[fn] = append(callees[fn], callee)
				called[callee] = true
			}
			return ir.Advance
		})
	}
	first, reached := make([]bool, len(functions)), map[*ir.Op]bool{}
	begin := func(i int) {
		first[i] = true
		for stack := []*ir.Op{functions[i]}; len(stack) > 0; {
			fn := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !reached[fn] {
				reached[fn] = true
				stack = append(stack, callees[fn]...)
			}
		}
	}
	for i, fn := range functions {
		if !called[fn] {
			begin(i)
		}
	}
	for i, fn := range functions {
		if !reached[fn] {
			begin(i)
		}
	}
	return first
}

// NameOf is the name of a function with those of the modules that it is in, below
// root.
func NameOf(root, fn *ir.Op) string {
	name := ir.SymbolName(fn)
	for p := fn.Parent(); fn != root && p != nil && p != root; p = p.Parent() {
		if outer := ir.SymbolName(p); outer != "" {
			name = outer + "::@" + name
		}
	}
	return name
}

// report lists the ops of a function below root.
func (e *Estimator) report(root, fn *ir.Op) FunctionCost {
	f := FunctionCost{Name: NameOf(root, fn), Figures: figuresOf(e.Op(fn)), Ops: []OpCost{}}
	f.Arguments.add(fn)
	for _, v := range e.Machine.inputs(fn) {
		f.Ops = append(f.Ops, OpCost{
			Op: inputName, Types: "() -> " + v.Type().String(), Location: locationOf(fn.Context(), v.Loc()), Times: 1,
			Figures: Figures{Seconds: e.Machine.Input},
		})
	}
	e.regions(fn, visit{times: 1}, func(o *ir.Op, each Estimate, times float64) {
		if each == (Estimate{}) {
			return
		}
		var all Estimate
		all.Add(each, times)
		f.Ops = append(f.Ops, OpCost{Op: o.Name(), Types: typesOf(o), Location: locationOf(o.Context(), o.Loc()), Times: finite(times), Figures: figuresOf(all)})
	})
	slices.SortStableFunc(f.Ops, func(a, b OpCost) int { return cmp.Compare(b.Seconds, a.Seconds) })
	return f
}

// typesOf writes the types of an op, the first few of many.
func typesOf(o *ir.Op) string {
	return "(" + ir.TypeList(o.OperandTypes(), 4) + ") -> " + ir.TypeList(o.ResultTypes(), 4)
}

func locationOf(c *ir.Context, l ir.Loc) string {
	f, ok := c.FilePosition(l)
	if !ok {
		return "unknown"
	}
	return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Col)
}

// Text is the report as tables, with at most top ops of each function, or all
// for 0.
func (r *Report) Text(top int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Predicted cost on machine '%s':\n", r.Machine)
	what := "time"
	if r.Abstract {
		what = "cost"
	}
	for _, f := range r.Functions {
		fmt.Fprintf(&b, "\n@%s%s\n", f.Name, f.Arguments.suffix())
		writeLine(&b, what, "share", "times", "flops", "bytes", "op")
		shown := f.Ops
		if top > 0 {
			shown = shown[:min(top, len(shown))]
		}
		for _, o := range shown {
			r.writeFigures(&b, o.Figures, f.Seconds, fmt.Sprintf("%.4g", o.Times), fmt.Sprintf("%s %s  %s", o.Op, o.Types, o.Location))
		}
		if hidden := f.Ops[len(shown):]; len(hidden) > 0 {
			rest := Estimate{}
			for _, o := range hidden {
				rest.Add(Estimate(o.Figures), 1)
			}
			r.writeFigures(&b, Figures(rest), f.Seconds, "", fmt.Sprintf("%d more ops", len(hidden)))
		}
		r.writeFigures(&b, f.Figures, f.Seconds, "", "in all")
	}
	if len(r.Totals) > 0 {
		b.WriteString("\nby op\n")
		writeLine(&b, what, "share", "count", "flops", "bytes", "op")
		for _, t := range r.Totals {
			r.writeFigures(&b, t.Figures, r.Total.Seconds, fmt.Sprint(t.Count), t.Op)
		}
	}
	fmt.Fprintf(&b, "\nmodule: %s, %s, %s\n", AmountText(r.Total.Seconds, r.Abstract), units.Flop.Text(r.Total.Flops), units.Byte.Text(r.Total.Read+r.Total.Written))
	fmt.Fprintf(&b, "parameters: %s\n", r.Parameters.text())
	if r.Splats.Constants > 0 {
		fmt.Fprintf(&b, "constants of one value throughout: %s\n", r.Splats.text())
	}
	fmt.Fprintf(&b, "arguments: %s\n", r.Arguments.text())
	return b.String()
}

// writeFigures writes a row of a table: of ops that take so long, with all of the
// table's.
func (r *Report) writeFigures(b *strings.Builder, f Figures, all float64, times, what string) {
	share := fmt.Sprintf("%.1f%%", 100*(f.Seconds/max(all, 1e-300)))
	writeLine(b, AmountText(f.Seconds, r.Abstract), share, times, units.Flop.Text(f.Flops), units.Byte.Text(f.Read+f.Written), what)
}

func writeLine(b *strings.Builder, time, share, times, flops, bytes, what string) {
	fmt.Fprintf(b, "%12s %7s %9s %12s %12s  %s\n", time, share, times, flops, bytes, what)
}

// JSON is the report with all ops.
func (r *Report) JSON() string { return jsontext.Indented(r) }
