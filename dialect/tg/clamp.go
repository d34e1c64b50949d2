package tg

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/field"
)

// Clamp limits elements to an interval.
var Clamp = Dialect.NewOp("tg.clamp")

func init() {
	Clamp.Define(ir.OpDef{
		Doc: "Limit to an interval: min(max(input, low), high), in this order, so high wins where the bounds cross. NaN in any operand gives NaN. " +
			"All three shapes broadcast.",
		Example: `func.func @f(%low: tensor<f32>, %x: tensor<4xf32>, %high: tensor<f32>) -> tensor<4xf32> {
  %0 = tg.clamp %low, %x, %high : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Arg("low", plainTensor), ir.Arg("input", plainTensor), ir.Arg("high", plainTensor)),
		Results:  ir.Args(ir.Arg("output", plainTensor)),
		Traits:   ir.Pure | ir.Elementwise | ir.Broadcasts,
		Format:   "$low `,` $input `,` $high attr-dict `:` same-type",
		Infer:    inferElementwise(keepElem),
		Fold:     foldElement,
		Slots: ir.Slots{
			autodiff.Derivative.Of(clampDerivative),
			te.Expand.Of(te.Elementwise),
			opgen.FormsOf.Of(opgen.Plain),
			field.Of.Of(field.OfReals(field.Ternary(field.Clamp))),
			opgen.InstanceOf.Of(opgen.Instance{}),
			convert.Writes(writeClamp),
			rewrite.Patterns.Of(elementwisePatterns(Clamp)),
			analysis.RangeOf.Of(clampRange),
			partition.CutOff.Of(clampBounds),
			cost.Timed.Of(clampTiming),
			cost.Model.Of(cost.Elementwise),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveClamp(s.Out[0].DType, s.In[0].Shape, s.In[1].Shape, s.In[2].Shape, s.Out[0].Shape)
				return ternaryStep(run, err)
			}),
			inTiles(func(s *interp.Site) (kernel.Blocks, error) { return kernel.ClampBlocks(s.Out[0].DType) }),
		},
	})
}

// clampTiming is what calibration measures.
var clampTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"f32", "4xf32"}, Op: "tg.clamp %a0, %a1, %a0 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>"},
}

// clampRange is that of min(max(x, low), high).
func clampRange(_ *ir.Op, operand func(int) bounds) bounds {
	low, x, high := operand(0), operand(1), operand(2)
	return leastOf(greatestOf(x, low), high)
}

// writeClamp: the limits may be numbers there, as here.
func writeClamp(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	t, all := o.Result(0).Type(), slices.Clone(x)
	var places []int
	for i, v := range x {
		if i == 1 || v.Type().Rank() > 0 {
			places = append(places, i)
		}
	}
	for i, v := range aligned(w, t, shapes.Pick(x, places)) {
		all[places[i]] = v
	}
	return w.Op("stablehlo.clamp", t, all)
}
