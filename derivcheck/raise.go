package derivcheck

import (
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Raised is a copy of a module in which all floats are f64, and complex numbers are made of these;
// nil if that is no valid module, because something in it looks at bits of a float, or is computed
// outside of it.
func Raised(module *ir.Op) *ir.Op {
	r := &raiser{ctx: module.Context(), ok: true}
	m := ir.NewBuilder(r.ctx).Clone(module, map[*ir.Value]*ir.Value{})
	var roundings []*ir.Op
	ir.Walk(m, func(o *ir.Op) ir.WalkAction {
		r.op(o)
		if o.Is(tg.ReducePrecision) {
			roundings = append(roundings, o)
		}
		return ir.Advance
	})
	for _, o := range roundings { // what rounds has steps, and no differences to speak of
		o.Result(0).ReplaceAllUsesWith(o.Operand(0))
		o.Erase()
	}
	if !r.ok || ir.Verify(m) != nil {
		return nil
	}
	return m
}

type raiser struct {
	ctx *ir.Context
	ok  bool
}

func (r *raiser) op(o *ir.Op) {
	if o.Is(tg.CustomCall) { // which may be for these types only
		for _, v := range append(o.Operands(), o.Results()...) {
			r.ok = r.ok && r.of(v.Type()) == v.Type()
		}
	}
	for _, v := range o.Results() {
		v.SetType(r.of(v.Type()))
	}
	for _, region := range o.Regions() {
		for b := region.First(); b != nil; b = b.Next() {
			for _, a := range b.Args() {
				a.SetType(r.of(a.Type()))
			}
		}
	}
	o.SetProps(r.attr(o, o.Props()))
	o.SetAttrs(r.attr(o, o.Attrs()))
}

// of is the type that becomes of t.
func (r *raiser) of(t *ir.Type) *ir.Type {
	switch {
	case t.IsFloat():
		return r.ctx.F64()
	case t.IsComplex():
		return r.ctx.Complex(r.ctx.F64())
	case t.IsFunction():
		return r.ctx.Func(r.all(t.Inputs()), r.all(t.Results()))
	case t.IsShaped():
		return r.ctx.WithElem(t, r.of(t.Elem()))
	}
	return t
}

func (r *raiser) all(types []*ir.Type) []*ir.Type {
	list := make([]*ir.Type, len(types))
	for i, t := range types {
		list[i] = r.of(t)
	}
	return list
}

// attr is what becomes of an attribute of o. A number that is no constant keeps its type: it is a
// parameter of the op.
func (r *raiser) attr(o *ir.Op, a *ir.Attr) *ir.Attr {
	switch {
	case a == nil:
		return nil
	case a.Is(ir.TypeAttr):
		return r.ctx.TypeAttr(r.of(a.Type()))
	case a.Is(ir.FloatAttr) && o.Has(ir.ConstantLike):
		return r.ctx.FloatAttr(r.ctx.F64(), a.Float())
	case a.Is(ir.DictAttr):
		entries := make([]ir.NamedAttr, len(a.Entries()))
		for i, e := range a.Entries() {
			entries[i] = ir.NamedAttr{Name: e.Name, Value: r.attr(o, e.Value)}
		}
		return r.ctx.Dict(entries)
	case a.Is(ir.ArrayAttr):
		list := make([]*ir.Attr, len(a.Elems()))
		for i, e := range a.Elems() {
			list[i] = r.attr(o, e)
		}
		return r.ctx.Array(list)
	case (a.Is(ir.DenseAttr) || a.Is(ir.ResourceAttr)) && r.of(a.Type()) != a.Type():
		x, err := interp.DecodeElements(r.ctx, a)
		if err != nil {
			r.ok = false
			return a
		}
		t := r.of(a.Type())
		return interp.EncodeElements(r.ctx, t, converted(x, t))
	}
	return a
}

// converted is x with the elements of a type of f64 or of complex numbers of these.
func converted(x *tensor.Tensor, t *ir.Type) *tensor.Tensor {
	d, ok := interp.DTypeOf(t.ElemOrSelf())
	if !ok || d == x.DType() {
		return x
	}
	to := tensor.New(d, x.Shape()...)
	from, parts := x.Parts(), to.Parts()
	for k := range from.Len() {
		parts.SetFloat64(k, from.Float64At(k))
	}
	return to
}
