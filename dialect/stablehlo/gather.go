package stablehlo

import (
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Gather collects slices.
var Gather = Dialect.NewOp("stablehlo.gather")

func init() {
	Gather.Define(ir.OpDef{
		Doc: "Slices of the operand at the places that start_indices tells, clamped so that they lie inside of it.",
		Example: `func.func @f(%x: tensor<10x256xf32>, %i: tensor<3x1xi32>) -> tensor<3x256xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 256>}> : (tensor<10x256xf32>, tensor<3x1xi32>) -> tensor<3x256xf32>
  return %0 : tensor<3x256xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor), ir.Arg("start_indices", ir.IntTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs: []ir.AttrArg{
			{Name: "dimension_numbers", Is: gatherDims.Is},
			{Name: "slice_sizes", Is: ir.IsInts},
			{Name: "indices_are_sorted", Is: ir.IsBool, Optional: true},
		},
		Traits: ir.Pure,
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			shape, err := gatherNumbersOf(in.Attr("dimension_numbers")).shape(in.Operands[0], in.Operands[1], in.Attr("slice_sizes").Ints())
			if err != nil {
				return nil, err
			}
			return in.Ctx.WithShape(in.Operands[0], shape), nil
		}),
		Slots: ir.Slots{
			twin(tg.Gather, gatherAttrs, nil),
			like(tg.Gather, "slice_sizes", "slice_sizes"),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return gather(c, o, gatherNumbersOf(o.Attr("dimension_numbers")), o.Attr("slice_sizes").Ints())
			}),
		},
	})
}

// gather makes a gather in tg of the first two operands.
func gather(c *convert.Rewriter, o *ir.Op, n gatherNumbers, sizes []int64) error {
	return c.Replace(o, tg.Gather, c.Operands(o)[:2], append(gatherAttrsOf(c.Ctx, o, n), ints(c.Ctx, "slice_sizes", sizes))...)
}

// gatherAttrsOf are the attributes of a gather in tg, but for the sizes of its slices.
func gatherAttrsOf(c *ir.Context, o *ir.Op, n gatherNumbers) []ir.NamedAttr {
	attrs := []ir.NamedAttr{
		ints(c, "offset_dims", n.offset), ints(c, "collapsed_slice_dims", n.collapsed),
		ints(c, "operand_batching_dims", n.operandBatching), ints(c, "start_indices_batching_dims", n.indicesBatching),
		ints(c, "start_index_map", n.startMap), {Name: "index_vector_dim", Value: c.I64Attr(n.indexVector)},
	}
	if sorted := o.Attr("indices_are_sorted"); sorted != nil && sorted.Bool() {
		attrs = append(attrs, ir.NamedAttr{Name: "sorted", Value: c.Unit()})
	}
	return attrs
}
