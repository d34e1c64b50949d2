package linalg

import (
	"encoding/binary"

	"github.com/tg-opt/tg/ir"
)

// scalarOf is the only value of constant elements, as a constant of arith; nil if they are none.
func (e *emitter) scalarOf(a *ir.Attr) *ir.Attr {
	if !a.Is(ir.DenseAttr) || !a.IsSplat() {
		return nil
	}
	elem := a.Type().Elem()
	raw := a.Raw()
	if len(raw) == 0 || len(raw) > 8 {
		return nil
	}
	var word [8]byte
	copy(word[:], raw)
	bits := binary.LittleEndian.Uint64(word[:])
	switch {
	case elem.IsFloat():
		return e.Ctx.FloatBitsAttr(elem, ir.FloatBits{Lo: bits})
	case elem.IsBool():
		return e.Ctx.IntAttr(elem, int64(bits&1))
	case elem.IsInteger():
		shift := 64 - elem.Width()
		return e.Ctx.IntAttr(e.signless(elem), int64(bits)<<shift>>shift)
	case elem.IsIndex():
		return e.Ctx.IntAttr(elem, int64(bits))
	}
	return nil
}

// constantTensor is a constant of arith for one of tg. What has a sign is made of one without.
func (e *emitter) constantTensor(o *ir.Op) (*ir.Value, error) {
	a := o.Attr("value")
	t := a.Type()
	if err := known(o, t); err != nil {
		return nil, err
	}
	plain := e.Ctx.WithElem(t, e.signless(t.Elem()))
	if plain == t {
		return e.with("arith.constant", t, "value", a), nil
	}
	switch {
	case !a.Is(ir.DenseAttr):
		return nil, o.Errorf("'%s' op has elements of type '%s' that are not in the text, which cannot be written for linalg", o.Name(), t.Elem())
	case a.IsSplat():
		empty := e.op("tensor.empty", t)
		return e.fill(e.stored(e.constant(e.scalarOf(a)), t.Elem()), empty), nil
	}
	v := e.with("arith.constant", plain, "value", e.Ctx.Dense(plain, a.Raw()))
	return e.elementwise(v, t, func(b *emitter, x *ir.Value) *ir.Value { return b.stored(x, t.Elem()) }), nil
}

// known fails for elements that no scalar ops are written for: they are those that tg executes, but
// for complex numbers, and whole numbers of other widths.
func known(o *ir.Op, t *ir.Type) error {
	switch e := t.ElemOrSelf(); {
	case e.IsInteger() && e.Width() > 0 && e.Width() <= 64, e.IsIndex():
	case e == o.Context().F64(), e == o.Context().F32(), e == o.Context().Float("f16"), e == o.Context().Float("bf16"):
	default:
		return o.Errorf("'%s' op has elements of type '%s', which cannot be written for linalg", o.Name(), e)
	}
	return nil
}
