package tg

import (
	"bytes"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Folding here is exact: the folded program computes the same bits for every
// input, and of NaNs there is one. What holds for finite numbers or real arithmetic
// only is a rule with that level.

// toValue folds the only result of o to v, if that has its type and extents.
func toValue(o *ir.Op, v *ir.Value) []ir.Folded {
	if v.Type() != o.Result(0).Type() || !givesExtents(o, v) {
		return nil
	}
	return []ir.Folded{{Value: v}}
}

// givesExtents reports whether v, which has the type of the only result of o,
// has its extents on every run, too: an elementwise op of several operands may
// repeat v where `?` stands.
func givesExtents(o *ir.Op, v *ir.Value) bool {
	if !o.Has(ir.Elementwise) || o.NumOperands() == 1 || v.Type().IsStatic() {
		return true
	}
	for i := range o.NumOperands() {
		if w := o.Operand(i); w != v && !w.Type().IsStatic() {
			return false
		}
	}
	return true
}

// toConst folds the only result of o to a constant; a nil attribute does not.
func toConst(a *ir.Attr) []ir.Folded {
	if a == nil {
		return nil
	}
	return []ir.Folded{{Const: a}}
}

// foldElement folds an elementwise op on splats to the splat of what its kernel
// makes of one element of each. A result with more elements than any operand is
// left: that is for the pass fold to decide.
func foldElement(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	result := o.Result(0).Type()
	n, ok := result.NumElements()
	largest := int64(0)
	for i, a := range consts {
		if !a.Is(ir.DenseAttr) || !a.IsSplat() || len(a.Raw()) == 0 {
			return nil
		}
		count, known := o.Operand(i).Type().NumElements()
		ok = ok && known
		largest = max(largest, count)
	}
	if !ok || n == 0 || n > largest {
		return nil
	}
	in := make([]*tensor.Tensor, len(consts))
	for i, a := range consts {
		d, known := interp.DTypeOf(a.Type().Elem())
		if !known {
			return nil
		}
		in[i] = tensor.New(d)
		copy(in[i].Bytes(), a.Raw())
	}
	out, err := interp.EvaluateElement(o, in)
	if err != nil {
		return nil
	}
	return toConst(splatOfBytes(o.Context(), result, out[0].WithOneNaN().Bytes()))
}

// splat is the splat of type t whose elements are those of number v, or nil
// when t is not static or has no such element.
func splat(c *ir.Context, t *ir.Type, v float64) *ir.Attr {
	raw := elementBytes(c, t.Elem(), v)
	if raw == nil {
		return nil
	}
	return splatOfBytes(c, t, raw)
}

// splatOfBytes is the splat of type t of one element, or nil when t is not
// static.
func splatOfBytes(c *ir.Context, t *ir.Type, raw []byte) *ir.Attr {
	if _, ok := t.NumElements(); !ok {
		return nil
	}
	return c.Dense(t, raw)
}

// elementBytes is the storage of the number v as an element of type elem; nil
// when elem cannot hold it exactly.
func elementBytes(c *ir.Context, elem *ir.Type, v float64) []byte {
	var word uint64
	switch {
	case elem.IsFloat() && elem.Width() <= 64:
		b := elem.Format().Encode(v)
		if elem.Format().Decode(b) != v {
			return nil
		}
		word = b.Lo
	case (elem.IsInteger() || elem.IsIndex()) && ir.StorageBytes(elem) <= 8:
		a := c.IntAttr(elem, int64(v))
		if float64(a.Int()) != v {
			return nil
		}
		word = uint64(a.Int())
	default:
		return nil
	}
	raw := make([]byte, ir.StorageBytes(elem))
	for i := range raw {
		raw[i] = byte(word >> (8 * i))
	}
	return raw
}

// allOnes is the element of an integer type, or of i1, with every bit set.
func allOnes(c *ir.Context, elem *ir.Type) []byte {
	if elem.IsBool() {
		return elementBytes(c, elem, 1)
	}
	if elem.IsInteger() && elem.Signedness() == ir.Unsigned {
		if elem.Width() > 64 {
			return nil
		}
		raw := bytes.Repeat([]byte{0xff}, ir.StorageBytes(elem))
		if spare := 8*len(raw) - elem.Width(); spare > 0 {
			raw[len(raw)-1] >>= spare
		}
		return raw
	}
	return elementBytes(c, elem, -1)
}

// isSplatOf reports whether a is a splat of exactly these element bits.
func isSplatOf(a *ir.Attr, raw []byte) bool {
	return raw != nil && a.Is(ir.DenseAttr) && a.IsSplat() && bytes.Equal(a.Raw(), raw)
}

// splatThrough folds an op that only moves elements of operand 0, or repeats
// them, when that is a splat: the result is the splat of its own type.
func splatThrough(o *ir.Op, operand *ir.Attr) []ir.Folded {
	if !operand.Is(ir.DenseAttr) || !operand.IsSplat() {
		return nil
	}
	return toConst(splatOfBytes(o.Context(), o.Result(0).Type(), operand.Raw()))
}
