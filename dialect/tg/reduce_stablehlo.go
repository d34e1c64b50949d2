package tg

import (
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// writeReduce writes a keyword as the region that it stands for, and what keeps
// dimensions as a reshape.
func writeReduce(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	dims := sortedInts(o.Attr("dims").Ints())
	kind := keywordOf(o)
	switch {
	case kind == "":
		return regionReduction(w, o, x, dims)
	case isArg(kind):
		return w.Composite(x, func(x []*ir.Value) []*ir.Value { return []*ir.Value{findExtreme(w, o, x[0], dims)} })
	case kind == "mean":
		return mean(w, o, x, count(x[0].Type(), dims), func(x []*ir.Value) *ir.Value {
			return keywordReduction(w, o, "sum", x, dims)
		})
	}
	return []*ir.Value{keywordReduction(w, o, kind, x, dims)}
}

// keywordReduction combines the elements of the first operand, which begin with the
// second one.
func keywordReduction(w *convert.Writer, o *ir.Op, kind string, x []*ir.Value, dims []int64) *ir.Value {
	elem := x[0].Type().Elem()
	if len(x) == 1 {
		x = []*ir.Value{x[0], neutral(w, kind, elem)}
	}
	t := w.Ctx.Tensor(without(x[0].Type().Shape(), dims), elem)
	v := first(results(w.Make("stablehlo.reduce", types(t), x, []*ir.Region{combiner(w, keywordOps[kind], elem)}, w.Ints("dimensions", dims))))
	return kept(w, w.Ctx.WithElem(o.Result(0).Type(), elem), v)
}

// kept gives a reduction the type that it has if dimensions are kept.
func kept(w *convert.Writer, t *ir.Type, v *ir.Value) *ir.Value {
	if w.Failed() || v.Type() == t {
		return v
	}
	return w.Op("stablehlo.reshape", t, []*ir.Value{v})
}

// mean divides sums by how many elements they have. Complex sums are divided part by
// part, which no division of theirs does.
func mean(w *convert.Writer, o *ir.Op, x []*ir.Value, n float64, sum func(x []*ir.Value) *ir.Value) []*ir.Value {
	divided := func(x []*ir.Value) []*ir.Value { return []*ir.Value{quotient(w, o, x, n, sum)} }
	if x[0].Type().Elem().IsComplex() {
		return w.Composite(x, divided)
	}
	return divided(x)
}

// quotient is a sum divided by a number. Narrow floats are summed in f32, and rounded
// once.
func quotient(w *convert.Writer, o *ir.Op, x []*ir.Value, n float64, sum func(x []*ir.Value) *ir.Value) *ir.Value {
	t := o.Result(0).Type()
	if n < 0 {
		w.Fail("how many elements of '%s' are combined is known to the run only", x[0].Type())
		return nil
	}
	wide := t
	if t.Elem().IsFloat() && t.Elem().Width() < 32 {
		wide = w.Ctx.WithElem(t, w.Ctx.F32())
		x = slices.Clone(x)
		for i, v := range x {
			x[i] = w.Op("stablehlo.convert", w.Ctx.WithElem(v.Type(), w.Ctx.F32()), []*ir.Value{v})
		}
	}
	all := sum(x)
	v := w.Op("stablehlo.divide", wide, []*ir.Value{all, numbersLike(w, all, n)})
	if wide != t {
		v = w.Op("stablehlo.convert", t, []*ir.Value{v})
	}
	return v
}

// count is how many elements of t lie along dims; negative if only the run knows.
func count(t *ir.Type, dims []int64) float64 {
	n := 1.0
	for _, d := range dims {
		n *= float64(t.Shape()[d])
		if t.Shape()[d] == ir.Dynamic {
			return -1
		}
	}
	return n
}

// regionReduction writes a reduction with a region.
func regionReduction(w *convert.Writer, o *ir.Op, x []*ir.Value, dims []int64) []*ir.Value {
	n := len(x) / 2
	results := make([]*ir.Type, n)
	for i := range n {
		input, acc := x[i].Type(), x[n+i].Type().Elem()
		if input.Elem() != acc {
			w.Fail("what is accumulated, '%s', must have the element type of the input '%s' there", x[n+i].Type(), input)
			return nil
		}
		results[i] = w.Ctx.Tensor(without(input.Shape(), dims), acc)
	}
	made := w.Make("stablehlo.reduce", results, x, []*ir.Region{w.Body(o.RegionAt(0))}, w.Ints("dimensions", dims))
	if made == nil {
		return nil
	}
	inOrder(w, o.RegionAt(0), made)
	values := slices.Clone(made.Results())
	for i, v := range values {
		values[i] = kept(w, o.Result(i).Type(), v)
	}
	return values
}

// inOrder marks a reduction whose region would be read as a keyword.
func inOrder(w *convert.Writer, body *ir.Region, made *ir.Op) {
	if looksLikeKeyword(body) {
		made.SetAttr(convert.Sequential, w.Ctx.Unit())
	}
}

// looksLikeKeyword reports whether a region does nothing with an accumulator and an
// element but to combine them by an op that keywords stand for.
func looksLikeKeyword(r *ir.Region) bool {
	b := r.First()
	if b.NumArgs() != 2 {
		return false
	}
	o := b.Last().Operand(0).Def()
	return o != nil && o.Block() == b && slices.ContainsFunc([]*ir.OpDef{Add, Mul, Max, Min, And, Or, Xor}, o.Is)
}

// findExtreme decomposes a search for the greatest or least element into a reduction
// of elements and their positions. A NaN is found before all numbers, and of equal
// elements the first one.
func findExtreme(w *convert.Writer, o *ir.Op, x *ir.Value, dims []int64) *ir.Value {
	t, result := x.Type(), o.Result(0).Type()
	kind, beyond := "max", "GT"
	if o.Attr("kind").Text() == "argmin" {
		kind, beyond = "min", "LT"
	}
	number, place := w.Ctx.Tensor(nil, t.Elem()), w.Ctx.Tensor(nil, result.Elem())
	truth := boolLike(w, number)
	body := w.Function(types(number, place, number, place), func(x []*ir.Value) []*ir.Value {
		acc, accAt, element, at := x[0], x[1], x[2], x[3]
		keep := comparison(w, beyond, false, truth, []*ir.Value{acc, element})
		if t.Elem().IsFloat() {
			nan := comparison(w, "NE", false, truth, []*ir.Value{acc, acc})
			keep = w.Op("stablehlo.or", truth, []*ir.Value{keep, nan})
		}
		equal := comparison(w, "EQ", false, truth, []*ir.Value{acc, element})
		before := comparison(w, "LT", false, truth, []*ir.Value{accAt, at})
		keepAt := w.Op("stablehlo.or", truth, []*ir.Value{keep, w.Op("stablehlo.and", truth, []*ir.Value{equal, before})})
		return []*ir.Value{
			w.Op("stablehlo.select", number, []*ir.Value{keep, acc, element}),
			w.Op("stablehlo.select", place, []*ir.Value{keepAt, accAt, at}),
		}
	})
	shape := without(t.Shape(), dims)
	inputs := []*ir.Value{x, positionsAlong(w, w.Ctx.WithElem(t, result.Elem()), dims), neutral(w, kind, t.Elem()), numbers(w, place, 0)}
	made := w.Make("stablehlo.reduce", types(w.Ctx.Tensor(shape, t.Elem()), w.Ctx.Tensor(shape, result.Elem())), inputs, []*ir.Region{body}, w.Ints("dimensions", dims))
	if made == nil {
		return nil
	}
	return kept(w, result, made.Result(1))
}

// positionsAlong are the row-major positions of elements along dims.
func positionsAlong(w *convert.Writer, t *ir.Type, dims []int64) *ir.Value {
	if !t.IsStatic() {
		w.Fail("the extents of '%s' are known to the run only", t)
		return nil
	}
	var sum *ir.Value
	step := 1.0
	for _, d := range slices.Backward(dims) {
		along := w.Op("stablehlo.iota", t, nil, w.Int("iota_dimension", d))
		if step != 1 {
			along = w.Op("stablehlo.multiply", t, []*ir.Value{along, numbers(w, t, step)})
		}
		if sum != nil {
			along = w.Op("stablehlo.add", t, []*ir.Value{sum, along})
		}
		sum = along
		step *= float64(t.Shape()[d])
	}
	if sum == nil {
		return numbers(w, t, 0)
	}
	return sum
}

// writeReduceWindow writes a keyword as the region that it stands for.
func writeReduceWindow(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	t, kind := x[0].Type(), keywordOf(o)
	rank, window := t.Rank(), o.Attr("window").Ints()
	attrs := []ir.NamedAttr{w.Ints("window_dimensions", window)}
	for _, list := range []struct{ from, to string }{{"strides", "window_strides"}, {"base_dilation", "base_dilations"}, {"window_dilation", "window_dilations"}} {
		if a := o.Attr(list.from); a != nil {
			attrs = append(attrs, ir.NamedAttr{Name: list.to, Value: a})
		}
	}
	if pads := o.Attr("pads"); pads != nil && rank > 0 {
		attrs = append(attrs, ir.NamedAttr{Name: "padding", Value: padding(w, pads.Ints())})
	}
	switch {
	case kind == "":
		values := withRegions(w, o, "stablehlo.reduce_window", x, attrs...)
		if values != nil && coversWhole(t, window) {
			inOrder(w, o.RegionAt(0), values[0].Def())
		}
		return values
	case kind == "mean":
		positions := count(w.Ctx.Tensor(window, t.Elem()), shapes.Dims[int64](0, rank))
		return mean(w, o, x, positions, func(x []*ir.Value) *ir.Value { return windowOf(w, o, "sum", x, attrs) })
	}
	return []*ir.Value{windowOf(w, o, kind, x, attrs)}
}

// windowOf combines the elements of windows by a keyword.
func windowOf(w *convert.Writer, o *ir.Op, kind string, x []*ir.Value, attrs []ir.NamedAttr) *ir.Value {
	elem := x[0].Type().Elem()
	if len(x) == 1 {
		x = []*ir.Value{x[0], neutral(w, kind, elem)}
	}
	v := first(windowed(w, kind, w.Ctx.WithElem(o.Result(0).Type(), elem), x, attrs...))
	if !w.Failed() && coversWhole(x[0].Type(), o.Attr("window").Ints()) {
		v.Def().SetAttr(convert.Sequential, w.Ctx.Unit())
	}
	return v
}

// windowed is a sliding window that applies the op of a keyword.
func windowed(w *convert.Writer, kind string, t *ir.Type, x []*ir.Value, attrs ...ir.NamedAttr) []*ir.Value {
	return results(w.Make("stablehlo.reduce_window", types(t), x, []*ir.Region{combiner(w, keywordOps[kind], t.Elem())}, attrs...))
}

// coversWhole reports whether a window is as long as each dimension, or a single
// element, so that it is read as a reduction.
func coversWhole(t *ir.Type, window []int64) bool {
	for d, n := range window {
		if n != 1 && n != t.Shape()[d] {
			return false
		}
	}
	return true
}
