package shared

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
	"github.com/tg-opt/tg/te/expr"
)

// collect makes trees of all computes of a block, merges what one body has twice, and results of
// reductions that equal earlier ones.
func (s *sharing) collect(block *ir.Block) {
	s.look = look{
		table: expr.NewTable(block.Parent().Context(), expr.Options{Fast: s.opt.Fast}),
		gone:  map[*ir.Op]bool{},
	}
	for o := block.First(); o != nil; {
		next := o.Next()
		if c, ok := te.AsCompute(o); ok {
			s.compute(c)
		}
		o = next
	}
}

// compute adds the occurrences of a compute.
func (s *sharing) compute(c te.Compute) {
	if s.table.Construct(c, 0) == nil {
		s.missed(c.Op, "not compared: it has more than 64 axes, more than 10,000 ops, or extents that only the run knows")
		return
	}
	if c.Reduces() && s.reduction(c) {
		return
	}
	b := s.table.Body(c)
	s.merge(b)
	wholes := map[*ir.Value]*ir.Value{}
	if !c.Reduces() {
		for i, v := range c.Elements() {
			if wholes[v] == nil {
				wholes[v] = c.Result(i)
			}
		}
	}
	place := len(s.bodies)
	s.bodies = append(s.bodies, b)
	for p := c.Body().First(); p != c.Body().Last(); p = p.Next() {
		for _, v := range p.Results() {
			o := &occurrence{body: b, value: v, tree: b.Tree(v), plain: b.Plain(v), place: place, whole: wholes[v]}
			if o.plain.Root.Kind != expr.Call {
				continue
			}
			if o.work = o.plain.Work(); o.work == 0 {
				continue
			}
			o.key = o.tree.Key()
			s.all = append(s.all, o)
			if o.whole != nil {
				s.wholes.Add(o.key, o)
			}
		}
	}
}

// merge merges the ops of a body that are the same.
func (s *sharing) merge(b *expr.Body) {
	first := map[*expr.Node]*ir.Value{}
	block := b.Compute.Body()
	for o := block.First(); o != block.Last(); {
		next := o.Next()
		for _, v := range o.Results() {
			if !v.HasUses() {
				continue
			}
			n := b.Tree(v).Root
			if w := first[n]; w == nil {
				first[n] = v
			} else if n.Kind != expr.Const {
				v.ReplaceAllUsesWith(w)
				s.stats.Merged++
				s.changed = true
			}
		}
		if !o.HasUses() && o.Has(ir.Pure) {
			s.gone[o] = true
			o.Erase()
		}
		o = next
	}
}

// reduction makes the results of a reduction that equal earlier tensors read these. It reports
// whether nothing is left of it.
func (s *sharing) reduction(c te.Compute) (gone bool) {
	for i, v := range c.Results() {
		from, at := s.table.Known(v)
		if from == nil || !v.HasUses() || s.gone[from.Def()] {
			continue
		}
		s.stats.Merged++
		s.changed = true
		s.passed(c.Op, "result #%d is read from the compute at %s", i, lineOf(from.Def()))
		if at == nil && from.Type() == v.Type() {
			v.ReplaceAllUsesWith(from)
		} else {
			v.ReplaceAllUsesWith(s.view(c, v, from, at))
		}
	}
	if c.HasUses() {
		return false
	}
	s.prune(c.Op)
	return true
}

// view is a compute, before c, that reads from where at says of the indices of v.
func (s *sharing) view(c te.Compute, v, from *ir.Value, at []*ir.AffineExpr) *ir.Value {
	m := &te.Maker{Builder: s.builder.Before(c.Op), Loc: c.Loc()}
	axes := c.Axes()
	dims := make([]*ir.AffineExpr, len(axes))
	for i := range axes {
		axes[i].Lower = 0
		dims[i] = affine.Dim(i)
	}
	if at == nil {
		at = dims
	}
	shape := te.Shape{Axes: axes, Elems: []*ir.Type{v.Type().Elem()}}
	return m.Compute(shape, func(b *te.Body) []*ir.Value { return []*ir.Value{b.Read(from, at)} })[0]
}

// lineOf is the line and column of o, for remarks.
func lineOf(o *ir.Op) string {
	if at, ok := o.Context().FilePosition(o.Loc()); ok {
		return fmt.Sprintf("%d:%d", at.Line, at.Col)
	}
	return "an unknown place"
}
