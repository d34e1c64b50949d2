package tg

import (
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/field"
)

// The unary elementwise ops: operand and result have one shape.
var (
	Neg       = Dialect.NewOp("tg.neg")
	Abs       = Dialect.NewOp("tg.abs")
	Sign      = Dialect.NewOp("tg.sign")
	Exp       = Dialect.NewOp("tg.exp")
	Exp2      = Dialect.NewOp("tg.exp2")
	Expm1     = Dialect.NewOp("tg.expm1")
	Log       = Dialect.NewOp("tg.log")
	Log2      = Dialect.NewOp("tg.log2")
	Log1p     = Dialect.NewOp("tg.log1p")
	Sqrt      = Dialect.NewOp("tg.sqrt")
	Rsqrt     = Dialect.NewOp("tg.rsqrt")
	Cbrt      = Dialect.NewOp("tg.cbrt")
	Sin       = Dialect.NewOp("tg.sin")
	Cos       = Dialect.NewOp("tg.cos")
	Tan       = Dialect.NewOp("tg.tan")
	Asin      = Dialect.NewOp("tg.asin")
	Acos      = Dialect.NewOp("tg.acos")
	Atan      = Dialect.NewOp("tg.atan")
	Sinh      = Dialect.NewOp("tg.sinh")
	Cosh      = Dialect.NewOp("tg.cosh")
	Tanh      = Dialect.NewOp("tg.tanh")
	Asinh     = Dialect.NewOp("tg.asinh")
	Acosh     = Dialect.NewOp("tg.acosh")
	Atanh     = Dialect.NewOp("tg.atanh")
	Sigmoid   = Dialect.NewOp("tg.sigmoid")
	Erf       = Dialect.NewOp("tg.erf")
	Erfc      = Dialect.NewOp("tg.erfc")
	ErfInv    = Dialect.NewOp("tg.erf_inv")
	Lgamma    = Dialect.NewOp("tg.lgamma")
	Digamma   = Dialect.NewOp("tg.digamma")
	BesselI1e = Dialect.NewOp("tg.bessel_i1e")
	Relu      = Dialect.NewOp("tg.relu")
	Relu6     = Dialect.NewOp("tg.relu6")
	Silu      = Dialect.NewOp("tg.silu")
	Floor     = Dialect.NewOp("tg.floor")
	Ceil      = Dialect.NewOp("tg.ceil")
	RoundEven = Dialect.NewOp("tg.round_even")
	RoundAway = Dialect.NewOp("tg.round_away")
	Not       = Dialect.NewOp("tg.not")
	Popcnt    = Dialect.NewOp("tg.popcnt")
	Clz       = Dialect.NewOp("tg.clz")
	Real      = Dialect.NewOp("tg.real")
	Imag      = Dialect.NewOp("tg.imag")
	Conj      = Dialect.NewOp("tg.conj")
	IsFinite  = Dialect.NewOp("tg.is_finite")
	IsInf     = Dialect.NewOp("tg.is_inf")
)

// Rules of ops that have no derivative but zero.
var (
	flat     = autodiff.Zero("it is constant but for jumps")
	discrete = autodiff.Zero("its results are no real numbers")
)

// repeated says what applying an op twice does.
type repeated uint8

const (
	changes repeated = iota
	cancels          // f(f(x)) = x
	settles          // f(f(x)) = f(x)
)

type unaryOp struct {
	def        *ir.OpDef
	operand    ir.TypeConstraint
	twice      repeated
	speed      speed
	ranges     func(x bounds, elem *ir.Type) bounds // of the results, from that of the operand; nil if nothing is known
	doc        string
	derivative autodiff.Rule
	field      field.Meaning
}

var unaryOps = []unaryOp{
	{Neg, numberTensor, cancels, instruction, negRange, "Negation. Integers wrap: the least signed integer is its own negation, and unsigned ones are negated modulo their range.", derived("-1"), field.Rational(field.Unary(field.Neg))},
	{Abs, numberTensor, settles, instruction, absRange, "Absolute value. The least signed integer is its own absolute value; unsigned integers do not change. That of complex numbers is their modulus, of the type of their parts.", absDerivative, field.OfReals(field.Unary(field.Abs))},
	{Sign, numberTensor, settles, instruction, signRange, "Sign: -1, 0 or 1. NaN stays NaN, and zeros keep their sign. That of complex numbers is x/|x|, and 0 for all zeros.", signDerivative, field.OfReals(field.Unary(field.Sign))},
	{Exp, fieldTensor, changes, function, upTo(math.Inf(1)), "Exponential function.", derivedSingular("r"), field.OfReals(field.Unary(field.E))},
	{Exp2, floatTensor, changes, function, upTo(math.Inf(1)), "Power of two, exact for whole numbers.", derivedSingular("r*0.6931471805599453"), field.OfReals(field.Unary(field.Exp("2")))},
	{Expm1, fieldTensor, changes, function, nil, "Exponential function minus 1, precise near 0.", derivedSingular("exp(x)"), field.OfReals(field.Unary(field.Expm1))},
	{Log, fieldTensor, changes, ofPositive, nil, "Natural logarithm; NaN for negative numbers, -inf at zero.", derivedSingular("1/x"), field.OfReals(field.Unary(field.Log))},
	{Log2, floatTensor, changes, ofPositive, nil, "Logarithm to base 2, exact for powers of two; NaN for negative numbers, -inf at zero.", derivedSingular("1.4426950408889634/x"), opaque("log2")},
	{Log1p, fieldTensor, changes, ofPositive, nil, "Natural logarithm of 1 + x, precise near 0.", derivedSingular("1/(1+x)"), field.OfReals(field.Unary(field.Log1p))},
	{Sqrt, fieldTensor, changes, ofPositive, sqrtRange, "Square root; NaN for negative numbers, -0 at -0.", sqrtDerivative, field.OfReals(field.Unary(field.Sqrt))},
	{Rsqrt, fieldTensor, changes, ofPositive, rsqrtRange, "Reciprocal of the square root.", derivedSingular("-0.5*r/x"), field.OfReals(field.Unary(field.Rsqrt))},
	{Cbrt, fieldTensor, changes, function, oddUpTo(math.Inf(1)), "Cube root.", derivedSingular("1/(3*(r*r))"), field.OfReals(field.Odd("cbrt"))},
	{Sin, fieldTensor, changes, function, sineRange, "Sine of an angle in radians.", derived("cos(x)"), field.OfReals(field.Odd("sin"))},
	{Cos, fieldTensor, changes, function, sineRange, "Cosine of an angle in radians.", derived("-sin(x)"), field.OfReals(field.Even("cos"))},
	{Tan, fieldTensor, changes, function, nil, "Tangent of an angle in radians.", derived("1+r*r"), field.OfReals(field.Odd("tan"))},
	{Asin, fieldTensor, changes, function, nil, "Inverse sine in radians; NaN outside of [-1, 1].", derivedSingular("rsqrt((1-x)*(1+x))"), field.OfReals(field.Odd("asin"))},
	{Acos, fieldTensor, changes, function, nil, "Inverse cosine in radians; NaN outside of [-1, 1].", derivedSingular("-rsqrt((1-x)*(1+x))"), opaque("acos")},
	{Atan, fieldTensor, changes, function, oddUpTo(2), "Inverse tangent in radians.", derived("1/(1+x*x)"), field.OfReals(field.Odd("atan"))},
	{Sinh, fieldTensor, changes, function, oddUpTo(math.Inf(1)), "Hyperbolic sine.", derivedSingular("cosh(x)"), field.OfReals(field.Unary(field.Sinh))},
	{Cosh, fieldTensor, changes, function, upTo(math.Inf(1)), "Hyperbolic cosine.", derivedSingular("sinh(x)"), field.OfReals(field.Unary(field.Cosh))},
	{Tanh, fieldTensor, changes, function, oddUpTo(1), "Hyperbolic tangent.", derived("(1-r)*(1+r)"), field.OfReals(field.Unary(field.Tanh))},
	{Asinh, fieldTensor, changes, function, oddUpTo(math.Inf(1)), "Inverse hyperbolic sine.", derived("rsqrt(x*x+1)"), field.OfReals(field.Odd("asinh"))},
	{Acosh, fieldTensor, changes, ofPositive, nil, "Inverse hyperbolic cosine; NaN below 1.", derivedSingular("rsqrt(x-1)*rsqrt(x+1)"), opaque("acosh")},
	{Atanh, fieldTensor, changes, function, nil, "Inverse hyperbolic tangent; NaN outside of [-1, 1].", derivedSingular("1/((1-x)*(1+x))"), field.OfReals(field.Odd("atanh"))},
	{Sigmoid, fieldTensor, changes, function, upTo(1), "Logistic function 1/(1+exp(-x)), a function of its own: exp(x) where that is small.", derived("r*(1-r)"), field.OfReals(field.Unary(field.Sigmoid))},
	{Erf, floatTensor, changes, function, oddUpTo(1), "Gauss error function.", derived("1.1283791670955126*exp(-(x*x))"), field.OfReals(field.Unary(field.Erf))},
	{Erfc, floatTensor, changes, function, upTo(2), "Complementary error function 1 - erf(x), precise for large x.", derived("-1.1283791670955126*exp(-(x*x))"), field.OfReals(field.Unary(field.Erfc))},
	{ErfInv, floatTensor, changes, function, nil, "Inverse of the error function; NaN outside of [-1, 1].", derivedSingular("0.886226925452758*exp(r*r)"), field.OfReals(field.Odd("erf_inv"))},
	{Lgamma, floatTensor, changes, ofPositive, nil, "Logarithm of the absolute value of the gamma function.", derivedSingular("digamma(x)"), opaque("lgamma")},
	{Digamma, floatTensor, changes, ofPositive, nil, "Logarithmic derivative of the gamma function; NaN at its poles.", derivedSingular("polygamma(1, x)"), opaque("digamma")},
	{BesselI1e, floatTensor, changes, function, oddUpTo(1), "Modified Bessel function of the first kind of order 1, times exp(-|x|).", autodiff.Refuse("that is made of the function of order 0, which tg does not have; write the function as a polynomial where you need its derivative"), field.OfReals(field.Odd("bessel_i1e"))},
	{Relu, realTensor, settles, instruction, reluRange, "Rectifier max(x, 0). NaN stays NaN.", derived("select(r > 0, 1, 0)"), field.OfReals(field.Unary(field.Relu))},
	{Relu6, realTensor, settles, instruction, relu6Range, "Rectifier min(max(x, 0), 6). NaN stays NaN.", derived("select(and(r > 0, r < 6), 1, 0)"), field.OfReals(field.Unary(field.Relu6))},
	{Silu, floatTensor, changes, function, nil, "Sigmoid linear unit x/(1+exp(-x)), a function of its own; -0 at -inf.", derived("select(s == 1, 1, s+r*(1-s)) where s = sigmoid(x)"), field.OfReals(field.Unary(field.Silu))},
	{Floor, floatTensor, settles, function, floorRange, "Greatest integer not above x.", flat, field.OfReals(field.Unary(field.Floor))},
	{Ceil, floatTensor, settles, function, nearestRange, "Least integer not below x.", flat, field.OfReals(field.Unary(field.Ceil))},
	{RoundEven, floatTensor, settles, function, nearestRange, "Nearest integer, ties to the even one; zeros keep their sign.", flat, field.OfReals(field.Rounded("even"))},
	{RoundAway, floatTensor, settles, function, nearestRange, "Nearest integer, ties away from zero; zeros keep their sign.", flat, field.OfReals(field.Rounded("away"))},
	{Not, bitsTensor, cancels, instruction, nil, "Complement of every bit; of i1, logical negation.", discrete, field.Is(field.Unary(field.Not), field.Unary(field.Negation))},
	{Popcnt, integerTensor, changes, function, bitCountRange, "Number of bits that are set.", discrete, opaque("popcnt")},
	{Clz, integerTensor, changes, function, bitCountRange, "Number of zero bits above the highest bit that is set; the width for zero.", discrete, opaque("clz")},
	{Real, complexTensor, changes, instruction, nil, "Real part of complex numbers.", realDerivative, outOfPairs},
	{Imag, complexTensor, changes, instruction, nil, "Imaginary part of complex numbers.", imagDerivative, outOfPairs},
	{Conj, complexTensor, cancels, instruction, nil, "Complex conjugate: the imaginary part is negated.", conjDerivative, outOfPairs},
	{IsFinite, floatTensor, changes, instruction, nil, "Whether the element is neither an infinity nor NaN.", discrete, field.Is(field.Constant(1))},
	{IsInf, floatTensor, changes, instruction, nil, "Whether the element is an infinity.", discrete, field.Is(field.Constant(0))},
}

func init() {
	for _, u := range unaryOps {
		u.define()
	}
}

func (u unaryOp) define() {
	name := u.def.Mnemonic()
	result, elem := u.operand, keepElem
	switch u.def {
	case IsFinite, IsInf:
		result, elem = boolTensor, boolElem
	case Abs:
		result, elem = realTensor, partElem
	case Real, Imag:
		result, elem = partTensor, partElem
	}
	input, output := ir.Arg("input", u.operand), ir.Arg("output", result)
	if u.def == Abs { // of all but complex numbers it keeps the type
		input, output = input.In("elements"), output.In("elements")
	}
	u.def.Define(ir.OpDef{
		Doc:      u.doc,
		Example:  unaryExample(name, u.operand, result),
		Operands: ir.Args(input),
		Results:  ir.Args(output),
		Traits:   ir.Pure | ir.Elementwise,
		Format:   "$input attr-dict `:` same-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			t := in.Operands[0]
			return types(in.Ctx.WithElem(t, elem(in.Ctx, t.Elem()))), nil
		},
		Fold: u.fold,
		Slots: append(slices.Concat(u.speed.slots(u.def, u.operand, 1), u.rangeSlots(), cutOffSlots(u.def)),
			autodiff.Derivative.Of(u.derivative),
			te.Expand.Of(te.Elementwise),
			opgen.FormsOf.Of(opgen.Plain),
			field.Of.Of(u.field),
			opgen.InstanceOf.Of(opgen.Instance{}),
			writesElements(u.def),
			rewrite.Patterns.Of(elementwisePatterns(u.def)),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveUnary(name, s.In[0].DType)
				step, err := unaryStep(run, err)
				return u.speed.step(s, step), err
			}),
			inTiles(func(s *interp.Site) (kernel.Blocks, error) { return kernel.UnaryBlocks(name, s.In[0].DType) }),
		),
	})
}

// rangeSlots are what the op tells of the range of its results.
func (u unaryOp) rangeSlots() ir.Slots {
	if u.ranges == nil {
		return nil
	}
	return ir.Slots{analysis.RangeOf.Of(func(o *ir.Op, operand func(int) bounds) bounds {
		return u.ranges(operand(0), o.Result(0).Type().Elem())
	})}
}

func (u unaryOp) fold(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	if f := foldPart(o); (u.def == Real || u.def == Imag) && f != nil {
		return f
	}
	if inner := o.Operand(0).Def(); inner.Is(u.def) {
		switch u.twice {
		case cancels:
			return toValue(o, inner.Operand(0))
		case settles:
			if u.def == Sign && o.Result(0).Type().Elem().IsComplex() {
				break // the modulus of a sign is not always 1
			}
			return toValue(o, inner.Result(0))
		}
	}
	return foldElement(o, consts)
}

func unaryExample(name string, operand, result ir.TypeConstraint) string {
	const text = `func.func @f(%x: tensor<4xELEM>) -> tensor<4xRESULT> {
  %0 = tg.NAME %x : TYPES
  return %0 : tensor<4xRESULT>
}`
	in, out := exampleElem(operand), exampleElem(result)
	ts := "tensor<4x" + in + ">"
	if in != out {
		ts = "(" + ts + ") -> tensor<4x" + out + ">"
	}
	return strings.NewReplacer("NAME", name, "TYPES", ts, "ELEM", in, "RESULT", out).Replace(text)
}

// exampleElem is a typical element type that a constraint allows.
func exampleElem(c ir.TypeConstraint) string {
	switch c.Desc {
	case boolTensor.Desc:
		return "i1"
	case bitsTensor.Desc, integerTensor.Desc:
		return "i32"
	case complexTensor.Desc:
		return "complex<f32>"
	}
	return "f32"
}

func signRange(x bounds, _ *ir.Type) bounds {
	return bounds{Low: sign(x.Low), High: sign(x.High), NaN: x.NaN, MinusZero: x.MinusZero, Whole: true}
}

func sign(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

func negRange(x bounds, elem *ir.Type) bounds {
	low, _ := analysis.Bounds(elem)
	if !elem.IsFloat() && (low == 0 || x.Low <= low) {
		return analysis.FullRange(elem) // it wraps
	}
	return bounds{Low: -x.High, High: -x.Low, NaN: x.NaN, MinusZero: x.Holds(0), Whole: x.Whole}
}

func absRange(x bounds, elem *ir.Type) bounds {
	low, _ := analysis.Bounds(elem)
	if !elem.IsFloat() && low < 0 && x.Low <= low {
		return analysis.FullRange(elem) // the least integer stays what it is
	}
	out := bounds{Low: 0, High: max(math.Abs(x.Low), math.Abs(x.High)), NaN: x.NaN, Whole: x.Whole}
	if x.Low > 0 || x.High < 0 {
		out.Low = min(math.Abs(x.Low), math.Abs(x.High))
	}
	return out
}

func reluRange(x bounds, _ *ir.Type) bounds {
	return bounds{Low: max(x.Low, 0), High: max(x.High, 0), NaN: x.NaN, Whole: x.Whole}
}

func relu6Range(x bounds, elem *ir.Type) bounds {
	out := reluRange(x, elem)
	out.Low, out.High = min(out.Low, 6), min(out.High, 6)
	return out
}

func floorRange(x bounds, _ *ir.Type) bounds {
	return bounds{Low: math.Floor(x.Low), High: math.Floor(x.High), NaN: x.NaN, MinusZero: x.MinusZero, Whole: true}
}

// nearestRange is that of a function that rounds up, or to the nearest integer.
func nearestRange(x bounds, _ *ir.Type) bounds {
	return bounds{Low: math.Floor(x.Low), High: math.Ceil(x.High), NaN: x.NaN, MinusZero: x.MinusZero || x.Low < 0, Whole: true}
}

func bitCountRange(_ bounds, elem *ir.Type) bounds {
	return bounds{Low: 0, High: float64(width(elem)), Whole: true}
}

func sqrtRange(x bounds, _ *ir.Type) bounds {
	return bounds{Low: 0, High: math.Inf(1), NaN: x.NaN || x.Low < 0, MinusZero: x.MinusZero}
}

// rsqrtRange minds that the function is -inf at -0.
func rsqrtRange(x bounds, elem *ir.Type) bounds {
	if x.MinusZero {
		return analysis.FullRange(elem)
	}
	return bounds{Low: 0, High: math.Inf(1), NaN: x.NaN || x.Low < 0}
}

func sineRange(x bounds, _ *ir.Type) bounds {
	return bounds{Low: -1, High: 1, NaN: x.NaN || !x.Finite(), MinusZero: true}
}

// upTo is the range of a function that is never negative, of numbers a number, and no greater
// than a limit.
func upTo(limit float64) func(x bounds, _ *ir.Type) bounds {
	return func(x bounds, _ *ir.Type) bounds { return bounds{Low: 0, High: limit, NaN: x.NaN} }
}

// oddUpTo is the range of a function with the sign of its operand, zeros included, and a greatest
// absolute value.
func oddUpTo(limit float64) func(x bounds, _ *ir.Type) bounds {
	return func(x bounds, _ *ir.Type) bounds {
		out := bounds{Low: -limit, High: limit, NaN: x.NaN, MinusZero: x.MinusZero || x.Low < 0}
		if x.NonNegative() {
			out.Low, out.MinusZero = 0, false
		}
		return out
	}
}
