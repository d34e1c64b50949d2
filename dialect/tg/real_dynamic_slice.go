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

// RealDynamicSlice cuts out a box with bounds that are known at run time.
var RealDynamicSlice = Dialect.NewOp("tg.real_dynamic_slice")

func init() {
	RealDynamicSlice.Define(ir.OpDef{
		Doc: "A box with bounds that three operands tell when the program runs: along each dimension the elements start, start+stride, ... below limit. " +
			"Bounds outside of the operand are an error; tg.dynamic_slice, whose sizes are constant, moves its box inside instead.",
		Example: `func.func @f(%x: tensor<?x3xf32>, %start: tensor<2xi32>, %limit: tensor<2xi32>, %stride: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = tg.real_dynamic_slice %x, %start, %limit, %stride : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor), ir.Arg("starts", extentList), ir.Arg("limits", extentList), ir.Arg("strides", extentList)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "operands attr-dict `:` functional-type",
		Infer:    func(in *ir.Inference) ([]*ir.Type, error) { return inferLike(in, 1) },
		Slots: toldSlots(RealDynamicSlice, &analysis.Told{As: Slice, Numbers: 1, Make: func(in *ir.Inference, numbers [][]int64) ([]ir.NamedAttr, []int64, error) {
			return listAttrs(in, numbers, "starts", "limits", "strides")
		}},
			autodiff.Derivative.Of(sliceDerivative),
			dimorder.Of.Of(dimorder.Fixed("operands tell where it begins")),
			te.Expand.Of(te.Opaque("the run tells the extents of its result")),
			opgen.FormsOf.Of(opgen.NoForms("the run tells the extents of its result")),
			opgen.InstanceOf.Of(opgen.Instance{Operand: toldOperand(1, nil), Results: realDynamicSliceResult, Told: realDynamicSliceTold}),
			analysis.RangeOf.Of(sameRange),
			cost.Model.Of(func(in *ir.Inference) cost.Work { return cost.Moving(in, 1) }),
		),
	})
}

func realDynamicSliceResult(g *opgen.Generator, in []*ir.Type, _ opgen.Attrs) []*ir.Type {
	return types(g.Ctx.Tensor(boxIn(g, in[0]), in[0].Elem()))
}

// realDynamicSliceTold strides as far as there is room.
func realDynamicSliceTold(g *opgen.Generator, o *ir.Op) [][]int64 {
	var starts, limits, strides []int64
	for d, n := range o.Operand(0).Type().Shape() {
		size, stride := o.Result(0).Type().Shape()[d], int64(1)
		if size > 0 && 2*size-1 <= n && g.Chance(1, 2) {
			stride = 2
		}
		span := max(0, (size-1)*stride+1)
		start := g.Int64N(n - span + 1)
		starts, limits, strides = append(starts, start), append(limits, start+span), append(strides, stride)
	}
	return [][]int64{starts, limits, strides}
}
