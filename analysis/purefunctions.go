package analysis

import "github.com/tg-opt/tg/ir"

// PureFunctions answers which calls are of functions without effects: neither
// the ops in them have any, nor the functions that they call. Of functions that
// call each other all are pure or none. What is found out is kept; functions
// that are made later may be asked about as well.
type PureFunctions struct {
	// Callee is the function that a call names, nil for one that nothing is known
	// of, as it is for an op that is no call.
	Callee func(call *ir.Op) *ir.Op
	// Allowed says of an op without effects whether functions with it count; nil
	// for all.
	Allowed func(o *ir.Op) bool

	pure map[*ir.Op]bool
}

// PureIn are the functions of a symbol table: others may be changing while a pass
// works on that one.
func PureIn(table *ir.Op, allowed func(o *ir.Op) bool) *PureFunctions {
	calls := NewCalls()
	return &PureFunctions{Allowed: allowed, Callee: func(call *ir.Op) *ir.Op {
		if !IsCall(call) || calls.TableAround(call) != table {
			return nil
		}
		return calls.Resolve(call)
	}}
}

// Pure reports whether an op calls a function without effects.
func (p *PureFunctions) Pure(call *ir.Op) bool {
	fn := p.Callee(call)
	if fn == nil || CallableBody(fn) == nil {
		return false
	}
	if _, known := p.pure[fn]; !known {
		p.look(fn)
	}
	return p.pure[fn]
}

// look finds out about a function and all that it leads to: first by what they
// hold themselves, then those are out that call one that is out.
func (p *PureFunctions) look(fn *ir.Op) {
	if p.pure == nil {
		p.pure = map[*ir.Op]bool{}
	}
	callers := map[*ir.Op][]*ir.Op{}
	var out []*ir.Op
	p.pure[fn] = true
	for ask := []*ir.Op{fn}; len(ask) > 0; {
		f := ask[len(ask)-1]
		ask = ask[:len(ask)-1]
		p.pure[f] = p.alone(f, func(callee *ir.Op) {
			callers[callee] = append(callers[callee], f)
			if _, known := p.pure[callee]; !known {
				p.pure[callee] = true
				ask = append(ask, callee)
			} else if !p.pure[callee] {
				out = append(out, callee)
			}
		})
		if !p.pure[f] {
			out = append(out, f)
		}
	}
	for len(out) > 0 {
		f := out[len(out)-1]
		out = out[:len(out)-1]
		for _, caller := range callers[f] {
			if p.pure[caller] {
				p.pure[caller] = false
				out = append(out, caller)
			}
		}
	}
}

// alone reports whether a function is pure as far as the ops in it go, and hands
// on what it calls.
func (p *PureFunctions) alone(fn *ir.Op, calls func(callee *ir.Op)) bool {
	return ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if o == fn {
			return ir.Advance
		}
		if callee := p.Callee(o); callee != nil && CallableBody(callee) != nil {
			calls(callee)
		} else if HasOwnEffects(o) {
			return ir.Stop
		}
		if p.Allowed != nil && !p.Allowed(o) {
			return ir.Stop
		}
		return ir.Advance
	}) != ir.Stop
}
