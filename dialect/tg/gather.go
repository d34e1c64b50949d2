package tg

import (
	"fmt"
	"maps"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// Gather cuts out boxes at many run-time positions.
var Gather = Dialect.NewOp("tg.gather")

func init() {
	Gather.Define(ir.OpDef{
		Doc: "Boxes of the operand at the positions that index vectors say. " +
			"An index vector lies along dimension index_vector_dim of the indices (their rank for scalars), and component i counts along operand dimension start_index_map[i]. " +
			"Each box has slice_sizes; operand dimensions in collapsed_slice_dims, of size 1, are left out, the others lie along offset_dims of the result, " +
			"and the result's other dimensions are those of the indices. Operand dimensions operand_batching_dims advance with start_indices_batching_dims of the indices. " +
			"A start is clamped so that its box lies inside the operand. `sorted` promises that index vectors increase.",
		Example: `func.func @f(%table: tensor<100x8xf32>, %rows: tensor<5x1xi32>) -> tensor<5x8xf32> {
  %0 = tg.gather %table, %rows offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 8] : (tensor<100x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor), ir.Arg("indices", integerTensor)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs: []ir.AttrArg{
			clause("offset_dims"), clause("collapsed_slice_dims"), clause("operand_batching_dims"), clause("start_indices_batching_dims"),
			clause("start_index_map"), {Name: "index_vector_dim", Is: ir.IsI64}, {Name: "slice_sizes", Is: ir.IsInts}, flag("sorted"),
		},
		Traits: ir.Pure,
		Format: "$operand `,` $indices " +
			clauses("offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims", "start_index_map") +
			"`index_vector_dim` $index_vector_dim `slice_sizes` $slice_sizes (`sorted` $sorted^)? attr-dict `:` same-type",
		Infer: inferGather,
		Fold:  func(o *ir.Op, consts []*ir.Attr) []ir.Folded { return splatThrough(o, consts[0]) },
		Slots: ir.Slots{
			autodiff.Derivative.Of(gatherDerivative),
			dimorder.Of.Of(dimorder.Fixed("operands tell positions by dimension")),
			te.Expand.Of(expandGather),
			opgen.FormsOf.Of(opgen.NoForms("positions are values")),
			autodiff.Raised.Of(raiseGather),
			opgen.InstanceOf.Of(gatherInstance),
			convert.Writes(writeGather),
			rewrite.Patterns.Of(gatherPatterns),
			cost.Timed.Of(gatherTiming),
			cost.Model.Of(gatherCost),
			analysis.StorageOf.Of(gatherStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, _, err := kernel.ResolveGather(s.In[0].Shape, s.In[1].Shape, gatherNumbers(s.Op.Attr), intsOf(s, "slice_sizes"))
				return interp.Step{Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
					run(f.Workspace(), out[0], in[0], in[1])
					return nil
				}}, err
			}),
		},
	})
}

// gatherNumbers are the dimension numbers of a gather as its kernel takes them.
func gatherNumbers(attr func(string) *ir.Attr) kernel.GatherDims {
	list := func(name string) []int { return toInts(attr(name).Ints()) }
	return kernel.GatherDims{
		OffsetDims:               list("offset_dims"),
		CollapsedSliceDims:       list("collapsed_slice_dims"),
		OperandBatchingDims:      list("operand_batching_dims"),
		StartIndicesBatchingDims: list("start_indices_batching_dims"),
		StartIndexMap:            list("start_index_map"),
		IndexVectorDim:           int(attr("index_vector_dim").Int()),
	}
}

// gatherStorage: where boxes begin is worked out once for all lines of the result.
func gatherStorage(in *ir.Inference) analysis.Storage {
	operand, indices := toInts(in.Operands[0].Shape()), toInts(in.Operands[1].Shape())
	dims, sizes := gatherNumbers(in.Attr), toInts(in.Attr("slice_sizes").Ints())
	return analysis.Storage{Workspace: func(int) int { return kernel.GatherWorkspace(operand, indices, dims, sizes) }}
}

func inferGather(in *ir.Inference) ([]*ir.Type, error) {
	dims := gatherDims(in)
	batch, shown, err := dims.resolve()
	if err != nil {
		return nil, err
	}
	t, sizes := dims.operand, in.Attr("slice_sizes").Ints()
	if err := checkLength("slice_sizes", sizes, t); err != nil {
		return nil, err
	}
	for d, n := range sizes {
		if extent := t.Shape()[d]; n < 0 || extent != ir.Dynamic && n > extent {
			return nil, fmt.Errorf("slice size %d of dimension %d must be from 0 to the extent %s of '%s'", n, d, extentText(extent), t)
		}
	}
	for _, list := range [][]int64{dims.dropped, dims.operandBatching} {
		for _, d := range list {
			if sizes[d] > 1 {
				return nil, fmt.Errorf("slice size of dimension %d must be 0 or 1, because the result does not show it, but is %d", d, sizes[d])
			}
		}
	}
	box := make([]int64, len(shown))
	for i, d := range shown {
		box[i] = sizes[d]
	}
	shape, err := placeBoxes("offset_dims", in.Attr("offset_dims").Ints(), box, batch)
	if err != nil {
		return nil, err
	}
	return types(in.Ctx.Tensor(shape, t.Elem())), nil
}

// gatherDims are the dimension numbers of a gather.
func gatherDims(in *ir.Inference) indexDims {
	return indexDims{
		operand: in.Operands[0], indices: in.Operands[1],
		droppedName: "collapsed_slice_dims", dropped: in.Attr("collapsed_slice_dims").Ints(),
		operandBatchingName: "operand_batching_dims", operandBatching: in.Attr("operand_batching_dims").Ints(),
		indicesBatchingName: "start_indices_batching_dims", indicesBatching: in.Attr("start_indices_batching_dims").Ints(),
		indexMapName: "start_index_map", indexMap: in.Attr("start_index_map").Ints(),
		vector: in.Attr("index_vector_dim").Int(),
	}
}

// gatherTiming is what calibration measures.
var gatherTiming = cost.Timing{
	Overhead: cost.Program{
		Inputs: []string{"4x2xf32", "1xi32"},
		Op:     "tg.gather %a0, %a1 offset_dims [0] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 0 slice_sizes [1, 2] : (tensor<4x2xf32>, tensor<1xi32>) -> tensor<2xf32>",
	},
}

// gatherInstance says what random instances look like.
var gatherInstance = opgen.Instance{Operand: gatherOperand, Attrs: gatherAttrs}

func gatherCost(in *ir.Inference) cost.Work {
	sizes, table := in.Attr("slice_sizes").Ints(), in.Operands[0].Shape()
	w := cost.Filling(in)
	w.Read = w.Written + cost.Bytes(in.Operands[1])
	// Each further box is placed for itself.
	if n, piece := cost.Elements(in.Results[0]), cost.Piece(sizes, table); n > 0 && piece > 0 {
		w.Runs = n/piece - 1
	}
	return w
}

func gatherOperand(g *opgen.Generator, i int, _ []*ir.Type) *ir.Type {
	if i == 0 {
		return g.Ranked(1)
	}
	t := g.Any()
	if g.Chance(1, 2) {
		t = g.Ctx.Tensor(append(slices.Clone(t.Shape()), 1), t.Elem())
	}
	return g.Ctx.WithElem(t, indexElem(g))
}

func gatherAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	d := indexingOf(g, in[0], in[1])
	if d == nil {
		return nil
	}
	a := opgen.Attrs{
		"operand_batching_dims": g.Ints(d.batches), "start_indices_batching_dims": g.Ints(d.with),
		"offset_dims": g.Ints(d.window), "collapsed_slice_dims": g.Ints(d.hidden), "start_index_map": g.Ints(d.components),
		"index_vector_dim": g.I64(d.vector), "slice_sizes": g.Ints(d.box),
	}
	return a
}

// indexing are dimension numbers of gather and scatter.
type indexing struct {
	vector     int64   // the dimension of the indices along which vectors lie
	components []int64 // operand dimensions that these count along
	hidden     []int64 // operand dimensions that boxes do not show
	batches    []int64 // operand dimensions that go with a dimension of the indices,
	with       []int64 // which is this one
	box        []int64 // extents along all operand dimensions
	batch      []int64 // extents of the indices without the vectors
	window     []int64 // where the box dimensions lie in the result or updates
}

// indexingOf makes dimension numbers for an operand and indices; nil when index
// vectors are longer than the operand has dimensions. Most look up rows.
func indexingOf(g *opgen.Generator, operand, indices *ir.Type) *indexing {
	d := &indexing{vector: int64(indices.Rank())}
	components := int64(1)
	if indices.Rank() > 0 && g.Chance(3, 4) {
		d.vector = int64(indices.Rank()) - 1
		components = indices.Shape()[d.vector]
	}
	if components > int64(operand.Rank()) {
		return nil
	}
	d.components = g.Permutation(operand.Rank())
	if g.Chance(3, 4) {
		slices.Sort(d.components)
	}
	d.components = d.components[:components]
	d.box = slices.Clone(operand.Shape())
	for _, c := range d.components {
		d.box[c] = min(d.box[c], 1+g.Int64N(2))
		if d.box[c] <= 1 && g.Chance(3, 4) {
			d.hidden = append(d.hidden, c)
		}
	}
	slices.Sort(d.hidden)
	for n, extent := range indices.Shape() {
		if int64(n) != d.vector {
			d.batch = append(d.batch, extent)
		}
	}
	if o, n, ok := pair(operand, indices, d.vector, d.components); ok && g.Chance(1, 2) {
		d.batches, d.with = []int64{o}, []int64{n}
		d.box[o] = 1
	}
	shown := operand.Rank() - len(d.hidden) - len(d.batches)
	places := g.Permutation(shown + len(d.batch))
	if g.Chance(3, 4) {
		slices.Sort(places)
		slices.Reverse(places)
	}
	d.window = places[:shown]
	slices.Sort(d.window)
	return d
}

func writeGather(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	attrs := append(gatherAttrsThere(w, o), w.Ints("slice_sizes", o.Attr("slice_sizes").Ints()))
	return w.Op("stablehlo.gather", o.Result(0).Type(), x, attrs...)
}

// gatherAttrsThere are the attributes of a gather but the sizes of the boxes.
func gatherAttrsThere(w *convert.Writer, o *ir.Op) []ir.NamedAttr {
	list := func(name string) []int64 { return o.Attr(name).Ints() }
	batching, with := sortedPairs(list("operand_batching_dims"), list("start_indices_batching_dims"))
	attrs := []ir.NamedAttr{w.Record("dimension_numbers", "gather",
		w.Ints("offset_dims", list("offset_dims")), w.Ints("collapsed_slice_dims", sortedInts(list("collapsed_slice_dims"))),
		w.Ints("operand_batching_dims", batching), w.Ints("start_indices_batching_dims", with),
		w.Ints("start_index_map", list("start_index_map")), w.Int("index_vector_dim", o.Attr("index_vector_dim").Int()))}
	if o.Attr("sorted") != nil {
		attrs = append(attrs, w.Bool("indices_are_sorted", true))
	}
	return attrs
}

// raiseGather lets the leading dimensions of operand and indices go together where both have one.
// One of the indices alone is one more of those; one of the operand alone is shown by all boxes,
// whole.
func raiseGather(b *autodiff.Batch, o *ir.Op) []*ir.Value {
	list := func(name string) []int64 { return o.Attr(name).Ints() }
	attrs := map[string][]int64{}
	sizes := list("slice_sizes")
	if b.Has(o, 0) {
		for _, name := range []string{"collapsed_slice_dims", "operand_batching_dims", "start_index_map"} {
			attrs[name] = behindFirst(list(name))
		}
		sizes = append([]int64{b.N}, sizes...)
	}
	vector := o.Attr("index_vector_dim").Int()
	if b.Has(o, 1) {
		attrs["start_indices_batching_dims"] = behindFirst(list("start_indices_batching_dims"))
		vector++
	}
	attrs["offset_dims"] = behindFirst(list("offset_dims"))
	switch {
	case b.Has(o, 0) && b.Has(o, 1):
		sizes[0] = min(1, b.N)
		attrs["operand_batching_dims"] = append([]int64{0}, attrs["operand_batching_dims"]...)
		attrs["start_indices_batching_dims"] = append([]int64{0}, attrs["start_indices_batching_dims"]...)
	case b.Has(o, 0):
		attrs["offset_dims"] = append([]int64{0}, attrs["offset_dims"]...)
	}
	named := []ir.NamedAttr{intsAttr(b.Ctx, "slice_sizes", sizes), {Name: "index_vector_dim", Value: b.Ctx.I64Attr(vector)}}
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		named = append(named, intsAttr(b.Ctx, name, attrs[name]))
	}
	if o.Attr("sorted") != nil && b.Has(o, 1) { // of each element, not of all
		named = append(named, ir.NamedAttr{Name: "sorted"})
	}
	return b.Like(o, []*ir.Value{b.In(o, 0), b.In(o, 1)}, named...)
}
