package cost

import (
	"cmp"
	"encoding/json"
	"fmt"
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
	r := &Report{Machine: m.Name}
	called := map[*ir.Op]bool{}
	var functions []*ir.Op
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if analysis.CallableBody(o) != nil {
			functions = append(functions, o)
		} else if callee := e.calls.Resolve(o); callee != nil {
			called[callee] = true
		}
		return ir.Advance
	})
	var total Estimate
	for _, fn := range functions {
		f := e.report(fn)
		r.Functions = append(r.Functions, f)
		if !called[fn] {
			total.Add(Estimate(f.Figures), 1)
		}
	}
	r.Total = Figures(total)
	return r
}

// report lists the ops of a function.
func (e *Estimator) report(fn *ir.Op) FunctionCost {
	f := FunctionCost{Name: ir.SymbolName(fn), Figures: Figures(e.Op(fn)), Ops: []OpCost{}}
	e.regions(fn, visit{times: 1}, func(o *ir.Op, each Estimate, times float64) {
		if each == (Estimate{}) {
			return
		}
		var all Estimate
		all.Add(each, times)
		f.Ops = append(f.Ops, OpCost{Op: o.Name(), Types: typesOf(o), Location: locationOf(o), Times: times, Figures: Figures(all)})
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
			fmt.Fprintf(&b, "%12s %6.1f%% %9.4g %15.0f %15.0f  %s %s  %s\n", secondsText(o.Seconds), 100*o.Seconds/max(f.Seconds, 1e-300),
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
	fmt.Fprintf(b, "%12s %6.1f%% %9s %15.0f %15.0f  %s\n", secondsText(e.Seconds), 100*e.Seconds/max(all, 1e-300), "", e.Flops, e.Read+e.Written, what)
}

// JSON is the report with all ops.
func (r *Report) JSON() string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return fmt.Sprintf("{\"error\": %q}\n", err) // tg.cost may be NaN, which JSON has not
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
