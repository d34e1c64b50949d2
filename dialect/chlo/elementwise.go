package chlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// The ops that compute each element of the result from the element at the same
// index of one operand.
var (
	Acos    = elementwise("acos", "The inverse cosine.", tg.Acos, 1)
	Acosh   = elementwise("acosh", "The inverse hyperbolic cosine.", tg.Acosh, 1)
	Asin    = elementwise("asin", "The inverse sine.", tg.Asin, 1)
	Asinh   = elementwise("asinh", "The inverse hyperbolic sine.", tg.Asinh, 1)
	Atan    = elementwise("atan", "The inverse tangent.", tg.Atan, 1)
	Atanh   = elementwise("atanh", "The inverse hyperbolic tangent.", tg.Atanh, 1)
	Cosh    = elementwise("cosh", "The hyperbolic cosine.", tg.Cosh, 1)
	Digamma = elementwise("digamma", "The derivative of the logarithm of the gamma function.", tg.Digamma, 1)
	Erf     = elementwise("erf", "The error function.", tg.Erf, 1)
	ErfInv  = elementwise("erf_inv", "The inverse of the error function.", tg.ErfInv, 1)
	Erfc    = elementwise("erfc", "One minus the error function, exact where that is small.", tg.Erfc, 1)
	IsInf   = elementwise("is_inf", "Whether each element is an infinity.", tg.IsInf, 1)
	Lgamma  = elementwise("lgamma", "The logarithm of the absolute value of the gamma function.", tg.Lgamma, 1)
	Sinh    = elementwise("sinh", "The hyperbolic sine.", tg.Sinh, 1)
	Tan     = elementwise("tan", "The tangent.", tg.Tan, 1)
)

// The ops of two operands of one type.
var (
	Mulhi     = elementwise("mulhi", "The upper half of the product of double width.", tg.Mulhi, 2)
	NextAfter = elementwise("next_after", "The neighbour of x in the direction of y.", tg.NextAfter, 2)
)

func elementwise(name, doc string, to *ir.OpDef, operands int) *ir.OpDef {
	elem := "f32"
	if to == tg.Mulhi {
		elem = "i32"
	}
	t := "tensor<4x" + elem + ">"
	uses, types, format := "%x", t, "$x attr-dict `:` type($x)"
	args := ir.Args(ir.Arg("x", ir.AnyTensor))
	if operands == 2 {
		uses, types, format = "%x, %y", t+", "+t, "$x `,` $y attr-dict `:` type($x) `,` type($y)"
		args = append(args, ir.Arg("y", ir.AnyTensor))
	}
	result := t
	if to == tg.IsInf {
		result = "tensor<4xi1>"
	}
	d := Dialect.NewOp("chlo." + name)
	d.Define(ir.OpDef{
		Doc: doc,
		Example: "func.func @f(%x: " + t + ", %y: " + t + ") -> " + result + " {\n" +
			"  %0 = chlo." + name + " " + uses + " : " + types + " -> " + result + "\n" +
			"  return %0 : " + result + "\n}",
		Operands: args,
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Traits:   ir.Pure | ir.Elementwise,
		Format:   format + " `->` type($result)",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			out := in.Operands[0]
			if operands == 2 && !ir.Compatible(out, in.Operands[1]) {
				return nil, fmt.Errorf("requires operands of one type, but got '%s' and '%s'", out, in.Operands[1])
			}
			if to == tg.IsInf {
				out = in.Ctx.WithElem(out, in.Ctx.Bool())
			}
			return []*ir.Type{out}, nil
		},
		Slots: ir.Slots{convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
			return c.Replace(o, to, c.Operands(o))
		}), cost.Model.Of(func(in *ir.Inference) cost.Work {
			model, _ := cost.Model.Get(to)
			return model(in)
		})},
	})
	return d
}
