// Package agree tells whether programs compute the same before and after
// passes. Tests use it.
package agree

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/tensor"
)

// Parse reads and verifies a module.
func Parse(text string) (*ir.Op, error) {
	ctx := driver.NewContext()
	ctx.AllowUnregistered = true
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "program.mlir"})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		return nil, fmt.Errorf("the program is not valid: %s\n%s", ctx.Render(ir.AsDiag(err, 0)), Numbered(text))
	}
	return module, nil
}

// registry is that of the tools. Nothing changes it.
var registry = sync.OnceValue(driver.NewRegistry)

// Optimise runs the passes of a builtin.module pipeline on a module. A crash is
// an error with the stack.
func Optimise(module *ir.Op, passes string, workers int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s crashed: %v\n%s", passes, p, debug.Stack())
		}
	}()
	p, err := pipeline.ParsePipeline("builtin.module("+passes+")", registry())
	if err != nil {
		return err
	}
	ctx := module.Context()
	var messages []string
	m := &pipeline.Manager{Ctx: ctx, Pipeline: p, Workers: workers, Stacks: true, Emit: func(d *ir.Diag) { messages = append(messages, ctx.Render(d)) }}
	if err := m.Run(module); err != nil {
		return fmt.Errorf("%s: %v: %s", passes, err, strings.Join(messages, "\n"))
	}
	// The manager does not verify after a pass that says it changed nothing, and
	// otherwise what the pass ran on.
	if err := ir.Verify(module); err != nil {
		return fmt.Errorf("%s leave invalid IR: %s", passes, ctx.Render(ir.AsDiag(err, 0)))
	}
	return nil
}

// Optimised is a copy of the module after passes.
func Optimised(module *ir.Op, passes string) (*ir.Op, error) {
	after := ir.NewBuilder(module.Context()).Clone(module, map[*ir.Value]*ir.Value{})
	return after, Optimise(after, passes, 1)
}

// Numbered is text with line numbers.
func Numbered(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = fmt.Sprintf("%4d  %s", i+1, l)
	}
	return strings.Join(lines, "\n")
}

// Outcome is what a run of a function shows: results and how checks ended, or
// an error.
type Outcome struct {
	Outputs []*tensor.Tensor
	Checks  []bool
	Err     error
}

// Execute runs a function for at most a given time. A crash is an error.
func Execute(module *ir.Op, name string, inputs []*tensor.Tensor, limit time.Duration) Outcome {
	return execute(module, name, inputs, limit, interp.Options{})
}

// execute poisons what the plan says nobody needs any more.
func execute(module *ir.Op, name string, inputs []*tensor.Tensor, limit time.Duration, opts interp.Options) (o Outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = Outcome{Err: fmt.Errorf("crashed: %v\n%s", p, debug.Stack())}
		}
	}()
	p, err := interp.NewModule(module).Program(name)
	if err != nil {
		return Outcome{Err: err}
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	opts.MaxDepth, opts.Context, opts.Poison = 50, ctx, true
	r, err := p.Run(inputs, opts)
	if err != nil {
		return Outcome{Err: err}
	}
	o.Outputs = r.Outputs
	for _, c := range r.Checks {
		o.Checks = append(o.Checks, c.Passed)
	}
	return o
}

// Same compares two elements bit by bit; of NaNs there is one.
func Same(x, y *tensor.Tensor, k int) bool {
	if x.DType().IsComplex() {
		return Same(x.Parts(), y.Parts(), 2*k) && Same(x.Parts(), y.Parts(), 2*k+1)
	}
	if !x.DType().IsFloat() {
		return x.Int64At(k) == y.Int64At(k)
	}
	a, b := x.Float64At(k), y.Float64At(k)
	return a != a && b != b || a == b && math.Signbit(a) == math.Signbit(b)
}

// Difference tells the first thing that two outcomes differ in, "" for none;
// same says when elements agree.
func (o Outcome) Difference(p Outcome, same func(x, y *tensor.Tensor, k int) bool) string {
	if o.Err != nil || p.Err != nil {
		return fmt.Sprintf("errors: %v, then %v", o.Err, p.Err)
	}
	if fmt.Sprint(o.Checks) != fmt.Sprint(p.Checks) {
		return fmt.Sprintf("checks: %v, then %v", o.Checks, p.Checks)
	}
	for i, x := range o.Outputs {
		y := p.Outputs[i]
		if x.DType() != y.DType() || fmt.Sprint(x.Shape()) != fmt.Sprint(y.Shape()) {
			return fmt.Sprintf("result %d: type %v%v, then %v%v", i, x.DType(), x.Shape(), y.DType(), y.Shape())
		}
		for k := range x.Len() {
			if !same(x, y, k) {
				return fmt.Sprintf("result %d, element %d: %v, then %v", i, k, x, y)
			}
		}
	}
	return ""
}

// Inputs makes a value for every parameter, from numbers that hurt; nil when a
// type is not one of a static tensor or scalar of plain numbers.
func Inputs(fn *ir.Op, seed int) []*tensor.Tensor {
	numbers := []float64{0, 1, -1, 0.5, math.Copysign(0, -1), 2, math.NaN(), -3, math.Inf(1), 6, 100, math.Inf(-1), 1e-40, 7}
	inputs := []*tensor.Tensor{}
	for i, t := range fn.Attr("function_type").Type().Inputs() {
		spec, err := interp.SpecOf(t)
		if n, ok := t.NumElements(); err != nil || t.IsRankedTensor() && (!t.IsStatic() || !ok || n > 1<<20) {
			return nil
		}
		whole := tensor.New(spec.DType, spec.Shape...)
		x := whole.Parts()
		least := int64(math.MinInt64) >> (64 - min(64, max(8, x.DType().Bits())))
		for k := range x.Len() {
			if x.DType().IsFloat() {
				v := numbers[(k*3+i*5+seed)%len(numbers)]
				if v != v && k%2 == 1 {
					v = math.Copysign(v, -1) // which nothing tells from the others
				}
				x.SetFloat64(k, v)
				continue
			}
			v := []int64{0, 1, 2, -1, 3, least, 1, 0, 100}[(k*2+i*3+seed)%9]
			if x.DType() == tensor.Bool {
				v &= 1
			}
			x.SetInt64(k, v)
		}
		inputs = append(inputs, whole)
	}
	return inputs
}

// Huge reports whether a function works on values that are not meant to be
// spread out.
func Huge(fn *ir.Op) bool {
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
	stepsBefore = 20_000
	limitBefore = 500 * time.Millisecond
	limitAfter  = 10 * time.Second
)

// Run is one run of a public function of a program.
type Run struct {
	Name   string
	Inputs []*tensor.Tensor
	Before Outcome
}

// Runs runs the public functions of a module (a pass may remove others), each
// twice, as far as they can be run.
func Runs(module *ir.Op) []Run {
	var runs []Run
	for name, fn := range ir.Symbols(module) {
		if ir.SymbolVisibility(fn) != "public" || fn.NumRegions() != 1 || fn.RegionAt(0).Empty() || !fn.Attr("function_type").Is(ir.TypeAttr) || Huge(fn) {
			continue
		}
		for seed := range 2 {
			if inputs := Inputs(fn, seed); inputs != nil {
				if was := execute(module, name, inputs, limitBefore, interp.Options{MaxSteps: stepsBefore}); was.Err == nil {
					runs = append(runs, Run{name, inputs, was})
				}
			}
		}
	}
	return runs
}

// ErrChanged is in the error of Check for a program that computes something
// else, rather than one that could not be optimised.
var ErrChanged = errors.New("")

// Check runs passes on a copy of the module and then the same runs again. It
// returns the optimised module, and what went wrong.
func Check(module *ir.Op, runs []Run, passes string) (after *ir.Op, err error) {
	if after, err = Optimised(module, passes); err != nil {
		return after, err
	}
	for _, r := range runs {
		if d := r.Before.Difference(Execute(after, r.Name, r.Inputs, limitAfter), Same); d != "" {
			return after, fmt.Errorf("%w%s changes what @%s computes of %v: %s", ErrChanged, passes, r.Name, r.Inputs, d)
		}
	}
	return after, nil
}
