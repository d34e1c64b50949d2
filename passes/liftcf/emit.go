package liftcf

import (
	"slices"

	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/ir"
)

// emitter makes the ops of a structure. Ops of blocks move to where they belong, those of the head
// of a while loop are copied.
type emitter struct {
	*graph
	*ir.Builder
	loc   ir.Loc
	path  []*frame
	undo  []setting
	erase []*ir.Op // what nothing needs any more
	taken []*ir.Op // scalars that were taken out of tensors which are used instead
}

// frame is a seq whose ops are being made.
type frame struct {
	seq   *seq
	at    int
	block *ir.Block
	undo  int // how much of emitter.undo is older
	work  *work
}

// work is an op with regions that is being made.
type work struct {
	item    *item
	by      *ir.Value // what decides
	first   []*ir.Value
	regions []*ir.Region
	left    int // regions that are not made
}

// setting is what a variable was before a region set it.
type setting struct {
	variable       *variable
	tensor, scalar *ir.Value
}

func newEmitter(g *graph, b *ir.Builder) *emitter { return &emitter{graph: g, Builder: b} }

// run makes the first block of the region one that does what top says, and the only one.
func (e *emitter) run(top *seq) {
	e.path = []*frame{{seq: top, block: e.region.First()}}
	for len(e.path) > 0 {
		f := e.path[len(e.path)-1]
		e.AtEnd(f.block)
		if f.at < len(f.seq.items) {
			it := f.seq.items[f.at]
			f.at++
			e.item(it, f.block)
			continue
		}
		e.path = e.path[:len(e.path)-1]
		if f.work != nil {
			e.leave(f)
		}
	}
	for _, o := range slices.Backward(e.erase) {
		o.Erase()
	}
	for _, o := range e.taken {
		if o.Block() != nil && !o.HasUses() {
			o.Erase()
		}
	}
	for b := e.region.First().Next(); b != nil; b = e.region.First().Next() {
		b.Erase()
	}
}

// endOfEndless ends a function that no branch ends: a region of one block needs an end, though
// control never gets there.
func (e *emitter) endOfEndless() {
	var values []*ir.Value
	for _, t := range fn.Type(e.region.Parent()).Results() {
		values = append(values, e.OpWithTypes(ub.Poison, e.loc, []*ir.Type{t}, nil).Result(0))
	}
	e.Op(fn.Return, e.loc, values)
}

func (e *emitter) item(it *item, to *ir.Block) {
	switch it.kind {
	case doOps:
		e.ops(it, to)
	case doJump:
		e.jump(it)
	case doStop:
		e.loc = it.block.end.Loc()
		e.stop()
	case doArm:
		end := it.block.end
		e.loc = end.Loc()
		e.begin(&work{item: it, by: e.chooser(end)}, len(it.arms))
	case doGuard:
		e.loc = it.node.entries()[0].end.Loc()
		e.begin(&work{item: it, by: e.goesTo(it.node)}, 1)
	case doLoop:
		e.loc = it.loop.entries[0].end.Loc()
		e.beginLoop(it)
	}
}

// ops puts the ops of a block where they belong. Those of the exit are the end of the region.
func (e *emitter) ops(it *item, to *ir.Block) {
	b := it.block
	if b.ir == nil {
		e.loc = e.endLoc()
		if e.end == nil {
			e.endOfEndless()
			return
		}
		values := make([]*ir.Value, len(b.args))
		for i, x := range b.args {
			values[i] = e.orAny(x, e.natively)
		}
		to.Append(e.end)
		e.end.SetOperands(values)
		e.erase = slices.DeleteFunc(e.erase, func(o *ir.Op) bool { return o == e.end })
		return
	}
	end := b.end
	if l := b.loop; l.head != nil && b == l.entries[0] {
		e.copies(l.head, forBody)
		e.erase = append(append(e.erase, l.head.ops...), end)
		return
	}
	for o := b.ir.First(); o != end; {
		next := o.Next()
		if b.ir != to {
			o.Detach()
			to.Append(o)
		}
		e.adapt(o, o)
		o = next
	}
	end.Detach()
	e.erase = append(e.erase, end)
	e.AtEnd(to)
}

// copies makes copies of the ops of a head that are for something.
func (e *emitter) copies(h *head, what purpose) {
	for _, o := range h.ops {
		if h.uses[o]&what != 0 {
			e.adapt(o, e.Clone(o, map[*ir.Value]*ir.Value{}))
			e.AtEnd(e.path[len(e.path)-1].block)
		}
	}
}

// adapt lets n, which is o or a copy of it, use what its operands are here, and its results be
// what those of o are.
func (e *emitter) adapt(o, n *ir.Op) {
	e.loc = n.Loc()
	e.Before(n)
	ir.Walk(n, func(p *ir.Op) ir.WalkAction {
		for i := range p.NumOperands() {
			if x := e.variables[p.Operand(i)]; x != nil && x.known() {
				if v := e.natively(x); v != p.Operand(i) {
					p.SetOperand(i, v)
				}
			}
		}
		return ir.Advance
	})
	for i := range o.NumResults() {
		if x := e.variables[o.Result(i)]; x != nil {
			e.set(x, n.Result(i))
		}
	}
}

// jump assigns what a way passes, all at once, and says where control goes.
func (e *emitter) jump(it *item) {
	a := it.arc
	e.loc = a.from.end.Loc()
	if it.assigns {
		passed := make([]variable, len(a.values))
		for i, v := range a.values {
			passed[i] = e.value(v)
		}
		for i, x := range a.to.args {
			if x != nil {
				e.change(x, passed[i].tensor, passed[i].scalar)
			}
		}
	}
	for _, l := range it.ends {
		e.change(l.again, e.constant(l.again.typ, 0), nil)
	}
	if it.again != nil {
		e.change(it.again.again, e.constant(it.again.again.typ, 1), nil)
	}
	if it.tells {
		e.change(e.next, e.constant(e.next.typ, int64(a.to.number)), nil)
	}
}

// begin enters the regions of an op, which are seqs of an item.
func (e *emitter) begin(w *work, arms int) {
	w.left = arms
	w.regions = make([]*ir.Region, arms)
	for i := range w.regions {
		w.regions[i] = &ir.Region{}
		w.regions[i].Append(&ir.Block{})
	}
	for i, r := range slices.Backward(w.regions) {
		e.path = append(e.path, &frame{seq: w.item.arms[i], block: r.First(), undo: len(e.undo), work: w})
	}
}

// beginLoop makes the condition of a loop, and enters its body.
func (e *emitter) beginLoop(it *item) {
	l, w := it.loop, &work{item: it}
	if l.again != nil {
		e.change(l.again, e.constant(l.again.typ, 1), nil)
	}
	for _, x := range it.outs {
		w.first = append(w.first, e.orNothing(x))
	}
	cond := &ir.Region{}
	cond.Append(&ir.Block{})
	f := &frame{block: cond.First(), undo: len(e.undo)}
	e.path = append(e.path, f)
	e.AtEnd(f.block)
	e.takeState(it, f.block)
	more := l.again
	if l.head != nil {
		e.copies(l.head, forCondition)
		end := l.entries[0].end
		e.loc = end.Loc()
		x := e.value(end.Operand(0))
		more = &x
	}
	v := e.asTensor(more)
	if l.head != nil && l.head.leave == l.entries[0].out[0] {
		v = e.Op(tg.Not, e.loc, []*ir.Value{v}).Result(0)
	}
	e.Op(tg.Yield, e.loc, []*ir.Value{v})
	e.revert(f.undo)
	e.path = e.path[:len(e.path)-1]
	e.begin(w, 1)
	w.regions = []*ir.Region{cond, w.regions[0]}
	body := e.path[len(e.path)-1].block
	e.AtEnd(body)
	e.takeState(it, body)
}

// takeState makes the state of a loop arguments of a region of it.
func (e *emitter) takeState(it *item, b *ir.Block) {
	for _, x := range it.outs {
		e.change(x, b.AddArg(x.typ, x.loc), nil)
	}
}

// leave ends a region with what it hands on. After the last one of an op comes the op.
func (e *emitter) leave(f *frame) {
	w := f.work
	e.yield(w.item)
	e.revert(f.undo)
	if w.left--; w.left > 0 {
		return
	}
	around := e.path[len(e.path)-1]
	switch w.item.kind {
	case doGuard:
		r := &ir.Region{}
		r.Append(&ir.Block{})
		w.regions = append(w.regions, r)
		e.AtEnd(r.First())
		e.loc = w.item.node.entries()[0].end.Loc()
		e.yield(w.item)
		e.revert(f.undo)
	case doArm:
		e.loc = w.item.block.end.Loc()
	case doLoop:
		e.loc = w.item.loop.entries[0].end.Loc()
	}
	e.AtEnd(around.block)
	e.finishWork(w)
}

func (e *emitter) yield(it *item) {
	values := make([]*ir.Value, len(it.outs))
	for i, x := range it.outs {
		values[i] = e.orAny(x, e.asTensor)
	}
	e.Op(tg.Yield, e.loc, values)
}

// finishWork makes the op of a choice or a loop behind its regions, unless it does nothing.
func (e *emitter) finishWork(w *work) {
	it := w.item
	idle := it.kind != doLoop && len(it.outs) == 0
	for _, r := range w.regions {
		idle = idle && r.First().First() == r.First().Last()
	}
	if idle {
		for _, r := range w.regions {
			r.First().Erase()
		}
		return
	}
	types := make([]*ir.Type, len(it.outs))
	for i, x := range it.outs {
		types[i] = x.typ
	}
	def, operands := tg.If, []*ir.Value{w.by}
	switch {
	case it.kind == doLoop:
		def, operands = tg.While, w.first
	case len(w.regions) > 2:
		def = tg.Case
		w.regions = append(w.regions[1:len(w.regions):len(w.regions)], w.regions[0]) // what is not listed comes last
	}
	n, err := e.Create(&ir.OpState{Name: e.Ctx.OpName(def.Name()), Loc: e.loc, Operands: operands, Results: types, Regions: w.regions})
	if err != nil {
		panic("liftcf: " + err.Error())
	}
	for i, x := range it.outs {
		e.change(x, n.Result(i), nil)
	}
	if l := it.loop; l != nil && l.head != nil {
		e.copies(l.head, forRest)
	}
}
