package substitute

import (
	"hash/maphash"
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// state is a program that may take the place of a subgraph, in the block of an
// op of its own. The arguments of the block are the inputs; its last op uses the
// outputs.
type state struct {
	graph
	holder *ir.Op
	cost   float64 // seconds
	key    uint64
	trail  *trail // led here
	// moves are what a rule may make of the state, once somebody has asked.
	moves  []move
	listed bool
}

// move is a rule at an op of a state.
type move struct {
	at      int // in the ops of the state
	pattern *rewrite.Pattern
	tried   bool
	to      *state // nil if it has not been tried, or leads nowhere
}

// trail is the rules that led from the start of a search to a state, the last one
// first. That to the start is nil.
type trail struct {
	rule   *rewrite.Pattern
	before *trail
	length int
}

// then is t and one more rule.
func (t *trail) then(rule *rewrite.Pattern) *trail { return &trail{rule, t, t.steps() + 1} }

func (t *trail) steps() int {
	if t == nil {
		return 0
	}
	return t.length
}

// rules are the rules in the order in which they were applied.
func (t *trail) rules() []*rewrite.Pattern {
	list := make([]*rewrite.Pattern, t.steps())
	for ; t != nil; t = t.before {
		list[t.length-1] = t.rule
	}
	return list
}

// newState copies g.
func newState(g *graph, b *ir.Builder) *state {
	values := make(map[*ir.Value]*ir.Value, len(g.inputs)+len(g.ops))
	block := &ir.Block{}
	for _, v := range g.inputs {
		values[v] = block.AddArg(v.Type(), v.Loc())
	}
	b.AtEnd(block)
	for _, o := range g.ops {
		b.Clone(o, values)
	}
	var outputs []*ir.Value
	for _, v := range g.outputs {
		outputs = append(outputs, values[v])
	}
	region := &ir.Region{}
	region.Append(block)
	create(b, "substitute.outputs", outputs)
	return &state{holder: create(b.AtEnd(nil), "substitute.window", nil, region)}
}

// create makes an op of no dialect, which cannot fail.
func create(b *ir.Builder, name string, operands []*ir.Value, regions ...*ir.Region) *ir.Op {
	o, err := b.Create(&ir.OpState{Name: b.Ctx.OpName(name), Operands: operands, Results: []*ir.Type{}, Regions: regions})
	if err != nil {
		panic(err)
	}
	return o
}

// settle fills in what follows from the ops of s, after a rule has been applied,
// once equal ops are one and what nothing uses any more is gone.
func (s *state) settle(m *cost.Machine) {
	block := s.holder.RegionAt(0).First()
	mergeEqual(block)
	for o := block.Last().Prev(); o != nil; {
		prev := o.Prev()
		if !o.HasUses() {
			o.Erase()
		}
		o = prev
	}
	s.ops = s.ops[:0]
	for o := block.First(); o != block.Last(); o = o.Next() {
		s.ops = append(s.ops, o)
	}
	s.inputs, s.outputs = block.Args(), block.Last().Operands()
	s.cost, s.key = s.measure(m.Op)
}

// mergeEqual lets users of an op use an equal one before it, if there is one.
func mergeEqual(b *ir.Block) {
	first := map[uint64]*ir.Op{}
	var h maphash.Hash
	h.SetSeed(keySeed)
	for o := b.First(); o != b.Last(); o = o.Next() {
		h.Reset()
		maphash.WriteComparable(&h, o.OpName())
		maphash.WriteComparable(&h, o.Props())
		for i := range o.NumOperands() {
			maphash.WriteComparable(&h, o.Operand(i))
		}
		e := first[h.Sum64()]
		switch {
		case e == nil:
			first[h.Sum64()] = o
		case e.OpName() == o.OpName() && e.Props() == o.Props() && e.Attrs() == o.Attrs() &&
			slices.Equal(e.Operands(), o.Operands()) && slices.Equal(e.ResultTypes(), o.ResultTypes()):
			for i := range o.NumResults() {
				o.Result(i).ReplaceAllUsesWith(e.Result(i))
			}
		}
	}
}

// space is the programs that rules make of one subgraph, as far as a search has
// come to them. Strategies walk from one to the other; equal ones are one state.
type space struct {
	*substituter
	start *state
	// best is the cheapest state, by more than rounding, that the search came to.
	best    *state
	known   map[uint64]*state // by key
	ops     int               // of the known states
	largest int               // ops of a state
	// untried counts moves of known states that have not been tried; a state whose
	// moves nobody has listed has one.
	untried int
	builder *ir.Builder // what it makes goes with the search
}

// Rules that make programs larger would lead to ever larger ones: a state has at
// most moreOps ops, and growth times those of the start.
const (
	growth  = 8
	moreOps = 256
)

// newSpace is the space of what rules make of g, with nothing in it but g.
func (s *substituter) newSpace(g *graph) *space {
	sp := &space{substituter: s, known: map[uint64]*state{}, largest: growth*len(g.ops) + moreOps, builder: ir.NewBuilder(s.run.Ctx)}
	sp.start = newState(g, sp.builder)
	sp.start.settle(s.machine)
	sp.best = sp.start
	sp.add(sp.start)
	return sp
}

func (sp *space) add(s *state) {
	sp.known[s.key] = s
	sp.ops += len(s.ops)
	sp.untried++
}

// movesOf are the moves of a known state, in the order of its ops, and at each op
// in that of the patterns.
func (sp *space) movesOf(s *state) []move {
	if s.listed {
		return s.moves
	}
	for i, o := range s.ops {
		for _, p := range sp.patterns[o.Def()] {
			sp.work--
			if p.MayApply(o) {
				s.moves = append(s.moves, move{at: i, pattern: p})
			}
		}
	}
	s.listed = true
	sp.untried += len(s.moves) - 1
	return s.moves
}

// try makes a move of cur. It returns the state to which that leads, nil if there
// is none, and whether it has not been known before.
func (sp *space) try(cur *state, m *move) (next *state, fresh bool) {
	if !m.tried {
		m.tried = true
		sp.untried--
		m.to, fresh = sp.apply(cur, m)
	}
	if next = m.to; next == nil {
		return nil, false
	}
	if next != sp.start && (fresh || next.trail.steps() > cur.trail.steps()+1) {
		next.trail = cur.trail.then(m.pattern)
	}
	return next, fresh
}

func (sp *space) apply(cur *state, m *move) (next *state, fresh bool) {
	next = newState(&cur.graph, sp.builder)
	at := next.holder.RegionAt(0).First().First()
	for range m.at {
		at = at.Next()
	}
	if !rewrite.ApplyAt(m.pattern, at, sp.builder) {
		return nil, false
	}
	next.settle(sp.machine)
	sp.run.Count("num-candidates", 1)
	sp.work -= 4 * (len(next.ops) + 1) // copied, rewritten, measured
	if known := sp.known[next.key]; known != nil {
		return known, false
	}
	if len(next.ops) > sp.largest {
		return nil, false
	}
	sp.add(next)
	if next.cost < sp.best.cost*(1-1e-6) {
		sp.best = next
	}
	return next, true
}

// forget drops all states but the start, the best one, and cur, and what is known
// of moves.
func (sp *space) forget(cur *state) {
	clear(sp.known)
	sp.ops, sp.untried = 0, 0
	for _, s := range []*state{sp.start, sp.best, cur} {
		if sp.known[s.key] == nil {
			s.moves, s.listed = nil, false
			sp.add(s)
		}
	}
}

// result is the start and the best state, nil if that is the start, made to stay.
func (sp *space) result() *searched {
	keep := func(s *state) *state {
		kept := newState(&s.graph, sp.scratch)
		kept.settle(sp.machine)
		kept.trail = s.trail
		return kept
	}
	r := &searched{before: keep(sp.start)}
	if sp.best != sp.start {
		r.after = keep(sp.best)
	}
	return r
}
