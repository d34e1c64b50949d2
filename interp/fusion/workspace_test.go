package fusion

import (
	"testing"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// run runs a program with a workspace for all workers, or at times for fewer, of arbitrary content.
// It panics if the program writes behind it.
func run(p *Program, out, in []*tensor.Tensor) {
	const guard, canary = 4096, 0xFF // NaNs, if it is floats
	runs++
	size := p.Workspace(max(1, parallel.Workers()-runs%3))
	memory := tensor.New(tensor.U8, size+guard).Bytes()
	for i := range memory {
		memory[i] = canary
	}
	p.Execute(memory[:size], out, in)
	for _, v := range memory[size:] {
		if v != canary {
			panic("a fusion writes behind its workspace")
		}
	}
}

var runs int

// workspace is that of a reduction by itself.
func workspace(kind string, d tensor.DType, shape, dims []int) []byte {
	return tensor.New(tensor.U8, kernel.ReduceWorkspace(kind, d, shape, dims)).Bytes()
}

// A run allocates nothing.
func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector has pools drop what they are given")
	}
	defer parallel.SetWorkers(0)
	for _, workers := range []int{1, 2} {
		parallel.SetWorkers(workers)
		for _, rows := range []int{3, 900} {
			shape := []int{rows, 300}
			x, bias := tensor.Random(tensor.F32, shape, 1), tensor.Random(tensor.F32, []int{rows, 1}, 2)
			sums := tensor.Random(tensor.F32, []int{1, 300}, 3)
			for name, g := range map[string]*Graph{
				"softmax":     softmax(t, rows, 300),
				"across rows": {Nodes: []Node{node(Operand, shape), unaryOp(t, "neg", shape, 0), reduce("sum", []int{300}, []int{0}, 1), reduce("max", nil, []int{0, 1}, 1)}, Results: []int{2, 3}},
				"behind rows": {Nodes: []Node{
					node(Operand, shape), node(Operand, []int{1, 300}), unaryOp(t, "neg", shape, 0), reduce("sum", []int{1, 300}, []int{0}, 2), binaryOp(t, "add", []int{1, 300}, 1, 3),
				}, Results: []int{4}},
				"whole": {Nodes: []Node{
					node(Operand, shape), node(Operand, []int{1, 300}), reduce("sum", []int{1, 300}, []int{0}, 0), binaryOp(t, "add", []int{1, 300}, 1, 2),
				}, Results: []int{3}},
				"products":    (&attentionOf{outer: 1, heads: 2, queries: rows, keys: 20, depth: 8, width: 4, mask: true}).graph(t),
				"elementwise": {Nodes: []Node{node(Operand, shape), node(Operand, []int{rows, 1}), binaryOp(t, "add", shape, 0, 1), unaryOp(t, "exp", shape, 2), unaryOp(t, "log", shape, 3)}, Results: []int{4}},
			} {
				p, err := Compile(g)
				if err != nil {
					t.Fatal(name, err)
				}
				w := tensor.New(tensor.U8, p.Workspace(workers)).Bytes()
				in := []*tensor.Tensor{x, bias}[:min(2, p.operands)]
				if name == "products" {
					in = (&attentionOf{outer: 1, heads: 2, queries: rows, keys: 20, depth: 8, width: 4}).inputs(1)
				}
				if name == "behind rows" || name == "whole" {
					in[1] = sums
				}
				var out []*tensor.Tensor
				for _, n := range g.Results {
					out = append(out, tensor.New(tensor.F32, g.Nodes[n].Shape...))
				}
				allocs := testing.AllocsPerRun(5, func() { p.Execute(w, out, in) })
				for again := 0; allocs != 0 && again < 5; again++ { // a worker that is late takes new memory from a pool
					allocs = testing.AllocsPerRun(5, func() { p.Execute(w, out, in) })
				}
				if allocs != 0 {
					t.Errorf("%s of %d rows, %d workers: %v allocations", name, rows, workers, allocs)
				}
			}
		}
	}
}
