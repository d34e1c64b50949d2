// Package run is tg-run as a function: it executes functions of modules on the CPU.
package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"time"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/cost/calibrate"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/version"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory/plot"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

// Main is the tool with what s has: it executes a function of a module. args are
// the arguments without the name of the tool; the result is the exit status, 1
// after any error or failed check. A run that fails leaves no output file.
func Main(s *tool.Setup, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	f, err := parseFlags(s, args)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	r := &runner{setup: s, flags: f, ctx: s.NewContext(), stdout: stdout, stderr: stderr, now: time.Now}
	err = guard(func() error { return r.main(stdin) })
	var interrupted *interruption
	switch {
	case err == nil:
		return 0
	case errors.As(err, &interrupted):
		return 128 + int(interrupted.signal) // as shells say it
	}
	r.show(err)
	return 1
}

// main does what the flags ask for.
func (r *runner) main(stdin io.Reader) error {
	switch f := r.flags; {
	case f.help:
		return r.page(usage(r.setup.Name))
	case f.version:
		return r.page(r.setup.Name + " " + version.String() + "\n")
	case f.passes:
		var list strings.Builder
		tool.PrintPasses(&list, r.setup.Registry)
		return r.page(list.String())
	case f.printUpdate != "":
		return r.page(printedUpdate(f.printUpdate))
	case f.calibrate != "":
		return calibrateMachine(r.setup, f.calibrate, calibrate.Options{}, r.stdout, r.stderr)
	}
	if err := r.findMachine(); err != nil {
		return err
	}
	return r.profiled(func() error { return r.run(stdin) })
}

// page writes a text that flags such as --help ask for.
func (r *runner) page(text string) error {
	if _, err := io.WriteString(r.stdout, text); err != nil {
		return fmt.Errorf("cannot write standard output: %s", oserr.Reason(err))
	}
	return nil
}

// show writes an error, unless that has been done.
func (r *runner) show(err error) {
	var d *ir.Diag
	switch {
	case errors.As(err, &d):
		io.WriteString(r.stderr, r.ctx.Render(d))
	case !errors.Is(err, pipeline.ErrFailed) && !errors.Is(err, errCheckFailed) && !errors.Is(err, tool.ErrReported):
		fmt.Fprintf(r.stderr, "%s: %v\n", r.setup.Name, err)
	}
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

var errCheckFailed = errors.New("a check failed")

type runner struct {
	setup          *tool.Setup
	flags          *flags
	ctx            *ir.Context        // of the module at hand
	passes         *pipeline.Pipeline // to run after the conversion; nil for none
	stdout, stderr io.Writer
	summary        *tool.PassSummary
	now            func() time.Time
	machine        *cost.Machine // that --stats compares with; nil for no statistics
}

// callable is a function that is ready to run.
type callable struct {
	file      string
	program   *interp.Program
	signature *signature
	module    *ir.Op
	// before is the picture of its memory before passes; nil for none.
	before *plot.Panel
}

// prepare reads a module and compiles its function. The passes that are asked
// for run if passes is set.
func (r *runner) prepare(c moduleText, passes bool) (*callable, error) {
	if err := r.newSummary(passes); err != nil {
		return nil, err
	}
	module, err := r.load(c)
	if err != nil {
		return nil, err
	}
	entry, err := r.entry(module)
	if err != nil {
		return nil, err
	}
	return r.compile(c.file, module, entry, signatureOf(entry), passes)
}

// newSummary begins a summary of passes, if there are any.
func (r *runner) newSummary(passes bool) (err error) {
	if r.summary = nil; passes {
		r.summary, err = tool.NewPassSummary(r.flags.summary, r.ctx, r.flags.maxInput)
	}
	return err
}

// compile compiles a function, after passes if these are asked for.
func (r *runner) compile(file string, module, entry *ir.Op, s *signature, passes bool) (f *callable, err error) {
	name := ir.SymbolName(entry)
	f = &callable{file: file, signature: s, module: module}
	if passes {
		if r.flags.plot != "" && r.passes != nil {
			f.before = r.planBefore(module, entry)
		}
		err = r.optimise(module, entry)
		r.summary.Report(r.stderr)
		if err != nil {
			return nil, err
		}
	}
	// What passes have not made of the derivatives that ops ask for is made as options of no pass
	// say.
	if err := r.fixed(derivation, module); err != nil {
		return nil, err
	}
	functions := interp.NewModule(module)
	functions.MaxBytes = int(r.flags.maxMemory)
	f.program, err = functions.Program(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// module runs one module.
func (r *runner) module(c moduleText) error {
	f, err := r.prepare(c, true)
	if err != nil {
		return err
	}
	if err := r.countOutputs(f.signature); err != nil {
		return err
	}
	inputs, err := r.arguments(f.signature)
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
	picture, err := r.reportMemory(f)
	if err != nil {
		return err
	}
	defer discard(picture)
	trace, err := r.openTrace()
	if err != nil {
		return err
	}
	defer discard(trace)
	result, elapsed, err := r.measure(f, inputs)
	if err != nil {
		return err
	}
	r.warn(result.Fallbacks)
	if err := r.results(files, f.signature, result.Outputs); err != nil {
		return err
	}
	if err := r.writeTrace(trace, result); err != nil {
		return err
	}
	r.report(result, elapsed)
	err = r.checks(result.Checks)
	if err == nil || errors.Is(err, errCheckFailed) {
		// A stdout that nobody can write to is an error first: files can be undone.
		err = cmp.Or(commit(files, picture, trace), err)
	}
	return err
}

// options are those of a run.
func (r *runner) options() interp.Options {
	events := 0
	if r.flags.trace != "" {
		events = maxEvents
	}
	return interp.Options{Times: r.machine != nil, Events: events, MaxBytes: int(r.flags.maxMemory), NoPlan: r.flags.noPlan, Seed: r.flags.draw}
}

// execute runs the program until c ends, which only --timeout makes it do.
func (r *runner) execute(c context.Context, p *interp.Program, inputs []*tensor.Tensor, opt interp.Options) (*interp.Result, error) {
	if c.Done() == nil {
		return p.Run(inputs, opt)
	}
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

// parse reads and verifies the module, and joins what is linked to it.
func (r *runner) parse(c moduleText) (*ir.Op, error) {
	opt := parser.Options{Filename: c.file, FirstLine: c.firstLine}
	module, err := parser.Parse(r.ctx, c.text, opt)
	if err != nil {
		return nil, err
	}
	if err := ir.Verify(module); err != nil {
		d := tool.Place(r.ctx, ir.AsDiag(err, 0), c.text, opt)
		tool.AddOp(d, printer.Options{})
		return nil, d
	}
	return module, tool.Link(r.ctx, module, c.links, func(d *ir.Diag) { io.WriteString(r.stderr, r.ctx.Render(d)) })
}

// load reads the module and converts it to tg.
func (r *runner) load(c moduleText) (*ir.Op, error) {
	module, err := r.parse(c)
	if err != nil {
		return nil, err
	}
	if r.flags.elided.given {
		if err := r.fillElided(module); err != nil {
			return nil, err
		}
	}
	return module, r.fixed(conversion, module)
}

// entry finds the function to run.
func (r *runner) entry(module *ir.Op) (*ir.Op, error) {
	return naming.Entry(module, r.flags.entry, "--entry")
}
