// Package driver holds the command line tools as functions, so that tests run
// them in-process.
package driver

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"golang.org/x/term"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
)

// Opt is the tool tg-opt: it reads a module, runs passes and prints the result.
// args are the arguments without the name of the tool; the result is the exit
// status, 1 after any error. Nothing is written to stdout, and no file left,
// by a run that fails, except for the good chunks of a split input.
func Opt(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	t := &optTool{reg: NewRegistry(), stdin: stdin, stdout: stdout, stderr: stderr}
	if err := t.run(args); err != nil {
		if err != errReported {
			fmt.Fprintln(stderr, err)
		}
		return 1
	}
	return 0
}

// errReported is a failure that the user has been told about.
var errReported = errors.New("failed")

type optTool struct {
	reg            *pipeline.Registry
	stdin          io.Reader
	stdout, stderr io.Writer

	config optConfig
	// pipelines by the op that flags put at the root.
	pipelines  map[string]*pipeline.Pipeline
	paint      func(string) string
	timing     *pipeline.Timing
	statistics *pipeline.Statistics
	dumps      *pipeline.Dumps
	input      string
}

func (t *optTool) run(args []string) error {
	c := &t.config
	line := newCommandLine(c, t.reg)
	if err := line.parse(c, args); err != nil {
		return err
	}
	if inform := t.information(line); inform != nil {
		out, err := openOutput("", t.stdout)
		if err != nil {
			return err
		}
		inform(out)
		return out.commit()
	}
	if err := c.checkPassNames(t.reg); err != nil {
		return err
	}
	t.prepare()
	p, err := t.pipelineFor("builtin.module")
	if err != nil {
		return err
	}
	if c.dumpPipeline {
		fmt.Fprint(t.stderr, p.Pretty())
	}
	data, name, err := readInput(c.input, t.stdin)
	if err != nil {
		return err
	}
	t.input = name
	out, err := openOutput(c.output, t.stdout)
	if err != nil {
		return err
	}
	err = t.chunks(out, data)
	switch {
	case err == nil:
		err = out.commit()
	case c.output == "":
		out.Flush() // the chunks that went well; err has been reported
	default:
		out.discard()
	}
	t.report()
	return err
}

// information is what prints the page that flags such as --help ask for, or
// nil.
func (t *optTool) information(line *commandLine) func(io.Writer) {
	c := &t.config
	switch {
	case c.help:
		return func(w io.Writer) { line.printHelp(w, t.reg) }
	case c.version:
		return func(w io.Writer) { fmt.Fprintf(w, "tg-opt %s\n", Version()) }
	case c.listPasses:
		return func(w io.Writer) { printPasses(w, t.reg) }
	case c.showDialects:
		return func(w io.Writer) { printDialects(w, NewContext()) }
	}
	return nil
}

// prepare sets up what depends on the flags alone.
func (t *optTool) prepare() {
	c := &t.config
	t.pipelines = map[string]*pipeline.Pipeline{}
	colored := c.color == "always" || c.color == "auto" && isTerminal(t.stderr)
	t.paint = diagnosticPainter(colored)
	if c.timing {
		t.timing = pipeline.NewTiming()
	}
	if c.statistics {
		t.statistics = pipeline.NewStatistics()
	}
	if c.before != nil || c.after != nil || c.beforeAll || c.afterAll || c.afterChange || c.afterFailure {
		t.dumps = &pipeline.Dumps{
			Before: c.before, After: c.after, BeforeAll: c.beforeAll, AfterAll: c.afterAll,
			OnlyChange: c.afterChange, OnlyFailure: c.afterFailure, Diff: colored, Color: colored,
			ModuleScope: c.dumpModuleScope, Out: t.stderr, Print: t.printDump,
		}
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// pipelineFor is the pipeline to run on an op of that name: what
// --pass-pipeline says, or the passes of the other flags on any root.
func (t *optTool) pipelineFor(root string) (*pipeline.Pipeline, error) {
	if t.config.hasPipeline {
		root = ""
	}
	if p := t.pipelines[root]; p != nil {
		return p, nil
	}
	var p *pipeline.Pipeline
	var err error
	if t.config.hasPipeline {
		p, err = pipeline.ParsePipeline(t.config.pipeline, t.reg)
	} else {
		p, err = t.reg.Sequence(root, t.config.uses)
	}
	var textErr *pipeline.TextError
	if errors.As(err, &textErr) {
		ctx := ir.NewContext()
		fmt.Fprint(t.stderr, t.paint(ctx.Render(textErr.Diag(ctx))))
		return nil, errReported
	}
	t.pipelines[root] = p
	return p, err
}

// chunks processes the chunks of the input, one context each.
func (t *optTool) chunks(out *output, data []byte) error {
	c := &t.config
	chunks := splitInput(data, c.splitMarker, func(offset int) {
		ctx := ir.NewContext()
		fmt.Fprint(t.stderr, t.paint(ctx.Render(nearMissWarning(ctx, t.input, data, offset))))
	})
	var failed error
	for i, ch := range chunks {
		if i > 0 {
			fmt.Fprintln(out, c.outputMarker)
		}
		o := &optChunk{optTool: t, ctx: NewContext(), chunk: ch}
		if err := o.process(out); err != nil {
			failed = err
		}
	}
	return failed
}

// report writes the reports that were asked for.
func (t *optTool) report() {
	c := &t.config
	if t.statistics != nil {
		t.statistics.Report(t.stderr, c.statisticsDisplay == "list")
	}
	if t.timing != nil {
		t.timing.Report(t.stderr, c.timingDisplay == "list", t.workers() == 1)
	}
}

// workers is the number of workers, 0 for as many as processors.
func (t *optTool) workers() int {
	if t.config.disableThreading {
		return 1
	}
	return int(t.config.workers)
}

// optChunk is the work on one chunk.
type optChunk struct {
	*optTool
	ctx      *ir.Context
	chunk    chunk
	expected *expectations // nil unless diagnostics are to be verified
	failed   bool
}

// process reads, transforms and prints the chunk.
func (o *optChunk) process(out *output) error {
	c := &o.config
	o.ctx.AllowUnregistered = c.allowUnregistered
	if c.verifyDiagnostics != "" {
		var err error
		if o.expected, err = newExpectations(o.ctx, o.input, o.chunk, c.verifyDiagnostics == "only-expected"); err != nil {
			return err
		}
	}
	root := o.parse()
	if root != nil && o.transform(root) {
		end := o.timing.Phase("Output")
		err := o.guard("printing", func() error { return o.print(out, root) })
		end()
		if err != nil && !out.sink.failed { // commit reports what it cannot write
			o.emit(ir.AsDiag(err, root.Loc()))
		}
	}
	if o.expected != nil {
		problems := o.expected.finish()
		for _, d := range problems {
			o.show(d)
		}
		o.failed = len(problems) > 0
	}
	if o.failed {
		return errReported
	}
	return nil
}

// parse is the verified IR of the chunk, or nil after an error.
func (o *optChunk) parse() *ir.Op {
	defer o.timing.Phase("Parser")()
	var root *ir.Op
	opt := parser.Options{Filename: o.input, FirstLine: o.chunk.firstLine, NoImplicitModule: o.config.noImplicitModule}
	err := o.guard("parsing", func() (err error) {
		root, err = parser.Parse(o.ctx, o.chunk.text, opt)
		return err
	})
	if err == nil {
		err = o.guard("verifying", func() error {
			err := ir.Verify(root)
			if err != nil && o.expected == nil {
				err = place(o.ctx, ir.AsDiag(err, 0), o.chunk.text, opt)
			}
			return err
		})
	}
	if err == nil && o.config.verifyRoundtrip {
		err = o.guard("checking the round trip", func() error { return o.roundtrip(root) })
	}
	if err != nil {
		o.emit(ir.AsDiag(err, 0))
		return nil
	}
	return root
}

// transform runs the passes.
func (o *optChunk) transform(root *ir.Op) bool {
	p, err := o.pipelineFor(root.Name())
	if err != nil {
		o.failed = true
		return false
	}
	if p.Empty() && p.Anchor() == root.Name() {
		return true
	}
	m := &pipeline.Manager{
		Ctx: o.ctx, Pipeline: p, Workers: o.workers(), SkipVerify: !o.config.verifyEach, Emit: o.emit,
		Stacks: o.config.stackOnDiagnostic, Timing: o.timing, Statistics: o.statistics, Dumps: o.dumps,
	}
	return m.Run(root) == nil
}

// emit takes a diagnostic to where it belongs.
func (o *optChunk) emit(d *ir.Diag) {
	if o.expected != nil {
		o.expected.check(d)
		return
	}
	if d.Severity == ir.Error {
		o.failed = true
	}
	o.show(d)
}

func (o *optChunk) show(d *ir.Diag) { fmt.Fprint(o.stderr, o.paint(o.ctx.Render(d))) }

// guard runs f; a panic becomes an error.
func (o *optChunk) guard(doing string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			d := ir.Errorf(0, "tg-opt crashed while %s: %v", doing, p)
			if o.config.stackOnDiagnostic {
				d.WithNote(0, "the stack:\n%s", strings.TrimRight(string(debug.Stack()), "\n"))
			}
			err = d
		}
	}()
	return f()
}

// roundtrip checks that root prints to text that parses, verifies and prints
// to the same text.
func (o *optChunk) roundtrip(root *ir.Op) error {
	var first, second strings.Builder
	if err := o.printWithLocations(&first, root); err != nil {
		return err
	}
	again, err := parser.Parse(o.ctx, []byte(first.String()), parser.Options{
		Filename: "<round trip>", NoImplicitModule: o.config.noImplicitModule,
	})
	if err == nil {
		err = ir.Verify(again)
	}
	if err != nil {
		d := *ir.AsDiag(err, 0)
		return d.WithNote(root.Loc(), "the text that this IR prints to is not valid")
	}
	if err := o.printWithLocations(&second, again); err != nil {
		return err
	}
	if a, b := first.String(), second.String(); a != b {
		return ir.Errorf(root.Loc(), "the IR changes when it is printed and parsed, at line %d of its text", 1+strings.Count(commonPrefix(a, b), "\n"))
	}
	return nil
}

func commonPrefix(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return a[:i]
}
