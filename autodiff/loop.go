package autodiff

import "github.com/tg-opt/tg/ir"

// Loop is the rule of a loop whose regions take its state: the first one yields whether there is
// another round, the second one the next state and what is collected, as those of tg.while do.
var Loop = Rule{
	Reads:   "of each round what the derivative of the body needs, except for counters and what is the same in all rounds",
	control: &control{vary: varyLoop, forward: forwardLoop, reverse: reverseLoop},
}

// varyLoop goes round until no more of the state varies.
func varyLoop(v *varying, o *ir.Op) {
	cond, body, state := o.RegionAt(0).First(), o.RegionAt(1).First(), o.NumOperands()
	vary := func(i int, because *ir.Value) bool {
		if i < state && v.mark(body.Arg(i), because) {
			v.mark(cond.Arg(i), because)
			v.mark(o.Result(i), because)
			return true
		}
		return i >= state && v.mark(o.Result(i), because)
	}
	for i, x := range o.Operands() {
		if v.has(x) {
			vary(i, x)
		}
	}
	for more := true; more && v.err == nil; {
		v.block(body)
		more = false
		for i, x := range body.Last().Operands() {
			if v.has(x) && vary(i, x) {
				more = more || i < state
			}
		}
	}
}

// forwardLoop makes the tangents of what varies a part of the state.
func forwardLoop(m *Maker, o *ir.Op) error {
	cond, body, state := o.RegionAt(0).First(), o.RegionAt(1).First(), o.NumOperands()
	b := m.Builder
	b.Before(o)
	operands, types := append([]*ir.Value{}, o.Operands()...), append([]*ir.Type{}, o.ResultTypes()[:state]...)
	var varies, gathers []int
	for i, r := range o.Results() {
		switch {
		case !m.active.has(r):
		case i >= state:
			gathers = append(gathers, i)
		default:
			varies = append(varies, i)
			m.Loc = o.Loc()
			operands = append(operands, m.orZeros(m.tangents[o.Operand(i)], o.Operand(i)))
			types = append(types, r.Type())
			cond.AddArg(r.Type(), o.Loc())
			m.tangents[body.Arg(i)] = body.AddArg(r.Type(), o.Loc())
		}
	}
	if err := m.forward(body); err != nil {
		return err
	}
	end := body.Last()
	m.Before(end)
	m.Loc = end.Loc()
	yields := append([]*ir.Value{}, end.Operands()[:state]...)
	for _, i := range varies {
		yields = append(yields, m.orZeros(m.tangents[end.Operand(i)], end.Operand(i)))
	}
	yields = append(yields, end.Operands()[state:]...)
	types = append(types, o.ResultTypes()[state:]...)
	for _, i := range gathers {
		yields = append(yields, m.orZeros(m.tangents[end.Operand(i)], end.Operand(i)))
		types = append(types, o.Result(i).Type())
	}
	end.SetOperands(yields)
	n := m.e.rebuilt(b.Before(o), o, operands, types, nil)
	place := func(i int) int {
		if i >= state {
			return i + len(varies)
		}
		return i
	}
	for i, r := range o.Results() {
		s := n.Result(place(i))
		if because, ok := m.active[r]; ok {
			m.active[s] = because
		}
		r.ReplaceAllUsesWith(s)
	}
	for k, i := range varies {
		m.tangents[n.Result(i)] = n.Result(state + k)
	}
	for k, i := range gathers {
		m.tangents[n.Result(place(i))] = n.Result(o.NumResults() + len(varies) + k)
	}
	o.Erase()
	return nil
}

// looping is the derivative of a loop while it is made: backwards, round by round, from cotangents
// of the last state to those of the first.
type looping struct {
	*Maker
	o      *ir.Op
	g      []*ir.Value
	state  int
	wanted []bool // of the state, what has cotangents
	trips  trips
	region *ir.Region // a copy of the body with its derivative
	j      *joint
	seeds  []*ir.Value        // arguments of that for the cotangents of what the body yields
	seeded int                // how many arguments it has for these and for sums, behind the state
	steady map[*ir.Value]bool // of its values, those that are the same in all rounds: see joint.steady
}

func reverseLoop(m *Maker, o *ir.Op, g []*ir.Value) error {
	trips, err := m.e.tripsOf(o)
	if err != nil {
		return err
	}
	l := &looping{Maker: m, o: o, g: g, state: o.NumOperands(), trips: trips}
	if l.trips.known == 0 { // the state passes straight through, and nothing is collected
		for i, ct := range g[:l.state] {
			m.contribute(o.Operand(i), ct)
		}
		return nil
	}
	l.settle()
	l.want()
	plan, err := m.e.checkpoint(l)
	if err != nil {
		return err
	}
	switch plan.kind {
	case "period", "sqrt":
		return l.inSegments(plan)
	case "binomial":
		return l.replaying(plan.states)
	}
	return l.taped()
}

// want finds out which of the state has cotangents: what has one after the loop, and what that is
// computed from in any round.
func (l *looping) want() {
	body := l.o.RegionAt(1).First()
	l.wanted = make([]bool, l.state)
	for i, ct := range l.g {
		if i < l.state && ct != nil && l.active.has(l.o.Result(i)) {
			l.wanted[i] = true
		}
	}
	for more := true; more; {
		more = false
		used := reach(body, func(i int) bool { return i < l.state && l.wanted[i] || i >= l.state && l.g[i] != nil })
		for i := range l.wanted {
			if a := body.Arg(i); !l.wanted[i] && l.active.has(a) && used[a] {
				l.wanted[i], more = true, true
			}
		}
	}
}

// differentiate makes l.j, the derivative of a copy of the body.
func (l *looping) differentiate() error {
	body := l.o.RegionAt(1)
	l.region = l.CloneRegion(body, map[*ir.Value]*ir.Value{}, map[*ir.Block]*ir.Block{})
	block := l.region.First()
	l.seeds = make([]*ir.Value, block.Last().NumOperands())
	for i := range l.seeds {
		if i < l.state && l.wanted[i] || i >= l.state && l.g[i] != nil {
			l.seeds[i] = block.AddArg(block.Last().Operand(i).Type(), l.o.Loc())
		}
	}
	j, err := l.joint(block, l.seeds, func(i int) bool { return i < l.state && l.active.has(body.First().Arg(i)) }, true)
	if err != nil {
		return err
	}
	l.j, l.seeded, l.steady = j, block.NumArgs()-l.state, j.steady()
	return nil
}

// outputs are what a round backwards results in: the cotangents of the state, and what it adds to
// those of values from outside.
func (l *looping) outputs() (list []*ir.Value) {
	for i, w := range l.wanted {
		if w {
			list = append(list, l.j.cotangents[l.j.block.Arg(i)])
		}
	}
	for _, x := range l.j.captured {
		list = append(list, l.j.cotangents[x])
	}
	return list
}

// taped keeps what the derivative of each round needs on tapes, which the loop collects.
func (l *looping) taped() error {
	if err := l.differentiate(); err != nil {
		return err
	}
	j := l.j
	saved, again := l.cut()
	saved, carried := l.earlier(saved)
	behind := l.newBackward()
	ahead, tapes, rounds := l.ahead(l.region, j.end, saved)
	j.number()
	values := map[*ir.Value]*ir.Value{}
	behind.b.AtEnd(behind.block)
	for k, v := range saved {
		values[v] = behind.round(tapes[k], v.Type())
	}
	l.carry(behind, ahead, carried, values)
	l.bind(behind, values, again)
	j.detach(behind.block, values, again)
	l.dropSeeds()
	return l.finish(behind, values, ahead, rounds)
}

// cut decides what a tape has of each round, and which ops run again. A value that is the next
// state costs nothing where the state is kept in any case: see earlier.
func (l *looping) cut() (saved []*ir.Value, again []*ir.Op) {
	part := l.parts()
	return l.j.cut(l.outputs(), limits{free: l.free(), remade: func(v *ir.Value) bool {
		_, steady := l.steady[v]
		return steady
	}, later: func(v *ir.Value) *ir.Value {
		if i, ok := part[v]; ok {
			return l.j.block.Arg(i)
		}
		return nil
	}})
}

// free tells which values of the forward part the backward part has anyway: seeds, sums, counters
// and what is the same in all rounds.
func (l *looping) free() func(v *ir.Value) bool {
	given := map[*ir.Value]bool{}
	for _, a := range l.j.block.Args()[l.state:] {
		given[a] = true
	}
	for i, a := range l.j.block.Args()[:l.state] {
		given[a] = l.trips.counts(i)
	}
	return func(v *ir.Value) bool { return given[v] || l.steady[v] }
}

// inherit makes s stand for r.
func (m *Maker) inherit(r, s *ir.Value) {
	if because, ok := m.active[r]; ok {
		m.active[s] = because
	}
	if ct := m.cotangents[r]; ct != nil {
		m.cotangents[s] = ct
	}
	r.ReplaceAllUsesWith(s)
}

// backward is the loop that goes backwards, while it is made: its body, with the number of the
// round.
type backward struct {
	b     *Maker
	block *ir.Block
	left  *ir.Value   // how many rounds are left, this one included
	at    *ir.Value   // the number of the round
	more  []*ir.Value // further state, as arguments
	cts   []*ir.Value // cotangents of what the state is after the round
	sums  []*ir.Value // what there is of the cotangents of values from outside

	firsts, nexts []*ir.Value // of the further state
}

func (l *looping) newBackward() *backward {
	k := &backward{block: &ir.Block{}}
	k.b = l.e.maker(l.Builder.AtEnd(k.block))
	k.b.Loc = l.o.Loc()
	k.left = k.block.AddArg(l.Ctx.Tensor(nil, l.Ctx.I64()), l.o.Loc())
	k.at = k.b.Op("tg.sub", []*ir.Value{k.left, k.b.Integer(1)})
	for i, w := range l.wanted {
		if w {
			k.cts = append(k.cts, k.block.AddArg(l.o.Result(i).Type(), l.o.Loc()))
		}
	}
	for _, x := range l.j.captured {
		k.sums = append(k.sums, k.block.AddArg(x.Type(), x.Loc()))
	}
	return k
}

// extend adds to the state of the backward loop.
func (k *backward) extend(first *ir.Value) *ir.Value {
	k.firsts = append(k.firsts, first)
	a := k.block.AddArg(first.Type(), k.b.Loc)
	k.more = append(k.more, a)
	return a
}

// round is what a tape holds of this round.
func (k *backward) round(tape *ir.Value, t *ir.Type) *ir.Value { return k.b.read(tape, k.at, t) }

// bind says what stands in the backward loop for seeds, counters and what is the same in all
// rounds; again are the ops that run once more there.
func (l *looping) bind(k *backward, values map[*ir.Value]*ir.Value, again []*ir.Op) {
	read := l.readBehind(again)
	l.hoist(k, values, read)
	next := 0
	for i, seed := range l.seeds {
		switch {
		case seed == nil:
		case i < l.state:
			values[seed] = k.cts[next]
			next++
		default:
			values[seed] = k.round(l.g[i], seed.Type())
		}
	}
	for i, x := range l.j.captured {
		values[l.j.sums[x]] = k.sums[i]
	}
	for i := range l.state {
		if l.trips.counts(i) && read[l.j.block.Arg(i)] {
			values[l.j.block.Arg(i)] = l.trips.number(k.b, l.o.Operand(i), k.at)
		}
	}
}

// finish makes the backward loop, runs it over so many rounds, and hands on what it results in.
func (l *looping) finish(k *backward, values map[*ir.Value]*ir.Value, ahead *ir.Op, rounds *ir.Value) error {
	k.b.AtEnd(k.block)
	yields := []*ir.Value{k.at}
	behindOf := func(ct *ir.Value) *ir.Value {
		if w := values[ct]; ct != nil && w != nil {
			return w
		}
		return ct
	}
	next := 0
	var cts, sums []*ir.Value
	for i, w := range l.wanted {
		if w {
			yields = append(yields, k.b.orZeros(behindOf(l.j.cotangents[l.j.block.Arg(i)]), k.cts[next]))
			next++
		}
	}
	for _, x := range l.j.captured {
		yields = append(yields, behindOf(l.j.cotangents[x]))
	}
	yields = append(yields, k.nexts...)
	k.b.Builder.OpWithTypes(l.j.end.Def(), l.o.Loc(), nil, yields)
	l.AtEnd(l.block)
	l.Loc = l.o.Loc()
	operands := []*ir.Value{rounds}
	for i, w := range l.wanted {
		if w {
			operands = append(operands, l.orZeros(l.g[i], ahead.Result(i)))
		}
	}
	for _, x := range l.j.captured {
		operands = append(operands, l.orZeros(l.soFar(x), x))
	}
	operands = append(operands, k.firsts...)
	back := l.counted(operands, k.block)
	if l.trips.most >= 0 { // for derivatives of this one
		back.SetAttr(MaxTripAttr, l.Ctx.I64Attr(l.trips.most))
	}
	results := back.Results()[1:]
	for _, w := range l.wanted {
		if w {
			cts, results = append(cts, results[0]), results[1:]
		}
	}
	sums = results[:len(l.j.captured)]
	inits := append([]*ir.Value{}, l.o.Operands()...)
	captured := l.j.captured
	l.o.Erase()
	for i, x := range captured {
		l.cotangents[x] = sums[i]
	}
	for i, w := range l.wanted {
		if w {
			l.contribute(inits[i], cts[0])
			cts = cts[1:]
		}
	}
	return nil
}

// counted is a loop that runs as often as its first operand says, which is its first state and
// counts down to 0.
func (m *Maker) counted(operands []*ir.Value, body *ir.Block) *ir.Op {
	return m.while(operands, nil, func(c *Maker, now []*ir.Value) *ir.Value { return c.Compare("gt", now[0], c.Integer(0)) }, body)
}

// loop is a loop over a state that begins as first. more tells whether there is another round, next
// makes one: it returns the next state, of the same types, and behind it values to collect, of
// which collect are the types that hold all rounds.
func (m *Maker) loop(first []*ir.Value, collect []*ir.Type, more func(m *Maker, now []*ir.Value) *ir.Value, next func(m *Maker, now []*ir.Value) []*ir.Value) *ir.Op {
	body := &ir.Block{}
	for _, x := range first {
		body.AddArg(x.Type(), m.Loc)
	}
	b := m.inside(body)
	yields := next(b, body.Args())
	for i, x := range first {
		if yields[i].Type() != x.Type() {
			yields[i] = b.Typed("tg.cast", x.Type(), []*ir.Value{yields[i]})
		}
	}
	b.OpWithTypes(m.e.def("tg.yield"), m.Loc, nil, yields)
	if b.err != nil && m.err == nil {
		m.err = b.err
	}
	return m.while(first, collect, more, body)
}

// while is loop with a body that is made already.
func (m *Maker) while(first []*ir.Value, collect []*ir.Type, more func(m *Maker, now []*ir.Value) *ir.Value, body *ir.Block) *ir.Op {
	cond := &ir.Block{}
	var types []*ir.Type
	for _, a := range body.Args() {
		types = append(types, a.Type())
		cond.AddArg(a.Type(), m.Loc)
	}
	c := m.inside(cond)
	c.OpWithTypes(m.e.def("tg.yield"), m.Loc, nil, []*ir.Value{more(c, cond.Args())})
	var regions []*ir.Region
	for _, b := range []*ir.Block{cond, body} {
		r := &ir.Region{}
		r.Append(b)
		regions = append(regions, r)
	}
	n, err := m.Create(&ir.OpState{Name: m.Ctx.OpName("tg.while"), Loc: m.Loc, Operands: first, Results: append(types, collect...), Regions: regions})
	if err != nil {
		panic("autodiff: " + err.Error())
	}
	return n
}

// Compare compares elements: a direction is that of tg.compare, such as lt.
func (m *Maker) Compare(direction string, x, y *ir.Value) *ir.Value {
	return m.Op("tg.compare", []*ir.Value{x, y}, ir.NamedAttr{Name: "direction", Value: m.Ctx.StringAttr(direction)})
}
