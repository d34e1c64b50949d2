package tg

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// DynamicPad surrounds and spreads a tensor by numbers that are known at run time.
var DynamicPad = Dialect.NewOp("tg.dynamic_pad")

func init() {
	DynamicPad.Define(ir.OpDef{
		Doc: "Padding with a value, as in tg.pad, by the numbers that three operands tell when the program runs: " +
			"of what comes before, behind and between the elements along each dimension.",
		Example: `func.func @f(%x: tensor<?x3xf32>, %v: tensor<f32>, %n: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = tg.dynamic_pad %x, %v, %n, %n, %n : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor).In("elements"), ir.Arg("value", ir.ScalarTensor).In("elements"),
			ir.Arg("low", extentList), ir.Arg("high", extentList), ir.Arg("interior", extentList)),
		Results: ir.Args(ir.Arg("output", ir.AnyTensor).In("elements")),
		Traits:  ir.Pure | ir.StatedTypes,
		Format:  "operands attr-dict `:` functional-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			if err := sameElements(in.Operands[:2]); err != nil {
				return nil, err
			}
			return inferLike(in, 2)
		},
		Slots: toldSlots(DynamicPad, &analysis.Told{As: Pad, Numbers: 2, Make: func(in *ir.Inference, numbers [][]int64) ([]ir.NamedAttr, []int64, error) {
			return listAttrs(in, numbers, "low", "high", "interior")
		}},
			autodiff.Derivative.Of(padDerivative),
			dimorder.Of.Of(dimorder.Fixed("an operand tells the padding")),
			te.Expand.Of(te.Opaque("the run tells the padding")),
			opgen.FormsOf.Of(opgen.NoForms("the run tells the padding")),
			opgen.InstanceOf.Of(opgen.Instance{Operand: toldOperand(2, padOperand), Results: dynamicPadResult, Told: dynamicPadTold}),
			analysis.RangeOf.Of(func(_ *ir.Op, operand func(int) bounds) bounds { return analysis.Union(operand(0), operand(1)) }),
			cost.Model.Of(cost.Filling),
		),
	})
}

// inferLike infers a result with the rank and element type of the first operand;
// the operands from first on have a number for each dimension.
func inferLike(in *ir.Inference, first int) ([]*ir.Type, error) {
	out, err := stated(in)
	if err != nil {
		return nil, err
	}
	t := in.Operands[0]
	if out.Elem() != t.Elem() || out.Rank() != t.Rank() {
		return nil, fmt.Errorf("makes a result with the rank and the element type of '%s', but it is '%s'", t, out)
	}
	for i := first; i < len(in.Operands); i++ {
		if err := checkNumbers(in, i, t.Rank()); err != nil {
			return nil, err
		}
	}
	return types(out), nil
}

// listAttrs are attributes that are the numbers of operands, in order.
func listAttrs(in *ir.Inference, numbers [][]int64, names ...string) (attrs []ir.NamedAttr, _ []int64, _ error) {
	for i, name := range names {
		attrs = append(attrs, intsAttr(in.Ctx, name, numbers[i]))
	}
	return attrs, nil, nil
}

// dynamicPadResult pads somehow; dynamicPadTold finds out how.
func dynamicPadResult(g *opgen.Generator, in []*ir.Type, _ opgen.Attrs) []*ir.Type {
	shape := make([]int64, in[0].Rank())
	for d, n := range in[0].Shape() {
		shape[d] = max(0, n+g.Int64N(4)-1)
	}
	return types(g.Ctx.Tensor(shape, in[0].Elem()))
}

func dynamicPadTold(_ *opgen.Generator, o *ir.Op) [][]int64 {
	var low, high, interior []int64
	for d, n := range o.Operand(0).Type().Shape() {
		more, between := o.Result(0).Type().Shape()[d]-n, int64(0)
		if n == 2 && more > 0 {
			between, more = 1, more-1
		}
		low, high, interior = append(low, more/2), append(high, more-more/2), append(interior, between)
	}
	return [][]int64{low, high, interior}
}
