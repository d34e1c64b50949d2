package lower

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// element makes an op of the body on tensors.
func (a *attempt) element(o *ir.Op) (t tensor, ok bool) {
	if o.Has(ir.ConstantLike) {
		return tensor{v: a.b.Clone(o, map[*ir.Value]*ir.Value{}).Result(0)}, true
	}
	if !o.Has(ir.Elementwise) && o.Name() != "tg.bitcast" || o.NumResults() != 1 {
		return t, a.refuse("'%s' is not an op on tensors, element by element", o.Name())
	}
	var operands []tensor
	for _, v := range o.Operands() {
		operands = append(operands, a.valueOf(v))
	}
	elem := o.Result(0).Type().Elem()
	if t, ok := a.counted(o, operands[0], elem); ok {
		return t, true
	}
	return a.elementwise(o.OpName(), o.Loc(), operands, elem, slices.Concat(o.Props().Entries(), o.Attrs().Entries())), true
}

// counted is an iota that is converted: an iota of the other type.
func (a *attempt) counted(o *ir.Op, x tensor, elem *ir.Type) (t tensor, ok bool) {
	if o.Name() != "tg.convert" || o.Attrs() != nil || !elem.IsFloat() && !elem.IsInteger() {
		return t, false
	}
	iota := a.madeBy(x.v, "tg.iota")
	if iota == nil || x.v.Type().Elem() != a.b.Ctx.I64() {
		return t, false
	}
	typ := a.b.Ctx.WithElem(x.v.Type(), elem)
	return tensor{a.op("tg.iota", typ, nil, ir.NamedAttr{Name: "dim", Value: iota.Attr("dim")}), x.dims}, true
}

// placedKey is a value and, as text, its dimensions: one value may be read along several axes.
type placedKey struct {
	v    *ir.Value
	dims string
}

// elementwise makes an op on tensors, which broadcast.
func (a *attempt) elementwise(name *ir.OpName, loc ir.Loc, operands []tensor, elem *ir.Type, attrs []ir.NamedAttr) tensor {
	p := places(a.order)
	if len(operands) == 1 {
		return a.apply(name, loc, operands, operands[0].dims, elem, attrs)
	}
	if dims, ok := a.alike(operands); ok {
		return a.apply(name, loc, operands, dims, elem, attrs)
	}
	var dims []int // of the result, from the last on
	for i, t := range operands {
		key := placedKey{t.v, fmt.Sprint(t.dims)}
		to, ok := a.placed[key]
		if !ok {
			to = a.aligned(t, p)
			a.placed[key] = to
		}
		t, operands[i] = to, to
		for k := range t.dims {
			axis := t.dims[len(t.dims)-1-k]
			if k == len(dims) {
				dims = append(dims, axis)
			} else if axis != none {
				dims[k] = axis
			}
		}
	}
	slices.Reverse(dims)
	return a.apply(name, loc, operands, dims, elem, attrs)
}

// alike reports whether operands are scalars or have one and the same dimensions, in whichever
// order.
func (a *attempt) alike(operands []tensor) (dims []int, ok bool) {
	var shape []int64
	for _, t := range operands {
		switch {
		case t.isScalar():
		case shape == nil:
			dims, shape = t.dims, t.v.Type().Shape()
		case !slices.Equal(dims, t.dims) || !slices.Equal(shape, t.v.Type().Shape()):
			return nil, false
		}
	}
	return dims, true
}

// apply makes an op on operands that broadcast to the given dimensions.
func (a *attempt) apply(name *ir.OpName, loc ir.Loc, operands []tensor, dims []int, elem *ir.Type, attrs []ir.NamedAttr) tensor {
	shape := make([]int64, len(dims))
	for i, axis := range dims {
		shape[i] = 1
		if axis != none {
			shape[i] = a.extents[axis]
		}
	}
	broadcasts := name.Def.Traits&ir.Broadcasts != 0
	var values []*ir.Value
	for _, t := range operands {
		v := t.v
		if !broadcasts && !slices.Equal(v.Type().Shape(), shape) {
			to := shapes.Dims(int64(len(shape)-v.Type().Rank()), v.Type().Rank())
			v = a.op("tg.broadcast", a.typed(v, shape), []*ir.Value{v}, a.ints("dims", to))
		}
		values = append(values, v)
	}
	v := a.b.OpWithTypes(name.Def, loc, []*ir.Type{a.b.Ctx.Tensor(shape, elem)}, values, attrs...).Result(0)
	return tensor{v, dims}
}

// binary makes an op of tg on two tensors.
func (a *attempt) binary(name string, x, y tensor, elem *ir.Type, attrs ...ir.NamedAttr) tensor {
	return a.elementwise(a.b.Ctx.OpName(name), a.c.Loc(), []tensor{x, y}, elem, attrs)
}
