package linalg

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/ir"
)

var (
	integerPredicates = []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}
	floatPredicates   = []string{"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"}
)

func (e *emitter) cmpi(predicate string, x, y *ir.Value) *ir.Value {
	i := slices.Index(integerPredicates, predicate)
	return e.with("arith.cmpi", e.Ctx.Bool(), "predicate", e.Ctx.I64Attr(int64(i)), x, y)
}

func (e *emitter) cmpf(predicate string, x, y *ir.Value) *ir.Value {
	i := slices.Index(floatPredicates, predicate)
	return e.with("arith.cmpf", e.Ctx.Bool(), "predicate", e.Ctx.I64Attr(int64(i)), x, y)
}

func (e *emitter) choose(c, x, y *ir.Value) *ir.Value {
	return e.op("arith.select", x.Type(), c, x, y)
}

// same makes an op on numbers of one type, whose result has it, too.
func (e *emitter) same(name string, x ...*ir.Value) *ir.Value {
	return e.op(name, x[0].Type(), x...)
}

// resized is a float as one of another type; other scalars stay what they are.
func (e *emitter) resized(v *ir.Value, t *ir.Type) *ir.Value {
	from := v.Type()
	switch {
	case from == t || !from.IsFloat() || !t.IsFloat():
		return v
	case from.Width() < t.Width():
		return e.op("arith.extf", t, v)
	case from.Width() > t.Width():
		return e.op("arith.truncf", t, v)
	}
	return e.op("arith.truncf", t, e.op("arith.extf", e.Ctx.F32(), v)) // of as many bits
}

// integer is an integer, of the type `from` in tg, as one of another type.
func (e *emitter) integer(v *ir.Value, t, from *ir.Type) *ir.Value {
	t = e.signless(t)
	switch is := v.Type(); {
	case is == t:
		return v
	case is.IsIndex() || t.IsIndex():
		return e.op("arith.index_cast", t, v)
	case is.Width() > t.Width():
		return e.op("arith.trunci", t, v)
	case from.Signedness() == ir.Unsigned || from.IsBool():
		return e.op("arith.extui", t, v)
	}
	return e.op("arith.extsi", t, v)
}

// sum of two numbers; of truth values it is or.
func (e *emitter) sum(x, y *ir.Value) *ir.Value {
	return e.byKind(x, y, "arith.addf", "arith.addi", "arith.ori")
}

// product of two numbers; of truth values it is and.
func (e *emitter) product(x, y *ir.Value) *ir.Value {
	return e.byKind(x, y, "arith.mulf", "arith.muli", "arith.andi")
}

func (e *emitter) byKind(x, y *ir.Value, float, integer, truth string) *ir.Value {
	switch t := x.Type(); {
	case t.IsFloat() && t.Width() < 32:
		return e.narrow(t, []*ir.Value{x, y}, func(x []*ir.Value) *ir.Value { return e.same(float, x...) })
	case t.IsFloat():
		return e.same(float, x, y)
	case t.IsBool():
		return e.same(truth, x, y)
	}
	return e.same(integer, x, y)
}

// narrow makes f of floats in f32, of which the result is rounded to t.
func (e *emitter) narrow(t *ir.Type, x []*ir.Value, f func(x []*ir.Value) *ir.Value) *ir.Value {
	return e.in(e.Ctx.F32(), t, x, f)
}

// in makes f of floats in another type, of which the result is rounded to t if it is a float.
func (e *emitter) in(wide, t *ir.Type, x []*ir.Value, f func(x []*ir.Value) *ir.Value) *ir.Value {
	args := make([]*ir.Value, len(x))
	for i, v := range x {
		args[i] = e.resized(v, wide)
	}
	return e.resized(f(args), t)
}

// greater is the greater of two; NaN if one is.
func (e *emitter) greater(x, y *ir.Value, signed bool) *ir.Value {
	if signed && !x.Type().IsBool() {
		return e.byKind(x, y, "arith.maximumf", "arith.maxsi", "arith.ori")
	}
	return e.byKind(x, y, "arith.maximumf", "arith.maxui", "arith.ori")
}

// lesser is the lesser of two; NaN if one is.
func (e *emitter) lesser(x, y *ir.Value, signed bool) *ir.Value {
	if signed && !x.Type().IsBool() {
		return e.byKind(x, y, "arith.minimumf", "arith.minsi", "arith.andi")
	}
	return e.byKind(x, y, "arith.minimumf", "arith.minui", "arith.andi")
}

// least is the least number of a type.
func (e *emitter) least(t *ir.Type, signed bool) *ir.Value {
	switch {
	case t.IsFloat():
		return e.number(t, math.Inf(-1))
	case signed:
		return e.whole(t, -1<<(t.Width()-1))
	}
	return e.whole(t, 0)
}

// greatest is the greatest number of a type.
func (e *emitter) greatest(t *ir.Type, signed bool) *ir.Value {
	switch {
	case t.IsFloat():
		return e.number(t, math.Inf(1))
	case signed:
		return e.whole(t, 1<<(t.Width()-1)-1)
	}
	return e.whole(t, -1)
}
