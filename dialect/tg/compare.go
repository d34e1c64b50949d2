package tg

import (
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/field"
)

// Compare is the elementwise comparison.
var Compare = Dialect.NewOp("tg.compare")

func init() {
	Compare.Define(ir.OpDef{
		Doc: "Comparison: lt, le, eq, ne, ge or gt. Floats compare as IEEE 754 has it: NaN is unequal to everything, and zeros are equal. " +
			"With `total_order` they compare in the order -inf < ... < -0 < +0 < ... < +inf < NaN; every NaN is equal to every other. Complex numbers compare by their real parts and, where these are equal, by the imaginary ones.",
		Example: `func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<4xi1> {
  %0 = tg.compare lt %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %1 = tg.compare eq %x, %x total_order : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tg.and %0, %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}`,
		Operands: ir.Args(ir.Arg("lhs", plainTensor), ir.Arg("rhs", plainTensor)),
		Results:  ir.Args(ir.Arg("output", boolTensor)),
		Attrs: []ir.AttrArg{
			{Name: "direction", Is: ir.OneOf("comparison", "lt", "le", "eq", "ne", "ge", "gt")},
			flag("total_order"),
		},
		Traits: ir.Pure | ir.Elementwise | ir.Broadcasts,
		Format: "$direction $lhs `,` $rhs (`total_order` $total_order^)? attr-dict `:` same-type",
		Infer:  inferElementwise(boolElem),
		Fold:   foldCompare,
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Zero("it is constant but for jumps")),
			te.Expand.Of(te.Elementwise),
			opgen.FormsOf.Of(opgen.Words("direction", "lt", "le", "eq", "ne", "ge", "gt")),
			field.Of.Of(field.Meaning{Make: comparisonInField}),
			opgen.InstanceOf.Of(compareInstance),
			convert.Writes(writeCompare),
			partition.Threshold.Of(compareThreshold),
			rewrite.Patterns.Of(elementwisePatterns(Compare)),
			cost.Timed.Of(compareTiming),
			cost.Model.Of(cost.Elementwise),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				direction, total := s.Op.Attr("direction").Text(), s.Op.Attr("total_order") != nil
				run, err := kernel.ResolveCompare(direction, s.In[0].DType, total, s.In[0].Shape, s.In[1].Shape, s.Out[0].Shape)
				return binaryStep(run, err)
			}),
			inTiles(func(s *interp.Site) (kernel.Blocks, error) {
				return kernel.CompareBlocks(s.Op.Attr("direction").Text(), s.In[0].DType, s.Op.Attr("total_order") != nil)
			}),
		},
	})
}

// foldCompare knows how a value compares with itself. Of floats without a
// total order only what holds for NaN, too, is known.
func foldCompare(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	if o.Operand(0) != o.Operand(1) {
		return foldElement(o, consts)
	}
	partial := isInexact(o.Operand(0).Type().Elem()) && o.Attr("total_order") == nil
	truth := 0.0
	switch o.Attr("direction").Text() {
	case "lt", "gt":
	case "ne":
		if partial {
			return nil
		}
	default:
		if partial {
			return nil
		}
		truth = 1
	}
	return toConst(splat(o.Context(), o.Result(0).Type(), truth))
}

// compareTiming is what calibration measures.
var compareTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"4xf32"}, Op: "tg.compare lt %a0, %a0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>"},
}

// compareInstance says what random instances look like.
var compareInstance = opgen.Instance{Attrs: func(g *opgen.Generator, operands []*ir.Type) opgen.Attrs {
	a := opgen.Attrs{"direction": g.Word("lt", "le", "eq", "ne", "ge", "gt")}
	g.Sometimes(a, "total_order", 6)
	return a
}}

func writeCompare(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	t := o.Result(0).Type()
	return comparison(w, strings.ToUpper(o.Attr("direction").Text()), o.Attr("total_order") != nil, t, aligned(w, t, x))
}
