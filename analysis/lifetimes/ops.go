package lifetimes

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// op notes what an op needs. If it has regions that run by themselves, the first
// of them is entered and returned.
func (b *builder) op(o *ir.Op) (inner *ir.Region, err error) {
	at := b.point(o)
	if o.Has(ir.ConstantLike) && o.NumResults() == 1 {
		if _, filled := analysis.StorageOf.Get(o.Def()); !filled {
			_, err = b.define(o.Result(0), o, at, borrowed)
			return nil, err
		}
	}
	if o.Has(ir.Terminator) {
		return nil, b.terminator(o, at)
	}
	fill, filled := analysis.StorageOf.Get(o.Def())
	if !filled {
		return nil, b.fail(o, "cannot be executed: it says nothing about storage")
	}
	for _, v := range o.Operands() {
		if t := v.Type(); t.IsShaped() && !t.IsStatic() {
			return nil, b.fail(o, "has an operand of type '%s', whose extents only a run knows", t)
		}
	}
	for i := range o.NumResults() {
		if t := o.Result(i).Type(); t.IsShaped() && !t.IsStatic() {
			return nil, b.fail(o, "has a result of type '%s', whose extents only a run knows", t)
		}
	}
	b.in.Reset(o)
	s := fill(&b.in)
	if err := s.Check(o.NumOperands(), o.NumResults()); err != nil {
		return nil, b.fail(o, "%s", err)
	}
	if err := b.results(o, s, at); err != nil {
		return nil, err
	}
	for i := range o.NumOperands() {
		b.use(o.Operand(i), at)
	}
	if err := b.extra(o, s, at); err != nil {
		return nil, err
	}
	first := nextRegion(o, 0)
	if first == nil || s.Whole {
		return nil, nil
	}
	if err := b.enter(o, first, s, at); err != nil || s.Carries != nil {
		return first, err
	}
	// A kernel may read its operands while its regions run.
	for i := range o.NumOperands() {
		if n, known := b.frame.numbers[o.Operand(i)]; known {
			b.extend(n)
		}
	}
	return first, nil
}

// extend makes a value live until the op of the innermost region ends.
func (b *builder) extend(n int32) {
	l := &b.levels[len(b.levels)-1]
	l.extends = append(l.extends, n)
}

// nextRegion is the first region of o from a number on that is not empty, or nil.
func nextRegion(o *ir.Op, from int) *ir.Region {
	for ; from < o.NumRegions(); from++ {
		if r := o.RegionAt(from); !r.Empty() {
			return r
		}
	}
	return nil
}

// results numbers the results of o.
func (b *builder) results(o *ir.Op, s analysis.Storage, at int32) error {
	first := int32(len(b.facts))
	for i := range o.NumResults() {
		n, err := b.define(o.Result(i), o, at, own)
		if err != nil {
			return err
		}
		if s.Views == nil {
			b.facts[n].state = s.Carries != nil
			continue
		}
		view := s.Views[i]
		if size, err := analysis.Bytes(o.Operand(view.Operand).Type()); err != nil || view.Offset < 0 || int64(view.Offset) > size-b.facts[n].size {
			return b.fail(o, "says that a result is bytes that its operand does not have")
		}
		if of, known := b.frame.numbers[o.Operand(view.Operand)]; known {
			b.facts[n].parent, b.facts[n].offset = of, int64(view.Offset)
		}
	}
	for _, t := range s.Takes {
		if v := o.Operand(t.Operand); b.facts[first+int32(t.Result)].size > 0 {
			if n, known := b.frame.numbers[v]; known {
				b.takes = append(b.takes, taking{o, at, first + int32(t.Result), n, t.Operand, s.Takes})
			}
		}
	}
	return nil
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
	b.remember(o, x)
	return nil
}

// remember keeps what an op needs besides, if it is anything.
func (b *builder) remember(o *ir.Op, x Extra) {
	if x.Workspace >= 0 || x.Stage >= 0 || x.Callee >= 0 || x.Handover != nil {
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
	l := &b.levels[len(b.levels)-1]
	if len(b.levels) == 1 && o.Has(ir.ReturnLike) {
		for i := range o.NumOperands() {
			if n, ok := b.frame.numbers[o.Operand(i)]; ok {
				b.returns = append(b.returns, returned{n, int32(i)})
			}
		}
		return nil
	}
	l.ends = append(l.ends, o)
	return nil
}

// branch notes what a branch passes.
func (b *builder) branch(o *ir.Op, at int32) error {
	if o.Def().SuccessorOperands == nil {
		return b.fail(o, "cannot be executed: the interpreter does not know this branch")
	}
	l := &b.levels[len(b.levels)-1]
	for i, s := range o.Successors() {
		first, count := o.Def().SuccessorOperands(o, i)
		m := moves{op: o, begin: at, end: at}
		for k := range min(count, s.NumArgs()) {
			src, known := b.frame.numbers[o.Operand(first+k)]
			if !known {
				src = -1
			}
			m.from = append(m.from, src)
			m.block, m.to = s, append(m.to, -1)
		}
		if count > 0 {
			b.moves = append(b.moves, m)
		}
		l.blocks.jump(s, at)
	}
	return nil
}

// leaveRegion ends the innermost region. If its op has another one, that is
// entered and returned; else the op ends.
func (b *builder) leaveRegion() (*ir.Region, error) {
	l := b.levels[len(b.levels)-1]
	number := 0
	for l.op.RegionAt(number) != l.region {
		number++
	}
	next := nextRegion(l.op, number+1)
	b.closeLevel()
	if next != nil {
		if err := b.enter(l.op, next, l.storage, l.begin); err != nil {
			return nil, err
		}
		top := &b.levels[len(b.levels)-1]
		top.extends, top.ends = l.extends, l.ends
		return next, nil
	}
	end := b.point(l.op)
	for _, n := range l.extends {
		b.facts[n].last = max(b.facts[n].last, end)
	}
	b.endOp(&l, end)
	return nil, nil
}

// closeLevel takes the innermost region off the stack.
func (b *builder) closeLevel() {
	l := &b.levels[len(b.levels)-1]
	if l.blocks != nil {
		b.acrossBlocks(l.blocks)
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
	for i := range o.NumResults() {
		f := &b.facts[b.frame.numbers[o.Result(i)]]
		f.last = max(f.last, end)
	}
	x := b.extraOf(o)
	for _, n := range []int32{x.Workspace, x.Callee} {
		if n >= 0 {
			b.frame.Buffers[n].Upper = end
		}
	}
	switch flow, flows := analysis.RegionBranch.Get(o.Def()); {
	case l.storage.Carries != nil:
		b.carry(l, end)
	case flows:
		b.flow(l, flow, end)
	case l.storage.Handed:
		for _, t := range l.ends {
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
	if n, known := b.frame.numbers[from]; known {
		b.hands = append(b.hands, hand{n, b.frame.numbers[to], -1, begin})
	}
}

// flow follows what regions hand to results and to each other. What one region
// has from another one is where that has put it, until the op ends.
func (b *builder) flow(l *level, flow *analysis.RegionFlow, end int32) {
	for _, t := range l.ends {
		passes, _ := analysis.PassesOf(l.op, t, flow)
		for _, p := range passes {
			if p.To.Def() == l.op {
				b.handTo(p.Use.Value(), p.To, l.begin)
			} else if n, known := b.frame.numbers[p.Use.Value()]; known {
				b.facts[n].last = max(b.facts[n].last, end)
			}
		}
	}
}

// carry notes what the state of a loop becomes.
func (b *builder) carry(l *level, end int32) {
	c := l.storage.Carries
	body := l.op.RegionAt(c.Region)
	for _, t := range l.ends {
		if t.Region() != body {
			continue
		}
		m := moves{op: l.op, begin: l.begin, end: end}
		for i := range l.op.NumResults() {
			to := b.frame.numbers[l.op.Result(i)]
			from, known := b.frame.numbers[t.Operand(c.Yield+i)]
			if known {
				b.hands = append(b.hands, hand{from, to, b.frame.numbers[body.First().Arg(c.Arg+i)], l.begin})
			} else {
				from = -1
			}
			m.from, m.to = append(m.from, from), append(m.to, to)
		}
		b.moves = append(b.moves, m)
	}
}

// perElement makes room for the results of a region that runs for each element:
// twice, since one run reads what the one before has made.
func (b *builder) perElement(l *level, end int32) {
	for _, t := range l.ends {
		x := b.extraOf(t)
		for range 2 {
			for i := range t.NumOperands() {
				size := int64(0)
				if n, known := b.frame.numbers[t.Operand(i)]; known {
					size = b.facts[n].size
				}
				x.Handover = append(x.Handover, b.buffer(Buffer{Class: Workspace, Op: l.op, Lower: l.begin, Upper: end, Size: size, Live: size}))
			}
		}
		b.remember(t, x)
	}
}
