package tedialect

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Compute makes tensors element by element.
var Compute = Dialect.NewOp("te.compute")

func init() {
	Compute.Define(ir.OpDef{
		Doc: "Tensors whose elements the region computes, one for each point of the axes `[b < 8, c in -15..1]`, which begin at 0 or where they say and are the dimensions of the results. " +
			"The region holds ops of tg on single elements, `te.read`, `te.index` and `te.guard`, and yields an element for each result. " +
			"With a combiner and further axes it is a reduction: the elements of all points of these combine in row-major order. `sum` and `prod` are those of tg.reduce, by lanes and blocks (docs/numerics.md); " +
			"`dot` yields two factors, and is the chain acc = fma(a, b, acc) of contractions; `reduce` has a second region that combines accumulators and elements, one after the other, from the values of `init`. " +
			"An extent may be a value of type index. All loops below that level are those of linalg: see --te-to-linalg.",
		Example: `func.func @f(%x: tensor<8x16xf32>, %e: tensor<16xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = te.compute [c < 16, b < 8] -> tensor<16x8xf32> {
    %2 = te.read %x [b, 15 - c] : tensor<8x16xf32>
    %3 = te.read %e [c] : tensor<16xf32>
    %4 = tg.sub %2, %3 : tensor<f32>
    te.yield %4 : tensor<f32>
  }
  %1 = te.compute [b < 8] sum [c < 16] -> tensor<8xf32> {
    %2 = te.read %x [b, c] : tensor<8x16xf32>
    te.yield %2 : tensor<f32>
  }
  %5 = te.compute [b < 8] dot [c < 16] -> tensor<8xf32> {
    %2 = te.read %x [b, c] : tensor<8x16xf32>
    %3 = te.read %e [c] : tensor<16xf32>
    te.yield %2, %3 : tensor<f32>, tensor<f32>
  }
  return %0, %1, %5 : tensor<16x8xf32>, tensor<8xf32>, tensor<8xf32>
}`,
		Operands: ir.Args(ir.Variadic("operands", ir.AnyType)),
		Results:  ir.Args(ir.Variadic("outputs", ir.AnyTensor)),
		Attrs: []ir.AttrArg{
			{Name: te.AxesAttr, Is: isNames}, {Name: te.LowerAttr, Is: ir.IsInts, Optional: true}, {Name: te.ExtentsAttr, Is: ir.IsInts},
			{Name: te.ReducedAttr, Is: ir.IsI64, Default: func(c *ir.Context) *ir.Attr { return c.I64Attr(0) }},
			{Name: te.CombinerAttr, Is: ir.OneOf("combiner", te.Combiners...), Optional: true},
		},
		Regions: []ir.RegionArg{{Name: "body"}, {Name: "combine", Variadic: true}},
		Traits:  ir.Pure | ir.SingleBlock,
		// The form is not a format: axes have names that the region uses.
		Parse:         parseCompute,
		Print:         printCompute,
		Verify:        verifyCompute,
		VerifyRegions: verifyBodies,
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Computes),
			convert.Unsayable("StableHLO has no functions of indices; run --te-to-tg first"),
			cost.Model.Of(computeCost),
			interp.Prepare.Of(func(*ir.Op) any { return prepared{} }),
			analysis.StorageOf.Of(computeStorage),
			interp.Kernel.Of(computeKernel),
		},
	})
}
