package tg

import (
	"slices"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// The derivative of a reduction. A region that is none of a few keywords becomes a loop over the
// reduced positions, in the order in which the region takes them.

var reduceRule = autodiff.Rule{
	Lower: lowerReduce, JVP: reduceJVP, VJP: reduceVJP, Kink: reduceKink,
	Reads: "nothing of a sum or mean; the operand of a product; the operand and the result of max and min; of a region what its ops read",
}

// foldKindOf is the keyword by which a reduction, also of windows, combines, or which its region
// means; "" for another region.
func foldKindOf(o *ir.Op) string {
	if k := o.Attr("kind"); k != nil {
		return k.Text()
	}
	if k := keywordOfRegion(o); k != "" {
		return k
	}
	if o.NumOperands() == 2 {
		return chosenKind(o)
	}
	return ""
}

// initOperand is the init of a reduction, nil where there is none, or it is what no element of a
// maximum or minimum is beyond.
func initOperand(o *ir.Op, kind string) *ir.Value {
	if o.NumOperands() < 2 {
		return nil
	}
	init := o.Operand(1)
	if (kind == "max" || kind == "min") && init.Type().Elem().IsFloat() && startsAt(o.Context(), init, kind == "min") {
		return nil
	}
	return init
}

// reduction is one that is differentiated.
type reduction struct {
	m       *autodiff.Maker
	o       *ir.Op
	x, init *ir.Value
	dims    []int64
	kind    string
}

func reductionOf(m *autodiff.Maker, o *ir.Op) *reduction {
	kind := foldKindOf(o)
	return &reduction{m: m, o: o, x: o.Operand(0), init: initOperand(o, kind), dims: o.Attr("dims").Ints(), kind: kind}
}

// spread repeats v, which has the shape of the result, along the reduced dimensions.
func (r *reduction) spread(v *ir.Value) *ir.Value {
	if r.o.Attr("keep_dims") != nil {
		return repeatedTo(r.m, v, r.x, allDims(r.x))
	}
	return repeatedTo(r.m, v, r.x, others(r.x.Type().Rank(), r.dims))
}

// sum reduces v, which has the shape of the operand, to the shape of the result.
func (r *reduction) sum(v *ir.Value) *ir.Value { return r.by("sum", v) }

func (r *reduction) by(kind string, v *ir.Value) *ir.Value {
	attrs := []ir.NamedAttr{{Name: "kind", Value: r.m.Ctx.StringAttr(kind)}, intsAttr(r.m.Ctx, "dims", r.dims)}
	if r.o.Attr("keep_dims") != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "keep_dims", Value: r.m.Ctx.Unit()})
	}
	return r.m.Make(Reduce, []*ir.Value{v}, attrs...)
}

// count is how many elements a result has been reduced from, in the element type of the operand.
func (r *reduction) count() *ir.Value {
	elem := r.x.Type().Elem()
	known, extents := 1.0, []*ir.Value(nil)
	for _, d := range r.dims {
		if n := r.x.Type().Shape()[d]; n != ir.Dynamic {
			known *= float64(n)
		} else {
			extents = append(extents, extentValue(r.m, r.x, int(d)))
		}
	}
	if extents == nil {
		return r.m.Constant(elem, known)
	}
	return converted(r.m, r.m.Make(Mul, []*ir.Value{extentProduct(r.m, extents), r.m.Integer(int64(known))}), elem)
}

func reduceJVP(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
	r := reductionOf(m, o)
	var sum *ir.Value
	switch r.kind {
	case "sum", "mean":
		return autodiff.Jointly(m, o, t)
	case "prod":
		if t[0] != nil {
			sum = r.sum(r.timesOthers(t[0], false))
		}
		if len(t) > 1 && t[1] != nil {
			sum = addUp(m, sum, m.Make(Mul, []*ir.Value{r.by("prod", r.x), t[1]}))
		}
	case "max", "min":
		e := r.extremes()
		if t[0] != nil {
			sum = r.sum(onlyWhere(m, e.is, t[0]))
		}
		if len(t) > 1 && t[1] != nil && e.init != nil {
			sum = m.Add(sum, onlyWhere(m, e.init, repeatLike(m, t[1], o.Result(0))))
		}
		sum = e.shared(m, sum)
	}
	return []*ir.Value{sum}
}

func reduceVJP(m *autodiff.Maker, o *ir.Op, cts []*ir.Value) []*ir.Value {
	r, g := reductionOf(m, o), cts[0]
	out := make([]*ir.Value, o.NumOperands())
	initActive := len(out) > 1 && m.Active(1)
	switch r.kind {
	case "sum", "mean":
		if r.kind == "mean" {
			g = m.Make(Div, []*ir.Value{g, r.count()})
		}
		out[0] = r.spread(g)
		if initActive {
			out[1] = total(m, g)
		}
	case "prod":
		if m.Active(0) {
			out[0] = r.timesOthers(r.spread(g), true)
		}
		if initActive {
			out[1] = total(m, m.Make(Mul, []*ir.Value{conjugated(m, r.by("prod", r.x)), g}))
		}
	case "max", "min":
		e := r.extremes()
		g = e.shared(m, g)
		if m.Active(0) {
			out[0] = onlyWhere(m, e.is, r.spread(g))
		}
		if initActive && e.init != nil {
			out[1] = total(m, onlyWhere(m, e.init, g))
		}
	}
	return out
}

// timesOthers is v, of the shape of the operand, times the product of all factors of the result but
// the element in its place: those before it and those behind it, so that zeros are right.
func (r *reduction) timesOthers(v *ir.Value, conjugate bool) *ir.Value {
	m := r.m
	times := func(f *ir.Value) {
		if conjugate {
			f = conjugated(m, f)
		}
		v = m.Make(Mul, []*ir.Value{v, f})
	}
	if r.init != nil {
		times(r.init)
	}
	dims := slices.DeleteFunc(slices.Clone(r.dims), func(d int64) bool { return r.x.Type().Shape()[d] == 1 })
	if len(dims) == 0 || noElements(r.x) {
		return v
	}
	line, dim, back := r.x, int(dims[0]), func(f *ir.Value) *ir.Value { return f }
	if len(dims) > 1 {
		slices.Sort(dims)
		line, back = linesOf(m, r.x, dims)
		dim = line.Type().Rank() - 1
	}
	times(back(scanned(m, "prod", line, dim, true, false)))
	times(back(scanned(m, "prod", line, dim, true, true)))
	return v
}

// scanned is a prefix reduction.
func scanned(m *autodiff.Maker, kind string, x *ir.Value, dim int, exclusive, reverse bool) *ir.Value {
	attrs := []ir.NamedAttr{{Name: "kind", Value: m.Ctx.StringAttr(kind)}, {Name: "dim", Value: m.Ctx.I64Attr(int64(dim))}}
	if exclusive {
		attrs = append(attrs, ir.NamedAttr{Name: "exclusive", Value: m.Ctx.Unit()})
	}
	if reverse {
		attrs = append(attrs, ir.NamedAttr{Name: "reverse", Value: m.Ctx.Unit()})
	}
	return m.Make(Cumulate, []*ir.Value{x}, attrs...)
}

// linesOf is x with the dimensions dims as one, behind the others; back undoes that.
func linesOf(m *autodiff.Maker, x *ir.Value, dims []int64) (lines *ir.Value, back func(*ir.Value) *ir.Value) {
	kept := others(x.Type().Rank(), dims)
	permutation := append(slices.Clone(kept), dims...)
	moved := permuted(m, x, permutation)
	lines = reshapedTo(m, moved, append(extentsAlong(m, x, kept), extentProduct(m, extentsAlong(m, x, dims))), append(shapeAlong(x, kept), productAlong(x, dims)))
	return lines, func(v *ir.Value) *ir.Value {
		return permuted(m, reshapedLike(m, v, moved), inversePermutation(permutation))
	}
}

// asLeading is x with the dimensions dims as one, before the others.
func asLeading(m *autodiff.Maker, x *ir.Value, dims []int64) *ir.Value {
	kept := others(x.Type().Rank(), dims)
	moved := permuted(m, x, append(slices.Clone(dims), kept...))
	extents := append([]*ir.Value{extentProduct(m, extentsAlong(m, x, dims))}, extentsAlong(m, x, kept)...)
	return reshapedTo(m, moved, extents, append([]int64{productAlong(x, dims)}, shapeAlong(x, kept)...))
}

func extentsAlong(m *autodiff.Maker, x *ir.Value, dims []int64) []*ir.Value {
	var list []*ir.Value
	for _, d := range dims {
		list = append(list, extentValue(m, x, int(d)))
	}
	return list
}

func shapeAlong(x *ir.Value, dims []int64) []int64 {
	shape := []int64{}
	for _, d := range dims {
		shape = append(shape, x.Type().Shape()[d])
	}
	return shape
}

// productAlong is the product of extents, if they are known.
func productAlong(x *ir.Value, dims []int64) int64 {
	n := int64(1)
	for _, d := range dims {
		if x.Type().Shape()[d] == ir.Dynamic {
			return ir.Dynamic
		}
		n *= x.Type().Shape()[d]
	}
	return n
}

// reshapedTo is v with these extents, which shape has as far as they are known.
func reshapedTo(m *autodiff.Maker, v *ir.Value, extents []*ir.Value, shape []int64) *ir.Value {
	t := m.Ctx.Tensor(shape, v.Type().Elem())
	switch {
	case t == v.Type() && t.IsStatic():
		return v
	case t.IsStatic():
		return m.MakeTyped(Reshape, t, []*ir.Value{v})
	}
	return m.MakeTyped(DynamicReshape, t, []*ir.Value{v, extentVector(m, extents)})
}

// extremes are the candidates that the result of a maximum or minimum is equal to.
type extremes struct {
	is    *ir.Value // which elements are
	init  *ir.Value // whether the init is one; nil if that does not matter
	count *ir.Value // how many there are, nil where each counts in full
}

func (r *reduction) extremes() *extremes {
	m, result := r.m, r.o.Result(0)
	all := r.spread(result)
	e := &extremes{is: m.Make(Or, []*ir.Value{m.Compare("eq", r.x, all), isNaN(m, r.x)})}
	if r.init != nil {
		e.init = m.Make(Or, []*ir.Value{m.Compare("eq", repeatLike(m, r.init, result), result), isNaN(m, r.init)})
		if m.Convention == autodiff.LeastNorm && !m.Active(1) {
			// The result does not fall below a constant, so that 0 is in the subdifferential.
			e.is = m.Make(And, []*ir.Value{e.is, r.spread(m.Make(Not, []*ir.Value{e.init}))})
			e.init = nil
		}
	}
	if m.Convention == autodiff.Enzyme {
		return e
	}
	one := m.Constant(r.x.Type().Elem(), 1)
	e.count = r.sum(onlyWhere(m, e.is, one))
	if e.init != nil {
		e.count = m.Make(Add, []*ir.Value{e.count, onlyWhere(m, e.init, one)})
	}
	return e
}

// shared is v divided among the candidates.
func (e *extremes) shared(m *autodiff.Maker, v *ir.Value) *ir.Value {
	if v == nil || e.count == nil {
		return v
	}
	// Where nobody is a candidate nobody gets anything.
	count := m.Make(Select, []*ir.Value{m.Compare("eq", e.count, m.Constant(e.count.Type().Elem(), 0)), m.Constant(e.count.Type().Elem(), 1), e.count})
	return m.Make(Div, []*ir.Value{v, count})
}

// lowerReduce makes a loop of a reduction by a region.
func lowerReduce(m *autodiff.Maker, o *ir.Op) []*ir.Value {
	if foldKindOf(o) != "" {
		return nil
	}
	n, dims := o.NumResults(), slices.Clone(o.Attr("dims").Ints())
	slices.Sort(dims)
	x := o.Operand(0)
	kept := others(x.Type().Rank(), dims)
	keptExtents, keptShape := extentsAlong(m, x, kept), shapeAlong(x, kept)
	var elements, first []*ir.Value
	for i := range n {
		elements = append(elements, asLeading(m, o.Operand(i), dims))
		first = append(first, filled(m, o.Operand(n+i), keptExtents, keptShape))
	}
	rounds := extentProduct(m, extentsAlong(m, x, dims))
	m.Remark("a reduction by a region is differentiated as a loop over the reduced elements")
	out := m.Counted(rounds, first, nil, func(b *autodiff.Maker, at *ir.Value, state []*ir.Value) []*ir.Value {
		args := slices.Clone(state)
		for _, e := range elements {
			args = append(args, b.At(e, at, b.Ctx.Tensor(keptShape, e.Type().Elem())))
		}
		return liftedOrFail(b, o.RegionAt(0).First(), args, state)
	})
	if o.Attr("keep_dims") != nil {
		for i, v := range out {
			extents := make([]*ir.Value, x.Type().Rank())
			for d := range extents {
				if extents[d] = m.Integer(1); slices.Contains(kept, int64(d)) {
					extents[d] = extentValue(m, x, d)
				}
			}
			out[i] = reshapedTo(m, v, extents, o.Result(i).Type().Shape())
		}
	}
	return out
}

// filled is a tensor of these extents, all elements of which are v.
func filled(m *autodiff.Maker, v *ir.Value, extents []*ir.Value, shape []int64) *ir.Value {
	t := m.Ctx.Tensor(shape, v.Type().Elem())
	switch {
	case t.Rank() == 0:
		return v
	case t.IsStatic():
		return m.MakeTyped(Broadcast, t, []*ir.Value{v}, intsAttr(m.Ctx, "dims", []int64{}))
	}
	return m.MakeTyped(DynamicBroadcast, t, []*ir.Value{v, extentVector(m, extents)}, intsAttr(m.Ctx, "dims", []int64{}))
}

// liftedOrFail is what a region yields on many elements side by side, in the shapes of state.
func liftedOrFail(m *autodiff.Maker, b *ir.Block, args, state []*ir.Value) []*ir.Value {
	out := lifted(m, b, args)
	if out == nil {
		m.Fail("its region has ops that are not elementwise; write it as a tg.while over the reduced elements")
		return state
	}
	for i, v := range out {
		if v.Type().Rank() < state[i].Type().Rank() {
			out[i] = repeatLike(m, v, state[i])
		}
	}
	return out
}
