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

// Stop keeps derivatives from going through.
var Stop = Dialect.NewOp("tg.stop")

func init() {
	Stop.Define(ir.OpDef{
		Doc: "The operand, unchanged, which derivatives take for a constant. Once they are made it is its operand.",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.stop %x : tensor<4xf32>
  %1 = tg.mul %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Traits:   ir.Pure | ir.SameTypes,
		Format:   "$input attr-dict `:` same-type",
		Infer:    func(in *ir.Inference) ([]*ir.Type, error) { return in.Operands, nil },
		Fold:     func(o *ir.Op, _ []*ir.Attr) []ir.Folded { return toValue(o, o.Operand(0)) },
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Zero("that is what it is for")),
			dimorder.Of.Of(dimorder.Alike()),
			te.Expand.Of(te.Opaque("it is there for derivatives, which take its result for a constant")),
			opgen.FormsOf.Of(opgen.NoForms("it is there for derivatives")),
			opgen.InstanceOf.Of(opgen.Instance{Operand: func(g *opgen.Generator, _ int, _ []*ir.Type) *ir.Type { return g.Any() }}),
			convert.Writes(func(_ *convert.Writer, _ *ir.Op, x []*ir.Value) *ir.Value { return x[0] }),
			cost.Model.Of(cost.Viewing),
			analysis.RangeOf.Of(sameRange),
			analysis.StorageOf.Of(analysis.Viewing),
			interp.Kernel.Of(view),
			interp.Tile.Of(reshapeTile),
		},
	})
}
