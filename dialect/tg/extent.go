package tg

import (
	"slices"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// extent is a number of which types depend: known, or a value of type tensor<i64> that only the run
// knows.
type extent struct {
	known int64
	v     *ir.Value // nil for a known one
}

func knownExtents(list []int64) []extent {
	out := make([]extent, len(list))
	for i, n := range list {
		out[i].known = n
	}
	return out
}

func allKnown(list []extent) bool {
	return !slices.ContainsFunc(list, func(e extent) bool { return e.v != nil })
}

// inType is the extent as a type has it.
func (e extent) inType() int64 {
	if e.v != nil {
		return ir.Dynamic
	}
	return e.known
}

// extentMaker makes the ops that compute extents.
type extentMaker struct{ *autodiff.Maker }

// of is an extent of v.
func (m extentMaker) of(v *ir.Value, dim int) extent {
	if n := v.Type().Shape()[dim]; n != ir.Dynamic {
		return extent{known: n}
	}
	return extent{v: m.MakeTyped(Dim, m.scalar(), []*ir.Value{v}, ir.NamedAttr{Name: "dim", Value: m.Ctx.I64Attr(int64(dim))})}
}

// shape are all extents of v.
func (m extentMaker) shape(v *ir.Value) []extent {
	out := make([]extent, v.Type().Rank())
	for d := range out {
		out[d] = m.of(v, d)
	}
	return out
}

func (m extentMaker) scalar() *ir.Type { return m.Ctx.Tensor(nil, m.Ctx.I64()) }

// value is the extent as a value, a constant if it is known.
func (m extentMaker) value(e extent) *ir.Value {
	if e.v != nil {
		return e.v
	}
	raw := m.Ctx.IntArray(m.Ctx.I64(), []int64{e.known}).Raw()
	return m.MakeTyped(Constant, m.scalar(), nil, ir.NamedAttr{Name: "value", Value: m.Ctx.Dense(m.scalar(), raw)})
}

// computed is what an op makes of two extents, or what f does if both are known.
func (m extentMaker) computed(def *ir.OpDef, x, y extent, f func(x, y int64) int64) extent {
	if x.v == nil && y.v == nil {
		return extent{known: f(x.known, y.known)}
	}
	return extent{v: m.Make(def, []*ir.Value{m.value(x), m.value(y)})}
}

func (m extentMaker) add(x, y extent) extent {
	if x.v == nil && x.known == 0 {
		return y
	}
	return m.computed(Add, x, y, func(x, y int64) int64 { return x + y })
}

func (m extentMaker) sub(x, y extent) extent {
	return m.computed(Sub, x, y, func(x, y int64) int64 { return x - y })
}

func (m extentMaker) mul(x extent, n int64) extent {
	if n == 1 {
		return x
	}
	return m.computed(Mul, x, extent{known: n}, func(x, y int64) int64 { return x * y })
}

// div is a quotient without a rest.
func (m extentMaker) div(x extent, n int64) extent {
	if n == 1 {
		return x
	}
	return m.computed(Div, x, extent{known: n}, func(x, y int64) int64 { return x / y })
}

// dilated is how far n elements reach of which each is so many places behind the one before.
func (m extentMaker) dilated(n extent, distance int64) extent {
	reach := m.add(m.mul(m.sub(n, extent{known: 1}), distance), extent{known: 1})
	return m.computed(Max, reach, extent{}, func(x, y int64) int64 { return max(x, y) })
}

// list is a tensor of extents.
func (m extentMaker) list(list []extent) *ir.Value {
	t := m.Ctx.Tensor([]int64{int64(len(list))}, m.Ctx.I64())
	if allKnown(list) {
		flat := make([]int64, len(list))
		for i, e := range list {
			flat[i] = e.known
		}
		return m.MakeTyped(Constant, t, nil, ir.NamedAttr{Name: "value", Value: m.Ctx.Dense(t, m.Ctx.IntArray(m.Ctx.I64(), flat).Raw())})
	}
	single := m.Ctx.Tensor([]int64{1}, m.Ctx.I64())
	parts := make([]*ir.Value, len(list))
	for i, e := range list {
		parts[i] = reshapeTo(m.Builder, m.Loc, m.value(e), single)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return m.MakeTyped(Concat, t, parts, ir.NamedAttr{Name: "dim", Value: m.Ctx.I64Attr(0)})
}

// reshaped is v in the given shape, which has as many elements.
func (m extentMaker) reshaped(v *ir.Value, shape []extent) *ir.Value {
	extents := make([]int64, len(shape))
	for d, e := range shape {
		extents[d] = e.inType()
	}
	t := m.Ctx.WithShape(v.Type(), extents)
	if allKnown(shape) && v.Type().IsStatic() {
		return reshapeTo(m.Builder, m.Loc, v, t)
	}
	return m.MakeTyped(DynamicReshape, t, []*ir.Value{v, m.list(shape)})
}

// regrouped makes the outer n of dimension from of v the outer ones of dimension to: an index of
// from is (group, rest), and one of to becomes (group, what it was).
func (m extentMaker) regrouped(v *ir.Value, from, to int, n int64) *ir.Value {
	if n == 1 {
		return v
	}
	shape := m.shape(v)
	rest := m.div(shape[from], n)
	apart := slices.Concat(shape[:from], []extent{{known: n}, rest}, shape[from+1:])
	v = m.reshaped(v, apart)
	var order []int64
	for d := range shape {
		at := d
		if d >= from {
			at++ // behind the groups
		}
		if d == to {
			order = append(order, int64(from))
		}
		order = append(order, int64(at))
	}
	shape[from], shape[to] = rest, m.mul(shape[to], n)
	return m.reshaped(permuted(m.Maker, v, order), shape)
}
