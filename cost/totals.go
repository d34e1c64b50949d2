package cost

import (
	"cmp"
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// OpTotal is what all ops of one name cost together while a module runs once.
type OpTotal struct {
	Op string `json:"op"`
	// Count is how many there are in the text.
	Count int `json:"count"`
	Figures
}

// Amount is how much there is in values.
type Amount struct {
	Elements float64 `json:"elements"`
	Bytes    float64 `json:"bytes"`
}

// add counts a value of a type; what is neither a tensor nor an element of one
// has a size that nobody knows.
func (a *Amount) add(t *ir.Type) {
	switch {
	case t.IsRankedTensor():
		a.Elements = finite(a.Elements + Elements(t))
		a.Bytes = finite(a.Bytes + Bytes(t))
	case ir.StorageBytes(t) > 0:
		a.Elements++
		a.Bytes += float64(ir.StorageBytes(t))
	}
}

// Parameters are constants that a program computes with.
type Parameters struct {
	Constants int `json:"constants"`
	Amount
}

func (p *Parameters) add(t *ir.Type) {
	p.Constants++
	p.Amount.add(t)
}

// Arguments are what functions are called with: what other projects export often
// has its weights among them.
type Arguments struct {
	Arguments int `json:"arguments"`
	Amount
}

func (a *Arguments) add(fn *ir.Op) {
	for _, v := range fn.RegionAt(0).First().Args() {
		a.Arguments++
		a.Amount.add(v.Type())
	}
}

// argumentsOf counts the arguments of the functions that are first.
func argumentsOf(functions []*ir.Op, first []bool) (a Arguments) {
	for i, fn := range functions {
		if first[i] {
			a.add(fn)
		}
	}
	return a
}

// Initial is filled by ops that hold values for as long as the program lives,
// with what they are at the start; nil for nothing.
var Initial = ir.NewSlot[func(*ir.Op) *ir.Attr]("initial value")

// parametersIn looks at all constants inside of root. Those whose elements are all
// the same are told apart: they may stand for weights that were taken out, and
// may be mere numbers in formulas. What a global holds counts once, also where it
// has become a constant, and so does a constant that occurs several times.
func parametersIn(root *ir.Op) (parameters, splats Parameters) {
	seen := map[*ir.Attr]bool{}
	var constants []*ir.Attr
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if initial, ok := Initial.Get(o.Def()); ok {
			if a := initial(o); a != nil && a.Type().IsRankedTensor() {
				seen[a] = true
				parameters.add(a.Type())
			}
		} else if o.Has(ir.ConstantLike) && o.NumResults() == 1 && o.Result(0).Type().IsRankedTensor() {
			constants = append(constants, ir.ConstantValue(o.Result(0)))
		}
		return ir.Advance
	})
	for _, a := range constants {
		switch {
		case a == nil || a.Type() == nil || seen[a]:
		case !a.IsSplat():
			seen[a] = true
			parameters.add(a.Type())
		case Elements(a.Type()) > 1:
			splats.add(a.Type())
		}
	}
	return parameters, splats
}

// ledger is what the ops of a function cost in one call, by name, without what
// the functions do that it calls.
type ledger struct {
	names  []string // in the order of the text
	totals map[string]*OpTotal
	calls  []call
	runs   float64 // how often the function is called
	open   int     // calls of it whose callers have not been looked at
}

// call says that a function is called so often.
type call struct {
	callee *ir.Op
	times  float64
}

func (l *ledger) add(name string, count int, e Estimate, times float64) {
	t := l.totals[name]
	if t == nil {
		t = &OpTotal{Op: name}
		l.totals[name] = t
		l.names = append(l.names, name)
	}
	t.Count += count
	sum := Estimate(t.Figures)
	sum.Add(e, times)
	t.Figures = Figures(sum)
}

func newLedger() *ledger { return &ledger{totals: map[string]*OpTotal{}} }

// ledgerOf looks at a function; calls of those that are not in functions are
// part of the ops that call.
func (e *Estimator) ledgerOf(fn *ir.Op, functions map[*ir.Op]*ledger) *ledger {
	l := newLedger()
	if t, ok := e.Machine.Stated(fn); ok {
		l.add(fn.Name(), 1, Estimate{Seconds: t}, 1)
		return l
	}
	if n := len(e.Machine.inputs(fn)); n > 0 {
		l.add(inputName, n, Estimate{Seconds: e.Machine.Input}, float64(n))
	}
	e.visits(fn, visit{times: 1}, func(o *ir.Op, each Estimate, callee *ir.Op, times float64) {
		if callee != nil {
			if _, listed := functions[callee]; listed {
				l.calls = append(l.calls, call{callee, times})
			} else {
				each.Add(*e.functions[callee], 1)
			}
		}
		if each != (Estimate{}) {
			l.add(o.Name(), 1, each, times)
		}
	})
	return l
}

// totals is what ops of each name cost while the functions that are first run
// once each, the most expensive first, equal ones in the order of the text.
func (e *Estimator) totals(functions []*ir.Op, first []bool) []OpTotal {
	ledgers := map[*ir.Op]*ledger{}
	for _, fn := range functions {
		ledgers[fn] = nil
	}
	for _, fn := range functions {
		ledgers[fn] = e.ledgerOf(fn, ledgers)
	}
	for _, l := range ledgers {
		for _, c := range l.calls {
			ledgers[c.callee].open++
		}
	}
	// Callers come first; a function that calls itself does so in calls that are
	// not counted.
	var ready []*ledger
	for i, fn := range functions {
		l := ledgers[fn]
		if first[i] {
			l.runs = 1
		}
		if l.open == 0 {
			ready = append(ready, l)
		}
	}
	for ; len(ready) > 0; ready = ready[1:] {
		for _, c := range ready[0].calls {
			l := ledgers[c.callee]
			l.runs += float64(ready[0].runs * c.times)
			if l.open--; l.open == 0 {
				ready = append(ready, l)
			}
		}
	}
	all := newLedger()
	for _, fn := range functions {
		l := ledgers[fn]
		for _, name := range l.names {
			t := l.totals[name]
			all.add(name, t.Count, Estimate(t.Figures), l.runs)
		}
	}
	out := []OpTotal{}
	for _, name := range all.names {
		t := all.totals[name]
		t.Figures = figuresOf(Estimate(t.Figures))
		out = append(out, *t)
	}
	slices.SortStableFunc(out, func(a, b OpTotal) int { return cmp.Compare(b.Seconds, a.Seconds) })
	return out
}

// Callables are the functions in root, and root itself if it is one, in the
// order of the text.
func Callables(root *ir.Op) (functions []*ir.Op) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if analysis.CallableBody(o) != nil {
			functions = append(functions, o)
		}
		return ir.Advance
	})
	return functions
}

// Rounding is what part of a sum of costs its rounding may be, which depends on the order of the
// terms.
const Rounding = 1e-9

// Below reports whether a sum of costs is less than another one, by more than their rounding.
func Below(a, b float64) bool { return a < b-float64(math.Abs(b)*Rounding) }
