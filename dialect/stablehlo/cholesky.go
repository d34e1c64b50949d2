package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// Cholesky factors positive definite matrices.
var Cholesky = Dialect.NewOp("stablehlo.cholesky")

func init() {
	Cholesky.Define(ir.OpDef{
		Doc: "The Cholesky factor of each matrix of a batch: the lower triangular l with a = l l*, or unless lower the upper triangular u with a = u* u. Only that triangle is read, and the other one of the result is 0. The factor of a matrix that is not positive definite is NaN.",
		Example: `func.func @f(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}`,
		Operands: ir.Args(ir.Arg("a", ranked(fields))),
		Results:  ir.Args(ir.Arg("result", ranked(fields))),
		Attrs:    []ir.AttrArg{{Name: "lower", Is: ir.IsBool, Default: func(c *ir.Context) *ir.Attr { return c.BoolAttr(false) }}},
		Traits:   ir.Pure,
		Format:   "$a (`,` `lower` `=` $lower^)? attr-dict `:` same-type",
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			a := in.Operands[0]
			if rank := a.Rank(); rank < 2 || !fits(a.Shape()[rank-2], a.Shape()[rank-1]) {
				return nil, fmt.Errorf("requires square matrices, but got '%s'", a)
			}
			return a, nil
		}),
		Slots: ir.Slots{
			twin(tg.Cholesky, func(c *ir.Context, of opgen.Attrs) opgen.Attrs {
				return opgen.Attrs{"lower": c.BoolAttr(of["triangle"].Text() == "lower")}
			}, func(c *ir.Context, own opgen.Attrs) opgen.Attrs {
				return opgen.Attrs{"triangle": triangleOf(c, own["lower"])}
			}),
			likeWith(tg.Cholesky, func(in *ir.Inference) []ir.NamedAttr {
				return []ir.NamedAttr{{Name: "triangle", Value: triangleOf(in.Ctx, in.Attr("lower"))}}
			}),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return c.Replace(o, tg.Cholesky, c.Operands(o), ir.NamedAttr{Name: "triangle", Value: triangleOf(c.Ctx, o.Attr("lower"))})
			}),
		},
	})
}

// triangleOf is the keyword for a triangle.
func triangleOf(c *ir.Context, lower *ir.Attr) *ir.Attr {
	if lower != nil && lower.Bool() {
		return c.StringAttr("lower")
	}
	return c.StringAttr("upper")
}
