package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// What ops are at the index level that move elements: reads at other indices.

var expandBroadcast = readAt(func(o *ir.Op) []index {
	dims := o.Attr("dims").Ints()
	at := make([]index, len(dims))
	for i, d := range dims {
		at[i] = affine.Dim(d)
		if inputShape(o)[i] == 1 {
			at[i] = affine.Const(0)
		}
	}
	return at
})

func inputShape(o *ir.Op) []int64 { return o.Operand(0).Type().Shape() }

var expandTranspose = readAt(func(o *ir.Op) []index {
	at := make([]index, len(inputShape(o)))
	for i, d := range o.Attr("permutation").Ints() {
		at[d] = affine.Dim(i)
	}
	return at
})

var expandReverse = readAt(func(o *ir.Op) []index {
	at := axes(0, len(inputShape(o)))
	for _, d := range o.Attr("dims").Ints() {
		at[d] = affine.Sub(affine.Const(inputShape(o)[d]-1), at[d])
	}
	return at
})

var expandSlice = readAt(func(o *ir.Op) []index {
	starts, strides := o.Attr("starts").Ints(), o.Attr("strides").Ints()
	at := axes(0, len(starts))
	for d := range at {
		if o.Result(0).Type().Shape()[d] == 1 {
			at[d] = affine.Const(starts[d]) // of a stride that no other element needs
		} else {
			at[d] = affine.Add(affine.Mul(at[d], strides[d]), affine.Const(starts[d]))
		}
	}
	return at
})

var expandReshape = readAt(func(o *ir.Op) []index {
	return reshapedIndices(inputShape(o), o.Result(0).Type().Shape())
})

// reshapedIndices are the indices in a shape of the element that a reshape puts at a point of
// another. Runs of dimensions with the same number of elements are looked at for themselves: their
// elements are numbered, by the result, and the number taken apart, by the operand.
func reshapedIndices(from, to []int64) []index {
	at := make([]index, len(from))
	for i := range at {
		at[i] = affine.Const(0)
	}
	if shapes.Product(from) == 0 {
		return at
	}
	for i, k := 0, 0; i < len(from); {
		first, second := i, k
		left, right := from[i], int64(1)
		for i++; left != right; {
			if left < right {
				left *= from[i]
				i++
			} else {
				right *= to[k]
				k++
			}
		}
		run, stride := affine.Const(0), int64(1)
		for d := k - 1; d >= second; d-- {
			if to[d] > 1 {
				run = affine.Add(affine.Mul(affine.Dim(d), stride), run)
			}
			stride *= to[d]
		}
		takeApart(at[first:i], from[first:i], run, left)
	}
	return at
}

// takeApart fills in the indices of element number run of a box with so many elements.
func takeApart(at []index, shape []int64, run index, elements int64) {
	behind := elements // elements of what is behind a dimension, and itself
	for d, n := range shape {
		if n == 1 {
			continue
		}
		e := run
		if behind < elements {
			e = affine.Mod(run, behind)
		}
		behind /= n
		at[d] = affine.FloorDiv(e, behind)
	}
}

var expandIota = te.Expansion{Make: func(m *te.Maker, o *ir.Op, _ []value) []value {
	elem := o.Result(0).Type().Elem()
	return m.Map(o.ResultTypes(), func(b *te.Body) []value {
		at := affine.Dim(o.Attr("dim").Int())
		if isWholeNumber(elem) {
			return []value{b.Index(at, elem)}
		}
		return []value{as(b, b.Index(at, b.Ctx.I64()), elem)}
	})
}}

var expandSplit = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	dim, start := o.Attr("dim").Int(), int64(0)
	var pieces []value
	for i, n := range o.Attr("sizes").Ints() {
		at := axes(0, len(inputShape(o)))
		at[dim] = affine.Add(at[dim], affine.Const(start))
		pieces = append(pieces, m.Map(o.ResultTypes()[i:i+1], func(b *te.Body) []value { return []value{b.At(x[0], at)} })...)
		start += n
	}
	return pieces
}}

// expandConcat reads the last operand that begins at the element or before it.
var expandConcat = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	dim, result := o.Attr("dim").Int(), o.Result(0).Type()
	parts := slices.DeleteFunc(slices.Clone(x), func(v value) bool { return v.Type().Shape()[dim] == 0 })
	if len(parts) == 0 {
		parts = x[:1]
	}
	return m.Map(o.ResultTypes(), func(b *te.Body) []value {
		var element value
		end := result.Shape()[dim]
		for i, v := range slices.Backward(parts) { // the last one is not asked where it ends
			n := v.Type().Shape()[dim]
			at := axes(0, result.Rank())
			g := affine.Between(at[dim], affine.Range{Lo: end - n, Hi: end})
			if i == len(parts)-1 {
				g = g[:1]
			}
			end -= n
			at[dim] = affine.Sub(at[dim], affine.Const(end))
			element = b.AtWhere(v, at, g, element)
		}
		return []value{element}
	})
}}

var expandPad = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	from := inputShape(o)
	low, interior := o.Attr("low").Ints(), fullList(o.Attr("interior"), len(from), 0)
	return m.Map(o.ResultTypes(), func(b *te.Body) []value {
		padding := b.At(x[1], nil)
		if shapes.Product(from) == 0 {
			return []value{padding}
		}
		at := make([]index, len(from))
		var everywhere affine.Guard
		for d := range at {
			var g affine.Guard
			at[d], g = place(affine.Sub(affine.Dim(d), affine.Const(low[d])), from[d], interior[d]+1)
			everywhere = append(everywhere, g...)
		}
		return []value{b.AtWhere(x[0], at, everywhere, padding)}
	})
}}
