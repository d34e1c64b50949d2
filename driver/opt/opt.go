// Package opt is tg-opt as a function: it reads modules, runs passes on them and
// prints the result.
package opt

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/version"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Main is the tool with what s has: it reads a module, runs passes and prints the
// result. args are the arguments without the name of the tool; the result is the
// exit status, 1 after any error. Nothing is written to stdout, and no file left,
// by a run that fails, except for the good chunks of a split input.
func Main(s *tool.Setup, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return newInvocation(s, stdin, stdout, stderr).main(args)
}

// Command is Main for a process that does nothing else: it also sets the garbage
// collector of the process.
func Command(s *tool.Setup, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	t := newInvocation(s, stdin, stdout, stderr)
	t.alone = true
	return t.main(args)
}

func newInvocation(s *tool.Setup, stdin io.Reader, stdout, stderr io.Writer) *invocation {
	return &invocation{setup: s, reg: s.Registry.Clone(), stdin: stdin, stdout: stdout, stderr: stderr}
}

func (t *invocation) main(args []string) (status int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(t.stderr, "%s crashed: %v\n", t.setup.Name, p)
			status = 1
		}
	}()
	if err := t.run(args); err != nil {
		if err != tool.ErrReported {
			fmt.Fprintln(t.stderr, err)
		}
		return 1
	}
	return 0
}

// invocation is one call of the tool.
type invocation struct {
	setup          *tool.Setup
	reg            *pipeline.Registry
	stdin          io.Reader
	stdout, stderr io.Writer
	alone          bool // in the process

	config config
	// pipelines by the op that flags put at the root.
	pipelines  map[string]*pipeline.Pipeline
	paint      func(string) string
	timing     *pipeline.Timing
	statistics *pipeline.Statistics
	summary    *tool.PassSummary
	dumps      *pipeline.Dumps
	actions    *actionFiles
	remarks    *remarkReport
	picture    *tool.Output  // of --memory-plot, nil for none
	expected   *expectations // nil unless diagnostics are to be verified
	input      string
	dialects   *dialectFile // nil for no more than are built in
	links      []tool.LinkedFile
}

func (t *invocation) run(args []string) error {
	c := &t.config
	line, err := newCommandLine(c, t.setup.Name, t.reg)
	if err != nil {
		return err
	}
	if err := c.parse(t.setup, line, args); err != nil {
		return err
	}
	if inform := t.information(line); inform != nil {
		out, err := tool.OpenOutput("", t.stdout)
		if err != nil {
			return err
		}
		inform(out)
		return out.Commit()
	}
	t.reg.MaxInput = c.maxInput
	if err := c.checkPassNames(t.setup, t.reg); err != nil {
		return err
	}
	if err := t.prepare(); err != nil {
		return err
	}
	if c.rules.explain != "" {
		return t.explainRule()
	}
	if c.rules.discover.asked {
		return t.discoverRules()
	}
	if c.rules.files != nil {
		return t.checkRules()
	}
	if c.extract.file != "" {
		return t.extract()
	}
	// A mistake in the pipeline is told before anything is read.
	if _, err := t.pipelineFor("builtin.module"); err != nil {
		return err
	}
	if c.rules.rank.dir != "" {
		return t.rankRules()
	}
	if t.links, err = tool.ReadLinks(input.Text(c.maxInput), c.links, t.stdin); err != nil {
		return err
	}
	if c.shared.machine != "" {
		return t.reportShared()
	}
	t.promptFor(c.input)
	data, name, err := tool.ReadInput(input.Text(c.maxInput), c.input, t.stdin)
	if err != nil {
		return err
	}
	t.input = name
	if err := t.readDialectFile(); err != nil {
		return err
	}
	return t.work(data)
}

// work processes the input and writes the output.
func (t *invocation) work(data []byte) (err error) {
	return t.within(func(out *tool.Output) error { return t.chunks(out, data) })
}

// within lets process write the output, which appears if all goes well, and the reports.
func (t *invocation) within(process func(*tool.Output) error) (err error) {
	c := &t.config
	if t.actions, err = t.openActions(); err != nil {
		return err
	}
	defer t.actions.discard()
	out, err := tool.OpenOutput(c.output, t.stdout)
	if err != nil {
		return err
	}
	defer out.Discard()
	err = process(out)
	if t.picture != nil {
		defer t.picture.Discard()
	}
	switch {
	case err == nil || c.derivs.functions != nil && err == tool.ErrReported: // what shows that they are wrong is the output
		if commitErr := t.commit(out); commitErr != nil {
			err = commitErr
		}
	case out.File == nil:
		// The chunks that went well. That others failed has been reported.
		if commitErr := out.Commit(); commitErr != nil {
			err = commitErr
		}
	}
	t.report()
	for _, e := range []error{t.actions.close(), t.closeRemarks(), t.dumpFailure()} {
		if err == nil {
			err = e
		} else if e != nil && e != tool.ErrReported {
			fmt.Fprintln(t.stderr, e)
		}
	}
	return err
}

// commit completes the output and the picture.
func (t *invocation) commit(out *tool.Output) error {
	if err := out.Commit(); err != nil || t.picture == nil {
		return err
	}
	return t.picture.Commit()
}

func (t *invocation) closeRemarks() error {
	if err := t.remarks.close(); err != nil {
		return t.setup.Errorf("%w", err)
	}
	return nil
}

func (t *invocation) dumpFailure() error {
	if t.dumps != nil && t.dumps.Failed() {
		return tool.ErrReported
	}
	return nil
}

// information is what prints the page that flags such as --help ask for, or
// nil.
func (t *invocation) information(line *commandline.Line) func(io.Writer) {
	c := &t.config
	switch {
	case c.help:
		return func(w io.Writer) { printHelp(w, t.setup.Name, line, t.reg) }
	case c.version:
		return func(w io.Writer) { fmt.Fprintf(w, "%s %s\n", t.setup.Name, version.String()) }
	case c.completion != "":
		return func(w io.Writer) { io.WriteString(w, completionScript(c.completion, t.setup.Name)) }
	case c.complete != nil:
		return func(w io.Writer) {
			words := append([]string{""}, c.complete...)
			t.printCompletions(w, line, words[len(words)-2], words[len(words)-1])
		}
	case c.listPasses:
		return func(w io.Writer) { tool.PrintPasses(w, t.reg) }
	case c.showDialects:
		return func(w io.Writer) { printDialects(w, t.newContext()) }
	}
	return nil
}

// newContext makes the context of a chunk.
func (t *invocation) newContext() *ir.Context {
	ctx := t.setup.NewContext()
	ctx.AllowUnregistered = t.config.allowUnregistered
	if t.dialects != nil {
		if err := t.dialects.define(ctx); err != nil {
			panic(err) // it was tried out when it was read
		}
	}
	return ctx
}

// prepare sets up what depends on the flags alone.
func (t *invocation) prepare() (err error) {
	c, r := &t.config, &t.config.reports
	t.pipelines = map[string]*pipeline.Pipeline{}
	colored := c.color == "always" || c.color == "auto" && isTerminal(t.stderr)
	t.paint = diagnosticPainter(colored)
	if r.timing {
		t.timing = pipeline.NewTiming()
	}
	if r.statistics {
		t.statistics = pipeline.NewStatistics()
	}
	if r.before != nil || r.after != nil || r.beforeAll || r.afterAll || r.afterChange || r.afterFailure {
		t.dumps = &pipeline.Dumps{
			Before: r.before, After: r.after, BeforeAll: r.beforeAll, AfterAll: r.afterAll,
			OnlyChange: r.afterChange, OnlyFailure: r.afterFailure, Diff: colored, Color: colored,
			ModuleScope: r.moduleScope, Out: t.stderr, Dir: r.treeDir, Print: t.printDump,
		}
	}
	if r.summary != "" { // the profile of whose machine may speak of such dialects
		if err := t.readDialectFile(); err != nil {
			return err
		}
	}
	if t.summary, err = tool.NewPassSummary(r.summary, t.newContext(), c.maxInput); err != nil {
		return t.setup.Errorf("%w", err)
	}
	if t.remarks, err = newRemarkReport(&c.remarks); err != nil {
		return t.setup.Errorf("%w", err)
	}
	return nil
}

func isTerminal(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && tool.GoesToTerminal(w)
}

// pipelineFor is the pipeline to run on an op of that name: what
// --pass-pipeline says, or the passes of the other flags on any root.
func (t *invocation) pipelineFor(root string) (*pipeline.Pipeline, error) {
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
	if err != nil {
		return nil, t.pipelineError(err)
	}
	t.pipelines[root] = p
	return p, nil
}

// pipelineError shows a mistake in pipeline text.
func (t *invocation) pipelineError(err error) error {
	var textErr *pipeline.TextError
	if !errors.As(err, &textErr) {
		return err
	}
	ctx := ir.NewContext()
	t.show(ctx, textErr.Diag(ctx))
	for _, line := range textErr.Trail {
		fmt.Fprintln(t.stderr, line)
	}
	return tool.ErrReported
}

// chunks processes the chunks of the input, one context each.
func (t *invocation) chunks(out *tool.Output, data []byte) (err error) {
	c := &t.config
	if c.verifyDiagnostics != "" {
		if t.expected, err = newExpectations(t.input, data, c.verifyDiagnostics == "only-expected", t.show); err != nil {
			return err
		}
	}
	chunks := splitInput(data, c.splitMarker, func(offset int) {
		ctx := ir.NewContext()
		t.show(ctx, nearMissWarning(ctx, t.input, data, offset))
	})
	for i, ch := range chunks {
		if i > 0 {
			fmt.Fprintln(out, c.outputMarker)
		}
		if t.actions != nil {
			fmt.Fprintln(t.stderr, "ExecutionContext registered on the context")
		}
		o := &chunkWork{invocation: t, ctx: t.newContext(), chunk: ch}
		chunks[i] = chunk{} // o alone has the text
		if !o.process(out) {
			err = tool.ErrReported
		}
	}
	if t.expected != nil && !t.expected.finish() {
		err = tool.ErrReported
	}
	return err
}

// report writes the reports that were asked for.
func (t *invocation) report() {
	r := &t.config.reports
	if t.statistics != nil {
		t.statistics.Report(t.stderr, r.statisticsDisplay == "list")
	}
	if t.timing != nil {
		t.timing.Report(t.stderr, pipeline.TimeReport{
			List: r.timingDisplay == "list", JSON: r.timingFormat == "json", Serial: t.workers() == 1,
		})
	}
}

// workers is the number of workers, 0 for as many as processors.
func (t *invocation) workers() int {
	if t.config.disableThreading {
		return 1
	}
	return int(t.config.workers)
}
