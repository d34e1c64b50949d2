package passes

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
)

// foldFunctions are the functions that may be called at compile time: those of
// the symbol table that the pass works on, for others may be changing, that
// are pure through and through and hold no value that is too large. What the pass
// does to them meanwhile makes none of them less so.
type foldFunctions struct {
	root  *ir.Op
	calls *analysis.Calls
	fits  func(*ir.Op) bool
	// good is nil until somebody asks.
	good   map[*ir.Op]bool
	module *interp.Module
}

// pure reports whether call is of such a function.
func (f *foldFunctions) pure(call *ir.Op) bool {
	fn := f.callee(call)
	if fn == nil {
		return false
	}
	if f.good == nil {
		f.look()
	}
	return f.good[fn]
}

// callee is the function that call names, if the pass works on it.
func (f *foldFunctions) callee(call *ir.Op) *ir.Op {
	if f.calls.TableAround(call) != f.root {
		return nil
	}
	if fn := f.calls.Resolve(call); fn != nil && analysis.CallableBody(fn) != nil {
		return fn
	}
	return nil
}

// compiled is the functions, for the interpreter.
func (f *foldFunctions) compiled() *interp.Module {
	if f.module == nil && f.root.Has(ir.SymbolTable) {
		f.module = interp.NewModule(f.root)
	}
	return f.module
}

// look finds out about all functions: first by what they hold themselves, then
// those are out that call one that is out.
func (f *foldFunctions) look() {
	f.good = map[*ir.Op]bool{}
	callers := map[*ir.Op][]*ir.Op{}
	var out []*ir.Op
	for b := f.root.RegionAt(0).First(); b != nil; b = b.Next() {
		for fn := b.First(); fn != nil; fn = fn.Next() {
			if analysis.CallableBody(fn) == nil {
				continue
			}
			f.good[fn] = f.alone(fn, func(callee *ir.Op) { callers[callee] = append(callers[callee], fn) })
			if !f.good[fn] {
				out = append(out, fn)
			}
		}
	}
	for len(out) > 0 {
		fn := out[len(out)-1]
		out = out[:len(out)-1]
		for _, caller := range callers[fn] {
			if f.good[caller] {
				f.good[caller] = false
				out = append(out, caller)
			}
		}
	}
}

// alone reports whether fn may be called as far as the ops in it go, and hands on
// what it calls.
func (f *foldFunctions) alone(fn *ir.Op, calls func(callee *ir.Op)) bool {
	return ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if o == fn {
			return ir.Advance
		}
		if callee := f.callee(o); callee != nil {
			calls(callee)
		} else if analysis.HasOwnEffects(o) || o.Has(ir.Opaque) {
			return ir.Stop
		}
		if !f.fits(o) {
			return ir.Stop
		}
		return ir.Advance
	}) != ir.Stop
}
