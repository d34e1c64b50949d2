package tg

import (
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// What changes of shape are in StableHLO: its plain ops have results of extents that the types
// know, so that others are told them, computed of those of the operand.

// listOf is a list of type t of numbers of rank 0.
func listOf(w *convert.Writer, t *ir.Type, numbers []*ir.Value) *ir.Value {
	one := w.Ctx.Tensor([]int64{1}, t.Elem())
	parts := make([]*ir.Value, len(numbers))
	for i, n := range numbers {
		parts[i] = w.Op("stablehlo.reshape", one, []*ir.Value{n})
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return w.Op("stablehlo.concatenate", t, parts, w.Int("dimension", 0))
}

// toldExtents is the shape of t as a list, where only the run knows some extents: unknown makes
// these.
func toldExtents(w *convert.Writer, t *ir.Type, unknown func(d int) *ir.Value) *ir.Value {
	extents := make([]*ir.Value, t.Rank())
	for d, n := range t.Shape() {
		if n == ir.Dynamic {
			extents[d] = unknown(d)
		} else {
			extents[d] = wordOf(w, n)
		}
	}
	return listOf(w, w.Ctx.Tensor([]int64{int64(t.Rank())}, w.Ctx.I64()), extents)
}

// wordOf is a constant of rank 0.
func wordOf(w *convert.Writer, n int64) *ir.Value {
	return w.Constant(w.Ctx.Dense(w.Ctx.Tensor(nil, w.Ctx.I64()), wordBytes([]int64{n})))
}

// numberOfElements is the product of the extents of x.
func numberOfElements(w *convert.Writer, x *ir.Value) *ir.Value {
	number := w.Ctx.Tensor(nil, w.Ctx.I64())
	var count *ir.Value
	for d := range x.Type().Rank() {
		n := extentOf(w, number, x, int64(d))
		if d > 0 {
			n = w.Op("stablehlo.multiply", number, []*ir.Value{count, n})
		}
		count = n
	}
	if x.Type().Rank() == 0 {
		return wordOf(w, 1)
	}
	return count
}

// writeReshape: the extent that the type does not know is the number of elements, divided by the
// others. Where there are several, only types differ, if anything.
func writeReshape(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	from, t := x[0].Type(), o.Result(0).Type()
	if t.IsStatic() {
		return w.Op("stablehlo.reshape", t, x)
	}
	others, fits := shapes.Count(slices.DeleteFunc(slices.Clone(t.Shape()), func(n int64) bool { return n == ir.Dynamic }))
	if countOf(t.Shape(), ir.Dynamic) > 1 || !fits || others == 0 {
		if ir.Compatible(from, t) {
			return writeCast(w, o, x)
		}
		w.Fail("the extents of '%s' do not follow from those of '%s'", t, from)
		return nil
	}
	told := toldExtents(w, t, func(int) *ir.Value {
		count := numberOfElements(w, x[0])
		if others == 1 {
			return count
		}
		return w.Op("stablehlo.divide", w.Ctx.Tensor(nil, w.Ctx.I64()), []*ir.Value{count, wordOf(w, others)})
	})
	return w.Op("stablehlo.dynamic_reshape", t, []*ir.Value{x[0], told})
}

// writeBroadcast: an extent that the type does not know is that of the dimension of the operand
// which lies there.
func writeBroadcast(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	from, t, dims := x[0].Type(), o.Result(0).Type(), o.Attr("dims").Ints()
	along := w.Ints("broadcast_dimensions", dims)
	if t.IsStatic() {
		return w.Op("stablehlo.broadcast_in_dim", t, x, along)
	}
	var same []int64 // dimensions of the operand that do not expand
	told := toldExtents(w, t, func(d int) *ir.Value {
		i := slices.Index(dims, int64(d))
		if i < 0 || from.Shape()[i] == 1 {
			w.Fail("nothing tells the extent of dimension %d of '%s'", d, t)
			return nil
		}
		same = append(same, int64(i))
		return extentOf(w, w.Ctx.Tensor(nil, w.Ctx.I64()), x[0], int64(i))
	})
	return w.Op("stablehlo.dynamic_broadcast_in_dim", t, []*ir.Value{x[0], told}, along, w.Ints("known_nonexpanding_dimensions", same))
}

// countOf is how often n is in a list.
func countOf(list []int64, n int64) (times int) {
	for _, v := range list {
		if v == n {
			times++
		}
	}
	return times
}

// writeBitcast: complex numbers are read as complex numbers only; where one type is complex, their
// parts lie along a last dimension in between.
func writeBitcast(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	from, t := x[0].Type(), o.Result(0).Type()
	cast := func(t *ir.Type, v *ir.Value) *ir.Value { return w.Op("stablehlo.bitcast_convert", t, []*ir.Value{v}) }
	if from.Elem().IsComplex() == t.Elem().IsComplex() {
		return cast(t, x[0])
	}
	if !from.IsStatic() {
		w.Fail("the extents of '%s', whose elements are taken apart or put together there, are known to the run only", from)
		return nil
	}
	if from.Elem().IsComplex() {
		parts := joinedParts(w, x[0])
		if w.Failed() {
			return nil
		}
		if k := width(parts.Type().Elem()) / width(t.Elem()); k > 1 {
			parts = cast(w.Ctx.Tensor(append(slices.Clone(parts.Type().Shape()), k), t.Elem()), parts)
			return w.Op("stablehlo.reshape", t, []*ir.Value{parts})
		}
		return cast(t, parts)
	}
	part := t.Elem().Elem()
	pairs := w.Ctx.Tensor(append(slices.Clone(t.Shape()), 2), part)
	v := x[0]
	if k := width(part) / width(from.Elem()); k > 1 {
		v = w.Op("stablehlo.reshape", w.Ctx.Tensor(append(slices.Clone(pairs.Shape()), k), from.Elem()), x)
	}
	return complexOf(w, t, cast(pairs, v))
}

// joinedParts are the parts of complex numbers, along a new last dimension.
func joinedParts(w *convert.Writer, v *ir.Value) *ir.Value {
	t := v.Type()
	part := w.Ctx.WithElem(t, t.Elem().Elem())
	one, both := w.Ctx.Tensor(append(slices.Clone(t.Shape()), 1), part.Elem()), w.Ctx.Tensor(append(slices.Clone(t.Shape()), 2), part.Elem())
	var parts []*ir.Value
	for _, name := range []string{"stablehlo.real", "stablehlo.imag"} {
		parts = append(parts, w.Op("stablehlo.reshape", one, []*ir.Value{w.Op(name, part, []*ir.Value{v})}))
	}
	return w.Op("stablehlo.concatenate", both, parts, w.Int("dimension", int64(t.Rank())))
}

// complexOf are complex numbers of type t, whose parts lie along the last dimension of v.
func complexOf(w *convert.Writer, t *ir.Type, v *ir.Value) *ir.Value {
	rank := t.Rank()
	var parts []*ir.Value
	for i := range int64(2) {
		starts, limits := append(make([]int64, rank), i), append(slices.Clone(t.Shape()), i+1)
		piece := w.Op("stablehlo.slice", w.Ctx.Tensor(append(slices.Clone(t.Shape()), 1), t.Elem().Elem()), []*ir.Value{v},
			w.Ints("start_indices", starts), w.Ints("limit_indices", limits), w.Ints("strides", slices.Repeat([]int64{1}, rank+1)))
		parts = append(parts, w.Op("stablehlo.reshape", w.Ctx.WithElem(t, t.Elem().Elem()), []*ir.Value{piece}))
	}
	return w.Op("stablehlo.complex", t, parts)
}
