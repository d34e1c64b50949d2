package tg

import (
	"fmt"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
)

// Constant is a tensor known at compile time.
var Constant = Dialect.NewOp("tg.constant")

func init() {
	Constant.Define(ir.OpDef{
		Doc: "A tensor known at compile time. The value is a splat, a list of elements, or a resource at the end of the file.",
		Example: `func.func @f() -> tensor<2x2xi32> {
  %cst = tg.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  return %cst : tensor<2x2xi32>
}`,
		Results: ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs:   []ir.AttrArg{{Name: "value", Is: ir.IsElements}},
		Traits:  ir.Pure | ir.ConstantLike,
		Format:  "attr-dict $value",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			t := in.Attr("value").Type()
			if !t.IsRankedTensor() || !t.IsStatic() {
				return nil, fmt.Errorf("value must have the type of a static ranked tensor, but has '%s'", t)
			}
			return types(t), nil
		},
		Fold: func(o *ir.Op, _ []*ir.Attr) []ir.Folded { return toConst(o.Attr("value")) },
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Zero("it is constant")),
			dimorder.Of.Of(dimorder.Fixed("what reads it has it in any order")),
			te.Expand.Of(te.Opaque("computes read it, or repeat its element where all are the same")),
			opgen.FormsOf.Of(opgen.NoForms("enumerations have numbers as operands")),
			opgen.InstanceOf.Of(constantInstance),
			convert.Writes(writeConstant),
			rewrite.Patterns.Of(emptyPatterns()),
			cost.Model.Of(cost.Nothing),
			interp.Tile.Of(constantTile),
		},
		ResultName: func(*ir.Op, int) string { return "cst" },
	})
}

// constantTile decodes a constant, a splat to its one element.
func constantTile(s *interp.Site) (fusion.Node, error) {
	a, c := s.Op.Attr("value"), s.Op.Context()
	if a.Is(ir.DenseAttr) && a.IsSplat() {
		a = c.Dense(c.Tensor(nil, a.Type().Elem()), a.Raw())
	}
	data, err := interp.DecodeElements(c, a)
	return fusion.Node{Kind: fusion.Constant, Data: data}, err
}

// constantInstance says what random instances look like.
var constantInstance = opgen.Instance{Attrs: constantAttrs}

func constantAttrs(g *opgen.Generator, _ []*ir.Type) opgen.Attrs {
	return opgen.Attrs{"value": g.Constant(g.Any())}
}

func writeConstant(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	return w.Constant(o.Attr("value"))
}
