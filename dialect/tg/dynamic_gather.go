package tg

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// DynamicGather cuts out boxes of a size that is known at run time.
var DynamicGather = Dialect.NewOp("tg.dynamic_gather")

func init() {
	DynamicGather.Define(ir.OpDef{
		Doc: "Boxes at the positions that index vectors say, as in tg.gather, of the sizes that the third operand tells when the program runs.",
		Example: `func.func @f(%table: tensor<?x8xf32>, %rows: tensor<5x1xi32>, %sizes: tensor<2xi32>) -> tensor<5x?xf32> {
  %0 = tg.dynamic_gather %table, %rows, %sizes offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 : (tensor<?x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor), ir.Arg("indices", integerTensor), ir.Arg("slice_sizes", extentList)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs: []ir.AttrArg{
			clause("offset_dims"), clause("collapsed_slice_dims"), clause("operand_batching_dims"), clause("start_indices_batching_dims"),
			clause("start_index_map"), {Name: "index_vector_dim", Is: ir.IsI64}, flag("sorted"),
		},
		Traits: ir.Pure | ir.StatedTypes,
		Format: "$operand `,` $indices `,` $slice_sizes " +
			clauses("offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims", "start_index_map") +
			"`index_vector_dim` $index_vector_dim (`sorted` $sorted^)? attr-dict `:` functional-type",
		Infer: inferDynamicGather,
		Slots: toldSlots(DynamicGather, &analysis.Told{As: Gather, Numbers: 2, Make: func(in *ir.Inference, numbers [][]int64) ([]ir.NamedAttr, []int64, error) {
			return append(slices.Clone(in.Props.Entries()), intsAttr(in.Ctx, "slice_sizes", numbers[0])), nil, nil
		}},
			autodiff.Derivative.Of(gatherDerivative),
			dimorder.Of.Of(dimorder.Fixed("an operand tells the extents of its slices")),
			te.Expand.Of(te.Opaque("the run tells the extents of its result")),
			opgen.FormsOf.Of(opgen.NoForms("the run tells the extents of its result")),
			opgen.InstanceOf.Of(opgen.Instance{Operand: toldOperand(2, gatherOperand), Attrs: dynamicGatherAttrs, Results: dynamicGatherResult, Told: dynamicGatherTold}),
			analysis.RangeOf.Of(sameRange),
			cost.Model.Of(func(in *ir.Inference) cost.Work { return cost.Moving(in, 1) }),
		),
	})
}

// inferDynamicGather checks what does not depend on the sizes of the boxes.
func inferDynamicGather(in *ir.Inference) ([]*ir.Type, error) {
	out, err := stated(in)
	if err != nil {
		return nil, err
	}
	dims := gatherDims(in)
	batch, shown, err := dims.resolve()
	if err != nil {
		return nil, err
	}
	if err := checkNumbers(in, 2, dims.operand.Rank()); err != nil {
		return nil, err
	}
	box := make([]int64, len(shown))
	for i := range box {
		box[i] = ir.Dynamic
	}
	shape, err := placeBoxes("offset_dims", in.Attr("offset_dims").Ints(), box, batch)
	if err != nil {
		return nil, err
	}
	t := in.Ctx.Tensor(shape, dims.operand.Elem())
	if joined, ok := joinedShape(t, out); ok {
		t = in.Ctx.WithShape(out, joined)
	}
	return types(t), nil
}

func dynamicGatherAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	attrs := gatherAttrs(g, in[:2])
	delete(attrs, "slice_sizes")
	return attrs
}

// dynamicGatherResult makes the boxes of any size.
func dynamicGatherResult(g *opgen.Generator, in []*ir.Type, attrs opgen.Attrs) []*ir.Type {
	dims := gatherDims(&ir.Inference{Ctx: g.Ctx, Def: DynamicGather, Operands: in, Props: g.Ctx.Dict(attrs.Entries())})
	batch, shown, err := dims.resolve()
	if err != nil {
		return nil
	}
	whole, box := boxIn(g, in[0]), make([]int64, len(shown))
	for i, d := range shown {
		box[i] = whole[d]
	}
	if shapes.Product(box) > 0 && shapes.Product(in[0].Shape()) == 0 {
		return nil // boxes of one element, of none
	}
	shape, err := placeBoxes("offset_dims", attrs["offset_dims"].Ints(), box, batch)
	if err != nil {
		return nil
	}
	return types(g.Ctx.Tensor(shape, in[0].Elem()))
}

// dynamicGatherTold are the sizes of the boxes that the result shows.
func dynamicGatherTold(_ *opgen.Generator, o *ir.Op) [][]int64 {
	dims := gatherDims(ir.InferenceOf(o))
	sizes := make([]int64, dims.operand.Rank())
	for d, n := range dims.operand.Shape() {
		sizes[d] = min(n, 1)
	}
	_, shown, _ := dims.resolve()
	for i, n := range o.Attr("offset_dims").Ints() {
		sizes[shown[i]] = o.Result(0).Type().Shape()[n]
	}
	return [][]int64{sizes}
}
