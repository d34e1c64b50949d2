package stablehlo

import (
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// The ops that compute each element of the result from the element at the same
// index of one operand.
var (
	Abs               = unary("abs", "The absolute value.", signed, tg.Abs)
	Cbrt              = unary("cbrt", "The cube root.", fields, tg.Cbrt)
	Ceil              = unary("ceil", "The next integer towards positive infinity.", floats, tg.Ceil)
	Cosine            = unary("cosine", "The cosine.", fields, tg.Cos)
	Exp               = unary("exponential", "The exponential.", fields, tg.Exp)
	Expm1             = unary("exponential_minus_one", "The exponential minus one, exact near zero.", fields, tg.Expm1)
	Floor             = unary("floor", "The next integer towards negative infinity.", floats, tg.Floor)
	Log               = unary("log", "The natural logarithm.", fields, tg.Log)
	Log1p             = unary("log_plus_one", "The natural logarithm of one more, exact near zero.", fields, tg.Log1p)
	Logistic          = unary("logistic", "The logistic function 1 / (1 + exp(-x)).", fields, tg.Sigmoid)
	Negate            = unary("negate", "The negation.", numbers, tg.Neg)
	Not               = unary("not", "The complement of every bit.", bitwise, tg.Not)
	Popcnt            = unary("popcnt", "The number of bits set.", integers, tg.Popcnt)
	RoundAfz          = unary("round_nearest_afz", "The nearest integer, ties away from zero.", floats, tg.RoundAway)
	RoundEven         = unary("round_nearest_even", "The nearest integer, ties to even.", floats, tg.RoundEven)
	Rsqrt             = unary("rsqrt", "The reciprocal of the square root.", fields, tg.Rsqrt)
	Sign              = unary("sign", "The sign: -1, 0 or 1.", signed, tg.Sign)
	Sine              = unary("sine", "The sine.", fields, tg.Sin)
	Sqrt              = unary("sqrt", "The square root.", fields, tg.Sqrt)
	Tan               = unary("tan", "The tangent.", fields, tg.Tan)
	Tanh              = unary("tanh", "The hyperbolic tangent.", fields, tg.Tanh)
	CountLeadingZeros = unary("count_leading_zeros", "The number of leading zero bits.", integers, tg.Clz)
)

func unary(name, doc string, elements ir.TypeConstraint, to *ir.OpDef) *ir.OpDef {
	d := Dialect.NewOp("stablehlo." + name)
	d.Define(ir.OpDef{
		Doc:      doc,
		Example:  elementwiseExample(name, "%x", elements),
		Operands: ir.Args(ir.Arg("operand", elements)),
		Results:  ir.Args(ir.Arg("result", elements)),
		Traits:   ir.Pure | ir.Elementwise,
		Format:   "$operand attr-dict `:` same-type",
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			t := in.Operands[0]
			if name == "abs" && t.Elem().IsComplex() {
				return in.Ctx.WithElem(t, t.Elem().Elem()), nil
			}
			return t, nil
		}),
		Slots: ir.Slots{
			becomes(to),
			like(to),
		},
	})
	return d
}

// elementwiseExample is a function that applies an op to tensors of one type.
func elementwiseExample(name, operands string, elements ir.TypeConstraint) string {
	t := "tensor<2x4xi32>"
	if elements.Desc == floats.Desc || elements.Desc == fields.Desc {
		t = "tensor<2x4xf32>"
	}
	return "func.func @f(%x: " + t + ", %y: " + t + ") -> " + t + " {\n" +
		"  %0 = stablehlo." + name + " " + operands + " : " + t + "\n" +
		"  return %0 : " + t + "\n}"
}

// becomes is the conversion into one op with the same operands and no
// attributes of its own.
func becomes(to *ir.OpDef) ir.SlotValue {
	return convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
		return c.Replace(o, to, c.Operands(o))
	})
}

// IsFinite tells numbers from infinities and NaN.
var IsFinite = Dialect.NewOp("stablehlo.is_finite")

func init() {
	IsFinite.Define(ir.OpDef{
		Doc: "Whether each element is neither an infinity nor NaN.",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}`,
		Operands: ir.Args(ir.Arg("x", floats)),
		Results:  ir.Args(ir.Arg("y", truths)),
		Traits:   ir.Pure | ir.Elementwise,
		Format:   "$x attr-dict `:` functional-type",
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			return in.Ctx.WithElem(in.Operands[0], in.Ctx.Bool()), nil
		}),
		Slots: ir.Slots{
			becomes(tg.IsFinite),
			like(tg.IsFinite),
		},
	})
}
