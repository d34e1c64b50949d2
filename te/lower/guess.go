package lower

import (
	"iter"
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
	// tail is the compute behind this one whose results the op is to have, if it is to be several
	// computes.
	tail te.Compute
}

// special is the compute as an op that is more than its shapes say; nil where it is none that is
// known here.
func (a *attempt) special() []*ir.Value {
	g := a.guessing()
	var tries []func() []*ir.Value
	switch {
	case a.c.Combiner() == te.Dot:
		tries = []func() []*ir.Value{g.product, g.conv, g.contraction}
	case a.c.Combine() != nil && a.c.NumResults() == 2:
		tries = []func() []*ir.Value{g.position, g.cumulate, g.window}
	case a.c.Combine() != nil:
		tries = []func() []*ir.Value{g.cumulate, g.window}
	case a.c.Reduces():
		tries = []func() []*ir.Value{func() []*ir.Value { return g.reduction(a.c.Combiner()) }}
	case a.c.NumResults() == 1:
		tries = []func() []*ir.Value{g.update, g.counted, g.bitcast}
	}
	return firstOf(tries)
}

// firstOf is what the first guess makes that is right; nil if none is.
func firstOf(tries []func() []*ir.Value) []*ir.Value {
	for _, try := range tries {
		if results := try(); results != nil {
			return results
		}
	}
	return nil
}

// guessing begins to guess what the compute is.
func (a *attempt) guessing() *guessing {
	g := &guessing{attempt: a, cmp: newComparison()}
	for _, axis := range a.order {
		if axis < a.domain.results {
			g.order = append(g.order, axis)
		}
	}
	return g
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
		elem := g.c.Result(0).Type().Elem()
		if g.tail.Op != nil {
			elem = g.tail.Result(0).Type().Elem()
		}
		st.Results = []*ir.Type{g.b.Ctx.Tensor(g.shape(), elem)}
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
	x := expanded(o)
	defer x.discard()
	if len(x.values) == 0 {
		return nil
	}
	what := g.c
	if g.tail.Op != nil {
		what = g.tail
		g.cmp = newComparison()
		if g.cmp.members = membersOf(what, o.Operands()); g.cmp.members == nil {
			return nil
		}
		for p := range x.computes() {
			g.cmp.members[p] = true
		}
		g.key = ""
	}
	c, ok := te.AsCompute(x.values[0].Def())
	if !ok || c.Block() != x.block || c.NumResults() != what.NumResults() || c.NumAxes()-c.NumReduced() != len(o.Result(0).Type().Shape()) {
		return nil
	}
	if g.key == "" {
		if g.key, ok = g.cmp.key(what, g.order); !ok {
			return nil
		}
	}
	key, ok := g.cmp.key(c, shapes.Dims(0, c.NumAxes()-c.NumReduced()))
	if !ok || key != g.key {
		return nil
	}
	// The axes of extent 1 may be other ones, and more or fewer.
	axes := slices.DeleteFunc(slices.Clone(g.order), func(axis int) bool { return g.extents[axis] == 1 })
	var dims []int
	for _, n := range o.Result(0).Type().Shape() {
		if n == 1 {
			dims = append(dims, none)
		} else {
			dims, axes = append(dims, axes[0]), axes[1:]
		}
	}
	results := make([]*ir.Value, what.NumResults())
	for i := range results {
		k := slices.Index(x.values, c.Result(i))
		switch {
		case k >= 0:
			results[i] = g.result(tensor{o.Result(k), dims}, what.Result(i).Type())
		case what.Result(i).HasUses():
			return nil
		}
	}
	return results
}

// expansion is what an op is at the index level, in a block of its own.
type expansion struct {
	block  *ir.Block
	values []*ir.Value // what stands for the results of the op; none if it does not expand
}

func expanded(o *ir.Op) expansion {
	x := expansion{block: new(ir.Block)}
	if e, ok := te.Expand.Get(o.Def()); ok && e.Make != nil {
		m := &te.Maker{Builder: ir.NewBuilder(o.Context()).AtEnd(x.block), Loc: o.Loc()}
		x.values = m.Expand(o, o.Operands())
	}
	return x
}

// computes are those that were made.
func (x expansion) computes() iter.Seq[*ir.Op] {
	return func(yield func(*ir.Op) bool) {
		for p := x.block.First(); p != nil; p = p.Next() {
			if _, ok := te.AsCompute(p); ok && !yield(p) {
				return
			}
		}
	}
}

func (x expansion) discard() {
	for p := x.block.Last(); p != nil; p = x.block.Last() {
		p.Erase()
	}
}
