package cost

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Report is what the functions of a module cost on a machine.
type Report struct {
	Machine string `json:"machine"`
	// Functions in the order of the text.
	Functions []FunctionCost `json:"functions"`
	// Total of the functions that no other one calls.
	Total Figures `json:"total"`
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
	r := &Report{Machine: m.Name, Functions: []FunctionCost{}}
	var functions []*ir.Op
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if analysis.CallableBody(o) != nil {
			functions = append(functions, o)
		}
		return ir.Advance
	})
	for _, fn := range functions {
		r.Functions = append(r.Functions, e.report(root, fn))
	}
	if t, ok := overridden(root); ok {
		r.Total.Seconds = t
		return r
	}
	var total Estimate
	for i, first := range e.entries(functions) {
		if first {
			total.Add(Estimate(r.Functions[i].Figures), 1)
		}
	}
	r.Total = figuresOf(total)
	return r
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

// nameOf is the name of a function with those of the modules that it is in, below
// root.
func nameOf(root, fn *ir.Op) string {
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
	f := FunctionCost{Name: nameOf(root, fn), Figures: figuresOf(e.Op(fn)), Ops: []OpCost{}}
	e.regions(fn, visit{times: 1}, func(o *ir.Op, each Estimate, times float64) {
		if each == (Estimate{}) {
			return
		}
		var all Estimate
		all.Add(each, times)
		f.Ops = append(f.Ops, OpCost{Op: o.Name(), Types: typesOf(o), Location: locationOf(o), Times: finite(times), Figures: figuresOf(all)})
	})
	slices.SortStableFunc(f.Ops, func(a, b OpCost) int { return cmp.Compare(b.Seconds, a.Seconds) })
	return f
}

// typesOf writes the types of an op, the first few of many.
func typesOf(o *ir.Op) string {
	return "(" + ir.TypeList(o.OperandTypes(), 4) + ") -> " + ir.TypeList(o.ResultTypes(), 4)
}

func locationOf(o *ir.Op) string {
	f, ok := o.Context().FilePosition(o.Loc())
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
	for _, f := range r.Functions {
		fmt.Fprintf(&b, "\n@%s\n%12s %7s %9s %15s %15s  op\n", f.Name, "time", "share", "times", "flops", "bytes")
		shown := f.Ops
		if top > 0 {
			shown = shown[:min(top, len(shown))]
		}
		for _, o := range shown {
			fmt.Fprintf(&b, "%12s %6.1f%% %9.4g %15.0f %15.0f  %s %s  %s\n", secondsText(o.Seconds), 100*(o.Seconds/max(f.Seconds, 1e-300)),
				o.Times, o.Flops, o.Read+o.Written, o.Op, o.Types, o.Location)
		}
		if hidden := f.Ops[len(shown):]; len(hidden) > 0 {
			rest := Estimate{}
			for _, o := range hidden {
				rest.Add(Estimate(o.Figures), 1)
			}
			writeLine(&b, rest, f.Seconds, fmt.Sprintf("%d more ops", len(hidden)))
		}
		writeLine(&b, Estimate(f.Figures), f.Seconds, "in all")
	}
	fmt.Fprintf(&b, "\nmodule: %s, %.0f flops, %.0f bytes\n", secondsText(r.Total.Seconds), r.Total.Flops, r.Total.Read+r.Total.Written)
	return b.String()
}

// writeLine writes a row of a table that is about several ops.
func writeLine(b *strings.Builder, e Estimate, all float64, what string) {
	fmt.Fprintf(b, "%12s %6.1f%% %9s %15.0f %15.0f  %s\n", secondsText(e.Seconds), 100*(e.Seconds/max(all, 1e-300)), "", e.Flops, e.Read+e.Written, what)
}

// JSON is the report with all ops.
func (r *Report) JSON() string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		panic(err) // all figures are finite
	}
	return b.String()
}

// secondsText is a time with three digits and its unit.
func secondsText(s float64) string {
	for _, u := range []struct {
		unit  string
		worth float64
	}{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}} {
		if s >= u.worth {
			return fmt.Sprintf("%.3g %s", s/u.worth, u.unit)
		}
	}
	return fmt.Sprintf("%.3g ns", s*1e9)
}
