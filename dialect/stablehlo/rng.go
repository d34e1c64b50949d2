package stablehlo

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Rng draws random numbers.
var Rng = Dialect.NewOp("stablehlo.rng")

func init() {
	Rng.Define(ir.OpDef{
		Doc: "Random numbers from a hidden state: uniform between a and b, or normal with mean a and deviation b. The shape is an operand. Each op draws others, so it is not pure.",
		Example: `func.func @f(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) -> tensor<3x4xf32> {
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}`,
		Operands: ir.Args(ir.Arg("a", scalarReal), ir.Arg("b", scalarReal), ir.Arg("shape", ir.IntTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "rng_distribution", Is: rngDistribution.Is}},
		Format:   "$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` functional-type",
		Verify: func(o *ir.Op) error {
			t := o.Result(0).Type()
			if kind := word(o.Attr("rng_distribution")); kind == "NORMAL" && !t.Elem().IsFloat() {
				return fmt.Errorf("requires a result of floats for NORMAL, but got '%s'", t)
			}
			for i := range 2 {
				if e := o.Operand(i).Type().Elem(); e != t.Elem() {
					return fmt.Errorf("requires parameters with the element type of the result '%s', but got '%s'", t.Elem(), e)
				}
			}
			if s := o.Operand(2).Type(); s.Rank() != 1 || !fits(s.Shape()[0], int64(t.Rank())) {
				return fmt.Errorf("requires a shape of %d extents, but got '%s'", t.Rank(), s)
			}
			return nil
		},
		Slots: ir.Slots{
			like(tg.Rng),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				t := o.Result(0).Type()
				if !t.IsStatic() {
					return fmt.Errorf("cannot be converted to tg: how many numbers '%s' has is %s", t, shapeUnknown)
				}
				distribution := strings.ToLower(word(o.Attr("rng_distribution")))
				return c.Replace(o, tg.Rng, c.Operands(o)[:2], ir.NamedAttr{Name: "distribution", Value: c.Ctx.StringAttr(distribution)})
			}),
		},
	})
}

// scalarReal is the constraint of a number that random ones can be drawn from or to.
var scalarReal = ir.TypeConstraint{
	Desc: "0D tensor of i1, integer, index or floating-point values",
	Ok:   func(t *ir.Type) bool { return isScalar(t) && (bitwise.Ok(t) || floats.Ok(t)) },
}

// shapeUnknown ends the error of an op that needs to know a shape before the run.
const shapeUnknown = "not known at compile time"
