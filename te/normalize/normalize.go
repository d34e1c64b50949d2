// Package normalize brings computes into the form in which those that compute the same are most
// often the same text: axes begin at 0, run the way and stand in the order in which the largest
// operand has them, and index expressions and guards are as simple as they can be.
//
// Axes of results change together with all who read these. Axes of reductions change only where
// the order of elements does not matter to the bits: a sum of floats stays as it is.
package normalize

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
	"github.com/tg-opt/tg/te/body"
)

// Stats counts what was done.
type Stats struct {
	Shifted  int // axes that began elsewhere than at 0
	Mirrored int // axes that ran backwards
	Permuted int // computes whose axes are in another order
	Dropped  int // reduction axes with one value
	Changed  bool
}

// Normalize normalises the computes in all regions of root.
func Normalize(b *ir.Builder, root *ir.Op) Stats {
	n := &normalizer{b: b}
	var list []te.Compute
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if c, ok := te.AsCompute(o); ok && o != root {
			list = append(list, c)
			return ir.Skip
		}
		return ir.Advance
	})
	for _, c := range list {
		n.begin(c)
	}
	for _, c := range list {
		n.turn(c)
	}
	return n.stats
}

type normalizer struct {
	b     *ir.Builder
	stats Stats
}

// plan is what the axes of a compute become.
type plan struct {
	old []te.Axis
	// kept are the axes that stay, by their number, in their new order; outputs of them are those
	// of results.
	kept    []int
	outputs int
	mirror  []bool // by the old number
}

func (p *plan) changes() bool {
	for i, a := range p.kept {
		if a != i || p.mirror[a] || p.old[a].Lower != 0 {
			return true
		}
	}
	return len(p.kept) < len(p.old)
}

// begin makes the axes of a compute begin at 0 and its body simple, and takes away reduction axes
// with one value. Others see nothing of it but that reads are gone.
func (n *normalizer) begin(c te.Compute) {
	p := planOf(c)
	p.kept = slices.DeleteFunc(p.kept, func(i int) bool { return i >= p.outputs && p.old[i].Extent == 1 })
	n.stats.Dropped += len(p.old) - len(p.kept)
	for _, a := range p.old {
		if a.Lower != 0 {
			n.stats.Shifted++
		}
	}
	n.finish(c, shifted(body.Of(c), p.old), p, uses{})
}

// turn turns the axes of a compute round, and puts them in order, where that is allowed.
func (n *normalizer) turn(c te.Compute) {
	g, p, u := body.Of(c), planOf(c), usesOf(c)
	n.mirror(c, g, p, u)
	n.order(c, g, p, u)
	n.finish(c, g, p, u)
}

func planOf(c te.Compute) *plan {
	p := &plan{old: c.All(), outputs: c.NumAxes() - c.NumReduced()}
	p.mirror = make([]bool, len(p.old))
	for i := range p.old {
		p.kept = append(p.kept, i)
	}
	return p
}

// finish makes a compute what is planned.
func (n *normalizer) finish(c te.Compute, g *body.Graph, p *plan, u uses) {
	if p.changes() {
		n.stats.Changed = true
		g = p.body(g)
		n.replaceAxes(c, p, u)
	}
	if g.Write(n.b, c) {
		n.stats.Changed = true
	}
}

// shifted is a body whose axes begin at 0.
func shifted(g *body.Graph, axes []te.Axis) *body.Graph {
	if !slices.ContainsFunc(axes, func(a te.Axis) bool { return a.Lower != 0 }) {
		return g
	}
	space := affine.Space{Dims: slices.Clone(g.Space.Dims)}
	dims := make([]*ir.AffineExpr, len(axes))
	for i, a := range axes {
		if a.Lower != 0 {
			space.Dims[i] = affine.Below(a.Extent)
			dims[i] = affine.Add(affine.Dim(i), affine.Const(a.Lower))
		}
	}
	return mapped(g, space, dims)
}

// mapped is a body over other axes, as which dims expresses its own.
func mapped(g *body.Graph, space affine.Space, dims []*ir.AffineExpr) *body.Graph {
	to := g.Over(space)
	if !to.Map(g, dims) {
		panic("normalize: axes are expressions without values")
	}
	return to
}

// body is the body over the new axes.
func (p *plan) body(g *body.Graph) *body.Graph {
	var space affine.Space
	dims := make([]*ir.AffineExpr, len(p.old))
	for i := range dims {
		dims[i] = affine.Const(0)
	}
	for i, a := range p.kept {
		space.Dims = append(space.Dims, g.Space.Dims[a])
		dims[a] = p.index(a, affine.Dim(i))
	}
	return mapped(g, space, dims)
}

// index is what an index of an old axis is of the new one; and the other way round.
func (p *plan) index(axis int, e *ir.AffineExpr) *ir.AffineExpr {
	if p.mirror[axis] {
		return affine.Sub(affine.Const(p.old[axis].Extent-1), e)
	}
	return e
}

// replaceAxes gives a compute its new axes, and those who read it other indices.
func (n *normalizer) replaceAxes(c te.Compute, p *plan, uses uses) {
	ctx := c.Context()
	var names []*ir.Attr
	var extents []int64
	var operands []*ir.Value
	for _, i := range p.kept {
		a := p.old[i]
		names, extents = append(names, ctx.StringAttr(a.Name)), append(extents, a.Extent)
		if a.Size != nil {
			operands = append(operands, a.Size)
		}
	}
	operands = append(operands, c.Inits()...)
	c.SetAttr(te.AxesAttr, ctx.Array(names))
	c.SetAttr(te.LowerAttr, nil)
	c.SetAttr(te.ExtentsAttr, ctx.I64Array(extents))
	c.SetAttr(te.ReducedAttr, ctx.I64Attr(int64(len(extents)-p.outputs)))
	c.SetOperands(operands)
	for _, v := range c.Results() {
		v.SetType(ctx.Tensor(extents[:p.outputs], v.Type().Elem()))
	}
	for _, r := range uses.reads {
		n.reindex(r, p)
	}
	n.views(c, p, uses)
}

// reindex gives a read of a compute the indices of its new axes.
func (n *normalizer) reindex(r te.Read, p *plan) {
	m := r.Map()
	c, _ := te.EnclosingCompute(r.Op)
	space := te.SpaceOf(c.All())
	at := make([]*ir.AffineExpr, len(m.Results))
	for i := range at {
		axis := p.kept[i]
		at[i], _ = space.Simplify(p.index(axis, m.Results[axis]))
	}
	r.SetAttr(te.MapAttr, r.Context().AffineMapAttr(&ir.AffineMap{Dims: m.Dims, Syms: m.Syms, Results: at}))
}

// uses are those of the results of a compute: reads, and others, which are between other
// operations.
type uses struct {
	reads  []te.Read
	others []*ir.Use
}

func usesOf(c te.Compute) uses {
	var u uses
	for _, v := range c.Results() {
		for use := v.FirstUse(); use != nil; use = use.Next() {
			if r, ok := te.AsRead(use.Owner()); ok && use.Index() == 0 {
				u.reads = append(u.reads, r)
			} else {
				u.others = append(u.others, use)
			}
		}
	}
	return u
}

// views gives those who use a compute otherwise than by reads its results as they were.
func (n *normalizer) views(c te.Compute, p *plan, u uses) {
	if len(u.others) == 0 || !p.moves() {
		return
	}
	at := make([]*ir.AffineExpr, p.outputs)
	for i := range at {
		if at[i] = affine.Dim(p.kept[i]); p.old[p.kept[i]].Extent == 1 {
			at[i] = affine.Const(0)
		}
	}
	axes := slices.Clone(p.old[:p.outputs])
	for i := range axes {
		axes[i].Lower = 0
	}
	n.b.After(c.Op)
	m := &te.Maker{Builder: n.b, Loc: c.Loc()}
	views := map[*ir.Value]*ir.Value{}
	for _, use := range u.others {
		v := use.Value()
		if views[v] == nil {
			views[v] = m.Compute(te.Shape{Axes: axes, Elems: []*ir.Type{v.Type().Elem()}}, func(b *te.Body) []*ir.Value {
				return []*ir.Value{b.Read(v, at)}
			})[0]
		}
		use.Set(views[v])
	}
}

// moves reports whether the results are other tensors than before.
func (p *plan) moves() bool {
	for i, a := range p.kept[:p.outputs] {
		if a != i || p.mirror[a] {
			return true
		}
	}
	return false
}
