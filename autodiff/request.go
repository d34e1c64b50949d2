package autodiff

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Requested is filled by ops that ask for a derivative of a function: one is replaced by a call of
// that. They are no calls themselves: what they take and return is not what the function does.
var Requested = ir.NewSlot[Asking]("requested derivative")

// Asking is how an op asks: Function is the symbol of the function, and Of what is asked for, where
// that is fn.
type Asking struct {
	Function func(o *ir.Op) *ir.Attr
	Of       func(o, fn *ir.Op) Asked
}

// Asked is what an op asks for, and how its operands and results are those of the function that
// answers.
type Asked struct {
	Request
	// Operands are the operands of the op that the function takes, in the order of its arguments,
	// Results its results that those of the op are. Nil for all, in order.
	Operands, Results []int
	// Batch are extents of leading dimensions: the function is applied to each element of them. Nil
	// for none.
	Batch []int64
	// Batched says which arguments of the function have these dimensions, the others being the same
	// for all elements, and Stacked which of its results get them.
	Batched, Stacked []bool
}

// Resolve replaces all ops of the module that ask for derivatives, those in functions that others
// ask for first. It reports whether there were any.
func (d *Differentiator) Resolve() (found bool, err error) {
	found, err = d.resolveAll()
	d.dropStandIns()
	return found, err
}

func (e *engine) resolveAll() (found bool, err error) {
	if e.customs.err != nil {
		return false, e.customs.err
	}
	var functions []*ir.Op
	ir.Walk(e.module, func(o *ir.Op) ir.WalkAction {
		if body := analysis.CallableBody(o); body != nil {
			functions = append(functions, o)
		}
		return ir.Advance
	})
	before := e.answered
	for _, fn := range functions {
		if err := e.resolve(fn); err != nil {
			return false, err
		}
	}
	return e.answered > before, nil
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
	asked := of.Of(o, fn)
	if err := e.enter(o); err != nil {
		return err
	}
	answer, err := e.answering(fn, asked)
	e.leave()
	if err != nil {
		return err
	}
	e.answered++
	m := e.maker(ir.NewBuilder(e.ctx).Before(o))
	m.Loc = o.Loc()
	operands := slices.Clone(o.Operands())
	if asked.Operands != nil {
		operands = picked(operands, asked.Operands)
	}
	for i, v := range operands {
		if asked.Batch != nil && asked.Batched[i] {
			operands[i] = m.leading(v, len(asked.Batch), extent(asked.Batch))
		}
	}
	results := e.callOf(m.Builder, o.Loc(), answer, operands).Results()
	if asked.Results != nil {
		results = picked(results, asked.Results)
	}
	for i, r := range o.Results() {
		v := results[i]
		if v.Type() != r.Type() {
			v = m.leading(v, 1, asked.Batch...)
		}
		r.ReplaceAllUsesWith(v)
	}
	o.Erase()
	return nil
}

// answering is the function that answers.
func (e *engine) answering(fn *ir.Op, asked Asked) (*ir.Op, error) {
	made := []*ir.Op{fn}
	if asked.Mode != Primal {
		var err error
		if made, err = e.function(fn, asked.Request); err != nil {
			return nil, err
		}
	}
	if asked.Batch == nil {
		return made[0], nil
	}
	return e.batched(made[0], extent(asked.Batch), asked.Batched, asked.Stacked)
}

func picked(values []*ir.Value, which []int) []*ir.Value {
	list := make([]*ir.Value, len(which))
	for k, i := range which {
		list[k] = values[i]
	}
	return list
}

// extent is the number of elements of a batch.
func extent(batch []int64) int64 {
	n := int64(1)
	for _, b := range batch {
		n *= b
	}
	return n
}

// leading is v with other extents in place of the first n.
func (m *Maker) leading(v *ir.Value, n int, extents ...int64) *ir.Value {
	t := v.Type()
	shape := append(slices.Clone(extents), t.Shape()[n:]...)
	if slices.Equal(shape, t.Shape()) {
		return v
	}
	return m.Typed("tg.reshape", m.Ctx.Tensor(shape, t.Elem()), []*ir.Value{v})
}
