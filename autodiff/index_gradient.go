package autodiff

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// gradient is what an element of a tensor that a compute reads contributes to the cotangent of the
// tensor: the sum of ct, or the combination of two factors, over the points at which the element is
// read.
func (m *Maker) gradient(f *formula, r *reading, combiner string, ct []*ir.Value, elem *ir.Type) *ir.Value {
	shape := r.tensor.Type().Shape()
	if len(r.values) == 0 && r.tensor.Type().IsStatic() && f.IsStatic() {
		if s, ok := m.solved(f, r); ok {
			return m.gathered(f, r, s, combiner, ct, elem)
		}
	}
	if slices.Contains(shape, ir.Dynamic) || !f.IsStatic() {
		m.Fail("not all extents of '%s', or of the axes, are known", r.tensor.Type())
		return nil
	}
	return m.scattered(f, r, ct, elem)
}

// solved finds the points at which each element of a tensor is read.
func (m *Maker) solved(f *formula, r *reading) (*affine.Solution, bool) {
	p := affine.Problem{Vars: te.SpaceOf(f.All()).Dims, Exprs: r.at}
	for _, n := range r.tensor.Type().Shape() {
		p.Targets = append(p.Targets, affine.Below(n))
	}
	return affine.Solve(p)
}

// gathered is the cotangent as a compute over the indices of the tensor, and a reduction over the
// axes that these leave free.
func (m *Maker) gathered(f *formula, r *reading, s *affine.Solution, combiner string, ct []*ir.Value, elem *ir.Type) *ir.Value {
	axes := f.All()
	shape := te.Shape{Elems: []*ir.Type{elem}}
	var names []te.Axis
	add := func(name string, lower, extent int64) te.Axis {
		a := te.Axis{Name: te.FreshName(name, names), Lower: lower, Extent: extent}
		names = append(names, a)
		return a
	}
	for d, n := range r.tensor.Type().Shape() {
		name := fmt.Sprintf("i%d", d)
		if i, plain := affine.DimOf(r.at[d]); plain {
			name = axes[i].Name
		}
		shape.Axes = append(shape.Axes, add(name, 0, n))
	}
	for k, v := range s.Free {
		q := s.Space.Dims[len(shape.Axes)+k]
		name := "r"
		if v.Var >= 0 {
			name = axes[v.Var].Name
		}
		shape.Reduced = append(shape.Reduced, add(name, q.Lo, max(0, q.Hi-q.Lo)))
	}
	if len(s.Free) > 0 || combiner == te.Dot {
		shape.Combiner = combiner
	}
	guard, _ := s.Space.SimplifyGuard(affine.And(s.Guard, r.guard.Substitute(s.Vars, nil)))
	return m.indexed().Compute(shape, func(b *te.Body) []*ir.Value {
		e := &emission{f: f, b: b, dims: s.Vars, axes: len(names), where: guard, space: &s.Space}
		out := e.all(ct)
		if len(guard) == 0 {
			return out
		}
		for i, x := range ct {
			if g := f.stands[x]; g == nil || g.op != nil || g.tensor.Type().Rank() == 0 {
				out[i] = e.orZero(m, guard, out[i])
			}
		}
		return out
	})[0]
}

// orZero is an element where a guard holds, and zero elsewhere.
func (e *emission) orZero(m *Maker, guard affine.Guard, x *ir.Value) *ir.Value {
	zero := e.b.Typed("tg.constant", x.Type(), nil, ir.NamedAttr{Name: "value", Value: e.b.Ctx.Dense(x.Type(), elementBytes(e.b.Ctx, x.Type().Elem(), 0))})
	return e.b.Typed("tg.select", x.Type(), []*ir.Value{e.b.Guard(guard.Set(e.axes, 0)), x, zero})
}

// scattered is the cotangent as a scatter of what each point contributes, which is zero at points
// where the element is not read.
func (m *Maker) scattered(f *formula, r *reading, ct []*ir.Value, elem *ir.Type) *ir.Value {
	axes := f.All()
	points := m.indexed().Compute(te.Shape{Axes: axes, Elems: []*ir.Type{elem}}, func(b *te.Body) []*ir.Value {
		e := &emission{f: f, b: b, axes: len(axes)}
		out := e.all(ct)
		if len(out) == 2 {
			out = []*ir.Value{b.Op("tg.mul", out)}
		}
		if len(r.guard) > 0 {
			out[0] = e.orZero(m, r.guard, out[0])
		}
		return out
	})[0]
	whole := m.Ctx.Tensor(nil, m.Ctx.I64())
	var parts []*ir.Value
	var to []int64
	for d, n := range r.tensor.Type().Shape() {
		at := m.indexed().Compute(te.Shape{Axes: axes, Elems: []*ir.Type{m.Ctx.I64()}}, func(b *te.Body) []*ir.Value {
			e := &emission{f: f, b: b, axes: len(axes)}
			return []*ir.Value{m.position(e, r, r.at[d], n, whole)}
		})[0]
		t := m.Ctx.WithShape(at.Type(), append(slices.Clone(at.Type().Shape()), 1))
		parts = append(parts, m.Typed("tg.reshape", t, []*ir.Value{at}))
		to = append(to, int64(d))
	}
	index := m.Op("tg.concat", parts, ir.NamedAttr{Name: "dim", Value: m.Ctx.I64Attr(int64(len(axes)))})
	zeros := m.Splat(m.Ctx.WithElem(r.tensor.Type(), elem), 0)
	return m.Op("tg.scatter", []*ir.Value{zeros, index, points},
		ir.NamedAttr{Name: "kind", Value: m.Ctx.StringAttr("add")},
		ir.NamedAttr{Name: "inserted_window_dims", Value: m.Ctx.I64Array(to)},
		ir.NamedAttr{Name: "scatter_dims_to_operand_dims", Value: m.Ctx.I64Array(to)},
		ir.NamedAttr{Name: "index_vector_dim", Value: m.Ctx.I64Attr(int64(len(axes)))})
}

// position is an index expression with values, as a whole number: clamped to n as that of the read
// is if there are values in it.
func (m *Maker) position(e *emission, r *reading, x *ir.AffineExpr, n int64, t *ir.Type) *ir.Value {
	constant := func(v int64) *ir.Value {
		return e.b.Typed("tg.constant", t, nil, ir.NamedAttr{Name: "value", Value: m.Ctx.Dense(t, wordBytes(t.Elem(), uint64(v)))})
	}
	zeros, asDims := make([]*ir.AffineExpr, len(r.values)), make([]*ir.AffineExpr, len(r.values))
	for i := range zeros {
		zeros[i], asDims[i] = affine.Const(0), affine.Dim(i)
	}
	origin := make([]*ir.AffineExpr, e.axes)
	for i := range origin {
		origin[i] = affine.Const(0)
	}
	factors, _, ok := affine.Linear(affine.Substitute(x, origin, asDims), len(r.values))
	if !ok {
		m.Fail("an index is no sum of axes and values")
		return constant(0)
	}
	used := false
	sum := e.b.Index(affine.Substitute(x, nil, zeros), t.Elem())
	for i, v := range r.values {
		c := factors[i]
		if c == 0 {
			continue
		}
		used = true
		w := e.value(v)
		if w.Type().IsIndex() {
			m.Fail("an index is a value of type index: one of a tensor of rank 0 has a derivative")
			return constant(0)
		}
		if w.Type() != t {
			w = e.b.Typed("tg.convert", t, []*ir.Value{w})
		}
		sum = e.b.Op("tg.add", []*ir.Value{sum, e.b.Op("tg.mul", []*ir.Value{w, constant(c)})})
	}
	if used {
		sum = e.b.Op("tg.clamp", []*ir.Value{constant(0), sum, constant(n - 1)})
	}
	return sum
}
