package te

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

const modelsDir = "../../../shared/data/models"

// models are programs that other projects' exporters wrote, with the functions that are run; empty
// for the public one. Large ones, whose contractions take long as computes, run only before and
// after these.
var models = []struct {
	name, entry string
	large       bool
}{
	{"collatz", "collatz", false},
	{"fullyconnected", "main", false},
	{"kan1", "", false},
	{"mnist", "predict", false},
	{"mobilebert", "", true},
	{"searchless_chess_9m", "main", true},
	{"unidirectional_lstm", "main", false},
}

// Programs of other projects compute the same bits with computes for ops, and with the ops that
// these are written as, which are no more than a tenth more.
func TestModels(t *testing.T) {
	for _, m := range models {
		t.Run(m.name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(modelsDir, m.name+".mlir"))
			if errors.Is(err, os.ErrNotExist) {
				t.Skip("the program belongs to another project and is not there")
			}
			if err != nil {
				t.Fatal(err)
			}
			module, err := parser.Parse(driver.NewContext(), text, parser.Options{Filename: m.name})
			if err != nil {
				t.Fatal(err)
			}
			checkModel(t, module, m.entry, m.large)
		})
	}
}

func checkModel(t *testing.T, module *ir.Op, entry string, large bool) {
	after := func(m *ir.Op, passes string) *ir.Op {
		next, err := agree.Optimised(m, passes)
		if err != nil {
			t.Fatalf("%s: %v", passes, err)
		}
		return next
	}
	plain := after(module, "stablehlo-to-tg,canonicalize,cse")
	computes := after(plain, "tg-to-te")
	back := after(computes, "te-to-tg")
	want := execute(t, plain, entry)
	runs := []*ir.Op{computes, back}
	if large {
		runs = runs[1:]
	}
	for _, m := range runs {
		got := execute(t, m, entry)
		if len(got.Outputs) != len(want.Outputs) || len(got.Checks) != len(want.Checks) {
			t.Fatalf("%d outputs and %d checks became %d and %d", len(want.Outputs), len(want.Checks), len(got.Outputs), len(got.Checks))
		}
		for i := range want.Outputs {
			if !tensor.SameValues(want.Outputs[i], got.Outputs[i]) {
				t.Errorf("output %d differs", i)
			}
		}
	}
	var n counts
	n.add(plain, back)
	t.Logf("%d ops, %d after, %d computes", n.before, n.after, n.left)
	if n.after*10 > n.before*11 || n.left > 0 {
		t.Errorf("%d ops have become %d, of which %d are computes", n.before, n.after, n.left)
	}
	if again := after(plain, "tg-to-te,te-to-tg"); printer.OpString(again, printer.Options{}) != printer.OpString(back, printer.Options{}) {
		t.Error("the text is another one the next time")
	}
}

// execute runs a function of a module on random inputs.
func execute(t *testing.T, m *ir.Op, entry string) *interp.Result {
	t.Helper()
	for b := m.RegionAt(0).First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil && entry == ""; o = o.Next() {
			if o.Name() == "func.func" && ir.SymbolVisibility(o) == "public" {
				entry = ir.SymbolName(o)
			}
		}
	}
	program, err := interp.NewModule(m).Program(entry)
	if err != nil {
		t.Fatal(err)
	}
	args := make([]*tensor.Tensor, len(program.Inputs))
	for i, typ := range program.Inputs {
		spec := fmt.Sprintf("%s=random:%d", strings.TrimSuffix(strings.TrimPrefix(typ.String(), "tensor<"), ">"), i+1)
		if args[i], err = tensor.Parse(spec); err != nil {
			t.Fatalf("input %d: %v", i, err)
		}
	}
	r, err := program.Run(args, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Checks {
		if !c.Passed {
			t.Errorf("%s failed: %s", c.Op.Name(), c.Detail)
		}
	}
	return r
}
