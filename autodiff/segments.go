package autodiff

import "github.com/tg-opt/tg/ir"

// Loops of which some states only are kept: the rounds between two are run again, backwards segment
// by segment or by the schedule of fewest rounds.

// segmentAttr is an attribute of loops of segments, and of what they become, while a function is
// made: a backward part runs them again, and is handed nothing that they collect.
const segmentAttr = "tg.segment"

func isSegment(o *ir.Op) bool { return o.Attr(segmentAttr) != nil }

// inSegments makes of the loop one of segments, each a loop of some rounds, and differentiates
// that: the tape has the states at which segments begin, and the rounds of one are run again before
// they are differentiated.
func (l *looping) inSegments(c Checkpoint) error {
	o, f := l.o, l.e.maker(l.e.at(l.o))
	f.Loc = o.Loc()
	var period *ir.Value
	known := int64(-1)
	if c.kind == "sqrt" {
		period, known = l.root(f)
	} else {
		period, known = f.i64(c.number), c.number
	}
	outer, inner := &ir.Block{}, &ir.Block{}
	cond := &ir.Block{}
	var segments int64 = -1
	operands, types := append([]*ir.Value{}, o.Operands()...), append([]*ir.Type{}, o.ResultTypes()...)
	for _, t := range types {
		outer.AddArg(t, o.Loc())
		cond.AddArg(t, o.Loc())
	}
	in := l.e.maker(ir.NewBuilder(l.Ctx).AtEnd(outer))
	in.Loc = o.Loc()
	limit := period
	i64 := l.Ctx.Tensor(nil, l.Ctx.I64())
	if l.trips.known >= 0 && known > 0 {
		// Segments are counted, so that there are as many tapes as there must be.
		segments = (l.trips.known + known - 1) / known
		operands, types = append(operands, f.i64(0)), append(types, i64)
		number := outer.AddArg(i64, o.Loc())
		cond.AddArg(i64, o.Loc())
		if l.trips.known%known != 0 {
			begun := in.Op("tg.mul", []*ir.Value{number, in.i64(known)})
			limit = in.Op("tg.min", []*ir.Value{in.i64(known), in.Op("tg.sub", []*ir.Value{in.i64(l.trips.known), begun})})
		}
	}
	state := len(o.ResultTypes())
	segment := l.segment(in, outer.Args()[:state], limit, inner, segments >= 0)
	segment.SetAttr(segmentAttr, l.Ctx.Unit())
	yields := append([]*ir.Value{}, segment.Results()[:state]...)
	if segments >= 0 {
		yields = append(yields, in.Op("tg.add", []*ir.Value{outer.Arg(state), in.i64(1)}))
	}
	in.Builder.OpWithTypes(l.e.def("tg.yield"), o.Loc(), nil, yields)
	l.condition(cond, segments)
	n := f.while(l.e.at(o), operands, types, cond, outer)
	for i, r := range o.Results() {
		l.inherit(r, n.Result(i))
	}
	o.Erase()
	v := &varying{varied: l.active, e: l.e}
	if varyLoop(v, n); v.err != nil {
		return v.err
	}
	g := make([]*ir.Value, n.NumResults())
	copy(g, l.g)
	again := &looping{Maker: l.Maker, o: n, g: g, state: n.NumOperands(), trips: tripsOf(n)}
	again.want()
	return again.taped()
}

// condition of the loop of segments: there are more, or the loop goes on.
func (l *looping) condition(cond *ir.Block, segments int64) {
	c := l.e.maker(ir.NewBuilder(l.Ctx).AtEnd(cond))
	c.Loc = l.o.Loc()
	var more *ir.Value
	if segments >= 0 {
		more = c.compare("lt", cond.Arg(cond.NumArgs()-1), c.i64(segments))
	} else {
		more = c.inlined(l.o.RegionAt(0), cond.Args())[0]
	}
	c.Builder.OpWithTypes(l.e.def("tg.yield"), l.o.Loc(), nil, []*ir.Value{more})
}

// segment is a loop of the rounds of one segment, whose last state counts them.
func (l *looping) segment(m *Maker, state []*ir.Value, limit *ir.Value, body *ir.Block, counted bool) *ir.Op {
	o, cond := l.o, &ir.Block{}
	operands := append(append([]*ir.Value{}, state...), m.i64(0))
	var types []*ir.Type
	for _, x := range operands {
		types = append(types, x.Type())
		cond.AddArg(x.Type(), o.Loc())
		body.AddArg(x.Type(), o.Loc())
	}
	n := len(state)
	c := l.e.maker(ir.NewBuilder(l.Ctx).AtEnd(cond))
	c.Loc = o.Loc()
	more := c.compare("lt", cond.Arg(n), limit)
	if !counted {
		more = c.Op("tg.and", []*ir.Value{more, c.inlined(o.RegionAt(0), cond.Args()[:n])[0]})
	}
	c.Builder.OpWithTypes(l.e.def("tg.yield"), o.Loc(), nil, []*ir.Value{more})
	b := l.e.maker(ir.NewBuilder(l.Ctx).AtEnd(body))
	b.Loc = o.Loc()
	next := b.inlined(o.RegionAt(1), body.Args()[:n])[:n]
	next = append(append([]*ir.Value{}, next...), b.Op("tg.add", []*ir.Value{body.Arg(n), b.i64(1)}))
	b.Builder.OpWithTypes(l.e.def("tg.yield"), o.Loc(), nil, next)
	return m.while(m.Builder, operands, types, cond, body)
}

// inlined copies the ops of a region with one block to where m is, and returns what the terminator
// passes.
func (m *Maker) inlined(r *ir.Region, args []*ir.Value) []*ir.Value {
	values := map[*ir.Value]*ir.Value{}
	for i, a := range r.First().Args() {
		values[a] = args[i]
	}
	end := r.First().Last()
	for o := r.First().First(); o != end; o = o.Next() {
		m.Clone(o, values)
	}
	var out []*ir.Value
	for _, x := range end.Operands() {
		if w := values[x]; w != nil {
			x = w
		}
		out = append(out, x)
	}
	return out
}

// root is the period of "sqrt", and its number where that is known: the root of the rounds, which
// are counted by running the loop if there is no other way.
func (l *looping) root(f *Maker) (*ir.Value, int64) {
	if l.trips.known >= 0 {
		p := int64(1)
		for p*p < l.trips.known {
			p++
		}
		return f.i64(p), p
	}
	f64 := l.Ctx.Tensor(nil, l.Ctx.F64())
	n := f.Typed("tg.convert", f64, []*ir.Value{l.rounds(f)})
	root := f.Op("tg.ceil", []*ir.Value{f.Op("tg.sqrt", []*ir.Value{n})})
	return f.Typed("tg.convert", l.Ctx.Tensor(nil, l.Ctx.I64()), []*ir.Value{f.Op("tg.max", []*ir.Value{root, f.Constant(l.Ctx.F64(), 1)})}), -1
}

// rounds is how many rounds the loop runs, found by running it.
func (l *looping) rounds(f *Maker) *ir.Value {
	if l.trips.known >= 0 {
		return f.i64(l.trips.known)
	}
	unbounded := f.i64(1 << 62)
	run := l.segment(f, l.o.Operands(), unbounded, &ir.Block{}, false)
	return run.Result(run.NumResults() - 1)
}

// replaying keeps at most so many states at a time, and runs rounds again from the last one that is
// kept, by the schedule of fewest rounds: Griewank and Walther, "Algorithm 799: revolve", ACM TOMS
// 26(1), 2000. The backward loop has the kept states on a stack, the first state at the bottom.
func (l *looping) replaying(states int64) error {
	if err := l.differentiate(); err != nil {
		return err
	}
	j := l.j
	saved, again := j.cut(l.outputs(), limits{free: l.isFree, argsOnly: true})
	f := l.e.maker(l.e.at(l.o))
	f.Loc = l.o.Loc()
	rounds := l.rounds(f)
	k := l.newBackward()
	l.AtEnd(l.block)
	l.Loc = l.o.Loc()
	s := &stack{l: l, m: k.b, states: states}
	s.push(k)
	k.b.AtEnd(k.block)
	state := s.stateAt(k.at)
	k.nexts = s.popped(k.at)
	values := map[*ir.Value]*ir.Value{}
	for _, v := range saved {
		values[v] = state[v.Index()]
	}
	l.bind(k, values)
	j.detach(k.block, values, again)
	l.dropSeeds()
	n := l.e.rebuilt(l.e.at(l.o), l.o, l.o.Operands(), l.o.ResultTypes(), nil)
	for i, r := range l.o.Results() {
		l.inherit(r, n.Result(i))
	}
	if err := l.finish(k, values, n, rounds); err != nil {
		return err
	}
	j.erase()
	return nil
}
