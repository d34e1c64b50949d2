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
		if !ok || len(r.Values()) > 0 {
			return nil, false
		}
		x = append(x, r.Tensor())
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
	var dims []int64
	for d, e := range g.indices(reads[0]) {
		axis, ok := affine.DimOf(e)
		switch {
		case ok && int(axis) >= g.domain.results:
			dims = append(dims, int64(d))
		case !ok && reads[0].Tensor().Type().Shape()[d] != 1:
			return nil
		}
	}
	attrs := []ir.NamedAttr{g.ints("dims", dims)}
	if elem := g.c.Result(1).Type().Elem(); elem != g.b.Ctx.I64() {
		attrs = append(attrs, ir.NamedAttr{Name: "element_type", Value: g.b.Ctx.TypeAttr(elem)})
	}
	keep := ir.NamedAttr{Name: "keep_dims", Value: g.b.Ctx.Unit()}
	for _, kind := range []string{"argmax", "argmin"} {
		with := append(slices.Clone(attrs), g.word("kind", kind))
		if len(reads[0].Map().Results)-len(dims) != len(g.order) {
			with = append(with, keep)
		}
		if results := g.try("tg.reduce", []*ir.Value{reads[0].Tensor()}, nil, with...); results != nil {
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
	for d, e := range g.indices(reads[0]) {
		if !affine.UsesDim(e, r) {
			continue
		}
		attrs := []ir.NamedAttr{g.word("kind", kind), {Name: "dim", Value: g.b.Ctx.I64Attr(int64(d))}}
		if _, ok := affine.DimOf(e); !ok {
			attrs = append(attrs, ir.NamedAttr{Name: "reverse", Value: g.b.Ctx.Unit()})
		}
		if results := g.try("tg.cumulate", []*ir.Value{x}, nil, attrs...); results != nil {
			return results
		}
		return g.try("tg.cumulate", []*ir.Value{x}, nil, append(attrs, ir.NamedAttr{Name: "exclusive", Value: g.b.Ctx.Unit()})...)
	}
	return nil
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
	at, list := g.indices(reads[0]), g.conditions(reads[0].Guard())
	var window, strides, base, dilation, pads []int64
	for d, e := range at {
		i, r := g.order[d], g.domain.results+d
		w, ok := g.slide(e, list, i, r, reads[0].Tensor().Type().Shape()[d])
		if !ok {
			return nil
		}
		window, strides, base = append(window, g.extents[r]), append(strides, w.stride), append(base, w.base)
		dilation, pads = append(dilation, w.dilation), append(pads, w.low, w.high)
	}
	attrs := []ir.NamedAttr{
		g.ints("window", window), g.ints("strides", strides), g.ints("base_dilation", base), g.ints("window_dilation", dilation), g.ints("pads", pads),
	}
	var x []*ir.Value
	for _, r := range reads {
		x = append(x, r.Tensor())
	}
	inits := g.c.Inits()
	if kind := g.keyword(); kind != "" && len(x) == 1 {
		with := append(attrs, g.word("kind", kind))
		if results := g.try("tg.reduce_window", x, nil, with...); results != nil {
			return results
		}
		if results := g.try("tg.reduce_window", append(slices.Clone(x), inits...), nil, with...); results != nil {
			return results
		}
	}
	return g.try("tg.reduce_window", append(x, inits...), g.combine(), attrs...)
}

// bitcast is a bitcast between elements of different widths.
func (g *guessing) bitcast() []*ir.Value {
	reads := g.reads()
	if len(reads) == 0 || g.c.Body().Last().Operand(0).Def() == nil {
		return nil
	}
	for o := g.c.Body().First(); o != nil; o = o.Next() {
		if o.Name() == "tg.bitcast" || o.Name() == "tg.shr_logical" {
			return g.try("tg.bitcast", []*ir.Value{reads[0].Tensor()}, nil)
		}
	}
	return nil
}

// update is a tensor of which a box at positions of the run is another one.
func (g *guessing) update() []*ir.Value { return nil }
