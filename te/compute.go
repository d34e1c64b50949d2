// Package te is the index level: tensors as functions of indices. A `te.compute` says what each
// element of its results is, by ops on single elements, reads of tensors at affine functions of the
// axes, and perhaps a reduction over further axes. What an op of another dialect is there, it says
// in the slot Expand.
//
// Here are the reader and the maker of computes that passes share; the ops are defined in
// dialect/te. The level is that of tensor expressions: Chen et al., "TVM: an automated end-to-end
// optimizing compiler for deep learning", OSDI 2018, after Halide's functions, Ragan-Kelley et al.,
// PLDI 2013.
package te

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// The attributes of computes and of the ops in them.
const (
	AxesAttr     = "axes"     // of te.compute: the names of all axes, those of the results first
	LowerAttr    = "lower"    // where each axis begins
	ExtentsAttr  = "extents"  // how many values each axis has; ir.Dynamic where an operand says it
	ReducedAttr  = "reduced"  // how many of the axes, the last ones, are those of the reduction
	CombinerAttr = "combiner" // how elements combine: see Combiners
	MapAttr      = "map"      // of te.read and te.index: the index expressions, over all axes
	GuardAttr    = "guard"    // of te.read and te.guard: where the element is read
)

// Dot is the combiner whose body yields two factors, which a chain of fused steps multiplies and
// adds: acc = fma(a, b, acc), in the row-major order of the reduction axes, as contractions do.
const Dot = "dot"

// Combiners are the names of combiners; without one, the second region of a compute combines
// accumulators and elements, in row-major order. Sums and products have the order of `tg.reduce`.
var Combiners = []string{"sum", "prod", "max", "min", "and", "or", "xor", Dot}

// Axis is one axis of a compute: it runs from Lower on, over Extent values, whose number is that
// of an operand, Size, where Extent is ir.Dynamic.
type Axis struct {
	Name          string
	Lower, Extent int64
	Size          *ir.Value
}

// Compute reads an op `te.compute`, which must be valid.
type Compute struct{ *ir.Op }

// AsCompute is o as a compute, and whether it is one.
func AsCompute(o *ir.Op) (Compute, bool) { return Compute{o}, o != nil && o.Name() == "te.compute" }

// EnclosingCompute is the compute whose region holds o; ok is false where none does.
func EnclosingCompute(o *ir.Op) (c Compute, ok bool) {
	return AsCompute(o.Parent())
}

// NumAxes is the number of axes, NumReduced how many of them are reduced.
func (c Compute) NumAxes() int { return len(c.Attr(AxesAttr).Elems()) }

// NumReduced is how many axes, the last ones, are those of the reduction.
func (c Compute) NumReduced() int {
	if a := c.Attr(ReducedAttr); a != nil {
		return int(a.Int())
	}
	return 0
}

// All are all axes, those of the results first, and then those of the reduction.
func (c Compute) All() []Axis {
	names := c.Attr(AxesAttr).Elems()
	axes := make([]Axis, len(names))
	extents, sizes := c.Attr(ExtentsAttr).Ints(), c.Operands()
	var lower []int64
	if a := c.Attr(LowerAttr); a != nil {
		lower = a.Ints()
	}
	for i := range axes {
		axes[i] = Axis{Name: names[i].Text(), Extent: extents[i]}
		if lower != nil {
			axes[i].Lower = lower[i]
		}
		if extents[i] == ir.Dynamic {
			axes[i].Size, sizes = sizes[0], sizes[1:]
		}
	}
	return axes
}

// Axes are those of the results, in the order of their dimensions.
func (c Compute) Axes() []Axis { return c.All()[:c.NumAxes()-c.NumReduced()] }

// Reduced are the axes of the reduction, in the order in which it goes over them.
func (c Compute) Reduced() []Axis { return c.All()[c.NumAxes()-c.NumReduced():] }

// Names are the names of all axes.
func (c Compute) Names() []string {
	var names []string
	for _, a := range c.Attr(AxesAttr).Elems() {
		names = append(names, a.Text())
	}
	return names
}

// Combiner is how elements combine, by name; empty where there is no reduction, or a region says
// it.
func (c Compute) Combiner() string {
	if a := c.Attr(CombinerAttr); a != nil {
		return a.Text()
	}
	return ""
}

// Reduces reports whether elements are combined, perhaps over no axes.
func (c Compute) Reduces() bool { return c.Combiner() != "" || c.NumRegions() > 1 }

// Inits are the initial values: none for the neutral element of a combiner, else one for each
// result.
func (c Compute) Inits() []*ir.Value {
	dynamic := 0
	for _, n := range c.Attr(ExtentsAttr).Ints() {
		if n == ir.Dynamic {
			dynamic++
		}
	}
	return c.Operands()[dynamic:]
}

// Body is the block that computes one element.
func (c Compute) Body() *ir.Block { return c.RegionAt(0).First() }

// Combine is the block that combines accumulators with elements; nil where a name says how.
func (c Compute) Combine() *ir.Block {
	if c.NumRegions() < 2 {
		return nil
	}
	return c.RegionAt(1).First()
}

// Elements are what the body yields: one for each result, or the two factors of Dot.
func (c Compute) Elements() []*ir.Value { return c.Body().Last().Operands() }

// IsStatic reports whether all extents are known.
func (c Compute) IsStatic() bool { return !slices.Contains(c.Attr(ExtentsAttr).Ints(), ir.Dynamic) }

// IsInjective reports whether each element of the results is one expression, so that the body can
// stand where it is read.
func (c Compute) IsInjective() bool { return !c.Reduces() }

// Read reads an op `te.read`: the element of a tensor where index expressions say, or another
// value where the guard does not hold.
type Read struct{ *ir.Op }

// AsRead is o as a read, and whether it is one.
func AsRead(o *ir.Op) (Read, bool) { return Read{o}, o != nil && o.Name() == "te.read" }

// Tensor is what is read.
func (r Read) Tensor() *ir.Value { return r.Operand(0) }

// Map are the index expressions, one for each dimension of the tensor.
func (r Read) Map() *ir.AffineMap { return r.Attr(MapAttr).AffineMap() }

// Values are the indices that are values: the symbols of the map.
func (r Read) Values() []*ir.Value { return r.Operands()[1 : 1+r.Map().Syms] }

// Guard is where the tensor is read; nil for everywhere.
func (r Read) Guard() *ir.IntegerSet {
	if a := r.Attr(GuardAttr); a != nil {
		return a.IntegerSet()
	}
	return nil
}

// Else is the value where the guard does not hold; nil for zero.
func (r Read) Else() *ir.Value {
	if n := 1 + r.Map().Syms; n < r.NumOperands() {
		return r.Operand(n)
	}
	return nil
}

// SetAxes changes the axes of a compute, all of them, and leaves alone how many are reduced. Sizes
// stay operands in their order.
func SetAxes(o *ir.Op, axes []Axis) {
	c := o.Context()
	names := make([]*ir.Attr, len(axes))
	lower, extents := make([]int64, len(axes)), make([]int64, len(axes))
	for i, a := range axes {
		names[i], lower[i], extents[i] = c.StringAttr(a.Name), a.Lower, a.Extent
	}
	o.SetAttr(AxesAttr, c.Array(names))
	o.SetAttr(ExtentsAttr, c.I64Array(extents))
	if slices.ContainsFunc(lower, func(n int64) bool { return n != 0 }) {
		o.SetAttr(LowerAttr, c.I64Array(lower))
	} else {
		o.SetAttr(LowerAttr, nil)
	}
}

// FreshName is name, or that with a number, whichever no axis has.
func FreshName(name string, axes []Axis) string {
	fresh := name
	for n := 1; slices.ContainsFunc(axes, func(a Axis) bool { return a.Name == fresh }); n++ {
		fresh = fmt.Sprintf("%s_%d", name, n)
	}
	return fresh
}

// Reshape is v with another shape, of as many elements: v itself if it is that of a reshape.
func Reshape(b *ir.Builder, l ir.Loc, v *ir.Value, shape []int64) *ir.Value {
	c := b.Ctx
	t := c.WithShape(v.Type(), shape)
	if o := v.Def(); o != nil && o.Name() == "tg.reshape" {
		v = o.Operand(0)
	}
	if v.Type() == t {
		return v
	}
	return b.OpWithTypes(c.LookupOp("tg.reshape"), l, []*ir.Type{t}, []*ir.Value{v}).Result(0)
}

// SpaceOf is which values axes have; of one whose extent is an operand, no end is known.
func SpaceOf(axes []Axis) affine.Space {
	var s affine.Space
	for _, a := range axes {
		r := affine.Range{Lo: a.Lower, Hi: affine.Unknown.Hi}
		if a.Extent != ir.Dynamic {
			r.Hi = a.Lower + a.Extent
		}
		s.Dims = append(s.Dims, r)
	}
	return s
}
