package fusion

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// Programs as compilers make them are compared op by op in package passes, on random programs; here
// is what only shows in the plan.

func node(kind Kind, shape []int, args ...int) Node {
	return Node{Kind: kind, DType: tensor.F32, Shape: shape, Args: args}
}

func unaryOp(t testing.TB, name string, shape []int, arg int) Node {
	t.Helper()
	n := node(Elementwise, shape, arg)
	var err error
	if n.Blocks, err = kernel.UnaryBlocks(name, tensor.F32); err != nil {
		t.Fatal(err)
	}
	return n
}

func binaryOp(t testing.TB, name string, shape []int, a, b int) Node {
	t.Helper()
	n := node(Elementwise, shape, a, b)
	var err error
	if n.Blocks, err = kernel.BinaryBlocks(name, tensor.F32); err != nil {
		t.Fatal(err)
	}
	return n
}

func reduce(kind string, shape []int, dims []int, args ...int) Node {
	n := node(Reduce, shape, args...)
	n.Reduction, n.Dims = kind, dims
	return n
}

// softmax is that of rows of a matrix.
func softmax(t testing.TB, rows, columns int) *Graph {
	shape, kept := []int{rows, columns}, []int{rows, 1}
	return &Graph{Nodes: []Node{
		node(Operand, shape),
		reduce("max", kept, []int{1}, 0),
		binaryOp(t, "sub", shape, 0, 1),
		unaryOp(t, "exp", shape, 2),
		reduce("sum", kept, []int{1}, 3),
		binaryOp(t, "div", shape, 3, 4),
	}, Results: []int{5}}
}

func TestRowsAndTiles(t *testing.T) {
	flat := func(shape ...int) *Graph {
		return &Graph{Nodes: []Node{node(Operand, shape), unaryOp(t, "neg", shape, 0), unaryOp(t, "exp", shape, 1)}, Results: []int{2}}
	}
	bias := func(shape []int, bias ...int) *Graph {
		return &Graph{Nodes: []Node{node(Operand, shape), node(Operand, bias), binaryOp(t, "add", shape, 0, 1), unaryOp(t, "exp", shape, 2)}, Results: []int{3}}
	}
	columns := &Graph{Nodes: []Node{node(Operand, []int{9000, 64}), unaryOp(t, "neg", []int{9000, 64}, 0), reduce("sum", []int{64}, []int{0}, 1)}, Results: []int{2}}
	for _, tc := range []struct {
		name       string
		graph      *Graph
		rows, tile int
	}{
		{"elements", flat(1 << 20), 1 << 20, 4096},
		{"a small value", flat(10, 10), 1, 1},
		{"a scalar", flat(), 1, 1},
		{"nothing", flat(0, 5), 1, 1},
		{"rows of a matrix", bias([]int{500, 300}, 300), 500, 13},
		{"long rows are cut", bias([]int{4, 100000}, 100000), 400000, 4096},
		{"a column", bias([]int{500, 300}, 500, 1), 500, 13},
		{"a column beside long rows", bias([]int{64, 16384}, 64, 1), 64, 1},
		{"a number for each image", bias([]int{64, 128, 128}, 64, 1, 1), 64, 1},
		{"images", flat(64, 128, 128), 8192, 32},
		{"a line for all", bias([]int{64, 128, 128}, 128), 8192, 32},
		{"softmax", softmax(t, 1000, 64), 1000, 64},
		{"softmax of long rows", softmax(t, 1000, 3000), 1000, 16},
		{"softmax of very long rows", softmax(t, 100, 50000), 100, 2},
		{"columns", columns, 9000, 64},
	} {
		p, err := Compile(tc.graph)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if p.Rows() != tc.rows || p.Tile() != tc.tile {
			t.Errorf("%s: tiles of %d of %d rows, want %d of %d", tc.name, p.Tile(), p.Rows(), tc.tile, tc.rows)
		}
	}
}

// Long chains need no more memory than short ones.
func TestScratchMemoryIsReused(t *testing.T) {
	chain := func(ops int) int {
		shape := []int{1 << 16}
		g := &Graph{Nodes: []Node{node(Operand, shape)}}
		for i := range ops {
			g.Nodes = append(g.Nodes, unaryOp(t, "neg", shape, i))
		}
		g.Results = []int{ops}
		p, err := Compile(g)
		if err != nil {
			t.Fatal(err)
		}
		return p.ScratchBytes()
	}
	if short, long := chain(3), chain(300); short == 0 || short != long {
		t.Errorf("3 ops need %d bytes, 300 need %d", short, long)
	}
}

func TestTakes(t *testing.T) {
	of := func(pairs ...int) (list []Taking) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, Taking{pairs[i], pairs[i+1]})
		}
		return list
	}
	sums := []int{200}
	shape := []int{100, 200}
	for _, tc := range []struct {
		name  string
		graph *Graph
		want  []Taking
	}{
		{"both operands", &Graph{Nodes: []Node{node(Operand, shape), node(Operand, shape), binaryOp(t, "add", shape, 0, 1), unaryOp(t, "neg", shape, 2)}, Results: []int{3}}, of(0, 0, 0, 1)},
		{"not one that is read after the result is written", &Graph{Nodes: []Node{
			node(Operand, shape), node(Operand, shape), unaryOp(t, "neg", shape, 0), binaryOp(t, "add", shape, 0, 1),
		}, Results: []int{2, 3}}, of(1, 0, 1, 1)},
		{"not one that broadcasts", &Graph{Nodes: []Node{node(Operand, shape), node(Operand, []int{200}), binaryOp(t, "add", shape, 0, 1), unaryOp(t, "neg", shape, 2)}, Results: []int{3}}, of(0, 0)},
		{"softmax", softmax(t, 100, 200), of(0, 0)},
		{"not one that a reduction across rows reads at the end", &Graph{Nodes: []Node{node(Operand, shape), unaryOp(t, "neg", shape, 0), reduce("sum", []int{200}, []int{0}, 0)}, Results: []int{1, 2}}, nil},
		{"what sums are added to", &Graph{Nodes: []Node{
			node(Operand, shape), node(Operand, sums), unaryOp(t, "neg", shape, 0), reduce("sum", sums, []int{0}, 2), binaryOp(t, "add", sums, 1, 3),
		}, Results: []int{4, 2}}, of(1, 0, 0, 1)},
		{"not one that is read behind the rows", &Graph{Nodes: []Node{
			node(Operand, sums), node(Operand, shape), binaryOp(t, "add", shape, 1, 0), unaryOp(t, "neg", shape, 2), reduce("sum", sums, []int{0}, 2),
			reduce("max", sums, []int{0}, 1), binaryOp(t, "add", sums, 0, 4), binaryOp(t, "mul", sums, 6, 5),
		}, Results: []int{3, 7}}, of(1, 0)},
	} {
		p, err := Compile(tc.graph)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if d := cmp.Diff(tc.want, p.Takes()); d != "" {
			t.Errorf("%s: %s", tc.name, d)
		}
	}
}

// The sums of a reduction across rows come about in the order of the rows, whoever computes them:
// they have the bits of the sums of the whole.
func TestSumsAcrossRowsKeepTheirOrder(t *testing.T) {
	defer parallel.SetWorkers(0)
	const rows, columns = 5000, 48
	shape := []int{rows, columns}
	x := tensor.New(tensor.F32, rows, columns)
	for i, data := 0, tensor.Data[float32](x); i < len(data); i++ {
		data[i] = float32(i%977)*1e-3 + float32(i%13)*1e3
	}
	negated := x.Clone()
	for i, v := range tensor.Data[float32](x) {
		tensor.Data[float32](negated)[i] = -v
	}
	sums := func(dims []int, out *tensor.Tensor) []float32 {
		whole, err := kernel.ResolveReduce("sum", tensor.F32, shape, dims)
		if err != nil {
			t.Fatal(err)
		}
		whole(workspace("sum", tensor.F32, shape, dims), out, negated, nil)
		return tensor.Data[float32](out)
	}
	want := sums([]int{0}, tensor.New(tensor.F32, columns))
	total := sums([]int{0, 1}, tensor.New(tensor.F32))[0]
	g := &Graph{Nodes: []Node{
		node(Operand, shape), unaryOp(t, "neg", shape, 0), reduce("sum", []int{columns}, []int{0}, 1), reduce("sum", nil, []int{0, 1}, 1),
	}, Results: []int{2, 3}}
	p, err := Compile(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 2, 8} {
		parallel.SetWorkers(workers)
		for range 20 {
			out := []*tensor.Tensor{tensor.New(tensor.F32, columns), tensor.New(tensor.F32)}
			run(p, out, []*tensor.Tensor{x})
			if d := cmp.Diff(want, tensor.Data[float32](out[0])); d != "" {
				t.Fatalf("%d workers: columns: %s", workers, d)
			}
			if got := tensor.Data[float32](out[1])[0]; got != total {
				t.Fatalf("%d workers: total %v, want %v", workers, got, total)
			}
		}
	}
}

func TestGraphsWithoutRows(t *testing.T) {
	shape := []int{2000, 3000}
	for _, tc := range []struct {
		name  string
		graph *Graph
	}{
		{"two halves of different rows", &Graph{Nodes: []Node{
			node(Operand, shape), reduce("sum", []int{1, 3000}, []int{0}, 0), binaryOp(t, "sub", shape, 0, 1), reduce("sum", []int{1, 3000}, []int{0}, 2), binaryOp(t, "sub", shape, 2, 3),
		}, Results: []int{4}}},
		{"counting far", &Graph{Nodes: []Node{{Kind: Iota, DType: tensor.F32, Shape: []int{1 << 20}, Dims: []int{0}}, unaryOp(t, "neg", []int{1 << 20}, 0)}, Results: []int{1}}},
	} {
		if _, err := Compile(tc.graph); err == nil {
			t.Errorf("%s: compiles", tc.name)
		}
	}
}

func BenchmarkSoftmax(b *testing.B) {
	b.Cleanup(func() { parallel.SetWorkers(0) })
	for _, shape := range [][2]int{{4096, 1024}, {65536, 64}} {
		x, out := tensor.New(tensor.F32, shape[0], shape[1]), tensor.New(tensor.F32, shape[0], shape[1])
		p, err := Compile(softmax(b, shape[0], shape[1]))
		if err != nil {
			b.Fatal(err)
		}
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%dx%d/workers=%d", shape[0], shape[1], workers), func(b *testing.B) {
				parallel.SetWorkers(workers)
				b.SetBytes(int64(len(x.Bytes())))
				b.ReportAllocs()
				w := tensor.New(tensor.U8, p.Workspace(workers)).Bytes()
				outs, ins := []*tensor.Tensor{out}, []*tensor.Tensor{x}
				for b.Loop() {
					p.Execute(w, outs, ins)
				}
			})
		}
	}
}

// Large results are streamed past the caches, unless they are computed in the memory of an operand.
// They have the bits of small ones.
func TestLargeResults(t *testing.T) {
	defer parallel.SetWorkers(0)
	const columns = 1001 // rows begin anywhere in a cache line
	const rows = kernel.StreamBytes/4/columns + 1
	shape := []int{rows, columns}
	x := tensor.Random(tensor.F32, shape, 1)
	graph := func(rows int) *Graph { // two results, one of which is read inside
		shape := []int{rows, columns}
		return &Graph{Nodes: []Node{
			node(Operand, shape), unaryOp(t, "neg", shape, 0), unaryOp(t, "exp", shape, 1), unaryOp(t, "abs", shape, 2), reduce("sum", []int{rows, 1}, []int{1}, 3),
			binaryOp(t, "div", shape, 3, 4),
		}, Results: []int{2, 5}}
	}
	compile := func(g *Graph) *Program {
		t.Helper()
		p, err := Compile(g)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	small, large := compile(graph(7)), compile(graph(rows))
	if kernel.CanStream() && (len(small.streamed) != 0 || len(large.streamed) != 2) {
		t.Errorf("%d small and %d large results are streamed, want 0 and 2", len(small.streamed), len(large.streamed))
	}
	var want [2][]float32
	for lo := 0; lo < rows; lo += 7 {
		part, hi := tensor.New(tensor.F32, 7, columns), min(rows, lo+7)
		copy(tensor.Data[float32](part), tensor.Data[float32](x)[lo*columns:hi*columns])
		out := []*tensor.Tensor{tensor.New(tensor.F32, 7, columns), tensor.New(tensor.F32, 7, columns)}
		run(small, out, []*tensor.Tensor{part})
		for k := range want {
			want[k] = append(want[k], tensor.Data[float32](out[k])[:(hi-lo)*columns]...)
		}
	}
	for _, workers := range []int{1, 2} {
		parallel.SetWorkers(workers)
		for _, inPlace := range []bool{false, true} {
			in := tensor.New(tensor.F32, shape...)
			copy(in.Bytes(), x.Bytes())
			out := []*tensor.Tensor{tensor.New(tensor.F32, shape...), tensor.New(tensor.F32, shape...)}
			if inPlace {
				out[0] = in
			}
			run(large, out, []*tensor.Tensor{in})
			for k := range want {
				if got := tensor.Data[float32](out[k]); !slices.Equal(got, want[k]) {
					t.Errorf("%d workers, in place %t: result %d differs", workers, inPlace, k)
				}
			}
		}
	}
}
