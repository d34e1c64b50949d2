package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// What reductions are at the index level: a combiner of the keyword, or a region. Positions are
// found by a region, with the value and the position as accumulators.

var expandReduce = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	switch kind := keywordOf(o); {
	case kind == "":
		return expandRegionReduce(m, o, x)
	case kind == "mean":
		return expandMean(m, o, x)
	case isArg(kind):
		return expandArg(m, o, kind, x[0])
	default:
		s, at := reducedShapeOf(o)
		s.Combiner, s.Inits = kind, x[1:]
		return m.Compute(s, func(b *te.Body) []value { return []value{b.At(x[0], at)} })
	}
}}

// reducedShapeOf are the axes of a reduction, and the indices of an element of an operand.
func reducedShapeOf(o *ir.Op) (te.Shape, []index) {
	in, out := inputShape(o), o.Result(0).Type().Shape()
	s := te.Shape{Axes: te.Axes(out)}
	for _, t := range o.ResultTypes() {
		s.Elems = append(s.Elems, t.Elem())
	}
	reduced, at := has(o.Attr("dims").Ints()), make([]index, len(in))
	var extents []int64
	kept := 0
	for d, n := range in {
		switch {
		case !reduced(d):
			at[d] = affine.Dim(kept)
			kept++
		default:
			at[d] = affine.Dim(len(out) + len(extents))
			extents = append(extents, n)
			if o.Attr("keep_dims") != nil {
				kept++
			}
		}
	}
	s.Reduced = te.ReducedAxes(extents)
	return s, at
}

// expandMean sums in the type of accumulators, and divides.
func expandMean(m *te.Maker, o *ir.Op, x []value) []value {
	s, at := reducedShapeOf(o)
	wide := accumulatorElem(m.Ctx, s.Elems[0])
	s.Combiner, s.Elems = "sum", []*ir.Type{wide}
	if len(x) > 1 {
		s.Inits = elementsAs(m, x[1:], wide)
	}
	sum := m.Compute(s, func(b *te.Body) []value { return []value{as(b, b.At(x[0], at), wide)} })
	count := int64(1)
	for _, a := range s.Reduced {
		count *= a.Extent
	}
	return meanOf(m, o, sum[0], count)
}

// accumulatorElem is the type in which elements are summed.
func accumulatorElem(c *ir.Context, elem *ir.Type) *ir.Type {
	if elem.IsFloat() && elem.Width() < 32 {
		return c.F32()
	}
	return elem
}

// elementsAs are values as elements of another type.
func elementsAs(m *te.Maker, x []value, elem *ir.Type) []value {
	out := slices.Clone(x)
	for i, v := range x {
		if t := v.Type(); t.Elem() != elem {
			out[i] = m.Map(types(m.Ctx.WithElem(t, elem)), func(b *te.Body) []value {
				return []value{as(b, b.At(v, axes(0, t.Rank())), elem)}
			})[0]
		}
	}
	return out
}

// meanOf divides a sum by the number of its elements. Complex numbers are divided by their parts.
func meanOf(m *te.Maker, o *ir.Op, sum value, count int64) []value {
	elem := o.Result(0).Type().Elem()
	return m.Map(o.ResultTypes(), func(b *te.Body) []value {
		v := b.At(sum, axes(0, sum.Type().Rank()))
		part := v.Type().Elem()
		if elem.IsComplex() {
			part = elem.Elem()
		}
		n := constantElement(b, part, rounding(part, float64(count)))
		if !elem.IsComplex() {
			return []value{as(b, b.Op("tg.div", []value{v, n}), elem)}
		}
		re := b.Op("tg.div", []value{b.Op("tg.real", []value{v}), n})
		im := b.Op("tg.div", []value{b.Op("tg.imag", []value{v}), n})
		return []value{b.Op("tg.complex", []value{re, im})}
	})
}

// expandArg keeps the first greatest or least element, or the first NaN, and its position.
func expandArg(m *te.Maker, o *ir.Op, kind string, x value) []value {
	s, at := reducedShapeOf(o)
	elem, position := x.Type().Elem(), s.Elems[0]
	number, elements := affine.Const(0), int64(1)
	for i, a := range slices.Backward(s.Reduced) {
		number = affine.Add(affine.Mul(affine.Dim(len(s.Axes)+i), elements), number)
		elements *= a.Extent
	}
	if n, _ := o.Result(0).Type().NumElements(); n > 0 && elements == 0 {
		return m.Refuse("there is no element to choose")
	}
	last := greatest(m.Ctx, position)
	if position.IsIndex() {
		last = greatest(m.Ctx, m.Ctx.I64())
	}
	if !numberFits(elements-1, last) {
		return m.Refuse("positions up to %d do not fit '%s'", elements-1, position)
	}
	worst, better := extreme(m.Ctx, elem, kind == "argmin"), "gt"
	if kind == "argmin" {
		better = "lt"
	}
	s.Elems = []*ir.Type{elem, position}
	s.Inits = []value{
		m.Constant(m.Ctx.Dense(scalar(m.Ctx, elem), worst)),
		m.Constant(m.Ctx.Dense(scalar(m.Ctx, position), elementBytes(m.Ctx, position, 0))),
	}
	s.Combine = func(b *te.Body, acc, e []value) []value {
		takes := compared(b, better, e[0], acc[0])
		if elem.IsFloat() {
			first := b.Op("tg.and", []value{compared(b, "ne", e[0], e[0]), compared(b, "eq", acc[0], acc[0])})
			takes = b.Op("tg.or", []value{takes, first})
		}
		return []value{b.Op("tg.select", []value{takes, e[0], acc[0]}), b.Op("tg.select", []value{takes, e[1], acc[1]})}
	}
	return m.Compute(s, func(b *te.Body) []value { return []value{b.At(x, at), b.Index(number, position)} })[1:]
}

// numberFits reports whether a number is at most that of the bytes of an integer, lowest first.
func numberFits(n int64, last []byte) bool {
	most := uint64(0)
	for i, v := range last {
		most |= uint64(v) << (8 * i)
	}
	return n <= 0 || uint64(n) <= most
}

// extreme is the greatest element of a type that has an order, or the least.
func extreme(c *ir.Context, elem *ir.Type, most bool) []byte {
	if elem.IsIndex() {
		elem = c.I64()
	}
	switch {
	case elem.IsComplex():
		part := extreme(c, elem.Elem(), most)
		return append(part, part...)
	case most:
		return greatest(c, elem)
	}
	return least(c, elem)
}

func compared(b *te.Body, direction string, x, y value) value {
	return b.Op("tg.compare", []value{x, y}, ir.NamedAttr{Name: "direction", Value: b.Ctx.StringAttr(direction)})
}

// expandRegionReduce has the region as it is.
func expandRegionReduce(m *te.Maker, o *ir.Op, x []value) []value {
	n := len(x) / 2
	s, at := reducedShapeOf(o)
	if !combinesElements(m, o, n) {
		return nil
	}
	s.Inits, s.Combine = x[n:], func(b *te.Body, acc, e []value) []value { return cloned(b, o, append(acc, e...)) }
	return m.Compute(s, func(b *te.Body) []value {
		var elements []value
		for _, v := range x[:n] {
			elements = append(elements, b.At(v, at))
		}
		return elements
	})
}

// combinesElements refuses what the region of a reduction does that a compute cannot.
func combinesElements(m *te.Maker, o *ir.Op, n int) bool {
	for i := range n {
		if in, out := o.Operand(i).Type().Elem(), o.Result(i).Type().Elem(); in != out {
			m.Refuse("its region combines elements of '%s' into '%s'", in, out)
			return false
		}
	}
	block := o.RegionAt(0).First()
	for p := block.First(); p != block.Last(); p = p.Next() {
		node, err := interp.TileNode(p, p.OperandTypes(), p.ResultTypes())
		if !p.Has(ir.ConstantLike) && (err != nil || node.Kind != fusion.Elementwise) || !isElement(p.OperandTypes()) || !isElement(p.ResultTypes()) {
			m.Refuse("its region holds '%s', which makes no element of elements", p.Name())
			return false
		}
	}
	return true
}

// isElement reports whether types are those of single elements.
func isElement(list []*ir.Type) bool {
	return !slices.ContainsFunc(list, func(t *ir.Type) bool { return !t.IsRankedTensor() || t.Rank() > 0 })
}

// cloned is what the region of an op makes of arguments.
func cloned(b *te.Body, o *ir.Op, args []value) []value {
	values, block := map[*ir.Value]*ir.Value{}, o.RegionAt(0).First()
	for i, a := range block.Args() {
		values[a] = args[i]
	}
	for p := block.First(); p != block.Last(); p = p.Next() {
		b.Clone(p, values)
	}
	out := block.Last().Operands()
	for i, v := range out {
		if w, ok := values[v]; ok {
			out[i] = w
		}
	}
	return out
}

// startOf is the initial value of windows and scans that are given none.
func startOf(c *ir.Context, kind string, elem *ir.Type) *ir.Attr {
	var raw []byte
	switch kind {
	case "max", "min":
		raw = extreme(c, elem, kind == "min")
	case "and":
		raw = allOnes(c, elem)
	case "prod":
		raw = numberBytes(c, elem, 1)
	default:
		raw = numberBytes(c, elem, 0)
	}
	return c.Dense(scalar(c, elem), raw)
}

// maxPrefix is of how many elements prefixes are computed one by one.
const maxPrefix = 4096

// expandCumulate is a reduction that leaves out what is behind the element: there its elements are
// such that they change nothing. A product of complex numbers has none; its elements say whether
// they count.
var expandCumulate = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	kind, t, dim := o.Attr("kind").Text(), x[0].Type(), o.Attr("dim").Int()
	n, elem := t.Shape()[dim], t.Elem()
	wide := accumulatorElem(m.Ctx, elem)
	if n > maxPrefix {
		return m.Refuse("reductions of up to %d elements for each element would take the square of its time", n)
	}
	if _, fits := shapes.Count(append(slices.Clone(t.Shape()), n)); !fits {
		return m.Refuse("it goes over more elements than a number of 64 bits can tell")
	}
	s := te.Shape{Axes: te.Axes(t.Shape()), Reduced: te.ReducedAxes([]int64{n}), Elems: []*ir.Type{wide}}
	start := startOf(m.Ctx, kind, wide)
	s.Inits = []value{m.Constant(start)}
	at := axes(0, t.Rank())
	behind := affine.Sub(at[dim], affine.Dim(t.Rank()))
	at[dim] = affine.Dim(t.Rank())
	if o.Attr("reverse") != nil {
		at[dim] = affine.Sub(affine.Const(n-1), affine.Dim(t.Rank()))
		behind = affine.Sub(at[dim], affine.Dim(dim))
	}
	if o.Attr("exclusive") != nil {
		behind = affine.Sub(behind, affine.Const(1))
	}
	counts := affine.Guard{{Expr: behind}}
	combine := func(b *te.Body, acc, e value) value { return b.Op(combiners[kind].Name(), []value{acc, e}) }
	s.Combine = func(b *te.Body, acc, e []value) []value { return []value{combine(b, acc[0], e[0])} }
	if kind == "prod" && elem.IsComplex() {
		s.Elems = append(s.Elems, m.Ctx.Bool())
		s.Inits = append(s.Inits, m.Constant(m.Ctx.Dense(scalar(m.Ctx, m.Ctx.Bool()), []byte{0})))
		s.Combine = func(b *te.Body, acc, e []value) []value {
			return []value{b.Op("tg.select", []value{e[1], combine(b, acc[0], e[0]), acc[0]}), acc[1]}
		}
	}
	prefixes := m.Compute(s, func(b *te.Body) []value {
		outside := startOf(b.Ctx, kind, elem)
		e := as(b, b.AtWhere(x[0], at, counts, b.Constant(outside)), wide)
		if len(s.Elems) == 1 {
			return []value{e}
		}
		return []value{e, b.Where(counts)}
	})
	return elementsAs(m, prefixes[:1], elem)
}}

// expandReduceWindow is a reduction over the positions of the window, by a region, as windows are
// sequential. Where nothing is under the window, it has the initial value.
var expandReduceWindow = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	kind, window, out := keywordOf(o), o.Attr("window").Ints(), o.Result(0).Type().Shape()
	n := numReduceInputs(o)
	steps, fits := shapes.Count(slices.Concat(out, window))
	if !fits {
		return m.Refuse("it goes over more elements than a number of 64 bits can tell")
	}
	if elements, _ := shapes.Count(inputShape(o)); steps > 1<<20 && shapes.Product(window)/8 > elements {
		return m.Refuse("most of what is under its window is padding, which a reduction goes over")
	}
	s := te.Shape{Axes: te.Axes(out), Reduced: te.ReducedAxes(window), Inits: x[n:]}
	for _, t := range o.ResultTypes() {
		s.Elems = append(s.Elems, t.Elem())
	}
	switch {
	case kind == "" && !combinesElements(m, o, n):
		return nil
	case kind == "":
		s.Combine = func(b *te.Body, acc, e []value) []value { return cloned(b, o, append(acc, e...)) }
	default:
		s.Elems[0] = x[0].Type().Elem()
		combiner := combiners[kind]
		if kind == "mean" {
			s.Elems[0], combiner = accumulatorElem(m.Ctx, s.Elems[0]), Add
		}
		if len(s.Inits) == 0 {
			s.Inits = []value{m.Constant(startOf(m.Ctx, kind, s.Elems[0]))}
		}
		s.Inits = elementsAs(m, s.Inits, s.Elems[0])
		s.Combine = func(b *te.Body, acc, e []value) []value { return []value{b.Op(combiner.Name(), []value{acc[0], e[0]})} }
	}
	at, inside, sees := windowIndices(o, window)
	results := m.Compute(s, func(b *te.Body) []value {
		elements := make([]value, n)
		for i, v := range x[:n] {
			var outside value
			if len(x) > n {
				outside = b.At(x[n+i], nil)
			} else {
				outside = b.Constant(startOf(b.Ctx, kind, v.Type().Elem()))
			}
			if elements[i] = outside; sees {
				elements[i] = b.AtWhere(v, at, inside, outside)
			}
			elements[i] = as(b, elements[i], s.Elems[i])
		}
		return elements
	})
	if kind == "mean" {
		return meanOf(m, o, results[0], shapes.Product(window))
	}
	return results
}}

// windowIndices are the indices of what is under a window, where that is in the operand, and
// whether anything ever is.
func windowIndices(o *ir.Op, window []int64) (at []index, inside affine.Guard, sees bool) {
	in, rank := inputShape(o), inputRank(o)
	list := func(name string) []int64 { return fullList(o.Attr(name), rank, 1) }
	strides, base, dilation, pads := list("strides"), list("base_dilation"), list("window_dilation"), fullList(o.Attr("pads"), 2*rank, 0)
	if shapes.Product(in) == 0 {
		return nil, nil, false
	}
	at = make([]index, rank)
	for d := range at {
		var g affine.Guard
		w := slidingWindow{input: in[d], stride: strides[d], inputDilation: base[d], windowDilation: dilation[d], low: pads[2*d]}
		at[d], g = w.over(affine.Dim(d), affine.Dim(rank+d))
		inside = append(inside, g...)
	}
	return at, inside, true
}

// over is the index of what position k of a window is over, where the window is at position i, and
// where that is an element.
func (w slidingWindow) over(i, k index) (index, affine.Guard) {
	at := affine.Add(affine.Mul(i, w.stride), affine.Mul(k, w.windowDilation))
	return place(affine.Sub(at, affine.Const(w.low)), w.input, w.inputDilation)
}
