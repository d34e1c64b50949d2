package linalg

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// nest is what is known of the loop nest of a compute before its body is made.
type nest struct {
	te.Compute
	*emitter
	axes  []te.Axis
	space affine.Space      // of the loops, which begin at 0
	shift []*ir.AffineExpr  // of each axis, its value at a round of its loop
	accs  []*ir.Type        // the types of the elements of outs
	ins   []input           // what the loops read by maps
	byMap map[string]int    // where in ins a tensor is read by a map
	reads map[*ir.Op]int    // of reads, where in ins
	taken map[*ir.Value]int // of captured scalars, where in ins
}

// input is a tensor and how it is read.
type input struct {
	tensor *ir.Value
	m      *ir.AffineMap
}

// compute writes a compute, and returns what stands for its results.
func (e *emitter) compute(c te.Compute) ([]*ir.Value, error) {
	n := &nest{Compute: c, emitter: e, axes: c.All(), byMap: map[string]int{}, reads: map[*ir.Op]int{}, taken: map[*ir.Value]int{}}
	empty := false
	for i, a := range n.axes {
		r := affine.Unknown
		if a.Extent != ir.Dynamic {
			r = affine.Below(a.Extent)
		}
		n.space.Dims = append(n.space.Dims, r)
		n.shift = append(n.shift, affine.Add(affine.Dim(i), affine.Const(a.Lower)))
		empty = empty || a.Extent == 0
	}
	for _, v := range c.Results() {
		if err := known(c.Op, v.Type()); err != nil {
			return nil, err
		}
		n.accs = append(n.accs, n.accumulator(v.Type().Elem()))
	}
	outs := make([]*ir.Value, c.NumResults())
	for i, v := range c.Results() {
		outs[i] = n.begin(i, v.Type())
	}
	if empty {
		return n.rounded(outs), nil
	}
	n.plan()
	g := n.generic(outs)
	results, err := e.build(g, n.body)
	if err != nil {
		return nil, err
	}
	return n.rounded(results), nil
}

// accumulator is the type in which elements of type t are combined: sums and products of floats
// are rounded to narrow types once they are complete.
func (n *nest) accumulator(t *ir.Type) *ir.Type {
	switch combiner := n.Combiner(); {
	case !t.IsFloat():
	case combiner == te.Dot && (t.Width() == 64 || n.Elements()[0].Type().Elem().Width() == 64):
		return n.Ctx.F64()
	case combiner == te.Dot, t.Width() < 32 && (combiner == "sum" || combiner == "prod"):
		return n.Ctx.F32()
	}
	return t
}

// begin is what result i, of type t, begins with.
func (n *nest) begin(i int, t *ir.Type) *ir.Value {
	t = n.Ctx.WithElem(t, n.accs[i])
	var sizes []*ir.Value
	for _, a := range n.Axes() {
		if a.Extent == ir.Dynamic {
			sizes = append(sizes, a.Size)
		}
	}
	empty := n.op("tensor.empty", t, sizes...)
	if !n.Reduces() || t.Rank() > 0 && slices.Contains(t.Shape(), 0) {
		return empty
	}
	if inits := n.Inits(); len(inits) > 0 {
		v := n.scalar(inits[i])
		return n.fill(n.stored(n.resized(v, n.accs[i]), n.accs[i]), empty)
	}
	return n.fill(n.stored(n.neutral(n.accs[i]), n.accs[i]), empty)
}

// scalar is the element of a tensor of rank 0, as it is computed with.
func (e *emitter) scalar(v *ir.Value) *ir.Value {
	if a := e.scalarConstant(v); a != nil {
		return e.constant(a)
	}
	return e.computed(e.op("tensor.extract", v.Type().Elem(), v))
}

// scalarConstant is the constant that a tensor of rank 0 is; nil if it is none.
func (e *emitter) scalarConstant(v *ir.Value) *ir.Attr {
	if a := ir.ConstantValue(v); a != nil && v.Type().IsRankedTensor() && v.Type().Rank() == 0 {
		return e.scalarOf(a)
	}
	return nil
}

// neutral is what changes nothing in a combination of elements of type t, or what the combination
// of no elements is. A sum of no elements is +0, which changes -0.
func (n *nest) neutral(t *ir.Type) *ir.Value {
	t = n.signless(t)
	sign := n.Result(0).Type().Elem().Signedness() != ir.Unsigned || t.IsFloat()
	switch n.Combiner() {
	case "sum":
		for _, a := range n.Reduced() {
			if a.Extent <= 0 {
				return n.number(t, 0)
			}
		}
		if t.IsFloat() {
			return n.constant(n.Ctx.FloatAttr(t, negativeZero))
		}
	case "prod":
		return n.number(t, 1)
	case "and":
		return n.whole(t, -1)
	case "max":
		return n.least(t, sign && !t.IsBool())
	case "min":
		return n.greatest(t, sign && !t.IsBool())
	}
	return n.number(t, 0)
}

// plan finds what the loops read by maps.
func (n *nest) plan() {
	for o := n.Body().First(); o != nil; o = o.Next() {
		r, ok := te.AsRead(o)
		if ok && n.scalarConstant(r.Tensor()) == nil {
			if m := n.mapOf(r); m != nil {
				n.reads[o] = n.input(r.Tensor(), m)
			}
		}
	}
	for _, block := range []*ir.Block{n.Body(), n.Combine()} {
		if block == nil {
			continue
		}
		for o := block.First(); o != nil; o = o.Next() {
			for i, v := range o.Operands() {
				if _, read := te.AsRead(o); read && i == 0 || v.Block() == n.Body() || v.Block() == block || n.scalarConstant(v) != nil || !v.Type().IsRankedTensor() {
					continue
				}
				n.taken[v] = n.input(v, &ir.AffineMap{Dims: len(n.axes)})
			}
		}
	}
}

// input is where in the list of inputs v is read by m.
func (n *nest) input(v *ir.Value, m *ir.AffineMap) int {
	key := fmt.Sprintf("%p %s", v, n.Ctx.AffineMapAttr(m))
	at, known := n.byMap[key]
	if !known {
		at = len(n.ins)
		n.ins, n.byMap[key] = append(n.ins, input{v, m}), at
	}
	return at
}

// mapOf is the map by which linalg can read what r reads; nil if there is none. Guards and values
// are in no map, and a loop alone as an index says that it is as long as the dimension.
func (n *nest) mapOf(r te.Read) *ir.AffineMap {
	m := r.Map()
	if m.Syms > 0 || r.Guard() != nil {
		return nil
	}
	out := &ir.AffineMap{Dims: len(n.axes)}
	for d, e := range m.Results {
		e = n.inLoops(e)
		if i, alone := affine.DimOf(e); alone && !n.fits(n.axes[i], r.Tensor(), d) {
			return nil
		}
		out.Results = append(out.Results, e)
	}
	return out
}

// inLoops is an index expression over axes as one over loops.
func (n *nest) inLoops(e *ir.AffineExpr) *ir.AffineExpr {
	e = affine.Substitute(e, n.shift, nil)
	if simple, ok := n.space.Simplify(e); ok {
		return simple
	}
	return e
}

// fits reports whether an axis is known to be as long as dimension d of v.
func (n *nest) fits(a te.Axis, v *ir.Value, d int) bool {
	if extent := v.Type().Shape()[d]; extent != ir.Dynamic || a.Extent != ir.Dynamic {
		return extent == a.Extent
	}
	dim := a.Size.Def()
	if dim == nil || dim.Name() != "tensor.dim" || dim.Operand(0) != v {
		return false
	}
	i := ir.ConstantValue(dim.Operand(1))
	return i.Is(ir.IntegerAttr) && i.Int() == int64(d)
}

// generic is the loop nest without its body. Loops whose extents no operand tells are those of one
// more operand, of which nothing is read.
func (n *nest) generic(outs []*ir.Value) *generic {
	loops, results := len(n.axes), len(n.Axes())
	g := &generic{reduced: make([]bool, loops), outs: outs}
	told := make([]bool, loops)
	for i := range loops {
		g.reduced[i], told[i] = i >= results, i < results
	}
	for _, in := range n.ins {
		g.ins, g.maps = append(g.ins, in.tensor), append(g.maps, in.m)
		for _, e := range in.m.Results {
			if i, alone := affine.DimOf(e); alone {
				told[i] = true
			}
		}
	}
	window := &ir.AffineMap{Dims: loops}
	var shape []int64
	var sizes []*ir.Value
	for i, a := range n.axes {
		if told[i] {
			continue
		}
		window.Results, shape = append(window.Results, affine.Dim(i)), append(shape, a.Extent)
		if a.Extent == ir.Dynamic {
			sizes = append(sizes, a.Size)
		}
	}
	if len(shape) > 0 {
		v := n.op("tensor.empty", n.Ctx.Tensor(shape, n.accs[0]), sizes...)
		g.ins, g.maps = append(g.ins, v), append(g.maps, window)
	}
	for range outs {
		g.maps = append(g.maps, leading(loops, results))
	}
	return g
}

// rounded are results in the types that the compute has.
func (n *nest) rounded(results []*ir.Value) []*ir.Value {
	out := slices.Clone(results)
	for i, v := range n.Results() {
		if t := v.Type(); results[i].Type() != t {
			out[i] = n.elementwise(results[i], t, func(b *emitter, x *ir.Value) *ir.Value { return b.resized(x, t.Elem()) })
		}
	}
	return out
}
