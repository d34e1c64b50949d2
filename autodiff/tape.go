package autodiff

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Tapes: tensors with one slice for each round of a loop. Where it is known how many rounds there
// are, or nothing is, the loop collects them; where somebody said how many there are at most, they
// are state, which each round writes a slice of in place.

// running is a loop of the forward part, while it is made: what it was, more state behind that, and
// more that it collects.
type running struct {
	l          *looping
	out, in    *Maker // in front of the loop, and at the end of its body
	cond, body *ir.Region
	operands   []*ir.Value
	types      []*ir.Type
	next       []*ir.Value // what the body yields of the state
	gathered   []*ir.Value // and for what is collected
	gathers    []*ir.Type
	counter    int       // which part of the state counts the rounds from 0; -1 for none
	at         *ir.Value // that, in the body
}

// ahead is the loop with tapes of some values of the body, in the place of the loop, the tapes, and
// how many rounds there were. end is the terminator of the body, behind which there may be more.
func (l *looping) ahead(body *ir.Region, end *ir.Op, saved []*ir.Value) (n *ir.Op, tapes []*ir.Value, rounds *ir.Value) {
	cond := &ir.Region{}
	cond.TakeBody(l.o.RegionAt(0))
	types, yields := l.o.ResultTypes(), end.Operands()
	r := &running{
		l: l, out: l.e.maker(ir.NewBuilder(l.Ctx).Before(l.o)), in: l.e.maker(ir.NewBuilder(l.Ctx).Before(end)), cond: cond, body: body,
		operands: slices.Clone(l.o.Operands()), types: slices.Clone(types[:l.state]), gathers: slices.Clone(types[l.state:]),
		next: slices.Clone(yields[:l.state]), gathered: slices.Clone(yields[l.state:]), counter: -1,
	}
	r.out.Loc, r.in.Loc = l.o.Loc(), l.o.Loc()
	if t := &l.trips; t.known < 0 && (t.most >= 0 || t.counter == nil && len(saved) == 0) {
		r.count()
	}
	places := r.keep(saved)
	end.SetOperands(append(r.next, r.gathered...))
	n = l.e.rebuilt(l.e.at(l.o), l.o, r.operands, append(r.types, r.gathers...), []*ir.Region{cond, body})
	result := func(place int) *ir.Value {
		if place < 0 {
			place = len(r.types) - 1 - place
		}
		return n.Result(place)
	}
	for i, v := range l.o.Results() {
		if i >= l.state {
			i = l.state - 1 - i
		}
		l.inherit(v, result(i))
	}
	for _, p := range places {
		tapes = append(tapes, result(p))
	}
	return n, tapes, r.rounds(n, tapes)
}

// count makes the loop count its rounds. It fails in the round after the last one that is allowed.
func (r *running) count() {
	t, i64 := &r.l.trips, r.l.Ctx.Tensor(nil, r.l.Ctx.I64())
	if c := t.counter; c != nil && c.First.OK && c.First.Value == 0 && c.Step == 1 && r.types[c.State] == i64 {
		r.counter, r.at = c.State, r.body.First().Arg(c.State)
	} else {
		var set func(*ir.Value)
		r.counter = len(r.types)
		r.at, set = r.extend(r.out.Integer(0))
		set(r.in.Op("tg.add", []*ir.Value{r.at, r.in.Integer(1)}))
	}
	if t.most >= 0 && !isSegment(r.l.o) { // a segment ends by itself
		r.in.requireTrips(r.in.Compare("lt", r.at, r.in.Integer(t.most)), t.most)
	}
}

// requireTrips ends the run where a condition does not hold: a loop runs more often than somebody
// said.
func (m *Maker) requireTrips(holds *ir.Value, most int64) {
	m.OpWithTypes(m.e.def("tg.assert"), m.Loc, nil, []*ir.Value{holds},
		ir.NamedAttr{Name: "message", Value: m.Ctx.StringAttr(fmt.Sprintf("a loop runs more than %d rounds, the most that max-trip allows", most))})
}

// extend adds to the state a value that begins as first. It returns what it is in the body, and
// what sets the next one.
func (r *running) extend(first *ir.Value) (now *ir.Value, set func(next *ir.Value)) {
	r.operands, r.types = append(r.operands, first), append(r.types, first.Type())
	r.cond.First().AddArg(first.Type(), r.in.Loc)
	i := len(r.next)
	r.next = append(r.next, nil)
	return r.body.First().AddArg(first.Type(), r.in.Loc), func(next *ir.Value) { r.next[i] = next }
}

// keep makes tapes of values of the body, and returns which results they are: parts of the state,
// or for -1-i what is collected as number i.
func (r *running) keep(saved []*ir.Value) (places []int) {
	t := &r.l.trips
	for _, v := range saved {
		if t.known < 0 && t.most >= 0 && v.Type().IsStatic() {
			places = append(places, len(r.types))
			tape, set := r.extend(r.out.room(t.most, v))
			set(r.in.write(tape, v, r.at))
			continue
		}
		extent := ir.Dynamic
		if t.known >= 0 {
			extent = t.known
		}
		places = append(places, -1-len(r.gathers))
		r.gathers = append(r.gathers, r.l.Ctx.Tensor(append([]int64{extent}, v.Type().Shape()...), v.Type().Elem()))
		r.gathered = append(r.gathered, v)
	}
	return places
}

// rounds is how many rounds the loop n runs.
func (r *running) rounds(n *ir.Op, tapes []*ir.Value) *ir.Value {
	f := r.l.e.maker(r.l.e.builder.After(n))
	f.Loc = n.Loc()
	t := &r.l.trips
	switch {
	case t.known >= 0:
		return f.Integer(t.known)
	case r.counter >= 0:
		return n.Result(r.counter)
	case len(tapes) > 0:
		return f.Typed("tg.dim", f.Ctx.Tensor(nil, f.Ctx.I64()), tapes[:1], ir.NamedAttr{Name: "dim", Value: f.Ctx.I64Attr(0)})
	}
	return t.count(f, r.operands)
}

// dropSeeds removes the arguments for cotangents, and sums of them, from the copy of the body.
func (l *looping) dropSeeds() {
	block := l.region.First()
	for range l.seeded {
		block.RemoveArg(l.state)
	}
}

// room is a tape of n slices like x, which are zeros.
func (m *Maker) room(n int64, x *ir.Value) *ir.Value {
	t := x.Type()
	all := m.Ctx.Tensor(append([]int64{n}, t.Shape()...), t.Elem())
	dims := ir.NamedAttr{Name: "dims", Value: m.Ctx.I64Array([]int64{})}
	zero := []*ir.Value{m.Constant(t.Elem(), 0)}
	if all.IsStatic() { // no constant of that size, which would be there besides
		return m.Typed("tg.broadcast", all, zero, dims)
	}
	list := func(n int) *ir.Type { return m.Ctx.Tensor([]int64{int64(n)}, m.Ctx.I64()) }
	count := m.Typed("tg.reshape", list(1), []*ir.Value{m.Integer(n)})
	extents := m.Typed("tg.concat", list(all.Rank()), []*ir.Value{count, m.Typed("tg.shape_of", list(t.Rank()), []*ir.Value{x})},
		ir.NamedAttr{Name: "dim", Value: m.Ctx.I64Attr(0)})
	return m.Typed("tg.dynamic_broadcast", all, append(zero, extents), dims)
}

// write puts x into slice at of a tape.
func (m *Maker) write(tape, x, at *ir.Value) *ir.Value {
	slice := m.Typed("tg.reshape", m.Ctx.Tensor(append([]int64{1}, x.Type().Shape()...), x.Type().Elem()), []*ir.Value{x})
	operands := []*ir.Value{tape, slice, at}
	for range x.Type().Shape() {
		operands = append(operands, m.Integer(0))
	}
	return m.Op("tg.dynamic_update_slice", operands)
}

// read is slice at of a tape, of type t.
func (m *Maker) read(tape, at *ir.Value, t *ir.Type) *ir.Value {
	operands, sizes := []*ir.Value{tape, at}, []int64{1}
	if !t.IsStatic() {
		return m.readOpen(tape, at, t)
	}
	if tape.Type().Shape()[0] == 0 { // which is never read
		return m.Typed("tg.broadcast", t, []*ir.Value{m.Constant(t.Elem(), 0)}, ir.NamedAttr{Name: "dims", Value: m.Ctx.I64Array([]int64{})})
	}
	for _, n := range t.Shape() {
		operands, sizes = append(operands, m.Integer(0)), append(sizes, n)
	}
	s := m.Typed("tg.dynamic_slice", m.Ctx.Tensor(sizes, t.Elem()), operands, ir.NamedAttr{Name: "sizes", Value: m.Ctx.I64Array(sizes)})
	return m.Typed("tg.reshape", t, []*ir.Value{s})
}

// readOpen is read where only the run knows how much a round has: a gather of one row of the tape
// as a matrix.
func (m *Maker) readOpen(tape, at *ir.Value, t *ir.Type) *ir.Value {
	whole := m.Typed("tg.shape_of", m.Ctx.Tensor([]int64{int64(tape.Type().Rank())}, m.Ctx.I64()), []*ir.Value{tape})
	rank := int64(t.Rank())
	list := func(v ...int64) *ir.Attr { return m.Ctx.I64Array(v) }
	tail := m.Typed("tg.slice", m.Ctx.Tensor([]int64{rank}, m.Ctx.I64()), []*ir.Value{whole},
		ir.NamedAttr{Name: "starts", Value: list(1)}, ir.NamedAttr{Name: "limits", Value: list(rank + 1)}, ir.NamedAttr{Name: "strides", Value: list(1)})
	one := m.Typed("tg.reshape", m.Ctx.Tensor([]int64{1}, m.Ctx.I64()), []*ir.Value{at})
	zeros := m.Splat(m.Ctx.Tensor([]int64{rank}, m.Ctx.I64()), 0)
	dim := ir.NamedAttr{Name: "dim", Value: m.Ctx.I64Attr(0)}
	all := m.Ctx.Tensor([]int64{rank + 1}, m.Ctx.I64())
	starts := m.Typed("tg.concat", all, []*ir.Value{one, zeros}, dim)
	after := m.Op("tg.add", []*ir.Value{one, m.Splat(m.Ctx.Tensor([]int64{1}, m.Ctx.I64()), 1)})
	limits := m.Typed("tg.concat", all, []*ir.Value{after, tail}, dim)
	strides := m.Splat(all, 1)
	s := m.Typed("tg.real_dynamic_slice", m.Ctx.Tensor(append([]int64{1}, t.Shape()...), t.Elem()), []*ir.Value{tape, starts, limits, strides})
	return m.Typed("tg.dynamic_reshape", t, []*ir.Value{s, tail})
}
