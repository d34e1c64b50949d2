package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// TorchIndexSelect collects slices along one dimension.
var TorchIndexSelect = Dialect.NewOp("stablehlo.torch_index_select")

func init() {
	TorchIndexSelect.Define(ir.OpDef{
		Doc: "The slices of the operand along dimension dim that index tells; the first batch_dims dimensions of both go together.",
		Example: `func.func @f(%x: tensor<5x8xf32>, %i: tensor<1x3xi32>) -> tensor<1x3x8xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<5x8xf32>, tensor<1x3xi32>) -> tensor<1x3x8xf32>
  return %0 : tensor<1x3x8xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor), ir.Arg("index", ir.IntTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "dim", Is: ir.IsI64}, {Name: "batch_dims", Is: ir.IsI64}},
		Traits:   ir.Pure,
		Infer:    infer(inferIndexSelect),
		// The result is a gather of slices of size 1 along dim. An index outside
		// of the operand has no meaning here; the gather clamps it.
		Slots: ir.Slots{
			cost.Model.Of(picks),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				t, index := o.Operand(0).Type(), o.Operand(1).Type()
				dim, batch := o.Attr("dim").Int(), o.Attr("batch_dims").Int()
				sizes := slices.Clone(t.Shape())
				sizes[dim] = 1
				for i := range batch {
					sizes[i] = 1
				}
				if slices.Contains(sizes, ir.Dynamic) {
					return fmt.Errorf("cannot be converted to tg: the operand '%s' has dynamic dimensions", t)
				}
				n := gatherNumbers{
					collapsed: []int64{dim}, startMap: []int64{dim}, indexVector: int64(index.Rank()),
					operandBatching: shapes.Dims[int64](0, int(batch)), indicesBatching: shapes.Dims[int64](0, int(batch)), names: namesOfGather,
				}
				for i := batch; i < int64(t.Rank()); i++ {
					switch {
					case i < dim:
						n.offset = append(n.offset, i)
					case i > dim:
						n.offset = append(n.offset, i-1+int64(index.Rank())-batch)
					}
				}
				return gather(c, o, n, sizes)
			}),
		},
	})
}

func inferIndexSelect(in *ir.Inference) (*ir.Type, error) {
	t, index := in.Operands[0], in.Operands[1]
	dim, batch := in.Attr("dim").Int(), in.Attr("batch_dims").Int()
	if err := checkDims("dim", []int64{dim}, t.Rank()); err != nil {
		return nil, err
	}
	if batch < 0 || batch > dim || batch > int64(index.Rank()) {
		return nil, fmt.Errorf("requires batch_dims between 0 and dim, which is %d, and the rank of the index '%s', but got %d", dim, index, batch)
	}
	for i := range batch {
		if !fits(t.Shape()[i], index.Shape()[i]) {
			return nil, fmt.Errorf("requires operand '%s' and index '%s' to agree in the first %d dimensions", t, index, batch)
		}
	}
	return in.Ctx.WithShape(t, slices.Concat(t.Shape()[:dim], index.Shape()[batch:], t.Shape()[dim+1:])), nil
}
