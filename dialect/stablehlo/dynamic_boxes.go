package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// The ops that are given at run time where boxes begin and how large they are.
var (
	DynamicGather    = Dialect.NewOp("stablehlo.dynamic_gather")
	DynamicPad       = Dialect.NewOp("stablehlo.dynamic_pad")
	RealDynamicSlice = Dialect.NewOp("stablehlo.real_dynamic_slice")
)

func init() {
	DynamicGather.Define(ir.OpDef{
		Doc: "Slices of the operand, of sizes known at run time, at the places that start_indices tells, clamped so that they lie inside of it.",
		Example: `func.func @f(%x: tensor<?x8xf32>, %i: tensor<3x1xi32>, %sizes: tensor<2xi32>) -> tensor<3x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor), ir.Arg("start_indices", ir.IntTensor), ir.Arg("slice_sizes", ir.IntTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs: []ir.AttrArg{
			{Name: "dimension_numbers", Is: gatherDims.Is},
			{Name: "indices_are_sorted", Is: ir.IsBool, Optional: true},
		},
		Traits: ir.Pure,
		Verify: verifyDynamicGather,
		Slots: ir.Slots{
			cost.Model.Of(picks),
			analysis.ToldBy.Of(&analysis.Told{As: Gather, Numbers: 2, Make: toldLists("slice_sizes")}),
			toldBecomes(tg.DynamicGather, func(c *ir.Context, o *ir.Op) []ir.NamedAttr {
				return gatherAttrsOf(c, o, gatherNumbersOf(o.Attr("dimension_numbers")))
			}),
		},
	})
	DynamicPad.Define(ir.OpDef{
		Doc: "The operand with padding, of sizes known at run time, before, after and between its elements in each dimension.",
		Example: `func.func @f(%x: tensor<?xf32>, %v: tensor<f32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_pad %x, %v, %n, %n, %n : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor).In("elements"), ir.Arg("padding_value", ir.ScalarTensor).In("elements"),
			ir.Arg("edge_padding_low", ir.IntTensor), ir.Arg("edge_padding_high", ir.IntTensor), ir.Arg("interior_padding", ir.IntTensor)),
		Results: ir.Args(ir.Arg("result", ir.AnyTensor).In("elements")),
		Traits:  ir.Pure,
		Format:  "operands attr-dict `:` functional-type",
		Verify: func(o *ir.Op) error {
			if t, v := o.Operand(0).Type(), o.Operand(1).Type(); t.Elem() != v.Elem() {
				return fmt.Errorf("requires a padding value with the element type of the operand '%s', but got '%s'", t, v)
			}
			return verifyBox(o, 2)
		},
		Slots: ir.Slots{
			analysis.ToldBy.Of(&analysis.Told{As: Pad, Numbers: 2, Make: toldLists("edge_padding_low", "edge_padding_high", "interior_padding")}),
			toldBecomes(tg.DynamicPad, noAttrs),
		},
	})
	RealDynamicSlice.Define(ir.OpDef{
		Doc: "The elements from start up to limit in each dimension, every stride-th of them; all of these are known at run time.",
		Example: `func.func @f(%x: tensor<?xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.real_dynamic_slice %x, %n, %n, %n : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor), ir.Arg("start_indices", ir.IntTensor),
			ir.Arg("limit_indices", ir.IntTensor), ir.Arg("strides", ir.IntTensor)),
		Results: ir.Args(ir.Arg("result", ir.AnyTensor)),
		Traits:  ir.Pure,
		Format:  "operands attr-dict `:` functional-type",
		Verify:  func(o *ir.Op) error { return verifyBox(o, 1) },
		Slots: ir.Slots{
			cost.Model.Of(picks),
			analysis.ToldBy.Of(&analysis.Told{As: Slice, Numbers: 1, Make: toldLists("start_indices", "limit_indices", "strides")}),
			toldBecomes(tg.RealDynamicSlice, noAttrs),
		},
	})
}

// verifyBox checks that the result is a tensor like operand 0, of any extents,
// and that the operands from first on have an entry for each dimension.
func verifyBox(o *ir.Op, first int) error {
	from, to := o.Operand(0).Type(), o.Result(0).Type()
	if from.Elem() != to.Elem() || from.Rank() != to.Rank() {
		return fmt.Errorf("requires a result of the rank and element type of the operand '%s', but it is '%s'", from, to)
	}
	for i := first; i < o.NumOperands(); i++ {
		if err := checkExtents(o.Def().Operands[i].Name, o.Operand(i).Type(), from.Rank()); err != nil {
			return err
		}
	}
	return nil
}

func verifyDynamicGather(o *ir.Op) error {
	operand, indices, sizes, result := o.Operand(0).Type(), o.Operand(1).Type(), o.Operand(2).Type(), o.Result(0).Type()
	if err := checkExtents("slice_sizes", sizes, operand.Rank()); err != nil {
		return err
	}
	if operand.Elem() != result.Elem() {
		return fmt.Errorf("cannot change the element type from '%s' to '%s'", operand.Elem(), result.Elem())
	}
	n := gatherNumbersOf(o.Attr("dimension_numbers"))
	if err := n.check(operand, indices); err != nil {
		return err
	}
	list, known := constantInts(o, 2)
	if known {
		if err := n.checkSlices(operand, list); err != nil {
			return err
		}
	} else {
		for range operand.Rank() {
			list = append(list, ir.Dynamic)
		}
	}
	shape, err := n.place(indices, list)
	if err != nil {
		return err
	}
	return checkResultShape(o, shape)
}
