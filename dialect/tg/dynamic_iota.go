package tg

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// DynamicIota counts along a dimension of a shape that is known at run time.
var DynamicIota = Dialect.NewOp("tg.dynamic_iota")

func init() {
	DynamicIota.Define(ir.OpDef{
		Doc: "A tensor of the shape that the operand tells when the program runs, in which each element is its own index along the dimension `dim`, as in tg.iota.",
		Example: `func.func @f(%shape: tensor<2xi64>) -> tensor<?x3xi32> {
  %0 = tg.dynamic_iota %shape dim 0 : (tensor<2xi64>) -> tensor<?x3xi32>
  return %0 : tensor<?x3xi32>
}`,
		Operands: ir.Args(ir.Arg("shape", extentList)),
		Results:  ir.Args(ir.Arg("output", plainTensor).Own()),
		Attrs:    []ir.AttrArg{{Name: "dim", Is: ir.IsI64}},
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "$shape `dim` $dim attr-dict `:` functional-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			t, err := stated(in)
			if err != nil {
				return nil, err
			}
			if err := checkDim("dim", in.Attr("dim").Int(), t); err != nil {
				return nil, err
			}
			return types(t), checkNumbers(in, 0, t.Rank())
		},
		Slots: toldSlots(DynamicIota, &analysis.Told{As: Iota, Make: func(in *ir.Inference, numbers [][]int64) ([]ir.NamedAttr, []int64, error) {
			shape, err := extents(numbers[0], in.Results[0])
			return []ir.NamedAttr{{Name: "dim", Value: in.Attr("dim")}}, shape, err
		}},
			autodiff.Derivative.Of(autodiff.Zero("it is constant")),
			dimorder.Of.Of(dimorder.Fixed("an operand tells the extents of its result")),
			te.Expand.Of(te.Opaque("the run tells the extents of its result")),
			opgen.FormsOf.Of(opgen.NoForms("the run tells the extents of its result")),
			opgen.InstanceOf.Of(opgen.Instance{Operand: toldOperand(0, nil), Attrs: iotaInstance.Attrs, Results: iotaInstance.Results, Told: toldShape}),
			analysis.RangeOf.Of(iotaRange),
			cost.Model.Of(iotaCost),
		),
	})
}
