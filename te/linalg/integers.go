package linalg

import (
	"github.com/tg-opt/tg/ir"
)

// The ops of arith are not defined where those of tg are: a division by zero, or of the least
// number by -1, and a shift by the width of the type and more.

// div is a quotient: by zero it has all bits set, and the least integer by -1 is itself.
func div(b *body, o *ir.Op, x []*ir.Value) (*ir.Value, error) {
	t := o.Operand(0).Type().Elem()
	if t.IsFloat() {
		return b.byKind(x[0], x[1], "arith.divf", "", ""), nil
	}
	y := b.divisor(o, t, x[1])
	if !isSigned(t) {
		q := b.same("arith.divui", x[0], y.safe)
		return y.orZero(b, b.whole(q.Type(), -1), q), nil
	}
	q := b.same("arith.divsi", x[0], y.safe)
	if y.minus != nil {
		q = b.choose(y.minus, neg(b, t, x), q)
	}
	return y.orZero(b, b.whole(q.Type(), -1), q), nil
}

// rem is what the quotient leaves of the dividend.
func rem(b *body, o *ir.Op, x []*ir.Value) (*ir.Value, error) {
	t := o.Operand(0).Type().Elem()
	if t.IsFloat() {
		return b.byKind(x[0], x[1], "arith.remf", "", ""), nil
	}
	y := b.divisor(o, t, x[1])
	name := "arith.remui"
	if isSigned(t) {
		name = "arith.remsi"
	}
	return y.orZero(b, x[0], b.same(name, x[0], y.safe)), nil
}

// divisor is an integer that others are divided by.
type divisor struct {
	safe        *ir.Value // is 1 where the divisor is one of these
	zero, minus *ir.Value // whether it is 0, or -1; nil where that cannot be
}

func (b *body) divisor(o *ir.Op, t *ir.Type, y *ir.Value) divisor {
	if c := ir.ConstantValue(y); c.Is(ir.IntegerAttr) && c.Int() != 0 && (c.Int() != -1 || !isSigned(t)) {
		return divisor{safe: y}
	}
	d := divisor{zero: b.cmpi("eq", y, b.zero(y.Type()))}
	unsafe := d.zero
	if isSigned(t) {
		d.minus = b.cmpi("eq", y, b.whole(y.Type(), -1))
		unsafe = b.same("arith.ori", d.zero, d.minus)
	}
	d.safe = b.choose(unsafe, b.whole(y.Type(), 1), y)
	return d
}

// orZero is what there is by zero, or else v.
func (d divisor) orZero(b *body, byZero, v *ir.Value) *ir.Value {
	if d.zero == nil {
		return v
	}
	return b.choose(d.zero, byZero, v)
}

// shifted is a shift that leaves 0 from the width on.
func (b *body) shifted(name string, x []*ir.Value) *ir.Value {
	t := x[0].Type()
	if c := ir.ConstantValue(x[1]); c.Is(ir.IntegerAttr) && c.Int() >= 0 && c.Int() < int64(t.Width()) {
		return b.same(name, x...)
	}
	inside := b.cmpi("ult", x[1], b.whole(t, int64(t.Width())))
	zero := b.zero(t)
	return b.choose(inside, b.same(name, x[0], b.choose(inside, x[1], zero)), zero)
}

// shr is a shift that copies the highest bit, as often as the amount says, which is unsigned.
func shr(b *body, _ *ir.Type, x []*ir.Value) *ir.Value {
	t := x[0].Type()
	return b.same("arith.shrsi", x[0], b.same("arith.minui", x[1], b.whole(t, int64(t.Width()-1))))
}

// mulhi is the upper half of a product.
func mulhi(b *body, t *ir.Type, x []*ir.Value) *ir.Value {
	name := "arith.mului_extended"
	if isSigned(t) {
		name = "arith.mulsi_extended"
	}
	is := x[0].Type()
	return b.OpWithTypes(b.def(name), b.loc, []*ir.Type{is, is}, x).Result(1)
}

// pow is the power of floats. That of integers is a loop over the bits of the exponent; to a
// negative one, 1 and -1 give 1 or -1 and other bases 0.
func pow(b *body, t *ir.Type, x []*ir.Value) *ir.Value {
	is := x[0].Type()
	if is.IsFloat() {
		if is.Width() >= 32 {
			return b.same("math.powf", x...)
		}
		return b.narrow(is, x, func(x []*ir.Value) *ir.Value { return b.same("math.powf", x...) })
	}
	zero, one := b.zero(is), b.whole(is, 1)
	region, block := new(ir.Region), new(ir.Block)
	region.Append(block)
	block.AddArg(b.Ctx.Index(), b.loc)
	for range 3 {
		block.AddArg(is, b.loc)
	}
	power, base, rest := block.Args()[1], block.Args()[2], block.Args()[3]
	in := &body{emitter: &emitter{Builder: ir.NewBuilder(b.Ctx).AtEnd(block), loc: b.loc, outside: b.outside, constants: b.constants}}
	odd := in.cmpi("ne", in.same("arith.andi", rest, one), zero)
	next := []*ir.Value{
		in.choose(odd, in.same("arith.muli", power, base), power), in.same("arith.muli", base, base), in.same("arith.shrui", rest, one),
	}
	in.OpWithTypes(b.def("scf.yield"), b.loc, nil, next)
	o, err := b.Create(&ir.OpState{
		Name: b.Ctx.OpName("scf.for"), Loc: b.loc, Results: []*ir.Type{is, is, is}, Regions: []*ir.Region{region},
		Operands: []*ir.Value{b.index(0), b.index(int64(is.Width())), b.index(1), one, x[0], x[1]},
	})
	if err != nil {
		panic("linalg: " + err.Error()) // all of it is ours
	}
	v := o.Result(0)
	if !isSigned(t) {
		return v
	}
	unit := b.same("arith.ori", b.cmpi("eq", x[0], one), b.cmpi("eq", x[0], b.whole(is, -1)))
	return b.choose(b.cmpi("slt", x[1], zero), b.choose(unit, v, zero), v)
}
