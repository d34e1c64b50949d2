package command

import (
	"fmt"
	"os"
	"slices"

	"github.com/tg-opt/tg/lit/config"
)

// prepare discovers the tests. done tells that there is nothing to run: listing the tests was all there was to do, or
// there are none.
func (r *run) prepare() (status int, done bool) {
	o := r.options
	options := config.Options{Prefix: o.configPrefix, Params: o.params, Python: o.python, PythonLog: r.out, Tools: r.tools,
		Path: o.path, Warn: r.diagnostics.warn, Note: func(text string) { r.diagnostics.note("%s", text) }}
	tests, suites, err := config.Discover(o.paths, options)
	if err != nil {
		fmt.Fprintln(r.errors, err)
		return statusUnable, true
	}
	r.tests = tests
	for _, input := range o.paths {
		if _, err := os.Stat(input); err != nil {
			r.diagnostics.note("there is no file or directory '%s'", input)
		}
	}
	for _, s := range suites {
		r.diagnostics.debugf("suite %s in %s, outputs in %s", s.Name, s.Dir, s.ExecDir)
	}
	switch {
	case len(tests) == 0:
		fmt.Fprintln(r.errors, "error: did not discover any tests for provided path(s)")
		return statusUnable, true
	case o.showSuites || o.showTests:
		slices.SortStableFunc(tests, bySuiteAndPath)
		if o.showSuites {
			showSuites(r.out, tests, suites)
		}
		if o.showTests {
			showTests(r.out, tests)
		}
		return statusSuccess, true
	case o.showUsedFeatures:
		if err := showUsedFeatures(r.out, tests); err != nil {
			fmt.Fprintf(r.errors, "%s: error: %v\n", programName, err)
			return statusUnable, true
		}
		return statusSuccess, true
	}
	r.limitTime()
	return 0, false
}

// limitTime lets --timeout override what the configuration says.
func (r *run) limitTime() {
	if r.options.timeout == nil {
		return
	}
	limit := *r.options.timeout
	if configured := r.tests[0].Suite.Timeout; configured != limit {
		r.diagnostics.note("The test suite configuration requested an individual test timeout of %g seconds but a timeout of %g "+
			"seconds was requested on the command line. Forcing timeout to be %[2]g seconds.", configured.Seconds(), limit.Seconds())
	}
	for _, test := range r.tests {
		test.Suite.Timeout = limit
	}
}
