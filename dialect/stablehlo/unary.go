package stablehlo

import (
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// The ops that compute each element of the result from the element at the same
// index of one operand.
var (
	Abs               = unary("abs", "The absolute value.", tg.Abs)
	Cbrt              = unary("cbrt", "The cube root.", tg.Cbrt)
	Ceil              = unary("ceil", "The next integer towards positive infinity.", tg.Ceil)
	Cosine            = unary("cosine", "The cosine.", tg.Cos)
	Exp               = unary("exponential", "The exponential.", tg.Exp)
	Expm1             = unary("exponential_minus_one", "The exponential minus one, exact near zero.", tg.Expm1)
	Floor             = unary("floor", "The next integer towards negative infinity.", tg.Floor)
	Log               = unary("log", "The natural logarithm.", tg.Log)
	Log1p             = unary("log_plus_one", "The natural logarithm of one more, exact near zero.", tg.Log1p)
	Logistic          = unary("logistic", "The logistic function 1 / (1 + exp(-x)).", tg.Sigmoid)
	Negate            = unary("negate", "The negation.", tg.Neg)
	Not               = unary("not", "The complement of every bit.", tg.Not)
	Popcnt            = unary("popcnt", "The number of bits set.", tg.Popcnt)
	RoundAfz          = unary("round_nearest_afz", "The nearest integer, ties away from zero.", tg.RoundAway)
	RoundEven         = unary("round_nearest_even", "The nearest integer, ties to even.", tg.RoundEven)
	Rsqrt             = unary("rsqrt", "The reciprocal of the square root.", tg.Rsqrt)
	Sign              = unary("sign", "The sign: -1, 0 or 1.", tg.Sign)
	Sine              = unary("sine", "The sine.", tg.Sin)
	Sqrt              = unary("sqrt", "The square root.", tg.Sqrt)
	Tan               = unary("tan", "The tangent.", tg.Tan)
	Tanh              = unary("tanh", "The hyperbolic tangent.", tg.Tanh)
	CountLeadingZeros = unary("count_leading_zeros", "The number of leading zero bits.", tg.Clz)
)

func unary(name, doc string, to *ir.OpDef) *ir.OpDef {
	d := Dialect.NewOp("stablehlo." + name)
	d.Define(ir.OpDef{
		Doc:      doc,
		Example:  elementwiseExample(name, "%x"),
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensorLike)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensorLike)),
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
func elementwiseExample(name, operands string) string {
	return "func.func @f(%x: tensor<2x4xi32>, %y: tensor<2x4xi32>) -> tensor<2x4xi32> {\n" +
		"  %0 = stablehlo." + name + " " + operands + " : tensor<2x4xi32>\n" +
		"  return %0 : tensor<2x4xi32>\n}"
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
		Operands: ir.Args(ir.Arg("x", ir.AnyTensorLike)),
		Results:  ir.Args(ir.Arg("y", ir.AnyTensorLike)),
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
