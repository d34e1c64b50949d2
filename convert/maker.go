package convert

import (
	"github.com/tg-opt/tg/ir"
)

// Maker makes the ops of tg that one op becomes, where these are several. The first
// error is kept, and nothing is made after it: values are nil then.
type Maker struct {
	*Rewriter
	// Op is what is converted.
	Op *ir.Op
	// Err is the first error.
	Err error
}

// NewMaker makes ops for o.
func (c *Rewriter) NewMaker(o *ir.Op) *Maker { return &Maker{Rewriter: c, Op: o} }

// Failed keeps an error, and reports whether there has been one.
func (m *Maker) Failed(err error) bool {
	if m.Err == nil {
		m.Err = err
	}
	return m.Err != nil
}

// Operand is the translation of operand i, which is one tensor.
func (m *Maker) Operand(i int) *ir.Value {
	v := m.Value(m.Op.Operand(i))
	if v == nil {
		m.Failed(m.errMissing())
	}
	return v
}

// Apply is the first result of an op whose type is inferred.
func (m *Maker) Apply(def *ir.OpDef, operands ...*ir.Value) *ir.Value {
	return m.Typed(def, nil, operands)
}

// Typed is Apply with the type of the result, where t is not nil, and attributes.
func (m *Maker) Typed(def *ir.OpDef, t *ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	var types []*ir.Type
	if t != nil {
		types = []*ir.Type{t}
	}
	made := m.Several(def, types, operands, attrs...)
	if made == nil {
		return nil
	}
	return made[0]
}

// Several are all results of an op, of types that are inferred if there are none.
func (m *Maker) Several(def *ir.OpDef, types []*ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) []*ir.Value {
	if m.Failed(nil) {
		return nil
	}
	if types == nil {
		in := &ir.Inference{Ctx: m.Ctx, Def: def, Props: m.Ctx.Dict(attrs)}
		for _, v := range operands {
			if v == nil {
				m.Failed(m.errMissing())
				return nil
			}
			in.Operands = append(in.Operands, v.Type())
		}
		var err error
		if types, err = in.Types(); err != nil {
			m.Failed(m.unable("%w", err))
			return nil
		}
	}
	made, err := m.Make(m.Op, def, operands, types, nil, attrs...)
	if m.Failed(err) {
		return nil
	}
	return made.Results()
}

// Done makes the values stand for the results of the op, or returns the error.
func (m *Maker) Done(values ...*ir.Value) error {
	if m.Failed(nil) {
		return m.Err
	}
	for _, v := range values {
		if v == nil {
			return m.errMissing()
		}
	}
	return m.FinishWith(m.Op, values)
}
