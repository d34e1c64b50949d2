package kernel

import (
	"fmt"
	"testing"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// resolved is a kernel with operands, ready to run.
type resolved struct {
	name string
	err  error
	run  func()
}

// workspaceOf is memory of that size.
func workspaceOf(size int) []byte { return tensor.New(tensor.U8, size).Bytes() }

// elementwiseCases are elementwise kernels on matrices, with all ways in which operands broadcast.
func elementwiseCases(d tensor.DType, rows, columns int) (list []resolved) {
	shape := []int{rows, columns}
	x, y, z, out, bools := tensor.New(d, shape...), tensor.New(d, shape...), tensor.New(d, shape...), tensor.New(d, shape...), tensor.New(tensor.Bool, shape...)
	add := func(name string, err error, run func()) { list = append(list, resolved{name, err, run}) }
	for _, name := range []string{"neg", "exp", "is_inf"} {
		if unary, err := ResolveUnary(name, d); err == nil && d.IsFloat() {
			to := out
			if name == "is_inf" {
				to = bools
			}
			add(name, err, func() { unary(to, x) })
		}
	}
	for _, other := range [][]int{shape, {}, {columns}, {rows, 1}} {
		b := tensor.New(d, other...)
		for _, name := range []string{"add", "pow"} {
			if binary, err := ResolveBinary(name, d, shape, other, shape); d != tensor.Bool {
				add(fmt.Sprint(name, other), err, func() { binary(out, x, b) })
			}
		}
		for _, total := range []bool{false, true} {
			compare, err := ResolveCompare("lt", d, total, shape, other, shape)
			add(fmt.Sprint("lt", other, total), err, func() { compare(bools, x, b) })
		}
		choose, err := ResolveSelect(d, shape, shape, other, shape)
		add(fmt.Sprint("select", other), err, func() { choose(out, bools, x, b) })
		clamp, err := ResolveClamp(d, other, shape, shape, shape)
		add(fmt.Sprint("clamp", other), err, func() { clamp(out, b, y, z) })
	}
	for _, to := range []tensor.DType{tensor.F32, tensor.BF16, tensor.I8, tensor.U64, tensor.F64} {
		convert, err := ResolveConvert(d, to)
		converted := tensor.New(to, shape...)
		add("convert to "+to.String(), err, func() { convert(converted, x) })
	}
	if d.IsFloat() {
		precision, err := ResolveReducePrecision(d, 4, 3)
		add("reduce_precision", err, func() { precision(out, x) })
	}
	return list
}

// movementCases are kernels that move elements.
func movementCases(d tensor.DType, rows, columns int) (list []resolved) {
	shape := []int{rows, columns}
	x, out, row, one, at := tensor.New(d, shape...), tensor.New(d, shape...), tensor.New(d, columns), tensor.New(d), tensor.New(tensor.I32)
	add := func(name string, err error, run func()) { list = append(list, resolved{name, err, run}) }
	transpose, err := ResolveTranspose(shape, []int{1, 0})
	add("transpose", err, func() { transpose(out, x) })
	broadcast, err := ResolveBroadcast([]int{columns}, []int{1}, shape)
	add("broadcast", err, func() { broadcast(out, row) })
	half := tensor.New(d, rows/2, columns)
	slice, err := ResolveSlice(shape, []int{0, 0}, shape, []int{2, 1})
	add("slice", err, func() { slice(half, x) })
	reverse, err := ResolveReverse(shape, []int{1})
	add("reverse", err, func() { reverse(out, x) })
	large := tensor.New(d, rows+2, columns+1)
	pad, err := ResolvePad(shape, []int{1, 0}, []int{1, 1}, []int{0, 0}, large.Shape())
	add("pad", err, func() { pad(large, x, one) })
	both := tensor.New(d, rows, 2*columns)
	concat, err := ResolveConcat([][]int{shape, shape}, 1)
	pair := []*tensor.Tensor{x, out}
	add("concat", err, func() { concat(both, pair) })
	split, err := ResolveSplit(both.Shape(), 1, []int{columns, columns})
	add("split", err, func() { split(pair, both) })
	starts := []*tensor.Tensor{at, at}
	cut, err := ResolveDynamicSlice(shape, half.Shape())
	add("dynamic_slice", err, func() { cut(half, x, starts) })
	update, err := ResolveDynamicUpdateSlice(shape, half.Shape())
	add("dynamic_update_slice", err, func() { update(out, x, half, starts) })
	iota, err := ResolveIota(d, shape, 1)
	add("iota", err, func() { iota(out) })
	wide, bools := tensor.New(d, rows), tensor.New(tensor.Bool, rows, d.Bits())
	if d != tensor.Bool {
		unpack, err := ResolveBitcast(d, tensor.Bool, wide.Shape(), bools.Shape())
		add("bitcast to i1", err, func() { unpack(bools, wide) })
		pack, err := ResolveBitcast(tensor.Bool, d, bools.Shape(), wide.Shape())
		add("bitcast from i1", err, func() { pack(wide, bools) })
	}
	indices := tensor.New(tensor.I64, rows)
	for i := range rows {
		indices.SetInt64(i, int64(i*7%rows))
	}
	gather, _, err := ResolveGather(shape, indices.Shape(), GatherDims{OffsetDims: []int{1}, CollapsedSliceDims: []int{0}, StartIndexMap: []int{0}, IndexVectorDim: 1}, []int{1, columns})
	add("gather", err, func() { gather(nil, out, x, indices) })
	for last, where := range []ScatterDims{
		{UpdateWindowDims: []int{1}, InsertedWindowDims: []int{0}, ScatterDimsToOperandDims: []int{0}, IndexVectorDim: 1},
		{UpdateWindowDims: []int{0}, InsertedWindowDims: []int{0}, ScatterDimsToOperandDims: []int{0}, IndexVectorDim: 1},
	} {
		updates := []int{rows, columns}
		if last == 1 {
			updates = []int{columns, rows}
		}
		values := tensor.New(d, updates...)
		scatter, err := ResolveScatter("add", d, shape, indices.Shape(), updates, where)
		add(fmt.Sprint("scatter ", last), err, func() { scatter(out, x, indices, values) })
	}
	return list
}

// foldCases are reductions of all kinds, and sorts.
func foldCases(d tensor.DType, rows, columns int) (list []resolved) {
	shape := []int{rows, columns}
	x, out, sums, at, init := tensor.New(d, shape...), tensor.New(d, shape...), tensor.New(d, max(rows, columns)), tensor.New(tensor.I32, max(rows, columns)), tensor.New(d)
	add := func(name string, err error, run func()) { list = append(list, resolved{name, err, run}) }
	for _, kind := range foldKinds(d) {
		for _, dims := range [][]int{{0}, {1}, {0, 1}} {
			reduce, err := ResolveReduce(kind, d, shape, dims)
			w := workspaceOf(ReduceWorkspace(kind, d, shape, dims))
			add(fmt.Sprint(kind, dims), err, func() { reduce(w, sums, x, init) })
		}
		if kind != "mean" {
			for dim := range shape {
				cumulate, err := ResolveCumulate(kind, d, shape, dim, false, dim == 0)
				add(fmt.Sprint("cumulate ", kind, dim), err, func() { cumulate(out, x) })
			}
		}
		pool, err := ResolveReduceWindow(kind, d, shape, WindowDims{[]int{2, 3}, []int{1, 1}, []int{1, 1}, []int{1, 1}, [][2]int{{1, 0}, {1, 1}}})
		add("window "+kind, err, func() { pool(out, x, init, anyWork) })
		sparse, err := ResolveReduceWindow(kind, d, []int{1, columns}, WindowDims{[]int{1, 1 << 21}, []int{1, 1 << 21}, []int{1, 1}, []int{1, 1}, [][2]int{{0, 0}, {0, 1 << 21}}})
		add("sparse window "+kind, err, func() { sparse(sums, x, init, anyWork) })
	}
	for _, dims := range [][]int{{0}, {1}} {
		find, err := ResolveArgReduce("argmax", d, shape, dims, tensor.I32)
		add(fmt.Sprint("argmax", dims), err, func() { find(at, x) })
	}
	positions := make([]int64, x.Len())
	for dim := range shape {
		w := workspaceOf(SortWorkspace(1, shape, dim, parallel.Workers()))
		outs, in := []*tensor.Tensor{out}, []*tensor.Tensor{x}
		sort, err := ResolveSort([]tensor.DType{d}, shape, dim, Order{Descending: true})
		add(fmt.Sprint("sort", dim), err, func() { sort(w, outs, in) })
		sorted, err := ResolveSortPositions([]tensor.DType{d}, shape, dim, Order{Descending: true})
		add(fmt.Sprint("sort positions", dim), err, func() { sorted(w, positions, in) })
		permute, err := ResolvePermuteLines(shape, dim)
		add(fmt.Sprint("permute", dim), err, func() { permute(out, x, positions) })
	}
	return list
}

// Kernels allocate nothing, on any number of workers and at any level of machine code.
func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector has pools drop what they are given")
	}
	defer parallel.SetWorkers(0)
	for number, level := range machineLevels() {
		for _, workers := range []int{1, 2} {
			parallel.SetWorkers(workers)
			for _, shape := range [][2]int{{6, 10}, {200, 170}} {
				for _, d := range []tensor.DType{tensor.F32, tensor.BF16, tensor.F64, tensor.I32, tensor.Bool} {
					withLoops(level, func() {
						for _, cases := range [][]resolved{elementwiseCases(d, shape[0], shape[1]), movementCases(d, shape[0], shape[1]), foldCases(d, shape[0], shape[1])} {
							for _, c := range cases {
								if c.err != nil {
									t.Fatal(c.name, d, c.err)
								}
								allocs := testing.AllocsPerRun(5, c.run)
								for again := 0; allocs != 0 && again < 5; again++ { // a worker that is late takes new memory from a pool
									allocs = testing.AllocsPerRun(5, c.run)
								}
								if allocs != 0 {
									t.Errorf("level %d, %d workers: %s on %v of %v: %v allocations", number, workers, c.name, shape, d, allocs)
								}
							}
						}
					})
				}
			}
		}
	}
}
