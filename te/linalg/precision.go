package linalg

import (
	"math"

	"github.com/tg-opt/tg/ir"
)

// reducePrecision rounds the fraction of a float, and makes an infinity or a zero of what the
// exponent of the format cannot say. NaN stays NaN, or becomes +inf in a format without a fraction.
func reducePrecision(b *body, o *ir.Op, x []*ir.Value) (*ir.Value, error) {
	exponent, mantissa := o.Attr("exponent_bits").Int(), o.Attr("mantissa_bits").Int()
	t := x[0].Type()
	is := b.Ctx.Int(t.Width(), ir.Signless)
	inf := int64(b.Ctx.FloatAttr(t, math.Inf(1)).FloatBits().Lo)
	own := int64(t.Width()) - 1 // bits of the fraction of t
	for inf>>(own-1)&1 == 0 {
		own--
	}
	for own > 0 && inf>>(own-1)&1 == 1 {
		own--
	}
	v := b.op("arith.bitcast", is, x[0])
	if drop := own - mantissa; drop > 0 {
		last := b.same("arith.andi", b.same("arith.shrui", v, b.whole(is, drop)), b.whole(is, 1))
		v = b.same("arith.addi", v, b.same("arith.addi", last, b.whole(is, 1<<(drop-1)-1)))
		v = b.same("arith.andi", v, b.whole(is, -1<<drop))
	}
	if all := int64(t.Width()) - 1 - own; exponent < all {
		bias, reduced := int64(1)<<(all-1)-1, int64(1)<<(exponent-1)-1
		size, sign := b.same("arith.andi", v, b.whole(is, inf)), b.same("arith.andi", v, b.whole(is, -1<<(t.Width()-1)))
		over := b.cmpi("ugt", size, b.whole(is, (bias+reduced)<<own))
		under := b.cmpi("ule", size, b.whole(is, (bias-reduced)<<own))
		v = b.choose(over, b.same("arith.ori", sign, b.whole(is, inf)), b.choose(under, sign, v))
	}
	nan := x[0]
	if mantissa == 0 {
		nan = b.greatest(t, true)
	}
	return b.choose(b.cmpf("uno", x[0], x[0]), nan, b.op("arith.bitcast", t, v)), nil
}

// nextAfter is the neighbour of a float in the direction of another, and that where they are equal.
func nextAfter(b *body, _ *ir.Type, x []*ir.Value) *ir.Value {
	t := x[0].Type()
	is := b.Ctx.Int(t.Width(), ir.Signless)
	one := b.whole(is, 1)
	bits, towards := b.op("arith.bitcast", is, x[0]), b.op("arith.bitcast", is, x[1])
	up, positive := b.cmpf("olt", x[0], x[1]), b.cmpf("ogt", x[0], b.zero(t))
	away := b.cmpi("eq", up, positive)
	next := b.choose(away, b.same("arith.addi", bits, one), b.same("arith.subi", bits, one))
	least := b.same("arith.ori", b.same("arith.andi", towards, b.whole(is, -1<<(t.Width()-1))), one)
	next = b.choose(b.cmpf("oeq", x[0], b.zero(t)), least, next)
	v := b.choose(b.cmpf("oeq", x[0], x[1]), x[1], b.op("arith.bitcast", t, next))
	return b.choose(b.cmpf("uno", x[0], x[1]), b.number(t, math.NaN()), v)
}
