package chlo

import (
	"fmt"
	"math"
	"strings"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// The ops that compute each element of the result from the element at the same
// index of one operand.
var (
	Acos       = function("acos", "The inverse cosine.", numbers, tg.Acos)
	Acosh      = function("acosh", "The inverse hyperbolic cosine.", numbers, tg.Acosh)
	Asin       = function("asin", "The inverse sine.", numbers, tg.Asin)
	Asinh      = function("asinh", "The inverse hyperbolic sine.", numbers, tg.Asinh)
	Atan       = function("atan", "The inverse tangent.", numbers, tg.Atan)
	Atanh      = function("atanh", "The inverse hyperbolic tangent.", numbers, tg.Atanh)
	BesselI1e  = function("bessel_i1e", "The modified Bessel function of order 1, times exp(-|x|).", floats, tg.BesselI1e)
	Cosh       = function("cosh", "The hyperbolic cosine.", numbers, tg.Cosh)
	Digamma    = function("digamma", "The derivative of the logarithm of the gamma function.", floats, tg.Digamma)
	Erf        = function("erf", "The error function.", floats, tg.Erf)
	ErfInv     = function("erf_inv", "The inverse of the error function.", floats, tg.ErfInv)
	Erfc       = function("erfc", "One minus the error function, exact where that is small.", floats, tg.Erfc)
	IsInf      = function("is_inf", "Whether each element is an infinity.", floats, tg.IsInf)
	Lgamma     = function("lgamma", "The logarithm of the absolute value of the gamma function.", floats, tg.Lgamma)
	Sinh       = function("sinh", "The hyperbolic sine.", numbers, tg.Sinh)
	Tan        = function("tan", "The tangent.", numbers, tg.Tan)
	Square     = elementwise("square", "The product of each element with itself.", numbers, 1, tg.Mul, squareToTG)
	Conj       = elementwise("conj", "The complex conjugate; real numbers as they are.", numbers, 1, tg.Conj, conjToTG)
	IsPosInf   = elementwise("is_pos_inf", "Whether each element is the positive infinity.", floats, 1, tg.Compare, isInfinity(1))
	IsNegInf   = elementwise("is_neg_inf", "Whether each element is the negative infinity.", floats, 1, tg.Compare, isInfinity(-1))
	AsinKernel = elementwise("_asin_acos_kernel", "What inverse sines and cosines have in common: of real x, sqrt(1-x^2) up to 1 and acosh(|x|) beyond.", numbers, 1, tg.Acosh, kernelToTG)
)

// The ops of two operands of one type.
var (
	Mulhi     = pairs("mulhi", "The upper half of the product of double width.", integers, tg.Mulhi)
	NextAfter = pairs("next_after", "The neighbour of x in the direction of y.", floats, tg.NextAfter)
	Polygamma = pairs("polygamma", "The derivative of order n+1, for n the first operand, of the logarithm of the gamma function.", floats, tg.Polygamma)
	Zeta      = pairs("zeta", "The Hurwitz zeta function: the sum of (q+k)^-x over k = 0, 1, ...", floats, tg.Zeta)
)

// function is an op that tg has, too.
func function(name, doc string, operand ir.TypeConstraint, to *ir.OpDef) *ir.OpDef {
	return elementwise(name, doc, operand, 1, to, becomes(to))
}

func pairs(name, doc string, operand ir.TypeConstraint, to *ir.OpDef) *ir.OpDef {
	return elementwise(name, doc, operand, 2, to, becomes(to))
}

// becomes is the conversion into one op with the same operands and no attributes
// of its own.
func becomes(to *ir.OpDef) func(c *convert.Rewriter, o *ir.Op) error {
	return func(c *convert.Rewriter, o *ir.Op) error { return c.Replace(o, to, c.Operands(o)) }
}

// elementwise defines an op that costs what another one does on the same operands.
func elementwise(name, doc string, operand ir.TypeConstraint, operands int, like *ir.OpDef, toTG func(*convert.Rewriter, *ir.Op) error) *ir.OpDef {
	test := strings.HasPrefix(name, "is_")
	args, format, result := ir.Args(ir.Arg("operand", operand)), "$operand attr-dict `:` type($operand)", operand
	if operands == 2 {
		args, format = ir.Args(ir.Arg("x", operand), ir.Arg("y", operand)), "$x `,` $y attr-dict `:` type($x) `,` type($y)"
	}
	if test {
		result = truths
	}
	d := Dialect.NewOp("chlo." + name)
	d.Define(ir.OpDef{
		Doc:      doc,
		Example:  elementwiseExample(name, operand, operands, test),
		Operands: args,
		Results:  ir.Args(ir.Arg("result", result)),
		Traits:   ir.Pure | ir.Elementwise,
		Format:   format + " `->` type($result)",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			out := in.Operands[0]
			if operands == 2 && !ir.Compatible(out, in.Operands[1]) {
				return nil, fmt.Errorf("requires operands of one type, but got '%s' and '%s'", out, in.Operands[1])
			}
			if test {
				out = in.Ctx.WithElem(out, in.Ctx.Bool())
			}
			return []*ir.Type{out}, nil
		},
		Slots: ir.Slots{
			convert.ToTG.Of(toTG),
			costOf(like),
		},
	})
	return d
}

// costOf says that an op costs what one of tg does on the same operands.
func costOf(like *ir.OpDef) ir.SlotValue {
	return cost.Model.Of(func(in *ir.Inference) cost.Work {
		model, _ := cost.Model.Get(like)
		return model(in)
	})
}

// elementwiseExample is a function with the op.
func elementwiseExample(name string, operand ir.TypeConstraint, operands int, test bool) string {
	elem := "f32"
	if operand.Desc == integers.Desc {
		elem = "i32"
	}
	t := "tensor<4x" + elem + ">"
	uses, types, result := "%x", t, t
	if operands == 2 {
		uses, types = "%x, %y", t+", "+t
	}
	if test {
		result = "tensor<4xi1>"
	}
	return "func.func @f(%x: " + t + ", %y: " + t + ") -> " + result + " {\n" +
		"  %0 = chlo." + name + " " + uses + " : " + types + " -> " + result + "\n" +
		"  return %0 : " + result + "\n}"
}

func squareToTG(c *convert.Rewriter, o *ir.Op) error {
	x := c.Value(o.Operand(0))
	return c.Replace(o, tg.Mul, []*ir.Value{x, x})
}

// isInfinity compares with the infinity of that sign.
func isInfinity(sign int) func(*convert.Rewriter, *ir.Op) error {
	return conversion(func(m *maker, o *ir.Op) []*ir.Value {
		x := m.Value(o.Operand(0))
		infinity := m.number(o.Operand(0).Type().Elem(), math.Inf(sign))
		return []*ir.Value{m.make(tg.Compare, o.Result(0).Type(), []*ir.Value{x, infinity}, m.word("direction", "eq"))}
	})
}

// conjToTG knows that real numbers are their own conjugates.
func conjToTG(c *convert.Rewriter, o *ir.Op) error {
	if o.Operand(0).Type().Elem().IsComplex() {
		return c.Replace(o, tg.Conj, c.Operands(o))
	}
	return tg.ReplaceWith(c, o, c.Value(o.Operand(0)))
}

// kernelToTG is written out for real numbers, of which one has the real or the imaginary part of
// what complex ones have.
func kernelToTG(c *convert.Rewriter, o *ir.Op) error {
	return conversion(func(m *maker, o *ir.Op) []*ir.Value {
		t := o.Result(0).Type()
		if !t.Elem().IsFloat() {
			return []*ir.Value{m.fail("it is a helper that only real numbers have there, but its operand is '%s'", t)}
		}
		x := m.make(tg.Abs, t, []*ir.Value{m.Value(o.Operand(0))})
		one := m.number(t.Elem(), 1)
		sum, rest := m.make(tg.Add, t, []*ir.Value{x, one}), m.make(tg.Sub, t, []*ir.Value{one, x})
		root := m.make(tg.Sqrt, t, []*ir.Value{m.make(tg.Mul, t, []*ir.Value{sum, rest})})
		test := m.Ctx.WithElem(t, m.Ctx.Bool())
		inside := m.make(tg.Compare, test, []*ir.Value{x, one}, m.word("direction", "le"))
		return []*ir.Value{m.make(tg.Select, t, []*ir.Value{inside, root, m.make(tg.Acosh, t, []*ir.Value{x})})}
	})(c, o)
}
