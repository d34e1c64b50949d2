package tg

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Reverse turns dimensions around.
var Reverse = Dialect.NewOp("tg.reverse")

func init() {
	Reverse.Define(ir.OpDef{
		Doc: "The elements in reverse order along each of the dimensions `dims`.",
		Example: `func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tg.reverse %x dims [0, 1] : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "dims", Is: ir.IsInts}},
		Traits:   ir.Pure,
		Format:   "$input `dims` $dims attr-dict `:` same-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			_, err := checkDims("dims entry", in.Attr("dims").Ints(), in.Operands[0])
			return types(in.Operands[0]), err
		},
		Fold: foldReverse,
		Slots: ir.Slots{
			raisedBy("dims", false),
			autodiff.Derivative.Of(reverseDerivative),
			dimorder.Of.Of(lists(nil, nil, []string{"dims"})),
			te.Expand.Of(expandReverse),
			opgen.FormsOf.Of(reverseForms),
			opgen.InstanceOf.Of(reverseInstance),
			convert.Writes(writeReverse),
			analysis.RangeOf.Of(sameRange),
			cost.Timed.Of(reverseTiming),
			cost.Model.Of(reverseCost),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveReverse(s.In[0].Shape, intsOf(s, "dims"))
				return unaryStep(run, err)
			}),
		},
	})
}

// foldReverse removes a reversal along dimensions of extent 0 or 1, and one
// that undoes another.
func foldReverse(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	dims, shape := o.Attr("dims").Ints(), o.Operand(0).Type().Shape()
	moves := func(d int64) bool { return shape[d] != 0 && shape[d] != 1 }
	if !slices.ContainsFunc(dims, moves) {
		return toValue(o, o.Operand(0))
	}
	if inner := o.Operand(0).Def(); inner.Is(Reverse) {
		before := inner.Attr("dims").Ints()
		same := len(before) == len(dims)
		for _, d := range before {
			same = same && slices.Contains(dims, d)
		}
		if same {
			return toValue(o, inner.Operand(0))
		}
	}
	return splatThrough(o, consts[0])
}

// reverseTiming is what calibration measures.
var reverseTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"4xf32"}, Op: "tg.reverse %a0 dims [0] : tensor<4xf32>"},
}

// reverseInstance says what random instances look like.
var reverseInstance = opgen.Instance{Attrs: func(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	return opgen.Attrs{"dims": g.Ints(g.Subset(in[0].Rank()))}
}}

// reverseCost: a reversed innermost dimension moves element by element.
func reverseCost(in *ir.Inference) cost.Work {
	shape, dims := in.Operands[0].Shape(), in.Attr("dims").Ints()
	piece := 1.0
	for d := len(shape) - 1; d >= 0; d-- {
		if shape[d] != 1 && slices.Contains(dims, int64(d)) {
			break
		}
		piece *= cost.Extent(shape[d])
	}
	return cost.Moving(in, piece)
}

func writeReverse(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	return w.Op("stablehlo.reverse", o.Result(0).Type(), x, w.Ints("dimensions", o.Attr("dims").Ints()))
}
