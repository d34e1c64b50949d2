package tg

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
)

// DynamicReshape changes the shape to one that is known at run time.
var DynamicReshape = Dialect.NewOp("tg.dynamic_reshape")

func init() {
	DynamicReshape.Define(ir.OpDef{
		Doc: "The same elements, in row-major order, in the shape that the second operand tells when the program runs.",
		Example: `func.func @f(%x: tensor<?x3xf32>, %shape: tensor<2xi64>) -> tensor<3x?xf32> {
  %0 = tg.dynamic_reshape %x, %shape : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor), ir.Arg("shape", extentList)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "$input `,` $shape attr-dict `:` functional-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			out, err := inferReshape(in)
			if err != nil {
				return nil, err
			}
			return out, checkNumbers(in, 1, out[0].Rank())
		},
		Slots: toldSlots(DynamicReshape, &analysis.Told{As: Reshape, Numbers: 1, Make: dynamicReshapeMake},
			autodiff.Derivative.Of(reshapeDerivative),
			dimorder.Of.Of(dimorder.Fixed("elements are numbered in row-major order")),
			te.Expand.Of(te.Opaque("the run tells the extents of its result")),
			opgen.FormsOf.Of(opgen.NoForms("the run tells the extents of its result")),
			opgen.InstanceOf.Of(opgen.Instance{Operand: toldOperand(1, nil), Results: reshapeResult, Told: toldShape}),
			rewrite.SameElements.Of(true),
			analysis.RangeOf.Of(sameRange),
			cost.Model.Of(func(in *ir.Inference) cost.Work { return cost.Moving(in, cost.Elements(in.Results[0])) }),
		),
	})
}

func dynamicReshapeMake(in *ir.Inference, numbers [][]int64) ([]ir.NamedAttr, []int64, error) {
	shape, err := extents(numbers[0], in.Results[0])
	if err != nil {
		return nil, nil, err
	}
	n, known := in.Operands[0].NumElements()
	if m, _ := shapes.Count(shape); known && n != m {
		return nil, nil, fmt.Errorf("keeps the number of elements, but '%s' has %d and the shape %s that it is told has %d", in.Operands[0], n, listText(shape), m)
	}
	return nil, shape, nil
}
