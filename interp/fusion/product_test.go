package fusion

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// attentionOf is the graph of an attention with operands in these orders of dimensions, and its
// operands. Batches are two dimensions.
type attentionOf struct {
	outer, heads, queries, keys, depth, width int
	headsLast                                 bool // dimensions are batch, place, head, feature
	mask                                      bool // a row for each query, for all batches
}

func product(shape []int, p *Product, left, right int) Node {
	n := node(Multiply, shape, left, right)
	n.Product = p
	return n
}

func (a *attentionOf) shape(places, features int) []int {
	if a.headsLast {
		return []int{a.outer, places, a.heads, features}
	}
	return []int{a.outer, a.heads, places, features}
}

// dims are the batches, the place and the feature.
func (a *attentionOf) dims() (outer, head, place, feature int) {
	if a.headsLast {
		return 0, 2, 1, 3
	}
	return 0, 1, 2, 3
}

func (a *attentionOf) graph(t testing.TB) *Graph {
	o, h, p, f := a.dims()
	scores, ones := []int{a.outer, a.heads, a.queries, a.keys}, []int{a.outer, a.heads, a.queries, 1}
	g := &Graph{Nodes: []Node{
		node(Operand, a.shape(a.queries, a.depth)), node(Operand, a.shape(a.keys, a.depth)), node(Operand, a.shape(a.keys, a.width)), node(Operand, []int{a.queries, a.keys}),
		product(scores, &Product{Left: []int{o, h, p, f}, Rows: []int{o, h, -1}, Inner: []int{f}, Cols: []int{p}}, 0, 1),
	}}
	at := 4
	if a.mask {
		g.Nodes = append(g.Nodes, binaryOp(t, "add", scores, at, 3))
		at++
	}
	g.Nodes = append(g.Nodes,
		reduce("max", ones, []int{3}, at), binaryOp(t, "sub", scores, at, at+1), unaryOp(t, "exp", scores, at+2),
		reduce("sum", ones, []int{3}, at+3), binaryOp(t, "div", scores, at+3, at+4),
		product([]int{a.outer, a.heads, a.queries, a.width}, &Product{Left: []int{0, 1, 2, 3}, Rows: []int{o, h, -1}, Inner: []int{p}, Cols: []int{f}}, at+5, 2))
	g.Results = []int{at + 6}
	return g
}

// apart computes the same with whole scores.
func (a *attentionOf) apart(t testing.TB, in []*tensor.Tensor) *tensor.Tensor {
	o, h, p, f := a.dims()
	scores := dot(t, contract.DotDims{LHSBatch: []int{o, h}, RHSBatch: []int{o, h}, LHSContract: []int{f}, RHSContract: []int{f}}, in[0], in[1])
	shape := scores.Shape()
	g := &Graph{Nodes: []Node{node(Operand, shape), node(Operand, []int{a.queries, a.keys})}}
	at := 0
	if a.mask {
		g.Nodes = append(g.Nodes, binaryOp(t, "add", shape, 0, 1))
		at = 2
	}
	first, ones := len(g.Nodes), []int{shape[0], shape[1], shape[2], 1}
	g.Nodes = append(g.Nodes, reduce("max", ones, []int{3}, at), binaryOp(t, "sub", shape, at, first), unaryOp(t, "exp", shape, first+1),
		reduce("sum", ones, []int{3}, first+2), binaryOp(t, "div", shape, first+2, first+3))
	g.Results = []int{first + 4}
	program, err := Compile(g)
	if err != nil {
		t.Fatal(err)
	}
	rows := tensor.New(tensor.F32, shape...)
	run(program, []*tensor.Tensor{rows}, []*tensor.Tensor{scores, in[3]})
	return dot(t, contract.DotDims{LHSBatch: []int{0, 1}, RHSBatch: []int{o, h}, LHSContract: []int{3}, RHSContract: []int{p}}, rows, in[2])
}

func dot(t testing.TB, d contract.DotDims, x, y *tensor.Tensor) *tensor.Tensor {
	types := [2]contract.Type{{DType: tensor.F32, Shape: x.Shape()}, {DType: tensor.F32, Shape: y.Shape()}}
	f, err := contract.ResolveDotGeneral(d, tensor.F32, types[0], types[1])
	if err != nil {
		t.Fatal(err)
	}
	size, _ := contract.DotGeneralWorkspace(d, tensor.F32, types[0], types[1])
	shape, _ := d.Shape(x.Shape(), y.Shape())
	out := tensor.New(tensor.F32, shape...)
	f(tensor.Uninitialised(size(1<<10)), out, x, y, nil)
	return out
}

func (a *attentionOf) inputs(seed uint64) []*tensor.Tensor {
	in := []*tensor.Tensor{
		tensor.Random(tensor.F32, a.shape(a.queries, a.depth), seed), tensor.Random(tensor.F32, a.shape(a.keys, a.depth), seed+1),
		tensor.Random(tensor.F32, a.shape(a.keys, a.width), seed+2), tensor.Random(tensor.F32, []int{a.queries, a.keys}, seed+3),
	}
	hidden := in[3]
	for i := range hidden.Len() {
		if i%a.keys > i/a.keys || i/a.keys == 3 { // what comes later, and all of one row, which gives NaNs
			hidden.SetFloat64(i, math.Inf(-1))
		}
	}
	return in
}

// Attention from product to product has the bits of its ops by themselves, for any number of
// workers, in either order of dimensions, with tiles that batches do and do not fill.
func TestProducts(t *testing.T) {
	defer parallel.SetWorkers(0)
	first, count := campaign.Cases(120)
	for seed := range uint64(count) {
		seed += first
		rng := rand.New(rand.NewPCG(seed, 5))
		of := func(list ...int) int { return list[rng.IntN(len(list))] }
		a := &attentionOf{outer: of(1, 1, 2), heads: of(1, 2, 3), queries: of(1, 2, 5, 12, 13, 40, 100, 200), keys: of(1, 3, 16, 37, 64, 128, 300), depth: of(1, 8, 17, 64), width: of(1, 5, 64, 70),
			headsLast: rng.IntN(2) == 0, mask: rng.IntN(2) == 0}
		in := a.inputs(seed)
		p, err := Compile(a.graph(t))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want := a.apart(t, in)
		for _, workers := range []int{1, 2, 3, 8} {
			parallel.SetWorkers(workers)
			out := tensor.New(tensor.F32, want.Shape()...)
			run(p, []*tensor.Tensor{out}, in)
			if !sameNumbers(out, want) {
				t.Fatalf("seed %d: %+v, %d workers: it differs", seed, *a, workers)
			}
		}
	}
}

// A worker takes what tiles of scores and a packed matrix each take, and no more for more queries.
func TestProductsTakeTiles(t *testing.T) {
	scores := func(queries int) (tile, workspace int) {
		a := &attentionOf{outer: 1, heads: 2, queries: queries, keys: 1024, depth: 64, width: 64}
		p, err := Compile(a.graph(t))
		if err != nil {
			t.Fatal(err)
		}
		return p.Tile(), p.Workspace(1)
	}
	tile, few := scores(1024)
	if _, many := scores(8192); few != many {
		t.Errorf("%d bytes for 1024 queries, and %d for 8192", few, many)
	}
	if matrices, least := 2*1024*64*4, tile*1024*4; few < matrices+least || few > matrices+3*least {
		t.Errorf("%d bytes for %d of matrices and tiles of %d", few, matrices, least)
	}
	if tile < rowsEven || tile > productRows {
		t.Errorf("a tile has %d rows", tile)
	}
}

func TestProductsRefused(t *testing.T) {
	square := func() *Product { return &Product{Left: []int{0, 1}, Rows: []int{-1}, Inner: []int{0}, Cols: []int{1}} }
	shape := []int{4, 4}
	for _, c := range []struct {
		g   *Graph
		why string
	}{
		{&Graph{Nodes: []Node{node(Operand, shape), unaryOp(t, "neg", shape, 0), product(shape, square(), 0, 1)}, Results: []int{2}}, "needs all of its right operand"},
		{&Graph{Nodes: []Node{node(Operand, shape), unaryOp(t, "neg", shape, 0), product(shape, &Product{Left: []int{1, 0}, Rows: []int{-1}, Inner: []int{0}, Cols: []int{1}}, 1, 0)}, Results: []int{2}}, "in another order"},
		{&Graph{Nodes: []Node{node(Operand, []int{1, 4}), node(Operand, []int{3, 4, 4}), product([]int{3, 1, 4}, &Product{Left: []int{0, 1}, Rows: []int{0, -1}, Inner: []int{1}, Cols: []int{2}}, 0, 1)}, Results: []int{2}}, "has other rows"},
		{&Graph{Nodes: []Node{node(Operand, []int{4, 0}), node(Operand, []int{0, 4}), product(shape, square(), 0, 1)}, Results: []int{2}}, "without elements"},
	} {
		if _, err := Compile(c.g); err == nil || !strings.Contains(err.Error(), c.why) && !strings.Contains(err.Error(), "rows") {
			t.Errorf("%v, want one that says %q", err, c.why)
		}
	}
}

// Products of rows that are cut into batches differently share tiles that have rows of one batch of
// each.
func TestProductsOfOtherBatches(t *testing.T) {
	defer parallel.SetWorkers(0)
	// 24 rows: 4 of a batch in the first product, 6 in the second.
	x, y, z := tensor.Random(tensor.F32, []int{6, 4, 5}, 1), tensor.Random(tensor.F32, []int{6, 5, 7}, 2), tensor.Random(tensor.F32, []int{4, 7, 3}, 3)
	again := node(Reshape, []int{4, 6, 7}, 3)
	g := &Graph{Nodes: []Node{
		node(Operand, x.Shape()), node(Operand, y.Shape()), node(Operand, z.Shape()),
		product([]int{6, 4, 7}, &Product{Left: []int{0, 1, 2}, Rows: []int{0, -1}, Inner: []int{1}, Cols: []int{2}}, 0, 1), again,
		product([]int{4, 6, 3}, &Product{Left: []int{0, 1, 2}, Rows: []int{0, -1}, Inner: []int{1}, Cols: []int{2}}, 4, 2),
	}, Results: []int{5}}
	p, err := Compile(g)
	if err != nil {
		t.Fatal(err)
	}
	d := contract.DotDims{LHSBatch: []int{0}, RHSBatch: []int{0}, LHSContract: []int{2}, RHSContract: []int{1}}
	want := dot(t, d, tensor.Wrap(tensor.F32, []int{4, 6, 7}, dot(t, d, x, y).Bytes()), z)
	for _, workers := range []int{1, 3} {
		parallel.SetWorkers(workers)
		out := tensor.New(tensor.F32, 4, 6, 3)
		run(p, []*tensor.Tensor{out}, []*tensor.Tensor{x, y, z})
		if !sameNumbers(out, want) {
			t.Error(fmt.Sprint(workers, " workers: it differs"))
		}
	}
}
