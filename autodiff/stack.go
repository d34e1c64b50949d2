package autodiff

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// stack is the kept states of a loop that is replayed: of each part of the state that changes a
// tensor with one slice for each that is kept, the numbers of the rounds that they are before, and
// how many there are.
type stack struct {
	l      *looping
	m      *Maker // in the backward loop
	states int64
	parts  []int       // of the state, those that change
	slots  []*ir.Value // arguments: of each of these, then the numbers, then how many
}

// begin makes slots with the first state at the bottom, and the arguments for them. There is one
// slot more than states are kept.
func (s *stack) begin(k *backward) {
	out := s.l.Maker
	zero := out.Integer(0)
	for i, x := range s.l.o.Operands() {
		if !s.l.handedOn(i) {
			s.parts = append(s.parts, i)
			s.slots = append(s.slots, k.extend(out.write(out.room(s.states+1, x), x, zero)))
		}
	}
	s.slots = append(s.slots, k.extend(out.write(out.room(s.states+1, zero), zero, zero)), k.extend(out.Integer(1)))
}

// whole is the state with these as the parts that change.
func (s *stack) whole(parts []*ir.Value) []*ir.Value {
	state := slices.Clone(s.l.o.Operands())
	for k, i := range s.parts {
		state[i] = parts[k]
	}
	return state
}

// stateAt is the state before round `target`: rounds are run from the uppermost kept one, and
// states on the way are kept as the schedule says. s.slots are those after that.
func (s *stack) stateAt(target *ir.Value) []*ir.Value {
	m, l := s.m, s.l
	parts := len(s.parts)
	top := m.Op("tg.sub", []*ir.Value{s.slots[parts+1], m.Integer(1)})
	i64 := m.Ctx.Tensor(nil, m.Ctx.I64())
	var operands []*ir.Value
	for k, i := range s.parts {
		operands = append(operands, m.read(s.slots[k], top, l.o.Result(i).Type()))
	}
	operands = append(operands, m.read(s.slots[parts], top, i64))
	operands = append(operands, s.slots...)
	w := m.loop(operands, nil, func(c *Maker, now []*ir.Value) *ir.Value {
		return c.Compare("lt", now[parts], target)
	}, func(b *Maker, now []*ir.Value) []*ir.Value {
		at, slots := now[parts], now[parts+1:]
		count := slots[parts+1]
		room := b.Op("tg.sub", []*ir.Value{b.Integer(s.states), count})
		length := b.Op("tg.add", []*ir.Value{b.Op("tg.sub", []*ir.Value{target, at}), b.Integer(1)})
		ahead := b.ahead(length, b.Op("tg.add", []*ir.Value{room, b.Integer(1)}))
		run := l.segment(b, s.whole(now[:parts]), ahead, true)
		var next []*ir.Value
		for _, i := range s.parts {
			next = append(next, run.Result(i))
		}
		next = append(next, b.Op("tg.add", []*ir.Value{at, ahead}))
		// Where there is no room it is the target that was run to, which need not be kept: it is
		// written into the slot that is one too many, and not counted.
		for i, slot := range slots[:parts+1] {
			next = append(next, b.write(slot, next[i], count))
		}
		kept := b.Compare("gt", room, b.Integer(0))
		return append(next, b.Op("tg.select", []*ir.Value{kept, b.Op("tg.add", []*ir.Value{count, b.Integer(1)}), count}))
	})
	s.slots = w.Results()[parts+1:]
	return s.whole(w.Results()[:parts])
}

// popped are the slots without the state of the round that is differentiated.
func (s *stack) popped(at *ir.Value) []*ir.Value {
	m, parts := s.m, len(s.parts)
	count := s.slots[parts+1]
	less := m.Op("tg.sub", []*ir.Value{count, m.Integer(1)})
	top := m.read(s.slots[parts], less, m.Ctx.Tensor(nil, m.Ctx.I64()))
	out := append([]*ir.Value{}, s.slots[:parts+1]...)
	return append(out, m.Op("tg.select", []*ir.Value{m.Compare("eq", top, at), less, count}))
}

// ahead is how many rounds to run before the next state is kept, of a run of `length` rounds
// that is differentiated backwards with `states` states, the one at its beginning included. With
// b(s, r) = (s+r over s) and the least r such that b(s, r) >= length it is max(length - b(s-1, r),
// b(s, r-2), 1): what is left needs r repetitions at most, and what is before it r-1.
func (m *Maker) ahead(length, states *ir.Value) *ir.Value {
	one := m.Integer(1)
	// The loop finds r and b(s, r) from b(s, 0) = 1.
	w := m.loop([]*ir.Value{m.Integer(0), one}, nil, func(c *Maker, now []*ir.Value) *ir.Value {
		return c.Compare("lt", now[1], length)
	}, func(b *Maker, now []*ir.Value) []*ir.Value {
		r := b.Op("tg.add", []*ir.Value{now[0], b.Integer(1)})
		grown := b.Op("tg.mul", []*ir.Value{now[1], b.Op("tg.add", []*ir.Value{states, r})})
		return []*ir.Value{r, b.Op("tg.div", []*ir.Value{grown, r})}
	})
	r, all := w.Result(0), w.Result(1)
	sum := m.Op("tg.add", []*ir.Value{states, r})
	// b(s-1, r) = b(s, r) s / (s+r), and b(s, r-2) = b(s, r) r (r-1) / ((s+r) (s+r-1)).
	right := m.Op("tg.div", []*ir.Value{m.Op("tg.mul", []*ir.Value{all, states}), sum})
	less := m.Op("tg.sub", []*ir.Value{r, one})
	before := m.Op("tg.div", []*ir.Value{m.Op("tg.mul", []*ir.Value{all, r}), sum})
	before = m.Op("tg.div", []*ir.Value{m.Op("tg.mul", []*ir.Value{before, less}), m.Op("tg.max", []*ir.Value{m.Op("tg.sub", []*ir.Value{sum, one}), one})})
	steps := m.Op("tg.max", []*ir.Value{m.Op("tg.sub", []*ir.Value{length, right}), before})
	alone := m.Compare("le", states, one)
	return m.Op("tg.select", []*ir.Value{alone, m.Op("tg.sub", []*ir.Value{length, one}), m.Op("tg.max", []*ir.Value{steps, one})})
}
