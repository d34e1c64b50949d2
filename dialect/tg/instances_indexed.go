package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// What random instances of ops that look things up look like: what fills opgen.InstanceOf.

// startsFrom are the operands of an op on a box of operand 0: operands from
// first on are the box's position; an operand between them is an update.
func startsFrom(first int) func(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	return func(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
		switch {
		case i == 0:
			return g.Any()
		case i < first:
			return g.Ctx.Tensor(boxIn(g, before[0]), before[0].Elem())
		case i > first:
			return before[first]
		}
		return g.Ctx.Tensor(nil, indexElem(g))
	}
}

func indexElem(g *opgen.Generator) *ir.Type {
	return opgen.Pick(g, []*ir.Type{g.Ctx.I32(), g.Ctx.I32(), g.Ctx.I64(), g.Ctx.Int(8, ir.Unsigned)})
}

// boxIn is a shape that fits into t.
func boxIn(g *opgen.Generator, t *ir.Type) []int64 {
	s := slices.Clone(t.Shape())
	for i, n := range s {
		if g.Chance(1, 2) {
			s[i] = g.Int64N(n + 1)
		}
	}
	return s
}

func dynamicSliceAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	return opgen.Attrs{"sizes": g.Ints(boxIn(g, in[0]))}
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

// pair finds a dimension of the operand and one of the indices of the same
// extent, which is not 0, so that they can go through together; neither may be
// needed otherwise.
func pair(operand, indices *ir.Type, vector int64, components []int64) (o, n int64, ok bool) {
	for o, extent := range operand.Shape() {
		if extent == 0 || slices.Contains(components, int64(o)) {
			continue
		}
		for n, other := range indices.Shape() {
			if int64(n) != vector && other == extent {
				return int64(o), int64(n), true
			}
		}
	}
	return 0, 0, false
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
