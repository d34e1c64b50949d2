package rule

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// match is the state of matching one rule at one op. It is used again for the
// next one, so that attempts take no memory.
type match struct {
	rule *Rule
	root *ir.Op
	mode rewrite.FPMode
	// What is bound, by number of the variable or term. In what order is fixed by
	// the rule, so that nothing needs to be unbound after a failure.
	vars     []*ir.Value
	lists    []list
	classes  []*ir.Value // results of the ops that they stand for
	choices  [][]uint8   // by list in brackets: the alternatives that operands took
	inner    []*ir.Op    // ops that alternatives matched
	attrs    []attrBinding
	captures []*ir.Op
	matched  []*ir.Value // by term id: what ops and numbers matched
	roots    []*ir.Op    // by pattern
	goals    []goal
	looks    int       // at users of shared values
	ranges   []known   // of values that conditions asked about
	stack    []datum   // arguments of functions and conditions
	plans    []operand // of the right side, by what is replaced
	built    []*plan   // all ops of it
	// drafts are plans to use, of which so many are drawn.
	drafts    []*plan
	drawn     int
	inference ir.Inference
	memo      map[*ir.Attr]datum // of attributes that were decoded, or nil
	deepest   int                // place on the stack that was used
	point     *ir.Op             // in front of which they go
	moves     []*ir.Op
	scratch   *ir.Builder // of constants that are made to see whether they can be
	explain   bool        // refusal says why the right side cannot be made
	refusal   string
	aside     bool      // the left side is there, with complex numbers that the rule is not about
	reached   bool      // the left side is there
	search    *Searcher // among classes of equal values, nil elsewhere
}

// operands are those of an op from some number on.
type operands struct {
	op   *ir.Op
	from int
}

func (l operands) values() []*ir.Value { return l.op.Operands()[l.from:] }

func (l operands) equal(k operands) bool {
	n := l.op.NumOperands() - l.from
	if k.op.NumOperands()-k.from != n {
		return false
	}
	for i := range n {
		if l.op.Operand(l.from+i) != k.op.Operand(k.from+i) {
			return false
		}
	}
	return true
}

// goal is a term that a value must match; next is what comes after it, or -1.
type goal struct {
	term  *term
	value *ir.Value
	next  int32
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// begin starts with a rule at an op.
func (m *match) begin(r *Rule, o *ir.Op, mode rewrite.FPMode) *match {
	m.rule, m.root, m.mode, m.looks, m.aside, m.reached = r, o, mode, 0, false, false
	m.vars = resize(m.vars, len(r.vars))
	m.lists = resize(m.lists, len(r.listVars))
	m.classes = resize(m.classes, len(r.classes))
	m.choices = resize(m.choices, r.lists)
	m.attrs = resize(m.attrs, len(r.attrVars))
	m.captures = resize(m.captures, len(r.captures))
	m.matched = resize(m.matched, r.terms)
	m.roots = resize(m.roots, len(r.left))
	clear(m.matched) // where variables stand, and alternatives that no operand takes, it has none
	return m
}

// end is what the next rule must not find of this one.
func (m *match) end() {
	for i := range m.lists {
		m.lists[i].drop()
	}
	m.inner, m.goals, m.ranges = m.inner[:0], m.goals[:0], m.ranges[:0]
	if m.drawn > 0 {
		m.forget()
		m.plans, m.built, m.moves = m.plans[:0], m.built[:0], nil
	}
}

// Forget lets go of the IR, between matches.
func (m *match) Forget() {
	m.rule, m.root, m.point, m.moves = nil, nil, nil, nil
	clear(m.vars[:cap(m.vars)])
	clear(m.classes[:cap(m.classes)])
	clear(m.inner[:cap(m.inner)])
	clear(m.attrs[:cap(m.attrs)])
	clear(m.captures[:cap(m.captures)])
	clear(m.matched[:cap(m.matched)])
	clear(m.roots[:cap(m.roots)])
	clear(m.goals[:cap(m.goals)])
	clear(m.ranges[:cap(m.ranges)])
	clear(m.stack[:m.deepest])
	m.deepest = 0
	in := &m.inference
	clear(in.Operands[:cap(in.Operands)])
	clear(in.Values[:cap(in.Values)])
	*in = ir.Inference{Operands: in.Operands[:0], Values: in.Values[:0]}
	clear(m.plans[:cap(m.plans)])
	clear(m.built[:cap(m.built)])
}

// find looks for a match all of whose conditions hold and whose right side can
// be built; plans are what is to be built.
func (m *match) find() bool { return m.pattern(0, m.root) }

// pattern matches the k-th pattern at o and then those after it.
func (m *match) pattern(k int, o *ir.Op) bool {
	t := m.rule.left[k]
	if t.result >= o.NumResults() || slices.Contains(m.roots[:k], o) {
		return false
	}
	v := o.Result(t.result)
	if m.search != nil {
		return m.patternInClass(k, o, v)
	}
	if t.results == 0 && !v.HasUses() {
		return false // it is replaced and stays, as the op has other results
	}
	m.roots[k] = o
	mark := len(m.goals)
	m.goals = append(m.goals, goal{t, v, -1})
	if m.solve(int32(mark), k) {
		return true
	}
	m.goals = m.goals[:mark]
	return false
}

// solve meets the goals from number at on, then goes on after the k-th pattern.
func (m *match) solve(at int32, k int) bool {
	for at >= 0 {
		g := m.goals[at]
		at = g.next
		t, v := g.term, g.value
		switch t.kind {
		case variableTerm:
			if t.first {
				m.vars[t.variable] = v
			} else if m.vars[t.variable] != v {
				return false
			}
			if !m.earlyHold(t) {
				return false
			}
			continue
		case numberTerm:
			if v = m.numbered(t, v); v == nil {
				return false
			}
			m.matched[t.id] = v
			if !m.earlyHold(t) {
				return false
			}
			continue
		case eachTerm:
			if !m.each(t, v.Def()) {
				return false
			}
			continue
		}
		if m.search != nil {
			return m.inClass(t, v, at, k)
		}
		o := v.Def()
		if !m.enter(t, v, v, o) || !m.earlyHold(t) {
			return false
		}
		if t.commutes && t.args[0].mayBe(o.Operand(1)) && t.args[1].mayBe(o.Operand(0)) {
			mark := len(m.goals)
			if t.args[0].mayBe(o.Operand(0)) && t.args[1].mayBe(o.Operand(1)) && m.solve(m.push(t, o, at, false), k) {
				return true
			}
			m.goals = m.goals[:mark]
			at = m.push(t, o, at, true)
			continue
		}
		at = m.push(t, o, at, false)
	}
	if k+1 < len(m.rule.left) {
		return m.others(k + 1)
	}
	if !m.rule.Complex && m.anyComplex() {
		m.aside = true
		return false
	}
	m.reached = true
	if m.search != nil {
		return m.allowed() && m.clausesHold() && m.plan() && m.search.take(m)
	}
	return m.allowed() && m.clausesHold() && m.place() && m.plan()
}

// push adds the operands of o as goals before number at, the first two swapped
// if asked for, and returns the first.
func (m *match) push(t *term, o *ir.Op, at int32, swap bool) int32 {
	for i, a := range slices.Backward(t.args) {
		if a.kind == restTerm {
			continue // enter has seen to it
		}
		if a.kind == eachTerm { // which looks at several operands
			m.goals = append(m.goals, goal{a, o.Result(t.result), at})
			at = int32(len(m.goals) - 1)
			continue
		}
		if swap && i < 2 {
			i = 1 - i
		}
		m.goals = append(m.goals, goal{a, o.Operand(i), at})
		at = int32(len(m.goals) - 1)
	}
	return at
}

// enter matches an op term without its operands, and binds what it names: a result of o,
// which is called v where it is used.
func (m *match) enter(t *term, result, v *ir.Value, o *ir.Op) bool {
	if !m.is(t, result, o) || result.Index() != t.result || t.results > 0 && o.NumResults() != t.results || o.NumRegions() > 0 || !t.takes(o.NumOperands()) {
		return false
	}
	if !m.attributes(t, o) || t.star < 0 && !m.plain(t, o) {
		return false
	}
	m.matched[t.id] = result
	if t.star >= 0 {
		if t.class >= 0 && !t.classFirst && m.rule.captured[t.star] != t && m.captures[t.star].Props() != o.Props() {
			return false
		}
		if m.rule.captured[t.star] == t {
			m.captures[t.star] = o
		}
	}
	if t.listed {
		m.inner = append(m.inner, o)
		if t.variable >= 0 && !m.lists[t.variable].take(v, t.first) {
			return false
		}
	} else if t.variable >= 0 {
		if t.first {
			m.vars[t.variable] = v
		} else if m.vars[t.variable] != v {
			return false
		}
	}
	if n := len(t.args); n > 0 && t.args[n-1].kind == restTerm {
		rest, tail := t.args[n-1], operands{o, n - 1}
		if rest.first {
			m.lists[rest.variable].tail = tail
		} else if !m.lists[rest.variable].tail.equal(tail) {
			return false
		}
	}
	return true
}

// takes reports whether the pattern may have n operands.
func (t *term) takes(n int) bool {
	if k := len(t.args); k > 0 && t.args[k-1].many() {
		return n >= k-1
	}
	return n == len(t.args)
}

// mayMatch is a quick test that most ops fail: the ops and constants that t
// asks for are among the operands of o. It takes no memory.
func (t *term) mayMatch(o *ir.Op) bool {
	if !t.takes(o.NumOperands()) || t.def == nil && !inClass(o.Def()) {
		return false
	}
	for i, a := range t.args {
		if a.kind == eachTerm {
			if !a.mayBeEach(o, i) {
				return false
			}
			continue
		}
		if a.kind == restTerm || a.mayBe(o.Operand(i)) || t.commutes && i < 2 && a.mayBe(o.Operand(1-i)) {
			continue
		}
		return false
	}
	for i := range t.attrs {
		if a := &t.attrs[i]; a.value != nil && !a.literalIs(o) {
			return false
		}
	}
	return true
}

func (t *term) mayBe(v *ir.Value) bool {
	switch t.kind {
	case opTerm:
		return v.Def().Is(t.def) || t.def == nil && v.Def() != nil && inClass(v.Def().Def())
	case numberTerm:
		o := v.Def()
		return o != nil && (o.Has(ir.ConstantLike) || sameElements(o.Def()))
	}
	return true
}

// allowed reports whether the level of the rule allows it here: for floating-point
// numbers if any value that the pattern speaks of has some.
func (m *match) allowed() bool {
	r := m.rule
	if r.Level == rewrite.Exact {
		return true
	}
	float, integer := false, false
	for _, v := range m.matched {
		if v == nil || v.Def() == nil {
			continue
		}
		f, i := rewrite.ElementsOf(v.Def())
		float, integer = float || f, integer || i
	}
	for _, o := range m.inner {
		f, i := rewrite.ElementsOf(o)
		float, integer = float || f, integer || i
	}
	return m.mode.AllowsOn(r.Level, r.Integers, float, integer)
}

// anyComplex reports whether an op that is matched takes or makes complex numbers.
func (m *match) anyComplex() bool {
	for _, v := range m.matched {
		if v != nil && v.Def() != nil && hasComplex(v.Def()) {
			return true
		}
	}
	return slices.ContainsFunc(m.inner, hasComplex)
}

func hasComplex(o *ir.Op) bool {
	complex := func(v *ir.Value) bool { return v.Type().ElemOrSelf().IsComplex() }
	return slices.ContainsFunc(o.Results(), complex) || slices.ContainsFunc(o.Operands(), complex)
}

// plain reports whether o has no inherent attribute, apart from defaults, that
// the pattern does not speak of: a rewrite would lose it.
func (m *match) plain(t *term, o *ir.Op) bool {
	for _, e := range o.Props().Entries() {
		if !spokenOf(t, e.Name) && !o.Def().IsMissing(o.Context(), e.Name, e.Value) {
			return false
		}
	}
	return true
}

// attributes compares the attributes that a pattern mentions and binds those
// that it names.
func (m *match) attributes(t *term, o *ir.Op) bool {
	for _, name := range t.absent {
		if a := o.Props().Get(name); a != nil && !o.Def().IsMissing(o.Context(), name, a) {
			return false
		}
	}
	for i := range t.attrs {
		a := &t.attrs[i]
		if a.value != nil {
			if !a.literalIs(o) {
				return false
			}
			continue
		}
		v := o.Attr(a.name)
		b := &m.attrs[a.variable]
		switch {
		case v == nil && a.first && a.arg.Missing != nil:
			*b = attrBinding{let: intsDatum(a.arg.Missing.Of(o)), derived: true}
		case v == nil && m.rule.attrVars[a.variable].kind != boolKind:
			return false
		case a.shared && !b.set:
			*b = attrBinding{attr: v, set: true}
		case a.first && !a.shared:
			*b = attrBinding{attr: v}
		case b.attr != v:
			return false
		}
	}
	return true
}

// literalIs reports whether o has the attribute that a literal in a pattern
// asks for.
func (a *attrTerm) literalIs(o *ir.Op) bool {
	v := o.Attr(a.name)
	if a.value.op == elementTypeExpr {
		return v.Is(ir.TypeAttr) && v.Type() == elementType(o.Context(), a.value.name)
	}
	return (v != nil || a.value.kind == boolKind) && a.value.datum.is(v)
}

// valueOf is what a ref stands for; nil when the match has none.
func (m *match) valueOf(r ref) *ir.Value {
	if r.variable >= 0 {
		return m.vars[r.variable]
	}
	return m.matched[r.term.id]
}

// clausesHold computes what `let` names and tests the conditions that terms have not
// tested, in the order of the text.
func (m *match) clausesHold() bool {
	for i := range m.rule.clauses {
		c := &m.rule.clauses[i]
		if c.let >= 0 {
			d, ok := c.args[0].eval(m)
			if !ok {
				return false
			}
			m.attrs[c.let] = attrBinding{let: d, derived: true}
			continue
		}
		if c.early && !m.explain {
			continue
		}
		if !m.holds(c) {
			return false
		}
	}
	return true
}

// holds reports whether a condition does, which its `not` may ask for the other way. Who
// uses a value is not known among equal values: cost decides there.
func (m *match) holds(c *clause) bool {
	if m.search != nil && c.condition != nil && c.condition.uses {
		return true
	}
	holds, ok := m.test(c)
	return ok && holds != c.not
}

// test tests a condition; it is not ok when the condition speaks of what there
// is not, such as an extent that is not known.
func (m *match) test(c *clause) (holds, ok bool) {
	if c.any != nil {
		return m.testAny(c), true
	}
	if c.condition != nil {
		if c.condition.value != nil {
			v, ok := c.args[0].value(m)
			return ok && c.condition.value(v), ok
		}
		args, ok := m.evalAll(c.args, c.condition.params)
		switch {
		case !ok:
		case c.condition.inMatch != nil:
			holds = c.condition.inMatch(m, args)
		default:
			holds = c.condition.test(args)
		}
		m.release(c.args)
		return holds, ok
	}
	x, ok := c.args[0].eval(m)
	y, ok2 := c.args[1].eval(m)
	if !ok || !ok2 {
		return false, false
	}
	return compareData(c.compare, &x, &y)
}
