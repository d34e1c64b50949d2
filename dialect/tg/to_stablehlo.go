package tg

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/ir"
)

// What elementwise ops are in StableHLO (convert.ToStableHLO), and what the ops of
// other files have in common there.

// elementWriter writes an elementwise op whose result is of type t; operands have
// been repeated to its shape.
type elementWriter func(w *convert.Writer, t *ir.Type, x []*ir.Value) *ir.Value

// called is an op that has another name there. What StableHLO has no op for, but
// CHLO has, every compiler of StableHLO knows, too.
func called(name string) elementWriter {
	return func(w *convert.Writer, t *ir.Type, x []*ir.Value) *ir.Value { return w.Op(name, t, x) }
}

// composed is a function that is rounded once here and is made of others there,
// which f writes.
func composed(f elementWriter) elementWriter {
	return func(w *convert.Writer, t *ir.Type, x []*ir.Value) *ir.Value {
		return first(w.Composite(x, func(x []*ir.Value) []*ir.Value { return []*ir.Value{f(w, t, x)} }))
	}
}

// first is the first value; nil where there is none, after an error.
func first(values []*ir.Value) *ir.Value {
	if len(values) == 0 {
		return nil
	}
	return values[0]
}

// elementWriters are the ops of the tables in unary.go and binary.go.
var elementWriters = map[*ir.OpDef]elementWriter{
	Neg: called("stablehlo.negate"), Abs: writeAbs, Sign: writeSign, Not: called("stablehlo.not"),
	Exp: called("stablehlo.exponential"), Exp2: composed(writeExp2), Expm1: called("stablehlo.exponential_minus_one"),
	Log: called("stablehlo.log"), Log2: composed(writeLog2), Log1p: called("stablehlo.log_plus_one"),
	Sqrt: called("stablehlo.sqrt"), Rsqrt: called("stablehlo.rsqrt"), Cbrt: called("stablehlo.cbrt"),
	Sin: called("stablehlo.sine"), Cos: called("stablehlo.cosine"), Tan: called("stablehlo.tan"), Tanh: called("stablehlo.tanh"),
	Asin: called("chlo.asin"), Acos: called("chlo.acos"), Atan: called("chlo.atan"), Sinh: called("chlo.sinh"), Cosh: called("chlo.cosh"),
	Asinh: called("chlo.asinh"), Acosh: called("chlo.acosh"), Atanh: called("chlo.atanh"),
	Sigmoid: called("stablehlo.logistic"), Silu: composed(writeSilu), Relu: writeRelu, Relu6: writeRelu6,
	Erf: called("chlo.erf"), Erfc: called("chlo.erfc"), ErfInv: called("chlo.erf_inv"), Lgamma: called("chlo.lgamma"), Digamma: called("chlo.digamma"),
	BesselI1e: called("chlo.bessel_i1e"), Zeta: called("chlo.zeta"), Polygamma: called("chlo.polygamma"),
	Real: called("stablehlo.real"), Imag: called("stablehlo.imag"), Conj: called("chlo.conj"),
	Floor: called("stablehlo.floor"), Ceil: called("stablehlo.ceil"),
	RoundEven: called("stablehlo.round_nearest_even"), RoundAway: called("stablehlo.round_nearest_afz"),
	Popcnt: called("stablehlo.popcnt"), Clz: called("stablehlo.count_leading_zeros"),
	IsFinite: called("stablehlo.is_finite"), IsInf: called("chlo.is_inf"),

	Add: called("stablehlo.add"), Sub: called("stablehlo.subtract"), Mul: called("stablehlo.multiply"), Div: called("stablehlo.divide"),
	Rem: called("stablehlo.remainder"), Pow: called("stablehlo.power"), Max: called("stablehlo.maximum"), Min: called("stablehlo.minimum"),
	Atan2: called("stablehlo.atan2"), NextAfter: called("chlo.next_after"), Mulhi: called("chlo.mulhi"),
	And: called("stablehlo.and"), Or: called("stablehlo.or"), Xor: called("stablehlo.xor"), Shl: called("stablehlo.shift_left"),
	Shr: called("stablehlo.shift_right_arithmetic"), ShrLogical: called("stablehlo.shift_right_logical"),
}

// writesElements fills the slot of an op of the tables.
func writesElements(def *ir.OpDef) ir.SlotValue {
	write := elementWriters[def]
	if write == nil {
		panic("elementWriters, in to_stablehlo.go: say what " + def.Name() + " is in StableHLO")
	}
	return writesElementwise(write)
}

// writesElementwise fills the slot of an op without attributes.
func writesElementwise(write elementWriter) ir.SlotValue {
	return convert.Writes(func(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
		t := o.Result(0).Type()
		return write(w, t, aligned(w, t, x))
	})
}

// numbers is a tensor of type t, of fixed extents, of one number, which floats round.
func numbers(w *convert.Writer, t *ir.Type, v float64) *ir.Value {
	raw := numberBytes(w.Ctx, t.Elem(), v)
	if raw == nil {
		w.Fail("'%s' has no %v", t.Elem(), v)
		return nil
	}
	return w.Constant(w.Ctx.Dense(t, raw))
}

// numberBytes are the bytes of a number, which floats round, and which is the real
// part of a complex number; nil for one that the type does not have.
func numberBytes(c *ir.Context, elem *ir.Type, v float64) []byte {
	switch {
	case elem.IsComplex():
		part := numberBytes(c, elem.Elem(), v)
		return append(part, make([]byte, len(part))...)
	case elem.IsFloat():
		return rounding(elem, v)
	}
	return elementBytes(c, elem, v)
}

// unsigned reports whether elements are integers without a sign.
func unsigned(e *ir.Type) bool {
	return e.IsInteger() && (e.Signedness() == ir.Unsigned || e.IsBool())
}

// writeAbs: StableHLO takes absolute values of what has a sign only.
func writeAbs(w *convert.Writer, t *ir.Type, x []*ir.Value) *ir.Value {
	if unsigned(t.Elem()) {
		return x[0]
	}
	return w.Op("stablehlo.abs", t, x)
}

func writeSign(w *convert.Writer, t *ir.Type, x []*ir.Value) *ir.Value {
	if unsigned(t.Elem()) {
		return w.Op("stablehlo.minimum", t, []*ir.Value{x[0], numbersLike(w, x[0], 1)})
	}
	return w.Op("stablehlo.sign", t, x)
}

func writeExp2(w *convert.Writer, t *ir.Type, x []*ir.Value) *ir.Value {
	return w.Op("stablehlo.power", t, []*ir.Value{numbersLike(w, x[0], 2), x[0]})
}

func writeLog2(w *convert.Writer, t *ir.Type, x []*ir.Value) *ir.Value {
	return w.Op("stablehlo.divide", t, []*ir.Value{w.Op("stablehlo.log", t, x), numbersLike(w, x[0], math.Ln2)})
}

func writeSilu(w *convert.Writer, t *ir.Type, x []*ir.Value) *ir.Value {
	return w.Op("stablehlo.multiply", t, []*ir.Value{x[0], w.Op("stablehlo.logistic", t, x)})
}

func writeRelu(w *convert.Writer, t *ir.Type, x []*ir.Value) *ir.Value {
	return w.Op("stablehlo.maximum", t, []*ir.Value{x[0], numbersLike(w, x[0], 0)})
}

func writeRelu6(w *convert.Writer, t *ir.Type, x []*ir.Value) *ir.Value {
	limit := w.Ctx.Tensor(nil, t.Elem())
	return w.Op("stablehlo.clamp", t, []*ir.Value{numbers(w, limit, 0), x[0], numbers(w, limit, 6)})
}

// comparison is the comparison of two values by a word such as LT. Floats may
// compare by a total order.
func comparison(w *convert.Writer, direction string, total bool, t *ir.Type, x []*ir.Value) *ir.Value {
	order := "SIGNED"
	switch e := x[0].Type().Elem(); {
	case e.IsFloat() && total:
		order = "TOTALORDER"
	case e.IsFloat() || e.IsComplex():
		order = "FLOAT"
	case unsigned(e):
		order = "UNSIGNED"
	}
	return w.Op("stablehlo.compare", t, x,
		w.Word("comparison_direction", "comparison_direction", direction), w.Word("compare_type", "comparison_type", order))
}

// boolLike is the type of truth values with the shape of t.
func boolLike(w *convert.Writer, t *ir.Type) *ir.Type { return w.Ctx.WithElem(t, w.Ctx.Bool()) }

// keywordOps are the ops of keywords that combine many elements into one.
var keywordOps = map[string]string{
	"sum": "stablehlo.add", "prod": "stablehlo.multiply", "max": "stablehlo.maximum", "min": "stablehlo.minimum",
	"and": "stablehlo.and", "or": "stablehlo.or", "xor": "stablehlo.xor",
}

// combiner is the region that applies an op to two elements.
func combiner(w *convert.Writer, name string, elem *ir.Type) *ir.Region {
	t := w.Ctx.Tensor(nil, elem)
	return w.Function([]*ir.Type{t, t}, func(x []*ir.Value) []*ir.Value { return []*ir.Value{w.Op(name, t, x)} })
}

// neutral is what a keyword starts from where it is given nothing.
func neutral(w *convert.Writer, kind string, elem *ir.Type) *ir.Value {
	t := w.Ctx.Tensor(nil, elem)
	var raw []byte
	switch kind {
	case "max":
		raw = least(w.Ctx, elem)
	case "min":
		raw = greatest(w.Ctx, elem)
	case "and":
		raw = allOnes(w.Ctx, elem)
	case "prod":
		raw = numberBytes(w.Ctx, elem, 1)
	default:
		raw = numberBytes(w.Ctx, elem, 0)
	}
	if raw == nil {
		w.Fail("what '%s' of '%s' starts from cannot be written", kind, elem)
		return nil
	}
	return w.Constant(w.Ctx.Dense(t, raw))
}

// least is the least element of a type, nil where that is not known.
func least(c *ir.Context, elem *ir.Type) []byte {
	switch {
	case elem.IsComplex():
		return nil
	case elem.IsFloat():
		return rounding(elem, math.Inf(-1))
	case unsigned(elem):
		return elementBytes(c, elem, 0)
	}
	return elementBytes(c, elem, -math.Ldexp(1, elem.Width()-1))
}

// greatest is the greatest element of a type, nil where that is not known.
func greatest(c *ir.Context, elem *ir.Type) []byte {
	switch {
	case elem.IsComplex():
		return nil
	case elem.IsFloat():
		return rounding(elem, math.Inf(1))
	case unsigned(elem):
		return allOnes(c, elem)
	}
	raw := slices.Clone(least(c, elem)) // all bits but the highest are what they are not there
	for i := range raw {
		raw[i] = ^raw[i]
	}
	return raw
}

// rounding are the bytes of the float that is nearest to v.
func rounding(elem *ir.Type, v float64) []byte {
	word := elem.Format().Encode(v).Lo
	raw := make([]byte, ir.StorageBytes(elem))
	for i := range raw {
		raw[i] = byte(word >> (8 * i))
	}
	return raw
}

// sortedInts is a set of dimensions in order.
func sortedInts(list []int64) []int64 { return slices.Sorted(slices.Values(list)) }

// sortedPairs are two lists that go together, in the order of the first.
func sortedPairs(a, b []int64) (first, second []int64) {
	order := make([]int, len(a))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, k int) int { return int(a[i] - a[k]) })
	for _, i := range order {
		first, second = append(first, a[i]), append(second, b[i])
	}
	return first, second
}
