package arith

import (
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/ir"
)

// Here is how constants with floats become numbers and back. As with integers,
// a splat stays a splat, at the cost of one element.

// splatFloat is the number that a float attribute is, or that all elements of a
// splat are; a may be nil.
func splatFloat(a *ir.Attr) (n fnum, ok bool) {
	switch {
	case a.Is(ir.FloatAttr):
		return fnum{a.Type().Format(), a.FloatBits()}, true
	case a.Is(ir.DenseAttr) && a.IsSplat() && a.Type().Elem().IsFloat():
		return readFloat(a.Raw(), a.Type().Elem().Format()), true
	}
	return fnum{}, false
}

// foldElements computes the constant of type t from the elements of consts,
// scalars or dense constants of one shape; nil when that is not known, or when
// calc refuses an element. calc reads the storage of one element of each and
// writes that of the result.
func foldElements(c *ir.Context, t *ir.Type, calc func(out []byte, in [][]byte) bool, consts ...*ir.Attr) *ir.Attr {
	in, steps := make([][]byte, len(consts)), make([]int, len(consts))
	n := 1
	for i, a := range consts {
		switch {
		case a.Is(ir.DenseAttr):
			in[i] = a.Raw()
			if !a.IsSplat() {
				count, _ := a.Type().NumElements()
				n, steps[i] = int(count), ir.StorageBytes(a.Type().Elem())
			}
		case a.Is(ir.IntegerAttr):
			in[i] = make([]byte, ir.StorageBytes(a.Type()))
			numOf(a).put(in[i])
		case a.Is(ir.FloatAttr):
			in[i] = make([]byte, ir.StorageBytes(a.Type()))
			fnum{a.Type().Format(), a.FloatBits()}.put(in[i])
		default:
			return nil
		}
	}
	size := ir.StorageBytes(t.ElemOrSelf())
	raw := make([]byte, n*size)
	for i := range n {
		if !calc(raw[i*size:(i+1)*size], in) {
			return nil
		}
		for k, step := range steps {
			in[k] = in[k][step:]
		}
	}
	return constOf(c, t, raw)
}

// constOf is the constant of type t whose dense storage is raw, which may be
// one element that stands for all; nil when the extents of t are not known.
func constOf(c *ir.Context, t *ir.Type, raw []byte) *ir.Attr {
	switch {
	case t.IsFloat():
		return c.FloatBitsAttr(t, readFloat(raw, t.Format()).bits)
	case !t.IsShaped():
		return readNum(raw, t).attr(c, t)
	case !t.IsStatic():
		return nil
	}
	return c.Dense(t, raw)
}

// foldFloats is the end of a folder of an operation on floats of one type:
// poison spreads, and constants are computed with.
func foldFloats(o *ir.Op, consts []*ir.Attr, calc floatCalc) []ir.Folded {
	if f := ub.FoldPoison(o, consts); f != nil {
		return f
	}
	if consts[0] == nil || consts[1] == nil || consts[0].Type() != consts[1].Type() {
		return nil
	}
	t := consts[0].Type()
	f := t.ElemOrSelf().Format()
	return toConst(foldElements(o.Context(), t, func(out []byte, in [][]byte) bool {
		n := calc(readFloat(in[0], f), readFloat(in[1], f))
		n.put(out)
		return n != noNumber
	}, consts...))
}

// foldConversion is the end of a conversion's folder.
func foldConversion(o *ir.Op, consts []*ir.Attr, calc func(out, in []byte) bool) []ir.Folded {
	if f := ub.FoldPoison(o, consts); f != nil || consts[0] == nil {
		return f
	}
	return toConst(foldElements(o.Context(), o.Result(0).Type(), func(out []byte, in [][]byte) bool { return calc(out, in[0]) }, consts[0]))
}
