package lower

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// product is a matrix product of two tensors as they are.
func (g *guessing) product() []*ir.Value {
	x, ok := g.factors()
	if !ok {
		return nil
	}
	return g.try("tg.matmul", x, nil, g.elementType(x)...)
}

// factors are the tensors that the two factors of a chain are elements of, perhaps converted.
func (a *attempt) factors() (x []*ir.Value, ok bool) {
	for _, v := range a.c.Elements() {
		if o := v.Def(); o != nil && o.Name() == "tg.convert" {
			v = o.Operand(0)
		}
		r, ok := te.AsRead(v.Def())
		switch {
		case ok && r.Block() == a.c.Body() && len(r.Values()) == 0:
			x = append(x, r.Tensor())
		case a.isOutside(v):
			x = append(x, v)
		default:
			return nil, false
		}
	}
	return x, true
}

// elementType states the type of a contraction's result, where it is not that of the operands.
func (a *attempt) elementType(x []*ir.Value) []ir.NamedAttr {
	elem := a.c.Result(0).Type().Elem()
	if x[0].Type().Elem() == elem && x[1].Type().Elem() == elem {
		return nil
	}
	return []ir.NamedAttr{{Name: "element_type", Value: a.b.Ctx.TypeAttr(elem)}}
}

// position is where the greatest or least element is.
func (g *guessing) position() []*ir.Value {
	reads := g.reads()
	if len(reads) != 1 {
		return nil
	}
	for _, kind := range []string{"argmax", "argmin"} {
		if results := g.reduction(kind); results != nil {
			return results
		}
	}
	return nil
}

// keywords are the words for combiners that are an op of tg.
var keywords = map[string]string{
	"tg.add": "sum", "tg.mul": "prod", "tg.max": "max", "tg.min": "min", "tg.and": "and", "tg.or": "or", "tg.xor": "xor",
}

// keyword is the word for the combiner of a region that does one thing with the first accumulator;
// empty where it does another.
func (a *attempt) keyword() string {
	for o := a.c.Combine().First(); o != nil; o = o.Next() {
		if w := keywords[o.Name()]; w != "" {
			return w
		}
	}
	return ""
}

// cumulate is a cumulative sum or the like.
func (g *guessing) cumulate() []*ir.Value {
	kind, reads := g.keyword(), g.reads()
	if kind == "" || len(reads) != 1 || g.c.NumReduced() != 1 {
		return nil
	}
	x, r := reads[0].Tensor(), int64(g.domain.results)
	at := g.indices(reads[0])
	var tries []func() []*ir.Value
	for d, e := range at {
		_, forwards := affine.DimOf(e)
		if affine.UsesDim(e, r) {
			tries = append(tries, g.cumulates(x, kind, d, !forwards)...)
		}
	}
	if tries == nil && g.extents[r] <= 2 {
		// Of the axis one value counts, so that no index has it.
		for d, n := range x.Type().Shape() {
			if n == g.extents[r] {
				tries = append(append(tries, g.cumulates(x, kind, d, false)...), g.cumulates(x, kind, d, true)...)
			}
		}
	}
	return firstOf(tries)
}

// cumulates are the two cumulative sums along a dimension, from its begin or its end on.
func (g *guessing) cumulates(x *ir.Value, kind string, dim int, reverse bool) []func() []*ir.Value {
	attrs := []ir.NamedAttr{g.word("kind", kind), {Name: "dim", Value: g.b.Ctx.I64Attr(int64(dim))}}
	if reverse {
		attrs = append(attrs, ir.NamedAttr{Name: "reverse", Value: g.b.Ctx.Unit()})
	}
	exclusive := append(slices.Clone(attrs), ir.NamedAttr{Name: "exclusive", Value: g.b.Ctx.Unit()})
	return []func() []*ir.Value{
		func() []*ir.Value { return g.try("tg.cumulate", []*ir.Value{x}, nil, attrs...) },
		func() []*ir.Value { return g.try("tg.cumulate", []*ir.Value{x}, nil, exclusive...) },
	}
}

// list is an attribute of numbers, which an op may lack where all have their default.
type list struct {
	name     string
	numbers  []int64
	standard int64
}

// lists are those attributes that say something.
func (a *attempt) lists(all ...list) (attrs []ir.NamedAttr) {
	for _, l := range all {
		if slices.ContainsFunc(l.numbers, func(n int64) bool { return n != l.standard }) {
			attrs = append(attrs, a.ints(l.name, l.numbers))
		}
	}
	return attrs
}

// window is a reduction of the positions of a sliding window.
func (g *guessing) window() []*ir.Value {
	reads := g.reads()
	if len(reads) != g.c.NumResults() {
		return nil
	}
	rank := len(reads[0].Map().Results)
	if len(g.order) != rank || g.c.NumReduced() != rank {
		return nil
	}
	at, conditions := g.indices(reads[0]), g.conditions(reads[0].Guard())
	var window, strides, base, dilation, pads []int64
	for d, e := range at {
		i, r := g.order[d], g.domain.results+d
		w, ok := g.slide(e, conditions, i, r, reads[0].Tensor().Type().Shape()[d])
		if !ok {
			return nil
		}
		window, strides, base = append(window, g.extents[r]), append(strides, w.stride), append(base, w.base)
		dilation, pads = append(dilation, w.dilation), append(pads, w.low, w.high)
	}
	attrs := append([]ir.NamedAttr{g.ints("window", window)}, g.lists(
		list{"strides", strides, 1}, list{"base_dilation", base, 1}, list{"window_dilation", dilation, 1}, list{"pads", pads, 0})...)
	var x []*ir.Value
	for _, r := range reads {
		x = append(x, r.Tensor())
	}
	inits := g.initial()
	kinds := []string{g.keyword()}
	if g.tail.Op != nil && kinds[0] == "sum" {
		kinds = append(kinds, "mean")
	}
	for _, kind := range kinds {
		if kind == "" || len(x) != 1 {
			break
		}
		with := append(slices.Clone(attrs), g.word("kind", kind))
		if results := g.try("tg.reduce_window", x, nil, with...); results != nil {
			return results
		}
		if results := g.try("tg.reduce_window", append(slices.Clone(x), inits...), nil, with...); results != nil {
			return results
		}
	}
	return g.try("tg.reduce_window", append(x, inits...), g.combine(), attrs...)
}

// bitcast is a bitcast, also between elements of different widths, and of complex numbers to their
// parts.
func (g *guessing) bitcast() []*ir.Value {
	if reads := g.reads(); len(reads) > 0 && g.c.Reduces() {
		return g.try("tg.bitcast", []*ir.Value{reads[0].Tensor()}, nil) // parts that are joined
	}
	for o := g.c.Body().First(); o != nil; o = o.Next() {
		if o.Name() != "tg.bitcast" && o.Name() != "tg.shr_logical" && o.Name() != "tg.real" {
			continue
		}
		x := o.Operand(0)
		if reads := g.reads(); len(reads) > 0 {
			x = reads[0].Tensor()
		}
		if !g.isOutside(x) {
			return nil
		}
		return g.try("tg.bitcast", []*ir.Value{x}, nil)
	}
	return nil
}

// counted is an iota.
func (g *guessing) counted() []*ir.Value {
	if len(g.reads()) > 0 {
		return nil
	}
	for d := range g.order {
		if results := g.try("tg.iota", nil, nil, ir.NamedAttr{Name: "dim", Value: g.b.Ctx.I64Attr(int64(d))}); results != nil {
			return results
		}
	}
	return nil
}

// update is a tensor of which a box at positions of the run is another one. Which op it would be
// follows from the tensors that are read; the positions, from what is clamped.
func (g *guessing) update() []*ir.Value {
	end := g.c.Body().Last().Operand(0).Def()
	if end == nil || end.Name() != "tg.select" {
		return nil
	}
	box, ok := te.AsRead(end.Operand(1).Def())
	whole, ok2 := te.AsRead(end.Operand(2).Def())
	if !ok || !ok2 || box.Tensor().Type().Rank() != len(g.order) || whole.Tensor().Type().Rank() != len(g.order) {
		return nil
	}
	var some *ir.Value
	starts := make([]*ir.Value, len(g.order))
	for o := g.c.Body().First(); o != nil; o = o.Next() {
		// An index less where the box begins.
		if o.Name() != "tg.sub" || o.Operand(0).Def() == nil || o.Operand(0).Def().Name() != "te.index" {
			continue
		}
		axis, ok := affine.DimOf(g.simplified(o.Operand(0).Def().Attr(te.MapAttr).AffineMap().Results[0]))
		from := o.Operand(1).Def()
		if from != nil && from.Name() == "tg.convert" {
			from = from.Operand(0).Def()
		}
		if !ok || from == nil || from.Name() != "tg.clamp" {
			return nil
		}
		v := from.Operand(1)
		if r, ok := te.AsRead(v.Def()); ok {
			v = r.Tensor()
		}
		if d := slices.Index(g.order, int(axis)); d >= 0 && v.Type().Rank() == 0 && g.isOutside(v) {
			starts[d], some = v, v
		}
	}
	if some == nil {
		return nil
	}
	for d := range starts {
		if starts[d] == nil {
			starts[d] = some // all of a dimension is updated wherever that is to begin
		}
	}
	return g.try("tg.dynamic_update_slice", append([]*ir.Value{whole.Tensor(), box.Tensor()}, starts...), nil)
}

// isOutside reports whether a value is none of the body.
func (a *attempt) isOutside(v *ir.Value) bool { return v.Block() != a.c.Body() }
