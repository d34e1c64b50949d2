package tg

import (
	"math"

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

// Gelu is the Gaussian error linear unit.
var Gelu = Dialect.NewOp("tg.gelu")

func init() {
	Gelu.Define(ir.OpDef{
		Doc: "Gaussian error linear unit x/2*(1+erf(x/sqrt 2)), a function of its own; -0 at -inf. With `approximate tanh` it is the usual approximation " +
			"x/2*(1+tanh(sqrt(2/pi)*(x+0.044715*x^3))) (Hendrycks, Gimpel, \"Gaussian Error Linear Units\", 2016).",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.gelu %x : tensor<4xf32>
  %1 = tg.gelu %0 approximate tanh : tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Arg("input", floatTensor)),
		Results:  ir.Args(ir.Arg("output", floatTensor)),
		Attrs: []ir.AttrArg{{
			Name: "approximate", Is: ir.OneOf("approximation", "none", "tanh"),
			Default: func(c *ir.Context) *ir.Attr { return c.StringAttr("none") },
		}},
		Traits: ir.Pure | ir.Elementwise,
		Format: "$input " + clauses("approximate") + "attr-dict `:` same-type",
		Infer:  func(in *ir.Inference) ([]*ir.Type, error) { return types(in.Operands[0]), nil },
		Fold:   foldElement,
		Slots: ir.Slots{
			autodiff.Derivative.Of(geluDerivative),
			te.Expand.Of(te.Elementwise),
			opgen.FormsOf.Of(opgen.Words("approximate", "", "tanh")),
			field.Of.Of(field.Meaning{Make: opaqueByAttributes}),
			opgen.InstanceOf.Of(geluInstance),
			convert.WritesAll(writeGelu),
			rewrite.Patterns.Of(elementwisePatterns(Gelu)),
			cost.Timed.Of(geluTiming),
			cost.Model.Of(geluCost),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveUnary(geluFunction(s.Op), s.In[0].DType)
				step, err := unaryStep(run, err)
				return function.step(s, step), err
			}),
			inTiles(func(s *interp.Site) (kernel.Blocks, error) {
				return kernel.UnaryBlocks(geluFunction(s.Op), s.In[0].DType)
			}),
		},
	})
}

// geluFunction is what package kernel calls the function.
func geluFunction(o *ir.Op) string {
	if o.Attr("approximate").Text() == "tanh" {
		return "gelu_tanh"
	}
	return "gelu"
}

// geluTiming is what calibration measures.
var geluTiming = cost.Timing{Functions: []cost.Function{
	{Name: "gelu", Program: cost.Program{Inputs: []string{"4096xf32"}, Op: "tg.gelu %a0 : tensor<4096xf32>"}, Calls: 4096, Kind: cost.Math},
	{Name: "gelu_tanh", Program: cost.Program{Inputs: []string{"4096xf32"}, Op: "tg.gelu %a0 approximate tanh : tensor<4096xf32>"}, Calls: 4096, Kind: cost.Math},
}}

// geluInstance says what random instances look like.
var geluInstance = opgen.Instance{Attrs: func(g *opgen.Generator, _ []*ir.Type) opgen.Attrs {
	return opgen.Attrs{"approximate": g.Word("none", "tanh")}
}}

func geluCost(in *ir.Inference) cost.Work {
	w := cost.Elementwise(in)
	w.Kind, w.Call = cost.Math, "gelu"
	if in.Attr("approximate").Text() == "tanh" {
		w.Call = "gelu_tanh"
	}
	return w
}

func writeGelu(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	t := o.Result(0).Type()
	op := func(name string, x ...*ir.Value) *ir.Value { return w.Op(name, t, x) }
	number := func(v float64) *ir.Value { return numbersLike(w, x[0], v) }
	return w.Composite(x, func(x []*ir.Value) []*ir.Value {
		half := op("stablehlo.multiply", x[0], number(0.5))
		var s *ir.Value // a sigmoid of range -1 to 1
		if geluFunction(o) == "gelu" {
			s = op("chlo.erf", op("stablehlo.multiply", x[0], number(math.Sqrt2/2)))
		} else {
			cube := op("stablehlo.multiply", op("stablehlo.multiply", x[0], x[0]), x[0])
			sum := op("stablehlo.add", x[0], op("stablehlo.multiply", cube, number(0.044715)))
			s = op("stablehlo.tanh", op("stablehlo.multiply", sum, number(math.Sqrt(2/math.Pi))))
		}
		return []*ir.Value{op("stablehlo.multiply", half, op("stablehlo.add", s, number(1)))}
	})
}

// geluDerivative is the distribution function p of the normal distribution, and x times its density
// d, or what these are with a tanh: 0.5*(1+tanh(u/2)) is sigmoid(u), which keeps its digits where
// it is small. Where one part has become 0 by rounding, so has its product with an infinite x.
var geluDerivative = func() autodiff.Rule {
	exact := newFactors(false,
		"select(d == 0, p, p+x*d) where p = 0.5*erfc(-0.7071067811865476*x); d = 0.3989422804014327*exp(-0.5*(x*x))")
	approximate := newFactors(false,
		"select(d == 0, p, p+x*d*(1.5957691216057308*(1+0.134145*(x*x)))) where d = p*sigmoid(-u); p = sigmoid(u); "+
			"u = 1.5957691216057308*(x+0.044715*(x*(x*x)))")
	rule := factorsOf(func(_ *autodiff.Maker, o *ir.Op) *factors {
		if geluFunction(o) == "gelu" {
			return exact
		}
		return approximate
	})
	rule.Factors = exact.texts
	rule.Reads = "With `approximate tanh`: `" + approximate.texts[0] + "`."
	return rule
}()
