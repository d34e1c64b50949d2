package tg

import (
	"fmt"

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
	"github.com/tg-opt/tg/tensor"
)

// Rng draws random numbers from the state of the run.
var Rng = Dialect.NewOp("tg.rng")

func init() {
	Rng.Define(ir.OpDef{
		Doc: "Random numbers: uniform ones, not less than `a` and less than `b`, or normal ones with mean `a` and deviation `b`. They come from the state of the run, " +
			"which is a seed (`tg-run --seed=N`) and the number of such ops that have been executed: each of them draws others, and a run with the same seed draws the same. " +
			"So it is not pure. docs/numerics.md says which numbers these are.",
		Example: `func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<3x4xf32> {
  %0 = tg.rng uniform %a, %b : (tensor<f32>, tensor<f32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}`,
		Operands: ir.Args(ir.Arg("a", ir.ScalarTensor), ir.Arg("b", ir.ScalarTensor)),
		Results:  ir.Args(ir.Arg("output", orderedTensor)),
		Attrs:    []ir.AttrArg{{Name: "distribution", Is: ir.OneOf("distribution", "uniform", "normal")}},
		Traits:   ir.StatedTypes,
		Format:   "$distribution $a `,` $b attr-dict `:` functional-type",
		Infer:    inferRng,
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Refuse("each run of it draws other numbers; draw them between constants, and scale and shift them by what they depend on")),
			dimorder.Of.Of(dimorder.Fixed("numbers are drawn in row-major order")),
			te.Expand.Of(te.Opaque("it has an effect: it takes numbers from a state of the run")),
			opgen.FormsOf.Of(opgen.NoForms("it has an effect")),
			opgen.InstanceOf.Of(rngInstance),
			convert.Writes(writeRng),
			cost.Timed.Of(rngTiming),
			cost.Model.Of(func(in *ir.Inference) cost.Work {
				out := in.Results[0]
				w := cost.Filling(in)
				w.Kind, w.Call, w.Elem, w.Flops = cost.Math, "rng", out.Elem(), cost.Elements(out)
				return w
			}),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				draw, err := kernel.ResolveRng(s.Op.Attr("distribution").Text(), s.Out[0].DType)
				return interp.Step{Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
					seed, draws := f.Draw()
					draw(out[0], in[0], in[1], seed, draws)
					return nil
				}}, err
			}),
		},
	})
}

func inferRng(in *ir.Inference) ([]*ir.Type, error) {
	t, err := stated(in)
	if err != nil {
		return nil, err
	}
	if !orderedTensor.Ok(t) {
		return nil, fmt.Errorf("makes %s, not '%s'", orderedTensor.Desc, t)
	}
	for i, p := range in.Operands {
		if p != in.Ctx.Tensor(nil, t.Elem()) {
			return nil, fmt.Errorf("operand #%d must be '%s', but is '%s'", i, in.Ctx.Tensor(nil, t.Elem()), p)
		}
	}
	if !t.IsStatic() {
		return nil, fmt.Errorf("must know how many numbers it draws, but the result is '%s'", t)
	}
	if kind := in.Attr("distribution").Text(); kind == "normal" && !t.Elem().IsFloat() {
		return nil, fmt.Errorf("draws normal numbers as floats only, but the result is '%s'", t)
	}
	return types(t), nil
}

// rngTiming is what calibration measures.
var rngTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"f32", "f32"}, Op: "tg.rng uniform %a0, %a1 : (tensor<f32>, tensor<f32>) -> tensor<1xf32>"},
	Functions: []cost.Function{{
		Name:    "rng",
		Program: cost.Program{Inputs: []string{"f32", "f32"}, Op: "tg.rng uniform %a0, %a1 : (tensor<f32>, tensor<f32>) -> tensor<4096xf32>"}, Calls: 4096, Kind: cost.Math,
	}},
}

// rngInstance says what random instances look like.
var rngInstance = opgen.Instance{
	Operand: func(g *opgen.Generator, _ int, before []*ir.Type) *ir.Type {
		if len(before) > 0 {
			return before[0]
		}
		return g.Ctx.Tensor(nil, g.Elem)
	},
	Attrs: func(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
		if in[0].Elem().IsFloat() {
			return opgen.Attrs{"distribution": g.Word("uniform", "normal")}
		}
		return opgen.Attrs{"distribution": g.Word("uniform")}
	},
	Results: func(g *opgen.Generator, in []*ir.Type, _ opgen.Attrs) []*ir.Type {
		return types(g.Ctx.WithElem(g.Any(), in[0].Elem()))
	},
}
