package opt

import (
	"fmt"
	"io"
	"os"
	"slices"

	"golang.org/x/term"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/cost/sharing"
	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/ir"
)

// sharedFlags are the flags that ask for what programs have in common.
type sharedFlags struct {
	machine string // empty for no report
	json    bool
	top     uint64
	minOps  uint64
	inputs  []string
}

func addSharedFlags(l *commandline.Line, f *sharedFlags) {
	l.Group("Shared parts")
	l.AddOptional(&f.machine, "shared-subgraphs", tool.SummaryMachine, "`machine`: read any number of files and print, in place of the modules, which parts and functions of them are equal, the largest first, "+
		"and how much time they take, as predicted for cpu, gpu or the file of a profile (default: cpu); passes are run before", commandline.File)
	l.Add(&f.json, "shared-subgraphs-json", "with --shared-subgraphs: print the report as JSON, with all parts", commandline.Bool)
	f.top, f.minOps = 20, 2
	l.Add(&f.top, "shared-subgraphs-top", "`n`: show at most so many parts, 0 for all (default: 20)", commandline.Uint)
	l.Add(&f.minOps, "shared-subgraphs-min-ops", "`n`: leave out parts of fewer ops (default: 2)", commandline.Uint)
}

// check finds flags that make no sense together.
func (f *sharedFlags) check(s *tool.Setup, l *commandline.Line) error {
	if f.machine == "" {
		for _, name := range []string{"shared-subgraphs-json", "shared-subgraphs-top", "shared-subgraphs-min-ops"} {
			if l.Seen(name) {
				return s.Errorf("for the --%s option: it is of use only with --shared-subgraphs", name)
			}
		}
		return nil
	}
	for _, name := range []string{"verify-diagnostics", "run-reproducer", "mlir-generate-reproducer", "mlir-pass-pipeline-crash-reproducer", "check-rules", "explain-rule", "check-derivatives"} {
		if l.Seen(name) {
			return s.Errorf("for the --shared-subgraphs option: it cannot be combined with --%s", name)
		}
	}
	if f.minOps == 0 {
		return s.Errorf("for the --shared-subgraphs-min-ops option: a part has at least 1 op, but 0 is given")
	}
	first := slices.Index(f.inputs, "-")
	if first >= 0 && slices.Contains(f.inputs[first+1:], "-") {
		return s.Errorf("for the --shared-subgraphs option: standard input can be read once, but is named twice")
	}
	return nil
}

// reportShared reads and transforms all inputs, and writes what they have in common, if nothing
// went wrong with any.
func (t *invocation) reportShared() (err error) {
	f := &t.config.shared
	if err := t.readDialectFile(); err != nil {
		return err
	}
	machine, err := cost.Named(f.machine, t.config.maxInput)
	if err == nil {
		err = machine.Check(t.newContext())
	}
	if err != nil {
		return t.setup.Errorf("for the --shared-subgraphs option: %w", err)
	}
	return t.within(func(out *tool.Output) error {
		programs, err := t.programs()
		if err != nil {
			return err
		}
		report := sharing.NewReport(machine, programs, int(f.minOps))
		if f.json {
			_, err = io.WriteString(out, report.JSON())
		} else {
			_, err = io.WriteString(out, report.Text(int(f.top)))
		}
		if err != nil {
			return tool.ErrReported // that it cannot be written is told in the end
		}
		return nil
	})
}

// programs are the modules of all inputs. Everything that is wrong with any of them is told.
func (t *invocation) programs() (programs []sharing.Program, err error) {
	for _, name := range t.config.shared.inputs {
		t.promptFor(name)
		data, shown, failed := tool.ReadInput(input.Text(t.config.maxInput), name, t.stdin)
		if failed != nil {
			fmt.Fprintln(t.stderr, failed)
			err = tool.ErrReported
			continue
		}
		t.input = shown
		chunks := splitInput(data, t.config.splitMarker, func(offset int) {
			ctx := ir.NewContext()
			t.show(ctx, nearMissWarning(ctx, t.input, data, offset))
		})
		for _, ch := range chunks {
			o := &chunkWork{invocation: t, ctx: t.newContext(), chunk: ch}
			root := o.parse()
			if root != nil && o.transform(root) {
				programs = append(programs, sharing.Program{Name: shown, Module: root})
			}
			o.remarks.finish()
			if o.failed || root == nil {
				err = tool.ErrReported
			}
		}
	}
	return programs, err
}

// promptFor tells somebody at a terminal that their input is awaited.
func (t *invocation) promptFor(name string) {
	if in, ok := t.stdin.(*os.File); ok && name == "-" && term.IsTerminal(int(in.Fd())) {
		fmt.Fprintln(t.stderr, "(processing input from stdin now, hit ctrl-c/ctrl-d to interrupt)")
	}
}
