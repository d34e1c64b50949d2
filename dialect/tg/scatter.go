package tg

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// Scatter combines updates into a tensor at many run-time positions.
var Scatter = Dialect.NewOp("tg.scatter")

var scatterKind = ir.OneOf("combiner", "set", "add", "mul", "min", "max", "and", "or")

// scatterLists are the dimension numbers in the order of the text.
var scatterLists = []string{
	"update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims", "scatter_dims_to_operand_dims",
}

func init() {
	Scatter.Define(ir.OpDef{
		Doc: "The operand with updates combined into it at the positions that index vectors say. " +
			"An index vector lies along dimension index_vector_dim of the indices (their rank for scalars), and component i counts along operand dimension scatter_dims_to_operand_dims[i]. " +
			"Dimensions update_window_dims of the updates walk over a window of the operand, which does not have operand dimensions inserted_window_dims; the others are those of the indices. " +
			"Operand dimensions input_batching_dims advance with scatter_indices_batching_dims of the indices. " +
			"Update elements outside of the operand are dropped; the others apply in row-major order. `sorted` and `unique` are promises about the index vectors. " +
			"A keyword combines one operand, indices and updates; without one there are n operands, the indices and n updates, " +
			"and a region takes n current and n update elements and yields what to store.",
		Example: `func.func @f(%x: tensor<10x4xf32>, %i: tensor<3x1xi32>, %u: tensor<3x4xf32>) -> tensor<10x4xf32> {
  %0 = tg.scatter add %x, %i, %u update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<10x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>
  %1 = tg.scatter %0, %i, %u update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 unique : (tensor<10x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<10x4xf32> with (%a: tensor<f32>, %b: tensor<f32>) {
    %2 = tg.sub %a, %b : tensor<f32>
    tg.yield %2 : tensor<f32>
  }
  return %1 : tensor<10x4xf32>
}`,
		Operands: ir.Args(scatterOperands()),
		Results:  ir.Args(ir.Variadic("outputs", ir.AnyTensor).Each("elements")),
		Attrs: []ir.AttrArg{
			{Name: "kind", Is: scatterKind, Optional: true},
			clause(scatterLists[0]), clause(scatterLists[1]), clause(scatterLists[2]), clause(scatterLists[3]), clause(scatterLists[4]),
			{Name: "index_vector_dim", Is: ir.IsI64}, flag("sorted"), flag("unique"),
		},
		Regions: optionalBody,
		Traits:  ir.RecursiveEffects | ir.SingleBlock,
		Format: "($kind^)? operands " + clauses(scatterLists...) + "`index_vector_dim` $index_vector_dim " +
			clauses("sorted", "unique") + "attr-dict `:` same-type " + withBody,
		Infer:         inferScatter,
		VerifyRegions: verifyScatter,
		Fold:          foldScatter,
		Slots: ir.Slots{
			autodiff.Derivative.Of(scatterRule),
			dimorder.Of.Of(dimorder.Fixed("operands tell positions by dimension, and updates go in row-major order")),
			te.Expand.Of(te.Opaque("it writes at positions that the run tells")),
			opgen.FormsOf.Of(opgen.NoForms("positions are values")),
			opgen.InstanceOf.Of(scatterInstance),
			convert.WritesAll(writeScatter),
			rewrite.Patterns.Of(scatterPatterns),
			cost.Timed.Of(scatterTiming),
			cost.Model.Of(scatterCost),
			analysis.StorageOf.Of(scatterStorage),
			interp.Kernel.Of(scatterKernel),
		},
	})
}

// scatterOperands are the inputs, the indices, and updates with the elements of
// the inputs.
func scatterOperands() ir.ArgDef {
	a := ir.Variadic("operands", ir.AnyTensor)
	a.Elems = func(i, n int) string {
		if i == n/2 {
			return "indices"
		}
		return "elements" + strconv.Itoa(i%(n/2+1))
	}
	return a
}

func inferScatter(in *ir.Inference) ([]*ir.Type, error) {
	kind := in.Attr("kind")
	if err := checkKeywordOrBody(kind, "kind", len(in.Regions)); err != nil {
		return nil, err
	}
	count := len(in.Operands)
	if count < 3 || count%2 == 0 || kind != nil && count != 3 {
		return nil, fmt.Errorf("needs operands, indices and as many updates (one of each next to a keyword), but has %d operands", count)
	}
	n := count / 2
	inputs, indices, updates := in.Operands[:n], in.Operands[n], in.Operands[n+1:]
	if !integerTensor.Ok(indices) {
		return nil, fmt.Errorf("indices must be %s, but are '%s'", integerTensor.Desc, indices)
	}
	if kind != nil {
		c := plainTensor
		if k := kind.Text(); k == "and" || k == "or" {
			c = bitsTensor
		}
		if !c.Ok(inputs[0]) {
			return nil, fmt.Errorf("the operand of %s must be %s, but is '%s'", kind.Text(), c.Desc, inputs[0])
		}
	}
	for i := range n {
		if !ir.Compatible(in.Ctx.WithElem(inputs[i], inputs[0].Elem()), inputs[0]) {
			return nil, fmt.Errorf("operands must have one shape, but operand #0 is '%s' and operand #%d is '%s'", inputs[0], i, inputs[i])
		}
		if updates[i].Elem() != inputs[i].Elem() {
			return nil, fmt.Errorf("updates must have the element type of their operand, but have '%s' for '%s'", updates[i], inputs[i])
		}
		if err := checkUpdates(in, inputs[i], indices, updates[i]); err != nil {
			return nil, err
		}
	}
	return inputs, nil
}

// checkUpdates fails unless the updates have the shape that the dimension
// numbers want.
func checkUpdates(in *ir.Inference, input, indices, updates *ir.Type) error {
	dims := indexDims{
		operand: input, indices: indices,
		droppedName: "inserted_window_dims", dropped: in.Attr("inserted_window_dims").Ints(),
		operandBatchingName: "input_batching_dims", operandBatching: in.Attr("input_batching_dims").Ints(),
		indicesBatchingName: "scatter_indices_batching_dims", indicesBatching: in.Attr("scatter_indices_batching_dims").Ints(),
		indexMapName: "scatter_dims_to_operand_dims", indexMap: in.Attr("scatter_dims_to_operand_dims").Ints(),
		vector: in.Attr("index_vector_dim").Int(),
	}
	batch, shown, err := dims.resolve()
	if err != nil {
		return err
	}
	windowDims := in.Attr("update_window_dims").Ints()
	if _, err := checkDims("update_window_dims entry", windowDims, updates); err != nil {
		return err
	}
	window := make([]int64, len(windowDims))
	for i, d := range windowDims {
		window[i] = updates.Shape()[d]
		if i >= len(shown) {
			break
		}
		if extent := input.Shape()[shown[i]]; extent != ir.Dynamic && window[i] != ir.Dynamic && window[i] > extent {
			return fmt.Errorf("a window of extent %d along dimension %d of the updates '%s' does not fit dimension %d of '%s'", window[i], d, updates, shown[i], input)
		}
	}
	if len(window) != len(shown) {
		return fmt.Errorf("update_window_dims has %d entries, but windows have %d dimensions", len(window), len(shown))
	}
	shape, err := placeBoxes("update_window_dims", windowDims, window, batch)
	if err != nil {
		return err
	}
	if want := in.Ctx.Tensor(shape, updates.Elem()); !ir.Compatible(want, updates) {
		return fmt.Errorf("updates must be '%s' to go with indices '%s', but are '%s'", want, indices, updates)
	}
	return nil
}

func verifyScatter(o *ir.Op) error {
	if o.NumRegions() == 0 {
		return nil
	}
	c, n := o.Context(), o.NumOperands()/2
	current := scalarTypes(c, o.OperandTypes()[:n])
	return checkRegion(o, 0, slices.Concat(current, scalarTypes(c, o.OperandTypes()[n+1:])), current)
}

// foldScatter removes a scatter of no updates.
func foldScatter(o *ir.Op, _ []*ir.Attr) []ir.Folded {
	n := o.NumOperands() / 2
	out := make([]ir.Folded, n)
	for i := range n {
		count, ok := o.Operand(n + 1 + i).Type().NumElements()
		if !ok || count != 0 || o.Operand(i).Type() != o.Result(i).Type() {
			return nil
		}
		out[i].Value = o.Operand(i)
	}
	return out
}

// scatterStorage: by a keyword updates are combined in place.
func scatterStorage(in *ir.Inference) analysis.Storage {
	if in.Attr("kind") == nil {
		return analysis.Storage{}
	}
	return analysis.UpdatingStorage(in)
}

func scatterKernel(s *interp.Site) (interp.Step, error) {
	n := len(s.In) / 2
	input, indices, updates := s.In[0], s.In[n].Shape, s.In[n+1].Shape
	dims := kernel.ScatterDims{
		UpdateWindowDims:           intsOf(s, "update_window_dims"),
		InsertedWindowDims:         intsOf(s, "inserted_window_dims"),
		InputBatchingDims:          intsOf(s, "input_batching_dims"),
		ScatterIndicesBatchingDims: intsOf(s, "scatter_indices_batching_dims"),
		ScatterDimsToOperandDims:   intsOf(s, "scatter_dims_to_operand_dims"),
		IndexVectorDim:             int(s.Op.Attr("index_vector_dim").Int()),
	}
	if kind := s.Op.Attr("kind"); kind != nil {
		run, err := kernel.ResolveScatter(kind.Text(), input.DType, input.Shape, indices, updates, dims)
		return interp.Step{Work: interp.WorkOf(16, shapes.Product(updates)), Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
			run(out[0], in[0], in[1], in[2])
			return nil
		}}, err
	}
	sites, err := kernel.ResolveScatterSites(input.Shape, indices, updates, dims)
	return interp.Step{Work: interp.WorkOf(16, shapes.Product(updates)), Fallback: steppedRegion(s), Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
		for i := range n {
			copy(out[i].Bytes(), in[i].Bytes())
		}
		region := s.Bodies[0].Scalars(f)
		defer region.Close()
		var failure error
		sites.Each(in[n], func(update, operand int) {
			if failure != nil {
				return
			}
			for i := range n {
				region.Load(i, out[i], operand)
				region.Load(n+i, in[n+1+i], update)
			}
			if failure = region.Run(); failure != nil {
				return
			}
			for i := range n {
				region.Store(i, out[i], operand)
			}
		})
		return failure
	}}, err
}

// scatterTiming is what calibration measures.
var scatterTiming = cost.Timing{
	Overhead: cost.Program{
		Inputs: []string{"4x2xf32", "1x1xi32", "1x2xf32"},
		Op:     "tg.scatter add %r, %a1, %a2 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<4x2xf32>, tensor<1x1xi32>, tensor<1x2xf32>) -> tensor<4x2xf32>",
	},
}

// scatterInstance says what random instances look like.
var scatterInstance = opgen.Instance{Operand: scatterOperand, Attrs: scatterAttrs, Count: func(*opgen.Generator, []*ir.Type) int { return 3 }, Least: 3}

func scatterCost(in *ir.Inference) cost.Work {
	n := len(in.Operands) / 2
	updates := in.Operands[n+1]
	kind := in.Attr("kind")
	if kind == nil {
		return cost.Body(in, cost.Elements(updates))
	}
	// Boxes are placed element by element, where they do not replace rows.
	w := updateCost(in, updates, 1)
	w.Read += cost.Bytes(in.Operands[n])
	if kind.Text() != "set" {
		w.Kind, w.Elem, w.Flops = cost.Simple, updates.Elem(), cost.Elements(updates)
	}
	return w
}

// scatterOperand makes updates that walk over whole rows of the operand, whose
// indices are vectors along their last dimension. Sometimes another dimension of
// the indices goes with one of the operand.
func scatterOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	switch i {
	case 0:
		return g.Ranked(1)
	case 1:
		rows := g.OfRank(1 + g.IntN(2))
		s := slices.Clone(rows.Shape())
		s[len(s)-1] = 1 + g.Int64N(int64(max(1, before[0].Rank())))
		return g.Ctx.Tensor(s, indexElem(g))
	}
	components := leading(before)
	if components == nil {
		return nil
	}
	batch := before[1].Shape()[:before[1].Rank()-1]
	row := slices.Clone(before[0].Shape())
	if o, _, ok := pair(before[0], before[1], int64(len(batch)), components); ok && g.Chance(1, 2) {
		row = slices.Delete(row, int(o), int(o)+1)
	}
	return g.Ctx.Tensor(slices.Concat(batch, row[len(components):]), before[0].Elem())
}

// leading are the operand dimensions that the indices of a scatter count along,
// the first ones; nil if there are none.
func leading(in []*ir.Type) []int64 {
	indices := in[1].Shape()
	if len(indices) == 0 || int(indices[len(indices)-1]) > in[0].Rank() {
		return nil
	}
	components := []int64{}
	for d := range indices[len(indices)-1] {
		components = append(components, d)
	}
	return components
}

func scatterAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	components := leading(in)
	if components == nil {
		return nil
	}
	batch, row := in[1].Rank()-1, in[0].Rank()-len(components)
	a := opgen.Attrs{
		"kind":                 g.Word("set", "add", "mul", "min", "max", "and", "or"),
		"inserted_window_dims": g.Ints(components), "scatter_dims_to_operand_dims": g.Ints(components),
		"index_vector_dim": g.I64(int64(batch)),
	}
	if in[2].Rank() < batch+row {
		o, n, _ := pair(in[0], in[1], int64(batch), components)
		a["input_batching_dims"], a["scatter_indices_batching_dims"] = g.Ints([]int64{o}), g.Ints([]int64{n})
		row--
	}
	window := []int64{}
	for d := range row {
		window = append(window, int64(batch+d))
	}
	a["update_window_dims"] = g.Ints(window)
	return a
}

func writeScatter(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	list := func(name string) []int64 { return o.Attr(name).Ints() }
	batching, with := sortedPairs(list("input_batching_dims"), list("scatter_indices_batching_dims"))
	attrs := []ir.NamedAttr{w.Record("scatter_dimension_numbers", "scatter",
		w.Ints("update_window_dims", list("update_window_dims")), w.Ints("inserted_window_dims", sortedInts(list("inserted_window_dims"))),
		w.Ints("input_batching_dims", batching), w.Ints("scatter_indices_batching_dims", with),
		w.Ints("scatter_dims_to_operand_dims", list("scatter_dims_to_operand_dims")), w.Int("index_vector_dim", o.Attr("index_vector_dim").Int()))}
	for _, promise := range []struct{ from, to string }{{"sorted", "indices_are_sorted"}, {"unique", "unique_indices"}} {
		if o.Attr(promise.from) != nil {
			attrs = append(attrs, w.Bool(promise.to, true))
		}
	}
	kind := o.Attr("kind")
	if kind == nil {
		return withRegions(w, o, "stablehlo.scatter", x, attrs...)
	}
	elem := x[0].Type().Elem()
	number := w.Ctx.Tensor(nil, elem)
	body := w.Function(types(number, number), func(x []*ir.Value) []*ir.Value {
		if name := scatterOps[kind.Text()]; name != "" {
			return []*ir.Value{w.Op(name, number, x)}
		}
		return x[1:] // it is set
	})
	return results(w.Make("stablehlo.scatter", o.ResultTypes(), x, []*ir.Region{body}, attrs...))
}

// scatterOps are the ops of the keywords that combine.
var scatterOps = map[string]string{
	"add": keywordOps["sum"], "mul": keywordOps["prod"], "min": keywordOps["min"], "max": keywordOps["max"], "and": keywordOps["and"], "or": keywordOps["or"],
}
