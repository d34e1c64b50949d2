package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// SelectAndScatter combines a source into the elements that a sliding window selects.
var SelectAndScatter = Dialect.NewOp("stablehlo.select_and_scatter")

func init() {
	SelectAndScatter.Define(ir.OpDef{
		Doc: "The source combined into the elements of the operand that a window selects as it slides over it; all others are init_value. The region `select` gets the element that is selected so far and another and returns whether the first stays, `scatter` an element of the source and the current one and returns what replaces that. Positions outside of the operand are not selected.",
		Example: `func.func @f(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %init: tensor<f32>) -> tensor<4x6xf32> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %init) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor).Own(), ir.Arg("source", ir.AnyTensor).In("source"), ir.Arg("init_value", ir.AnyTensor).In("source")),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor).In("source")),
		Attrs: []ir.AttrArg{
			{Name: "window_dimensions", Is: ir.IsInts, Optional: true},
			{Name: "window_strides", Is: ir.IsInts, Optional: true},
			{Name: "padding", Is: ir.IsIntMatrix, Optional: true},
		},
		Regions:       []ir.RegionArg{{Name: "select"}, {Name: "scatter"}},
		Traits:        ir.RecursiveEffects | ir.SingleBlock,
		VerifyRegions: verifySelectAndScatter,
		Slots: ir.Slots{
			likeWith(tg.SelectAndScatter, selectAndScatterCostAttrs),
			convert.ToTG.Of(selectAndScatterToTG),
		},
	})
}

func verifySelectAndScatter(o *ir.Op) error {
	c := o.Context()
	operand, source, init := o.Operand(0).Type(), o.Operand(1).Type(), o.Operand(2).Type()
	if !isScalar(init) {
		return fmt.Errorf("requires an init value of rank 0, but got '%s'", init)
	}
	if init.Elem() != source.Elem() {
		return fmt.Errorf("requires an init value with the element type of the source '%s', but got '%s'", source, init)
	}
	shape, err := windowPositions(o, operand)
	if err != nil {
		return err
	}
	if !slices.EqualFunc(source.Shape(), shape, fits) {
		return fmt.Errorf("requires a source of type '%s', an element for each position of the window, but got '%s'", c.WithShape(source, shape), source)
	}
	scalar := c.Tensor(nil, operand.Elem())
	if err := verifyBody(o.RegionAt(0), "select", []*ir.Type{scalar, scalar}, []*ir.Type{c.Tensor(nil, c.Bool())}); err != nil {
		return err
	}
	combined := o.RegionAt(1)
	if !combined.HasOneBlock() || combined.First().NumArgs() != 2 {
		return fmt.Errorf("requires scatter to have one block with 2 arguments")
	}
	t := combined.First().Arg(0).Type()
	if !isScalar(t) {
		return fmt.Errorf("requires scatter to take tensors of rank 0, but it takes '%s'", t)
	}
	if err := verifyBody(combined, "scatter", []*ir.Type{t, t}, []*ir.Type{t}); err != nil {
		return err
	}
	if err := checkPromotable("the source", source, t); err != nil {
		return err
	}
	if want, got := c.WithElem(operand, t.Elem()), o.Result(0).Type(); !ir.Compatible(want, got) {
		return fmt.Errorf("makes a result of type '%s', but its type is '%s'", want, got)
	}
	return nil
}

// selectDirection is the keyword for a region that compares its two arguments by the order that
// tg.select_and_scatter has, perhaps the other way round, and perhaps keeps a NaN; else "".
func selectDirection(r *ir.Region) string {
	b := r.First()
	if b.NumArgs() != 2 || b.First() == nil || b.Last().NumOperands() != 1 {
		return ""
	}
	for o := b.First(); o != b.Last(); o = o.Next() {
		if !o.Is(Compare) && !o.Is(Or) {
			return "" // which may have an effect
		}
	}
	switch stays := b.Last().Operand(0).Def(); {
	case stays.Is(Compare):
		return comparedAs(b, stays)
	case stays.Is(Or):
		for i, x := range stays.Operands() {
			other := stays.Operand(1 - i).Def()
			if other.Is(Compare) && word(other.Attr("comparison_direction")) == "NE" && other.Operand(0) == b.Arg(0) && other.Operand(1) == b.Arg(0) {
				return map[string]string{"ge": "max", "le": "min"}[comparedAs(b, x.Def())]
			}
		}
	}
	return ""
}

// comparedAs is the keyword for a comparison of the two arguments of a block; "" for anything else.
func comparedAs(b *ir.Block, o *ir.Op) string {
	if !o.Is(Compare) {
		return ""
	}
	if order := o.Attr("compare_type"); b.Arg(0).Type().Elem().IsFloat() && order != nil && word(order) == "TOTALORDER" {
		return ""
	}
	direction := word(o.Attr("comparison_direction"))
	switch x, y := o.Operand(0), o.Operand(1); {
	case x == b.Arg(0) && y == b.Arg(1):
		return map[string]string{"GE": "ge", "GT": "gt", "LE": "le", "LT": "lt"}[direction]
	case x == b.Arg(1) && y == b.Arg(0):
		return map[string]string{"GE": "le", "GT": "lt", "LE": "ge", "LT": "gt"}[direction]
	}
	return ""
}

// selectAndScatterKeywords are the keywords for the two regions, if there are some for both.
func selectAndScatterKeywords(c *ir.Context, selection, combination *ir.Region) []ir.NamedAttr {
	direction, combiner := selectDirection(selection), scatterKinds[reduceKind(combination)]
	if direction == "" || combiner == "" {
		return nil
	}
	return []ir.NamedAttr{{Name: "select", Value: c.StringAttr(direction)}, {Name: "scatter", Value: c.StringAttr(combiner)}}
}

func selectAndScatterCostAttrs(in *ir.Inference) []ir.NamedAttr {
	attrs := renamedAttrs(in, []string{"window", "window_dimensions", "strides", "window_strides"})
	if in.Attr("window_dimensions") == nil {
		attrs = append(attrs, ints(in.Ctx, "window", slices.Repeat([]int64{1}, len(in.Operands[0].Shape()))))
	}
	if len(in.Regions) == 2 && returns(in.Regions[0]) && returns(in.Regions[1]) {
		attrs = append(attrs, selectAndScatterKeywords(in.Ctx, in.Regions[0], in.Regions[1])...)
	}
	return attrs
}

func selectAndScatterToTG(c *convert.Rewriter, o *ir.Op) error {
	selection, combination := o.RegionAt(0), o.RegionAt(1)
	arg := combination.First().Arg(0)
	operands, err := promoted(c, o, []*ir.Value{nil, arg, arg})
	if err != nil {
		return err
	}
	rank := o.Operand(0).Type().Rank()
	attrs := []ir.NamedAttr{ints(c.Ctx, "window", listOr(o, "window_dimensions", rank, 1))}
	if strides := listOr(o, "window_strides", rank, 1); !all(strides, 1) {
		attrs = append(attrs, ints(c.Ctx, "strides", strides))
	}
	if pads := listOr(o, "padding", 2*rank, 0); !all(pads, 0) {
		attrs = append(attrs, ints(c.Ctx, "pads", pads))
	}
	if keywords := selectAndScatterKeywords(c.Ctx, selection, combination); keywords != nil {
		return c.Replace(o, tg.SelectAndScatter, operands, append(attrs, keywords...)...)
	}
	selects, err := c.Region(selection)
	if err != nil {
		return err
	}
	combines, err := c.Region(combination)
	if err != nil {
		return err
	}
	return c.ReplaceWithRegions(o, tg.SelectAndScatter, operands, []*ir.Region{selects, combines}, attrs...)
}
