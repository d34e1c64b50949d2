package arith

import (
	"encoding/binary"
	"math/big"
	"slices"

	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/ir"
)

// Here is how constants become numbers and back. Folders compute with one
// number at a time: a splat stays a splat, at the cost of one.

// numOf is the value of an integer attribute.
func numOf(a *ir.Attr) num {
	w := width(a.Type())
	if w <= 64 {
		return newNum(w, uint64(a.Int()))
	}
	return wrap(w, new(big.Int).Set(a.BigInt()))
}

// attr is a as an attribute of a scalar type of its width.
func (a num) attr(c *ir.Context, t *ir.Type) *ir.Attr {
	if a.wide != nil {
		return c.BigIntAttr(t, a.signedBig())
	}
	return c.IntAttr(t, int64(a.lo))
}

// splatOf is the number that an integer attribute is, or that all elements of a
// splat are; a may be nil.
func splatOf(a *ir.Attr) (n num, ok bool) {
	switch {
	case a.Is(ir.IntegerAttr) && isSignlessOrIndex(a.Type()):
		return numOf(a), true
	case a.Is(ir.DenseAttr) && a.IsSplat() && isSignlessOrIndex(a.Type().Elem()):
		return readNum(a.Raw(), a.Type().Elem()), true
	}
	return num{}, false
}

// isIntElements reports whether a is dense elements of integers.
func isIntElements(a *ir.Attr) bool { return a.Is(ir.DenseAttr) && isSignlessOrIndex(a.Type().Elem()) }

// readNum reads the first element of dense storage.
func readNum(raw []byte, elem *ir.Type) num {
	w := width(elem)
	switch ir.StorageBytes(elem) {
	case 0:
		return num{w: w}
	case 1:
		return newNum(w, uint64(raw[0]))
	case 2:
		return newNum(w, uint64(binary.LittleEndian.Uint16(raw)))
	case 4:
		return newNum(w, uint64(binary.LittleEndian.Uint32(raw)))
	case 8:
		return newNum(w, binary.LittleEndian.Uint64(raw))
	}
	be := slices.Clone(raw[:ir.StorageBytes(elem)])
	slices.Reverse(be)
	return wrap(w, new(big.Int).SetBytes(be))
}

// Element is element i, in row-major order, of a constant of numbers as one of
// its own; nil where it is none that arith.constant may have.
func Element(c *ir.Context, a *ir.Attr, i int64) *ir.Attr {
	elem := a.Type().Elem()
	size := int64(ir.StorageBytes(elem))
	var raw []byte
	switch {
	case a.Is(ir.SparseAttr):
		raw = sparseElement(a, i)
	case a.Is(ir.DenseAttr) && a.IsSplat():
		raw = a.Raw()
	case a.Is(ir.DenseAttr) && (i+1)*size <= int64(len(a.Raw())):
		raw = a.Raw()[i*size:]
	}
	switch {
	case len(raw) == 0:
		return nil
	case isSignlessOrIndex(elem):
		return readNum(raw, elem).attr(c, elem)
	case elem.IsFloat():
		return c.FloatBitsAttr(elem, readFloat(raw, elem.Format()).bits)
	}
	return nil
}

// put writes a into dense storage, which extends the sign of anything but i1.
func (a num) put(raw []byte) {
	if a.wide != nil || len(raw) > 8 {
		v := a.signedBig()
		if v.Sign() < 0 {
			v = new(big.Int).And(v, ones(8*len(raw)))
		}
		v.FillBytes(raw)
		slices.Reverse(raw)
		return
	}
	v := a.lo
	if a.w != 1 {
		v = uint64(a.signed())
	}
	for i := range raw {
		raw[i] = byte(v)
		v >>= 8
	}
}

// splat is the constant of type t all of whose elements are a, or nil when
// there is none: the extents of t are not known.
func (a num) splat(c *ir.Context, t *ir.Type) *ir.Attr {
	if !t.IsShaped() {
		return a.attr(c, t)
	}
	if !t.IsStatic() {
		return nil
	}
	raw := make([]byte, ir.StorageBytes(t.Elem()))
	a.put(raw)
	return c.Dense(t, raw)
}

// zeroOf is the zero of type t, or nil when its extents are not known.
func zeroOf(c *ir.Context, t *ir.Type) *ir.Attr { return newNum(elemWidth(t), 0).splat(c, t) }

// foldUnary computes the constant of type t from the elements of a; nil when
// that is not known.
func foldUnary(c *ir.Context, a *ir.Attr, t *ir.Type, calc func(num) num) *ir.Attr {
	a = dense(c, a)
	if n, ok := splatOf(a); ok {
		return calc(n).splat(c, t)
	}
	if !isIntElements(a) {
		return nil
	}
	in, out := ir.StorageBytes(a.Type().Elem()), ir.StorageBytes(t.Elem())
	n, _ := a.Type().NumElements()
	raw := make([]byte, int(n)*out)
	for i := range int(n) {
		calc(readNum(a.Raw()[i*in:], a.Type().Elem())).put(raw[i*out : (i+1)*out])
	}
	return c.Dense(t, raw)
}

// foldBinary computes the constant of type t from the elements of a and b,
// which must be constants of one type; nil when that is not known, or when calc
// refuses an element.
func foldBinary(c *ir.Context, a, b *ir.Attr, t *ir.Type, calc func(a, b num) (num, bool)) *ir.Attr {
	if a == nil || b == nil || a.Type() != b.Type() {
		return nil
	}
	a, b = dense(c, a), dense(c, b)
	x, ok := splatOf(a)
	y, same := splatOf(b)
	if ok && same {
		if n, ok := calc(x, y); ok {
			return n.splat(c, t)
		}
		return nil
	}
	if !isIntElements(a) || !isIntElements(b) {
		return nil
	}
	elem := a.Type().Elem()
	in, out := ir.StorageBytes(elem), ir.StorageBytes(t.Elem())
	n, _ := a.Type().NumElements()
	raw := make([]byte, int(n)*out)
	for i := range int(n) {
		if !a.IsSplat() {
			x = readNum(a.Raw()[i*in:], elem)
		}
		if !b.IsSplat() {
			y = readNum(b.Raw()[i*in:], elem)
		}
		r, ok := calc(x, y)
		if !ok {
			return nil
		}
		r.put(raw[i*out : (i+1)*out])
	}
	return c.Dense(t, raw)
}

// always makes a function that refuses nothing one that foldBinary takes.
func always(f func(a, b num) num) func(a, b num) (num, bool) {
	return func(a, b num) (num, bool) { return f(a, b), true }
}

// toValue folds the only result to v, toConst to a; a nil one does not fold.
func toValue(v *ir.Value) []ir.Folded {
	if v == nil {
		return nil
	}
	return []ir.Folded{{Value: v}}
}

func toConst(a *ir.Attr) []ir.Folded {
	if a == nil {
		return nil
	}
	return []ir.Folded{{Const: a}}
}

// foldConsts is the end of a binary op's folder: poison spreads, and constants
// are computed with.
func foldConsts(o *ir.Op, consts []*ir.Attr, calc func(a, b num) (num, bool)) []ir.Folded {
	if f := ub.FoldPoison(o, consts); f != nil {
		return f
	}
	if consts[0] == nil || consts[1] == nil {
		return nil
	}
	return toConst(foldBinary(o.Context(), consts[0], consts[1], consts[0].Type(), calc))
}

// isZero, isOne and isOnes say whether a constant, which may be nil, is a splat
// of that number.
func isZero(a *ir.Attr) bool { n, ok := splatOf(a); return ok && n.isZero() }
func isOne(a *ir.Attr) bool  { n, ok := splatOf(a); return ok && n.isOne() }
func isOnes(a *ir.Attr) bool { n, ok := splatOf(a); return ok && n.isAllOnes() }

// defining is the op of definition d that v is a result of, or nil.
func defining(v *ir.Value, d *ir.OpDef) *ir.Op {
	if o := v.Def(); o.Is(d) {
		return o
	}
	return nil
}
