package stablehlo

import (
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// ReduceWindow folds each position of a sliding window.
var ReduceWindow = Dialect.NewOp("stablehlo.reduce_window")

func init() {
	ReduceWindow.Define(ir.OpDef{
		Doc: "Fold each position of a window that slides over the inputs, dilated and padded with the init values, starting at these. The region gets the accumulated values, then an element of each input, and returns the new accumulated values.",
		Example: `func.func @f(%x: tensor<4x6xf32>, %init: tensor<f32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
		Operands: ir.Args(ir.Variadic("inputs_and_init_values", ir.AnyTensor)),
		Results:  ir.Args(ir.Variadic("results", ir.AnyTensor)),
		Attrs: []ir.AttrArg{
			{Name: "window_dimensions", Is: ir.IsInts},
			{Name: "window_strides", Is: ir.IsInts, Optional: true},
			{Name: "base_dilations", Is: ir.IsInts, Optional: true},
			{Name: "window_dilations", Is: ir.IsInts, Optional: true},
			{Name: "padding", Is: ir.IsIntMatrix, Optional: true},
		},
		Regions:       []ir.RegionArg{{Name: "body"}},
		Traits:        ir.RecursiveEffects | ir.SingleBlock,
		VerifyRegions: verifyReduceWindow,
		Slots: ir.Slots{
			likeKeyword(tg.ReduceWindow, reduceKind, "window", "window_dimensions", "strides", "window_strides"),
			convert.ToTG.Of(reduceWindowToTG),
		},
	})
}

func verifyReduceWindow(o *ir.Op) error {
	n := o.NumOperands() / 2
	if n == 0 || o.NumOperands()%2 != 0 {
		return fmt.Errorf("requires an init value for each of one or more inputs, but got %d operands", o.NumOperands())
	}
	if o.NumResults() != n {
		return fmt.Errorf("requires a result per input, but has %d results for %d inputs", o.NumResults(), n)
	}
	body, err := reducerTypes(o, n)
	if err != nil {
		return err
	}
	first := o.Operand(0).Type()
	shape, err := windowPositions(o, first)
	if err != nil {
		return err
	}
	for i := range n {
		t, init := o.Operand(i).Type(), o.Operand(n+i).Type()
		switch {
		case !isScalar(init):
			return fmt.Errorf("requires init values of rank 0, but got '%s'", init)
		case !slices.EqualFunc(t.Shape(), first.Shape(), fits):
			return fmt.Errorf("requires inputs of one shape, but got '%s' and '%s'", first, t)
		}
		if err := checkReduced(i, t, init, body[i]); err != nil {
			return err
		}
		if want, got := o.Context().Tensor(shape, body[i].Elem()), o.Result(i).Type(); !ir.Compatible(want, got) {
			return fmt.Errorf("makes a result #%d of type '%s', but its type is '%s'", i, want, got)
		}
	}
	return nil
}

// listOr is a list attribute, or n times what it means when it is missing or empty.
func listOr(o *ir.Op, name string, n int, usual int64) []int64 {
	if list := o.Attr(name).Ints(); len(list) > 0 {
		return list
	}
	return slices.Repeat([]int64{usual}, n)
}

// windowPositions is how many positions the window has along each dimension of
// a tensor of type t.
func windowPositions(o *ir.Op, t *ir.Type) ([]int64, error) {
	lists := map[string][]int64{}
	for _, name := range []string{"window_dimensions", "window_strides", "base_dilations", "window_dilations"} {
		list := listOr(o, name, t.Rank(), 1)
		if extents := o.Attr(name); name == "window_dimensions" && extents != nil {
			list = extents.Ints() // an empty list is none that is missing
		}
		if err := checkLen(name, list, t.Rank()); err != nil {
			return nil, err
		}
		if err := checkPositive(name, list); err != nil {
			return nil, err
		}
		lists[name] = list
	}
	if pad := o.Attr("padding"); pad != nil && len(pad.Ints()) > 0 && !slices.Equal(pad.Type().Shape(), []int64{int64(t.Rank()), 2}) {
		return nil, fmt.Errorf("requires padding to have the shape %dx2, but its type is '%s'", t.Rank(), pad.Type())
	}
	pads := listOr(o, "padding", 2*t.Rank(), 0)
	shape := make([]int64, t.Rank())
	for i, d := range t.Shape() {
		var err error
		shape[i], err = positions(d, lists["window_dimensions"][i], lists["window_strides"][i],
			lists["base_dilations"][i], lists["window_dilations"][i], pads[2*i], pads[2*i+1])
		if err != nil {
			return nil, fmt.Errorf("%w in dimension %d of '%s'", err, i, t)
		}
	}
	return shape, nil
}

// positions is how many positions a window has along one dimension of n
// elements.
func positions(n, window, stride, baseDilation, windowDilation, low, high int64) (int64, error) {
	if n == ir.Dynamic || window == ir.Dynamic {
		return ir.Dynamic, nil
	}
	if !countable(float64(float64(n)*float64(baseDilation))+math.Abs(float64(low))+math.Abs(float64(high))) || !countable(float64(window)*float64(windowDilation)) {
		return 0, fmt.Errorf("the padded input or the window is larger than can be counted")
	}
	padded, reach := dilated(n, baseDilation)+low+high, dilated(window, windowDilation)
	if padded < reach || padded <= 0 {
		return 0, nil
	}
	return (padded-reach)/stride + 1, nil
}

func reduceWindowToTG(c *convert.Rewriter, o *ir.Op) error {
	n := o.NumOperands() / 2
	args := o.RegionAt(0).First().Args()
	operands, err := promoted(c, o, slices.Concat(args[n:], args[:n]))
	if err != nil {
		return err
	}
	attrs := []ir.NamedAttr{ints(c.Ctx, "window", o.Attr("window_dimensions").Ints())}
	for _, list := range []struct {
		from, to string
		usual    int64
	}{{"window_strides", "strides", 1}, {"base_dilations", "base_dilation", 1}, {"window_dilations", "window_dilation", 1}, {"padding", "pads", 0}} {
		if v := o.Attr(list.from).Ints(); !all(v, list.usual) {
			attrs = append(attrs, ints(c.Ctx, list.to, v))
		}
	}
	if kind := reduceKind(o.RegionAt(0)); kind != "" && n == 1 {
		if dims := wholeExtents(o, kind); dims != nil && o.Attrs().Get(convert.Sequential) == nil {
			return c.Replace(o, tg.Reduce, withoutIdentity(o, kind, operands), ints(c.Ctx, "dims", dims),
				ir.NamedAttr{Name: "keep_dims", Value: c.Ctx.Unit()}, ir.NamedAttr{Name: "kind", Value: c.Ctx.StringAttr(kind)})
		}
		attrs = append(attrs, ir.NamedAttr{Name: "kind", Value: c.Ctx.StringAttr(kind)})
		operands = withoutIdentity(o, kind, operands)
		if dim := prefixes(o, kind); dim >= 0 && len(operands) == 1 {
			return c.Replace(o, tg.Cumulate, operands, ir.NamedAttr{Name: "kind", Value: c.Ctx.StringAttr(kind)}, ir.NamedAttr{Name: "dim", Value: c.Ctx.I64Attr(dim)})
		}
		return c.Replace(o, tg.ReduceWindow, operands, attrs...)
	}
	body, err := c.Region(o.RegionAt(0))
	if err != nil {
		return err
	}
	return c.ReplaceWithRegions(o, tg.ReduceWindow, operands, []*ir.Region{body}, attrs...)
}

// prefixes is the dimension along which windows see all elements up to their place, and nothing
// else, so that their sums are cumulated ones, in the same order; -1 if there is none. Narrow
// floats are rounded at every step in a window.
func prefixes(o *ir.Op, kind string) int64 {
	t := o.Operand(0).Type()
	n, elem := t.Rank(), t.Elem()
	if kind != "sum" || !t.IsStatic() || elem.IsComplex() || elem.IsFloat() && elem.Width() < 32 ||
		!all(listOr(o, "window_strides", n, 1), 1) || !all(listOr(o, "base_dilations", n, 1), 1) || !all(listOr(o, "window_dilations", n, 1), 1) {
		return -1
	}
	dim, pads := int64(-1), listOr(o, "padding", 2*n, 0)
	for d, size := range o.Attr("window_dimensions").Ints() {
		switch extent := t.Shape()[d]; {
		case size == 1 && pads[2*d] == 0 && pads[2*d+1] == 0:
		case dim < 0 && size == extent && extent > 1 && pads[2*d] == extent-1 && pads[2*d+1] == 0:
			dim = int64(d)
		default:
			return -1
		}
	}
	return dim
}

// wholeExtents are the dimensions that the window covers, if it covers some as a whole and is a
// single element along the others, which is a reduction by another name: in the order of a
// reduction, which a later pass could not change. A window rounds sums and products of narrow
// floats at every step, so that these stay; so does what has no order, which canonicalization makes
// a reduction: where several elements are the greatest, the derivative of a window is another one.
func wholeExtents(o *ir.Op, kind string) []int64 {
	t := o.Operand(0).Type()
	n := t.Rank()
	narrow := t.Elem().IsFloat() && t.Elem().Width() < 32
	ordered := kind == "sum" || kind == "prod"
	if !ordered || narrow || !t.IsStatic() || !all(listOr(o, "padding", 2*n, 0), 0) || !all(listOr(o, "base_dilations", n, 1), 1) || !all(listOr(o, "window_dilations", n, 1), 1) {
		return nil
	}
	var dims []int64
	strides := listOr(o, "window_strides", n, 1)
	for d, size := range o.Attr("window_dimensions").Ints() {
		switch {
		case size == 1 && strides[d] == 1:
		case size == t.Shape()[d]:
			dims = append(dims, int64(d))
		default:
			return nil
		}
	}
	return dims
}
