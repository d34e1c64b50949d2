package interp_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// allocates lists ops of tg whose kernels may allocate, and why. So may those with a region, which
// runs for single elements; instances have none.
var allocates = map[string]string{}

// draws lists ops of tg whose results differ from run to run, and why.
var draws = map[string]string{"tg.rng": "the numbers depend on how many draws there were before"}

// Kernels use their workspace and nothing behind it, whatever is in it and however many workers
// there are, and allocate nothing.
func TestKernelsInTheirWorkspace(t *testing.T) {
	c := ir.NewContext(builtin.Dialect, tg.Dialect)
	defer parallel.SetWorkers(0)
	tried, needs := map[string]int{}, map[*ir.OpDef]bool{}
	seeds := uint64(15)
	if testing.Short() {
		seeds = 9
	}
	for _, def := range tg.Dialect.Ops() {
		if _, ok := interp.Kernel.Get(def); !ok || !opgen.Known(def) {
			continue
		}
		if _, told := analysis.ToldBy.Get(def); told {
			continue // it is another op, which is found out when it runs
		}
		elems := opgen.Elements(c)
		for seed := range seeds {
			g := &opgen.Generator{
				Rand: rand.New(rand.NewPCG(seed, 3)), Ctx: c, Elem: elems[seed%uint64(len(elems))], Base: []int64{3, 4}, Extents: []int64{1, 2, 3}, MaxRank: 3,
			}
			if seed%3 == 2 { // shared by the workers
				g.Base, g.Extents, g.MaxRank = []int64{150, 260}, []int64{1, 31, 300}, 2
			}
			o := g.RandomOp(def)
			if o == nil || o.NumRegions() > 0 || ir.VerifyOp(o) != nil {
				continue
			}
			r, err := interp.Resolve(o)
			if err != nil || r.Storage.Views != nil || r.Storage.Handed || !small(o) {
				continue
			}
			tried[def.Name()]++
			needs[def] = needs[def] || r.Storage.Workspace != nil && r.Storage.Workspace(1) > 0
			inWorkspace(t, g, o, r)
		}
	}
	if len(tried) < 60 {
		t.Errorf("only %d ops are tried: %v", len(tried), tried)
	}
	for _, def := range tg.Dialect.Ops() {
		if told, ok := analysis.ToldBy.Get(def); ok && told.Scratch != needs[told.As] {
			t.Errorf("%s says that %s may need a workspace: %v, and it does: %v", def.Name(), told.As.Name(), told.Scratch, needs[told.As])
		}
	}
}

// small reports whether an op is soon done, and has anything to do.
func small(o *ir.Op) bool {
	for _, v := range append(o.OperandTypes(), o.ResultTypes()...) {
		if n, ok := v.NumElements(); !ok || n == 0 || n > 1<<18 {
			return false
		}
	}
	return true
}

func inWorkspace(t *testing.T, g *opgen.Generator, o *ir.Op, r *interp.Resolved) {
	t.Helper()
	in, out := g.Inputs(o, opgen.Small), []*tensor.Tensor(nil)
	what := fmt.Sprintf("%s of %v %v", o.Name(), o.OperandTypes(), o.Props())
	want, err := interp.Evaluate(o, in, nil)
	if err != nil {
		return
	}
	for _, x := range want {
		out = append(out, tensor.New(x.DType(), x.Shape()...))
	}
	for _, workers := range []int{1, 2, 3, 8} {
		parallel.SetWorkers(workers)
		for _, planned := range []int{1, workers} {
			const guard, canary = 512, 0x5C
			size := 0
			if r.Storage.Workspace != nil {
				size = r.Storage.Workspace(planned)
			}
			memory := tensor.New(tensor.U8, size+guard).Bytes()
			for i := range memory {
				memory[i] = 0xF7 // NaNs, if it is floats
				if i >= size {
					memory[i] = canary
				}
			}
			run := func() {
				if err := r.Run(memory[:size:size], out, in); err != nil {
					t.Fatal(what, err)
				}
			}
			run()
			for i := range out {
				if draws[o.Name()] == "" && !tensor.Equal(out[i], want[i]) {
					t.Fatalf("%s: %d workers with memory for %d: result %d differs", what, workers, planned, i)
				}
			}
			for _, v := range memory[size:] {
				if v != canary {
					t.Fatalf("%s: %d workers with memory for %d: writes behind the workspace", what, workers, planned)
				}
			}
			if workers > 2 || allocates[o.Name()] != "" || raceEnabled {
				continue
			}
			allocs := testing.AllocsPerRun(5, run)
			for again := 0; allocs != 0 && again < 5; again++ { // a worker that is late takes new memory from a pool
				allocs = testing.AllocsPerRun(5, run)
			}
			if allocs != 0 {
				t.Errorf("%s: %d workers: %v allocations", what, workers, allocs)
			}
		}
	}
}
