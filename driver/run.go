package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"time"

	"github.com/tg-opt/tg/cost/calibrate"
	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

// Run is the tool tg-run: it executes a function of a module. args are the
// arguments without the name of the tool; the result is the exit status, 1
// after any error or failed check. A run that fails leaves no output file.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	f, err := parseRunFlags(args)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, err)
		return 1
	case f.help:
		return write(stdout, stderr, runUsage)
	case f.version:
		return write(stdout, stderr, "tg-run "+Version()+"\n")
	case f.passes:
		var list strings.Builder
		printPasses(&list, NewRegistry())
		return write(stdout, stderr, list.String())
	case f.calibrate != "":
		if err := guard(func() error { return calibrateMachine(f.calibrate, calibrate.Options{}, stdout, stderr) }); err != nil {
			fmt.Fprintf(stderr, "tg-run: %v\n", err)
			return 1
		}
		return 0
	}
	ctx := NewContext()
	r := &runner{flags: f, ctx: ctx, stdout: stdout, stderr: stderr}
	err = guard(func() error { return r.run(stdin) })
	var d *ir.Diag
	switch {
	case err == nil:
		return 0
	case errors.As(err, &d):
		io.WriteString(stderr, ctx.Render(d))
	case !errors.Is(err, pipeline.ErrFailed) && !errors.Is(err, errCheckFailed):
		fmt.Fprintf(stderr, "tg-run: %v\n", err)
	}
	return 1
}

// guard runs f; a panic becomes an error.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("crashed: %v\n%s", p, debug.Stack())
		}
	}()
	return f()
}

func write(stdout, stderr io.Writer, text string) int {
	if _, err := io.WriteString(stdout, text); err != nil {
		fmt.Fprintf(stderr, "tg-run: cannot write standard output: %s\n", oserr.Reason(err))
		return 1
	}
	return 0
}

var errCheckFailed = errors.New("a check failed")

type runner struct {
	flags          *runFlags
	ctx            *ir.Context
	stdout, stderr io.Writer
}

func (r *runner) run(stdin io.Reader) error {
	module, err := r.load(stdin)
	if err != nil {
		return err
	}
	entry, err := r.entry(module)
	if err != nil {
		return err
	}
	functions := interp.NewModule(module)
	functions.MaxBytes = int(r.flags.maxMemory)
	program, err := functions.Program(ir.SymbolName(entry))
	if err != nil {
		return err
	}
	if n := len(r.flags.outputs); n > len(program.Results) {
		return fmt.Errorf("--output is given %s, but function @%s has %s", count(n, "time"), program.Name, count(len(program.Results), "result"))
	}
	inputs, err := r.inputs(program)
	if err != nil {
		return err
	}
	// The files are opened first: a run may take long to end with a name that
	// is wrong.
	files, err := r.openOutputs()
	if err != nil {
		return err
	}
	defer files.discard()
	if r.flags.workers > 0 {
		defer parallel.SetWorkers(parallel.Workers())
		parallel.SetWorkers(int(r.flags.workers))
	}
	start := time.Now()
	result, err := r.execute(program, inputs)
	if err != nil {
		return err
	}
	elapsed := time.Since(start)
	r.warn(result.Fallbacks)
	if err := r.results(files, result.Outputs); err != nil {
		return err
	}
	if r.flags.stats {
		r.report(result, elapsed)
	}
	err = r.checks(result.Checks)
	if err == nil || errors.Is(err, errCheckFailed) {
		// A stdout that nobody can write to is an error first: files can be undone.
		err = cmp.Or(files.commit(), err)
	}
	return err
}

// execute runs the program for as long as --timeout allows.
func (r *runner) execute(p *interp.Program, inputs []*tensor.Tensor) (*interp.Result, error) {
	opt := interp.Options{Times: r.flags.stats, MaxBytes: int(r.flags.maxMemory)}
	if r.flags.limit == 0 {
		return p.Run(inputs, opt)
	}
	c, cancel := context.WithTimeout(context.Background(), r.flags.limit)
	defer cancel()
	opt.Context = c
	type outcome struct {
		result *interp.Result
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		o.err = guard(func() (err error) {
			o.result, err = p.Run(inputs, opt)
			return err
		})
		done <- o
	}()
	select {
	case o := <-done:
		if !errors.Is(o.err, context.DeadlineExceeded) {
			return o.result, o.err
		}
	case <-c.Done():
		// An op that takes long does not look at the clock; what it still does
		// ends with the process.
	}
	return nil, fmt.Errorf("the run was stopped after --timeout=%v", r.flags.limit)
}

// load reads the module, converts it to tg and optimises it.
func (r *runner) load(stdin io.Reader) (*ir.Op, error) {
	text, name, err := readInput(input.Text(r.flags.maxInput), r.flags.file, stdin)
	if err != nil {
		return nil, err
	}
	opt := parser.Options{Filename: name}
	module, err := parser.Parse(r.ctx, text, opt)
	if err != nil {
		return nil, err
	}
	if err := ir.Verify(module); err != nil {
		d := place(r.ctx, ir.AsDiag(err, 0), text, opt)
		addOp(d, printer.Options{})
		return nil, d
	}
	for _, p := range []string{"builtin.module(stablehlo-to-tg)", r.flags.pipeline} {
		if err := r.pass(module, p); err != nil {
			return nil, err
		}
	}
	return module, nil
}

func (r *runner) pass(module *ir.Op, text string) error {
	if text == "" {
		return nil
	}
	reg := NewRegistry()
	reg.MaxInput = r.flags.maxInput
	p, err := pipeline.ParsePipeline(text, reg)
	if err != nil {
		var t *pipeline.TextError
		if errors.As(err, &t) {
			return t.Diag(r.ctx)
		}
		return err
	}
	m := &pipeline.Manager{
		Ctx: r.ctx, Pipeline: p, Emit: func(d *ir.Diag) { io.WriteString(r.stderr, r.ctx.Render(d)) },
		Prepare: func(d *ir.Diag) { addOp(d, printer.Options{}) },
	}
	return m.Run(module)
}

// entry finds the function to run.
func (r *runner) entry(module *ir.Op) (*ir.Op, error) {
	var public, all []string
	functions := map[string]*ir.Op{}
	for b := module.RegionAt(0).First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			if o.Name() != "func.func" {
				continue
			}
			name := ir.SymbolName(o)
			functions[name] = o
			all = append(all, name)
			if ir.SymbolVisibility(o) == "public" {
				public = append(public, name)
			}
		}
	}
	name := r.flags.entry
	switch {
	case name == "" && functions["main"] != nil:
		name = "main"
	case name == "" && len(public) == 1:
		name = public[0]
	case name == "" && len(all) == 0:
		return nil, fmt.Errorf("the module has no function to run")
	case name == "" && len(public) == 0:
		return nil, fmt.Errorf("the module has no public function; choose one with --entry: %s", strings.Join(all, ", "))
	case name == "":
		return nil, fmt.Errorf("the module has several public functions; choose one with --entry: %s", strings.Join(public, ", "))
	case functions[name] == nil:
		return nil, fmt.Errorf("there is no function @%s%s", name, spelling.DidYouMean(name, all))
	}
	return functions[name], nil
}
