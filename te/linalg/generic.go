package linalg

import (
	"github.com/tg-opt/tg/ir"
)

// generic is a loop nest that is made.
type generic struct {
	reduced   []bool // of each loop, whether it is a reduction
	ins, outs []*ir.Value
	maps      []*ir.AffineMap // from the loops to the elements of ins, then of outs
}

// identity is the map of n loops to themselves.
func identity(n int) *ir.AffineMap { return leading(n, n) }

// leading is the map of n loops to the first k of them.
func leading(n, k int) *ir.AffineMap {
	m := &ir.AffineMap{Dims: n}
	for i := range k {
		m.Results = append(m.Results, &ir.AffineExpr{Op: ir.AffineDim, Value: int64(i)})
	}
	return m
}

// build makes the loop nest. The elements of operands are handed to body, which makes what becomes
// of those of outs. It returns the results.
func (e *emitter) build(g *generic, body func(b *emitter, args []*ir.Value) ([]*ir.Value, error)) ([]*ir.Value, error) {
	c := e.Ctx
	region, block := new(ir.Region), new(ir.Block)
	region.Append(block)
	operands := append(append([]*ir.Value{}, g.ins...), g.outs...)
	for _, v := range operands {
		block.AddArg(v.Type().Elem(), e.loc)
	}
	inside := &emitter{Builder: ir.NewBuilder(c).AtEnd(block), loc: e.loc, opts: e.opts, outside: e.Builder, constants: e.constants}
	yields, err := body(inside, block.Args())
	if err != nil {
		return nil, err
	}
	inside.OpWithTypes(e.def("linalg.yield"), e.loc, nil, yields)
	var maps, kinds []*ir.Attr
	for _, m := range g.maps {
		maps = append(maps, c.AffineMapAttr(m))
	}
	for _, reduced := range g.reduced {
		kinds = append(kinds, e.iterator(reduced))
	}
	var types []*ir.Type
	for _, v := range g.outs {
		types = append(types, v.Type())
	}
	o, err := e.Create(&ir.OpState{
		Name: c.OpName("linalg.generic"), Loc: e.loc, Operands: operands, Results: types, Regions: []*ir.Region{region},
		Attrs: []ir.NamedAttr{
			{Name: "indexing_maps", Value: c.Array(maps)},
			{Name: "iterator_types", Value: c.Array(kinds)},
			{Name: "operandSegmentSizes", Value: c.IntArray(c.I32(), []int64{int64(len(g.ins)), int64(len(g.outs))})},
		},
	})
	if err != nil {
		return nil, err
	}
	return o.Results(), nil
}

// iterator is the attribute for a kind of loop.
func (e *emitter) iterator(reduced bool) *ir.Attr {
	kind := "parallel"
	if reduced {
		kind = "reduction"
	}
	for _, d := range e.Ctx.LookupDialect("linalg").Attrs {
		if d.Name == "linalg.iterator_type" {
			return e.Ctx.DialectAttr(d, ir.NamedAttr{Name: "value", Value: e.Ctx.StringAttr(kind)})
		}
	}
	panic("linalg: the context has no kinds of loops")
}

// elementwise is a tensor of type t whose elements f makes of those of v.
func (e *emitter) elementwise(v *ir.Value, t *ir.Type, f func(b *emitter, x *ir.Value) *ir.Value) *ir.Value {
	n := t.Rank()
	var sizes []*ir.Value
	for d, extent := range t.Shape() {
		if extent == ir.Dynamic {
			sizes = append(sizes, e.op("tensor.dim", e.Ctx.Index(), v, e.index(int64(d))))
		}
	}
	g := &generic{
		reduced: make([]bool, n), ins: []*ir.Value{v}, outs: []*ir.Value{e.op("tensor.empty", t, sizes...)},
		maps: []*ir.AffineMap{identity(n), identity(n)},
	}
	results, err := e.build(g, func(b *emitter, args []*ir.Value) ([]*ir.Value, error) {
		return []*ir.Value{f(b, args[0])}, nil
	})
	if err != nil {
		panic("linalg: " + err.Error()) // all of it is ours
	}
	return results[0]
}

// fill is a tensor like empty whose elements are v.
func (e *emitter) fill(v, empty *ir.Value) *ir.Value {
	c, t := e.Ctx, empty.Type()
	region, block := new(ir.Region), new(ir.Block)
	region.Append(block)
	block.AddArg(v.Type(), e.loc)
	block.AddArg(t.Elem(), e.loc)
	ir.NewBuilder(c).AtEnd(block).OpWithTypes(e.def("linalg.yield"), e.loc, nil, block.Args()[:1])
	o, err := e.Create(&ir.OpState{
		Name: c.OpName("linalg.fill"), Loc: e.loc, Operands: []*ir.Value{v, empty}, Results: t.Alone(), Regions: []*ir.Region{region},
		Attrs: []ir.NamedAttr{{Name: "operandSegmentSizes", Value: c.IntArray(c.I32(), []int64{1, 1})}},
	})
	if err != nil {
		panic("linalg: " + err.Error()) // all of it is ours
	}
	return o.Result(0)
}
