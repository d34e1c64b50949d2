package models

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// What a run takes is what was planned. A plan is for all paths of a program: zeros
// or random numbers go along the one that takes most.
func TestPeaksAreAsPlanned(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			for _, passes := range []string{"stablehlo-to-tg", optimise} {
				m := parse(t, p.name, source(t, p.name))
				run(t, m, passes, 1)
				peaksAsPlanned(t, m, entry(t, m, p.entry), passes, workersOf(p.name))
			}
		})
	}
	examples, err := filepath.Glob("../../examples/*.mlir")
	if err != nil || len(examples) == 0 {
		t.Fatal("there are no examples", err)
	}
	for _, file := range examples {
		t.Run(filepath.Base(file), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, passes := range []string{"stablehlo-to-tg", optimise} {
				m := parse(t, file, source)
				run(t, m, passes, 1)
				peaksAsPlanned(t, m, "main", passes, workers)
			}
		})
	}
}

// workers are the numbers of them that plans are made for.
var workers = []int{1, 2, 8}

// workersOf are those for a program: of a large one, whose runs take long, the greatest, for which
// the most storage is planned; a campaign runs all.
func workersOf(name string) []int {
	if _, n := campaign.Cases(0); n == 0 && slices.Contains(large, name) {
		return workers[len(workers)-1:]
	}
	return workers
}

func peaksAsPlanned(t *testing.T, m *ir.Op, name, passes string, workers []int) {
	t.Helper()
	usual := parallel.Workers()
	defer parallel.SetWorkers(usual)
	program, err := interp.NewModule(m).Program(name)
	check(t, m.Context(), err)
	for _, n := range workers {
		parallel.SetWorkers(n)
		frame, err := program.Frame(n)
		check(t, m.Context(), err)
		most := int64(0)
		for _, zeros := range []bool{false, true} {
			var inputs []*tensor.Tensor
			for i, typ := range program.Inputs {
				spec, err := interp.SpecOf(typ)
				check(t, m.Context(), err)
				x := tensor.New(spec.DType, spec.Shape...)
				if !zeros {
					x = tensor.Random(spec.DType, spec.Shape, uint64(i+1))
				}
				inputs = append(inputs, x)
			}
			r, err := program.Run(inputs, interp.Options{Poison: true})
			check(t, m.Context(), err)
			if r.Unplanned != nil {
				t.Errorf("%s: it does not run by its plan: %v", passes, r.Unplanned)
			}
			if most = max(most, int64(r.PeakBytes)); most == frame.Total() {
				break
			}
		}
		if most != frame.Total() {
			t.Errorf("%s, %d workers: %d bytes are planned, and runs take %d", passes, n, frame.Total(), most)
		}
	}
}
