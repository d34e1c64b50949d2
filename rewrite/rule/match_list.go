package rule

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// list is what a list of values stands for: the operands of an op from some number
// on, or those that alternatives of brackets have matched.
type list struct {
	tail operands
	own  []*ir.Value
	at   int // the entry that its name stands for in brackets right of the arrow
}

func (l *list) values() []*ir.Value {
	if l.tail.op != nil {
		return l.tail.values()
	}
	return l.own
}

// entry is the value that the name of the list stands for in brackets.
func (l *list) entry() (*ir.Value, bool) {
	if l.tail.op != nil {
		i := l.tail.from + l.at
		return l.tail.op.Operand(i), true
	}
	if l.at >= len(l.own) {
		return nil, false
	}
	return l.own[l.at], true
}

// take adds a value, or where its name stands again compares it with the last.
func (l *list) take(v *ir.Value, first bool) bool {
	if !first {
		return len(l.own) > 0 && l.own[len(l.own)-1] == v
	}
	l.own = append(l.own, v)
	l.at = len(l.own) - 1
	return true
}

// shrink forgets the values from number n on.
func (l *list) shrink(n int) {
	clear(l.own[n:])
	l.own, l.at = l.own[:n], max(0, n-1)
}

// drop lets go of the IR.
func (l *list) drop() {
	clear(l.own)
	*l = list{own: l.own[:0]}
}

// is reports whether o, which makes v, is of the kind that a term asks for, and binds
// the variable that stands for it.
func (m *match) is(t *term, v *ir.Value, o *ir.Op) bool {
	switch {
	case t.def != nil:
		return o.Is(t.def)
	case o == nil || !inClass(o.Def()):
		return false
	case t.classFirst:
		m.classes[t.class] = v
		return true
	}
	return m.classes[t.class].Def().Is(o.Def())
}

// each matches the operands that a list in brackets stands for, each with the first
// alternative that it takes. There is no way back to another one.
func (m *match) each(t *term, o *ir.Op) bool {
	m.unbind(t.list)
	if !m.explain && !m.neededAreThere(t, o) {
		return false
	}
	choices := m.choices[t.list.id][:0]
	for i := t.list.from; i < o.NumOperands(); i++ {
		k := 0
		for k < len(t.args) && !m.alternative(t, k, o.Operand(i)) {
			k++
		}
		if k == len(t.args) {
			return false
		}
		choices = append(choices, uint8(k))
	}
	m.choices[t.list.id] = choices
	return true
}

// unbind forgets what a list in brackets has bound.
func (m *match) unbind(l *listTerm) {
	for _, b := range l.binds {
		for _, l := range b.lists {
			m.lists[l].tail = operands{}
			m.lists[l].shrink(0)
		}
		for _, a := range b.attrs {
			m.attrs[a] = attrBinding{}
		}
	}
}

// unmatch forgets what the ops and numbers of a term have matched.
func (m *match) unmatch(t *term) {
	m.matched[t.id] = nil
	for _, a := range t.args {
		m.unmatch(a)
	}
}

// neededAreThere reports whether each alternative for which a condition asks may take an
// operand, as far as a look at that one alone tells.
func (m *match) neededAreThere(t *term, o *ir.Op) bool {
	inner := len(m.inner)
	for k, a := range t.args {
		if !t.list.needed[k] || a.kind != opTerm {
			continue
		}
		found := false
		for i := t.list.from; i < o.NumOperands() && !found; i++ {
			v := o.Operand(i)
			found = (m.search != nil || a.mayBe(v)) && m.item(a, v) && m.hold(t.list.guards[k][:t.list.quick[k]])
			m.inner = m.inner[:inner]
			m.unbind(t.list)
			m.unmatch(a)
		}
		if !found {
			return false
		}
	}
	return true
}

// hold reports whether all of some conditions do.
func (m *match) hold(all []clause) bool {
	for i := range all {
		if !m.holds(&all[i]) {
			return false
		}
	}
	return true
}

// alternative tries one for an operand, and leaves nothing bound if it fails.
func (m *match) alternative(t *term, k int, v *ir.Value) bool {
	b := &t.list.binds[k]
	free := uint64(0) // the attributes that are not bound
	for i, a := range b.attrs {
		if !m.attrs[a].set {
			free |= 1 << i
		}
	}
	n, inner := -1, len(m.inner)
	if len(b.lists) > 0 {
		n = len(m.lists[b.lists[0]].own)
	}
	if m.item(t.args[k], v) && m.hold(t.list.guards[k]) {
		return true
	}
	for _, l := range b.lists {
		if len(m.lists[l].own) > n {
			m.lists[l].shrink(n)
		}
	}
	for i, a := range b.attrs {
		if free>>i&1 != 0 {
			m.attrs[a] = attrBinding{}
		}
	}
	m.inner = m.inner[:inner]
	return false
}

// item matches a term of an alternative.
func (m *match) item(t *term, v *ir.Value) bool {
	switch t.kind {
	case entryTerm:
		return m.lists[t.variable].take(v, t.first)
	case variableTerm:
		return m.vars[t.variable] == v
	case numberTerm:
		if v = m.numbered(t, v); v == nil {
			return false
		}
		m.matched[t.id] = v
		return true
	}
	if m.search == nil {
		return m.itemOp(t, v, v)
	}
	inner, taken := len(m.inner), make([]int, len(m.lists))
	for i := range m.lists {
		taken[i] = len(m.lists[i].own)
	}
	for _, result := range m.search.space.Members(v, t.def) {
		if m.search.spend() && m.itemOp(t, result, v) {
			return true
		}
		m.inner = m.inner[:inner]
		for i, n := range taken {
			if len(m.lists[i].own) > n {
				m.lists[i].shrink(n)
			}
		}
	}
	return false
}

// itemOp matches a term of an alternative at a result, which is called v where it is used.
func (m *match) itemOp(t *term, result, v *ir.Value) bool {
	o := result.Def()
	if !m.enter(t, result, v, o) {
		return false
	}
	if m.search != nil && !t.listed {
		m.inner = append(m.inner, o) // who wants to know what is where finds it there
	}
	for i, a := range t.args {
		if !m.item(a, o.Operand(i)) {
			return false
		}
	}
	return true
}

// testAny reports whether one of the lists of an `or` holds.
func (m *match) testAny(c *clause) bool {
	return slices.ContainsFunc(c.any, m.hold)
}

// mayBeEach is a quick test of the operands from number from on: each may take an
// alternative, and those that a condition asks for are there.
func (t *term) mayBeEach(o *ir.Op, from int) bool {
	for k, a := range t.args {
		if t.list.needed[k] && a.kind == opTerm && !t.anyMayBe(a, o, from) {
			return false
		}
	}
	for i := from; i < o.NumOperands(); i++ {
		if !slices.ContainsFunc(t.args, func(a *term) bool { return a.mayBe(o.Operand(i)) }) {
			return false
		}
	}
	return true
}

func (t *term) anyMayBe(a *term, o *ir.Op, from int) bool {
	for i := from; i < o.NumOperands(); i++ {
		if a.mayBe(o.Operand(i)) {
			return true
		}
	}
	return false
}

// neededOps are the ops that conditions ask for among the operands.
func (t *term) neededOps() (defs []*ir.OpDef) {
	for k, a := range t.args {
		if t.list.needed[k] && a.kind == opTerm && a.def != nil {
			defs = append(defs, a.def)
		}
	}
	return defs
}

// defOf is the op that a term of the right side makes.
func (m *match) defOf(t *term) *ir.OpDef {
	if t.def == nil {
		return m.classes[t.class].Def().Def()
	}
	return t.def
}

// entryOf is ?xs[0], or what the name of a list stands for in brackets.
func (m *match) entryOf(t *term) (*ir.Value, bool) {
	if t.value == nil {
		return m.lists[t.variable].entry()
	}
	d, ok := t.value.eval(m)
	return d.v, ok && d.kind == valueKind
}

// mapped plans the operands that a list in brackets makes.
func (m *match) mapped(t *term, p *plan) bool {
	if t.list.source < 0 || len(t.args) == 1 {
		return m.mapList(t, p)
	}
	next := make([]int, len(t.args))
	for _, k := range m.choices[t.list.source] {
		if !m.entryTermAt(t.args[k], next[k], p) {
			return false
		}
		next[k]++
	}
	return true
}

// mapList is mapped for a list with one alternative, made of a list of values.
func (m *match) mapList(t *term, p *plan) bool {
	for i := range m.lists[t.list.variable].values() {
		if !m.entryTermAt(t.args[0], i, p) {
			return false
		}
	}
	return true
}

// entryTermAt plans a term in which the names of lists stand for entry number i.
func (m *match) entryTermAt(t *term, i int, p *plan) bool {
	for l := range m.lists {
		m.lists[l].at = i
	}
	x, ok := m.term(t, nil)
	if ok {
		p.args = append(p.args, x)
	}
	return ok
}

// classType is the type of an op of a class on other operands: their shapes together,
// and the elements of the op that was matched.
func (m *match) classType(t *term, p *plan) (*ir.Type, bool) {
	var shape []int64
	for _, a := range p.args {
		typ := a.typ()
		if !typ.IsRankedTensor() {
			return nil, false
		}
		s := typ.Shape()
		for len(shape) < len(s) {
			shape = slices.Insert(shape, 0, 1)
		}
		for i, n := range s {
			at := len(shape) - len(s) + i
			joined, ok := shapes.Broadcast(shape[at], n)
			if !ok || n == ir.Dynamic {
				return nil, false
			}
			shape[at] = joined
		}
	}
	return m.root.Context().WithShape(m.classes[t.class].Type(), shape), true
}
