package rewrite

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// plan is an op or a constant of the right side with its types, before anything
// is made: a rewrite whose types do not fit must leave no trace. An existing
// value is a plan, too.
type plan struct {
	value *ir.Value // of what is there
	konst *ir.Attr
	def   *ir.OpDef
	types []*ir.Type
	props *ir.Attr
	args  []operand
	op    *ir.Op // once it is made
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
	m.plans, m.built = m.plans[:0], m.built[:0]
	for i, t := range m.rule.right {
		old := m.replaced(i)
		x, ok := m.term(t, old.Type(), true)
		if !ok || x.typ() != old.Type() || x.from.value != nil && !m.available(x.from.value) {
			return false
		}
		if !static(old.Type()) && m.dropsExtents() {
			return false
		}
		m.plans = append(m.plans, x)
	}
	return m.usesNoRoot()
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
// a graph, a value may depend on itself.
func (m *match) available(v *ir.Value) bool { return !slices.Contains(m.roots, v.Def()) }

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

func existing(v *ir.Value) operand {
	return operand{from: &plan{value: v, types: []*ir.Type{v.Type()}}}
}

// term plans a term. like is the type that a number without a type takes its
// element type from, or, for one that replaces a result, its type.
func (m *match) term(t *term, like *ir.Type, root bool) (operand, bool) {
	switch t.kind {
	case variableTerm:
		return existing(m.vars[t.variable]), true
	case numberTerm, computedTerm:
		return m.constant(t, like, root)
	}
	p := &plan{def: t.def}
	if !m.operandsOf(t, p, like) {
		return operand{}, false
	}
	var ok bool
	if p.props, ok = m.attributesOf(t); !ok || !m.infer(t, p) {
		return operand{}, false
	}
	for _, q := range m.built {
		if q.equal(p) {
			p = q
			break
		}
	}
	if t.result >= len(p.types) {
		return operand{}, false
	}
	if !slices.Contains(m.built, p) {
		m.built = append(m.built, p)
	}
	return operand{p, t.result}, true
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

// operandsOf plans the operands of t. Numbers take the element type of the
// operand before them, or else of the first one behind.
func (m *match) operandsOf(t *term, p *plan, like *ir.Type) bool {
	p.args = make([]operand, 0, len(t.args))
	open := make([]int, 0, 4) // places of numbers
	for _, a := range t.args {
		switch {
		case a.kind == restTerm:
			for _, v := range m.lists[a.variable].values() {
				p.args = append(p.args, existing(v))
			}
		case a.isUntypedNumber():
			open = append(open, len(p.args))
			p.args = append(p.args, operand{})
		default:
			x, ok := m.term(a, like, false)
			if !ok {
				return false
			}
			p.args = append(p.args, x)
		}
	}
	for _, a := range t.args {
		if !a.isUntypedNumber() {
			continue
		}
		i := open[0]
		open = open[1:]
		typ := neighbour(p.args, i, like)
		if !t.def.Has(ir.SameTypes) {
			typ = scalarOf(m.root.Context(), typ)
		}
		x, ok := m.constant(a, typ, true)
		if !ok {
			return false
		}
		p.args[i] = x
	}
	return true
}

func (t *term) isUntypedNumber() bool {
	return (t.kind == numberTerm || t.kind == computedTerm) && t.typ == nil
}

// scalarOf is the rank-0 tensor of the elements of t; t itself when that is no
// tensor.
func scalarOf(c *ir.Context, t *ir.Type) *ir.Type {
	if t.IsTensor() {
		return c.Tensor(nil, t.Elem())
	}
	return t
}

// neighbour is the type of the nearest planned operand before i, else behind
// it, else like.
func neighbour(args []operand, i int, like *ir.Type) *ir.Type {
	for k := i - 1; k >= 0; k-- {
		if args[k].from != nil {
			return args[k].typ()
		}
	}
	for _, a := range args[i+1:] {
		if a.from != nil {
			return a.typ()
		}
	}
	return like
}

// constant plans a constant whose elements are all a number. Without a type of
// its own it has type t, or as an operand is a scalar of the same elements.
func (m *match) constant(t *term, typ *ir.Type, whole bool) (operand, bool) {
	c := m.root.Context()
	switch {
	case t.typ != nil:
		var ok bool
		if typ, ok = m.typeOf(t.typ); !ok {
			return operand{}, false
		}
	case !whole:
		typ = scalarOf(c, typ)
	}
	n := t.number
	if t.kind == computedTerm {
		d, ok := t.value.eval(m)
		if d, ok2 := d.as(floatKind); ok && ok2 {
			n = number{value: d.f}
		} else {
			return operand{}, false
		}
	}
	a := n.attr(c, typ)
	if a == nil || m.root.Def().Dialect().Constant == nil {
		return operand{}, false
	}
	return operand{from: &plan{konst: a, types: []*ir.Type{typ}}}, true
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
	in := &ir.Inference{Ctx: m.root.Context(), Def: def, Props: p.props}
	for i, a := range p.args {
		if len(def.Operands) == 0 || !def.Operands[min(i, len(def.Operands)-1)].Type.Ok(a.typ()) {
			return false
		}
		in.Operands = append(in.Operands, a.typ())
		in.Values = append(in.Values, a.from.value)
	}
	if t.typ != nil {
		given, ok := m.typeOf(t.typ)
		if !ok {
			return false
		}
		in.Results = []*ir.Type{given}
	}
	if def.Infer == nil { // SameTypes, as the rule's check made sure
		if p.types = in.Results; p.types == nil {
			p.types = in.Operands[:1:1]
		}
		return resultsFit(def, p.types)
	}
	types, err := def.Infer(in)
	switch {
	case err != nil:
		return false
	case in.Results == nil:
		p.types = types
	case len(types) != 1 || in.Results[0] != types[0]: // `?` is no promise of an extent
		return false
	default:
		p.types = in.Results
	}
	return resultsFit(def, p.types)
}

// resultsFit reports whether an op may have results of these types.
func resultsFit(def *ir.OpDef, types []*ir.Type) bool {
	for i, t := range types {
		if len(def.Results) == 0 || !def.Results[min(i, len(def.Results)-1)].Type.Ok(t) {
			return false
		}
	}
	return true
}

// attributesOf is the dictionary of the inherent attributes of an op to be
// built; false when one of them is not as the op demands.
func (m *match) attributesOf(t *term) (*ir.Attr, bool) {
	c := m.root.Context()
	var attrs []ir.NamedAttr
	if t.star >= 0 {
		from := m.captures[t.star]
		source := m.rule.captured[t.star]
		for _, e := range from.Props().Entries() {
			if spokenOf(source, e.Name) || spokenOf(t, e.Name) {
				continue
			}
			arg := t.def.AttrDef(e.Name)
			if arg == nil || !arg.Is.Ok(e.Value) {
				return nil, false
			}
			attrs = append(attrs, e)
		}
	}
	for i := range t.attrs {
		a := &t.attrs[i]
		d, ok := a.value.eval(m)
		if !ok {
			return nil, false
		}
		v, ok := d.attribute(c, a.arg)
		if !ok {
			return nil, false
		}
		if v != nil && !t.def.IsDefault(c, a.name, v) {
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
func (m *match) replace(rw *Rewriter) {
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
func (m *match) make(rw *Rewriter, x operand) *ir.Value {
	p := x.from
	switch {
	case p.value != nil:
		return p.value
	case p.konst != nil:
		rw.Before(m.point)
		return rw.driver.constant(m.root, p.konst, p.types[0]).Result(0)
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
