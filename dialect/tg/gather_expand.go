package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// What ops are at the index level that read and write at positions which the run tells: reads at
// values.

// startIn is a position clamped so that a box of a size lies inside an extent. A read clamps that
// of a single element itself.
func startIn(b *te.Body, v value, extent, size int64) value {
	if size == 1 {
		return v
	}
	return clampedStart(b, v, extent-size)
}

// clampedStart is a position that is at least 0, and at most a number.
func clampedStart(b *te.Body, v value, last int64) value {
	elem := v.Type().Elem()
	most := greatest(b.Ctx, signedOrIndex(b.Ctx, elem))
	var high value
	if numberFits(last, most) {
		high = wholeElement(b, elem, last)
	} else {
		high = constantElement(b, elem, most)
	}
	return b.Op("tg.clamp", []value{wholeElement(b, elem, 0), v, high})
}

// signedOrIndex is the integer type that has the bits of an element of type elem.
func signedOrIndex(c *ir.Context, elem *ir.Type) *ir.Type {
	if elem.IsIndex() {
		return c.I64()
	}
	return elem
}

// position is an index of a value, plus an axis.
type positions struct{ values []value }

func (p *positions) add(v value) index {
	p.values = append(p.values, v)
	return affine.Sym(len(p.values) - 1)
}

var expandDynamicSlice = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	shape, sizes := inputShape(o), o.Attr("sizes").Ints()
	return m.Map(o.ResultTypes(), func(b *te.Body) []value {
		var p positions
		at := axes(0, len(sizes))
		for d, n := range sizes {
			if n == shape[d] {
				continue
			}
			start := p.add(startIn(b, b.At(x[1+d], nil), shape[d], n))
			if n == 1 {
				at[d] = start
			} else {
				at[d] = affine.Add(at[d], start)
			}
		}
		return []value{b.ReadWith(x[0], at, p.values, nil, nil)}
	})
}}

// expandDynamicUpdateSlice reads the update and the operand, and takes the former where the element
// is in the box.
var expandDynamicUpdateSlice = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	shape, sizes := inputShape(o), x[1].Type().Shape()
	if shapes.Product(sizes) == 0 {
		return x[:1]
	}
	return m.Map(o.ResultTypes(), func(b *te.Body) []value {
		var p positions
		var inside value
		both := func(v value) {
			if inside == nil {
				inside = v
			} else {
				inside = b.Op("tg.and", []value{inside, v})
			}
		}
		at := axes(0, len(sizes))
		for d, n := range sizes {
			if n == shape[d] {
				continue
			}
			start := as(b, clampedStart(b, b.At(x[2+d], nil), shape[d]-n), b.Ctx.I64())
			offset := b.Op("tg.sub", []value{b.Index(affine.Dim(d), b.Ctx.I64()), start})
			if n == 1 {
				both(compared(b, "eq", offset, wholeElement(b, b.Ctx.I64(), 0)))
				at[d] = affine.Const(0)
				continue
			}
			both(compared(b, "ge", offset, wholeElement(b, b.Ctx.I64(), 0)))
			both(compared(b, "lt", offset, wholeElement(b, b.Ctx.I64(), n)))
			at[d] = p.add(offset)
		}
		update := b.ReadWith(x[1], at, p.values, nil, nil)
		if inside == nil {
			return []value{update}
		}
		return []value{b.Op("tg.select", []value{inside, update, b.At(x[0], axes(0, len(shape)))})}
	})
}}

var expandGather = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	shape, sizes, rank := inputShape(o), o.Attr("slice_sizes").Ints(), o.Result(0).Type().Rank()
	ints := func(name string) []int64 { return o.Attr(name).Ints() }
	if n, _ := o.Result(0).Type().NumElements(); n > 0 && slices.Contains(sizes, 0) {
		return m.Refuse("its boxes have no elements")
	}
	inBox := has(ints("offset_dims"))
	var batch []index // axes of the result that are dimensions of the indices
	for d := range rank {
		if !inBox(d) {
			batch = append(batch, affine.Dim(d))
		}
	}
	vector := int(o.Attr("index_vector_dim").Int())
	ofIndices := make([]index, x[1].Type().Rank()) // where an index is, but for its component
	for d := range ofIndices {
		if d != vector {
			ofIndices[d], batch = batch[0], batch[1:]
		}
	}
	at := make([]index, len(shape))
	offsets := ints("offset_dims")
	hidden, batching := has(ints("collapsed_slice_dims")), has(ints("operand_batching_dims"))
	for d := range at {
		switch {
		case hidden(d) || batching(d):
			at[d] = affine.Const(0)
		default:
			at[d], offsets = affine.Dim(offsets[0]), offsets[1:]
			if sizes[d] == 1 {
				at[d] = affine.Const(0)
			}
		}
	}
	for i, d := range ints("operand_batching_dims") {
		at[d] = ofIndices[ints("start_indices_batching_dims")[i]]
	}
	return m.Map(o.ResultTypes(), func(b *te.Body) []value {
		var p positions
		from := slices.Clone(at)
		for i, d := range ints("start_index_map") {
			if sizes[d] == shape[d] {
				continue
			}
			here := slices.Clone(ofIndices)
			if vector < len(here) {
				here[vector] = affine.Const(int64(i))
			}
			from[d] = affine.Add(from[d], p.add(startIn(b, b.At(x[1], here), shape[d], sizes[d])))
		}
		return []value{b.ReadWith(x[0], from, p.values, nil, nil)}
	})
}}
