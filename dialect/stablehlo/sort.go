package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Sort orders elements along a dimension.
var Sort = Dialect.NewOp("stablehlo.sort")

func init() {
	Sort.Define(ir.OpDef{
		Doc: "The elements of each line along the dimension, by default the last one, sorted. The region gets a left and a right element of each input and returns whether left comes before right.",
		Example: `func.func @f(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}`,
		Operands: ir.Args(ir.Variadic("inputs", ir.AnyTensor)),
		Results:  ir.Args(ir.Variadic("results", ir.AnyTensor)),
		Attrs: []ir.AttrArg{
			{Name: "dimension", Is: ir.IsI64, Optional: true},
			{Name: "is_stable", Is: ir.IsBool, Optional: true},
		},
		Regions:       []ir.RegionArg{{Name: "comparator"}},
		Traits:        ir.RecursiveEffects | ir.SingleBlock,
		VerifyRegions: verifySort,
		Slots: ir.Slots{
			likeWith(tg.Sort, sortCostAttrs),
			convert.ToTG.Of(sortToTG),
		},
	})
}

// sortDim is the dimension that a sort works along; a negative one counts from
// the end.
func sortDim(o *ir.Op) int64 { return sortDimOf(o.Attr("dimension"), o.Operand(0).Type().Rank()) }

func sortDimOf(attr *ir.Attr, rank int) int64 {
	dim := statedSortDim(attr)
	if dim < 0 {
		dim += int64(rank)
	}
	return dim
}

func statedSortDim(attr *ir.Attr) int64 {
	if attr == nil {
		return -1
	}
	return attr.Int()
}

func verifySort(o *ir.Op) error {
	if o.NumOperands() == 0 {
		return fmt.Errorf("requires at least one input")
	}
	if o.NumResults() != o.NumOperands() {
		return fmt.Errorf("requires a result per input, but has %d results for %d inputs", o.NumResults(), o.NumOperands())
	}
	c, first := o.Context(), o.Operand(0).Type()
	if d := sortDim(o); d < 0 || d >= int64(first.Rank()) {
		return fmt.Errorf("requires a dimension of '%s', of which a negative one counts from the end, but got %d", first, statedSortDim(o.Attr("dimension")))
	}
	var pairs []*ir.Type
	for i, v := range o.Operands() {
		t := v.Type()
		if !slices.EqualFunc(t.Shape(), first.Shape(), fits) {
			return fmt.Errorf("requires inputs of one shape, but got '%s' and '%s'", first, t)
		}
		if got := o.Result(i).Type(); !ir.Compatible(t, got) {
			return fmt.Errorf("requires result #%d to have the type of the input '%s', but it has '%s'", i, t, got)
		}
		scalar := c.Tensor(nil, t.Elem())
		pairs = append(pairs, scalar, scalar)
	}
	return verifyBody(o.RegionAt(0), "the comparator", pairs, []*ir.Type{c.Tensor(nil, c.Bool())})
}

// sortToTG makes keywords of a comparator that means what keywords do, and keeps
// any other. The sort in tg is stable always.
func sortToTG(c *convert.Rewriter, o *ir.Op) error {
	dim := ir.NamedAttr{Name: "dim", Value: c.Ctx.I64Attr(sortDim(o))}
	body, err := c.Region(o.RegionAt(0))
	if err != nil {
		return err
	}
	n, err := c.Make(o, tg.Sort, c.Operands(o), o.ResultTypes(), []*ir.Region{body}, dim)
	if err != nil {
		return err
	}
	values := tg.KeywordSorts(n, func(operands []*ir.Value, types []*ir.Type, attrs ...ir.NamedAttr) []*ir.Value {
		var sorted *ir.Op
		if sorted, err = c.Make(o, tg.Sort, operands, types, nil, attrs...); err != nil {
			return operands
		}
		return sorted.Results()
	})
	switch {
	case err != nil:
		return err
	case values == nil:
		c.Finish(o, n)
		return nil
	}
	n.Erase()
	return c.FinishWith(o, values)
}
