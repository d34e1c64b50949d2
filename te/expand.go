package te

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// Expand is what an op is at the index level; every op of tg fills it.
var Expand = ir.NewSlot[Expansion]("index level")

// Expansion makes computes that compute, to the bit, what an op does, or says why there are none.
type Expansion struct {
	// Make makes what stands for the results of o at the place of m, of values that stand for its
	// operands. It returns nil, after m.Refuse and before it makes anything, where o stays what it
	// is. All extents of operands and results are known, unless it takes others as well.
	Make func(m *Maker, o *ir.Op, x []*ir.Value) []*ir.Value
	// Opaque says of an op that stays what it is why that is.
	Opaque string
	// Dynamic says that Make takes extents that are not known.
	Dynamic bool
	// Around says that the regions of such an op hold ops on tensors, which are expanded.
	Around bool
}

// Opaque is the expansion of an op that stays what it is, and why.
func Opaque(why string) Expansion { return Expansion{Opaque: why} }

// Around is Opaque for an op in whose regions ops are expanded.
func Around(why string) Expansion { return Expansion{Opaque: why, Around: true} }

// Complete reports whether the expansion says something.
func (e Expansion) Complete() bool { return (e.Make != nil) != (e.Opaque != "") }

// Expand makes what stands for the results of o, of values that stand for its operands: computes,
// or nil where o stays what it is, which Refused then says why.
func (m *Maker) Expand(o *ir.Op, x []*ir.Value) []*ir.Value {
	e, ok := Expand.Get(o.Def())
	switch {
	case !ok:
		return m.Refuse("nothing says what it is at the index level")
	case e.Make == nil:
		return m.Refuse("%s", e.Opaque)
	}
	for _, t := range slices.Concat(o.OperandTypes(), o.ResultTypes()) {
		switch {
		case !t.IsRankedTensor() || !t.IsStatic() && !e.Dynamic:
			return m.Refuse("not all extents of '%s' are known", t)
		case tooLarge(t):
			return m.Refuse("'%s' has more elements than a number of 64 bits can tell", t)
		case t.Encoding() != nil:
			return m.Refuse("the type '%s' says more than extents and elements", t)
		}
	}
	m.refused = ""
	return e.Make(m, o, x)
}

// tooLarge reports whether the extents of t that are known have no product.
func tooLarge(t *ir.Type) bool {
	var known []int64
	for _, n := range t.Shape() {
		if n != ir.Dynamic {
			known = append(known, n)
		}
	}
	_, fits := shapes.Count(known)
	return !fits
}

// Elementwise is the expansion of an op whose results are, at each point, what the op makes of
// single elements of its operands; shapes broadcast as NumPy's do. An extent that is not known must
// be that of one operand only, as of two the run tells which one stretches.
var Elementwise = Expansion{Dynamic: true, Make: func(m *Maker, o *ir.Op, x []*ir.Value) []*ir.Value {
	rank := o.Result(0).Type().Rank()
	s := Shape{Axes: Axes(o.Result(0).Type().Shape())}
	var types []*ir.Type
	for _, t := range o.ResultTypes() {
		s.Elems = append(s.Elems, t.Elem())
		types = append(types, m.Ctx.Tensor(nil, t.Elem()))
	}
	from, ok := extentsFrom(s.Axes, x)
	if !ok {
		return m.Refuse("only the run tells which of its operands stretch")
	}
	for i, v := range from {
		if v != nil {
			s.Axes[i].Size = m.extent(v, v.Type().Rank()-rank+i)
		}
	}
	return m.Compute(s, func(b *Body) []*ir.Value {
		elements := make([]*ir.Value, len(x))
		for i, v := range x {
			if k := slices.Index(x, v); k < i {
				elements[i] = elements[k]
			} else {
				elements[i] = b.At(v, Broadcast(v.Type().Shape(), rank))
			}
		}
		return b.OpWithTypes(o.Def(), m.Loc, types, elements, o.Props().Entries()...).Results()
	})
}}

// extentsFrom are the values that have the extents of axes which are not known, along the last
// dimensions; ok is false where there are several, or none.
func extentsFrom(axes []Axis, x []*ir.Value) (from []*ir.Value, ok bool) {
	from = make([]*ir.Value, len(axes))
	for i, a := range axes {
		if a.Extent != ir.Dynamic {
			continue
		}
		for _, v := range x {
			d := v.Type().Rank() - len(axes) + i
			if d < 0 || v.Type().Shape()[d] != ir.Dynamic || from[i] == v {
				continue
			}
			if from[i] != nil {
				return nil, false
			}
			from[i] = v
		}
		if from[i] == nil {
			return nil, false
		}
	}
	return from, true
}

// Broadcast are the indices of an element of a tensor of that shape at a point of the first axes,
// so many, to which it broadcasts: the last dimensions lie along the last axes, and extent 1
// stretches.
func Broadcast(shape []int64, axes int) []*ir.AffineExpr {
	at := make([]*ir.AffineExpr, len(shape))
	for d, n := range shape {
		at[d] = &ir.AffineExpr{Op: ir.AffineDim, Value: int64(axes - len(shape) + d)}
		if n == 1 {
			at[d] = &ir.AffineExpr{Op: ir.AffineConst}
		}
	}
	return at
}
