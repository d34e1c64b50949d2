package rewrite

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// Instance says how to make the left side of a rule concrete, so that the rule
// can be tested by execution.
type Instance struct {
	// Elem is the element type of numbers.
	Elem *ir.Type
	// Leaf is the value that stands for a variable; ok tells which types the op
	// that uses it first accepts.
	Leaf func(variable string, ok func(*ir.Type) bool) *ir.Value
	// Type is the result type of an op whose type does not follow from its
	// operands.
	Type func(def *ir.OpDef, operands []*ir.Type) *ir.Type
}

// Instantiate builds the left side of r at the insertion point of b and returns
// its root. It fails when the types that in chose do not fit the ops.
func (r *Rule) Instantiate(b *ir.Builder, in Instance) (*ir.Op, error) {
	m := &instantiation{Instance: in, b: b, dialect: r.left.def.Dialect(), vars: make([]*ir.Value, len(r.vars)), names: r.vars}
	if len(r.attrVars) > 0 {
		return nil, fmt.Errorf("rule '%s' binds attributes; their values cannot be made up", r.Name)
	}
	v, err := m.value(r.left, func(*ir.Type) bool { return true })
	if err != nil {
		return nil, err
	}
	return v.Def(), nil
}

type instantiation struct {
	Instance
	b       *ir.Builder
	dialect *ir.Dialect // of the root
	vars    []*ir.Value
	names   []string
}

func (m *instantiation) value(t *term, ok func(*ir.Type) bool) (*ir.Value, error) {
	switch t.kind {
	case variableTerm:
		if m.vars[t.variable] == nil {
			m.vars[t.variable] = m.Leaf(m.names[t.variable], ok)
		}
		if v := m.vars[t.variable]; v != nil {
			return v, nil
		}
		return nil, fmt.Errorf("nothing fits %s", m.names[t.variable])
	case numberTerm:
		typ := m.b.Ctx.Tensor(nil, m.Elem)
		a := SplatAttr(m.b.Ctx, typ, t.number)
		if a == nil || !splatIs(a, t.number) {
			return nil, fmt.Errorf("%v is no %s", t.number, m.Elem)
		}
		return m.constant(a, typ)
	}
	st := &ir.OpState{Name: m.b.Ctx.OpName(t.def.Name())}
	types := make([]*ir.Type, len(t.args))
	for i, a := range t.args {
		v, err := m.value(a, t.def.Operands[min(i, len(t.def.Operands)-1)].Type.Ok)
		if err != nil {
			return nil, err
		}
		st.Operands = append(st.Operands, v)
		types[i] = v.Type()
	}
	for _, a := range t.attrs {
		st.Attrs = append(st.Attrs, ir.NamedAttr{Name: a.name, Value: literalAttr(t.def, a, m.b.Ctx)})
	}
	if t.def.Infer == nil || t.def.Has(ir.StatedTypes) {
		st.Results = []*ir.Type{m.Type(t.def, types)}
	}
	o, err := m.b.Create(st)
	if err != nil {
		return nil, err
	}
	return o.Result(0), nil
}

func (m *instantiation) constant(a *ir.Attr, t *ir.Type) (*ir.Value, error) {
	if m.dialect.Constant != nil {
		if o := m.dialect.Constant(m.b, a, t, 0); o != nil {
			return o.Result(0), nil
		}
	}
	return nil, fmt.Errorf("dialect '%s' makes no constants of type '%s'", m.dialect.Name, t)
}
