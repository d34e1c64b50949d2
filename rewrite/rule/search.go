package rule

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Space is values in classes of equal ones, as an e-graph has them. The operands of all of its
// ops are representatives of their classes, and so the users of a representative are those of
// the class. It must not change while it is searched.
type Space interface {
	// Members are the results of ops of a kind that compute the class of v, of all ops if def is
	// nil, in an order that is always the same.
	Members(v *ir.Value, def *ir.OpDef) []*ir.Value
	// Representative is the value that stands for the class of v.
	Representative(v *ir.Value) *ir.Value
}

// Searcher looks for all matches of rules in a Space: where a rule asks for an op it takes
// each of the class. Conditions about the users of a value hold, as which of them there will
// be is what a search decides. It serves one goroutine.
type Searcher struct {
	// Bindings has instances say what is where on their left sides.
	Bindings bool
	// Fresh, if it is set, says at which ops there may be matches that have not been seen. Of
	// rules with several patterns, only those are found that have one of their roots there.
	Fresh func(*ir.Op) bool
	// Root, if it is set, says which ops may be roots of rules with several patterns.
	Root  func(*ir.Op) bool
	space Space
	mode  rewrite.FPMode
	m     match
	found func(*Instance) bool
	work  int64
	over  bool
}

// NewSearcher makes one that uses the levels that mode allows.
func NewSearcher(s Space, mode rewrite.FPMode) *Searcher {
	x := &Searcher{space: s, mode: mode, m: match{memo: map[*ir.Attr]datum{}}}
	x.m.search = x
	return x
}

// Instance is a place at which a rule applies, and what it makes of it.
type Instance struct {
	Rule *Rule
	// Roots are the values that are replaced, by what Make returns.
	Roots []*ir.Value
	// Matched are the results that terms of the left side matched, those of the roots among
	// them.
	Matched []*ir.Value
	// Left are the patterns of the left side, if the Searcher was asked for them.
	Left  []*Bound
	plans []operand
}

// Maker makes what stands on the right side of a rule, or finds it.
type Maker interface {
	Constant(d *ir.Dialect, value *ir.Attr, t *ir.Type) *ir.Value
	Op(def *ir.OpDef, types []*ir.Type, operands []*ir.Value, props *ir.Attr) []*ir.Value
}

// Search calls found for every match of r whose root is o, until it says no or so much work is
// done: looks at ops, and what it takes to make those of the right side. It returns the work that
// is left, and whether it saw all.
func (s *Searcher) Search(r *Rule, o *ir.Op, work int64, found func(*Instance) bool) (left int64, all bool) {
	if t := r.left[0]; !t.takes(o.NumOperands()) || !t.wordsMayBe(o) {
		return work, true
	}
	s.work, s.over, s.found = work, false, found
	s.m.begin(r, o, s.mode).find()
	s.m.end()
	s.found = nil
	return s.work, !s.over
}

// Forget lets go of the IR.
func (s *Searcher) Forget() { s.m.Forget() }

// spend pays for a look at an op and reports whether that is possible.
func (s *Searcher) spend() bool {
	s.work--
	s.over = s.over || s.work < 0
	return !s.over
}

// madeWork is how many looks at ops take as long as to plan, make and enter one that is new.
const madeWork = 16

// take hands a match on. It is true when the search is over.
func (s *Searcher) take(m *match) bool {
	s.work -= madeWork * int64(len(m.built))
	i := &Instance{Rule: m.rule, plans: slices.Clone(m.plans)}
	for k := range m.rule.right {
		i.Roots = append(i.Roots, m.replaced(k))
	}
	for _, v := range m.matched {
		if v != nil {
			i.Matched = append(i.Matched, v)
		}
	}
	for _, o := range m.inner {
		i.Matched = append(i.Matched, o.Result(0))
	}
	if s.Bindings {
		i.Left = m.bindings()
	}
	// The plans are the instance's now.
	m.drafts, m.drawn, m.built = nil, 0, nil
	s.over = s.over || !s.found(i)
	return s.over
}

// Make makes the right side, operands first, and returns what replaces the roots.
func (i *Instance) Make(to Maker) []*ir.Value {
	values := make([]*ir.Value, len(i.plans))
	for k, x := range i.plans {
		values[k] = x.makeIn(to)
	}
	return values
}

func (x operand) makeIn(to Maker) *ir.Value {
	p := x.from
	switch {
	case p.value != nil:
		return p.value
	case p.konst != nil:
		return to.Constant(p.maker, p.konst, p.types[0])
	case p.made == nil:
		args := make([]*ir.Value, len(p.args))
		for i, a := range p.args {
			args[i] = a.makeIn(to)
		}
		p.made = to.Op(p.def, p.types, args, p.props)
	}
	return p.made[x.result]
}

// patternInClass matches the k-th pattern at o and then those after it. No other op of its
// class will do, as each is tried.
func (m *match) patternInClass(k int, o *ir.Op, result *ir.Value) bool {
	if m.search.Root != nil && len(m.rule.left) > 1 && !m.search.Root(o) {
		return false
	}
	v := m.search.space.Representative(result)
	for i := range k {
		if m.search.space.Representative(m.roots[i].Result(m.rule.left[i].result)) == v {
			return false
		}
	}
	m.roots[k] = o
	if k > 0 && k+1 == len(m.rule.left) && m.search.Fresh != nil && !slices.ContainsFunc(m.roots, m.search.Fresh) {
		return false
	}
	goals, inner := len(m.goals), len(m.inner)
	over := m.member(m.rule.left[k], result, v, -1, k)
	m.goals, m.inner = m.goals[:goals], m.inner[:inner]
	return over
}

// inClass matches an op term at each op of the class of v, then the goals from number at on.
func (m *match) inClass(t *term, v *ir.Value, at int32, k int) bool {
	for _, result := range m.search.space.Members(v, t.def) {
		goals, inner := len(m.goals), len(m.inner)
		if m.member(t, result, v, at, k) {
			return true
		}
		m.goals, m.inner = m.goals[:goals], m.inner[:inner]
	}
	return m.search.over
}

// member matches an op term at a result, which is called v where it is used, with its operands
// in both orders if it commutes.
func (m *match) member(t *term, result, v *ir.Value, at int32, k int) bool {
	o := result.Def()
	if !m.search.spend() {
		return true
	}
	if !m.enter(t, result, v, o) || !m.earlyHold(t) {
		return false
	}
	goals, inner := len(m.goals), len(m.inner)
	if t.turns(o) && o.Operand(0) != o.Operand(1) {
		if m.solve(m.push(t, o, at, true), k) {
			return true
		}
		m.goals, m.inner = m.goals[:goals], m.inner[:inner]
		if !m.enter(t, result, v, o) { // binds again what the first order bound
			return false
		}
	}
	return m.solve(m.push(t, o, at, false), k)
}

// turns reports whether the first two operands of o may be the other way round for t. Ops that
// differ in that alone are one op of a Space, so a variable for ops takes both orders there.
func (t *term) turns(o *ir.Op) bool {
	return t.commutes || t.class >= 0 && o.Has(ir.Commutative) && len(t.args) >= 2 && !t.args[0].many() && !t.args[1].many()
}

// numbered is the value that is the constant that t asks for: v, or one that is equal to it.
func (m *match) numbered(t *term, v *ir.Value) *ir.Value {
	if t.number.matches(v) {
		return v
	}
	if m.search != nil {
		for _, result := range m.search.space.Members(v, nil) {
			if result != v && t.number.matches(result) {
				return result
			}
		}
	}
	return nil
}

// classOf is what stands for the class of v where there are classes.
func (m *match) classOf(v *ir.Value) *ir.Value {
	if m.search != nil {
		return m.search.space.Representative(v)
	}
	return v
}
