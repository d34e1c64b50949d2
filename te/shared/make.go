package shared

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
	"github.com/tg-opt/tg/te/expr"
)

// materialise makes a compute of what the members of a cluster have in common, which then read it,
// if that is worth it.
func (s *sharing) materialise(c *cluster) {
	first := c.members[0]
	if !s.alive(first) {
		return
	}
	var users []int
	for i, m := range c.members {
		if s.alive(m) {
			users = append(users, i)
		}
	}
	if len(users) < 2 {
		return
	}
	if first.plain.PerElement() < s.opt.MinSaving {
		s.missed(first.body.Compute.Op, "%s, which %d places have, takes less than min-saving for each element", describe(first), len(users))
		return
	}
	// It comes before the first of those that read it, as long as there is all that it reads.
	slice := sliceOf(first.value)
	for {
		at := users[0]
		for _, i := range users {
			if c.members[i].place < c.members[at].place {
				at = i
			}
		}
		if before := c.members[at].body.Compute.Op; available(slice, before) {
			s.share(c, users, slice, before)
			return
		}
		users = slices.DeleteFunc(users, func(i int) bool { return c.members[i].place == c.members[at].place })
		if len(users) < 2 {
			return
		}
	}
}

// sliceOf are the ops of the body that a value of it is made of, in order.
func sliceOf(v *ir.Value) (slice []*ir.Op) {
	needed := map[*ir.Op]bool{v.Def(): true}
	for o := v.Def(); o != nil; o = o.Prev() {
		if !needed[o] {
			continue
		}
		slice = append(slice, o)
		for _, w := range o.Operands() {
			if d := w.Def(); d != nil && d.Block() == o.Block() {
				needed[d] = true
			}
		}
	}
	slices.Reverse(slice)
	return slice
}

// available reports whether what is read by ops of a body is defined before another op.
func available(slice []*ir.Op, before *ir.Op) bool {
	for _, o := range slice {
		for _, v := range o.Operands() {
			if d := v.Def(); d != nil && d.Block() == before.Block() && !d.IsBefore(before) {
				return false
			}
		}
	}
	return true
}

// share makes the compute, and its users read it.
func (s *sharing) share(c *cluster, users []int, slice []*ir.Op, before *ir.Op) {
	first := c.members[0]
	var kept []int
	for i := range first.body.Axes {
		if first.tree.Root.DependsOn(i) || first.plain.Root.DependsOn(i) {
			kept = append(kept, i)
		}
	}
	asRead(slice, kept)
	axes := make([]te.Axis, len(kept))
	for k, axis := range kept {
		axes[k] = first.body.Axes[axis]
	}
	v := s.make(first, slice, kept, axes, before)
	s.stats.Shared++
	for _, i := range users {
		m, sub := c.members[i], c.at[i]
		at := make(expr.Substitution, len(kept))
		for k, axis := range kept {
			if at[k] = sub[axis]; at[k] == nil {
				at[k] = affine.Const(axes[k].Lower)
			}
		}
		s.read(m, v, axes, at)
	}
}

// asRead puts axes into the order in which the largest tensor that a slice reads has them, so that
// what is shared lies in memory as that does; those that it does not have stay where they are.
func asRead(slice []*ir.Op, axes []int) {
	var largest te.Read
	size := int64(-1)
	for _, o := range slice {
		if r, ok := te.AsRead(o); ok {
			if n, known := r.Tensor().Type().NumElements(); known && n > size {
				largest, size = r, n
			}
		}
	}
	if size < 0 {
		return
	}
	position := func(axis int) int {
		return slices.IndexFunc(largest.Map().Results, func(e *ir.AffineExpr) bool { return affine.UsesDim(e, int64(axis)) })
	}
	var places, present []int
	for i, axis := range axes {
		if position(axis) >= 0 {
			places, present = append(places, i), append(present, axis)
		}
	}
	slices.SortStableFunc(present, func(a, b int) int { return cmp.Compare(position(a), position(b)) })
	for k, i := range places {
		axes[i] = present[k]
	}
}

// make is a compute over some of the axes of an occurrence, which computes what that does.
func (s *sharing) make(o *occurrence, slice []*ir.Op, kept []int, axes []te.Axis, before *ir.Op) *ir.Value {
	dims := make([]*ir.AffineExpr, len(o.body.Axes))
	for i, axis := range kept {
		dims[axis] = affine.Dim(i)
	}
	for i := range dims {
		if dims[i] == nil { // only a value that has it nowhere can have it in its text
			dims[i] = affine.Const(o.body.Axes[i].Lower)
		}
	}
	m := &te.Maker{Builder: s.builder.Before(before), Loc: o.value.Def().Loc()}
	shape := te.Shape{Axes: axes, Elems: []*ir.Type{o.value.Type().Elem()}}
	return m.Compute(shape, func(b *te.Body) []*ir.Value {
		values := map[*ir.Value]*ir.Value{}
		for _, p := range slice {
			n := b.Clone(p, values)
			if a := n.Attr(te.MapAttr); a != nil && (p.Name() == "te.read" || p.Name() == "te.index") {
				n.SetAttr(te.MapAttr, b.Ctx.AffineMapAttr(moved(a.AffineMap(), len(axes), dims)))
			}
			if a := n.Attr(te.GuardAttr); a != nil && (p.Name() == "te.read" || p.Name() == "te.guard") {
				g := affine.GuardOf(a.IntegerSet()).Substitute(dims, nil)
				n.SetAttr(te.GuardAttr, b.Ctx.IntegerSetAttr(g.Set(len(axes), 0)))
			}
		}
		return []*ir.Value{values[o.value]}
	})[0]
}

// moved is a map over other axes.
func moved(m *ir.AffineMap, axes int, dims []*ir.AffineExpr) *ir.AffineMap {
	n := &ir.AffineMap{Dims: axes, Syms: m.Syms}
	for _, e := range m.Results {
		n.Results = append(n.Results, affine.Substitute(e, dims, nil))
	}
	return n
}

// describe is what an occurrence is, for remarks.
func describe(o *occurrence) string {
	counts := map[string]int{}
	var names []string
	for _, p := range sliceOf(o.value) {
		if n := p.Name(); !p.Has(ir.ConstantLike) && n != "te.read" {
			if counts[n]++; counts[n] == 1 {
				names = append(names, n)
			}
		}
	}
	text := "an expression of"
	for i, n := range names {
		if i > 0 {
			text += ","
		}
		text += " " + n
		if counts[n] > 1 {
			text += fmt.Sprintf(" x%d", counts[n])
		}
	}
	return text
}

// amount is the arithmetic of an occurrence, in remarks.
func amount(o *occurrence) string { return fmt.Sprintf("the time of %.6g additions", o.work) }
