package opgen

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Ops that do not fill InstanceOf are made by what they declare: those that are
// elementwise, or want one type for all, of operands of one shape, of which those
// have one element type that go together. Of what that does not tell, the op says
// which other op it is like.

// Twin is how an op is like one that fills InstanceOf.
type Twin struct {
	// Op takes the same operands.
	Op *ir.OpDef
	// Attrs are the attributes of the op that mean what those of Op do; nil if
	// there are none that do. Back is the inverse, for an op whose result type is
	// stated; nil for an op that infers it.
	Attrs, Back func(c *ir.Context, of Attrs) Attrs
}

// TwinOf is filled by ops whose instances are made like those of another op.
var TwinOf = ir.NewSlot[Twin]("op with the same operands")

// Renamed is the twin whose attributes differ in nothing but their names: pairs of
// that of op, and that here.
func Renamed(op *ir.OpDef, names ...string) Twin {
	rename := func(from, to int) func(*ir.Context, Attrs) Attrs {
		return func(_ *ir.Context, of Attrs) Attrs {
			out := Attrs{}
			for i := 0; i < len(names); i += 2 {
				if a := of[names[i+from]]; a != nil {
					out[names[i+to]] = a
				}
			}
			return out
		}
	}
	return Twin{Op: op, Attrs: rename(0, 1), Back: rename(1, 0)}
}

// Unknown says why the package cannot make instances of an op; it is empty if it
// can.
func Unknown(def *ir.OpDef) string {
	if Known(def) {
		return ""
	}
	if slices.ContainsFunc(def.Regions, func(r ir.RegionArg) bool { return !r.Variadic }) {
		return "it has regions"
	}
	if _, ok := TwinOf.Get(def); ok {
		return ""
	}
	constant := def.Has(ir.ConstantLike) && len(def.Operands) == 0
	if !constant && !uniform(def) {
		return "nothing says which operands and attributes go together"
	}
	c := ir.NewContext()
	for i, a := range def.Operands {
		if len(accepted(c, a.Type)) == 0 {
			return fmt.Sprintf("operand #%d must be %s", i, a.Type.Desc)
		}
	}
	for _, a := range def.Attrs {
		if a.Optional || a.Default != nil || len(cases(c, a.Is)) > 0 || constant && holds(c, a.Is) {
			continue
		}
		return fmt.Sprintf("nothing says which values attribute '%s' may have", a.Name)
	}
	return ""
}

// foreign reports whether an op is made by what it declares, or by a twin.
func foreign(def *ir.OpDef) bool { return !Known(def) }

// uniform reports whether all operands of an op have one shape.
func uniform(def *ir.OpDef) bool {
	return len(def.Operands) > 0 && (def.Has(ir.SameTypes) || def.Has(ir.Elementwise) && !def.Has(ir.Broadcasts))
}

// holds reports whether an attribute may be what a constant holds.
func holds(c *ir.Context, is ir.AttrConstraint) bool {
	return is.Ok(c.Dense(c.Tensor(nil, c.I32()), make([]byte, 4)))
}

// cases are the values that an attribute may have, if they are few.
func cases(c *ir.Context, is ir.AttrConstraint) []*ir.Attr {
	if is.Cases != nil {
		return is.Cases(c)
	}
	var list []*ir.Attr
	for _, w := range is.Values {
		list = append(list, c.StringAttr(w))
	}
	for _, b := range []bool{false, true} {
		if a := c.BoolAttr(b); is.Ok(a) && !is.Ok(c.I64Attr(0)) {
			list = append(list, a)
		}
	}
	return list
}

// accepted are the element types that a constraint allows.
func accepted(c *ir.Context, t ir.TypeConstraint) []*ir.Type {
	return slices.DeleteFunc(append(Elements(c), c.Index()), func(e *ir.Type) bool { return !t.Ok(e) && !t.Ok(c.Tensor(nil, e)) })
}

// foreignOperand is Operand for an op of another dialect.
func (g *Generator) foreignOperand(def *ir.OpDef, i int, before []*ir.Type) *ir.Type {
	a := def.OperandDef(i)
	if twin, ok := TwinOf.Get(def); ok {
		if t := g.Operand(twin.Op, i, before); t != nil && a.Type.Ok(t) {
			return t
		}
		return nil
	}
	e := g.elemFor(a.Type)
	if group := def.OperandElems(i, len(def.Operands)); group != "" {
		for k, t := range before {
			if def.OperandElems(k, len(def.Operands)) == group {
				e = t.ElemOrSelf()
			}
		}
	}
	if e == nil {
		return nil
	}
	if len(before) > 0 {
		return g.Ctx.WithElem(before[0], e)
	}
	return g.shaped(a.Type, e)
}

// shaped is a type with that element type, which may be a scalar where scalars
// are wanted.
func (g *Generator) shaped(is ir.TypeConstraint, e *ir.Type) *ir.Type {
	switch t := g.Ctx.Tensor(g.Base, e); {
	case is.Ok(e) && (g.Scalars || !is.Ok(t)):
		return e
	case is.Ok(t):
		return t
	}
	return nil
}

// elemFor is an element type that a constraint allows; that of the generator if
// it may be.
func (g *Generator) elemFor(is ir.TypeConstraint) *ir.Type {
	list := accepted(g.Ctx, is)
	switch {
	case len(list) == 0:
		return nil
	case slices.Contains(list, g.Elem):
		return g.Elem
	}
	return Pick(g, list)
}

// foreignAttrs is Attrs for an op of another dialect. Optional attributes that are
// there or not, and sets of flags, promise something of the operands that random
// ones do not keep: they are not there.
func (g *Generator) foreignAttrs(def *ir.OpDef, operands []*ir.Type) Attrs {
	if twin, ok := TwinOf.Get(def); ok {
		attrs := g.Attrs(twin.Op, operands)
		if attrs == nil {
			return nil
		}
		return twin.Attrs(g.Ctx, attrs)
	}
	attrs := Attrs{}
	for _, a := range def.Attrs {
		optional := a.Optional || a.Default != nil
		switch list := cases(g.Ctx, a.Is); {
		case optional && (a.Is.Cases == nil || !g.Chance(1, 3)):
		case len(list) > 0:
			attrs[a.Name] = Pick(g, list)
		default: // Unknown has seen to it that this is a constant
			e := g.elemFor(def.Results[0].Type)
			if e == nil {
				return nil
			}
			t := g.shaped(def.Results[0].Type, e)
			if t == nil {
				return nil
			}
			attrs[a.Name] = g.Constant(t)
		}
	}
	return attrs
}

// foreignResults is Results for an op of another dialect, of which the verifier
// has the last word.
func (g *Generator) foreignResults(def *ir.OpDef, operands []*ir.Type, attrs Attrs) ([]*ir.Type, error) {
	results, err := g.proposedResults(def, operands, attrs)
	if err != nil {
		return nil, err
	}
	block := &ir.Block{}
	values := make([]*ir.Value, len(operands))
	for i, t := range operands {
		values[i] = block.AddArg(t, 0)
	}
	return results, ir.VerifyOp(ir.NewBuilder(g.Ctx).OpWithTypes(def, 0, results, values, attrs.Entries()...))
}

func (g *Generator) proposedResults(def *ir.OpDef, operands []*ir.Type, attrs Attrs) ([]*ir.Type, error) {
	if def.Infer != nil && !def.Has(ir.StatedTypes) {
		return (&ir.Inference{Ctx: g.Ctx, Def: def, Operands: operands, Values: make([]*ir.Value, len(operands)), Props: g.Ctx.Dict(attrs.Entries())}).Types()
	}
	if twin, ok := TwinOf.Get(def); ok && twin.Back != nil {
		return g.Results(twin.Op, operands, twin.Back(g.Ctx, attrs))
	}
	switch {
	case len(def.Results) != 1:
		return nil, errNoResult
	case def.Has(ir.ConstantLike) && attrs["value"] != nil:
		return one(attrs["value"].Type()), nil
	case len(operands) == 0:
		return nil, errNoResult
	case def.Has(ir.SameTypes):
		return operands[:1:1], nil
	}
	list := accepted(g.Ctx, def.Results[0].Type)
	if len(list) == 0 {
		return nil, errNoResult
	}
	return one(g.Ctx.WithElem(operands[0], Pick(g, list))), nil
}
