package tg

import (
	"slices"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// The derivatives of ops that move elements: each gets back what became of it. An op and the one
// that is told its numbers when the program runs have one rule.

var (
	reshapeDerivative = linearFirst("nothing but the shape", func(m *autodiff.Maker, o *ir.Op, g *ir.Value) *ir.Value {
		return reshapedLike(m, g, o.Operand(0))
	})
	transposeDerivative = linearFirst("nothing", func(m *autodiff.Maker, o *ir.Op, g *ir.Value) *ir.Value {
		return permuted(m, g, inversePermutation(o.Attr("permutation").Ints()))
	})
	reverseDerivative = linearFirst("nothing", func(m *autodiff.Maker, o *ir.Op, g *ir.Value) *ir.Value {
		return m.Again(o, []*ir.Value{g})[0]
	})
	broadcastDerivative = linearFirst("nothing but the shape", func(m *autodiff.Maker, o *ir.Op, g *ir.Value) *ir.Value {
		dims := o.Attr("dims").Ints()
		return unbroadcast(m, permuted(m, g, append(others(g.Type().Rank(), dims), dims...)), o.Operand(0))
	})
	concatDerivative             = linear("nothing but the shapes", concatVJP)
	splitDerivative              = linear("nothing but the shapes", splitVJP)
	sliceDerivative              = linearPart("nothing but the shape, and the bounds", sliceVJP, sliceInto)
	padDerivative                = linear("nothing but the shapes, and how much there is of padding", padVJP)
	dynamicSliceDerivative       = linearPart("the starts", dynamicSliceVJP, dynamicSliceInto)
	dynamicUpdateSliceDerivative = linear("the starts", dynamicUpdateSliceVJP)
)

func concatVJP(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
	out, dim := make([]*ir.Value, o.NumOperands()), int(o.Attr("dim").Int())
	rank := g[0].Type().Rank()
	at, known := m.Integer(0), int64(0)
	for i, x := range o.Operands() {
		starts, ends := slices.Repeat([]*ir.Value{m.Integer(0)}, rank), make([]*ir.Value, rank)
		for d := range ends {
			ends[d] = extentValue(m, x, d)
		}
		end := m.Make(Add, []*ir.Value{at, ends[dim]})
		if m.Active(i) {
			switch {
			case x.Type().IsStatic() && known >= 0:
				low, limits := make([]int64, rank), slices.Clone(x.Type().Shape())
				low[dim], limits[dim] = known, known+limits[dim]
				out[i] = m.Make(Slice, g, intsAttr(m.Ctx, "starts", low), intsAttr(m.Ctx, "limits", limits), intsAttr(m.Ctx, "strides", slices.Repeat([]int64{1}, rank)))
			default:
				starts[dim], ends[dim] = at, end
				out[i] = m.MakeTyped(RealDynamicSlice, x.Type(), []*ir.Value{g[0], extentVector(m, starts), extentVector(m, ends), i64List(m, slices.Repeat([]int64{1}, rank))})
			}
		}
		if n := x.Type().Shape()[dim]; n == ir.Dynamic || known < 0 {
			known = -1
		} else {
			known += n
		}
		at = end
	}
	return out
}

func splitVJP(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
	pieces := slices.Clone(g)
	for i, p := range pieces {
		if p == nil {
			pieces[i] = m.ZerosLike(o.Result(i))
		}
	}
	v := m.Make(Concat, pieces, ir.NamedAttr{Name: "dim", Value: o.Attr("dim")})
	return []*ir.Value{castTo(m, v, o.Operand(0).Type())}
}

// sliceVJP puts zeros where elements were left out.
func sliceVJP(m *autodiff.Maker, o *ir.Op, g *ir.Value) *ir.Value {
	x := o.Operand(0)
	rank, zero := x.Type().Rank(), m.Constant(g.Type().Elem(), 0)
	if o.Is(Slice) && x.Type().IsStatic() {
		low, high, interior := slices.Clone(o.Attr("starts").Ints()), make([]int64, rank), slices.Clone(o.Attr("strides").Ints())
		for d, n := range g.Type().Shape() {
			if interior[d]--; n < 2 {
				interior[d] = 0
			}
			high[d] = x.Type().Shape()[d] - low[d] - n - interior[d]*max(0, n-1)
		}
		return m.MakeTyped(Pad, x.Type(), []*ir.Value{g, zero}, intsAttr(m.Ctx, "low", low), intsAttr(m.Ctx, "high", high), intsAttr(m.Ctx, "interior", interior))
	}
	starts, strides := i64List(m, make([]int64, rank)), i64List(m, slices.Repeat([]int64{1}, rank))
	switch {
	case o.Is(RealDynamicSlice):
		starts, strides = toI64(m, o.Operand(1)), toI64(m, o.Operand(3))
	case o.Is(Slice):
		starts, strides = i64List(m, o.Attr("starts").Ints()), i64List(m, o.Attr("strides").Ints())
	}
	one, none := m.Integer(1), m.Integer(0)
	gaps := m.Make(Max, []*ir.Value{minus(m, extentsOf(m, g), one), none})
	// A stride beyond the only element makes no gap, however large it is.
	interior := m.Make(Select, []*ir.Value{m.Compare("gt", gaps, none), minus(m, strides, one), none})
	span := m.Make(Add, []*ir.Value{extentsOf(m, g), m.Make(Mul, []*ir.Value{gaps, interior})})
	high := minus(m, minus(m, extentsOf(m, x), starts), span)
	return m.MakeTyped(DynamicPad, x.Type(), []*ir.Value{g, zero, starts, high, interior})
}

// padVJP takes the elements out again. The value gets the sum over the padding, which a mask finds:
// all minus the others would not be exact.
func padVJP(m *autodiff.Maker, o *ir.Op, cts []*ir.Value) []*ir.Value {
	g, x := cts[0], o.Operand(0)
	rank, zero := x.Type().Rank(), m.Constant(x.Type().Elem(), 0)
	out := make([]*ir.Value, o.NumOperands())
	if m.Active(1) {
		is := m.Ctx.Bool()
		operands := append([]*ir.Value{m.Like(x, is, 0), m.Constant(is, 1)}, o.Operands()[2:]...)
		mask := m.MakeTyped(o.Def(), m.Ctx.WithElem(o.Result(0).Type(), is), operands, o.Props().Entries()...)
		out[1] = total(m, onlyWhere(m, mask, g))
	}
	if !m.Active(0) {
		return out
	}
	if o.Is(Pad) && x.Type().IsStatic() {
		negated := func(name string) []int64 {
			list := slices.Clone(o.Attr(name).Ints())
			for i := range list {
				list[i] = -list[i]
			}
			return list
		}
		strides := slices.Clone(fullList(o.Attr("interior"), rank, 0))
		for d := range strides {
			strides[d]++
		}
		v := m.Make(Pad, []*ir.Value{g, zero}, intsAttr(m.Ctx, "low", negated("low")), intsAttr(m.Ctx, "high", negated("high")))
		if anyNot(strides, 1) {
			v = m.Make(Slice, []*ir.Value{v}, intsAttr(m.Ctx, "starts", make([]int64, rank)), intsAttr(m.Ctx, "limits", v.Type().Shape()), intsAttr(m.Ctx, "strides", strides))
		}
		out[0] = v
		return out
	}
	var low, high, interior *ir.Value
	if o.Is(Pad) {
		low, high = i64List(m, o.Attr("low").Ints()), i64List(m, o.Attr("high").Ints())
		interior = i64List(m, fullList(o.Attr("interior"), rank, 0))
	} else {
		low, high, interior = toI64(m, o.Operand(2)), toI64(m, o.Operand(3)), toI64(m, o.Operand(4))
	}
	none := i64List(m, make([]int64, rank))
	unknown := m.Ctx.WithShape(x.Type(), slices.Repeat([]int64{ir.Dynamic}, rank))
	v := m.MakeTyped(DynamicPad, unknown, []*ir.Value{g, zero, minus(m, none, low), minus(m, none, high), none})
	strides := m.Make(Add, []*ir.Value{interior, m.Integer(1)})
	out[0] = m.MakeTyped(RealDynamicSlice, x.Type(), []*ir.Value{v, none, extentsOf(m, v), strides})
	return out
}

func dynamicSliceVJP(m *autodiff.Maker, o *ir.Op, g *ir.Value) *ir.Value {
	x := o.Operand(0)
	return m.Make(DynamicUpdateSlice, append([]*ir.Value{m.ZerosLike(x), g}, o.Operands()[1:]...))
}

// dynamicSliceInto adds in place.
func dynamicSliceInto(m *autodiff.Maker, o *ir.Op, g, into *ir.Value) *ir.Value {
	return addedAt(m, into, m.Again(o, append([]*ir.Value{into}, o.Operands()[1:]...))[0], g, o.Operands()[1:])
}

// addedAt adds g to the part of into that begins at starts, which is now.
func addedAt(m *autodiff.Maker, into, now, g *ir.Value, starts []*ir.Value) *ir.Value {
	return m.Make(DynamicUpdateSlice, append([]*ir.Value{into, m.Make(Add, []*ir.Value{now, g})}, starts...))
}

// sliceInto adds in place if the part has no gaps and is half of the operand at most, or that is
// not known: else one pass over all of it is no worse.
func sliceInto(m *autodiff.Maker, o *ir.Op, g, into *ir.Value) *ir.Value {
	x := o.Operand(0).Type()
	if n, known := g.Type().NumElements(); known && x.IsStatic() {
		if all, _ := x.NumElements(); n > all/2 {
			return nil
		}
	}
	now := func() *ir.Value { return m.Again(o, append([]*ir.Value{into}, o.Operands()[1:]...))[0] }
	if o.Is(Slice) {
		if anyNot(o.Attr("strides").Ints(), 1) {
			return nil
		}
		var starts []*ir.Value
		for _, n := range o.Attr("starts").Ints() {
			starts = append(starts, m.Integer(n))
		}
		return addedAt(m, into, now(), g, starts)
	}
	if strides := ir.ConstantValue(o.Operand(3)); !strides.Is(ir.DenseAttr) || anyNot(strides.Ints(), 1) {
		return nil
	}
	list := toI64(m, o.Operand(1))
	var starts []*ir.Value
	for d := range x.Rank() {
		starts = append(starts, elementOf(m, list, int64(d)))
	}
	return addedAt(m, into, now(), g, starts)
}

func dynamicUpdateSliceVJP(m *autodiff.Maker, o *ir.Op, cts []*ir.Value) []*ir.Value {
	g, x, update, starts := cts[0], o.Operand(0), o.Operand(1), o.Operands()[2:]
	out := make([]*ir.Value, o.NumOperands())
	// The part is read first: then the cotangent may be overwritten in place.
	if m.Active(1) {
		out[1] = partAt(m, g, x, update, starts)
	}
	if m.Active(0) {
		out[0] = m.Make(DynamicUpdateSlice, append([]*ir.Value{g, m.ZerosLike(update)}, starts...))
	}
	return out
}

// partAt is the part of g, which has the shape of x, that a dynamic_update_slice with these starts
// puts an update in.
func partAt(m *autodiff.Maker, g, x, update *ir.Value, starts []*ir.Value) *ir.Value {
	if update.Type().IsStatic() {
		return m.Make(DynamicSlice, append([]*ir.Value{g}, starts...), intsAttr(m.Ctx, "sizes", update.Type().Shape()))
	}
	sizes := extentsOf(m, update)
	var list []*ir.Value
	for _, s := range starts {
		list = append(list, toI64(m, s))
	}
	most := minus(m, extentsOf(m, x), sizes)
	from := m.Make(Clamp, []*ir.Value{m.Integer(0), extentVector(m, list), most})
	limits := m.Make(Add, []*ir.Value{from, sizes})
	return m.MakeTyped(RealDynamicSlice, update.Type(), []*ir.Value{g, from, limits, i64List(m, slices.Repeat([]int64{1}, len(starts)))})
}
