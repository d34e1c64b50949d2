package tg

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/field"
	"math"
)

// Convert changes the element type and keeps the value as well as it can.
var Convert = Dialect.NewOp("tg.convert")

func init() {
	Convert.Define(ir.OpDef{
		Doc: "Conversion to another element type. To i1: whether the element is not 0. Integers wrap in narrower ones. Floats truncate towards zero to integers, " +
			"saturate at their range, and NaN becomes 0. To numbers that are not complex, and to i1, complex ones go by their real part; from these the imaginary part is 0. Everything else rounds to nearest, ties to even.",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<4xi32> {
  %0 = tg.convert %x : (tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}`,
		Operands: ir.Args(ir.Arg("input", plainTensor)),
		Results:  ir.Args(ir.Arg("output", plainTensor).Own()),
		Traits:   ir.Pure | ir.Elementwise | ir.StatedTypes,
		Format:   "$input attr-dict `:` same-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			t, err := stated(in)
			if err != nil {
				return nil, err
			}
			return types(in.Ctx.WithElem(in.Operands[0], t.Elem())), nil
		},
		Fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			if f := toValue(o, o.Operand(0)); f != nil {
				return f
			}
			return foldElement(o, consts)
		},
		Slots: ir.Slots{
			autodiff.Derivative.Of(convertDerivative),
			te.Expand.Of(te.Elementwise),
			opgen.FormsOf.Of(convertForms),
			field.Of.Of(field.Meaning{Make: conversionInField}),
			opgen.InstanceOf.Of(convertInstance),
			convert.Writes(writeConvert),
			rewrite.Patterns.Of(elementwisePatterns(Convert)),
			analysis.RangeOf.Of(convertRange),
			cost.Timed.Of(convertTiming),
			cost.Model.Of(cost.Calls("convert")),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveConvert(s.In[0].DType, s.Out[0].DType)
				return unaryStep(run, err)
			}),
			inTiles(func(s *interp.Site) (kernel.Blocks, error) {
				return kernel.ConvertBlocks(s.In[0].DType, s.Out[0].DType)
			}),
		},
	})
}

// convertTiming is what calibration measures.
var convertTiming = cost.Timing{
	Overhead:  cost.Program{Inputs: []string{"4xf32"}, Op: "tg.convert %a0 : (tensor<4xf32>) -> tensor<4xi32>"},
	Functions: []cost.Function{{Name: "convert", Program: cost.Program{Inputs: []string{"4096xf32"}, Op: "tg.convert %a0 : (tensor<4096xf32>) -> tensor<4096xi32>"}, Calls: 4096, Kind: cost.Math}},
}

// convertInstance says what random instances look like.
var convertInstance = opgen.Instance{Results: func(g *opgen.Generator, in []*ir.Type, _ opgen.Attrs) []*ir.Type {
	return types(g.Ctx.WithElem(in[0], g.AnyElem()))
}}

func convertRange(o *ir.Op, operand func(int) bounds) bounds {
	x, from, to := operand(0), o.Operand(0).Type().Elem(), o.Result(0).Type().Elem()
	low, high := analysis.Bounds(to)
	switch {
	case to.IsBool():
	case to.IsFloat():
		return bounds{
			Low: rounded(to, x.Low), High: rounded(to, x.High), NaN: x.NaN, Whole: x.Whole,
			MinusZero: x.MinusZero || from.IsFloat() && x.Low < 0,
		}
	case from.IsFloat(): // it saturates, and NaN becomes 0
		out := bounds{Low: math.Floor(max(x.Low, low)), High: math.Ceil(min(x.High, high)), Whole: true}
		if x.NaN || out.Low > out.High {
			out.Low, out.High = min(out.Low, 0), max(out.High, 0)
		}
		return out
	case x.Low >= low && x.High <= high && (x.High < high || high < 1<<53):
		return x
	}
	return analysis.FullRange(to)
}

func writeConvert(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	return w.Op("stablehlo.convert", o.Result(0).Type(), x)
}
