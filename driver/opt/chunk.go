package opt

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
)

// chunkWork is the work on one chunk.
type chunkWork struct {
	*invocation
	ctx    *ir.Context
	chunk  chunk
	failed bool
	// reproduction is what the chunk asks for with --run-reproducer; nil for
	// nothing.
	reproduction *pipeline.Reproduction
}

// process reads, transforms and prints the chunk, and reports whether all went
// well. It did not fail with diagnostics that somebody expects.
func (o *chunkWork) process(out *tool.Output) bool {
	root := o.parse()
	if o.alone && (o.config.hasPipeline || len(o.config.uses) > 0) {
		o.settle()
	}
	picture := o.drawBefore(root)
	if root != nil && o.transform(root) && picture.after(root) {
		end, start := o.timing.Phase("Output"), out.Mark()
		err := o.guard("printing", func() error {
			if o.config.derivs.functions != nil {
				return o.checkDerivatives(out, root)
			}
			return o.print(out, root)
		})
		end()
		if err != nil && !out.Failed() { // commit reports what it cannot write
			out.Forget(start)
			o.emit(ir.AsDiag(err, root.Loc()))
		}
	}
	o.remarks.finish()
	return !o.failed
}

func (o *chunkWork) parserOptions() parser.Options {
	return parser.Options{Filename: o.input, FirstLine: o.chunk.firstLine, FirstCol: o.chunk.firstCol, NoImplicitModule: o.config.noImplicitModule}
}

// parse is the verified IR of the chunk, or nil after an error.
func (o *chunkWork) parse() *ir.Op {
	defer o.timing.Phase("Parser")()
	var root *ir.Op
	opt := o.parserOptions()
	err := o.guard("parsing", func() (err error) {
		root, err = parser.Parse(o.ctx, o.chunk.text, opt)
		return err
	})
	if err == nil && !o.config.skipVerify {
		err = o.guard("verifying", func() error {
			err := ir.Verify(root)
			if err != nil && o.expected == nil {
				err = tool.Place(o.ctx, ir.AsDiag(err, 0), o.chunk.text, opt)
			}
			return err
		})
	}
	if err == nil {
		err = o.guard("linking", func() error { return tool.Link(o.ctx, root, o.links, o.emit) })
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
func (o *chunkWork) transform(root *ir.Op) bool {
	p, ok := o.chunkPipeline(root)
	if !ok {
		o.failed = true
		return false
	}
	if o.config.dumpPipeline {
		fmt.Fprint(o.stderr, p.Pretty())
	}
	if o.config.reproducer != "" {
		if err := o.generateReproducer(root, p); err != nil {
			o.emit(ir.AsDiag(err, 0))
			return false
		}
	}
	if p.Empty() && p.Anchor() == root.Name() {
		return true
	}
	m := &pipeline.Manager{
		Ctx: o.ctx, Pipeline: p, Workers: o.workers(), SkipVerify: !o.config.verifyEach, Emit: o.emitPrepared, Prepare: o.prepareDiag,
		Stacks: o.config.stackOnDiagnostic, Timing: o.timing, Statistics: o.statistics, Dumps: o.dumps,
		Output: o.stderr, Printing: o.config.printer.options(), Remarks: o.remarks.listen(o.ctx, o.emit), Actions: o.actions.sink(),
		Reproducer: o.crashReproducer(), Summary: o.summary.Sink(),
	}
	if r := o.reproduction; r != nil {
		m.SkipVerify = m.SkipVerify || r.SkipVerify
		if r.Serial {
			m.Workers = 1
		}
	}
	defer o.summary.Report(o.stderr)
	return m.Run(root) == nil
}

// roundtrip checks that root prints to text that parses, verifies and prints
// to the same text.
func (o *chunkWork) roundtrip(root *ir.Op) error {
	var first, second strings.Builder
	if err := o.printWithLocations(&first, root); err != nil {
		return err
	}
	again, err := parser.Parse(o.ctx, []byte(first.String()), parser.Options{
		Filename: "<round trip>", NoImplicitModule: o.config.noImplicitModule,
	})
	if err == nil && !o.config.skipVerify {
		err = ir.Verify(again)
	}
	if err != nil {
		d := *ir.AsDiag(err, 0)
		return d.WithNote(root.Loc(), "'%s' op failed to parse textual content back, cannot verify round-trip.", root.Name())
	}
	if err := o.printWithLocations(&second, again); err != nil {
		return err
	}
	if a, b := first.String(), second.String(); a != b {
		line := strings.Count(commonPrefix(a, b), "\n")
		return ir.Errorf(root.Loc(), "'%s' op roundTrip testing roundtripped module differs from reference:\n<<<<<<Reference\n%s\n=====\n%s\n>>>>>roundtripped",
			root.Name(), lineFrom(a, line), lineFrom(b, line))
	}
	return nil
}

// lineFrom is the line of that number, from 0, with its number from 1.
func lineFrom(s string, n int) string {
	lines := strings.Split(s, "\n")
	if n >= len(lines) {
		return "(ends before line " + strconv.Itoa(n+1) + ")"
	}
	return "line " + strconv.Itoa(n+1) + ": " + lines[n]
}

func commonPrefix(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return a[:i]
}
