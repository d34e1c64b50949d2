package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How gathers and scatters at known positions become movements of boxes.

var gatherPatterns = []*rewrite.Pattern{
	{
		Name: "gather-in-steps", Root: Gather,
		Doc: "A gather at constant positions that are equally far apart is a slice with a stride, turned around where they decrease; at equal positions it is a broadcast slice, and so it is where each comes several times in a row.",
		Why: "Positions may be counted by an iota or by constants, up, down or not at all, and lie anywhere among the dimensions of the result.",
		Example: example("%x: tensor<8x12xf32>", "tensor<3x12xf32>, tensor<12x3xf32>",
			"%i = tg.constant dense<[[1], [3], [5]]> : tensor<3x1xi32>",
			"%j = tg.constant dense<2> : tensor<3x1xi32>",
			"%0 = tg.gather %x, %i offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 12] : (tensor<8x12xf32>, tensor<3x1xi32>) -> tensor<3x12xf32>",
			"%1 = tg.gather %x, %j offset_dims [0] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 12] : (tensor<8x12xf32>, tensor<3x1xi32>) -> tensor<12x3xf32>",
			"return %0, %1 : tensor<3x12xf32>, tensor<12x3xf32>"),
		Apply: gatherInSteps,
	},
}

var scatterPatterns = []*rewrite.Pattern{
	{
		Name: "scatter-region-is-set", Root: Scatter,
		Doc: "A region that yields the update sets it.",
		Why: "It looks into a region.",
		Example: example("%x: tensor<8x12xf32>, %i: tensor<3x1xi32>, %u: tensor<3x12xf32>", "tensor<8x12xf32>",
			"%0 = tg.scatter %x, %i, %u update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<8x12xf32>, tensor<3x1xi32>, tensor<3x12xf32>) -> tensor<8x12xf32> with (%a: tensor<f32>, %b: tensor<f32>) {",
			"  tg.yield %b : tensor<f32>",
			"}",
			"return %0 : tensor<8x12xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			if o.NumRegions() != 1 || o.NumOperands() != 3 {
				return false
			}
			block := o.RegionAt(0).First()
			if block.First() != block.Last() || block.Last().Operand(0) != block.Arg(1) {
				return false
			}
			attrs := append(slices.Clone(o.Props().Entries()), ir.NamedAttr{Name: "kind", Value: r.Ctx.StringAttr("set")})
			return replaceWith(r, o, r.OpWithTypes(Scatter, o.Loc(), o.ResultTypes(), o.Operands(), attrs...).Result(0))
		},
	},
	{
		Name: "scatter-everywhere", Root: Scatter,
		Doc: "A scatter of whole rows to all rows in order, or in reverse, is an op on all of the operand; one to no row at all is nothing.",
		Why: "Each kind of scatter is another op, for rows that are counted up or down, by an iota or by constants.",
		Example: example("%x: tensor<3x12xf32>, %u: tensor<3x12xf32>", "tensor<3x12xf32>, tensor<3x12xf32>",
			"%i = tg.constant dense<[[0], [1], [2]]> : tensor<3x1xi32>",
			"%j = tg.constant dense<[[2], [1], [0]]> : tensor<3x1xi32>",
			"%0 = tg.scatter add %x, %i, %u update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x12xf32>, tensor<3x1xi32>, tensor<3x12xf32>) -> tensor<3x12xf32>",
			"%1 = tg.scatter set %x, %j, %u update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3x12xf32>, tensor<3x1xi32>, tensor<3x12xf32>) -> tensor<3x12xf32>",
			"return %0, %1 : tensor<3x12xf32>, tensor<3x12xf32>"),
		Apply: scatterEverywhere,
	},
	{
		Name: "scatter-one-box", Root: Scatter,
		Doc: "A scatter that sets one box at a constant position inside of the operand is an update of that box.",
		Why: "It makes as many operands as there are dimensions.",
		Example: example("%x: tensor<8x12xf32>, %u: tensor<12xf32>", "tensor<8x12xf32>",
			"%i = tg.constant dense<3> : tensor<1xi32>",
			"%0 = tg.scatter set %x, %i, %u update_window_dims [0] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 0 : (tensor<8x12xf32>, tensor<1xi32>, tensor<12xf32>) -> tensor<8x12xf32>",
			"return %0 : tensor<8x12xf32>"),
		Apply: scatterOneBox,
	},
}

// boxStarts is where the only box begins that constant indices name, in an
// operand of the given rank; nil if there are several, or none is known.
func boxStarts(o *ir.Op, indices *ir.Value, indexMap []int64, rank int) []int64 {
	a := ir.ConstantValue(indices)
	if !a.Is(ir.DenseAttr) || !staticTensor(a.Type()) || !isWholeNumber(a.Type().Elem()) {
		return nil
	}
	// Indices of no dimension name boxes, too: as many as there are places for indices.
	coordinates, boxes := int64(1), int64(1)
	for d, n := range a.Type().Shape() {
		if int64(d) == o.Attr("index_vector_dim").Int() {
			coordinates = n
		} else {
			boxes *= n
		}
	}
	if boxes != 1 || coordinates != int64(len(indexMap)) {
		return nil
	}
	starts, values := make([]int64, rank), a.Ints()
	for i, d := range indexMap {
		v := values[0]
		if !a.IsSplat() {
			v = values[i]
		}
		if v < 0 && a.Type().Elem().Signedness() == ir.Unsigned {
			return nil
		}
		starts[d] = v
	}
	return starts
}

// progression is the first of the numbers of v and their distance, if they
// form an arithmetic progression that is known.
func progression(v *ir.Value) (first, step int64, ok bool) {
	if o := v.Def(); o.Is(Iota) && len(notOne(v.Type().Shape())) == 1 && v.Type().Shape()[o.Attr("dim").Int()] != 1 && v.Type().Elem().Width() >= 32 {
		return 0, 1, true
	}
	a := ir.ConstantValue(v)
	if !a.Is(ir.DenseAttr) || !staticTensor(a.Type()) || elements(a.Type()) == 0 {
		return 0, 0, false
	}
	values := a.Ints()
	if a.IsSplat() || len(values) == 1 {
		return values[0], 0, true
	}
	step = values[1] - values[0]
	for i := 1; i < len(values); i++ {
		if values[i]-values[i-1] != step {
			return 0, 0, false
		}
	}
	return values[0], step, true
}

// repeatedProgression is a progression each of whose numbers comes so many times in a row.
func repeatedProgression(v *ir.Value) (first, step, times int64, ok bool) {
	if first, step, ok = progression(v); ok {
		return first, step, 1, true
	}
	a := ir.ConstantValue(v)
	if !a.Is(ir.DenseAttr) || !staticTensor(a.Type()) || elements(a.Type()) == 0 {
		return 0, 0, 0, false
	}
	values := a.Ints()
	run := slices.IndexFunc(values, func(n int64) bool { return n != values[0] })
	if run <= 1 || len(values)%run != 0 {
		return 0, 0, 0, false
	}
	step = values[run] - values[0]
	for i, n := range values {
		if i >= run && n-values[i-run] != step || i%run > 0 && n != values[i-1] {
			return 0, 0, 0, false
		}
	}
	return values[0], step, int64(run), true
}

// within reports whether n numbers, the first one and others that are step apart,
// all lie between 0 and limit. None of what it computes wraps.
func within(first, step, n, limit int64) bool {
	switch {
	case first < 0 || first >= limit:
		return false
	case step > 0:
		return n-1 <= (limit-1-first)/step
	case step < 0:
		return n-1 <= first/-step
	}
	return true
}

func gatherInSteps(r *rewrite.Rewriter, o *ir.Op) bool {
	x, indices, sizes := o.Operand(0), o.Operand(1), o.Attr("slice_sizes").Ints()
	indexMap := o.Attr("start_index_map").Ints()
	if !allStatic(o) || len(indexMap) != 1 || len(o.Attr("operand_batching_dims").Ints()) > 0 || elements(o.Result(0).Type()) == 0 {
		return false
	}
	d := int(indexMap[0])
	for i, n := range x.Type().Shape() {
		if i == d && sizes[i] != 1 || i != d && sizes[i] != n {
			return false
		}
	}
	first, step, times, ok := repeatedProgression(indices)
	if !ok {
		return false
	}
	n := elements(indices.Type()) / times
	if !within(first, step, n, x.Type().Shape()[d]) {
		return false
	}
	out := o.Result(0).Type()
	batch := others(out.Rank(), o.Attr("offset_dims").Ints())
	front := len(o.Attr("offset_dims").Ints())
	if len(batch) > 0 {
		if !slices.Equal(batch, shapes.Dims(batch[0], len(batch))) {
			return false
		}
		front = int(batch[0])
	}
	// The positions become one dimension, in the place of dimension d; then it
	// moves in front of the offset dimensions that follow it in the result.
	on := wholeBox(x.Type().Shape())
	last := first + (n-1)*step
	on.set(d, min(first, last), max(first, last)+1, max(1, step, -step))
	v := sliced(r, o, x, on)
	if step < 0 {
		v = r.OpWithTypes(Reverse, o.Loc(), types(v.Type()), []*ir.Value{v}, intsAttr(r.Ctx, "dims", []int64{int64(d)})).Result(0)
	}
	switch shape := slices.Clone(x.Type().Shape()); {
	case step == 0:
		shape[d] = n
		v = stretched(r, o, v, shape, shapes.Dims[int64](0, len(shape)))
	case times > 1:
		dims := shapes.Dims[int64](0, len(shape))
		for i := d + 1; i < len(dims); i++ {
			dims[i]++
		}
		shape[d] = n
		v = stretched(r, o, v, slices.Insert(shape, d+1, times), dims)
		shape = slices.Clone(x.Type().Shape())
		shape[d] = n * times
		v = reshaped(r, o, v, shape)
	}
	var permutation []int64 // those shown in front of the positions, these, the others
	collapsed, behind := o.Attr("collapsed_slice_dims").Ints(), []int64(nil)
	for i := range int64(x.Type().Rank()) {
		before := front > 0
		if !slices.Contains(collapsed, i) {
			front--
		}
		switch {
		case i == int64(d):
		case before:
			permutation = append(permutation, i)
		default:
			behind = append(behind, i)
		}
	}
	permutation = append(append(permutation, int64(d)), behind...)
	return replaceWith(r, o, reshaped(r, o, transposed(r, o, v, permutation), out.Shape()))
}

// scatterCombiners are the ops of the kinds of a scatter but "set".
var scatterCombiners = map[string]*ir.OpDef{"add": Add, "mul": Mul, "max": Max, "min": Min, "and": And, "or": Or}

func scatterEverywhere(r *rewrite.Rewriter, o *ir.Op) bool {
	kind := keywordOf(o)
	indexMap, inserted := o.Attr("scatter_dims_to_operand_dims").Ints(), o.Attr("inserted_window_dims").Ints()
	if kind == "" || o.NumOperands() != 3 || !allStatic(o) || len(indexMap) != 1 || !slices.Equal(inserted, indexMap) || len(o.Attr("input_batching_dims").Ints()) > 0 {
		return false
	}
	x, updates := o.Operand(0), o.Operand(2)
	d, extent := int(indexMap[0]), x.Type().Shape()[indexMap[0]]
	first, step, ok := progression(o.Operand(1))
	n := elements(o.Operand(1).Type())
	if !ok || elements(updates.Type()) == 0 {
		return false
	}
	if step == 0 && first >= extent || first < 0 && step == 0 && o.Operand(1).Type().Elem().Signedness() != ir.Unsigned {
		return replaceWith(r, o, x)
	}
	window := o.Attr("update_window_dims").Ints()
	batch := others(updates.Type().Rank(), window)
	forth, back := first == 0 && step == 1, first == extent-1 && step == -1
	if n != extent || n < 2 || !forth && !back || len(batch) != 1 {
		return false
	}
	order := slices.Insert(slices.Clone(window), d, batch[0]) // which dimension of the updates lies along each of the operand
	shape := shapes.Pick(updates.Type().Shape(), order)
	if !slices.Equal(shape, x.Type().Shape()) {
		return false // boxes that are less than whole rows
	}
	v := transposed(r, o, updates, order)
	if back {
		v = r.OpWithTypes(Reverse, o.Loc(), types(v.Type()), []*ir.Value{v}, intsAttr(r.Ctx, "dims", []int64{int64(d)})).Result(0)
	}
	if kind != "set" {
		v = r.OpWithTypes(scatterCombiners[kind], o.Loc(), o.ResultTypes(), []*ir.Value{x, v}).Result(0)
	}
	return replaceWith(r, o, v)
}

func scatterOneBox(r *rewrite.Rewriter, o *ir.Op) bool {
	kind := o.Attr("kind")
	if kind == nil || kind.Text() != "set" || !allStatic(o) || len(o.Attr("input_batching_dims").Ints()) > 0 {
		return false
	}
	x, indices, updates := o.Operand(0), o.Operand(1), o.Operand(2)
	starts := boxStarts(o, indices, o.Attr("scatter_dims_to_operand_dims").Ints(), x.Type().Rank())
	if starts == nil {
		return false
	}
	inserted, window := o.Attr("inserted_window_dims").Ints(), o.Attr("update_window_dims").Ints()
	shape, next := make([]int64, x.Type().Rank()), 0
	for d, n := range x.Type().Shape() {
		shape[d] = 1
		if !slices.Contains(inserted, int64(d)) {
			shape[d] = updates.Type().Shape()[window[next]]
			next++
		}
		if starts[d] < 0 || starts[d] > n-shape[d] || starts[d] >= 1<<31 {
			return false // what lies outside is dropped
		}
	}
	operands := []*ir.Value{x, reshaped(r, o, updates, shape)}
	t := r.Ctx.Tensor(nil, r.Ctx.I32())
	for _, s := range starts {
		operands = append(operands, constantOf(r, o, splat(r.Ctx, t, float64(s)), t))
	}
	return replaceWith(r, o, r.OpWithTypes(DynamicUpdateSlice, o.Loc(), o.ResultTypes(), operands).Result(0))
}
