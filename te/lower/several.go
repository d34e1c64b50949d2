package lower

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// Several makes one op of several computes of a block, wherever these are one: a mean, which is a
// sum and a quotient, sums and windows of narrow floats, which convert before and behind, products
// of complex numbers, whose parts are sums, and pieces of a tensor. It returns how many computes it
// has written so.
func Several(b *ir.Builder, block *ir.Block, o Options) (lowered int) {
	lowered = cuts(b, block)
	var all []te.Compute
	for p := block.First(); p != nil; p = p.Next() {
		if c, ok := te.AsCompute(p); ok {
			all = append(all, c)
		}
	}
	gone := map[*ir.Op]bool{}
	for _, c := range all {
		if gone[c.Op] || !c.Reduces() {
			continue
		}
		tail, ok := onlyReader(c.Op)
		if !ok {
			continue
		}
		members := membersOf(tail, nil)
		results := together(b, c, tail, o)
		if results == nil {
			continue
		}
		for i, v := range results {
			tail.Result(i).ReplaceAllUsesWith(v)
		}
		lowered += eraseUnused(tail, members, gone)
	}
	return lowered
}

// eraseUnused erases a compute and those of others that nobody needs without it.
func eraseUnused(tail te.Compute, members map[*ir.Op]bool, gone map[*ir.Op]bool) (n int) {
	for p := tail.Op; p != nil && len(members) > 0; {
		prev := p.Prev()
		if members[p] || p == tail.Op {
			delete(members, p)
			if !p.HasUses() {
				p.Erase()
				gone[p] = true
				n++
			}
		}
		p = prev
	}
	return n
}

// onlyReader is the compute, in the block of o, that alone reads what o makes.
func onlyReader(o *ir.Op) (c te.Compute, ok bool) {
	for _, v := range o.Results() {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			by, ok := te.EnclosingCompute(u.Owner())
			if !ok || by.Block() != o.Block() || by.Op == o || c.Op != nil && by.Op != c.Op {
				return c, false
			}
			c = by
		}
	}
	return c, c.Op != nil && !c.Reduces() && c.NumResults() == 1
}

// maxMembers is how many computes one op may be.
const maxMembers = 8

// membersOf are the computes of which c makes what it does, itself not among them, those behind
// which values are that stop the search left out; nil if there are too many.
func membersOf(c te.Compute, stops []*ir.Value) map[*ir.Op]bool {
	members := map[*ir.Op]bool{}
	for todo := []te.Compute{c}; len(todo) > 0; todo = todo[1:] {
		for _, v := range usedBy(todo[0]) {
			next, ok := te.AsCompute(v.Def())
			if !ok || members[next.Op] || next.Block() != c.Block() || slices.Contains(stops, v) {
				continue
			}
			if len(members) == maxMembers {
				return nil
			}
			members[next.Op] = true
			todo = append(todo, next)
		}
	}
	return members
}

// usedBy are the values from outside that a compute uses, perhaps some of them twice.
func usedBy(c te.Compute) []*ir.Value {
	list := c.Operands()
	for _, block := range []*ir.Block{c.Body(), c.Combine()} {
		if block == nil {
			continue
		}
		for o := block.First(); o != nil; o = o.Next() {
			list = append(list, o.Operands()...)
		}
	}
	return list
}

// together is what stands for the results of tail, which alone reads what c makes, if the two are
// one op; nil if they are none.
func together(b *ir.Builder, c, tail te.Compute, o Options) []*ir.Value {
	core := c
	if c.Combiner() == te.Dot {
		var ok bool
		if core, ok = ofComplex(c); !ok {
			return nil
		}
		defer core.Erase()
	}
	d, why := domainOf(core)
	if why != "" || d.results != tail.NumAxes() {
		return nil
	}
	a := d.attempt(shapes.Dims(0, len(d.axes)), o)
	g := a.guessing()
	g.tail = tail
	var tries []func() []*ir.Value
	switch {
	case core.Combiner() == te.Dot:
		tries = []func() []*ir.Value{g.product, g.conv, g.contraction}
	case core.Combiner() == "sum":
		tries = []func() []*ir.Value{g.mean}
	case core.Combiner() == "or":
		tries = []func() []*ir.Value{g.bitcast}
	case core.Combine() != nil && core.NumResults() == 1:
		tries = []func() []*ir.Value{g.cumulate, g.window}
	}
	results := firstOf(tries)
	if results == nil {
		a.discard()
		return nil
	}
	a.prune(results)
	a.moveBefore(tail.Op, b)
	return results
}

// ofComplex is a part of a product of complex numbers as a compute that multiplies those: what
// guesses look at. It stands in a block of its own.
func ofComplex(c te.Compute) (of te.Compute, ok bool) {
	var factors []*ir.Value // whose parts are taken
	for o := c.Body().First(); o != nil; o = o.Next() {
		if o.Name() == "tg.real" {
			factors = append(factors, o.Operand(0))
		}
	}
	all := c.All()
	last := len(all) - 1
	if len(factors) != 2 || c.NumReduced() == 0 || all[last].Extent != 2 || !c.IsStatic() {
		return of, false
	}
	for _, v := range factors {
		r, ok := te.AsRead(v.Def())
		if v.Block() != c.Body() {
			continue
		}
		if !ok || len(r.Values()) > 0 || r.Else() != nil {
			return of, false
		}
		list := r.Map().Results
		if g := r.Guard(); g != nil {
			list = append(slices.Clone(list), g.Constraints...)
		}
		if slices.ContainsFunc(list, func(e *ir.AffineExpr) bool { return affine.UsesDim(e, int64(last)) }) {
			return of, false
		}
	}
	block, first := new(ir.Block), last+1-c.NumReduced()
	new(ir.Region).Append(block)
	m := &te.Maker{Builder: ir.NewBuilder(c.Context()).AtEnd(block), Loc: c.Loc()}
	s := te.Shape{Axes: all[:first], Reduced: all[first:last], Combiner: te.Dot, Elems: []*ir.Type{c.Context().Complex(c.Result(0).Type().Elem())}}
	results := m.Compute(s, func(b *te.Body) (list []*ir.Value) {
		for _, v := range factors {
			r, ok := te.AsRead(v.Def())
			if !ok {
				list = append(list, v)
				continue
			}
			g := r.Guard()
			if g != nil {
				g = &ir.IntegerSet{Dims: last, Constraints: g.Constraints, Eq: g.Eq}
			}
			list = append(list, b.ReadWith(r.Tensor(), r.Map().Results, nil, g, nil))
		}
		return list
	})
	return te.AsCompute(results[0].Def())
}

// initial are the initial values of a reduction, before they were converted.
func (g *guessing) initial() []*ir.Value {
	inits := slices.Clone(g.c.Inits())
	if g.tail.Op == nil {
		return inits
	}
	for i, v := range inits {
		c, ok := te.AsCompute(v.Def())
		if !ok || c.Reduces() || c.NumAxes() > 0 || c.NumResults() != 1 {
			continue
		}
		o := c.Body().Last().Operand(0).Def()
		if o == nil || o.Name() != "tg.convert" {
			continue
		}
		from := o.Operand(0)
		if r, ok := te.AsRead(from.Def()); ok {
			from = r.Tensor()
		}
		if from.Block() != c.Body() {
			inits[i] = from
		}
	}
	return inits
}

// mean is a mean: the sum of what is behind it.
func (g *guessing) mean() []*ir.Value { return g.reduction("mean") }

// reduction is a reduction of a tensor as it is.
func (g *guessing) reduction(kind string) []*ir.Value {
	reads := g.reads()
	if len(reads) != 1 || reads[0].Guard() != nil || len(reads[0].Values()) > 0 {
		return nil
	}
	x := reads[0].Tensor()
	var reduced, units []int64
	for d, e := range reads[0].Map().Results {
		axis, ok := affine.DimOf(e)
		switch {
		case ok && int(axis) >= g.domain.results:
			reduced = append(reduced, int64(d))
		case !ok && x.Type().Shape()[d] == 1:
			units = append(units, int64(d))
		case !ok:
			return nil
		}
	}
	for _, dims := range g.reductions(x.Type(), reduced, units) {
		attrs := []ir.NamedAttr{g.word("kind", kind), g.ints("dims", dims)}
		inits := g.initial()
		if kind == "argmax" || kind == "argmin" {
			inits = nil
			if elem := g.c.Result(1).Type().Elem(); elem != g.b.Ctx.I64() {
				attrs = append(attrs, ir.NamedAttr{Name: "element_type", Value: g.b.Ctx.TypeAttr(elem)})
			}
		}
		if len(dims) > 0 && len(g.order) == x.Type().Rank() {
			attrs = append(attrs, ir.NamedAttr{Name: "keep_dims", Value: g.b.Ctx.Unit()})
		}
		if results := g.try("tg.reduce", append([]*ir.Value{x}, inits...), nil, attrs...); results != nil {
			return results
		}
	}
	return nil
}

// reductions are the dimensions that may be reduced: those that are, and as many of those of extent
// 1 as the rank of the result says.
func (g *guessing) reductions(t *ir.Type, reduced, units []int64) (list [][]int64) {
	more := t.Rank() - len(g.order) - len(reduced)
	if len(g.order) == t.Rank() {
		more = 0 // they stay
	}
	if more < 0 || more > len(units) {
		return nil
	}
	for _, some := range choices(units, more) {
		dims := slices.Concat(reduced, some)
		slices.Sort(dims)
		list = append(list, dims)
	}
	return list
}
