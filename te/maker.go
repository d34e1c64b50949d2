package te

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// Maker makes computes and other ops at one place.
type Maker struct {
	*ir.Builder
	// Loc is the location of what is made.
	Loc     ir.Loc
	refused string
}

// Refuse says why the op that is expanded stays what it is; a sentence without its name. It
// returns nil.
func (m *Maker) Refuse(format string, args ...any) []*ir.Value {
	m.refused = fmt.Sprintf(format, args...)
	return nil
}

// Refused is why the last expansion made nothing.
func (m *Maker) Refused() string { return m.refused }

// Shape describes a compute.
type Shape struct {
	// Axes are those of the results, Reduced those of a reduction.
	Axes, Reduced []Axis
	// Combiner is how elements combine, by name; empty where there is no reduction, or Combine
	// says it.
	Combiner string
	// Inits are the initial values of a reduction, or nil: one for each result.
	Inits []*ir.Value
	// Elems are the element types of the results.
	Elems []*ir.Type
	// Combine makes the accumulators of accumulators and elements, all of rank 0.
	Combine func(b *Body, accs, elems []*ir.Value) []*ir.Value
}

// Compute makes a compute whose body yields what body makes: an element for each result, or the
// two factors of Dot. It returns the results.
func (m *Maker) Compute(s Shape, body func(b *Body) []*ir.Value) []*ir.Value {
	c := m.Ctx
	axes := append(slices.Clone(s.Axes), s.Reduced...)
	names := make([]*ir.Attr, len(axes))
	lower, extents := make([]int64, len(axes)), make([]int64, len(axes))
	var operands []*ir.Value
	for i, a := range axes {
		names[i], lower[i], extents[i] = c.StringAttr(a.Name), a.Lower, a.Extent
		if a.Extent == ir.Dynamic {
			operands = append(operands, a.Size)
		}
	}
	attrs := []ir.NamedAttr{
		{Name: AxesAttr, Value: c.Array(names)},
		{Name: ExtentsAttr, Value: c.I64Array(extents)},
		{Name: ReducedAttr, Value: c.I64Attr(int64(len(s.Reduced)))},
	}
	if slices.ContainsFunc(lower, func(n int64) bool { return n != 0 }) {
		attrs = append(attrs, ir.NamedAttr{Name: LowerAttr, Value: c.I64Array(lower)})
	}
	if s.Combiner != "" {
		attrs = append(attrs, ir.NamedAttr{Name: CombinerAttr, Value: c.StringAttr(s.Combiner)})
	}
	var types []*ir.Type
	for _, elem := range s.Elems {
		types = append(types, c.Tensor(extents[:len(s.Axes)], elem))
	}
	space := SpaceOf(axes)
	regions := []*ir.Region{m.region(nil, len(axes), func(b *Body) []*ir.Value {
		b.space = space
		return body(b)
	})}
	if s.Combine != nil {
		var args []*ir.Type
		for range 2 {
			for _, elem := range s.Elems {
				args = append(args, c.Tensor(nil, elem))
			}
		}
		n := len(s.Elems)
		regions = append(regions, m.region(args, len(axes), func(b *Body) []*ir.Value {
			return s.Combine(b, b.block.Args()[:n], b.block.Args()[n:])
		}))
	}
	o, err := m.Builder.Create(&ir.OpState{
		Name: c.OpName("te.compute"), Loc: m.Loc, Operands: append(operands, s.Inits...), Results: types, Attrs: attrs, Regions: regions,
	})
	if err != nil {
		panic("te: " + err.Error())
	}
	return o.Results()
}

// Map makes a compute without a reduction, whose axes are the dimensions of results, which have one
// shape.
func (m *Maker) Map(types []*ir.Type, body func(b *Body) []*ir.Value) []*ir.Value {
	s := Shape{Axes: Axes(types[0].Shape())}
	for _, t := range types {
		s.Elems = append(s.Elems, t.Elem())
	}
	return m.Compute(s, body)
}

// Axes are axes from 0 on for the dimensions of results, of the extents of a shape: i, j, k and so
// on.
func Axes(shape []int64) []Axis { return named("ijklmn", "i", shape) }

// ReducedAxes are axes from 0 on for a reduction: r, s, t and so on.
func ReducedAxes(shape []int64) []Axis { return named("rstuvw", "r", shape) }

// named are axes with the letters as names, or a word with their number where these do not suffice.
func named(letters, word string, shape []int64) []Axis {
	axes := make([]Axis, len(shape))
	for i, n := range shape {
		axes[i] = Axis{Name: fmt.Sprint(word, i), Extent: n}
		if len(shape) <= len(letters) {
			axes[i].Name = letters[i : i+1]
		}
	}
	return axes
}

// extent makes the extent of x along a dimension, of type index.
func (m *Maker) extent(x *ir.Value, dim int) *ir.Value {
	index := m.Ctx.Index()
	n := m.Builder.OpWithTypes(m.def("tg.dim"), m.Loc, []*ir.Type{m.Ctx.Tensor(nil, index)}, []*ir.Value{x}, ir.NamedAttr{Name: "dim", Value: m.Ctx.I64Attr(int64(dim))})
	return m.Builder.OpWithTypes(m.def("tg.item"), m.Loc, []*ir.Type{index}, n.Results()).Result(0)
}

// Constant makes a constant of the value of an attribute.
func (m *Maker) Constant(value *ir.Attr) *ir.Value {
	return m.Builder.OpWithTypes(m.def("tg.constant"), m.Loc, []*ir.Type{value.Type()}, nil, ir.NamedAttr{Name: "value", Value: value}).Result(0)
}

// region is a region with a block that yields what body makes in it.
func (m *Maker) region(args []*ir.Type, axes int, body func(b *Body) []*ir.Value) *ir.Region {
	r, block := new(ir.Region), new(ir.Block)
	r.Append(block)
	for _, t := range args {
		block.AddArg(t, m.Loc)
	}
	b := m.BodyIn(block, axes)
	b.Yield(body(b))
	return r
}

func (m *Maker) def(name string) *ir.OpDef {
	d := m.Ctx.LookupOp(name)
	if d == nil {
		panic("te: the context has no op " + name)
	}
	return d
}

// Body makes the ops of a body of a compute.
type Body struct {
	*ir.Builder
	Loc   ir.Loc
	m     *Maker
	block *ir.Block
	axes  int
	space affine.Space // of the axes, where Compute makes the body
}

// BodyIn makes ops at the end of the body of a compute of so many axes.
func (m *Maker) BodyIn(block *ir.Block, axes int) *Body {
	return &Body{Builder: ir.NewBuilder(m.Ctx).AtEnd(block), Loc: m.Loc, m: m, block: block, axes: axes}
}

// Op makes an op of the given name on single elements, whose result types are inferred.
func (b *Body) Op(name string, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return b.Builder.Op(b.m.def(name), b.Loc, operands, attrs...).Result(0)
}

// Typed makes an op of the given name with one result of type t.
func (b *Body) Typed(name string, t *ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return b.Builder.OpWithTypes(b.m.def(name), b.Loc, []*ir.Type{t}, operands, attrs...).Result(0)
}

// Constant makes an element, the value of an attribute.
func (b *Body) Constant(value *ir.Attr) *ir.Value {
	return b.Typed("tg.constant", value.Type(), nil, ir.NamedAttr{Name: "value", Value: value})
}

// At is an element of x at index expressions over the axes: x itself where it has one element and
// does not come from a compute, a constant where all elements of x are the same one.
func (b *Body) At(x *ir.Value, at []*ir.AffineExpr) *ir.Value {
	if c := ir.ConstantValue(x); c != nil && c.Is(ir.DenseAttr) && c.IsSplat() && len(at) > 0 {
		return b.Constant(b.Ctx.Dense(b.Ctx.Tensor(nil, x.Type().Elem()), c.Raw()))
	}
	if _, computed := AsCompute(x.Def()); len(at) == 0 && !computed {
		return x
	}
	return b.Read(x, simplified(b.space, at))
}

// AtWhere is an element of x, as At is, where a guard holds, and is otherwise where it does not, or
// zero for nil.
func (b *Body) AtWhere(x *ir.Value, at []*ir.AffineExpr, g affine.Guard, otherwise *ir.Value) *ir.Value {
	g, _ = b.space.SimplifyGuard(g)
	switch {
	case len(g) == 0:
		return b.At(x, at)
	case g.Never() && otherwise != nil:
		return otherwise
	case g.Never():
		elem := x.Type().Elem()
		return b.Constant(b.Ctx.Dense(b.Ctx.Tensor(nil, elem), make([]byte, ir.StorageBytes(elem))))
	}
	return b.ReadWith(x, simplified(b.space.Narrow(g), at), nil, g.Set(b.axes, 0), otherwise)
}

// Where is whether a guard holds.
func (b *Body) Where(g affine.Guard) *ir.Value {
	g, _ = b.space.SimplifyGuard(g)
	return b.Guard(g.Set(b.axes, 0))
}

// simplified are index expressions in their form over a space.
func simplified(s affine.Space, at []*ir.AffineExpr) []*ir.AffineExpr {
	list := make([]*ir.AffineExpr, len(at))
	for i, e := range at {
		list[i], _ = s.Simplify(e)
	}
	return list
}

// Read reads an element of x at index expressions over the axes.
func (b *Body) Read(x *ir.Value, at []*ir.AffineExpr) *ir.Value {
	return b.ReadWith(x, at, nil, nil, nil)
}

// ReadWith reads an element of x where guard holds, and is otherwise where it does not, or zero
// for nil; values are the symbols of the expressions.
func (b *Body) ReadWith(x *ir.Value, at []*ir.AffineExpr, values []*ir.Value, guard *ir.IntegerSet, otherwise *ir.Value) *ir.Value {
	operands := append([]*ir.Value{x}, values...)
	attrs := []ir.NamedAttr{{Name: MapAttr, Value: b.Ctx.AffineMapAttr(&ir.AffineMap{Dims: b.axes, Syms: len(values), Results: at})}}
	if guard != nil {
		attrs = append(attrs, ir.NamedAttr{Name: GuardAttr, Value: b.Ctx.IntegerSetAttr(guard)})
		if otherwise != nil {
			operands = append(operands, otherwise)
		}
	}
	return b.Typed("te.read", b.Ctx.Tensor(nil, x.Type().Elem()), operands, attrs...)
}

// Index is the value of an index expression, as an element of type elem.
func (b *Body) Index(e *ir.AffineExpr, elem *ir.Type) *ir.Value {
	m := b.Ctx.AffineMapAttr(&ir.AffineMap{Dims: b.axes, Results: []*ir.AffineExpr{e}})
	return b.Typed("te.index", b.Ctx.Tensor(nil, elem), nil, ir.NamedAttr{Name: MapAttr, Value: m})
}

// Guard is whether conditions hold, an element of type i1.
func (b *Body) Guard(guard *ir.IntegerSet) *ir.Value {
	return b.Typed("te.guard", b.Ctx.Tensor(nil, b.Ctx.Bool()), nil, ir.NamedAttr{Name: GuardAttr, Value: b.Ctx.IntegerSetAttr(guard)})
}

// Yield ends the body.
func (b *Body) Yield(values []*ir.Value) {
	b.Builder.OpWithTypes(b.m.def("te.yield"), b.Loc, nil, values)
}
