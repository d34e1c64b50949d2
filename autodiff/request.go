package autodiff

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Requested is filled by ops that ask for a derivative of a function: it is replaced by a call of
// that.
var Requested = ir.NewSlot[func(o *ir.Op) Request]("requested derivative")

// Resolve replaces all ops of the module that ask for derivatives, those in functions that others
// ask for first. It reports whether there were any.
func (e *engine) Resolve() (found bool, err error) {
	var functions []*ir.Op
	ir.Walk(e.module, func(o *ir.Op) ir.WalkAction {
		if body := analysis.CallableBody(o); body != nil {
			functions = append(functions, o)
		}
		return ir.Advance
	})
	before := len(e.made)
	for _, fn := range functions {
		if err := e.resolve(fn); err != nil {
			return false, err
		}
	}
	return len(e.made) > before, nil
}

// resolve replaces what a function asks for.
func (e *engine) resolve(fn *ir.Op) error {
	if done, begun := e.resolved[fn]; begun {
		if !done {
			return e.callNotes(fn.Errorf("@%s asks for a derivative of itself", ir.SymbolName(fn)))
		}
		return nil
	}
	var asking []*ir.Op
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if _, ok := Requested.Get(o.Def()); ok {
			asking = append(asking, o)
		}
		return ir.Advance
	})
	if len(asking) == 0 {
		e.resolved[fn] = true
		return nil
	}
	e.resolved[fn] = false
	for _, o := range asking {
		if err := e.answer(o); err != nil {
			return err
		}
	}
	e.resolved[fn] = true
	return nil
}

func (e *engine) answer(o *ir.Op) error {
	of, _ := Requested.Get(o.Def())
	fn, err := e.callee(o)
	if err != nil {
		return err
	}
	e.path = append(e.path, o)
	made, err := e.Function(fn, of(o))
	e.path = e.path[:len(e.path)-1]
	if err != nil {
		return err
	}
	n := e.callOf(e.at(o), o.Loc(), made[0], o.Operands())
	for i, r := range o.Results() {
		r.ReplaceAllUsesWith(n.Result(i))
	}
	o.Erase()
	return nil
}
