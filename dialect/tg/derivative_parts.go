package tg

import (
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// What rules of derivatives of ops that move elements are made of. Where an extent is known to the
// run only, it is a value, a tensor<i64>, and the op one that is told it.

// linear is the rule of an op that is linear in all of its operands that have tangents together.
// vjp makes the contributions to them from the cotangents of the results, some of which may be nil.
func linear(reads string, vjp func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value) autodiff.Rule {
	return autodiff.Rule{JVP: autodiff.Jointly, VJP: vjp, Reads: reads}
}

// linearFirst is linear for an op with one result of which the first operand alone has tangents.
func linearFirst(reads string, vjp func(m *autodiff.Maker, o *ir.Op, g *ir.Value) *ir.Value) autodiff.Rule {
	return linear(reads, func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
		return []*ir.Value{vjp(m, o, g[0])}
	})
}

// linearPart is linearFirst for an op that may read a small part of the operand; see
// autodiff.Rule.Into.
func linearPart(reads string, vjp func(m *autodiff.Maker, o *ir.Op, g *ir.Value) *ir.Value, into func(m *autodiff.Maker, o *ir.Op, g, into *ir.Value) *ir.Value) autodiff.Rule {
	rule := linearFirst(reads, vjp)
	rule.Into = into
	return rule
}

// elementOf is element d of a list, of rank 0.
func elementOf(m *autodiff.Maker, list *ir.Value, d int64) *ir.Value {
	one := m.Make(Slice, []*ir.Value{list}, intsAttr(m.Ctx, "starts", []int64{d}), intsAttr(m.Ctx, "limits", []int64{d + 1}), intsAttr(m.Ctx, "strides", []int64{1}))
	return m.MakeTyped(Reshape, m.Ctx.Tensor(nil, list.Type().Elem()), []*ir.Value{one})
}

// reshapedLike is v in the shape, and of the type, of like, which has as many elements.
func reshapedLike(m *autodiff.Maker, v, like *ir.Value) *ir.Value {
	t := m.Ctx.WithElem(like.Type(), v.Type().Elem())
	switch {
	case v.Type() == t && t.IsStatic():
		return v
	case t.IsStatic():
		return m.MakeTyped(Reshape, t, []*ir.Value{v})
	}
	return m.MakeTyped(DynamicReshape, t, []*ir.Value{v, extentsOf(m, like)})
}

// castTo is v with what t says of its extents.
func castTo(m *autodiff.Maker, v *ir.Value, t *ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return m.MakeTyped(Cast, t, []*ir.Value{v})
}

// i64List is a constant list.
func i64List(m *autodiff.Maker, list []int64) *ir.Value {
	t := m.Ctx.Tensor([]int64{int64(len(list))}, m.Ctx.I64())
	return m.MakeTyped(Constant, t, nil, ir.NamedAttr{Name: "value", Value: m.Ctx.Dense(t, m.Ctx.I64Array(list).Raw())})
}

// extentValue is an extent of v.
func extentValue(m *autodiff.Maker, v *ir.Value, d int) *ir.Value {
	if n := v.Type().Shape()[d]; n != ir.Dynamic {
		return m.Integer(n)
	}
	return m.MakeTyped(Dim, m.Ctx.Tensor(nil, m.Ctx.I64()), []*ir.Value{v}, ir.NamedAttr{Name: "dim", Value: m.Ctx.I64Attr(int64(d))})
}

// extentsOf lists the extents of v.
func extentsOf(m *autodiff.Maker, v *ir.Value) *ir.Value {
	if v.Type().IsStatic() {
		return i64List(m, v.Type().Shape())
	}
	return m.MakeTyped(ShapeOf, m.Ctx.Tensor([]int64{int64(v.Type().Rank())}, m.Ctx.I64()), []*ir.Value{v})
}

// extentVector lists numbers of rank 0.
func extentVector(m *autodiff.Maker, numbers []*ir.Value) *ir.Value {
	if len(numbers) == 0 {
		return i64List(m, nil)
	}
	list, single := make([]*ir.Value, len(numbers)), m.Ctx.Tensor([]int64{1}, m.Ctx.I64())
	for i, n := range numbers {
		list[i] = m.MakeTyped(Reshape, single, []*ir.Value{n})
	}
	if len(list) == 1 {
		return list[0]
	}
	return m.Make(Concat, list, ir.NamedAttr{Name: "dim", Value: m.Ctx.I64Attr(0)})
}

// toI64 are integers as i64.
func toI64(m *autodiff.Maker, v *ir.Value) *ir.Value { return converted(m, v, m.Ctx.I64()) }

// converted is v with another element type.
func converted(m *autodiff.Maker, v *ir.Value, elem *ir.Type) *ir.Value {
	if v.Type().Elem() == elem {
		return v
	}
	return m.MakeTyped(Convert, m.Ctx.WithElem(v.Type(), elem), []*ir.Value{v})
}

// minus is a difference of integers.
func minus(m *autodiff.Maker, x, y *ir.Value) *ir.Value { return m.Make(Sub, []*ir.Value{x, y}) }

// extentProduct is that of extents; 1 of none.
func extentProduct(m *autodiff.Maker, list []*ir.Value) *ir.Value {
	if len(list) == 0 {
		return m.Integer(1)
	}
	v := list[0]
	for _, n := range list[1:] {
		v = m.Make(Mul, []*ir.Value{v, n})
	}
	return v
}

// onlyWhere is x where a condition holds, and zero elsewhere.
func onlyWhere(m *autodiff.Maker, is, x *ir.Value) *ir.Value {
	return m.Make(Select, []*ir.Value{is, x, m.Constant(x.Type().Elem(), 0)})
}

// indexAlong has the shape of v, and each element is its own index along dimension dim.
func indexAlong(m *autodiff.Maker, v *ir.Value, dim int) *ir.Value {
	t, along := m.Ctx.WithElem(v.Type(), m.Ctx.I64()), ir.NamedAttr{Name: "dim", Value: m.Ctx.I64Attr(int64(dim))}
	if t.IsStatic() {
		return m.MakeTyped(Iota, t, nil, along)
	}
	return m.MakeTyped(DynamicIota, t, []*ir.Value{extentsOf(m, v)}, along)
}

// flattened is v as a list.
func flattened(m *autodiff.Maker, v *ir.Value) *ir.Value {
	if v.Type().Rank() == 1 {
		return v
	}
	n, known := v.Type().NumElements()
	if known {
		return m.MakeTyped(Reshape, m.Ctx.Tensor([]int64{n}, v.Type().Elem()), []*ir.Value{v})
	}
	return m.MakeTyped(DynamicReshape, m.Ctx.Tensor([]int64{ir.Dynamic}, v.Type().Elem()), []*ir.Value{v, extentVector(m, []*ir.Value{elementCount(m, v)})})
}

// elementCount is how many elements v has.
func elementCount(m *autodiff.Maker, v *ir.Value) *ir.Value {
	if n, known := v.Type().NumElements(); known {
		return m.Integer(n)
	}
	extents := make([]*ir.Value, v.Type().Rank())
	for d := range extents {
		extents[d] = extentValue(m, v, d)
	}
	return extentProduct(m, extents)
}

// repeatedTo is v repeated to the shape of like: dimension i of it lies along dims[i].
func repeatedTo(m *autodiff.Maker, v, like *ir.Value, dims []int64) *ir.Value {
	t := m.Ctx.WithElem(like.Type(), v.Type().Elem())
	if v.Type() == t && t.IsStatic() {
		return v
	}
	if t.IsStatic() {
		return m.MakeTyped(Broadcast, t, []*ir.Value{v}, intsAttr(m.Ctx, "dims", dims))
	}
	return m.MakeTyped(DynamicBroadcast, t, []*ir.Value{v, extentsOf(m, like)}, intsAttr(m.Ctx, "dims", dims))
}

// total is the sum of all elements.
func total(m *autodiff.Maker, v *ir.Value) *ir.Value { return summed(m, v, allDims(v)) }

func allDims(v *ir.Value) []int64 { return others(v.Type().Rank(), nil) }

// summed is the sum along dims, which the result lacks.
func summed(m *autodiff.Maker, v *ir.Value, dims []int64) *ir.Value {
	if len(dims) == 0 {
		return v
	}
	return reducedBy(m, "sum", v, dims)
}

func reducedBy(m *autodiff.Maker, kind string, v *ir.Value, dims []int64) *ir.Value {
	return m.Make(Reduce, []*ir.Value{v}, ir.NamedAttr{Name: "kind", Value: m.Ctx.StringAttr(kind)}, intsAttr(m.Ctx, "dims", dims))
}

// isNaN tells which elements are.
func isNaN(m *autodiff.Maker, v *ir.Value) *ir.Value { return m.Compare("ne", v, v) }

// noElements reports whether v is known to have none.
func noElements(v *ir.Value) bool {
	n, known := v.Type().NumElements()
	return known && n == 0
}

// inversePermutation undoes a permutation.
func inversePermutation(permutation []int64) []int64 {
	inverse := make([]int64, len(permutation))
	for i, d := range permutation {
		inverse[d] = int64(i)
	}
	return inverse
}

// taken has the shape of at and, of each line of x along dimension dim, the elements at these
// positions; 0 for positions outside.
func taken(m *autodiff.Maker, x, at *ir.Value, dim int) *ir.Value {
	if noElements(x) || noElements(at) {
		return m.Like(at, x.Type().Elem(), 0)
	}
	lines := others(x.Type().Rank(), []int64{int64(dim)})
	ones := make([]int64, x.Type().Rank())
	for d := range ones {
		ones[d] = 1
	}
	v := m.Make(Gather, []*ir.Value{x, at}, intsAttr(m.Ctx, "collapsed_slice_dims", []int64{int64(dim)}),
		intsAttr(m.Ctx, "operand_batching_dims", lines), intsAttr(m.Ctx, "start_indices_batching_dims", lines),
		intsAttr(m.Ctx, "start_index_map", []int64{int64(dim)}),
		ir.NamedAttr{Name: "index_vector_dim", Value: m.Ctx.I64Attr(int64(at.Type().Rank()))}, intsAttr(m.Ctx, "slice_sizes", ones))
	return onlyWhere(m, insideOf(m, at, x, dim), v)
}

// insideOf tells which positions are those of elements along dimension dim of x.
func insideOf(m *autodiff.Maker, at, x *ir.Value, dim int) *ir.Value {
	return m.Make(And, []*ir.Value{m.Compare("ge", at, m.Integer(0)), m.Compare("lt", at, extentValue(m, x, dim))})
}

// put combines values into lines of x along dimension dim, at positions at; those outside do not
// count. kind is that of a scatter, unique a promise.
func put(m *autodiff.Maker, kind string, x, at, values *ir.Value, dim int, unique bool) *ir.Value {
	if noElements(values) {
		return x
	}
	lines := others(x.Type().Rank(), []int64{int64(dim)})
	along := []int64{int64(dim)}
	attrs := []ir.NamedAttr{
		{Name: "kind", Value: m.Ctx.StringAttr(kind)}, intsAttr(m.Ctx, "inserted_window_dims", along),
		intsAttr(m.Ctx, "input_batching_dims", lines), intsAttr(m.Ctx, "scatter_indices_batching_dims", lines),
		intsAttr(m.Ctx, "scatter_dims_to_operand_dims", along),
		{Name: "index_vector_dim", Value: m.Ctx.I64Attr(int64(at.Type().Rank()))},
	}
	if unique {
		attrs = append(attrs, ir.NamedAttr{Name: "unique", Value: m.Ctx.Unit()})
	}
	return m.Make(Scatter, []*ir.Value{x, at, values}, attrs...)
}

// lifted makes the ops of a region that takes single elements, on tensors of many side by side, and
// returns what it yields; args are the tensors, of one shape, or of rank 0 for one element for all.
// It is nil where an op of the region is not elementwise.
func lifted(m *autodiff.Maker, b *ir.Block, args []*ir.Value) []*ir.Value {
	values := map[*ir.Value]*ir.Value{}
	var many *ir.Type
	for i, a := range args {
		values[b.Arg(i)] = a
		if a.Type().Rank() > 0 {
			many = a.Type()
		}
	}
	of := func(list []*ir.Value) (out []*ir.Value, all bool) {
		for _, v := range list {
			if w := values[v]; w != nil {
				v = w
			}
			all = all || v.Type().Rank() > 0
			out = append(out, v)
		}
		return out, all
	}
	for o := b.First(); o != b.Last(); o = o.Next() {
		operands, side := of(o.Operands())
		if !side {
			n := m.Clone(o, values)
			for i, r := range o.Results() {
				values[r] = n.Result(i)
			}
			continue
		}
		if o.Def() == nil || !o.Def().Has(ir.Elementwise) || o.NumRegions() > 0 {
			return nil
		}
		var types []*ir.Type
		for _, t := range o.ResultTypes() {
			types = append(types, m.Ctx.WithElem(many, t.Elem()))
		}
		n := m.OpWithTypes(o.Def(), m.Loc, types, operands, o.Props().Entries()...)
		for i, r := range o.Results() {
			values[r] = n.Result(i)
		}
	}
	out, _ := of(b.Last().Operands())
	return out
}
