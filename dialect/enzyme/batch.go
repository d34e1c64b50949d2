package enzyme

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// Batch applies a function to each element of leading dimensions.
var Batch = Dialect.NewOp("enzyme.batch")

func init() {
	request{
		def: Batch,
		doc: "A function of each element of leading dimensions, whose extents are `batch_shape`: all operands and results have them.",
		example: `func.func private @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @f(%x: tensor<2x5x4xf32>) -> tensor<2x5x4xf32> {
  %0 = enzyme.batch @square(%x) {batch_shape = array<i64: 2, 5>} : (tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  return %0 : tensor<2x5x4xf32>
}`,
		attrs: []ir.AttrArg{{Name: "batch_shape", Is: ir.IsInts}},
		sign:  signBatch,
	}.define()
}

func signBatch(o *ir.Op, t *ir.Type) (*signature, error) {
	batch := o.Attr("batch_shape").Ints()
	if slices.ContainsFunc(batch, func(n int64) bool { return n < 0 }) {
		return nil, fmt.Errorf("cannot be applied to %v elements: an entry of 'batch_shape' is negative", batch)
	}
	if _, ok := shapes.Count(batch); !ok {
		return nil, fmt.Errorf("cannot be applied to %v elements: there are more than can be counted", batch)
	}
	s := &signature{asked: autodiff.Asked{
		Batch: append([]int64{}, batch...), Batched: behind(0, len(t.Inputs())), Stacked: behind(0, len(t.Results())),
	}}
	raise := func(what string, ts []*ir.Type) (raised []*ir.Type, err error) {
		for i, x := range ts {
			if !x.IsRankedTensor() || !x.IsStatic() {
				return nil, fmt.Errorf("has %s #%d of type '%s', but only tensors whose extents are known have elements along leading dimensions", what, i, x)
			}
			raised = append(raised, o.Context().Tensor(append(slices.Clone(batch), x.Shape()...), x.Elem()))
		}
		return raised, nil
	}
	var err error
	if s.in, err = raise("argument", t.Inputs()); err != nil {
		return nil, err
	}
	s.out, err = raise("result", t.Results())
	return s, err
}
