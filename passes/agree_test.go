package passes_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

// pipelines must not change what a program computes. The first are the passes
// one by one.
var pipelines = []string{
	"cse", "canonicalize", "canonicalize{top-down=false}", "canonicalize{region-simplify=aggressive}", "canonicalize{region-simplify=disabled}",
	"fold", "dce", "inline", "inline{default-pipeline=}", "symbol-dce",
	"sccp", "loop-invariant-code-motion", "control-flow-sink", "remove-dead-values", "remove-dead-values{canonicalize=false}",
	"inline,canonicalize,cse,fold,canonicalize,dce,symbol-dce",
	"sccp,loop-invariant-code-motion,control-flow-sink,remove-dead-values,inline,sccp,cse",
}

// transform runs a pipeline on the text of a module.
func transform(t testing.TB, text, passes string, workers int) *ir.Op {
	t.Helper()
	ctx := driver.NewContext()
	ctx.AllowUnregistered = true
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "program.mlir"})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		t.Fatalf("the program is not valid: %s\n%s", ctx.Render(ir.AsDiag(err, 0)), numbered(text))
	}
	if passes == "" {
		return module
	}
	p, err := pipeline.ParsePipeline("builtin.module("+passes+")", driver.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	var messages []string
	m := &pipeline.Manager{Ctx: ctx, Pipeline: p, Workers: workers, Stacks: true, Emit: func(d *ir.Diag) { messages = append(messages, ctx.Render(d)) }}
	if err := m.Run(module); err != nil {
		t.Fatalf("%s: %v: %s\n%s", passes, err, strings.Join(messages, "\n"), numbered(text))
	}
	return module
}

func numbered(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = fmt.Sprintf("%4d  %s", i+1, l)
	}
	return strings.Join(lines, "\n")
}

// outcome is what a run of a function shows: results, checks, or an error.
type outcome struct {
	outputs []*tensor.Tensor
	checks  []bool
	err     error
}

func execute(module *ir.Op, name string, inputs []*tensor.Tensor, limit time.Duration) outcome {
	p, err := interp.NewModule(module).Program(name)
	if err != nil {
		return outcome{err: err}
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	r, err := p.Run(inputs, interp.Options{MaxDepth: 50, Context: ctx})
	if err != nil {
		return outcome{err: err}
	}
	o := outcome{outputs: r.Outputs}
	for _, c := range r.Checks {
		o.checks = append(o.checks, c.Passed)
	}
	return o
}

// difference tells the first bit, NaN payloads aside, that two outcomes differ
// in; "" for none.
func (o outcome) difference(p outcome) string {
	if o.err != nil || p.err != nil {
		return fmt.Sprintf("errors: %v, then %v", o.err, p.err)
	}
	if fmt.Sprint(o.checks) != fmt.Sprint(p.checks) {
		return fmt.Sprintf("checks: %v, then %v", o.checks, p.checks)
	}
	for i, x := range o.outputs {
		y := p.outputs[i]
		if x.DType() != y.DType() || fmt.Sprint(x.Shape()) != fmt.Sprint(y.Shape()) {
			return fmt.Sprintf("result %d: type %v%v, then %v%v", i, x.DType(), x.Shape(), y.DType(), y.Shape())
		}
		for k := range x.Len() {
			if !sameElement(x, y, k) {
				return fmt.Sprintf("result %d, element %d: %v, then %v", i, k, x, y)
			}
		}
	}
	return ""
}

func sameElement(x, y *tensor.Tensor, k int) bool {
	if !x.DType().IsFloat() {
		return x.Int64At(k) == y.Int64At(k)
	}
	a, b := x.Float64At(k), y.Float64At(k)
	return a != a && b != b || a == b && math.Signbit(a) == math.Signbit(b)
}

// arguments makes a value for every parameter, from numbers that hurt; nil
// when a type is not one of a static tensor or scalar of plain numbers.
func arguments(fn *ir.Op, seed int) []*tensor.Tensor {
	numbers := []float64{0, 1, -1, 0.5, math.Copysign(0, -1), 2, math.NaN(), -3, math.Inf(1), 6, 100, math.Inf(-1), 1e-40, 7}
	inputs := []*tensor.Tensor{}
	for i, t := range fn.Attr("function_type").Type().Inputs() {
		spec, err := interp.SpecOf(t)
		if n, ok := t.NumElements(); err != nil || t.IsRankedTensor() && (!t.IsStatic() || !ok || n > 1<<20) {
			return nil
		}
		x := tensor.New(spec.DType, spec.Shape...)
		for k := range x.Len() {
			v := numbers[(k*3+i*5+seed)%len(numbers)]
			if x.DType().IsFloat() {
				x.SetFloat64(k, v)
			} else {
				x.SetInt64(k, []int64{0, 1, 2, -1, 3, math.MinInt64 >> (64 - min(64, max(8, x.DType().Bits()))), 1, 0, 100}[(k*2+i*3+seed)%9]&int64(1<<(max(1, x.DType().Bits())-1)|(1<<(max(1, x.DType().Bits())-1)-1)))
			}
		}
		inputs = append(inputs, x)
	}
	return inputs
}

// huge reports whether a function works on values that are not meant to be
// spread out.
func huge(fn *ir.Op) bool {
	return ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		for _, v := range o.Results() {
			if n, ok := v.Type().NumElements(); v.Type().IsRankedTensor() && (!ok || n > 1<<20) {
				return ir.Stop
			}
		}
		return ir.Advance
	}) == ir.Stop
}

// A program that does not end by itself is left out; a loop that a pass has
// made endless fails the test instead of hanging it.
const (
	limitBefore = 500 * time.Millisecond
	limitAfter  = 10 * time.Second
)

// agree runs the public functions of a program (a pass may remove others)
// before and after every pipeline, and reports how many there were to run.
func agree(t testing.TB, text string) (ran int) {
	t.Helper()
	original := transform(t, text, "", 1)
	type one struct {
		name   string
		inputs []*tensor.Tensor
		before outcome
	}
	var runs []one
	for name, fn := range ir.Symbols(original) {
		if ir.SymbolVisibility(fn) != "public" || fn.NumRegions() != 1 || fn.RegionAt(0).Empty() || !fn.Attr("function_type").Is(ir.TypeAttr) {
			continue
		}
		for seed := range 2 {
			if huge(fn) {
				continue
			}
			if inputs := arguments(fn, seed); inputs != nil {
				if was := execute(original, name, inputs, limitBefore); was.err == nil {
					runs = append(runs, one{name, inputs, was})
				}
			}
		}
	}
	for _, passes := range pipelines {
		module := transform(t, text, passes, 1)
		for _, r := range runs {
			if d := r.before.difference(execute(module, r.name, r.inputs, limitAfter)); d != "" {
				t.Errorf("%s changes what @%s computes of %v: %s\nbefore:\n%s\nafter:\n%s", passes, r.name, r.inputs, d, numbered(text), printer.OpString(module, printer.Options{}))
				return len(runs)
			}
		}
	}
	return len(runs)
}

func TestPassesAgreeOnRandomPrograms(t *testing.T) {
	programs, ran := 250, 0
	if testing.Short() {
		programs = 50
	}
	for seed := range programs {
		ran += agree(t, randomProgram(uint64(seed)))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if ran < 2*programs*95/100 {
		t.Errorf("only %d of %d runs of the programs themselves succeeded: the generator makes too many that cannot run", ran, 2*programs)
	}
}

func FuzzPassesAgree(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(1000 + seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { agree(t, randomProgram(seed)) })
}

// TestPassesAgreeOnLitTests runs what the lit tests of the passes and the
// examples contain.
func TestPassesAgreeOnLitTests(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../test/passes/*/*.mlir", "../examples/*.mlir"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	total := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "// RUN: not ") || strings.Contains(string(text), "--split-input-file") || strings.Contains(string(text), "--verify-diagnostics") {
			continue // meant to fail
		}
		if strings.Contains(string(text), "--allow-unregistered-dialect") {
			continue // not to be executed, and symbol-dce refuses what may be an unknown symbol table
		}
		t.Run(filepath.Base(file), func(t *testing.T) { total += agree(t, string(text)) })
	}
	if total < 50 {
		t.Errorf("only %d runs in %d files", total, len(files))
	}
}

// TestOutputDoesNotDependOnWorkers compares the text that 1, 2 and 8 workers
// leave.
func TestOutputDoesNotDependOnWorkers(t *testing.T) {
	for seed := range uint64(10) {
		var text strings.Builder
		for i := range uint64(6) { // several functions to work on at a time
			text.WriteString("module @m" + fmt.Sprint(i) + " {\n" + randomProgram(100*seed+i) + "}\n")
		}
		for _, passes := range []string{
			"builtin.module(inline,func.func(canonicalize,cse,fold,canonicalize,dce),symbol-dce)",
			"any(canonicalize,cse),builtin.module(symbol-dce)",
		} {
			want := ""
			for _, workers := range []int{1, 2, 8} {
				got := printer.OpString(transform(t, text.String(), passes, workers), printer.Options{})
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("seed %d: %d workers leave something else than 1:\n%s\nthan:\n%s", seed, workers, got, want)
				}
			}
		}
	}
}
