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
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// CustomCall calls a function of Go.
var CustomCall = Dialect.NewOp("tg.custom_call")

func init() {
	CustomCall.Define(ir.OpDef{
		Doc: "A call of a function of the program that runs this one, which it provides under the name `target` (docs/library.md). What it does is not known: calls are executed in their order.",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = tg.custom_call "acme.norm" (%x) : (tensor<4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}`,
		Operands: ir.Args(ir.Variadic("operands", ir.AnyTensor).Own()),
		Results:  ir.Args(ir.Variadic("outputs", ir.AnyTensor).Own()),
		Attrs:    []ir.AttrArg{{Name: "target", Is: ir.IsString}, {Name: "config", Is: ir.IsDict, Optional: true}},
		Traits:   ir.StatedTypes,
		Format:   "$target `(` $operands `)` attr-dict `:` functional-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			for i, t := range in.Results {
				if !t.IsRankedTensor() || !t.IsStatic() {
					return nil, fmt.Errorf("must know how large result #%d is, but it is '%s'", i, t)
				}
			}
			return in.Results, nil
		},
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.ByName(func(o *ir.Op) (string, *ir.Attr) { return o.Attr("target").Text(), o.Attr("config") },
				"what it computes is not known; say what its derivative is by tg.jvp or tg.vjp of a function whose attribute tg.derivative_of is the target")),
			dimorder.Of.Of(dimorder.Fixed("nothing knows what it computes")),
			te.Expand.Of(te.Opaque("nothing knows what it computes")),
			opgen.FormsOf.Of(opgen.NoForms("nothing knows what it computes")),
			opgen.InstanceOf.Of(opgen.Instance{
				Count:   oneOrTwo,
				Operand: func(g *opgen.Generator, _ int, _ []*ir.Type) *ir.Type { return g.Any() },
				Attrs:   func(g *opgen.Generator, _ []*ir.Type) opgen.Attrs { return opgen.Attrs{"target": g.Word("acme.norm")} },
				Results: func(g *opgen.Generator, _ []*ir.Type, _ opgen.Attrs) []*ir.Type { return types(g.Any()) },
			}),
			cost.Model.Of(cost.Elementwise),
			convert.WritesAll(writeCustomCall),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(customCallKernel),
		},
	})
}

// customCallKernel looks for the function where it is asked for by name, and checks what
// it returns.
func customCallKernel(s *interp.Site) (interp.Step, error) {
	target := s.Op.Attr("target").Text()
	call := convert.LookupCall(s.Op.Context(), target)
	if call == nil || call.Run == nil {
		return interp.Step{}, fmt.Errorf("calls '%s', which this program does not provide", target)
	}
	at := &convert.Call{Attrs: s.Op.Attr("config"), Results: s.Op.ResultTypes()}
	return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		results, err := call.Run(at, in)
		if err != nil {
			return fmt.Errorf("'%s' fails: %w", target, err)
		}
		if len(results) != len(out) {
			return fmt.Errorf("'%s' returned %d results instead of %d", target, len(results), len(out))
		}
		for i, r := range results {
			if got := interp.TypeOf(s.Op.Context(), r); got != interp.TypeOf(s.Op.Context(), out[i]) {
				return fmt.Errorf("'%s' returned a result #%d of type '%s' instead of '%s'", target, i, got, at.Results[i])
			}
			copy(out[i].Bytes(), r.Bytes())
		}
		return nil
	}}, nil
}
