package linalg

import (
	"math"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// compare writes a comparison. With a total order it is that of integers, which floats are made.
func compare(b *body, o *ir.Op, x []*ir.Value) (*ir.Value, error) {
	t, word := o.Operand(0).Type().Elem(), o.Attr("direction").Text()
	switch {
	case t.IsFloat() && o.Attr("total_order") == nil:
		if word == "ne" {
			return b.cmpf("une", x[0], x[1]), nil
		}
		return b.cmpf("o"+word, x[0], x[1]), nil
	case t.IsFloat():
		x, word = []*ir.Value{b.orderKey(x[0]), b.orderKey(x[1])}, "s"+word
	case isSigned(t):
		word = "s" + word
	default:
		word = "u" + word
	}
	if strings.HasSuffix(word, "eq") || strings.HasSuffix(word, "ne") {
		word = word[1:]
	}
	return b.cmpi(word, x[0], x[1]), nil
}

// orderKey is an integer for a float, in the total order.
func (b *body) orderKey(x *ir.Value) *ir.Value {
	v := b.bits(x)
	t := v.Type()
	minus := b.same("arith.shrsi", v, b.whole(t, int64(t.Width()-1)))
	return b.same("arith.xori", v, b.same("arith.shrui", minus, b.whole(t, 1)))
}

// bits are the bits of a float, which has one NaN.
func (b *body) bits(x *ir.Value) *ir.Value {
	t := x.Type()
	v := b.op("arith.bitcast", b.Ctx.Int(t.Width(), ir.Signless), x)
	inf := int64(b.Ctx.FloatAttr(t, math.Inf(1)).FloatBits().Lo)
	quiet := (inf & -inf) >> 1 // the highest bit of the fraction
	return b.choose(b.cmpf("uno", x, x), b.whole(v.Type(), inf|quiet), v)
}

// bitcast reads the same bits as another type.
func bitcast(b *body, o *ir.Op, x []*ir.Value) (*ir.Value, error) {
	v, t := x[0], b.signless(o.Result(0).Type().Elem())
	if v.Type() == t {
		return v, nil
	}
	if v.Type().IsFloat() {
		v = b.bits(v)
	}
	if v.Type() == t {
		return v, nil
	}
	return b.op("arith.bitcast", t, v), nil
}

// converted is a number of another type. Floats become integers as tg says: truncated, the nearest
// integer of the type beyond its range, and 0 for NaN.
func converted(b *body, o *ir.Op, x []*ir.Value) (*ir.Value, error) {
	from, to := o.Operand(0).Type().Elem(), o.Result(0).Type().Elem()
	v, is := x[0], b.signless(to)
	switch {
	case to == from:
		return v, nil
	case to.IsBool() && from.IsFloat():
		return b.cmpf("une", v, b.zero(v.Type())), nil
	case to.IsBool():
		return b.cmpi("ne", v, b.zero(v.Type())), nil
	case from.IsFloat() && to.IsFloat():
		return b.resized(v, is), nil
	case to.IsFloat():
		return b.fromInteger(v, from, is), nil
	case from.IsFloat():
		return b.toInteger(v, to), nil
	}
	return b.integer(v, is, from), nil
}

// fromInteger rounds once, to a narrow type, too: it goes through f64, which holds integers of up
// to 53 bits. Of longer ones the lower bits only say whether there are any, which is all that the
// rounding to a narrow type asks of them.
func (b *body) fromInteger(v *ir.Value, from, to *ir.Type) *ir.Value {
	name := "arith.uitofp"
	if isSigned(from) {
		name = "arith.sitofp"
	}
	t := v.Type()
	switch {
	case to.Width() >= 32 || t.IsIndex():
		return b.op(name, to, v)
	case t.Width() <= 24:
		return b.resized(b.op(name, b.Ctx.F32(), v), to)
	case t.Width() > 53:
		const lower = 1<<11 - 1
		any := b.cmpi("ne", b.same("arith.andi", v, b.whole(t, lower)), b.zero(t))
		upper := b.same("arith.andi", v, b.whole(t, ^lower))
		odd := b.choose(any, b.same("arith.ori", upper, b.whole(t, lower+1)), upper)
		end, shifted := int64(1<<53), v
		if isSigned(from) {
			shifted, end = b.same("arith.addi", v, b.whole(t, end)), 2*end
		}
		v = b.choose(b.cmpi("ult", shifted, b.whole(t, end)), v, odd)
	}
	return b.resized(b.op(name, b.Ctx.F64(), v), to)
}

// toInteger truncates, and limits to the range of type `to`.
func (b *body) toInteger(v *ir.Value, to *ir.Type) *ir.Value {
	is, t := b.signless(to), v.Type()
	if t.Width() < 32 {
		v, t = b.resized(v, b.Ctx.F32()), b.Ctx.F32()
	}
	signed, name := isSigned(to), "arith.fptoui"
	if signed {
		name = "arith.fptosi"
	}
	// Where the float is beyond the range, which ends at powers of two, the result of the
	// conversion is not defined, and not chosen.
	end := math.Ldexp(1, is.Width())
	low := 0.0
	if signed {
		end /= 2
		low = -end
	}
	r := b.op(name, is, v)
	r = b.choose(b.cmpf("oge", v, b.number(t, end)), b.greatest(is, signed), r)
	r = b.choose(b.cmpf("ole", v, b.number(t, low)), b.least(is, signed), r)
	return b.choose(b.cmpf("uno", v, v), b.zero(is), r)
}
