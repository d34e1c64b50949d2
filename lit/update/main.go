package update

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fatih/color"
	"golang.org/x/term"

	"github.com/tg-opt/tg/internal/process"
	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/config"
	"github.com/tg-opt/tg/lit/shell"
)

// Exit statuses.
const (
	statusFine   = 0
	statusStale  = 1   // with -check, or a file could not be updated or repaired
	statusUnable = 2   // wrong usage or configuration, or a file could not be read or written
	statusSignal = 128 // plus its number, for a run that a signal ends
)

const help = `usage: tg-lit update [options] FILES/DIRS...

Runs the RUN lines of tests up to FileCheck and writes the checks of what
FileCheck would have read into the tests. Without -w, -d or -check the new text
of the files goes to standard output.

  -w                 write the files
  -d                 show what would change, as a unified diff
  -check             name the files that would change, and exit with 1 if there
                     are any
  -repair            change only directives that fail, and of these only what
                     does not match; for checks written by hand
  -force             replace checks written by hand
  -functions=REGEX   only the checks of functions with such a name; several
                     options add up
  -no-next           CHECK instead of CHECK-NEXT; -no-next=false goes back

  -D NAME=VALUE      parameter of the configuration of the tests
  -path=DIR          directory that PATH starts with; several options add up
  -config-prefix=P   look for P.cfg and the like instead of lit.cfg
  -timeout=SECONDS   limit for one test
  -j N               work on N files at a time
  -color=WHEN        colour the diff: auto, always, never
  -help              this text

The first line of a file whose checks are generated says so:
  // NOTE: checks written by tg-lit update
-functions and -no-next are remembered there. Files with checks but without this
line are left alone, unless -force is given. These comments say more:
  // CHECKS-BEGIN, // CHECKS-END   all checks between these lines are generated,
                                   and all others are written by hand
  // CHECKS-OFF                    above a function: the checks between this line
                                   and the function are written by hand

Checks stand above the function that they are about, or else at the end of the
file. Names that may change become variables: [[ADD:[a-zA-Z0-9_]+]] cannot match
more than one name, as [[ADD:.*]] could. A variable keeps its name from update
to update as long as its line does not change otherwise. What RUN lines have in
common stands once, under the first prefix that they share.

Exit status: 0 if all is well; 1 if -check found a file that would change, or a
file could not be updated or repaired; 2 for wrong options or configurations and
files that cannot be read or written; 128 and its number after a signal.
`

// commandLine is what the arguments ask for.
type commandLine struct {
	Options
	inputs             []string
	write, diff, check bool
	colored            bool
	workers            int
	config             config.Options
	stdout, stderr     io.Writer
	status             int
}

// listFlag collects the values of an option that may be given several times.
type listFlag struct{ values *[]string }

func (f listFlag) String() string { return "" }
func (f listFlag) Set(value string) error {
	*f.values = append(*f.values, value)
	return nil
}

// Main is the command `tg-lit update`. args does not include the name of the command; tests call
// the tools in-process. The result is the exit status: 0 if all is well, 1 if files are stale or
// could not be updated, 2 for wrong usage.
func Main(args []string, tools []lit.Tool, _ io.Reader, stdout, stderr io.Writer) int {
	c := &commandLine{stdout: stdout, stderr: stderr}
	c.config.Tools = tools
	switch err := c.parse(args); {
	case errors.Is(err, flag.ErrHelp):
		io.WriteString(stdout, help)
		return statusFine
	case err != nil:
		fmt.Fprintf(stderr, "tg-lit update: error: %v\nTry 'tg-lit update -help'.\n", err)
		return statusUnable
	}
	tests := c.discover()
	ctx, interrupted := process.Interruptible(context.Background())
	c.updateAll(ctx, tests)
	if signal := interrupted(); signal != 0 {
		return statusSignal + int(signal)
	}
	return c.status
}

func (c *commandLine) parse(args []string) error {
	flags := flag.NewFlagSet("update", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	var noNext bool
	var seconds float64
	var params []string
	var colorMode string
	flags.BoolVar(&c.write, "w", false, "")
	flags.BoolVar(&c.diff, "d", false, "")
	flags.BoolVar(&c.check, "check", false, "")
	flags.BoolVar(&c.Repair, "repair", false, "")
	flags.BoolVar(&c.Force, "force", false, "")
	flags.Var(listFlag{&c.Functions}, "functions", "")
	flags.BoolVar(&noNext, "no-next", false, "")
	flags.Var(listFlag{&params}, "D", "")
	flags.Var(listFlag{&c.config.Path}, "path", "")
	flags.StringVar(&c.config.Prefix, "config-prefix", "", "")
	flags.Float64Var(&seconds, "timeout", 0, "")
	flags.IntVar(&c.workers, "j", runtime.GOMAXPROCS(0), "")
	flags.StringVar(&colorMode, "color", "auto", "")
	if err := flags.Parse(joinDefinitions(args)); err != nil {
		return err
	}
	flags.Visit(func(f *flag.Flag) {
		if f.Name == "no-next" {
			c.NoNext = &noNext
		}
	})
	c.Timeout = time.Duration(seconds * float64(time.Second))
	c.config.Params = map[string]string{}
	for _, definition := range params {
		name, value, _ := strings.Cut(definition, "=")
		c.config.Params[name] = value
	}
	c.inputs = flags.Args()
	return c.validate(colorMode)
}

// joinDefinitions makes -DNAME=VALUE, as LLVM's tools take it, an option for package flag.
func joinDefinitions(args []string) []string {
	var out []string
	for i, arg := range args {
		if arg == "--" {
			return append(out, args[i:]...)
		}
		if definition, found := strings.CutPrefix(arg, "-D"); found && definition != "" && definition[0] != '=' {
			out = append(out, "-D", definition)
			continue
		}
		out = append(out, arg)
	}
	return out
}

func (c *commandLine) validate(colorMode string) error {
	modes := 0
	for _, mode := range []bool{c.write, c.diff, c.check} {
		if mode {
			modes++
		}
	}
	switch {
	case len(c.inputs) == 0:
		return errors.New("no files or directories given")
	case modes > 1 && c.write:
		return errors.New("-w does not go together with -d or -check, which write nothing")
	case c.Repair && (c.Force || c.Functions != nil || c.NoNext != nil):
		return errors.New("-repair does not go together with -force, -functions and -no-next")
	case c.workers < 1:
		return errors.New("-j: at least one file must be worked on at a time")
	case c.Timeout < 0:
		return errors.New("-timeout: the limit must not be negative")
	}
	for _, f := range c.Functions {
		if _, err := regexp.Compile(f); err != nil {
			return fmt.Errorf("-functions: %w", err)
		}
		if f == "" || strings.ContainsAny(f, " \t\n") {
			return errors.New("-functions: the expression must not be empty or have blanks; \\s stands for one")
		}
	}
	switch colorMode {
	case "always":
		c.colored = true
	case "auto":
		file, ok := c.stdout.(interface{ Fd() uintptr })
		c.colored = ok && term.IsTerminal(int(file.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	case "never":
	default:
		return fmt.Errorf("-color: '%s' is none of auto, always, never", colorMode)
	}
	return nil
}

// named is a test and how messages call its file.
type named struct {
	test   *lit.Test
	name   string
	direct bool // an argument names the file
}

// discover finds the tests that the inputs name. A file without a configuration is a suite of its
// own.
func (c *commandLine) discover() []named {
	var all []named
	seen := map[string]bool{}
	for _, input := range c.inputs {
		var warnings []string
		options := c.config
		options.ErrorLog = c.stderr
		options.Fail = func(text string) { fmt.Fprintln(c.stderr, text) }
		options.Warn = func(text string) { warnings = append(warnings, text) }
		found, err := config.Discover([]string{input}, options)
		if err != nil {
			if !errors.Is(err, config.ErrFatal) {
				fmt.Fprintln(c.stderr, err)
			}
			c.status = statusUnable
			continue
		}
		found.Close() // only RUN lines are of interest
		tests := slices.DeleteFunc(found.Tests, func(t *lit.Test) bool { return t.Format != nil })
		info, err := os.Stat(input)
		switch {
		case len(tests) > 0:
		case err != nil:
			fmt.Fprintf(c.stderr, "tg-lit update: error: %v\n", err)
			c.status = statusUnable
			continue
		case !info.IsDir():
			dir, file := filepath.Split(input)
			suite := &lit.Suite{Dir: filepath.Clean(dir), Tools: c.config.Tools, Path: c.config.Path}
			tests, warnings = []*lit.Test{{Suite: suite, Path: file}}, nil
		default:
			c.status = statusUnable
			fmt.Fprintf(c.stderr, "tg-lit update: error: there are no tests in '%s'\n", input)
		}
		for _, text := range warnings {
			fmt.Fprintf(c.stderr, "tg-lit update: warning: %s\n", text)
		}
		for _, test := range tests {
			if source := test.Source(); !seen[source] {
				seen[source] = true
				all = append(all, named{test, displayName(source), err == nil && !info.IsDir()})
			}
		}
	}
	return all
}

// displayName is a path as the user would type it: relative where that does not lead out of the
// working directory.
func displayName(path string) string {
	if dir, err := os.Getwd(); err == nil {
		if relative, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(relative) {
			return relative
		}
	}
	return path
}

// outcome is what File returned.
type outcome struct {
	update *Update
	err    error
}

// updateAll works on several files at a time and reports in their order.
func (c *commandLine) updateAll(ctx context.Context, tests []named) {
	outcomes := make([]chan outcome, len(tests))
	for i := range outcomes {
		outcomes[i] = make(chan outcome, 1)
	}
	var all sync.WaitGroup
	next := make(chan int)
	for range min(c.workers, len(tests)) {
		all.Go(func() {
			for i := range next {
				if ctx.Err() != nil {
					outcomes[i] <- outcome{err: ctx.Err()}
					continue
				}
				update, err := File(ctx, tests[i].test, tests[i].name, c.Options)
				outcomes[i] <- outcome{update, err}
			}
		})
	}
	go func() {
		for i := range tests {
			next <- i
		}
		close(next)
	}()
	for i, t := range tests {
		o := <-outcomes[i]
		if ctx.Err() != nil {
			fmt.Fprintln(c.stderr, "tg-lit update: error: interrupted")
			c.raise(statusUnable)
			break
		}
		c.report(t, o)
	}
	all.Wait()
}

func (c *commandLine) raise(status int) { c.status = max(c.status, status) }

// report does with the outcome of a file what the options ask for.
func (c *commandLine) report(t named, o outcome) {
	var place *Error
	switch {
	case errors.As(o.err, &place):
		fmt.Fprintln(c.stderr, o.err)
		c.raise(statusStale)
		return
	case o.err != nil:
		fmt.Fprintf(c.stderr, "tg-lit update: error: %s: %v\n", t.name, o.err)
		c.raise(statusUnable)
		return
	}
	u := o.update
	if u.Skipped != "" && t.direct {
		fmt.Fprintf(c.stderr, "%s: left alone: %s\n", t.name, u.Skipped)
	}
	for _, problem := range u.Problems {
		fmt.Fprintln(c.stderr, problem)
		c.raise(statusStale)
	}
	changed := u.New != u.Old
	switch {
	case c.write && changed:
		if err := replaceFile(t.test.Source(), u.Old, u.New); err != nil {
			fmt.Fprintf(c.stderr, "tg-lit update: error: %v\n", err)
			c.raise(statusUnable)
			return
		}
		fmt.Fprintln(c.stdout, t.name)
	case c.write:
	case c.diff || c.check:
		c.compare(t.name, u, changed)
	default:
		io.WriteString(c.stdout, u.New)
	}
}

func (c *commandLine) compare(name string, u *Update, changed bool) {
	if !changed {
		return
	}
	if c.diff {
		io.WriteString(c.stdout, c.paint(fmt.Sprintf("--- %s.old\n+++ %[1]s\n%s", name, shell.UnifiedDiff(u.Old, u.New))))
	} else {
		fmt.Fprintln(c.stdout, name)
	}
	if c.check {
		c.raise(statusStale)
	}
}

// paint colours a unified diff.
func (c *commandLine) paint(diff string) string {
	if !c.colored {
		return diff
	}
	palette := map[byte]*color.Color{'-': color.New(color.FgRed), '+': color.New(color.FgGreen), '@': color.New(color.FgCyan)}
	var out strings.Builder
	for line := range strings.Lines(diff) {
		text, found := strings.CutSuffix(line, "\n")
		if paint := palette[line[0]]; paint != nil {
			paint.EnableColor()
			text = paint.Sprint(text)
		}
		out.WriteString(text)
		if found {
			out.WriteString("\n")
		}
	}
	return out.String()
}
