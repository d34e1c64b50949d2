package saturate

import (
	"encoding/binary"
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
)

// A fusion of an op with what makes its operands is a node like any other: it holds the program
// that the two compose to, so that computing a producer again in each of its users, or once for
// all of them, is a choice that the cost sees. As no rule looks into fusions, they are added when
// the rules are done.

const (
	// maxFused is how many ops a fusion holds at most.
	maxFused = 16
	// maxFusions is how many fusions one class gets.
	maxFusions = 32
	// fusedWork is how many looks at ops take as long as to make a fusion.
	fusedWork = 64
)

// fuser adds fusions to a space.
type fuser struct {
	space    *space
	grower   *grower
	reserve  int64 // the work that is left when it ends
	prices   *prices
	programs map[string]int32 // the number of the symbol of each program
	users    []int32          // by class: how many nodes of the program use it
	// best are the cheapest ops that compute classes and can be in fusions, None for no such.
	best []egraph.ID
	// What program fills, each time anew: place is where operands are among the operands, and
	// nodes in the order, behind 1<<31, by class.
	key      []byte
	operands []egraph.ID
	place    map[egraph.ID]uint32
}

// prices are what fusions cost that some piece of a program has had already: layers that repeat
// have the same ones.
type prices struct {
	symbols map[symbol]uint32
	types   map[*ir.Type]uint32
	known   map[string]float64 // by what the fuser calls a program
}

func newPrices() *prices {
	return &prices{map[symbol]uint32{}, map[*ir.Type]uint32{}, map[string]float64{}}
}

// number is that of a key, a new one for what has none.
func number[K comparable](m map[K]uint32, key K) uint32 {
	n, ok := m[key]
	if !ok {
		n = uint32(len(m))
		m[key] = n
	}
	return n
}

// fuse adds fusions to all classes, within the limits of the grower, and leaves so much work.
func (s *space) fuse(g *grower, reserve int64, known *prices) {
	s.graph.Advance()
	f := &fuser{space: s, grower: g, reserve: reserve, prices: known, programs: map[string]int32{}, place: map[egraph.ID]uint32{}, users: make([]int32, len(s.nodes)), best: make([]egraph.ID, len(s.nodes))}
	for i := range f.best {
		f.best[i] = egraph.None
	}
	var roots []egraph.ID
	for n := range s.nodes {
		id := egraph.ID(n)
		if s.graph.Dropped(id) {
			continue
		}
		if s.nodes[n].origin != nil {
			for _, c := range s.graph.Children(id) {
				f.users[s.graph.Find(c)]++
			}
		}
		if !f.inTiles(id) {
			continue
		}
		roots = append(roots, id)
		c := s.graph.Find(id)
		if b := f.best[c]; b == egraph.None || s.nodes[n].cost < s.nodes[b].cost {
			f.best[c] = id
		}
	}
	made := map[egraph.ID]int{}
	for _, n := range roots {
		c := s.graph.Find(n)
		for _, everything := range []bool{false, true} {
			if made[c] < maxFusions {
				made[c] += f.from(n, everything)
			}
		}
	}
	s.graph.Rebuild()
}

// inTiles reports whether a node is an op that a fusion can hold, and that does something.
func (f *fuser) inTiles(n egraph.ID) bool {
	o := f.space.nodes[n].op
	if o == nil || o.Def() == nil || o.NumResults() != 1 || o.NumOperands() == 0 || o.NumRegions() > 0 || !tg.MayBeFused(o) || o.Is(tg.Bitcast) {
		return false
	}
	node, err := interp.TileNode(o, o.OperandTypes(), o.ResultTypes())
	return err == nil && node.Kind != fusion.Multiply // what pays there is for fuse-matmul to say
}

// from makes the fusions that end in a node, each larger by a few producers than the one before,
// and returns how many. Without everything, what several nodes of the program use is not among
// them.
func (f *fuser) from(root egraph.ID, everything bool) (made int) {
	s := f.space
	inside := map[egraph.ID]egraph.ID{s.graph.Find(root): root}
	never := map[egraph.ID]bool{}
	order := []egraph.ID{root}
	for len(inside) < maxFused && s.graph.NumLive() < f.grower.limits.nodes && f.grower.limits.work > f.reserve {
		next := f.producer(order, inside, never, everything)
		if next == egraph.None {
			break
		}
		c := s.graph.Find(next)
		inside[c] = next
		larger, ok := f.order(root, inside)
		if !ok { // it needs what needs it
			delete(inside, c)
			never[c] = true
			continue
		}
		if order = larger; worthwhile(len(order)) && f.add(root, order) {
			made++
		}
	}
	if len(order) > 1 && !worthwhile(len(order)) && f.add(root, order) {
		made++
	}
	return made
}

// worthwhile reports whether fusions of so many ops are tried: pricing one takes time, and sizes
// between these differ little.
func worthwhile(ops int) bool {
	return ops > 1 && (ops <= 4 || ops == 6 || ops == 8 || ops == 12 || ops == maxFused)
}

// producer is the op with the largest result that a fusion could take in, the first of equal ones.
func (f *fuser) producer(order []egraph.ID, inside map[egraph.ID]egraph.ID, never map[egraph.ID]bool, everything bool) egraph.ID {
	s := f.space
	found, size := egraph.None, int64(-1)
	for _, n := range slices.Backward(order) {
		for _, child := range s.graph.Children(n) {
			c := s.graph.Find(child)
			b := f.best[c]
			if _, in := inside[c]; in || never[c] || b == egraph.None || !everything && f.users[c] > 1 {
				continue
			}
			if e, _ := s.nodes[b].op.Result(0).Type().NumElements(); e > size {
				found, size = b, e
			}
		}
	}
	return found
}

// order puts the nodes that are inside into an order in which each comes behind what it needs; it
// is not ok if there is none, as one needs itself.
func (f *fuser) order(root egraph.ID, inside map[egraph.ID]egraph.ID) (list []egraph.ID, ok bool) {
	state := map[egraph.ID]int{} // 1 while it is looked at, 2 when it is in the list
	var visit func(n egraph.ID) bool
	visit = func(n egraph.ID) bool { // at most maxFused deep
		state[n] = 1
		for _, child := range f.space.graph.Children(n) {
			m, in := inside[f.space.graph.Find(child)]
			if in && (state[m] == 1 || state[m] == 0 && !visit(m)) {
				return false
			}
		}
		state[n] = 2
		list = append(list, n)
		return true
	}
	ok = visit(root)
	return list, ok
}

// add adds the fusion of nodes in order, the last of which is its result. It reports whether that
// is new.
func (f *fuser) add(root egraph.ID, order []egraph.ID) bool {
	s := f.space
	program, operands := f.program(order)
	number, known := f.programs[string(program)]
	x := symbol{name: s.ctx.OpName(tg.Fusion.Name()), types: s.ctx.Func(nil, []*ir.Type{s.nodes[root].op.Result(0).Type()}), own: number}
	if !known {
		s.own++
		x.own = s.own
		f.programs[string(program)] = x.own
	}
	why := egraph.Reason{Rule: int32(len(f.grower.rules)), Match: int32(len(f.grower.fired))}
	if n, there := s.graph.Lookup(s.symbolOf(x), operands...); there && s.graph.Find(n) == s.graph.Find(root) {
		return false
	}
	n, added := s.graph.AddEqual(root, why, s.symbolOf(x), operands...)
	if added {
		f.grower.limits.work -= fusedWork
		o := f.op(order, operands)
		price, known := f.prices.known[string(program)]
		if !known {
			price = s.price(o)
			f.prices.known[string(program)] = price
		}
		s.enter(n, node{symbol: x, op: o, origin: o, loc: s.nodes[root].loc, cost: price}, o.Result(0))
		s.members[s.graph.Find(n)] = nil
	}
	i := &rule.Instance{Roots: []*ir.Value{s.nodes[root].op.Result(0)}}
	for _, n := range order {
		i.Matched = append(i.Matched, s.nodes[n].op.Result(0))
	}
	f.grower.fired = append(f.grower.fired, i)
	return added
}

// program says what nodes in order compute, of operands of which types: it is the same for all
// that do so. The operands are classes.
func (f *fuser) program(order []egraph.ID) (program []byte, operands []egraph.ID) {
	s := f.space
	f.key, f.operands = f.key[:0], f.operands[:0]
	clear(f.place)
	for i, n := range order {
		f.key = binary.LittleEndian.AppendUint32(f.key, number(f.prices.symbols, s.nodes[n].symbol))
		for _, child := range s.graph.Children(n) {
			c := s.graph.Find(child)
			at, known := f.place[c]
			if !known {
				at = uint32(len(f.operands))
				f.place[c] = at
				f.operands = append(f.operands, c)
			}
			f.key = binary.LittleEndian.AppendUint32(f.key, at)
		}
		f.place[s.graph.Find(n)] = 1<<31 | uint32(i)
	}
	for _, c := range f.operands {
		f.key = binary.LittleEndian.AppendUint32(f.key, number(f.prices.types, s.values[c].Type()))
	}
	return f.key, f.operands
}

// op makes the fusion as an op of the space.
func (f *fuser) op(order, operands []egraph.ID) *ir.Op {
	s := f.space
	body := &ir.Block{}
	inside := map[egraph.ID]*ir.Value{}
	args := make([]*ir.Value, len(operands))
	for i, c := range operands {
		args[i] = s.values[c]
		inside[c] = body.AddArg(args[i].Type(), args[i].Loc())
	}
	var last *ir.Op
	for _, n := range order {
		x := &s.nodes[n]
		var used []*ir.Value
		for _, child := range s.graph.Children(n) {
			used = append(used, inside[s.graph.Find(child)])
		}
		last = must(s.build.AtEnd(body).Create(&ir.OpState{Name: x.name, Operands: used, Results: slices.Clone(x.types.Results()), Props: x.props, Attrs: x.attrs.Entries(), Loc: x.loc}))
		inside[s.graph.Find(n)] = last.Result(0)
	}
	s.build.OpWithTypes(tg.Yield, last.Loc(), nil, []*ir.Value{last.Result(0)})
	region := &ir.Region{}
	region.Append(body)
	return must(s.build.AtEnd(s.block).Create(&ir.OpState{Name: s.ctx.OpName(tg.Fusion.Name()), Operands: args, Results: []*ir.Type{last.Result(0).Type()}, Regions: []*ir.Region{region}, Loc: last.Loc()}))
}
