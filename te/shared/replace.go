package shared

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
	"github.com/tg-opt/tg/te/expr"
)

// existing makes an occurrence a read of an earlier compute that is the same expression at other
// points, if there is one.
func (s *sharing) existing(o *occurrence) bool {
	for w := range s.wholes.Of(o.key) {
		if w.place >= o.place || s.gone[w.body.Compute.Op] {
			continue
		}
		if sub, ok := expr.Match(w.tree, o.tree); ok {
			axes := w.body.Compute.Axes()
			s.read(o, w.whole, axes, sub)
			return true
		}
	}
	return false
}

// read makes an occurrence a read of from, whose axes are where sub says.
func (s *sharing) read(o *occurrence, from *ir.Value, axes []te.Axis, sub expr.Substitution) {
	at := make([]*ir.AffineExpr, len(axes))
	for i, a := range axes {
		at[i] = affine.Const(0)
		if sub[i] != nil {
			at[i], _ = o.tree.Space().Simplify(affine.Sub(sub[i], affine.Const(a.Lower)))
		}
	}
	c := o.body.Compute
	s.stats.Reads++
	s.stats.Saved += o.work
	s.changed = true
	s.passed(c.Op, "%s is read from a compute of '%s', which saves %s", describe(o), from.Type(), amount(o))
	if o.whole != nil && whole(c, o.whole, from, at) {
		o.whole.ReplaceAllUsesWith(from)
		if !c.HasUses() {
			s.prune(c.Op)
			return
		}
	}
	d := o.value.Def()
	b := ir.NewBuilder(s.builder.Ctx).Before(d)
	m := b.Ctx.AffineMapAttr(&ir.AffineMap{Dims: c.NumAxes(), Results: at})
	r := b.OpWithTypes(b.Ctx.LookupOp("te.read"), d.Loc(), []*ir.Type{o.value.Type()}, []*ir.Value{from}, ir.NamedAttr{Name: te.MapAttr, Value: m})
	o.value.ReplaceAllUsesWith(r.Result(0))
	s.prune(d)
}

// whole reports whether a result of c is from itself.
func whole(c te.Compute, v, from *ir.Value, at []*ir.AffineExpr) bool {
	if v.Type() != from.Type() {
		return false
	}
	for i, a := range c.Axes() {
		if !affine.Equal(affine.Add(at[i], affine.Const(a.Lower)), affine.Dim(i)) {
			return false
		}
	}
	return true
}

// used are the operands of o, and, of a compute, what its regions read.
func used(o *ir.Op) []*ir.Value {
	values := o.Operands()
	for _, r := range o.Regions() {
		for p := r.First().First(); p != nil; p = p.Next() {
			values = append(values, p.Operands()...)
		}
	}
	return values
}

// prune erases an op that nothing needs any more, and what only it needed: ops of the body, and
// computes.
func (s *sharing) prune(o *ir.Op) {
	for work := []*ir.Op{o}; len(work) > 0; {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		if s.gone[o] || o.HasUses() || !o.Has(ir.Pure) {
			continue
		}
		var from []*ir.Op
		for _, v := range used(o) {
			if d := v.Def(); d != nil && !slices.Contains(from, d) && (d.Block() == o.Block() || d.Name() == "te.compute") {
				from = append(from, d)
			}
		}
		s.gone[o] = true
		o.Erase()
		work = append(work, from...)
	}
}

// join puts an occurrence into the cluster of those that are the same, or begins one.
func (s *sharing) join(o *occurrence) {
	for c := range s.clusters.Of(o.key) {
		if sub, ok := expr.Match(c.members[0].tree, o.tree); ok {
			c.members, c.at = append(c.members, o), append(c.at, sub)
			return
		}
		// What reads the same indices is the same both ways round.
		if c.members[0].key != o.key && c.widen(o) {
			return
		}
	}
	c := &cluster{members: []*occurrence{o}, at: []expr.Substitution{identity(o)}}
	s.clusters.Add(o.key, c)
	s.ordered = append(s.ordered, c)
}

// identity is where the axes of an occurrence are.
func identity(o *occurrence) expr.Substitution {
	sub := make(expr.Substitution, len(o.tree.Axes))
	for i := range sub {
		sub[i] = affine.Dim(i)
	}
	return sub
}

// widen makes o the first of a cluster, all of which are o at some points.
func (c *cluster) widen(o *occurrence) bool {
	at := []expr.Substitution{identity(o)}
	for _, m := range c.members {
		sub, ok := expr.Match(o.tree, m.tree)
		if !ok {
			return false
		}
		at = append(at, sub)
	}
	c.members, c.at = slices.Insert(c.members, 0, o), at
	return true
}
