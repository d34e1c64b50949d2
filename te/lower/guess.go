package lower

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// guessing makes ops that a compute may be, and proves that they are it.
type guessing struct {
	*attempt
	order []int // the axes of the results, as the op has them
	cmp   *comparison
	key   string // of the compute
}

// special is the compute as an op that is more than its shapes say; nil where it is none that is
// known here.
func (a *attempt) special() []*ir.Value {
	g := guessing{attempt: a, cmp: newComparison()}
	for _, axis := range a.order {
		if axis < a.domain.results {
			g.order = append(g.order, axis)
		}
	}
	var tries []func() []*ir.Value
	switch {
	case a.c.Combiner() == te.Dot:
		tries = []func() []*ir.Value{g.product, g.conv}
	case a.c.Combine() != nil && a.c.NumResults() == 2 && a.c.NumReduced() > 0:
		tries = []func() []*ir.Value{g.position, g.cumulate, g.window}
	case a.c.Combine() != nil:
		tries = []func() []*ir.Value{g.cumulate, g.window}
	case !a.c.Reduces() && a.c.NumResults() == 1:
		tries = []func() []*ir.Value{g.update, g.counted, g.bitcast}
	}
	for _, try := range tries {
		if results := try(); results != nil {
			return results
		}
	}
	return nil
}

// shape is that of the results, with the axes in order.
func (g *guessing) shape() []int64 { return shapes.Pick(g.extents, g.order) }

// reads are the reads of the body.
func (a *attempt) reads() (list []te.Read) {
	for o := a.c.Body().First(); o != nil; o = o.Next() {
		if r, ok := te.AsRead(o); ok {
			list = append(list, r)
		}
	}
	return list
}

// try makes an op, and returns what stands for the results of the compute if the op computes them;
// nil, and there is no op, if it does not. What results need is nil where nothing uses it.
func (g *guessing) try(name string, operands []*ir.Value, region *ir.Region, attrs ...ir.NamedAttr) []*ir.Value {
	st := &ir.OpState{Name: g.b.Ctx.OpName(name), Loc: g.c.Loc(), Operands: operands, Attrs: attrs}
	if region != nil {
		st.Regions = []*ir.Region{region}
	}
	if name == "tg.bitcast" || name == "tg.iota" {
		st.Results = []*ir.Type{g.b.Ctx.Tensor(g.shape(), g.c.Result(0).Type().Elem())}
	}
	return g.tryState(st)
}

func (g *guessing) tryState(st *ir.OpState) []*ir.Value {
	for _, e := range st.Attrs {
		if d := st.Name.Def.AttrDef(e.Name); d == nil || d.Is.Ok != nil && !d.Is.Ok(e.Value) {
			return nil
		}
	}
	o, err := g.b.Create(st)
	if err != nil {
		return nil // the types do not go together
	}
	results := g.proven(o)
	if results == nil {
		o.Erase()
	}
	return results
}

// proven expands an op and compares it with the compute.
func (g *guessing) proven(o *ir.Op) []*ir.Value {
	e, ok := te.Expand.Get(o.Def())
	if !ok || e.Make == nil {
		return nil
	}
	block := new(ir.Block)
	defer func() {
		for p := block.Last(); p != nil; p = block.Last() {
			p.Erase()
		}
	}()
	m := &te.Maker{Builder: ir.NewBuilder(g.b.Ctx).AtEnd(block), Loc: o.Loc()}
	values := m.Expand(o, o.Operands())
	if len(values) == 0 {
		return nil
	}
	c, ok := te.AsCompute(values[0].Def())
	if !ok || c.Block() != block || c.NumResults() != g.c.NumResults() || c.NumAxes()-c.NumReduced() != len(o.Result(0).Type().Shape()) {
		return nil
	}
	if g.key == "" {
		if g.key, ok = g.cmp.key(g.c, g.order); !ok {
			return nil
		}
	}
	key, ok := g.cmp.key(c, shapes.Dims(0, c.NumAxes()-c.NumReduced()))
	if !ok || key != g.key {
		return nil
	}
	dims := slices.Clone(g.order)
	for i, axis := range dims {
		if g.extents[axis] == 1 {
			dims[i] = none
		}
	}
	if n := o.Result(0).Type().Rank(); n != len(dims) {
		// Axes of extent 1 are the difference.
		dims = slices.DeleteFunc(dims, func(axis int) bool { return axis == none })
		if len(dims) != n {
			return nil
		}
	}
	results := make([]*ir.Value, g.c.NumResults())
	for i := range results {
		k := slices.Index(values, c.Result(i))
		switch {
		case k >= 0:
			results[i] = g.result(tensor{o.Result(k), dims}, g.c.Result(i).Type())
		case g.c.Result(i).HasUses():
			return nil
		}
	}
	return results
}
