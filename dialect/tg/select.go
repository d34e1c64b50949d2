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

// Select is the elementwise choice.
var Select = Dialect.NewOp("tg.select")

func init() {
	Select.Define(ir.OpDef{
		Doc: "Choice between two tensors: the element of on_true where the predicate holds, else that of on_false. All three shapes broadcast.",
		Example: `func.func @f(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<f32>) -> tensor<4xf32> {
  %0 = tg.select %p, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Arg("predicate", boolTensor), ir.Arg("on_true", plainTensor), ir.Arg("on_false", plainTensor)),
		Results:  ir.Args(ir.Arg("output", plainTensor)),
		Traits:   ir.Pure | ir.Elementwise | ir.Broadcasts,
		Format:   "$predicate `,` $on_true `,` $on_false attr-dict `:` same-type",
		Infer:    inferSelect,
		Fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			c := o.Context()
			switch {
			case o.Operand(1) == o.Operand(2), isSplatOf(consts[0], elementBytes(c, c.Bool(), 1)):
				return toValue(o, o.Operand(1))
			case isSplatOf(consts[0], elementBytes(c, c.Bool(), 0)):
				return toValue(o, o.Operand(2))
			}
			return foldElement(o, consts)
		},
		Slots: ir.Slots{
			autodiff.Derivative.Of(selectDerivative),
			te.Expand.Of(te.Elementwise),
			opgen.FormsOf.Of(opgen.Plain),
			field.Of.Of(field.Is(field.Ternary(field.Select))),
			opgen.InstanceOf.Of(selectInstance),
			convert.Writes(writeSelect),
			rewrite.Patterns.Of(elementwisePatterns(Select)),
			analysis.RangeOf.Of(unionRange(1)),
			cost.Timed.Of(selectTiming),
			cost.Model.Of(cost.Elementwise),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveSelect(s.Out[0].DType, s.In[0].Shape, s.In[1].Shape, s.In[2].Shape, s.Out[0].Shape)
				return ternaryStep(run, err)
			}),
			inTiles(func(s *interp.Site) (kernel.Blocks, error) { return kernel.SelectBlocks(s.Out[0].DType) }),
		},
	})
}

func inferSelect(in *ir.Inference) ([]*ir.Type, error) {
	onTrue, onFalse := in.Operands[1], in.Operands[2]
	if onTrue.Elem() != onFalse.Elem() {
		return nil, fmt.Errorf("on_true and on_false must have one element type, but have '%s' and '%s'; convert one of them", onTrue, onFalse)
	}
	shape, err := broadcastTypes(in.Operands)
	if err != nil {
		return nil, err
	}
	return types(in.Ctx.Tensor(shape, onTrue.Elem())), nil
}

// selectTiming is what calibration measures.
var selectTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"4xi1", "4xf32", "f32"}, Op: "tg.select %a0, %a1, %a2 : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>"},
}

// selectInstance says what random instances look like.
var selectInstance = opgen.Instance{Operand: selectOperand}

func selectOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	switch i {
	case 0:
		return g.Ctx.WithElem(g.Any(), g.Ctx.Bool())
	case 1:
		return g.Ctx.Tensor(g.Partner(before[0].Shape()), g.Elem)
	}
	return g.Ctx.Tensor(g.Partner(opgen.Joined(before)), before[1].Elem())
}

// writeSelect: one predicate for all elements need not be repeated.
func writeSelect(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	t := o.Result(0).Type()
	if x[0].Type().Rank() > 0 {
		return w.Op("stablehlo.select", t, aligned(w, t, x))
	}
	return w.Op("stablehlo.select", t, append([]*ir.Value{x[0]}, aligned(w, t, x[1:])...))
}
