package autodiff

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/ir"
)

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
	known := c.number
	if n := max(l.trips.known, l.trips.most); n > 0 {
		known = min(known, n)
	}
	if c.kind == "sqrt" {
		period, known = l.root(f)
	} else {
		period = f.Integer(known)
	}
	s := &segments{looping: l, n: -1, period: period, known: known}
	first := slices.Clone(o.Operands())
	switch {
	case l.trips.known >= 0 && known > 0:
		// Segments are counted where that is possible, so that the number of tapes is known.
		s.n = (l.trips.known + known - 1) / known
		first = append(first, f.Integer(0))
	case l.trips.most >= 0:
		first = append(first, f.Integer(0)) // the rounds of all segments so far
	}
	n := f.loop(first, nil, func(c *Maker, now []*ir.Value) *ir.Value {
		if s.n >= 0 {
			return c.Compare("lt", now[l.state], c.Integer(s.n))
		}
		return c.inlined(o.RegionAt(0), now)[0]
	}, s.round)
	if s.n < 0 && l.trips.most >= 0 {
		n.SetAttr(MaxTripAttr, l.Ctx.I64Attr((l.trips.most+known-1)/known))
	}
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
	trips, err := l.e.tripsOf(n)
	if err != nil {
		return err
	}
	again := &looping{Maker: l.Maker, o: n, g: g, state: n.NumOperands(), trips: trips}
	again.want()
	return again.taped()
}

// segments is a loop that is run in segments.
type segments struct {
	*looping
	n      int64     // how many segments there are; -1 if that is not known
	period *ir.Value // how many rounds one has
	known  int64     // that, or -1
}

// round is one segment.
func (s *segments) round(m *Maker, now []*ir.Value) []*ir.Value {
	limit, t := s.period, &s.trips
	if s.n >= 0 && t.known%s.known != 0 {
		begun := m.Op("tg.mul", []*ir.Value{now[s.state], m.Integer(s.known)})
		left := m.Op("tg.sub", []*ir.Value{m.Integer(t.known), begun})
		limit = m.Op("tg.min", []*ir.Value{m.Integer(s.known), left})
	}
	segment := s.segment(m, now[:s.state], limit, s.n >= 0)
	segment.SetAttr(segmentAttr, m.Ctx.Unit())
	if s.n >= 0 && t.known%s.known != 0 || s.n < 0 && t.most >= 0 {
		segment.SetAttr(MaxTripAttr, m.Ctx.I64Attr(s.known))
	}
	next := slices.Clone(segment.Results()[:s.state])
	switch {
	case s.n >= 0:
		next = append(next, m.Op("tg.add", []*ir.Value{now[s.state], m.Integer(1)}))
	case t.most >= 0:
		done := m.Op("tg.add", []*ir.Value{now[s.state], segment.Result(s.state)})
		m.requireTrips(m.Compare("le", done, m.Integer(t.most)), t.most)
		next = append(next, done)
	}
	return next
}

// segment is a loop of the rounds of one segment, whose last state counts them.
func (l *looping) segment(m *Maker, state []*ir.Value, limit *ir.Value, counted bool) *ir.Op {
	n := len(state)
	return m.loop(append(slices.Clone(state), m.Integer(0)), nil, func(c *Maker, now []*ir.Value) *ir.Value {
		more := c.Compare("lt", now[n], limit)
		if !counted {
			more = c.Op("tg.and", []*ir.Value{more, c.inlined(l.o.RegionAt(0), now[:n])[0]})
		}
		return more
	}, func(b *Maker, now []*ir.Value) []*ir.Value {
		next := slices.Clone(b.inlined(l.o.RegionAt(1), now[:n])[:n])
		return append(next, b.Op("tg.add", []*ir.Value{now[n], b.Integer(1)}))
	})
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

// root is the period of "sqrt", and its number where that is known: the root of the rounds, or of
// the most that there can be. Rounds are counted by running the loop if there is no other way.
func (l *looping) root(f *Maker) (*ir.Value, int64) {
	if n := max(l.trips.known, l.trips.most); n >= 0 {
		p := max(int64(math.Ceil(math.Sqrt(float64(n)))), 1)
		return f.Integer(p), p
	}
	f64 := l.Ctx.Tensor(nil, l.Ctx.F64())
	n := f.Typed("tg.convert", f64, []*ir.Value{l.rounds(f)})
	root := f.Op("tg.ceil", []*ir.Value{f.Op("tg.sqrt", []*ir.Value{n})})
	return f.Typed("tg.convert", l.Ctx.Tensor(nil, l.Ctx.I64()), []*ir.Value{f.Op("tg.max", []*ir.Value{root, f.Constant(l.Ctx.F64(), 1)})}), -1
}

// rounds is how many rounds the loop runs, of which there is neither a number nor a bound: computed
// from its counter, or found by running it.
func (l *looping) rounds(f *Maker) *ir.Value {
	if l.trips.counter != nil {
		return l.trips.count(f, l.o.Operands())
	}
	run := l.segment(f, l.o.Operands(), f.Integer(math.MaxInt64), false)
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
	saved, again := j.cut(l.outputs(), limits{free: l.free(), argsOnly: true})
	k := l.newBackward()
	l.AtEnd(l.block)
	l.Loc = l.o.Loc()
	s := &stack{l: l, m: k.b, states: states}
	s.begin(k)
	k.b.AtEnd(k.block)
	state := s.stateAt(k.at)
	k.nexts = s.popped(k.at)
	values := map[*ir.Value]*ir.Value{}
	for _, v := range saved {
		values[v] = state[v.Index()]
	}
	l.bind(k, values, again)
	j.detach(k.block, values, again)
	l.dropSeeds()
	body := &ir.Region{}
	body.TakeBody(l.o.RegionAt(1))
	n, _, rounds := l.ahead(body, body.First().Last(), nil)
	if err := l.finish(k, values, n, rounds); err != nil {
		return err
	}
	j.erase()
	return nil
}
