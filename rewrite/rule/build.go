package rule

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// plan is an op or a constant of the right side with its types, before anything
// is made: a rewrite whose types do not fit must leave no trace. An existing
// value is a plan, too.
type plan struct {
	value *ir.Value // of what is there
	konst *ir.Attr
	maker *ir.Dialect // of the op that holds konst
	def   *ir.OpDef
	types []*ir.Type
	props *ir.Attr
	args  []operand
	op    *ir.Op      // once it is made
	made  []*ir.Value // by a Maker
	// sample is the op on values of which nothing is known, if it was looked at.
	sample *ir.Op
	one    [1]*ir.Type // room for types
}

// newPlan is one whose memory is used again by the next match.
func (m *match) newPlan() *plan {
	if m.drawn == len(m.drafts) {
		m.drafts = append(m.drafts, &plan{})
	}
	p := m.drafts[m.drawn]
	m.drawn++
	return p
}

// forget makes the memory of plans free, and lets go of the IR.
func (m *match) forget() {
	for _, p := range m.drafts[:m.drawn] {
		clear(p.args)
		*p = plan{args: p.args[:0]}
	}
	m.drawn = 0
}

// operand is a result of a plan.
type operand struct {
	from   *plan
	result int
}

func (x operand) typ() *ir.Type { return x.from.types[x.result] }

// plan computes what is to be built; false when it would not have the types of
// what it replaces, or cannot be.
func (m *match) plan() bool {
	if m.search != nil {
		m.forget() // the plans of the match before, which nobody took
	}
	m.plans, m.built = m.plans[:0], m.built[:0]
	for i, t := range m.rule.right {
		old := m.replaced(i)
		x, ok := m.term(t, old.Type())
		switch {
		case !ok:
			return false
		case x.typ() != old.Type():
			return m.refuse("its result would be of type '%s' where '%s' is replaced", x.typ(), old.Type())
		case x.from.value != nil && !m.available(x.from.value):
			return m.refuse("it uses what is replaced")
		case len(m.rule.right) == 1 && len(t.attrs) > 0 && x.from.remakes(m.root):
			return m.refuse("it makes what it replaces")
		case !static(old.Type()) && m.dropsExtents():
			return m.refuse("it drops a value that has unknown extents")
		}
		m.plans = append(m.plans, x)
	}
	if !m.usesNoRoot() {
		return m.refuse("it uses what is replaced")
	}
	return true
}

// remakes reports whether p is what o is already, as a right side is whose attributes come
// out the same, or that leaves out what may be missing. A rule that always makes what it
// replaces states none, and is told of as one that has no end.
func (p *plan) remakes(o *ir.Op) bool {
	if !o.Is(p.def) || p.props != o.Props() || len(p.args) != o.NumOperands() {
		return false
	}
	for i, a := range p.args {
		if a.from.value == nil || a.from.value != o.Operand(i) {
			return false
		}
	}
	return true
}

// refuse notes why the right side cannot be made, if anybody wants to know; it is
// false.
func (m *match) refuse(format string, args ...any) bool {
	if m.explain {
		m.refusal = fmt.Sprintf(format, args...)
	}
	return false
}

func static(t *ir.Type) bool { return !t.IsTensor() || t.IsStatic() }

// dropsExtents reports whether the right side forgets a value of which an extent
// is known at run time only. That may be the one that a result with unknown
// extents got them from: `and(?x, or(?x, ?y))` is as large as ?y where ?x is
// repeated.
func (m *match) dropsExtents() bool {
	for _, v := range m.rule.dropped {
		if !static(m.vars[v].Type()) {
			return true
		}
	}
	for i := range m.lists {
		if !slices.Contains(m.rule.usedLists, i) && slices.ContainsFunc(m.lists[i].values(), func(v *ir.Value) bool { return !static(v.Type()) }) {
			return true
		}
	}
	return false
}

// replaced is the i-th value that is replaced.
func (m *match) replaced(i int) *ir.Value {
	if len(m.roots) > 1 {
		return m.roots[i].Result(m.rule.left[i].result)
	}
	return m.root.Result(m.rule.left[0].result + i)
}

// available reports whether a value that is there is none of those replaced: in
// a graph, a value may depend on itself. Among equal values all stay.
func (m *match) available(v *ir.Value) bool {
	return m.search != nil || !slices.Contains(m.roots, v.Def())
}

// usesNoRoot reports whether no op to be built uses what is replaced.
func (m *match) usesNoRoot() bool {
	for _, p := range m.built {
		for _, a := range p.args {
			if a.from.value != nil && !m.available(a.from.value) {
				return false
			}
		}
	}
	return true
}

func (m *match) existing(v *ir.Value) operand {
	p := m.newPlan()
	p.value, p.one[0] = v, v.Type()
	p.types = p.one[:]
	return operand{from: p}
}

// term plans a term. like is the type that a constant without a type has, and
// what an open op is to result in; nil where nothing asks for one.
func (m *match) term(t *term, like *ir.Type) (operand, bool) {
	switch t.kind {
	case variableTerm:
		return m.existing(m.vars[t.variable]), true
	case entryTerm:
		v, ok := m.entryOf(t)
		if !ok {
			return operand{}, m.refuse("there is no such entry of %s", m.rule.listVars[t.variable])
		}
		return m.existing(v), true
	case numberTerm, computedTerm:
		return m.constant(t, like)
	}
	p := m.newPlan()
	p.def = m.defOf(t)
	var ok bool
	if p.props, ok = m.attributesOf(t, p.def); !ok || !m.operation(t, p, like) {
		return operand{}, false
	}
	for _, q := range m.built {
		if q.equal(p) {
			p = q
			break
		}
	}
	if x, ok := m.operandOf(p); ok {
		return x, true
	}
	if t.result >= len(p.types) {
		return operand{}, m.refuse("op '%s' would have no result #%d", p.def.Name(), t.result)
	}
	if !slices.Contains(m.built, p) {
		m.built = append(m.built, p)
	}
	return operand{p, t.result}, true
}

// operandOf is the operand that the op's own folder replaces a planned op by, as it
// does a slice of all there is: what would go at once is not made.
func (m *match) operandOf(p *plan) (operand, bool) {
	if p.def.Fold == nil || len(p.types) != 1 || !slices.ContainsFunc(p.args, func(a operand) bool { return a.typ() == p.types[0] }) {
		return operand{}, false
	}
	o := p.sample
	if o == nil {
		o = m.sample(p)
	}
	folded := p.def.Fold(o, make([]*ir.Attr, len(p.args)))
	if len(folded) != 1 || folded[0].Value == nil {
		return operand{}, false
	}
	for i, a := range p.args {
		if folded[0].Value == o.Operand(i) && a.typ() == p.types[0] {
			return a, true
		}
	}
	return operand{}, false
}

// operation plans the operands and types of an op. Constants among its operands
// have rank 0 where it takes them so, and else the shape of what they go with.
func (m *match) operation(t *term, p *plan, like *ir.Type) bool {
	if t.typ != nil && like == nil {
		like, _ = m.typeOf(t.typ)
	}
	built, full := len(m.built), whole(p.def)
	if m.operandsOf(t, p, like, full) && m.infer(t, p) && m.verifies(p) {
		return true
	}
	if full || !slices.ContainsFunc(t.args, func(a *term) bool { return a.open }) {
		return false
	}
	m.built = m.built[:built]
	return m.operandsOf(t, p, like, true) && m.infer(t, p) && m.verifies(p)
}

// equal reports whether two plans make the same.
func (p *plan) equal(q *plan) bool {
	if p.def != q.def || p.props != q.props || !slices.Equal(p.types, q.types) {
		return false
	}
	return slices.EqualFunc(p.args, q.args, operand.equal)
}

// equal reports whether two operands are surely one value.
func (x operand) equal(y operand) bool {
	a, b := x.from, y.from
	switch {
	case a.value != nil:
		return a.value == b.value
	case a.konst != nil:
		return a.konst == b.konst && a.types[0] == b.types[0]
	}
	return x == y
}

func (m *match) typeOf(t *typeExpr) (*ir.Type, bool) {
	if t.like != nil {
		d, ok := t.like.eval(m)
		if !ok {
			return nil, false
		}
		return d.v.Type(), true
	}
	shape, ok := t.shape.eval(m)
	elem, ok2 := t.elem.eval(m)
	if !ok || !ok2 || shape.kind != intsKind || elem.kind != typeKind {
		return nil, false
	}
	for _, n := range shape.ints {
		if n < 0 {
			return nil, false
		}
	}
	return m.root.Context().Tensor(shape.ints, elem.typ), true
}

// infer finds the types of an op, or checks the one that is given, and reports
// whether the op can be.
func (m *match) infer(t *term, p *plan) bool {
	def := p.def
	in := &m.inference
	*in = ir.Inference{Ctx: m.root.Context(), Def: def, Props: p.props, Operands: in.Operands[:0], Values: in.Values[:0]}
	for i, a := range p.args {
		if d := def.OperandDef(i); d == nil || !d.Type.Ok(a.typ()) {
			return m.refuse("op '%s' does not take an operand #%d of type '%s'", def.Name(), i, a.typ())
		}
		in.Operands = append(in.Operands, a.typ())
		in.Values = append(in.Values, a.from.value)
	}
	if t.typ != nil {
		given, ok := m.typeOf(t.typ)
		if !ok {
			return m.refuse("the type of op '%s' has no value", def.Name())
		}
		in.Results = []*ir.Type{given}
	}
	if t.class >= 0 && t.typ == nil {
		given, ok := m.classType(t, p)
		if !ok {
			return m.refuse("the operands of op '%s' do not have shapes that go together", def.Name())
		}
		in.Results = []*ir.Type{given}
	}
	if def.Infer == nil { // SameTypes, as the rule's check made sure
		if p.types = in.Results; p.types == nil {
			p.one[0] = in.Operands[0]
			p.types = p.one[:]
		}
		return m.resultsFit(def, p.types)
	}
	types, err := in.Types()
	switch {
	case err != nil:
		return m.refuse("op '%s' %s", def.Name(), err)
	case in.Results == nil && len(types) == 1:
		p.one[0] = types[0]
		p.types = p.one[:]
	case in.Results == nil:
		p.types = slices.Clone(types) // which may be operands of the inference
	case len(types) != 1 || in.Results[0] != types[0]: // `?` is no promise of an extent
		return m.refuse("op '%s' would not have the stated type '%s'", def.Name(), in.Results[0])
	default:
		p.types = in.Results
	}
	return m.resultsFit(def, p.types)
}

// resultsFit reports whether an op may have results of these types.
func (m *match) resultsFit(def *ir.OpDef, types []*ir.Type) bool {
	for i, t := range types {
		if d := def.ResultDef(i); d == nil || !d.Type.Ok(t) {
			return m.refuse("op '%s' does not have a result #%d of type '%s'", def.Name(), i, t)
		}
	}
	return true
}

// attributesOf is the dictionary of the inherent attributes of an op to be
// built; false when one of them is not as the op demands.
func (m *match) attributesOf(t *term, def *ir.OpDef) (*ir.Attr, bool) {
	c := m.root.Context()
	var attrs []ir.NamedAttr
	if t.star >= 0 {
		from := m.captures[t.star]
		source := m.rule.captured[t.star]
		for _, e := range from.Props().Entries() {
			if spokenOf(source, e.Name) || spokenOf(t, e.Name) {
				continue
			}
			arg := def.AttrDef(e.Name)
			if arg == nil || !arg.Is.Ok(e.Value) {
				return nil, m.refuse("op '%s' cannot have the attribute '%s' of what is replaced", def.Name(), e.Name)
			}
			attrs = append(attrs, e)
		}
	}
	for i := range t.attrs {
		a := &t.attrs[i]
		d, ok := a.value.eval(m)
		if !ok {
			return nil, m.refuse("attribute '%s' of op '%s' cannot be computed", a.name, def.Name())
		}
		v, ok := d.attribute(c, a.arg)
		if !ok {
			return nil, m.refuse("what is computed for attribute '%s' of op '%s' is not %s", a.name, def.Name(), a.arg.Is.Desc)
		}
		if v != nil && !def.IsMissing(c, a.name, v) {
			attrs = append(attrs, ir.NamedAttr{Name: a.name, Value: v})
		}
	}
	if len(attrs) == 0 {
		return nil, true
	}
	return c.Dict(attrs), true
}

// replace builds what is planned and puts it in the place of the matched
// results.
func (m *match) replace(rw *rewrite.Rewriter) {
	for _, o := range m.moves {
		rw.Move(o, m.point)
	}
	values := make([]*ir.Value, len(m.plans))
	for i, p := range m.plans {
		values[i] = m.make(rw, p)
	}
	if m.rule.left[0].results == 0 && len(m.roots) == 1 {
		rw.ReplaceValue(m.replaced(0), values[0])
		rw.Modified(m.root)
		return
	}
	if len(m.roots) == 1 {
		rw.ReplaceOp(m.root, values...)
		return
	}
	for i := range m.roots {
		rw.ReplaceValue(m.replaced(i), values[i])
	}
	for _, o := range m.roots {
		if !o.HasUses() {
			rw.EraseOp(o)
		}
	}
}

// make makes an operand of the right side, operands first.
func (m *match) make(rw *rewrite.Rewriter, x operand) *ir.Value {
	p := x.from
	switch {
	case p.value != nil:
		return p.value
	case p.konst != nil:
		rw.Before(m.point)
		return p.maker.Constant(rw.Builder, p.konst, p.types[0], m.root.Loc()).Result(0)
	case p.op == nil:
		args := make([]*ir.Value, len(p.args))
		for i, a := range p.args {
			args[i] = m.make(rw, a)
		}
		rw.Before(m.point)
		p.op = rw.OpWithTypes(p.def, m.root.Loc(), p.types, args, p.props.Entries()...)
	}
	return p.op.Result(x.result)
}
