package lower

import (
	"encoding/binary"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// index is an index expression as a tensor.
func (a *attempt) index(o *ir.Op) (t tensor, ok bool) {
	elem := o.Result(0).Type().Elem()
	e := a.simplified(o.Attr(te.MapAttr).AffineMap().Results[0])
	if axis, ok := affine.DimOf(e); ok {
		return a.iota(int(axis), elem), true
	}
	if t, ok = a.number(e); !ok || elem == a.b.Ctx.I64() {
		return t, ok
	}
	return a.elementwise(a.b.Ctx.OpName("tg.convert"), a.c.Loc(), []tensor{t}, elem, nil), true
}

// iota is an axis as a tensor.
func (a *attempt) iota(axis int, elem *ir.Type) tensor {
	t := a.b.Ctx.Tensor(a.extents[axis:axis+1], elem)
	return tensor{a.op("tg.iota", t, nil, ir.NamedAttr{Name: "dim", Value: a.b.Ctx.I64Attr(0)}), []int{axis}}
}

// whole is a number.
func (a *attempt) whole(v int64) tensor {
	return tensor{v: a.constant(a.b.Ctx.I64(), nil, binary.LittleEndian.AppendUint64(nil, uint64(v)))}
}

// number is an expression over axes as a tensor of i64: a table where that is small.
func (a *attempt) number(e *ir.AffineExpr) (t tensor, ok bool) {
	if axis, ok := affine.DimOf(e); ok {
		return a.iota(int(axis), a.b.Ctx.I64()), true
	}
	if v, ok := affine.ConstValue(e); ok {
		return a.whole(v), true
	}
	t, ok = a.table(a.axesOf(e), a.b.Ctx.I64(), func(point []int64) ([]byte, bool) {
		v, ok := affine.Evaluate(e, point, nil)
		return binary.LittleEndian.AppendUint64(nil, uint64(v)), ok
	})
	if ok {
		return t, true
	}
	return a.computed(e, nil, 0)
}

// maxDepth is how deep an expression may be that ops compute.
const maxDepth = 100

// computed is an expression computed by ops on i64, in which syms stand for symbols.
func (a *attempt) computed(e *ir.AffineExpr, syms []tensor, depth int) (t tensor, ok bool) {
	i64 := a.b.Ctx.I64()
	switch e.Op {
	case ir.AffineConst:
		return a.whole(e.Value), true
	case ir.AffineDim:
		return a.iota(int(e.Value), i64), true
	case ir.AffineSym:
		return syms[e.Value], true
	}
	if depth == maxDepth {
		return t, a.refuse("%s", a.describe("an index expression is too deep:", []*ir.AffineExpr{e}))
	}
	x, ok := a.computed(e.LHS, syms, depth+1)
	if !ok {
		return t, false
	}
	y, ok := a.computed(e.RHS, syms, depth+1)
	if !ok {
		return t, false
	}
	switch e.Op {
	case ir.AffineAdd:
		return a.binary("tg.add", x, y, i64), true
	case ir.AffineMul:
		return a.binary("tg.mul", x, y, i64), true
	}
	if _, fits := a.space.Bounds(e.LHS); !fits && !hasSymbol(e.LHS) {
		return t, a.refuse("%s", a.describe("what is divided goes beyond the numbers of 64 bits:", []*ir.AffineExpr{e.LHS}))
	}
	n, known := affine.ConstValue(e.RHS)
	if !known || n < 1 {
		return t, a.refuse("%s", a.describe("an index expression divides by no positive constant:", []*ir.AffineExpr{e}))
	}
	// The remainder of tg has the sign of what is divided.
	mod := a.binary("tg.rem", a.binary("tg.add", a.binary("tg.rem", x, y, i64), y, i64), y, i64)
	floor := a.binary("tg.div", a.binary("tg.sub", x, mod, i64), y, i64)
	switch e.Op {
	case ir.AffineMod:
		return mod, true
	case ir.AffineFloorDiv:
		return floor, true
	}
	up := a.binary("tg.compare", mod, a.whole(0), a.b.Ctx.Bool(), a.word("direction", "ne"))
	one := a.elementwise(a.b.Ctx.OpName("tg.convert"), a.c.Loc(), []tensor{up}, i64, nil)
	return a.binary("tg.add", floor, one, i64), true
}
