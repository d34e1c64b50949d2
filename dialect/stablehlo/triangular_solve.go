package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// TriangularSolve solves systems of equations with a triangular matrix.
var TriangularSolve = Dialect.NewOp("stablehlo.triangular_solve")

func init() {
	TriangularSolve.Define(ir.OpDef{
		Doc: "The x for which op(a) x = b, or x op(a) = b unless left_side, for each matrix of a batch. a is a lower or an upper triangular matrix, whose other triangle is not read, and neither is its diagonal under unit_diagonal, which then is 1. op(a) is a, its transpose or its adjoint.",
		Example: `func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}`,
		Operands: ir.Args(ir.Arg("a", ranked(fields)), ir.Arg("b", ranked(fields))),
		Results:  ir.Args(ir.Arg("result", ranked(fields))),
		Attrs: []ir.AttrArg{
			{Name: "left_side", Is: ir.IsBool}, {Name: "lower", Is: ir.IsBool}, {Name: "unit_diagonal", Is: ir.IsBool}, {Name: "transpose_a", Is: transpose.Is},
		},
		Traits: ir.Pure,
		Infer:  infer(inferTriangularSolve),
		Slots: ir.Slots{
			twin(tg.TriangularSolve, solveAttrsOfTG, solveAttrsToTG),
			likeWith(tg.TriangularSolve, func(in *ir.Inference) []ir.NamedAttr {
				return solveToTG(in.Ctx, in.Attr).Entries()
			}),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return c.Replace(o, tg.TriangularSolve, c.Operands(o), solveToTG(c.Ctx, o.Attr).Entries()...)
			}),
		},
	})
}

func inferTriangularSolve(in *ir.Inference) (*ir.Type, error) {
	a, b := in.Operands[0], in.Operands[1]
	if word(in.Attr("transpose_a")) == "TRANSPOSE_INVALID" {
		return nil, fmt.Errorf("requires transpose_a to be NO_TRANSPOSE, TRANSPOSE or ADJOINT, but it is TRANSPOSE_INVALID")
	}
	if a.Elem() != b.Elem() {
		return nil, fmt.Errorf("requires operands of one element type, but got '%s' and '%s'", a, b)
	}
	rank := a.Rank()
	if rank < 2 || b.Rank() != rank {
		return nil, fmt.Errorf("requires operands of one rank, 2 or more, but got '%s' and '%s'", a, b)
	}
	if !fits(a.Shape()[rank-2], a.Shape()[rank-1]) {
		return nil, fmt.Errorf("requires square matrices, but got '%s'", a)
	}
	shape := slices.Clone(b.Shape())
	for d := range shape[:rank-2] {
		if !fits(a.Shape()[d], shape[d]) {
			return nil, fmt.Errorf("requires operands with the same batch dimensions, but got '%s' and '%s'", a, b)
		}
		shape[d] = known(shape[d], a.Shape()[d])
	}
	d := rank - 2
	if !in.Attr("left_side").Bool() {
		d++
	}
	n := known(a.Shape()[rank-2], a.Shape()[rank-1])
	if !fits(n, shape[d]) {
		return nil, fmt.Errorf("requires dimension %d of b to have the size of the matrices of a, but got '%s' and '%s'", d, a, b)
	}
	shape[d] = known(shape[d], n)
	return in.Ctx.WithShape(b, shape), nil
}

// known is the first of two extents, or the second where only the run knows that.
func known(a, b int64) int64 {
	if a == ir.Dynamic {
		return b
	}
	return a
}

// solveToTG are the attributes of tg's op.
func solveToTG(c *ir.Context, attr func(string) *ir.Attr) opgen.Attrs {
	choose := func(name, yes, no string) *ir.Attr {
		if attr(name).Bool() {
			return c.StringAttr(yes)
		}
		return c.StringAttr(no)
	}
	attrs := opgen.Attrs{"side": choose("left_side", "left", "right"), "triangle": choose("lower", "lower", "upper")}
	switch word(attr("transpose_a")) {
	case "TRANSPOSE":
		attrs["transpose_a"] = c.StringAttr("transpose")
	case "ADJOINT":
		attrs["transpose_a"] = c.StringAttr("adjoint")
	}
	if attr("unit_diagonal").Bool() {
		attrs["unit_diagonal"] = c.Unit()
	}
	return attrs
}

func solveAttrsToTG(c *ir.Context, own opgen.Attrs) opgen.Attrs {
	return solveToTG(c, func(name string) *ir.Attr { return own[name] })
}

func solveAttrsOfTG(c *ir.Context, of opgen.Attrs) opgen.Attrs {
	form := "NO_TRANSPOSE"
	if a := of["transpose_a"]; a != nil {
		form = map[string]string{"transpose": "TRANSPOSE", "adjoint": "ADJOINT"}[a.Text()]
	}
	return opgen.Attrs{
		"left_side": c.BoolAttr(of["side"].Text() == "left"), "lower": c.BoolAttr(of["triangle"].Text() == "lower"),
		"unit_diagonal": c.BoolAttr(of["unit_diagonal"] != nil), "transpose_a": transpose.Of(c, form),
	}
}
