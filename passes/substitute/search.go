package substitute

import (
	"cmp"
	"container/heap"
	"hash/maphash"
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// graph is a piece of a program: ops with what they use from outside and what
// is used of them outside, there twice what is used more than once.
type graph struct {
	ops             []*ir.Op // definitions before uses
	inputs, outputs []*ir.Value
}

// size counts the ops but for constants.
func (g *graph) size() int {
	n := 0
	for _, o := range g.ops {
		if !o.Has(ir.ConstantLike) {
			n++
		}
	}
	return n
}

// same reports whether h has the same ops in the same order.
func (g *graph) same(h *graph) bool {
	if len(g.ops) != len(h.ops) || len(g.inputs) != len(h.inputs) || len(g.outputs) != len(h.outputs) {
		return false
	}
	twin := map[*ir.Value]*ir.Value{}
	for i, v := range g.inputs {
		if v.Type() != h.inputs[i].Type() {
			return false
		}
		twin[v] = h.inputs[i]
	}
	for i, a := range g.ops {
		b := h.ops[i]
		if a.OpName() != b.OpName() || a.Props() != b.Props() || a.Attrs() != b.Attrs() || a.NumOperands() != b.NumOperands() || a.NumResults() != b.NumResults() {
			return false
		}
		for k := range a.NumOperands() {
			if twin[a.Operand(k)] != b.Operand(k) {
				return false
			}
		}
		for k := range a.NumResults() {
			if a.Result(k).Type() != b.Result(k).Type() {
				return false
			}
			twin[a.Result(k)] = b.Result(k)
		}
	}
	for i, v := range g.outputs {
		if twin[v] != h.outputs[i] {
			return false
		}
	}
	return true
}

var keySeed = maphash.MakeSeed()

// measure is the cost of g in seconds, and a key that is equal for equal graphs,
// in whatever order they are written. Ops on nothing but constants are free if
// they do not grow them, because they are going to be folded.
func (g *graph) measure(m *cost.Machine) (seconds float64, key uint64) {
	type known struct {
		hash  uint64
		fixed bool
	}
	of := make(map[*ir.Value]known, len(g.inputs)+len(g.ops))
	for i, v := range g.inputs {
		of[v] = known{hash: maphash.Comparable(keySeed, i)}
	}
	var h maphash.Hash
	h.SetSeed(keySeed)
	for _, o := range g.ops {
		h.Reset()
		maphash.WriteComparable(&h, o.OpName())
		maphash.WriteComparable(&h, o.Props())
		maphash.WriteComparable(&h, o.Attrs())
		fixed := o.NumOperands() > 0
		for i := range o.NumOperands() {
			k := of[o.Operand(i)]
			maphash.WriteComparable(&h, k.hash)
			fixed = fixed && k.fixed
		}
		for i := range o.NumResults() {
			maphash.WriteComparable(&h, o.Result(i).Type())
		}
		fixed = o.Has(ir.ConstantLike) || fixed && cost.Folds(o)
		for i := range o.NumResults() {
			of[o.Result(i)] = known{maphash.Comparable(keySeed, [2]uint64{h.Sum64(), uint64(i)}), fixed}
		}
		if !fixed {
			seconds += m.Op(o)
		}
	}
	h.Reset()
	for _, v := range g.outputs {
		maphash.WriteComparable(&h, of[v].hash)
	}
	return seconds, h.Sum64()
}

// state is a program that may take the place of a subgraph, in the block of an
// op of its own. The arguments of the block are the inputs; its last op uses the
// outputs.
type state struct {
	graph
	holder *ir.Op
	cost   float64 // seconds
	key    uint64
	steps  []*rewrite.Pattern // that led here
	// stale counts the steps since the state was the best one.
	stale int
	// number is the order of discovery, which decides between equal costs.
	number int
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
	s.cost, s.key = s.measure(m)
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

// best searches what rules make of start: the cheapest program that is cheaper
// by more than rounding, or nil. It is a best-first search that goes on from
// worse programs within the tolerance, as in Jia et al., "TASO: optimizing deep
// learning computation with automatic generation of graph substitutions",
// SOSP 2019, section 5.
func (s *substituter) best(g *graph) (start, best *state) {
	b := ir.NewBuilder(s.run.Ctx) // what it makes goes with the search
	start = newState(g, b)
	start.settle(s.machine)
	best = start
	seen := map[uint64]bool{start.key: true}
	queue := stateHeap{start}
	tried := 0
	for len(queue) > 0 {
		cur := heap.Pop(&queue).(*state)
		if cur.cost > float64(best.cost*s.opt.Tolerance)+float64(2*s.machine.Overhead) || cur.stale > s.opt.Lookahead {
			continue
		}
		for _, next := range s.successors(cur, b) {
			if tried++; tried > s.opt.MaxCandidates || s.work <= 0 {
				s.run.Count("num-cut", 1)
				queue = nil
				break
			}
			s.run.Count("num-candidates", 1)
			if seen[next.key] {
				continue
			}
			seen[next.key] = true
			next.number, next.stale = tried, cur.stale+1
			if next.cost < best.cost*(1-1e-6) {
				best, next.stale = next, 0
			}
			if next.stale <= s.opt.Lookahead {
				heap.Push(&queue, next)
			}
		}
	}
	kept := newState(&start.graph, s.scratch)
	kept.settle(s.machine)
	if best == start {
		return kept, nil
	}
	found := newState(&best.graph, s.scratch)
	found.settle(s.machine)
	found.steps = best.steps
	return kept, found
}

// successors are the programs that one application of a rule makes of cur.
func (s *substituter) successors(cur *state, b *ir.Builder) []*state {
	var list []*state
	for index, o := range cur.ops {
		for _, p := range s.patterns[o.Def()] {
			s.work--
			if !p.MayApply(o) {
				continue
			}
			next := newState(&cur.graph, b)
			at := next.holder.RegionAt(0).First().First()
			for range index {
				at = at.Next()
			}
			if !rewrite.ApplyAt(p, at, b) {
				continue
			}
			next.settle(s.machine)
			next.steps = append(slices.Clone(cur.steps), p)
			s.work -= 4 * (len(next.ops) + 1) // copied, rewritten, measured
			list = append(list, next)
		}
	}
	return list
}

// stateHeap has the cheapest program first, and of equal ones the first found.
type stateHeap []*state

func (h stateHeap) Len() int { return len(h) }
func (h stateHeap) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(h[i].cost, h[j].cost), h[i].number-h[j].number) < 0
}
func (h stateHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *stateHeap) Push(x any)   { *h = append(*h, x.(*state)) }
func (h *stateHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
