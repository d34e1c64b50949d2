package linalg

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// scalar makes what an op on single elements computes of what stands for its operands.
type scalar func(b *body, o *ir.Op, x []*ir.Value) (*ir.Value, error)

// scalars are the ops that bodies can have, but for te.read.
var scalars = map[string]scalar{
	"tg.constant": func(b *body, o *ir.Op, _ []*ir.Value) (*ir.Value, error) {
		if a := b.scalarOf(o.Attr("value")); a != nil {
			return b.constant(a), nil
		}
		return nil, o.Errorf("'%s' op has an element that is not in the text, which cannot be written for linalg", o.Name())
	},
	"te.index": func(b *body, o *ir.Op, _ []*ir.Value) (*ir.Value, error) {
		e := o.Attr(te.MapAttr).AffineMap().Results[0]
		return b.fromIndex(b.expr(e, nil), o.Result(0).Type().Elem()), nil
	},
	"te.guard": func(b *body, o *ir.Op, _ []*ir.Value) (*ir.Value, error) {
		return b.guard(o.Attr(te.GuardAttr).IntegerSet()), nil
	},
	"tg.neg":        operator(neg),
	"tg.abs":        operator(abs),
	"tg.sign":       operator(sign),
	"tg.exp":        function("math.exp"),
	"tg.exp2":       function("math.exp2"),
	"tg.expm1":      function("math.expm1"),
	"tg.log":        function("math.log"),
	"tg.log2":       function("math.log2"),
	"tg.log1p":      function("math.log1p"),
	"tg.sqrt":       function("math.sqrt"),
	"tg.rsqrt":      function("math.rsqrt"),
	"tg.cbrt":       function("math.cbrt"),
	"tg.sin":        function("math.sin"),
	"tg.cos":        function("math.cos"),
	"tg.tan":        function("math.tan"),
	"tg.asin":       function("math.asin"),
	"tg.acos":       function("math.acos"),
	"tg.atan":       function("math.atan"),
	"tg.sinh":       function("math.sinh"),
	"tg.cosh":       function("math.cosh"),
	"tg.tanh":       function("math.tanh"),
	"tg.asinh":      function("math.asinh"),
	"tg.acosh":      function("math.acosh"),
	"tg.atanh":      function("math.atanh"),
	"tg.erf":        function("math.erf"),
	"tg.erfc":       function("math.erfc"),
	"tg.floor":      function("math.floor"),
	"tg.ceil":       function("math.ceil"),
	"tg.round_even": function("math.roundeven"),
	"tg.round_away": function("math.round"),
	"tg.atan2":      function("math.atan2"),
	"tg.sigmoid":    formula(sigmoid),
	"tg.silu":       formula(silu),
	"tg.gelu":       gelu,
	"tg.relu":       operator(relu),
	"tg.relu6":      operator(relu6),
	"tg.not":        operator(not),
	"tg.popcnt":     operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value { return b.same("math.ctpop", x[0]) }),
	"tg.clz":        operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value { return b.same("math.ctlz", x[0]) }),
	"tg.is_finite":  operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value { return b.magnitude("olt", x[0]) }),
	"tg.is_inf":     operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value { return b.magnitude("oeq", x[0]) }),
	"tg.add":        operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value { return b.sum(x[0], x[1]) }),
	"tg.sub": operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value {
		return b.byKind(x[0], x[1], "arith.subf", "arith.subi", "arith.xori")
	}),
	"tg.mul":         operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value { return b.product(x[0], x[1]) }),
	"tg.div":         div,
	"tg.rem":         rem,
	"tg.pow":         operator(pow),
	"tg.max":         operator(func(b *body, t *ir.Type, x []*ir.Value) *ir.Value { return b.greater(x[0], x[1], isSigned(t)) }),
	"tg.min":         operator(func(b *body, t *ir.Type, x []*ir.Value) *ir.Value { return b.lesser(x[0], x[1], isSigned(t)) }),
	"tg.mulhi":       operator(mulhi),
	"tg.and":         operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value { return b.same("arith.andi", x...) }),
	"tg.or":          operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value { return b.same("arith.ori", x...) }),
	"tg.xor":         operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value { return b.same("arith.xori", x...) }),
	"tg.shl":         operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value { return b.shifted("arith.shli", x) }),
	"tg.shr_logical": operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value { return b.shifted("arith.shrui", x) }),
	"tg.shr":         operator(shr),
	"tg.compare":     compare,
	"tg.select":      operator(func(b *body, _ *ir.Type, x []*ir.Value) *ir.Value { return b.choose(x[0], x[1], x[2]) }),
	"tg.clamp": operator(func(b *body, t *ir.Type, x []*ir.Value) *ir.Value {
		return b.lesser(b.greater(x[1], x[0], isSigned(t)), x[2], isSigned(t))
	}),
	"tg.convert":          converted,
	"tg.bitcast":          bitcast,
	"tg.reduce_precision": reducePrecision,
	"tg.next_after":       operator(nextAfter),
	"tg.stop":             operator(func(_ *body, _ *ir.Type, x []*ir.Value) *ir.Value { return x[0] }),
}

// isSigned reports whether numbers of type t are compared with their signs.
func isSigned(t *ir.Type) bool { return t.Signedness() != ir.Unsigned && !t.IsBool() }

// operator is an op that exists for all its element types; f is told that of the last operand.
func operator(f func(b *body, t *ir.Type, x []*ir.Value) *ir.Value) scalar {
	return func(b *body, o *ir.Op, x []*ir.Value) (*ir.Value, error) {
		return f(b, o.Operand(o.NumOperands()-1).Type().Elem(), x), nil
	}
}

// function is a function of floats that has a name in another dialect. Floats of fewer than 32 bits
// go through f32, and their results are rounded.
func function(name string) scalar {
	return func(b *body, o *ir.Op, x []*ir.Value) (*ir.Value, error) {
		t := x[0].Type()
		if t.Width() >= 32 {
			return b.same(name, x...), nil
		}
		return b.narrow(t, x, func(x []*ir.Value) *ir.Value { return b.same(name, x...) }), nil
	}
}

// formula is a function of one float that is made of several ops, in f64, since each of them
// rounds.
func formula(f func(b *body, x *ir.Value) *ir.Value) scalar {
	return func(b *body, _ *ir.Op, x []*ir.Value) (*ir.Value, error) {
		return b.in(b.Ctx.F64(), x[0].Type(), x, func(x []*ir.Value) *ir.Value { return f(b, x[0]) }), nil
	}
}

// sigmoid is 1/(1+exp(-x)).
func sigmoid(b *body, x *ir.Value) *ir.Value {
	one := b.number(x.Type(), 1)
	return b.same("arith.divf", one, b.same("arith.addf", one, b.same("math.exp", b.same("arith.negf", x))))
}

// silu is x/(1+exp(-x)), and -0 at -inf.
func silu(b *body, x *ir.Value) *ir.Value {
	return b.vanishing(x, b.same("arith.mulf", x, sigmoid(b, x)))
}

// vanishing is y, and -0 where x is -inf.
func (b *body) vanishing(x, y *ir.Value) *ir.Value {
	t := x.Type()
	return b.choose(b.cmpf("oeq", x, b.least(t, true)), b.number(t, negativeZero), y)
}

// gelu is x/2*erfc(-x/sqrt 2), or x*sigmoid(2 u) with u = sqrt(2/pi)*(x+0.044715 x^3); neither
// loses digits where x is negative.
func gelu(b *body, o *ir.Op, x []*ir.Value) (*ir.Value, error) {
	f := func(b *body, x *ir.Value) *ir.Value {
		t := x.Type()
		e := b.same("math.erfc", b.same("arith.mulf", x, b.number(t, -0.70710678118654752440)))
		return b.vanishing(x, b.same("arith.mulf", b.same("arith.mulf", x, b.number(t, 0.5)), e))
	}
	if o.Attr("approximate").Text() == "tanh" {
		f = func(b *body, x *ir.Value) *ir.Value {
			t := x.Type()
			cube := b.same("arith.mulf", b.same("arith.mulf", x, x), x)
			u := b.same("arith.addf", x, b.same("arith.mulf", cube, b.number(t, 0.044715)))
			return b.vanishing(x, b.same("arith.mulf", x, sigmoid(b, b.same("arith.mulf", u, b.number(t, 1.59576912160573071176)))))
		}
	}
	return formula(f)(b, o, x)
}

func neg(b *body, _ *ir.Type, x []*ir.Value) *ir.Value {
	t := x[0].Type()
	if t.IsFloat() {
		return b.same("arith.negf", x[0])
	}
	return b.same("arith.subi", b.whole(t, 0), x[0])
}

func abs(b *body, t *ir.Type, x []*ir.Value) *ir.Value {
	switch {
	case t.IsFloat():
		return b.same("math.absf", x[0])
	case isSigned(t):
		return b.same("math.absi", x[0])
	}
	return x[0]
}

func sign(b *body, t *ir.Type, x []*ir.Value) *ir.Value {
	is := x[0].Type()
	zero, one, minus := b.zero(is), b.number(is, 1), b.number(is, -1)
	switch {
	case t.IsFloat():
		return b.choose(b.cmpf("ogt", x[0], zero), one, b.choose(b.cmpf("olt", x[0], zero), minus, x[0]))
	case isSigned(t):
		return b.choose(b.cmpi("sgt", x[0], zero), one, b.choose(b.cmpi("slt", x[0], zero), minus, zero))
	}
	return b.choose(b.cmpi("ne", x[0], zero), one, zero)
}

func relu(b *body, t *ir.Type, x []*ir.Value) *ir.Value {
	return b.greater(x[0], b.zero(x[0].Type()), isSigned(t))
}

func relu6(b *body, t *ir.Type, x []*ir.Value) *ir.Value {
	return b.lesser(relu(b, t, x), b.number(x[0].Type(), 6), isSigned(t))
}

func not(b *body, _ *ir.Type, x []*ir.Value) *ir.Value {
	return b.same("arith.xori", x[0], b.whole(x[0].Type(), -1))
}

// magnitude compares the absolute value with infinity.
func (b *body) magnitude(predicate string, x *ir.Value) *ir.Value {
	return b.cmpf(predicate, b.same("math.absf", x), b.greatest(x.Type(), true))
}
