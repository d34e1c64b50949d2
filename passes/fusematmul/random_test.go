package fusematmul_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

// Random programs of contractions that share operands, feed each other, and
// differ in batches, biases, activations, element types and extents, 0 and
// unknown ones included: whatever can be merged is, and the bits stay.
func TestFuseMatmulRandomPrograms(t *testing.T) {
	machine, frugal := eagerMachine(t), machineOf(t, strings.Replace(eagerProfile, "overhead = 1\n", "overhead = 1e-12\n", 1))
	floatForms := []string{"", "", "siblings", "batches", "transposes", "epilogues", "siblings,batches", "steps", "epilogues,steps"}
	// Integers wrap: whatever order is exact, and fp=fast changes nothing else.
	exactForms := []string{"", "sums", "chains", "transposes", "chains"}
	ran, merged, fusions := 0, 0, 0
	first, count := campaign.Cases(300)
	for seed := range uint64(count) {
		seed += first
		g := newContractionWriter(seed)
		text := g.program()
		fp, forms := "strict", floatForms
		if g.exact {
			fp, forms = "fast", exactForms
		}
		form, on := pickFrom(g, forms), machine
		if form == "chains" {
			on = frugal // where products differ in cost
		}
		passes := fmt.Sprintf("fuse-matmul{machine=%s forms=%s fp=%s}", on, form, fp)
		switch seed % 8 {
		case 0, 4:
			passes = "canonicalize," + passes + ",canonicalize,cse"
		case 1:
			passes = fmt.Sprintf("substitute{fp=%s},", fp) + passes
		case 2:
			passes += ",fuse-elementwise"
		}
		module, err := agree.Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var runs []agree.Run
		for k := range 3 {
			inputs := g.inputs(k)
			if was := agree.Execute(module, "main", inputs, time.Minute); was.Err == nil {
				runs = append(runs, agree.Run{Name: "main", Inputs: inputs, Before: was})
			} else {
				t.Errorf("seed %d: %v\n%s", seed, was.Err, text)
			}
		}
		after, err := agree.Check(module, runs, passes)
		if err != nil {
			t.Errorf("seed %d: %v\nbefore:\n%s\nafter:\n%s", seed, err, text, printer.OpString(after, printer.Options{}))
			if !errors.Is(err, agree.ErrChanged) {
				continue
			}
		}
		ir.Walk(after, func(o *ir.Op) ir.WalkAction {
			if o.Is(tg.Fusion) && !slices.ContainsFunc(o.OperandTypes(), func(t *ir.Type) bool { return !t.IsStatic() }) {
				fusions++
				if err := tg.RunsOneByOne(o); err != nil {
					t.Errorf("seed %d: a fusion runs its ops one by one: %v\n%s", seed, err, printer.OpString(o, printer.Options{}))
				}
			}
			return ir.Advance
		})
		ran += len(runs)
		merged += max(0, contractions(module)-contractions(after))
	}
	if ran < 2*count || merged < count || fusions < count/8 {
		t.Errorf("only %d runs, %d contractions went, and %d fusions came", ran, merged, fusions)
	}
}

func intsOf(shape []int64) []int {
	list := make([]int, len(shape))
	for i, n := range shape {
		list[i] = int(n)
	}
	return list
}

func int64sOf(shape []int) []int64 {
	list := make([]int64, len(shape))
	for i, n := range shape {
		list[i] = int64(n)
	}
	return list
}
