package storage

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory"
)

// applier puts the ops of a block into the order of a schedule.
type applier struct {
	*block
	builder *ir.Builder
	order   []*ir.Op
	latest  map[*ir.Value]*ir.Value // of results of nodes: those of the last copy
	made    map[*ir.Op]view         // the last copies of views
	copies  map[*ir.Op][]*ir.Op     // of nodes, to come
	done    map[*ir.Op]int64        // how often a node has been computed
	onCopy  func(original, clone *ir.Op)
	clones  []*ir.Op
	changed []operand // in order, as they were
}

// operand is a place where a value is used.
type operand struct {
	op *ir.Op
	i  int
	to *ir.Value
}

// view is a copy of an op that makes a view, and what it is a view of.
type view struct {
	op *ir.Op
	of []*ir.Value
}

// apply puts the ops into the order of a schedule and makes the copies in it;
// onCopy is called for each copy of a node. undo takes all of that back.
func (g *block) apply(builder *ir.Builder, s memory.Schedule, onCopy func(original, clone *ir.Op)) (undo func()) {
	if slices.Equal(s, g.graph.Initial()) {
		return func() {}
	}
	a := &applier{
		block: g, builder: builder, latest: map[*ir.Value]*ir.Value{}, made: map[*ir.Op]view{},
		copies: map[*ir.Op][]*ir.Op{}, done: map[*ir.Op]int64{}, onCopy: onCopy,
	}
	last := g.block.Last()
	var views, before []*ir.Op
	for o := g.block.First(); o != last; o = o.Next() {
		before = append(before, o)
	}
	for o := g.block.First(); o != last; o = o.Next() {
		switch {
		case !g.free[o]:
		case o.NumOperands() == 0: // constants come first
			a.order = append(a.order, o)
		default:
			views = append(views, o)
		}
	}
	a.clone(s)
	operands := make(map[*ir.Op][]*ir.Value, len(views))
	for _, o := range views {
		operands[o] = o.Operands()
	}
	for _, n := range s {
		o := g.ops[n]
		if a.done[o]++; a.done[o] > 1 {
			original := o
			o, a.copies[original] = a.copies[original][0], a.copies[original][1:]
			a.resolve(o, operands)
			a.place(original, o)
			continue
		}
		a.resolve(o, operands)
		a.place(o, o)
	}
	a.resolve(last, operands)
	for _, o := range views { // those that nobody needs
		if a.made[o].op == nil {
			a.view(o, operands)
		}
	}
	for _, o := range a.order {
		o.MoveBefore(last)
	}
	return func() { a.undo(before) }
}

// undo puts everything back.
func (a *applier) undo(before []*ir.Op) {
	for i := len(a.changed) - 1; i >= 0; i-- {
		c := a.changed[i]
		c.op.SetOperand(c.i, c.to)
	}
	last := a.block.block.Last()
	for _, o := range before {
		o.MoveBefore(last)
	}
	for i := len(a.clones) - 1; i >= 0; i-- {
		a.clones[i].DropAllReferences()
	}
	for _, c := range a.clones {
		c.Erase()
	}
}

// clone makes the copies, while all ops have their operands as yet.
func (a *applier) clone(s memory.Schedule) {
	times := map[int32]int64{}
	for _, n := range s {
		k := times[n]
		times[n]++
		if k == 0 {
			continue
		}
		o := a.ops[n]
		c := a.builder.Before(a.block.block.Last()).Clone(o, map[*ir.Value]*ir.Value{})
		c.SetAttr(Recompute, o.Context().IntAttr(o.Context().I64(), k))
		a.copies[o], a.clones = append(a.copies[o], c), append(a.clones, c)
		if a.onCopy != nil {
			a.onCopy(o, c)
		}
	}
}

// place puts a copy of a node next; from now on it is what others read.
func (a *applier) place(original, o *ir.Op) {
	a.order = append(a.order, o)
	for i, v := range original.Results() {
		a.latest[v] = o.Result(i)
	}
}

// resolve lets an op, and those inside of it, read the latest copies.
func (a *applier) resolve(o *ir.Op, operands map[*ir.Op][]*ir.Value) {
	var uses []operand
	a.used(o, func(u *ir.Op, i int, v *ir.Value) { uses = append(uses, operand{u, i, v}) })
	for _, u := range uses {
		a.set(u, a.value(u.to, operands))
	}
}

// set changes an operand.
func (a *applier) set(u operand, to *ir.Value) {
	if to != u.to {
		a.changed = append(a.changed, u)
		u.op.SetOperand(u.i, to)
	}
}

// value is the latest copy of a value of the block; a view is made of the latest
// copy of what it is a view of.
func (a *applier) value(v *ir.Value, operands map[*ir.Op][]*ir.Value) *ir.Value {
	if to := a.latest[v]; to != nil {
		return to
	}
	o := v.Def()
	if o == nil || o.Block() != a.block.block || !a.free[o] || o.NumOperands() == 0 {
		return v
	}
	return a.view(o, operands).Result(v.Index())
}

// view is the copy of an op that makes views of the latest copies.
func (a *applier) view(o *ir.Op, operands map[*ir.Op][]*ir.Value) *ir.Op {
	of := slices.Clone(operands[o])
	for i, v := range of {
		of[i] = a.value(v, operands)
	}
	had := a.made[o]
	if had.op != nil && slices.Equal(had.of, of) {
		return had.op
	}
	c := o
	if had.op != nil {
		c = a.builder.Before(a.block.block.Last()).Clone(o, map[*ir.Value]*ir.Value{})
		a.done[o]++
		c.SetAttr(Recompute, o.Context().IntAttr(o.Context().I64(), a.done[o]))
		a.clones = append(a.clones, c)
	}
	for i, v := range of {
		a.set(operand{c, i, c.Operand(i)}, v)
	}
	a.made[o] = view{c, of}
	a.order = append(a.order, c)
	return c
}
