// Package fuseaxes merges neighbouring axes of computes that all reads treat alike: what is left
// are few long axes, as kernels want them. Of operands that were broadcast it is the form in which
// their gradients are summed: axes that were stretched and axes that were not, in turns.
package fuseaxes

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// Merge merges axes of a compute as long as there are two neighbours i, j of the results, or of the
// reduction, that everything in the body uses as n*i + j, where j has n values, or as dimensions of
// a tensor that follow each other. Tensors and results are reshaped for it, which moves nothing. It
// returns how many axes have gone. The order of a reduction stays what it is.
func Merge(b *ir.Builder, c te.Compute) (merged int) {
	f := &fuser{Compute: c, b: b, reshaped: map[reshape]*ir.Value{}}
	for at := 0; at+1 < len(f.All()); {
		if f.merge(at) {
			merged++
		} else {
			at++
		}
	}
	return merged
}

// fuser merges axes of a compute.
type fuser struct {
	te.Compute
	b        *ir.Builder
	reshaped map[reshape]*ir.Value
	restored bool // whether the results have been reshaped for those that use them
}

// reshape is a tensor of which two dimensions, the first of them numbered, become one.
type reshape struct {
	v   *ir.Value
	dim int
}

// use is what an op in the body becomes when two axes are merged.
type use struct {
	op    *ir.Op
	dim   int // of the tensor that is read, which becomes one with the next; -1 for none
	at    *ir.AffineMap
	guard *ir.IntegerSet
}

// merge merges axis i with the next one, if it can.
func (f *fuser) merge(i int) bool {
	axes := f.All()
	outputs := len(axes) - f.NumReduced()
	a, next := axes[i], axes[i+1]
	extent, fits := shapes.Count([]int64{a.Extent, next.Extent})
	if i+1 == outputs || a.Size != nil || next.Size != nil || a.Lower != 0 || next.Lower != 0 || !fits || extent == 0 {
		return false
	}
	m := merging{axis: i, inner: next.Extent}
	m.space = te.SpaceOf(slices.Delete(slices.Clone(axes), i, i+1))
	m.space.Dims[i] = affine.Below(extent)
	m.substitute(len(axes))
	var list []use
	for o := f.Body().First(); o != nil; o = o.Next() {
		u, ok := m.use(o, a.Extent)
		if !ok {
			return false
		}
		if u.op != nil {
			list = append(list, u)
		}
	}
	for _, u := range list {
		f.apply(u)
	}
	f.join(axes, i, extent, i+1 < outputs)
	return true
}

// merging is how two axes become one.
type merging struct {
	axis  int
	inner int64 // the extent of the second one
	space affine.Space
	dims  []*ir.AffineExpr // what each axis is after it
}

func (m *merging) substitute(axes int) {
	joint := affine.Dim(m.axis)
	for k := range axes {
		switch {
		case k == m.axis:
			m.dims = append(m.dims, affine.FloorDiv(joint, m.inner))
		case k == m.axis+1:
			m.dims = append(m.dims, affine.Mod(joint, m.inner))
		case k < m.axis:
			m.dims = append(m.dims, affine.Dim(k))
		default:
			m.dims = append(m.dims, affine.Dim(k-1))
		}
	}
}

// use is what becomes of an op; ok is false where it keeps the axes apart. outer is the extent of
// the first one.
func (m *merging) use(o *ir.Op, outer int64) (u use, ok bool) {
	u.dim = -1
	if a := o.Attr(te.MapAttr); a != nil && a.AffineMap() != nil {
		old := a.AffineMap()
		u.op, u.at = o, &ir.AffineMap{Dims: old.Dims - 1, Syms: old.Syms}
		for k := 0; k < len(old.Results); k++ {
			if r, is := te.AsRead(o); is && u.dim < 0 && m.follows(old, k) && r.Tensor().Type().Shape()[k] == outer && r.Tensor().Type().Shape()[k+1] == m.inner {
				u.dim = k
				u.at.Results = append(u.at.Results, affine.Dim(m.axis))
				k++
				continue
			}
			e, ok := m.expr(old.Results[k])
			if !ok {
				return u, false
			}
			u.at.Results = append(u.at.Results, e)
		}
	}
	if a := o.Attr(te.GuardAttr); a != nil && a.IntegerSet() != nil {
		old := a.IntegerSet()
		u.op, u.guard = o, &ir.IntegerSet{Dims: old.Dims - 1, Syms: old.Syms, Eq: old.Eq}
		for _, e := range old.Constraints {
			e, ok := m.expr(e)
			if !ok {
				return u, false
			}
			u.guard.Constraints = append(u.guard.Constraints, e)
		}
	}
	return u, true
}

// follows reports whether dimensions k and k+1 are read at just the two axes.
func (m *merging) follows(at *ir.AffineMap, k int) bool {
	if k+1 >= len(at.Results) {
		return false
	}
	i, first := affine.DimOf(at.Results[k])
	j, second := affine.DimOf(at.Results[k+1])
	return first && second && i == int64(m.axis) && j == i+1
}

// expr is an index expression over the new axes; ok is false where it still tells the two apart.
func (m *merging) expr(e *ir.AffineExpr) (_ *ir.AffineExpr, ok bool) {
	if !affine.UsesDim(e, int64(m.axis)) && !affine.UsesDim(e, int64(m.axis+1)) {
		return affine.Substitute(e, m.dims, nil), true
	}
	before := divisions(e)
	e, ok = m.space.Simplify(affine.Substitute(e, m.dims, nil))
	return e, ok && divisions(e) <= before
}

// divisions counts the quotients and remainders in e.
func divisions(e *ir.AffineExpr) (n int) {
	for stack := []*ir.AffineExpr{e}; len(stack) > 0; {
		e = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch e.Op {
		case ir.AffineFloorDiv, ir.AffineCeilDiv, ir.AffineMod:
			n++
		}
		if e.LHS != nil {
			stack = append(stack, e.LHS, e.RHS)
		}
	}
	return n
}

// apply changes an op in the body.
func (f *fuser) apply(u use) {
	c := f.Context()
	if u.at != nil {
		u.op.SetAttr(te.MapAttr, c.AffineMapAttr(u.at))
	}
	if u.guard != nil {
		u.op.SetAttr(te.GuardAttr, c.IntegerSetAttr(u.guard))
	}
	if u.dim >= 0 {
		u.op.SetOperand(0, f.reshape(u.op.Operand(0), u.dim))
	}
}

// reshape is v with the dimensions k and k+1 as one.
func (f *fuser) reshape(v *ir.Value, k int) *ir.Value {
	key := reshape{v, k}
	if w := f.reshaped[key]; w != nil {
		return w
	}
	t := v.Type()
	shape := slices.Clone(t.Shape())
	shape[k] *= shape[k+1]
	w := te.Reshape(f.b.Before(f.Op), f.Loc(), v, slices.Delete(shape, k+1, k+2))
	f.reshaped[key] = w
	return w
}

// join makes axes i and i+1 one, of the results or of the reduction.
func (f *fuser) join(axes []te.Axis, i int, extent int64, output bool) {
	c := f.Context()
	name := axes[i].Name
	switch {
	case axes[i].Extent == 1:
		name = axes[i+1].Name
	case axes[i+1].Extent > 1:
		name = te.FreshName(name+"_"+axes[i+1].Name, axes)
	}
	if output {
		for _, v := range f.Results() {
			whole := v.Type().Shape()
			shape := slices.Delete(slices.Clone(whole), i+1, i+2)
			shape[i] = extent
			v.SetType(c.WithShape(v.Type(), shape))
			f.restore(v, whole)
		}
		f.restored = true
	} else {
		f.SetAttr(te.ReducedAttr, c.I64Attr(int64(f.NumReduced()-1)))
	}
	axes[i].Name, axes[i].Extent = name, extent
	te.SetAxes(f.Op, slices.Delete(axes, i+1, i+2))
}

// restore makes those that use a result see the shape that it had. Once they do, they go on to.
func (f *fuser) restore(v *ir.Value, shape []int64) {
	if f.restored {
		return
	}
	users := v.Users()
	w := te.Reshape(f.b.After(f.Op), f.Loc(), v, shape)
	for _, u := range users {
		for k, x := range u.Operands() {
			if x == v {
				u.SetOperand(k, w)
			}
		}
	}
}
