package layout

import (
	"slices"

	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// writer makes the program that was chosen for a block.
type writer struct {
	*layouter
	web *web
	// held are values as arrays in other orders.
	held map[*ir.Value][]array
	// old are ops in whose place others are.
	old []*ir.Op
	is  map[*ir.Op]bool
	// through are transposes of which the operand is read instead, and constants that were
	// rearranged.
	through []*ir.Op
}

// array is a value in an order.
type array struct {
	order dimorder.Order
	value *ir.Value
}

func (l *layouter) write(w *web) {
	x := &writer{layouter: l, web: w, held: map[*ir.Value][]array{}, is: map[*ir.Op]bool{}}
	for _, m := range w.movers {
		in, out := w.orders(m, m.label)
		if slices.ContainsFunc(append(slices.Clone(in), out), func(p dimorder.Order) bool { return p.Plain() != nil }) {
			x.move(m, in, out)
		}
	}
	x.finish()
}

// move makes a mover anew, with its operands and results in these orders.
func (x *writer) move(m *mover, in []dimorder.Order, out dimorder.Order) {
	c, o := x.run.Ctx, m.op
	if o.Is(tg.Conv) && in[1].Plain() != nil {
		x.run.Count("num-kernels", 1)
		x.run.Passed(o, "Layout", "brought the kernel of '%s' into the order of its use", o.Name())
	}
	operands := o.Operands()
	for i, v := range operands {
		operands[i] = x.in(v, in[i])
	}
	props := withAttrs(c, o, m.rule, in, out)
	x.changed, x.is[o], x.old = true, true, append(x.old, o)
	x.run.Count("num-moved", 1)
	if vanishes(o, props) {
		x.keep(o.Result(0), out, operands[0])
		return
	}
	types := o.ResultTypes()
	for i, t := range types {
		types[i] = c.WithShape(t, arrayShape(t.Shape(), out))
	}
	made, err := x.run.Builder.Before(o).Create(&ir.OpState{
		Name: c.OpName(o.Name()), Loc: o.Loc(), Operands: operands, Results: types, Attrs: slices.Clone(o.Attrs().Entries()), Props: props,
	})
	if err != nil {
		panic(err) // results are given: nothing is inferred that could fail
	}
	for i, v := range o.Results() {
		x.keep(v, out, made.Result(i))
	}
}

// keep notes that an array holds v in an order.
func (x *writer) keep(v *ir.Value, order dimorder.Order, value *ir.Value) {
	x.held[v] = append(x.held[v], array{order.Plain(), value})
}

// in is v as an array in an order, with one dimension for each of the order's.
func (x *writer) in(v *ir.Value, order dimorder.Order) *ir.Value {
	order = order.Plain()
	replaced := v.Def() != nil && x.is[v.Def()]
	if order == nil && !replaced {
		return v
	}
	for _, a := range x.held[v] {
		if a.order.Equal(order) && len(a.order.Full(v.Type().Rank())) == len(order.Full(v.Type().Rank())) {
			return a.value
		}
	}
	if turned := x.web.beforeTranspose(v); turned != nil && turned.Equal(order) {
		x.through = append(x.through, v.Def())
		return x.in(v.Def().Operand(0), nil)
	}
	from := array{nil, v}
	if replaced {
		from = x.held[v][0] // what the new op makes
	}
	made := x.rearranged(v.Type(), from, order)
	x.keep(v, order, made)
	return made
}

// finish puts what new ops make in the place of what the old ones made, where other ops use it.
func (x *writer) finish() {
	for _, o := range slices.Backward(x.old) {
		for _, v := range o.Results() {
			if v.HasUses() {
				v.ReplaceAllUsesWith(x.in(v, nil))
			}
		}
		o.Erase()
	}
	for _, o := range x.through {
		if o.Block() != nil && !o.Result(0).HasUses() {
			o.Erase()
		}
	}
}
