package layout

import (
	"slices"

	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// rearranged is a value of type t in another order, made right behind what it is made of.
func (x *writer) rearranged(t *ir.Type, from array, to dimorder.Order) *ir.Value {
	c, v := x.run.Ctx, from.value
	result := c.WithShape(t, arrayShape(t.Shape(), to))
	if a := ir.ConstantValue(v); from.order == nil && a.Is(ir.DenseAttr) && t.IsStatic() {
		return x.constant(v, a, result, to)
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

// constant is the elements of a constant in another order.
func (x *writer) constant(v *ir.Value, a *ir.Attr, result *ir.Type, to dimorder.Order) *ir.Value {
	raw := a.Raw()
	if a.IsSplat() {
		raw = append(make([]byte, 0, len(raw)+ir.RawHead), raw...)
	} else {
		n := max(v.Type().Rank(), len(to))
		shape := append(slices.Repeat([]int64{1}, n-v.Type().Rank()), v.Type().Shape()...)
		raw = permuted(raw, shape, to.Full(n), ir.StorageBytes(v.Type().Elem()))
	}
	x.through = append(x.through, v.Def())
	value := ir.NamedAttr{Name: "value", Value: x.run.Ctx.DenseOf(result, raw)}
	return x.run.Builder.After(v.Def()).OpWithTypes(tg.Constant, v.Loc(), result.Alone(), nil, value).Result(0)
}

// permuted is row-major elements of some bytes with dimension order[i] as dimension i.
func permuted(raw []byte, shape []int64, order dimorder.Order, size int) []byte {
	out := make([]byte, 0, len(raw)+ir.RawHead)
	if len(raw) == 0 {
		return out
	}
	strides := shapes.Strides(shape)
	last := len(order) - 1
	n, step := shape[order[last]], int(strides[order[last]])*size
	index, at := make([]int64, len(shape)), int64(0) // at counts elements
	for len(out) < len(raw) {
		from := int(at) * size
		for range n {
			out = append(out, raw[from:from+size]...)
			from += step
		}
		for i := last - 1; i >= 0; i-- {
			dim := order[i]
			at += strides[dim]
			if index[i]++; index[i] < shape[dim] {
				break
			}
			at -= strides[dim] * shape[dim]
			index[i] = 0
		}
	}
	return out
}
