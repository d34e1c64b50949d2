package fusion

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// Reductions that square what they read compute the bits of the ops one by one: of operands, of
// what is computed and read by others, with an initial value, for rows of any length, in the
// operand's memory, and where the squares are read by others or are no squares.
func TestSquares(t *testing.T) {
	defer parallel.SetWorkers(0)
	squares := 0
	for seed := range uint64(120) {
		rng := rand.New(rand.NewPCG(seed, 3))
		columns := []int{1, 3, 16, 64, 100, 128, 1000, 1024, 4096, 4100}[rng.IntN(10)]
		rows := []int{1, 2, 3, 17, 50}[rng.IntN(5)]
		shape := []int{rows, columns}
		g := &Graph{Nodes: []Node{node(Operand, shape), node(Operand, shape)}}
		from := 0
		if rng.IntN(2) == 0 {
			g.Nodes = append(g.Nodes, unaryOp(t, name(rng, []string{"neg", "exp", "sqrt"}), shape, 0))
			from = 2
		}
		other := from
		if rng.IntN(6) == 0 {
			other = 1 // no squares
		}
		square := len(g.Nodes)
		sum := square + 1
		kind := name(rng, []string{"sum", "sum", "mean", "max"})
		g.Nodes = append(g.Nodes, binaryOp(t, "mul", shape, from, other), reduce(kind, []int{rows, 1}, []int{1}, square), binaryOp(t, "mul", shape, from, sum))
		g.Results = []int{sum + 1}
		for _, n := range []int{sum, square, from} {
			if n > 1 && rng.IntN(4) == 0 {
				g.Results = append(g.Results, n)
			}
		}
		p, err := Compile(g)
		if err != nil {
			t.Fatal(err)
		}
		if other == from && !slices.ContainsFunc(p.steps, func(st step) bool { return st.blocks.Chainable == "mul" && st.args[0] == st.args[1] }) {
			squares++
		}
		in := []*tensor.Tensor{tensor.Random(tensor.F32, shape, seed), tensor.Random(tensor.F32, shape, seed+1000)}
		want := oneByOne(t, g, in)
		for _, workers := range []int{1, 3} {
			parallel.SetWorkers(workers)
			out := make([]*tensor.Tensor, len(want))
			for i := range out {
				out[i] = tensor.New(tensor.F32, want[i].Shape()...)
			}
			operands := slices.Clone(in)
			if list := p.Takes(); workers > 1 && len(list) > 0 {
				take := list[rng.IntN(len(list))]
				copy(out[take.Result].Bytes(), in[take.Operand].Bytes())
				operands[take.Operand] = out[take.Result]
			}
			run(p, out, operands)
			for i := range out {
				if !sameNumbers(out[i], want[i]) {
					t.Fatalf("seed %d: %s of %d rows of %d, %d workers: result %d differs", seed, kind, rows, columns, workers, i)
				}
			}
		}
	}
	if kernel.ChainBlock() > 0 && squares == 0 {
		t.Error("no reduction squares what it reads")
	}
}
