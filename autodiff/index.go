package autodiff

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// Computes is the rule of te.compute, at the level of indices. The tangent of an element is that of
// its body. The cotangent of what is read at e(a) for points a is, for each index i, the sum over
// the points with e(a) = i, which affine.Solve finds: of a strided convolution these are only the
// taps that meet i. Where it finds none, and where indices are values, cotangents are scattered.
// Reductions by other combiners than sums are taken apart first, into the elements and a reduction
// of them. So are products of other factors than elements of tensors.
//
// The raw form of such derivatives is that of te.gradient in TVM, whose integer solver keeps the
// gradients of strided and dilated convolutions small.
var Computes = Rule{
	Reads:   "what its body reads",
	control: &control{vary: varyCompute, forward: forwardCompute, reverse: reverseCompute},
}

func varyCompute(v *varying, o *ir.Op) {
	because := v.any(o.Operands())
	if because == nil {
		because = v.any(partition.Outer(o))
	}
	if because != nil {
		for _, r := range o.Results() {
			v.mark(r, because)
		}
	}
}

// apart is the rule of computes that are other ops, or nil for those that have a rule themselves.
func (m *Maker) apart(c te.Compute) *Rule {
	switch {
	case c.Combiner() == te.Dot:
		f := m.newFormula(c)
		defer f.drop()
		if slices.ContainsFunc(c.Elements(), func(x *ir.Value) bool { return f.isComputed(m, x) }) {
			return &Rule{Lower: factorsApart}
		}
	case c.Reduces() && c.Combiner() != "sum":
		return &Rule{Lower: reductionApart}
	}
	return nil
}

// factorsApart makes computes of the factors of a product, and one of these.
func factorsApart(m *Maker, o *ir.Op) []*ir.Value {
	c := te.Compute{Op: o}
	axes := c.All()
	var factors []*ir.Value
	var at [][]*ir.AffineExpr
	for _, x := range c.Elements() {
		used := axesOf(c, x)
		var mine []te.Axis
		var index []*ir.AffineExpr
		dims := make([]*ir.AffineExpr, len(axes))
		for i, a := range axes {
			dims[i] = affine.Const(a.Lower)
			if used[i] {
				dims[i] = affine.Dim(len(mine))
				mine, index = append(mine, a), append(index, affine.Sub(affine.Dim(i), affine.Const(a.Lower)))
			}
		}
		made := m.indexed().Compute(te.Shape{Axes: mine, Elems: []*ir.Type{x.Type().Elem()}}, func(b *te.Body) []*ir.Value {
			f := m.newFormula(c)
			defer f.drop()
			e := &emission{f: f, b: b, dims: dims, axes: len(mine)}
			return e.all(throughMap([]*ir.Value{x}, f.values))
		})
		factors, at = append(factors, made[0]), append(at, index)
	}
	s := te.Shape{Axes: c.Axes(), Reduced: c.Reduced(), Combiner: te.Dot, Inits: c.Inits(), Elems: elemsOf(o.Results())}
	return m.indexed().Compute(s, func(b *te.Body) []*ir.Value {
		return []*ir.Value{b.Read(factors[0], at[0]), b.Read(factors[1], at[1])}
	})
}

// axesOf says which axes of a compute an element of its body depends on.
func axesOf(c te.Compute, x *ir.Value) []bool {
	used, seen := make([]bool, c.NumAxes()), map[*ir.Op]bool{}
	uses := func(e *ir.AffineExpr) {
		for i := range used {
			used[i] = used[i] || affine.UsesDim(e, int64(i))
		}
	}
	for stack := []*ir.Op{x.Def()}; len(stack) > 0; {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if o == nil || seen[o] || o.Parent() != c.Op {
			continue
		}
		seen[o] = true
		if a := o.Attr(te.MapAttr); a != nil {
			for _, e := range a.AffineMap().Results {
				uses(e)
			}
		}
		if a := o.Attr(te.GuardAttr); a != nil {
			for _, e := range a.IntegerSet().Constraints {
				uses(e)
			}
		}
		for _, y := range o.Operands() {
			stack = append(stack, y.Def())
		}
	}
	return used
}

// reductionApart makes a compute of the elements, and a tg.reduce of them.
func reductionApart(m *Maker, o *ir.Op) []*ir.Value {
	c := te.Compute{Op: o}
	axes := c.All()
	elems := m.indexed().Compute(te.Shape{Axes: axes, Elems: elemsOf(c.Elements())}, func(b *te.Body) []*ir.Value {
		values := map[*ir.Value]*ir.Value{}
		for p := c.Body().First(); p != c.Body().Last(); p = p.Next() {
			b.Clone(p, values)
		}
		return throughMap(c.Elements(), values)
	})
	dims := []int64{}
	for i := len(axes) - c.NumReduced(); i < len(axes); i++ {
		dims = append(dims, int64(i))
	}
	attrs := []ir.NamedAttr{{Name: "dims", Value: m.Ctx.I64Array(dims)}}
	operands := append(slices.Clone(elems), c.Inits()...)
	if word := c.Combiner(); word != "" {
		attrs = append(attrs, ir.NamedAttr{Name: "kind", Value: m.Ctx.StringAttr(word)})
		return m.OpWithTypes(m.e.def("tg.reduce"), m.Loc, o.ResultTypes(), operands, attrs...).Results()
	}
	combine := c.Combine()
	var types []*ir.Type
	for _, a := range combine.Args() {
		types = append(types, a.Type())
	}
	region := m.Region(types, func(n *Maker, args []*ir.Value) []*ir.Value {
		values := map[*ir.Value]*ir.Value{}
		for i, a := range combine.Args() {
			values[a] = args[i]
		}
		for p := combine.First(); p != combine.Last(); p = p.Next() {
			n.Clone(p, values)
		}
		return throughMap(combine.Last().Operands(), values)
	})
	return m.WithRegions(m.e.def("tg.reduce"), o.ResultTypes(), operands, []*ir.Region{region}, attrs...)
}

func throughMap(list []*ir.Value, values map[*ir.Value]*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(list))
	for i, v := range list {
		if out[i] = values[v]; out[i] == nil {
			out[i] = v
		}
	}
	return out
}

func elemsOf(values []*ir.Value) (list []*ir.Type) {
	for _, v := range values {
		list = append(list, v.Type().Elem())
	}
	return list
}

// indexed makes computes where m is.
func (m *Maker) indexed() *te.Maker { return &te.Maker{Builder: m.Builder, Loc: m.Loc} }

// forwardCompute makes a compute of the tangents behind one of what they are the tangents of.
func forwardCompute(m *Maker, o *ir.Op) error {
	c := te.Compute{Op: o}
	if rule := m.apart(c); rule != nil {
		first, last, _, ok := m.lowered(rule, o)
		if !ok {
			return m.err
		}
		return m.forwardLowered(first, last, o)
	}
	next := o.Next()
	f := m.newFormula(c)
	defer f.drop()
	n := m.inner(f.block, m.active)
	for _, r := range f.reads {
		if t := m.tangents[r.tensor]; t != nil {
			tangent := f.block.AddArg(r.arg.Type(), r.arg.Loc())
			n.tangents[r.arg] = tangent
			f.stand(&reading{arg: tangent, tensor: t, at: r.at, values: r.values, guard: r.guard})
		}
	}
	v := &varying{varied: m.active, e: m.e}
	for a := range n.tangents {
		v.mark(a, nil)
	}
	if v.block(f.block); v.err != nil {
		return v.err
	}
	if err := n.forward(f.block); err != nil {
		return err
	}
	m.Before(next)
	yields := f.block.Last().Operands()
	if c.Combiner() == te.Dot {
		sum := m.productTangent(c, f, yields[0], n.tangents[yields[1]])
		m.setTangent(o.Result(0), m.Add(m.productTangent(c, f, n.tangents[yields[0]], yields[1]), sum))
	} else {
		for i, y := range yields {
			if t := n.tangents[y]; t != nil {
				m.setTangent(o.Result(i), m.again(c, f, []*ir.Value{t}, o.Result(i).Type().Elem()))
			}
		}
	}
	for i, init := range c.Inits() {
		if t := m.tangents[init]; t != nil {
			r := o.Result(i)
			wide := m.Typed("tg.broadcast", r.Type(), []*ir.Value{t}, ir.NamedAttr{Name: "dims", Value: m.Ctx.I64Array([]int64{})})
			m.setTangent(r, m.Add(m.tangents[r], wide))
		}
	}
	return m.err
}

func (m *Maker) setTangent(v, t *ir.Value) {
	if t != nil {
		m.tangents[v] = t
	}
}

func (m *Maker) productTangent(c te.Compute, f *formula, x, y *ir.Value) *ir.Value {
	if x == nil || y == nil {
		return nil
	}
	return m.again(c, f, []*ir.Value{x, y}, c.Result(0).Type().Elem())
}

// again is a compute like c, of other elements of its formula, from the neutral element on.
func (m *Maker) again(c te.Compute, f *formula, yields []*ir.Value, elem *ir.Type) *ir.Value {
	s := te.Shape{Axes: c.Axes(), Reduced: c.Reduced(), Combiner: c.Combiner(), Elems: []*ir.Type{elem}}
	return m.indexed().Compute(s, func(b *te.Body) []*ir.Value {
		e := &emission{f: f, b: b, axes: c.NumAxes()}
		return e.all(yields)
	})[0]
}

// reverseCompute makes a compute for the cotangent of each element that a compute reads.
func reverseCompute(m *Maker, o *ir.Op, g []*ir.Value) error {
	c := te.Compute{Op: o}
	if rule := m.apart(c); rule != nil {
		first, last, values, ok := m.lowered(rule, o)
		if !ok {
			return m.err
		}
		return m.reverseLowered(first, last, values, o, g)
	}
	f := m.newFormula(c)
	defer f.drop()
	seeds := f.seeds(m, g)
	if c.Combiner() == te.Dot {
		m.reverseProduct(f, seeds[0])
	} else {
		isRead := map[int]bool{}
		for i, a := range f.block.Args() {
			isRead[i] = f.stands[a] != nil && !f.stands[a].seed && m.active.has(f.stands[a].tensor)
		}
		j, err := m.joint(f.block, seeds, func(i int) bool { return isRead[i] }, false)
		if err != nil {
			return err
		}
		m.AtEnd(m.block)
		for _, r := range slices.Backward(f.reads) {
			if ct := j.cotangents[r.arg]; ct != nil {
				m.contribute(r.tensor, m.gradient(f, r, "sum", []*ir.Value{ct}, r.arg.Type().Elem()))
			}
		}
	}
	m.AtEnd(m.block)
	for i, init := range c.Inits() {
		if g[i] != nil && m.active.has(init) {
			dims := []int64{}
			for d := range g[i].Type().Rank() {
				dims = append(dims, int64(d))
			}
			m.contribute(init, m.Op("tg.reduce", []*ir.Value{g[i]}, ir.NamedAttr{Name: "kind", Value: m.Ctx.StringAttr("sum")}, ir.NamedAttr{Name: "dims", Value: m.Ctx.I64Array(dims)}))
		}
	}
	return m.err
}

// reverseProduct makes the cotangents of the two factors of a sum of products, each of which is an
// element of a tensor: sums of products of the other one.
func (m *Maker) reverseProduct(f *formula, seed *ir.Value) {
	m.AtEnd(m.block)
	yields := f.block.Last().Operands()
	for k := range 2 { // as the two operands of a product contribute
		r := f.readOf(yields[k])
		if r == nil || !m.active.has(r.tensor) {
			continue
		}
		wide, other := seed.Type(), yields[1-k]
		if other.Type() != wide {
			b := ir.NewBuilder(m.Ctx).Before(f.block.Last())
			other = b.OpWithTypes(m.e.def("tg.convert"), m.Loc, []*ir.Type{wide}, []*ir.Value{other}).Result(0)
		}
		ct := m.gradient(f, r, te.Dot, []*ir.Value{seed, other}, wide.Elem())
		if ct.Type() != r.tensor.Type() {
			ct = m.Typed("tg.convert", r.tensor.Type(), []*ir.Value{ct})
		}
		m.contribute(r.tensor, ct)
	}
}
