package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Scatter combines updates into a tensor.
var Scatter = Dialect.NewOp("stablehlo.scatter")

func init() {
	Scatter.Define(ir.OpDef{
		Doc: "The inputs with updates combined into them at the places that scatter_indices tells; what lies outside of them is dropped. The region gets a current element of each input, then an element of each update, and returns what replaces the current ones.",
		Example: `func.func @f(%x: tensor<10x4xf32>, %i: tensor<3x1xi32>, %u: tensor<3x4xf32>) -> tensor<10x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>
  return %0 : tensor<10x4xf32>
}`,
		Operands: ir.Args(ir.Variadic("inputs_scatter_indices_and_updates", ir.AnyTensor)),
		Results:  ir.Args(ir.Variadic("results", ir.AnyTensor)),
		Attrs: []ir.AttrArg{
			{Name: "scatter_dimension_numbers", Is: scatterDims.Is},
			{Name: "indices_are_sorted", Is: ir.IsBool, Optional: true},
			{Name: "unique_indices", Is: ir.IsBool, Optional: true},
		},
		Regions:       []ir.RegionArg{{Name: "update_computation"}},
		Traits:        ir.RecursiveEffects | ir.SingleBlock,
		VerifyRegions: verifyScatter,
		Slots: ir.Slots{
			likeKeyword(tg.Scatter, scatterKind),
			convert.ToTG.Of(scatterToTG),
		},
	})
}

var namesOfScatter = &gatherNames{
	offset: "update_window_dims", collapsed: "inserted_window_dims",
	operandBatching: "input_batching_dims", indicesBatching: "scatter_indices_batching_dims",
	startMap: "scatter_dims_to_operand_dims",
}

func scatterNumbersOf(a *ir.Attr) gatherNumbers {
	return gatherNumbers{
		offset: a.Get("update_window_dims").Ints(), collapsed: a.Get("inserted_window_dims").Ints(),
		operandBatching: a.Get("input_batching_dims").Ints(), indicesBatching: a.Get("scatter_indices_batching_dims").Ints(),
		startMap: a.Get("scatter_dims_to_operand_dims").Ints(), indexVector: a.Get("index_vector_dim").Int(),
		names: namesOfScatter,
	}
}

func verifyScatter(o *ir.Op) error {
	n := o.NumOperands() / 2
	if n == 0 || o.NumOperands()%2 == 0 {
		return fmt.Errorf("requires inputs, indices and as many updates as inputs, but got %d operands", o.NumOperands())
	}
	if o.NumResults() != n {
		return fmt.Errorf("requires a result per input, but has %d results for %d inputs", o.NumResults(), n)
	}
	indices := o.Operand(n).Type()
	if !ir.IntTensor.Ok(indices) {
		return fmt.Errorf("requires indices that are a %s, but got '%s'", ir.IntTensor.Desc, indices)
	}
	body, err := reducerTypes(o, n)
	if err != nil {
		return err
	}
	numbers := scatterNumbersOf(o.Attr("scatter_dimension_numbers"))
	first, firstUpdate := o.Operand(0).Type(), o.Operand(n+1).Type()
	if err := numbers.checkUpdates(o.Context(), first, indices, firstUpdate); err != nil {
		return err
	}
	for i := range n {
		t, update := o.Operand(i).Type(), o.Operand(n+1+i).Type()
		switch {
		case !slices.EqualFunc(t.Shape(), first.Shape(), fits):
			return fmt.Errorf("requires inputs of one shape, but got '%s' and '%s'", first, t)
		case !slices.EqualFunc(update.Shape(), firstUpdate.Shape(), fits):
			return fmt.Errorf("requires updates of one shape, but got '%s' and '%s'", firstUpdate, update)
		case update.Elem() != t.Elem():
			return fmt.Errorf("requires updates with the element type of their input '%s', but got '%s'", t, update)
		}
		if err := checkPromotable(fmt.Sprintf("input #%d", i), t, body[i]); err != nil {
			return err
		}
		if want, got := o.Context().WithElem(t, body[i].Elem()), o.Result(i).Type(); !ir.Compatible(want, got) {
			return fmt.Errorf("makes a result #%d of type '%s', but its type is '%s'", i, want, got)
		}
	}
	return nil
}

// checkUpdates checks the shape of what is scattered into a tensor of type
// input at places that a tensor of type indices tells.
func (n gatherNumbers) checkUpdates(c *ir.Context, input, indices, updates *ir.Type) error {
	if err := n.check(input, indices); err != nil {
		return err
	}
	if err := checkDims(n.names.offset, n.offset, updates.Rank()); err != nil {
		return err
	}
	// The extents of the windows are known from the updates alone.
	sizes, window := make([]int64, input.Rank()), n.offset
	for i := range sizes {
		if slices.Contains(n.collapsed, int64(i)) || slices.Contains(n.operandBatching, int64(i)) || len(window) == 0 {
			continue
		}
		sizes[i], window = updates.Shape()[window[0]], window[1:]
	}
	want, err := n.place(indices, sizes)
	if err != nil {
		return err
	}
	for i, d := range input.Shape() {
		if d != ir.Dynamic && sizes[i] > d {
			return fmt.Errorf("cannot scatter windows of size %d into dimension %d of '%s'", sizes[i], i, input)
		}
	}
	if !slices.EqualFunc(updates.Shape(), want, fits) {
		return fmt.Errorf("requires updates of type '%s', but got '%s'", c.WithShape(updates, want), updates)
	}
	return nil
}

// scatterKinds are the regions that tg has a keyword for.
var scatterKinds = map[string]string{"sum": "add", "prod": "mul", "max": "max", "min": "min", "and": "and", "or": "or"}

// scatterKind is the keyword for a region, or "".
func scatterKind(r *ir.Region) string {
	if replaces(r) {
		return "set"
	}
	return scatterKinds[reduceKind(r)]
}

func scatterToTG(c *convert.Rewriter, o *ir.Op) error {
	count := o.NumOperands() / 2
	body := o.RegionAt(0)
	args := body.First().Args()
	// The indices are no argument of the region.
	operands, err := promoted(c, o, slices.Concat(args[:count], []*ir.Value{nil}, args[count:]))
	if err != nil {
		return err
	}
	n := scatterNumbersOf(o.Attr("scatter_dimension_numbers"))
	attrs := []ir.NamedAttr{
		ints(c.Ctx, "update_window_dims", n.offset), ints(c.Ctx, "inserted_window_dims", n.collapsed),
		ints(c.Ctx, "input_batching_dims", n.operandBatching), ints(c.Ctx, "scatter_indices_batching_dims", n.indicesBatching),
		ints(c.Ctx, "scatter_dims_to_operand_dims", n.startMap), {Name: "index_vector_dim", Value: c.Ctx.I64Attr(n.indexVector)},
	}
	for _, promise := range []struct{ from, to string }{{"indices_are_sorted", "sorted"}, {"unique_indices", "unique"}} {
		if a := o.Attr(promise.from); a != nil && a.Bool() {
			attrs = append(attrs, ir.NamedAttr{Name: promise.to, Value: c.Ctx.Unit()})
		}
	}
	if kind := scatterKind(body); count == 1 && kind != "" {
		return c.Replace(o, tg.Scatter, operands, append(attrs, ir.NamedAttr{Name: "kind", Value: c.Ctx.StringAttr(kind)})...)
	}
	region, err := c.Region(body)
	if err != nil {
		return err
	}
	return c.ReplaceWithRegions(o, tg.Scatter, operands, []*ir.Region{region}, attrs...)
}

// replaces reports whether a region of two arguments returns the second.
func replaces(r *ir.Region) bool {
	b := r.First()
	return b.NumArgs() == 2 && b.First() == b.Last() && b.Last().Operand(0) == b.Arg(1)
}
