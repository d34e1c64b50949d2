package layout

import (
	"slices"

	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// rearranged is a value of type t in another order, made right behind what it is made of.
func (x *writer) rearranged(t *ir.Type, from array, to dimorder.Order) *ir.Value {
	c, v := x.run.Ctx, from.value
	result := c.WithShape(t, arrayShape(t.Shape(), to))
	if a := ir.ConstantValue(v); from.order == nil && a != nil {
		if made := x.constant(v, a, result, to); made != nil {
			return made
		}
	}
	b := x.run.Builder
	if v.Def() != nil {
		b.After(v.Def())
	} else {
		b.AtStart(v.Block())
	}
	if inPlace(t, from.order, to) {
		return x.reshape(b, v, result)
	}
	if !x.web.isKnown(v) {
		x.run.Count("num-conversions", 1)
	}
	n := max(t.Rank(), len(from.order), len(to))
	if n > v.Type().Rank() {
		v = x.reshape(b, v, c.WithShape(t, append(slices.Repeat([]int64{1}, n-v.Type().Rank()), v.Type().Shape()...)))
	}
	p := to.From(from.order, n)
	turned := c.WithShape(t, shapes.Pick(v.Type().Shape(), p))
	v = b.OpWithTypes(tg.Transpose, v.Loc(), turned.Alone(), []*ir.Value{v}, ir.NamedAttr{Name: "permutation", Value: c.I64Array(p)}).Result(0)
	return x.reshape(b, v, result)
}

// reshape is v with the shape of a type.
func (x *writer) reshape(b *ir.Builder, v *ir.Value, t *ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return b.OpWithTypes(tg.Reshape, v.Loc(), t.Alone(), []*ir.Value{v}).Result(0)
}

// constant is the elements of a constant in another order; nil where they cannot be read.
func (x *writer) constant(v *ir.Value, a *ir.Attr, result *ir.Type, to dimorder.Order) *ir.Value {
	value := x.permuted(v.Type(), a, result, to)
	if value == nil {
		return nil
	}
	x.through = append(x.through, v.Def())
	return x.run.Builder.After(v.Def()).OpWithTypes(tg.Constant, v.Loc(), result.Alone(), nil, ir.NamedAttr{Name: "value", Value: value}).Result(0)
}

// permuted is the elements of a, of type t, in another order.
func (x *writer) permuted(t *ir.Type, a *ir.Attr, result *ir.Type, to dimorder.Order) *ir.Attr {
	c := x.run.Ctx
	switch {
	case !t.IsStatic() || !a.Is(ir.DenseAttr) && !a.Is(ir.ResourceAttr):
		return nil
	case a.IsSplat():
		return c.Dense(result, a.Raw())
	}
	in, err := interp.DecodeElements(c, a)
	if err != nil {
		return nil
	}
	n := max(t.Rank(), len(to))
	shape, order := slices.Repeat([]int{1}, n), make([]int, n)
	copy(shape[n-t.Rank():], in.Shape())
	for i, d := range to.Full(n) {
		order[i] = int(d)
	}
	out := tensor.New(in.DType(), shapes.Pick(shape, order)...)
	run, err := kernel.ResolveTranspose(shape, order)
	if err != nil {
		return nil
	}
	run(out, tensor.Wrap(in.DType(), shape, in.Bytes()))
	return interp.EncodeElements(c, result, out)
}
