package complete

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// movements are the references of ops that move elements of any type, computations those of ops
// that compute with them, here with small whole numbers: so that nothing is rounded, and their
// order does not matter. The elements themselves, and rounding, are what tests of packages kernel
// and contract look at; elementwise ops are compared with themselves on single elements.
var (
	movements = map[*ir.OpDef]opgen.Reference{
		tg.Barrier: sameElements, tg.Stop: sameElements, tg.Item: sameElements, tg.Reshape: sameElements, tg.Bitcast: sameBytes,
		tg.Transpose: moved(transposed), tg.Broadcast: moved(repeated), tg.Slice: moved(sliced), tg.Reverse: moved(reversed),
		tg.DynamicSlice: moved(boxed), tg.DynamicUpdateSlice: moved(updated), tg.Concat: moved(joined), tg.Pad: moved(padded),
		tg.Gather: moved(gathered), tg.Split: split, tg.Sort: sorted,
	}
	computations = map[*ir.OpDef]opgen.Reference{
		tg.Iota: counted, tg.Reduce: reduced, tg.Cumulate: cumulated, tg.ReduceWindow: windowed, tg.Scatter: scattered,
		tg.MatMul: multiplied, tg.DotGeneral: contracted, tg.Conv: convolved,
	}
	notCompared = map[*ir.OpDef]string{
		tg.RngBitGenerator: "a test compares its numbers with published ones",
		tg.Rng:             "a test compares its numbers with those of docs/numerics.md",
		tg.CustomCall:      "computes what a program says that is not there",
	}
)

// Every op with a kernel, and without regions that say what it computes, has a reference or is
// elementwise, and computes what that says.
func TestReferences(t *testing.T) {
	c := driver.NewContext()
	for _, def := range tg.Dialect.Ops() {
		_, kernel := interp.Kernel.Get(def)
		_, own := opgen.ReferenceOf.Get(def) // which TestEveryOp looks at
		if !kernel || own || def.Has(ir.Elementwise) || !opgen.Known(def) || notCompared[def] != "" {
			continue
		}
		elems, of := opgen.Elements(c), movements[def]
		if of == nil {
			elems, of = wide(c), computations[def]
		}
		if told, ok := analysis.ToldBy.Get(def); ok && of == nil {
			elems, of = wide(c), toldReference(told)
		}
		if of == nil {
			t.Errorf("%s: fill the slot opgen.ReferenceOf with what its results are, element by element", def.Name())
			continue
		}
		if err := compareAll(c, def, elems, of); err != nil {
			t.Errorf("%s: %v", def.Name(), err)
		}
	}
}

// toldReference is that of the op that one is which operands tell the shape of its result.
func toldReference(told *analysis.Told) opgen.Reference {
	of := movements[told.As]
	if of == nil {
		of = computations[told.As]
	}
	if of == nil {
		return nil
	}
	return func(o *ir.Op, in, out []*tensor.Tensor) bool {
		numbers, _ := told.ConstantNumbers(o)
		s, err := told.Static(ir.InferenceOf(o), numbers)
		if err != nil {
			return false
		}
		static, err := s.Create(ir.NewBuilder(o.Context()).Before(o), 0, o.Operands()[:told.Numbers])
		return err == nil && of(static, in[:told.Numbers], out)
	}
}

// ---- places

// places are the indices of the elements of a shape, with their numbers in row-major order.
func places(shape []int) iter.Seq2[int, []int] {
	return func(yield func(int, []int) bool) {
		for k := range shapes.Product(shape) {
			at, rest := make([]int, len(shape)), k
			for d := len(shape) - 1; d >= 0; d-- {
				at[d], rest = rest%shape[d], rest/shape[d]
			}
			if !yield(k, at) {
				return
			}
		}
	}
}

// number is that of the element at an index; ok is false outside of the shape.
func number(shape, at []int) (k int, ok bool) {
	for d, i := range at {
		if i < 0 || i >= shape[d] {
			return 0, false
		}
		k = k*shape[d] + i
	}
	return k, true
}

func ints(o *ir.Op, name string) []int {
	a := o.Attr(name)
	if a == nil {
		return nil
	}
	list := make([]int, len(a.Ints()))
	for i, n := range a.Ints() {
		list[i] = int(min(n, math.MaxInt32))
	}
	return list
}

// or is entry i of a list, or what it stands for where the list is missing.
func or(list []int, i, missing int) int {
	if i >= len(list) {
		return missing
	}
	return list[i]
}

// value is an element as a number.
func value(x *tensor.Tensor, k int) float64 {
	if x.DType().IsFloat() {
		return x.Float64At(k)
	}
	return float64(x.Int64At(k))
}

func set(x *tensor.Tensor, k int, v float64) {
	if x.DType().IsFloat() {
		x.SetFloat64(k, v)
	} else {
		opgen.SetInteger(x, k, int64(v))
	}
}

// ---- movements

// moved is the reference of an op each element of whose result is one of an operand, which from
// says.
func moved(from func(o *ir.Op, in []*tensor.Tensor, at []int) (operand int, source []int)) opgen.Reference {
	return func(o *ir.Op, in, out []*tensor.Tensor) bool {
		for k, at := range places(out[0].Shape()) {
			i, source := from(o, in, at)
			n, _ := number(in[i].Shape(), source)
			opgen.CopyElement(out[0], k, in[i], n)
		}
		return true
	}
}

func sameBytes(_ *ir.Op, in, out []*tensor.Tensor) bool {
	copy(out[0].Bytes(), in[0].Bytes())
	return out[0].DType() != tensor.Bool && in[0].DType() != tensor.Bool
}

func sameElements(_ *ir.Op, in, out []*tensor.Tensor) bool {
	for i := range out {
		copy(out[i].Bytes(), in[i].Bytes())
	}
	return true
}

func transposed(o *ir.Op, _ []*tensor.Tensor, at []int) (int, []int) {
	source := make([]int, len(at))
	for d, p := range ints(o, "permutation") {
		source[p] = at[d]
	}
	return 0, source
}

func repeated(o *ir.Op, in []*tensor.Tensor, at []int) (int, []int) {
	source := make([]int, in[0].Rank())
	for i, d := range ints(o, "dims") {
		source[i] = min(at[d], in[0].Shape()[i]-1)
	}
	return 0, source
}

func sliced(o *ir.Op, _ []*tensor.Tensor, at []int) (int, []int) {
	starts, strides := ints(o, "starts"), ints(o, "strides")
	for d := range at {
		at[d] = starts[d] + at[d]*strides[d]
	}
	return 0, at
}

func reversed(o *ir.Op, in []*tensor.Tensor, at []int) (int, []int) {
	for _, d := range ints(o, "dims") {
		at[d] = in[0].Shape()[d] - 1 - at[d]
	}
	return 0, at
}

// start is where a box begins along a dimension, so that it lies inside.
func start(x *tensor.Tensor, k, extent, size int) int {
	return int(min(max(value(x, k), 0), float64(extent-size)))
}

func boxed(o *ir.Op, in []*tensor.Tensor, at []int) (int, []int) {
	for d, size := range ints(o, "sizes") {
		at[d] += start(in[1+d], 0, in[0].Shape()[d], size)
	}
	return 0, at
}

func updated(_ *ir.Op, in []*tensor.Tensor, at []int) (int, []int) {
	inside := make([]int, len(at))
	for d, size := range in[1].Shape() {
		inside[d] = at[d] - start(in[2+d], 0, in[0].Shape()[d], size)
	}
	if _, ok := number(in[1].Shape(), inside); ok {
		return 1, inside
	}
	return 0, at
}

func joined(o *ir.Op, in []*tensor.Tensor, at []int) (int, []int) {
	dim, i := int(o.Attr("dim").Int()), 0
	for at[dim] >= in[i].Shape()[dim] {
		at[dim] -= in[i].Shape()[dim]
		i++
	}
	return i, at
}

func padded(o *ir.Op, in []*tensor.Tensor, at []int) (int, []int) {
	low, interior := ints(o, "low"), ints(o, "interior")
	for d := range at {
		step := 1 + or(interior, d, 0)
		if at[d] -= low[d]; at[d] < 0 || at[d]%step != 0 || at[d]/step >= in[0].Shape()[d] {
			return 1, nil
		}
		at[d] /= step
	}
	return 0, at
}

func split(o *ir.Op, in, out []*tensor.Tensor) bool {
	dim, before := int(o.Attr("dim").Int()), 0
	for _, piece := range out {
		for k, at := range places(piece.Shape()) {
			at[dim] += before
			n, _ := number(in[0].Shape(), at)
			opgen.CopyElement(piece, k, in[0], n)
		}
		before += piece.Shape()[dim]
	}
	return true
}

func sorted(o *ir.Op, in, out []*tensor.Tensor) bool {
	dim, sign := int(o.Attr("dim").Int()), 1
	if o.Attr("direction") == nil {
		return false
	}
	if o.Attr("direction").Text() == "descending" {
		sign = -1
	}
	for k, at := range places(out[0].Shape()) {
		line := make([]int, in[0].Shape()[dim])
		place := at[dim]
		for i := range line {
			at[dim] = i
			line[i], _ = number(in[0].Shape(), at)
		}
		slices.SortStableFunc(line, func(a, b int) int {
			for _, key := range in[:o.Attr("keys").Int()] {
				if c := compare(key, a, b); c != 0 {
					return sign * c
				}
			}
			return 0
		})
		for i := range out {
			opgen.CopyElement(out[i], k, in[i], line[place])
		}
	}
	return true
}

// compare is the order of two elements, none of which is NaN or -0.
func compare(x *tensor.Tensor, a, b int) int {
	if x.DType() == tensor.U64 {
		return cmp.Compare(uint64(x.Int64At(a)), uint64(x.Int64At(b)))
	}
	return cmp.Compare(value(x, a), value(x, b))
}

// lookedUp is the index vector at a place of indices that lacks the dimension of the vectors.
func lookedUp(indices *tensor.Tensor, batch []int, vector, i int) int {
	if vector < indices.Rank() {
		batch = slices.Insert(slices.Clone(batch), vector, i)
	}
	k, _ := number(indices.Shape(), batch)
	return k
}

// others are the entries of at whose dimensions are not in dims.
func others(at, dims []int) (rest []int) {
	for d, i := range at {
		if !slices.Contains(dims, d) {
			rest = append(rest, i)
		}
	}
	return rest
}

// paired is where along a dimension of the indices a place in the batch is.
func paired(batch []int, vector, dim int) int {
	if dim > vector {
		dim--
	}
	return batch[dim]
}

func gathered(o *ir.Op, in []*tensor.Tensor, at []int) (int, []int) {
	offset, vector, sizes := ints(o, "offset_dims"), int(o.Attr("index_vector_dim").Int()), ints(o, "slice_sizes")
	hidden := append(ints(o, "collapsed_slice_dims"), ints(o, "operand_batching_dims")...)
	batch, source := others(at, offset), make([]int, in[0].Rank())
	shown := 0
	for d := range source {
		if !slices.Contains(hidden, d) {
			source[d] = at[offset[shown]]
			shown++
		}
	}
	for i, d := range ints(o, "start_index_map") {
		source[d] += start(in[1], lookedUp(in[1], batch, vector, i), in[0].Shape()[d], sizes[d])
	}
	for i, d := range ints(o, "operand_batching_dims") {
		source[d] += paired(batch, vector, ints(o, "start_indices_batching_dims")[i])
	}
	return 0, source
}
