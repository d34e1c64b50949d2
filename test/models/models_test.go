// Package models runs programs that other projects' exporters wrote. They are
// not part of this repository; without them the tests skip.
package models

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

const (
	dir      = "../../../shared/data/models"
	optimise = "stablehlo-to-tg,optimize"
	// fast may round differently: by how much is what fastTolerance says, relative
	// to the greatest element of a result.
	fast          = "stablehlo-to-tg,optimize{fp=fast}"
	fastTolerance = 1e-4

	saturate     = "stablehlo-to-tg,saturate"
	saturateFast = "stablehlo-to-tg,saturate{fp=fast}"
)

var programs = []struct {
	name  string
	entry string
}{
	{"collatz", "collatz"},
	{"fullyconnected", "main"},
	{"kan1", ""},
	{"mnist", "predict"},
	{"mobilebert", ""},
	{"searchless_chess_9m", "main"},
	{"unidirectional_lstm", "main"},
}

func source(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name+".mlir"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("%s is not there: the program belongs to another project", filepath.Join(dir, name+".mlir"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parse(t *testing.T, name string, text []byte) *ir.Op {
	t.Helper()
	ctx := driver.NewContext()
	m, err := parser.Parse(ctx, text, parser.Options{Filename: name})
	if err == nil {
		err = ir.Verify(m)
	}
	check(t, ctx, err)
	return m
}

func check(t *testing.T, ctx *ir.Context, err error) {
	t.Helper()
	var d *ir.Diag
	if errors.As(err, &d) {
		t.Fatal(ctx.Render(d))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, m *ir.Op, passes string, workers int) {
	t.Helper()
	p, err := pipeline.ParsePipeline("builtin.module("+passes+")", driver.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	ctx := m.Context()
	manager := &pipeline.Manager{Ctx: ctx, Pipeline: p, Workers: workers, Emit: func(d *ir.Diag) { t.Error(ctx.Render(d)) }}
	if err := manager.Run(m); err != nil {
		t.Fatal(err)
	}
}

func text(m *ir.Op, generic bool) []byte {
	var b bytes.Buffer
	if err := printer.Print(&b, m, printer.Options{Generic: generic}); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// Every program reads, prints, and reads again to the same text, in both forms
// and in every stage.
func TestTextRoundTrips(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			for _, passes := range []string{"", "stablehlo-to-tg", optimise} {
				m := parse(t, p.name, source(t, p.name))
				if passes != "" {
					run(t, m, passes, 1)
				}
				pretty := text(m, false)
				again := parse(t, p.name+" printed", pretty)
				if !bytes.Equal(pretty, text(again, false)) {
					t.Errorf("after %q: the pretty form changes when it is read and printed again", passes)
				}
				generic := text(m, true)
				again = parse(t, p.name+" printed generically", generic)
				if !bytes.Equal(generic, text(again, true)) || !bytes.Equal(pretty, text(again, false)) {
					t.Errorf("after %q: the generic form does not stand for the same IR", passes)
				}
			}
		})
	}
}

// After conversion function bodies hold tg, control flow, calls and checks.
func TestNoForeignOpIsLeft(t *testing.T) {
	allowed := map[string]bool{"tg": true, "func": true, "cf": true, "check": true}
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			m := parse(t, p.name, source(t, p.name))
			run(t, m, "stablehlo-to-tg", 1)
			seen := 0
			ir.Walk(m, func(o *ir.Op) ir.WalkAction {
				if o.Parent() != nil && o.Parent().Name() != "builtin.module" {
					seen++
					if !allowed[o.OpName().Dialect] {
						t.Errorf("%s is left", o.Name())
					}
				}
				return ir.Advance
			})
			if seen == 0 {
				t.Error("no op in any function")
			}
		})
	}
}

func TestTextDoesNotDependOnWorkers(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			var first []byte
			for _, workers := range []int{1, 2, 8} {
				m := parse(t, p.name, source(t, p.name))
				run(t, m, optimise, workers)
				got := text(m, false)
				if first == nil {
					first = got
				}
				if !bytes.Equal(first, got) {
					t.Errorf("%d workers give another text", workers)
				}
			}
		})
	}
}

func entry(t *testing.T, m *ir.Op, name string) string {
	t.Helper()
	if name != "" {
		return name
	}
	for b := m.RegionAt(0).First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			if o.Name() == "func.func" && ir.SymbolVisibility(o) == "public" {
				return ir.SymbolName(o)
			}
		}
	}
	t.Fatal("no public function")
	return ""
}

// execute runs a module on the given inputs; missing ones are generated.
func execute(t *testing.T, m *ir.Op, name string, inputs ...string) *interp.Result {
	t.Helper()
	program, err := interp.NewModule(m).Program(entry(t, m, name))
	check(t, m.Context(), err)
	args := make([]*tensor.Tensor, len(program.Inputs))
	for i, typ := range program.Inputs {
		spec := fmt.Sprintf("%s=random:%d", strings.TrimSuffix(strings.TrimPrefix(typ.String(), "tensor<"), ">"), i+1)
		if i < len(inputs) {
			spec = inputs[i]
		}
		if args[i], err = tensor.Parse(spec); err != nil {
			t.Fatalf("input %d: %v", i, err)
		}
	}
	r, err := program.Run(args, interp.Options{})
	check(t, m.Context(), err)
	for _, c := range r.Checks {
		if !c.Passed {
			t.Errorf("%s failed: %s", c.Op.Name(), c.Detail)
		}
	}
	return r
}

// Optimisation changes no bit of any result, and neither does what is written in
// StableHLO after it and read back.
func TestOptimisedAgrees(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			plain := parse(t, p.name, source(t, p.name))
			run(t, plain, "stablehlo-to-tg", 1)
			a := execute(t, plain, p.entry)
			for _, passes := range append(saturated(t, p.name, saturate), optimise, optimise+",tg-to-stablehlo,stablehlo-to-tg") {
				after := parse(t, p.name, source(t, p.name))
				run(t, after, passes, 2)
				agree(t, p.name, a, execute(t, after, p.entry))
			}
		})
	}
}

// agree compares the runs of a program before and after passes.
func agree(t *testing.T, name string, a, b *interp.Result) {
	t.Helper()
	if len(a.Outputs) != len(b.Outputs) || len(a.Checks) != len(b.Checks) {
		t.Fatalf("%d outputs and %d checks became %d and %d", len(a.Outputs), len(a.Checks), len(b.Outputs), len(b.Checks))
	}
	for i := range a.Outputs {
		if !tensor.SameValues(a.Outputs[i], b.Outputs[i]) {
			t.Errorf("output %d differs", i)
		}
	}
	if name == "mobilebert" && len(a.Checks) != 2 {
		t.Errorf("ran %d checks, want 2", len(a.Checks))
	}
	if len(a.Outputs)+len(a.Checks) == 0 {
		t.Error("nothing was compared")
	}
}

// Under fp=fast, results stay within the tolerance.
func TestFastIsClose(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			plain := parse(t, p.name, source(t, p.name))
			run(t, plain, "stablehlo-to-tg", 1)
			a := execute(t, plain, p.entry)
			for _, passes := range append(saturated(t, p.name, saturateFast), fast) {
				optimised := parse(t, p.name, source(t, p.name))
				run(t, optimised, passes, 2)
				near(t, passes, a, execute(t, optimised, p.entry))
			}
		})
	}
}

// near compares the runs of a program before and after passes that may round differently.
func near(t *testing.T, passes string, a, b *interp.Result) {
	t.Helper()
	for i, x := range a.Outputs {
		y, greatest := b.Outputs[i], 0.0
		for k := range x.Len() {
			greatest = max(greatest, math.Abs(x.Float64At(k)))
		}
		for k := range x.Len() {
			if d := math.Abs(x.Float64At(k) - y.Float64At(k)); !(d <= fastTolerance*greatest) {
				t.Fatalf("%s: output %d, element %d: %v became %v", passes, i, k, x.Float64At(k), y.Float64At(k))
			}
		}
	}
}

// large are the models that take long to saturate, which only campaigns do, and to run.
var large = []string{"mobilebert", "searchless_chess_9m", "unidirectional_lstm"}

// saturated are the passes, or none for a large model.
func saturated(t *testing.T, name, passes string) []string {
	t.Helper()
	if _, n := campaign.Cases(0); n == 0 && slices.Contains(large, name) {
		t.Logf("%s is saturated with -campaign 1 only: it is large", name)
		return nil
	}
	return []string{passes}
}

// The values that the comments in the programs state.
func TestKnownValues(t *testing.T) {
	tests := []struct {
		name, entry string
		inputs      []string
		want        []float64 // digits that the comments give, as lower ends
		digit       float64   // the width of the last digit
	}{
		{"collatz", "collatz", nil, []float64{31}, 0},
		{"unidirectional_lstm", "main", []string{"1x5xf32=[0,1,0,3,4]", "1x5x2x2xf32=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]"},
			append(append(repeat(0.7, 20), repeat(0.9, 10)...), repeat(0, 20)...), 0.1},
		{"fullyconnected", "main", []string{"1x5xf32=1,-2,-3,4,-5", "1x5x3x1xf32=15,14,13,12,11,10,9,8,7,6,5,4,3,2,1"},
			[]float64{0, 0, 0, 0, 0, 3.79, 4.99, 0.90, 0, 0, 2.80, 3.78, 0.56, 0, 0, 0, 0, 0, 0, 0, 0.87, 1.21, 0.13, 0, 0}, 0.01},
	}
	for _, tt := range tests {
		for _, passes := range []string{"stablehlo-to-tg", optimise} {
			t.Run(tt.name+"/"+passes, func(t *testing.T) {
				m := parse(t, tt.name, source(t, tt.name))
				run(t, m, passes, 1)
				out := execute(t, m, tt.entry, tt.inputs...).Outputs[0]
				if out.Len() != len(tt.want) {
					t.Fatalf("%d elements, want %d", out.Len(), len(tt.want))
				}
				for i, want := range tt.want {
					width := tt.digit
					if want == 0 {
						width = 0 // zeros are exact
					}
					if got := out.Float64At(i); got < want-1e-6 || got > want+width {
						t.Errorf("element %d is %v, want %v...", i, got, want)
					}
				}
			})
		}
	}
}

func repeat(v float64, n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = v
	}
	return s
}

// Digits drawn for this test are recognised.
func TestDigits(t *testing.T) {
	for _, passes := range []string{"stablehlo-to-tg", optimise} {
		m := parse(t, "mnist", source(t, "mnist"))
		run(t, m, passes, 1)
		program, err := interp.NewModule(m).Program("predict")
		check(t, m.Context(), err)
		for digit := range 10 {
			f, err := os.Open(filepath.Join("digits", fmt.Sprintf("%d.npy", digit)))
			if err != nil {
				t.Fatal(err)
			}
			image, err := tensor.ReadNPY(f)
			f.Close()
			if err != nil {
				t.Fatal(err)
			}
			r, err := program.Run([]*tensor.Tensor{image}, interp.Options{})
			check(t, m.Context(), err)
			best, sum := 0, 0.0
			for i := range 10 {
				sum += r.Outputs[0].Float64At(i)
				if r.Outputs[0].Float64At(i) > r.Outputs[0].Float64At(best) {
					best = i
				}
			}
			if best != digit || math.Abs(sum-1) > 1e-5 {
				t.Errorf("the %d is taken for a %d (probabilities sum to %v)", digit, best, sum)
			}
		}
	}
}
