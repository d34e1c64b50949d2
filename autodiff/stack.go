package autodiff

import "github.com/tg-opt/tg/ir"

// stack is the kept states of a loop that is replayed: of each part of the state a tensor with one
// slice for each that is kept, the numbers of the rounds that they are before, and how many there
// are.
type stack struct {
	l      *looping
	m      *Maker // in the backward loop
	states int64
	slots  []*ir.Value // arguments: of each part of the state, then the numbers, then how many
}

// first are slots with the first state at the bottom, and the arguments for them.
func (s *stack) push(k *backward) {
	out := s.l.Maker
	zero := out.i64(0)
	place := func(x *ir.Value) *ir.Value {
		t := x.Type()
		all := out.Ctx.Tensor(append([]int64{s.states}, t.Shape()...), t.Elem())
		return s.write(out, out.Splat(all, 0), x, zero)
	}
	for _, x := range s.l.o.Operands() {
		s.slots = append(s.slots, k.extend(place(x)))
	}
	s.slots = append(s.slots, k.extend(place(zero)), k.extend(out.i64(1)))
}

// write puts x into slice at of a slot.
func (s *stack) write(m *Maker, slot, x, at *ir.Value) *ir.Value {
	slice := m.Typed("tg.reshape", m.Ctx.Tensor(append([]int64{1}, x.Type().Shape()...), x.Type().Elem()), []*ir.Value{x})
	operands := []*ir.Value{slot, slice, at}
	for range x.Type().Shape() {
		operands = append(operands, m.i64(0))
	}
	return m.Op("tg.dynamic_update_slice", operands)
}

// stateAt is the state before round `target`: rounds are run from the uppermost kept one, and
// states on the way are kept as the schedule says. s.slots are those after that.
func (s *stack) stateAt(target *ir.Value) []*ir.Value {
	m, l := s.m, s.l
	parts := l.state
	top := m.Op("tg.sub", []*ir.Value{s.slots[parts+1], m.i64(1)})
	i64 := m.Ctx.Tensor(nil, m.Ctx.I64())
	var operands []*ir.Value
	for i, x := range l.o.Results() {
		operands = append(operands, m.read(s.slots[i], top, x.Type()))
	}
	operands = append(operands, m.read(s.slots[parts], top, i64))
	operands = append(operands, s.slots...)
	cond, body := &ir.Block{}, &ir.Block{}
	var types []*ir.Type
	for _, x := range operands {
		types = append(types, x.Type())
		cond.AddArg(x.Type(), m.Loc)
		body.AddArg(x.Type(), m.Loc)
	}
	c := l.e.maker(ir.NewBuilder(m.Ctx).AtEnd(cond))
	c.Loc = m.Loc
	c.Builder.OpWithTypes(l.e.def("tg.yield"), m.Loc, nil, []*ir.Value{c.compare("lt", cond.Arg(parts), target)})
	b := l.e.maker(ir.NewBuilder(m.Ctx).AtEnd(body))
	b.Loc = m.Loc
	state, at, slots := body.Args()[:parts], body.Arg(parts), body.Args()[parts+1:]
	count := slots[parts+1]
	room := b.Op("tg.sub", []*ir.Value{b.i64(s.states), count})
	length := b.Op("tg.add", []*ir.Value{b.Op("tg.sub", []*ir.Value{target, at}), b.i64(1)})
	ahead := b.ahead(length, b.Op("tg.add", []*ir.Value{room, b.i64(1)}))
	run := l.segment(b, state, ahead, &ir.Block{}, true)
	next := append([]*ir.Value{}, run.Results()[:parts]...)
	there := b.Op("tg.add", []*ir.Value{at, ahead})
	next = append(next, there)
	// Where there is no room it is the target that was run to, which need not be kept: it is
	// written into the last slot, which is not counted.
	kept := b.compare("gt", room, b.i64(0))
	for i, slot := range slots[:parts+1] {
		x := next[i]
		next = append(next, b.Op("tg.select", []*ir.Value{kept, s.write(b, slot, x, count), slot}))
	}
	grown := b.Op("tg.select", []*ir.Value{kept, b.Op("tg.add", []*ir.Value{count, b.i64(1)}), count})
	next = append(next, grown)
	b.Builder.OpWithTypes(l.e.def("tg.yield"), m.Loc, nil, next)
	w := m.while(m.Builder, operands, types, cond, body)
	s.slots = w.Results()[parts+1:]
	return w.Results()[:parts]
}

// popped are the slots without the state of the round that is differentiated.
func (s *stack) popped(at *ir.Value) []*ir.Value {
	m, parts := s.m, s.l.state
	count := s.slots[parts+1]
	less := m.Op("tg.sub", []*ir.Value{count, m.i64(1)})
	top := m.read(s.slots[parts], less, m.Ctx.Tensor(nil, m.Ctx.I64()))
	out := append([]*ir.Value{}, s.slots[:parts+1]...)
	return append(out, m.Op("tg.select", []*ir.Value{m.compare("eq", top, at), less, count}))
}

// ahead is how many rounds to run before the next state is kept, of a run of `length` rounds
// that is differentiated backwards with `states` states, the one at its beginning included. With
// b(s, r) = (s+r over s) and the least r such that b(s, r) >= length it is max(length - b(s-1, r),
// b(s, r-2), 1): what is left needs r repetitions at most, and what is before it r-1.
func (m *Maker) ahead(length, states *ir.Value) *ir.Value {
	i64 := m.Ctx.Tensor(nil, m.Ctx.I64())
	one := m.i64(1)
	// The loop finds r and b(s, r) from b(s, 0) = 1.
	cond, body := &ir.Block{}, &ir.Block{}
	for range 2 {
		cond.AddArg(i64, m.Loc)
		body.AddArg(i64, m.Loc)
	}
	c := m.e.maker(ir.NewBuilder(m.Ctx).AtEnd(cond))
	c.Loc = m.Loc
	c.Builder.OpWithTypes(m.e.def("tg.yield"), m.Loc, nil, []*ir.Value{c.compare("lt", cond.Arg(1), length)})
	b := m.e.maker(ir.NewBuilder(m.Ctx).AtEnd(body))
	b.Loc = m.Loc
	r := b.Op("tg.add", []*ir.Value{body.Arg(0), b.i64(1)})
	grown := b.Op("tg.mul", []*ir.Value{body.Arg(1), b.Op("tg.add", []*ir.Value{states, r})})
	b.Builder.OpWithTypes(m.e.def("tg.yield"), m.Loc, nil, []*ir.Value{r, b.Op("tg.div", []*ir.Value{grown, r})})
	w := m.while(m.Builder, []*ir.Value{m.i64(0), one}, []*ir.Type{i64, i64}, cond, body)
	r, all := w.Result(0), w.Result(1)
	sum := m.Op("tg.add", []*ir.Value{states, r})
	// b(s-1, r) = b(s, r) s / (s+r), and b(s, r-2) = b(s, r) r (r-1) / ((s+r) (s+r-1)).
	right := m.Op("tg.div", []*ir.Value{m.Op("tg.mul", []*ir.Value{all, states}), sum})
	less := m.Op("tg.sub", []*ir.Value{r, one})
	before := m.Op("tg.div", []*ir.Value{m.Op("tg.mul", []*ir.Value{all, r}), sum})
	before = m.Op("tg.div", []*ir.Value{m.Op("tg.mul", []*ir.Value{before, less}), m.Op("tg.max", []*ir.Value{m.Op("tg.sub", []*ir.Value{sum, one}), one})})
	steps := m.Op("tg.max", []*ir.Value{m.Op("tg.sub", []*ir.Value{length, right}), before})
	alone := m.compare("le", states, one)
	return m.Op("tg.select", []*ir.Value{alone, m.Op("tg.sub", []*ir.Value{length, one}), m.Op("tg.max", []*ir.Value{steps, one})})
}
