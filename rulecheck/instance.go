package rulecheck

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"

	fn "github.com/tg-opt/tg/dialect/func"
)

// instance is the left side of a rule made concrete, as the block of a function
// that returns the results of its roots, and once applied, what the rule made
// of it.
type instance struct {
	elem          *ir.Type
	before, after *ir.Block
	root          *ir.Op // in after, until the rule is applied
	// literals are the constants in before that the rule itself asks for.
	literals map[*ir.Value]bool
	// directed says that it is one that a rule's conditions ask for.
	directed bool
	// apart says that no element meets another one, so that a level speaks of each by itself.
	apart bool
	// differs is the last element that was found to differ.
	differs int
	// runners run before and after, once these are made.
	runners []*runner
	// unknown is what the rule was applied to, where that had unknown extents
	// that before and after know; else nil.
	unknown *instance
	// obstacle is why the left side could not be executed, if it could not.
	obstacle error
}

// style varies what variables stand for.
type style uint8

const (
	inputs  style = iota // they are inputs
	mixed                // and constants
	derived              // and results of other ops
	styles
)

// alike: one random instance in so many has one extent everywhere, so that shapes agree which
// nothing but a condition makes agree.
const alike = 4

// summed: one random instance in so many has extents with which the order of a sum shows, however
// it is cut into lanes of vectors.
const summed = 4

// inBlocks: one of the others in so many, for a rule with reductions, has one extent, or two
// together, of more than a block of a sum, 4,096 elements.
const inBlocks = 6

// instance makes an instance with a given element type and shape where the ops
// leave the choice, or returns nil when what was chosen at random does not fit
// together. The turn says which constants it is directed to.
func (c *checker) instance(elem *ir.Type, base []int64, turn int) *instance {
	if c.made++; c.made%renewal == 0 {
		c.renew()
	}
	extents := []int64{1, 2, 3}
	switch {
	case turn != random:
	case c.rng.IntN(alike) == 0:
		n := 2 + c.rng.Int64N(2)
		base, extents = slices.Repeat([]int64{n}, len(base)), []int64{n}
	case c.rng.IntN(summed) == 0:
		n := 15 + c.rng.Int64N(26)
		base, extents = slices.Clone(base), []int64{1, 2, n, n}
		for i := range base {
			base[i] = extents[1+c.rng.IntN(2)]
		}
	case slices.Contains(c.rule.Ops(), tg.Reduce) && c.rng.IntN(inBlocks) == 0:
		if base, extents = []int64{70, 70}, []int64{1, 1, 1, 70, 70}; c.rng.IntN(2) == 0 {
			base, extents = []int64{4097 + c.rng.Int64N(40)}, []int64{1, 1, 2}
		}
	}
	for _, n := range base {
		extents = append(extents, min(n, 70), min(n, 70))
	}
	block := &ir.Block{}
	(&ir.Region{}).Append(block)
	m := &maker{
		Generator: &opgen.Generator{Rand: c.rng, Ctx: c.ctx, Elem: elem, Base: base, Extents: extents, MaxRank: 4, Scalars: c.foreign && c.rng.IntN(2) == 0},
		checker:   c, b: c.builder.AtEnd(block), block: block, style: style(c.rng.IntN(int(styles))), turn: turn,
		classes: map[string]*class{}, literals: map[*ir.Value]bool{}, values: map[string]*ir.Value{}, rests: map[string][]*ir.Value{}, attrs: map[string]*ir.Attr{},
		taken: map[place][]*ir.Type{}, lists: map[attribute]*ir.Attr{}, absent: map[string]bool{},
		level: c.rule.Level,
	}
	if c.bare {
		m.style = inputs
	}
	c.lacking = nil
	var roots []*ir.Op
	for _, n := range c.left {
		o := m.op(n)
		if o == nil {
			c.lacking = m.lacking
			return nil
		}
		roots = append(roots, o)
	}
	var out []*ir.Value
	for _, o := range roots {
		out = append(out, o.Results()...)
	}
	m.b.OpWithTypes(fn.Return, 0, nil, out)
	in := &instance{elem: elem, after: block, root: roots[0], literals: m.literals, directed: turn >= 0}
	if in.elements() > maxElements {
		return nil
	}
	return in
}

// maxElements bounds the elements of all values of an instance.
const maxElements = 20_000

func tooLarge(t *ir.Type) bool {
	n, ok := t.NumElements()
	return !ok || n > maxElements/2
}

// maker makes an instance.
type maker struct {
	*opgen.Generator
	*checker
	b        *ir.Builder
	block    *ir.Block
	style    style
	turn     int
	literals map[*ir.Value]bool
	classes  map[string]*class
	values   map[string]*ir.Value
	rests    map[string][]*ir.Value
	attrs    map[string]*ir.Attr
	absent   map[string]bool // the variables of attributes that an op does without
	// taken are the types of the variables that are operands, for others of ops of the same kind.
	taken   map[place][]*ir.Type
	lists   map[attribute]*ir.Attr // the last of several
	level   rewrite.Level
	lacking *ir.OpDef // the op that could not be made
}

// op makes the op of a node and what it consists of; nil when it cannot be.
func (m *maker) op(n *rule.Node) *ir.Op {
	o := m.tryOp(n)
	if o == nil && m.lacking == nil {
		m.lacking = m.opOf(n)
	}
	return o
}

// class is what a variable for ops stands for, and the attributes of the first.
type class struct {
	def   *ir.OpDef
	attrs opgen.Attrs
}

// classOps are the ops that such a variable may stand for.
var classOps = sync.OnceValue(func() (list []*ir.OpDef) {
	for _, def := range tg.Dialect.Ops() {
		if rule.InClass(def) && executable(def) && opgen.Unknown(def) == "" {
			list = append(list, def)
		}
	}
	return list
})

// opOf is the op of a node. Instances go through those of a class.
func (m *maker) opOf(n *rule.Node) *ir.OpDef {
	if n.Class == "" {
		return n.Op
	}
	if m.classes[n.Class] == nil {
		list := slices.DeleteFunc(slices.Clone(classOps()), func(def *ir.OpDef) bool { return !n.TakesOperandsOf(def) })
		if len(list) == 0 {
			list = classOps()
		}
		m.classes[n.Class] = &class{def: list[(m.made+m.IntN(2))%len(list)]}
	}
	return m.classes[n.Class].def
}

// each makes the operands of a list in brackets; it is not ok when one cannot be made.
func (m *maker) each(n *rule.Node, def *ir.OpDef, add func(*ir.Value) bool, types func() []*ir.Type) bool {
	first := len(types())
	for count := m.Count(def, types()); len(types()) < count; {
		alternative := n.Each[m.IntN(len(n.Each))]
		if !add(m.value(alternative, def, len(types()), types())) {
			return false
		}
		if first == 0 && len(types()) == 1 {
			count = m.Count(def, types())
		}
	}
	return true
}

// entry makes one more value of a list: at times one that is there, or a scalar.
func (m *maker) entry(name string, user *ir.OpDef, i int, before []*ir.Type) *ir.Value {
	var v *ir.Value
	list := m.rests[name]
	switch m.IntN(4) {
	case 0:
		if len(list) > 0 {
			v = list[0]
		} else if args := m.block.Args(); len(args) > 0 {
			v = args[0]
		}
	case 1:
		if t := m.Operand(user, i, before); t != nil && t.IsRankedTensor() && user.OperandDef(i).Type.Ok(m.Ctx.Tensor(nil, t.Elem())) {
			v = m.block.AddArg(m.Ctx.Tensor(nil, t.Elem()), 0)
		}
	}
	if v == nil {
		v = m.leaf(name, user, i, before)
	}
	if v != nil {
		m.rests[name] = append(list, v)
	}
	return v
}

func (m *maker) tryOp(n *rule.Node) *ir.Op {
	def := m.opOf(n)
	var operands []*ir.Value
	var types []*ir.Type
	add := func(v *ir.Value) bool {
		if v == nil {
			return false
		}
		operands, types = append(operands, v), append(types, v.Type())
		return true
	}
	for _, a := range n.Args {
		if a.Each != nil {
			if !m.each(a, def, add, func() []*ir.Type { return types }) {
				return nil
			}
			continue
		}
		if !a.Rest {
			if !add(m.value(a, def, len(operands), types)) {
				return nil
			}
			continue
		}
		if rest, ok := m.rests[a.Variable]; ok {
			for _, v := range rest {
				add(v)
			}
			continue
		}
		first := len(operands)
		for count := m.Count(def, types); len(operands) < count; {
			if !add(m.leaf(a.Variable, def, len(operands), types)) {
				return nil
			}
			if len(operands) == 1 {
				count = m.Count(def, types)
			}
		}
		m.rests[a.Variable] = slices.Clone(operands[first:])
	}
	attrs, results, ok := m.attributes(n, def, types)
	if !ok || slices.ContainsFunc(results, tooLarge) {
		return nil
	}
	if n.Class == "" && def.Has(ir.Commutative) && len(operands) > 1 && m.IntN(4) == 0 {
		operands[0], operands[1] = operands[1], operands[0]
	}
	return m.b.OpWithTypes(def, 0, results, operands, attrs.Entries()...)
}

// attributes chooses those that the pattern leaves open.
func (m *maker) attributes(n *rule.Node, def *ir.OpDef, types []*ir.Type) (opgen.Attrs, []*ir.Type, bool) {
	for i, t := range types {
		if d := def.OperandDef(i); d == nil || !d.Type.Ok(t) {
			return nil, nil, false
		}
	}
	attempts := 20
	if opgen.Fixed(def) {
		attempts = 1
	}
	var refused []opgen.Attrs // with these there is no such op
	for range attempts {
		attrs := m.Attrs(def, types)
		if attrs == nil {
			return nil, nil, false
		}
		bound, ok := m.demand(n, def, attrs)
		if !ok {
			continue
		}
		if f := m.classes[n.Class]; f != nil && f.attrs != nil && m.IntN(8) > 0 {
			attrs = f.attrs
		} else if f != nil {
			f.attrs = attrs
		}
		if slices.ContainsFunc(refused, func(a opgen.Attrs) bool { return maps.Equal(a, attrs) }) {
			continue // a pattern may leave nothing open
		}
		results, err := m.Results(def, types, attrs)
		if err != nil || n.Result >= len(results) || n.Results > 0 && n.Results != len(results) {
			if !opgen.Proposes(def) {
				refused = append(refused, attrs)
			}
			continue
		}
		for name, a := range bound {
			if a == nil {
				m.absent[name] = true
			} else {
				m.attrs[name] = a
			}
		}
		return attrs, results, true
	}
	return nil, nil, false
}

// demand changes proposed attributes to those that the pattern asks for, and
// returns what that binds variables to.
func (m *maker) demand(n *rule.Node, def *ir.OpDef, attrs opgen.Attrs) (bound map[string]*ir.Attr, ok bool) {
	bound = map[string]*ir.Attr{}
	mentioned := map[string]bool{}
	for i := range n.Attrs {
		a := &n.Attrs[i]
		mentioned[a.Name] = true
		switch {
		case a.Absent:
			delete(attrs, a.Name)
		case a.Literal != nil:
			if attrs[a.Name] = m.literal(a); attrs[a.Name] == nil {
				delete(attrs, a.Name)
			}
		case m.attrs[a.Variable] != nil:
			attrs[a.Name] = m.attrs[a.Variable]
		case m.absent[a.Variable]: // as it was in another op
			delete(attrs, a.Name)
		case bound[a.Variable] != nil:
			attrs[a.Name] = bound[a.Variable]
		case attrs[a.Name] != nil:
			attrs[a.Name] = m.wantedWord(a.Variable, m.grown(attribute{def, a.Name}, attrs[a.Name]))
			bound[a.Variable] = attrs[a.Name]
		default: // it was proposed without
			switch d := def.AttrDef(a.Name); {
			case d != nil && d.Missing != nil:
				bound[a.Variable] = nil
			case d == nil || d.Default == nil:
				return nil, false
			default:
				attrs[a.Name] = d.Default(m.Ctx)
				bound[a.Variable] = attrs[a.Name]
			}
		}
	}
	if n.All {
		return bound, true
	}
	for name := range attrs {
		if d := def.AttrDef(name); !mentioned[name] && d != nil && (d.Optional || d.Default != nil) {
			delete(attrs, name)
		}
	}
	return bound, true
}

// literal is the attribute that a pattern states.
func (c *checker) literal(a *rule.NodeAttr) *ir.Attr {
	v, ok := c.stated[a]
	if !ok {
		v = a.Literal(c.ctx)
		c.stated[a] = v
	}
	return v
}

// value makes what operand i of an op is; before are the types of the operands
// in front of it.
func (m *maker) value(n *rule.Node, user *ir.OpDef, i int, before []*ir.Type) *ir.Value {
	switch {
	case n.Constant != nil:
		return m.number(n, user, i, before)
	case n.Op != nil || n.Class != "":
		o := m.op(n)
		if o == nil {
			return nil
		}
		if n.Name != "" {
			m.values[n.Name] = o.Result(n.Result)
		}
		return o.Result(n.Result)
	case n.Listed:
		return m.entry(n.Variable, user, i, before)
	case m.values[n.Variable] == nil:
		m.values[n.Variable] = m.leaf(n.Variable, user, i, before)
	}
	return m.values[n.Variable]
}

// number makes a constant, most often of rank 0.
func (m *maker) number(n *rule.Node, user *ir.OpDef, i int, before []*ir.Type) *ir.Value {
	t := m.Operand(user, i, before)
	if t == nil {
		return nil
	}
	if user.Dialect() == tg.Dialect && m.IntN(2) == 0 {
		t = m.Ctx.Tensor(nil, t.Elem())
	}
	a := n.Constant(m.Ctx, t)
	if a == nil {
		return nil
	}
	v := constantOp(m.b, user, a, t)
	if v != nil {
		m.literals[v] = true
	}
	return v
}

// wrappers are ops whose results have a property that conditions may ask for:
// a sign, a range, or that they are no NaN.
var wrappers = []*ir.OpDef{tg.Abs, tg.Relu, tg.Relu6, tg.Exp, tg.Sigmoid, tg.Neg, tg.Sqrt, tg.Not, tg.Sign}

// mostly is how many of as many choices and one are what a rule asks for; the others
// show that it does ask.
const mostly = 7

// wantedWord is a keyword that the rule asks for, mostly, in place of the one proposed.
func (m *maker) wantedWord(variable string, proposed *ir.Attr) *ir.Attr {
	words := m.wanted.Words[variable]
	if len(words) == 0 || m.IntN(mostly+1) == 0 {
		return proposed
	}
	return m.Ctx.StringAttr(opgen.Pick(m.Generator, words))
}

// wantedRank is a type of the rank that the rule asks for, mostly, made of the last
// dimensions of the one proposed.
func (m *maker) wantedRank(variable string, proposed *ir.Type) *ir.Type {
	rank, asked := m.wanted.Ranks[variable]
	if !asked || rank < 0 || rank >= proposed.Rank() || m.IntN(mostly+1) == 0 {
		return proposed
	}
	return m.Ctx.WithShape(proposed, proposed.Shape()[proposed.Rank()-rank:])
}

// leaf makes the value of a variable.
func (m *maker) leaf(name string, user *ir.OpDef, i int, before []*ir.Type) *ir.Value {
	t := m.Operand(user, i, before)
	if t != nil && t.IsRankedTensor() {
		t = m.wantedRank(name, t)
	}
	t = m.sibling(place{user, i}, t)
	if shape, ok := m.shapes[name]; ok && t != nil && t.IsRankedTensor() {
		t = m.Ctx.WithShape(t, shape)
	}
	if t == nil || tooLarge(t) {
		return nil
	}
	if r := m.roles[name]; m.isConstant(r) {
		return constantOp(m.b, user, m.constant(t, r), t)
	}
	v := m.block.AddArg(t, 0)
	if m.style == derived && m.IntN(2) == 0 {
		def := wrappers[m.IntN(len(wrappers))]
		if def.Operands[0].Type.Ok(t) && def.Results[0].Type.Ok(t) {
			return m.b.OpWithTypes(def, 0, []*ir.Type{t}, []*ir.Value{v}).Result(0)
		}
	}
	return v
}

// place is an operand of all ops of a kind.
type place struct {
	user    *ir.OpDef
	operand int
}

// sibling is, at times, the type that another op of the kind has at the same place, or one of
// another extent: without that, what rules merge is hardly ever of shapes that go together.
func (m *maker) sibling(at place, proposed *ir.Type) *ir.Type {
	if proposed == nil || !proposed.IsRankedTensor() || at.user.Has(ir.Elementwise) {
		return proposed
	}
	if others := m.taken[at]; len(others) > 0 && m.IntN(3) > 0 {
		t := others[m.IntN(len(others))]
		if shape := slices.Clone(t.Shape()); len(shape) > 0 && m.IntN(2) == 0 {
			shape[m.IntN(len(shape))] = opgen.Pick(m.Generator, m.Extents)
			t = m.Ctx.WithShape(t, shape)
		}
		return t
	}
	m.taken[at] = append(m.taken[at], proposed)
	return proposed
}

// attribute is one of all ops of a kind.
type attribute struct {
	user *ir.OpDef
	name string
}

// grown is, at times, the list that another op of the kind has, with some entries that are greater
// by one, such as the padding that goes with a larger kernel.
func (m *maker) grown(at attribute, proposed *ir.Attr) *ir.Attr {
	before := m.lists[at]
	if m.lists[at] = proposed; before == nil || !ir.IsInts.Ok(proposed) || m.IntN(2) == 0 {
		return proposed
	}
	list := slices.Clone(before.Ints())
	for i := range list {
		list[i] += m.Int64N(2)
	}
	m.lists[at] = m.Ints(list)
	return m.lists[at]
}

// isConstant decides whether a variable stands for a constant; what a rule asks
// for is tried most often.
func (m *maker) isConstant(r *role) bool {
	switch {
	case r == nil:
		return m.style == mixed && m.IntN(2) == 0
	case r.avoid:
		return m.style == mixed && m.IntN(8) == 0
	}
	return m.turn >= 0 || m.IntN(8) > 0
}

// signature tells combinations of element types apart.
func (in *instance) signature() string {
	var b strings.Builder
	for o := in.before.First(); o != in.before.Last(); o = o.Next() {
		for _, v := range o.Results() {
			b.WriteString(v.Type().ElemOrSelf().String())
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// apply keeps a copy of the left side and applies the rule; it reports whether
// the rule matched.
func (in *instance) apply(c *checker) bool {
	copies := map[*ir.Value]*ir.Value{}
	in.before = c.builder.CloneRegion(in.after.Region(), copies, map[*ir.Block]*ir.Block{}).First()
	for v := range in.literals {
		in.literals[copies[v]] = true
	}
	return c.applier.At(c.pattern, in.root)
}
