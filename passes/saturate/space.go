package saturate

import (
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/ir"
)

// space is a piece of a program, and all that is equal to it, in an e-graph. A node of the
// graph is an op, a result of an op with several, or a value from outside. Next to the graph
// there is an op for each node of the first kind, on values that represent classes: it is what
// rules match, what is asked about types, constants and ranges, and what the machine prices.
type space struct {
	graph   *egraph.Graph
	ctx     *ir.Context
	machine *cost.Machine
	build   *ir.Builder
	block   *ir.Block   // of all ops of the space
	nodes   []node      // by number
	values  []*ir.Value // by class: what represents it, nil for an op with several results
	members []*members  // by class; nil where it must be asked
	ids     map[*ir.Value]egraph.ID
	outside outside
	symbols map[symbol]egraph.Symbol
	own     int32    // how many symbols are like no other
	loc     ir.Loc   // of what is made
	merged  uint8    // of what is made
	trace   []traced // what was asked for last
	exact   bool     // constants of a class have the same bits
	largest float64  // of the floats that constants are, as far as nodes were scanned
	scanned int
}

// traced is a node that was asked for, perhaps as one whose first two operands are the other
// way round.
type traced struct {
	node    egraph.ID
	swapped bool
}

// node is what the graph does not know of a node.
type node struct {
	symbol
	op     *ir.Op // of the space; nil for what is no op, and for a node that another one equals
	origin *ir.Op // of the program that the node is, nil if a rule has made it
	loc    ir.Loc
	self   *ir.Value // the result of an op that it came with
	merged uint8     // how often rules of several roots were applied to get here
	value  *ir.Value // from outside
	folds  bool      // which is made of constants
	cost   float64   // seconds, or what the profile counts
}

// symbol is an op without its operands, or a result of one. What is like nothing else has a
// number of its own.
type symbol struct {
	name         *ir.OpName
	props, attrs *ir.Attr
	types        *ir.Type // a function type
	own          int32
	result       int32
}

// newSpace makes an empty one. With proofs it remembers why things are equal.
func newSpace(c *ir.Context, m *cost.Machine, proofs bool) *space {
	s := &space{
		graph: egraph.New(egraph.Config{Explain: proofs}), ctx: c, machine: m, build: ir.NewBuilder(c), block: &ir.Block{},
		ids: map[*ir.Value]egraph.ID{}, outside: outside{}, symbols: map[symbol]egraph.Symbol{},
	}
	region := &ir.Region{}
	region.Append(s.block)
	create(s.build.AtEnd(nil), "saturate.space", nil, nil, region)
	s.graph.SetHooks(egraph.Hooks{Union: s.merge, Congruent: s.drop})
	return s
}

// create makes an op of no dialect, which cannot fail.
func create(b *ir.Builder, name string, operands []*ir.Value, results []*ir.Type, regions ...*ir.Region) *ir.Op {
	o, err := b.Create(&ir.OpState{Name: b.Ctx.OpName(name), Operands: operands, Results: slices.Clip(append([]*ir.Type{}, results...)), Regions: regions})
	if err != nil {
		panic(err)
	}
	return o
}

// Members are the results of ops of a kind that compute the class of v, of all ops if def is nil,
// in the order in which they came.
func (s *space) Members(v *ir.Value, def *ir.OpDef) []*ir.Value {
	n, ok := s.id(v)
	if !ok {
		return nil
	}
	c := s.graph.Find(n)
	if s.members[c] == nil {
		s.members[c] = s.membersOf(c)
	}
	if def == nil {
		return s.members[c].all
	}
	for _, k := range s.members[c].kinds {
		if k.def == def {
			return k.list
		}
	}
	return nil
}

// members are the results that compute a class, and the same by what their ops are: of a class with
// many, most rules are about few. Of what is a constant nothing else counts: no other way to it is
// better, and classes that are their own sums, as 0 is, have ever more.
type members struct {
	all   []*ir.Value
	kinds []kind
}

type kind struct {
	def  *ir.OpDef
	list []*ir.Value
}

func (s *space) membersOf(c egraph.ID) *members {
	m, constant := &members{}, s.constant(c)
	s.graph.Nodes(c, func(n egraph.ID) bool {
		if r := s.resultOf(n); r != nil && (!constant || ir.ConstantValue(r) != nil) {
			m.all = append(m.all, r)
		}
		return true
	})
	slices.SortFunc(m.all, func(a, b *ir.Value) int { return int(s.node(a)) - int(s.node(b)) })
	for _, r := range m.all {
		def := r.Def().Def()
		k := slices.IndexFunc(m.kinds, func(k kind) bool { return k.def == def })
		if k < 0 {
			k = len(m.kinds)
			m.kinds = append(m.kinds, kind{def: def})
		}
		m.kinds[k].list = append(m.kinds[k].list, r)
	}
	return m
}

// constant reports whether a class is a constant.
func (s *space) constant(c egraph.ID) bool {
	return s.values[c] != nil && ir.ConstantValue(s.values[c]) != nil
}

// mayRewrite reports whether rules look at a node.
func (s *space) mayRewrite(n egraph.ID) bool {
	return !s.graph.Dropped(n) && !s.constant(s.graph.Find(n))
}

// resultOf is the result of an op of the space that a node is, nil for others.
func (s *space) resultOf(n egraph.ID) *ir.Value {
	x := &s.nodes[n]
	switch {
	case x.op != nil && x.op.NumResults() == 1:
		return x.op.Result(0)
	case x.name == nil && x.value == nil: // a result of several
		var result *ir.Value
		s.graph.Nodes(s.graph.Children(n)[0], func(c egraph.ID) bool {
			if o := s.nodes[c].op; o != nil {
				result = o.Result(int(x.result))
			}
			return result == nil
		})
		return result
	}
	return nil
}

// Representative is the value that stands for the class of v.
func (s *space) Representative(v *ir.Value) *ir.Value {
	if n, ok := s.id(v); ok {
		return s.values[s.graph.Find(n)]
	}
	return v
}

// id is the node that a value came with, if it is one of the space. Results carry it, unless
// somebody else has numbered them since.
func (s *space) id(v *ir.Value) (n egraph.ID, ok bool) {
	if !v.IsArg() {
		if n := v.Number(); int(n) < len(s.nodes) && s.nodes[n].self == v {
			return egraph.ID(n), true
		}
	}
	n, ok = s.ids[v]
	return n, ok
}

// node is the node that a value of the space came with.
func (s *space) node(v *ir.Value) egraph.ID {
	n, _ := s.id(v)
	return n
}

// defNode is the node of the op that a value of the space is a result of: if that has several, its
// results are nodes of their own.
func (s *space) defNode(v *ir.Value) egraph.ID {
	n, o := s.node(v), v.Def()
	if o != nil && o.NumResults() > 1 {
		s.graph.Nodes(s.graph.Children(n)[0], func(c egraph.ID) bool {
			if s.nodes[c].op == o {
				n = c
			}
			return s.nodes[n].op != o
		})
	}
	return n
}

// class is the class of a value of the space.
func (s *space) class(v *ir.Value) egraph.ID { return s.graph.Find(s.node(v)) }

// symbolOf gives a number to a symbol.
func (s *space) symbolOf(x symbol) egraph.Symbol {
	n, ok := s.symbols[x]
	if !ok {
		n = egraph.Symbol(len(s.symbols))
		s.symbols[x] = n
	}
	return n
}

// unique is a symbol that nothing else has.
func (s *space) unique(name *ir.OpName) symbol {
	s.own++
	return symbol{name: name, own: s.own}
}

// enter gives room to a node that was added.
func (s *space) enter(n egraph.ID, x node, v *ir.Value) {
	s.nodes = append(s.nodes, x)
	s.values = append(s.values, v)
	s.members = append(s.members, nil)
	if v != nil {
		s.ids[v] = n
		if !v.IsArg() {
			v.SetNumber(uint32(n))
			s.nodes[n].self = v
		}
	}
}

// input adds a value from outside.
func (s *space) input(v *ir.Value) *ir.Value {
	arg := s.block.AddArg(v.Type(), v.Loc())
	x := s.unique(nil)
	n, _ := s.graph.Add(s.symbolOf(x))
	s.enter(n, node{symbol: x, value: v, loc: v.Loc(), cost: s.inputCost(v), folds: s.outside.folds(v)}, arg)
	return arg
}

// opNode adds an op on values of the space, or finds it, and returns its results.
func (s *space) opNode(x symbol, args []*ir.Value, origin *ir.Op) (n egraph.ID, results []*ir.Value) {
	children := make([]egraph.ID, len(args))
	for i, v := range args {
		children[i] = s.class(v)
		args[i] = s.values[children[i]]
	}
	swapped := false
	if d := x.name.Def; d != nil && d.Traits&ir.Commutative != 0 && len(children) >= 2 {
		if _, there := s.graph.Lookup(s.symbolOf(x), children...); !there {
			children[0], children[1] = children[1], children[0]
			if _, swapped = s.graph.Lookup(s.symbolOf(x), children...); !swapped {
				children[0], children[1] = children[1], children[0]
			}
		}
	}
	n, added := s.graph.Add(s.symbolOf(x), children...)
	s.trace = append(s.trace, traced{n, swapped})
	types := x.types.Results()
	if added {
		s.shadow(n, x, args, origin)
	}
	if len(types) == 1 {
		return n, []*ir.Value{s.values[s.graph.Find(n)]}
	}
	for i := range types {
		results = append(results, s.projection(n, i))
	}
	return n, results
}

// projection adds result i of the op that node n is, or finds it.
func (s *space) projection(n egraph.ID, i int) *ir.Value {
	x := symbol{result: int32(i), own: -1}
	p, added := s.graph.Add(s.symbolOf(x), n)
	if added {
		s.enter(p, node{symbol: x, loc: s.nodes[n].loc}, s.nodes[n].op.Result(i))
	}
	return s.values[s.graph.Find(p)]
}

// shadow makes the op of the space for a node that is an op.
func (s *space) shadow(n egraph.ID, x symbol, args []*ir.Value, origin *ir.Op) {
	y := node{symbol: x, origin: origin, loc: s.loc, merged: s.merged}
	s.build.AtEnd(s.block)
	if x.own == 0 {
		y.op = must(s.build.Create(&ir.OpState{Name: x.name, Operands: slices.Clone(args), Results: slices.Clone(x.types.Results()), Props: x.props, Attrs: x.attrs.Entries(), Loc: s.loc}))
		y.cost = s.price(y.op)
	} else {
		y.op = create(s.build, "saturate.op", slices.Clone(args), x.types.Results())
		y.cost = s.price(origin)
	}
	var v *ir.Value
	if y.op.NumResults() == 1 {
		v = y.op.Result(0)
	}
	s.enter(n, y, v)
}

// must is for ops whose operands and attributes have been checked before.
func must(o *ir.Op, err error) *ir.Op {
	if err != nil {
		panic(err)
	}
	return o
}

// merge makes one value represent two classes: a constant if there is one, else the oldest,
// whose operands are older than itself, so that whoever goes from values to what makes them
// never comes back.
func (s *space) merge(winner, loser egraph.ID) {
	v, w := s.values[winner], s.values[loser]
	if v == nil || w == nil {
		return
	}
	s.check(v, w)
	s.members[winner], s.members[loser] = nil, nil
	if s.before(w, v) {
		v, w = w, v
	}
	w.ReplaceAllUsesWith(v)
	s.values[winner], s.values[loser] = v, v
}

// before reports whether a represents a class rather than b.
func (s *space) before(a, b *ir.Value) bool {
	if x, y := ir.ConstantValue(a) != nil, ir.ConstantValue(b) != nil; x != y {
		return x
	}
	return s.node(a) < s.node(b)
}

// drop notes that a node has become equal to another one, which is in the program if either is.
// Its op stays, as it may represent the class; only Members leaves it out.
func (s *space) drop(kept, dropped egraph.ID) {
	s.members[s.graph.Find(kept)] = nil
	if x, y := &s.nodes[dropped], &s.nodes[kept]; y.origin == nil && x.origin != nil {
		y.origin, y.loc = x.origin, x.loc
	}
}

// Op finds or makes an op on values of the space, for the right side of a rule.
func (s *space) Op(def *ir.OpDef, types []*ir.Type, operands []*ir.Value, props *ir.Attr) []*ir.Value {
	x := symbol{name: s.ctx.OpName(def.Name()), props: props, types: s.ctx.Func(nil, types)}
	_, results := s.opNode(x, operands, nil)
	return results
}

// Constant finds or makes a constant, for the right side of a rule.
func (s *space) Constant(d *ir.Dialect, value *ir.Attr, t *ir.Type) *ir.Value {
	o := d.Constant(s.build.AtEnd(nil), value, t, s.loc)
	_, results := s.opNode(symbolOfOp(o), nil, nil)
	return results[0]
}

// symbolOfOp is the symbol of an op that equal ones have, too.
func symbolOfOp(o *ir.Op) symbol {
	return symbol{name: o.OpName(), props: o.Props(), attrs: o.Attrs(), types: o.Context().Func(nil, o.ResultTypes())}
}
