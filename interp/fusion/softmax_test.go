package fusion

import (
	"fmt"
	"math"
	"testing"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// What is one step of a softmax computes the bits of its ops one by one: with rows of any length,
// infinite elements, other readers of what it makes, in the operand's memory, and any number of
// workers.
func TestExpSumsSteps(t *testing.T) {
	defer parallel.SetWorkers(0)
	steps, divides := 0, 0
	for _, columns := range []int{1, 3, 16, 64, 100, 128, 1000, 1024, 4096, 4100} {
		for _, rows := range []int{1, 2, 3, 17, 50} {
			for _, results := range [][]int{{5}, {5, 3}, {5, 4}, {3, 4}, {5, 6}, {4}} {
				g := softmax(t, rows, columns)
				g.Nodes = append(g.Nodes, unaryOp(t, "neg", []int{rows, columns}, 5))
				g.Results = results
				p, err := Compile(g)
				if err != nil {
					t.Fatal(err)
				}
				for i := range p.steps {
					if p.steps[i].kind == expSumsStep {
						steps++
						if p.steps[i].divides {
							divides++
						}
					}
				}
				x := tensor.Random(tensor.F32, []int{rows, columns}, uint64(rows*columns))
				for i := 0; i < x.Len(); i += 7 {
					x.SetFloat64(i, math.Inf(-1)) // as in a mask
				}
				want := oneByOne(t, g, []*tensor.Tensor{x})
				for _, workers := range []int{1, 2, 3, 8} {
					parallel.SetWorkers(workers)
					var out []*tensor.Tensor
					for _, n := range results {
						out = append(out, tensor.New(tensor.F32, g.Nodes[n].Shape...))
					}
					in := x.Clone()
					for _, take := range p.Takes() {
						if take.Operand == 0 && workers > 1 {
							out[take.Result] = in
							break
						}
					}
					run(p, out, []*tensor.Tensor{in})
					for i := range out {
						if !sameNumbers(out[i], want[i]) {
							t.Fatalf("%s: result %d differs", fmt.Sprint(rows, " rows of ", columns, ", results ", results, ", ", workers, " workers"), i)
						}
					}
				}
			}
		}
	}
	if kernel.ChainBlock() == 256 && (steps == 0 || divides == 0) {
		t.Errorf("%d steps, of which %d divide", steps, divides)
	}
}
