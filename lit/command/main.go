// Package command is the command line of tg-lit: LLVM's lit, with the tools under test called
// in-process.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/tg-opt/tg/internal/process"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/internal/version"
	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/config"
	"github.com/tg-opt/tg/lit/report"
	"github.com/tg-opt/tg/lit/shell"
	"github.com/tg-opt/tg/lit/update"
)

// Exit statuses; a run that a signal ends has 128 plus its number.
const (
	statusSuccess = 0
	statusFailure = 1 // of a test
	statusUnable  = 2 // to run tests
	statusSignal  = 128
)

// helpers are what tests can call besides tools: the shell has them built in, so that they know its
// working directory.
var helpers = []lit.Tool{
	{Name: "not", Main: shell.NotMain},
	{Name: "count", Main: shell.CountMain},
	{Name: "split-file", Main: shell.SplitFileMain},
}

// updateName is the first argument that calls package update.
const updateName = "update"

// misspelt is a hint at updateName for a first argument that is nothing else.
func misspelt(arg string) string {
	if _, err := os.Stat(arg); err == nil || strings.HasPrefix(arg, "-") {
		return ""
	}
	return spelling.DidYouMean(arg, []string{updateName})
}

// Main runs the command line of tg-lit and returns the exit status. Tests call the tools
// in-process; so does a command line that starts with the name of one.
func Main(args []string, tools []lit.Tool, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		if args[0] == updateName {
			return update.Main(args[1:], tools, stdin, stdout, stderr)
		}
		if hint := misspelt(args[0]); hint != "" {
			fmt.Fprintf(stderr, "%s: error: there is no file or directory '%s'%s\n", programName, args[0], hint)
			return statusUnable
		}
		for _, tool := range slices.Concat(tools, helpers) {
			if tool.Name == args[0] {
				return tool.Main(args[1:], stdin, stdout, stderr)
			}
		}
	}
	o, err := parse(args)
	switch {
	case errors.Is(err, errHelp):
		printHelp(stdout, tools)
		return statusSuccess
	case errors.Is(err, errVersion):
		fmt.Fprintf(stdout, "%s %s (as %s)\n", programName, version.String(), emulated)
		return statusSuccess
	case err != nil:
		fmt.Fprintf(stderr, "%s: error: %v\nTry '%[1]s --help'.\n", programName, err)
		return statusUnable
	}
	r := &run{options: o, tools: tools, out: stdout, errors: stderr,
		diagnostics: &diagnostics{w: stderr, level: o.diagnostics, debug: o.debug}}
	if o.incremental {
		fmt.Fprintln(stdout, "WARNING: --incremental is deprecated. Failing tests now always run first.")
	}
	return r.main()
}

// run is one call of the program.
type run struct {
	options     *options
	tools       []lit.Tool
	out, errors io.Writer
	diagnostics *diagnostics

	found    *config.Found // nil if the discovery failed
	tests    []*lit.Test   // all that were discovered, in the order to run
	selected []*lit.Test
}

func (r *run) main() int {
	defer func() {
		if r.found != nil {
			r.found.Close()
		}
	}()
	if status, done := r.prepare(); done {
		return status
	}
	if status, done := r.choose(); done {
		return status
	}
	return r.execute()
}

// choose orders the tests and selects those to run. done tells that there is nothing to run.
func (r *run) choose() (status int, done bool) {
	o := r.options
	report.LoadTimes(r.tests, r.diagnostics.warn)
	report.Sort(r.tests, o.order, rand.Uint64())
	r.selected = o.filtered(r.tests)
	if len(r.selected) == 0 {
		fmt.Fprintf(r.errors, "error: filter did not match any tests (of %d discovered).  ", len(r.tests))
		if o.allowEmpty {
			fmt.Fprintln(r.errors, "Suppressing error because '--allow-empty-runs' was specified.")
			return statusSuccess, true
		}
		fmt.Fprintln(r.errors, "Use '--allow-empty-runs' to suppress this error.")
		return statusUnable, true
	}
	if o.numShards > 0 {
		var description string
		r.selected, description = o.shard(r.selected)
		r.diagnostics.note("%s", description)
		if len(r.selected) == 0 {
			fmt.Fprintln(r.errors, "warning: shard does not contain any tests.  Consider decreasing the number of shards.")
			return statusSuccess, true
		}
	}
	if o.maxTests > 0 {
		r.selected = r.selected[:min(o.maxTests, len(r.selected))]
	}
	o.expect(r.tests)
	r.diagnostics.debugf("%d of %d tests selected, in %s order", len(r.selected), len(r.tests), o.order)
	return 0, false
}

// execute runs the selected tests and reports the results.
func (r *run) execute() int {
	o := r.options
	workers := min(o.workers, len(r.selected))
	console := report.NewConsole(r.out, o.report)
	runner := &lit.Runner{Workers: workers, MaxFailures: o.maxFailures, MaxTime: o.maxTime, Retries: o.retries,
		NoExecute: o.noExecute, Coverage: o.coverage, UpdateTests: o.updateTests,
		Started: console.Started, Done: console.Done}
	ctx, interrupted := process.Interruptible(context.Background())
	console.Start(r.selected, len(r.tests), workers)
	start := time.Now()
	results := runner.Run(ctx, r.selected)
	elapsed := time.Since(start)
	signal := interrupted()
	console.Stop(signal != 0)
	switch {
	case signal == syscall.SIGPIPE: // nobody reads
	case signal != 0:
		fmt.Fprintln(r.errors, "  interrupted by user, skipping remaining tests")
	case runner.Stopped != nil:
		fmt.Fprintf(r.errors, "warning: %v, skipping remaining tests\n", runner.Stopped)
	}
	if !o.skipTimes {
		report.SaveTimes(results, r.diagnostics.warn)
	}
	return r.report(console, results, elapsed, int(signal))
}

// report prints the summary and writes the files of results. It returns the exit status.
func (r *run) report(console *report.Console, results []*lit.Result, elapsed time.Duration, signal int) int {
	o := r.options
	all := r.withExcluded(results)
	if err := console.Summary(all, elapsed); err != nil && signal == 0 {
		fmt.Fprintf(r.errors, "%s: error: cannot write the results: %v\n", programName, err)
		return statusUnable
	}
	reported := all
	if o.numShards > 0 {
		reported = lit.Final(results) // the other shards report the rest
	}
	status := statusSuccess
	for _, file := range o.files {
		if err := file.Write(reported, elapsed); err != nil {
			fmt.Fprintf(r.errors, "%s: error: %v\n", programName, err)
			status = statusUnable
		}
	}
	if n := r.diagnostics.warnings; n > 0 {
		fmt.Fprintf(r.errors, "\n%d warning(s) in tests\n", n)
	}
	switch {
	case status != statusSuccess:
		return status
	case signal != 0:
		return statusSignal + signal
	case !slices.ContainsFunc(all, func(r *lit.Result) bool { return r.Status.IsFailure() }):
		return statusSuccess
	case o.ignoreFail:
		fmt.Fprintln(r.errors, "\nExiting with status 0 instead of 1 because '--ignore-fail' was specified.")
		return statusSuccess
	}
	return statusFailure
}

// withExcluded returns a result for each discovered test, in order.
func (r *run) withExcluded(results []*lit.Result) []*lit.Result {
	byTest := make(map[*lit.Test]*lit.Result, len(results))
	for _, result := range results {
		byTest[result.Test] = result
	}
	all := make([]*lit.Result, len(r.tests))
	for i, test := range r.tests {
		if all[i] = byTest[test]; all[i] == nil {
			all[i] = &lit.Result{Test: test, Status: lit.Excluded}
		}
	}
	return lit.Final(all)
}
