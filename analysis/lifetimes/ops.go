package lifetimes

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// op notes what an op needs. If it has regions that run by themselves, the first
// of them is entered.
func (b *builder) op(o *ir.Op) error {
	at := b.point(o)
	if o.Has(ir.ConstantLike) && o.NumResults() == 1 {
		if _, filled := analysis.StorageOf.Get(o.Def()); !filled {
			_, err := b.define(o.Result(0), o, at, borrowed)
			return err
		}
	}
	if o.Has(ir.Terminator) {
		return b.terminator(o, at)
	}
	fill, filled := analysis.StorageOf.Get(o.Def())
	if !filled {
		return b.fail(o, "cannot be executed: it says nothing about storage")
	}
	for i := range o.NumOperands() {
		if t := o.Operand(i).Type(); t.IsShaped() && !t.IsStatic() {
			return b.fail(o, "has an operand of type '%s', whose extents only a run knows", t)
		}
	}
	for i := range o.NumResults() {
		if t := o.Result(i).Type(); t.IsShaped() && !t.IsStatic() {
			return b.fail(o, "has a result of type '%s', whose extents only a run knows", t)
		}
	}
	if told, ok := analysis.ToldBy.Get(o.Def()); ok && told.Scratch {
		return b.fail(o, "is told by operands what it computes, so that only a run knows what workspace it needs")
	}
	b.in.Reset(o)
	s := fill(&b.in)
	if err := s.Check(o.NumOperands(), o.NumResults()); err != nil {
		return b.fail(o, "%s", err)
	}
	if err := b.results(o, s, at); err != nil {
		return err
	}
	for i := range o.NumOperands() {
		b.use(o.Operand(i), at)
	}
	if s.Whole {
		if err := b.captures(o, at); err != nil {
			return err
		}
	}
	if err := b.extra(o, s, at); err != nil {
		return err
	}
	first, number := nextRegion(o, 0)
	if first == nil || s.Whole {
		return nil
	}
	closes := int32(len(b.closes))
	b.closes = append(b.closes, -1)
	if s.Carries == nil {
		// A kernel may read its operands while its regions run.
		for i := range o.NumOperands() {
			if n, known := b.number(o.Operand(i)); known {
				b.extend(n, closes)
			}
		}
	}
	return b.enter(level{
		op: o, region: int32(number), begin: at, closes: closes, ends: int32(len(b.ends)), carries: s.Carries, handed: s.Handed,
	})
}

// captures notes what an op uses that reads its regions as a whole.
func (b *builder) captures(o *ir.Op, at int32) error {
	for _, v := range analysis.Captures(o) {
		if t := v.Type(); t.IsShaped() && !t.IsStatic() {
			return b.fail(o, "uses a value of type '%s', whose extents only a run knows", t)
		}
		b.use(v, at)
	}
	return nil
}

// nextRegion is the first region of o from a number on that is not empty, with its
// number, or nil.
func nextRegion(o *ir.Op, from int) (r *ir.Region, number int) {
	for i := from; i < o.NumRegions(); i++ {
		if r := o.RegionAt(i); !r.Empty() {
			return r, i
		}
	}
	return nil, 0
}

// results numbers the results of o.
func (b *builder) results(o *ir.Op, s analysis.Storage, at int32) error {
	state := 0
	if s.Carries != nil {
		state = s.Carries.State(o)
	}
	for i := range o.NumResults() {
		n, err := b.define(o.Result(i), o, at, own)
		if err != nil {
			return err
		}
		if s.Views == nil {
			b.facts[n].state = i < state
			continue
		}
		view := s.Views[i]
		if size, err := analysis.Bytes(o.Operand(view.Operand).Type()); err != nil || view.Offset < 0 || int64(view.Offset) > size-b.facts[n].size {
			return b.fail(o, "says that a result is bytes that its operand does not have")
		}
		if of, known := b.number(o.Operand(view.Operand)); known {
			b.facts[n].parent, b.facts[n].offset = of, int64(view.Offset)
		}
	}
	if len(s.Takes) > 0 {
		b.takes.add(taking{at, b.list(s.Takes)})
	}
	return nil
}

// list is the number of a list, which many ops have.
func (b *builder) list(takes []analysis.Taking) int32 {
	n := len(b.lists)
	for i := n - 1; i >= max(0, n-4); i-- {
		if slices.Equal(b.lists[i], takes) {
			return int32(i)
		}
	}
	b.lists = append(b.lists, takes)
	return int32(n)
}

// extra makes the buffers that o needs besides its results.
func (b *builder) extra(o *ir.Op, s analysis.Storage, at int32) error {
	x := Extra{Workspace: -1, Stage: -1, Callee: -1}
	if s.Workspace != nil {
		if size := int64(s.Workspace(b.frame.Workers)); size > 0 {
			x.Workspace = b.buffer(Buffer{Class: Workspace, Op: o, Lower: at, Upper: at, Size: size, Live: size})
		}
	}
	if analysis.IsCall(o) {
		callee, err := b.callee(o)
		if err != nil {
			return err
		}
		b.frame.callees[o] = callee
		x.Callee = b.buffer(Buffer{Class: Callee, Op: o, Lower: at, Upper: at, Size: callee.Arena, Live: callee.inside})
	}
	if !b.planner.options.Bare && len(b.looping) > 0 {
		for _, f := range analysis.LoopForms(o, s) {
			if n := b.form(o, f); n >= 0 {
				x.Forms = append(x.Forms, OperandForm{f, n})
			}
		}
	}
	b.remember(o, x)
	return nil
}

// form is the buffer of a packed form, which is needed as long as the loop runs; -1 for none.
func (b *builder) form(o *ir.Op, f analysis.LoopForm) int32 {
	k := len(b.levels) - 1
	for ; k >= 0 && b.levels[k].op != f.Loop; k-- {
	}
	if k < 0 || f.Bytes <= 0 {
		return -1
	}
	l := &b.levels[k]
	key := loopForm{f.Loop, f.Form}
	n, made := b.forms[key]
	if !made {
		n = b.buffer(Buffer{Class: Packed, Op: o, Lower: l.begin, Upper: l.begin, Size: int64(f.Bytes), Live: int64(f.Bytes)})
		b.forms[key], l.forms = n, append(l.forms, n)
	}
	return n
}

// remember keeps what an op needs besides, if it is anything.
func (b *builder) remember(o *ir.Op, x Extra) {
	if x.Workspace >= 0 || x.Stage >= 0 || x.Callee >= 0 || x.Handover != nil || x.Forms != nil {
		b.frame.extras[o] = x
	}
}

// extraOf is what has been remembered.
func (b *builder) extraOf(o *ir.Op) Extra {
	if x, ok := b.frame.extras[o]; ok {
		return x
	}
	return Extra{Workspace: -1, Stage: -1, Callee: -1}
}

func (b *builder) buffer(of Buffer) int32 {
	b.frame.Buffers = append(b.frame.Buffers, of)
	return int32(len(b.frame.Buffers) - 1)
}

// callee is the frame of the function that o calls.
func (b *builder) callee(o *ir.Op) (*Frame, error) {
	if root := b.planner.options.Within; root != nil && !inside(b.planner.calls.TableAround(o), root) {
		size := calleeInText(o)
		return &Frame{Arena: size, inside: size}, nil
	}
	fn := b.planner.calls.Resolve(o)
	switch {
	case fn == nil || analysis.CallableBody(fn) == nil:
		return nil, b.fail(o, "calls a function that has no body to run")
	case b.planner.open[fn]:
		return nil, b.fail(o, "calls @%s, which is recursive", ir.SymbolName(fn))
	}
	return b.planner.Frame(fn)
}

// terminator notes what the end of a block uses. What it hands over is seen when
// the op around it ends, all but what a function returns.
func (b *builder) terminator(o *ir.Op, at int32) error {
	for i := range o.NumOperands() {
		b.use(o.Operand(i), at)
	}
	if len(o.Successors()) > 0 {
		return b.branch(o, at)
	}
	if len(b.levels) == 1 && o.Has(ir.ReturnLike) {
		for i := range o.NumOperands() {
			if n, known := b.number(o.Operand(i)); known {
				b.returns = append(b.returns, returned{n, int32(i)})
			}
		}
		return nil
	}
	b.ends = append(b.ends, o)
	return nil
}

// branch notes what a branch passes.
func (b *builder) branch(o *ir.Op, at int32) error {
	if o.Def().SuccessorOperands == nil {
		return b.fail(o, "cannot be executed: the interpreter does not know this branch")
	}
	b.moves.add(moves{op: o, begin: at, end: at})
	return nil
}

// leaveRegion ends the innermost region. If its op has another one, that is
// entered; else the op ends.
func (b *builder) leaveRegion() error {
	l := b.levels[len(b.levels)-1]
	b.closeLevel()
	if next, number := nextRegion(l.op, int(l.region)+1); next != nil {
		l.region, l.blocks, l.loops = int32(number), nil, false
		return b.enter(l)
	}
	b.endOp(&l, b.point(l.op))
	b.ends = b.ends[:l.ends]
	return nil
}

// closeLevel takes the innermost region off the stack.
func (b *builder) closeLevel() {
	l := &b.levels[len(b.levels)-1]
	if l.blocks != nil {
		l.blocks.end(int32(len(b.frame.Ops)) - 1)
	}
	if l.loops {
		b.looping = b.looping[:len(b.looping)-1]
	}
	b.levels = b.levels[:len(b.levels)-1]
}

// endOp notes what the regions of an op hand over, and how long its results and
// its workspace are needed: as long as it runs at least.
func (b *builder) endOp(l *level, end int32) {
	o := l.op
	b.closes[l.closes] = end
	for i := range o.NumResults() {
		if n, known := b.number(o.Result(i)); known {
			b.live(n, end)
		}
	}
	x := b.extraOf(o)
	for _, n := range []int32{x.Workspace, x.Callee} {
		if n >= 0 {
			b.frame.Buffers[n].Upper = end
		}
	}
	for _, n := range l.forms {
		b.frame.Buffers[n].Upper = end
	}
	switch flow, flows := analysis.RegionBranch.Get(o.Def()); {
	case l.carries != nil:
		b.carry(l, end)
	case flows:
		b.flow(l, flow, end)
	case l.handed:
		for _, t := range b.ends[l.ends:] {
			for i := range min(t.NumOperands(), o.NumResults()) {
				b.handTo(t.Operand(i), o.Result(i), l.begin)
			}
		}
	default:
		b.perElement(l, end)
	}
}

// handTo notes that a value goes to a result.
func (b *builder) handTo(from, to *ir.Value, begin int32) {
	if n, known := b.number(from); known {
		result, _ := b.number(to)
		b.hands.add(hand{n, result, -1, begin})
	}
}

// flow follows what regions hand to results and to each other. What one region
// has from another one is where that has put it, until the op ends.
func (b *builder) flow(l *level, flow *analysis.RegionFlow, end int32) {
	for _, t := range b.ends[l.ends:] {
		passes, _ := analysis.PassesOf(l.op, t, flow)
		for _, p := range passes {
			if p.To.Def() == l.op {
				b.handTo(p.Use.Value(), p.To, l.begin)
			} else if n, known := b.number(p.Use.Value()); known {
				b.outlive(n, t, end)
			}
		}
	}
}

// carry notes what the state of a loop becomes, and what is collected.
func (b *builder) carry(l *level, end int32) {
	c := l.carries
	body := l.op.RegionAt(c.Region)
	for _, t := range b.ends[l.ends:] {
		if t.Region() != body {
			continue
		}
		for i := range c.State(l.op) {
			if from, known := b.number(t.Operand(c.Yield + i)); known {
				to, _ := b.number(l.op.Result(i))
				arg, _ := b.number(body.First().Arg(c.Arg + i))
				b.hands.add(hand{from, to, arg, l.begin})
			}
		}
		for i := c.State(l.op); i < l.op.NumResults(); i++ {
			if from, known := b.number(t.Operand(c.Yield + i)); known {
				to, _ := b.number(l.op.Result(i))
				b.hands.add(hand{from, to, rounds, l.begin})
			}
		}
		b.moves.add(moves{t, c, l.begin, end})
	}
}

// perElement makes room for the results of a region that runs for each element:
// twice, since one run reads what the one before has made.
func (b *builder) perElement(l *level, end int32) {
	for _, t := range b.ends[l.ends:] {
		x := b.extraOf(t)
		for range 2 {
			for i := range t.NumOperands() {
				size := int64(0)
				if n, known := b.number(t.Operand(i)); known {
					size = b.facts[n].size
				}
				x.Handover = append(x.Handover, b.buffer(Buffer{Class: Workspace, Op: l.op, Lower: l.begin, Upper: end, Size: size, Live: size}))
			}
		}
		b.remember(t, x)
	}
}
