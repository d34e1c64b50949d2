package fusion

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// oneByOne runs every node by itself, on whole values.
func oneByOne(t *testing.T, g *Graph, in []*tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	values := make([]*tensor.Tensor, len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Kind == Operand {
			values[i], in = in[0], in[1:]
			continue
		}
		out := tensor.New(n.DType, n.Shape...)
		switch n.Kind {
		case Constant:
			kernel.Repeat(out.Bytes(), n.Data.Bytes())
		case Reduce:
			reduce, err := kernel.ResolveReduce(n.Reduction, n.DType, g.Nodes[n.Args[0]].Shape, n.Dims)
			if err != nil {
				t.Fatal(err)
			}
			reduce(workspace(n.Reduction, n.DType, g.Nodes[n.Args[0]].Shape, n.Dims), out, values[n.Args[0]], nil)
		case Elementwise:
			var args [][]byte
			for _, a := range n.Args {
				args = append(args, stretched(values[a], n.Shape).Bytes())
			}
			if len(args) == 1 {
				n.Blocks.Unary(out.Bytes(), args[0])
			} else {
				n.Blocks.Binary(out.Bytes(), args[0], args[1])
			}
		}
		values[i] = out
	}
	var results []*tensor.Tensor
	for _, n := range g.Results {
		results = append(results, values[n])
	}
	return results
}

// stretched repeats a matrix with extents 1 to a shape.
func stretched(x *tensor.Tensor, shape []int) *tensor.Tensor {
	out := tensor.New(tensor.F32, shape...)
	from, to := tensor.Data[float32](x), tensor.Data[float32](out)
	for i := range to {
		r, c := i/shape[1], i%shape[1]
		to[i] = from[min(r, x.Shape()[0]-1)*x.Shape()[1]+min(c, x.Shape()[1]-1)]
	}
	return out
}

// chainGraph is some ops on rows, with arguments of all shapes that repeat in rows or columns,
// reductions between them, and some of the values as results.
func chainGraph(t *testing.T, rng *rand.Rand, rows, columns int) (g *Graph, in []*tensor.Tensor) {
	t.Helper()
	shape := []int{rows, columns}
	g = &Graph{}
	add := func(n Node) int {
		g.Nodes = append(g.Nodes, n)
		return len(g.Nodes) - 1
	}
	var wide, narrow []int // values of full rows, and of others
	for _, s := range [][]int{shape, shape, {rows, 1}, {1, columns}, {1, 1}} {
		x := tensor.Random(tensor.F32, s, rng.Uint64())
		in = append(in, x)
		if i := add(node(Operand, s)); slices.Equal(s, shape) {
			wide = append(wide, i)
		} else {
			narrow = append(narrow, i)
		}
	}
	number := tensor.New(tensor.F32)
	number.SetFloat64(0, 0.75)
	constant := node(Constant, []int{1, 1})
	constant.Data = number
	narrow = append(narrow, add(constant))
	pick := func(list []int) int { return list[rng.IntN(len(list))] }
	unary := []string{"neg", "abs", "relu", "exp", "tanh", "sqrt", "sigmoid", "log", "sin", "floor"}
	binary := []string{"add", "sub", "mul", "div", "max", "min", "add", "mul", "pow"}
	for range 3 + rng.IntN(10) {
		latest := wide[len(wide)-1]
		switch k := rng.IntN(10); {
		case k < 2:
			wide = append(wide, add(unaryOp(t, name(rng, unary), shape, latest)))
		case k < 3:
			narrow = append(narrow, add(reduce(name(rng, []string{"sum", "max", "min"}), []int{rows, 1}, []int{1}, latest)))
		default:
			args := []int{latest, pick(slices.Concat(wide, narrow, narrow))}
			if rng.IntN(3) == 0 {
				slices.Reverse(args)
			}
			wide = append(wide, add(binaryOp(t, name(rng, binary), shape, args[0], args[1])))
		}
	}
	g.Results = []int{wide[len(wide)-1]}
	for _, n := range wide[2 : len(wide)-1] {
		if rng.IntN(5) == 0 {
			g.Results = append(g.Results, n)
		}
	}
	return g, in
}

// name returns one of some names.
func name(rng *rand.Rand, list []string) string { return list[rng.IntN(len(list))] }

// Ops in chains compute the bits that they compute one by one, whatever their arguments repeat, for
// rows that fill blocks and rows that do not, also in place.
func TestChains(t *testing.T) {
	defer parallel.SetWorkers(0)
	if kernel.ChainBlock() == 0 {
		t.Skip("this processor runs no chains")
	}
	chained := map[string]bool{}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		columns := []int{0, 1, 1, 7, 32, 64, 100, 512, 777, 1024, 5000}[rng.IntN(11)]
		rows := min([]int{0, 1, 1, 2, 3, 17, 70, 300}[rng.IntN(8)], 50000/max(1, columns))
		g, in := chainGraph(t, rng, rows, columns)
		p, err := Compile(g)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.chains {
			chained[fmt.Sprintf("flat=%v", p.chains[i].flat)] = true
			for _, st := range p.steps[p.chains[i].from:p.chains[i].to] {
				for _, mode := range st.modes {
					chained[fmt.Sprintf("mode %d", mode)] = true
				}
			}
		}
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
					t.Fatalf("seed %d: %d rows of %d, %d workers: result %d differs", seed, rows, columns, workers, i)
				}
			}
		}
	}
	for _, what := range []string{"flat=true", "flat=false", "mode 0", "mode 1", "mode 2", "mode 3"} {
		if !chained[what] {
			t.Errorf("no chain has %s", what)
		}
	}
}

// sameNumbers reports whether two tensors have the same bits, where they are no NaNs.
func sameNumbers(a, b *tensor.Tensor) bool {
	x, y := tensor.Data[float32](a), tensor.Data[float32](b)
	for i := range x {
		if x[i] != y[i] && (x[i] == x[i] || y[i] == y[i]) || x[i] == 0 && a.Float64At(i) == 0 && 1/x[i] != 1/y[i] {
			return false
		}
	}
	return true
}

// Large results that chains stream themselves are those of loops, wherever results begin; operands
// that are fetched ahead end somewhere.
func TestChainsStream(t *testing.T) {
	defer parallel.SetWorkers(0)
	const columns = 1024
	const rows = kernel.StreamBytes/4/columns + 3
	x := tensor.Random(tensor.F32, []int{rows, columns}, 1)
	g := softmax(t, rows, columns)
	p, err := Compile(g)
	if err != nil {
		t.Fatal(err)
	}
	direct := func() (n int) {
		for i := range p.chains {
			for _, l := range p.chains[i].links {
				if l.direct {
					n++
				}
			}
		}
		for i := range p.steps {
			if p.steps[i].divides {
				n++
			}
		}
		return n
	}
	if kernel.ChainBlock() > 0 && direct() != 1 {
		t.Errorf("%d results are streamed by chains, want 1", direct())
	}
	want := oneByOne(t, g, []*tensor.Tensor{x})[0]
	for _, skip := range []int{0, 4, 64} {
		for _, workers := range []int{1, 2} {
			parallel.SetWorkers(workers)
			memory := tensor.New(tensor.U8, 4*rows*columns+64)
			out := tensor.Wrap(tensor.F32, []int{rows, columns}, memory.Bytes()[skip:skip+4*rows*columns])
			run(p, []*tensor.Tensor{out}, []*tensor.Tensor{x})
			if !tensor.Equal(out, want) {
				t.Fatalf("%d workers, result %d bytes after a line begins: it differs", workers, skip)
			}
		}
	}
}
