package tg

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Barrier keeps the optimiser from looking through.
var Barrier = Dialect.NewOp("tg.barrier")

func init() {
	Barrier.Define(ir.OpDef{
		Doc: "The operands, unchanged, but opaque to every simplification: what is computed before and after is not combined.",
		Example: `func.func @f(%x: tensor<4xf32>, %y: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
  %0:2 = tg.barrier %x, %y : tensor<4xf32>, tensor<i32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<i32>
}`,
		Operands: ir.Args(ir.Variadic("operands", ir.AnyTensor).Each("elements")),
		Results:  ir.Args(ir.Variadic("outputs", ir.AnyTensor).Each("elements")),
		Traits:   ir.Pure | ir.Opaque,
		Format:   "attr-dict ($operands^ `:` type($operands))?",
		Infer:    func(in *ir.Inference) ([]*ir.Type, error) { return in.Operands, nil },
		Slots: ir.Slots{
			autodiff.Derivative.Of(barrierDerivative),
			dimorder.Of.Of(dimorder.Fixed("it keeps what is before it from what is behind it")),
			te.Expand.Of(te.Opaque("it keeps what is before it from what is behind it")),
			opgen.FormsOf.Of(opgen.NoForms("it hides its operands from every rule")),
			opgen.InstanceOf.Of(barrierInstance),
			convert.WritesAll(writeBarrier),
			cost.Model.Of(cost.Viewing),
			analysis.StorageOf.Of(barrierStorage),
			interp.Kernel.Of(view),
		},
	})
}

// barrierInstance says what random instances look like.
var barrierInstance = opgen.Instance{Count: oneOrTwo, Operand: func(g *opgen.Generator, _ int, _ []*ir.Type) *ir.Type { return g.Any() }}

func barrierStorage(in *ir.Inference) analysis.Storage {
	var s analysis.Storage
	for i := range in.Operands {
		s.Views = append(s.Views, analysis.View{Operand: i})
	}
	return s
}

func writeBarrier(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	return results(w.Make("stablehlo.optimization_barrier", o.ResultTypes(), x, nil))
}

// barrierDerivative is a barrier for tangents, and one for cotangents.
var barrierDerivative = autodiff.Rule{
	JVP:   barrierOf,
	VJP:   barrierOf,
	Reads: "A barrier for the tangents, and one for the cotangents.",
}

func barrierOf(m *autodiff.Maker, _ *ir.Op, v []*ir.Value) []*ir.Value {
	var some []*ir.Value
	for _, x := range v {
		if x != nil {
			some = append(some, x)
		}
	}
	out := make([]*ir.Value, len(v))
	if some == nil {
		return out
	}
	behind := m.Builder.Op(Barrier, m.Loc, some).Results()
	for i, x := range v {
		if x != nil {
			out[i], behind = behind[0], behind[1:]
		}
	}
	return out
}
