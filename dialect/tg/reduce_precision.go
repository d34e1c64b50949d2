package tg

import (
	"fmt"

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
)

// ReducePrecision rounds to a smaller float format without changing the type.
var ReducePrecision = Dialect.NewOp("tg.reduce_precision")

func init() {
	ReducePrecision.Define(ir.OpDef{
		Doc: "Round to a float format with so many exponent and mantissa bits, and keep the element type. Rounding is to nearest, ties to even; " +
			"what the format's exponent cannot express becomes an infinity or a zero. NaN stays NaN, but becomes +inf in a format without mantissa bits.",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.reduce_precision %x exponent_bits 5 mantissa_bits 10 : tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Arg("input", floatTensor)),
		Results:  ir.Args(ir.Arg("output", floatTensor)),
		Attrs:    []ir.AttrArg{{Name: "exponent_bits", Is: ir.IsI64}, {Name: "mantissa_bits", Is: ir.IsI64}},
		Traits:   ir.Pure | ir.Elementwise,
		Format:   "$input `exponent_bits` $exponent_bits `mantissa_bits` $mantissa_bits attr-dict `:` same-type",
		Infer:    inferReducePrecision,
		Fold:     foldElement,
		Slots: ir.Slots{
			autodiff.Derivative.Of(roundedDerivative),
			te.Expand.Of(te.Elementwise),
			opgen.FormsOf.Of(opgen.NoForms("each format is another op")),
			field.Of.Of(field.Meaning{Make: opaqueByAttributes}),
			opgen.InstanceOf.Of(reducePrecisionInstance),
			convert.Writes(writeReducePrecision),
			rewrite.Patterns.Of(elementwisePatterns(ReducePrecision)),
			cost.Timed.Of(reducePrecisionTiming),
			cost.Model.Of(cost.Calls("reduce_precision")),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				exponent, mantissa := s.Op.Attr("exponent_bits").Int(), s.Op.Attr("mantissa_bits").Int()
				run, err := kernel.ResolveReducePrecision(s.In[0].DType, int(exponent), int(mantissa))
				return unaryStep(run, err)
			}),
			inTiles(func(s *interp.Site) (kernel.Blocks, error) {
				return kernel.ReducePrecisionBlocks(s.In[0].DType, int(s.Op.Attr("exponent_bits").Int()), int(s.Op.Attr("mantissa_bits").Int()))
			}),
		},
	})
}

func inferReducePrecision(in *ir.Inference) ([]*ir.Type, error) {
	if n := in.Attr("exponent_bits").Int(); n < 1 {
		return nil, fmt.Errorf("exponent_bits must be at least 1, but is %d", n)
	}
	if n := in.Attr("mantissa_bits").Int(); n < 0 {
		return nil, fmt.Errorf("mantissa_bits must be at least 0, but is %d", n)
	}
	return types(in.Operands[0]), nil
}

// reducePrecisionTiming is what calibration measures.
var reducePrecisionTiming = cost.Timing{Functions: []cost.Function{{
	Name:    "reduce_precision",
	Program: cost.Program{Inputs: []string{"4096xf32"}, Op: "tg.reduce_precision %a0 exponent_bits 5 mantissa_bits 10 : tensor<4096xf32>"}, Calls: 4096, Kind: cost.Math,
}}}

// reducePrecisionInstance says what random instances look like.
var reducePrecisionInstance = opgen.Instance{Attrs: func(g *opgen.Generator, _ []*ir.Type) opgen.Attrs {
	return opgen.Attrs{"exponent_bits": g.I64(opgen.Pick(g, []int64{2, 5, 8, 11})), "mantissa_bits": g.I64(opgen.Pick(g, []int64{0, 2, 7, 10, 23, 52}))}
}}

func writeReducePrecision(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	bits := func(name string) ir.NamedAttr {
		return ir.NamedAttr{Name: name, Value: w.Ctx.IntAttr(w.Ctx.I32(), o.Attr(name).Int())}
	}
	return w.Op("stablehlo.reduce_precision", o.Result(0).Type(), x, bits("exponent_bits"), bits("mantissa_bits"))
}
