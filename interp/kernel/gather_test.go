package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// indexing is a random set of dimension numbers for gather and scatter, with shapes that fit it.
type indexing struct {
	operand, indices, other        []int // other: the result of the gather, or the updates of the scatter
	sizes                          []int // of a slice, by operand dimension
	window                         []int // dimensions of other that walk over a slice
	dropped                        []int // operand dimensions that slices do not have
	batching, indicesBatch, mapped []int
	vectorDim                      int
	indexTensor                    *tensor.Tensor
}

func randomIndexing(rng *rand.Rand) indexing {
	var x indexing
	rank := rng.IntN(4) + 1
	x.sizes = make([]int, rank)
	var batchShape []int // of the indices, the vector left out
	for range rng.IntN(3) {
		batchShape = append(batchShape, rng.IntN(4))
	}
	var batchOf []int // operand dimensions paired with index dimensions
	free := rng.Perm(len(batchShape))
	for d := range rank {
		extent := rng.IntN(5) + 1
		x.sizes[d] = rng.IntN(extent + 1)
		switch rng.IntN(4) {
		case 0:
			x.sizes[d] = 1
			x.dropped = append(x.dropped, d)
		case 1:
			if len(free) > 0 {
				batchOf = append(batchOf, d)
				x.batching = append(x.batching, d)
				x.indicesBatch = append(x.indicesBatch, free[0])
				extent = batchShape[free[0]]
				x.sizes[d] = min(1, extent)
				free = free[1:]
			}
		}
		x.operand = append(x.operand, extent)
	}
	for _, d := range rng.Perm(rank) {
		if !slices.Contains(batchOf, d) && rng.IntN(4) > 0 {
			x.mapped = append(x.mapped, d)
		}
	}
	// Put the index vector somewhere among the dimensions of the indices; without one, it has one
	// implicit component.
	x.vectorDim = rng.IntN(len(batchShape) + 1)
	x.indices = slices.Clone(batchShape)
	if len(x.mapped) == 1 && rng.IntN(2) == 0 {
		x.vectorDim = len(batchShape)
	} else {
		x.indices = slices.Insert(x.indices, x.vectorDim, len(x.mapped))
		for i, d := range x.indicesBatch {
			if d >= x.vectorDim {
				x.indicesBatch[i]++
			}
		}
	}
	// Interleave the dimensions of the slices with those of the indices.
	var slice []int
	for d := range rank {
		if !slices.Contains(x.dropped, d) && !slices.Contains(x.batching, d) {
			slice = append(slice, x.sizes[d])
		}
	}
	trailing := rng.IntN(2) == 0
	for len(slice)+len(batchShape) > 0 {
		if len(batchShape) > 0 && (trailing || len(slice) == 0 || rng.IntN(2) == 0) {
			x.other, batchShape = append(x.other, batchShape[0]), batchShape[1:]
		} else {
			x.window = append(x.window, len(x.other))
			x.other, slice = append(x.other, slice[0]), slice[1:]
		}
	}
	types := []tensor.DType{tensor.I8, tensor.I32, tensor.I64, tensor.U16, tensor.U64}
	x.indexTensor = tensor.New(types[rng.IntN(len(types))], x.indices...)
	for i := range x.indexTensor.Len() {
		v := rng.IntN(9)
		if x.indexTensor.DType().IsSigned() {
			v -= 2
		}
		x.indexTensor.SetInt64(i, int64(v))
	}
	return x
}

// site follows the specification: the index vector's components and the position in the slice, by
// operand dimension, of an index of other.
func (x *indexing) site(index []int) (start, offset []int) {
	start, offset = make([]int, len(x.operand)), make([]int, len(x.operand))
	var batch, slice []int
	for d, i := range index {
		if slices.Contains(x.window, d) {
			slice = append(slice, i)
		} else {
			batch = append(batch, i)
		}
	}
	at := slices.Clone(batch)
	if x.vectorDim < len(x.indices) {
		at = slices.Insert(at, x.vectorDim, 0)
	}
	for k, d := range x.mapped {
		if x.vectorDim < len(x.indices) {
			at[x.vectorDim] = k
		}
		start[d] = int(x.indexTensor.Int64At(flat(x.indices, at)))
	}
	for k, d := range x.batching {
		offset[d] = at[x.indicesBatch[k]]
	}
	for d := range x.operand {
		if !slices.Contains(x.dropped, d) && !slices.Contains(x.batching, d) {
			offset[d], slice = slice[0], slice[1:]
		}
	}
	return start, offset
}

func TestGather(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	full := 0
	for range 3000 {
		x := randomIndexing(rng)
		kernel, shape, err := ResolveGather(x.operand, x.indices, GatherDims{x.window, x.dropped, x.batching, x.indicesBatch, x.mapped, x.vectorDim}, x.sizes)
		if err != nil {
			t.Fatalf("%+v: %v", x, err)
		}
		if !slices.Equal(shape, x.other) {
			t.Fatalf("%+v: shape %v", x, shape)
		}
		d := moveTypes[rng.IntN(len(moveTypes))]
		operand, want, got := numbered(d, x.operand...), tensor.New(d, x.other...), tensor.New(d, x.other...)
		positions(x.other, func(i int, index []int) {
			start, offset := x.site(index)
			for k := range start {
				if !slices.Contains(x.batching, k) {
					offset[k] += min(max(start[k], 0), x.operand[k]-x.sizes[k])
				}
			}
			copyElement(want, i, operand, flat(x.operand, offset))
			full++
		})
		dims := GatherDims{x.window, x.dropped, x.batching, x.indicesBatch, x.mapped, x.vectorDim}
		inWorkspace(GatherWorkspace(x.operand, x.indices, dims, x.sizes), func(w []byte) { kernel(w, got, operand, x.indexTensor) })
		same(t, "gather", got, want)
	}
	if full < 5000 {
		t.Errorf("only %d elements were compared", full)
	}
}

func TestGatherRowsOnWorkers(t *testing.T) {
	operand := tensor.Random(tensor.F32, []int{1000, 64}, 1)
	indices := tensor.New(tensor.I32, 3000)
	for i := range 3000 {
		indices.SetInt64(i, int64(i*7919%1200-100))
	}
	kernel, shape, err := ResolveGather([]int{1000, 64}, []int{3000}, GatherDims{OffsetDims: []int{1}, CollapsedSliceDims: []int{0}, StartIndexMap: []int{0}, IndexVectorDim: 1}, []int{1, 64})
	if err != nil {
		t.Fatal(err)
	}
	want := tensor.New(tensor.F32, shape...)
	for i := range 3000 {
		row := min(max(int(indices.Int64At(i)), 0), 999)
		copy(want.Bytes()[i*256:(i+1)*256], operand.Bytes()[row*256:])
	}
	same(t, "gather", onWorkers(t, "gather", func() *tensor.Tensor {
		out := tensor.New(tensor.F32, shape...)
		kernel(nil, out, operand, indices)
		return out
	}), want)
}

func TestGatherIllegal(t *testing.T) {
	good := GatherDims{OffsetDims: []int{1}, CollapsedSliceDims: []int{0}, StartIndexMap: []int{0}, IndexVectorDim: 1}
	for want, change := range map[string]func(g *GatherDims, sizes *[]int){
		"gather has 1 slice sizes, the operand has 2 dimensions": func(_ *GatherDims, sizes *[]int) { *sizes = []int{1} },
		"slice size 5 does not fit dimension 1 of extent 4":      func(_ *GatherDims, sizes *[]int) { *sizes = []int{1, 5} },
		"slice size 2 of dimension 0, which is collapsed":        func(_ *GatherDims, sizes *[]int) { *sizes = []int{2, 4} },
		"slices of size 0 along dimension 0":                     func(_ *GatherDims, sizes *[]int) { *sizes = []int{0, 4} },
		"index vector dimension 3 is out of range":               func(g *GatherDims, _ *[]int) { g.IndexVectorDim = 3 },
		"index vectors have 7 components, the index map has 1":   func(g *GatherDims, _ *[]int) { g.IndexVectorDim = 0 },
		"index map dimension 2 is not a dimension":               func(g *GatherDims, _ *[]int) { g.StartIndexMap = []int{2} },
		"window dimension 2 is not a dimension":                  func(g *GatherDims, _ *[]int) { g.OffsetDims = []int{2} },
		"0 window dimensions for 1 dimensions of a slice":        func(g *GatherDims, _ *[]int) { g.OffsetDims = nil },
		"1 operand batching dimensions go with 0 of the indices": func(g *GatherDims, _ *[]int) { g.OperandBatchingDims = []int{1} },
		"collapsed or batching dimension 0 appears twice":        func(g *GatherDims, _ *[]int) { g.CollapsedSliceDims = []int{0, 0} },
		"batching dimension 1 of the operand has extent 4, dimension 0 of the indices 7": func(g *GatherDims, _ *[]int) {
			g.OperandBatchingDims, g.StartIndicesBatchingDims = []int{1}, []int{0}
		},
	} {
		dims, sizes := good, []int{1, 4}
		change(&dims, &sizes)
		_, _, err := ResolveGather([]int{3, 4}, []int{7}, dims, sizes)
		wantError(t, "gather", err, want)
	}
}

func TestScatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	combiners := map[string]func(a, b float64) float64{
		"set": func(_, b float64) float64 { return b },
		"add": func(a, b float64) float64 { return a + b },
		"mul": func(a, b float64) float64 { return a * b },
		"min": func(a, b float64) float64 { return min(a, b) },
		"max": func(a, b float64) float64 { return max(a, b) },
	}
	names := []string{"set", "add", "mul", "min", "max"}
	for range 3000 {
		x := randomIndexing(rng)
		d := []tensor.DType{tensor.I8, tensor.I32, tensor.F32, tensor.F16, tensor.F64}[rng.IntN(5)]
		name := names[rng.IntN(len(names))]
		dims := ScatterDims{x.window, x.dropped, x.batching, x.indicesBatch, x.mapped, x.vectorDim}
		kernel, err := ResolveScatter(name, d, x.operand, x.indices, x.other, dims)
		if err != nil {
			t.Fatalf("%+v: %v", x, err)
		}
		operand, updates := small(rng, d, x.operand...), small(rng, d, x.other...)
		want := operand.Clone()
		var visited [][2]int
		positions(x.other, func(i int, index []int) {
			start, offset := x.site(index)
			for k := range start {
				offset[k] += start[k]
				if offset[k] < 0 || offset[k] >= x.operand[k] {
					return
				}
			}
			at := flat(x.operand, offset)
			visited = append(visited, [2]int{i, at})
			v := combiners[name](want.Float64At(at), updates.Float64At(i))
			if d == tensor.I8 { // wraps
				want.SetInt64(at, int64(v))
			} else {
				want.SetFloat64(at, v)
			}
		})
		got := tensor.New(d, x.operand...)
		kernel(got, operand, x.indexTensor, updates)
		same(t, "scatter "+name, got, want)
		kernel(operand, operand, x.indexTensor, updates)
		same(t, "scatter in place "+name, operand, want)
		sites, err := ResolveScatterSites(x.operand, x.indices, x.other, dims)
		if err != nil {
			t.Fatal(err)
		}
		var each [][2]int
		sites.Each(x.indexTensor, func(update, operand int) { each = append(each, [2]int{update, operand}) })
		if !slices.Equal(each, visited) {
			t.Fatalf("%+v: sites %v, want %v", x, each, visited)
		}
	}
}

func TestScatterIllegal(t *testing.T) {
	dims := ScatterDims{UpdateWindowDims: []int{1}, InsertedWindowDims: []int{0}, ScatterDimsToOperandDims: []int{0}, IndexVectorDim: 1}
	for _, c := range []struct {
		combiner string
		d        tensor.DType
		updates  []int
		want     string
	}{
		{"sub", tensor.F32, []int{7, 4}, `there is no scatter combiner named "sub"`},
		{"and", tensor.F32, []int{7, 4}, "scatter: and is not defined for f32"},
		{"add", tensor.F32, []int{7, 5}, "a window of extent 5 does not fit dimension 1 of extent 4"},
		{"add", tensor.F32, []int{6, 4}, "updates have shape 6x4, the indices want 7x4"},
		{"add", tensor.F32, []int{7}, "update window dimension 1 is not a dimension"},
	} {
		_, err := ResolveScatter(c.combiner, c.d, []int{3, 4}, []int{7}, c.updates, dims)
		wantError(t, "scatter", err, c.want)
	}
	dims.UpdateWindowDims = nil
	_, err := ResolveScatter("add", tensor.F32, []int{3, 4}, []int{7}, []int{7, 4}, dims)
	wantError(t, "scatter", err, "0 update window dimensions for 1 dimensions of a window")
}

// Gathers along each dimension of a tensor, by lines and by boxes, of pieces of every size.
func TestGatherAlong(t *testing.T) {
	defer parallel.SetWorkers(0)
	for seed := range campaign.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 6))
		shape := []int{1 + rng.IntN(9), 1 + rng.IntN(9), 1 + rng.IntN(40)}
		dim, n := rng.IntN(3), rng.IntN(40)
		d := moveTypes[rng.IntN(len(moveTypes))]
		x, indices := numbered(d, shape...), tensor.New(tensor.I32, n)
		for i := range n {
			indices.SetInt64(i, int64(rng.IntN(shape[dim]+4)-2))
		}
		sizes, window := slices.Clone(shape), slices.Delete([]int{0, 1, 2}, dim, dim+1)
		sizes[dim] = 1
		dims := GatherDims{OffsetDims: window, CollapsedSliceDims: []int{dim}, StartIndexMap: []int{dim}, IndexVectorDim: 1}
		kernel, outShape, err := ResolveGather(shape, []int{n}, dims, sizes)
		if err != nil {
			t.Fatal(err)
		}
		want := tensor.New(d, outShape...)
		positions(outShape, func(i int, index []int) {
			from := slices.Clone(index)
			from[dim] = min(max(int(indices.Int64At(index[dim])), 0), shape[dim]-1)
			copyElement(want, i, x, flat(shape, from))
		})
		for _, workers := range []int{1, 2, 3, 8} {
			parallel.SetWorkers(workers)
			out := tensor.New(d, outShape...)
			inWorkspace(GatherWorkspace(shape, []int{n}, dims, sizes), func(w []byte) { kernel(w, out, x, indices) })
			sameBits(t, "gather", out, want)
			kernel(nil, out, x, indices)
			sameBits(t, "gather without a workspace", out, want)
		}
	}
}
