package rewrite

import (
	"math"

	"github.com/tg-opt/tg/ir"
)

// plan is a template node with its type, before anything is made: a rewrite
// whose types do not fit must leave no trace.
type plan struct {
	term  *term
	typ   *ir.Type
	value *ir.Value
	konst *ir.Attr
	attrs []ir.NamedAttr
	args  []*plan
}

// build makes the right side in front of the root; ok is false when it would
// not have the root's type, or cannot be made.
func (m *match) build(rw *Rewriter) (v *ir.Value, ok bool) {
	root := m.root.Result(0).Type()
	var given *ir.Type
	if m.rule.rootType {
		t := m.valueOf(m.rule.typeOf)
		if t == nil {
			return nil, false
		}
		given = t.Type()
	}
	p := m.plan(m.rule.right, given, root)
	if p == nil || p.typ != root {
		return nil, false
	}
	return m.make(rw, p), true
}

// plan computes the type of a template node; nil when it does not exist. given
// is the type that the rule states; like is the type that a number takes its
// element type from.
func (m *match) plan(t *term, given, like *ir.Type) *plan {
	switch t.kind {
	case variableTerm:
		v := m.vars[t.variable]
		return &plan{term: t, typ: v.Type(), value: v}
	case likeTerm:
		return m.constant(t, m.vars[t.variable].Type())
	case numberTerm:
		if t == m.rule.right {
			return m.constant(t, like)
		}
		return m.constant(t, m.root.Context().Tensor(nil, like.ElemOrSelf()))
	}
	p := &plan{term: t, typ: given, args: make([]*plan, len(t.args)), attrs: m.templateAttrs(t)}
	// Numbers take the element type of the operand before them, or else of the
	// first one behind.
	for i, a := range t.args {
		if a.kind == numberTerm {
			continue
		}
		if p.args[i] = m.plan(a, nil, like); p.args[i] == nil {
			return nil
		}
	}
	for i, a := range t.args {
		if a.kind != numberTerm {
			continue
		}
		if p.args[i] = m.plan(a, nil, neighbour(p.args, i, like)); p.args[i] == nil {
			return nil
		}
	}
	if !m.infer(p) {
		return nil
	}
	return p
}

// neighbour is the type of the nearest planned argument before i, else behind
// it, else like.
func neighbour(args []*plan, i int, like *ir.Type) *ir.Type {
	for k := i - 1; k >= 0; k-- {
		if args[k] != nil {
			return args[k].typ
		}
	}
	for _, a := range args[i+1:] {
		if a != nil {
			return a.typ
		}
	}
	return like
}

// infer finds the type of an op, or checks the one that is given, and reports
// whether the op can be.
func (m *match) infer(p *plan) bool {
	def := p.term.def
	in := &ir.Inference{Ctx: m.root.Context(), Def: def, Props: m.root.Context().Dict(p.attrs)}
	for i, a := range p.args {
		if !def.Operands[min(i, len(def.Operands)-1)].Type.Ok(a.typ) {
			return false
		}
		in.Operands = append(in.Operands, a.typ)
		in.Values = append(in.Values, a.value)
	}
	if p.typ != nil {
		in.Results = []*ir.Type{p.typ}
	}
	if def.Infer == nil { // SameTypes, as the rule's check made sure
		if p.typ == nil {
			p.typ = in.Operands[0]
		}
		return true
	}
	types, err := def.Infer(in)
	if err != nil || len(types) != 1 {
		return false
	}
	if p.typ == nil {
		p.typ = types[0]
	}
	return ir.Compatible(p.typ, types[0])
}

func (m *match) templateAttrs(t *term) []ir.NamedAttr {
	var attrs []ir.NamedAttr
	if t.all {
		attrs = append(attrs, m.allAttrs()...)
	}
	for _, a := range t.attrs {
		v := ir.NamedAttr{Name: a.name}
		if a.variable >= 0 {
			v.Value = m.attrs[a.variable]
		} else {
			v.Value = literalAttr(t.def, a, m.root.Context())
		}
		replaced := false
		for i := range attrs {
			if attrs[i].Name == a.name {
				attrs[i], replaced = v, true
			}
		}
		if !replaced {
			attrs = append(attrs, v)
		}
	}
	return attrs
}

// allAttrs are the inherent attributes of the matched op that `{*}` marks.
func (m *match) allAttrs() []ir.NamedAttr {
	if m.all == nil {
		return nil
	}
	return append([]ir.NamedAttr(nil), m.all.Props().Entries()...)
}

// constant plans a splat of type t.
func (m *match) constant(t *term, typ *ir.Type) *plan {
	a := SplatAttr(m.root.Context(), typ, t.number)
	if a == nil || m.root.Def().Dialect().Constant == nil {
		return nil
	}
	return &plan{term: t, typ: typ, konst: a}
}

// SplatAttr is the dense splat of type t (a static ranked tensor) whose
// elements are v, or nil when an element cannot be v exactly.
func SplatAttr(c *ir.Context, t *ir.Type, v float64) *ir.Attr {
	if !t.IsRankedTensor() || !t.IsStatic() {
		return nil
	}
	elem := t.Elem()
	raw := make([]byte, ir.StorageBytes(elem))
	var bits uint64
	switch {
	case elem.IsFloat() && elem.Width() <= 64:
		b := elem.Format().Encode(v)
		if elem.Format().Decode(b) != v {
			return nil
		}
		bits = b.Lo
	case elem.IsInteger() && elem.Width() <= 64 || elem.IsIndex():
		a := c.IntAttr(elem, int64(v))
		if v != math.Trunc(v) || float64(a.Int()) != v {
			return nil
		}
		bits = uint64(a.Int())
	default:
		return nil
	}
	for i := range raw {
		raw[i] = byte(bits >> (8 * i))
	}
	if n, ok := t.NumElements(); !ok || n == 0 {
		return c.Dense(t, nil)
	}
	return c.Dense(t, raw)
}

func (m *match) make(rw *Rewriter, p *plan) *ir.Value {
	if p.value != nil {
		return p.value
	}
	if p.konst != nil {
		rw.Before(m.root)
		return rw.driver.constant(m.root, p.konst, p.typ).Result(0)
	}
	args := make([]*ir.Value, len(p.args))
	for i, a := range p.args {
		args[i] = m.make(rw, a)
	}
	rw.Before(m.root)
	return rw.OpWithTypes(p.term.def, m.root.Loc(), []*ir.Type{p.typ}, args, p.attrs...).Result(0)
}
